"""What programs make of tables that people keep: days of two calendars, formulas nobody computed, empty sheets, whole numbers as fractions,
columns of any kind, and how many hands are lost where rows cannot be read."""

import io
import json
from datetime import UTC, datetime

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.read.detect import detect
from ofc_audit.read.source import source_of_bytes
from ofc_audit.read.table_propose import propose
from ofc_audit.read.table_text import TableError
from read.table_files import HEADINGS, T0, T1, T2, Path, csv, mapped, read_table
from read.workbooks import sheet, text_row, workbook

ROWS = [row.split(",") for row in (*T0, *T1)]
NAMES = HEADINGS.split(",")
TIME = NAMES.index("Time")
FORM_1904 = '<workbookPr date1904="1"/>'


def days(text: str, epoch: datetime) -> str:
    return repr((datetime.fromisoformat(text) - epoch).total_seconds() / 86_400)


def book(epoch: datetime, style: int, **more: str) -> bytes:
    """A workbook whose times are serial numbers of a calendar, in the style of plain numbers (0) or of dates (1)."""
    rows = [text_row(1, *NAMES)]
    for at, cells in enumerate(ROWS, 2):
        whole = text_row(at, *cells)
        old = f'<c t="inlineStr"><is><t xml:space="preserve">{cells[TIME]}</t></is></c>'
        assert old in whole
        rows.append(whole.replace(old, f'<c s="{style}"><v>{days(cells[TIME], epoch)}</v></c>'))
    return workbook({"Hands": sheet(*rows)}, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("style", [0, 1], ids=["number", "date"])
@pytest.mark.parametrize("is_1904", [False, True], ids=["1900", "1904"])
@pytest.mark.parametrize("heading", ['ended_at = "Time"', f"ended_at = {TIME + 1}"], ids=["heading", "number"])
@pytest.mark.parametrize("decimal", [".", ","])
def test_days_of_a_workbook_are_of_its_own_calendar_however_they_are_shown(
    tmp_path: Path, style: int, is_1904: bool, heading: str, decimal: str
) -> None:
    mapping = mapped(
        tmp_path,
        {
            "[times]": f'[numbers]\ndecimal = "{decimal}"\n[times]\nformat = "excel"',
            'ended_at = "Time"': heading,
            'stack = "Stack"\n': "",
            'net = "Net"\n': "",
        },
    )
    epoch = datetime(1904, 1, 1) if is_1904 else datetime(1899, 12, 30)
    read = read_table(book(epoch, style, properties=FORM_1904 if is_1904 else ""), mapping)
    assert read.reasons == []
    assert read.column("hands", "ended_at")[0] == datetime(2024, 3, 5, 21, 15, 9, tzinfo=UTC)


def test_a_formula_that_nobody_computed_is_no_empty_cell(tmp_path: Path) -> None:
    rows = [text_row(at, *cells) for at, cells in enumerate([NAMES, *ROWS], 1)]
    old = '<c t="inlineStr"><is><t xml:space="preserve">200.00</t></is></c>'
    rows[1] = rows[1].replace(old, "<c><f>100+100</f></c>")
    rows[3] = rows[3].replace(old, '<c t="str"><f>""</f><v></v></c>')
    read = read_table(workbook({"Hands": sheet(*rows)}), mapped(tmp_path))
    (reason,) = read.reasons
    assert reason.startswith("line 1: column `Stack`: `a formula without a saved value` is no amount")
    # One that gave an empty text has a value.
    assert read.ids == ["7002"]
    assert read.column("seats", "stack")[0] is None


def test_sheets_that_nobody_wrote_on_are_not_counted(tmp_path: Path) -> None:
    hands = sheet(*(text_row(at, *cells) for at, cells in enumerate([NAMES, *ROWS], 1)))
    blank = sheet('<row r="1"><c r="A1" s="1"/></row>')
    read = read_table(workbook({"Sheet1": sheet(), "Hands": hands, "Sheet3": blank}), mapped(tmp_path))
    assert read.ids == ["7001", "7002"]
    read = read_table(workbook({"Hands": hands, "Notes": sheet(text_row(1, "x"))}), mapped(tmp_path))
    assert "it has 2 sheets: name one" in read.reasons[0]


def parquet(**more: pa.Array) -> bytes:
    out = io.BytesIO()
    columns = {name: pa.array(values) for name, values in zip(NAMES, map(list, zip(*ROWS, strict=True)), strict=True)}
    pq.write_table(pa.table({**columns, **more}), out)
    return out.getvalue()


def test_ids_that_a_program_keeps_as_binary_fractions_have_all_their_digits(tmp_path: Path) -> None:
    ids = [260301000000017.0, 260301000000017.0, float(2**53 - 1), float(2**53 - 1)]
    read = read_table(parquet(Hand=pa.array(ids)), mapped(tmp_path))
    assert read.ids == ["260301000000017", "9007199254740991"]
    # Beyond that, digits are lost.
    read = read_table(parquet(Hand=pa.array([float(2**60)] * 4)), mapped(tmp_path))
    assert (read.ids, "its last digits are lost" in read.reasons[0]) == ([], True)


@pytest.mark.parametrize(
    ("column", "told"),
    [
        (pa.array([{"a": "é", "b": [1]}] * 4), '{"a": "é", "b": [1]}'),
        (pa.array([[{"a": 1}]] * 4), '[{"a": 1}]'),
        (pa.array([b"\xff0"] * 4), "\\xff0"),
    ],
    ids=["struct", "lists", "bytes"],
)
def test_a_column_of_any_kind_that_no_field_is_read_from_is_kept(tmp_path: Path, column: pa.Array, told: str) -> None:
    read = read_table(parquet(More=column), mapped(tmp_path))
    assert read.ids == ["7001", "7002"]
    assert json.loads(read.column("hands", "unknown_keys")[0]) == {"More": [told, told]}
    read = read_table(parquet(Front=column), mapped(tmp_path))
    assert read.ids == []


def test_rows_without_an_id_say_so(tmp_path: Path) -> None:
    first, second = T0
    read = read_table(csv(first, second.replace("7001", "", 1), *T1), mapped(tmp_path))
    assert read.ids == ["7002"]
    assert (
        "column `Hand`: is empty; where that stands for the id above: name hand_id in file.fill_down" in read.reasons[1]
    )


def test_hands_of_which_no_row_can_be_read_are_counted(tmp_path: Path) -> None:
    last = tuple(row.replace("7001", "7004") for row in T0)
    damaged = [row.replace("Lotus", "Lo\udcfftus") for row in (*T1, *T2)]
    text = (
        "\n".join([HEADINGS, *T0, *damaged, *last])
        .encode("utf-8", "surrogateescape")
        .replace(b"7004,", "7004é,".encode())
    )
    read = read_table(text, mapped(tmp_path))
    assert len(read.ids) + sum(row["n_hands"] for row in read.rejects) == 4
    alone = "\n".join([HEADINGS, *damaged]).encode("utf-8", "surrogateescape")
    read = read_table(alone + "é".encode(), mapped(tmp_path))
    assert sum(row["n_hands"] for row in read.rejects) == 2


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("line", ["sep=;", '\ufeff"sep=;"', "\nSEP=; "])
@pytest.mark.parametrize("told", ["", '[file]\ndelimiter = ";"\n'], ids=["left away", "delimiter"])
def test_a_line_that_tells_a_spreadsheet_the_delimiter_is_none_of_the_table(
    tmp_path: Path, end: str, line: str, told: str
) -> None:
    content = csv(*T0, *T1).decode().replace(",", ";")
    text = (line + "\n" + content).replace("\n", end).encode()
    assert detect(text) == "table"
    mapping = mapped(tmp_path, {"[hands]": f"{told}[hands]"})
    read = read_table(text, mapping)
    assert (read.ids, read.reasons) == (["7001", "7002"], [])
    assert read.column("hands", "first_line")[0] == 3 + line.count("\n")
    numbers = {f'"{name}"': str(at) for at, name in enumerate(NAMES, 1)}
    file = told or "[file]\n"
    headless = mapped(tmp_path, {"[hands]": f"{file}heading_row = 0\n[hands]", **numbers})
    read = read_table((line + "\n" + content.partition("\n")[2]).replace("\n", end).encode(), headless)
    assert (read.ids, read.reasons) == (["7001", "7002"], [])


def test_lines_before_the_headings_do_not_hide_the_delimiter(tmp_path: Path) -> None:
    text = b"Lotus, March\n\n1 to 31\n" + csv(*T0, *T1).replace(b",", b";")
    read = read_table(text, mapped(tmp_path, {"[hands]": "[file]\nheading_row = 4\n[hands]"}))
    assert (read.ids, read.reasons) == (["7001", "7002"], [])
    proposal = propose(source_of_bytes("x.csv", text))
    assert 'delimiter = ";"\nheading_row = 4\n' in proposal


@pytest.mark.parametrize(
    ("content", "why"), [(b"a;b;c\n", "no rows below its headings"), (b" \n\n", "nothing stands in it")]
)
def test_why_no_mapping_is_proposed_for_a_table_without_rows(content: bytes, why: str) -> None:
    with pytest.raises(TableError, match=why):
        propose(source_of_bytes("x.csv", content))
