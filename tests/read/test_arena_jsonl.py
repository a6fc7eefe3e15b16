"""Arena logs read: what was played comes back, damage stays in its hand, and every byte is accounted for."""

import re
from collections.abc import Iterator

import pyarrow as pa
import pytest

from ofc_audit.read.arena_jsonl import log_of, looks_like, read
from ofc_audit.read.batch import HandBatch
from ofc_audit.read.detect import detect
from ofc_audit.read.source import source_of_bytes
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.play import play
from read.arena_log import log_lines, log_text

PLACES = ("hand_key", "deal_key", "line", "board_line", "showdown_line")
SAME = {
    "hands": ("rules_id", "currency", "point_value", "n_seats", "status"),
    "seats": ("acting_order", "player_name", "is_fantasy", "fantasy_cards"),
    "boards": ("cards", "streets", "discards", "discard_streets", "dealt", "dealt_streets", "is_complete"),
    "claims": (
        "is_foul",
        "top_royalties",
        "middle_royalties",
        "bottom_royalties",
        "points",
        "is_fantasy_next",
        "fantasy_next",
    ),
}


def played(rules_id: str, n_hands: int, seed: int = 5) -> dict[str, pa.Table]:
    return play(load_rules()[rules_id], n_hands, seed, hands_per_table=n_hands, n_players=(3,))


def batches(content: bytes, chunk_bytes: int = 1 << 24) -> list[HandBatch]:
    found = list(read(source_of_bytes("log", content), chunk_bytes))
    for batch in found:
        taken = sum(b - a + 1 for a, b in _extents(batch.hands))
        rejected = sum(b - a + 1 for a, b in _extents(batch.rejects))
        assert taken + rejected + batch.blank_bytes == batch.n_bytes
    assert sum(batch.n_bytes for batch in found) == len(content)
    return found


def _extents(table: pa.Table) -> Iterator[tuple[int, int]]:
    return zip(table["first_byte"].to_pylist(), table["last_byte"].to_pylist(), strict=True)


def one(content: bytes) -> HandBatch:
    (batch,) = batches(content)
    return batch


def ids(batch: HandBatch) -> list[str]:
    return batch.hands["hand_id"].to_pylist()  # type: ignore[no-any-return]


def reasons(batch: HandBatch) -> list[str]:
    return batch.rejects["reason"].to_pylist()  # type: ignore[no-any-return]


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return list(log_lines(played("arena_progressive", 3)))


