"""Layout: is the record a hand that can have been dealt? One deck, the right number of cards on each street, the board shown as placed.

Reads deal.players_min, deal.players_max, deal.streets and deal.placed.
"""

from dataclasses import dataclass

import numpy as np

from ofc_audit.audit.view import Ints, Mask, Texts, View, boards, flags, ints, lists
from ofc_audit.cards import CARD_TEXT, EMPTY, cards_text
from ofc_audit.findings import Finding
from ofc_audit.money import NULL
from ofc_audit.rulesets import UNKNOWN

MAX_STREETS = 9


@dataclass(frozen=True)
class Layout:
    """Findings, and by hand: is anything wrong, and why it cannot be told (empty where it can)."""

    findings: list[Finding]
    is_wrong: Mask
    reason: Texts


def _per_street(seat: Ints, street: Ints, n_seats: int) -> Ints:
    """(n_seats, 10) how many cards each seat has on each street 1 to 9; column 0 is Fantasyland."""
    chosen = (street >= 0) & (street <= MAX_STREETS)
    return np.bincount(seat[chosen] * 10 + street[chosen], minlength=n_seats * 10).reshape(-1, 10)


def _duplicates(view: View, cards: Ints) -> list[Finding]:
    """A card that is in a hand twice: on boards and among discards, and dealt twice."""
    seat, discard, _ = lists(view.tables["boards"], "discards")
    n = len(cards)
    board_seat = np.repeat(np.arange(n), 13)
    code = np.concatenate([cards.reshape(-1), discard])
    owner = np.concatenate([board_seat, seat])
    real = (code != EMPTY) & (view.status != "cancelled")[view.seat_hand[owner]]
    code, owner = code[real], owner[real]
    key = view.seat_hand[owner] * 64 + code
    findings = []
    line = ints(view.tables["boards"], "line")
    seen, count = np.unique(key, return_counts=True)
    for twice in seen[count > 1]:
        hand, card = divmod(int(twice), 64)
        owners = owner[key == twice]
        first = int(owners[-1])
        names = " and ".join(dict.fromkeys(view.names[int(o)] for o in owners))
        text = CARD_TEXT[card]
        findings.append(
            Finding(
                "layout.duplicate_card",
                f"{text} is in this hand {len(owners)} times ({names}); a deck has it once.",
                acting_order=int(view.acting_order[first]),
                claimed=f"{text} {len(owners)} times",
                computed=f"{text} once",
                mark=text,
                rule_key="deal.deck",
                rule_source=_source(view, hand, "deal.deck"),
                **view.place(hand, int(line[first])),  # type: ignore[arg-type]
            )
        )
    return findings


def _source(view: View, hand: int, key: str) -> str | None:
    rules = view.rules_of(hand)
    return None if rules is None else rules.source(key)


def _expected(view: View, key: str) -> tuple[Ints, Mask]:
    """(n_hands, 10) cards per street by a parameter, and whether the rule set says."""
    table = np.zeros((len(view.rules), 10), np.int64)
    known = np.zeros(len(view.rules), bool)
    for i, value in enumerate(view.parameter(key)):
        if value is not None and value is not UNKNOWN:
            assert isinstance(value, tuple)
            table[i, 1 : 1 + len(value)] = value
            known[i] = True
    return table[view.rules_index], known[view.rules_index]


def _say(counts: Ints) -> str:
    last = int(np.flatnonzero(counts).max(initial=0))
    return " ".join(str(int(n)) for n in counts[1 : last + 1]) or "none"


