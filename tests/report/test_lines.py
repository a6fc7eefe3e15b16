import hashlib
import zipfile
from pathlib import Path

import pytest

from ofc_audit.read.source import source_of_bytes
from ofc_audit.report import lines
from ofc_audit.report.lines import fetch_lines, lines_of


@pytest.mark.parametrize("piece", [1, 2, 3, 5, 1 << 20])
def test_lines_end_at_lf_crlf_and_cr_wherever_the_pieces_do(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "PIECE", piece)
    source = source_of_bytes("x", b"one\ntwo\r\nthree\rfour\n\nsix")
    expected = {1: "one", 2: "two", 3: "three", 4: "four", 5: "", 6: "six"}
    assert lines_of(source, range(9)) == expected
    assert lines_of(source, [6]) == {6: "six"}
    assert lines_of(source, [3, 5]) == {3: "three", 5: ""}


def test_a_last_line_end_opens_no_line() -> None:
    assert lines_of(source_of_bytes("x", b"one\n"), [1, 2]) == {1: "one"}
    assert lines_of(source_of_bytes("x", b""), [1]) == {}


def test_bytes_that_are_no_utf8_are_escaped() -> None:
    assert lines_of(source_of_bytes("x", "é".encode() + b"\xff\n"), [1]) == {1: "é\\xff"}


def test_a_file_that_changed_since_gives_no_line(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(b"first\nsecond\n")
    digest = hashlib.sha256(b"first\nsecond\n").hexdigest()
    name = str(path)
    assert fetch_lines({name: [2]}, {name: digest}) == {(name, 2): "second"}
    path.write_bytes(b"other\nlines\n")
    assert fetch_lines({name: [2]}, {name: digest}) == {}
    path.unlink()
    assert fetch_lines({name: [2], "-": [1]}, {name: digest, "-": digest}) == {}


def test_lines_of_members_come_out_of_their_archives(tmp_path: Path) -> None:
    path = tmp_path / "week!.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Стол.txt", "one\ntwo\n")
        archive.writestr("b.txt", "three\n")
    one, two = f"{path}!Стол.txt", f"{path}!b.txt"
    digest = {one: hashlib.sha256(b"one\ntwo\n").hexdigest(), two: "other"}
    assert fetch_lines({one: [2], two: [1], f"{path}!gone": [1]}, digest) == {(one, 2): "two"}
