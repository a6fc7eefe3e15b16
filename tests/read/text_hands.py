"""Hands in `ofc_text` for the tests, and reading them in one line."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from ofc_audit.read.batch import HandBatch
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes

T0 = """OFC Hand #7001: pokerbet_progressive, 1.00 USD per point - 2024-03-05 21:15:09 UTC
Options: scoring 1-6, royalties american
Table 'Lotus 4', site pokerbet
Seat 1: Ana (200.00)
Seat 2: Bo (200.00)
Seat 2 is the button
*** SHOWDOWN ***
Seat 1: top [Qh Qd 4c] middle [9s 9c 5d 5h 2c] bottom [Ah Kh 8h 6h 3h]
Seat 2: top [Jc Td 3s] middle [7c 7d 6s 4d 2h] bottom [Ks Kc 8d 8c As]
*** RESULT ***
Seat 1: points +17, net +17.00
Seat 2: points -17, net -17.00
*** END ***
"""

FULL = """OFC Hand #1842-3: pokerbet_progressive, 0.50 EUR per point - 2026-03-01 18:22:05 UTC
Options: scoring 2-4, royalties settle winner_only, royalties american, progressive, one hand, match cap 50.00
Tournament #77, level 3
Levels: 1 100, 2 200.00, 10 1000
Match #1842, hand 3
Last hand of the match
Table 'Lotus 4', site pokerbet
Seat 1: Ana (200.00)
Seat 2: Bo (85.50), Fantasyland 14 cards
Seat 3: Cy (40.00), sitting out
Seat 2 is the button
*** STREET 1 ***
Seat 1: dealt [Qh Qd 4c 9s 9c]
Seat 1: top [Qh Qd] middle [9s 9c] bottom [4c] (12.4 s)
*** STREET 2 ***
Seat 1: dealt [5d Ah 2c]
Seat 1: middle [5d] bottom [Ah] discards [2c] (8.0 s, auto)
# a note
*** STREET 3 ***
Seat 1: dealt [5h Kh 2d]
Seat 1: middle [5h] bottom [Kh] discards [2d] (auto)
*** STREET 4 ***
Seat 2: disconnected
Seat 1: dealt [3c 8h 2s]
Seat 1: top [3c] bottom [8h] discards [2s] (8 s)

*** STREET 5 ***
Seat 1: dealt [6c 6h 2h]
Seat 1: middle [6c] bottom [6h] discards [2h]
Seat 2: connected
*** FANTASYLAND ***
Seat 2: dealt [Jc Td 3s 7c 7d 6s 4d 7h Ks Kc 8d 8c As 5c]
Seat 2: top [Jc Td 3s] middle [7c 7d 6s 4d 7h] bottom [Ks Kc 8d 8c As] discards [5c] (40.205 s)
*** SHOWDOWN ***
Seat 1: top [Qh Qd 3c] middle [9s 9c 5d 5h 6c] bottom [4c Ah Kh 8h 6h]
Seat 1: royalties 7 + 0 + 4
Seat 2: top [Jc Td 3s] middle [7c 7d 6s 4d 7h] bottom [Ks Kc 8d 8c As]
Seat 2: foul
*** PAIRS ***
Seat 2 v Seat 1: rows -1 -1 -1, bonus -3, royalties 0 - 11, points -17, amount -8.50
*** RESULT ***
Seat 1: points +17, net +8.50, rake 0.00, stack 208.50
Seat 2: points -17, net -8.50, rake 0.00, stack 77.00
Seat 1: Fantasyland 14 cards next
Seat 2: no Fantasyland next
Seat 1: bounty 5.00
Seat 2: place 3
Rake 0.25
*** END ***
"""

Row = dict[str, Any]


@dataclass(frozen=True)
class Read:
    """Everything read from some bytes: rows of all batches, and how many bytes became what."""

    batches: list[HandBatch]
    data: bytes

    def rows(self, name: str) -> list[Row]:
        return [row for batch in self.batches for row in getattr(batch, name).to_pylist()]

    @property
    def ids(self) -> list[str]:
        return [row["hand_id"] for row in self.rows("hands")]

    @property
    def reasons(self) -> list[str]:
        return [row["reason"] for row in self.rows("rejects")]

    @property
    def n_found(self) -> int:
        return len(self.rows("hands")) + sum(row["n_hands"] for row in self.rows("rejects"))

    def column(self, table: str, name: str) -> list[Any]:
        return [row[name] for row in self.rows(table)]

    def content(self, with_places: bool = False) -> dict[str, list[Row]]:
        """The rows of the hand tables; without the columns that say where a row was read."""
        tables = ("hands", "seats", "boards", "claims", "claimed_pairs")
        places = () if with_places else PLACES
        return {name: [{k: v for k, v in row.items() if k not in places} for row in self.rows(name)] for name in tables}


PLACES = ("source_file", "first_line", "last_line", "first_byte", "last_byte", "line", "showdown_line")


def read(data: str | bytes, chunk_bytes: int = 1 << 24) -> Read:
    """What reading some bytes gives; asserts that every byte and line is accounted for."""
    source = source_of_bytes("input.txt", data.encode() if isinstance(data, str) else data)
    result = Read(list(read_source(source, chunk_bytes)), bytes(source.data))
    assert_accounts(result)
    return result


def assert_accounts(result: Read) -> None:
    """Hands, rejects and blanks are all the bytes there are, none of them twice; rejects hold their bytes."""
    stretches = [(row["first_byte"], row["last_byte"], False) for row in result.rows("hands")]
    for row in result.rows("rejects"):
        stretches.append((row["first_byte"], row["last_byte"], True))
        assert row["raw"] == result.data[row["first_byte"] : row["last_byte"] + 1][: len(row["raw"])]
    stretches.sort()
    for (_, before, _), (after, _, _) in pairwise(stretches):
        assert before < after
    used = sum(last - first + 1 for first, last, _ in stretches)
    assert used + sum(batch.blank_bytes for batch in result.batches) == len(result.data)
    assert sum(batch.n_bytes for batch in result.batches) == len(result.data)
    between = bytearray(result.data)
    for first, last, _ in reversed(stretches):
        del between[first : last + 1]
    left = [
        line.lstrip(bytes(range(33)) + b"\x7f\xef\xbb\xbf")
        for line in bytes(between).replace(b"\r", b"\n").split(b"\n")
    ]
    assert all(not line or line.startswith(b"#") for line in left)


def only(result: Read, table: str) -> Row:
    """The one row of a table."""
    (row,) = result.rows(table)
    return row
