"""Faults between hands: chips that appear, vanish or change hands, and hands that are missing, copied or numbered wrongly."""

from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal

import pyarrow as pa

from ofc_audit.simulate.edits import (
    Row,
    Tables,
    UnsuitableError,
    change_row,
    choose,
    hand_rows,
    join,
    put_rows,
    rekey,
    row_of,
    unit_of,
)
from ofc_audit.simulate.fault import CAPTURE, LARGE, MONEY_SIZES, UNIT, Aim, Fault, Rules
from ofc_audit.simulate.retell import follow

_SOON = timedelta(seconds=300)


def _is_carried(tables: Tables, hand: int) -> tuple[Row, list[Row]]:
    """The hand and its seats, if every player brings to it just what he had after the hand before at the same table, where nothing else can
    have been played in between."""
    if hand == 0:
        raise UnsuitableError
    row, before = row_of(tables, "hands", hand), row_of(tables, "hands", hand - 1)
    seats, had = hand_rows(tables, "seats", hand), hand_rows(tables, "seats", hand - 1)
    places = {seat["acting_order"]: seat["player_id"] for seat in had}
    after = {places[claim["acting_order"]]: claim["stack"] for claim in hand_rows(tables, "claims", hand - 1)}
    names = ("table_id", "match_id", "tournament_id", "rules_id")
    is_next = (
        row["hand_no"] == before["hand_no"] + 1
        if row["match_id"] is not None and row["hand_no"] is not None and before["hand_no"] is not None
        else row["ended_at"] - before["ended_at"] < _SOON and len(after) == len(seats)
    )
    if (
        any(row[name] != before[name] for name in names)
        or not is_next
        or any(seat["stack"] is None or seat["stack"] != after.get(seat["player_id"]) for seat in seats)
    ):
        raise UnsuitableError
    return row, seats


def _sum_of(row: Row, stack: Decimal, aim: Aim) -> Decimal:
    """What the fault is worth: a point, the smallest unit, or half a stack in whole units."""
    price: Decimal = row["point_value"]
    unit = unit_of(row)
    half: Decimal = stack / 2 // unit * unit
    return {UNIT: unit, LARGE: half}.get(aim.size, price)


def _play_on(tables: Tables, rules: Rules, hand: int, seats: Sequence[Row]) -> dict[str, pa.Table]:
    """The hand played with other stacks, if nobody plays for nothing and nobody is out by it who was not."""
    changed = follow(put_rows(tables, "seats", hand, seats), tables, rules, hand, "points")
    was, now = (hand_rows(one, "claims", hand) for one in (tables, changed))
    if any((old["stack"] <= 0) != (new["stack"] <= 0) for old, new in zip(was, now, strict=True)):
        raise UnsuitableError
    return changed


def _with_more(tables: Tables, rules: Rules, aim: Aim, sign: int) -> dict[str, pa.Table]:
    row, seats = _is_carried(tables, aim.hand)
    one = seats[aim.seat]
    size = _sum_of(row, one["stack"], aim)
    if not 0 < size < one["stack"]:
        raise UnsuitableError
    seats[aim.seat] = {**one, "stack": one["stack"] + sign * size}
    return _play_on(tables, rules, aim.hand, seats)


