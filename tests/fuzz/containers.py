"""Tables that are no text, damaged where they are built: parts and container of a workbook, pages and header of a database, pages and
footer of Parquet.

A mutant is told by its form, a seed and a number; it is the same wherever the same libraries write the good files.
"""

import io
import sqlite3
import time
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from functools import cache
from random import Random

import pyarrow as pa
import pyarrow.parquet as pq

from fuzz.laws import Broken, check_accounts, keys_of
from fuzz.mutate import CHANGES, ODD_BYTES
from fuzz.rounds import MOST_MEMORY, SECONDS_PER_MEGABYTE, SECONDS_TO_BEGIN, Failure, Tally, peak_memory
from fuzz.targets import Target, mapping_file
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import Source, open_sources, source_of_bytes
from read.table_files import HEADINGS, MAPPING, T0, T1, T2
from read.workbooks import sheet, text_row, workbook

ROWS = [row.split(",") for row in (*T0, *T1, *T2)]
PAGE = 512
"""Bytes of a page of the databases: the least there can be, so that a few hands fill several."""
_HEADER = (
    (16, 2),
    (18, 1),
    (19, 1),
    (20, 1),
    (21, 1),
    (24, 4),
    (28, 4),
    (32, 4),
    (36, 4),
    (44, 4),
    (52, 4),
    (56, 4),
    (64, 4),
    (92, 4),
)
"""Where the fields of a database's header stand, and their bytes."""  # fmt: skip
_NO_ZIP = (zipfile.BadZipFile, zlib.error, NotImplementedError)
_ODD_INTS = (0, 1, 2, 3, 127, 128, 255, 256, 512, 65535, 65536, (1 << 31) - 1, 1 << 31, (1 << 32) - 1, (1 << 63) - 1)


@dataclass(frozen=True, kw_only=True)
class Form(Target):
    """A form of tables to fuzz: good files, and how one of them is damaged."""

    files: tuple[bytes, ...]
    damage: "Damage"

    @property
    def seeds(self) -> tuple[bytes, ...]:
        """What is glued to what: the good files."""
        return self.files


Damage = Callable[[bytes, Form, Random], bytes]


def forms() -> tuple[str, ...]:
    """The names of all forms."""
    return tuple(_MAKERS)


@cache
def form_of(name: str) -> Form:
    """A form with its good files."""
    return _MAKERS[name]()


def form_mutant(name: str, seed: int, number: int) -> bytes:
    """The mutant of a number: one to three changes of a good file."""
    rng, form = Random(f"{name} {seed} {number}"), form_of(name)
    data = rng.choice(form.files)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = form.damage(data, form, rng)
    return data


def fuzz_form(name: str, seed: int, first: int, count: int, alone_every: int) -> Tally:
    """Reads the mutants `first` to `first + count`, each as a file; one in `alone_every` of them packed and from standard input as well."""
    tally = Tally()
    started, memory = time.process_time(), peak_memory()
    for number in range(first, first + count):
        data = form_mutant(name, seed, number)
        law = form_law(name, data, tally) or (number % alone_every == 0 and packed_law(data)) or None
        if law:
            tally.failures.append(Failure(name, seed, [number], law, data))
    tally.inputs, tally.seconds = count, time.process_time() - started
    if peak_memory() - memory > MOST_MEMORY:
        law = f"memory grew by {(peak_memory() - memory) >> 20} MB"
        tally.failures.append(Failure(name, seed, list(range(first, first + count)), law, b""))
    return tally


def form_law(name: str, data: bytes, tally: Tally | None = None) -> str | None:
    """The law that a file breaks as it is; None where none is broken."""
    try:
        source = _mapped(source_of_bytes("mutants", data))
        started = time.process_time()
        batches = list(read_source(source))
        seconds = time.process_time() - started
        if seconds > SECONDS_TO_BEGIN + SECONDS_PER_MEGABYTE * len(data) / 1e6:
            raise Broken(f"reading {len(data)} bytes took {seconds:.1f} s")
        if source.n_bytes:
            check_accounts(bytes(source.data), batches, form_of(name).outside)
    except Broken as broken:
        return str(broken)
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"
    if tally is not None:
        tally.hands += sum(batch.hands.num_rows for batch in batches)
        tally.rejects += sum(batch.rejects.num_rows for batch in batches)
    return None


