"""Records of SwC read: what was played comes back as far as the tracker saw it, and nothing is taken for known that it did not see."""

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest

from ofc_audit.cards import EMPTY, card_codes
from ofc_audit.read.batch import HandBatch
from ofc_audit.read.detect import detect
from ofc_audit.read.source import source_of_bytes
from ofc_audit.read.swc_capture import read
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.play import play
from read.swc_records import lines, records, tiny

Json = dict[str, Any]


def batches(content: bytes, chunk_bytes: int = 1 << 24) -> list[HandBatch]:
    found = list(read(source_of_bytes("log", content), chunk_bytes))
    for batch in found:
        extents = [(t["first_byte"].to_pylist(), t["last_byte"].to_pylist()) for t in (batch.hands, batch.rejects)]
        taken = sum(b - a + 1 for firsts, lasts in extents for a, b in zip(firsts, lasts, strict=True))
        assert taken + batch.blank_bytes == batch.n_bytes
    assert sum(batch.n_bytes for batch in found) == len(content)
    return found


def one(content: bytes) -> HandBatch:
    (batch,) = batches(content)
    return batch


def column(batch: HandBatch, table: str, name: str) -> list[Any]:
    found: list[Any] = batch.tables[table][name].to_pylist()
    return found


def reasons(batch: HandBatch) -> list[str]:
    found: list[str] = batch.rejects["reason"].to_pylist()
    return found


@pytest.fixture(scope="module")
def played() -> Mapping[str, pa.Table]:
    return play(load_rules()["pokerbet"], 120, 5, hands_per_table=40, n_players=(2, 3), options={"scoring": "1-6"})


@pytest.fixture(scope="module")
def made(played: Mapping[str, pa.Table]) -> list[Json]:
    return list(records(played))


def test_what_was_played_is_read_as_far_as_it_was_seen(played: Mapping[str, pa.Table], made: list[Json]) -> None:
    content = lines(made)
    assert detect(content) == "swc_capture"
    batch = one(content)
    assert reasons(batch) == []
    want = {name: played[name].to_pylist() for name in ("seats", "boards", "claims")}
    got = {name: batch.tables[name].to_pylist() for name in want}
    at = n_fantasy = n_unknown = 0
    for hand in batch.hands.to_pylist():
        rows = range(at, at + hand["n_seats"])
        at += hand["n_seats"]
        order = {got["seats"][row]["player_name"]: row for row in rows}
        for seat in rows:
            played_seat, played_board = want["seats"][seat], want["boards"][seat]
            row = order[played_seat["player_name"]]
            seen, board = got["seats"][row], got["boards"][row]
            is_hero = played_seat["acting_order"] == 0
            assert got["claims"][row]["points"] == want["claims"][seat]["points"]
            assert seen["stack"] == (played_seat["stack"] or None)
            if played_seat["is_fantasy"] and not is_hero:
                # Thirteen cards at once, seen by another, may also be what the tracker missed.
                n_unknown += 1
                assert (seen["is_fantasy"], seen["fantasy_cards"]) == (None, None)
                assert set(board["streets"]) == {EMPTY}
                continue
            n_fantasy += played_seat["is_fantasy"]
            assert (seen["is_fantasy"], seen["fantasy_cards"]) == (
                played_seat["is_fantasy"],
                played_seat["fantasy_cards"],
            )
            assert (board["cards"], board["streets"]) == (played_board["cards"], played_board["streets"])
            hidden = ("discards", "discard_streets", "dealt", "dealt_streets")
            assert [board[c] for c in hidden] == [played_board[c] if is_hero else None for c in hidden]
    assert n_fantasy
    assert n_unknown


def test_no_rules_are_named_and_amounts_are_mbtc(made: list[Json]) -> None:
    (hand,) = one(lines(made[:1])).hands.to_pylist()
    assert (hand["site"], hand["hand_id"], hand["table_id"]) == ("SealsWithClubs", "777001", "12")
    unknown = ("rules_id", "point_value", "match_id", "hand_no", "last_of_match", "unknown_keys", "events")
    assert [hand[name] for name in unknown] == [None] * 7
    assert (hand["currency"], hand["format"]) == ("mBTC", "swc_capture")


