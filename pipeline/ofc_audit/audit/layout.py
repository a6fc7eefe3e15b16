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


def per_street(seat: Ints, street: Ints, n_seats: int) -> Ints:
    """(n_seats, 10) how many cards each seat has on each street 1 to 9; column 0 is Fantasyland."""
    chosen = (street >= 0) & (street <= MAX_STREETS)
    return np.bincount(seat[chosen] * 10 + street[chosen], minlength=n_seats * 10).reshape(-1, 10)


def _source(view: View, hand: int, key: str) -> str | None:
    rules = view.rules_of(hand)
    return None if rules is None else rules.source(key)


def cards_expected(view: View, key: str) -> tuple[Ints, Mask]:
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


def _each(counts: Ints) -> str:
    return " ".join(str(int(n)) for n in counts[1:6])


class _Layout:
    """The boards of a batch as arrays, and one finding at a time about a seat."""

    def __init__(self, view: View) -> None:
        table, seats = view.tables["boards"], view.tables["seats"]
        self.view = view
        self.cards = boards(table, "cards").astype(np.int64)
        self.streets = boards(table, "streets").astype(np.int64)
        self.shown = boards(table, "shown")
        self.line = ints(table, "line")
        self.fantasy = flags(seats, "is_fantasy") == 1
        self.fantasy_cards = ints(seats, "fantasy_cards")
        self.is_complete = view.status == "complete"
        self.judged = self.is_complete[view.seat_hand]
        self.streets_known = (self.streets != EMPTY).all(axis=1)
        n = len(self.cards)
        self.board_seat = np.repeat(np.arange(n), 13)
        self.placed = per_street(self.board_seat, self.streets.reshape(-1), n)
        self.discard_seat, self.discard_street, self.discards_known = lists(table, "discard_streets")
        self.discarded = per_street(self.discard_seat, self.discard_street, n)
        self.dealt_seat, self.dealt_street, self.dealt_known = lists(table, "dealt_streets")
        self.dealt = per_street(self.dealt_seat, self.dealt_street, n)

    def finding(
        self, seat: int, check: str, message: str, claimed: str, computed: str, key: str, mark: str | None = None
    ) -> Finding:
        """A finding about the board of a seat."""
        hand = int(self.view.seat_hand[seat])
        return Finding(
            check,
            message,
            acting_order=int(self.view.acting_order[seat]),
            claimed=claimed,
            computed=computed,
            rule_key=key,
            rule_source=_source(self.view, hand, key),
            mark=mark,
            **self.view.place(hand, int(self.line[seat])),  # type: ignore[arg-type]
        )


def audit_layout(view: View) -> Layout:
    """Check every hand's cards. A cancelled hand's are not judged; an incomplete one's only for cards that are there twice."""
    layout = _Layout(view)
    rules_known = cards_expected(view, "deal.placed")[1]
    findings = [
        *_duplicates(layout),
        *_streets(layout),
        *_fantasy_cards(layout),
        *_showdowns(layout),
        *_players(layout),
    ]
    is_wrong = np.isin(view.hand_key, [f.hand_key for f in findings if f.hand_key is not None])
    findings += _missing_cards(layout)
    no_streets = view.any_seat(layout.judged & ~layout.fantasy & ~layout.streets_known)
    reason = np.where(rules_known, "", view.by_rules(["rule unknown: deal.placed"] * len(view.rules)))
    reason = np.where(no_streets & (reason == ""), "streets unknown", reason)
    reason = np.where(view.status == "incomplete", "incomplete board", reason)
    return Layout(findings, is_wrong, reason)


def _duplicates(layout: _Layout) -> list[Finding]:
    """A card that is in a hand twice, on boards and among discards."""
    view = layout.view
    _, discard, _ = lists(view.tables["boards"], "discards")
    code = np.concatenate([layout.cards.reshape(-1), discard])
    owner = np.concatenate([layout.board_seat, layout.discard_seat])
    real = (code != EMPTY) & (view.status != "cancelled")[view.seat_hand[owner]]
    code, owner = code[real], owner[real]
    key = view.seat_hand[owner] * 64 + code
    findings = []
    seen, count = np.unique(key, return_counts=True)
    for twice in seen[count > 1].tolist():
        owners = owner[key == twice].tolist()
        names = " and ".join(dict.fromkeys(view.names[one] for one in owners))
        text = CARD_TEXT[twice % 64]
        message = f"{text} is in this hand {len(owners)} times ({names}); a deck has it once."
        findings.append(
            layout.finding(
                owners[-1],
                "layout.duplicate_card",
                message,
                f"{text} {len(owners)} times",
                f"{text} once",
                "deal.deck",
                text,
            )
        )
    return findings


