"""Reading `ofc_jsonl`: every key of the format, what absence means, and that spelling does not change the hand."""

import datetime
import json
from decimal import Decimal
from typing import Any

import pytest

from ofc_audit.cards import CARD_TEXT, EMPTY
from ofc_audit.read.detect import detect
from ofc_audit.read.ofc_jsonl import cut, looks_like
from read.jsonl_records import R0, R_FULL, Json, board, hand, line, read_lines, record
from read.text_hands import FULL, T0, Row, only, read

UTC = datetime.UTC
NO_BOARD = [EMPTY] * 13


def cards(codes: list[int] | None) -> str | None:
    return None if codes is None else " ".join(CARD_TEXT[code] for code in codes if code != EMPTY)


def row_of(table: str, data: str, at: int = 0) -> Row:
    result = read_lines(data)
    assert result.reasons == []
    return result.rows(table)[at]


def test_every_key_of_the_hand() -> None:
    text = line(R_FULL)
    row = row_of("hands", text)
    keys = {name: row.pop(name) for name in ("hand_key", "deal_key")}
    assert all(0 < key < 2**63 for key in keys.values())
    assert row == {
        "site": "pokerbet",
        "club_id": None,
        "hand_id": "1842-3",
        "rules_id": "pokerbet_progressive",
        "option_scoring": "2-4",
        "option_royalties": "american",
        "option_royalty_settlement": "winner_only",
        "option_fantasyland": "progressive",
        "option_one_hand": True,
        "match_cap": Decimal("50.0000"),
        "match_id": "1842",
        "hand_no": 3,
        "last_of_match": True,
        "tournament_id": "77",
        "level": 3,
        "levels": '{"1": "100", "10": "1000", "2": "200"}',
        "table_id": "Lotus 4",
        "ended_at": datetime.datetime(2026, 3, 1, 18, 22, 5, tzinfo=UTC),
        "currency": "EUR",
        "chip_price": None,
        "chip_currency": None,
        "point_value": Decimal("0.5000"),
        "n_seats": 2,
        "status": "complete",
        "rake": Decimal("0.2500"),
        "is_observed": None,
        "sitting_out": "[3]",
        "events": '[{"seat": 2, "what": "disconnected"}, {"seat": 2, "what": "connected"}]',
        "unknown_keys": None,
        "format": "ofc_jsonl",
        "source_file": "input.jsonl",
        "first_line": 1,
        "last_line": 1,
        "first_byte": 0,
        "last_byte": len(text) - 2,
    }


def test_every_key_of_the_seats_and_claims() -> None:
    result = read_lines(line(R_FULL))
    ana, bo = result.rows("seats")
    assert (ana["acting_order"], ana["seat_no"], ana["player_id"], ana["player_name"]) == (0, 1, "Ana", "Ana")
    assert (ana["is_fantasy"], ana["fantasy_cards"], ana["is_hero"]) == (False, 0, None)
    assert ana["stack"] == Decimal("200.0000")
    assert (bo["acting_order"], bo["seat_no"], bo["is_fantasy"], bo["fantasy_cards"]) == (1, 2, True, 14)
    assert bo["stack"] == Decimal("85.5000")
    ours, theirs = result.rows("claims")
    del ours["hand_key"], theirs["hand_key"]
    assert ours == {
        "acting_order": 0,
        "is_foul": False,
        "top_royalties": 7,
        "middle_royalties": 0,
        "bottom_royalties": 4,
        "points": 17,
        "match_points": None,
        "net": Decimal("8.5000"),
        "rake": Decimal("0.0000"),
        "stack": Decimal("208.5000"),
        "is_fantasy_next": True,
        "fantasy_next": 14,
        "bounty": Decimal("5.0000"),
        "place": None,
        "showdown_line": 1,
        "line": 1,
    }
    assert theirs == {
        "acting_order": 1,
        "is_foul": True,
        "top_royalties": None,
        "middle_royalties": None,
        "bottom_royalties": None,
        "points": -17,
        "match_points": None,
        "net": Decimal("-8.5000"),
        "rake": Decimal("0.0000"),
        "stack": Decimal("77.0000"),
        "is_fantasy_next": False,
        "fantasy_next": 0,
        "bounty": None,
        "place": 3,
        "showdown_line": 1,
        "line": 1,
    }


