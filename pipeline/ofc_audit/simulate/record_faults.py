"""Faults of the record: an id used twice, a hand told twice, a key that nobody defined."""

from datetime import timedelta

import pyarrow as pa

from ofc_audit.simulate.edits import (
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
from ofc_audit.simulate.fault import CAPTURE, TEXT, Aim, Fault, Rules
from ofc_audit.simulate.tell import is_recording


def reused_id(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The hand has the id of the hand before it at the same table."""
    del rules
    hand = aim.hand
    if hand == 0:
        raise UnsuitableError
    before, row = row_of(tables, "hands", hand - 1), row_of(tables, "hands", hand)
    if before["table_id"] != row["table_id"]:
        raise UnsuitableError
    # A recording has the hand's number in its id.
    number = before["hand_no"] if is_recording(tables, hand) else row["hand_no"]
    return change_row(tables, "hands", hand, hand_id=before["hand_id"], hand_no=number)


def conflict(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A second record of the hand follows at the end, the same but for a minute."""
    del rules
    hand = aim.hand
    copy = choose(tables, [hand])
    ended = row_of(copy, "hands", 0)["ended_at"]
    return join(tables, rekey(change_row(copy, "hands", 0, ended_at=ended + timedelta(minutes=1))))


def edited_copy(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A second record of the hand follows at the end, in which a player got one unit more."""
    del rules
    copy = choose(tables, [aim.hand])
    claims = hand_rows(copy, "claims", 0)
    if claims[aim.seat]["net"] is None:
        raise UnsuitableError
    claims[aim.seat]["net"] += unit_of(row_of(copy, "hands", 0))
    return join(tables, rekey(put_rows(copy, "claims", 0, claims)))


def unknown_key(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The record has a key of its own."""
    del rules
    hand = aim.hand
    return change_row(tables, "hands", hand, unknown_keys='{"dealer":"Rosa"}')


KINDS = (
    Fault(reused_id, "source.reused_id", "gives a hand the id of the hand before", reach="around"),
    Fault(conflict, "source.conflict", "has a second record of a hand, at another time", reach="table"),
    Fault(
        edited_copy,
        "source.conflict",
        "has a second record of a hand, with another result",
        has_seats=True,
        reach="table",
        also=("settle.net", "settle.stack", "settle.conservation"),
    ),
    Fault(
        unknown_key,
        "source.unknown_key",
        "states something that the format does not define",
        hidden={
            TEXT: "any line that the format does not define puts the hand in quarantine",
            CAPTURE: "what a recorder notes besides is no word of the site's",
        },
    ),
)
