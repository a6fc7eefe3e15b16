"""Values of a `table`'s cells, many at once: numbers with declared marks, amounts, truth values, counts of cards.

Every function answers two arrays: the values, with `NULL` (or -1 for truth values) for empty cells, and where a cell cannot be read. Nothing
raises and nothing passes through binary floating point.
"""

import re
from decimal import Decimal, InvalidOperation

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import MONEY_SCALE, NULL
from ofc_audit.read.batch import Flags, Ints, Mask
from ofc_audit.read.json_values import money_of
from ofc_audit.read.jsonl_spec import TRUE_COUNT
from ofc_audit.read.table_mapping import NumberShape, Words

NOISE = Decimal("1e-9")
"""A fifth decimal and those behind it are noise of binary fractions when they are less than this off four places, and else an error."""

_MINUS = "\u2212"
_PLAIN = r"^-?[0-9]{1,14}(?:\.[0-9]{1,4})?$"
_WHOLE = r"^-?[0-9]{1,17}$"
_MOST_TEXT = 400


def plain_numbers(texts: pa.Array, shape: NumberShape) -> pa.Array:
    """Numbers with the declared marks as plain ones (`-1430.5`); what has a mark in a wrong place is left as no number."""
    for text in shape.remove:
        texts = pc.replace_substring(texts, text, "")
    texts = pc.utf8_trim_whitespace(pc.replace_substring(texts, _MINUS, "-"))
    if shape.thousands:
        marks = "".join(map(re.escape, shape.thousands))
        grouped = rf"^[+-]?[0-9]{{1,3}}(?:[{marks}][0-9]{{3}})+(?:{re.escape(shape.decimal)}[0-9]+)?$"
        is_grouped = pc.match_substring_regex(texts, grouped)
        one_mark = _one_mark(texts, shape.thousands)
        texts = pc.if_else(pc.and_(is_grouped, one_mark), pc.replace_substring_regex(texts, f"[{marks}]", ""), texts)
    if shape.decimal != ".":
        # A point that the mapping does not declare must not become a decimal point.
        texts = pc.replace_substring(texts, ".", "?")
        texts = pc.replace_substring(texts, shape.decimal, ".")
    return pc.replace_substring_regex(texts, r"^\+([0-9])", r"\1")


def _one_mark(texts: pa.Array, marks: tuple[str, ...]) -> pa.Array:
    """Whether a number has one kind of mark between its thousands: 1.430'500 is a slip."""
    n_kinds = sum(
        (pc.match_substring(texts, mark).cast(pa.int8()) for mark in marks[1:]),
        pc.match_substring(texts, marks[0]).cast(pa.int8()),
    )
    return pc.less_equal(n_kinds, 1)


def amounts(texts: pa.Array, shape: NumberShape, *, is_signed: bool) -> tuple[Ints, Mask]:
    """Amounts in ten-thousandths; one with more than four decimals is read only where the rest is noise (see `NOISE`)."""
    plain = plain_numbers(texts, shape)
    is_plain = pc.fill_null(pc.match_substring_regex(plain, _PLAIN), False)
    values, bad = money_of(pc.if_else(is_plain, plain, None), is_signed)
    odd = np.flatnonzero(np.asarray(pc.and_(plain.is_valid(), pc.invert(is_plain))))
    for at, exact in zip(odd.tolist(), _odd_numbers(plain.take(pa.array(odd))), strict=True):
        if exact is None or (exact < 0 and not is_signed):
            bad[at] = True
        else:
            values[at] = exact
    return np.where(bad, NULL, values), bad


def _odd_numbers(texts: pa.Array) -> list[int | None]:
    """Numbers of unusual form in ten-thousandths: an exponent, or more decimals than four; None for what is none."""
    coded = texts.dictionary_encode()
    known = [_odd_number(text) for text in coded.dictionary.to_pylist()]
    return [known[at] for at in coded.indices.to_pylist()]


def _odd_number(text: str) -> int | None:
    if (
        len(text) > _MOST_TEXT
        or re.fullmatch(r"-?[0-9]+(?:\.[0-9]*)?(?:[eE][+-]?[0-9]{1,3})?|-?\.[0-9]+", text) is None
    ):
        return None
    try:
        value = Decimal(text)
    except InvalidOperation:
        return None
    if abs(value) >= Decimal(10) ** 14:
        return None
    units = (value * MONEY_SCALE).to_integral_value()
    return int(units) if abs(value - units / MONEY_SCALE) <= NOISE else None


def whole_numbers(texts: pa.Array, shape: NumberShape, low: int, high: int) -> tuple[Ints, Mask]:
    """Whole numbers within bounds; `17.0`, as a column of fractions writes it, is one."""
    plain = pc.replace_substring_regex(plain_numbers(texts, shape), r"^(-?[0-9]+)\.0+$", r"\1")
    is_whole = pc.fill_null(pc.match_substring_regex(plain, _WHOLE), False)
    numbers = pc.if_else(is_whole, plain, None).cast(pa.int64())
    values = np.asarray(pc.fill_null(numbers, NULL), np.int64)
    known = np.asarray(plain.is_valid())
    bad = known & ((values == NULL) | (values < low) | (values > high))
    return np.where(bad, NULL, values), bad


def flags(texts: pa.Array, words: Words) -> tuple[Flags, Mask]:
    """Truth values, -1 for unknown."""
    lowered = pc.utf8_lower(texts)
    is_true = np.asarray(pc.is_in(lowered, pa.array([word.lower() for word in words.true], pa.string())))
    is_false = np.asarray(pc.is_in(lowered, pa.array([word.lower() for word in words.false], pa.string())))
    values = np.where(is_true, 1, np.where(is_false, 0, -1)).astype(np.int8)
    return values, np.asarray(texts.is_valid()) & (values < 0)


def counts(texts: pa.Array, shape: NumberShape, words: Words, high: int) -> tuple[Ints, Mask]:
    """Numbers of Fantasyland cards; a word for yes is `TRUE_COUNT`, one for no is 0. A number is a number before it is a word."""
    values, bad = whole_numbers(texts, shape, 0, high)
    said, no_word = flags(texts, words)
    by_word = (bad & ~no_word) | ((values == 1) & (said == 1))
    return np.where(by_word, np.where(said == 1, TRUE_COUNT, 0), values), bad & no_word
