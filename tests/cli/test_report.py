from pathlib import Path

import pytest

from cli.conftest import Ofc

pytestmark = pytest.mark.usefixtures("results")


def test_a_run_is_one_file(ofc: Ofc, tmp_path: Path) -> None:
    ran = ofc("report", "run", "out", "-o", str(tmp_path / "run.html"))
    assert (ran.status, ran.out, ran.err) == (1, "", "")
    assert (tmp_path / "run.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert [path.name for path in tmp_path.iterdir()] == ["run.html"]


def test_a_finding_goes_to_standard_output(ofc: Ofc) -> None:
    ran = ofc("report", "finding", "1", "-o", "-")
    assert ran.status == 1
    assert "<title>Finding 1, hand 1842-4 of pokerbet</title>" in ran.out


def test_a_note_is_nothing_wrong(ofc: Ofc) -> None:
    assert ofc("report", "finding", "2", "-o", "-").status == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run", "out"], "say where the report goes: -o FILE.html (- for standard output), or --pdf FILE.pdf"),
        (["run", "out", "-o", "."], ". is a folder; name a file"),
        (["run", "out", "-o", "none/run.html"], "none is no folder; make it first"),
        (["run", "out", "-o", "-", "--browser", "chromium"], "--browser says who prints a PDF; say --pdf FILE.pdf too"),
        (
            ["run", "out", "--pdf", "run.pdf", "--browser", "no-such-browser"],
            "no-such-browser is no program; --browser names a Chromium, Chrome or Edge",
        ),
        (["finding", "3", "out", "-o", "-"], "no finding 3 in out; they are numbered from 1 to 2"),
        (["finding", "1", "nowhere", "-o", "-"], "no such file or folder: nowhere"),
    ],
)
def test_what_is_wrong_is_said_in_a_line(ofc: Ofc, words: list[str], said: str) -> None:
    ran = ofc("report", *words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"ofc: {said}\n"


def test_without_a_browser_a_pdf_is_refused_with_what_to_do(ofc: Ofc, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    ran = ofc("report", "run", "out", "--pdf", "run.pdf")
    assert ran.status == 2
    assert "none is found; install one, name it with --browser FILE, or write the page with -o FILE.html" in ran.err


def test_each_kind_is_written(ofc: Ofc, tmp_path: Path) -> None:
    kinds = [
        (["player", "Ana"], "Ana: Open Face Chinese Pineapple"),
        (["table", "Lotus 4"], "Table Lotus 4 of pokerbet"),
        (
            ["club-week", "pokerbet", "--week-of", "2026-02-24", "--zone", "Europe/Berlin"],
            "pokerbet: week to 2026-03-01",
        ),
        (["club-week", "pokerbet"], "pokerbet: week to 2026-03-01"),
        (["hand", "1842-3"], "Hand 1842-3 of pokerbet"),
    ]
    for words, title in kinds:
        ran = ofc("report", words[0], words[1], "out", *words[2:], "-o", str(tmp_path / "page.html"))
        assert (ran.status, ran.out, ran.err) == (0 if words[0] == "hand" else 1, "", "")
        assert f"<title>{title}</title>" in (tmp_path / "page.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["player", "Nobody"], "no player 'Nobody'; ofc stats lists them"),
        (["player", "Ana", "--site", "x"], "no player 'Ana' at x; ofc stats lists them"),
        (["table", "T", "--club", "9"], "no table 'T' in club 9; table hands lists them"),
        (["hand", "7"], "no hand 7 in out"),
        (["club-week", "9"], "no club '9', and no site so called that has none; table hands lists them"),
        (["club-week", "pokerbet", "--week-of", "March"], "--week-of March: is no day; write it as 2026-03-01"),
        (
            ["club-week", "pokerbet", "--zone", "Berlin"],
            "no time zone 'Berlin'; write it as Europe/Berlin, America/Sao_Paulo or UTC",
        ),
        (
            ["club-week", "pokerbet", "--ends", "someday"],
            "'someday' is no end of a week; write a day and its last minute, such as 'sunday 23:59'",
        ),
    ],
)
def test_what_is_not_there_is_said(ofc: Ofc, words: list[str], said: str) -> None:
    ran = ofc("report", *words, "-o", "-")
    assert (ran.status, ran.out, ran.err) == (2, "", f"ofc: {said}\n")
