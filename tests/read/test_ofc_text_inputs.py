"""Inputs that have broken other readers of histories, as small OFC hands: the right value, or a clear reject."""

import datetime
from decimal import Decimal

import pytest

from read.text_hands import T0, only, read

UTC = datetime.UTC
T1 = T0.replace("7001", "7002")


def test_a_byte_order_mark_changes_nothing() -> None:
    marked = read(b"\xef\xbb\xbf" + T0.encode())
    assert marked.content() == read(T0).content()
    assert only(marked, "hands")["first_byte"] == 3
    assert only(marked, "hands")["ended_at"] == datetime.datetime(2024, 3, 5, 21, 15, 9, tzinfo=UTC)


def test_a_byte_order_mark_in_the_middle_changes_nothing() -> None:
    result = read(T0.encode() + b"\xef\xbb\xbf" + T1.encode())
    assert result.ids == ["7001", "7002"]
    assert result.content() == read(T0 + T1).content()
    assert sum(batch.blank_bytes for batch in result.batches) == 3


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-16-le"])
def test_utf16_by_its_mark(encoding: str) -> None:
    text = T0.replace("Bo", "Đông 🂡")
    mark = {"utf-16": "", "utf-16-be": "\ufeff", "utf-16-le": "\ufeff"}[encoding]
    assert read((mark + text).encode(encoding)).content() == read(text).content()


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("between", ["", "\n", "\n\n \n"])
def test_line_ends_and_blank_lines_between_hands_do_not_matter(ending: str, between: str) -> None:
    result = read((T0 + between + T1).replace("\n", ending))
    assert result.content() == read(T0 + "\n" + T1).content()
    assert [row["first_line"] for row in result.rows("hands")] == [1, 14 + between.count("\n")]


def test_control_characters_before_a_header() -> None:
    for prefix in ("\x10", "\x00\x1a", "\n\x1a\n", "\t ", "\ufeff\x10\ufeff"):
        result = read(prefix + T0)
        assert result.content() == read(T0).content()
        assert only(result, "hands")["first_byte"] == len(prefix.encode())


def test_the_end_of_file_mark_of_dos() -> None:
    for data in (T0 + "\x1a", T0.removesuffix("\n") + "\x1a", T0.replace("\n", "\r\n") + "\x1a\r\n"):
        assert read(data).content() == read(T0).content()


def test_nul_in_a_note_passes_and_elsewhere_is_reported() -> None:
    assert read(T0.replace("*** RESULT", "# chat \x00\n*** RESULT")).content() == read(T0).content()
    result = read(T0.replace("*** RESULT", "chat \x00\n*** RESULT"))
    assert result.reasons == ["line 10: no such line is defined: `chat \\x00`"]


def test_a_colon_in_a_name() -> None:
    text = T0.replace("Seat 2: Bo (", "Seat 2: Bo: all (")
    result = read(text.replace("*** RESULT", "# Bo: all leaves the table\n*** RESULT"))
    assert result.column("seats", "player_name") == ["Ana", "Bo: all"]
    assert result.column("claims", "points") == [17, -17]
    assert read(text.replace("*** RESULT", "Bo: all leaves the table\n*** RESULT")).reasons == [
        "line 10: no such line is defined: `Bo: all leaves the table`"
    ]


def test_parentheses_in_a_name() -> None:
    row = read(T0.replace("Seat 2: Bo (", "Seat 2: Bo (200.00) (host) (")).rows("seats")[1]
    assert (row["player_name"], row["stack"]) == ("Bo (200.00) (host)", Decimal("200.0000"))


def test_a_keyword_inside_a_name() -> None:
    result = read(T0.replace("Seat 1: Ana", "Seat 1: Ana fouled").replace("Seat 2: Bo", "Seat 2: Seat 1"))
    assert result.column("seats", "player_name") == ["Ana fouled", "Seat 1"]
    assert result.column("claims", "is_foul") == [None, None]
    assert result.column("claims", "points") == [17, -17]


@pytest.mark.parametrize("text", ["O'Neil", "x'); DROP TABLE hands;--"])
def test_apostrophes_are_data(text: str) -> None:
    result = read(T0.replace("Bo", text).replace("Lotus 4", text))
    assert result.rows("seats")[1]["player_name"] == text
    assert only(result, "hands")["table_id"] == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ana (200.00)", "Ana (1\u00a0430,50)"),
        ("1.00 USD per point", "1,00 EUR per point"),
        ("net +17.00", "net +17,00"),
    ],
)
def test_a_decimal_comma_is_a_clear_reject_never_another_amount(old: str, new: str) -> None:
    result = read(T0.replace(old, new))
    assert result.ids == []
    assert new.split("\u00a0")[0] in result.reasons[0]


