"""Layout: is the record a hand that can have been dealt? One deck, the right number of cards on each street, the board shown as placed.

Reads deal.players_min, deal.players_max, deal.streets and deal.placed.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from ofc_audit.audit.view import Ints, Listed, Mask, Texts, View, boards, flags, ints
from ofc_audit.cards import CARD_TEXT, EMPTY, N_CARDS, cards_text
from ofc_audit.findings import Finding
from ofc_audit.money import NULL
from ofc_audit.rulesets import UNKNOWN

MAX_STREETS = 9
_FIELD = 6
_FULL = (1 << _FIELD) - 1
"""So many cards, or more, stand in the field of a street; no street deals or places as many."""
_NEVER = np.uint64(1 << 63)
"""Cards per street that no board has."""
_ADDS = np.zeros(256, np.uint64)
"""By street: one card in its field."""
_ADDS[: MAX_STREETS + 1] = np.left_shift(np.uint64(1), _FIELD * np.arange(MAX_STREETS + 1, dtype=np.uint64))
_NORMAL = ~np.uint64(_FULL)
"""All fields but that of street 0, Fantasyland."""
_UNSEEN = 254
"""A street on which no card lies."""
_BIT = np.zeros(256, np.uint64)
"""By card: a bit of its own."""
_BIT[:52] = np.left_shift(np.uint64(1), np.arange(52, dtype=np.uint64))

Fields = npt.NDArray[np.uint64]
"""Cards per street of a seat as one number, with a field of six bits for each of the streets 0 to 9."""


@dataclass(frozen=True)
class Layout:
    """Findings, and by hand: is anything wrong, and why it cannot be told (empty where it can)."""

    findings: list[Finding]
    is_wrong: Mask
    reason: Texts


def per_street(seat: Ints, street: npt.NDArray[np.integer[Any]], n_seats: int) -> Ints:
    """(n_seats, 10) how many cards each seat has on each street 1 to 9; column 0 is Fantasyland."""
    chosen = (street >= 0) & (street <= MAX_STREETS)
    return np.bincount(seat[chosen] * 10 + street[chosen], minlength=n_seats * 10).reshape(-1, 10)


def _fields(counts: Ints) -> Fields:
    """(n,) cards per street from (n, 10) counts."""
    places = _FIELD * np.arange(MAX_STREETS + 1, dtype=np.uint64)
    fields = np.left_shift(np.minimum(counts, _FULL).astype(np.uint64), places).sum(axis=1, dtype=np.uint64)
    return np.where((counts < 0).any(axis=1), _NEVER, fields)


def _fields_of_lists(streets: Listed) -> Fields:
    """(n,) cards per street from the streets of a list of cards."""
    if streets.lengths.max(initial=0) > _FULL:
        return _fields(per_street(streets.owner, streets.values, len(streets.lengths)))
    return streets.sums(_ADDS.take(streets.values))


def _source(view: View, hand: int, key: str) -> str | None:
    rules = view.rules_of(hand)
    return None if rules is None else rules.source(key)


def _expected(view: View, key: str) -> tuple[Ints, Mask]:
    """(n_rules, 10) cards per street by a parameter of each of the rule sets, and whether it says."""
    table = np.zeros((len(view.rules), 10), np.int64)
    known = np.zeros(len(view.rules), bool)
    for i, value in enumerate(view.parameter(key)):
        if value is not None and value is not UNKNOWN:
            assert isinstance(value, tuple)
            table[i, 1 : 1 + len(value)] = value
            known[i] = True
    return table, known


def cards_expected(view: View, key: str) -> tuple[Ints, Mask]:
    """(n_hands, 10) cards per street by a parameter, and whether the rule set says."""
    table, known = _expected(view, key)
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
        self.cards = boards(table, "cards")
        self.streets = boards(table, "streets")
        self.fantasy = flags(seats, "is_fantasy") == 1
        self.is_complete = view.status == "complete"
        self.judged = self.is_complete[view.seat_hand]
        self.streets_known = view.streets_by_place.max(axis=0) != EMPTY
        self.placed = _ADDS.take(view.streets_by_place).sum(axis=0, dtype=np.uint64)
        self.discards, self.discard_streets = view.board_list("discards"), view.board_list("discard_streets")
        self.discarded = _fields_of_lists(self.discard_streets)
        self.cards_dealt, self.dealt_streets = view.board_list("dealt"), view.board_list("dealt_streets")
        self.dealt = _fields_of_lists(self.dealt_streets)

    @cached_property
    def line(self) -> Ints:
        """(n_seats,) where the record states the board."""
        return ints(self.view.tables["boards"], "line")

    def placed_on(self, seat: int) -> Ints:
        """(10,) how many cards a seat placed on each street; 0 is Fantasyland."""
        return _on_streets(self.streets[seat])

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


def _on_streets(streets: npt.NDArray[np.integer[Any]]) -> Ints:
    return np.bincount(streets[streets <= MAX_STREETS], minlength=MAX_STREETS + 1)


def audit_layout(view: View) -> Layout:
    """Check every hand's cards. A cancelled hand's are not judged; an incomplete one's only for cards that are there twice."""
    layout = _Layout(view)
    rules_known = _expected(view, "deal.placed")[1][view.rules_index]
    findings = [
        *_duplicates(layout),
        *_streets(layout),
        *_fantasy_cards(layout),
        *_showdowns(layout),
        *_players(layout),
    ]
    is_wrong = np.zeros(view.n_hands, bool)
    is_wrong[view.rows_of(f.hand_key for f in findings if f.hand_key is not None)] = True
    findings += _missing_cards(layout)
    no_streets = view.any_seat(layout.judged & ~layout.fantasy & ~layout.streets_known)
    reason = np.where(rules_known, "", view.by_rules(["rule unknown: deal.placed"] * len(view.rules)))
    reason = np.where(no_streets & (reason == ""), "streets unknown", reason)
    reason = np.where(view.status == "incomplete", "incomplete board", reason)
    return Layout(findings, is_wrong, reason)


