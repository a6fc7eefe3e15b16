"""Tables for the tests, and reading them in one line."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pyarrow as pa

from ofc_audit.read.batch import HAND_TABLES, HandBatch
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes

MAPPING = """ofc_mapping = 1
[hands]
order = "rows"
[columns]
hand_id = "Hand"
table_id = "Table"
ended_at = "Time"
player_id = "Player"
fantasy = "FL"
stack = "Stack"
top = "Front"
middle = "Middle"
bottom = "Back"
points = "Pts"
net = "Net"
[constants]
site = "pokerbet"
rules_id = "pokerbet_progressive"
option_scoring = "1-6"
option_royalties = "american"
currency = "USD"
point_value = "1.00"
[times]
zone = "UTC"
"""
HEADINGS = "Hand,Table,Time,Player,FL,Stack,Front,Middle,Back,Pts,Net"
ANA = "Ana,0,200.00,Qh Qd 4c,9s 9c 5d 5h 2c,Ah Kh 8h 6h 3h,17,17.00"
BO = "Bo,0,200.00,Jc Td 3s,7c 7d 6s 4d 2h,Ks Kc 8d 8c As,-17,-17.00"
T0 = (f"7001,Lotus 4,2024-03-05 21:15:09,{ANA}", f"7001,Lotus 4,2024-03-05 21:15:09,{BO}")
T1 = tuple(row.replace("7001", "7002").replace("21:15", "21:19") for row in T0)
T2 = tuple(row.replace("7001", "7003").replace("21:15", "21:23") for row in T0)


def csv(*rows: str, headings: str = HEADINGS, end: str = "\n") -> bytes:
    return (end.join([headings, *rows]) + end).encode()


def mapped(tmp_path: Path, changes: Mapping[str, str] | None = None) -> str:
    """The mapping as a file, with lines replaced; a line that is not there is added to its section."""
    text = MAPPING
    for old, new in (changes or {}).items():
        assert old in text, old
        text = text.replace(old, new)
    path = tmp_path / "m.toml"
    path.write_text(text, "utf-8")
    return str(path)


def read_table(content: bytes, mapping: str, chunk_bytes: int = 1 << 24, name: str = "x.csv") -> "Read":
    """All hands of a table; every batch's bytes are accounted for."""
    return Read(list(batches(content, mapping, chunk_bytes, name)))


def batches(content: bytes, mapping: str, chunk_bytes: int, name: str) -> Iterator[HandBatch]:
    source = replace(source_of_bytes(name, content), mapping=mapping)
    total, decoded = 0, False
    for batch in read_source(source, chunk_bytes):
        assert extents(batch.hands) + extents(batch.rejects) + batch.blank_bytes == batch.n_bytes
        total, decoded = total + batch.n_bytes, decoded or batch.decoded_from is not None
        yield batch
    assert decoded or total == source.n_bytes


def extents(table: pa.Table) -> int:
    pairs = zip(table["first_byte"].to_pylist(), table["last_byte"].to_pylist(), strict=True)
    return sum(last - first + 1 for first, last in pairs)


class Read:
    """What was read, all batches together."""

    def __init__(self, found: list[HandBatch]) -> None:
        self.tables = {name: pa.concat_tables([batch.tables[name] for batch in found]) for name in HAND_TABLES}
        self.rejects = pa.concat_tables([batch.rejects for batch in found]).to_pylist()
        self.n_lines = sum(batch.n_lines for batch in found)

    @property
    def ids(self) -> list[str]:
        return self.column("hands", "hand_id")

    @property
    def reasons(self) -> list[str]:
        return [row["reason"] for row in self.rejects]

    def column(self, table: str, name: str) -> list[Any]:
        values: list[Any] = self.tables[table][name].to_pylist()
        return values

    def content(self) -> dict[str, list[dict[str, Any]]]:
        """Everything but places."""
        places = ("source_file", "first_line", "last_line", "first_byte", "last_byte", "line", "showdown_line")
        return {
            name: [{k: v for k, v in row.items() if k not in places} for row in table.to_pylist()]
            for name, table in self.tables.items()
        }
