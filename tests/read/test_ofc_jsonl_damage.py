"""Damage in `ofc_jsonl`: the exact reason, the exact stretch, and no harm to the hands around it."""

import json
import random
from typing import Any

import pytest

from ofc_audit.read.jsonl_blocks import parse_block
from ofc_audit.read.jsonl_columns import rows_of
from ofc_audit.read.jsonl_hands import Places, raw_hands
from ofc_audit.read.jsonl_spec import RECORD
from ofc_audit.read.jsonl_words import read_line
from ofc_audit.read.ofc_jsonl import UNSAID
from read.jsonl_records import R0, R_FULL, Json, board, hand, line, only_reason, read_lines, record

MONEY = 'an amount as text, such as "200.00"'
SIGNED = 'an amount as text, such as "-8.50"'
TIME = 'a time in UTC as text, such as "2026-03-01T18:22:05Z"'
LEFT_OUT = "; a key whose value is unknown is left out"
SEAT: Json = R0["seats"][0]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"ofc": 2}, "version 2 of ofc_jsonl is not known; the version read is 1"),
        ({"ofc": "1"}, 'version "1" of ofc_jsonl is not known; the version read is 1'),
        ({"ofc": True}, "version true of ofc_jsonl is not known; the version read is 1"),
        ({"ofc": 2, "seats": {}}, "version 2 of ofc_jsonl is not known; the version read is 1"),
        ({"ofc": None}, 'no key "ofc": not a record of this format'),
        ({"site": None}, "site is missing"),
        ({"site": ""}, "site: the text is empty"),
        ({"hand_id": None}, "hand_id is missing"),
        ({"hand_id": ""}, "hand_id: the text is empty"),
        ({"hand_id": 7001}, "hand_id: a number (7001), where text belongs"),
        ({"rules": None}, "rules is missing"),
        ({"ended_at": None}, "ended_at is missing"),
        ({"currency": None}, "currency is missing"),
        ({"point_value": None}, "point_value is missing"),
        ({"seats": None}, "seats is missing"),
        ({"seats": []}, "seats: 0 players, where 1 to 15 can be"),
        ({"seats": [SEAT | {"seat": n} for n in range(16)]}, "seats: 16 players, where 1 to 15 can be"),
        ({"seats": {}}, "seats: an object (an object), where a list of objects belongs"),
        ({"seats": [1]}, "seats[0]: a number (1), where an object belongs"),
        ({"seats__1__seat": 1}, "seats[1].seat: seat 1 is there twice"),
        ({"seats__1__seat": None}, "seats[1].seat is missing"),
        ({"seats__1__seat": -1}, "seats[1].seat: -1 is not between 0 and 32767"),
        ({"seats__1__seat": 2.5}, "seats[1].seat: a number (2.5), where a whole number belongs"),
        ({"seats__1__seat": True}, "seats[1].seat: a truth value (true), where a whole number belongs"),
        ({"seats__1__player": None}, "seats[1].player is missing"),
        ({"seats__1__player": ["Bo"]}, "seats[1].player: a list (a list), where text belongs"),
        ({"seats__0__fantasy": None}, "seats[0].fantasy is missing"),
        (
            {"seats__0__fantasy": False},
            "seats[0].fantasy: a truth value (false), where a number of cards or true belongs",
        ),
        ({"seats__0__fantasy": 53}, "seats[0].fantasy: 53 is not between 0 and 52"),
        ({"seats__0__stack": 200}, f"seats[0].stack: a number (200), where {MONEY} belongs"),
        ({"seats__0__stack": 200.5}, f"seats[0].stack: a number (200.5), where {MONEY} belongs"),
        ({"seats__0__stack": "-1.00"}, f'seats[0].stack: "-1.00" is not {MONEY}, with at most four decimals'),
        ({"seats__0__stack": "1.00001"}, f'seats[0].stack: "1.00001" is not {MONEY}, with at most four decimals'),
        ({"seats__0__stack": ""}, f'seats[0].stack: "" is not {MONEY}, with at most four decimals'),
        ({"seats__0__stack": "5."}, f'seats[0].stack: "5." is not {MONEY}, with at most four decimals'),
        ({"seats__0__stack": ".5"}, f'seats[0].stack: ".5" is not {MONEY}, with at most four decimals'),
        ({"seats__0__stack": " 5"}, f'seats[0].stack: " 5" is not {MONEY}, with at most four decimals'),
        ({"seats__0__stack": "1e3"}, f'seats[0].stack: "1e3" is not {MONEY}, with at most four decimals'),
        (
            {"seats__0__stack": "123456789012345"},
            f'seats[0].stack: "123456789012345" is not {MONEY}, with at most four decimals',
        ),
        (
            {"seats__0__claims__net": "+17.00"},
            f'seats[0].claims.net: "+17.00" is not {SIGNED}, with at most four decimals',
        ),
        (
            {"seats__0__claims__net": "--17"},
            f'seats[0].claims.net: "--17" is not {SIGNED}, with at most four decimals',
        ),
        (
            {"seats__0__claims__rake": "-0.10"},
            f'seats[0].claims.rake: "-0.10" is not {MONEY}, with at most four decimals',
        ),
        ({"point_value": "1.00 USD"}, f'point_value: "1.00 USD" is not {MONEY}, with at most four decimals'),
        ({"point_value": "٣"}, f'point_value: "٣" is not {MONEY}, with at most four decimals'),
        ({"ended_at": "2024-03-05 21:15:09"}, f'ended_at: "2024-03-05 21:15:09" is not {TIME}'),
        ({"ended_at": "2024-03-05T21:15:09+01:00"}, f'ended_at: "2024-03-05T21:15:09+01:00" is not {TIME}'),
        ({"ended_at": "2023-02-29T21:15:09Z"}, f'ended_at: "2023-02-29T21:15:09Z" is not {TIME}'),
        ({"ended_at": "2024-03-05T24:00:00Z"}, f'ended_at: "2024-03-05T24:00:00Z" is not {TIME}'),
        ({"ended_at": "0000-03-05T21:15:09Z"}, f'ended_at: "0000-03-05T21:15:09Z" is not {TIME}'),
        ({"ended_at": "2024-03-05T21:15:09.Z"}, f'ended_at: "2024-03-05T21:15:09.Z" is not {TIME}'),
        ({"ended_at": 1709673309}, f"ended_at: a number (1709673309), where {TIME} belongs"),
        ({"status": "void"}, 'status: "void" is none of complete, cancelled'),
        ({"options__scoring": "1-5"}, 'options.scoring: "1-5" is none of 1-6, 2-4'),
        ({"options__fantasyland": "wild"}, 'options.fantasyland: "wild" is none of fixed, progressive'),
        ({"options__one_hand": 1}, "options.one_hand: a number (1), where true or false belongs"),
        (
            {"options__royalty_settlement": "both"},
            'options.royalty_settlement: "both" is none of difference, winner_only',
        ),
        ({"options__match_cap": 50}, f"options.match_cap: a number (50), where {MONEY} belongs"),
        ({"options": []}, "options: a list (a list), where an object belongs"),
        ({"last_of_match": "yes"}, 'last_of_match: text ("yes"), where true or false belongs'),
        ({"hand_no": -1}, "hand_no: -1 is not between 0 and 2147483647"),
        ({"hand_no": 2**31}, "hand_no: 2147483648 is not between 0 and 2147483647"),
        ({"hand_no": 10**30}, f"hand_no: a number ({10**30}), where a whole number belongs"),
        ({"tournament__level": "3"}, 'tournament.level: text ("3"), where a whole number belongs'),
        (
            {"tournament__point_value_by_level": {"x": "1"}},
            'tournament.point_value_by_level: "x" is no level',
        ),
        (
            {"tournament__point_value_by_level": {"3": 100}},
            f"tournament.point_value_by_level.3: 100 is not {MONEY}, with at most four decimals",
        ),
        (
            {"tournament__point_value_by_level": {"3": "1", "03": "1"}},
            "tournament.point_value_by_level: level 3 is there twice",
        ),
        (
            {"tournament__point_value_by_level": '{"3": "1"}'},
            'tournament.point_value_by_level: text ("{\\"3\\": \\"1\\"}"), where an object from level to amount belongs',
        ),
        ({"seats__0__streets__0__top": None}, "seats[0].streets[0].top is missing"),
        (
            {"seats__0__streets__0__top": ["Qh", "10d"]},
            'seats[0].streets[0].top[1]: "10d" is no card; a card is a rank of 23456789TJQKA and a suit of cdhs',
        ),
        (
            {"seats__0__streets__0__dealt": ["qh"]},
            'seats[0].streets[0].dealt[0]: "qh" is no card; a card is a rank of 23456789TJQKA and a suit of cdhs',
        ),
        (
            {"seats__0__streets__0__discards": [""]},
            'seats[0].streets[0].discards[0]: "" is no card; a card is a rank of 23456789TJQKA and a suit of cdhs',
        ),
        (
            {"seats__0__streets__0__top": ["é"]},
            'seats[0].streets[0].top[0]: "é" is no card; a card is a rank of 23456789TJQKA and a suit of cdhs',
        ),
        (
            {"seats__0__streets__0__top": "Qh Qd 4c"},
            'seats[0].streets[0].top: text ("Qh Qd 4c"), where a list of cards belongs',
        ),
        ({"seats__0__streets__0__top": ["Qh", "Qd", "4c", "2c"]}, "top row holds 4 cards; 3 fit"),
        (
            {"seats__0__streets": [board("", "2c 2d 2h 2s", ""), board("", "3c 3d", "")]},
            "middle row holds 6 cards; 5 fit",
        ),
        ({"seats__0__streets__0__ms": -1}, "seats[0].streets[0].ms: -1 is not between 0 and 2147483647"),
        ({"seats__0__streets__0__auto": 1}, "seats[0].streets[0].auto: a number (1), where true or false belongs"),
        (
            {"seats__0__streets": [board("", "", "")] * 10},
            "seats[0].streets: 10 entries, where outside Fantasyland there are at most 9",
        ),
        (
            {"seats__0__fantasy": 14, "seats__0__streets": [board("", "", "")] * 2},
            "seats[0].streets: 2 entries, where in Fantasyland there are at most 1",
        ),
        ({"seats__0__claims__foul": 0}, "seats[0].claims.foul: a number (0), where true or false belongs"),
        ({"seats__0__claims__royalties": [1, 2]}, "seats[0].claims.royalties: 2 numbers, where 3 belong"),
        (
            {"seats__0__claims__royalties": [1, "2", 3]},
            'seats[0].claims.royalties[1]: text ("2"), where a whole number belongs',
        ),
        (
            {"seats__0__claims__royalties": [1, 2, 32768]},
            "seats[0].claims.royalties[2]: 32768 is not between -32767 and 32767",
        ),
        ({"seats__0__claims__points": 17.0}, "seats[0].claims.points: a number (17.0), where a whole number belongs"),
        ({"seats__0__claims__place": 0}, "seats[0].claims.place: 0 is not between 1 and 32767"),
        (
            {"seats__0__claims__fantasy_next": "14"},
            'seats[0].claims.fantasy_next: text ("14"), where a number of cards or true belongs',
        ),
        ({"pairs": [{"a": 1}]}, "pairs[0].b is missing"),
        ({"pairs": [{"a": 1, "b": 3}]}, "pairs[0].b: no player has seat 3"),
        ({"pairs": [{"a": 2, "b": 2}]}, "pairs[0]: seat 2 is set against itself"),
        (
            {"pairs": [{"a": 1, "b": 2}, {"a": 2, "b": 1}]},
            "pairs[1]: the pair of seats 1 and 2 is there twice",
        ),
        ({"pairs": [{"a": 1, "b": 2, "rows": [2, 0, 0]}]}, "pairs[0].rows[0]: 2 is not between -1 and 1"),
        ({"pairs": [{"a": 1, "b": 2, "royalties": [1]}]}, "pairs[0].royalties: 1 numbers, where 2 belong"),
        (
            {"pairs": [{"a": 1, "b": 2, "amount": 8.5}]},
            f"pairs[0].amount: a number (8.5), where {SIGNED} belongs",
        ),
        ({"sitting_out": [3, 3]}, "sitting_out[1]: seat 3 is there twice"),
        ({"sitting_out": [4, 2]}, "sitting_out[1]: seat 2 plays"),
        ({"sitting_out": [70000]}, "sitting_out[0]: 70000 is not between 0 and 32767"),
        ({"events": [{"seat": 1}]}, "events[0].what is missing"),
        ({"rake": "1,00"}, f'rake: "1,00" is not {MONEY}, with at most four decimals'),
    ],
)
def test_the_reason_names_the_key(changes: dict[str, Any], reason: str) -> None:
    assert only_reason(line(**changes)) == reason