def _streets(layout: _Layout) -> list[Finding]:
    """Streets that place, discard or deal another number of cards than the game does, the first of these that is wrong."""
    view = layout.view
    of_game, rules_known = cards_expected(view, "deal.placed")
    want = of_game[view.seat_hand]
    want_dealt = cards_expected(view, "deal.streets")[0][view.seat_hand]
    throw = want_dealt - want
    open_seats = layout.judged & ~layout.fantasy & rules_known[view.seat_hand] & layout.streets_known
    findings = []
    wrong_placed = open_seats & _differ(layout.placed, want)
    for seat in np.flatnonzero(wrong_placed).tolist():
        placed, right = _say(layout.placed[seat]), _say(want[seat])
        message = f"{view.names[seat]} placed {placed} cards street by street; the game places {right}."
        findings.append(layout.finding(seat, "layout.deal", message, placed, right, "deal.placed"))
    wrong_thrown = open_seats & ~wrong_placed & layout.discards_known & _differ(layout.discarded, throw)
    for seat in np.flatnonzero(wrong_thrown).tolist():
        given, right = layout.discarded[seat], throw[seat]
        message = (
            f"{view.names[seat]} discarded {int(given[1:].sum())} cards on streets 1 to 5 ({_each(given)});"
            f" the game discards {int(right[1:].sum())} ({_each(right)})."
        )
        findings.append(layout.finding(seat, "layout.deal", message, _each(given), _each(right), "deal.streets"))
    wrong_dealt = open_seats & ~wrong_placed & ~wrong_thrown & layout.dealt_known
    # A street of which no deal is stated was dealt all the same: only what is stated can be wrong.
    wrong_dealt &= _differ(layout.dealt, np.where(layout.dealt > 0, want_dealt, 0))
    for seat in np.flatnonzero(wrong_dealt).tolist():
        dealt, deals = _say(layout.dealt[seat]), _say(want_dealt[seat])
        message = f"{view.names[seat]} was dealt {dealt} cards street by street; the game deals {deals}."
        findings.append(layout.finding(seat, "layout.deal", message, dealt, deals, "deal.streets"))
    told = layout.judged & layout.dealt_known & layout.discards_known
    return findings + _dealt_elsewhere(layout, told & ~wrong_placed & ~wrong_thrown & ~wrong_dealt)


def _differ(counts: Ints, want: Ints) -> Mask:
    """(n_seats,) whether cards per street 1 to 9 differ."""
    result: Mask = (counts[:, 1:] != want[:, 1:]).any(axis=1)
    return result


def _fantasy_cards(layout: _Layout) -> list[Finding]:
    """Fantasyland hands whose cards are not as many as are said to have been dealt."""
    count, thrown, n_dealt = layout.fantasy_cards, layout.discarded.sum(axis=1), layout.dealt.sum(axis=1)
    counted = layout.judged & layout.fantasy & (count != NULL)
    wrong = counted & layout.discards_known & (count != 13 + thrown)
    wrong |= counted & layout.dealt_known & (count != n_dealt)
    findings = []
    for seat in np.flatnonzero(wrong).tolist():
        said, has = int(count[seat]), int(13 + thrown[seat]) if layout.discards_known[seat] else int(n_dealt[seat])
        name = layout.view.names[seat]
        message = f"{name} is said to have {said} Fantasyland cards; placed and discarded are {has}."
        findings.append(
            layout.finding(seat, "layout.fantasy_cards", message, f"{said} cards", f"{has} cards", "fantasyland.cards")
        )
    return findings


