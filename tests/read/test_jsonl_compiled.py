"""The part in C gives what the reader in numpy gives of every `ofc_jsonl` record, and takes what is plain."""

import copy
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fuzz.targets import TARGETS
from ofc_audit import compiled
from ofc_audit.read import compiled_rows, jsonl_compiled
from ofc_audit.read.batch import HandBatch
from ofc_audit.read.jsonl_spec import RECORD, Field
from ofc_audit.read.ofc_jsonl import read_chunk, read_part
from read.compiled_part import assert_agree, assert_columns, ensure_built, joined, mutants
from read.jsonl_records import R0, R_FULL, Json

HEADER = Path(compiled.FOLDER) / "ofc_jsonl.h"


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    ensure_built()


def n_taken(data: bytes) -> int:
    plain = jsonl_compiled.scan(data)
    return plain.n_hands if plain is not None else 0


def assert_same(data: bytes) -> HandBatch:
    [part], is_after_result = read_part(data, "a file", 700, 50)
    assert not is_after_result
    assert_agree(data, read_chunk(data, "a file", 700, 50), [part])
    return part


def line(record: Json, **changes: object) -> bytes:
    return json.dumps({**record, **changes}, ensure_ascii=False).encode() + b"\n"


def seat(**changes: object) -> bytes:
    record = copy.deepcopy(R0)
    record["seats"][0].update(changes)
    return line(record)


STREETS = R_FULL["seats"][0]["streets"]
FULL, SHORT = line(R_FULL), line(R0)
PLAIN = {
    "every key": FULL,
    "few keys": SHORT,
    "no blanks": json.dumps(R_FULL, separators=(",", ":")).encode(),
    "many blanks": json.dumps(R_FULL, separators=(" \t,  ", "\t:\t ")).encode().replace(b"[", b"[ ").replace(b"}", b" }"),
    "keys in another order": json.dumps(R_FULL, sort_keys=True).encode(),
    "lines of Windows": FULL.replace(b"\n", b"\r\n"),
    "no line end at the end": FULL.rstrip(),
    "other letters": seat(player="José 🂡 Đông\x7f", id=""),
    "no seat numbers": line(R0, seats=[{k: v for k, v in each.items() if k != "seat"} for each in R0["seats"]]),
    "in Fantasyland, count unknown": seat(fantasy=True),
    "no streets": seat(streets=[]),
    "a board in one entry, with its time": seat(streets=[{**R0["seats"][0]["streets"][0], "ms": 5, "auto": True}]),
    "no discards told": seat(streets=[{k: v for k, v in each.items() if k != "discards"} for each in STREETS]),
    "discards told but once": seat(streets=[*STREETS[:2], {k: v for k, v in STREETS[2].items() if k[:4] != "disc"}]),
    "cards dealt alone": seat(streets=[{"dealt": ["5d", "2c"], "top": [], "middle": [], "bottom": []}]),
    "no claims in claims": seat(claims={}),
    "empty objects": line(R0, options={}, tournament={}, pairs=[], events=[], sitting_out=[]),
    "a cancelled hand": line(R0, status="cancelled"),
    "not the last, outside a match": line(R0, last_of_match=False),
    "a part of a second": line(R0, ended_at="2024-02-29T21:15:09.25Z"),
    "a minus in front of nothing": seat(claims={"net": "-0.00"}),
    "seats out, in any order": line(R0, sitting_out=[9, 3, 32767, 0]),
}  # fmt: skip


@pytest.mark.parametrize("form", PLAIN)
def test_what_is_plain_is_read_in_c_and_comes_out_the_same(form: str) -> None:
    for data, n_hands in ((PLAIN[form], 1), (SHORT + b"\n" + PLAIN[form].rstrip() + b"\r\n" + SHORT, 3)):
        assert n_taken(data) == n_hands or compiled.library() is None
        assert assert_same(data).rejects.num_rows == 0


LEFT = {
    "an escape": SHORT.replace(b"Ana", b"An\\u00e1"),
    "an unknown key": line(R0, note="x"),
    "null": line(R0, club=None),
    "a key twice": SHORT.replace(b'"ofc": 1', b'"ofc": 1, "ofc": 1'),
    "a number with a point": seat(fantasy=1.0),
    "a number with an exponent": SHORT.replace(b'"ofc": 1', b'"ofc": 1e0'),
    "zero below zero": SHORT.replace(b'"points": 17', b'"points": -0'),
    "a zero in front": SHORT.replace(b'"points": 17', b'"points": 017'),
    "a plus in front": seat(claims={"net": "+1.00"}),
    "half of a letter": SHORT.replace(b"Ana", b"An\xc3"),
    "half of a surrogate pair": SHORT.replace(b"Ana", b"\xed\xa0\x80"),
    "a letter longer than needed": SHORT.replace(b"Ana", b"\xc0\x80"),
    "a letter behind the last": SHORT.replace(b"Ana", b"\xf4\x90\x80\x80"),
    "a NUL": SHORT.replace(b"Ana", b"A\0a"),
    "a blank in front": b" " + SHORT,
    "a byte order mark": b"\xef\xbb\xbf" + SHORT,
    "two records in a line": SHORT.rstrip() + SHORT,
    "a comma behind the last": SHORT.replace(b"]}\n", b"],}\n"),
    "a record broken off": SHORT[:300],
    "lists in lists": SHORT.replace(b'"seats": [', b'"seats": ' + b"[" * 2000),
    "a row too long": seat(streets=[{"top": ["2c", "3c", "4c", "5c"], "middle": [], "bottom": []}]),
    "a row too long by its streets": seat(streets=[{"top": ["2c", "3c"], "middle": [], "bottom": []}] * 2),
    "ten streets": seat(streets=[{"top": [], "middle": [], "bottom": []}] * 10),
    "two entries in Fantasyland": seat(fantasy=14, streets=[{"top": [], "middle": [], "bottom": []}] * 2),
    "no players": line(R0, seats=[]),
    "sixteen players": line(R0, seats=[{**R0["seats"][0], "seat": no} for no in range(16)]),
    "a seat twice": line(R0, seats=[R0["seats"][0]] * 2),
    "one without a seat": line(R0, seats=[{"player": "Z", "fantasy": 0, "streets": []}, R0["seats"][0]]),
    "one who sits out and plays": line(R0, sitting_out=[1]),
    "one who sits out twice": line(R0, sitting_out=[4, 4]),
    "a pair of one": line(R0, pairs=[{"a": 1, "b": 1}]),
    "a pair twice": line(R0, pairs=[{"a": 1, "b": 2}, {"a": 2, "b": 1}]),
    "a pair of somebody else": line(R0, pairs=[{"a": 1, "b": 7}]),
    "a day that does not exist": line(R0, ended_at="2023-02-29T00:00:00Z"),
    "a level twice": line(R0, tournament={"point_value_by_level": {"1": "1", "01": "2"}}),
    "levels that are no object": line(R0, tournament={"point_value_by_level": "1 100"}),
    "a lone CR for a line end": SHORT.replace(b"\n", b"\r") + SHORT,
    "another program's": b'{"hand": 1}\n',
}