def joined(lines: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


@pytest.mark.parametrize("rules_id", ["arena_classic", "arena_pineapple", "arena_progressive"])
def test_what_was_played_is_read(rules_id: str) -> None:
    tables = played(rules_id, 200)
    content = log_text(tables)
    assert looks_like(content[:200])
    assert detect(content) == "arena_jsonl"
    batch = one(content)
    assert batch.rejects.num_rows == 0
    for name, columns in SAME.items():
        for column in columns:
            want, got = (data[name][column].to_pylist() for data in (tables, batch.tables))
            if column.endswith("_royalties"):
                want = [
                    None if foul else value
                    for foul, value in zip(tables["claims"]["is_foul"].to_pylist(), want, strict=True)
                ]
            assert got == want, (name, column)
    assert batch.hands["hand_id"].to_pylist() == [str(n) for n in range(1, 201)]
    # Names move around seat 0, the button: where somebody sits is not told.
    assert batch.seats["seat_no"].null_count == batch.seats.num_rows


def test_chunks_and_line_ends_change_nothing() -> None:
    content = log_text(played("arena_progressive", 40))
    whole = one(content)
    parts = batches(content, 3000)
    assert len(parts) > 20
    for name, data in whole.tables.items():
        assert pa.concat_tables([part.tables[name] for part in parts]).equals(data), name
    for end in (b"\r\n", b"\r", b"\n\n"):
        again = one(content.replace(b"\n", end))
        assert again.hands["hand_key"].equals(whole.hands["hand_key"])
    loose = one(content.replace(b'":', b'": ').replace(b",", b", "))
    assert loose.hands["hand_key"].equals(whole.hands["hand_key"])


def test_every_line_spoilt_costs_its_hand_alone(lines: list[str]) -> None:
    whole = one(joined(lines))
    starts = [at for at, line in enumerate(lines) if '"seats"' in line] + [len(lines)]
    for at in range(starts[1], starts[2]):
        spoilt = [*lines[:at], lines[at][:-2], *lines[at + 1 :]]
        batch = one(joined(spoilt))
        assert ids(batch) == ["1", "3"], at
        (reject,) = batch.rejects.to_pylist()
        assert (reject["n_hands"], reject["first_line"], reject["last_line"]) == (1, starts[1] + 1, starts[2])
        kept = {int(key) for key in batch.hands["hand_key"].to_pylist()}
        assert kept <= set(whole.hands["hand_key"].to_pylist())


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('"event":"score"', '"event":"chat"', "ev.event"),
        ('"points":', '"point":', "points"),
        ('"row":"bottom"', '"row":"front"', "placements"),
        ('"fouled":false', '"fouled":null', "fouled"),
        ('"count":5', '"count":4', "count is another number"),
        ('"hand":2,"ev"', '"hand":9,"ev"', "an event of hand 9 stands within hand 2"),
        ('"seat":1', '"seat":3', "a seat that the hand does not have"),
        ('"cards":["', '"cards":["1x","', "no card"),
        ('"seat":', '"seat":1,"seat":', "stands twice"),
    ],
)
def test_reasons_name_what_is_wrong(lines: list[str], old: str, new: str, reason: str) -> None:
    at = next(n for n, line in enumerate(lines) if line.startswith('{"hand":2,') and old in line and '"ev"' in line)
    spoilt = [*lines[:at], lines[at].replace(old, new, 1), *lines[at + 1 :]]
    batch = one(joined(spoilt))
    assert ids(batch) == ["1", "3"]
    (told,) = reasons(batch)
    assert reason in told


def test_an_event_of_a_seat_that_is_not_there_harms_no_other_hand(lines: list[str]) -> None:
    at = next(n for n, line in enumerate(lines) if line.startswith('{"hand":2,') and '"showdown"' in line)
    spoilt = re.sub('"seat":[0-9]', '"seat":9', lines[at])
    batch = one(joined([*lines[:at], spoilt, *lines[at + 1 :]]))
    assert ids(batch) == ["1", "3"]
    assert reasons(batch) == ["an event has a seat that the hand does not have"]


def test_a_log_cut_anywhere_keeps_the_whole_hands(lines: list[str]) -> None:
    content = joined(lines)
    third = content.index(b'{"hand":3,')
    for cut in (third + 1, third + 15, *range(third + 40, len(content) - 3, 997)):
        batch = one(content[:cut])
        assert ids(batch) == ["1", "2"]
        assert len(reasons(batch)) == 1
    assert ids(one(content[:-1])) == ["1", "2", "3"]


def test_hands_without_their_opening_lines_cost_no_other_and_are_counted(lines: list[str]) -> None:
    opening = [at for at, line in enumerate(lines) if '"seats"' in line]
    lost = one(joined([line for at, line in enumerate(lines) if at not in opening[1:]]))
    assert ids(lost) == ["1"]
    assert [row["n_hands"] for row in lost.rejects.to_pylist()] == [1, 1]
    assert [row["first_line"] for row in lost.rejects.to_pylist()] == [opening[1] + 1, opening[2]]
    assert ids(one(joined([*lines[: opening[1]], "{", *lines[opening[1] :]]))) == ["1", "2", "3"]


def test_half_an_opening_line_begins_a_hand_even_under_the_number_of_the_hand_before(lines: list[str]) -> None:
    opening = [at for at, line in enumerate(lines) if '"seats"' in line]
    spoilt = [line.replace('"hand":2,', '"hand":1,') for line in lines]
    spoilt[opening[1]] = spoilt[opening[1]][:-2]
    batch = one(joined(spoilt))
    assert ids(batch) == ["1", "3"]
    assert [row["n_hands"] for row in batch.rejects.to_pylist()] == [1]