def _showdowns(layout: _Layout) -> list[Finding]:
    """Boards shown that are not the boards placed."""
    findings = []
    for seat in np.flatnonzero(layout.judged & (layout.shown != EMPTY).any(axis=1)).tolist():
        own, shown = layout.cards[seat].astype(np.uint8), layout.shown[seat]
        parts = [
            f"{name} [{cards_text(shown[at])}] for [{cards_text(own[at])}]"
            for name, at in (("top", slice(0, 3)), ("middle", slice(3, 8)), ("bottom", slice(8, 13)))
            if sorted(shown[at]) != sorted(own[at])
        ]
        if parts:
            name = layout.view.names[seat]
            message = f"{name} shows another board than he placed: {', '.join(parts)}. It is judged as placed."
            findings.append(
                layout.finding(seat, "layout.showdown", message, cards_text(shown), cards_text(own), "board.row_sizes")
            )
    return findings


def _players(layout: _Layout) -> list[Finding]:
    """Complete hands with fewer or more players than the game is for."""
    view = layout.view
    low, high = _limit(view, "deal.players_min", 0), _limit(view, "deal.players_max", 99)
    findings = []
    for hand in np.flatnonzero(layout.is_complete & ((view.n_players < low) | (view.n_players > high))).tolist():
        n = int(view.n_players[hand])
        key = "deal.players_max" if n > high[hand] else "deal.players_min"
        allowed = f"{int(low[hand])} to {int(high[hand])}"
        findings.append(
            Finding(
                "layout.players",
                f"{n} {'player is' if n == 1 else 'players are'} dealt in; the game is for {allowed}.",
                claimed=str(n),
                computed=allowed,
                rule_key=key,
                rule_source=_source(view, hand, key),
                **view.place(hand),  # type: ignore[arg-type]
            )
        )
    return findings


def _limit(view: View, key: str, unknown: int) -> Ints:
    """(n_hands,) a parameter that is a number; `unknown` where no rule says."""
    values = [unknown if v is None or v is UNKNOWN else int(str(v)) for v in view.parameter(key)]
    return np.array(values, np.int64)[view.rules_index]


def _missing_cards(layout: _Layout) -> list[Finding]:
    """A note for each board with cards missing in a hand that was not cancelled: it cannot be judged, and is no foul."""
    view = layout.view
    has = (layout.cards != EMPTY).sum(axis=1)
    findings = []
    for seat in np.flatnonzero((view.status == "incomplete")[view.seat_hand] & (has < 13)).tolist():
        count = int(has[seat])
        message = f"The board of {view.names[seat]} holds {count} of 13 cards: the hand is kept, and neither judged nor counted."
        findings.append(layout.finding(seat, "layout.board", message, f"{count} cards", "13 cards", "deal.streets"))
    return findings


def _dealt_elsewhere(layout: _Layout, chosen: Mask) -> list[Finding]:
    """Cards placed or discarded on a street on which they were not dealt."""
    table = layout.view.tables["boards"]
    _, code, _ = lists(table, "dealt")
    _, discard, _ = lists(table, "discards")
    used_seat = np.concatenate([layout.board_seat, layout.discard_seat])
    used_code = np.concatenate([layout.cards.reshape(-1), discard])
    used_street = np.concatenate([layout.streets.reshape(-1), layout.discard_street])
    used_key = used_seat * 4096 + used_street * 64 + used_code
    dealt_key = layout.dealt_seat * 4096 + layout.dealt_street * 64 + code
    is_stated = layout.dealt[used_seat, np.where(used_street <= MAX_STREETS, used_street, 0)] > 0
    stray = used_key[chosen[used_seat] & is_stated & (used_code != EMPTY)]
    findings = []
    for key in np.unique(stray[~np.isin(stray, dealt_key)]).tolist():
        seat, rest = divmod(key, 4096)
        street, card = divmod(rest, 64)
        where = "in Fantasyland" if street == 0 else f"on street {street}"
        text = CARD_TEXT[card]
        message = f"{layout.view.names[seat]} has {text} {where}, where it was not dealt to him."
        findings.append(layout.finding(seat, "layout.deal", message, text, "not dealt", "deal.streets", text))
    return findings
