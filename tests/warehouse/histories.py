"""Small hand histories in the text format, and a whole build of them."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import duckdb

BOARDS = (
    ("top [Qh Qd 4c] middle [9s 9c 5d 5h 2c] bottom [Ah Kh 8h 6h 3h]", "top [Jc Td 3s] middle [7c 7d 6s 4d 2h] bottom [Ks Kc 8d 8c As]"),
    ("top [2c 3d 5h] middle [8s 8c 4d 6h Tc] bottom [Jh Js Jd 4s 9h]", "top [Kd Ks 7h] middle [Ad Ac 7s 2d 3c] bottom [5c 5s 5d 9d Qc]"),
)  # fmt: skip
POINTS = ((17, -17), (-9, 9))


def hand(hand_id: str = "7001", deal: int = 0, **said: Any) -> str:
    """A hand of Ana and Bo as text; `said` changes what the record says: `points`, `net`, `time`, `match`, `table`, `names`, `rules`."""
    names = said.get("names", ("Ana", "Bo"))
    points = said.get("points", POINTS[deal])
    net = said.get("net", points)
    time = said.get("time", "2024-03-05 21:15:09")
    lines = [
        f"OFC Hand #{hand_id}: {said.get('rules', 'pokerbet_progressive')}, 1.00 USD per point"
        + (f" - {time} UTC" if time else ""),
        "Options: scoring 1-6, royalties american",
        *([f"Match #{said['match'][0]}, hand {said['match'][1]}"] if "match" in said else []),
        f"Table '{said.get('table', 'Lotus 4')}', site {said.get('site', 'pokerbet')}",
        *(f"Seat {n}: {name} (200.00)" for n, name in enumerate(names, 1)),
        "Seat 2 is the button",
        "*** SHOWDOWN ***",
        *(f"Seat {n}: {board}" for n, board in enumerate(BOARDS[deal], 1)),
        "*** RESULT ***",
        *(f"Seat {n}: points {p:+d}, net {w:+d}.00" for n, (p, w) in enumerate(zip(points, net, strict=True), 1)),
        *(["Hand cancelled"] if said.get("cancelled") else []),
        "*** END ***",
    ]
    return "\n".join(lines) + "\n"


def write(folder: Path, files: Mapping[str, str | bytes]) -> list[str]:
    """Files with their content, and their paths in that order."""
    folder.mkdir(exist_ok=True)
    paths = []
    for name, content in files.items():
        path = folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        paths.append(str(path))
    return paths


def rows(out: Path, query: str) -> list[tuple[Any, ...]]:
    """The rows of a query on the database of a build."""
    with duckdb.connect(str(out / "ofc.duckdb"), read_only=True) as con:
        con.execute("set TimeZone = 'UTC'")
        return con.execute(query).fetchall()
