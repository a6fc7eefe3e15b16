"""The lock, what may be replaced, what a killed build leaves, and the swap."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ofc_audit.warehouse.errors import LockHeldError, OutputRefusedError
from ofc_audit.warehouse.place import _exchange, building, locked, refuse_foreign, refuse_inside, swap


def ours(folder: Path, **more: object) -> Path:
    folder.mkdir()
    (folder / "run.json").write_text(json.dumps({"program": "ofc-audit", **more}))
    return folder


def names(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir())


def test_a_missing_an_empty_and_an_own_folder_are_free(tmp_path: Path) -> None:
    refuse_foreign(tmp_path / "none")
    (tmp_path / "empty").mkdir()
    refuse_foreign(tmp_path / "empty")
    own = ours(tmp_path / "own", holds=["run.json", "extra.svg"])
    for name in ("ofc.duckdb", "report.html", "extra.svg"):
        (own / name).touch()
    refuse_foreign(own)


def test_a_folder_that_is_not_ours_is_refused_and_left_alone(tmp_path: Path) -> None:
    for name, content in (("none", None), ("other", '{"program": "another"}'), ("broken", "{"), ("list", "[1]")):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "letter.txt").write_text("dear")
        if content is not None:
            (folder / "run.json").write_text(content)
        with pytest.raises(OutputRefusedError) as error:
            refuse_foreign(folder)
        assert (
            str(error.value) == f"{folder} holds no results of ofc run and is left alone; name an empty or a new folder"
        )
        assert (folder / "letter.txt").read_text() == "dear"


def test_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "out").touch()
    with pytest.raises(OutputRefusedError) as error:
        refuse_foreign(tmp_path / "out")
    assert str(error.value) == f"{tmp_path / 'out'} is a file; name a folder for the results"


def test_something_added_to_our_folder_is_not_deleted(tmp_path: Path) -> None:
    folder = ours(tmp_path / "out")
    (folder / "notes.txt").touch()
    with pytest.raises(OutputRefusedError) as error:
        refuse_foreign(folder)
    assert str(error.value) == (
        f"{folder} holds 'notes.txt', which no run wrote; move it elsewhere, the folder is replaced whole"
    )


def test_an_output_inside_the_input_is_refused(tmp_path: Path) -> None:
    refuse_inside(tmp_path / "out", [str(tmp_path / "hands"), "-"])
    for given in (tmp_path, tmp_path / "a" / "out", tmp_path / "a" / "..", tmp_path / "a"):
        (tmp_path / "a" / "out").mkdir(parents=True, exist_ok=True)
        with pytest.raises(OutputRefusedError) as error:
            refuse_inside(tmp_path / "a" / "out", [str(given)])
        assert str(error.value) == (
            f"{tmp_path / 'a' / 'out'} lies inside {given}, which is to be read; name a folder outside it"
        )


def test_a_second_build_is_refused_naming_the_first(tmp_path: Path) -> None:
    out = tmp_path / "out"
    child = (
        "import sys; from pathlib import Path; from ofc_audit.warehouse.place import locked\n"
        "with locked(Path(sys.argv[1])):\n    print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", child, str(out)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "held\n"
        with (
            pytest.raises(
                LockHeldError, match=rf"^{out} is being written by process {process.pid} since \d{{4}}-"
            ) as error,
            locked(out),
        ):
            pass
        assert str(error.value).endswith(" UTC; wait for it or name another folder")
        process.stdin.close()
        assert process.wait() == 0
    with locked(out):
        assert (tmp_path / "out.lock").read_text().startswith(f"process {os.getpid()} since ")
    assert names(tmp_path) == []


def test_the_lock_is_released_when_a_build_fails(tmp_path: Path) -> None:
    for _ in range(2):
        with pytest.raises(RuntimeError), locked(tmp_path / "out"):
            raise RuntimeError
    assert names(tmp_path) == []


def test_a_build_leaves_nothing_when_it_is_interrupted(tmp_path: Path) -> None:
    ours(tmp_path / "out")

    def interrupted() -> None:
        with building(tmp_path / "out") as folder:
            (folder / "part").touch()
            assert folder == tmp_path / f"out.building-{os.getpid()}"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert names(tmp_path) == ["out"]


def test_what_a_killed_build_left_is_cleared(tmp_path: Path) -> None:
    ours(tmp_path / "out")
    (tmp_path / "out.building-1" / "parquet").mkdir(parents=True)
    (tmp_path / "out.old-1").mkdir()
    (tmp_path / "outer.building-1").mkdir()
    with building(tmp_path / "out"):
        pass
    assert names(tmp_path) == ["out", "outer.building-1"]


def test_an_old_result_that_a_killed_build_moved_aside_comes_back(tmp_path: Path) -> None:
    ours(tmp_path / "out.old-1")
    with building(tmp_path / "out"):
        assert (tmp_path / "out" / "run.json").exists()
    assert names(tmp_path) == ["out"]


def test_a_name_with_wildcards_is_a_name(tmp_path: Path) -> None:
    (tmp_path / "other.building-1").mkdir()
    with building(tmp_path / "*"):
        pass
    assert names(tmp_path) == ["other.building-1"]


def test_a_swap_replaces_the_whole_folder(tmp_path: Path) -> None:
    out = ours(tmp_path / "out")
    (out / "old").touch()
    new = ours(tmp_path / "new")
    swap(new, out)
    assert names(tmp_path) == ["out"]
    assert names(out) == ["run.json"]


def test_a_swap_that_fails_leaves_the_old_result(tmp_path: Path) -> None:
    out = ours(tmp_path / "out")
    with pytest.raises(FileNotFoundError):
        swap(tmp_path / "gone", out)
    assert names(tmp_path) == ["out"]


def test_where_folders_cannot_be_exchanged_a_swap_is_two_renames(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ofc_audit.warehouse.place._exchange", lambda *_: False)
    test_a_swap_replaces_the_whole_folder(tmp_path)


def test_an_exchange_needs_both(tmp_path: Path) -> None:
    ours(tmp_path / "one")
    assert not _exchange(tmp_path / "one", tmp_path / "none")
    assert names(tmp_path) == ["one"]
