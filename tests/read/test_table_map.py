"""Proposed mappings: those of clean tables work as they are, what is unsure says so, and nothing that cannot be told is made up."""

import re
from pathlib import Path

import pytest

from ofc_audit.read.source import source_of_bytes
from ofc_audit.read.table_fields import FIELDS
from ofc_audit.read.table_headings import MEANINGS, meaning
from ofc_audit.read.table_propose import WIDTH, is_complete, propose
from ofc_audit.read.table_text import TableError
from read.table_files import HEADINGS, T0, T1, csv, mapped, read_table
from read.test_table_forms import COLUMNS, hands_database, hands_workbook, parquet

NORWEGIAN = "Hånd;Bord;Dato;Spiller;FL;Stapel;Topp;Midten;Bunn;Poeng;Netto"
GERMAN = "Spiel;Tisch;Datum;Spieler;Fantasyland;Chips;Vorne;Mitte;Hinten;Punkte;Gewinn"
RUSSIAN = "Раздача;Стол;Дата;Игрок;FL;Стек;Верх;Середина;Низ;Очки;Выигрыш"


def proposal(content: bytes, name: str = "lotus.csv") -> str:
    """The proposal, its long comments on one line again."""
    text = propose(source_of_bytes(name, content), rules=("pokerbet",))
    assert max(map(len, text.splitlines())) <= WIDTH, text
    return re.sub(r"\n#    +", " ", text)


def works(tmp_path: Path, content: bytes, text: str) -> list[str]:
    assert is_complete(text), text
    path = tmp_path / "proposed.toml"
    path.write_text(text, "utf-8")
    read = read_table(content, str(path))
    assert read.rejects == []
    return read.ids


@pytest.mark.parametrize("headings", [HEADINGS.replace(",", ";"), NORWEGIAN, GERMAN, RUSSIAN])
def test_the_proposal_for_a_clean_table_works_as_it_is(tmp_path: Path, headings: str) -> None:
    content = csv(*(row.replace(",", ";") for row in (*T0, *T1)), headings=headings)
    assert works(tmp_path, content, proposal(content)) == ["7001", "7002"]


def test_every_form_has_a_proposal_that_works(tmp_path: Path) -> None:
    import pyarrow as pa

    for content in (
        parquet({name: pa.array(values) for name, values in COLUMNS.items()}),
        hands_database(tmp_path),
        hands_workbook(),
    ):
        assert works(tmp_path, content, proposal(content)) == ["7001", "7002"]


def test_a_written_mapping_and_the_proposed_one_read_the_same_boards(tmp_path: Path) -> None:
    content = csv(*T0, *T1)
    (tmp_path / "p.toml").write_text(proposal(content), "utf-8")
    ours, theirs = (read_table(content, path) for path in (mapped(tmp_path), str(tmp_path / "p.toml")))
    for table in ("seats", "boards", "claims"):
        for name in ("cards", "points", "net", "stack", "player_id", "is_fantasy"):
            if name in ours.tables[table].column_names:
                assert ours.column(table, name) == theirs.column(table, name)


@pytest.mark.parametrize(
    ("spell", "setting"),
    [
        (lambda cards: cards.replace("T", "10"), ""),
        (lambda cards: cards.replace(" ", ""), 'separator = ""'),
        (lambda cards: " ".join(card[::-1] for card in cards.split()), 'spelling = "suit_rank"'),
        (lambda cards: cards.translate(str.maketrans("cdhs", "♣♦♥♠")), ""),
        (lambda cards: " ".join(f"{card}1" for card in cards.split()), 'street = "suffix"'),
        (lambda cards: '"' + ", ".join(cards.split()) + '"', 'separator = ","'),
    ],
)
def test_spellings_of_cards_are_told(tmp_path: Path, spell, setting: str) -> None:  # type: ignore[no-untyped-def]
    def spelled(row: str) -> str:
        cells = row.split(",")
        return ",".join([*cells[:6], *map(spell, cells[6:9]), *cells[9:]])

    content = csv(*map(spelled, (*T0, *T1)))
    text = proposal(content)
    assert setting in text
    assert works(tmp_path, content, text) == ["7001", "7002"]
    (tmp_path / "p.toml").write_text(text, "utf-8")
    boards = read_table(content, str(tmp_path / "p.toml")).column("boards", "cards")
    assert boards == read_table(csv(*T0, *T1), mapped(tmp_path)).column("boards", "cards")


def test_fields_without_a_telling_heading_are_told_by_their_cells(tmp_path: Path) -> None:
    content = csv(*T0, *T1, headings="A,Table,Time,Player,FL,Stack,B,C,D,E,F")
    text = proposal(content)
    for line in ('hand_id = "A"', 'top = "B"', 'points = "E"', 'net = "F"'):
        assert f"{line}  # told by its cells alone" in text
    assert 'middle = "C"  # UNSURE: middle and bottom are told by their places alone' in text
    assert works(tmp_path, content, text) == ["7001", "7002"]


def test_what_cannot_be_told_is_left_out_and_said() -> None:
    headings = HEADINGS.replace("FL", "Mood")
    text = proposal(csv(*(row.replace(",0,", ",calm,") for row in (*T0, *T1)), headings=headings))
    assert is_complete(text)
    assert '# fantasy = "…"' in text
    assert 'ignored = ["Mood"]' in text
    assert re.search(r'^# point_value = "1.00"  .* 4 of 4 rows$', text, re.MULTILINE)
    assert '# rules_id = "…"' in text
    assert "one of pokerbet" in text


