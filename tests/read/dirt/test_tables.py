"""The dirty inputs in every form of a table: what a cell can carry is read alike in text, workbooks, databases and Parquet files."""

from decimal import Decimal
from pathlib import Path

import pytest

from read.dirt.hands import T0, T1, T2, Hand
from read.dirt.tables import (
    BY_COLUMN,
    TABLE_FORMS,
    WITH_OFF,
    Cells,
    TableForm,
    cells,
    changed,
    delimited,
    read_table,
    with_price,
)
from read.dirt.test_amounts import KEPT, ODD
from read.dirt.test_names import NAMES
from read.dirt.test_records import SEVEN_CARDS
from read.text_hands import Read

NO_ID = {'hand_id = "Hand"\n': "", "[hands]": '[hands]\nhas_id = false\nsame = ["table_id", "ended_at"]'}
OF_ANY_CLUB = changed(
    WITH_OFF, {'site = "pokerbet"\n': "", "[constants]": 'site = "Site"\nclub_id = "Club"\n[constants]'}
)
WHERE = (
    (T0, "pokerbet", "1"),
    (T0.but(table="Lotus 5"), "pokerbet", "1"),
    (T0, "tonybet", "1"),
    (T0, "pokerbet", "2"),
    (T1, "pokerbet", "1"),
)
"""One id at another table, another site and another club, and the same cards under another id."""