def packed_law(data: bytes) -> str | None:
    """The law that a file breaks packed in an archive, and from standard input, where a workbook that lost its parts may pass for an
    archive; None where none is broken.
    """
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("mutant", data)
    try:
        alone = keys_of(list(read_source(_mapped(source_of_bytes("mutants", data)))))
        for content in (data, packed.getvalue()):
            members = [_mapped(member) for member in open_sources(["-"], io.BytesIO(content))]
            batches = [batch for member in members for batch in read_source(member)]
            if any(not batch.n_lines for batch in batches if batch.n_bytes):
                raise Broken("bytes without a line")
        if len(members) == 1 and not members[0].problem and keys_of(batches) != alone:
            raise Broken("other hands out of an archive")
    except Broken as broken:
        return str(broken)
    except Exception as error:
        return f"raised {type(error).__name__}: {error}"
    return None


def _mapped(source: Source) -> Source:
    return replace(source, mapping=mapping_file(MAPPING))


def _form(name: str, files: Sequence[bytes], damage: Damage, words: Sequence[str]) -> Form:
    guard = HEADINGS.encode() + b"\n"
    target = {"is_json": False, "splitter": None, "suffixes": (), "mapping": MAPPING}
    return Form(name, guard, words=tuple(words), files=tuple(files), damage=damage, **target)  # type: ignore[arg-type]


def _any_bytes(data: bytes, _: Form, rng: Random) -> bytes:
    """Bytes changed, put in, left out, cut off or doubled anywhere: what disks and half a download do."""
    if not data:
        return rng.choice(ODD_BYTES)
    at = rng.randrange(len(data))
    stop = min(len(data), at + rng.choice((1, 1, 2, 4, 30, 500)))
    kind = rng.randrange(6)
    if kind == 0:
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
    if kind == 1:
        return data[:at] + rng.choice((rng.choice(ODD_BYTES), rng.randbytes(rng.randrange(1, 9)))) + data[at:]
    if kind == 2:
        return data[:at] + data[stop:]
    if kind == 3:
        return data[:at] if rng.random() < 0.7 else data[at:]
    if kind == 4:
        return data[:at] + data[at:stop] * rng.choice((2, 10)) + data[stop:]
    return data[:at] + rng.randbytes(stop - at) + data[stop:]


def _workbook_damage(data: bytes, form: Form, rng: Random) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [(name, archive.read(name)) for name in archive.namelist()]
    except (*_NO_ZIP, ValueError, RuntimeError, KeyError, EOFError, OSError):
        return _any_bytes(data, form, rng)
    kind = rng.random()
    if kind < 0.12 or not parts:
        return _any_bytes(data, form, rng)
    at, other = rng.randrange(len(parts)), rng.randrange(len(parts))
    if kind < 0.9:
        # The sheet has most of what can be wrong.
        at = len(parts) - 1 if rng.random() < 0.5 else at
        parts[at] = (parts[at][0], rng.choice(CHANGES)(parts[at][1], form, rng))
    elif kind < 0.92:
        del parts[at]
    elif kind < 0.94:
        parts.append((parts[at][0], parts[other][1]))
    elif kind < 0.96:
        parts[at] = (rng.choice((f"../{parts[at][0]}", parts[at][0].upper(), f"/{parts[at][0]}", "x")), parts[at][1])
    else:
        parts[at], parts[other] = (parts[at][0], parts[other][1]), (parts[other][0], parts[at][1])
    out = io.BytesIO()
    method = rng.choice((zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED, zipfile.ZIP_BZIP2))
    with zipfile.ZipFile(out, "w", method) as archive, warnings.catch_warnings():
        # A name that stands twice is one of the damages.
        warnings.simplefilter("ignore", UserWarning)
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return out.getvalue()