def test_every_key_of_the_streets() -> None:
    ana, bo = read_lines(line(R_FULL)).rows("boards")
    assert cards(ana["cards"]) == "Qh Qd 3c 9s 9c 5d 5h 6c 4c Ah Kh 8h 6h"
    assert ana["streets"] == [1, 1, 4, 1, 1, 2, 3, 5, 1, 2, 3, 4, 5]
    assert (cards(ana["discards"]), ana["discard_streets"]) == ("2c 2d 2s 2h", [2, 3, 4, 5])
    assert cards(ana["dealt"]) == "Qh Qd 4c 9s 9c 5d Ah 2c 5h Kh 2d 3c 8h 2s 6c 6h 2h"
    assert ana["dealt_streets"] == [1] * 5 + [2] * 3 + [3] * 3 + [4] * 3 + [5] * 3
    assert ana["street_ms"] == [12400, 8000, None, 8000, None]
    assert ana["street_auto"] == [False, True, True, False, False]
    assert (ana["is_complete"], ana["shown"]) == (True, NO_BOARD)
    assert bo["streets"] == [0] * 13
    assert (cards(bo["discards"]), bo["discard_streets"]) == ("5c", [0])
    assert (bo["dealt_streets"], bo["street_ms"], bo["street_auto"]) == ([0] * 14, [40205], [False])


def test_a_pair_is_turned_to_the_side_of_who_acts_first() -> None:
    (pair,) = read_lines(line(R_FULL)).rows("claimed_pairs")
    del pair["hand_key"]
    assert pair == {
        "pair_no": 0,
        "a": 0,
        "b": 1,
        "top": 1,
        "middle": 1,
        "bottom": 1,
        "bonus": 3,
        "royalties_a": 11,
        "royalties_b": 0,
        "points": 17,
        "amount": Decimal("8.5000"),
        "is_swapped": True,
        "line": 1,
    }
    turned = {"a": 1, "b": 2, "rows": [1, 1, 1], "bonus": 3, "royalties": [11, 0], "points": 17, "amount": "8.50"}
    other = read_lines(line(R_FULL, pairs=[turned]))
    assert other.rows("claimed_pairs")[0]["is_swapped"] is False
    assert other.column("hands", "hand_key") == read_lines(line(R_FULL)).column("hands", "hand_key")


def test_pairs_keep_the_order_of_settlement_and_what_they_leave_out_is_unknown() -> None:
    third: Json = {"seat": 5, "player": "Cy", "fantasy": 0, "streets": [board("2c 2d 3d", "", "")]}
    base = record(seats=[*R0["seats"], third])
    pairs = [{"a": 5, "b": 1, "points": 2}, {"a": 1, "b": 2, "rows": [0, 1, -1]}, {"a": 2, "b": 5}]
    rows = read_lines(line(base, pairs=pairs)).rows("claimed_pairs")
    assert [(row["pair_no"], row["a"], row["b"], row["is_swapped"]) for row in rows] == [
        (0, 0, 2, True),
        (1, 0, 1, False),
        (2, 1, 2, False),
    ]
    assert [row["points"] for row in rows] == [-2, None, None]
    assert [(row["top"], row["middle"], row["bottom"]) for row in rows] == [(None,) * 3, (0, 1, -1), (None,) * 3]
    assert [row["amount"] for row in rows] == [None] * 3


def test_what_is_absent_is_unknown() -> None:
    bare = record(table=None, options=None, seats__0__stack=None, seats__0__claims=None)
    result = read_lines(line(bare))
    row = only(result, "hands")
    unknown = ("table_id", "match_id", "hand_no", "last_of_match", "tournament_id", "level", "levels", "rake")
    unknown += ("sitting_out", "events", "match_cap", "option_scoring", "option_royalties", "option_one_hand")
    assert [row[name] for name in unknown] == [None] * len(unknown)
    assert result.column("seats", "stack") == [None, Decimal("200.0000")]
    claim = result.rows("claims")[0]
    assert {claim[name] for name in claim if name not in ("hand_key", "acting_order")} == {None}


