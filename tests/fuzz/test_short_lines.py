"""Files that are mostly torn to lines of a few bytes: each line costs what few bytes may cost, and good hands around them are read."""

import pytest

from fuzz.rounds import WHOLE, together
from fuzz.targets import TARGETS

N_BYTES = 300_000
TORN = [b"x\n", b"{\n", b"{}\n", b"}\r\n", b'"\n', b'{" \n', b'{"a":1}\n', b'"handData": {\n', b"Seat 1:\n", b"*** X\n"]
UNBROKEN = [b"{", b'{"a":', b"[", b'"', b" ", b"\\", b"\xef\xbb\xbf", b"\xff"]


@pytest.mark.parametrize("piece", TORN + UNBROKEN, ids=repr)
@pytest.mark.parametrize("name", TARGETS)
def test_tiny_pieces_cost_little(name: str, piece: bytes) -> None:
    target = TARGETS[name]
    assert together(target, [piece * (N_BYTES // len(piece)) + b"\n"], WHOLE) is None
