"""What fuzzing found, as the least inputs that show it: each once raised, took minutes, or was told wrongly."""

from dataclasses import replace

import pytest

from fuzz.containers import form_law, form_of
from fuzz.laws import check_accounts
from fuzz.rounds import Tally, alone, in_blocks, together
from fuzz.targets import TARGETS, mapping_file
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import Source, source_of_bytes
from read.table_files import MAPPING, T0, T1, T2, csv

NAMED = ("ofc_jsonl", "capture_hh", "arena_jsonl", "swc_capture")
"""The formats whose names are JSON, which can hold what no name is."""


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("odd", [b"7", b"null", b"[]", b'"A\\ud800na"', b'"\\udfffAna"', b'"A\xed\xa0\x80na"'])
def test_a_name_that_is_no_text_quarantines_its_hand_and_no_other(name: str, odd: bytes) -> None:
    target = TARGETS[name]
    mutant = target.short.replace(b'"Ana"', odd)
    assert mutant != target.short
    assert together(target, [mutant, target.short, mutant], 1 << 24) is None


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("odd", [b"7", b'"A\\ud800na"'])
def test_a_name_that_is_no_text_makes_a_reject(name: str, odd: bytes) -> None:
    mutant = TARGETS[name].guard.replace(b'"Ana"', odd)
    batches = list(read_source(source_of_bytes("x", mutant)))
    hands, rejects = (sum(getattr(batch, table).num_rows for batch in batches) for table in ("hands", "rejects"))
    assert (hands, rejects) == (0, 1)


def test_rows_of_no_hand_in_a_scattered_table_are_told_together() -> None:
    # One batch for each of them took minutes.
    content = csv(T0[0], T1[0], *["7009,x"] * 9000, T1[1], T0[1])
    batches = list(read_source(_table(content)))
    assert sum(batch.rejects.num_rows for batch in batches) >= 9000
    assert len(batches) < 10
    check_accounts(content, batches)


def test_a_table_that_is_refused_counts_a_last_line_without_an_end() -> None:
    content = b"a,b,c\n1,2,3\n4,5,6"
    [batch] = read_source(_table(content))
    assert batch.n_lines == 3
    assert batch.rejects["last_line"].to_pylist() == [3]
    check_accounts(content, [batch])


def test_a_name_in_the_schema_of_a_database_that_is_no_text_is_damage() -> None:
    good = form_of("sqlite").files[0]
    # What the error says is the name, which stands before the statement.
    damaged = good.replace(b"hands", b"h\xefnds").replace(b"CREATE TABLE", b"CREATE TABLX")
    assert damaged != good
    assert len(damaged) == len(good)
    assert form_law("sqlite", damaged) is None
    [batch] = read_source(_table(damaged))
    assert batch.rejects["reason"].to_pylist() == ["the database cannot be read: a name in its schema is no text"]


def _table(content: bytes) -> Source:
    return replace(source_of_bytes("x.csv", content), mapping=mapping_file(MAPPING))


@pytest.mark.parametrize(("name", "number"), [("ofc_jsonl", b'"points": 17'), ("capture_hh", b'"result": 17')])
def test_a_number_that_stands_for_unknown_inside_is_no_unknown_number(name: str, number: bytes) -> None:
    # The reader's fast road, which a hand among good ones takes, let it pass for one that is not told.
    mutant = TARGETS[name].short.replace(number, number[:-2] + b"-9223372036854775808")
    assert mutant != TARGETS[name].short
    assert in_blocks(TARGETS[name], [mutant]) is None
    _, [reason] = read(mutant)
    assert "-9223372036854775808" in reason


def test_royalties_of_two_rows_are_damage_also_where_a_whole_block_is_read() -> None:
    mutant = TARGETS["arena_jsonl"].short.replace(b'{"top":0,"middle"', b'{"middle"')
    assert in_blocks(TARGETS["arena_jsonl"], [mutant]) is None
    assert read(mutant) == (0, ["line 3: ev.royalties: wanted is an object with top, middle and bottom"])