def test_the_order_of_play_gives_seats_and_without_it_there_are_none(made: list[Json]) -> None:
    whole = made[0]
    batch = one(lines([whole]))
    assert None not in column(batch, "seats", "seat_no")
    batch = one(lines([whole | {"rounds": []}]))
    assert set(column(batch, "seats", "seat_no")) == {None}
    assert set(column(batch, "seats", "is_fantasy")) == {None}
    assert {s for board in column(batch, "boards", "streets") for s in board} == {EMPTY}


def test_cards_are_text_or_numbers_and_empty_places_are_none(made: list[Json]) -> None:
    text = lines(made[:1])
    as_numbers = text
    for rank, name in enumerate((*"23456789", "10", *"JQKA")):
        for suit, letter in enumerate("cdhs"):
            as_numbers = as_numbers.replace(f'"{name}{letter}"'.encode(), str(rank * 4 + suit).encode())
    with_t = text.replace(b'"10', b'"T')
    assert as_numbers != text != with_t
    want = one(text).tables
    for other in (as_numbers, with_t):
        got = one(other).tables
        assert all(
            got[name].drop_columns("line").equals(want[name].drop_columns("line")) for name in ("boards", "seats")
        )
    short = json.loads(text)
    short["players"][0]["top"][2], short["rounds"] = "--", []
    (first, _, *_) = column(one(lines([short])), "boards", "cards")
    assert first[2] == EMPTY
    assert column(one(lines([short])), "hands", "status") == ["incomplete"]


def test_a_step_that_spans_two_streets_leaves_their_cards_without_one() -> None:
    record = tiny()
    own = [r for r in record["rounds"] if r["player"] == "b"]
    own[1]["placed"] = {"bottom": own[1]["placed"]["bottom"] + own[2]["placed"]["bottom"]}
    record["rounds"].remove(own[2])
    board = board_of(one(lines([record])), "b")
    known = [street for street in board["streets"] if street != EMPTY]
    assert sorted(known) == [1] * 5 + [4] * 2 + [5] * 2


def board_of(batch: HandBatch, name: str) -> Json:
    at = column(batch, "seats", "player_name").index(name)
    board: Json = batch.boards.to_pylist()[at]
    return board


def test_who_places_first_sits_left_of_the_button() -> None:
    batch = one(lines([tiny()]))
    assert column(batch, "seats", "player_name") == ["b", "a"]
    assert column(batch, "seats", "seat_no") == [1, 0]
    assert board_of(batch, "b")["cards"][:3] == sorted(card_codes("2c 2d"), reverse=True) + card_codes("2h")
    assert sorted(board_of(batch, "a")["streets"]) == [1] * 5 + [2] * 2 + [3] * 2 + [4] * 2 + [5] * 2


def test_outside_pineapple_only_the_first_street_is_known() -> None:
    streets = board_of(one(lines([tiny() | {"variant": {"variant": "ofc", "pineapple": False}}])), "a")["streets"]
    assert sorted(streets) == [1] * 5 + [EMPTY] * 8


@pytest.mark.parametrize(
    ("settled", "points"), [({}, [-6, 6]), ({"a": 6, "b": -6}, [-6, 6])], ids=["nothing settled", "settled"]
)
def test_points_that_were_settled_or_are_not_zero_are_claims(settled: Json, points: list[int]) -> None:
    assert column(one(lines([tiny() | {"result": {"points_settled": settled}}])), "claims", "points") == points


def test_zeros_of_the_tracker_are_unknown() -> None:
    record = tiny() | {"result": {"points_settled": {}}}
    for player in record["players"]:
        player |= {"points": "0", "starting_stack": "0", "collected": "0"}
    batch = one(lines([record]))
    assert column(batch, "claims", "points") == column(batch, "claims", "net") == [None, None]
    assert column(batch, "seats", "stack") == [None, None]
    record["result"]["points_settled"] = {"a": 0, "b": 0}
    assert column(one(lines([record])), "claims", "points") == [0, 0]


@pytest.mark.parametrize(
    ("stack", "read"),
    [
        ("20.50000000", Decimal("20.5")),
        ("100000000000000" + "0" * 6, None),
        ("1" + "0" * 5000, None),
        (10**14, None),
        (10**13, Decimal(10**13)),
        ("1.23456", None),
    ],
)
def test_zeros_at_the_end_are_of_the_decimals_alone(stack: object, read: Decimal | None) -> None:
    record = tiny()
    record["players"][0]["starting_stack"] = stack
    batch = one(lines([record]))
    assert (batch.hands.num_rows, batch.rejects.num_rows) == ((1, 0) if read is not None else (0, 1))
    if read is not None:
        assert read in column(batch, "seats", "stack")
    else:
        assert "an amount of mBTC" in batch.rejects["reason"][0].as_py()


