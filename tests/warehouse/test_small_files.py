"""Many small files are read together, and the tables are those of the files read one by one."""

import codecs
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from ofc_audit.read import ofc_text
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.reader import format_of, read_source
from ofc_audit.read.source import Source, source_of_bytes
from ofc_audit.warehouse import stage as staging_stage
from ofc_audit.warehouse.small_files import lay_together, read_small
from ofc_audit.warehouse.stage import ReadSource, Staging, rejects_file, stage
from ofc_audit.warehouse.staged import read_staged
from read.arena_log import log_lines
from read.table_files import HEADINGS, T0, T1, T2, csv, mapped
from test_docs import ROOT
from warehouse.histories import hand


def twice(time: str) -> tuple[str, ...]:
    """Rows at a time that occurs twice in Berlin."""
    return tuple(row.replace("2024-03-05 21:15:09", f"2024-10-27 {time}:00").replace("7001", time) for row in T0)


EDGES = (
    b"\n\n",
    b"# note\n",
    b"\xef\xbb\xbf",
    b"*** END ***\n",
    b"*** RESULT ***\n",
    b"x\n",
    b"}\n",
    b"\x1a",
    b"\xc3",
    b"\0 ",
)


def sources(contents: Sequence[bytes]) -> list[Source]:
    return [source_of_bytes(f"f{number}", content) for number, content in enumerate(contents)]


def read(folder: Path, given: Sequence[Source]) -> tuple[list[ReadSource], dict[str, list[dict[str, Any]]]]:
    """Books, and the staged rows in the order of files and of the records of each."""
    with Staging(folder) as staging:
        books = stage(given, staging)
    tables = {name: read_staged(folder, name).to_pylist() for name in HAND_TABLES}
    tables["rejects"] = pq.read_table(rejects_file(folder)).to_pylist()
    file_of = {row["raw_hand"]: row["source_no"] for row in tables["hands"]}
    first: dict[int, int] = {}
    for number, source_no in sorted(file_of.items()):
        first.setdefault(source_no, number)
    for name in HAND_TABLES:
        for row in tables[name]:
            row["source_no"] = file_of[row["raw_hand"]]
            row["raw_hand"] -= first[row["source_no"]]
    return books, {
        name: sorted(rows, key=lambda row: (row["source_no"], row.get("raw_hand", 0))) for name, rows in tables.items()
    }


def changed(chance: random.Random, content: bytes) -> bytes:
    """A file as people have them: cut, glued, other line ends, leftovers at either end."""
    text, at = bytearray(content), chance.randrange(len(content))
    match chance.randrange(7):
        case 0:
            del text[at:]
        case 1:
            del text[:at]
        case 2:
            text[at : at + chance.choice((1, 100))] = chance.choice(EDGES)
        case 3:
            text = bytearray(content.rstrip(b"\n").replace(b"\n", chance.choice((b"\r", b"\r\n", b"\n"))))
        case 4:
            text[:0] = chance.choice(EDGES)
        case 5:
            text += chance.choice(EDGES)
        case _:
            text += content[:at]
    return bytes(text) or b"x"


def read_both_ways(folder: Path, given: Sequence[Source]) -> dict[str, list[dict[str, Any]]]:
    """The tables, which are the same whether files are read together or one by one; so are the books."""
    together = read(folder / "together", given)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(staging_stage, "is_small", lambda *_: False)
        one_by_one = read(folder / "one", given)
    assert together[0] == one_by_one[0]
    for name, rows in one_by_one[1].items():
        assert together[1][name] == rows, name
    return together[1]


def test_the_tables_are_those_of_files_read_one_by_one(tmp_path: Path) -> None:
    chance = random.Random(7)
    files = [path.read_bytes() for path in sorted(ROOT.glob("sample_histories/*/*/hands.*"))]
    given = sources([content for file in chance.sample(files, 16) for content in (file, changed(chance, file))])
    assert len(read_both_ways(tmp_path, given)["rejects"]) > 4


def arena_logs(path: Path) -> list[str]:
    """Hands as logs of the arena: each by itself, all, one twice, and one without the end of its last line."""
    batch = next(read_source(source_of_bytes("a", path.read_bytes())))
    lines = [line + "\n" for line in log_lines(batch.tables)]
    starts = [at for at, line in enumerate(lines) if '"seats"' in line] + [len(lines)]
    hands = ["".join(lines[first:stop]) for first, stop in pairwise(starts)]
    return [*hands, "".join(lines), hands[0] * 2, hands[1].rstrip("\n")]


