import csv
import io
import json
import zipfile
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.read import write_sheets
from ofc_audit.read.xlsx import open_sheet, sheet_names
from ofc_audit.report import row_files
from ofc_audit.report.formulas import neutral
from ofc_audit.report.kinds import fields_of
from ofc_audit.report.rendering import Field
from ofc_audit.report.row_files import FORMS, RowFile

AT = datetime(2026, 3, 1, 18, 22, 5, tzinfo=UTC)
ROWS = pa.table(
    {
        "hand_key": pa.array([7, -(2**62)]),
        "player_name": ["=1+1", '<script>"x";\n\u202e'],
        "hands": [3, 10**16],
        "points": [-5, None],
        "net": pa.array([Decimal("-8.5"), Decimal("12345678901234.1250")], pa.decimal128(18, 4)),
        "foul_rate": [0.25, None],
        "ended_at": pa.array([AT, datetime(1850, 1, 1, tzinfo=UTC)], pa.timestamp("us", "UTC")),
        "day": [date(2026, 3, 1), None],
        "is_small_sample": [True, None],
        "cards": [[1, 2], None],
        "text": ["-5", ""],
    }
)


def written(form: str, rows: pa.Table = ROWS, **options: object) -> bytes:
    out = io.BytesIO()
    with RowFile(out, form, rows.schema, **options) as file:  # type: ignore[arg-type]
        file.add(rows)
    return out.getvalue()


def sheet_rows(content: bytes, name: str = "Rows") -> list[list[str | None]]:
    return [list(cells) for _, cells in open_sheet(content, name)[1]]


@pytest.mark.parametrize(
    ("text", "disarmed"),
    [
        ("=cmd()", "'=cmd()"),
        ("+1 +1", "'+1 +1"),
        ("-a", "'-a"),
        ("@sum", "'@sum"),
        ("\rx", "'\rx"),
        ("  =1", "'  =1"),
        ("\u200b\ufeff=1", "'\u200b\ufeff=1"),
        ("＝1", "'＝1"),
        ("＋1", "'＋1"),
        ("－1", "'－1"),
        ("＠1", "'＠1"),
        ("+", "'+"),
        ("-1-1", "'-1-1"),
        ("'=1", "''=1"),
        ("\t=1", "'\t'=1"),
        ("Ana;=1+1", "Ana;'=1+1"),
        ("Ana\n @x", "Ana\n' @x"),
        ("Ana;'=1", "Ana;''=1"),
    ],
)
def test_a_formula_is_preceded_by_an_apostrophe(text: str, disarmed: str) -> None:
    assert neutral(text) == disarmed
    assert (
        next(csv.reader(io.StringIO(written("csv", pa.table({"name": [text]})).decode().split("\n", 1)[1])))[0]
        == disarmed
    )


@pytest.mark.parametrize("text", ["Ana", "-14", "+3", "-0.50", "a=b", "", "'a", "a;b", "a, -b"])
def test_other_texts_and_plain_numbers_stay(text: str) -> None:
    assert neutral(text) == text
    assert (
        next(csv.reader(io.StringIO(written("csv", pa.table({"name": [text]})).decode().split("\n", 1)[1])))[0] == text
    )


def test_comma_separated_values_tell_unknown_from_empty() -> None:
    assert written("csv").decode() == (
        "hand_key,player_name,hands,points,net,foul_rate,ended_at,day,is_small_sample,cards,text\n"
        '7,\'=1+1,3,-5,-8.50,0.25,2026-03-01T18:22:05Z,2026-03-01,true,"[1, 2]",-5\n'
        '-4611686018427387904,"<script>""x"";\n\u202e",10000000000000000,,12345678901234.125,,1850-01-01T00:00:00Z,,,,""\n'
    )


def test_json_keeps_every_value() -> None:
    rows = json.loads(written("json"))
    assert rows[0] == {
        "hand_key": 7,
        "player_name": "=1+1",
        "hands": 3,
        "points": -5,
        "net": "-8.50",
        "foul_rate": 0.25,
        "ended_at": "2026-03-01T18:22:05Z",
        "day": "2026-03-01",
        "is_small_sample": True,
        "cards": [1, 2],
        "text": "-5",
    }
    assert rows[1]["player_name"] == '<script>"x";\n\u202e'
    assert (rows[1]["hand_key"], rows[1]["points"], rows[1]["text"]) == (-(2**62), None, "")
    assert [json.loads(line) for line in written("jsonl").splitlines()] == rows
    assert written("json", ROWS.slice(0, 0)) == b"[]\n"


