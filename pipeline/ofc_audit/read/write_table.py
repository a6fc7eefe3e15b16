"""Writer of `table`: hands as rows of a player and hand, in CSV, TSV, Parquet, SQLite or XLSX, and the mapping that reads them back.

Headings are the names of the fields. What a table has no place for (pairs, times of streets, events, prices by level) is not in it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pa_csv

from ofc_audit.cards import CARD_TEXT, EMPTY
from ofc_audit.read.batch import ROW_SIZES, ROW_STARTS, Bytes, Ints, Mask
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.table_fields import FIELDS, ROWS
from ofc_audit.read.table_own import CLAIMS, COLUMNS, HANDS, NO, NO_CARDS, SEATS, YES

FORMS = ("csv", "tsv", "parquet", "xlsx", "sqlite")
"""The forms a table is written in, each also the ending of its name."""

NUMBERS = tuple(name for name in COLUMNS if FIELDS[name].kind in ("int", "money", "signed_money"))


def write(tables: Mapping[str, pa.Table], out: BinaryIO) -> None:
    """Writes hands as CSV, with headings."""
    write_text(table_of(tables), out, ",")


def write_rows(rows: HandRows, out: BinaryIO) -> None:
    """Writes hands as CSV, with headings where they are the first of the file."""
    write_text(table_of(rows.tables), out, ",", has_headings=out.tell() == 0)


def write_text(table: pa.Table, out: BinaryIO, delimiter: str, *, has_headings: bool = True) -> None:
    """Writes rows as delimited text: every cell that holds something in quotes, so that it stays what it is."""
    options = pa_csv.WriteOptions(include_header=has_headings, delimiter=delimiter, quoting_style="all_valid")
    pa_csv.write_csv(table, out, options)


def write_form(tables: Mapping[str, pa.Table], path: Path, form: str) -> None:
    """Writes hands as a file of a form. Raises ValueError for a form that is not written, and for what a workbook cannot hold."""
    if form not in FORMS:
        raise ValueError(f"no form {form!r} of tables is written; known are {', '.join(FORMS)}")
    from ofc_audit.read.write_table_file import TableFile

    with path.open("wb") as out, TableFile(out, form) as file:
        file.add(table_of(tables))


def table_of(tables: Mapping[str, pa.Table]) -> pa.Table:
    """The rows of hands as texts: one for each player and hand, in the order of the hands and in acting order."""
    hands, seats, boards, claims = (tables[name] for name in ("hands", "seats", "boards", "claims"))
    n_seats = np.asarray(hands.column("n_seats"), np.int64)
    of_hand = pa.array(np.repeat(np.arange(hands.num_rows), n_seats))
    columns: dict[str, pa.Array] = {name: _texts(hands.column(its)).take(of_hand) for name, its in HANDS.items()}
    cancelled = pc.if_else(pc.equal(hands.column("status"), "cancelled"), YES, NO)
    columns["is_cancelled"] = cancelled.combine_chunks().take(of_hand)
    columns |= {name: _texts(seats.column(name)) for name in SEATS}
    columns["fantasy"] = _counts(seats.column("is_fantasy"), seats.column("fantasy_cards"))
    columns |= _boards(boards, ~np.asarray(pc.fill_null(seats.column("is_fantasy"), False)))
    columns |= {name: _texts(claims.column(its)) for name, its in CLAIMS.items()}
    columns["fantasy_next"] = _counts(claims.column("is_fantasy_next"), claims.column("fantasy_next"))
    return pa.table({name: columns[name] for name in COLUMNS})


def _texts(column: pa.ChunkedArray) -> pa.Array:
    """A column as it is written; null where unknown."""
    array = column.combine_chunks()
    kind = array.type
    if pa.types.is_boolean(kind):
        return pc.if_else(array, YES, NO)
    if pa.types.is_decimal(kind):
        return pc.replace_substring_regex(array.cast(pa.string()), r"^(-?[0-9]+\.[0-9]{2}(?:[0-9]*[1-9])?)0*$", r"\1")
    if pa.types.is_timestamp(kind):
        text = pc.replace_substring_regex(array.cast(pa.string()), r"\.0+(Z?)$", r"\1")
        return pc.replace_substring(text, " ", "T")
    return array.cast(pa.string())


def _counts(is_there: pa.ChunkedArray, cards: pa.ChunkedArray) -> pa.Array:
    """Numbers of Fantasyland cards: 0, how many, or a word where the count is unknown."""
    there, count = is_there.combine_chunks(), cards.combine_chunks().cast(pa.string())
    said = pc.if_else(there, pc.coalesce(count, YES), "0")
    # A count without a word beside it is a word itself.
    return pc.coalesce(said, count)


def _boards(boards: pa.Table, is_normal: Mask) -> dict[str, pa.Array]:
    """Rows of boards, discards and cards dealt, with the streets of those placed outside Fantasyland."""
    n = boards.num_rows
    cards, streets = (
        np.asarray(boards.column(name).combine_chunks().flatten(), np.uint8).reshape(n, 13)
        for name in ("cards", "streets")
    )
    result: dict[str, pa.Array] = {}
    for row, start, size in zip(ROWS, ROW_STARTS.tolist(), ROW_SIZES, strict=True):
        part = slice(start, start + size)
        seat, place = np.nonzero(cards[:, part] != EMPTY)
        result[row] = _joined(seat, _card_texts(cards[:, part][seat, place]), np.bincount(seat, minlength=n) > 0)
        street = streets[:, part][seat, place]
        told = is_normal & (np.bincount(seat, minlength=n) > 0)
        told[seat[street == EMPTY]] = False
        keep = told[seat]
        result[f"{row}_streets"] = _joined(seat[keep], pa.array(street[keep]).cast(pa.string()), told)
    for name, its_streets in (("discards", "discard_streets"), ("dealt", "dealt_streets")):
        result |= _lists(name, boards.column(name), boards.column(its_streets), is_normal)
    return result


def _lists(name: str, cards: pa.ChunkedArray, streets: pa.ChunkedArray, is_normal: Mask) -> dict[str, pa.Array]:
    lists = cards.combine_chunks()
    seat = np.asarray(pc.list_parent_indices(lists), np.int64)
    street = np.asarray(streets.combine_chunks().flatten(), np.uint8)
    known = np.asarray(lists.is_valid())
    texts = _joined(
        seat, _card_texts(np.asarray(lists.flatten(), np.uint8)), np.bincount(seat, minlength=len(lists)) > 0
    )
    is_none = pa.array(known & (np.asarray(texts.is_null())))
    told = is_normal & (np.bincount(seat, minlength=len(lists)) > 0)
    told[seat[street == EMPTY]] = False
    keep = told[seat]
    return {
        name: pc.if_else(is_none, NO_CARDS, texts),
        f"{name}_streets": _joined(seat[keep], pa.array(street[keep]).cast(pa.string()), told),
    }


def _card_texts(codes: Bytes) -> pa.Array:
    return pa.array(CARD_TEXT).take(pa.array(codes))


def _joined(seat: Ints, texts: pa.Array, is_told: Mask) -> pa.Array:
    """Texts of each seat with a blank between them; null where nothing is told. `seat` rises."""
    counts = np.bincount(seat, minlength=len(is_told))
    offsets = pa.array(np.concatenate([[0], np.cumsum(counts)]).astype(np.int32))
    joined = pc.binary_join(pa.ListArray.from_arrays(offsets, texts.cast(pa.string())), " ")
    return pc.if_else(pa.array(is_told), joined, None)


def typed(table: pa.Table) -> pa.Table:
    """Rows with numbers and times as what they are."""
    for name in COLUMNS:
        kind = FIELDS[name].kind
        at = table.column_names.index(name)
        column = table.column(name)
        if kind == "int":
            table = table.set_column(at, name, column.cast(pa.int64()))
        elif kind in ("money", "signed_money"):
            table = table.set_column(at, name, column.cast(pa.decimal128(18, 4)))
        elif kind == "time":
            bare = pc.replace_substring(column, "Z", "")
            table = table.set_column(at, name, bare.cast(pa.timestamp("us")).cast(pa.timestamp("us", "UTC")))
    return table