@pytest.mark.parametrize(
    ("name", "old", "new", "neighbour"),
    [
        # What follows a record that only the checks in arrays refuse.
        ("ofc_jsonl", b"}]}\n", b"}, 1]}\njunk\n", (b'"ofc": 1', b'"ofc": null')),
        ("ofc_jsonl", b'"Ah"', b'"127h"', (b'"ofc": 1', b'"ofc": null')),
        # A record that another seems to begin in, and one that is not closed.
        ("capture_hh", b'"Ana"', b'"A\x01na"\n}\n{', (b"", b"")),
        ("capture_hh", b'"Ana"', b'"Ana', (b"", b"")),
        # An event that Arrow takes, and a line behind it that it does not.
        (
            "arena_jsonl",
            b'"deal"',
            b'"None"',
            (b'"ev":{"event":"showdown","seat":1', b'"ex":{"event":"showdown","seat":1'),
        ),
    ],
)
def test_damage_is_told_alike_in_blocks_of_any_size(
    name: str, old: bytes, new: bytes, neighbour: tuple[bytes, bytes]
) -> None:
    short = TARGETS[name].short
    odd = short.replace(old, new)
    assert odd != short
    assert in_blocks(TARGETS[name], [odd + b"junk\n", short.replace(*neighbour), odd.replace(*neighbour)]) is None


@pytest.mark.parametrize("n_chunks", [1, 2, 3, 5])
def test_a_row_that_cannot_be_read_damages_the_same_hands_wherever_a_table_is_cut(n_chunks: int) -> None:
    content = csv(T0[0], T0[1].rpartition(",")[0], *T1, *T2)
    batches = list(read_source(_table(content), len(content) // n_chunks))
    assert [hand for batch in batches for hand in batch.hands["hand_id"].to_pylist()] == ["7002", "7003"]


def read(content: bytes) -> tuple[int, list[str]]:
    """How many hands a file has, and the reasons of its rejects."""
    batches = list(read_source(source_of_bytes("x", content)))
    reasons = [reason for batch in batches for reason in batch.rejects["reason"].to_pylist()]
    return sum(batch.hands.num_rows for batch in batches), reasons


def test_the_number_of_a_damaged_line_of_a_log_counts_in_any_order_of_keys() -> None:
    # Arrow does not see that a card is none; the reader of single lines lost the number that it does not stand first.
    target = TARGETS["arena_jsonl"]
    opening, _, *rest = target.guard.splitlines()
    one_name = b'{"hand": 7, "seats": ["Ana"]}'
    turned = b'{"ev": {"cards": ["Ac"], "count": 1, "event": "deal", "seat": 1}, "hand": 7}'
    no_card = turned.replace(b"Ac", b"Ax")
    torn = b'{"ev": {"cards": ["Ac"], "count": 1, "event": "dea'
    for first in (one_name, opening.replace(b"9001", b"7")):
        for second in (turned, no_card):
            # The last line is one that Arrow refuses, and with it all others in its block.
            mutant = b"\n".join([first, second, torn, *[line.replace(b"9001", b"1") for line in rest], b'{"hand":((1}'])
            assert together(target, [mutant], 1 << 24) is None
            assert in_blocks(target, [mutant]) is None


@pytest.mark.parametrize(
    "line",
    [
        b"New game started (2 hands) wins 82.56",
        b"New game started (2 hands) is in fantasy land. The button will not be moved",
        b"New game started (2 hand (2 hands)",
    ],
)
def test_a_log_is_not_cut_at_a_line_that_only_begins_as_a_game_does(line: bytes) -> None:
    game = TARGETS["swc_dealer"].guard.split(b"\n")
    for at in range(1, len(game)):
        assert alone(TARGETS["swc_dealer"], b"\n".join([*game[:at], line, *game[at:]])) is None


@pytest.mark.parametrize("name", ["capture_hh", "ofc_jsonl", "swc_capture"])
def test_a_good_hand_between_the_halves_of_another_is_read(name: str) -> None:
    # With the good hand for a value the halves make one whole object.
    target = TARGETS[name]
    good = target.guard.strip(b"\n")
    key = {"capture_hh": b'"playerName": ', "ofc_jsonl": b'"player": ', "swc_capture": b'"player": '}[name]
    at = good.index(key) + len(key)
    value = good[at : good.index(b'"', at + 1) + 1]
    line_end = b"\n" if name == "capture_hh" else b""
    glued = good[:at] + line_end + good + line_end + good[at + len(value) :]
    tally = Tally()
    assert alone(target, glued) is None
    assert together(target, [glued], 1 << 24, tally) is None
    assert (tally.hands, tally.rejects) == (1, 2 if name == "capture_hh" else tally.rejects)


def test_a_head_of_zeros_behind_a_hand_is_no_utf_16() -> None:
    for name, target in TARGETS.items():
        for filling in (b"m\0", b"\0m"):
            assert together(target, [filling * 3000], 1 << 24) is None, name