def test_a_second_showdown_and_events_before_the_first_hand_are_refused(lines: list[str]) -> None:
    showdown = next(line for line in lines if '"showdown"' in line)
    at = lines.index(showdown)
    assert reasons(one(joined([*lines[:at], showdown, *lines[at:]]))) == ["a seat has two events showdown"]
    stray = one(joined(lines[1:]))
    assert reasons(stray) == ["events stand before the line that opens their hand (hand, seats)"]
    assert ids(stray) == ["2", "3"]
    spoilt = one(joined(["{", *lines]))
    assert ids(spoilt) == ["1", "2", "3"]
    assert [row["n_hands"] for row in spoilt.rejects.to_pylist()] == [0]


def test_keys_of_others_are_kept(lines: list[str]) -> None:
    more = [line.replace('"event":"score"', '"event":"score","ms":12', 1) for line in lines]
    batch = one(joined(more))
    assert batch.hands["unknown_keys"].to_pylist() == ['{"ev.ms": 12}'] * 3


def test_what_an_opponent_hides_is_unknown_and_not_none(lines: list[str]) -> None:
    def hide(line: str) -> str:
        if '"event":"deal","seat":1,' in line:
            head, _, rest = line.partition('"cards":[')
            return f'{head}"cards":[{rest[rest.index("]") :]}'
        return line

    batch = one(joined([hide(line) for line in lines]))
    known = [value is not None for value in batch.boards["dealt"].to_pylist()]
    assert known == [False, True, True] * 3


def test_nothing_said_of_fantasyland_is_no_claim(lines: list[str]) -> None:
    silent = [line.replace(',"next_fantasyland":null', "") for line in lines]
    said, unsaid = (one(joined(some)).claims["is_fantasy_next"].to_pylist() for some in (lines, silent))
    assert False in said
    assert unsaid == [None if value is False else value for value in said]


def test_a_log_is_known_by_its_first_deal_and_its_game_by_the_deals(lines: list[str]) -> None:
    content = joined(lines)
    first = content[: content.index(b'{"hand":2,')]
    assert log_of(first).table_id == log_of(content).table_id != log_of(content[len(first) :]).table_id
    assert log_of(log_text(played("arena_classic", 2))).rules_id == "arena_classic"
    assert log_of(log_text(played("arena_pineapple", 30))).rules_id == "arena_pineapple"
    assert log_of(content + log_text(played("arena_classic", 2))).rules_id is None


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        (r'"royalties":\{"top":\d+', '"royalties":{"top":32768', "top: 32768; wanted is a whole number from -32767 to"),
        (
            r'"event":"score","seat":(\d),"points":-?\d+',
            r'"event":"score","seat":\1,"points":2147483648',
            "points: 2147483648",
        ),
        (r'"count":5', '"count":-9223372036854775808', "count: -9223372036854775808; wanted is a whole number from 0"),
        (r'"next_fantasyland":null', '"next_fantasyland":53', "next_fantasyland: 53"),
    ],
)
def test_a_number_that_no_column_holds_costs_its_hand_also_where_all_lines_are_read_at_once(
    lines: list[str], old: str, new: str, wanted: str
) -> None:
    at = next(at for at, line in enumerate(lines) if line.startswith('{"hand":2,') and re.search(old, line))
    batch = one(joined([*lines[:at], re.sub(old, new, lines[at], count=1), *lines[at + 1 :]]))
    assert ids(batch) == ["1", "3"]
    (reason,) = reasons(batch)
    assert wanted in reason


@pytest.mark.parametrize("stray", [b'{"hand":1}', b"x", b"{}", b"\xc3\xa9", b"Hand #1", b"\x7fx"])
def test_a_line_that_tells_nothing_is_told_whatever_stands_beside_it(stray: bytes) -> None:
    log = b'{"hand":1,"seats":["a","b"]}\n' + stray + b"\n"
    alone, many = (list(read(source_of_bytes("a", text))) for text in (log, log + (stray + b"\n") * 50_000))
    assert [batch.rejects.column("reason").to_pylist() for batch in alone] == [
        batch.rejects.column("reason").to_pylist() for batch in many
    ]
    assert not any(batch.hands.num_rows for batch in (*alone, *many))
