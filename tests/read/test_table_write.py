"""Written tables read back: the same hands in every form, and text that looks like a formula stays text."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources, source_of_bytes
from ofc_audit.read.table_own import own_mapping_text
from ofc_audit.read.write_sheets import MOST_TEXT
from ofc_audit.read.write_table import FORMS, write_form
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.edits import set_column
from ofc_audit.simulate.play import play
from ofc_audit.tables import table as declared
from read.table_files import Read, read_table

NO_PLACE = {
    "hands": {"levels", "sitting_out", "events", "unknown_keys", "format"},
    "boards": {"street_ms", "street_auto"},
}
"""What a table has no place for; pairs neither."""
OPTIONS: dict[str, str | bool] = {"scoring": "1-6", "royalties": "american"}
NAMES = [
    "=cmd()",
    "+1",
    "@x",
    "_x0041_",
    "a\r\nb",
    " x ",
    "x'); DROP TABLE hands;--",
    '"',
    "Seat 1: a",
    "-",
    "מרים\u200f",
    "\x07",
]


def facts(tables: dict[str, pa.Table]) -> dict[str, list[dict[str, Any]]]:
    """All that a table can hold, without keys and places."""
    result = {}
    for name in ("hands", "seats", "boards", "claims"):
        left_out = {"hand_key", "deal_key", *declared(name).place_columns, *NO_PLACE.get(name, ())}
        columns = [column for column in tables[name].column_names if column not in left_out]
        result[name] = tables[name].select(columns).to_pylist()
    return result


def back(tables: dict[str, pa.Table], tmp_path: Path, form: str) -> Read:
    path = tmp_path / f"hands.{form}"
    write_form(tables, path, form)
    # The same with no mapping as with the one that says what is in it.
    (tmp_path / "m.toml").write_text(own_mapping_text(form), "utf-8")
    [alone] = [list(read_source(source)) for source in open_sources([str(path)])]
    read = read_table(path.read_bytes(), str(tmp_path / "m.toml"))
    assert [key for batch in alone for key in batch.hands["hand_key"].to_pylist()] == read.column("hands", "hand_key")
    return read


@pytest.mark.parametrize(
    ("rules_id", "form"),
    [
        *(("pokerbet_progressive", form) for form in FORMS),
        ("openface_classic", "csv"),
        ("pppoker_progressive17", "xlsx"),
    ],
)
def test_hands_come_back_from_every_form(tmp_path: Path, rules_id: str, form: str) -> None:
    options = OPTIONS if rules_id.startswith(("pokerbet", "openface")) else {}
    tables = play(load_rules()[rules_id], 20, 7, options=options, hands_per_table=10, n_players=(2, 3))
    read = back(tables, tmp_path, form)
    assert read.rejects == []
    assert facts(read.tables) == facts(tables)


@pytest.mark.parametrize("form", FORMS)
def test_text_stays_text(tmp_path: Path, form: str) -> None:
    tables = play(load_rules()["pokerbet"], len(NAMES) // 2, 3, options=OPTIONS, hands_per_table=6, n_players=(2,))
    for column in ("player_id", "player_name"):
        tables = set_column(tables, "seats", column, pa.array(NAMES))
    tables = set_column(tables, "hands", "table_id", pa.array(["=1+1"] * (len(NAMES) // 2)))
    read = back(tables, tmp_path, form)
    assert read.rejects == []
    assert read.column("seats", "player_name") == NAMES
    assert set(read.column("hands", "table_id")) == {"=1+1"}


def test_a_written_table_needs_no_mapping(tmp_path: Path) -> None:
    tables = play(load_rules()["pokerbet"], 10, 3, options=OPTIONS, hands_per_table=5)
    write_form(tables, tmp_path / "h.csv", "csv")
    (head, *batches) = read_source(source_of_bytes("h.csv", (tmp_path / "h.csv").read_bytes()))
    assert (head.hands.num_rows, sum(batch.hands.num_rows for batch in batches)) == (0, 10)


def test_the_same_hands_make_the_same_bytes(tmp_path: Path) -> None:
    tables = play(load_rules()["pokerbet"], 10, 3, options=OPTIONS, hands_per_table=5)
    for form in FORMS:
        for at in (1, 2):
            (tmp_path / str(at)).mkdir(exist_ok=True)
            write_form(tables, tmp_path / str(at) / f"h.{form}", form)
        assert (tmp_path / "1" / f"h.{form}").read_bytes() == (tmp_path / "2" / f"h.{form}").read_bytes(), form


def test_what_a_cell_of_a_workbook_cannot_hold_is_refused(tmp_path: Path) -> None:
    tables = play(load_rules()["pokerbet"], 1, 3, options=OPTIONS, n_players=(2,))
    tables = set_column(tables, "seats", "player_name", pa.array(["x" * (MOST_TEXT + 1), "Bo"]))
    with pytest.raises(ValueError, match="a cell of a workbook holds 32,767 characters"):
        write_form(tables, tmp_path / "h.xlsx", "xlsx")
    with pytest.raises(ValueError, match="no form 'ods' of tables is written; known are csv, tsv"):
        write_form(tables, tmp_path / "h.ods", "ods")
