"""The books of a run over hundreds of damaged files of every format, held against what each file holds when it is read by itself."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from fuzz.mutate import mutant
from fuzz.rounds import between_guards
from fuzz.targets import TARGETS
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources
from ofc_audit.warehouse.build import build
from warehouse.histories import hand

FILES = 24
"""Damaged files of each format."""
COUNTS = ("n_found", "n_stored", "n_duplicates", "n_cancelled", "n_rejected")
SEED = 77

Book = dict[str, Any]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Damaged hands, each in a file of its own: every other one between good hands, which are the same everywhere."""
    folder = tmp_path_factory.mktemp("books")
    for name, target in TARGETS.items():
        (folder / "in" / name).mkdir(parents=True)
        for number in range(FILES):
            damaged = mutant(target, SEED, number)
            content = between_guards(target, [damaged])[0] if number % 2 else target.head + damaged
            (folder / "in" / name / f"{number}").write_bytes(content)
        if target.mapping:
            (folder / "in" / name / "mapping.toml").write_text(target.mapping, "utf-8")
    (folder / "in/void").write_text(hand("void", cancelled=True), "utf-8")
    build([str(folder / "in")], folder / "out")
    return folder


@pytest.fixture(scope="module")
def books(folder: Path) -> dict[str, Book]:
    """Table `sources`, by file."""
    return {book["source_file"]: book for book in pq.read_table(folder / "out/parquet/sources.parquet").to_pylist()}


def tally(folder: Path, table: str, column: str | None = None) -> dict[str, int]:
    """How many rows of a table each file has, or what a column of them comes to."""
    counts: dict[str, int] = {}
    for row in pq.read_table(folder / f"out/parquet/{table}.parquet").to_pylist():
        counts[row["source_file"]] = counts.get(row["source_file"], 0) + (row[column] if column else 1)
    return counts


def test_what_is_found_is_stored_duplicate_cancelled_or_rejected_in_every_file(books: dict[str, Book]) -> None:
    assert len(books) >= FILES * len(TARGETS)
    for file, book in books.items():
        assert book["n_found"] == sum(book[name] for name in COUNTS[1:]), file
        assert book["n_bytes"] == book["hand_bytes"] + book["reject_bytes"] + book["blank_bytes"], file
    total = {name: sum(book[name] for book in books.values()) for name in COUNTS}
    # All four happen, and in numbers.
    assert total["n_cancelled"] >= 1
    assert min(total[name] for name in COUNTS if name != "n_cancelled") > FILES


def test_the_books_agree_with_every_file_read_by_itself(folder: Path, books: dict[str, Book]) -> None:
    # Every third is enough: what is read together and what is read alone are both among them.
    for source in islice(open_sources([str(folder / "in")]), 0, None, 3):
        n_hands = n_rejected = n_bytes = 0
        for batch in read_source(source):
            n_hands += batch.hands.num_rows
            n_rejected += sum(batch.rejects["n_hands"].to_pylist())
            n_bytes += batch.n_bytes
        book = books[source.name]
        kept = book["n_stored"] + book["n_duplicates"] + book["n_cancelled"]
        assert (book["n_found"], kept, book["n_bytes"]) == (n_hands + n_rejected, n_hands, n_bytes), source.name


def test_the_books_agree_with_the_tables(folder: Path, books: dict[str, Book]) -> None:
    own = {file: book for file, book in books.items() if book["same_as"] is None}
    kept = {file: book["n_stored"] + book["n_cancelled"] for file, book in books.items()}
    assert tally(folder, "hands") == {file: n for file, n in kept.items() if n}
    rejected = {file: book["n_rejected"] for file, book in own.items() if book["n_rejected"]}
    assert {file: n for file, n in tally(folder, "rejects", "n_hands").items() if n} == rejected
    # A file of no bytes at all is told, too.
    quarantined = {file for file, book in own.items() if book["reject_bytes"] or not book["n_bytes"]}
    assert set(tally(folder, "rejects")) == quarantined


def test_the_record_of_the_run_says_the_same(folder: Path, books: dict[str, Book]) -> None:
    run = json.loads((folder / "out/run.json").read_text("utf-8"))
    assert {book["source_file"]: book for book in run["inputs"]} == books
    assert run["counts"] == {name.removeprefix("n_"): sum(book[name] for book in books.values()) for name in COUNTS}
    assert run["failed_checks"] == []
