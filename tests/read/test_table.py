"""Delimited tables read with a mapping: values come back exactly, damage stays in its hand, every byte is accounted for."""

import zipfile
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest

from ofc_audit.cards import EMPTY, cards_text
from ofc_audit.read import table_text
from ofc_audit.read.detect import detect
from ofc_audit.read.source import open_sources
from ofc_audit.read.table_place import mapping_path
from read.table_files import ANA, BO, HEADINGS, MAPPING, T0, T1, T2, csv, mapped, read_table

LINES = {"CRLF": "\r\n", "LF": "\n", "CR": "\r"}


def test_a_hand_comes_back_as_it_was_written(tmp_path: Path) -> None:
    read = read_table(csv(*T0), mapped(tmp_path))
    (hand,) = read.tables["hands"].to_pylist()
    assert (hand["site"], hand["hand_id"], hand["table_id"], hand["rules_id"]) == (
        "pokerbet",
        "7001",
        "Lotus 4",
        "pokerbet_progressive",
    )
    assert str(hand["ended_at"]) == "2024-03-05 21:15:09+00:00"
    assert (hand["first_line"], hand["last_line"], hand["status"]) == (2, 3, "complete")
    assert read.column("seats", "player_id") == ["Ana", "Bo"]
    assert read.column("seats", "acting_order") == [0, 1]
    assert read.column("seats", "stack") == [Decimal("200.0000")] * 2
    assert read.column("claims", "net") == [Decimal("17.0000"), Decimal("-17.0000")]
    assert read.column("claims", "points") == [17, -17]
    assert cards_text(read.column("boards", "cards")[0]) == ("Qh Qd 4c 9s 9c 5h 5d 2c Ah Kh 8h 6h 3h")
    assert set(read.column("boards", "streets")[0]) == {EMPTY}
    assert read.column("boards", "discards") == [None, None]
    assert read.rejects == []


@pytest.mark.parametrize("end", LINES.values(), ids=LINES)
@pytest.mark.parametrize("chunk_bytes", [1, 100, 1 << 24])
def test_line_ends_and_chunks_change_nothing(tmp_path: Path, end: str, chunk_bytes: int) -> None:
    whole = read_table(csv(*T0, "", *T1, *T2), mapped(tmp_path))
    read = read_table(csv(*T0, "", *T1, *T2, end=end), mapped(tmp_path), chunk_bytes)
    assert read.content() == whole.content()
    assert read.ids == ["7001", "7002", "7003"]
    assert read.column("hands", "first_line") == [2, 5, 7]
    assert read.n_lines == 8


@pytest.mark.parametrize("lead", ["\ufeff", "\x1a", "\0\0\ufeff"])
@pytest.mark.parametrize("name", ["Bo", 'B""o""', "B\r\no", 'B"o'], ids=["plain", "quotes", "line end", "stray quote"])
def test_what_stands_before_a_quoted_first_cell_is_no_part_of_it(tmp_path: Path, lead: str, name: str) -> None:
    rows = ['"' + row.replace(",", '","') + '"' for row in (HEADINGS, *T0, HEADINGS, *T1)]
    lines = [row.replace("Bo", name) for row in rows]
    plain = read_table("\r\n".join(lines).encode(), mapped(tmp_path))
    lines[0], lines[3] = lead + lines[0], lead + lines[3]
    marked = read_table("\r\n".join(lines).encode(), mapped(tmp_path))
    assert plain.column("hands", "hand_id") or name == 'B"o'
    assert marked.content() == plain.content()
    assert marked.reasons == plain.reasons


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1252"])
def test_marks_and_encodings_change_nothing(tmp_path: Path, encoding: str) -> None:
    text = csv(*T0).decode().replace("Bo", "Böé")
    read = read_table(text.encode(encoding), mapped(tmp_path))
    assert read.content() == read_table(text.encode(), mapped(tmp_path)).content()
    assert read.column("seats", "player_name") == ["Ana", "Böé"]


def test_a_declared_encoding_is_read_even_where_another_fits(tmp_path: Path) -> None:
    text = csv(*T0).decode().replace("Bo", "Дмитрий")
    path = mapped(tmp_path, {"[columns]": '[file]\nencoding = "windows-1251"\n[columns]'})
    assert read_table(text.encode("cp1251"), path).column("seats", "player_name") == ["Ana", "Дмитрий"]


def test_control_characters_and_glued_files_are_no_rows(tmp_path: Path) -> None:
    glued = (
        b"\x00"
        + csv(*T0)
        + b"\xef\xbb\xbf"
        + csv(*T1)
        + b"\x10"
        + T2[0].encode()
        + b"\n"
        + T2[1].encode()
        + b"\r\n\x1a"
    )
    read = read_table(glued, mapped(tmp_path))
    assert (read.ids, read.rejects) == (["7001", "7002", "7003"], [])