def of_any_club(prefix: str) -> Cells:
    """A table of these hands, with columns for the site and the club."""
    rows = cells(*(hand.but(table=f"{prefix} {hand.table}") for hand, _, _ in WHERE))
    return [[*rows[0], "Site", "Club"], *([*row, *WHERE[at // 2][1:]] for at, row in enumerate(rows[1:]))]


@pytest.fixture(params=list(TABLE_FORMS))
def form(request: pytest.FixtureRequest) -> TableForm:
    """A form of table."""
    return TABLE_FORMS[request.param]


def of_cells(form: TableForm, rows: Cells, folder: Path, text: str = WITH_OFF) -> Read:
    return read_table(form.pack(rows), folder, text)


@pytest.mark.parametrize("mark", ["\ufeff", "\x10", "\ufeff\x10 "])
def test_marks_and_control_characters_before_the_first_heading_change_nothing(
    form: TableForm, tmp_path: Path, mark: str
) -> None:
    plain = cells(T0, T1)
    marked = [[mark + plain[0][0], *plain[0][1:]], *plain[1:]]
    result = of_cells(form, marked, tmp_path)
    assert (result.reasons, result.ids) == ([], ["7001", "7002"])
    assert result.content() == of_cells(form, plain, tmp_path).content()


def test_control_characters_in_an_id_and_in_a_cell_that_nobody_knows(form: TableForm, tmp_path: Path) -> None:
    plain = cells(T0, T1)
    marked = [["\x10" + row[0] if at == 1 else row[0], *row[1:]] for at, row in enumerate(plain)]
    assert of_cells(form, marked, tmp_path).content() == of_cells(form, plain, tmp_path).content()
    chat = [[*row, "Chat" if not at else "a\x00b"] for at, row in enumerate(plain)]
    result = of_cells(form, chat, tmp_path)
    assert (result.ids, result.reasons) == (["7001", "7002"], [])
    assert all('"Chat"' in kept for kept in result.column("hands", "unknown_keys"))


def test_rows_without_cells_between_hands_change_nothing(form: TableForm, tmp_path: Path) -> None:
    plain = cells(T0, T1, T2)
    result = of_cells(form, [*plain[:3], [], *plain[3:5], [], [], *plain[5:], []], tmp_path)
    assert (result.reasons, result.ids) == ([], ["7001", "7002", "7003"])
    assert result.content() == of_cells(form, plain, tmp_path).content()
    # In a sheet and in text such a row counts; places are those that somebody sees who opens the file.
    assert result.column("hands", "first_line") == [2, 5, 9]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_line_ends_and_encodings_of_tabbed_text_change_nothing(tmp_path: Path, ending: str, encoding: str) -> None:
    named = T0.but(1, name="Đông 🂡")
    text = delimited(cells(named, T1), "\t").decode()
    result = read_table(text.replace("\n", ending).encode(encoding), tmp_path)
    assert result.content() == read_table(text.encode(), tmp_path).content()
    assert result.column("seats", "player_name")[1] == "Đông 🂡"


def test_names_are_kept_whole(form: TableForm, tmp_path: Path) -> None:
    hands = [T0.but(number=n, table=name).but(1, name=name) for n, name in enumerate(NAMES.values(), 1)]
    result = read_table(form.file(*hands), tmp_path)
    assert result.reasons == []
    assert result.column("seats", "player_name")[1::2] == list(NAMES.values())
    assert result.column("hands", "table_id") == list(NAMES.values())
    assert not any(result.column("claims", "is_foul"))
    assert result.column("claims", "points") == [17, -17] * len(NAMES)


@pytest.mark.parametrize("what", ["net", "stack", "price"])
def test_an_amount_that_is_none_costs_its_hand(form: TableForm, tmp_path: Path, what: str) -> None:
    odd = [text for text in ODD if ("table", text) not in KEPT]
    good = [T0.but(number=2 * n) for n in range(1, len(odd) + 1)]
    hands: list[Hand] = []
    for text, hand in zip(odd, good, strict=True):
        spoilt = hand.but(number=hand.number - 1)
        hands += [spoilt if what == "price" else spoilt.but(0, **{what: text}), hand]
    prices = [price for text in odd for price in (text if what == "price" else "1.00", "1.00")]
    result = of_cells(form, with_price(cells(*hands), prices), tmp_path, BY_COLUMN)
    assert result.ids == [str(hand.number) for hand in good]
    assert (result.n_found, len(result.reasons)) == (len(hands), len(odd))


def test_cents_and_a_capped_hand_are_exact(form: TableForm, tmp_path: Path) -> None:
    cents = T0.but(0, net="0.34").but(1, net="-0.34")
    capped = T1.but(1, stack="10.00", net="-10.00").but(0, net="10.00")
    result = of_cells(form, with_price(cells(cents, capped), ["0.02", "1.00"]), tmp_path, BY_COLUMN)
    assert result.column("hands", "point_value") == [Decimal("0.0200"), Decimal("1.0000")]
    assert result.column("claims", "net") == [Decimal(one) for one in ("0.34", "-0.34", "10.00", "-10.00")]
    assert result.column("claims", "points") == [17, -17] * 2


def test_an_amount_with_a_decimal_comma_is_read_where_the_mapping_says_so(form: TableForm, tmp_path: Path) -> None:
    hand = T0.but(0, stack="1\u00a0430,50", net="+17,00").but(1, stack="200,00", net="-17,00")
    text = changed(WITH_OFF, {"[times]": '[numbers]\ndecimal = ","\nthousands = ["\u00a0"]\n[times]'})
    result = read_table(form.file(hand), tmp_path, text)
    assert result.column("seats", "stack") == [Decimal("1430.5000"), Decimal("200.0000")]
    assert result.column("claims", "net") == [Decimal(17), Decimal(-17)]


def test_an_hour_that_occurs_twice_keeps_both_hands(form: TableForm, tmp_path: Path) -> None:
    autumn = (T0.but(time="2024-11-03 01:30:00"), T1.but(time="2024-11-03 01:10:00"))
    result = read_table(form.file(*autumn), tmp_path, changed(WITH_OFF, {'"UTC"': '"America/New_York"'}))
    assert [one.strftime("%H:%M") for one in result.column("hands", "ended_at")] == ["05:30", "06:10"]
    assert all("occurs twice" in kept for kept in result.column("hands", "unknown_keys"))


def test_a_cancelled_hand_is_kept_with_its_few_cards(form: TableForm, tmp_path: Path) -> None:
    result = read_table(form.file(SEVEN_CARDS, T1), tmp_path)
    assert result.reasons == []
    assert result.column("hands", "status") == ["cancelled", "complete"]
    assert result.column("boards", "is_complete") == [False, False, True, True]


def test_a_hand_that_lacks_a_player_or_stands_within_another_harms_none(form: TableForm, tmp_path: Path) -> None:
    plain = cells(T0, T1, T2)
    within = of_cells(form, [*plain[:2], *plain[3:5], plain[2], *plain[5:]], tmp_path)
    assert (within.ids, within.n_found, len(within.reasons)) == (["7002", "7003"], 3, 1)
    # Headings again, where two exports were joined, are no hand; a row without its player is none that is whole.
    again = of_cells(form, [*plain[:3], plain[0], *plain[3:]], tmp_path)
    assert (again.ids, again.reasons) == (["7001", "7002", "7003"], [])
    alone = of_cells(form, [*plain[:4], *plain[5:]], tmp_path)
    assert ("7001" in alone.ids, "7003" in alone.ids, alone.n_found) == (True, True, 3)
    assert "7002" not in [
        hand for hand, status in zip(alone.ids, alone.column("hands", "status"), strict=True) if status == "complete"
    ]


def test_a_heading_spelt_otherwise_is_told_with_those_there_are(form: TableForm, tmp_path: Path) -> None:
    plain = cells(T0, T1, T2)
    result = of_cells(form, [[one.lower() for one in plain[0]], *plain[1:]], tmp_path)
    assert result.ids == []
    (reason,) = result.reasons
    assert reason.startswith(f'{tmp_path / "m.toml"}: columns.hand_id: the table has no column "Hand"; it has "hand", ')


def test_a_table_of_which_nothing_tells_the_columns_says_what_does(tmp_path: Path) -> None:
    result = read_table(delimited(cells(T0), "\t")[:100], tmp_path)
    (reason,) = result.reasons
    assert reason.endswith('\tOff": is that one column? file.delimiter says what stands between cells')


def test_a_table_of_spoilt_hands_counts_them_all_and_the_mended_one_is_read(form: TableForm, tmp_path: Path) -> None:
    hands = [T0.but(number=n) for n in range(1, 54)]
    spoilt = [hand.but(0, board=hand.seats[0].board.replace("Qh Qd", "Qx Qd")) for hand in hands]
    result = read_table(form.file(*spoilt), tmp_path)
    assert (result.ids, result.n_found, len(result.reasons)) == ([], 53, 53)
    mended = read_table(form.file(*hands), tmp_path)
    assert (len(mended.ids), mended.reasons) == (53, [])


def test_a_hand_without_an_id_is_the_same_under_any_name(form: TableForm, tmp_path: Path) -> None:
    text = changed(WITH_OFF, NO_ID).replace("[times]", '[file]\nignored = ["Hand"]\n[times]')
    first, renamed = (read_table(form.file(T0, T1), tmp_path, text, name) for name in ("one", "other"))
    assert first.column("hands", "hand_key") == renamed.column("hands", "hand_key")
    assert len(set(first.column("hands", "hand_key"))) == 2


def test_one_id_at_other_tables_sites_and_clubs_is_as_many_hands(form: TableForm, tmp_path: Path) -> None:
    result = of_cells(form, of_any_club("41"), tmp_path, OF_ANY_CLUB)
    assert (result.reasons, result.ids) == ([], [str(hand.number) for hand, _, _ in WHERE])
    assert len(set(result.column("hands", "hand_key"))) == len(WHERE)


def test_a_table_that_is_cut_short_is_told_and_nothing_of_it_is_taken_for_whole(
    form: TableForm, tmp_path: Path
) -> None:
    content = form.file(T0, T1, T2)
    assert read_table(content, tmp_path).ids == ["7001", "7002", "7003"]
    for share in (0.2, 0.5, 0.8):
        result = read_table(content[: int(len(content) * share)], tmp_path)
        assert len(result.reasons) >= 1
        # Of text the rows before the cut are there.
        assert set(result.ids) <= ({"7001", "7002"} if form.is_text else set())
