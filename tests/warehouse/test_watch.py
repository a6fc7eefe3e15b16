"""A watched folder: what is whole, what waits, and when an import is due. No clock is asked, so the tests have none."""

import os
from pathlib import Path

import pytest

from ofc_audit.warehouse.watch import PATIENCE, Due, Watched


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    (tmp_path / "in").mkdir()
    return Watched(str(tmp_path / "in"))


def write(watched: Watched, name: str, text: str) -> None:
    path = Path(watched.folder) / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    # Each change has a time of its own, however coarse the clock of the file system is.
    os.utime(path, ns=(0, write.tick))  # type: ignore[attr-defined]
    write.tick += 1  # type: ignore[attr-defined]


write.tick = 1  # type: ignore[attr-defined]


def told(due: Due | None) -> tuple[list[str], int, int, int] | None:
    """Names of the files, how many are new, changed, gone."""
    return due and (sorted(Path(path).name for path in due.files), due.n_new, due.n_changed, due.n_gone)


def imported(watched: Watched) -> tuple[list[str], int, int, int] | None:
    """Looks, and imports what is due."""
    due = watched.look()
    if due is not None:
        watched.note(due)
    return told(due)


def test_a_file_is_whole_when_two_looks_find_it_the_same(watched: Watched) -> None:
    write(watched, "a.txt", "1")
    assert watched.look() is None
    write(watched, "a.txt", "12")
    assert imported(watched) is None
    assert watched.waiting == 1
    assert imported(watched) == (["a.txt"], 1, 0, 0)
    assert imported(watched) is None
    assert watched.waiting == 0


def test_the_same_size_with_another_time_or_another_number_is_a_change(watched: Watched) -> None:
    write(watched, "a.txt", "1")
    watched.look()
    assert imported(watched) == (["a.txt"], 1, 0, 0)
    write(watched, "a.txt", "2")
    assert imported(watched) is None
    assert imported(watched) == (["a.txt"], 0, 1, 0)
    write(watched, "b", "3")
    path = Path(watched.folder)
    os.utime(path / "b", ns=(0, (path / "a.txt").stat().st_mtime_ns))
    (path / "b").rename(path / "a.txt")
    assert imported(watched) is None
    assert imported(watched) == (["a.txt"], 0, 1, 0)


def test_what_is_still_written_waits_and_the_others_do_not(watched: Watched) -> None:
    write(watched, "a.txt", "1")
    write(watched, "sub/growing.txt", "1")
    write(watched, "half.part", "1")
    watched.look()
    write(watched, "sub/growing.txt", "12")
    assert imported(watched) == (["a.txt"], 1, 0, 0)
    assert watched.waiting == 1
    (Path(watched.folder) / "half.part").rename(Path(watched.folder) / "half.txt")
    assert imported(watched) == (["a.txt", "growing.txt"], 1, 0, 0)
    assert imported(watched) == (["a.txt", "growing.txt", "half.txt"], 1, 0, 0)


def test_what_was_imported_and_grows_holds_imports_back_but_not_for_ever(watched: Watched) -> None:
    write(watched, "log", "1")
    watched.look()
    assert imported(watched) == (["log"], 1, 0, 0)
    for number in range(PATIENCE):
        write(watched, "log", "1" * (number + 2))
        write(watched, "new", "1")
        assert imported(watched) is None
    write(watched, "log", "x")
    # Its hands stay in the results: it is read as it stands.
    assert imported(watched) == (["log", "new"], 1, 1, 0)
    write(watched, "log", "y")
    assert imported(watched) is None


def test_a_file_that_goes_takes_its_hands_with_it_once_it_is_gone_for_two_looks(watched: Watched) -> None:
    write(watched, "a", "1")
    write(watched, "b", "1")
    watched.look()
    imported(watched)
    (Path(watched.folder) / "a").unlink()
    assert imported(watched) is None
    assert imported(watched) == (["b"], 0, 0, 1)


def test_a_folder_that_is_away_for_a_moment_takes_nothing_with_it(watched: Watched) -> None:
    write(watched, "a", "1")
    watched.look()
    imported(watched)
    folder = Path(watched.folder)
    folder.rename(folder.with_name("away"))
    for _ in range(PATIENCE):
        assert imported(watched) is None
    folder.with_name("away").rename(folder)
    assert imported(watched) is None
    assert imported(watched) is None
    folder.rename(folder.with_name("away"))
    for _ in range(PATIENCE):
        assert watched.look() is None
    assert told(watched.look()) == ([], 0, 0, 1)


def test_what_changes_while_it_is_read_is_read_again(watched: Watched) -> None:
    write(watched, "a", "1")
    watched.look()
    due = watched.look()
    assert due is not None
    write(watched, "a", "2")
    watched.note(due)
    assert imported(watched) is None
    assert imported(watched) == (["a"], 0, 1, 0)


def test_an_import_that_was_not_made_stays_due(watched: Watched) -> None:
    write(watched, "a", "1")
    watched.look()
    assert watched.look() == watched.look() != None  # noqa: E711
