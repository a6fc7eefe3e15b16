"""The mapping of a `table`: a TOML file that says which column is what, how cards, numbers and times are written, and what no column says.

Everything is checked when it is read: an unknown key, a value that cannot be, a field named twice or one that needs another.
"""

import codecs
import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from ofc_audit.cards import RANKS, SUITS
from ofc_audit.read.table_fields import CONSTANTS, FIELDS, NAMELESS_KEY_FIELDS, ROWS, Field
from ofc_audit.read.table_times import FORMATS, time_problem
from ofc_audit.rulesets.values import quoted

VERSION = 1
HEAD_KEY = "ofc_mapping"
FILE_NAME = "mapping.toml"
"""The mapping of every table in its folder that has none of its own name."""
SUFFIX = ".mapping.toml"
"""What the name of a table is followed by in the name of its own mapping."""
UNKNOWN_ZONE = "unknown"

DELIMITERS = {",": ord(","), ";": ord(";"), "\t": 9, "|": ord("|")}
ORDERS = ("rows", "acting_order", "seat_no")
STREETS = ("none", "suffix")
MAJORS = ("rank", "suit")
SPELLINGS = ("rank_suit", "suit_rank", "numbers")


class MappingError(ValueError):
    """A mapping that cannot be used: the file, the key, what is wrong and what is allowed."""


@dataclass(frozen=True)
class FileShape:
    """How the file is laid out. `heading_row`: the line or row of the headings, from 1; 0 where there are none and columns go by number."""

    delimiter: str | None = None
    encoding: str | None = None
    heading_row: int = 1
    sheet: str | None = None
    table: str | None = None
    ignored: tuple[str, ...] = ()
    fill_down: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandShape:
    """How rows make hands. `has_id` is false where hands have none: rows that follow each other and agree in `same` are one hand then.

    `order`: what tells the acting order. `rows`: the rows stand in it; `acting_order`: a column, counted from `first`; `seat_no`: the
    seats go round, the button (`is_button` or `button_seat`) is last.
    """

    has_id: bool = True
    same: tuple[str, ...] = ()
    order: str = ""
    first: int = 0


@dataclass(frozen=True)
class CardShape:
    """How cards are written. `separator` empty: nothing stands between cards; `none`: what a cell holds that says there are no cards."""

    spelling: str = "rank_suit"
    ranks: tuple[str, ...] = tuple(RANKS)
    suits: tuple[str, ...] = tuple(SUITS)
    major: str = "rank"
    first_number: int = 0
    separator: str = " "
    row_separator: str = "/"
    none: tuple[str, ...] = ("-",)
    street: str = "none"
    first_street: int = 1


@dataclass(frozen=True)
class NumberShape:
    """How numbers are written: the decimal mark, marks between thousands (none unless named), and texts left out, such as a currency sign."""

    decimal: str = "."
    thousands: tuple[str, ...] = ()
    remove: tuple[str, ...] = ()


@dataclass(frozen=True)
class Words:
    """Words for truth values, in any case."""

    true: tuple[str, ...] = ("true", "yes", "y", "1")
    false: tuple[str, ...] = ("false", "no", "n", "0")


@dataclass(frozen=True)
class Times:
    """How times are written, and the zone of those that name none."""

    format: str = "iso"
    zone: str | None = None


@dataclass(frozen=True)
class TableMapping:
    """A mapping, checked. `columns`: field → heading, or number of the column from 1; `constants`: field → value as text."""

    where: str
    sha256: str
    file: FileShape
    hands: HandShape
    columns: Mapping[str, str | int]
    constants: Mapping[str, str]
    cards: CardShape
    rows: Mapping[str, tuple[str, ...]]
    """The words that name each row of the board, where a column does."""
    numbers: NumberShape
    words: Words
    times: Times

    def has(self, *names: str) -> bool:
        """Whether any of these fields is told, by a column or as a constant."""
        return any(name in self.columns or name in self.constants for name in names)


