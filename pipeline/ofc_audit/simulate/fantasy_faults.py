"""Faults in what a site announces of Fantasyland after a hand; how it is dealt afterwards is right."""

import pyarrow as pa

from ofc_audit.simulate.edits import Tables, UnsuitableError, change_row, player_row, row_of
from ofc_audit.simulate.fault import CAPTURE, Aim, Fault, Rules


def fantasy_not_announced(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Fantasyland was earned, and the site says it was not."""
    del rules
    at = player_row(tables, "claims", aim.hand, aim.seat)
    if not row_of(tables, "claims", at)["is_fantasy_next"]:
        raise UnsuitableError
    return change_row(tables, "claims", at, is_fantasy_next=False, fantasy_next=0)


def fantasy_announced_wrongly(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Fantasyland was not earned, and the site announces it."""
    del rules
    at = player_row(tables, "claims", aim.hand, aim.seat)
    if row_of(tables, "claims", at)["is_fantasy_next"] is not False:
        raise UnsuitableError
    return change_row(tables, "claims", at, is_fantasy_next=True, fantasy_next=14)


_NOT_SAID = {CAPTURE: "a recording announces no Fantasyland"}

KINDS = (
    Fault(
        fantasy_not_announced,
        "fantasy.claim",
        "says nothing is earned where it is",
        has_seats=True,
        hidden=_NOT_SAID,
    ),
    Fault(
        fantasy_announced_wrongly,
        "fantasy.claim",
        "announces what was not earned",
        has_seats=True,
        hidden=_NOT_SAID,
    ),
)
