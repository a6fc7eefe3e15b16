"""Columns as texts of a form, a whole array at a time: CSV, JSON and the cells of a workbook.

Money is written with two places, or as many of four as it needs; times in UTC as ISO 8601; lists and records as JSON; unknown is null.
"""

import json
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.write_sheets import (
    DATE,
    GENERAL,
    MONEY,
    MOST_DIGITS,
    NUMBER,
    SHARE,
    TIME,
    flag_cells,
    number_cells,
    text_cells,
)
from ofc_audit.report.formulas import AT_START, NUMBER_PATTERN, REPLACEMENTS
from ofc_audit.report.rendering import Kind, plain_value

_MONEY_PLACES = r"^(-?[0-9]+\.[0-9]{2}(?:[0-9]*[1-9])?)0*$"
_TIME_PLACES = r"\.0+(Z?)$"
_NEEDS_QUOTES = '[",;\t\r\n]'
_CONTROLS = "[\\x00-\\x1f]"
_EPOCH_DAY, _DAY_US = 25_569, 86_400_000_000
"""Days from the first of a spreadsheet to 1970, and microseconds of a day."""
_FIRST_DATE_US = -2_203_891_200 * 1_000_000
"""1900-03-01: spreadsheets disagree on dates before it."""


def plain_texts(column: pa.Array) -> pa.Array:
    """A column as plain text; null where unknown."""
    kind = column.type
    if pa.types.is_dictionary(kind):
        return plain_texts(column.dictionary_decode())
    if pa.types.is_nested(kind):
        made = [None if value is None else _json(value) for value in column.to_pylist()]
        return pa.array(made, pa.string())
    text = column.cast(pa.string())
    if pa.types.is_decimal(kind):
        return pc.replace_substring_regex(text, _MONEY_PLACES, r"\1")
    if pa.types.is_timestamp(kind):
        return pc.replace_substring(pc.replace_substring_regex(text, _TIME_PLACES, r"\1"), " ", "T")
    return text


def csv_texts(column: pa.Array) -> pa.Array:
    """A column as cells of CSV, quoted where they must be and formulas disarmed; an empty text is `""`, unknown is nothing."""
    texts = plain_texts(column)
    if _is_text(column.type):
        texts = _neutral(texts)
        quoted = pc.binary_join_element_wise('"', pc.replace_substring(texts, '"', '""'), '"', "")
        must = pc.or_(pc.match_substring_regex(texts, _NEEDS_QUOTES), pc.equal(pc.binary_length(texts), 0))
        texts = pc.if_else(must, quoted, texts)
    return pc.fill_null(texts, "")


def json_texts(column: pa.Array) -> pa.Array:
    """A column as JSON values: amounts and times as texts, numbers and truth values as such, unknown as `null`."""
    kind = column.type
    if pa.types.is_nested(kind) or pa.types.is_null(kind):
        return pc.fill_null(plain_texts(column), "null")
    if pa.types.is_floating(kind):
        column = pc.if_else(pc.is_finite(column), column, pa.scalar(None, kind))
    texts = plain_texts(column)
    if not (_is_number(kind) or pa.types.is_boolean(kind)):
        if pc.any(pc.match_substring_regex(texts, _CONTROLS)).as_py():
            made = [None if text is None else json.dumps(text, ensure_ascii=False) for text in texts.to_pylist()]
            texts = pa.array(made, pa.string())
        else:
            escaped = pc.replace_substring(pc.replace_substring(texts, "\\", "\\\\"), '"', '\\"')
            texts = pc.binary_join_element_wise('"', escaped, '"', "")
    return pc.fill_null(texts, "null")


def sheet_cells(column: pa.Array, name: str, kind: Kind) -> pa.Array:
    """A column as cells of a workbook: numbers as numbers, times and dates as such (in UTC), all else as text.

    A number that a spreadsheet would round (more than 15 digits) is text, and so is every key, which is a name and not a number. Raises
    ValueError for a text that is too long.
    """
    its = column.type
    if pa.types.is_boolean(its):
        return flag_cells(column)
    if pa.types.is_timestamp(its):
        return _time_cells(column)
    if pa.types.is_date(its):
        days = pc.add(column.cast(pa.date32()).cast(pa.int32()), _EPOCH_DAY)
        return number_cells(days.cast(pa.string()), DATE)
    if not (_is_number(its) or pa.types.is_decimal(its)) or name.endswith("_key"):
        texts = plain_texts(column)
        return text_cells(texts, _are_formulas(texts))
    texts = plain_texts(column)
    digits = pc.binary_length(pc.replace_substring_regex(texts, "[^0-9]", ""))
    if pa.types.is_floating(its):
        exact = pc.is_finite(column)
        style = {"share": SHARE, "number": NUMBER}.get(kind, GENERAL)
    else:
        exact = pc.less_equal(digits, MOST_DIGITS)
        style = MONEY if pa.types.is_decimal(its) else GENERAL
    return pc.if_else(exact, number_cells(texts, style), text_cells(texts))


def _time_cells(column: pa.Array) -> pa.Array:
    us = column.cast(pa.timestamp("us", column.type.tz)).cast(pa.int64())
    days = pc.add(pc.divide(us.cast(pa.float64()), float(_DAY_US)), float(_EPOCH_DAY))
    is_date = pc.greater_equal(us, _FIRST_DATE_US)
    return pc.if_else(is_date, number_cells(days.cast(pa.string()), TIME), text_cells(plain_texts(column)))


def _neutral(texts: pa.Array) -> pa.Array:
    disarmed = texts
    for pattern, replacement in REPLACEMENTS:
        disarmed = pc.replace_substring_regex(disarmed, pattern, replacement)
    return pc.if_else(pc.match_substring_regex(texts, NUMBER_PATTERN), texts, disarmed)


def _are_formulas(texts: pa.Array) -> pa.Array:
    return pc.and_(
        pc.match_substring_regex(texts, AT_START), pc.invert(pc.match_substring_regex(texts, NUMBER_PATTERN))
    )


def _is_number(kind: pa.DataType) -> bool:
    return bool(pa.types.is_integer(kind) or pa.types.is_floating(kind))


def _is_text(kind: pa.DataType) -> bool:
    is_plain = pa.types.is_decimal(kind) or pa.types.is_boolean(kind) or pa.types.is_temporal(kind)
    return not (_is_number(kind) or is_plain)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, default=plain_value)
