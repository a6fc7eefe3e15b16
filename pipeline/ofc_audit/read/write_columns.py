"""Text made for many rows at once: Arrow arrays of text, joined piece by piece; what is not known makes no text."""

import json
from functools import cache
from typing import TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import CARD_TEXT
from ofc_audit.money import MONEY_SCALE, NULL
from ofc_audit.read.batch import Ints, Mask
from ofc_audit.read.hand_rows import HandRows

Text: TypeAlias = pa.Array

CARDS = pa.array([*CARD_TEXT])
_PLACES = pa.array([f"{part:04d}".rstrip("0").ljust(2, "0") for part in range(MONEY_SCALE)])
_SHORT_PLACES = pa.array([f".{part:04d}".rstrip("0").rstrip(".") for part in range(MONEY_SCALE)])
_ESCAPED = r'["\\\x00-\x1f]'
NOTHING = pa.scalar(None, pa.string())
HANDS_AT_ONCE = 8192
"""How many hands are made into text together: the text is held whole."""


def join(*parts: Text | str) -> Text:
    """Text from its parts, row by row; a part that is not known leaves the whole unknown."""
    return pc.binary_join_element_wise(*map(_fixed, parts), _fixed(""))


@cache
def _scalar(text: str) -> pa.Scalar:
    return pa.scalar(text)


def _fixed(part: Text | str) -> Text | pa.Scalar:
    """Fixed text as Arrow takes it, made once: Arrow looks for other libraries whenever it is given plain text."""
    return _scalar(part) if isinstance(part, str) else part


def listed(between: str, *parts: Text) -> Text:
    """The parts that are known, row by row, with `between` between them."""
    first, *others = parts
    if first.null_count and all(part.null_count for part in others):
        # A row of which no part is known would be left away instead of being empty.
        is_known = np.logical_or.reduce([np.asarray(part.is_valid()) for part in parts])
        first = choose(is_known, first, "")
    return pc.binary_join_element_wise(first, *others, _fixed(between), null_handling="skip")


def choose(chosen: Mask, yes: Text | str, no: Text | str | pa.Scalar = NOTHING) -> Text:
    """One text or another, row by row."""
    return pc.if_else(pa.array(chosen), _fixed(yes), _fixed(no))


def or_nothing(text: Text) -> Text:
    """Empty text where it is not known."""
    return pc.fill_null(text, _fixed(""))


def number(values: Ints) -> Text:
    """Whole numbers, null where `NULL`."""
    return pa.array(values, mask=values == NULL).cast(pa.string())


def signed(values: Ints) -> Text:
    """Whole numbers with a plus before those above zero."""
    return join(choose(values > 0, "+", ""), number(values))


def amount(values: Ints, sign: str = "") -> Text:
    """Amounts with two places, or as many of four as they need, null where `NULL`; with `sign` before those above zero."""
    return _amount(values, ".", _PLACES, sign)


def short_amount(values: Ints) -> Text:
    """Amounts as the shortest plain decimals, null where `NULL`."""
    return _amount(values, "", _SHORT_PLACES, "")


def _amount(values: Ints, point: str, places: pa.Array, sign: str) -> Text:
    known = values != NULL
    size = np.abs(np.where(known, values, 0))
    signs = choose(values < 0, "-", choose(values > 0, sign, ""))
    text = join(signs, number(size // MONEY_SCALE), point, places.take(pa.array(size % MONEY_SCALE)))
    return choose(known, text)


def flag(values: np.ndarray[tuple[int], np.dtype[np.int8]]) -> Text:
    """`true` and `false`, null where unknown (-1)."""
    return choose(values == 1, "true", choose(values == 0, "false"))


def time(column: pa.Array) -> Text:
    """Times as `2026-03-01 18:22:05`, with the fraction of a second where there is one."""
    text = column.cast(pa.timestamp("us")).cast(pa.string())
    fraction = pc.utf8_rtrim(pc.utf8_slice_codeunits(text, 19), "0")
    return join(pc.utf8_slice_codeunits(text, 0, 19), pc.utf8_rtrim(fraction, "."))


def quoted(column: pa.Array) -> Text:
    """Texts as JSON writes them."""
    plain = join('"', column, '"')
    odd = np.asarray(pc.fill_null(pc.match_substring_regex(column, _ESCAPED), False))
    if not odd.any():
        return plain
    values = [json.dumps(text, ensure_ascii=False) for text in column.filter(pa.array(odd)).to_pylist()]
    return pc.replace_with_mask(plain, pa.array(odd), pa.array(values, pa.string()))


def gather(text: Text, group: Ints, n: int, between: str) -> Text:
    """(n,) the texts of each group in one, in their order; `group` rises."""
    counts = np.bincount(group, minlength=n)
    offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    return pc.binary_join(pa.ListArray.from_arrays(pa.array(offsets), text), _fixed(between))


def gather_cards(codes: Ints, group: Ints, n: int, between: str, cards: pa.Array = CARDS) -> Text:
    """(n,) the cards of each group as text, those of one group in the order given."""
    order = np.argsort(group, kind="stable")
    return gather(cards.take(pa.array(codes[order])), group[order], n, between)


def slices(rows: HandRows) -> list[HandRows]:
    """The hands in lots of a size that can be made into text together."""
    return [
        rows.slice(first, min(first + HANDS_AT_ONCE, rows.n_hands)) for first in range(0, rows.n_hands, HANDS_AT_ONCE)
    ]
