"""What SwC's dealer says, alone and beside records; and all the dirt that files of either come with."""

from decimal import Decimal
from typing import Any

import pytest

from ofc_audit.read.batch import HandBatch
from ofc_audit.read.detect import detect
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from ofc_audit.read.swc_capture import looks_like, read
from ofc_audit.read.swc_lines import Line, line_of
from read.swc_records import finished, lines, tiny

START, END = "New game started (2 hands)\n", "Game complete, 3 hands played\n"
FANTASY = "a is in fantasy land. The button will not be moved\n"
GAME = (
    START
    + finished(1, a=15, b=-15)
    + "TOTAL - a: +15, b: -15\n"
    + FANTASY
    + finished(2, b=6, a=-6)
    + "TOTAL - a: +9, b: -9\n"
    + finished(3, a=0, b=0)
    + "TOTAL - a: +9, b: -9\na wins 82.56\n"
    + END
)


def one(text: str | bytes) -> HandBatch:
    content = text if isinstance(text, bytes) else text.encode()
    (batch,) = read(source_of_bytes("log", content), 1 << 26)
    for table in (batch.hands, batch.rejects):
        spans = zip(table["first_byte"].to_pylist(), table["last_byte"].to_pylist(), strict=True)
        assert all(content[a : a + 1].strip() and content[b : b + 1].strip() for a, b in spans)
    taken = sum(
        b - a + 1
        for table in (batch.hands, batch.rejects)
        for a, b in zip(table["first_byte"].to_pylist(), table["last_byte"].to_pylist(), strict=True)
    )
    assert taken + batch.blank_bytes == batch.n_bytes == len(content)
    return batch


def column(batch: HandBatch, table: str, name: str) -> list[Any]:
    found: list[Any] = batch.tables[table][name].to_pylist()
    return found


def reasons(batch: HandBatch) -> list[str]:
    found: list[str] = batch.rejects["reason"].to_pylist()
    return found


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Hand #3 finished - a: +15, b: -15", Line("hand", 3, scores=(("a", 15), ("b", -15)))),
        ("Hand #3 finished - a: b: +1, c, d: -1", Line("hand", 3, scores=(("a: b", 1), ("c, d", -1)))),
        ("TOTAL - a: 0, b: 0", Line("total", scores=(("a", 0), ("b", 0)))),
        ("TOTAL wins 5", Line("win", name="TOTAL", amount=50_000)),
        ("x wins y wins 82.56", Line("win", name="x wins y", amount=825_600)),
        ("New game started (1 hand)", Line("start", 1)),
        ("Game complete, 8 hands played", Line("end", 8)),
        ("“=cmd()” \u202e is in fantasy land. The button will not be moved", Line("fantasy", name="“=cmd()” \u202e")),
        ("Hand #3 finished - a: +15", None),
        ("Hand #3 finished - a: +1, a: -1", None),
        ("Hand #3 finished - a: +15, b: -15, ", None),
        ("Hand #3 finished - a: +15, b: x", None),
        ("a wins 82.56789", None),
        ("a is in fantasy land", None),
        ("hello", None),
    ],
)
def test_lines_of_the_dealer(text: str, line: Line | None) -> None:
    assert line_of(text) == line


def test_the_dealer_alone_gives_claims_without_boards() -> None:
    assert detect(GAME.encode()) == "swc_capture"
    batch = one(GAME)
    assert reasons(batch) == []
    assert column(batch, "hands", "status") == ["incomplete"] * 3
    assert column(batch, "hands", "hand_no") == [1, 2, 3]
    assert column(batch, "hands", "last_of_match") == [False, False, True]
    assert len(set(column(batch, "hands", "match_id"))) == 1
    assert column(batch, "hands", "events") == [
        '[{"what": "new game of 2 hands"}]',
        None,
        '[{"what": "game complete, 3 hands played"}]',
    ]
    assert column(batch, "claims", "points") == [15, -15, -6, 6, 0, 0]
    assert column(batch, "claims", "match_points") == [15, -15, 9, -9, 9, -9]
    assert column(batch, "claims", "net") == [None] * 4 + [Decimal("82.56"), None]
    assert column(batch, "seats", "is_fantasy") == [None, None, True, None, None, None]
    assert column(batch, "claims", "is_fantasy_next") == [True] + [None] * 5
    assert column(batch, "seats", "seat_no") == [None] * 6
    assert column(batch, "boards", "discards") == [None] * 6
    assert column(batch, "hands", "first_line") == [1, 4, 7]
    assert column(batch, "hands", "last_line") == [3, 6, 10]
    assert column(batch, "claims", "line") == [2, 2, 5, 5, 7, 7]