def test_every_required_key_is_wanted_and_null_is_no_value() -> None:
    assert (
        only_reason(line().replace('"200.00"', "null", 1)) == f"seats[0].stack: null, where {MONEY} belongs{LEFT_OUT}"
    )
    assert only_reason(line().replace('"4c"]', "null]", 1)) == (
        "seats[0].streets[0].top[2]: null is no card; a card is a rank of 23456789TJQKA and a suit of cdhs"
    )
    assert only_reason(line().replace('"Ana"', "null")) == f"seats[0].player: null, where text belongs{LEFT_OUT}"


@pytest.mark.parametrize("key", ["ofc", "seat", "points", "top", "scoring", "player"])
def test_a_key_that_stands_twice_is_damage(key: str) -> None:
    text = line()
    start = text.index(f'"{key}"')
    value, _ = json.JSONDecoder().raw_decode(text, text.index(":", start) + 2)
    twice = text[:start] + f'"{key}": {json.dumps(value)}, ' + text[start:]
    assert only_reason(twice) == f'key "{key}" stands twice in one object'
    assert (
        only_reason(line().replace('{"ofc"', '{"x": {"y": 1, "y": 1}, "ofc"')) == 'key "y" stands twice in one object'
    )


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Ana", "A\tna", "character 272: invalid control character"),
        ("Ana", "A\x00na", "character 272: invalid control character"),
        ("Ana", "A\\xna", "character 272: invalid \\escape"),
        ("Ana", "A\\ud800na", "an escape (\\ud800 to \\udfff) is half of a surrogate pair"),
        ('"points": 17', '"points": NaN', "NaN is no JSON number"),
        ('"points": 17', '"points": -Infinity', "-Infinity is no JSON number"),
        ('"points": 17', '"points": 017', "character 458: expecting ',' delimiter"),
        ('"points": 17', '"points": +17', "character 457: expecting value"),
        ('"points": 17', "'points': 17", "character 447: expecting property name enclosed in double quotes"),
        ('"4c"]', '"4c",]', "character 348: expecting value"),
        ('{"ofc"', '{\x00"ofc"', "character 2: expecting property name enclosed in double quotes"),
        ('{"ofc"', '{"x": ' + "[" * 500 + "]" * 500 + ', "ofc"', "lists or objects are nested too deep"),
        ('{"ofc"', '{"x": ' + "[" * 90000 + "]" * 90000 + ', "ofc"', "lists or objects are nested too deep"),
    ],
)
def test_what_is_no_json_is_placed_by_its_character(old: str, new: str, reason: str) -> None:
    assert only_reason(line().replace(old, new, 1)) == reason


