"""Small workbooks, databases and Parquet files are read together as small texts are, and the tables are those of the files read one by one."""

import io
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.csv as arrow_csv
import pyarrow.parquet as pq
import pytest

from ofc_audit.read.reader import read_source
from ofc_audit.read.source import Source, source_of_bytes
from ofc_audit.read.table_small import MOST_BYTES, as_texts
from ofc_audit.read.write_table import table_of
from ofc_audit.read.write_table_file import TableFile
from ofc_audit.warehouse.small_files import read_small
from read.table_files import HEADINGS, T0, T1, T2, mapped
from read.workbooks import sheet, text_row, workbook
from test_docs import ROOT
from warehouse.test_small_files import read_both_ways, twice

Rows = Sequence[str]


def parquet(rows: Rows) -> bytes:
    head, *body = (row.split(",") for row in (HEADINGS, *rows))
    out = io.BytesIO()
    pq.write_table(pa.table({name: pa.array([row[at] for row in body]) for at, name in enumerate(head)}), out)
    return out.getvalue()


def database(rows: Rows, *, has_wal: bool = False) -> bytes:
    columns = ",".join(f'"{name}"' for name in HEADINGS.split(","))
    with closing(sqlite3.connect(":memory:")) as con:
        con.execute(f"create table t ({columns})")
        con.executemany(
            f"insert into t values ({','.join('?' * (columns.count(',') + 1))})", [r.split(",") for r in rows]
        )
        con.commit()
        raw = bytearray(con.serialize())
    # Whatever keeps its changes in a log says so here, though the log may be empty.
    raw[18:20] = b"\2\2" if has_wal else b"\1\1"
    return bytes(raw)


def book(rows: Rows, first: int = 1) -> bytes:
    cells = [text_row(first + at * 2, *row.split(",")) for at, row in enumerate((HEADINGS, *rows))]
    return workbook({"a": sheet(*cells)})


FORMS: dict[str, Callable[[Rows], bytes]] = {"parquet": parquet, "sqlite, table t": database, "xlsx, sheet a": book}


def given(files: Sequence[bytes], mapping: str) -> list[Source]:
    return [replace(source_of_bytes(f"f{at}", content), mapping=mapping) for at, content in enumerate(files)]


def taken(sources: Sequence[Source]) -> list[bool]:
    parts = read_small("table", sources)
    return [any(part.is_taken[at] for part in parts) for at in range(len(sources))]


@pytest.mark.parametrize("form", FORMS)
def test_tables_that_are_no_text_are_read_together(form: str, tmp_path: Path) -> None:
    make, mapping = FORMS[form], mapped(tmp_path)
    files = [make(T0), make(T1), make((*T2, *(row.replace("7003", "9") for row in T2))), make(T0[:1]), make(())]
    sources = given(files, mapping)
    (part,) = read_small("table", sources)
    # A hand with one player is a reject, which laid files must not have; a table without rows has nothing that is in doubt.
    assert part.is_taken.tolist() == [True, True, True, False, True]
    assert {form} == {kind for kind, _ in part.brought.values()}
    tables = read_both_ways(tmp_path, sources)
    assert [(row["hand_id"], row["source_file"]) for row in tables["hands"]] == [
        ("7001", "f0"), ("7002", "f1"), ("7003", "f2"), ("9", "f2"),
    ]  # fmt: skip
    assert [row["source_file"] for row in tables["rejects"]] == ["f3"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("changes", "doubtful", "is_taken"),
    [
        ({}, (T1[0].replace("Lotus 4", "Lot\nus"), T1[1].replace("Lotus 4", "Lot\nus")), [True, False, True]),
        ({}, (T1[0].replace("Lotus 4", '"Lot\r"'), T1[1]), [True, False, True]),
        ({}, (T1[0].replace("Lotus 4", '"'), T1[1].replace("Lotus 4", '"')), [True, True, True]),
        ({}, (T1[0], T2[0], T2[1], T1[1]), [True, False, True]),
        ({}, (*T1, *T1), [True, False, True]),
        ({'zone = "UTC"': 'zone = "Europe/Berlin"'}, twice("02:15"), [True, False, True]),
        ({}, T1 * (MOST_BYTES // 150), [True, False, True]),
        ({"[times]\nzone": "[file]\nfill_down = ['table_id']\n[times]\nzone"}, T1, [False] * 3),
        ({"[times]\nzone": "[file]\nheading_row = 0\n[times]\nzone"}, T1, [False] * 3),
        ({'"Pts"': '"Points"'}, T1, [False] * 3),
    ],
)  # fmt: skip
def test_what_is_in_doubt_is_read_by_itself(
    form: str, changes: dict[str, str], doubtful: Rows, is_taken: list[bool], tmp_path: Path
) -> None:
    make = FORMS[form]
    if "heading_row" in str(changes):
        # Without headings columns are numbered.
        changes = changes | {f'"{name}"': str(at + 1) for at, name in enumerate(HEADINGS.split(","))}
    sources = given([make(T0), make(doubtful), make(T2)], mapped(tmp_path, changes))
    assert taken(sources) == is_taken
    if any(is_taken):
        read_both_ways(tmp_path, sources)


def test_rows_of_a_workbook_keep_their_numbers(tmp_path: Path) -> None:
    sources = given([book(T0, 3), book(T1), book(T2, 2)], mapped(tmp_path))
    assert taken(sources) == [True] * 3
    tables = read_both_ways(tmp_path, sources)
    assert [(row["first_line"], row["last_line"]) for row in tables["hands"]] == [(5, 7), (3, 5), (4, 6)]


def test_damaged_files_do_not_hold_up_the_others(tmp_path: Path) -> None:
    whole = [make(rows) for rows in (T0, T1) for make in FORMS.values()]
    cut = [content[: len(content) * 2 // 3 - at] for at, content in enumerate(whole)]
    sources = given([*whole, *cut, database(T2, has_wal=True)], mapped(tmp_path))
    assert taken(sources) == [True] * 6 + [False] * 6 + [True]
    assert len(read_both_ways(tmp_path, sources)["rejects"]) == 6


def test_tables_of_this_program_need_no_mapping(tmp_path: Path) -> None:
    text = (ROOT / "sample_histories/pokerbet_progressive/clean-table/hands.csv").read_bytes()
    *_, last = read_source(source_of_bytes("a", text))
    files = [parquet(T0)]
    for form in ("xlsx", "parquet", "sqlite"):
        out = io.BytesIO()
        with TableFile(out, form) as file:
            file.add(table_of(last.tables))
        files.append(out.getvalue())
    sources = [source_of_bytes(f"f{at}", content) for at, content in enumerate([*files, *files[1:]])]
    assert taken(sources) == [False] + [True] * 6
    read_both_ways(tmp_path, sources)


def test_many_parquet_files_cost_the_calls_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    n_written = 0
    write = arrow_csv.write_csv

    def counting(*some: Any) -> None:
        nonlocal n_written
        n_written += 1
        write(*some)

    monkeypatch.setattr(arrow_csv, "write_csv", counting)
    texts = as_texts(given([parquet((row,)) for row in (*T0, *T1, *T2)], mapped(tmp_path)))
    assert n_written == 1
    assert [bytes(text[0].data).count(b"\n") for text in texts if text is not None] == [2] * 6