def _database_damage(data: bytes, form: Form, rng: Random) -> bytes:
    if len(data) < 2 * PAGE or rng.random() < 0.2:
        return _any_bytes(data, form, rng)
    pages = [data[at : at + PAGE] for at in range(0, len(data), PAGE)]
    at, other = rng.randrange(len(pages)), rng.randrange(len(pages))
    kind = rng.randrange(6)
    if kind == 0:
        place, size = rng.choice(_HEADER)
        number = rng.choice((*_ODD_INTS, len(pages), rng.randrange(1 << 16))) % (1 << 8 * size)
        return data[:place] + number.to_bytes(size, "big") + data[place + size :]
    if kind == 1:
        # What a page says of itself: its kind, free blocks, number of cells, where they begin, the rightmost page, and the cells' places.
        place = at * PAGE + 100 * (at == 0) + rng.randrange(40)
        return (
            data[:place]
            + rng.choice((b"\0", b"\x02", b"\x05", b"\x0a", b"\x0d", b"\xff", rng.randbytes(1)))
            + data[place + 1 :]
        )
    if kind == 2:
        pages[at], pages[other] = pages[other], pages[at]
    elif kind == 3:
        pages[at] = rng.choice((pages[other], bytes(PAGE), rng.randbytes(PAGE)))
    elif kind == 4:
        del pages[at:]
    else:
        # Cells, and the words of the schema, keep their length.
        page = bytearray(pages[at])
        for _ in range(rng.choice((1, 3, 9))):
            page[rng.randrange(len(page))] = rng.randrange(256)
        pages[at] = bytes(page)
    return b"".join(pages)


def _parquet_damage(data: bytes, form: Form, rng: Random) -> bytes:
    footer = int.from_bytes(data[-8:-4], "little") if len(data) > 12 else 0
    begin = len(data) - 8 - footer
    kind = rng.random()
    if kind < 0.2 or begin < 4:
        return _any_bytes(data, form, rng)
    if kind < 0.3:
        size = rng.choice((*_ODD_INTS, footer - 1, footer + 1)) % (1 << 32)
        return data[:-8] + size.to_bytes(4, "little") + data[-4:]
    # Damage that keeps the ends in place: else the file is given up before anything in it is looked at.
    low, high = (begin, len(data) - 8) if kind < 0.7 else (4, begin)
    inner = _any_bytes(data[low:high], form, rng)
    tail = data[high:] if kind >= 0.7 else len(inner).to_bytes(4, "little") + data[-4:]
    return data[:low] + inner + tail


def _workbooks() -> Form:
    rows = [text_row(at, *cells) for at, cells in enumerate([HEADINGS.split(","), *ROWS], 1)]
    texts = list(dict.fromkeys(cell for cells in (HEADINGS.split(","), *ROWS) for cell in cells))
    shared = f'<sst xmlns="m">{"".join(f"<si><t>{text}</t></si>" for text in texts)}</sst>'
    in_shared = [
        f'<row r="{at}">{"".join(f"""<c r="{chr(65 + to)}{at}" t="s"><v>{texts.index(cell)}</v></c>""" for to, cell in enumerate(cells))}</row>'
        for at, cells in enumerate([HEADINGS.split(","), *ROWS[:2]], 1)
    ]
    numbers = rows[:1] + [
        f'<row r="{at}"><c><v>{cells[0]}</v></c><c t="str"><f>A1&amp;B1</f><v>{cells[1]}</v></c><c s="1"><v>45356.885520833</v></c>'
        + text_row(at, *cells[3:4]).partition(">")[2].replace("</row>", "")
        + f'<c><v>0</v></c><c s="0"><v>200</v></c>{text_row(at, *cells[6:9]).partition(">")[2].replace("</row>", "")}'
        + f"<c><v>{cells[9]}</v></c><c><v>{cells[10]}</v></c></row>"
        for at, cells in enumerate(ROWS[:2], 2)
    ]
    files = (
        workbook({"Hands": sheet(*rows[:3])}),
        workbook({"Hands": sheet(*rows, after='<mergeCells count="1"><mergeCell ref="B2:B3"/></mergeCells>')}),
        workbook({"Hands": sheet(*in_shared)}, shared=shared),
        workbook(
            {"Notes": sheet(), "Hands": sheet(*numbers)}, hidden=("Notes",), properties='<workbookPr date1904="1"/>'
        ),
    )
    words = (
        *('<row r="3">', "</row>", '<c t="s">', "<v>9</v>", "<is><t>", "</t></is>", "<f>1+1</f>", "&amp;", "&#0;", "&#x110;", "&x;"),
        *("<!DOCTYPE x>", "<!-- -->", "<![CDATA[", '<mergeCell ref="A1:XFD1048576"/>', 'r="ZZZ9999999"', 'r="A0"', 's="99"', "xmlns:q=''"),
        *("1048576", "1048577", "4294967296", "_x0041_", "_x0000_", 't="b"', 't="e"', 't="d"', "<?xml version='1.1'?>"),
    )  # fmt: skip
    return _form("xlsx", files, _workbook_damage, words)


