"""Faults of rake and stacks: taken twice, from a loser, unstated, in the middle of a match, or left out of a stack."""

from collections.abc import Callable
from decimal import Decimal

import pyarrow as pa

from ofc_audit.simulate.blind import RAKE_UNKNOWN, RAKED_UNKNOWN
from ofc_audit.simulate.edits import Row, Tables, UnsuitableError, change_row, hand_rows, put_rows, row_of, unit_of
from ofc_audit.simulate.fault import CAPTURE, LARGE, MONEY_SIZES, UNIT, Aim, Fault, Rules
from ofc_audit.simulate.tell import stated_pairs


def _sum_of(tables: Tables, aim: Aim, whole: Decimal) -> Decimal:
    """The size of the fault: the smallest unit, a point's worth, or the whole of something."""
    row = row_of(tables, "hands", aim.hand)
    price: Decimal = row["point_value"]
    return unit_of(row) if aim.size == UNIT else whole if aim.size == LARGE else price


def _take(tables: Tables, aim: Aim, suits: Callable[[Row], bool], is_stated: bool) -> dict[str, pa.Table]:
    """Money is taken from a player beyond what is due, stated as rake or not, and leaves his stack."""
    stated_pairs(tables, aim.hand)
    claims = hand_rows(tables, "claims", aim.hand)
    claim = claims[aim.seat]
    total = row_of(tables, "hands", aim.hand)["rake"]
    if claim["net"] is None or claim["rake"] is None or total is None or not suits(claim):
        raise UnsuitableError
    left = claim["stack"] if claim["stack"] is not None else abs(claim["net"])
    more = _sum_of(tables, aim, left)
    if more <= 0 or (claim["stack"] is not None and more > claim["stack"]):
        raise UnsuitableError
    claim["net"] -= more
    if claim["stack"] is not None:
        claim["stack"] -= more
    if is_stated:
        claim["rake"] += more
        tables = change_row(tables, "hands", aim.hand, rake=total + more)
    return put_rows(tables, "claims", aim.hand, claims)


def rake_from_a_loser(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player who lost pays rake as well, stated as such."""
    del rules
    return _take(tables, aim, lambda claim: claim["net"] < 0, is_stated=True)


def rake_not_stated(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A winner gets less than his pairs and his rake come to: rake that nobody states."""
    del rules
    return _take(tables, aim, lambda claim: claim["net"] > 0, is_stated=False)


def rake_taken_twice(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A winner's rake is taken from him once more than it is stated."""
    del rules
    stated_pairs(tables, aim.hand)
    claims = hand_rows(tables, "claims", aim.hand)
    claim = claims[aim.seat]
    if not claim["rake"] or claim["net"] is None:
        raise UnsuitableError
    claim["net"] -= claim["rake"]
    if claim["stack"] is not None:
        claim["stack"] -= claim["rake"]
    return put_rows(tables, "claims", aim.hand, claims)


def rake_of_seats_hidden(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The hand's rake is less than the rakes of the seats: nothing."""
    del rules
    rake = row_of(tables, "hands", aim.hand)["rake"]
    if not rake:
        raise UnsuitableError
    return change_row(tables, "hands", aim.hand, rake=Decimal(0))


def stack_before_rake(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The stack after the hand leaves the rake out, which the net counts."""
    del rules
    claims = hand_rows(tables, "claims", aim.hand)
    claim = claims[aim.seat]
    if not claim["rake"] or claim["stack"] is None:
        raise UnsuitableError
    claim["stack"] += claim["rake"]
    return put_rows(tables, "claims", aim.hand, claims)


def stacks_swapped(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player and the next one have each other's stacks after the hand, in its record only."""
    del rules
    claims = hand_rows(tables, "claims", aim.hand)
    mine, other = claims[aim.seat], claims[(aim.seat + 1) % len(claims)]
    # Whose stack is nothing is out, which is another lie.
    if not mine["stack"] or not other["stack"] or mine["stack"] == other["stack"]:
        raise UnsuitableError
    mine["stack"], other["stack"] = other["stack"], mine["stack"]
    return put_rows(tables, "claims", aim.hand, claims)


_NO_RAKE = {CAPTURE: "a recording states no rake"}
_NO_STACKS = {CAPTURE: "a recording states no stacks"}

KINDS = (
    Fault(
        rake_from_a_loser,
        "settle.rake",
        "takes rake from a loser",
        has_seats=True,
        unless=(RAKED_UNKNOWN,),
        sizes=MONEY_SIZES,
        hidden=_NO_RAKE,
    ),
    Fault(
        rake_not_stated,
        "settle.net",
        "takes rake that it does not state",
        has_seats=True,
        sizes=MONEY_SIZES,
        hidden=_NO_RAKE,
        unless=(RAKE_UNKNOWN,),
    ),
    Fault(
        rake_taken_twice,
        "settle.net",
        "takes the rake twice and states it once",
        has_seats=True,
        hidden=_NO_RAKE,
        unless=(RAKE_UNKNOWN,),
    ),
    Fault(rake_of_seats_hidden, "settle.rake", "states no rake for the hand where its seats pay one", hidden=_NO_RAKE),
    Fault(
        stack_before_rake,
        "settle.stack",
        "leaves the rake in a stack",
        carries=False,
        has_seats=True,
        hidden=_NO_STACKS,
    ),
    Fault(
        stacks_swapped,
        "settle.stack",
        "states two players' stacks the wrong way round",
        carries=False,
        has_seats=True,
        hidden=_NO_STACKS,
    ),
)
