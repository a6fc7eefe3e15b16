"""The boards and discards that rows of a `table` tell, as cards of seats with their streets."""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.batch import Bytes, CardRows, Ints, Mask
from ofc_audit.read.jsonl_spec import MOST_STREETS
from ofc_audit.read.rejects import quoted
from ofc_audit.read.table_cards import UNKNOWN_STREET, CardWords, CellCards, number_lists, split_boards
from ofc_audit.read.table_cells import Values
from ofc_audit.read.table_fields import ROWS


class Boards:
    """The cards of seats."""

    def __init__(self, values: Values, in_fantasy: Mask) -> None:
        self._values, self._fantasy = values, in_fantasy
        self._cells = values.cells
        self._words = CardWords(self._cells.mapping.cards)

    def placed(self) -> CardRows:
        """The cards of the boards, row by row."""
        if "board" in self._cells.place:
            texts, row = self._of_seats("board")
            rows, bad = split_boards(texts, self._cells.mapping.cards.row_separator)
            mark = quoted(self._cells.mapping.cards.row_separator.encode())
            self._cells.complain("board", texts, row, bad, f"is no board: three rows with {mark} between them")
            parts = [self._read("board", part, row, np.arange(len(texts)), at) for at, part in enumerate(rows)]
        elif "row_cards" in self._cells.place:
            parts = [self._of_rows()]
        else:
            parts = [self._list(name, at)[0] for at, name in enumerate(ROWS) if name in self._cells.place]
        return joined_cards(parts)

    def one(self, name: str) -> tuple[CardRows, Mask]:
        """The cards of one list of each seat, in the order written, and of which seats they are known."""
        if name not in self._cells.place:
            return CardRows(), np.zeros(self._values.n, bool)
        return self._list(name, 0)

    def _of_seats(self, name: str) -> tuple[pa.Array, Ints]:
        return self._cells.of_groups(name, self._values.group, self._values.n)

    def _list(self, name: str, row_no: int) -> tuple[CardRows, Mask]:
        texts, row = self._of_seats(name)
        known = np.asarray(texts.is_valid())
        return self._read(name, texts, row, np.arange(len(texts)), row_no), known

    def _of_rows(self) -> CardRows:
        """Boards of which each row has a line of its own."""
        cells = self._cells
        words = pc.utf8_lower(cells.texts("row"))
        texts = cells.texts("row_cards")
        parts = []
        for at, name in enumerate(ROWS):
            own = np.asarray(
                pc.fill_null(pc.is_in(words, pa.array([w.lower() for w in cells.mapping.rows[name]])), False)
            )
            rows = np.flatnonzero(own)
            parts.append(self._read("row_cards", texts.take(pa.array(rows)), rows, self._values.group[rows], at))
        return joined_cards(parts)

    def _read(self, name: str, texts: pa.Array, row: Ints, seat: Ints, row_no: int) -> CardRows:
        """Cells of cards, each of a seat; `row` is where a cell stands."""
        cards = self._words.read(texts)
        for at, word in cards.words.items():
            self._cells.found.mark(int(row[at]), f"{self._cells.heading(name)}: {quoted(word.encode())} is no card")
        unnamed = cards.bad.copy()
        unnamed[list(cards.words)] = False
        self._cells.complain(name, texts, row, unnamed)
        street = self._streets(name, cards)
        bad = np.flatnonzero((street > MOST_STREETS) & (street != UNKNOWN_STREET))
        for at in bad.tolist():
            self._cells.found.mark(
                int(row[cards.cell[at]]), f"{self._cells.heading(name)}: no game has street {street[at]}"
            )
        own = seat[cards.cell]
        street = np.where(self._fantasy[own], 0, street).astype(np.uint8)
        return CardRows(own, np.full(len(own), row_no, np.uint8), street, cards.code)

    def _streets(self, name: str, cards: CellCards) -> Bytes:
        """The street of each card, from a column of its own where there is one."""
        column = f"{name}_streets"
        if column not in self._cells.place:
            return cards.street
        texts, stated = self._of_seats(column)
        cell, value, bad = number_lists(texts, 0, MOST_STREETS)
        self._cells.complain(column, texts, stated, bad)
        n = len(texts)
        count, wanted = np.bincount(cell, minlength=n), np.bincount(cards.cell, minlength=n)
        off = np.flatnonzero((count > 0) & (count != wanted) & ~cards.bad)
        for at in off.tolist():
            self._cells.found.mark(
                int(stated[at]), f"{self._cells.heading(column)}: {count[at]} streets for {wanted[at]} cards"
            )
        told = (count > 0) & (count == wanted)
        street = cards.street.copy()
        street[told[cards.cell]] = value[told[cell]] + 1 - self._cells.mapping.cards.first_street
        return street


def joined_cards(parts: Sequence[CardRows]) -> CardRows:
    if not parts:
        return CardRows()
    seat, row, street, code = (
        np.concatenate([getattr(part, name) for part in parts]) for name in ("seat", "row", "street", "code")
    )
    return CardRows(seat, row, street, code)
