"""How much longer two thousand files of one hand take than one file with the same hands: `python bench/files_bench.py [HANDS]`.

Every format is read in turn, many files and one in one process; `whole` is a whole build of `ofc_text`. Workbooks, databases and Parquet files
are read beside what opening as many of them and reading all cells costs with the library alone: no reader can do it for less.
"""

import argparse
import io
import json
import re
import runpy
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pyarrow as pa
import pyarrow.parquet as pq
from figures import Side, in_turn, is_brief
from read_bench import HANDS

from ofc_audit.read.hand_rows import hand_rows
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import open_sources, source_of_bytes
from ofc_audit.read.write_table import table_of
from ofc_audit.read.write_table_file import TableFile
from ofc_audit.simulate.swc_log import record
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.stage import Staging, stage

FORMATS = ("ofc_text", "ofc_jsonl", "capture_hh", "arena_jsonl", "swc_capture", "table")
FORMS = ("xlsx", "parquet", "sqlite")
"""Forms of tables that are no text."""
ID, HAND = "7654321", '"hand":8642,'
"""What stands in a hand for its number."""
ROOT = Path(__file__).resolve().parents[1]
ARENA = "tests/read/arena_log.py"
CAPTURES = "sample_histories/pppoker_progressive17/clean/hands.hh"


def texts(form: str, n: int) -> Iterator[bytes]:
    """`n` hands of a format, each as a file of its own."""
    made = list(_captures() if form == "capture_hh" else _files(form))
    for number in range(n):
        text = made[number % len(made)]
        yield text.replace(HAND, f'"hand":{number},').replace(ID, f"{1000000 + number}").encode()


def _files(form: str) -> Iterator[str]:
    """A few hands of a format; SwC and the arena state every deal."""
    for made in HANDS:
        text = made.format(id=f"{ID}-1", match=ID)
        tables = next(read_source(source_of_bytes("a", text.encode()))).tables
        if form == "ofc_text":
            yield text
        elif form in ("ofc_jsonl", "table"):
            out = io.BytesIO()
            import_module(f"ofc_audit.read.write_{form}").write(tables, out)
            yield out.getvalue().decode()
        elif not tables["boards"].column("dealt").null_count and form == "swc_capture":
            yield json.dumps(record(tables, 0) | {"hand_id": ID}) + "\n"
        elif not tables["boards"].column("dealt").null_count:
            yield str(runpy.run_path(str(ROOT / ARENA))["log_text"](tables, 8642).decode())


def _captures() -> Iterator[str]:
    raw = (ROOT / CAPTURES).read_bytes()
    for hand in next(read_source(source_of_bytes("a", raw))).hands.to_pylist():
        text = raw[hand["first_byte"] : hand["last_byte"] + 1].decode()
        table_no = re.search(r"[0-9]{12}-([0-9]+)-", text)
        assert table_no is not None
        yield text.replace(table_no[1], ID) + "\n"


def lay(folder: Path, form: str, n: int) -> tuple[Path, Path]:
    """A folder of `n` files with one hand each, and one file with them all."""
    folder.mkdir()
    many, one = folder / "many", folder / "one"
    many.mkdir()
    files = list(texts(form, n))
    for number, file in enumerate(files):
        (many / f"{number:06}").write_bytes(file)
    # A table has its headings once.
    head = files[0].index(b"\n") + 1 if form == "table" else 0
    one.write_bytes(files[0][:head] + b"".join(file[head:] for file in files))
    return many, one


def lay_tables(folder: Path, form: str, n: int) -> tuple[Path, Path]:
    """A folder of `n` tables with one hand each, and one table with all of them."""
    folder.mkdir()
    many, one = folder / "many", folder / f"one.{form}"
    many.mkdir()
    text = "".join(HANDS[number % len(HANDS)].format(id=f"{number}-1", match=number) for number in range(n))
    whole = next(read_source(source_of_bytes("a", text.encode()))).tables
    _lay_table(one, form, whole)
    rows = hand_rows(whole)
    for number in range(n):
        _lay_table(many / f"{number:06}.{form}", form, rows.slice(number, number + 1).tables)
    return many, one


def _lay_table(path: Path, form: str, tables: Mapping[str, pa.Table]) -> None:
    with path.open("wb") as file, TableFile(file, form) as out:
        out.add(table_of(tables))


def open_bare(path: Path) -> None:
    """Opens every file of a folder with the library of its form, and reads its cells."""
    for file in sorted(path.iterdir()):
        if file.suffix == ".parquet":
            pq.ParquetFile(file).read(use_threads=False)
        elif file.suffix == ".xlsx":
            with zipfile.ZipFile(file) as book:
                for name in book.namelist():
                    ElementTree.fromstring(book.read(name))
        else:
            with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as con:
                con.execute("select * from hands").fetchall()


def read(path: Path, out: Path, n: int) -> None:
    """Reads and stages every file of a folder, or one."""
    with Staging(out) as staging:
        books = stage(open_sources([str(path)]), staging)
    shutil.rmtree(out)
    if sum(book.n_hands for book in books) != n:
        raise SystemExit(f"{path}: not every hand was read")


def whole(path: Path, out: Path, _: int) -> None:
    """A whole build."""
    build([str(path)], out)
    shutil.rmtree(out)


def compare(
    what: str,
    work: Callable[[Path, Path, int], None],
    paths: tuple[Path, Path],
    n: int,
    rounds: int,
    bare: Callable[[Path], None] | None = None,
) -> None:
    """Prints the seconds of many files and of one, and their ratio."""
    many, one = paths
    out = many.with_name("out")
    sides = [
        Side(f"{n:,} files", lambda: work(many, out, n), is_ours=True),
        Side("one file", lambda: work(one, out, n)),
    ]
    if bare is not None:
        sides.append(Side(f"{n:,} files opened bare", lambda: bare(many)))
    in_turn("files", what, "CPU-s", sides, rounds)


def main() -> None:
    """Prints the figures of every format, and those of a whole build."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("hands", type=int, nargs="?", default=200 if is_brief() else 2000)
    parser.add_argument("--rounds", type=int, default=1 if is_brief() else 3)
    parser.add_argument("--format", action="append", choices=FORMATS + FORMS, help="only this one; several times")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        for form in options.format or FORMATS + FORMS:
            if form in FORMS:
                # Making them takes its time: fewer tell as much.
                few = max(1, options.hands * 3 // 20)
                paths = lay_tables(Path(name) / form, form, few)
                compare(form, read, paths, few, options.rounds, open_bare)
                compare(f"{form}, whole run", whole, paths, few, 1)
                continue
            paths = lay(Path(name) / form, form, options.hands)
            compare(form, read, paths, options.hands, options.rounds)
            if form == "ofc_text":
                compare("whole run", whole, paths, options.hands, options.rounds)


if __name__ == "__main__":
    main()
