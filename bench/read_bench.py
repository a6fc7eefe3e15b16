"""How fast files are read, each beside what a user would otherwise take: `python bench/read_bench.py [FILE]`.

`ofc_text` is read beside a Python reader with patterns, which gives the same tables (that is asserted), and beside the
package without its part in C; `ofc_jsonl` and `capture_hh` beside DuckDB's own JSON reader on one thread, asked for the
same keys, which checks nothing of them and accounts for nothing. Without a file that exists one is made first: `--make MB`
replicates a few hands under new ids, and the other formats are written from hands of their own. MB are 10^6 bytes.
"""

import argparse
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pyarrow as pa
from figures import Side, in_turn, is_brief, missing
from regex_reader import read as read_by_patterns

from ofc_audit import compiled
from ofc_audit.read import write_capture_hh, write_ofc_jsonl
from ofc_audit.read.batch import HAND_TABLES, HandBatch
from ofc_audit.read.capture_spec import HAND_KINDS, PLAYER_KINDS
from ofc_audit.read.jsonl_spec import RECORD, Field
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import Source, open_sources
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.play import play

OUT = Path(__file__).resolve().parent / "out"

HANDS = (
    """OFC Hand #{id}: pokerbet_progressive, 0.50 EUR per point - 2026-03-01 18:22:05 UTC
Options: scoring 1-6, royalties american
Match #{match}, hand 3
Table 'Lotus 4', site pokerbet
Seat 1: Ana (200.00)
Seat 2: Bo (85.50), Fantasyland 14 cards
Seat 2 is the button
*** STREET 1 ***
Seat 1: dealt [Qh Qd 4c 9s 9c]
Seat 1: top [Qh Qd] middle [9s 9c] bottom [4c] (12.4 s)
*** STREET 2 ***
Seat 1: dealt [5d Ah 2c]
Seat 1: middle [5d] bottom [Ah] discards [2c] (8.0 s, auto)
*** STREET 3 ***
Seat 1: dealt [5h Kh 2d]
Seat 1: middle [5h] bottom [Kh] discards [2d] (4.1 s)
*** STREET 4 ***
Seat 1: dealt [3c 8h 2s]
Seat 1: top [3c] bottom [8h] discards [2s] (8.3 s)
*** STREET 5 ***
Seat 1: dealt [6c 6h 2h]
Seat 1: middle [6c] bottom [6h] discards [2h] (2.9 s)
*** FANTASYLAND ***
Seat 2: dealt [Jc Td 3s 7c 7d 6s 4d 7h Ks Kc 8d 8c As 5c]
Seat 2: top [Jc Td 3s] middle [7c 7d 6s 4d 7h] bottom [Ks Kc 8d 8c As] discards [5c] (40.2 s)
*** SHOWDOWN ***
Seat 1: top [Qh Qd 3c] middle [9s 9c 5d 5h 6c] bottom [4c Ah Kh 8h 6h]
Seat 1: royalties 7 + 0 + 4
Seat 2: top [Jc Td 3s] middle [7c 7d 6s 4d 7h] bottom [Ks Kc 8d 8c As]
Seat 2: foul
*** PAIRS ***
Seat 1 v Seat 2: rows +1 +1 +1, bonus +3, royalties 11 - 0, points +17, amount 8.50
*** RESULT ***
Seat 1: points +17, net +8.50, rake 0.00, stack 208.50
Seat 2: points -17, net -8.50, rake 0.00, stack 77.00
Seat 1: Fantasyland 14 cards next
Seat 2: no Fantasyland next
Rake 0.00
*** END ***
""",
    """OFC Hand #{id}: pokerbet, 1.00 USD per point - 2024-03-05 21:15:09 UTC
Options: scoring 1-6, royalties american
Table 'Lotus 4', site pokerbet
Seat 1: Ana (200.00)
Seat 2: Bo (200.00)
Seat 4: Cy (1200.00), sitting out
Seat 2 is the button
*** SHOWDOWN ***
Seat 1: top [Qh Qd 4c] middle [9s 9c 5d 5h 2c] bottom [Ah Kh 8h 6h 3h]
Seat 2: top [Jc Td 3s] middle [7c 7d 6s 4d 2h] bottom [Ks Kc 8d 8c As]
*** RESULT ***
Seat 1: points +17, net +17.00
Seat 2: points -17, net -17.00
*** END ***
""",
    """OFC Hand #{id}: norway_tournament, 100 chips per point - 2025-12-31 23:59:59 UTC
Tournament #77, level 2
Levels: 1 100, 2 200
Table 'Final', site klubb
Seat 2: Kari Nordmann (4100)
Seat 5: Ola (1200)
Seat 6: José (800)
Seat 5 is the button
Seat 6: disconnected
*** SHOWDOWN ***
Seat 6: top [2h 7d 9c] middle [3h 3d 8c Tc Jd] bottom [4h 4d 4s Qc Ac]
Seat 6: royalties 0 + 0 + 0
Seat 2: top [6h 6d Ks] middle [7h 7s 8d 9d Th] bottom [5h 5d 5s 2s 2d]
Seat 2: royalties 1 + 0 + 6
Seat 5: top [Ah As Qd] middle [Jh Js 3c 6c 8h] bottom [9h Kd Kc Ts 3s]
Seat 5: foul
*** PAIRS ***
Seat 6 v Seat 2: rows -1 -1 -1, bonus -3, royalties 0 - 7, points -13, amount -800
Seat 6 v Seat 5: rows +1 +1 +1, bonus +3, royalties 0 - 0, points +6, amount 600
Seat 2 v Seat 5: rows +1 +1 +1, bonus +3, royalties 7 - 0, points +13, amount 600
*** RESULT ***
Seat 6: points -7, net -200, stack 600
Seat 2: points +26, net +1400, stack 5500
Seat 5: points -19, net -1200, stack 0
Seat 5: place 3
*** END ***
""",
)


