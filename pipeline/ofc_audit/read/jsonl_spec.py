"""The keys of an `ofc_jsonl` record, version 1, declared once: the Arrow schema, the checks in arrays and the reasons follow."""

from dataclasses import dataclass
from typing import Literal

import pyarrow as pa

VERSION = 1
MOST_SEATS = 15
MOST_STREETS = 9
FIRST_STREET_CARDS = 5
"""More cards than these in the one entry of a player outside Fantasyland: the record does not say when they were placed."""
TRUE_COUNT = -(1 << 40) - 77
"""What stands for `true` ("in Fantasyland, count unknown") where all other values are numbers."""

INT16, INT32 = (1 << 15) - 1, (1 << 31) - 1

Kind = Literal[
    "int", "flag", "text", "money", "signed_money", "time", "cards", "ints", "count", "levels", "object", "objects"
]


@dataclass(frozen=True)
class Field:
    """One key: its kind, whether it must be there, and what its value may be.

    `low` and `high` bound whole numbers, `low` the length of a text; `words` are the texts allowed; `length` is the
    length of a list of numbers (None: any).
    Kind `count` is a number of cards or `true`; `levels` an object from level to amount.
    """

    name: str
    kind: Kind
    required: bool = False
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()
    length: int | None = None
    fields: tuple["Field", ...] = ()


_STREET = (
    Field("dealt", "cards"),
    Field("top", "cards", required=True),
    Field("middle", "cards", required=True),
    Field("bottom", "cards", required=True),
    Field("discards", "cards"),
    Field("ms", "int", high=INT32),
    Field("auto", "flag"),
)
_CLAIMS = (
    Field("foul", "flag"),
    Field("royalties", "ints", low=-INT16, high=INT16, length=3),
    Field("points", "int", low=-INT32, high=INT32),
    Field("net", "signed_money"),
    Field("rake", "money"),
    Field("stack", "money"),
    Field("fantasy_next", "count", high=52),
    Field("bounty", "money"),
    Field("place", "int", low=1, high=INT16),
)
_SEAT = (
    Field("seat", "int", high=INT16),
    Field("player", "text", required=True),
    Field("id", "text"),
    Field("hero", "flag"),
    Field("stack", "money"),
    Field("fantasy", "count", required=True, high=52),
    Field("streets", "objects", required=True, fields=_STREET),
    Field("claims", "object", fields=_CLAIMS),
)
_PAIR = (
    Field("a", "int", required=True, high=INT16),
    Field("b", "int", required=True, high=INT16),
    Field("rows", "ints", low=-1, high=1, length=3),
    Field("bonus", "int", low=-INT16, high=INT16),
    Field("royalties", "ints", low=-INT16, high=INT16, length=2),
    Field("points", "int", low=-INT32, high=INT32),
    Field("amount", "signed_money"),
)
_OPTIONS = (
    Field("scoring", "text", words=("1-6", "2-4")),
    Field("fantasyland", "text", words=("fixed", "progressive")),
    Field("one_hand", "flag"),
    Field("royalties", "text"),
    Field("royalty_settlement", "text", words=("difference", "winner_only")),
    Field("match_cap", "money"),
)
_TOURNAMENT = (
    Field("id", "text"),
    Field("level", "int", high=INT32),
    Field("point_value_by_level", "levels"),
)
RECORD = (
    Field("ofc", "int", required=True, low=VERSION, high=VERSION),
    Field("site", "text", required=True, low=1),
    Field("club", "text"),
    Field("hand_id", "text", required=True, low=1),
    Field("match_id", "text"),
    Field("hand_no", "int", high=INT32),
    Field("table", "text"),
    Field("rules", "text", required=True, low=1),
    Field("options", "object", fields=_OPTIONS),
    Field("ended_at", "time", required=True),
    Field("currency", "text", required=True, low=1),
    Field("chip_price", "money"),
    Field("chip_currency", "text"),
    Field("point_value", "money", required=True),
    Field("tournament", "object", fields=_TOURNAMENT),
    Field("status", "text", words=("complete", "cancelled")),
    Field("last_of_match", "flag"),
    Field("observed", "flag"),
    Field("seats", "objects", required=True, fields=_SEAT),
    Field("pairs", "objects", fields=_PAIR),
    Field("sitting_out", "ints", high=INT16),
    Field("events", "objects", fields=(Field("seat", "int", high=INT16), Field("what", "text", required=True))),
    Field("rake", "money"),
)

_PLAIN = {
    "int": pa.int64(),
    "count": pa.int64(),
    "flag": pa.bool_(),
    "ints": pa.list_(pa.int64()),
    "cards": pa.list_(pa.string()),
}


def _type(field: Field) -> pa.DataType:
    if field.kind in ("object", "objects"):
        struct = pa.struct([pa.field(part.name, _type(part)) for part in field.fields])
        return struct if field.kind == "object" else pa.list_(struct)
    return _PLAIN.get(field.kind, pa.string())


def arrow_schema() -> pa.Schema:
    """The record as the fast reader takes it: `true` counts as `TRUE_COUNT`, levels as JSON text."""
    return pa.schema([pa.field(field.name, _type(field)) for field in RECORD])
