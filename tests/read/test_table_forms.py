"""Parquet, SQLite and XLSX tables: the same hands as in text, values with their own digits, and refusals that say why."""

import io
import sqlite3
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from ofc_audit.read.xlsx import WorkbookError, open_sheet, sheet_names
from read.table_files import HEADINGS, T0, T1, csv, mapped, read_table
from read.workbooks import sheet, text_row, workbook

CELLS = [row.split(",") for row in (*T0, *T1)]
COLUMNS = dict(zip(HEADINGS.split(","), map(list, zip(*CELLS, strict=True)), strict=True))


def parquet(columns: dict[str, pa.Array]) -> bytes:
    out = io.BytesIO()
    pq.write_table(pa.table(columns), out)
    return out.getvalue()


def database(tmp_path: Path, statements: list[tuple[str, list[list[object]]]], name: str = "hands.db") -> bytes:
    path = tmp_path / name
    connection = sqlite3.connect(path)
    for statement, rows in statements:
        connection.executemany(statement, rows) if rows else connection.execute(statement)
    connection.commit()
    connection.close()
    return path.read_bytes()


Statements = tuple[tuple[str, list[list[object]]], ...]


def hands_database(tmp_path: Path, more: Statements = (), before: Statements = ()) -> bytes:
    headings = ", ".join(f'"{one}"' for one in HEADINGS.split(","))
    marks = ", ".join("?" for _ in HEADINGS.split(","))
    rows: list[list[object]] = [list(row) for row in CELLS]
    create = f'create table "a ""b" ({headings})'
    return database(tmp_path, [*before, (create, []), (f'insert into "a ""b" values ({marks})', rows), *more])


def hands_workbook() -> bytes:
    rows = [text_row(at + 1, *cells) for at, cells in enumerate([HEADINGS.split(","), *CELLS])]
    return workbook({"Hands": sheet(*rows), "Notes": sheet(text_row(1, "x"))}, hidden=("Notes",))


def test_every_form_tells_the_same_hands(tmp_path: Path) -> None:
    mapping = mapped(tmp_path)
    want = read_table(csv(*T0, *T1), mapping)
    typed = {
        **{name: pa.array(values) for name, values in COLUMNS.items()},
        "Hand": pa.array([7001.0, 7001.0, 7002.0, 7002.0]),
        "Net": pa.array([Decimal(value) for value in COLUMNS["Net"]]),
        "Stack": pa.array([200.0] * 4),
        "Pts": pa.array([17, -17, 17, -17], pa.int16()),
        "FL": pa.array([False] * 4),
        "Time": pa.array([datetime.fromisoformat(one).replace(tzinfo=UTC) for one in COLUMNS["Time"]]),
        "Player": pa.array(COLUMNS["Player"]).dictionary_encode(),
        "Front": pa.array([cards.split() for cards in COLUMNS["Front"]]),
    }
    for content in (
        parquet({name: pa.array(values) for name, values in COLUMNS.items()}),
        parquet(typed),
        hands_database(tmp_path),
        hands_workbook(),
    ):
        read = read_table(content, mapping, name="hands.bin")
        assert read.content() == want.content()
        assert read.column("hands", "first_line") == [2, 4]
        assert read.rejects == []


def test_a_damaged_row_is_named_by_its_number(tmp_path: Path) -> None:
    columns = {name: pa.array(values) for name, values in COLUMNS.items()}
    columns["Player"] = pa.array(["Ana\nMaria", "Bo", "Ana", "Bo"])
    columns["Front"] = pa.array([COLUMNS["Front"][0], COLUMNS["Front"][1], "Qx Qd 4c", COLUMNS["Front"][3]])
    read = read_table(parquet(columns), mapped(tmp_path))
    assert read.column("seats", "player_name") == ["Ana\nMaria", "Bo"]
    (reject,) = read.rejects
    assert (reject["first_line"], reject["last_line"], reject["n_hands"]) == (4, 5, 1)
    assert reject["reason"] == "line 1: column `Front`: `Qx` is no card"
    assert b"Qx Qd 4c" in reject["raw"]


