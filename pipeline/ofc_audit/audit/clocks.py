"""Clocks: did the site place the cards of a player whose time had run out as the rules say, and did nobody take more time than he has?

Reads clock.auto_order, clock.hand_seconds and clock.time_bank_seconds. Why a street was placed by the site is not asked: a lost connection
starts the time bank at once and may have been lost before the hand, and the time bank may have been used up in hands before this one, so
that no times of one hand show that a player still had some.
"""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ofc_audit.audit.layout import cards_expected, per_street
from ofc_audit.audit.part import part_of
from ofc_audit.audit.view import Ints, Mask, Texts, View, boards, flags, ints, lists
from ofc_audit.cards import CARD_TEXT, EMPTY
from ofc_audit.findings import Finding
from ofc_audit.money import NULL
from ofc_audit.rulesets import UNKNOWN

TOP, MIDDLE, BOTTOM, DISCARD = range(4)
ROW_NAMES = ("top", "middle", "bottom", "discards")
_ROW_OF_PLACE = np.repeat([TOP, MIDDLE, BOTTOM], [3, 5, 5])
_FIRST_TO_LAST = "bottom_middle_top"
_NO_RULE = "no rule for automatic placement"
_NO_ORDER = "dealt order unknown"
_FANTASYLAND = "automatic Fantasyland placement"


@dataclass(frozen=True)
class Clocks:
    """Findings; by hand: did the site place any card wrongly, and why it cannot be told (empty where it can)."""

    findings: list[Finding]
    is_wrong: Mask
    reason: Texts


@dataclass(frozen=True)
class _Dealt:
    """Cards dealt on some streets of which all is known, in the order dealt, with the row where each lies and where it belongs.

    `code`, `is_there`, `row`, `due`: (n, most cards of a street).
    """

    code: Ints
    is_there: Mask
    row: Ints
    due: Ints


class _Clocks:
    """One entry per street that a record tells of a seat: its number, whether the site placed it, and the time used."""

    def __init__(self, view: View) -> None:
        self.view = view
        told = view.board_list("street_auto")
        self.seat, self.auto = told.owner, told.values == 1
        self.judged = (view.status == "complete")[view.seat_hand]

    @cached_property
    def line(self) -> Ints:
        """(n_seats,) where the record states the board."""
        return ints(self.view.tables["boards"], "line")

    @cached_property
    def cards(self) -> Ints:
        """(n_seats, 13)"""
        return boards(self.view.tables["boards"], "cards").astype(np.int64)

    @cached_property
    def streets(self) -> Ints:
        """(n_seats, 13) the street of each card, `EMPTY` where not known."""
        return boards(self.view.tables["boards"], "streets").astype(np.int64)

    @cached_property
    def n_placed(self) -> Ints:
        """(n_seats, 10) cards placed on each street; column 0 is Fantasyland."""
        return per_street(np.repeat(np.arange(len(self.streets)), 13), self.streets.reshape(-1), len(self.streets))

    @cached_property
    def dealt(self) -> tuple[Ints, Ints]:
        """The codes of all cards dealt, by seat and street in the order dealt, and (n_seats, 10) how many on each street."""
        seat, street, _ = lists(self.view.tables["boards"], "dealt_streets")
        _, code, _ = lists(self.view.tables["boards"], "dealt")
        return code, per_street(seat, street, len(self.streets))

    @cached_property
    def street(self) -> Ints:
        """(n_entries,) the street of each entry, -1 where it cannot be told.

        The streets of a seat are told in their order: each on which a card is known to have been dealt, placed or discarded, else, where
        there are more entries than such streets, all from the first.
        """
        seat, street, _ = lists(self.view.tables["boards"], "discard_streets")
        is_told = (self.n_placed + self.dealt[1] + per_street(seat, street, len(self.streets))) > 0
        count = np.bincount(self.seat, minlength=len(self.streets))
        place = np.arange(len(self.seat)) - (np.cumsum(count) - count)[self.seat]
        in_order = np.argsort(~is_told, axis=1, kind="stable")
        is_fantasy = flags(self.view.tables["seats"], "is_fantasy") == 1
        is_matched = (is_told.sum(axis=1) == count)[self.seat]
        from_first = np.where(is_fantasy[self.seat], -1, np.minimum(place, 8) + 1)
        told = np.where(is_matched, in_order[self.seat, np.minimum(place, 9)], from_first)
        unknown = ((self.streets == EMPTY) & (self.cards != EMPTY)).any(axis=1)
        return np.where(unknown[self.seat], -1, told)

    def finding(
        self, seat: int, check: str, message: str, claimed: str, computed: str, key: str, mark: str | None = None
    ) -> Finding:
        """A finding about a seat."""
        view, hand = self.view, int(self.view.seat_hand[seat])
        rules = view.rules_of(hand)
        return Finding(
            check,
            message,
            acting_order=int(view.acting_order[seat]),
            claimed=claimed,
            computed=computed,
            rule_key=key,
            rule_source=None if rules is None else rules.source(key),
            mark=mark,
            **view.place(hand, int(self.line[seat])),  # type: ignore[arg-type]
        )


