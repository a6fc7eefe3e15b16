"""One `ofc_jsonl` record in Python: why it is damaged, in words and by key; or the same record in the form the fast reader takes.

Only lines that the fast reader gave back come here. What is checked in arrays in `jsonl_columns` and `jsonl_hands` is checked here
one by one, so that a reason can name the key.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from ofc_audit.cards import CARD_TEXT
from ofc_audit.read import jsonl_spec as spec
from ofc_audit.read.json_strict import (
    TEXT_BLANKS,
    TYPE_WORDS,
    ByteCount,
    Damage,
    damaged_byte,
    decode,
    dump,
    loose_text,
    shown,
    trim,
    utf8,
)
from ofc_audit.read.jsonl_spec import Field
from ofc_audit.read.text_head import levels_json, money_units

_RECORD_START = re.compile(r'\{[ \t]*"ofc"[ \t]*:')
_MONEY = re.compile(r"[0-9]{1,14}(?:\.[0-9]{1,4})?", re.ASCII)
_TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.\d{1,6})?Z", re.ASCII)
_LEVEL = re.compile(r"[0-9]{1,9}", re.ASCII)
_PATH_MARK = re.compile(r'[.\["]|\A\Z')
_CARDS = frozenset(CARD_TEXT)
_WANTED = {
    "int": "a whole number",
    "count": "a number of cards or true",
    "flag": "true or false",
    "text": "text",
    "money": 'an amount as text, such as "200.00"',
    "signed_money": 'an amount as text, such as "-8.50"',
    "time": 'a time in UTC as text, such as "2026-03-01T18:22:05Z"',
    "cards": "a list of cards",
    "ints": "a list of whole numbers",
    "levels": "an object from level to amount",
    "object": "an object",
    "objects": "a list of objects",
}


class Piece(NamedTuple):
    """A stretch of a line, by its bytes: a record in the fast reader's form, or the reason why there is none."""

    start: int
    end: int
    record: bytes = b""
    unknown_keys: str | None = None
    reason: str | None = None
    is_record: bool = True
    """Whether the stretch begins as a record does."""


def read_line(raw: bytes) -> list[Piece]:
    """The records and damaged stretches of one line, in order; nothing for a line of blanks.

    Where two files were glued without a line end a line holds two records; a record that breaks off is given up at the next
    place where one begins.
    """
    return _read_short(raw) if len(raw) <= SHORT else _read_line(raw)


SHORT = 24
"""Bytes of a line up to which what was found of it is kept: a torn file, or another program's, is made of a few short lines over and over."""


@lru_cache(maxsize=4096)
def _read_short(raw: bytes) -> list[Piece]:
    return _read_line(raw)


def _read_line(raw: bytes) -> list[Piece]:
    pieces: list[Piece] = []
    text = loose_text(raw)
    byte_at = ByteCount(text)
    at, looked_until = _skip(text, 0), 0
    while at < len(text):
        begin = byte_at(at)
        try:
            if text[at] != "{":
                raise Damage(f"no record: a record begins with {{, this with {shown(text[at : at + 20])}")
            value, end = decode(text, at)
            piece = _piece(value, text[at:end], begin, byte_at(end))
            inner = _RECORD_START.search(text, at + 1, end) if piece.reason and at >= looked_until else None
            if inner:
                # A record that broke off and the rest of it, with a whole one between them, can make an object together.
                end, looked_until = inner.start(), end
                first, last = trim(raw, begin, byte_at(end))
                piece = Piece(first, last, reason=piece.reason)
        except Damage as damage:
            following = _RECORD_START.search(text, at + 1)
            end = following.start() if following else len(text)
            reason = damaged_byte(text[at:end]) or _placed(damage, at)
            first, last = trim(raw, begin, byte_at(end))
            piece = Piece(first, last, reason=reason, is_record=text[at] == "{")
        pieces.append(piece)
        at = _skip(text, end)
    return pieces


def _skip(text: str, at: int) -> int:
    """The next place that is no blank."""
    match = TEXT_BLANKS.match(text, at)
    return match.end() if match else at


def _placed(damage: Damage, at: int) -> str:
    if damage.at is None:
        return damage.reason
    return f"character {damage.at - at + 1}: {damage.reason}"


def _piece(value: object, text: str, begin: int, end: int) -> Piece:
    bad = damaged_byte(text)
    if bad:
        return Piece(begin, end, reason=bad)
    try:
        assert isinstance(value, dict)
        unknown: dict[str, object] = {}
        record = _record(value, unknown)
        keys = dump(unknown) if unknown else None
        if keys:
            utf8(keys)
        return Piece(begin, end, utf8(json.dumps(record, ensure_ascii=False)), keys)
    except Damage as damage:
        return Piece(begin, end, reason=damage.reason)