def test_what_is_collected_is_a_net_and_of_losers_nothing_is_told() -> None:
    record = tiny()
    record["result"] = {"collections": [{"player": "a", "pot": "5"}, {"player": "a", "pot": "2.5"}]}
    assert column(one(lines([record])), "claims", "net") == [None, Decimal("7.5")]


def test_keys_that_nobody_defined_and_the_trackers_warnings_are_kept() -> None:
    record = tiny() | {"b": 1, "validation": {"valid": True, "warnings": ["x"]}}
    record["players"][0]["avatar"] = "y"
    assert json.loads(column(one(lines([record])), "hands", "unknown_keys")[0]) == {
        "b": 1,
        "players[0].avatar": "y",
        "validation.warnings": ["x"],
    }


def put(path: str, value: object) -> Callable[[Json], None]:
    """Puts a value at a path of keys and places; None takes the key away."""

    def change(record: Any) -> None:
        *way, last = path.split(".")
        for key in way:
            record = record[int(key) if key.isdigit() else key]
        if value is None:
            del record[last]
        else:
            record[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (put("site", None), "site is missing"),
        (put("hand_id", ""), 'hand_id: "", where text belongs'),
        (put("players", []), "players: 0, where 2 to 4 play"),
        (put("players.0.name", "b"), "players: a name or a seat_idx stands there twice"),
        (put("players.0.top", None), "players[0].top is missing"),
        (put("players.0.points", "1.5"), 'players[0].points: "1.5"; points are whole numbers'),
        (put("players.0.collected", -1), "players[0].collected: -1, where an amount of mBTC with at most four decimals belongs"),
        (put("players.0.top", ["1c"]), 'players[0].top: "1c" is no card; cards are 2c to As (10h or Th) or numbers 0 to 51'),
        (put("players.0.top", [52]), "players[0].top: 52 is no card; cards are 2c to As (10h or Th) or numbers 0 to 51"),
        (put("players.0.top", ["2s"] * 4), "players[0].top: 4 cards, where 3 fit"),
        (put("rounds.0.player", "c"), 'rounds[0].player: "c" is none of the players'),
        (put("rounds.0.placed", {"front": []}), 'rounds[0].placed: "front" is no row; rows are top, middle and bottom'),
        (put("rounds.0.placed", {"top": ["As"]}), 'rounds place a card in the top of "b" that his board does not hold there'),
        (put("variant", {"variant": "ofcp_27"}), "variant: a game with deuce-to-seven in the middle row is not supported"),
        (put("variant", {"deuce_to_seven": True}), "variant: a game with deuce-to-seven in the middle row is not supported"),
        (put("variant", {"variant": "holdem"}), 'variant: "holdem" is not known; known are ofc, ofcp'),
        (put("variant", {"variant": "ofcp", "pineapple": False}), 'variant: "ofcp" is Pineapple, and pineapple is false'),
        (put("validation", {"valid": False, "errors": ["x"]}), 'validation: the tracker calls its record invalid: "x"'),
        (put("result", {"points_settled": {"a": 5}}), 'points of "a" are 6, and 5 in result.points_settled'),
        (put("result", {"points_settled": {"c": 5}}), 'result.points_settled: "c" is none of the players'),
        (put("timestamp", "2026-03-01T18:22:05"), 'timestamp: "2026-03-01T18:22:05" has no zone'),
        (put("timestamp", "noon"), 'timestamp: "noon", where a time such as 2026-03-01T18:22:05Z belongs'),
    ],
)  # fmt: skip
def test_what_departs_from_the_shape_is_refused_by_name(change: Callable[[Json], None], reason: str) -> None:
    record = tiny()
    change(record)
    batch = one(lines([tiny() | {"hand_id": 8}, record, tiny() | {"hand_id": 10}]))
    assert column(batch, "hands", "hand_id") == ["8", "10"]
    assert reasons(batch) == [reason]
    assert batch.rejects["n_hands"].to_pylist() == [1]


def test_chunks_change_nothing(made: list[Json]) -> None:
    content = lines(made[:30])
    whole = one(content).hands.to_pylist()
    assert [row for batch in batches(content, 3000) for row in batch.hands.to_pylist()] == whole