def audit_clocks(view: View) -> Clocks:
    """Hold what the record says of time and of automatic placement against the rules.

    Out of time, each card goes, in the order dealt, to the first row with room: bottom, middle, top; of three cards the third is discarded
    (clock.auto_order), and so for the rest of the hand. All streets of a hand together take at most clock.hand_seconds and
    clock.time_bank_seconds. The automatic placement of a Fantasyland hand is stated by no rule. Hands that are not complete are not judged.
    """
    clocks = _Clocks(view)
    found = _times(clocks)
    reason = np.full(view.n_hands, "", object)
    wrong = np.zeros(view.n_hands, bool)
    automatic = clocks.seat[clocks.auto & clocks.judged[clocks.seat]]
    if len(automatic):
        part = part_of(view, np.unique(view.seat_hand[automatic]))
        clocks = _Clocks(part.view)
        misplaced, reason[part.hands] = _placements(clocks)
        entries = [entry for entry, _ in misplaced]
        wrong[part.hands[part.view.seat_hand[clocks.seat[entries]]]] = True
        found += [finding for _, finding in misplaced]
        found += _rests(clocks)
    return Clocks(found, wrong, reason)


def _placements(clocks: _Clocks) -> tuple[list[tuple[int, Finding]], Texts]:
    """Streets that the site placed otherwise than the rule says, each an entry with its finding; by hand why it cannot be told."""
    view = clocks.view
    automatic = np.flatnonzero(clocks.auto & clocks.judged[clocks.seat] & (clocks.street != 0))
    in_fantasy = np.flatnonzero(clocks.auto & clocks.judged[clocks.seat] & (clocks.street == 0))
    seat, street = clocks.seat[automatic], clocks.street[automatic]
    has_cards = (street < 0) | (clocks.n_placed[seat, street] > 0)
    automatic, seat, street = automatic[has_cards], seat[has_cards], street[has_cards]
    orders = ["" if order == _FIRST_TO_LAST else _missing_rule(order) for order in view.parameter("clock.auto_order")]
    missing = view.by_rules(orders)[view.seat_hand[seat]]
    is_known, dealt = _dealt(clocks, seat, street)
    told = np.flatnonzero(is_known)
    is_wrong = (dealt.is_there & (dealt.row != dealt.due)).any(axis=1) & (missing[told] == "")
    found: dict[int, tuple[int, Finding]] = {}
    judged = automatic[told]
    # What lies wrong from one street on may be a wrong row of a later one too: it is told once, of the first.
    wrong = np.flatnonzero(is_wrong)
    for at in wrong[np.lexsort((clocks.street[judged[wrong]], clocks.seat[judged[wrong]]))].tolist():
        entry, finding = int(judged[at]), _misplaced(clocks, int(judged[at]), dealt, at)
        owner = int(clocks.seat[entry])
        if owner in found:
            first, cause = found[owner]
            also = f"street {int(clocks.street[entry])} {finding.claimed} for {finding.computed}"
            told_before = "" if cause.consequences is None else f"{cause.consequences}; "
            found[owner] = first, replace(cause, consequences=told_before + also)
        else:
            found[owner] = entry, finding
    reason = np.full(view.n_hands, "", object)
    for entries, texts in (
        (in_fantasy, np.full(len(in_fantasy), _FANTASYLAND, object)),
        (automatic, np.where((missing == "") & ~is_known, _NO_ORDER, missing)),
    ):
        is_open = texts != ""
        reason[view.seat_hand[clocks.seat[entries[is_open]]]] = texts[is_open]
    return list(found.values()), reason


def _missing_rule(order: object) -> str:
    return "rule unknown: clock.auto_order" if order is UNKNOWN else _NO_RULE


def _dealt(clocks: _Clocks, seat: Ints, street: Ints) -> tuple[Mask, _Dealt]:
    """Which streets can be judged, and the cards of those: as many were dealt and placed as the game says, all of them dealt there."""
    view, hand = clocks.view, clocks.view.seat_hand[seat]
    code, n_dealt = clocks.dealt
    n_deal, n_place = (cards_expected(view, key)[0][hand, street] for key in ("deal.streets", "deal.placed"))
    start = np.cumsum(n_dealt.reshape(-1)) - n_dealt.reshape(-1)
    known = (street > 0) & (n_deal > 0) & (n_dealt[seat, street] == n_deal)
    known &= clocks.n_placed[seat, street] == n_place
    width = int(n_deal[known].max(initial=0))
    is_there = known[:, None] & (np.arange(width) < n_deal[:, None])
    at = np.where(is_there, start[seat * 10 + np.maximum(street, 0)][:, None] + np.arange(width), 0)
    dealt = np.where(is_there, code[at], EMPTY) if width else np.empty((len(seat), 0), np.int64)
    placed_here = clocks.streets[seat] == street[:, None]
    lies = (dealt[:, :, None] == clocks.cards[seat][:, None, :]) & placed_here[:, None, :] & is_there[:, :, None]
    known &= lies.any(axis=2).sum(axis=1) == n_place
    row = np.where(lies.any(axis=2), _ROW_OF_PLACE[lies.argmax(axis=2)], DISCARD)
    is_before = clocks.streets[seat] < street[:, None]
    room_below = 5 - is_before[:, 8:].sum(axis=1)
    room_in_both = room_below + 5 - is_before[:, 3:8].sum(axis=1)
    number = np.arange(width)[None, :]
    due = np.where(number < room_below[:, None], BOTTOM, np.where(number < room_in_both[:, None], MIDDLE, TOP))
    due = np.where(number < n_place[:, None], due, DISCARD)
    return known, _Dealt(dealt[known], is_there[known], row[known], due[known])