@pytest.mark.parametrize("form", LEFT)
def test_what_is_not_plain_is_left_to_the_reader_that_says_why(form: str) -> None:
    assert n_taken(LEFT[form]) == 0
    data = FULL + LEFT[form].rstrip(b"\n") + b"\n" + b"more of it\n\n" + SHORT
    assert n_taken(data) == 2 or compiled.library() is None
    assert_same(data)


def fields(parts: tuple[Field, ...], path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Field]]:
    for part in parts:
        yield (*path, part.name), part
        yield from fields(part.fields, (*path, part.name))


def changed(record: Json, path: tuple[str, ...], value: object) -> bytes:
    """The record with another value of a key; of a list its first object; None takes the key away."""
    record = copy.deepcopy(record)
    inner = record
    for name in path[:-1]:
        inner = inner[name][0] if isinstance(inner[name], list) else inner[name]
    inner.pop(path[-1], None)
    if value is not None:
        inner[path[-1]] = value
    return line(record)


VALUES = (
    "",
    "x",
    "complete",
    "1-6",
    "100000000000000",
    "1.23456",
    "-1",
    "-8.5",
    "2024-03-05T21:15:09Z",
    True,
    False,
    [],
    ["Qh"],
    [1],
    {},
    0.5,
)


def test_each_key_takes_the_values_that_are_declared() -> None:
    data = []
    for path, part in fields(RECORD):
        bounds = (part.low - 1, part.low, part.high, part.high + 1)
        lists = [[edge] * n for edge in bounds for n in (2, 3)]
        data += [changed(R_FULL, path, value) for value in (None, *VALUES, *bounds, *lists, *part.words)]
    batch = assert_same(b"".join(data))
    stored = {number - 50 for number in batch.hands.column("first_line").to_pylist()}
    plain = jsonl_compiled.scan(b"".join(data))
    taken = set(plain.hands["line"].tolist()) if plain is not None else stored
    assert [data[at] for at in sorted(stored - taken)] == []


def test_records_that_are_left_come_between_others_in_their_order() -> None:
    data = b"".join(
        line(R0, hand_id=str(number), **({"note": number} if number in (1, 4, 5) else {"site": ""} if number in (2, 6) else {}))
        for number in range(8)
    )  # fmt: skip
    batch = assert_same(data)
    assert batch.hands.column("hand_id").to_pylist() == ["0", "1", "3", "4", "5", "7"]
    assert batch.rejects.num_rows == 2
    assert n_taken(data) == 3 or compiled.library() is None


def test_both_agree_on_damage_of_any_kind() -> None:
    for data in mutants(TARGETS["ofc_jsonl"], (FULL, SHORT), 40):
        assert_same(data)


def test_tables_too_small_for_a_chunk_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    room = {name: (1 << 40, least) for name, (_, least) in jsonl_compiled.FORM.room.items()}
    monkeypatch.setattr(jsonl_compiled, "FORM", replace(jsonl_compiled.FORM, room=room))
    data = FULL * 60 + b"?\n" + FULL * 60
    assert n_taken(data) == 120 or compiled.library() is None
    assert_same(data)


def test_a_chunk_too_long_for_places_of_32_bits_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_rows, "MOST_BYTES", len(FULL) - 1)
    assert jsonl_compiled.scan(FULL) is None
    assert joined([assert_same(FULL)])["hands"].num_rows == 1


def test_columns_stand_where_the_part_in_c_puts_them() -> None:
    given = {
        "H": jsonl_compiled.HAND_COLUMNS,
        "S": jsonl_compiled.SEAT_COLUMNS,
        "P": jsonl_compiled.PAIR_COLUMNS,
        "E": jsonl_compiled.EVENT_COLUMNS,
        "O": jsonl_compiled.OUT_COLUMNS,
        "X": jsonl_compiled.LEFT_COLUMNS,
    }
    assert_columns(HEADER, given, {})
