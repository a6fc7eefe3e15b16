"""Which files are read: folders, patterns, links, what is hidden or half there."""

import io
import os
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from ofc_audit.read.inputs import HIDDEN, IRREGULAR, LINKED, Walk, find_inputs, is_input, is_passing, is_passing_member
from ofc_audit.read.source import open_sources
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.errors import OutputRefusedError
from read.text_hands import T0


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def lay(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(name)


def found(*paths: str, walk: Walk | None = None) -> Sequence[str]:
    return [each.path for each in find_inputs(paths, walk or Walk())]


def test_a_folder_is_read_whole_but_for_what_is_hidden_temporary_or_no_file() -> None:
    lay(
        "in/b.txt",
        "in/a/1.txt",
        "in/.secret.txt",
        "in/.git/x",
        "in/b.txt~",
        "in/~$b.xlsx",
        "in/c.TXT.part",
        "in/a/thumbs.db",
    )
    lay("in/__MACOSX/._b.txt", "elsewhere/far.txt")
    Path("in/far").symlink_to("../elsewhere")
    Path("in/near.txt").symlink_to("b.txt")
    Path("in/loop").symlink_to(".")
    os.mkfifo("in/pipe")
    walk = Walk()
    assert found("in", walk=walk) == ["in/a/1.txt", "in/b.txt", "in/near.txt"]
    assert walk.folders == ["in"]
    assert found("in/p*") == []
    assert walk.left_out == {
        **dict.fromkeys(
            ("in/.git", "in/.secret.txt", "in/__MACOSX", "in/a/thumbs.db", "in/b.txt~", "in/c.TXT.part", "in/~$b.xlsx"),
            HIDDEN,
        ),
        **dict.fromkeys(("in/far", "in/loop"), LINKED),
        "in/pipe": IRREGULAR,
    }


def test_what_is_named_is_read_whatever_it_is_called() -> None:
    lay("in/.secret.txt", "in/.hidden/x.txt", "in/b.txt~")
    Path("link").symlink_to("in/.hidden")
    assert found("in/.secret.txt", "in/b.txt~", "link", "in/.hidden") == [
        "in/.secret.txt",
        "in/b.txt~",
        "link/x.txt",
        "in/.hidden/x.txt",
    ]


@pytest.mark.parametrize("name", ["backup.txt", "part1.txt", "Lotus.tmp.txt", "lock.txt", "x.bak", "desktop.txt"])
def test_hands_are_not_taken_for_leftovers(name: str) -> None:
    assert not is_passing(name)


def test_members_of_archives_are_told_by_all_their_folders() -> None:
    assert is_passing_member("__MACOSX/week/._Lotus.txt")
    assert is_passing_member("week\\.DS_Store")
    assert not is_passing_member("./week/../Lotus.txt")


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("week*/**/*.txt", ["week1/a.txt", "week1/b/c/d.txt", "week1/b/d.txt", "week2/a.txt"]),
        ("week1/**", ["week1/a.txt", "week1/b/c/d.txt", "week1/b/d.txt", "week1/b/e.csv"]),
        ("week[12]/?.txt", ["week1/a.txt", "week2/a.txt"]),
        ("week1/b/[!d]*", ["week1/b/c/d.txt", "week1/b/e.csv", "week1/b/up/a.txt"]),
        ("./week*/*/../a.txt", ["week1/b/../a.txt"]),
        ("**/e.*", ["week1/b/e.csv"]),
        ("*/.h*", ["week2/.hidden.txt"]),
        ("week1/*/", ["week1/b/c/d.txt", "week1/b/d.txt", "week1/b/e.csv"]),
    ],
)
def test_patterns(pattern: str, expected: Sequence[str]) -> None:
    lay(
        "week1/a.txt", "week1/b/c/d.txt", "week1/b/d.txt", "week1/b/e.csv", "week2/a.txt", "week2/.hidden.txt", ".h/e.x"
    )
    # Followed where a part of the pattern matches it, never by `**`, which would walk in circles.
    Path("week1/b/up").symlink_to("../../week2")
    assert found(pattern) == expected
    assert found(f"{Path.cwd()}/{pattern}") == [f"{Path.cwd()}/{path}" for path in expected]


def test_a_pattern_that_matches_nothing_is_an_error_before_anything_is_read() -> None:
    lay("a.txt")
    with pytest.raises(FileNotFoundError, match=r"^nothing matches the pattern week\*/\*\.txt$"):
        open_sources(["a.txt", "week*/*.txt"])


def test_a_path_that_exists_is_no_pattern() -> None:
    lay("hands [1].txt", "hands 1.txt")
    assert found("hands [1].txt") == ["hands [1].txt"]
    assert is_input("hands [1].txt")
    assert is_input("*1.txt")
    assert is_input("-")
    assert not is_input("*.csv")
    assert not is_input("1842-3")


def test_files_that_several_words_name_are_read_once_in_the_order_of_the_words() -> None:
    lay("b.txt", "in/a.txt", "in/c.txt")
    assert found("b.txt", "in/c.txt", "in", "*.txt", "in/*") == ["b.txt", "in/c.txt", "in/a.txt"]


def test_a_link_that_leads_nowhere_is_an_error_where_it_is_named() -> None:
    Path("gone.txt").symlink_to("nowhere")
    with pytest.raises(FileNotFoundError, match=r"^a link that leads nowhere: gone\.txt$"):
        found("gone.txt")


def test_a_folder_that_cannot_be_looked_into_is_a_reject(monkeypatch: pytest.MonkeyPatch) -> None:
    lay("in/shut/a.txt", "in/b.txt")
    scan = os.scandir

    def refusing(path: str) -> object:
        if str(path).endswith("shut"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    sources = {source.name: source.problem for source in open_sources(["in"])}
    assert sources == {"in/b.txt": None, "in/shut": "the folder cannot be opened: Permission denied"}


def test_a_file_that_is_named_and_cannot_be_opened_stops_and_one_that_is_met_does_not() -> None:
    lay("in/a.txt")
    sources = open_sources(["in/a.txt"])
    met = open_sources(["in"])
    Path("in/a.txt").unlink()
    with pytest.raises(FileNotFoundError):
        next(sources)
    assert next(met).problem == "cannot be opened: No such file or directory"


def test_a_pipe_that_is_named_is_read() -> None:
    read, write = os.pipe()
    os.write(write, T0.encode())
    os.close(write)
    (source,) = open_sources([f"/dev/fd/{read}"])
    os.close(read)
    assert bytes(source.data) == T0.encode()


def test_much_standard_input_is_mapped() -> None:
    text = (T0 * 3000).encode()
    (source,) = open_sources(["-"], io.BytesIO(text))
    assert not isinstance(source.data, bytes)
    assert bytes(source.data) == text


def test_hidden_members_are_left_out() -> None:
    with zipfile.ZipFile("in.zip", "w") as archive:
        archive.writestr("week/Lotus.txt", T0)
        archive.writestr("__MACOSX/week/._Lotus.txt", b"\0\5\26\7")
    walk = Walk()
    assert [source.name for source in open_sources(["in.zip"], walk=walk)] == ["in.zip!week/Lotus.txt"]
    assert walk.left_out == {"in.zip!__MACOSX/week/._Lotus.txt": HIDDEN}


def test_results_do_not_go_into_a_folder_that_a_pattern_matches() -> None:
    lay("week1/a.txt")
    with pytest.raises(OutputRefusedError, match="lies inside week1, which is to be read"):
        build(["week*"], Path("week1/out"))