def _rows_text(dealt: _Dealt, at: int, rows: Ints) -> str:
    """Cards by row, top first, in the order dealt: `middle [Ts] bottom [5c] discards [9h]`."""
    parts = []
    for row, name in enumerate(ROW_NAMES):
        cards = dealt.code[at][dealt.is_there[at] & (rows[at] == row)].tolist()
        if cards:
            parts.append(f"{name} [{' '.join(CARD_TEXT[card] for card in cards)}]")
    return " ".join(parts)


def _misplaced(clocks: _Clocks, entry: int, dealt: _Dealt, at: int) -> Finding:
    seat, street = int(clocks.seat[entry]), int(clocks.street[entry])
    first = int(np.flatnonzero(dealt.is_there[at] & (dealt.row[at] != dealt.due[at]))[0])
    order = " ".join(CARD_TEXT[card] for card in dealt.code[at][dealt.is_there[at]].tolist())
    lies, due = _rows_text(dealt, at, dealt.row), _rows_text(dealt, at, dealt.due)
    message = (
        f"The site placed street {street} for {clocks.view.names[seat]}, dealt [{order}]: in that order each card goes to the first row"
        f" with room, bottom, middle, top, which is {due}; placed is {lies}."
    )
    mark = CARD_TEXT[int(dealt.code[at, first])]
    return clocks.finding(seat, "clock.placement", message, lies, due, "clock.auto_order", mark)


def _rests(clocks: _Clocks) -> list[Finding]:
    """Players who place cards themselves again, after a street that the site placed for them."""
    view = clocks.view
    has_rule = np.array([order == _FIRST_TO_LAST for order in view.parameter("clock.auto_order")], bool)
    seat_rule = has_rule[view.rules_index[view.seat_hand]] & clocks.judged
    chosen = seat_rule[clocks.seat] & (clocks.street > 0)
    first = np.full(len(clocks.judged), 99)
    np.minimum.at(first, clocks.seat[chosen & clocks.auto], clocks.street[chosen & clocks.auto])
    own = chosen & ~clocks.auto & (clocks.street > first[clocks.seat])
    own &= clocks.n_placed[clocks.seat, np.maximum(clocks.street, 0)] > 0
    again = np.full(len(clocks.judged), 99)
    np.minimum.at(again, clocks.seat[own], clocks.street[own])
    found = []
    for seat in np.flatnonzero(again < 99).tolist():
        name, start, resumed = view.names[seat], int(first[seat]), int(again[seat])
        message = (
            f"The site placed street {start} for {name}, whose time had run out, and he places street {resumed} himself; out of time, the"
            " rest of his hand is placed by the site."
        )
        found.append(
            clocks.finding(seat, "clock.rest", message, f"street {resumed} by himself", "automatic", "clock.auto_order")
        )
    return found


def _times(clocks: _Clocks) -> list[Finding]:
    """Players who took more time over the streets whose time is known than they have for all of them."""
    view = clocks.view
    limits = [_seconds(view, key) for key in ("clock.hand_seconds", "clock.time_bank_seconds")]
    times = view.board_list("street_ms")
    used = times.sums(np.where(times.values == NULL, 0, times.values).astype(np.int64))
    is_limited = (limits[0] != NULL) & (limits[1] != NULL)
    allowed = np.where(is_limited, sum(np.where(is_limited, limit, 0) for limit in limits), NULL)[view.seat_hand]
    late = clocks.judged & (allowed != NULL) & (used > np.where(allowed == NULL, 0, allowed) * 1000)
    found = []
    for seat in np.flatnonzero(late).tolist():
        hand, most = int(view.seat_hand[seat]), int(allowed[seat])
        clock, bank = (int(limit[hand]) for limit in limits)
        taken = f"{int(used[seat]) / 1000:.3f}".rstrip("0").rstrip(".")
        message = f"{view.names[seat]} took {taken} s over this hand; the clock gives {clock} s" + (
            f" and the time bank {bank} s, {most} s in all." if bank else " and there is no time bank."
        )
        found.append(
            clocks.finding(seat, "clock.time", message, f"{taken} s", f"at most {most} s", "clock.time_bank_seconds")
        )
    return found


def _seconds(view: View, key: str) -> Ints:
    """(n_hands,) a parameter in seconds; `NULL` where no rule says."""
    return view.numbers_by_rules(int(value) if isinstance(value, int) else NULL for value in view.parameter(key))
