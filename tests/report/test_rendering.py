import csv
import io
import json
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from ofc_audit.report.rendering import Field, render_rows

FIELDS = (
    Field("name", "player"),
    Field("hands", "hands", "int"),
    Field("net", "net", "money"),
    Field("rate", "fouls", "share"),
    Field("points", "points", "points"),
    Field("at", "ended", "time"),
    Field("small", "few", "flag"),
)
AT = datetime(2026, 3, 1, 18, 22, 5, tzinfo=UTC)
ROWS = [
    {"name": "Ana", "hands": 1200, "net": Decimal("8.5000"), "rate": 0.125, "points": 17, "at": AT, "small": False},
    {"name": "=1+1", "hands": 3, "net": None, "rate": None, "points": -17, "at": None, "small": True},
]


def test_a_table_is_aligned_under_its_headings() -> None:
    assert render_rows(FIELDS, ROWS, "table", 80) == (
        "player  hands   net   fouls  points  ended                few\n"
        "------  -----  ----  ------  ------  -------------------  ---\n"
        "Ana     1,200  8.50  12.5 %     +17  2026-03-01 18:22:05  no\n"
        "=1+1        3                   -17                       yes\n"
    )


def test_json_keeps_numbers_and_writes_amounts_as_text() -> None:
    text = render_rows(FIELDS, ROWS, "json")
    assert json.loads(text)[0] == {
        "name": "Ana",
        "hands": 1200,
        "net": "8.50",
        "rate": 0.125,
        "points": 17,
        "at": "2026-03-01T18:22:05Z",
        "small": False,
    }
    assert json.loads(text)[1]["net"] is None
    assert render_rows(FIELDS, [], "json") == "[]\n"


def test_csv_disarms_what_a_spreadsheet_would_run() -> None:
    assert render_rows(FIELDS, ROWS, "csv") == (
        "name,hands,net,rate,points,at,small\nAna,1200,8.50,0.125,17,2026-03-01T18:22:05Z,false\n'=1+1,3,,,-17,,true\n"
    )


def test_csv_can_be_read_back_whatever_a_name_holds() -> None:
    name = 'a,"b"\nc;d'
    text = render_rows((Field("name", "name"),), [{"name": name}], "csv")
    assert list(csv.reader(io.StringIO(text))) == [["name"], [name]]


def test_markdown_takes_names_as_text() -> None:
    rows = [{"name": "a|b <script> *x* `y`", "n": 1}]
    assert render_rows((Field("name", "player"), Field("n", "n", "int")), rows, "md") == (
        "| player | n |\n|---|---:|\n| a\\|b \\<script\\> \\*x\\* \\`y\\` | 1 |\n"
    )


def test_a_table_too_wide_is_cut_and_its_last_text_wrapped() -> None:
    fields = (Field("name", "player"), Field("text", "what it is", wraps=True))
    rows = [{"name": "A very long name of a player", "text": "a sentence of some words"}]
    assert render_rows(fields, rows, "table", 32) == (
        "player           what it is\n"
        "---------------  ---------------\n"
        "A very long na…  a sentence of\n"
        "                 some words\n"
    )
    assert max(len(line) for line in render_rows(fields, rows, "table", 32).splitlines()) <= 32


def test_a_name_cannot_move_the_cursor() -> None:
    assert "\x1b" not in render_rows((Field("name", "name"),), [{"name": "\x1b[2J"}], "table")


def test_an_unknown_form_is_refused() -> None:
    with pytest.raises(ValueError, match="no form 'xml'; known are table, json, csv, md"):
        render_rows(FIELDS, ROWS, "xml")