def _record(value: dict[str, Any], unknown: dict[str, object]) -> dict[str, Any]:
    version = value.get("ofc")
    if "ofc" not in value:
        raise Damage('no key "ofc": not a record of this format')
    if type(version) is not int or version != spec.VERSION:
        raise Damage(f"version {shown(version)} of ofc_jsonl is not known; the version read is {spec.VERSION}")
    record = _fields(spec.RECORD, value, "", unknown)
    seats = record["seats"]
    if not 1 <= len(seats) <= spec.MOST_SEATS:
        raise Damage(f"seats: {len(seats)} players, where 1 to {spec.MOST_SEATS} can be")
    numbers = [seat["seat"] for seat in seats if "seat" in seat]
    for i, seat in enumerate(seats):
        if numbers and "seat" not in seat:
            raise Damage(f"seats[{i}].seat is missing")
        if numbers and seat["seat"] in numbers[:i]:
            raise Damage(f"seats[{i}].seat: seat {seat['seat']} is there twice")
        most = 1 if seat["fantasy"] else spec.MOST_STREETS
        if len(seat["streets"]) > most:
            where = "in Fantasyland" if seat["fantasy"] else "outside Fantasyland"
            raise Damage(f"seats[{i}].streets: {len(seat['streets'])} entries, where {where} there are at most {most}")
    sitting = record.get("sitting_out", [])
    for i, number in enumerate(sitting):
        if number in numbers or number in sitting[:i]:
            what = "plays" if number in numbers else "is there twice"
            raise Damage(f"sitting_out[{i}]: seat {number} {what}")
    seen = set()
    for i, pair in enumerate(record.get("pairs", [])):
        for key in ("a", "b"):
            if pair[key] not in numbers:
                raise Damage(f"pairs[{i}].{key}: no player has seat {pair[key]}")
        both = frozenset((pair["a"], pair["b"]))
        if len(both) == 1:
            raise Damage(f"pairs[{i}]: seat {pair['a']} is set against itself")
        if both in seen:
            raise Damage(f"pairs[{i}]: the pair of seats {min(both)} and {max(both)} is there twice")
        seen.add(both)
    return record


def _fields(
    fields: tuple[Field, ...], value: Mapping[str, Any], path: str, unknown: dict[str, object]
) -> dict[str, Any]:
    prefix = f"{path}." if path else ""
    if sum(field.name in value for field in fields) < len(value):
        known = {field.name for field in fields}
        unknown.update({prefix + key_path(key): item for key, item in value.items() if key not in known})
    result = {}
    for field in fields:
        if field.name in value:
            result[field.name] = _value(field, value[field.name], prefix + field.name, unknown)
        elif field.required:
            raise Damage(f"{prefix}{field.name} is missing")
    return result


def key_path(key: str) -> str:
    """A key as a path names it: as it is, or in quotes where it holds what paths are made of."""
    return dump(key) if _PATH_MARK.search(key) else key


def _value(field: Field, value: Any, path: str, unknown: dict[str, object]) -> Any:
    kind = field.kind
    if kind == "object" and isinstance(value, dict):
        return _fields(field.fields, value, path, unknown)
    if kind == "cards" and type(value) is list and all(type(item) is str and item in _CARDS for item in value):
        return value
    if kind in ("objects", "ints", "cards") and isinstance(value, list):
        return [_item(field, item, f"{path}[{i}]", unknown) for i, item in enumerate(_long_enough(field, value, path))]
    if kind == "levels" and isinstance(value, dict):
        return levels_text(value, path)
    if kind == "count" and value is True:
        return spec.TRUE_COUNT
    if kind in ("int", "count") and type(value) is int:
        return _bounded(field, value, path)
    if kind == "flag" and isinstance(value, bool):
        return value
    # A `Number` is text in Python and a number in the record.
    if type(value) is str and kind in ("text", "money", "signed_money", "time"):
        return _text(field, value, path)
    what = "a number" if isinstance(value, str) and type(value) is not str else TYPE_WORDS[type(value)]
    if value is None:
        raise Damage(f"{path}: null, where {_WANTED[kind]} belongs; a key whose value is unknown is left out")
    raise Damage(f"{path}: {what} ({shown(value)}), where {_WANTED[kind]} belongs")


def _item(field: Field, item: Any, path: str, unknown: dict[str, object]) -> Any:
    if field.kind == "objects":
        return _value(Field("", "object", fields=field.fields), item, path, unknown)
    if field.kind == "ints":
        return _value(Field("", "int", low=field.low, high=field.high), item, path, unknown)
    if type(item) is not str or item not in _CARDS:
        raise Damage(f"{path}: {shown(item)} is no card; a card is a rank of 23456789TJQKA and a suit of cdhs")
    return item


def _long_enough(field: Field, value: list[Any], path: str) -> list[Any]:
    if field.length is not None and len(value) != field.length:
        raise Damage(f"{path}: {len(value)} numbers, where {field.length} belong")
    return value


def _bounded(field: Field, value: int, path: str) -> int:
    if not field.low <= value <= field.high:
        raise Damage(f"{path}: {value} is not between {field.low} and {field.high}")
    return value


def _text(field: Field, value: str, path: str) -> str:
    if field.kind == "text" and len(value) < field.low:
        raise Damage(f"{path}: the text is empty")
    if field.words and value not in field.words:
        raise Damage(f"{path}: {shown(value)} is none of {', '.join(field.words)}")
    if field.kind in ("money", "signed_money"):
        if not _MONEY.fullmatch(value.removeprefix("-") if field.kind == "signed_money" else value):
            raise Damage(f"{path}: {shown(value)} is not {_WANTED[field.kind]}, with at most four decimals")
    elif field.kind == "time" and not _is_time(value):
        raise Damage(f"{path}: {shown(value)} is not {_WANTED['time']}")
    return value


def _is_time(text: str) -> bool:
    match = _TIME.fullmatch(text)
    if match is None:
        return False
    try:
        year, month, day, hour, minute, second = map(int, match.groups())
        datetime(year, month, day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return False
    return True


def levels_text(value: Mapping[str, Any], path: str = "point_value_by_level") -> str:
    """The prices per point by level as table `hands` keeps them, so that `100` and `100.00` are one price. Raises Damage."""
    prices: dict[int, int] = {}
    for level, amount in value.items():
        if not _LEVEL.fullmatch(level):
            raise Damage(f"{path}: {shown(level)} is no level")
        if int(level) in prices:
            raise Damage(f"{path}: level {int(level)} is there twice")
        if type(amount) is not str or not _MONEY.fullmatch(amount):
            raise Damage(f"{path}.{level}: {shown(amount)} is not {_WANTED['money']}, with at most four decimals")
        prices[int(level)] = money_units(amount)
    return levels_json(prices)
