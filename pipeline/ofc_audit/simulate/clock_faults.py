"""Faults of the clock: cards that the site puts elsewhere, a player who goes on out of time, or has too much of it."""

import pyarrow as pa

from ofc_audit.simulate.edits import (
    Row,
    Tables,
    UnsuitableError,
    change_row,
    hand_rows,
    lay,
    row_of,
    rows_of,
)
from ofc_audit.simulate.fault import CAPTURE, Aim, Fault, Rules
from ofc_audit.simulate.tell import claim_truth

_ROWS = (slice(0, 3), slice(3, 8), slice(8, 13))
_LATE_MS = 5_000


def _auto_boards(tables: Tables, hand: int) -> list[tuple[int, Row]]:
    """The boards of the hand on which the site placed cards, and where they are in the table."""
    boards = [(at, row_of(tables, "boards", at)) for at in rows_of(tables, "boards", hand)]
    return [(at, board) for at, board in boards if board["street_auto"] and board["street_auto"][-1]]


def _number(rules: Rules, tables: Tables, hand: int, key: str) -> int:
    """A number of seconds of the hand's rule set."""
    played = rules.get(row_of(tables, "hands", hand)["rules_id"])
    value = None if played is None else played.value(key)
    if not isinstance(value, int):
        raise UnsuitableError
    return value


def placed_elsewhere(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Two cards that the site placed lie in each other's rows."""
    hand = aim.hand
    for at, board in _auto_boards(tables, hand):
        first = board["street_auto"].index(True) + 1
        rows = [list(zip(board["cards"][part], board["streets"][part], strict=True)) for part in _ROWS]
        for low, high in ((2, 1), (1, 0), (2, 0)):
            ours = [card for card in rows[low] if card[1] >= first]
            theirs = [card for card in rows[high] if card[1] >= first]
            if not ours or not theirs:
                continue
            rows[low][rows[low].index(ours[0])], rows[high][rows[high].index(theirs[0])] = theirs[0], ours[0]
            cards, streets = lay(rows)
            changed = change_row(tables, "boards", at, cards=cards, streets=streets)
            changed = claim_truth(changed, tables, rules, hand)
            return _same_fantasyland(changed, tables, hand)
    raise UnsuitableError


def goes_on_out_of_time(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player whose time had run out sets his last street himself."""
    del rules
    hand = aim.hand
    for at, board in _auto_boards(tables, hand):
        auto, ms = list(board["street_auto"]), list(board["street_ms"])
        first = auto.index(True)
        if first == len(auto) - 1 or ms[first] < _LATE_MS:
            continue
        auto[-1] = False
        ms[first], ms[-1] = ms[first] - _LATE_MS, _LATE_MS
        return change_row(tables, "boards", at, street_auto=auto, street_ms=ms)
    raise UnsuitableError


def too_much_time(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player takes a second more than the clock and the whole time bank give him."""
    hand = aim.hand
    limit = 1000 * (
        _number(rules, tables, hand, "clock.hand_seconds") + _number(rules, tables, hand, "clock.time_bank_seconds")
    )
    for at in rows_of(tables, "boards", hand):
        board = row_of(tables, "boards", at)
        ms = board["street_ms"]
        if ms is None or None in ms or any(board["street_auto"]):
            continue
        return change_row(tables, "boards", at, street_ms=[*ms[:-1], limit + 1000 - sum(ms[:-1])])
    raise UnsuitableError


def third_card_placed(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Of three cards that the site placed, it throws away the second and places the third."""
    for at, board in _auto_boards(tables, aim.hand):
        first = board["street_auto"].index(True) + 1
        discards = list(zip(board["discards"] or (), board["discard_streets"] or (), strict=True))
        dealt = list(zip(board["dealt"] or (), board["dealt_streets"] or (), strict=True))
        for number, (thrown, street) in enumerate(discards):
            on_street = [code for code, on in dealt if on == street]
            if street < max(first, 2) or len(on_street) != 3 or on_street[2] != thrown:
                continue
            kept = on_street[1]
            rows = [list(zip(board["cards"][part], board["streets"][part], strict=True)) for part in _ROWS]
            rows = [[(thrown if code == kept else code, on) for code, on in row] for row in rows]
            discards[number] = (kept, street)
            cards, streets = lay(rows)
            changed = change_row(
                tables, "boards", at, cards=cards, streets=streets, discards=[code for code, _ in discards]
            )
            return _same_fantasyland(claim_truth(changed, tables, rules, aim.hand), tables, aim.hand)
    raise UnsuitableError


def _same_fantasyland(changed: dict[str, pa.Table], true: Tables, hand: int) -> dict[str, pa.Table]:
    """The change, if nobody earned by it what is not played in the next hand, or lost what is."""
    was, now = (hand_rows(one, "claims", hand) for one in (true, changed))
    if [claim["is_fantasy_next"] for claim in was] != [claim["is_fantasy_next"] for claim in now]:
        raise UnsuitableError
    return changed


_NO_CLOCK = {CAPTURE: "a recording tells neither times nor what the site placed"}

KINDS = (
    Fault(placed_elsewhere, "clock.placement", "puts cards into other rows than the rule says", hidden=_NO_CLOCK),
    Fault(third_card_placed, "clock.placement", "throws away a card that should be placed", hidden=_NO_CLOCK),
    Fault(goes_on_out_of_time, "clock.rest", "lets a player go on whose time has run out", hidden=_NO_CLOCK),
    Fault(too_much_time, "clock.time", "gives a player more time than he has", hidden=_NO_CLOCK),
)
