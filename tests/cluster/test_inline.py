"""A build in tasks, one after the other in this process, gives the tables of one machine, however its hands are divided."""

import gzip
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from cluster.builds import GROUP, build_both, differing, histories, small_tasks
from ofc_audit.cluster import tables
from ofc_audit.cluster.build import Cluster
from ofc_audit.cluster.engine import Inline
from ofc_audit.cluster.ordering import ranges_of
from ofc_audit.cluster.reading import close_books
from ofc_audit.read.inputs import Found
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.stage import DefaultRules, ReadSource
from warehouse.histories import hand


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return histories(tmp_path_factory.mktemp("hands") / "in")


def test_tasks_give_the_tables_of_one_machine(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_tasks(monkeypatch)
    read_whole: list[list[str]] = []
    pieces = tables._pieces

    def spy(task: tables.Task, found: Sequence[Found], sizes: Sequence[int], whole: set[int]) -> Any:
        read_whole.append([Path(found[number].path).name for number in sorted(whole)])
        planned = pieces(task, found, sizes, whole)
        assert any(not piece.is_whole for piece, _ in planned)
        return planned

    monkeypatch.setattr(tables, "_pieces", spy)
    alone, spread = build_both(files, tmp_path, Inline())
    assert differing(alone, spread) == []
    # Large files were read in pieces, but for the one in which a piece ends in what is no hand.
    assert read_whole == [[], ["torn.txt"]]
    about = pq.read_metadata(spread / "hands.parquet")
    # Enough hands for several ranges, one table over more than two of them, and every way in which records can be alike.
    assert about.num_rows > 10 * GROUP
    of_table = pq.read_table(spread / "hands.parquet", columns=["table_id"]).column(0).value_counts().to_pylist()
    assert max(one["counts"] for one in of_table) > 4 * GROUP
    kinds = set(pq.read_table(spread / "id_clashes.parquet").column("kind").to_pylist())
    assert kinds == {"conflict", "reused"}
    # Of the match longer than a range: whatever comes of a hand in it needs the hands before.
    found = pq.read_table(spread / "findings.parquet").column("check_id").to_pylist()
    assert found.count("fantasy.denied") > 2 * GROUP
    for name in ("hand_records", "rejects", "findings", "corrections", "stack_changes", "fantasy_runs"):
        assert pq.read_metadata(spread / f"{name}.parquet").num_rows, name


def test_no_hands_are_no_ranges() -> None:
    assert ranges_of([], 0, GROUP, 2).ranges == ()


def told(task: int, *books: ReadSource, rules: Sequence[tuple[int, str | None, int]] = ()) -> dict[str, Any]:
    """What a reading task says of its files."""
    return {
        "books": [asdict(book) for book in books],
        "problems": [book.source_no for book in books if book.name.startswith("unreadable")],
        "rules": list(rules),
        "left_out": {f"{task}.tmp": "hidden or temporary"},
        "has_matches": task == 2,
    }


def test_files_with_the_same_bytes_are_copies_whichever_task_read_them() -> None:
    first = ReadSource(1, "a", "s1", "ofc_text", "utf-8", 100, n_hands=3, hand_bytes=100)
    copy, same = replace(first, source_no=7, name="b"), replace(first, source_no=8)
    empty = ReadSource(2, "c", "s0", None, "utf-8", 0)
    refused = [replace(empty, source_no=number, name=f"unreadable-{number}") for number in (3, 9)]
    default = DefaultRules("pokerbet")
    closed = close_books(
        [
            told(2, copy, same, refused[1], rules=[(7, None, 3)]),
            told(1, first, empty, refused[0], rules=[(1, None, 2), (1, "quadnet", 1)]),
        ],
        default,
    )
    assert closed.books == [first, empty, refused[0], replace(copy, same_as=1), refused[1]]
    assert closed.dropped == {7, 8}
    assert closed.left_out == {"1.tmp": "hidden or temporary", "2.tmp": "hidden or temporary"}
    assert closed.has_matches
    assert (default.n_given, default.others) == (2, {"quadnet": 1})


def test_standard_input_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="standard input"):
        build(["-"], tmp_path / "out", elsewhere=Cluster(Inline()))


def test_paths_that_name_their_file_system_are_read_by_the_engine(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    text = hand("1") + hand("2", 1)
    with gzip.open(tmp_path / "in" / "a.txt.gz", "wb") as file:
        file.write(text.encode())
    (tmp_path / "in" / "b.txt").write_text(hand("3"))
    (tmp_path / "in" / ".hidden.txt").write_text(hand("4"))
    made = build([f"file://{tmp_path}/in"], tmp_path / "out", elsewhere=Cluster(Inline()))
    assert made.counts["n_stored"] == 3
    assert made.run["left_out"] == [{"path": f"file://{tmp_path}/in/.hidden.txt", "reason": "hidden or temporary"}]
    names = sorted(each["source_file"] for each in made.run["inputs"])
    assert names == [f"file://{tmp_path}/in/a.txt.gz!a.txt", f"file://{tmp_path}/in/b.txt"]
    with pytest.raises(ValueError, match="name them all by it"):
        build([f"file://{tmp_path}/in", str(tmp_path)], tmp_path / "new", elsewhere=Cluster(Inline()))
    with pytest.raises(FileNotFoundError, match="no such file or folder: file:///nowhere"):
        build(["file:///nowhere"], tmp_path / "new", elsewhere=Cluster(Inline()))
