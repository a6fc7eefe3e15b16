"""Cards of a `table`'s cells, many at once: words or numbers, in a declared spelling, as codes of seats with their streets."""

import re
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import EMPTY, RANKS, SUITS
from ofc_audit.read.batch import Bytes, Ints, Mask
from ofc_audit.read.table_mapping import CardShape

UNKNOWN_STREET = 255
MOST_CARDS = 52
"""Cards in a cell; one with more is no list of cards."""

_SYMBOLS = ("♣♧", "♦♢", "♥♡", "♠♤")
_BRACKETS = r"[\[\](){}\x{fe0f}]"


@dataclass(frozen=True)
class CellCards:
    """Cards of many cells: for each card the cell, its street (255 unknown) and code. `known`: which cells say what cards there are;
    `bad`: which hold something that is no card, with that word in `words`."""

    cell: Ints
    street: Bytes
    code: Bytes
    known: Mask
    bad: Mask
    words: dict[int, str]


class CardWords:
    """Words for cards in a declared spelling."""

    def __init__(self, shape: CardShape) -> None:
        self._shape = shape
        self._ranks = {word.lower(): at for at, word in enumerate(shape.ranks)}
        if "10" not in self._ranks and "t" in self._ranks:
            self._ranks["10"] = self._ranks["t"]
        self._suits = {word.lower(): at for at, word in enumerate(shape.suits)}
        for at, symbols in enumerate(_SYMBOLS):
            self._suits |= dict.fromkeys(symbols, at)
        ranks, suits = (self._any_of(words) for words in (self._ranks, self._suits))
        card = f"(?P<rank>{ranks})(?P<suit>{suits})"
        if shape.spelling == "suit_rank":
            card = f"(?P<suit>{suits})(?P<rank>{ranks})"
        street = "(?P<street>[0-9])" if shape.street == "suffix" else ""
        self._card = re.compile(f"{card}{street}")
        self._glued = (
            f"(?i)({card.replace('?P<rank>', '?:').replace('?P<suit>', '?:')}{street.replace('?P<street>', '?:')})"
        )

    @staticmethod
    def _any_of(words: dict[str, int]) -> str:
        return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))

    def read(self, texts: pa.Array) -> CellCards:
        """The cards of cells; null is unknown."""
        shape = self._shape
        bare = pc.utf8_trim_whitespace(pc.replace_substring_regex(texts, _BRACKETS, ""))
        none = np.asarray(pc.fill_null(pc.is_in(pc.utf8_lower(bare), pa.array([w.lower() for w in shape.none])), False))
        known = np.asarray(bare.is_valid())
        bare = pc.if_else(pa.array(none), "", pc.fill_null(bare, ""))
        if not shape.separator:
            bare = pc.replace_substring_regex(bare, self._glued, r"\1 ")
        elif shape.separator.strip():
            bare = pc.replace_substring(bare, shape.separator.strip(), " ")
        lists = pc.utf8_split_whitespace(pc.utf8_trim_whitespace(bare))
        cell = np.asarray(pc.list_parent_indices(lists), np.int64)
        words = lists.flatten()
        filled = np.asarray(pc.not_equal(words, ""))
        cell, words = cell[filled], words.filter(pa.array(filled))
        coded = words.dictionary_encode()
        of_word = np.array([self._card_of(word) for word in coded.dictionary.to_pylist()] or [(EMPTY, 0)], np.uint8)
        indices = np.asarray(coded.indices, np.int64)
        code, street = of_word[indices, 0], of_word[indices, 1]
        bad = np.zeros(len(texts), bool)
        wrong = np.flatnonzero(code == EMPTY)
        bad[cell[wrong]] = True
        bad |= np.bincount(cell, minlength=len(texts)) > MOST_CARDS
        first_wrong, at = np.unique(cell[wrong], return_index=True)
        shown = words.take(pa.array(wrong[at])).to_pylist()
        keep = ~bad[cell]
        return CellCards(
            cell[keep], street[keep], code[keep], known, bad, dict(zip(first_wrong.tolist(), shown, strict=True))
        )

    def _card_of(self, word: str) -> tuple[int, int]:
        """The code and street of a word; `EMPTY` where it is no card."""
        shape = self._shape
        if shape.spelling == "numbers":
            number = re.fullmatch(r"([0-9]{1,2})(?:\.0+)?", word)
            return (_of_number(int(number[1]), shape), UNKNOWN_STREET) if number else (EMPTY, 0)
        found = self._card.fullmatch(word.lower()) if len(word) <= 12 else None
        if found is None:
            return EMPTY, 0
        street = UNKNOWN_STREET
        if shape.street == "suffix":
            street = int(found["street"]) + 1 - shape.first_street
        return self._ranks[found["rank"]] * 4 + self._suits[found["suit"]], street


def _of_number(number: int, shape: CardShape) -> int:
    number -= shape.first_number
    if not 0 <= number < MOST_CARDS:
        return EMPTY
    rank, suit = (number // 4, number % 4) if shape.major == "rank" else (number % 13, number // 13)
    return RANKS.index(shape.ranks[rank]) * 4 + SUITS.index(shape.suits[suit])


def split_boards(texts: pa.Array, mark: str) -> tuple[list[pa.Array], Mask]:
    """The three rows of boards told in one cell, and which cells are no three rows."""
    known = np.asarray(texts.is_valid())
    lists = pc.split_pattern(pc.fill_null(texts, mark + mark), mark)
    bad = known & (np.asarray(pc.list_value_length(lists)) != 3)
    whole = pc.if_else(pa.array(bad), mark + mark, pc.fill_null(texts, mark + mark))
    lists = pc.split_pattern(whole, mark)
    rows = [pc.if_else(pa.array(known & ~bad), pc.list_element(lists, at), None) for at in range(3)]
    return rows, bad


def number_lists(texts: pa.Array, low: int, high: int) -> tuple[Ints, Ints, Mask]:
    """Whole numbers of cells that hold several (`7+0+4`, `1 1 2`): the cell and value of each, and which cells hold something else."""
    known = np.asarray(texts.is_valid())
    good = np.asarray(pc.fill_null(pc.match_substring_regex(texts, r"^-?[0-9]{1,6}(?:[ ,;/+|]+-?[0-9]{1,6})*$"), False))
    plain = pc.replace_substring_regex(pc.if_else(pa.array(good), texts, ""), r"[ ,;/+|]+", " ")
    lists = pc.utf8_split_whitespace(plain)
    cell = np.asarray(pc.list_parent_indices(lists), np.int64)
    words = lists.flatten()
    filled = np.asarray(pc.not_equal(words, ""))
    cell = cell[filled]
    values = np.asarray(words.filter(pa.array(filled)).cast(pa.int64()), np.int64)
    bad = known & ~good
    bad[cell[(values < low) | (values > high)]] = True
    keep = ~bad[cell]
    return cell[keep], values[keep], bad
