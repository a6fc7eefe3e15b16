"""The dirty inputs as the dealer's lines, which tell names, points and what is paid, and nothing of cards, stacks, tables or times."""

from decimal import Decimal

import pytest

from read.dirt.test_names import NAMES
from read.swc_records import finished
from read.text_hands import Read, read

START, END = "New game started (2 hands)\n", "Game complete, 1 hands played\n"
TOTAL = "TOTAL - Ana: +17, Bo: -17\n"
GAME = START + finished(1, Ana=17, Bo=-17) + TOTAL + "Ana wins 17.00\n" + END
OTHER = GAME.replace("17", "15")


def points(result: Read) -> list[int]:
    """The points that are told, seat by seat."""
    return result.column("claims", "points")


def test_names_are_kept_whole_also_where_they_look_like_another_format() -> None:
    for name in NAMES.values():
        text = START + f"Hand #1 finished - {name}: +17, Ana: -17\n{name} wins 17.00\n" + END
        result = read(text)
        net = dict(zip(result.column("seats", "player_name"), result.column("claims", "net"), strict=True))
        assert (result.reasons, net) == ([], {name: Decimal(17), "Ana": None}), name


@pytest.mark.parametrize("name", ["Đông", "Zoë"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_encodings_change_nothing(name: str, encoding: str) -> None:
    result = read(GAME.replace("Bo", name).encode(encoding))
    assert result.column("seats", "player_name") == ["Ana", name]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("between", ["", "\n", "\n\n \n", "\x10", "\x00\x1a", "\ufeff"])
def test_games_with_and_without_something_between_them_are_the_same(ending: str, between: str) -> None:
    plain = read(GAME + OTHER)
    result = read((GAME + between + OTHER + "\x1a").replace("\n", ending))
    assert (result.reasons, points(result)) == ([], [17, -17, 15, -15])
    assert result.content() == plain.content()


def test_a_line_that_nobody_knows_is_told_and_harms_no_hand() -> None:
    result = read(GAME.replace("Ana wins", "# chat \x01!\nAna wins") + OTHER)
    assert points(result) == [17, -17, 15, -15]
    # What is behind it is put to no hand: the line may have been one.
    assert result.column("claims", "net")[0] is None
    assert result.reasons == [
        "neither a record nor a line of the dealer: `# chat \\x01!`",
        "a line about win has no finished hand before it",
        "a line about end has no finished hand before it",
    ]


@pytest.mark.parametrize("amount", ["17,00", "1\u00a0430,50", "1 430.50", "1,430.50", "1e3", "0x10", "", "17.00001"])
def test_an_amount_that_is_none_is_told_and_none_is_taken_for_it(amount: str) -> None:
    result = read(GAME.replace("17.00", amount))
    assert points(result) == [17, -17]
    assert result.column("claims", "net") == [None, None]
    assert result.reasons[0].startswith("neither a record nor a line of the dealer: `Ana wins")


@pytest.mark.parametrize("amount", ["0.34", "0.0001", "99999999999999.9999"])
def test_amounts_are_exact(amount: str) -> None:
    assert read(GAME.replace("17.00", amount)).column("claims", "net") == [Decimal(amount), None]


def test_a_line_cut_short_is_no_hand_and_the_whole_log_tells_it() -> None:
    text = finished(1, Ana=15, Bo=-15)
    # The last digit gone leaves a whole line with other points: see what the total says of it.
    for cut in range(len("Hand"), len(text) - 2):
        result = read(GAME + text[:cut])
        assert points(result) == [17, -17], text[:cut]
        assert len(result.reasons) == 1, text[:cut]
    assert points(read(GAME + text)) == [17, -17, 15, -15]


def test_money_before_a_hand_and_a_second_hand_before_the_first_are_not_put_in_order() -> None:
    result = read("Ana wins 5.00\n" + finished(2, Ana=2, Bo=-2) + finished(1, Ana=1, Bo=-1) + OTHER)
    assert result.reasons == ["a line about win has no finished hand before it"]
    assert points(result) == [2, -2, 1, -1, 15, -15]
    assert result.column("claims", "net") == [None] * 4 + [Decimal("15.00"), None]
    assert len(set(result.column("hands", "match_id"))) == 3


def test_a_line_spelt_otherwise_is_told() -> None:
    result = read(
        finished(1, Ana=1, Bo=-1) + finished(2, Ana=2, Bo=-2).replace("Hand #", "hand#") + finished(3, Ana=3, Bo=-3)
    )
    assert points(result) == [1, -1, 3, -3]
    assert [row["reason"] for row in result.rows("rejects")] == [
        "neither a record nor a line of the dealer: `hand#2 finished - Ana: +2, Bo: -2`"
    ]


def test_a_log_of_spoilt_lines_counts_them_all_and_the_mended_one_is_read() -> None:
    right = "".join(finished(number, Ana=number, Bo=-number) for number in range(1, 54))
    spoilt = read(right.replace("Ana: +", "Ana: x"))
    assert (spoilt.ids, spoilt.n_found) == ([], 53)
    assert (len(read(right).ids), read(right).reasons) == (53, [])
