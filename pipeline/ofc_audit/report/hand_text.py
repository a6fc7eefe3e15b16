"""One hand drawn for a terminal: boards street by street, pairs with their arithmetic, money, Fantasyland, verdicts and
rules."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from ofc_audit.cards import EMPTY, cards_text
from ofc_audit.report.finding_text import render_finding
from ofc_audit.report.hand import SECTIONS, HandView, PairMoney, pair_money, street_rows
from ofc_audit.report.rendering import Field, render_table
from ofc_audit.report.text import join_words, money_text, pad, signed, visible, wrap
from ofc_audit.report.words import ROW_NAMES, row_words
from ofc_audit.rulesets import describe

Row = Mapping[str, Any]

ROW_SLICES = (slice(0, 3), slice(3, 8), slice(8, 13))
STREET_FIELDS = (
    Field("street", "street"),
    Field("top", "top"),
    Field("middle", "middle"),
    Field("bottom", "bottom"),
    Field("discards", "discards", wraps=True),
    Field("time", "time", wraps=True),
)
APART = frozenset(
    (
        "board.row_sizes",
        "fantasyland.extends_match",
        "fantasyland.price_frozen",
        "fantasyland.order_of_play",
        "settlement.busted_pair_claims",
        "settlement.price",
        "settlement.minimum_buy_in",
    )
)
"""Parameters that change nothing about what one hand pays."""


def draw_hand(view: HandView, lines: Mapping[tuple[str, int], str], width: int) -> str:
    """The hand as text of at most `width` columns; `lines` are the source lines of its findings, as far as they could
    be read."""
    out = _head(view, width)
    for seat in view.seats:
        out += ["", *_seat(view, seat, width)]
    if view.pairs:
        out += ["", "PAIRS"]
        money = pair_money(view)
        for key, one in money.items():
            pair = next(pair for pair in view.pairs if (pair["a"], pair["b"]) == key)
            out += _pair(view, pair, one, width)
    out += ["", "VERDICTS"]
    for verdict in view.verdicts:
        reason = f": {visible(verdict['reason'])}" if verdict["reason"] else ""
        out += wrap(f"{verdict['verdict']}{reason}", width, " " * 15, f"  {verdict['dimension']:13}")
    out += ["", "FINDINGS"]
    for finding in view.findings:
        line = lines.get((finding["source_file"], finding["first_line"]))
        out += render_finding(finding, line, width).splitlines()
    if not view.findings:
        out.append("  none")
    return "\n".join(out + _rules(view, width)) + "\n"


def _head(view: HandView, width: int) -> list[str]:
    hand = view.hand
    title = f"Hand {visible(hand['hand_id'])} of {visible(hand['site'])}"
    if hand["club_id"] is not None:
        title += f", club {visible(hand['club_id'])}"
    rules = "rule set not known" if hand["rules_id"] is None else f"rule set {visible(hand['rules_id'])}"
    if hand["rules_id"] is not None and view.rules is None:
        rules += " (not known here)"
    elif view.rules is not None and view.rules.period is not None and view.rules.id != hand["rules_id"]:
        rules += f" as {view.rules.id} has it ({view.rules.period})"
    facts = [rules]
    if hand["point_value"] is not None:
        facts.append(f"{money_text(hand['point_value'])} {hand['currency'] or ''} per point".replace("  ", " "))
    if hand["match_id"] is not None:
        facts.append(f"match {visible(hand['match_id'])}")
    if hand["hand_no"] is not None:
        facts.append(f"hand no. {hand['hand_no']}")
    if hand["table_id"] is not None:
        facts.append(f"table {visible(hand['table_id'])}")
    if hand["ended_at"] is not None:
        facts.append(f"{hand['ended_at']:%Y-%m-%d %H:%M:%S} UTC")
    facts.append(hand["status"])
    places = [
        f"{visible(row['source_file'])}:{row['first_line']}-{row['last_line']} ({row['format']})"
        for row in (hand, *view.also)
    ]
    return [*wrap(title, width), *wrap(", ".join(facts), width), places[0], *(f"and {place}" for place in places[1:])]


def _seat(view: HandView, seat: Row, width: int) -> list[str]:
    order = seat["acting_order"]
    facts = [] if seat["seat_no"] is None else [f"seat {seat['seat_no']}"]
    if view.shows_cards:
        facts.append("button" if order == len(view.seats) - 1 else f"acts {('first', 'second', 'third')[order]}")
    if seat["is_fantasy"]:
        count = seat["fantasy_cards"]
        facts.append("Fantasyland, number of cards not known" if count is None else f"Fantasyland with {count} cards")
    if seat["stack"] is not None:
        facts.append(f"stack {money_text(seat['stack'])}")
    out = wrap(visible(seat["player_name"]).upper() + (f" ({', '.join(facts)})" if facts else ""), width)
    board, scored, claim = seat["board"], seat["scored"], seat["claim"]
    if board is None:
        return [*out, "  no board"]
    out += ["  " + line for line in _streets(board, seat["is_fantasy"], width - 2)]
    shown = board["shown"]
    for name, where in zip(ROW_NAMES, ROW_SLICES, strict=True):
        cards = [card for card in board["cards"][where] if card != EMPTY]
        words = "" if scored is None else row_words(cards, scored[f"{name}_category"])
        royalties = None if scored is None else scored[f"{name}_royalties"]
        paid = "" if not royalties else f"royalties {royalties}"
        if royalties is None and words:
            paid = "royalties not known"
        out.append(f"  {name:6}  {cards_text(cards):14}  {pad(words, 32)}  {paid}".rstrip())
        if any(card != EMPTY for card in shown[where]) and list(shown[where]) != list(board["cards"][where]):
            out.append(f"          {cards_text(shown[where])}  as shown at the showdown")
    out += wrap(f"rules: {_outcome(scored)}", width, "         ", "  ")
    out += wrap(f"site:  {_outcome(claim)}", width, "         ", "  ")
    return out


def _streets(board: Row, fantasy: bool, width: int) -> list[str]:
    rows = []
    for row in street_rows(board, fantasy):
        time = "" if row["ms"] is None else f"{row['ms'] / 1000:.1f} s"
        number = {0: "all", 255: "?"}.get(row["street"], str(row["street"]))
        shown = {name: cards_text(row[name]) for name in ROW_NAMES}
        discards = "hidden" if row["discards"] is None else cards_text(row["discards"])
        auto = "placed by the site" if row["is_auto"] else ""
        rows.append({"street": number, **shown, "discards": discards, "time": " ".join(filter(None, (time, auto)))})
    fields = [f for f in STREET_FIELDS if f.name != "time" or any(row["time"] for row in rows)]
    return render_table(fields, rows, width).splitlines() if rows else ["no card was placed"]


def _outcome(row: Row | None) -> str:
    """Foul or legal, royalties, points, money and Fantasyland of a seat, as far as they are said or known."""
    if row is None:
        return "nothing"
    facts = []
    if row["is_foul"] is not None:
        facts.append("foul" if row["is_foul"] else "legal")
    royalties = [row[f"{name}_royalties"] for name in ROW_NAMES]
    if any(points is not None for points in royalties):
        facts.append("royalties " + " + ".join("?" if points is None else str(points) for points in royalties))
    if row["points"] is not None:
        facts.append(f"points {signed(row['points'])}")
    for name in ("net", "rake", "stack", "bounty"):
        if row.get(name) is not None:
            facts.append(f"{name} {money_text(row[name], sign=name == 'net')}")
    if row["is_fantasy_next"] is not None:
        facts.append(fantasy_words(row))
    if row.get("place") is not None:
        facts.append(f"place {row['place']}")
    return ", ".join(facts) or "nothing"


def fantasy_words(row: Row) -> str:
    """Whether a seat plays in Fantasyland next, of which that is said or known."""
    if not row["is_fantasy_next"]:
        return "no Fantasyland next"
    return (
        "Fantasyland next, cards not known"
        if row["fantasy_next"] is None
        else f"Fantasyland next with {row['fantasy_next']} cards"
    )


def _pair(view: HandView, pair: Row, money: PairMoney, width: int) -> list[str]:
    a, b = pair["a"], pair["b"]
    out = wrap(f"{visible(view.name(a))} v {visible(view.name(b))}", width, "    ", "  ")
    scored = pair["scored"]
    fouls = [order for order in (a, b) if (view.seats[order]["scored"] or {}).get("is_foul")]
    for name, where in zip(ROW_NAMES, ROW_SLICES, strict=True):
        if scored is None or scored[name] is None:
            continue
        words = [row_words_of(view.seats[order], name, where) for order in (a, b)]
        text = f"{words[0]} against {words[1]}" if not fouls else foul_words(view, fouls)
        out += wrap(text, width, " " * 17, f"    {name:6}  {signed(scored[name]):>3}  ")
    out += wrap(f"rules: {pair_words(scored)}", width, " " * 11, "    ")
    if pair["claim"] is not None:
        out += wrap(f"site:  {pair_words(pair['claim'])}", width, " " * 11, "    ")
    text = pair_money_words(view, pair, money)
    return out + (wrap(f"money: {text}", width, " " * 11, "    ") if text else [])


def row_words_of(seat: Row, name: str, where: slice) -> str:
    """What a row of a seat is called."""
    return row_words(seat["board"]["cards"][where], seat["scored"][f"{name}_category"]) or "a row not known"


def foul_words(view: HandView, fouls: Sequence[int]) -> str:
    """Whose board is a foul, of a pair in which one or both are."""
    if len(fouls) == 2:
        return "both are fouls"
    return f"{visible(view.name(fouls[0]))}'s hand is a foul and loses every row"


def pair_words(row: Row | None) -> str:
    """`rows +1 +1 -1, bonus 0, royalties 7 - 0, points +8`, leaving out what is not said or known."""
    if row is None:
        return "nothing"
    facts = []
    if None not in (rows := [row[name] for name in ROW_NAMES]):
        facts.append("rows " + " ".join(signed(one) for one in rows))
    if row["bonus"] is not None:
        facts.append(f"bonus {signed(row['bonus'])}")
    if row["royalties_a"] is not None and row["royalties_b"] is not None:
        facts.append(f"royalties {row['royalties_a']} - {row['royalties_b']}")
    if row["points"] is not None:
        facts.append(f"points {signed(row['points'])}")
    if row["amount"] is not None:
        facts.append(f"amount {money_text(row['amount'])}")
    return ", ".join(facts) or "nothing"


def pair_money_words(view: HandView, pair: Row, money: PairMoney) -> str:
    """The arithmetic of what moves: points times point value, whose stack limits it, and who pays."""
    if view.rules is not None and view.rules.value("settlement.scope") == "match":
        amount = (pair["scored"] or {}).get("amount")
        return (
            "settled at the end of the match"
            if amount is None
            else f"over the whole match: {_transfer(view, pair, amount)}"
        )
    if money.worth is None:
        return ""
    scored, value = pair["scored"], view.hand["point_value"]
    text = f"{abs(scored['points'])} x {money_text(value)} = {money_text(abs(money.worth))}"
    if money.amount is None:
        return f"{text}; what moves is not known"
    if money.is_capped:
        names = [visible(view.name(pair[side])) for side in ("a", "b")]
        stacks = (money.stack_a, money.stack_b)
        limits = [
            f"{name} has {money_text(s)} left"
            for name, s in zip(names, stacks, strict=True)
            if s is not None and s < abs(money.worth)
        ]
        text += f"; {join_words(limits)}" if limits else "; the cap limits it"
    return f"{text}: {_transfer(view, pair, money.amount)}"


def _transfer(view: HandView, pair: Row, amount: Decimal) -> str:
    if not amount:
        return "nothing moves"
    winner, loser = ("a", "b") if amount > 0 else ("b", "a")
    return f"{visible(view.name(pair[loser]))} pays {visible(view.name(pair[winner]))} {money_text(abs(amount))}"


def _rules(view: HandView, width: int) -> list[str]:
    if view.rules is None:
        return []
    out = ["", f"RULES ({view.rules.id}; all of them: ofc rules show {view.rules.id})"]
    if view.stated:
        out += wrap(f"The hand states {'; '.join(view.stated)}.", width, "  ", "  ")
    for row in describe(view.rules):
        if row.section in SECTIONS and row.key not in APART:
            out += wrap(f"{row.key} = {row.value} ({row.source})", width, "      ", "  ")
    return out
