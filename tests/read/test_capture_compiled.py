"""The part in C gives what the reader in numpy gives of every capture, and takes what is plain."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fuzz.targets import TARGETS
from ofc_audit import compiled
from ofc_audit.read import capture_compiled, compiled_rows
from ofc_audit.read.batch import HandBatch
from ofc_audit.read.capture_hh import read_chunk, read_part
from read.compiled_part import assert_agree, assert_columns, ensure_built, joined, mutants
from read.test_capture_hh import ANA, BO, record

HEADER = Path(compiled.FOLDER) / "capture_hh.h"


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    ensure_built()


def n_taken(data: bytes) -> int:
    plain = capture_compiled.scan(data)
    return plain.n_hands if plain is not None else 0


def assert_same(data: bytes) -> HandBatch:
    [part], is_after_result = read_part(data, "a file", 700, 50)
    assert not is_after_result
    assert_agree(data, read_chunk(data, "a file", 700, 50), [part])
    return part


def without(player: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in player.items() if key not in keys}


ONE = record()
FANTASY = {
    **BO,
    "inFantasy": True,
    "dead": "2c0 3c1 4c9",
    "rows": "Jc9 Td1 3s4/7c0 7d0 6s2 4h1 2h3/Ks0 Kc0 8d2 8c3 As4",
}
PLAIN = {
    "the pretty print": ONE,
    "lines of Windows": ONE.replace(b"\n", b"\r\n"),
    "one line": json.dumps({"stakes": 0.5, "handData": {"x": [BO, ANA]}}).encode() + b"\n",
    "no line end at the end": ONE.rstrip(),
    "fewer blanks": ONE.replace(b"    ", b"  "),
    "no blanks in front": ONE.replace(b"    ", b""),
    "a blank more before a value": re.sub(rb'"(win|rows|playerName)": ', rb'"\1":  ', ONE).replace(b'"result"', b'"result" ', 1),
    "a value in the next line": re.sub(rb'"(win|rows|playerName)": ', rb'"\1": \n', ONE).replace(b'": 17', b'":\n17'),
    "a player opened elsewhere": ONE.replace(b"            {", b"             {", 1),
    "two keys in a line": ONE.replace(b',\n                "hero"', b', "hero"'),
    "in Fantasyland": record(FANTASY, ANA),
    "in Fantasyland, some cards unknown": record({**FANTASY, "rows": "//As0"}, ANA),
    "no points": record(without(BO, "result"), without(ANA, "result", "win")),
    "no money": record(without(BO, "win"), without(ANA, "win", "hero", "dead")),
    "no names": record(without(BO, "playerName"), without(ANA, "playerId")),
    "four players": record(*({**BO, "orderIndex": (at + 2) % 4} for at in range(4))),
    "the oldest": record(appName=None, price=None, joined=None, clubId=None, roomId=None, rules=None, endDateTime=None),
    "Upoker": record(appName="Upoker", hand_id="12-34", rules="progressive16_refant14_nojokers", price="12.5usd"),
    "Spartan": record(appName="Spartan", hand_id="", rules="another", price="1234567890123A"),
    "a row without cards": record({**BO, "rows": "/7c0/"}, ANA),
    "no cards": record({**BO, "rows": "//"}, ANA),
    "amounts to the last digit": record({**BO, "win": -99999999999999}, ANA, stakes=0.0001),
    "nothing won": ONE.replace(b'"win": -17', b'"win": -0.0'),
    "other letters": record({**BO, "playerName": "Đông 🂡\x7f"}, ANA),
}  # fmt: skip


@pytest.mark.parametrize("form", PLAIN)
def test_what_is_plain_is_read_in_c_and_comes_out_the_same(form: str) -> None:
    for data, n_hands in ((PLAIN[form], 1), (b"\n \t\n" + ONE + PLAIN[form] + ONE, 3)):
        follows = form != "no line end at the end" or n_hands == 1
        assert not follows or n_taken(data) == n_hands or compiled.library() is None
        assert assert_same(data).rejects.num_rows == 0


LEFT = {
    "an escape": ONE.replace(b"Ana", b"An\\u00e1"),
    "an unknown key": record(note="x"),
    "null": ONE.replace(b'"win": -17', b'"win": null'),
    "a key twice": ONE.replace(b'"stakes": 1', b'"stakes": 1, "stakes": 1'),
    "two hands in one": ONE.replace(b'"handData": {', b'"handData": {"y": [], '),
    "no hand": ONE.replace(b'"handData"', b'"data"'),
    "five players": record(*({**BO, "orderIndex": at} for at in range(5))),
    "an order twice": record({**BO, "orderIndex": 0}, ANA),
    "an order too high": record({**BO, "orderIndex": 2}, ANA),
    "no name and no id": record(without(BO, "playerName", "playerId"), ANA),
    "no price": record(stakes=None),
    "a price below zero": record(stakes=-1),
    "an amount in quotes": record(stakes="1"),
    "an amount with an exponent": ONE.replace(b'"win": -17', b'"win": -17e0'),
    "an amount too long": ONE.replace(b'"win": -17', b'"win": 123456789012345'),
    "five decimals": ONE.replace(b'"win": -17', b'"win": 1.00000'),
    "a zero in front": ONE.replace(b'"win": -17', b'"win": 017.5'),
    "points beyond what is counted": record({**BO, "result": 10**9}, ANA),
    "jokers": record(rules="progressive17_jokers"),
    "jokers and none": record(rules="nojokers_jokers"),
    "another app": record(appName="Pokerbros"),
    "a price without its currency": record(price="0.9"),
    "a price with blanks": record(price="0.9 PHP"),
    "a price too long": record(price="12345678901234A"),
    "a currency too long": record(price="1ABCDEFGHIJKLM"),
    "a day that does not exist": record(endDateTime="2023-02-29 00:00:00"),
    "a time of another form": record(endDateTime="2020-08-31T00:08:26"),
    "a street too high": record({**BO, "rows": "Jc5//"}, ANA),
    "a street too high of a card thrown away": record({**BO, "dead": "Jc5"}, ANA),
    "a row too long": record({**BO, "rows": "2c0 3c0 4c0 5c0//"}, ANA),
    "two rows": record({**BO, "rows": "Jc0/7c0"}, ANA),
    "four rows": record({**BO, "rows": "Jc0/7c0//"}, ANA),
    "no blank between cards": record({**BO, "rows": "Jc0Td0//"}, ANA),
    "a blank at a row's end": record({**BO, "rows": "Jc0 //"}, ANA),
    "a street left out": record({**BO, "rows": "Jc/7c0/"}, ANA),
    "half of a letter": ONE.replace(b"Ana", b"An\xc3"),
    "a NUL": ONE.replace(b"Ana", b"A\0a"),
    "a blank in front": b" " + ONE,
    "a byte order mark": b"\xef\xbb\xbf" + ONE,
    "two records in a line": ONE.rstrip() + ONE,
    "a lone CR for a line end": ONE.replace(b"\n", b"\r"),
    "a NUL behind it": ONE.rstrip() + b"\0\n",
    "a record broken off": ONE[:300] + b"\n",
    "text behind it": ONE.rstrip() + b" more\n",
    "lists in lists": ONE.replace(b": [", b": " + b"[" * 2000),
    "another program's": b'{\n"hand": 1\n}\n',
}


@pytest.mark.parametrize("form", LEFT)
def test_what_is_not_plain_is_left_to_the_reader_that_says_why(form: str) -> None:
    data = LEFT[form]
    assert n_taken(data) == 0
    assert_same(data)
    assert_same(ONE + data + b"and more\n" + ONE + data + data + ONE)
    assert_same(ONE + data + ONE)


def test_the_lines_of_players_are_those_of_their_keys() -> None:
    batch = assert_same(b"\n\n" + ONE)
    first = batch.hands.column("first_line").to_pylist()
    assert first == [52]
    # By acting order: Ana's keys stand behind Bo's.
    assert batch.seats.column("line").to_pylist() == [52 + 17, 52 + 6]
    assert batch.claims.column("line").to_pylist() == [52 + 16, 52 + 5]


def test_records_that_are_left_come_between_others_in_their_order() -> None:
    changes: list[dict[str, Any]] = [
        {},
        {"note": 1},
        {"stakes": "x"},
        {},
        {"note": 2},
        {"price": "x"},
        {"price": "y"},
        {},
    ]
    data = b"".join(record(hand_id=str(number), **change) for number, change in enumerate(changes))
    batch = assert_same(data)
    assert batch.hands.column("hand_id").to_pylist() == ["0", "1", "3", "4", "7"]
    assert batch.rejects.num_rows == 3
    assert n_taken(data) == 3 or compiled.library() is None


def test_both_agree_on_damage_of_any_kind() -> None:
    for data in mutants(TARGETS["capture_hh"], (ONE, record(FANTASY, ANA)), 40):
        assert_same(data)


def test_tables_too_small_for_a_chunk_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    room = {name: (1 << 40, least) for name, (_, least) in capture_compiled.FORM.room.items()}
    monkeypatch.setattr(capture_compiled, "FORM", replace(capture_compiled.FORM, room=room))
    data = ONE * 60 + record(note="x") + ONE * 60
    assert n_taken(data) == 120 or compiled.library() is None
    assert_same(data)


def test_a_chunk_too_long_for_places_of_32_bits_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_rows, "MOST_BYTES", len(ONE) - 1)
    assert capture_compiled.scan(ONE) is None
    assert joined([assert_same(ONE)])["hands"].num_rows == 1


def test_columns_stand_where_the_part_in_c_puts_them() -> None:
    given = {"C": capture_compiled.HAND_COLUMNS, "L": capture_compiled.SEAT_COLUMNS}
    assert_columns(HEADER, given, {})