def test_the_one_entry_of_a_whole_board_tells_no_streets() -> None:
    row = row_of("boards", line())
    assert cards(row["cards"]) == "Qh Qd 4c 9s 9c 5h 5d 2c Ah Kh 8h 6h 3h"
    assert (row["streets"], row["street_auto"], row["street_ms"]) == ([255] * 13, None, None)
    assert (row["discards"], row["dealt"]) == (None, None)
    timed = row_of("boards", line(seats__0__streets__0__ms=900))
    assert (timed["streets"], timed["street_auto"], timed["street_ms"]) == ([255] * 13, [False], [900])


def test_nine_streets_of_the_classic_deal() -> None:
    first = board("", "9s 9c 5d", "Ah Kh")
    later = [board("Qh", "", ""), board("Qd", "", ""), board("4c", "", ""), board("", "5h", ""), board("", "2c", "")]
    later += [board("", "", "8h"), board("", "", "6h"), board("", "", "3h")]
    row = row_of("boards", line(seats__0__streets=[first, *later]))
    assert row["streets"] == [2, 3, 4, 1, 1, 1, 5, 6, 1, 1, 7, 8, 9]
    assert row["street_auto"] == [False] * 9


def test_a_hand_without_any_card_is_incomplete() -> None:
    result = read_lines(line(seats__0__streets=[]))
    assert only(result, "hands")["status"] == "incomplete"
    row = result.rows("boards")[0]
    assert (row["cards"], row["streets"], row["discards"], row["street_auto"]) == (NO_BOARD, NO_BOARD, None, None)


FIRST, SECOND = board("Qh Qd", "9s 9c", "4c"), board("", "5d", "Ah")


@pytest.mark.parametrize(
    ("streets", "discards", "where"),
    [
        ([FIRST, SECOND], None, None),
        ([FIRST, SECOND | {"discards": ["2c"]}], [CARD_TEXT.index("2c")], [2]),
        ([FIRST, SECOND | {"discards": []}], [], []),
        ([FIRST, SECOND | {"discards": ["2c"]}, board("", "5h", "Kh")], None, None),
        ([FIRST | {"dealt": ["Qh", "Qd", "4c", "9s", "9c"]}], [], []),
        ([FIRST | {"dealt": ["Qh", "Qd", "4c", "9s", "9c", "2c"]}], None, None),
        ([FIRST | {"discards": []}, SECOND | {"dealt": ["5d", "Ah"]}], [], []),
        ([FIRST | {"discards": []}, SECOND | {"dealt": ["5d", "Ah", "2c"]}], None, None),
        ([FIRST], None, None),
    ],
)
def test_discards_left_out_are_none_only_where_as_many_were_dealt_as_placed(
    streets: list[Json], discards: list[int] | None, where: list[int] | None
) -> None:
    row = row_of("boards", line(seats__0__streets=streets))
    assert (row["discards"], row["discard_streets"]) == (discards, where)


@pytest.mark.parametrize(("said", "is_fantasy", "count"), [(0, False, 0), (14, True, 14), (True, True, None)])
def test_fantasyland_with_and_without_a_count(said: Any, is_fantasy: bool, count: int | None) -> None:
    text = line(seats__0__fantasy=said, seats__0__claims__fantasy_next=said)
    row, claim = row_of("seats", text), row_of("claims", text)
    assert (row["is_fantasy"], row["fantasy_cards"]) == (is_fantasy, count)
    assert (claim["is_fantasy_next"], claim["fantasy_next"]) == (is_fantasy, count)
    assert row_of("boards", text)["streets"] == [0 if is_fantasy else 255] * 13
    assert row_of("seats", text, 1)["fantasy_cards"] == 0


@pytest.mark.parametrize(
    ("match_id", "said", "is_last"),
    [
        ("9", None, False),
        ("9", False, False),
        ("9", True, True),
        (None, None, None),
        (None, False, None),
        (None, True, True),
    ],
)
def test_last_of_match_left_out_is_false_in_a_match(match_id: Any, said: Any, is_last: bool | None) -> None:
    changes = {key: value for key, value in (("match_id", match_id), ("last_of_match", said)) if value is not None}
    assert row_of("hands", line(**changes))["last_of_match"] is is_last