def _duplicates(layout: _Layout) -> list[Finding]:
    """A card that is in a hand twice, on boards and among discards."""
    view = layout.view
    # The bits of different cards add up to as many bits; a card that is there twice makes them fewer.
    bits = _BIT.take(layout.cards).sum(axis=1, dtype=np.uint64) + layout.discards.sums(
        _BIT.take(layout.discards.values)
    )
    n_cards = np.count_nonzero(layout.cards != EMPTY, axis=1) + layout.discards.lengths
    sums = np.concatenate([np.zeros(1, np.uint64), np.cumsum(bits, dtype=np.uint64)])
    counts = np.concatenate([np.zeros(1, np.int64), np.cumsum(n_cards)])
    first, stop = view.seat_start, view.seat_start + view.n_players
    in_hand = np.bitwise_count(sums[stop] - sums[first])
    twice = np.flatnonzero((in_hand != counts[stop] - counts[first]) & (view.status != "cancelled"))
    findings = []
    for hand in twice.tolist():
        seats = range(int(first[hand]), int(stop[hand]))
        owned = [(int(card), seat) for seat in seats for card in layout.cards[seat] if card != EMPTY]
        owned += [(int(card), seat) for seat in seats for card in layout.discards.of(seat)]
        for card in sorted({card for card, _ in owned}):
            owners = [seat for one, seat in owned if one == card]
            if len(owners) == 1:
                continue
            names = " and ".join(dict.fromkeys(view.names[one] for one in owners))
            text = CARD_TEXT[card]
            message = f"{text} is in this hand {len(owners)} times ({names}); a deck has it once."
            said, right = f"{text} {len(owners)} times", f"{text} once"
            findings.append(
                layout.finding(owners[-1], "layout.duplicate_card", message, said, right, "deal.deck", text)
            )
    return findings


def _streets(layout: _Layout) -> list[Finding]:
    """Streets that place, discard or deal another number of cards than the game does, the first of these that is wrong."""
    view = layout.view
    placed, rules_known = _expected(view, "deal.placed")
    dealt = _expected(view, "deal.streets")[0]
    thrown = dealt - placed
    of_seat = view.rules_index[view.seat_hand]
    open_seats = layout.judged & ~layout.fantasy & rules_known[of_seat] & layout.streets_known
    findings = []
    wrong_placed = open_seats & _differ(layout.placed, _fields(placed)[of_seat])
    for seat in np.flatnonzero(wrong_placed).tolist():
        said, right = _say(layout.placed_on(seat)), _say(placed[of_seat[seat]])
        message = f"{view.names[seat]} placed {said} cards street by street; the game places {right}."
        findings.append(layout.finding(seat, "layout.deal", message, said, right, "deal.placed"))
    wrong_thrown = (
        open_seats & ~wrong_placed & layout.discard_streets.known & _differ(layout.discarded, _fields(thrown)[of_seat])
    )
    for seat in np.flatnonzero(wrong_thrown).tolist():
        given, due = _on_streets(layout.discard_streets.of(seat)), thrown[of_seat[seat]]
        message = (
            f"{view.names[seat]} discarded {int(given[1:].sum())} cards on streets 1 to 5 ({_each(given)});"
            f" the game discards {int(due[1:].sum())} ({_each(due)})."
        )
        findings.append(layout.finding(seat, "layout.deal", message, _each(given), _each(due), "deal.streets"))
    wrong_dealt = open_seats & ~wrong_placed & ~wrong_thrown & layout.dealt_streets.known
    # A street of which no deal is stated was dealt all the same: only what is stated can be wrong.
    wrong_dealt &= _differ_where_stated(layout.dealt, _fields(dealt)[of_seat])
    for seat in np.flatnonzero(wrong_dealt).tolist():
        said, right = _say(_on_streets(layout.dealt_streets.of(seat))), _say(dealt[of_seat[seat]])
        message = f"{view.names[seat]} was dealt {said} cards street by street; the game deals {right}."
        findings.append(layout.finding(seat, "layout.deal", message, said, right, "deal.streets"))
    told = layout.judged & layout.dealt_streets.known & layout.discard_streets.known
    return findings + _dealt_elsewhere(layout, told & ~wrong_placed & ~wrong_thrown & ~wrong_dealt)