def _database(statements: Sequence[str], rows: Sequence[Sequence[object]]) -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute(f"pragma page_size = {PAGE}")
    for statement in statements:
        connection.execute(statement)
    connection.executemany(f"insert into hands values ({', '.join('?' * len(rows[0]))})", rows)
    connection.commit()
    data = connection.serialize()
    connection.close()
    return data


def _databases() -> Form:
    names = HEADINGS.split(",")
    columns = ", ".join(f'"{name}" text' for name in names)
    typed = (
        'Hand int, "Table", Time text, Player text, FL int, Stack real, Front blob, Middle, Back, Pts int, Net numeric'
    )
    values: list[list[object]] = [
        [int(cells[0]), *cells[1:4], 0, 200.0, cells[6].encode(), *cells[7:9], int(cells[9]), float(cells[10])]
        for cells in ROWS
    ]
    files = (
        _database([f"create table hands ({columns})"], ROWS[:2]),
        _database([f"create table hands ({columns})", "create index by_hand on hands (Hand, Player)"], ROWS * 4),
        _database([f"create table hands ({typed})"], values),
        _database(
            [f"create table hands ({columns}, primary key (Hand, Player)) without rowid"],
            ROWS,
        ),
    )
    return _form("sqlite", files, _database_damage, ())


def _parquet(table: pa.Table, **options: object) -> bytes:
    out = pa.BufferOutputStream()
    pq.write_table(table, out, **options)
    return bytes(out.getvalue())


def _parquets() -> Form:
    names = HEADINGS.split(",")
    columns = dict(zip(names, zip(*ROWS, strict=True), strict=True))
    texts = pa.table({name: pa.array(cells) for name, cells in columns.items()})
    typed = pa.table(
        {
            **{name: pa.array(columns[name]) for name in ("Table", "Player")},
            "Hand": pa.array([int(cell) for cell in columns["Hand"]], pa.int32()),
            "Time": pa.array([datetime.fromisoformat(cell) for cell in columns["Time"]], pa.timestamp("ms")),
            "FL": pa.array([False] * len(ROWS)),
            "Stack": pa.array([Decimal(cell) for cell in columns["Stack"]], pa.decimal128(18, 4)),
            **{name: pa.array([cell.split() for cell in columns[name]]) for name in ("Front", "Middle", "Back")},
            "Pts": pa.array([float(cell) for cell in columns["Pts"]]),
            "Net": pa.array(columns["Net"]).dictionary_encode(),
        }
    )
    files = (
        _parquet(texts, compression="none", use_dictionary=False),
        _parquet(texts, compression="snappy", row_group_size=2),
        _parquet(typed, compression="none", data_page_version="2.0"),
        _parquet(typed, compression="gzip", write_statistics=False, store_schema=False),
    )
    return _form("parquet", files, _parquet_damage, ())


_MAKERS: dict[str, Callable[[], Form]] = {"xlsx": _workbooks, "sqlite": _databases, "parquet": _parquets}
