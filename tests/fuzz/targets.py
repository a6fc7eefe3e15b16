"""What is fuzzed: each reader with good hands of its format to damage, one to stand between them, and words it knows."""

import atexit
import json
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from ofc_audit.read.detect import detect
from ofc_audit.read.source import Source, source_of_bytes
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.play import play
from read.arena_log import log_text
from read.swc_records import finished, records, tiny
from read.swc_records import lines as swc_lines
from read.table_files import HEADINGS, MAPPING, T0, T1, T2

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_histories"
MOST_BYTES = 3000
"""Longest hand of the samples that is damaged: longer ones say nothing new and cost more."""

_TEXT_GUARD = """OFC Hand #guard-1: pokerbet_progressive, 1.00 USD per point - 2024-03-05 21:15:09 UTC
Options: scoring 1-6, royalties american
Table 'Lotus 4', site pokerbet
Seat 1: Ana (200.00)
Seat 2: Đông (200.00)
Seat 2 is the button
*** SHOWDOWN ***
Seat 1: top [Qh Qd 4c] middle [9s 9c 5d 5h 2c] bottom [Ah Kh 8h 6h 3h]
Seat 2: top [Jc Td 3s] middle [7c 7d 6s 4d 2h] bottom [Ks Kc 8d 8c As]
*** RESULT ***
Seat 1: points +17, net +17.00
Seat 2: points -17, net -17.00
*** END ***
"""
_JSONL_GUARD = (
    '{"ofc": 1, "site": "pokerbet", "hand_id": "guard-1", "rules": "pokerbet_progressive", '
    '"ended_at": "2024-03-05T21:15:09Z", "currency": "USD", "point_value": "1.00", "seats": ['
    '{"seat": 1, "player": "Ana", "stack": "200.00", "fantasy": 0, "streets": [{"top": ["Qh", "Qd", "4c"], '
    '"middle": ["9s", "9c", "5d", "5h", "2c"], "bottom": ["Ah", "Kh", "8h", "6h", "3h"]}], '
    '"claims": {"points": 17, "net": "17.00"}}, '
    '{"seat": 2, "player": "Đông", "stack": "200.00", "fantasy": 0, "streets": [{"top": ["Jc", "Td", "3s"], '
    '"middle": ["7c", "7d", "6s", "4d", "2h"], "bottom": ["Ks", "Kc", "8d", "8c", "As"]}], '
    '"claims": {"points": -17, "net": "-17.00"}}]}\n'
)
_CAPTURE_GUARD = """{
    "stakes": 1,
    "handData": {"200831074958-64802820-0000003-1": [
        {
            "inFantasy": false,
            "result": -17,
            "playerName": "Đông",
            "orderIndex": 1,
            "hero": false,
            "dead": "",
            "rows": "Jc0 Td1 3s4/7c0 7d0 6s2 4h1 2h3/Ks0 Kc0 8d2 8c3 As4",
            "win": -17,
            "playerId": "p2"
        },
        {
            "inFantasy": false,
            "result": 17,
            "playerName": "Ana",
            "orderIndex": 0,
            "hero": true,
            "dead": "Js1 4d2 2d3 4s4",
            "rows": "Qh0 Qd1 4c4/9s0 9c0 5d2 5h1 2c3/Ah0 Kh0 8h2 6h3 3h4",
            "win": 16.5,
            "playerId": "p1"
        }
    ]},
    "appName": "Ppp",
    "joined": true,
    "clubId": "45083",
    "rules": "progressive17_nojokers",
    "endDateTime": "2020-08-31 00:08:26",
    "roomId": "64802820"
}
"""
_ARENA_GUARD = """{"hand":9001,"seats":["Ana","Đông"]}
{"hand":9001,"ev":{"event":"deal","seat":1,"cards":["Ac"],"count":1}}
{"hand":9001,"ev":{"event":"showdown","seat":1,"top":["2d","2s","8s"],"middle":["3d","4d","7d","3s","9s"],\
"bottom":["5d","6d","8d","5s","6s"],"royalties":{"top":0,"middle":0,"bottom":0},"fouled":false,"next_fantasyland":null}}
{"hand":9001,"ev":{"event":"showdown","seat":0,"top":["2c","2h","8h"],"middle":["3c","4c","7c","3h","9h"],\
"bottom":["5c","6c","8c","5h","6h"],"royalties":{"top":0,"middle":0,"bottom":0},"fouled":false,"next_fantasyland":null}}
{"hand":9001,"ev":{"event":"score","seat":1,"points":-1}}
{"hand":9001,"ev":{"event":"score","seat":0,"points":1}}
"""