@pytest.mark.parametrize(("raw", "byte"), [(b"\xff", "0xff"), (b"\xed\xa0\x80", "0xed"), (b"\xc0\x80", "0xc0")])
def test_a_byte_that_is_no_utf8_quarantines_its_own_hand_only(raw: bytes, byte: str) -> None:
    # The accent keeps the file from being taken for another encoding.
    data = line(seats__1__player="é").replace("\\u00e9", "é").encode()
    result = read_lines(data + line().encode().replace(b"Ana", b"A" + raw) + data)
    assert (result.ids, result.reasons) == (["7001"] * 2, [f"byte {byte} is no UTF-8"])


@pytest.mark.parametrize("cut", [1, 5, 100, 272, 500, 700])
def test_a_record_that_breaks_off(cut: int) -> None:
    text = line()[:cut]
    result = read_lines(hand(1) + text + "\n" + hand(2))
    assert result.ids == ["1", "2"]
    assert [(row["first_line"], row["last_line"], row["n_hands"]) for row in result.rows("rejects")] == [(2, 2, 1)]
    assert result.reasons[0].endswith("the text ends within the object")


def test_files_glued_without_a_line_end() -> None:
    glued = hand(1).rstrip() + hand(2).rstrip() + "\ufeff" + hand(3)
    result = read_lines(glued)
    assert (result.ids, result.reasons) == (["1", "2", "3"], [])
    assert result.column("hands", "first_line") == [1, 1, 1]
    raw = [result.data[row["first_byte"] : row["last_byte"] + 1].decode() + "\n" for row in result.rows("hands")]
    assert raw == [hand(1), hand(2), hand(3)]


