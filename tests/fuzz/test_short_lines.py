"""Files that are mostly torn to lines of a few bytes: each line costs what few bytes may cost, and good hands around them are read."""

import time

import pytest

from fuzz.rounds import WHOLE, together
from fuzz.targets import TARGETS
from ofc_audit.read.detect import detect

N_BYTES = 300_000
HEAD = 200_000
TORN = [b"x\n", b"{\n", b"{}\n", b"}\r\n", b'"\n', b'{" \n', b'{"a":1}\n', b'"handData": {\n', b"Seat 1:\n", b"*** X\n"]
UNBROKEN = [
    *(b'"event":"deal"', b'{"event":"deal","count":2,', b"mutant-7" + b" " * 250_000, b"x\t" + b"\t" * 250_000),
    *(b"{", b'{"a":', b"[", b'"', b" ", b"\\", b"\xef\xbb\xbf", b"\xff"),
]


@pytest.mark.parametrize("piece", TORN + UNBROKEN, ids=lambda piece: repr(piece[:30]))
@pytest.mark.parametrize("name", TARGETS)
def test_tiny_pieces_cost_little(name: str, piece: bytes) -> None:
    target = TARGETS[name]
    assert together(target, [piece * (N_BYTES // len(piece)) + b"\n"], WHOLE) is None


@pytest.mark.parametrize(
    "begun", [b"", b'{"ofc"', b'{"handData"', b'{"hand":1,"seats":["', b"OFC Hand #", b"Hand #1 finished - a"]
)
def test_a_format_is_told_whatever_fills_the_head(begun: bytes) -> None:
    for piece in (*TORN, *UNBROKEN, b"\n", b"\r", b"\t", b",", b'"ofc" ', b'"handData"\n', b" wins 1"):
        started = time.process_time()
        detect(begun + piece * (HEAD // len(piece)))
        assert time.process_time() - started < 1, piece
