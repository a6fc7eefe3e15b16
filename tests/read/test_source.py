"""Sources: where bytes come from, in which encoding, and what a file is that no reader knows."""

import hashlib
import io
import os
import socket
from pathlib import Path

import pytest

from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.detect import FORMATS, detect, format_module
from ofc_audit.read.inputs import Walk, find_inputs
from ofc_audit.read.reader import read_source
from ofc_audit.read.rejects import quoted
from ofc_audit.read.source import MAPPED_FROM, Source, mapped_again, open_sources, source_of_bytes, sources_of, state_of
from read.text_hands import T0

KNOWN = ", ".join(FORMATS)


def test_files_keep_their_names_and_folders_are_read_in_order(tmp_path: Path) -> None:
    for name in ("b/2.txt", "a.txt", "b/1.txt", "b/c/0.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(name)
    found = list(open_sources([str(tmp_path), str(tmp_path / "a.txt")]))
    names = [source.name.removeprefix(str(tmp_path)) for source in found]
    # The file that is named again is read once.
    assert names == ["/a.txt", "/b/1.txt", "/b/2.txt", "/b/c/0.txt"]
    assert bytes(found[1].data) == b"b/1.txt"
    assert found[1].sha256 == hashlib.sha256(b"b/1.txt").hexdigest()
    assert found[1].n_bytes == 7


def test_a_path_that_does_not_exist_stops_before_anything_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(T0)
    with pytest.raises(FileNotFoundError, match=r"no such file or folder: .*none\.txt"):
        open_sources([str(tmp_path / "a.txt"), str(tmp_path / "none.txt")])


def test_standard_input_is_read_once() -> None:
    (source,) = open_sources(["-"], io.BytesIO(T0.encode()))
    assert (source.name, bytes(source.data)) == ("-", T0.encode())
    with pytest.raises(ValueError, match="once only"):
        open_sources(["-", "-"], io.BytesIO())


def test_large_files_are_mapped_and_read_the_same(tmp_path: Path) -> None:
    text = T0 * (MAPPED_FROM // len(T0) + 1)
    (tmp_path / "large.txt").write_text(text)
    (source,) = open_sources([str(tmp_path / "large.txt")])
    assert not isinstance(source.data, bytes)
    assert bytes(source.data) == text.encode()
    assert sum(batch.hands.num_rows for batch in read_source(source)) == text.count("OFC Hand")


def test_a_file_that_becomes_shorter_while_it_is_read_is_told_and_ends_nothing(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_bytes(T0.encode() * (2 * MAPPED_FROM // len(T0)))
    (source,) = open_sources([str(path)])
    batches = read_source(source, MAPPED_FROM // 2)
    assert next(batches).hands.num_rows
    os.truncate(path, 1000)
    with pytest.raises(OSError, match="it changed while it was read: try again when no other program") as told:
        list(batches)
    assert told.value.filename == str(path)
    with path.open("ab") as file:
        file.write(b"\n" * 3 * MAPPED_FROM)
    # One that grows is read as it was when it was opened; another process finds it so too, and no other in its place.
    mapped_again(str(path), state_of(source))
    other = tmp_path / "other"
    other.write_bytes(path.read_bytes())
    other.replace(path)
    with pytest.raises(OSError, match="it changed while it was read"):
        mapped_again(str(path), state_of(source))
    assert sum(batch.n_bytes for batch in read_source(source, MAPPED_FROM // 2)) == source.n_bytes


def test_a_socket_that_is_named_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("here")
        with pytest.raises(OSError, match="a socket, which is no file"):
            list(open_sources(["here"]))


def test_a_file_in_a_folder_that_cannot_be_opened_is_a_reject_and_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").symlink_to(tmp_path / "nowhere")
    (tmp_path / "b.txt").write_text(T0)
    first, second = open_sources([str(tmp_path)])
    (batch,) = read_source(first)
    assert batch.rejects.to_pylist()[0]["reason"] == "cannot be opened: No such file or directory"
    assert next(read_source(second)).hands.num_rows == 1


def test_a_name_that_is_no_utf8_is_shown_with_escapes(tmp_path: Path) -> None:
    path = bytes(tmp_path) + b"/\x90\xd0.txt"
    Path(path.decode("utf-8", "surrogateescape")).write_text(T0)
    (source,) = open_sources([str(tmp_path)])
    assert source.name == f"{tmp_path}/\\x90\\xd0.txt"
    assert next(read_source(source)).hands["source_file"].to_pylist() == [source.name]


@pytest.mark.parametrize(
    ("content", "encoding", "text"),
    [
        (b"plain", "utf-8", "plain"),
        ("é🂡".encode(), "utf-8", "é🂡"),
        (b"\xef\xbb\xbfx", "utf-8", "\ufeffx"),
        ("é🂡".encode("utf-16"), "utf-16-le", "é🂡"),
        (b"\xfe\xff" + "é🂡".encode("utf-16-be"), "utf-16-be", "é🂡"),
        ("Ana: é🂡 Иван".encode("utf-16-le"), "utf-16-le (detected)", "Ana: é🂡 Иван"),
        ("Ana: é🂡 Иван".encode("utf-16-be"), "utf-16-be (detected)", "Ana: é🂡 Иван"),
        ("é🂡".encode("utf-32"), "utf-32-le", "é🂡"),
        (b"\0\0\xfe\xff" + "é🂡".encode("utf-32-be"), "utf-32-be", "é🂡"),
        (b"\0\0Ana", "utf-8", "\0\0Ana"),
        (b"", "utf-8", ""),
        ("José €".encode("cp1252"), "windows-1252 (detected)", "José €"),
    ],
)
def test_encodings_are_found_and_recorded(content: bytes, encoding: str, text: str) -> None:
    source = source_of_bytes("x", content)
    assert (source.encoding, bytes(source.data).decode()) == (encoding, text)
    assert source.sha256 == hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("content", ["é".encode() + b"\xe9", b"\xe9\x81", "🂡".encode() + b"\xff"])
def test_damaged_utf8_is_left_as_it_is(content: bytes) -> None:
    source = source_of_bytes("x", content)
    assert (source.encoding, bytes(source.data)) == ("utf-8 with invalid bytes", content)


def test_a_character_across_two_pieces_is_no_damage() -> None:
    content = b"x" * ((1 << 20) - 1) + "é".encode()
    assert source_of_bytes("x", content).encoding == "utf-8"


def test_half_a_character_of_utf16_is_kept_as_damage() -> None:
    source = source_of_bytes("x", "ab".encode("utf-16") + b"\xe9")
    assert bytes(source.data) == b"ab\xe9"
    assert bytes(source_of_bytes("x", b"\xff\xfe\x00\xd8a\x00").data) == b"\xed\xa0\x80a"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b" \r\n\x00\x1a\n", "the file holds nothing but blanks"),
        (
            b"\n\n  Dear diary,\nnothing\n",
            f"no known format ({KNOWN}); the file begins `  Dear diary,`",
        ),
        (
            b"%PDF-1.7\n",
            "PDF file: no reader takes it; a PDF is a picture of pages: ask for the hands as text or as a table",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "old Office (xls, doc) file: no reader takes it; save it as XLSX or CSV",
        ),
    ],
)
def test_an_unknown_file_is_one_reject_with_all_its_bytes(content: bytes, reason: str) -> None:
    (batch,) = read_source(source_of_bytes("f", content))
    (reject,) = batch.rejects.to_pylist()
    assert (reject["reason"], reject["n_hands"], reject["raw"]) == (reason, 0, content)
    assert (reject["first_byte"], reject["last_byte"], reject["first_line"]) == (0, len(content) - 1, 1)
    assert (batch.n_bytes, batch.blank_bytes) == (len(content), 0)
    assert all(batch.tables[name].num_rows == 0 for name in HAND_TABLES)


def test_the_reject_of_an_unknown_file_keeps_its_beginning_and_counts_its_lines() -> None:
    (batch,) = read_source(source_of_bytes("f", b"word\r\n" * 3_000_000))
    (reject,) = batch.rejects.to_pylist()
    assert len(reject["raw"]) == 4096
    assert (reject["last_line"], batch.n_lines, reject["last_byte"]) == (3_000_000, 3_000_000, 17_999_999)


def test_lines_are_quoted_short_and_printable() -> None:
    assert quoted(b"plain\r\n") == "`plain`"
    assert quoted(b"\x00\x1b[0m\xff") == "`\\x00\\x1b[0m\\xff`"
    assert quoted("é\u202e".encode()) == "`é\\u202e`"
    assert quoted(b"x" * 100) == "`" + "x" * 80 + "`…"


def test_a_format_that_does_not_exist_is_named() -> None:
    with pytest.raises(KeyError, match="no format 'ofc_xml'"):
        format_module("ofc_xml")


def test_a_header_behind_much_garbage_is_still_found() -> None:
    assert detect(b"#\n" * 50_000 + T0.encode()) == "ofc_text"
    assert detect(b"x") is None


def test_a_source_counts_its_text() -> None:
    assert Source("x", b"abc", "0", "utf-8").n_bytes == 3


def test_a_file_that_others_write_to_is_copied_before_it_is_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    path.write_text(T0 * 4000)
    (source,) = sources_of(find_inputs([str(path)], Walk()), Walk(), is_live=True)
    path.write_text("")
    assert bytes(source.data) == (T0 * 4000).encode()


def test_hands_of_several_formats_in_one_file_are_told_apart() -> None:
    record = '{"ofc": 1, "site": "pokerbet", "hand_id": "1842-3", "rules": "pokerbet"}\n' * 4
    for text, form in ((T0 + record, "ofc_jsonl"), (T0 + "chat " * 60 + "\n", None)):
        (reject,) = [
            row
            for batch in read_source(source_of_bytes("x", text.encode()))
            for row in batch.rejects.to_pylist()
            if not row["n_hands"]
        ]
        hint = f"; it looks like {form}: hands of another format need a file of their own"
        assert reject["reason"].endswith(hint) if form else "looks like" not in reject["reason"]