def test_spellings_that_mean_the_same_have_one_key() -> None:
    plain = only(read_lines(line(R_FULL)), "hands")["hand_key"]
    for changes in (
        {"point_value": "0.5"},
        {"point_value": "00.5000"},
        {"rake": "0.250"},
        {"tournament__point_value_by_level": {"10": "1000.00", "02": "200", "1": "100.0"}},
        {"status": None},
        {"ended_at": "2026-03-01T18:22:05.000Z"},
        {"seats__0__streets__0__auto": False},
        {"seats__0__streets__0__top": ["Qd", "Qh"]},
    ):
        assert only(read_lines(line(R_FULL, **changes)), "hands")["hand_key"] == plain, changes
    reversed_keys = {key: R_FULL[key] for key in reversed(R_FULL)}
    assert only(read_lines(json.dumps(reversed_keys)), "hands")["hand_key"] == plain
    compact = json.dumps(R_FULL, separators=(",", ":"))
    assert only(read_lines(compact), "hands")["hand_key"] == plain
    escaped = json.dumps(R_FULL).replace("Ana", "\\u0041na")
    assert only(read_lines(escaped), "hands")["hand_key"] == plain


def test_empty_lists_say_no_more_than_absent_ones() -> None:
    plain = read_lines(line()).content()
    assert read_lines(line(sitting_out=[], events=[], pairs=[])).content() == plain
    assert read_lines(line() + line(hand_id="7002", sitting_out=[], events=[])).column("hands", "events") == [None] * 2


def test_seats_that_sit_out_are_kept_in_rising_order() -> None:
    result = read_lines(line(sitting_out=[12, 3, 7]) + line() + line(sitting_out=[4]))
    assert result.column("hands", "sitting_out") == ["[3, 7, 12]", None, "[4]"]


def test_events_are_kept_with_their_words() -> None:
    events = [{"what": 'said "hé"'}, {"seat": 2, "what": "disconnected"}]
    result = read_lines(line() + line(events=events))
    assert [json.loads(text) if text else text for text in result.column("hands", "events")] == [None, events]


def test_a_cancelled_hand_and_the_status_a_record_claims() -> None:
    assert row_of("hands", line(status="cancelled"))["status"] == "cancelled"
    short = line(status="complete", seats__0__streets=[FIRST])
    assert row_of("hands", short)["status"] == "incomplete"


def test_no_money_and_tournament_chips() -> None:
    row = row_of("hands", line(currency="points", point_value="1"))
    assert (row["currency"], row["point_value"]) == ("points", Decimal("1.0000"))
    row = row_of("hands", line(currency="chips", point_value="100", tournament={"id": "77", "level": 2}))
    assert (row["currency"], row["level"], row["levels"]) == ("chips", 2, None)


@pytest.mark.parametrize("text", ["0.0001", "99999999999999.9999", "0.34", "0.07", "1234567.8"])
def test_amounts_are_exact(text: str) -> None:
    result = read_lines(line(seats__0__claims__net=text, seats__1__claims__net="-" + text, rake=text))
    assert result.column("claims", "net") == [Decimal(text), -Decimal(text)]
    assert only(result, "hands")["rake"] == Decimal(text)


def test_fractions_of_a_second() -> None:
    assert row_of("hands", line(ended_at="2024-02-29T23:59:59.25Z"))["ended_at"] == datetime.datetime(
        2024, 2, 29, 23, 59, 59, 250_000, tzinfo=UTC
    )


def test_unknown_keys_are_kept_as_they_were_with_their_place() -> None:
    text = line(
        R_FULL,
        variant="turbo",
        extra={"a": [1, None, True], "b": "é"},
        options__colour="red",
        tournament__prize="9.00",
        seats__1__avatar=7,
        seats__0__streets__1__hurried=True,
        seats__0__claims__bonus=1,
        pairs__0__note="x",
        events__1__why="net",
    )
    text = text.replace('"variant"', '"a.b": 1.10, "": 1e400, "big": 12345678901234567890, "variant"')
    result = read_lines(line(R_FULL) + text)
    assert result.reasons == []
    plain, extended = result.rows("hands")
    assert plain["hand_key"] == extended["hand_key"]
    assert plain["unknown_keys"] is None
    assert extended["unknown_keys"] == (
        '{"\\"a.b\\"": 1.10, "\\"\\"": 1e400, "big": 12345678901234567890, "variant": "turbo", '
        '"extra": {"a": [1, null, true], "b": "é"}, "options.colour": "red", "tournament.prize": "9.00", '
        '"seats[0].streets[1].hurried": true, "seats[0].claims.bonus": 1, "seats[1].avatar": 7, '
        '"pairs[0].note": "x", "events[1].why": "net"}'
    )