def told(form: str) -> list[bytes]:
    """Small files of a format: of one hand and of several, with one hand told twice, and of one log that has grown."""
    if form == "arena_jsonl":
        files = [file for path in sorted(ROOT.glob("sample_histories/arena_*/*/hands.*")) for file in arena_logs(path)]
        return [file.encode() for file in files]
    logs = [path.read_bytes() for path in sorted(ROOT.glob("sample_histories/swc_capture/*/hands.log"))]
    assert len(logs) == 4
    of_games = [re.split(rb"(?m)^(?=New game)", log) for log in logs]
    grown = [b"".join(games[: len(games) // 2 + 1]) for games in of_games]
    return [*logs, *grown, *(line for log in logs for line in re.findall(rb"(?m)^\{.*", log)[:3])]


@pytest.mark.parametrize("form", ["arena_jsonl", "swc_capture"])
def test_logs_are_read_as_they_are_one_by_one(form: str, tmp_path: Path) -> None:
    chance = random.Random(form)
    files = told(form)
    clean = sources(files)
    assert {format_of(source) for source in clean} == {form}
    (read_at_once,) = read_small(form, clean)
    assert read_at_once.is_taken.all()
    tables = read_both_ways(tmp_path / "clean", clean)
    assert len(tables["hands"]) >= len(files)
    assert not tables["rejects"]
    assert len({row["table_id"] for row in tables["hands"]}) > 3
    damaged = [content for file in files for content in (file, changed(chance, file))]
    assert len(read_both_ways(tmp_path / "damaged", sources(damaged))["rejects"]) > 4


def tables_of(path: Path) -> list[bytes]:
    """A table hand by hand, whole, with its rows in another order, and twice over."""
    lines = path.read_bytes().splitlines(keepends=True)
    of_hand: dict[bytes, list[bytes]] = {}
    for line in lines[1:]:
        of_hand.setdefault(line.split(b",")[5], []).append(line)
    hands = [b"".join(rows) for rows in of_hand.values()]
    bodies = [*hands, *hands[:2], b"".join(lines[1::2] + lines[2::2]), hands[0] * 2, hands[1].rstrip(b"\n")]
    return [path.read_bytes(), *(lines[0] + body for body in bodies)]


def test_tables_are_read_as_they_are_one_by_one(tmp_path: Path) -> None:
    chance = random.Random(3)
    files = tables_of(ROOT / "sample_histories/pokerbet_progressive/clean-table/hands.csv")
    clean = sources(files)
    (read_at_once,) = read_small("table", clean)
    # Rows of a hand in several places, and a hand twice in one table, are told in each table by itself.
    assert np.flatnonzero(~read_at_once.is_taken).tolist() == [len(files) - 3, len(files) - 2]
    assert len(read_both_ways(tmp_path / "clean", clean)["hands"]) > len(files)
    damaged = [content for file in files for content in (file, changed(chance, file))]
    assert len(read_both_ways(tmp_path / "damaged", sources(damaged))["rejects"]) > 4


@pytest.mark.parametrize(
    ("changes", "rows", "taken"),
    [
        ({}, (T0, T1, T2), [True] * 4),
        ({"[times]\nzone": "[file]\nfill_down = ['table_id']\n[times]\nzone"}, (T0, T1, (T2[0], T2[1].replace("Lotus 4", "")),), None),
        ({'zone = "UTC"': 'zone = "Europe/Berlin"'}, (T0, twice("02:15"), twice("02:45")), [True, False, False, True]),
        ({}, (T0, (T1[0], T2[1]), (T2[0], T1[1])), [True, False, False, True]),
        ({}, (T0, (*T1, '"'), ('"' + T2[0], T2[1])), [True, False, False, True]),
        ({}, (T0, (*T1, '7003,"Lotus 4'), T2), [True, False, True, True]),
        ({}, (T0, T1[:1], T1[1:]), [True, False, False, True]),
    ],
)  # fmt: skip
def test_what_a_table_tells_of_all_its_rows_stays_its_own(
    changes: dict[str, str], rows: Sequence[tuple[str, ...]], taken: list[bool] | None, tmp_path: Path
) -> None:
    mapping = mapped(tmp_path, changes)
    files = [csv(*some) for some in (*rows, tuple(row.replace("7001", "9") for row in T0))]
    given = [replace(source, mapping=mapping) for source in sources(files)]
    read_at_once = read_small("table", given)
    assert ([part.is_taken.tolist() for part in read_at_once] or [None]) == [taken]
    read_both_ways(tmp_path, given)


def test_tables_in_quotes_behind_a_mark_are_read_together(tmp_path: Path) -> None:
    mapping = mapped(tmp_path)
    quoted = [csv(*rows).replace(b",", b'","').replace(b"\n", b'"\n"')[:-1] for rows in (T0, T1, T2)]
    files = [codecs.BOM_UTF8 + b'"' + text for text in quoted]
    given = [replace(source, mapping=mapping) for source in sources(files)]
    (read_at_once,) = read_small("table", given)
    assert read_at_once.is_taken.all()
    assert len(read_both_ways(tmp_path, given)["hands"]) == 3


def test_tables_of_different_headings_are_not_laid_together(tmp_path: Path) -> None:
    mapping = mapped(tmp_path)
    other = ",".join(HEADINGS.split(",")[::-1])
    turned = [tuple(",".join(row.split(",")[::-1]) for row in some) for some in (T0, T1)]
    files = [
        csv(*T0),
        csv(*turned[0], headings=other),
        csv(*T1),
        csv(*turned[1], headings=other),
        csv(headings="a,b,c"),
    ]
    given = [replace(source, mapping=mapping) for source in sources(files)]
    parts = read_small("table", given)
    assert [part.is_taken.tolist() for part in parts] == [
        [True, False, True, False, False],
        [False, True, False, True, False],
    ]
    read_both_ways(tmp_path, given)


def test_what_is_left_of_a_record_does_not_go_to_the_file_before(tmp_path: Path) -> None:
    clean = sorted(ROOT.glob("sample_histories/pppoker*/*/hands.*"))[0].read_bytes()
    damaged = clean[::-1].replace(b'"rules"'[::-1], b"rules"[::-1], 1)[::-1]
    rejects = read_both_ways(tmp_path, sources([clean, damaged, b"}\n" + clean]))["rejects"]
    assert [(row["source_file"], row["n_hands"]) for row in rejects] == [("f1", 1), ("f2", 0)]


def test_clean_files_cost_one_reading_and_the_others_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    n_read = 0
    read_chunk = ofc_text.read_chunk

    def counting(*given: Any) -> Any:
        nonlocal n_read
        n_read += 1
        return read_chunk(*given)

    monkeypatch.setattr(ofc_text, "read_chunk", counting)
    broken = hand("x").replace("bottom [Ah", "bottom [Xh")
    texts = [hand(str(number)) for number in range(50)] + [broken, hand("3"), hand("last").rstrip("\n")]
    books, tables = read(tmp_path / "s", sources([text.encode() for text in texts]))
    assert n_read == 2
    assert [book.n_hands for book in books] == [1] * 50 + [0, 1, 1]
    assert books[51].same_as == 3
    assert [row["source_file"] for row in tables["rejects"]] == ["f50"]
    assert {(row["first_line"], row["first_byte"]) for row in tables["hands"]} == {(1, 0)}


def test_a_hand_that_would_run_into_the_next_file_is_read_in_its_own() -> None:
    text = hand("1")
    cut = text.index("*** RESULT ***")
    texts = [text[:cut], text[cut:], hand("2"), hand("3") + text[cut:]]
    first, second = read_small("ofc_text", sources([text.encode() for text in texts]))
    assert first.is_taken.tolist() == [False, False, True, False]
    assert second.is_taken.tolist() == [True, True, False, True]
    assert (first.owner.tolist(), second.owner.tolist()) == ([2], [3])
    assert second.reject_owner.tolist() == [0, 1, 3]


def test_files_are_laid_so_that_each_begins_a_line() -> None:
    laid = lay_together([b"a\n", b"b\r", b"\nc", b"d\r\n\r\n"])
    assert laid.text == b"a\nb\r\n\nc\nd\r\n\r\n"
    assert laid.start.tolist() == [0, 2, 5, 8]
    assert laid.stop.tolist() == [2, 4, 7, 13]
    assert laid.is_open.tolist() == [False, True, True, False]
    assert laid.line.tolist() == [0, 1, 2, 4]
    assert laid.n_lines.tolist() == [1, 1, 2, 2]
