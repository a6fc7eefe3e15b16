"""The byte engine: lines, searches, numbers and cards over many places at once."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_audit.cards import card_codes
from ofc_audit.read.scan import Buffer, Cursor, is_word, ragged, split_lines
from ofc_audit.read.scan_words import WordTable

POINT = 10_000


def cursor(*lines: bytes) -> Cursor:
    buf = Buffer(b"\n".join(lines))
    found = split_lines(buf)
    return Cursor(buf, found.start, found.end)


@pytest.mark.parametrize(
    ("data", "texts"),
    [
        (b"", []),
        (b"a", [b"a"]),
        (b"a\n", [b"a"]),
        (b"a\nb", [b"a", b"b"]),
        (b"\n\na\n", [b"", b"", b"a"]),
        (b"a\r\nb\r\n", [b"a", b"b"]),
        (b"a\rb\r", [b"a", b"b"]),
        (b"a\r\r\nb\n\rc", [b"a", b"", b"b", b"", b"c"]),
    ],
)
def test_each_line_end_ends_a_line_once(data: bytes, texts: list[bytes]) -> None:
    buf = Buffer(data)
    lines = split_lines(buf, 7)
    assert [buf.slice(s, e) for s, e in zip(lines.start.tolist(), lines.end.tolist(), strict=True)] == texts
    assert lines.number.tolist() == list(range(7, 7 + len(texts)))
    assert [0, *lines.stop.tolist()][: len(texts)] == lines.start.tolist()
    assert ([0, *lines.stop.tolist()][-1]) == len(data)


@given(st.binary(max_size=60).map(lambda raw: bytes(b"\n\rab"[b % 4] for b in raw)))
def test_lines_are_those_of_bytes_splitlines(data: bytes) -> None:
    buf = Buffer(data)
    lines = split_lines(buf)
    assert [buf.slice(s, e) for s, e in zip(lines.start.tolist(), lines.end.tolist(), strict=True)] == data.splitlines()


def test_a_cut_line_keeps_its_number_in_both_parts() -> None:
    lines = split_lines(Buffer(b"one\ntwoTHREE\nfour\n")).cut(np.array([1]), np.array([7]))
    assert lines.start.tolist() == [0, 4, 7, 13]
    assert lines.end.tolist() == [3, 7, 12, 17]
    assert lines.number.tolist() == [1, 2, 2, 3]


@given(
    st.lists(st.binary(max_size=40).map(lambda raw: raw.translate(None, b"\n\r")), min_size=1, max_size=5),
    st.integers(0, 255),
)
def test_a_byte_is_found_where_bytes_find_finds_it(texts: list[bytes], byte: int) -> None:
    buf = Buffer(b"\n".join(texts))
    lines = split_lines(buf)
    kept = [buf.slice(s, e) for s, e in zip(lines.start.tolist(), lines.end.tolist(), strict=True)]
    wanted = bytes([byte])
    first = buf.find_byte(lines.start, lines.end, byte).tolist()
    last = buf.find_byte_back(lines.start, lines.end, byte).tolist()
    for text, start, one, other in zip(kept, lines.start.tolist(), first, last, strict=True):
        assert one == (start + text.find(wanted) if wanted in text else -1)
        assert other == (start + text.rfind(wanted) if wanted in text else -1)


def test_a_byte_is_found_in_lines_that_are_long() -> None:
    texts = [
        b"x",
        b"x" * 10_000,
        b"x" * 255 + b"y" + b"x" * 700 + b"y" + b"x" * 255,
        b"y" + b"x" * 999 + b"y",
        b"x" * 256 + b"y",
    ]
    buf = Buffer(b"\n".join(texts))
    lines = split_lines(buf)
    first = buf.find_byte(lines.start, lines.end, ord("y")) - lines.start
    last = buf.find_byte_back(lines.start, lines.end, ord("y")) - lines.start
    assert first[2:].tolist() == [text.find(b"y") for text in texts[2:]]
    assert last[2:].tolist() == [text.rfind(b"y") for text in texts[2:]]
    assert (first[:2] + lines.start[:2]).tolist() == (last[:2] + lines.start[:2]).tolist() == [-1, -1]


def test_two_bytes_are_found_together_and_within_the_stretch_only() -> None:
    buf = Buffer(b"a:b::c: d: e")
    start, end = np.array([0, 0, 8]), np.array([12, 7, 12])
    assert buf.find_pair(start, end, b": ").tolist() == [6, -1, 9]


def test_whole_numbers_stop_where_their_digits_stop() -> None:
    reading = cursor(b"7:", b"", b"x", b"42", b"12345678", b"1234567890123456", b"12345678901234567", b"007 ")
    assert reading.uint(10**16).tolist() == [7, 0, 0, 42, 12345678, 1234567890123456, 0, 7]
    assert reading.ok.tolist() == [True, False, False, True, True, True, False, True]
    assert reading.at_end().tolist() == [False, True, False, True, True, True, False, False]


def test_a_number_above_its_limit_is_refused() -> None:
    reading = cursor(b"15", b"16", b"99999999999999999999999999")
    assert reading.uint(15).tolist() == [15, 0, 0]
    assert reading.ok.tolist() == [True, False, False]


@pytest.mark.parametrize(("text", "value"), [(b"+17", 17), (b"-17", -17), (b"17", 17), (b"0", 0), (b"-0", 0)])
def test_a_sign_may_stand_before_a_number(text: bytes, value: int) -> None:
    reading = cursor(text)
    assert reading.signed(100).tolist() == [value]
    assert reading.at_end().all()
    assert reading.ok.all()


@pytest.mark.parametrize("text", [b"--1", b"+", b"-", b"+-1", b" 1"])
def test_what_is_no_signed_number(text: bytes) -> None:
    reading = cursor(text)
    reading.signed(100)
    assert not reading.ok.any()


def test_money_is_exact_to_four_decimals() -> None:
    reading = cursor(b"200.00", b"0.0001", b"17", b"99999999999999.9999", b"0.5", b"12345678.125)")
    values = [200 * POINT, 1, 17 * POINT, 999_999_999_999_999_999, 5_000, 123_456_781_250]
    assert reading.money().tolist() == values
    assert reading.ok.all()


@pytest.mark.parametrize(
    "text", [b"1.23456", b"1.", b".5", b"1,00", b"100000000000000", b"1 430,50", b"", b"-1", b"1.2.3", b"0x10"]
)
def test_what_is_no_whole_amount(text: bytes) -> None:
    reading = cursor(text)
    reading.money()
    reading.at_end()
    assert not reading.ok.any()


@given(st.integers(0, 10**14 - 1), st.integers(0, 9999), st.integers(0, 4))
def test_any_amount_reads_back(whole: int, decimals: int, places: int) -> None:
    shown = f"{whole}" + (f".{decimals:04d}"[: places + 1] if places else "")
    expected = whole * POINT + (int(f"{decimals:04d}"[:places].ljust(4, "0")) if places else 0)
    reading = cursor(shown.encode(), b"-" + shown.encode())
    assert reading.signed_money().tolist() == [expected, -expected]
    assert reading.at_end().all()


def test_cards_come_flat_with_their_lane() -> None:
    reading = cursor(b"[Qh Qd 4c]", b"[]", b"[2c]x", b"[As Ks Qs Js Ts 9s 8s]")
    cards = reading.cards(7)
    assert cards.count.tolist() == [3, 0, 1, 7]
    assert cards.lane.tolist() == [0, 0, 0, 2, 3, 3, 3, 3, 3, 3, 3]
    assert cards.code.tolist() == card_codes("Qh Qd 4c 2c As Ks Qs Js Ts 9s 8s")
    assert reading.ok.all()
    assert reading.at_end().tolist() == [True, True, False, True]


@pytest.mark.parametrize(
    "text",
    [
        b"[Qh Qd 4c",
        b"Qh]",
        b"[Qx]",
        b"[1h]",
        b"[Qh,Qd]",
        b"[QhQd]",
        b"[Qh ]",
        b"[ Qh]",
        b"[Qh  Qd]",
        b"[2c 3c 4c 5c]",
        b"",
    ],
)
def test_what_are_no_cards_leaves_none(text: bytes) -> None:
    reading = cursor(text, b"[2c]")
    cards = reading.cards(3)
    assert reading.ok.tolist() == [False, True]
    assert cards.count.tolist() == [0, 1]
    assert cards.lane.tolist() == [1]


def test_lanes_that_do_not_read_stay_where_they_are() -> None:
    reading = cursor(b"top [2c]", b"bottom [3c]", b"top x")
    is_top = reading.optional(b"top ")
    assert is_top.tolist() == [True, False, True]
    cards = reading.cards(3, is_top)
    assert cards.count.tolist() == [1, 0, 0]
    assert reading.ok.tolist() == [True, True, False]
    reading.literal(b"bottom ", ~is_top)
    assert reading.cards(3, ~is_top).lane.tolist() == [1]
    assert reading.at_end().tolist() == [True, True, False]


def test_a_literal_longer_than_a_word_is_compared_whole() -> None:
    reading = cursor(b"Last hand of the match", b"Last hand of the mutch")
    reading.literal(b"Last hand of the match")
    assert reading.ok.tolist() == [True, False]


def test_exactly_so_many_digits() -> None:
    reading = cursor(b"2026-", b"202-", b"20267")
    assert reading.fixed_digits(4).tolist() == [2026, 0, 2026]
    assert reading.ok.tolist() == [True, False, True]


def test_text_up_to_two_bytes() -> None:
    reading = cursor(b"1842-3: rules", b"no end")
    start, stop = reading.until(b": ")
    assert reading.buf.slice(int(start[0]), int(stop[0])) == b"1842-3"
    assert reading.ok.tolist() == [True, False]
    assert reading.is_next(b"rules").tolist() == [True, False]


def test_strings_are_cut_out_and_may_be_null() -> None:
    buf = Buffer("añb".encode())
    assert buf.strings(np.array([0, -1, 1, 4]), np.array([4, 3, 3, 4])).to_pylist() == ["añb", None, "ñ", ""]


def test_words_are_told_apart_by_a_table_as_by_comparing() -> None:
    words = {b"points ": 1, b"place ": 2, b"top [": 3, b"foul": 4, b"disconnected": 6}
    buf = Buffer(
        b"".join(
            text.ljust(16, b"!")
            for text in (b"points +1", b"place 3", b"top [2c]", b"foul", b"nothing", b"disconnected")
        )
    )
    loaded = buf.load(np.arange(0, 96, 16))
    assert WordTable(words).values(loaded).tolist() == [1, 2, 3, 4, 0, 6]
    assert is_word(loaded, b"top [").tolist() == [False, False, True, False, False, False]


@pytest.mark.parametrize("words", [{b"place ": 1, b"plac": 2}, {b"top": 1}, {b"disconnected": 1, b"disconnecting": 2}])
def test_words_that_are_not_apart_in_eight_bytes_are_refused(words: dict[bytes, int]) -> None:
    with pytest.raises(ValueError, match="does not tell itself apart"):
        WordTable(words)


def test_ragged_positions() -> None:
    assert ragged(np.array([5, 0, 9]), np.array([2, 0, 3])).tolist() == [5, 6, 9, 10, 11]