def test_what_json_cannot_hold_as_a_number_is_unknown() -> None:
    assert json.loads(written("json", pa.table({"x": [float("nan"), float("inf"), 0.1]}))) == [
        {"x": None},
        {"x": None},
        {"x": 0.1},
    ]


def test_markdown_is_for_people() -> None:
    fields = [Field("player_name", "player"), Field("foul_rate", "fouls", "share")]
    assert written("md", fields=fields, notes=["2 hands."]).decode() == (
        '| player | fouls |\n|---|---:|\n| =1+1 | 25.0 % |\n| \\<script\\>"x";\\\\n\\\\u202e |  |\n\n2 hands.\n'
    )


def test_a_workbook_has_numbers_as_numbers_and_names_as_text() -> None:
    rows = sheet_rows(written("xlsx"))
    assert rows[0] == ROWS.column_names
    assert rows[1] == [
        "7",
        "=1+1",
        "3",
        "-5",
        "-8.50",
        "0.25",
        "2026-03-01T18:22:05",
        "2026-03-01",
        "true",
        "[1, 2]",
        "-5",
    ]
    assert rows[2][:2] == ["-4611686018427387904", '<script>"x";\n\u202e']
    text = write_sheets.text_cells(pa.array(["=1", "-5", "Ana"]), pa.array([True, False, False])).to_pylist()
    assert [cell[:5] for cell in text] == ["<c s=", "<c t=", "<c t="]


def test_a_number_that_a_spreadsheet_would_round_is_text() -> None:
    content = written("xlsx")
    xml = zipfile.ZipFile(io.BytesIO(content)).read("xl/worksheets/sheet1.xml").decode()
    assert "<v>10000000000000000<" not in xml
    assert "<v>12345678901234.125<" not in xml
    assert "<v>7<" not in xml
    assert ">10000000000000000</t>" in xml
    assert ">12345678901234.125</t>" in xml
    assert "<v>-8.50</v>" in xml


def test_rows_too_many_for_a_sheet_go_on_in_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(row_files, "MOST_ROWS", 3)
    content = written("xlsx", pa.table({"n": [1, 2, 3, 4, 5]}), sheet="Hands", notes=["Five."])
    assert [name for name, _ in sheet_names(content)] == ["Hands", "Hands 2", "Hands 3", "Notes"]
    assert sheet_rows(content, "Hands 3") == [["n"], ["5"]]
    assert sheet_rows(content, "Notes") == [["Notes"], ["Five."]]


def test_a_text_too_long_for_a_cell_is_refused() -> None:
    with pytest.raises(
        ValueError, match="a cell of a workbook holds 32,767 characters, and a text has 32,768: write another form"
    ):
        written("xlsx", pa.table({"text": ["x" * 32_768]}))


def test_parquet_keeps_types_and_notes(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_bytes(written("parquet", notes=["All hands."]))
    table = pq.read_table(path)
    assert table.equals(ROWS)
    assert table.schema.metadata[b"notes"] == b"All hands."


@pytest.mark.parametrize("form", FORMS)
def test_the_same_rows_make_the_same_bytes_however_they_come(form: str) -> None:
    out = io.BytesIO()
    if form == "parquet":
        assert written(form) == written(form)
        return
    with RowFile(out, form, ROWS.schema) as file:
        for batch in ROWS.to_batches(1):
            file.add(batch)
    assert out.getvalue() == written(form)


def test_an_error_leaves_the_file_unfinished() -> None:
    out = io.BytesIO()
    file = RowFile(out, "json", ROWS.schema)
    file.add(ROWS)
    file.__exit__(RuntimeError, RuntimeError(), None)
    assert not out.getvalue().endswith(b"]\n")


def test_what_a_column_holds_is_told_by_type_and_name() -> None:
    kinds = {field.name: field.kind for field in fields_of(ROWS.schema)}
    assert kinds == {
        "hand_key": "text",
        "player_name": "text",
        "hands": "int",
        "points": "points",
        "net": "money",
        "foul_rate": "share",
        "ended_at": "time",
        "day": "time",
        "is_small_sample": "flag",
        "cards": "text",
        "text": "text",
    }


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(
        ValueError, match="no form 'xml' of rows is written; known are csv, json, jsonl, md, xlsx, parquet"
    ):
        RowFile(io.BytesIO(), "xml", ROWS.schema)
