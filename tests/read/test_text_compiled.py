"""The part in C gives what the reader in numpy gives, of every input, and says of itself whether it may be used."""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from fuzz.targets import TARGETS
from ofc_audit import compiled
from ofc_audit.compiled import build as builder
from ofc_audit.read import identity, text_compiled
from ofc_audit.read.batch import HandBatch
from ofc_audit.read.ofc_text import read_chunk, read_part
from read.compiled_part import assert_agree, assert_columns, ensure_built, joined, mutants
from read.text_hands import FULL, T0

HEADER = Path(compiled.FOLDER) / "ofc_text.h"


@pytest.fixture(scope="module", autouse=True)
def built() -> None:
    ensure_built()


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clean stretches of any length are taken by themselves."""
    monkeypatch.setattr(text_compiled, "LEAST_CLEAN", 1)


def assert_same(data: bytes, is_after_result: bool = False) -> list[HandBatch]:
    """Both readers agree on tables, rejects, lines, bytes, and on what the next chunk must know."""
    whole, told = read_chunk(data, "a file", 700, 50, is_after_result)
    parts, also_told = read_part(data, "a file", 700, 50, is_after_result)
    assert_agree(data, whole, parts)
    assert also_told == told
    return parts


def n_clean(data: bytes) -> int:
    return sum(run.clean.n_hands for run in text_compiled.runs_of(data) if run.clean is not None)


FORMS = {
    "every kind of line": FULL,
    "the least": T0,
    "lines of Windows": T0.replace("\n", "\r\n"),
    "notes and empty lines": "# by hand\n\n" + T0.replace("*** RESULT", "#\n\n# now\n*** RESULT") + "\n\n",
    "no line end at the end": T0.rstrip("\n"),
    "players and their marks": T0.replace("Ana (200.00)", "José (the 2nd) (1.5), Fantasyland").replace(
        "Bo (", "B, o ("
    ),
    "no stack": T0.replace("Ana (200.00)", "Ana"),
    "an early button": T0.replace("Seat 2 is the button", "Seat 1 is the button"),
    "a button where nobody sits": T0.replace("Seat 2 is the button", "Seat 9 is the button"),
    "only shown in Fantasyland": T0.replace("Ana (200.00)", "Ana (200.00), Fantasyland 14 cards"),
    "a cancelled hand": T0.replace("*** END", "Hand cancelled\n*** END"),
    "no table": T0.replace("Table 'Lotus 4', site", "Site"),
    "a table with an apostrophe": T0.replace("Lotus 4", "Bo's"),
    "an empty row": T0.replace("top [Qh Qd 4c]", "top []"),
    "a time alone": T0.replace("*** SHOWDOWN", "*** STREET 1 ***\nSeat 1: (0.5 s, auto)\n*** SHOWDOWN"),
    "zeros in front": T0.replace("Seat 1: points +17", "Seat 01: points -0017"),
    "a leap day": T0.replace("2024-03-05", "2024-02-29"),
    "the first day": T0.replace("2024-03-05", "0001-01-01"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.usefixtures("taken")
def test_what_is_clean_is_read_in_c_and_comes_out_the_same(form: str) -> None:
    for data, n_hands in ((FORMS[form].encode(), 1), (f"{FORMS[form]}\n{T0}".encode(), 2)):
        assert n_clean(data) == n_hands or compiled.library() is None
        assert sum(part.rejects.num_rows for part in assert_same(data)) == 0


UNCLEAR = {
    "a quoted name": T0.replace("Ana (", '"A\\"na" ('),
    "a part of a second": T0.replace("21:15:09", "21:15:09.25"),
    "a lone CR in a name": T0.replace("Ana (", "A\rna ("),
    "a header in a name": T0.replace("Ana (", "OFC Hand #1 ("),
    "a blank before the header": " " + T0,
    "a byte order mark": "\ufeff" + T0,
    "a seat number too high for a table": T0.replace("Seat 1", "Seat 99"),
    "a day that does not exist": T0.replace("2024-03-05", "2023-02-29"),
    "an unknown option": T0.replace("scoring 1-6", "scoring 3-3"),
    "a row too long": T0.replace("top [Qh Qd 4c]", "top [Qh Qd 4c 5c]"),
    "points after a cancelled hand": T0.replace("*** RESULT", "Hand cancelled\n*** RESULT"),
    "no end": T0.replace("*** END ***\n", ""),
    "streets out of order": FULL.replace("*** STREET 2 ***", "*** STREET 3 ***"),
}


@pytest.mark.parametrize("form", UNCLEAR)
@pytest.mark.usefixtures("taken")
def test_what_is_not_clean_is_left_to_the_reader_that_says_why(form: str) -> None:
    assert_same(T0.encode() + UNCLEAR[form].encode() + T0.encode())
    assert_same(UNCLEAR[form].encode())


@pytest.mark.usefixtures("taken")
def test_bytes_that_are_no_utf8_damage_one_hand() -> None:
    [batch] = assert_same(T0.encode() + T0.encode().replace(b"Ana", b"A\xff") + T0.encode())
    assert (batch.hands.num_rows, batch.rejects.num_rows) == (2, 1)


@pytest.mark.usefixtures("taken")
def test_a_hand_torn_in_two_is_taken_by_neither_part() -> None:
    head, tail = T0.split("*** RESULT ***")
    without = head + "*** END ***\n"
    assert joined(assert_same(without.encode(), is_after_result=True))["hands"].num_rows == 0
    assert joined(assert_same(("*** RESULT ***" + tail + without + T0).encode()))["hands"].num_rows == 1


@pytest.mark.usefixtures("taken")
def test_damaged_hands_come_between_clean_ones_in_their_order() -> None:
    bad = T0.replace("Seat 1: points", "Seat 1: pionts")
    data = "".join(text.replace("7001", f"{number}") for number, text in enumerate((T0, bad, T0, T0, bad, bad, T0)))
    parts = assert_same(data.encode())
    assert [part.rejects.num_rows for part in parts] == [0, 1, 0, 2, 0] or compiled.library() is None
    assert joined(parts)["hands"].column("hand_id").to_pylist() == ["0", "2", "3", "6"]


def test_where_little_is_clean_a_chunk_stays_one() -> None:
    data = (T0 + T0.replace("points", "pionts")).encode() * 40
    assert [(run.start, run.stop) for run in text_compiled.runs_of(data)] == [
        (0, len(data))
    ] or compiled.library() is None


@pytest.mark.usefixtures("taken")
def test_both_agree_on_damage_of_any_kind() -> None:
    for number, data in enumerate(mutants(TARGETS["ofc_text"], (FULL.encode(), T0.encode()), 60)):
        assert_same(data, is_after_result=number % 10 == 0)


def test_tables_too_small_for_a_chunk_are_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(text_compiled._BYTES_PER_ROW, "seats", 1 << 40)
    data = T0.encode() * 300
    runs = text_compiled.runs_of(data) if compiled.library() else []
    assert [run.clean.n_hands for run in runs if run.clean] in ([128, 128, 44], [])


def test_keys_are_the_same_words(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(7)
    texts = pa.array(["", None, "Đông", "a" * 100, *map(str, rng.integers(0, 1 << 40, 50))])
    lists = pa.array([None, [], [3, 1, 255], [7] * 40], pa.list_(pa.uint8()))
    times = pa.array([[5, None, -3], None, []], pa.list_(pa.int32()))
    boards = pa.array([list(range(13)), [255] * 13], pa.list_(pa.uint8(), 13)).slice(1)
    numbers = pa.array([0, -1, None, 1 << 60], pa.int64())
    salt = np.uint64(0x1234567890ABCDEF)
    columns = (texts, texts.slice(2, 9), lists, lists.slice(2), times, boards, numbers, pa.array([], pa.string()))
    ours = [identity.words_of(column, salt) for column in columns]
    monkeypatch.setattr(identity, "library", lambda: None)
    for column, words in zip(columns, ours, strict=True):
        assert np.array_equal(identity.words_of(column, salt), words), column.type


def test_columns_stand_where_the_part_in_c_puts_them() -> None:
    given = {
        "H": text_compiled.HAND_COLUMNS,
        "S": text_compiled.SEAT_COLUMNS,
        "P": text_compiled.PAIR_COLUMNS,
        "E": text_compiled.EVENT_COLUMNS,
    }
    like = {"h_rules": "rules_id", "h_tournament": "tournament_id", "h_match": "match_id", "h_table": "table_id"}
    like |= {"s_royalties": "top_royalties", "p_rows": "top"}
    assert_columns(HEADER, given, like)


def test_a_library_of_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled.library.cache_clear()
    monkeypatch.setattr(compiled, "fingerprint", lambda: "of other sources")
    assert compiled.library() is None
    compiled.library.cache_clear()


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled.library.cache_clear()
    monkeypatch.setenv("OFC_COMPILED", "0")
    assert compiled.library() is None
    compiled.library.cache_clear()


def test_a_compiler_that_fails_is_a_reason_and_leaves_what_was_built(monkeypatch: pytest.MonkeyPatch) -> None:
    before = compiled.LIBRARY.read_bytes() if compiled.LIBRARY.exists() else None
    monkeypatch.setenv("CC", "false")
    assert (builder.build() or "").startswith("false does not build it")
    assert (compiled.LIBRARY.read_bytes() if compiled.LIBRARY.exists() else None) == before