_AMOUNT = re.compile(r"[0-9]{1,14}(?:\.[0-9]{1,4})?")
_WHOLE = re.compile(r"[0-9]{1,10}")
SECTIONS: Mapping[str, type] = {
    "file": FileShape,
    "hands": HandShape,
    "cards": CardShape,
    "numbers": NumberShape,
    "words": Words,
    "times": Times,
}
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "file.delimiter": tuple(DELIMITERS),
    "hands.order": ORDERS,
    "hands.same": NAMELESS_KEY_FIELDS,
    "cards.spelling": SPELLINGS,
    "cards.major": MAJORS,
    "cards.street": STREETS,
    "numbers.decimal": (".", ","),
    "numbers.thousands": (",", ".", "'", "’", " ", "\u00a0", "\u202f", "_"),
}
_LENGTHS = {"cards.ranks": 13, "cards.suits": 4}
_BOUNDS = {
    "file.heading_row": (0, 1000),
    "hands.first": (0, 1),
    "cards.first_number": (0, 1),
    "cards.first_street": (0, 1),
}


def load_mapping(path: Path) -> TableMapping:
    """The mapping in a file. Raises MappingError that names the file, the key, what is wrong and what is allowed."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise MappingError(f"{path}: cannot be read: {error.strerror}") from None
    return parse_mapping(content, str(path))


@lru_cache(maxsize=16)
def parse_mapping(content: bytes, where: str) -> TableMapping:
    """The mapping that a file's bytes hold. Raises MappingError."""
    try:
        raw = tomllib.loads(content.decode("utf-8-sig").replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        raise MappingError(f"{where}: not readable as TOML: {error or 'nested too deeply'}") from None
    problems = _Problems(where)
    allowed = (HEAD_KEY, *SECTIONS, "columns", "constants", "rows")
    problems.unknown("", raw, allowed)
    if raw.get(HEAD_KEY) != VERSION or isinstance(raw.get(HEAD_KEY), bool):
        said = f"is {quoted(raw[HEAD_KEY])}" if HEAD_KEY in raw else "is missing"
        problems.stop(HEAD_KEY, f"{said}; the version known is {VERSION}")
    shapes = {name: _section(raw, name, kind, problems) for name, kind in SECTIONS.items()}
    columns = _columns(raw, problems)
    mapping = TableMapping(
        where,
        hashlib.sha256(content).hexdigest(),
        columns=columns,
        constants=_constants(raw, columns, problems),
        rows=_row_words(raw, problems),
        **shapes,
    )
    _check_together(mapping, problems)
    return mapping


@dataclass
class _Problems:
    """Says what is wrong with a mapping, in one form."""

    where: str

    def stop(self, key: str, problem: str) -> None:
        """Raises MappingError."""
        raise MappingError(f"{self.where}: {key}: {problem}")

    def unknown(self, section: str, given: Mapping[str, Any], allowed: Any) -> None:
        """Raises MappingError for the first key that is not allowed."""
        for key in given:
            if key not in allowed:
                self.stop(f"{section}.{key}" if section else key, f"no such key; allowed: {quoted(list(allowed))}")


def _table(raw: Mapping[str, Any], name: str, problems: _Problems) -> Mapping[str, Any]:
    given = raw.get(name, {})
    if not isinstance(given, dict):
        problems.stop(name, f"must be a table: [{name}]")
    return dict(given)


def _section(raw: Mapping[str, Any], name: str, kind: type, problems: _Problems) -> Any:
    given = _table(raw, name, problems)
    problems.unknown(name, given, [one.name for one in fields(kind)])
    default = kind()
    values = {key: _value(f"{name}.{key}", value, getattr(default, key), problems) for key, value in given.items()}
    return kind(**values)


def _value(key: str, value: Any, default: Any, problems: _Problems) -> Any:
    """A setting of the kind its default has, within what is allowed. Text is taken for a list of one, letters for a list of letters."""
    choices = _CHOICES.get(key)
    if isinstance(default, tuple):
        if isinstance(value, str):
            value = list(value) if key in _LENGTHS else [value]
        if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
            problems.stop(key, "must be a list of texts")
        if key in _LENGTHS and (len(value) != _LENGTHS[key] or len({one.lower() for one in value}) != len(value)):
            problems.stop(key, f"must name {_LENGTHS[key]} different ones, {_told_order(key)}")
        if choices and not set(value) <= set(choices):
            problems.stop(key, f"is {quoted(value)}; allowed: {quoted(list(choices))}")
        return tuple(value)
    if isinstance(default, bool):
        if not isinstance(value, bool):
            problems.stop(key, "must be true or false")
    elif isinstance(default, int):
        low, high = _BOUNDS[key]
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            problems.stop(key, f"is {quoted(value)}; allowed: a whole number, {low} to {high}")
    elif not isinstance(value, str):
        problems.stop(key, "must be text")
    if choices and value not in choices:
        problems.stop(key, f"is {quoted(value)}; allowed: {quoted(list(choices))}")
    return value


def _told_order(key: str) -> str:
    return "clubs, diamonds, hearts, spades" if key == "cards.suits" else "two to ace"


def _columns(raw: Mapping[str, Any], problems: _Problems) -> dict[str, str | int]:
    given = _table(raw, "columns", problems)
    problems.unknown("columns", given, FIELDS)
    for key, value in given.items():
        is_number = isinstance(value, int) and not isinstance(value, bool) and value >= 1
        if not is_number and not (isinstance(value, str) and value.strip()):
            problems.stop(f"columns.{key}", "must be a column's heading, or its number from 1")
    for key, value in given.items():
        other = next(one for one, its in given.items() if its == value)
        if other != key and {other, key} != {"player_id", "player_name"}:
            problems.stop(f"columns.{key}", f"names column {quoted(value)}, as columns.{other} does")
    return {key: value.strip() if isinstance(value, str) else value for key, value in given.items()}


def _constants(raw: Mapping[str, Any], columns: Mapping[str, Any], problems: _Problems) -> dict[str, str]:
    given = _table(raw, "constants", problems)
    problems.unknown("constants", given, CONSTANTS)
    texts: dict[str, str] = {}
    for key, value in given.items():
        if key in columns:
            problems.stop(f"constants.{key}", f"is a column too ({quoted(columns[key])}); it is one or the other")
        if isinstance(value, float | list | dict) or (isinstance(value, str) and not value):
            problems.stop(
                f"constants.{key}", 'must be text, a whole number or a truth value; an amount is text: "0.50"'
            )
        texts[key] = str(value).lower() if isinstance(value, bool) else str(value)
        allowed = _allowed_constant(FIELDS[key], texts[key])
        if allowed is not None:
            problems.stop(f"constants.{key}", f"is {quoted(texts[key])}; allowed: {allowed}")
    return texts


def _allowed_constant(field: Field, text: str) -> str | None:
    """What a constant may be, in words, where it is not that. Its numbers are plain, whatever marks the table's have."""
    if field.words:
        return None if text in field.words else quoted(list(field.words))
    if field.kind == "money":
        return None if _AMOUNT.fullmatch(text) else 'an amount with at most four decimals, such as "0.50"'
    if field.kind in ("int", "count"):
        is_good = _WHOLE.fullmatch(text) is not None and field.low <= int(text) <= field.high
        return None if is_good else f"a whole number from {field.low} to {field.high}"
    if field.kind == "flag":
        return None if text in ("true", "false") else "true or false"
    return None


def _row_words(raw: Mapping[str, Any], problems: _Problems) -> dict[str, tuple[str, ...]]:
    given = _table(raw, "rows", problems)
    problems.unknown("rows", given, ROWS)
    words = {name: _value(f"rows.{name}", given.get(name, name), ("",), problems) for name in ROWS}
    every = [word.lower() for name in ROWS for word in words[name]]
    if len(set(every)) < len(every):
        problems.stop("rows", "one word names two rows of the board")
    return words


def _check_together(mapping: TableMapping, problems: _Problems) -> None:
    """What one key needs of another."""
    has, hands, shape = mapping.has, mapping.hands, mapping.file
    for name in ("site", "player_id"):
        if not has(name) and not (name == "player_id" and has("player_name")):
            problems.stop(f"columns.{name}", f"is missing: {FIELDS[name].meaning}")
    if mapping.constants.get("fantasy", "0") != "0":
        problems.stop("constants.fantasy", "allowed: 0, for a game without Fantasyland")
    if hands.has_id and "hand_id" not in mapping.columns:
        problems.stop("columns.hand_id", "is missing; where hands have no id, say has_id = false in [hands]")
    if not hands.has_id:
        if "hand_id" in mapping.columns:
            problems.stop("hands.has_id", "is false, and columns.hand_id names a column; it is one or the other")
        if not hands.same:
            problems.stop(
                "hands.same", "is missing: which fields have one value in all rows of a hand, and another in the next"
            )
        for name in hands.same:
            if name not in mapping.columns:
                problems.stop("hands.same", f"names {name}, which is no column in [columns]")
    elif hands.same:
        problems.stop("hands.same", "is for hands without an id (has_id = false)")
    _check_order(mapping, problems)
    _check_cards(mapping, problems)
    for name in shape.fill_down:
        if name not in mapping.columns:
            problems.stop("file.fill_down", f"names {name}, which is no column in [columns]")
    if shape.encoding is not None:
        try:
            codecs.lookup(shape.encoding)
            "".encode(shape.encoding)
        except (LookupError, ValueError):
            problems.stop(
                "file.encoding", f"no encoding {quoted(shape.encoding)}; such as utf-8, windows-1251, latin-1"
            )
    _check_numbers(mapping, problems)
    _check_times(mapping, problems)


def _check_order(mapping: TableMapping, problems: _Problems) -> None:
    order = mapping.hands.order
    if not order:
        problems.stop("hands.order", f"is missing: what tells the acting order; allowed: {quoted(list(ORDERS))}")
    if order == "acting_order" and "acting_order" not in mapping.columns:
        problems.stop("hands.order", "is acting_order, and columns.acting_order is missing")
    if order != "acting_order" and "acting_order" in mapping.columns:
        problems.stop("hands.order", 'must be "acting_order" where columns.acting_order is there')
    if order == "seat_no":
        if "seat_no" not in mapping.columns:
            problems.stop("hands.order", "is seat_no, and columns.seat_no is missing")
        if not mapping.has("is_button", "button_seat"):
            problems.stop("hands.order", "is seat_no, and neither is_button nor button_seat tells who has the button")
    elif mapping.has("is_button", "button_seat"):
        problems.stop("hands.order", 'must be "seat_no" where is_button or button_seat is there')
    if mapping.has("is_button") and mapping.has("button_seat"):
        problems.stop("columns.is_button", "stands beside button_seat; it is one or the other")


def _check_cards(mapping: TableMapping, problems: _Problems) -> None:
    columns = mapping.columns
    ways = [
        name
        for name, ones in (("board", ("board",)), ("top", ROWS), ("row_cards", ("row_cards",)))
        if mapping.has(*ones)
    ]
    if len(ways) > 1:
        problems.stop(f"columns.{ways[1]}", f"stands beside columns.{ways[0]}: boards are told in one way")
    if ("row" in columns) != ("row_cards" in columns):
        problems.stop("columns.row", "and columns.row_cards belong together")
    for name in columns:
        if name.endswith("_streets"):
            if name.removesuffix("_streets") not in columns:
                problems.stop(f"columns.{name}", f"needs columns.{name.removesuffix('_streets')}")
            if mapping.cards.street == "suffix":
                problems.stop(f"columns.{name}", 'stands beside cards.street = "suffix"; it is one or the other')
    cards = mapping.cards
    if cards.spelling == "numbers":
        if not cards.separator:
            problems.stop("cards.separator", "cannot be empty where cards are numbers")
        if cards.street == "suffix":
            problems.stop("cards.street", "cannot be suffix where cards are numbers")
        for key, words, letters in (("ranks", cards.ranks, RANKS), ("suits", cards.suits, SUITS)):
            if sorted(words) != sorted(letters):
                problems.stop(f"cards.{key}", f"must be the letters {quoted(letters)} in the order of the numbers")
    if "ended_time" in columns and "ended_at" not in columns:
        problems.stop("columns.ended_time", "needs columns.ended_at, the day")
    if "royalties" in columns and mapping.has(*(f"{name}_royalties" for name in ROWS)):
        problems.stop("columns.royalties", "stands beside royalties by row; it is one or the other")


def _check_numbers(mapping: TableMapping, problems: _Problems) -> None:
    numbers = mapping.numbers
    if numbers.decimal in numbers.thousands:
        problems.stop("numbers.thousands", f"has {quoted(numbers.decimal)}, which is the decimal mark")
    both = {one.lower() for one in mapping.words.true} & {one.lower() for one in mapping.words.false}
    if both:
        problems.stop("words", f"{quoted(sorted(both)[0])} stands for true and for false")


def _check_times(mapping: TableMapping, problems: _Problems) -> None:
    times = mapping.times
    problem = time_problem(times.format)
    if problem:
        problems.stop(
            "times.format", f'{problem}; allowed: {quoted(list(FORMATS))}, or a form such as "%d.%m.%Y %H:%M:%S"'
        )
    if times.zone not in (None, UNKNOWN_ZONE):
        try:
            ZoneInfo(str(times.zone))
        except (KeyError, ValueError, OSError):
            problems.stop("times.zone", f'no zone {quoted(times.zone)}; such as UTC or Europe/Oslo, or "unknown"')