def make(path: Path, n_bytes: int) -> None:
    """A file of about `n_bytes` bytes: the hands above in turn, each under an id of its own."""
    size = number = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        while size < n_bytes:
            text = HANDS[number % len(HANDS)].format(id=f"{number}-{number % 7}", match=number // 5) + "\n"
            size += len(text.encode())
            file.write(text)
            number += 1


def read_with_package(source: Source) -> list[HandBatch]:
    """All batches of the package's reader."""
    return list(read_source(source))


def assert_same(ours: list[HandBatch], theirs: HandBatch) -> None:
    """Raises AssertionError when the two readers give different tables."""
    for name in HAND_TABLES:
        table = pa.concat_tables([batch.tables[name] for batch in ours]).combine_chunks()
        assert table.equals(theirs.tables[name].combine_chunks()), f"the readers differ in table {name}"
    assert all(batch.rejects.num_rows == 0 for batch in ours), "the input is not clean"


@contextmanager
def in_numpy_alone() -> Iterator[None]:
    """The package as it is where no C compiler was."""
    before = os.environ.get(compiled.SWITCH)
    os.environ[compiled.SWITCH] = "0"
    compiled.library.cache_clear()
    try:
        yield
    finally:
        os.environ.pop(compiled.SWITCH)
        if before is not None:
            os.environ[compiled.SWITCH] = before
        compiled.library.cache_clear()


def read_in_numpy(source: Source) -> list[HandBatch]:
    """All batches of the package's reader without the part in C."""
    with in_numpy_alone():
        return read_with_package(source)


def sql_type(field: Field) -> str:
    """The type that DuckDB is asked for: what is a number or an object at will comes as JSON, amounts as the text that they are."""
    if field.kind in ("object", "objects"):
        struct = "struct(" + ", ".join(f'"{part.name}" {sql_type(part)}' for part in field.fields) + ")"
        return struct if field.kind == "object" else f"{struct}[]"
    plain = {
        "int": "bigint",
        "flag": "boolean",
        "ints": "bigint[]",
        "cards": "varchar[]",
        "count": "json",
        "levels": "json",
    }
    return plain.get(field.kind, "varchar")


def arrow_sql_type(kind: pa.DataType) -> str:
    """The type that DuckDB is asked for in a capture."""
    if pa.types.is_string(kind):
        return "varchar"
    return "boolean" if pa.types.is_boolean(kind) else "bigint" if pa.types.is_integer(kind) else "double"


def jsonl_columns() -> str:
    """The keys of `ofc_jsonl`, as DuckDB's reader wants them."""
    return "{" + ", ".join(f"'{field.name}': '{sql_type(field)}'" for field in RECORD) + "}"


def capture_columns() -> str:
    """The keys of a capture, as DuckDB's reader wants them; a hand stands under its id."""
    kinds = {name: arrow_sql_type(kind) for name, (kind, _) in HAND_KINDS.items()}
    player = ", ".join(f'"{name}" {arrow_sql_type(kind)}' for name, (kind, _) in PLAYER_KINDS.items())
    kinds["handData"] = f"map(varchar, struct({player})[])"
    return "{" + ", ".join(f"'{name}': '{kind}'" for name, kind in kinds.items()) + "}"


def by_duckdb(path: Path, columns: str, form: str) -> Callable[[], pa.Table]:
    """DuckDB's own JSON reader at a file, to Arrow, on one thread."""
    con = duckdb.connect(config={"threads": 1})
    query = f"select * from read_json('{path}', format = '{form}', columns = {columns})"
    return lambda: con.sql(query).to_arrow_table()


def bench_json(name: str, path: Path, columns: str, form: str, rounds: int) -> None:
    """One JSON format beside DuckDB; both must find the same number of hands."""
    source = next(open_sources([str(path)]))
    theirs = by_duckdb(path, columns, form)
    ours = read_with_package(source)
    assert sum(batch.hands.num_rows for batch in ours) == theirs().num_rows, f"{name}: another number of hands"
    assert all(batch.rejects.num_rows == 0 for batch in ours), "the input is not clean"
    size = source.n_bytes / 1e6
    sides = [
        Side("package", lambda: read_with_package(source), size, is_ours=True),
        Side("DuckDB's JSON reader", theirs, size),
    ]
    in_turn("read", name, "MB", sides, rounds)


def make_json(folder: Path, source: Source, n_captures: int) -> tuple[Path, Path]:
    """The hands of a source as `ofc_jsonl`, and hands of a recorded room as captures."""
    jsonl, captures = folder / "read.jsonl", folder / "read.hh"
    with jsonl.open("wb") as out:
        for batch in read_with_package(source):
            write_ofc_jsonl.write(batch.tables, out)
    with captures.open("wb") as out:
        write_capture_hh.write(play(load_rules()["pppoker_progressive17"], n_captures, 1), out)
    return jsonl, captures


def main() -> None:
    """Reads each format by all sides in turn and prints MB/s of each and the ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path, nargs="?", default=OUT / "read.txt", help="made first if there is none")
    parser.add_argument("--make", type=float, metavar="MB", help="make the file first, this large")
    parser.add_argument("--rounds", type=int, default=3 if is_brief() else 5)
    options = parser.parse_args()
    if options.make or not options.file.exists():
        options.file.parent.mkdir(parents=True, exist_ok=True)
        make(options.file, int((options.make or (4 if is_brief() else 24)) * 1e6))
    source = next(open_sources([str(options.file)]))
    data = bytes(source.data)
    assert_same(read_with_package(source), read_by_patterns(data, source.name))
    assert_same(read_in_numpy(source), read_by_patterns(data, source.name))
    size = len(data) / 1e6
    sides = [Side("package", lambda: read_with_package(source), size, is_ours=True)]
    if compiled.library() is None:
        missing("read", "package with its part in C", "it is not built: python -m ofc_audit.compiled")
    else:
        sides.append(Side("package in numpy alone", lambda: read_in_numpy(source), size))
    sides.append(Side("Python patterns", lambda: read_by_patterns(data, source.name), size))
    in_turn("read", "ofc_text", "MB", sides, options.rounds)
    with tempfile.TemporaryDirectory() as name:
        jsonl, captures = make_json(Path(name), source, 500 if is_brief() else 5000)
        bench_json("ofc_jsonl", jsonl, jsonl_columns(), "newline_delimited", options.rounds)
        bench_json("capture_hh", captures, capture_columns(), "unstructured", options.rounds)


if __name__ == "__main__":
    main()