@pytest.mark.parametrize(
    ("value", "want"),
    [
        (17.100000000000001, "17.1000"),
        (0.1 + 0.2, "0.3000"),
        (1e-4, "0.0001"),
        (12345678901.25, "12345678901.2500"),
        (0.00005, None),
        (1e300, None),
        (float("nan"), None),
    ],
)
def test_fractions_are_exact_to_four_places_or_refused(tmp_path: Path, value: float, want: str | None) -> None:
    columns = {name: pa.array(values) for name, values in COLUMNS.items()}
    columns["Stack"] = pa.array([value, 200.0, 200.0, 200.0])
    read = read_table(parquet(columns), mapped(tmp_path))
    if want is None:
        assert (read.ids, len(read.rejects)) == (["7002"], 1)
        assert "column `Stack`: " in read.reasons[0]
    else:
        assert read.column("seats", "stack")[0] == Decimal(want)


def test_a_table_of_a_database_is_chosen_by_name_and_nothing_in_it_is_run(tmp_path: Path) -> None:
    forever = (
        "create view forever as with recursive n(i) as (select 1 union all select i + 1 from n) select i from n",
        [],
    )
    content = hands_database(tmp_path, (forever,))
    assert read_table(content, mapped(tmp_path)).reasons == [
        'the database has 2 tables: name one (file.table of the mapping): "a "b", "forever"'
    ]
    path = mapped(tmp_path, {"[columns]": '[file]\ntable = "a \\"b"\n[columns]'})
    assert read_table(content, path).ids == ["7001", "7002"]
    path = mapped(tmp_path, {"[columns]": '[file]\ntable = "x\'; drop table hands;--"\n[columns]'})
    assert 'the database has no table "x\'; drop table hands;--"' in read_table(content, path).reasons[0]


def test_a_name_that_is_no_text_is_told_by_its_bytes(tmp_path: Path) -> None:
    content = hands_database(tmp_path, (("create table cafQ (x)", []),)).replace(b"cafQ", b"caf\xe9")
    assert read_table(content, mapped(tmp_path)).reasons == [
        'the database has 2 tables: name one (file.table of the mapping): "a "b", "caf\\xe9"'
    ]


def test_a_view_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ofc_audit.read.table_forms.MOST_STEPS", 2_000_000)
    forever = (
        "create view v as with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n",
        [],
    )
    content = database(tmp_path, [forever])
    assert read_table(content, mapped(tmp_path)).reasons == [
        "the query takes far longer than a table of this size can: it may never end"
    ]


def test_rows_that_are_not_yet_in_the_database_are_asked_for(tmp_path: Path) -> None:
    content = hands_database(tmp_path)
    (tmp_path / "live.db-wal").write_bytes(b"x")
    read = read_table(content, mapped(tmp_path), name=str(tmp_path / "live.db"))
    assert read.reasons[0].startswith("rows that are not in the database yet lie beside it in live.db-wal")


@pytest.mark.parametrize("share", [0.01, 0.3, 0.9])
def test_what_is_cut_short_is_one_reject(tmp_path: Path, share: float) -> None:
    columns = {name: pa.array(values) for name, values in COLUMNS.items()}
    for content in (parquet(columns), hands_database(tmp_path)):
        read = read_table(content[: int(len(content) * share)], mapped(tmp_path))
        assert (read.ids, len(read.rejects)) == ([], 1)
        (tmp_path / "hands.db").unlink(missing_ok=True)


def rows_of(content: bytes, wanted: str | None = None, decimal: str = ".") -> list[tuple[int, list[str]]]:
    return list(open_sheet(content, wanted, decimal)[1])


def test_cells_of_every_kind() -> None:
    shared = '<sst><si><r><t>Bo </t></r><r><t>"x"</t></r><rPh><t>no</t></rPh></si><si><t>a_x000D_b</t></si></sst>'
    cells = (
        '<row r="2" hidden="1"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="D2"><v>17.100000000000001</v></c>'
        '<c r="E2" s="1"><v>45356.885520833333</v></c><c r="F2" s="2"><v>45356</v></c><c r="G2" s="1"><v>0.5</v></c>'
        '<c r="H2" t="b"><v>1</v></c><c r="I2" t="str"><f>A1&amp;B1</f><v>kept</v></c><c r="J2"><f>1+1</f><v>2</v></c>'
        '<c r="K2" t="e"><v>#REF!</v></c><c r="L2" t="inlineStr"><is><t>=cmd()</t></is></c></row>'
    )
    content = workbook({"S": sheet(cells)}, shared=shared)
    ((number, row),) = rows_of(content)
    assert number == 2
    assert row[:4] == ['Bo "x"', "a\rb", "", "17.100000000000001"]
    assert row[4:7] == ["2024-03-05T21:15:09", "2024-03-05", "12:00:00"]
    assert row[7:] == ["true", "kept", "2", "#REF!", "=cmd()"]
    assert rows_of(content, decimal=",")[0][1][3] == "17,100000000000001"
    later = workbook({"S": sheet(cells)}, shared=shared, properties='<workbookPr date1904="1"/>')
    assert rows_of(later)[0][1][5] == "2028-03-06"


