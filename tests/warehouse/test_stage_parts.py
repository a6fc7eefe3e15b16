"""Large files read in parts: whoever reads them, the hands, rejects and books are those of files read whole."""

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.read import parts, reader
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources, source_of_bytes
from ofc_audit.read.write_ofc_jsonl import write as write_jsonl
from ofc_audit.warehouse import stage_parts
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.spread import Crew
from ofc_audit.warehouse.stage import DefaultRules, ReadSource, Staging, stage
from ofc_audit.warehouse.staged import read_staged
from ofc_audit.warehouse.staging import rejects_files
from warehouse.captures import as_capture, played
from warehouse.histories import hand

Read = tuple[list[ReadSource], dict[str, list[dict[str, Any]]], DefaultRules]


class Alone:
    """Does at once what a crew would have others do."""

    def over_stream(self, work: Callable[[Any], Any], pieces: Iterable[Any], _: bool) -> Iterator[Any]:
        return map(work, pieces)


def read(folder: Path, path: Path, crew: Crew | None) -> Read:
    rules = DefaultRules("pokerbet")
    with Staging(folder) as staging:
        books = stage(open_sources([str(path)]), staging, default_rules=rules, crew=crew)
    tables = {name: read_staged(folder, name).to_pylist() for name in HAND_TABLES}
    rejects = pa.concat_tables([pq.read_table(file) for file in rejects_files(folder)]).to_pylist()
    place = {row["raw_hand"]: (row["source_no"], row["first_byte"]) for row in tables["hands"]}
    for name, rows in tables.items():
        tables[name] = sorted(
            ({**row, "raw_hand": place[row["raw_hand"]]} for row in rows),
            key=lambda row: (row["raw_hand"], row.get("acting_order", 0), row.get("pair_no", 0)),
        )
    tables["rejects"] = sorted(rejects, key=lambda row: (row["source_no"], row["first_byte"]))
    return books, tables, rules


def text(n: int) -> str:
    return "".join(hand(f"{number}", number % 2) for number in range(n))


GOOD = text(12)
HEAD, TAIL = hand("77").split("*** RESULT ***")
TEXTS = {
    "clean": GOOD,
    "lines of Windows": GOOD.replace("\n", "\r\n"),
    "lines of an old Mac": GOOD.replace("\n", "\r"),
    "damage": GOOD.replace("Seat 2: points", "Seat 2: pionts", 3)
    + "what is this\n"
    + GOOD.replace("*** END ***\n", "", 2),
    "results torn off": GOOD + "*** RESULT ***" + TAIL + HEAD + "*** END ***\n" + GOOD,
    "results torn off over and over": (GOOD + "*** RESULT ***" + TAIL + HEAD + "*** END ***\n") * 3,
}


def jsonl() -> bytes:
    out = io.BytesIO()
    write_jsonl(next(read_source(source_of_bytes("a", GOOD.encode()))).tables, out)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join([*lines[:5], b'{"ofc": 1, "site": \n', b"}\n", *lines[5:], b"no record\n", *lines[:2]])


FILES = {name: made.encode() for name, made in TEXTS.items()} | {"jsonl": jsonl(), "capture": as_capture(played(8))}


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (stage_parts, reader):
        monkeypatch.setattr(module, "CHUNK_BYTES", 700)
    monkeypatch.setattr(stage_parts, "PART_BYTES", 1500)


@pytest.mark.parametrize("name", FILES)
@pytest.mark.usefixtures("small_parts")
def test_parts_are_the_file(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "given"
    folder.mkdir()
    for number, content in enumerate((FILES[name], FILES["clean"], hand("small").encode(), FILES["clean"] + b"\n")):
        (folder / f"{number}").write_bytes(content)
    whole, parted = read(tmp_path / "whole", folder, None), read(tmp_path / "parts", folder, cast(Crew, Alone()))
    assert len(list((tmp_path / "parts" / "parts").glob("*"))) > 5
    assert parted == whole


@pytest.mark.usefixtures("small_parts")
def test_what_is_decoded_or_packed_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xff\xfe" + GOOD.encode("utf-16-le"))
    assert read(tmp_path / "parts", path, cast(Crew, Alone())) == read(tmp_path / "whole", path, None)
    assert not (tmp_path / "parts" / "parts").exists()


def test_the_first_line_of_each_part_is_that_of_the_file() -> None:
    for content in (b"a\nb\nc", b"a\r\nb\r\nc\r\n", b"a\rb\n\rc\r\r\n"):
        lines = [(part.start, part.first_line) for part in parts.parts_of(content, "ofc_jsonl", 2)]
        assert lines == [(start, len(content[:start].splitlines()) + 1) for start, _ in lines]
        assert len(lines) > 1


def test_processes_give_what_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TEXTS["damage"])
    monkeypatch.setattr(stage_parts, "PART_BYTES", 4000)
    with Crew(2) as crew:
        assert read(tmp_path / "parts", path, crew) == read(tmp_path / "whole", path, None)


def test_a_build_of_little_begins_no_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, asked = tmp_path / "a.txt", []
    path.write_text(GOOD)
    monkeypatch.setattr("ofc_audit.warehouse.build.stage", lambda *given: asked.append(given[-1]) or stage(*given))
    build([str(path)], tmp_path / "out", processes=2)
    monkeypatch.setattr("ofc_audit.warehouse.build.PARTED_FROM", 1)
    monkeypatch.setattr(Crew, "over_stream", lambda _, work, pieces, *__: map(work, pieces))
    build([str(path)], tmp_path / "out", processes=2)
    assert [crew is None for crew in asked] == [True, False]