def test_two_games_with_the_same_words_are_two_games() -> None:
    batch = one(GAME + GAME)
    assert len(set(column(batch, "hands", "hand_id"))) == 6
    assert len(set(column(batch, "hands", "hand_key"))) == 6
    # A log that has grown by a game tells the first one as before.
    assert column(one(GAME), "hands", "hand_key") == column(batch, "hands", "hand_key")[:3]


def test_a_log_that_begins_within_a_game_and_one_that_ends_there() -> None:
    batch = one(finished(7, a=1, b=-1) + finished(8, a=2, b=-2) + finished(1, a=3, b=-3) + START)
    first, second, third = column(batch, "hands", "match_id")
    assert first == second != third
    assert column(batch, "hands", "last_of_match") == [False, None, None]
    assert reasons(batch) == []


def test_a_missing_hand_breaks_what_is_told_of_the_next() -> None:
    batch = one(finished(1, a=1, b=-1) + FANTASY + finished(3, a=2, b=-2))
    assert column(batch, "claims", "is_fantasy_next") == [None] * 4
    assert column(batch, "seats", "is_fantasy") == [None, None, True, None]


def test_an_announcement_behind_the_last_hand_is_its_own() -> None:
    batch = one(finished(1, a=1, b=-1) + FANTASY)
    assert column(batch, "claims", "is_fantasy_next") == [True, None]
    assert column(batch, "hands", "last_line") == [2]


def beside(*before: str, after: str = "", **changes: Any) -> HandBatch:
    return one("".join(before).encode() + lines([tiny() | changes]) + after.encode())


def test_a_record_and_the_dealer_tell_of_one_hand() -> None:
    batch = beside(START, after=finished(1, a=6, b=-6) + "TOTAL - a: +6, b: -6\na wins 3\n" + END)
    assert reasons(batch) == []
    assert column(batch, "hands", "hand_id") == ["9"]
    assert column(batch, "hands", "hand_no") == [1]
    assert column(batch, "hands", "status") == ["complete"]
    assert column(batch, "claims", "match_points") == [-6, 6]
    assert column(batch, "claims", "net") == [None, Decimal(3)]
    assert column(batch, "seats", "seat_no") == [1, 0]


def test_a_record_behind_the_dealers_words_is_that_hand_where_its_points_say_so() -> None:
    batch = beside(finished(1, a=6, b=-6), after=finished(2, a=1, b=-1))
    assert column(batch, "hands", "hand_id")[0] == "9"
    assert column(batch, "hands", "hand_no") == [1, 2]
    other = beside(finished(1, a=5, b=-5), after=finished(2, a=6, b=-6))
    assert column(other, "hands", "hand_no") == [1, 2]
    assert column(other, "hands", "hand_id")[1] == "9"


def test_without_points_a_record_between_two_hands_belongs_to_neither() -> None:
    record = tiny() | {"result": {"points_settled": {}}}
    for player in record["players"]:
        player["points"] = "0"
    batch = one(finished(1, a=6, b=-6).encode() + lines([record]) + finished(2, a=1, b=-1).encode())
    assert column(batch, "hands", "hand_no") == [1, None, 2]
    assert column(batch, "hands", "status") == ["incomplete", "complete", "incomplete"]


def test_a_record_of_other_players_is_another_hand() -> None:
    batch = beside(after=finished(1, a=6, c=-6))
    assert column(batch, "hands", "hand_no") == [None, 1]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (finished(1, a=5, b=-5), 'the dealer gives "a" +5, and the record +6'),
        (finished(1, a=6, b=-6) + "c wins 5\n", 'the dealer names "c", who does not play the hand'),
        (finished(1, a=6, b=-6) + "a wins 5\na wins 6\n", 'the dealer pays "a" twice'),
        (finished(1, a=6, b=-6) + "TOTAL - a: +6, b: -6\n" * 2, "the dealer tells a total twice"),
    ],
)
def test_a_hand_of_which_two_things_are_told_is_quarantined_whole(text: str, reason: str) -> None:
    batch = beside("c is in fantasy land. The button will not be moved\n" * 0, after=text)
    assert (column(batch, "hands", "hand_id"), reasons(batch)) == ([], [reason])
    assert batch.rejects["n_hands"].to_pylist() == [1]
    assert batch.rejects["first_line"].to_pylist() == [1]
    assert batch.rejects["last_line"].to_pylist() == [text.count("\n") + 1]