NAMES = [
    "Ana: all",
    "x'); DROP TABLE hands;--",
    "=cmd()",
    "Seat 1",
    "מרים\u200f",
    "a\nb",
    'the "Rock"',
    " Ana ",
    "🂡" * 300,
    "a,b",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_data(tmp_path: Path, name: str) -> None:
    quoted = '"' + name.replace('"', '""') + '"'
    read = read_table(csv(*(row.replace("Bo,", quoted + ",", 1) for row in (*T0, *T1))), mapped(tmp_path))
    assert read.ids == ["7001", "7002"]
    assert read.column("seats", "player_name")[1] == name


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("3h,", "3x,", "line 1: column `Back`: `3x` is no card"),
        ("17,17.00", "17,17.00,9", "line 1: 12 cells, where the headings are 11: "),
        ("17,17.00", "17", "line 1: 10 cells, where the headings are 11: "),
        ("17,17.00", "17,17.00001", "line 1: column `Net`: `17.00001` is no amount"),
        ("17,17.00", "17,1 430,", "line 1: column `Net`: `1 430` is no amount with at most four decimals"),
        ("17,17.00", "1.5,17.00", "line 1: column `Pts`: `1.5` is no whole number"),
        ("Ana,0", "Ana,maybe", "line 1: column `FL`: `maybe` is no number of cards"),
        ("Ana,0", "Bo,0", "line 2: the player has two rows in the hand"),
        ("Ana,0", ",0", "line 1: column `Player`: is empty"),
        ("21:15:09", "25:15:09", "line 1: column `Time`: `2024-03-05 25:15:09` is no time"),
        ("Ah Kh 8h", "Ah Kh 8h 8s", "bottom row holds 6 cards; 5 fit"),
        ("Ana,0", '"Ana,0', "line 1: a quoted cell is not closed: "),
        ("Lotus 4", "Lotus 5", "the hand has 1 row of players; it takes 2 to 15"),
    ],
)
def test_a_damaged_row_takes_its_hand_and_no_other(tmp_path: Path, old: str, new: str, reason: str) -> None:
    damaged = T1[0].replace("21:19", "21:15").replace(old, new)
    assert damaged != T1[0].replace("21:19", "21:15")
    other = T1[1].replace("21:19", "25:15" if "25" in new else "21:15")
    read = read_table(csv(*T0, damaged, other, *T2), mapped(tmp_path))
    assert read.ids == ["7001", "7003"]
    assert read.reasons[0].startswith(reason)
    assert sum(row["n_hands"] for row in read.rejects) == len(read.rejects) == (2 if "Lotus" in new else 1)


def test_bytes_that_are_no_utf8_take_their_hand(tmp_path: Path) -> None:
    content = csv(*T0, *T1, *T2).replace(
        b"7002,Lotus 4,2024-03-05 21:19:09,Ana", b"7002,Lotus 4,2024-03-05 21:19:09,\xff\x81\xc3\xa9"
    )
    read = read_table(content, mapped(tmp_path))
    assert read.ids == ["7001", "7003"]
    assert read.reasons[0].startswith("line 1: byte 34 is no UTF-8")


def test_a_row_that_may_be_of_two_hands_takes_both(tmp_path: Path) -> None:
    read = read_table(csv(*T0, "oops", *T1, *T2), mapped(tmp_path))
    assert read.ids == ["7003"]
    assert [row["n_hands"] for row in read.rejects] == [1, 1]
    assert "line 3: 1 cell, where the headings are 11: `oops`" in read.reasons[0]
    assert "the row before it may be one of its own" in read.reasons[1]


def test_the_second_hand_falls_to_a_damaged_row_across_chunks_too(tmp_path: Path) -> None:
    for chunk_bytes in (1, 150, 233, 305):
        read = read_table(csv(*T0, "oops", *T1, *T2), mapped(tmp_path), chunk_bytes)
        assert read.ids == ["7003"], chunk_bytes


def test_an_empty_cell_is_unknown_and_not_nought(tmp_path: Path) -> None:
    read = read_table(
        csv(*(row.replace("17,17.00", ",").replace("-17,-17.00", ",") for row in (T0[0],)), T0[1]), mapped(tmp_path)
    )
    assert read.column("claims", "net") == [None, Decimal("-17.0000")]
    assert read.column("claims", "points") == [None, -17]
    read = read_table(csv(T0[0].replace("Ana,0", "Ana,"), T0[1]), mapped(tmp_path))
    assert read.column("seats", "is_fantasy") == [None, False]