def test_a_proposal_that_lacks_what_every_mapping_needs_says_so_first() -> None:
    text = proposal(csv(*T0, *T1, headings=HEADINGS.replace("Player", "Pet")))
    assert text.startswith("# NOT COMPLETE: columns.player_id: is missing: the account")
    assert not is_complete(text)


def test_day_and_month_that_may_be_either_way_are_a_doubt() -> None:
    text = proposal(csv(*(row.replace("2024-03-05", "05/03/2024") for row in (*T0, *T1))))
    assert "UNSURE: day and month may be the other way round (%m/%d/%Y %H:%M:%S)" in text
    clear = proposal(csv(*(row.replace("2024-03-05", "25/03/2024") for row in (*T0, *T1))))
    assert 'format = "%d/%m/%Y %H:%M:%S"' in clear
    assert "other way round" not in clear


def test_numbers_with_commas_are_told_or_doubted(tmp_path: Path) -> None:
    rows = [row.replace(",", ";").replace("200.00", "1.200,50").replace("17.00", "17,00") for row in (*T0, *T1)]
    content = csv(*rows, headings=HEADINGS.replace(",", ";"))
    text = proposal(content)
    assert 'decimal = ","\nthousands = ["."]' in text
    works(tmp_path, content, text)


@pytest.mark.parametrize("content", [b"Dear diary,\n", b"a,b,c\n", b"", b"\n\n"])
def test_what_is_no_table_is_refused(content: bytes) -> None:
    with pytest.raises(TableError):
        proposal(content)


def test_a_file_that_can_be_brought_to_a_table_says_how() -> None:
    with pytest.raises(TableError, match=r"\Aold Office \(xls, doc\) file: save it as XLSX or CSV\Z"):
        proposal(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")


def test_every_word_for_a_heading_means_a_field_there_is() -> None:
    assert set(MEANINGS.values()) <= set(FIELDS)
    assert all(meaning(name) == name for name in FIELDS if name in ("hand_id", "top_streets", "is_hero"))
    assert meaning("Hand #") == "hand_id"
    assert meaning("Пустяк") is None


def money(headings: str, *rows: str) -> str:
    boards = ("Qh Qd 4c,9s 9c 5d 5h 2c,Ah Kh 8h 6h 3h", "Jc Td 3s,7c 7d 6s 4d 2h,Ks Kc 8d 8c As")
    cells = [f"{7001 + at // 2},{'Ana' if at % 2 == 0 else 'Bo'},{boards[at % 2]},{row}" for at, row in enumerate(rows)]
    return proposal(csv(*cells, headings=f"Hand,Player,Top,Middle,Bottom,{headings}"))


def test_what_was_paid_out_of_a_pot_is_no_net() -> None:
    text = money("Result,Payout", "6.5,16.50", "-6.5,3.50", "3.0,13.00", "-3.0,7.00", "0.0,10.00", "0.0,10.00")
    assert 'net = "Result"  # told by its cells alone' in text
    assert "'Payout': its heading means net, but it comes to nought or less in 0 of 2 hands only" in text
    raked = money("Points,Win", "13,12.35", "-13,-13.00", "6,5.70", "-6,-6.00", "0,0", "0,0")
    assert 'net = "Win"\n' in raked


def test_scores_that_do_not_come_to_nought_are_no_points() -> None:
    text = money("Score,Win", "40,6.50", "27,-6.50", "46,3.00", "21,-3.00", "46,0", "21,0")
    assert '# points = "…"' in text
    assert "its heading means points, but it comes to nought in 0 of 2 hands only" in text


def test_a_buy_in_is_not_what_a_point_is_worth() -> None:
    paid = ("13,6.50", "-13,-6.50", "6,3.00", "-6,-3.00")
    assert "but the net is so much for each point in 0 of 4 rows only" in money(
        "Points,Win,Stake", *(f"{row},10" for row in paid)
    )
    assert 'point_value = "Stake"\n' in money("Points,Win,Stake", *(f"{row},0.50" for row in paid))
    doubtful = r'^# UNSURE: it may be a buy-in.*\npoint_value = "Stake"$'
    assert re.search(doubtful, money("Win,Stake", "6.5,10", "-6.5,10", "1,10", "-1,10"), re.MULTILINE)
    doubtful = r'^# UNSURE: the net is so much for each point in 0 of 4 rows.*\npoint_value = "Point value"$'
    assert re.search(doubtful, money("Points,Win,Point value", *(f"{row},10" for row in paid)), re.MULTILINE)
    assert 'point_value = "Point value"\n' in money("Point value", "1", "1", "1", "1")


def test_a_bottom_row_of_three_cards_is_none() -> None:
    text = proposal(
        csv(*T0, *T1, headings=HEADINGS.replace("Front", "X").replace("Back", "Front").replace("X", "Back"))
    )
    assert "its heading means bottom, but its cells are of three cards, as a top row has" in text
    assert "\nbottom = " not in text


def test_the_number_of_a_hand_is_its_id_where_nothing_else_is(tmp_path: Path) -> None:
    content = csv(*T0, *T1, headings=HEADINGS.replace("Hand", "Hand No"))
    text = proposal(content)
    assert re.search(r'^# UNSURE: its heading means the number of the hand.*\nhand_id = "Hand No"$', text, re.MULTILINE)
    assert works(tmp_path, content, text) == ["7001", "7002"]