def audit_layout(view: View) -> Layout:
    """Check every hand's cards. A cancelled hand's are not judged; an incomplete one's only for cards that are there twice."""
    seats = view.tables["seats"]
    cards = boards(view.tables["boards"], "cards").astype(np.int64)
    streets = boards(view.tables["boards"], "streets").astype(np.int64)
    shown = boards(view.tables["boards"], "shown")
    line = ints(view.tables["boards"], "line")
    n = len(cards)
    seat_hand = view.seat_hand
    fantasy = flags(seats, "is_fantasy") == 1
    is_complete = view.status == "complete"
    judged = is_complete[seat_hand]
    findings = _duplicates(view, cards)

    placed = _per_street(np.repeat(np.arange(n), 13), streets.reshape(-1), n)
    streets_known = (streets != EMPTY).all(axis=1)
    want_placed, rules_known = _expected(view, "deal.placed")
    want_dealt, _ = _expected(view, "deal.streets")
    d_owner, d_street, discards_known = lists(view.tables["boards"], "discard_streets")
    discarded = _per_street(d_owner, d_street, n)
    x_owner, x_street, dealt_known = lists(view.tables["boards"], "dealt_streets")
    dealt = _per_street(x_owner, x_street, n)
    normal = judged & ~fantasy & rules_known[seat_hand] & streets_known

    def seat_finding(
        seat: int, check: str, message: str, claimed: str, computed: str, key: str, mark: str | None = None
    ) -> None:
        hand = int(seat_hand[seat])
        findings.append(
            Finding(
                check,
                message,
                acting_order=int(view.acting_order[seat]),
                claimed=claimed,
                computed=computed,
                rule_key=key,
                rule_source=_source(view, hand, key),
                mark=mark,
                **view.place(hand, int(line[seat])),  # type: ignore[arg-type]
            )
        )

    want = want_placed[seat_hand]
    wrong_placed = normal & (placed[:, 1:] != want[:, 1:]).any(axis=1)
    for seat in np.flatnonzero(wrong_placed).tolist():
        seat_finding(
            int(seat),
            "layout.deal",
            f"{view.names[seat]} placed {_say(placed[seat])} cards street by street; the game places {_say(want[seat])}.",
            _say(placed[seat]),
            _say(want[seat]),
            "deal.placed",
        )
    throw = want_dealt[seat_hand] - want
    wrong_thrown = normal & ~wrong_placed & discards_known & (discarded[:, 1:] != throw[:, 1:]).any(axis=1)
    for seat in np.flatnonzero(wrong_thrown).tolist():
        given = np.maximum(discarded[seat], 0)
        seat_finding(
            int(seat),
            "layout.deal",
            f"{view.names[seat]} discarded {int(given[1:].sum())} cards on streets 1 to 5 ({_each(given)});"
            f" the game discards {int(throw[seat, 1:].sum())} ({_each(throw[seat])}).",
            _each(given),
            _each(throw[seat]),
            "deal.streets",
        )
    wrong_dealt = (
        normal
        & ~wrong_placed
        & ~wrong_thrown
        & dealt_known
        & (dealt[:, 1:] != want_dealt[seat_hand][:, 1:]).any(axis=1)
    )
    for seat in np.flatnonzero(wrong_dealt).tolist():
        seat_finding(
            int(seat),
            "layout.deal",
            f"{view.names[seat]} was dealt {_say(dealt[seat])} cards street by street; the game deals {_say(want_dealt[seat_hand[seat]])}.",
            _say(dealt[seat]),
            _say(want_dealt[seat_hand[seat]]),
            "deal.streets",
        )
    findings += _dealt_elsewhere(
        view, cards, streets, judged & dealt_known & discards_known & ~wrong_placed & ~wrong_thrown & ~wrong_dealt
    )

    count = ints(seats, "fantasy_cards")
    thrown = discarded.sum(axis=1)
    n_dealt = dealt.sum(axis=1)
    wrong_fantasy = judged & fantasy & discards_known & (count != NULL) & (count != 13 + thrown)
    wrong_fantasy |= judged & fantasy & dealt_known & (count != NULL) & (count != n_dealt)
    for seat in np.flatnonzero(wrong_fantasy).tolist():
        has = int(13 + thrown[seat]) if discards_known[seat] else int(n_dealt[seat])
        seat_finding(
            int(seat),
            "layout.fantasy_cards",
            f"{view.names[seat]} is said to have {int(count[seat])} Fantasyland cards; placed and discarded are {has}.",
            f"{int(count[seat])} cards",
            f"{has} cards",
            "fantasyland.cards",
        )

    differs = judged & (shown != EMPTY).any(axis=1)
    for seat in np.flatnonzero(differs).tolist():
        own = cards[seat].astype(np.uint8)
        parts = [
            f"{name} [{cards_text(shown[seat, at])}] for [{cards_text(own[at])}]"
            for name, at in (("top", slice(0, 3)), ("middle", slice(3, 8)), ("bottom", slice(8, 13)))
            if sorted(shown[seat, at]) != sorted(own[at])
        ]
        if parts:
            seat_finding(
                int(seat),
                "layout.showdown",
                f"{view.names[seat]} shows another board than he placed: {', '.join(parts)}. It is judged as placed.",
                cards_text(shown[seat]),
                cards_text(own),
                "board.row_sizes",
            )

    low = np.array([0 if v is None or v is UNKNOWN else int(str(v)) for v in view.parameter("deal.players_min")])[
        view.rules_index
    ]
    high = np.array([99 if v is None or v is UNKNOWN else int(str(v)) for v in view.parameter("deal.players_max")])[
        view.rules_index
    ]
    for hand in np.flatnonzero(is_complete & ((view.n_players < low) | (view.n_players > high))).tolist():
        key = "deal.players_max" if view.n_players[hand] > high[hand] else "deal.players_min"
        findings.append(
            Finding(
                "layout.players",
                f"{int(view.n_players[hand])} {'player is' if view.n_players[hand] == 1 else 'players are'} dealt in;"
                f" the game is for {int(low[hand])} to {int(high[hand])}.",
                claimed=str(int(view.n_players[hand])),
                computed=f"{int(low[hand])} to {int(high[hand])}",
                rule_key=key,
                rule_source=_source(view, int(hand), key),
                **view.place(int(hand)),  # type: ignore[arg-type]
            )
        )
    is_wrong = np.isin(view.hand_key, [f.hand_key for f in findings if f.hand_key is not None])
    findings += _missing_cards(view, cards, line)
    no_streets = view.any_seat(judged & ~fantasy & ~streets_known)
    reason = np.where(rules_known, "", view.by_rules(["rule unknown: deal.placed"] * len(view.rules)))
    reason = np.where(no_streets & (reason == ""), "streets unknown", reason)
    reason = np.where(view.status == "incomplete", "incomplete board", reason)
    return Layout(findings, is_wrong, reason)


