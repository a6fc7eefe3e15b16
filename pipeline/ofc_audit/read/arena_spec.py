"""The lines of an `arena_jsonl` log, declared once: what each kind of line holds, the Arrow schema, and the reasons in words.

A line opens a hand (`hand`, `seats`: names by seat) or tells an event of it (`hand`, `ev`). The key `cards` is a list in a deal and a number
before a fantasy hand, and an absent `next_fantasyland` says less than null does: both are told apart before Arrow reads them.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import CARD_TEXT
from ofc_audit.read.json_strict import TYPE_WORDS, Damage, decode, dump, loose_text, shown, utf8
from ofc_audit.read.jsonl_spec import INT16, INT32, MOST_SEATS

ROWS = ("top", "middle", "bottom")
NOT_NEXT = 0
"""What `next_fantasyland` is where the log says null: nothing is earned."""

_CARDS = frozenset(CARD_TEXT)
_LIST = pa.list_(pa.string())
_EVENT = pa.struct(
    [
        ("event", pa.string()),
        ("seat", pa.int64()),
        ("cards", _LIST),
        ("n_cards", pa.int64()),
        ("count", pa.int64()),
        ("placements", pa.list_(pa.struct([("card", pa.string()), ("row", pa.string())]))),
        ("discarded", _LIST),
        *((row, _LIST) for row in ROWS),
        *((f"{row}_value", pa.int64()) for row in ROWS),
        ("royalties", pa.struct([(row, pa.int64()) for row in ROWS])),
        ("fouled", pa.bool_()),
        ("next_fantasyland", pa.int64()),
        ("points", pa.int64()),
    ]
)
SCHEMA = pa.schema([("hand", pa.int64()), ("seats", _LIST), ("ev", _EVENT)])
"""A line as Arrow reads it, once `plain` has told the two kinds of `cards` apart."""


@dataclass(frozen=True)
class Kind:
    """A kind of event: the columns that it must have, those it may have, and how often a seat has one in a hand."""

    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    is_once: bool = True

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that it may have."""
        return self.required + self.optional


KINDS = {
    "deal": Kind(("cards", "count"), is_once=False),
    "place": Kind(("placements", "discarded", "count"), is_once=False),
    "showdown": Kind((*ROWS, "royalties", "fouled"), ("next_fantasyland", *(f"{row}_value" for row in ROWS))),
    "score": Kind(("points",)),
    "fantasyland": Kind(("n_cards",)),
}
"""Every event, by its name; `n_cards` is the key `cards` of a fantasyland event."""

_MOST_HAND, _MOST_VALUE, _MOST_CARDS = 1 << 53, 1 << 53, 52
_BOUNDS: dict[tuple[str, ...], tuple[int, int]] = {
    ("hand",): (0, _MOST_HAND),
    **{("ev", key): (0, _MOST_CARDS) for key in ("n_cards", "count", "next_fantasyland")},
    ("ev", "points"): (-INT32, INT32),
    **{("ev", f"{row}_value"): (0, _MOST_VALUE) for row in ROWS},
    **{("ev", "royalties", row): (-INT16, INT16) for row in ROWS},
}
"""The least and the most of every number of a line."""
_N_CARDS = re.compile(rb'"cards"(\s*:\s*-?\d)')
_NULL_NEXT = re.compile(rb'("next_fantasyland"\s*:\s*)null\b')
_NULL = re.compile(rb"[:\[,]\s*null")


def plain(block: bytes) -> bytes | None:
    """Lines in the form that `SCHEMA` takes; None where a null stands that says nothing here."""
    block = _NULL_NEXT.sub(rb"\g<1>%d" % NOT_NEXT, block)
    if b"null" in block and _NULL.search(block):
        return None
    return _N_CARDS.sub(rb'"n_cards"\1', block)


def fits(lines: pa.Table) -> bool:
    """Whether every number of lines that Arrow has read is there where it must be, and one that `line_of` would take."""
    # A line names seats or tells an event, whatever stands beside it in its block.
    if not pc.all(pc.xor(pc.is_valid(lines.column("seats")), pc.is_valid(lines.column("ev")))).as_py():
        return False
    names = pc.min_max(pc.list_value_length(lines.column("seats"))).as_py()
    if names["min"] is not None and not 2 <= names["min"] <= names["max"] <= MOST_SEATS:
        return False
    royalties = pc.struct_field(lines.column("ev"), "royalties")
    n_left_out = {pc.struct_field(royalties, row).null_count for row in ROWS} | {royalties.null_count}
    if lines.column("hand").null_count or len(n_left_out) > 1:
        return False
    for (first, *keys), (low, high) in _BOUNDS.items():
        numbers = pc.struct_field(lines.column(first), keys) if keys else lines.column(first)
        ends = pc.min_max(numbers).as_py()
        if ends["min"] is not None and not low <= ends["min"] <= ends["max"] <= high:
            return False
    return True


