"""Inputs that have broken other readers of histories, as small OFC hands in `ofc_jsonl`: the right value, or a clear reject."""

import datetime
import json
from decimal import Decimal

import pytest

from read.jsonl_records import board, hand, line, only_reason, read_lines
from read.text_hands import only

UTC = datetime.UTC


def raw_line(**changes: object) -> str:
    """A record with its text as it is, not as escapes."""
    return json.dumps(json.loads(line(**changes)), ensure_ascii=False) + "\n"


def test_a_byte_order_mark_changes_nothing() -> None:
    marked = read_lines(b"\xef\xbb\xbf" + line().encode())
    assert marked.content() == read_lines(line()).content()
    assert only(marked, "hands")["first_byte"] == 3
    assert only(marked, "hands")["ended_at"] == datetime.datetime(2024, 3, 5, 21, 15, 9, tzinfo=UTC)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le"])
def test_utf16_by_its_mark(encoding: str) -> None:
    text = raw_line(seats__1__player="Đông 🂡")
    mark = "" if encoding == "utf-16" else "\ufeff"
    assert read_lines((mark + text).encode(encoding)).content() == read_lines(text).content()


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("between", ["", "\n", "\n\n \n"])
def test_line_ends_and_blank_lines_between_hands_do_not_matter(ending: str, between: str) -> None:
    result = read_lines((hand(1) + between + hand(2)).replace("\n", ending))
    assert result.content() == read_lines(hand(1) + hand(2)).content()
    assert result.column("hands", "first_line") == [1, 2 + between.count("\n")]


@pytest.mark.parametrize("prefix", ["\x10", "\x00\x1a", "\n\x1a\n", "\t ", "\ufeff\x10\ufeff"])
def test_control_characters_before_a_record(prefix: str) -> None:
    result = read_lines(prefix + line())
    assert result.content() == read_lines(line()).content()
    assert only(result, "hands")["first_byte"] == len(prefix.encode())


def test_the_end_of_file_mark_of_dos() -> None:
    for data in (line() + "\x1a", line().rstrip() + "\x1a", line().rstrip() + "\r\n\x1a\r\n"):
        assert read_lines(data).content() == read_lines(line()).content()


NAMES = [
    "Bo: all",
    "Bo (200.00) (host)",
    "Ana fouled",
    "Seat 1",
    "O'Neil",
    "x'); DROP TABLE hands;--",
    'a "quote" and \\ a stroke',
    "$1",
    "=cmd()",
    '{"ofc": 1}',
    "null",
    "\u202eright to left",
    "🂡🀄",
    "a\u2028b\u0085c",
    "N" * 1000,
    "",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_data(name: str) -> None:
    for text in (line(seats__1__player=name, table=name), raw_line(seats__1__player=name, table=name)):
        result = read_lines(hand(1) + text + hand(2))
        assert result.reasons == []
        assert result.rows("seats")[3]["player_name"] == name
        assert result.column("hands", "table_id")[1] == name
        assert result.column("claims", "is_foul") == [None] * 6
        assert result.column("claims", "points")[2:4] == [17, -17]


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"seats__0__stack": "1\u00a0430,50"}, "1\\u00a0430,50"),
        ({"point_value": "1,00"}, "1,00"),
        ({"seats__0__claims__net": "17,00"}, "17,00"),
    ],
)
def test_a_decimal_comma_is_a_clear_reject_never_another_amount(changes: dict[str, str], text: str) -> None:
    assert f'"{text}" is not an amount' in only_reason(line(**changes))


def test_cents_are_exact() -> None:
    result = read_lines(line(point_value="0.02", seats__0__claims__net="0.34", seats__1__claims__net="-0.34"))
    assert only(result, "hands")["point_value"] == Decimal("0.0200")
    assert result.column("claims", "net") == [Decimal("0.3400"), Decimal("-0.3400")]


def test_a_capped_hand_keeps_points_and_money_apart() -> None:
    text = line(seats__1__stack="10.00", seats__0__claims__net="10.00", seats__1__claims__net="-10.00")
    result = read_lines(text)
    assert result.column("claims", "points") == [17, -17]
    assert result.column("claims", "net") == [Decimal("10.0000"), Decimal("-10.0000")]


def test_a_fragment_is_a_damaged_hand_never_a_hand() -> None:
    text = line()
    fragment = read_lines(text[: text.index('"Qh", "Qd"') + 6])
    assert (fragment.ids, fragment.n_found) == ([], 1)
    assert fragment.reasons == ["character 337: the text ends within the object"]


def test_a_cancelled_hand_with_short_boards() -> None:
    boards = (board("Qh Qd 4c", "9s 9c", "Ah Kh"), board("Jc Td 3s", "7c 7d", "Ks Kc"))
    changes = {f"seats__{n}__streets": [each] for n, each in enumerate(boards)}
    claims = {f"seats__{n}__claims": {"points": 0, "net": "0.00"} for n in range(2)}
    result = read_lines(line(status="cancelled", **changes, **claims))
    assert only(result, "hands")["status"] == "cancelled"
    assert result.column("boards", "is_complete") == [False, False]
    assert result.column("boards", "streets")[0] == [255] * 13
    assert result.column("claims", "net") == [Decimal("0.0000")] * 2


def test_a_record_inside_another_harms_that_one_only() -> None:
    text = hand(1)
    at = text.index('"seats"')
    result = read_lines(text[:at] + hand(2) + text[at:] + hand(3))
    assert result.ids == ["2", "3"]
    assert [row["n_hands"] for row in result.rows("rejects")] == [1, 0]
    assert b"".join(row["raw"] for row in result.rows("rejects")).decode() == text[:at].rstrip() + text[at:].rstrip()


def test_a_file_of_bad_records_counts_all_its_hands() -> None:
    result = read_lines("".join(line(ofc=3, hand_id=str(n)) for n in range(53)))
    assert (result.ids, result.n_found, len(result.reasons)) == ([], 53, 53)
    assert set(result.reasons) == {"version 3 of ofc_jsonl is not known; the version read is 1"}


def test_hands_that_differ_in_id_or_table_have_keys_of_their_own() -> None:
    result = read_lines(line() + hand(7002) + line(table="Lotus 5") + line(site="other"))
    assert len(set(result.column("hands", "hand_key"))) == 4
    assert len(set(result.column("hands", "deal_key"))) == 1


def test_the_same_hand_twice_has_one_key() -> None:
    first, second = read_lines(line() + line()).column("hands", "hand_key")
    assert first == second