def _each(counts: Ints) -> str:
    return " ".join(str(int(n)) for n in counts[1:6])


def _missing_cards(view: View, cards: Ints, line: Ints) -> list[Finding]:
    """A note for each board with cards missing in a hand that was not cancelled: it cannot be judged, and is no foul."""
    findings = []
    has = (cards != EMPTY).sum(axis=1)
    for seat in np.flatnonzero((view.status == "incomplete")[view.seat_hand] & (has < 13)).tolist():
        hand = int(view.seat_hand[seat])
        findings.append(
            Finding(
                "layout.board",
                f"The board of {view.names[seat]} holds {int(has[seat])} of 13 cards: the hand is kept, and neither judged nor counted.",
                acting_order=int(view.acting_order[seat]),
                claimed=f"{int(has[seat])} cards",
                computed="13 cards",
                **view.place(hand, int(line[seat])),  # type: ignore[arg-type]
            )
        )
    return findings


def _dealt_elsewhere(view: View, cards: Ints, streets: Ints, chosen: Mask) -> list[Finding]:
    """Cards placed or discarded on a street on which they were not dealt."""
    table = view.tables["boards"]
    owner, code, _ = lists(table, "dealt")
    _, street, _ = lists(table, "dealt_streets")
    d_owner, d_code, _ = lists(table, "discards")
    _, d_street, _ = lists(table, "discard_streets")
    n = len(cards)
    used_owner = np.concatenate([np.repeat(np.arange(n), 13), d_owner])
    used = np.concatenate([streets.reshape(-1), d_street]) * 64 + np.concatenate([cards.reshape(-1), d_code])
    used_key = used_owner * 4096 + used
    dealt_key = owner * 4096 + street * 64 + code
    stray = used_key[chosen[used_owner] & (np.concatenate([cards.reshape(-1), d_code]) != EMPTY)]
    stray = stray[~np.isin(stray, dealt_key)]
    line = ints(table, "line")
    findings = []
    for key in np.unique(stray):
        seat, rest = divmod(int(key), 4096)
        on, card = divmod(rest, 64)
        hand = int(view.seat_hand[seat])
        where = "in Fantasyland" if on == 0 else f"on street {on}"
        findings.append(
            Finding(
                "layout.deal",
                f"{view.names[seat]} has {CARD_TEXT[card]} {where}, where it was not dealt to him.",
                acting_order=int(view.acting_order[seat]),
                claimed=CARD_TEXT[card],
                computed="not dealt",
                rule_key="deal.streets",
                rule_source=_source(view, hand, "deal.streets"),
                mark=CARD_TEXT[card],
                **view.place(hand, int(line[seat])),  # type: ignore[arg-type]
            )
        )
    return findings
