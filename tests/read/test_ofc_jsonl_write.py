"""Writing `ofc_jsonl`: the exact line, the same hands when it is read back or told as text, and ValueError for the rest."""

import io
import json
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import HealthCheck, given, settings

from ofc_audit.read import write_ofc_text
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.write_ofc_jsonl import write
from ofc_audit.tables import conform, schema
from read.jsonl_records import R_FULL, board, line, read_lines, record
from read.test_ofc_text_write import hands, rows_of
from read.text_hands import FULL, T0, Read, read

UNMARKED = "that it is unknown whether a street was placed automatically: it reads as not"


def tables(result: Read) -> dict[str, pa.Table]:
    return {name: pa.concat_tables([batch.tables[name] for batch in result.batches]) for name in HAND_TABLES}


def written(of: Mapping[str, pa.Table]) -> str:
    out = io.BytesIO()
    write(of, out)
    return out.getvalue().decode()


def written_as_text(of: Mapping[str, pa.Table]) -> str:
    out = io.BytesIO()
    write_ofc_text.write(of, out)
    return out.getvalue().decode()


def changed(table: str, column: str, value: Any, base: str) -> dict[str, pa.Table]:
    """The tables of a hand with one column's first value changed."""
    found = tables(read_lines(base))
    rows = found[table].to_pylist()
    rows[0][column] = value
    found[table] = conform(table, pa.Table.from_pylist(rows, schema(table)))
    return found


def test_the_line_is_exactly_this() -> None:
    assert written(tables(read_lines(line()))) == (
        '{"ofc": 1, "site": "pokerbet", "hand_id": "7001", "table": "Lotus 4", "rules": "pokerbet_progressive", '
        '"options": {"scoring": "1-6", "royalties": "american"}, "ended_at": "2024-03-05T21:15:09Z", '
        '"currency": "USD", "point_value": "1.00", "seats": [{"seat": 1, "player": "Ana", "stack": "200.00", '
        '"fantasy": 0, "streets": [{"top": ["Qh", "Qd", "4c"], "middle": ["9s", "9c", "5h", "5d", "2c"], '
        '"bottom": ["Ah", "Kh", "8h", "6h", "3h"]}], "claims": {"points": 17, "net": "17.00"}}, '
        '{"seat": 2, "player": "Bo", "stack": "200.00", "fantasy": 0, "streets": [{"top": ["Jc", "Td", "3s"], '
        '"middle": ["7d", "7c", "6s", "4d", "2h"], "bottom": ["As", "Ks", "Kc", "8d", "8c"]}], '
        '"claims": {"points": -17, "net": "-17.00"}}]}\n'
    )


def test_every_key_of_the_format_is_written() -> None:
    again = json.loads(written(tables(read_lines(line(R_FULL)))))
    turned = {"a": 1, "b": 2, "rows": [1, 1, 1], "bonus": 3, "royalties": [11, 0], "points": 17, "amount": "8.50"}
    wanted = record(
        R_FULL,
        status=None,
        seats__0__streets__4__auto=None,
        pairs=[turned],
        tournament__point_value_by_level={"1": "100", "2": "200", "10": "1000"},
    )
    wanted["seats"][1]["streets"][0] |= board("Jc Td 3s", "7h 7d 7c 6s 4d", "As Ks Kc 8d 8c")
    assert again == wanted


VARIANTS = [
    {},
    {"seats__0__fantasy": True, "seats__0__claims__fantasy_next": True},
    {"seats__0__streets": []},
    {"seats__0__streets": [board("Qh", "", "4c")]},
    {"seats__0__streets": [board("", "9s 9c", "4c Ah Kh"), board("Qh", "", "")]},
    {"seats__0__streets": [board("", "9s 9c", "4c Ah Kh"), board("Qh", "", "") | {"discards": ["2c"]}]},
    {"seats__0__streets": [board("Qh", "", "") | {"dealt": [], "discards": ["2c"], "auto": True}]},
    {"seats__0__streets": [board("", "", "") | {"dealt": []}]},
    {"seats__0__streets__0__discards": []},
    {"seats__0__streets__0__discards": ["2d", "3d"]},
    {"seats__0__streets__0__dealt": ["Qh", "Qd"]},
    {"seats__0__streets__0__ms": 0},
    {"seats__0__streets__0__auto": True},
    {"seats__0__claims__foul": False},
    {"seats__0__claims__royalties": [1, -2, 3]},
    {"seats__0__claims__fantasy_next": 0},
    {"seats__1__claims": {}},
    {"pairs": [{"a": 2, "b": 1}]},
    {"pairs": [{"a": 2, "b": 1, "points": 3, "amount": "-0.0001", "royalties": [-1, 4]}]},
    {"match_id": "9", "hand_no": 0},
    {"hand_no": 7},
    {"last_of_match": True},
    {"options": {"one_hand": False}},
    {"tournament": {"level": 3}},
    {"tournament": {"point_value_by_level": {"3": "0.5"}}},
    {"sitting_out": [9, 3], "events": [{"what": "chat: \u202e"}, {"seat": 40, "what": ""}]},
    {"ended_at": "0001-01-01T00:00:00.000001Z"},
    {"point_value": "0.1234", "rake": "99999999999999.9999"},
    {"status": "cancelled"},
    {"table": "", "match_id": "\x00\x7f\n"},
]