def chips_missing(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player has less at the start of a hand than after the one before."""
    return _with_more(tables, rules, aim, -1)


def chips_added(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player has more at the start of a hand of a match or tournament than after the one before."""
    row = row_of(tables, "hands", aim.hand)
    if row["match_id"] is None and row["tournament_id"] is None:
        raise UnsuitableError
    return _with_more(tables, rules, aim, 1)


def stacks_exchanged(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """In the middle of a match a player has the stack of the one who acts after him, and that one his."""
    row, seats = _is_carried(tables, aim.hand)
    other = (aim.seat + 1) % len(seats)
    if row["match_id"] is None or seats[aim.seat]["stack"] == seats[other]["stack"]:
        raise UnsuitableError
    mine, his = seats[aim.seat]["stack"], seats[other]["stack"]
    seats[aim.seat], seats[other] = {**seats[aim.seat], "stack": his}, {**seats[other], "stack": mine}
    return _play_on(tables, rules, aim.hand, seats)


def stake_changed(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """In a match settled at its end a hand in the middle says that a player brought more than the others say."""
    row = row_of(tables, "hands", aim.hand)
    played = rules.get(row["rules_id"])
    is_settled = played is not None and played.value("settlement.scope") == "match"
    if not is_settled or row["match_id"] is None or row["hand_no"] == 1 or row["last_of_match"]:
        raise UnsuitableError
    seats = hand_rows(tables, "seats", aim.hand)
    one = seats[aim.seat]
    if one["stack"] is None or row_of(tables, "hands", aim.hand - 1)["match_id"] != row["match_id"]:
        raise UnsuitableError
    seats[aim.seat] = {**one, "stack": one["stack"] + _sum_of(row, one["stack"], aim)}
    return put_rows(tables, "seats", aim.hand, seats)


def _match_hands(tables: Tables, hand: int) -> list[int]:
    """The hands of the match from this one on, which is not its first."""
    row, n = row_of(tables, "hands", hand), tables["hands"].num_rows
    if row["match_id"] is None or row["hand_no"] is None or row["hand_no"] < 2:
        raise UnsuitableError
    matches = tables["hands"].column("match_id").to_pylist()
    return [at for at in range(hand, n) if matches[at] == row["match_id"]]


def hand_left_out(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A hand in the middle of a match is not on record: the one that was aimed at, in whose place the next one now stands."""
    del rules
    if len(_match_hands(tables, aim.hand)) < 2:
        raise UnsuitableError
    return choose(tables, [at for at in range(tables["hands"].num_rows) if at != aim.hand])


def number_twice(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A hand of a match has the number of the one before, and those after it count on from there."""
    del rules
    changed = dict(tables)
    for hand in _match_hands(tables, aim.hand):
        changed = change_row(changed, "hands", hand, hand_no=row_of(tables, "hands", hand)["hand_no"] - 1)
    return changed


def ended_before(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A hand of a match ended before the one that comes before it by its number."""
    del rules
    _match_hands(tables, aim.hand)
    before = row_of(tables, "hands", aim.hand - 1)["ended_at"]
    return change_row(tables, "hands", aim.hand, ended_at=before - timedelta(seconds=30))


def copied_hand(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The hand has been on record once before, under another id, at another table, a day earlier."""
    del rules
    row = row_of(tables, "hands", aim.hand)
    if row["table_id"] is None or any(seat["is_fantasy"] for seat in hand_rows(tables, "seats", aim.hand)):
        raise UnsuitableError
    copy = choose(tables, [aim.hand])
    told: Row = {"hand_id": f"{row['hand_id']}9", "table_id": f"{row['table_id']}9"}
    if row["match_id"] is not None:
        told |= {"match_id": f"{row['match_id']}9", "hand_no": 1, "last_of_match": False}
    copy = change_row(copy, "hands", 0, **told, ended_at=row["ended_at"] - timedelta(days=1))
    return join(tables, rekey(copy))


_NO_STACKS = {CAPTURE: "a recording states no stacks"}
_NO_MATCHES = {CAPTURE: "a recording knows no matches"}

KINDS = (
    Fault(
        chips_missing,
        "settle.carried",
        "takes chips from a stack between two hands",
        has_seats=True,
        sizes=MONEY_SIZES,
        hidden=_NO_STACKS,
    ),
    Fault(
        chips_added,
        "settle.carried",
        "adds chips to a stack in the middle of a match",
        has_seats=True,
        sizes=MONEY_SIZES,
        hidden=_NO_STACKS,
    ),
    Fault(
        stacks_exchanged,
        "settle.carried",
        "gives two players each other's stacks",
        has_seats=True,
        hidden=_NO_STACKS,
    ),
    Fault(
        stake_changed,
        "settle.carried",
        "says in a hand that a player brought more to the match",
        carries=False,
        has_seats=True,
        sizes=MONEY_SIZES,
        hidden=_NO_STACKS,
    ),
    Fault(hand_left_out, "source.missing_hand", "leaves a hand of a match out", carries=False, hidden=_NO_MATCHES),
    Fault(number_twice, "match.numbering", "gives two hands of a match one number", carries=False, hidden=_NO_MATCHES),
    Fault(
        ended_before,
        "match.numbering",
        "ends a hand of a match before the one before",
        carries=False,
        hidden=_NO_MATCHES,
    ),
    Fault(copied_hand, "source.copied_hand", "copies a hand under another id", carries=False, reach="hand"),
)