_GAME = (
    "New game started (2 hands)\n"
    + (finished(1, a=15, b=-15) + "TOTAL - a: +15, b: -15\na is in fantasy land. The button will not be moved\n")
    + (finished(2, a=-6, b=6) + "TOTAL - a: +9, b: -9\na wins 82.56\nGame complete, 2 hands played\n")
)


def _swc_guard() -> bytes:
    text = json.dumps(tiny() | {"hand_id": 9001}, ensure_ascii=False)
    return text.replace('"a"', '"Ana"').replace('"b"', '"Đông"').encode() + b"\n"


@dataclass(frozen=True)
class Target:
    """A reader to fuzz. `guard` is a good hand, as a file of its own; `words` are spellings that its parser asks for."""

    format: str
    guard: bytes
    is_json: bool
    splitter: re.Pattern[bytes]
    """Where a hand of a sample begins."""
    suffixes: tuple[str, ...]
    words: tuple[str, ...]
    outside: re.Pattern[bytes] | None = None
    """Lines that belong to no hand where they stand outside of one: notes, or what is said of a whole game."""
    reader: str | None = None
    """The reader, where it is not of the same name."""
    head: bytes = b""
    """What stands at the start of a file."""
    mapping: str | None = None
    """The mapping of a table. A row that cannot be read may be of the hand before or behind it, so a good hand stands on either side of the
    one that must be unharmed, or told."""
    is_guarded: bool = True
    """Whether a good hand is read the same whatever stands before and behind it."""
    blocks: tuple[str, ...] = ()
    """The module that reads whole blocks on a fast road and what it refuses one by one, and the names of its sizes of blocks."""

    @property
    def module(self) -> str:
        """The name of the reader's module."""
        return self.reader or self.format

    def source(self, data: bytes) -> Source:
        """A file of this format."""
        return replace(source_of_bytes("mutants", data), mapping=mapping_file(self.mapping) if self.mapping else None)

    @property
    def short(self) -> bytes:
        """The guard under another id: damage to it is not told apart from the guard before it where the id is the same."""
        return self.guard.replace(b"guard-1", b"mutant-7").replace(b"0000003-1", b"0000007-1").replace(b"9001", b"7")

    @property
    def seeds(self) -> tuple[bytes, ...]:
        """Good hands, each as a file of its own, the short one first."""
        return _seeds(self.format)


TARGETS = {
    target.format: target
    for target in (
        Target(
            "ofc_text",
            _TEXT_GUARD.encode(),
            False,
            re.compile(rb"^OFC Hand #", re.MULTILINE),
            (".txt",),
            (
                *("OFC Hand #", "*** END ***", "*** RESULT ***", "*** STREET 3 ***", "*** FANTASYLAND ***", "*** PAIRS ***"),
                *("Seat 1: ", "Seat 12: ", "Seat 2 is the button", " v Seat ", "top [", "middle [", "discards [", "dealt ["),
                *("Hand cancelled", "Match #1, hand 2", "Options: ", "Levels: 1 100", "Tournament #7, level 3", "# ", '"'),
                *("foul", "no Fantasyland next", "sitting out", "(12.4 s, auto)", "rake 0.10", "royalties 1 + 2 + 3"),
            ),
            outside=re.compile(rb"#"),
        ),
        Target(
            "ofc_jsonl",
            _JSONL_GUARD.encode(),
            True,
            re.compile(rb"^\{", re.MULTILINE),
            (".jsonl",),
            ('"ofc": 1', '"seats"', '"streets"', '"claims"', '"pairs"', '"fantasy": true', '"level"', '"status"', '"events"'),
            blocks=("jsonl_blocks", "BLOCK_BYTES", "SMALLEST_BLOCK"),
        ),
        Target(
            "capture_hh",
            _CAPTURE_GUARD.encode(),
            True,
            re.compile(rb"^\{", re.MULTILINE),
            (".hh",),
            ('"handData"', '"rows"', '"dead"', '"stakes"', '"win"', '"inFantasy": true', '"rules"', "Xj0", "/", "\n}\n{\n"),
            blocks=("capture_records", "BLOCK_BYTES"),
        ),
        Target(
            "arena_jsonl",
            _ARENA_GUARD.encode(),
            True,
            re.compile(rb'^\{"hand":\d+,"seats"', re.MULTILINE),
            (".jsonl",),
            ('{"hand":7,"seats":', '"ev"', '"deal"', '"place"', '"showdown"', '"score"', '"fantasyland"', '"count":1'),
            blocks=("arena_lines", "BLOCK_BYTES", "SMALLEST_BLOCK"),
        ),
        Target(
            "swc_capture",
            _swc_guard(),
            True,
            re.compile(rb"^(?:\{|New game started)", re.MULTILINE),
            (".jsonl",),
            ('"players"', '"seat_idx"', '"rounds"', '"placed"', '"top"', '"points"', '"collected"', '"variant"', "10h", "51"),
        ),
        Target(
            "swc_dealer",
            _GAME.replace("b: ", "Đông: ").encode(),
            False,
            re.compile(rb"^New game started", re.MULTILINE),
            (".txt",),
            (
                *("New game started (2 hands)", "Hand #3 finished - ", "TOTAL - ", "a: +15, b: -15", "a wins 82.56", "\na"),
                *("a is in fantasy land. The button will not be moved", "Game complete, 3 hands played", " finished - a: "),
            ),
            outside=re.compile(rb"(?:New game started|TOTAL - |Game complete, |[^\r\n]* wins |[^\r\n]* is in fantasy land)"),
            reader="swc_capture",
            is_guarded=False,
        ),
        Target(
            "table",
            "".join(f"{row}\n" for row in T0).replace("7001", "guard-1").replace("Bo", "Đông").encode(),
            False,
            re.compile(rb"\A"),
            (".csv",),
            (",", ",,", '"', '""', '","', "\t", ";", HEADINGS, "Qh Qd 4c", "10h", "2024-03-05 21:15:09", "17,00", "Lotus 4", "\n7001,"),
            head=HEADINGS.encode() + b"\n",
            mapping=MAPPING,
            outside=re.compile(HEADINGS.encode() + rb'|(?:"")?(?:,(?:"")?)*\Z'),
        ),
    )
}  # fmt: skip