@pytest.mark.parametrize("changes", VARIANTS)
def test_lines_to_tables_to_lines_to_tables_is_the_same(changes: dict[str, Any]) -> None:
    first = read_lines(line(**changes))
    assert first.reasons == []
    text = written(tables(first))
    again = read_lines(text)
    assert again.column("hands", "hand_key") == first.column("hands", "hand_key")
    ours, theirs = again.content(), first.content()
    for pair in (*ours["claimed_pairs"], *theirs["claimed_pairs"]):
        del pair["is_swapped"]
    assert ours == theirs
    assert written(tables(again)) == text


def test_several_hands_are_several_lines_in_their_order() -> None:
    first = read_lines("".join(line(hand_id=str(n % 3)) for n in range(7)) + line(R_FULL))
    text = written(tables(first))
    assert text.count("\n") == 8
    assert read_lines(text).column("hands", "hand_key") == first.column("hands", "hand_key")


def test_unknown_keys_stand_where_they_stood() -> None:
    changes = {
        "extra": {"a": [1, True]},
        "options__colour": "red",
        "tournament__prize": "9.00",
        "seats__1__avatar": 7,
        "seats__0__streets__1__hurried": True,
        "seats__0__claims__x.y": 1,
        "pairs__0__note": "x",
        "events__1__why": "net",
        "seats[0].avatar": "no path",
        "": 0,
    }
    first = read_lines(line(R_FULL, **changes).replace('"no path"', "1.10"))
    text = written(tables(first))
    assert '"seats[0].avatar": 1.10' in text
    again = read_lines(text)
    assert len(json.loads(first.column("hands", "unknown_keys")[0])) == len(changes)
    assert json.loads(again.column("hands", "unknown_keys")[0]) == json.loads(first.column("hands", "unknown_keys")[0])
    assert again.column("hands", "hand_key") == first.column("hands", "hand_key")
    bare = read_lines(line(options=None, options__colour="red"))
    assert json.loads(written(tables(bare)))["options"] == {"colour": "red"}


@pytest.mark.parametrize("text", [T0, FULL, FULL + T0])
def test_a_hand_told_as_text_then_as_lines_then_as_text_keeps_its_key(text: str) -> None:
    first = read(text)
    as_lines = read_lines(written(tables(first)))
    assert as_lines.column("hands", "hand_key") == first.column("hands", "hand_key")
    again = read(written_as_text(tables(as_lines)))
    assert again.column("hands", "hand_key") == first.column("hands", "hand_key")
    ours, theirs = as_lines.content(), first.content()
    for rows in (*ours.values(), *theirs.values()):
        for row in rows:
            for name in ("format", "is_swapped"):
                row.pop(name, None)
    assert ours == theirs


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(hands())
def test_random_hands_have_one_key_in_both_spellings(hand: Mapping[str, Any]) -> None:
    of = rows_of(hand)
    as_lines, as_text = read_lines(written(of)), read(written_as_text(of))
    assert as_lines.reasons == as_text.reasons == []
    assert as_lines.column("hands", "hand_key") == as_text.column("hands", "hand_key")
    assert read_lines(written(tables(as_text))).column("hands", "hand_key") == as_text.column("hands", "hand_key")