def test_half_a_record_glued_to_a_whole_one() -> None:
    half = hand(1)[:300]
    result = read_lines(half + hand(2) + hand(3))
    assert (result.ids, result.reasons) == (["2", "3"], ["character 303: expecting ':' delimiter"])
    (reject,) = result.rows("rejects")
    assert (reject["raw"].decode(), reject["n_hands"]) == (half, 1)


def test_text_behind_a_record_is_no_hand() -> None:
    result = read_lines(hand(1).rstrip() + " tail\n" + hand(2))
    assert (result.ids, result.n_found) == (["1", "2"], 2)
    assert result.reasons == ['no record: a record begins with {, this with "tail"']
    assert result.rows("rejects")[0]["raw"] == b"tail"


def test_a_record_spread_over_lines_is_one_damaged_hand() -> None:
    spread = json.dumps(record(hand_id="2"), indent=1)
    n_lines = spread.count("\n")
    result = read_lines(hand(1) + spread + "\n\n" + hand(3))
    assert (result.ids, result.n_found) == (["1", "3"], 3)
    (reject,) = result.rows("rejects")
    assert reject["raw"].decode() == spread
    assert (reject["first_line"], reject["last_line"]) == (2, 2 + n_lines)
    assert reject["reason"] == (
        "character 2: the text ends within the object; "
        f"{n_lines} more lines up to the next record belong to no record either"
    )