def test_one_hand_in_both_spellings_has_one_key() -> None:
    ours, theirs = read_lines(line() + line(R_FULL)), read(T0 + FULL)
    assert ours.column("hands", "hand_key") == theirs.column("hands", "hand_key")
    assert ours.column("hands", "deal_key") == theirs.column("hands", "deal_key")
    mine, others = ours.content(), theirs.content()
    for rows in (mine["hands"], others["hands"]):
        for row in rows:
            del row["format"]
    assert mine == others


@pytest.mark.parametrize("chunk_bytes", [1, 700, 5000])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_chunks_and_line_ends_change_nothing(chunk_bytes: int, ending: str) -> None:
    text = "".join(hand(n) + ("\n" if n % 2 else "") for n in range(9)) + line(R_FULL) + line(status="damaged")
    whole = read_lines(text)
    cut = read_lines(text.replace("\n", ending), chunk_bytes)
    assert cut.content() == whole.content()
    assert cut.reasons == whole.reasons
    assert (
        cut.column("hands", "first_line") == whole.column("hands", "first_line") == [1, 2, 4, 5, 7, 8, 10, 11, 13, 14]
    )
    assert sum(batch.n_lines for batch in cut.batches) == sum(batch.n_lines for batch in whole.batches) == 15


def test_a_chunk_is_cut_at_a_line_end() -> None:
    assert [cut(b"ab\ncd\nef", 0, size) for size in (1, 3, 4, 6, 9)] == [3, 3, 3, 6, 8]
    assert [cut(b"ab\r\ncd\r\n", 0, size) for size in (1, 3, 4, 7)] == [4, 4, 4, 4]
    assert [cut(b"ab\rcd\ref", 0, size) for size in (1, 3, 4, 7)] == [3, 3, 3, 6]
    assert cut(b"abcdef", 2, 2) == 6


@pytest.mark.parametrize(
    ("head", "is_ours"),
    [
        (b'{"ofc": 1, "site"', True),
        (b'{"site": "x", "ofc":2', True),
        (b'\xef\xbb\xbf\x00\n {"ofc" : 1', True),
        (b'\xef\xbb\xbf{"ofc": 1', True),
        (b'noise\r{"ofc": 1', True),
        (b'{"hand": 1}\n{"ofc": 1', True),
        (b'{"site": "x"}', False),
        (b'OFC Hand #1: "ofc": 1', False),
        (b'{"site":\n"ofc": 1', False),
        (b"", False),
    ],
)
def test_the_format_is_told_by_its_key(head: bytes, is_ours: bool) -> None:
    assert looks_like(head) is is_ours
    if is_ours:
        assert detect(head) == "ofc_jsonl"


def test_a_line_of_ten_megabytes() -> None:
    for changes in ({"seats__0__player": "A" * 10_000_000}, {"x": "A" * 10_000_000}):
        result = read_lines(hand(1) + line(**changes) + hand(2), 1 << 20)
        assert result.ids == ["1", "7001", "2"]


def test_more_level_lists_than_are_replaced_one_by_one() -> None:
    levels = [{"1": str(n), "02": f"{n}.50"} for n in range(100)]
    result = read_lines("".join(line(tournament={"point_value_by_level": each}) for each in levels))
    assert result.column("hands", "levels") == [f'{{"1": "{n}", "2": "{n}.5"}}' for n in range(100)]


def test_marks_of_true_are_not_confused_with_numbers_that_stand_for_them() -> None:
    from ofc_audit.read.jsonl_spec import TRUE_COUNT

    text = line(seats__0__fantasy=True) + line(seats__0__fantasy=TRUE_COUNT) + line(seats__0__player='"fantasy": true')
    result = read_lines(text)
    assert result.reasons == [f"seats[0].fantasy: {TRUE_COUNT} is not between 0 and 52"]
    assert result.column("seats", "is_fantasy") == [True, False, False, False]
    assert result.column("seats", "player_name")[2] == '"fantasy": true'
