"""Where a table's mapping is looked for, under names of any bytes and for what is packed; what lies beside a database."""

import gzip
import os
import zipfile
from pathlib import Path

import pytest

from ofc_audit.read.inputs import Walk, find_inputs, shown_path, system_path
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources
from ofc_audit.warehouse.convert import convert
from read.table_files import MAPPING, T0, T1, Read, csv

HANDS = csv(*T0, *T1)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def read(path: str) -> Read:
    return Read([batch for source in open_sources([path]) for batch in read_source(source)])


@pytest.mark.parametrize("mapping", [b"\xff\xe9.csv.mapping.toml", b"mapping.toml"])
@pytest.mark.parametrize("folder", [b"in", b"\xe9t\xe9"])
def test_a_mapping_is_found_beside_a_table_whose_name_is_no_utf_8(folder: bytes, mapping: bytes) -> None:
    Path(os.fsdecode(folder)).mkdir()
    Path(os.fsdecode(folder + b"/\xff\xe9.csv")).write_bytes(HANDS)
    Path(os.fsdecode(folder + b"/" + mapping)).write_text(MAPPING)
    assert read(os.fsdecode(folder + b"/\xff\xe9.csv")).ids == ["7001", "7002"]


@pytest.mark.parametrize("mapping", ["a.csv.mapping.toml", "a.csv.gz.mapping.toml", "mapping.toml"])
def test_a_table_that_was_compressed_keeps_its_mapping(mapping: str) -> None:
    Path("a.csv.gz").write_bytes(gzip.compress(HANDS))
    Path(mapping).write_text(MAPPING)
    assert read("a.csv.gz").ids == ["7001", "7002"]


def test_tables_of_an_archive_have_the_mappings_of_their_own_names_beside_it() -> None:
    with zipfile.ZipFile("p.zip", "w") as archive:
        archive.writestr("sub/a.csv", HANDS)
        archive.writestr("b.csv", HANDS.replace(b"Hand,", b"Nr,").replace(b"700", b"800"))
    Path("a.csv.mapping.toml").write_text(MAPPING)
    Path("p.zip.mapping.toml").write_text(MAPPING.replace('"Hand"', '"Nr"'))
    assert read("p.zip").ids == ["7001", "7002", "8001", "8002"]


def test_that_a_mapping_in_an_archive_is_not_used_is_told() -> None:
    with zipfile.ZipFile("p.zip", "w") as archive:
        archive.writestr("a.csv", HANDS)
        archive.writestr("a.csv.mapping.toml", MAPPING)
    (reason,) = read("p.zip").reasons
    assert "put it beside the archive (one inside is not used) as p.zip.mapping.toml" in reason


def test_the_log_of_a_database_is_seen_whatever_the_name() -> None:
    for name in (b"\xff.db", b"a!b.db"):
        path = os.fsdecode(name)
        Path(path).write_bytes(b"SQLite format 3\0" + bytes(100))
        Path(path + "-wal").write_bytes(b"x")
        Path(path + ".mapping.toml").write_text(MAPPING)
        (reason,) = read(path).reasons
        assert reason.startswith(f"rows that are not in the database yet lie beside it in {shown_path(path)}-wal")


def test_a_path_that_was_shown_is_found_again() -> None:
    for name in (b"\xff\xe9 b.txt", b"plain.txt", b"back\\xff.txt", "é\\x41.txt".encode()):
        path = os.fsdecode(name)
        Path(path).write_bytes(b"")
        assert system_path(shown_path(path)) == path
    assert system_path("none\\xff") == "none\\xff"


def test_a_folder_too_deep_for_a_path_is_told_and_stops_no_other(tmp_path: Path) -> None:
    Path("a.txt").write_text("x")
    place = Path.cwd()
    name = "n" * 250
    try:
        while len(str(Path.cwd())) < 4300:
            Path(name).mkdir()
            os.chdir(name)
    except OSError:
        pass
    finally:
        os.chdir(place)
    found = find_inputs([str(tmp_path)], Walk())
    assert found[0].path == str(tmp_path / "a.txt")
    assert [one.problem for one in found[1:]] == ["the folder cannot be opened: File name too long"]


def test_a_table_of_this_program_needs_no_mapping_where_others_have_one() -> None:
    Path("in").mkdir()
    Path("in/a.csv").write_bytes(HANDS)
    Path("in/mapping.toml").write_text(MAPPING)
    with Path("in/own.csv").open("wb") as file:
        convert(open_sources(["in/a.csv"]), "table", file, accepts_losses=True, form="csv")
    hands = read("in")
    assert (hands.ids, hands.reasons) == (["7001", "7002"] * 2, [])
