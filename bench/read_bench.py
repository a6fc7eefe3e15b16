"""How fast `ofc_text` is read, beside a Python reader with patterns, in one run: `python bench/read_bench.py FILE`.

Without a file that exists one is made first: `--make MB` replicates a few hands under new ids. Both readers give the
same tables, which is asserted; figures are medians, MB are 10^6 bytes.
"""

import argparse
from pathlib import Path

import pyarrow as pa
from figures import Side, in_turn, is_brief
from regex_reader import read as read_by_patterns

from ofc_audit.read.batch import HAND_TABLES, HandBatch
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import Source, open_sources

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


def main() -> None:
    """Reads a file with both readers in turn and prints MB/s of each and the ratio."""
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
    size = len(data) / 1e6
    sides = [
        Side("package", lambda: read_with_package(source), size, is_ours=True),
        Side("Python patterns", lambda: read_by_patterns(data, source.name), size),
    ]
    in_turn("read", "ofc_text", "MB", sides, options.rounds)


if __name__ == "__main__":
    main()