def test_lines_of_another_kind_between_hands() -> None:
    result = read_lines(hand(1) + "hello\nworld\n" + hand(2) + '{"hand": 3}\n[1]\n')
    assert result.ids == ["1", "2"]
    assert [(row["first_line"], row["last_line"], row["n_hands"]) for row in result.rows("rejects")] == [
        (2, 3, 0),
        (5, 6, 1),
    ]
    assert result.reasons == [
        'no record: a record begins with {, this with "hello"; '
        "1 more line up to the next record belong to no record either",
        'no key "ofc": not a record of this format; 1 more line up to the next record belong to no record either',
    ]


def test_blank_lines_marks_and_control_characters_are_blanks() -> None:
    blanks = ["\ufeff", "\n \t\n", "\x00\x1a\n", "\x7f\r\n\r", ""]
    text = "".join(blank + hand(n) for n, blank in enumerate(blanks)) + "\x1a\x00"
    result = read_lines(text)
    assert (result.ids, result.reasons) == (["0", "1", "2", "3", "4"], [])
    assert sum(batch.blank_bytes for batch in result.batches) == sum(len(b.encode()) for b in blanks) + 5 + 2


def test_many_damaged_lines_cost_the_good_ones_nothing() -> None:
    lines = [hand(n) if n % 7 else hand(n).replace('"Ana"', "Ana") for n in range(2000)]
    result = read_lines("".join(lines))
    assert result.ids == [str(n) for n in range(2000) if n % 7]
    assert result.column("rejects", "first_line") == [n + 1 for n in range(0, 2000, 7)]