def line_of(raw: bytes) -> tuple[bytes, dict[str, Any]]:
    """One line alone: in the form that `SCHEMA` takes, and the keys that the format does not define. Raises Damage with the reason."""
    text = loose_text(raw)
    value, end = decode(text, 0)
    if text[end:].strip():
        raise Damage("a line holds one object; behind it stands " + shown(text[end:].strip()[:20]))
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Damage("a byte is no UTF-8") from None
    if not isinstance(value, dict):
        raise Damage(f"a line is an object, not {TYPE_WORDS.get(type(value), 'a number')}")
    unknown: dict[str, Any] = {}
    line: dict[str, Any] = {"hand": _whole(value, "hand", 0, _MOST_HAND)}
    if "seats" in value:
        line["seats"] = _names(value["seats"])
        _rest(value, ("hand", "seats"), "", unknown)
    else:
        line["ev"] = _event(value.get("ev"), unknown)
        _rest(value, ("hand", "ev"), "", unknown)
    for key, item in unknown.items():
        utf8(dump({key: item}))
    return utf8(json.dumps(line, ensure_ascii=False)), unknown


def number_of(raw: bytes) -> tuple[int, bool] | None:
    """The number that a damaged line names, and whether it opens a hand; None where it is no whole object or names none."""
    if not (raw.startswith(b"{") and raw.endswith(b"}")):
        return None
    text = loose_text(raw)
    try:
        value, end = decode(text, 0)
        if isinstance(value, dict) and not text[end:].strip():
            return _whole(value, "hand", 0, _MOST_HAND), "seats" in value
    except Damage:
        pass
    return None


def _event(value: object, unknown: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Damage("ev: missing; a line has seats (it opens a hand) or ev (an event)")
    name = value.get("event")
    kind = KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Damage(f"ev.event: {shown(name)}; known are {', '.join(KINDS)}")
    event: dict[str, Any] = {"event": name, "seat": _whole(value, "seat", 0, MOST_SEATS - 1)}
    keys = ["cards" if column == "n_cards" else column for column in kind.columns]
    for column, key in zip(kind.columns, keys, strict=True):
        if key in value or column in kind.required:
            event[column] = _value(value, column, key)
    _rest(value, ("event", "seat", *keys), "ev.", unknown)
    return event


def _value(event: dict[str, Any], column: str, key: str) -> object:
    if column == "next_fantasyland" and event[key] is None:
        return NOT_NEXT
    if column in ("n_cards", "count", "next_fantasyland"):
        return _whole(event, key, 0, _MOST_CARDS)
    if column == "points":
        return _whole(event, key, -INT32, INT32)
    if column.endswith("_value"):
        return _whole(event, key, 0, _MOST_VALUE)
    if column == "fouled":
        if not isinstance(event.get(key), bool):
            raise Damage(f"ev.{key}: {shown(event.get(key))}; allowed is true or false")
        return event[key]
    if column == "royalties":
        rows = event.get(key)
        if not isinstance(rows, dict) or set(rows) != set(ROWS):
            raise Damage("ev.royalties: wanted is an object with top, middle and bottom")
        return {row: _whole(rows, row, -INT16, INT16) for row in ROWS}
    return _placements(event.get(key)) if column == "placements" else _cards(event.get(key), key)


def _placements(value: object) -> list[dict[str, str]]:
    if not isinstance(value, list):
        raise Damage("ev.placements: wanted is a list of cards with their rows")
    for one in value:
        if not isinstance(one, dict) or set(one) != {"card", "row"} or one["row"] not in ROWS:
            raise Damage("ev.placements: each is an object with card and row (top, middle or bottom)")
        _cards([one["card"]], "placements")
    return value


def _cards(value: object, key: str) -> list[str]:
    if not isinstance(value, list):
        raise Damage(f"ev.{key}: wanted is a list of cards")
    for one in value:
        if not isinstance(one, str) or one not in _CARDS:
            raise Damage(
                f"ev.{key}: {shown(one)} is no card; a card is a rank 23456789TJQKA and a suit cdhs, such as Qh"
            )
    return value


def _names(value: object) -> list[str]:
    if not isinstance(value, list) or not all(type(one) is str for one in value):
        raise Damage("seats: wanted is a list of names")
    if not 2 <= len(value) <= MOST_SEATS:
        raise Damage(f"seats: {len(value)} names; a hand has 2 players at least, and {MOST_SEATS} at most")
    return value


def _whole(value: dict[str, Any], key: str, low: int, high: int) -> int:
    number = value.get(key)
    if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
        raise Damage(
            f"{key}: {shown(number) if key in value else 'missing'}; wanted is a whole number from {low} to {high}"
        )
    return number


def _rest(value: dict[str, Any], known: tuple[str, ...], path: str, unknown: dict[str, Any]) -> None:
    for key in value:
        if key not in known:
            unknown[path + key] = value[key]
