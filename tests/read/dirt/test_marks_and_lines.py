"""Byte order marks, encodings, line ends, blank lines and control characters change nothing, in any format."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from read.dirt.hands import T0, T1, T2
from read.dirt.spelling import FORMATS, Format, mapping
from read.dirt.tables import TABLE_FORMS
from read.swc_records import finished
from read.text_hands import Read

Reads = Callable[..., Read]
NAMED = T0.but(1, name="Đông 🂡")
"""One of its bytes is 0x90, which Windows-1252 does not define."""


def test_a_mark_at_the_start_changes_nothing(form: Format, read: Reads) -> None:
    text = form.file(NAMED)
    marked = read("\ufeff" + text)
    assert marked.content() == read(text).content()
    (hand,) = marked.rows("hands")
    assert hand["hand_id"] == form.hand_id(T0)
    if "money" in form.says or form.name == "arena_jsonl":
        assert str(hand["point_value"]) == "1.0000"
    if "times" in form.says:
        assert str(hand["ended_at"]) == "2024-03-05 21:15:09+00:00"


def test_a_mark_where_files_were_joined_changes_nothing(form: Format, read: Reads) -> None:
    second = form.file(T1)
    assert read(form.file(T0) + "\ufeff" + second).content() == read(form.file(T0) + second).content()


def test_half_a_mark_is_no_blank_and_does_not_go_by_in_silence(form: Format, read: Reads) -> None:
    result = read(form.file(NAMED).encode() + b"\xef\xbb\n" + form.file(T1).encode())
    if form.name != "table":
        # A row without cells may be of either hand beside it, so that neither is whole.
        assert result.ids[-1] == form.hand_id(T1)
    assert any("\\xef\\xbb" in repr(raw) for raw in (reject["raw"] for reject in result.rows("rejects")))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_is_known_by_its_mark(form: Format, read: Reads, encoding: str) -> None:
    text = form.file(NAMED, T1)
    marked = ("" if encoding == "utf-16" else "\ufeff") + text
    assert read(marked.encode(encoding)).content() == read(text).content()


def test_windows_1252_is_told_from_utf8(form: Format, read: Reads) -> None:
    text = form.file(T0.but(1, name="Zoë Müller"), T1)
    assert read(text.encode("cp1252")).content() == read(text).content()


def test_bytes_that_are_no_text_cost_their_own_hand(form: Format, read: Reads) -> None:
    spoilt = form.file(T0, T1.but(1, name="B@o"), T2.but(1, name="Đông")).encode().replace(b"B@o", b"B\xff\x90o")
    result = read(spoilt)
    assert result.ids == [form.hand_id(T0), form.hand_id(T2)]
    assert len(result.reasons) == result.n_found - 2 == 1
    assert "UTF-8" in result.reasons[0]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("between", ["", "\n", "\n\n \n"], ids=["none", "one", "three"])
def test_line_ends_and_blank_lines_between_hands_change_nothing(
    form: Format, read: Reads, ending: str, between: str
) -> None:
    text = form.file(T0, T1, T2, between=between).replace("\n", ending)
    plain = read(form.file(T0, T1, T2))
    result = read(text)
    assert result.content() == plain.content()
    n_between = between.count("\n")
    lines = [line + place * n_between for place, line in enumerate(plain.column("hands", "first_line"))]
    assert result.column("hands", "first_line") == lines


@pytest.mark.parametrize("prefix", ["\x10", "\x00\x1a", "\n\x1a\n", "\t ", "\ufeff\x10\ufeff", "\x7f\n\x0c"])
def test_control_characters_before_a_hand_are_blanks(form: Format, read: Reads, prefix: str) -> None:
    result = read(form.file(T0) + prefix + form.spell(T1))
    assert result.content() == read(form.file(T0, T1)).content()
    assert result.reasons == []


@pytest.mark.parametrize("end", ["\x1a", "\r\n\x1a\r\n", "\x00\x00\x00", " ", ""])
def test_a_file_may_end_as_it_likes(form: Format, read: Reads, end: str) -> None:
    text = form.file(T0, T1)
    # In a table whatever stands behind the last cell without a line end belongs to the cell.
    last = text if form.name == "table" and end.strip() else text.removesuffix("\n")
    assert read(last + end).content() == read(text).content()


def test_a_nul_in_a_line_that_nobody_knows_is_reported() -> None:
    from read.text_hands import read as read_text

    text = FORMATS["ofc_text"].file(T0)
    assert read_text(text.replace("*** RESULT", "# chat \x00\n*** RESULT")).reasons == []
    told = read_text(text.replace("*** RESULT", "chat \x00\n*** RESULT"))
    assert told.reasons == ["line 10: no such line is defined: `chat \\x00`"]


def test_nothing_depends_on_the_locale(tmp_path: Path) -> None:
    program = (
        "import sys; from dataclasses import replace\n"
        "from ofc_audit.read.source import open_sources; from ofc_audit.read.reader import read_source\n"
        "for source in open_sources(sys.argv[2:]):\n"
        "  for batch in read_source(replace(source, mapping=sys.argv[1])):\n"
        "    print(ascii(batch.seats['player_name'].to_pylist()), batch.hands['hand_key'].to_pylist())"
    )
    contents = {form.name: form.file(NAMED).encode() for form in FORMATS.values()}
    contents |= {form.name: form.file(NAMED) for form in TABLE_FORMS.values()}
    contents["dealer"] = finished(1, **{seat.name: seat.points for seat in NAMED.seats}).encode()
    paths = [tmp_path / f"đ-{name}" for name in contents]
    for path, content in zip(paths, contents.values(), strict=True):
        path.write_bytes(content)
    outputs = set()
    for utf8, locale in (("0", "C"), ("1", "C.UTF-8")):
        environment = os.environ | {"PYTHONUTF8": utf8, "LC_ALL": locale, "PYTHONPATH": os.pathsep.join(sys.path)}
        words = [sys.executable, "-c", program, mapping(tmp_path), *map(str, paths)]
        outputs.add(subprocess.run(words, env=environment, check=True, capture_output=True).stdout)
    (output,) = outputs
    assert output.count(b"'\\u0110\\xf4ng \\U0001f0a1'") == len(contents)