def test_rows_in_several_places_are_gathered_where_a_column_tells_the_order(tmp_path: Path) -> None:
    changes = {'order = "rows"\n[columns]': 'order = "acting_order"\n[columns]\nacting_order = "Turn"'}
    ordered = [f"{row},{turn}" for hand in (T0, T1, T2) for turn, row in enumerate(hand)]
    together = read_table(csv(*ordered, headings=HEADINGS + ",Turn"), mapped(tmp_path, changes))
    by_player = sorted(ordered, key=lambda row: row.split(",")[3:4])
    for chunk_bytes in (1, 300, 1 << 24):
        read = read_table(csv(*by_player, headings=HEADINGS + ",Turn"), mapped(tmp_path, changes), chunk_bytes)
        assert read.content() == together.content()


def test_rows_in_several_places_are_no_hand_where_their_order_is_the_acting_order(tmp_path: Path) -> None:
    read = read_table(csv(T0[0], *T1, T0[1]), mapped(tmp_path))
    assert read.ids == ["7002"]
    assert read.reasons[0].startswith("its rows stand in several places of the table")


def test_a_hand_told_twice_in_one_file_is_two_records(tmp_path: Path) -> None:
    for rows in ((*T0, *T1, *T0), (*T0, *T0, *T1), (*T1, *T0, *T0)):
        read = read_table(csv(*rows), mapped(tmp_path))
        assert sorted(read.ids) == ["7001", "7001", "7002"]
        assert len(set(read.column("hands", "hand_key"))) == 2
        assert read.rejects == []


def test_a_row_more_of_one_player_leaves_no_hand(tmp_path: Path) -> None:
    for rows in ((*T0, T0[0]), (T0[0], T0[0], T0[1]), (*T0, T0[0], *T1, T0[1])):
        read = read_table(csv(*rows), mapped(tmp_path))
        assert "7001" not in read.ids
        assert sum(row["n_hands"] for row in read.rejects) >= 1


def test_an_id_that_a_spreadsheet_rounded_is_no_id(tmp_path: Path) -> None:
    rounded = [row.replace("7001", "2.60301E+17") for row in T0]
    read = read_table(csv(*rounded, *T1), mapped(tmp_path))
    assert read.ids == ["7002"]
    assert read.reasons == [
        "column `Hand`: `2.60301E+17` is a number that a spreadsheet rounded: its last digits are lost"
    ]


def test_the_same_id_at_another_table_is_another_hand(tmp_path: Path) -> None:
    read = read_table(csv(*T0, *(row.replace("Lotus 4", "Lotus 5") for row in T0)), mapped(tmp_path))
    assert read.ids == ["7001", "7001"]
    assert read.rejects == []


def test_a_table_without_a_mapping_says_what_to_do(tmp_path: Path) -> None:
    from ofc_audit.read.reader import read_source
    from ofc_audit.read.source import source_of_bytes

    path = tmp_path / "t.csv"
    (batch,) = read_source(source_of_bytes(str(path), csv(*T0)))
    (reject,) = batch.rejects.to_pylist()
    assert "`ofc map FILE` proposes a mapping; put it beside the file as t.csv.mapping.toml" in reject["reason"]
    Path(mapped(tmp_path)).rename(tmp_path / "t.csv.mapping.toml")
    assert sum(one.hands.num_rows for one in read_source(source_of_bytes(str(path), csv(*T0)))) == 1
    (tmp_path / "t.csv.mapping.toml").rename(tmp_path / "mapping.toml")
    assert sum(one.hands.num_rows for one in read_source(source_of_bytes(str(path), csv(*T0)))) == 1
    (batch,) = read_source(source_of_bytes("mapping.toml", (tmp_path / "mapping.toml").read_bytes()))
    assert (batch.rejects.num_rows, batch.blank_bytes) == (0, batch.n_bytes)


def test_what_looks_like_a_table() -> None:
    assert detect(csv(*T0)) == "table"
    assert detect(csv(*T0).replace(b",", b"\t")) == "table"
    assert detect(b"Dear diary,\ntoday, I played,\nand lost\n") is None
    assert detect(b"a,b\n1,2\n") is None


def test_a_column_that_no_key_names_is_kept_as_unknown_and_one_ignored_is_not(tmp_path: Path) -> None:
    rows = [f"{row},{extra}" for row, extra in zip(T0, ("gold", ""), strict=True)]
    read = read_table(csv(*rows, headings=HEADINGS + ",VIP"), mapped(tmp_path))
    assert read.column("hands", "unknown_keys") == ['{"VIP": ["gold"]}']
    path = mapped(tmp_path, {"[columns]": '[file]\nignored = ["VIP"]\n[columns]'})
    assert read_table(csv(*rows, headings=HEADINGS + ",VIP"), path).column("hands", "unknown_keys") == [None]


