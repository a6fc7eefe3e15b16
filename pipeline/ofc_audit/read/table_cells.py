"""The cells of a `table` brought to where they belong: one value for each hand, one for each seat, with what is damaged noted."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL, amount_units
from ofc_audit.read.batch import Flags, Ints, Mask
from ofc_audit.read.jsonl_spec import TRUE_COUNT
from ofc_audit.read.rejects import quoted
from ofc_audit.read.table_fields import FIELDS, Field
from ofc_audit.read.table_groups import HandRows, filled_down
from ofc_audit.read.table_mapping import TableMapping
from ofc_audit.read.table_values import amounts, counts, flags, whole_numbers

_KINDS = {
    "int": "whole number",
    "money": "amount",
    "signed_money": "amount",
    "flag": "truth value",
    "count": "number of cards",
    "time": "time",
    "cards": "list of cards",
    "numbers": "list of numbers",
    "text": "text",
}


@dataclass
class Cells:
    """The cells of rows: by field, told of groups of rows (hands or seats).

    `place`: the number of each mapped column in the file, from 0.
    """

    found: HandRows
    mapping: TableMapping
    place: dict[str, int]

    def heading(self, name: str) -> str:
        """How a field's column is called in an error message."""
        return f"column {quoted(str(self.mapping.columns[name]).encode())}"

    def texts(self, name: str) -> pa.Array:
        """(n_rows,) the cells of a field's column; null where empty and in damaged rows."""
        cells = self.found.rows.cells(self.place[name])
        if self.found.damaged:
            there = np.ones(len(cells), bool)
            there[list(self.found.damaged)] = False
            cells = pc.if_else(pa.array(there), cells, None)
        above = self.found.carried.get(self.place[name])
        return filled_down(cells, above) if name in self.mapping.file.fill_down else cells

    def of_groups(self, name: str, group: Ints, n_groups: int) -> tuple[pa.Array, Ints]:
        """(n_groups,) one text for each group of rows, and a row that states it (-1 where none does).

        Rows of one group that state different ones damage its hand; a row that states none agrees with all.
        """
        texts = self.texts(name)
        coded = texts.dictionary_encode()
        code = np.asarray(pc.fill_null(coded.indices, -1), np.int64)
        told = np.flatnonzero(code >= 0)
        row = np.full(n_groups, -1, np.int64)
        row[group[told[::-1]]] = told[::-1]
        differs = told[code[told] != code[row[group[told]]]]
        for at in differs[np.unique(group[differs], return_index=True)[1]].tolist():
            one, other = (quoted(str(texts[i].as_py()).encode()) for i in (int(row[group[at]]), at))
            whose = "the hand" if FIELDS[name].level == "hand" else "one player"
            self.found.mark(at, f"{self.heading(name)}: {one} and {other} in rows of {whose}")
        safe = pa.array(np.maximum(row, 0))
        value = texts.take(safe) if len(texts) else pa.nulls(n_groups, pa.string())
        return pc.if_else(pa.array(row >= 0), value, None), row

    def complain(self, name: str, texts: pa.Array, row: Ints, bad: Mask, why: str | None = None) -> None:
        """Notes cells that are no value of their field."""
        for at in np.flatnonzero(bad).tolist():
            shown = quoted(str(texts[at].as_py()).encode())
            self.found.mark(
                int(row[at]), f"{self.heading(name)}: {shown} {why or 'is no ' + self._wanted(FIELDS[name])}"
            )

    def _wanted(self, field: Field) -> str:
        words = _KINDS[field.kind]
        if field.words:
            return f"{words} of those allowed: {', '.join(field.words)}"
        if field.kind == "flag":
            true, false = self.mapping.words.true, self.mapping.words.false
            return f"{words}; allowed are {', '.join((*true, *false))}"
        if field.kind == "int":
            return f"{words} from {field.low} to {field.high}"
        if field.kind in ("money", "signed_money"):
            sign = "" if field.kind == "signed_money" else " of nought or more"
            return f"{words}{sign} with at most four decimals and {quoted(self.mapping.numbers.decimal.encode())} as decimal mark"
        return words


@dataclass
class Values:
    """Typed values of groups of rows by field, each read once; fields that are not told are unknown."""

    cells: Cells
    group: Ints
    n: int

    def text(self, name: str) -> pa.Array:
        """Texts; null unknown."""
        constant = self.cells.mapping.constants.get(name)
        if constant is not None:
            return pa.array([constant], pa.string()).take(pa.array(np.zeros(self.n, np.int64)))
        if name not in self.cells.place:
            return pa.nulls(self.n, pa.string())
        texts, row = self.cells.of_groups(name, self.group, self.n)
        words = FIELDS[name].words
        if words:
            known = pc.or_(pc.is_null(texts), pc.is_in(texts, pa.array(words)))
            self.cells.complain(name, texts, row, ~np.asarray(known))
        return texts

    def ints(self, name: str) -> Ints:
        """Whole numbers; `NULL` unknown."""
        field, numbers = FIELDS[name], self.cells.mapping.numbers
        return self._read(name, lambda texts: whole_numbers(texts, numbers, field.low, field.high))

    def money(self, name: str) -> Ints:
        """Amounts in ten-thousandths; `NULL` unknown."""
        is_signed = FIELDS[name].kind == "signed_money"
        return self._read(name, lambda texts: amounts(texts, self.cells.mapping.numbers, is_signed=is_signed))

    def flags(self, name: str) -> Flags:
        """Truth values; -1 unknown."""
        words = self.cells.mapping.words

        def read(texts: pa.Array) -> tuple[Ints, Mask]:
            values, bad = flags(texts, words)
            return np.where(values < 0, NULL, values.astype(np.int64)), bad

        values = self._read(name, read)
        return np.where(values == NULL, -1, values).astype(np.int8)

    def counts(self, name: str) -> tuple[Flags, Ints]:
        """Whether the player is in Fantasyland (-1 unknown), and with how many cards (`NULL` unknown)."""
        mapping = self.cells.mapping
        values = self._read(name, lambda texts: counts(texts, mapping.numbers, mapping.words, FIELDS[name].high))
        is_there = np.where(values == NULL, -1, values != 0).astype(np.int8)
        return is_there, np.where(values == TRUE_COUNT, NULL, values)

    def _read(self, name: str, read: Callable[[pa.Array], tuple[Ints, Mask]]) -> Ints:
        if name in self.cells.place:
            texts, row = self.cells.of_groups(name, self.group, self.n)
            values, bad = read(texts)
            self.cells.complain(name, texts, row, bad)
            return values
        constant = self.cells.mapping.constants.get(name)
        return np.full(self.n, NULL if constant is None else _plain(name, constant))


def _plain(name: str, text: str) -> int:
    """A constant, which the mapping has been held to."""
    kind = FIELDS[name].kind
    if kind == "money":
        return amount_units(text)
    return int(text == "true") if kind == "flag" else int(text)