@pytest.mark.parametrize(
    ("table", "column", "value", "what"),
    [
        ("hands", "site", "", "an empty site"),
        ("hands", "rules_id", None, "a hand without a rule set"),
        ("hands", "point_value", None, "a hand without a point value"),
        ("hands", "ended_at", None, "a hand without the time at which it ended"),
        ("hands", "currency", None, "a hand without a currency"),
        ("hands", "hand_no", -1, "a number of the hand below 0"),
        ("hands", "last_of_match", None, "a match of which it is unknown whether it goes on"),
        ("hands", "sitting_out", "[1]", "a seat that sits out and plays"),
        ("hands", "unknown_keys", '{"seats[5].x": 1}', "keys whose place is not in the record"),
        ("hands", "unknown_keys", '{"seats[0].streets[5].x": 1}', "keys whose place is not in the record"),
        ("hands", "unknown_keys", '{"site": "x"}', "keys whose place is not in the record"),
        ("hands", "unknown_keys", '{"seats[0].claims.net": 1}', "keys whose place is not in the record"),
        ("seats", "seat_no", None, "seat numbers of some players only"),
        ("seats", "seat_no", 2, "one seat number for two players"),
        ("seats", "seat_no", -2, "a seat number below 0"),
        ("seats", "acting_order", 3, "players whose acting orders are not numbered from 0 on"),
        ("seats", "is_fantasy", True, "a number of cards that is none of a player in Fantasyland, or outside"),
        ("seats", "fantasy_cards", None, "a number of cards that is none of a player in Fantasyland, or outside"),
        ("seats", "stack", Decimal("-1"), "a stack below 0"),
        ("claims", "top_royalties", None, "royalties of some rows only"),
        ("claims", "is_fantasy_next", None, "an announcement that contradicts its number of cards"),
        ("claims", "is_fantasy_next", False, "an announcement that contradicts its number of cards"),
        ("claims", "fantasy_next", 0, "an announcement that contradicts its number of cards"),
        ("claims", "place", 0, "a place below 1"),
        ("claimed_pairs", "top", None, "a pair with some rows only"),
        ("claimed_pairs", "royalties_b", None, "a pair with royalties of one side only"),
        ("claimed_pairs", "pair_no", 1, "pairs that are not numbered from 0 on"),
        ("boards", "shown", [0] * 13, "a showdown that differs from the streets"),
        ("boards", "street_auto", None, UNMARKED),
        ("boards", "street_auto", [False] * 4, UNMARKED),
        ("boards", "street_auto", [False] * 10, "cards of streets that there are not"),
        ("boards", "street_ms", [1], "times of other streets than those with cards"),
        ("boards", "streets", [255] * 13, "cards of unknown streets beside known ones"),
        ("boards", "streets", [10] * 13, "cards of streets that there are not"),
    ],
)
def test_what_the_format_has_no_key_for_is_refused_by_name(table: str, column: str, value: Any, what: str) -> None:
    of = changed(table, column, value, line(R_FULL))
    with pytest.raises(ValueError) as refusal:
        written(of)
    assert str(refusal.value).endswith(f"1842-3: ofc_jsonl cannot hold {what}")


def test_a_last_hand_without_a_match_is_written() -> None:
    assert '"last_of_match": true' in written(changed("hands", "match_id", None, line(R_FULL)))


@pytest.mark.parametrize(
    ("column", "value", "what"),
    [
        ("street_auto", [False], "times of a board of unknown streets"),
        ("street_ms", [3], "times of a board of unknown streets"),
        ("streets", [1] * 13, UNMARKED),
        ("cards", [0, 1, 2, *[255] * 10], "a board of 5 or fewer cards of unknown streets"),
    ],
)
def test_boards_of_unknown_streets_that_would_read_otherwise_are_refused(column: str, value: Any, what: str) -> None:
    with pytest.raises(ValueError) as refusal:
        written(changed("boards", column, value, line()))
    assert str(refusal.value) == f"hand pokerbet 7001: ofc_jsonl cannot hold {what}"


def test_hidden_discards_must_not_read_as_none() -> None:
    base = line(seats__0__streets=[board("Qh", "", "4c") | {"dealt": ["Qh", "4c"]}])
    with pytest.raises(ValueError, match="dealt cards where the discards are hidden and as many were dealt as placed"):
        written(changed("boards", "discards", None, base))
    many = changed("boards", "streets", [1] * 13, base)
    with pytest.raises(ValueError, match="more than 5 cards on the one street of a board"):
        written(with_cards(many))


FROM_A_CAPTURE = {
    "club": "45083",
    "chip_price": "0.90",
    "chip_currency": "PHP",
    "observed": False,
    "seats__0__seat": None,
    "seats__1__seat": None,
    "seats__0__id": "77",
    "seats__1__hero": True,
}


def test_what_captures_know_beside_it_is_held_too() -> None:
    first = read_lines(line(**FROM_A_CAPTURE))
    assert first.reasons == []
    assert first.column("seats", "seat_no") == [None, None]
    assert first.column("seats", "player_id") == ["77", "Bo"]
    assert first.column("seats", "player_name") == ["Ana", "Bo"]
    assert first.column("seats", "is_hero") == [None, True]
    again = read_lines(written(tables(first)))
    assert again.content() == first.content()


def test_players_without_seat_numbers_are_in_no_pairs() -> None:
    found = read_lines(line(**FROM_A_CAPTURE, pairs=[{"a": 1, "b": 2}]))
    assert found.reasons == ["pairs[0].a: no player has seat 1"]
    some = read_lines(line(R_FULL))
    unseated = tables(some)
    rows = unseated["seats"].to_pylist()
    for row in rows:
        row["seat_no"] = None
    unseated["seats"] = conform("seats", pa.Table.from_pylist(rows, schema("seats")))
    with pytest.raises(ValueError, match="pairs of players without seat numbers"):
        written(unseated)


def with_cards(of: dict[str, pa.Table]) -> dict[str, pa.Table]:
    rows = of["boards"].to_pylist()
    rows[0]["cards"] = list(range(13))
    return of | {"boards": conform("boards", pa.Table.from_pylist(rows, schema("boards")))}