def test_a_line_of_ten_megabytes_is_one_name(tmp_path: Path) -> None:
    long = "x" * 10_000_000
    read = read_table(csv(*T0, *(row.replace("Bo", long) for row in T1), *T2), mapped(tmp_path), 1 << 20)
    assert read.ids == ["7001", "7002", "7003"]
    assert len(read.column("seats", "player_name")[3]) == len(long)


def test_a_quote_that_is_never_closed_costs_its_hand_and_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ofc_audit.read.table_rows.LONGEST_QUOTED", 2_000)
    hands = [[row.replace("7001", str(8000 + at)) for row in T0] for at in range(60)]
    hands[5][0] = hands[5][0].replace("Ana", '"Ana')
    read = read_table(csv(*(row for hand in hands for row in hand)), mapped(tmp_path), 500)
    assert len(read.ids) == 59
    assert "8005" not in read.ids
    assert read.reasons[0].startswith("line 1: a quoted cell is not closed")


def test_a_quote_within_a_cell_is_a_character(tmp_path: Path) -> None:
    read = read_table(csv(*(row.replace("Bo", 'Bo "the Rock"') for row in (*T0, *T1))), mapped(tmp_path))
    assert read.column("seats", "player_name") == ["Ana", 'Bo "the Rock"'] * 2


def test_rows_that_tell_one_row_of_the_board_each(tmp_path: Path) -> None:
    changes = {
        'top = "Front"\nmiddle = "Middle"\nbottom = "Back"\n': 'row = "Row"\nrow_cards = "Cards"\n',
        "[constants]": '[rows]\ntop = ["front", "head"]\nmiddle = "mid"\nbottom = "back"\n[constants]',
    }
    headings = "Hand,Table,Time,Player,FL,Stack,Row,Cards,Pts,Net"
    rows = []
    for player in (ANA, BO):
        name, fantasy, stack, top, middle, bottom, points, net = player.split(",")
        for word, cards in (("Back", bottom), ("HEAD", top), ("Mid", middle)):
            rows.append(f"7001,Lotus 4,2024-03-05 21:15:09,{name},{fantasy},{stack},{word},{cards},{points},{net}")
    read = read_table(csv(*rows, headings=headings), mapped(tmp_path, changes))
    assert read.rejects == []
    assert read.content() == read_table(csv(*T0), mapped(tmp_path)).content()
    doubled = read_table(csv(*rows, rows[0], headings=headings), mapped(tmp_path, changes))
    assert doubled.reasons == ["line 7: a row of the player's board stands there twice"]
    strange = read_table(csv(*rows[:5], rows[5].replace("Mid", "side"), headings=headings), mapped(tmp_path, changes))
    assert strange.reasons[0].startswith("line 6: column `Row`: `side` is no row of the board")


@pytest.mark.parametrize("chunk_bytes", [1, 200, 1 << 24])
def test_cells_that_stand_for_the_one_above_are_filled_down(tmp_path: Path, chunk_bytes: int) -> None:
    bare = [T0[0], T0[1].replace("7001,Lotus 4,2024-03-05 21:15:09", ",,"), *(row.replace("Lotus 4", "") for row in T1)]
    path = mapped(tmp_path, {"[columns]": '[file]\nfill_down = ["hand_id", "table_id", "ended_at"]\n[columns]'})
    read = read_table(csv(*bare), path, chunk_bytes)
    assert read.content() == read_table(csv(*T0, *T1), mapped(tmp_path)).content()


def test_a_mapping_lies_beside_the_file_that_a_table_is_packed_in(tmp_path: Path) -> None:
    folder = tmp_path / "week!1"
    folder.mkdir()
    with zipfile.ZipFile(folder / "a!b.zip", "w") as archive:
        archive.writestr("t.csv", csv(*T0))
    (source,) = open_sources([str(folder / "a!b.zip")])
    assert mapping_path(source) is None
    (folder / "mapping.toml").write_text(MAPPING)
    assert mapping_path(source) == folder / "mapping.toml"
    (folder / "a!b.zip.mapping.toml").write_text(MAPPING)
    assert mapping_path(source) == folder / "a!b.zip.mapping.toml"
    (itself,) = open_sources([str(folder / "mapping.toml")])
    assert mapping_path(itself) is None


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
def test_a_delimiter_is_told_alike_in_short_texts_and_long_ones(mark: str) -> None:
    rng = Random(mark)
    pieces = [mark, mark, mark, "a", "Qh", " ", "\n", "\r\n", "\r", "\ufeff", "\x1a", "\x85", ","]
    for n in range(300):
        text = "".join(rng.choices(pieces, k=rng.randrange(60))).encode()
        cells = [table_text._cells_of_rows(text, ord(mark))]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(table_text, "SHORT", -1)
            cells.append(table_text._cells_of_rows(text, ord(mark)))
        assert cells[0] == cells[1], (n, text)