def test_cents_are_exact() -> None:
    text = T0.replace("1.00 USD", "0.02 USD").replace("+17.00", "+0.34").replace("-17.00", "-0.34")
    result = read(text)
    assert only(result, "hands")["point_value"] == Decimal("0.0200")
    assert result.column("claims", "net") == [Decimal("0.3400"), Decimal("-0.3400")]


def test_a_capped_hand_keeps_points_and_money_apart() -> None:
    text = T0.replace("Bo (200.00)", "Bo (10.00)").replace("+17.00", "+10.00").replace("-17.00", "-10.00")
    result = read(text.replace("*** END", "# Excess 7.00 not collectable\n*** END"))
    assert result.column("claims", "points") == [17, -17]
    assert result.column("claims", "net") == [Decimal("10.0000"), Decimal("-10.0000")]
    assert len(read(text.replace("*** END", "Excess 7.00 not collectable\n*** END")).reasons) == 1


def test_a_fragment_is_incomplete_never_a_hand() -> None:
    fragment = read(T0[: T0.index("Seat 1: top") + len("Seat 1: top [Qh Qd")])
    assert (fragment.ids, fragment.n_found) == ([], 1)
    assert fragment.reasons == ["line 8: the hand stops here without `*** END ***`: `Seat 1: top [Qh Qd`"]


def test_a_cancelled_hand_with_short_boards() -> None:
    text = T0.replace(" middle [9s 9c 5d 5h 2c] bottom [Ah Kh 8h 6h 3h]", " middle [9s 9c] bottom [Ah Kh]")
    text = text.replace(" middle [7c 7d 6s 4d 2h] bottom [Ks Kc 8d 8c As]", " middle [7c 7d] bottom [Ks Kc]")
    text = text.replace("points +17, net +17.00", "points 0, net 0.00").replace(
        "points -17, net -17.00", "points 0, net 0.00"
    )
    result = read(text.replace("*** END", "Hand cancelled\n*** END"))
    assert only(result, "hands")["status"] == "cancelled"
    assert result.column("boards", "is_complete") == [False, False]
    assert result.column("claims", "net") == [Decimal("0.0000")] * 2


def test_results_before_the_header_are_two_fragments() -> None:
    at = T0.index("*** RESULT")
    results = T0[at : T0.index("*** END")]
    torn = results + T0.replace(results, "")
    for chunk_bytes in (1, 1 << 20):
        result = read(torn + T1, chunk_bytes)
        assert result.ids == ["7002"]
        assert [row["n_hands"] for row in result.rows("rejects")] == [0, 1]
        assert (
            result.reasons[1]
            == "the hand has no RESULT section, and one stands before its header: sections out of order"
        )


def test_a_header_in_the_middle_of_a_hand_ends_it() -> None:
    at = T0.index("Seat 2: top")
    result = read(T0[:at] + T1 + T0[at:])
    assert result.ids == ["7002"]
    assert [row["n_hands"] for row in result.rows("rejects")] == [1, 1]
    assert b"".join(row["raw"] for row in result.rows("rejects")).decode() == T0


def test_a_header_spelt_otherwise_is_found_and_reported() -> None:
    second = T1.replace("OFC Hand #7002", "ofc hand#7002")
    result = read(T0 + second + T0.replace("7001", "7003"))
    assert (result.ids, result.n_found) == (["7001", "7003"], 3)
    assert only(result, "rejects")["raw"].decode() == second


def test_a_file_of_bad_headers_counts_all_its_hands() -> None:
    result = read("".join(T0.replace("OFC Hand #7001", f"OFC Hand {n}") + "\n" for n in range(53)))
    assert (result.ids, result.n_found, len(result.reasons)) == ([], 53, 53)


def test_hands_that_differ_in_id_or_table_have_keys_of_their_own() -> None:
    texts = [T0, T1, T0.replace("Lotus 4", "Lotus 5"), T0.replace("site pokerbet", "site other")]
    keys = [row["hand_key"] for row in read("".join(texts)).rows("hands")]
    assert len(set(keys)) == 4
    assert len(set(read("".join(texts)).column("hands", "deal_key"))) == 1


def test_the_same_hand_twice_has_one_key() -> None:
    first, second = read(T0 + T0).column("hands", "hand_key")
    assert first == second