@cache
def _seeds(name: str) -> tuple[bytes, ...]:
    target = TARGETS[name]
    found: dict[bytes, None] = {target.short: None}
    for content in _FILES.get(name, lambda: _samples(target))():
        starts = [match.start() for match in target.splitter.finditer(content)] or [0]
        hands = [content[a:b] for a, b in zip(starts, [*starts[1:], len(content)], strict=True)]
        found |= dict.fromkeys(hand for hand in hands[:3] if len(hand) <= MOST_BYTES or name in _FILES)
    return tuple(found)


def _samples(target: Target) -> Iterator[bytes]:
    for path in sorted(SAMPLES.glob("*/*/hands.*")):
        if path.suffix in target.suffixes and detect(content := path.read_bytes()) == target.format:
            yield content


def _arena_logs() -> Iterator[bytes]:
    """Logs of a few hands, with all their events and with what is shown at the end alone."""
    for rules_id in ("arena_classic", "arena_pineapple", "arena_progressive"):
        log = log_text(play(load_rules()[rules_id], 6, 3, hands_per_table=6, n_players=(2,)))
        lines = log.splitlines(keepends=True)
        yield b"".join(line for line in lines if b'"deal"' not in line and b'"place"' not in line)
        yield log


def _swc_files() -> Iterator[bytes]:
    """The tracker's records of a few hands, of two players and of three."""
    for n_players in (2, 3):
        tables = play(
            load_rules()["pokerbet"], 6, 3, hands_per_table=3, n_players=(n_players,), options={"scoring": "1-6"}
        )
        yield swc_lines(list(records(tables)))


def _dealer_files() -> Iterator[bytes]:
    """Games as the dealer tells them: with and without Fantasyland, of three players, and cut short."""
    yield _GAME.replace("a is in fantasy land. The button will not be moved\n", "").encode()
    yield _GAME.replace("a: ", "c: 0, a: ").encode()
    yield _GAME.replace("Game complete, 2 hands played\n", "").encode()
    yield _GAME.replace("New game started (2 hands)\n", "").replace("a: ", "Ana: all: ").encode()


def _tables() -> Iterator[bytes]:
    """Hands as rows: quoted cells, names of all kinds, empty cells."""
    hand = "".join(f"{row}\n" for row in T0)
    yield hand.replace("Bo", '"Bo, jr. ""x"""').encode()
    yield hand.replace("200.00", "").replace("Lotus 4", "Đ").encode()
    yield "".join('"' + line.replace(",", '","') + '"\n' for line in hand.splitlines()).encode()
    yield (hand + "".join(f"{row}\n" for row in (*T1, *T2))).encode()


@cache
def mapping_file(text: str) -> str:
    """The mapping as a file, once for each process."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".toml", delete=False) as file:
        atexit.register(Path(file.name).unlink)
        file.write(text)
    return file.name


_FILES = {"table": _tables, "arena_jsonl": _arena_logs, "swc_capture": _swc_files, "swc_dealer": _dealer_files}
"""Where hands come from that the samples do not have."""
