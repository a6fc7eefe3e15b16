"""`ofc map` and `--mapping`: a proposal is printed, and a run reads a table with it."""

import json
from pathlib import Path

import pytest

from cli.conftest import Ofc
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources
from ofc_audit.warehouse.stage import Staging, stage
from read.table_files import HEADINGS, T0, T1, csv, mapped


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("lotus.csv").write_bytes(csv(*T0, *T1))


def test_a_proposal_is_printed_and_reads_the_table(ofc: Ofc) -> None:
    told = ofc("map", "lotus.csv")
    assert (told.status, told.err) == (0, "")
    assert told.out.startswith("ofc_mapping = 1\n")
    Path("lotus.csv.mapping.toml").write_text(told.out, "utf-8")
    found = {source.name: read_source(source) for source in open_sources(["."])}
    n_hands = {Path(name).name: sum(batch.hands.num_rows for batch in batches) for name, batches in found.items()}
    assert n_hands == {"lotus.csv": 2, "lotus.csv.mapping.toml": 0}


def test_a_proposal_that_lacks_something_says_so(ofc: Ofc) -> None:
    Path("bare.csv").write_bytes(csv(*T0, headings=HEADINGS.replace("Player", "Pet")))
    told = ofc("map", "bare.csv")
    assert told.status == 1
    assert told.out.startswith("# NOT COMPLETE: columns.player_id: is missing")
    assert told.err == "ofc: the mapping is not complete; its first line says what is missing\n"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("map", "nothing.csv"), "ofc: no such file or folder: nothing.csv"),
        (("map", "."), "ofc: . is a folder; name one table"),
        (("map", "note.txt"), "ofc: note.txt: no table: its lines are not cut into columns"),
        (("run", "lotus.csv", "--out", "o", "--mapping", "none.toml"), "ofc: none.toml: cannot be read: No such file"),
        (
            ("run", "lotus.csv", "--out", "o", "--mapping", "bad.toml"),
            'ofc: bad.toml: colums: no such key; allowed: "ofc',
        ),
    ],
)
def test_what_cannot_be_used_is_said_in_a_line(ofc: Ofc, words: tuple[str, ...], why: str) -> None:
    Path("note.txt").write_text("Dear diary\n")
    Path("bad.toml").write_text("ofc_mapping = 1\n[colums]\n")
    ran = ofc(*words)
    assert ran.status == 2
    assert ran.err.startswith(why)
    assert ran.err.count("\n") == 1


def test_a_mapping_is_named_in_the_results(ofc: Ofc, tmp_path: Path) -> None:
    import hashlib

    import pyarrow.parquet as pq

    path = Path(mapped(tmp_path))
    assert ofc("run", "lotus.csv", "--out", "out", "--mapping", "m.toml").status in (0, 1)
    (source,) = pq.read_table("out/parquet/sources.parquet").to_pylist()
    assert source["mapping_sha256"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert ofc("audit", "out", "--mapping", "m.toml").status == 2
    verdicts = pq.read_table("out/parquet/verdicts.parquet").to_pylist()
    assert {row["verdict"] for row in verdicts if row["dimension"] == "points"} == {"verified"}


def test_the_same_table_with_another_mapping_is_read_again(tmp_path: Path) -> None:
    mapping = Path(mapped(tmp_path)).read_text()
    for folder, site in (("a", "pokerbet"), ("b", "lotusbet")):
        Path(folder).mkdir()
        Path(folder, "t.csv").write_bytes(csv(*T0))
        Path(folder, "mapping.toml").write_text(mapping.replace('site = "pokerbet"', f'site = "{site}"'))
    with Staging(tmp_path / "staged") as staging:
        books = stage(open_sources(["a", "b"]), staging)
    assert [(book.n_hands, book.same_as) for book in books if book.name.endswith(".csv")] == [(1, None), (1, None)]


def test_other_commands_read_a_table_with_a_mapping_too(ofc: Ofc, tmp_path: Path) -> None:
    mapping = ("--mapping", str(mapped(tmp_path)))
    ran = ofc("rescore", "lotus.csv", "--set", "score.royalties=none", "--format", "json", *mapping)
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["counts"][0] == {"what": "stored", "reason": None, "hands": 2}
    Path("other.csv").write_bytes(csv(*T0, headings=HEADINGS.replace("Player", "Pet")))
    ran = ofc("rules", "infer", "lotus.csv", "other.csv", *mapping)
    assert (ran.status, ran.err) == (1, "ofc: part of the files could not be read; ofc audit says why\n")