def test_merged_cells_hold_the_value_of_the_first() -> None:
    merged = '<mergeCells count="1"><mergeCell ref="A1:B3"/></mergeCells>'
    content = workbook(
        {"S": sheet(text_row(1, "x"), text_row(2, "", "", "y"), text_row(3), text_row(4, "z"), after=merged)}
    )
    assert rows_of(content) == [(1, ["x", "x"]), (2, ["x", "x", "y"]), (3, ["x", "x"]), (4, ["z"])]


def test_sheets_are_named_where_there_are_several() -> None:
    content = workbook({"A": sheet(text_row(1, "x")), "B": sheet(text_row(1, "y"))})
    with pytest.raises(WorkbookError, match=r'it has 2 sheets: name one .*: "A", "B"'):
        open_sheet(content, None)
    with pytest.raises(WorkbookError, match='it has no sheet "C"'):
        open_sheet(content, "C")
    assert rows_of(content, "B") == [(1, ["y"])]
    assert sheet_names(content) == [("A", False), ("B", False)]


@pytest.mark.parametrize(
    ("part", "why"),
    [
        ('<!DOCTYPE x [<!ENTITY a "b">]>' + sheet(text_row(1, "x")), "it declares a document type"),
        (sheet(text_row(1, "x"))[:-20], "damaged: "),
        (sheet('<row r="1"><c r="ZZZ1"><v>1</v></c></row>'), "cell ZZZ1 stands out of order, or behind column 1,024"),
        (sheet(text_row(2, "x"), text_row(1, "y")), "row 1 stands behind row 2"),
        (sheet('<row r="1"><c r="A1" t="s"><v>9</v></c></row>'), "names a shared text that is not there"),
    ],
)
def test_a_workbook_that_is_none_is_refused(part: str, why: str) -> None:
    with pytest.raises(WorkbookError, match=why):
        rows_of(workbook({"S": part}))


def test_a_workbook_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ofc_audit.read.xlsx.LEAST_ALLOWED", 1 << 20)
    content = workbook({"S": sheet(text_row(1, "x" * 5_000_000))})
    assert len(content) * 200 < 5_000_000
    with pytest.raises(WorkbookError, match="it unpacks to too much"):
        rows_of(content)


@pytest.mark.parametrize("form", ["parquet", "sqlite", "xlsx"])
def test_a_table_of_others_without_a_mapping_is_refused(tmp_path: Path, form: str) -> None:
    content = {
        "parquet": lambda: parquet({name: pa.array(values) for name, values in COLUMNS.items()}),
        "sqlite": lambda: hands_database(tmp_path),
        "xlsx": hands_workbook,
    }[form]()
    [batch] = read_source(source_of_bytes("club", content))
    assert batch.rejects["reason"].to_pylist() == [
        "a table, and nothing says which column is what: `ofc map FILE` proposes a mapping; put it beside the file as club.mapping.toml,"
        " or name it with --mapping"
    ]


@pytest.mark.parametrize("page_size", [512, 1024, 4096, 65536])
def test_pages_of_a_database_may_have_any_size(tmp_path: Path, page_size: int) -> None:
    mapping = mapped(tmp_path)
    content = hands_database(tmp_path, before=((f"pragma page_size = {page_size}", []),))
    assert int.from_bytes(content[16:18]) == page_size % 65535
    assert read_table(content, mapping).content() == read_table(csv(*T0, *T1), mapping).content()
    cut = read_table(content[: len(content) // 2], mapping)
    assert (cut.ids, len(cut.rejects)) == ([], 1)
