from decimal import Decimal

import pytest

from ofc_audit.report.text import join_words, money_text, pad, reject_reason, shorten, signed, visible, wrap


def test_what_moves_a_cursor_is_made_visible() -> None:
    assert visible("Ana \x1b[31mred\x07\n\u202eevil\u2066") == "Ana \\x1b[31mred\\x07\\n\\u202eevil\\u2066"


def test_letters_of_any_script_and_joined_emoji_stay() -> None:
    name = "Zoë אבג 王 👩\u200d👧"
    assert visible(name) == name


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [("short", 5, "short"), ("longer", 5, "long…"), ("王王王", 5, "王王…"), ("ab cd", 4, "ab…")],
)
def test_a_long_text_is_cut_at_its_columns(text: str, width: int, expected: str) -> None:
    assert shorten(text, width) == expected


def test_padding_counts_columns() -> None:
    assert pad("王", 4) == "王  "
    assert pad("7", 3, right=True) == "  7"


def test_lines_break_at_blanks_and_long_words_at_the_margin() -> None:
    assert wrap("one two three", 8) == ["one two", "three"]
    assert wrap("abcdefghijklm", 10) == ["abcdefghij", "klm"]
    assert wrap("one two three", 10, "    ", "- ") == ["- one two", "    three"]
    assert wrap("", 10) == [""]


@pytest.mark.parametrize(
    ("amount", "sign", "expected"),
    [
        ("8.5000", False, "8.50"),
        ("0.0125", False, "0.0125"),
        ("0.1250", False, "0.125"),
        ("-3.0000", True, "-3.00"),
        ("3.0000", True, "+3.00"),
        ("0.0000", True, "0.00"),
        ("99999999999999.9999", False, "99999999999999.9999"),
    ],
)
def test_amounts_have_two_places_or_as_many_as_they_need(amount: str, sign: bool, expected: str) -> None:
    assert money_text(Decimal(amount), sign) == expected


def test_points_carry_their_sign() -> None:
    assert [signed(points) for points in (3, 0, -2)] == ["+3", "0", "-2"]


def test_words_are_listed() -> None:
    assert [join_words(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("line 3: no such line", "line 12: no such line"),
        ("line 3:7: no such line", "line 12:7: no such line"),
        ("line 1: cut off", "cut off"),
        ("line 1:7: no card", "line 10:7: no card"),
        ("the file is empty", "the file is empty"),
        ("a line 3: x", "a line 3: x"),
    ],
)
def test_a_line_of_a_reject_is_counted_as_the_file_counts(reason: str, expected: str) -> None:
    assert reject_reason(reason, 10) == expected