def _differ(counts: Fields, want: Fields) -> Mask:
    """(n_seats,) whether cards per street 1 to 9 differ."""
    return np.asarray((counts ^ want) & _NORMAL != 0)


def _differ_where_stated(counts: Fields, want: Fields) -> Mask:
    """(n_seats,) whether cards per street 1 to 9 differ on a street that has any."""
    result = np.zeros(len(counts), bool)
    some = np.flatnonzero(_differ(counts, want))
    for street in range(1, MAX_STREETS + 1):
        place = np.uint64(_FIELD * street)
        has = counts[some] >> place & np.uint64(_FULL)
        result[some] |= (has > 0) & (has != want[some] >> place & np.uint64(_FULL))
    return result


def _fantasy_cards(layout: _Layout) -> list[Finding]:
    """Fantasyland hands whose cards are not as many as are said to have been dealt."""
    counted = np.flatnonzero(layout.judged & layout.fantasy)
    count = ints(layout.view.tables["seats"], "fantasy_cards")[counted]
    thrown, n_dealt = (each.counts(MAX_STREETS)[counted] for each in (layout.discard_streets, layout.dealt_streets))
    discards_known, dealt_known = layout.discard_streets.known[counted], layout.dealt_streets.known[counted]
    wrong = (discards_known & (count != 13 + thrown)) | (dealt_known & (count != n_dealt))
    findings = []
    for at in np.flatnonzero(wrong & (count != NULL)).tolist():
        seat, said = int(counted[at]), int(count[at])
        has = int(13 + thrown[at]) if discards_known[at] else int(n_dealt[at])
        name = layout.view.names[seat]
        message = f"{name} is said to have {said} Fantasyland cards; placed and discarded are {has}."
        findings.append(
            layout.finding(seat, "layout.fantasy_cards", message, f"{said} cards", f"{has} cards", "fantasyland.cards")
        )
    return findings


def _showdowns(layout: _Layout) -> list[Finding]:
    """Boards shown that are not the boards placed."""
    findings = []
    all_shown = boards(layout.view.tables["boards"], "shown")
    if all_shown.min(initial=EMPTY) == EMPTY:
        return []
    for seat in np.flatnonzero(layout.judged & (all_shown != EMPTY).any(axis=1)).tolist():
        own, shown = layout.cards[seat], all_shown[seat]
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
    findings = []
    of_incomplete = np.flatnonzero((view.status == "incomplete")[view.seat_hand])
    has = np.count_nonzero(layout.cards[of_incomplete] != EMPTY, axis=1)
    for seat, count in zip(of_incomplete[has < 13].tolist(), has[has < 13].tolist(), strict=True):
        message = f"The board of {view.names[seat]} holds {count} of 13 cards: the hand is kept, and neither judged nor counted."
        findings.append(layout.finding(seat, "layout.board", message, f"{count} cards", "13 cards", "deal.streets"))
    return findings


def _dealt_elsewhere(layout: _Layout, chosen: Mask) -> list[Finding]:
    """Cards placed or discarded on a street on which they were not dealt."""
    dealt, thrown, n = layout.cards_dealt, layout.discards, len(layout.cards)
    dealt_on = np.full(n * N_CARDS, _UNSEEN, np.uint8)
    first = np.arange(n, dtype=np.int32) * N_CARDS
    dealt_on[np.repeat(first, dealt.lengths) + dealt.values] = layout.dealt_streets.values
    cards, streets = layout.view.cards_by_place, layout.view.streets_by_place
    placed_there = (dealt_on.take(first + cards, mode="clip") == streets) | (cards == EMPTY)
    thrown_there = dealt_on.take(np.repeat(first, thrown.lengths) + thrown.values) == layout.discard_streets.values
    suspects = chosen & ~placed_there.all(axis=0)
    suspects[thrown.owner[~thrown_there]] |= chosen[thrown.owner[~thrown_there]]
    findings = []
    for seat in np.flatnonzero(suspects).tolist():
        stated = _on_streets(layout.dealt_streets.of(seat)) > 0
        given = set(zip(layout.dealt_streets.of(seat).tolist(), dealt.of(seat).tolist(), strict=True))
        used = set(zip(layout.streets[seat].tolist(), layout.cards[seat].tolist(), strict=True))
        used |= set(zip(layout.discard_streets.of(seat).tolist(), thrown.of(seat).tolist(), strict=True))
        for street, card in sorted(used - given):
            if card == EMPTY or street > MAX_STREETS or not stated[street]:
                continue
            where = "in Fantasyland" if street == 0 else f"on street {street}"
            text = CARD_TEXT[card]
            message = f"{layout.view.names[seat]} has {text} {where}, where it was not dealt to him."
            findings.append(layout.finding(seat, "layout.deal", message, text, "not dealt", "deal.streets", text))
    return findings
