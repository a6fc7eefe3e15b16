"""Verdicts of many hands or seats as a grid, a column for each dimension, so that what knows more is laid over what knows less."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.audit.verdicts import VERDICTS, WRONG
from ofc_audit.audit.view import Flags, Ints, Mask
from ofc_audit.money import one_array
from ofc_audit.tables import table

DIMENSIONS: tuple[str, ...] = tuple(map(str, table("verdicts").column("dimension").values))
"""In the order in which the verdicts of a hand stand."""
NONE = -1


@dataclass
class Words:
    """Reasons as small numbers."""

    listed: list[str] = field(default_factory=list)
    _known: dict[str, int] = field(default_factory=dict)

    def number(self, word: str) -> int:
        """The number of a word, a new one where it was not met before."""
        if word not in self._known:
            self._known[word] = len(self.listed)
            self.listed.append(word)
        return self._known[word]

    def numbers(self, words: list[str]) -> Ints:
        """The numbers of some words, and behind them -1, which is what the place -1 gives: no word."""
        return np.array([*map(self.number, words), NONE], np.int64)


@dataclass
class Grid:
    """(n, dimensions) verdict codes, `NONE` where there is none, and reasons as numbers of `words`, `NONE` for no reason."""

    code: Flags
    reason: npt.NDArray[np.int32]
    words: Words

    @classmethod
    def empty(cls, n: int, words: Words) -> "Grid":
        """A grid without a verdict."""
        shape = (n, len(DIMENSIONS))
        return cls(np.full(shape, NONE, np.int8), np.full(shape, NONE, np.int32), words)

    @classmethod
    def of(cls, verdicts: pa.Table, rows: Ints, n: int, words: Words) -> "Grid":
        """The verdicts of a table, each in its row."""
        grid = cls.empty(n, words)
        dimension = _codes(verdicts, "dimension", list(DIMENSIONS))
        grid.code[rows, dimension] = _codes(verdicts, "verdict", VERDICTS.tolist())
        encoded = pc.dictionary_encode(one_array(verdicts.column("reason")))
        number = np.asarray(pc.fill_null(encoded.indices, NONE), np.int64)
        grid.reason[rows, dimension] = words.numbers(encoded.dictionary.to_pylist())[number]
        return grid

    def put(self, dimension: str, rows: Ints | Mask | slice, code: Ints | int, reason: Ints | int = NONE) -> None:
        """Sets the verdicts of some rows on a dimension."""
        at = DIMENSIONS.index(dimension)
        self.code[rows, at], self.reason[rows, at] = code, reason

    def under(self, better: "Grid") -> None:
        """Lays another grid over this one: where that one has a verdict, it holds, unless this one's is wrong and that one's is not."""
        holds = (better.code != NONE) & ((self.code != WRONG) | (better.code == WRONG))
        self._take(better, holds)

    def replaced_by(self, better: "Grid") -> None:
        """Lays another grid over this one: where that one has a verdict, it holds."""
        self._take(better, better.code != NONE)

    def _take(self, better: "Grid", holds: Mask) -> None:
        self.code[holds], self.reason[holds] = better.code[holds], better.reason[holds]

    def rows(self, start: int, stop: int, key: dict[str, Ints]) -> pa.Table:
        """The verdicts of the rows from `start` up to before `stop` as a table, with the columns of `key` for each row."""
        code, reason = self.code[start:stop].reshape(-1), self.reason[start:stop].reshape(-1)
        told = np.flatnonzero(code != NONE)
        at, dimension = np.divmod(told, len(DIMENSIONS))
        words = {
            "dimension": _word(dimension, DIMENSIONS),
            "verdict": _word(code[told], VERDICTS.tolist()),
            "reason": _word(reason[told], self.words.listed),
        }
        return pa.table({**{name: pa.array(values[start:stop][at]) for name, values in key.items()}, **words})


def _codes(verdicts: pa.Table, name: str, words: list[str]) -> Ints:
    """The place of each value of a column among some words."""
    return np.asarray(pc.index_in(one_array(verdicts.column(name)), pa.array(words, pa.string())), np.int64)


def _word(number: Ints | Flags | npt.NDArray[np.int32], words: tuple[str, ...] | list[str]) -> pa.Array:
    indices = pa.array(number.astype(np.int32), mask=number < 0)
    return pa.DictionaryArray.from_arrays(indices, pa.array(words, pa.string()))