def test_nothing_but_blanks_or_nothing_at_all() -> None:
    assert read_lines("").batches == []
    assert read_lines("\n\n").n_found == 0


def mutated(data: bytes, choose: random.Random) -> bytes:
    """The bytes with one of them changed, left out, doubled or with a stretch moved."""
    at = choose.randrange(len(data))
    kind = choose.randrange(5)
    if kind == 0:
        return data[:at] + bytes([choose.randrange(256)]) + data[at + 1 :]
    if kind == 1:
        return data[:at] + data[at + choose.choice((1, 1, 3, 40)) :]
    if kind == 2:
        return (
            data[:at] + choose.choice((b'"', b"{", b"}", b",", b"\n", b"\x00", b"\xef\xbb\xbf", b"]", b"-")) + data[at:]
        )
    stop = min(at + choose.randrange(1, 60), len(data))
    if kind == 3:
        return data[:stop] + data[at:]
    return data[:at] + data[stop:] + data[at:stop]


EXTENDED = line(R_FULL, x={"y": [1.5]}, seats__0__fantasy=0)


def test_eight_hundred_mutations_never_raise_and_account_for_every_byte() -> None:
    choose = random.Random(20260301)
    bases = [text.strip().encode() for text in (line(), line(R_FULL), EXTENDED)]
    n_rejected = 0
    for _ in range(40):
        mutations = [mutated(choose.choice(bases), choose) for _ in range(20)]
        data = b"".join(raw + b"\n" + hand(900 + n).encode() for n, raw in enumerate(mutations))
        result = read_lines(data, choose.choice((1 << 24, 9000)))
        # A good hand on a line of its own survives whatever stands around it.
        assert [name for name in result.ids if name.startswith("9")] == [str(900 + n) for n in range(20)]
        assert UNSAID not in "".join(result.reasons)
        n_rejected += len(result.reasons)
    assert n_rejected > 400


def test_mutated_line_ends_and_glued_lines_are_accounted_for() -> None:
    choose = random.Random(11)
    base = (hand(1) + EXTENDED + hand(2)).encode()
    line_end = len(hand(1))
    for _ in range(60):
        at = line_end + choose.randrange(-3, 3)
        data = base[:at] + choose.choice((b"", b"{", b"}", b"\r", b"\x00\n")) + base[at + choose.randrange(3) :]
        result = read_lines(data, choose.choice((1 << 24, 900)))
        assert result.ids[-1] == "2"


def test_the_fast_reader_takes_nothing_that_the_words_refuse_and_reads_the_same() -> None:
    choose = random.Random(7)
    n_taken = n_refused = 0
    for _ in range(1200):
        data = mutated(line(R_FULL).strip().encode(), choose)
        if b"\n" in data or b"\r" in data or not (data.startswith(b"{") and data.endswith(b"}")):
            continue
        table = parse_block(data + b"\n", 1)
        if table is None:
            continue
        _, bad = raw_hands(table, Places(*(rows_of(table, RECORD).record,) * 3, None), "f")
        pieces = read_line(data)
        if bad[0]:
            n_refused += 1
            assert [piece.reason is not None for piece in pieces] == [True], data
        else:
            n_taken += 1
            assert [piece.reason for piece in pieces] == [None], data
            again = parse_block(pieces[0].record + b"\n", 1)
            assert again is None or table.equals(again), data
    assert n_taken > 40
    assert n_refused > 40
