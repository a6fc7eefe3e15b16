"""What a damaged capture costs the hands beside it: nothing; and which line states what."""

import json

from ofc_audit.read.capture_records import BLOCK_BYTES
from read.test_capture_hh import ANA, BO, one, record


def hand_id(number: int) -> str:
    """An id with its own counter."""
    return f"200831074958-64802820-{number:07}-1"


def test_a_hand_glued_to_half_a_hand_is_kept() -> None:
    whole = record(hand_id=hand_id(0))
    half = whole[: whole.index(b'"orderIndex"') + 8]
    batch = one(half + record(hand_id=hand_id(1)) + record(hand_id=hand_id(2)))
    assert batch.hands["hand_id"].to_pylist() == [hand_id(1), hand_id(2)]
    assert batch.hands["first_byte"].to_pylist()[0] == len(half)
    assert batch.hands["first_line"].to_pylist() == [half.count(b"\n") + 1, half.count(b"\n") + 37]
    assert batch.rejects.select(["first_byte", "last_byte", "first_line", "n_hands"]).to_pylist() == [
        {"first_byte": 0, "last_byte": len(half) - 1, "first_line": 1, "n_hands": 1}
    ]


def test_half_a_hand_that_ends_within_a_text_harms_itself_only() -> None:
    whole = record(hand_id=hand_id(0))
    half = whole[: whole.index(b'"rows": "') + 20]
    batch = one(half + record(hand_id=hand_id(1)))
    assert batch.hands["hand_id"].to_pylist() == [hand_id(1)]
    assert batch.rejects["raw"].to_pylist() == [half]


def test_a_name_that_looks_like_a_beginning_is_no_beginning() -> None:
    name = 'x{"stakes": 1}'
    broken = record(ANA | {"playerName": name}, BO).replace(b'"hero": true,', b'"hero": true', 1)
    batch = one(broken + record())
    assert batch.hands.num_rows == 1
    assert batch.rejects["n_hands"].to_pylist() == [1]
    assert batch.rejects["raw"].to_pylist() == [broken.rstrip()]


def test_damaged_hands_among_many_cost_no_other() -> None:
    whole = [record(hand_id=hand_id(number)) for number in range(1200)]
    assert sum(map(len, whole)) > BLOCK_BYTES[0]
    plain = one(b"".join(whole))
    damaged = {3, 4, 700, 1199}
    # Each damaged hand keeps its length and its lines, so the others stand where they stood.
    content = [text.replace(b'"stakes":', b'"stakes";') if i in damaged else text for i, text in enumerate(whole)]
    batch = one(b"".join(content))
    kept = [i not in damaged for i in range(1200)]
    for name in ("hand_key", "first_line", "last_line", "first_byte", "last_byte"):
        assert batch.hands[name].to_pylist() == plain.hands[name].filter(kept).to_pylist(), name
    assert batch.seats.equals(plain.seats.filter([k for k in kept for _ in range(2)]))
    assert batch.rejects["first_line"].to_pylist() == [1 + 36 * i for i in sorted(damaged)]
    assert batch.rejects["n_hands"].to_pylist() == [1, 1, 1, 1]


def test_the_line_of_a_claim_is_the_one_that_states_it() -> None:
    silent = {key: value for key, value in BO.items() if key not in ("result", "win")}
    paid = {key: value for key, value in ANA.items() if key != "result"}
    text = record(paid, silent).decode()
    batch = one(text.encode())
    lines = text.splitlines()
    win, name, rows = (
        next(n for n, line in enumerate(lines, 1) if f'"{key}"' in line) for key in ("win", "playerName", "rows")
    )
    assert batch.claims["line"].to_pylist() == [win, None]
    assert batch.claims["net"].is_valid().to_pylist() == [True, False]
    assert batch.seats["line"].to_pylist()[0] == name
    assert batch.boards["line"].to_pylist()[0] == rows


def test_a_hand_on_one_line_has_all_on_that_line() -> None:
    batch = one(b"\n" + json.dumps(json.loads(record())).encode())
    for table, column in (("claims", "line"), ("seats", "line"), ("boards", "line")):
        assert getattr(batch, table)[column].to_pylist() == [2, 2]


def test_blank_lines_behind_half_a_hand_take_no_time_out_of_proportion() -> None:
    batch = one(record()[:300] + b" \n" * 100_000 + record())
    assert batch.hands.num_rows == 1
    assert batch.rejects["n_hands"].to_pylist() == [1]