def test_damaged_lines_are_named_and_leave_their_neighbours_alone() -> None:
    batch = one(finished(1, a=1, b=-1) + "hello\nHand #2 finished - a: +x\n" + finished(3, a=1, b=-1) + '{"site": \n')
    assert column(batch, "hands", "hand_no") == [1, 3]
    assert reasons(batch) == [
        "neither a record nor a line of the dealer: `hello`",
        "neither a record nor a line of the dealer: `Hand #2 finished - a: +x`",
        "character 9: the text ends within the object",
    ]
    assert batch.rejects["n_hands"].to_pylist() == [0, 1, 1]


def test_money_and_totals_of_no_hand_are_rejected() -> None:
    assert reasons(one("a wins 5\n" + GAME)) == ["a line about win has no finished hand before it"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf", b"\x00\x1a \t\n"])
def test_line_ends_and_marks_change_nothing(end: str, mark: bytes) -> None:
    text = GAME.encode() + lines([tiny()])
    want, got = one(text), one(mark + text.replace(b"\n", end.encode()) + mark)
    assert looks_like(mark + text)
    assert reasons(got) == []
    for name, data in want.tables.items():
        places = [c for c in data.column_names if "line" in c or "byte" in c]
        assert got.tables[name].drop_columns(places).equals(data.drop_columns(places))


def test_utf_16_is_read() -> None:
    (batch,) = read_source(source_of_bytes("log", b"\xff\xfe" + GAME.encode("utf-16-le")))
    assert column(batch, "claims", "points") == [15, -15, -6, 6, 0, 0]


def test_glued_files_are_taken_apart() -> None:
    record = lines([tiny()]).strip()
    batch = one(record + record.replace(b'"hand_id": 9', b'"hand_id": 8') + b"\xef\xbb\xbf" + record[:50])
    assert column(batch, "hands", "hand_id") == ["9", "8"]
    assert reasons(batch) == ["character 51: the text ends within the object"]
    batch = one(GAME.strip().encode() + record)
    assert column(batch, "hands", "hand_id")[-1] == "9"
    assert reasons(batch) == []


@pytest.mark.parametrize(
    "name", ["a: +1, c", "TOTAL - a", "🂡", "x" * 1000, "=cmd()", "</b>", "\u202e", "$1", '"q"', "a wins 5", "None"]
)
def test_names_are_data(name: str) -> None:
    record = tiny()
    for part in (*record["players"], *record["rounds"]):
        for key in ("name", "player"):
            if part.get(key) == "a":
                part[key] = name
    batch = one(lines([record]) + f"{name} wins 5\n".encode())
    assert column(batch, "seats", "player_name") == ["b", name]
    assert column(batch, "claims", "net") == [None, Decimal(5)]


def test_a_byte_that_is_no_utf_8_and_a_line_of_ten_megabytes() -> None:
    record = lines([tiny()])
    # Beside text that is UTF-8 for certain the file is no other encoding.
    batch = one(record.replace(b'"a"', b'"\xff"') + record.replace(b'"a"', '"žluťoučký"'.encode()))
    assert (column(batch, "hands", "hand_id"), reasons(batch)) == (["9"], ["byte 0xff is no UTF-8"])
    for long in (
        b"Hand #1 finished - " + b"a: 1, b: 2, " * (10 << 17),
        b"{" * (10 << 20),
        b'{"site": "' + b"x" * (10 << 20),
    ):
        batch = one(record + long + b"\n" + record.replace(b'"hand_id": 9', b'"hand_id": 8'))
        assert column(batch, "hands", "hand_id") == ["9", "8"]
        assert batch.rejects["n_hands"].to_pylist() == [1]
