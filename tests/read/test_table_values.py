"""What cells mean under a mapping: numbers with marks, times and zones, words, spellings of cards, hands without an id."""

from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest

from ofc_audit.money import NULL
from ofc_audit.read.table_cards import CardWords
from ofc_audit.read.table_mapping import CardShape, MappingError, NumberShape, Words, parse_mapping
from ofc_audit.read.table_times import in_utc, read_times, time_problem
from ofc_audit.read.table_values import amounts, counts, flags, whole_numbers
from read.table_files import HEADINGS, MAPPING, T0, T1, T2, csv, mapped, read_table

EUROPEAN = NumberShape(",", (".", " ", "\u00a0", "\u202f"))
ENGLISH = NumberShape(".", (",",))


@pytest.mark.parametrize(
    ("text", "shape", "want"),
    [
        ("1\u00a0430,50", EUROPEAN, 14_305_000),
        ("1 430,50", EUROPEAN, 14_305_000),
        ("1.430,50", EUROPEAN, 14_305_000),
        ("+17,00", EUROPEAN, 170_000),
        ("\u221217,00", EUROPEAN, -170_000),
        ("368,55", EUROPEAN, 3_685_500),
        ("1.43", EUROPEAN, None),
        ("1.430 500", EUROPEAN, None),
        ("1.430", EUROPEAN, 14_300_000),
        ("14.30.50", EUROPEAN, None),
        ("1,430.50", ENGLISH, 14_305_000),
        ("1,43", ENGLISH, None),
        ("1,43", NumberShape(), None),
        ("1 430.50", NumberShape(), None),
        ("$ 17.50", NumberShape(remove=("$",)), 175_000),
        ("17.5", NumberShape(), 175_000),
        ("0.34", NumberShape(), 3_400),
        ("17.123456", NumberShape(), None),
        ("17.10000000000000001", NumberShape(), 171_000),
        ("1e3", NumberShape(), 10_000_000),
        (".5", NumberShape(), 5_000),
        ("1e999999", NumberShape(), None),
        ("nan", NumberShape(), None),
        ("1_000", NumberShape(), None),
        ("١٧", NumberShape(), None),
        ("9" * 15, NumberShape(), None),
    ],
)
def test_an_amount_is_exact_or_refused(text: str, shape: NumberShape, want: int | None) -> None:
    values, bad = amounts(pa.array([text, None]), shape, is_signed=True)
    assert (None if bad[0] else int(values[0])) == want
    assert (values[1], bad[1]) == (NULL, False)


def test_stacks_are_never_below_nought() -> None:
    assert amounts(pa.array(["-1", "-0.00005", "1"]), NumberShape(), is_signed=False)[1].tolist() == [True, True, False]


def test_whole_numbers_words_and_counts() -> None:
    values, bad = whole_numbers(pa.array(["17", "-17.0", "+3", "1.5", "9" * 18, ""]), NumberShape(), -20, 20)
    assert values[:3].tolist() == [17, -17, 3]
    assert bad.tolist() == [False, False, False, True, True, True]
    said, bad = flags(pa.array(["Ja", "NEIN", "?", None]), Words(("ja",), ("nein",)))
    assert (said.tolist(), bad.tolist()) == ([1, 0, -1, -1], [False, False, True, False])
    number, bad = counts(pa.array(["0", "14", "yes", "no", "1", "53"]), NumberShape(), Words(), 52)
    assert (number[:2].tolist(), bad.tolist()) == ([0, 14], [False] * 5 + [True])
    assert number[2] == number[4] < 0 == number[3]


LAST, FIRST = "America/New_York", "2024-11-03 "


def ended(tmp_path: Path, *times: str, zone: str = LAST) -> tuple[list[str | None], list[str | None]]:
    """When each of some hands ended, in UTC, and what is kept of doubts."""
    hands = [
        [row.replace("7001", f"70{at:02}").replace("2024-03-05 21:15:09", time) for row in T0]
        for at, time in enumerate(times)
    ]
    read = read_table(csv(*(row for hand in hands for row in hand)), mapped(tmp_path, {"UTC": zone}))
    found = [None if one is None else one.strftime("%H:%M") for one in read.column("hands", "ended_at")]
    return found, read.column("hands", "unknown_keys")


def test_an_hour_that_occurs_twice_is_told_by_the_order_of_the_hands(tmp_path: Path) -> None:
    times, doubts = ended(tmp_path, FIRST + "01:30:00", FIRST + "01:10:00")
    assert times == ["05:30", "06:10"]
    assert doubts == [
        '{"ended_at": "2024-11-03 01:30:00 occurs twice in America/New_York; taken for the first, by the order of the hands"}',
        '{"ended_at": "2024-11-03 01:10:00 occurs twice in America/New_York; taken for the second, by the order of the hands"}',
    ]
    times, _ = ended(tmp_path, FIRST + "00:50:00", FIRST + "01:30:00", FIRST + "01:10:00", FIRST + "02:00:00")
    assert times == ["04:50", "05:30", "06:10", "07:00"]
    times, _ = ended(tmp_path, FIRST + "02:00:00", FIRST + "01:10:00", FIRST + "01:30:00", FIRST + "00:50:00")
    assert times == ["07:00", "06:10", "05:30", "04:50"]


def test_an_hour_that_nothing_tells_is_unknown(tmp_path: Path) -> None:
    times, doubts = ended(tmp_path, FIRST + "00:50:00", FIRST + "01:10:00", FIRST + "01:30:00", FIRST + "02:00:00")
    assert times == ["04:50", None, None, "07:00"]
    assert doubts[1] == '{"ended_at": "2024-11-03 01:10:00 occurs twice in America/New_York; not known which"}'
    times, _ = ended(tmp_path, FIRST + "02:00:00", FIRST + "01:30:00", FIRST + "01:10:00", FIRST + "05:00:00")
    assert times == ["07:00", None, None, "10:00"]


def test_an_hour_that_was_left_out_and_a_zone_that_is_missing_are_said(tmp_path: Path) -> None:
    read = read_table(
        csv(*(row.replace("2024-03-05 21:15:09", "2024-03-10 02:30:00") for row in T0), *T1),
        mapped(tmp_path, {"UTC": LAST}),
    )
    assert read.ids == ["7002"]
    assert "does not exist in America/New_York: clocks went forward" in read.reasons[0]
    read = read_table(csv(*T0), mapped(tmp_path, {'zone = "UTC"': ""}))
    assert 'names no zone, and neither does the mapping: say zone in [times], or "unknown"' in read.reasons[0]
    times, doubts = ended(tmp_path, "2024-03-05 21:15:09", zone="unknown")
    assert (times, doubts) == (["21:15"], ['{"ended_at": "2024-03-05 21:15:09: the zone is unknown, taken for UTC"}'])
    times, doubts = ended(tmp_path, "2024-03-05T21:15:09+02:00", zone="unknown")
    assert (times, doubts) == (["19:15"], [None])


@pytest.mark.parametrize(
    ("form", "text", "want"),
    [
        ("iso", "2024-03-05", "2024-03-05T00:00:00.000000"),
        ("iso", "2024-03-05T21:15:09.1234567", "2024-03-05T21:15:09.123456"),
        ("%d.%m.%Y %H:%M", "5.3.2024 9:05", "2024-03-05T09:05:00.000000"),
        ("%m/%d/%Y %I:%M %p", "03/05/2024 12:05 a.m.", "2024-03-05T00:05:00.000000"),
        ("%d %b %y", "05 MAR 24", "2024-03-05T00:00:00.000000"),
        ("unix", "1709673309.5", "2024-03-05T21:15:09.500000"),
        ("unix_ms", "1709673309123", "2024-03-05T21:15:09.123000"),
        ("excel", "45356.885520833333", "2024-03-05T21:15:09.000000"),
        ("iso", "2024-02-30", None),
        ("%d.%m.%Y", "31.4.2024", None),
        ("%m/%d/%Y %I:%M %p", "03/05/2024 13:05 pm", None),
        ("unix", "9999999999999", None),
        ("excel", "9999999", None),
    ],
)
def test_forms_of_times(form: str, text: str, want: str | None) -> None:
    read = read_times(pa.array([text, None]), form)
    assert (None if read.bad[0] else str(read.local.astype("M8[us]")[0])) == want
    assert not read.bad[1]


def test_forms_that_are_none_are_named() -> None:
    assert [time_problem(form) for form in ("%d.%m", "%Q", "%Y-%m-%d %I", "%Y%Y-%m-%d")] == [
        "names no year, month and day",
        "%Q is not known",
        "needs %I and %p together",
        "names a part twice",
    ]
    assert in_utc(read_times(pa.array([None], pa.string()), "iso").local, "Europe/Oslo").utc.tolist() == [NULL]


@pytest.mark.parametrize(
    ("shape", "text", "want"),
    [
        (CardShape(), "Qh qD 10c", "Qh Qd Tc"),
        (CardShape(), "[Q♥, Q♦ T♣]".replace(",", ""), "Qh Qd Tc"),
        (CardShape(separator=","), "Qh,Qd, Tc", "Qh Qd Tc"),
        (CardShape(separator=""), "10hQdAs", "Th Qd As"),
        (CardShape(spelling="suit_rank"), "hQ d10", "Qh Td"),
        (CardShape(suits=("kr", "ka", "he", "pi")), "Qhe 9kr", "Qh 9c"),
        (CardShape(ranks=(*"23456789T", "V", "D", "R", "A")), "Dh Rc Vs", "Qh Kc Js"),
        (CardShape(spelling="numbers"), "0 51 42", "2c As Qh"),
        (CardShape(spelling="numbers", first_number=1), "1 52", "2c As"),
        (
            CardShape(spelling="numbers", major="suit", suits=tuple("shdc"), ranks=tuple("A23456789TJQK")),
            "0 13 51",
            "As Ah Kc",
        ),
        (CardShape(), "-", ""),
        (CardShape(), "Qx", None),
        (CardShape(), "Qh1", None),
        (CardShape(spelling="numbers"), "52", None),
        (CardShape(spelling="numbers", first_number=1), "0", None),
        (CardShape(), "Jk", None),
    ],
)
def test_spellings_of_cards(shape: CardShape, text: str, want: str | None) -> None:
    from ofc_audit.cards import cards_text

    cards = CardWords(shape).read(pa.array([text, None]))
    assert (None if cards.bad[0] else cards_text(cards.code)) == want
    assert cards.known.tolist() == [True, False]


def test_streets_are_read_from_a_suffix_or_a_column_of_their_own(tmp_path: Path) -> None:
    def with_streets(row: str) -> str:
        cells = row.split(",")
        return ",".join(
            [
                *cells[:6],
                *(" ".join(f"{card}{at}" for at, card in enumerate(cell.split())) for cell in cells[6:9]),
                *cells[9:],
            ]
        )

    path = mapped(tmp_path, {"[times]": '[cards]\nstreet = "suffix"\nfirst_street = 0\n[times]'})
    read = read_table(csv(*map(with_streets, T0)), path)
    assert read.column("boards", "streets")[1] == [1, 2, 3, 1, 2, 3, 4, 5, 1, 2, 3, 4, 5]
    path = mapped(tmp_path, {"points =": 'top_streets = "When"\npoints ='})
    read = read_table(
        csv(*(f"{row},{when}" for row, when in zip(T0, ("1 1 2", "3"), strict=True)), headings=HEADINGS + ",When"), path
    )
    assert read.reasons == ["line 2: column `When`: 1 streets for 3 cards"]
    read = read_table(csv(*(f"{row},1 1 2" for row in T0), headings=HEADINGS + ",When"), path)
    assert read.column("boards", "streets")[0][:4] == [1, 1, 2, 255]


def test_discards_that_are_hidden_and_those_that_are_none_differ(tmp_path: Path) -> None:
    path = mapped(tmp_path, {"points =": 'discards = "Dead"\npoints ='})
    rows = [f"{row},{dead}" for row, dead in zip((*T0, *T1), ("2s", "", "-", "3c 3d"), strict=True)]
    assert read_table(csv(*rows, headings=HEADINGS + ",Dead"), path).column("boards", "discards") == [
        [3],
        None,
        [],
        [5, 4],
    ]


def nameless(tmp_path: Path) -> str:
    changes = {
        'hand_id = "Hand"\n': "",
        "[columns]": 'has_id = false\nsame = ["table_id", "ended_at"]\n[columns]',
    }
    return mapped(tmp_path, {**changes, "[times]": '[file]\nignored = ["Hand"]\n[times]'})


def test_hands_without_an_id_get_one_of_their_content(tmp_path: Path) -> None:
    path = nameless(tmp_path)
    once = read_table(csv(*T0, *T1, *T2), path, name="a.csv")
    assert len(set(once.ids)) == 3
    assert all(one.startswith("content-") for one in once.ids)
    for end, chunk_bytes in (("\r\n", 1 << 24), ("\n", 1)):
        again = read_table(csv(*T0, *T1, *T2, end=end), path, chunk_bytes, name="b.csv")
        assert again.column("hands", "hand_key") == once.column("hands", "hand_key")
    other = read_table(csv(*(row.replace("17.00", "16.00") for row in T0)), path)
    assert other.ids[0] not in once.ids


def test_a_cancelled_hand_is_kept_as_that(tmp_path: Path) -> None:
    path = mapped(tmp_path, {"points =": 'is_cancelled = "Void"\npoints ='})
    rows = [f"{row},{void}" for row, void in zip((*T0, *T1), ("yes", "yes", "no", ""), strict=True)]
    assert read_table(csv(*rows, headings=HEADINGS + ",Void"), path).column("hands", "status") == [
        "cancelled",
        "complete",
    ]


def test_rows_of_a_hand_that_contradict_each_other_damage_it(tmp_path: Path) -> None:
    read = read_table(csv(T0[0], T0[1].replace("21:15", "21:16"), *T1), mapped(tmp_path))
    assert read.ids == ["7002"]
    assert read.reasons == [
        "line 2: column `Time`: `2024-03-05 21:15:09` and `2024-03-05 21:16:09` in rows of the hand"
    ]


def test_the_order_round_the_table_follows_from_seats_and_the_button(tmp_path: Path) -> None:
    path = mapped(
        tmp_path, {'order = "rows"\n[columns]': 'order = "seat_no"\n[columns]\nseat_no = "Seat"\nis_button = "D"'}
    )
    headings = HEADINGS + ",Seat,D"
    read = read_table(csv(f"{T0[0]},5,yes", f"{T0[1]},2,", f"{T1[0]},2,yes", f"{T1[1]},5,no", headings=headings), path)
    assert read.column("seats", "player_id") == ["Bo", "Ana", "Bo", "Ana"]
    read = read_table(csv(f"{T0[0]},5,yes", f"{T0[1]},2,yes", f"{T1[0]},2,", f"{T1[1]},2,yes", headings=headings), path)
    assert read.reasons == ["2 seats have the button; it takes one", "line 2: column `Seat`: 2 stands for two players"]


def test_royalties_in_one_cell_are_of_three_rows_or_none(tmp_path: Path) -> None:
    path = mapped(tmp_path, {"points =": 'royalties = "Roy"\npoints ='})
    rows = [f"{row},{roy}" for row, roy in zip((*T0, *T1), ("7+0+4", "0", "11", "0"), strict=True)]
    read = read_table(csv(*rows, headings=HEADINGS + ",Roy"), path)
    assert [read.column("claims", f"{row}_royalties") for row in ("top", "middle", "bottom")] == [
        [7, 0],
        [0, 0],
        [4, 0],
    ]
    assert read.reasons[0].startswith("line 1: column `Roy`: `11` is not the royalties of three rows")


def test_constants_are_plain_whatever_marks_the_table_has(tmp_path: Path) -> None:
    more = 'point_value = "1.00"\noption_one_hand = true\nlevel = 3'
    path = mapped(tmp_path, {"[times]": '[numbers]\ndecimal = ","\n[times]', 'point_value = "1.00"': more})
    rows = [row.replace(",", ";").replace(".00", ",00") for row in T0]
    read = read_table(csv(*rows, headings=HEADINGS.replace(",", ";")), path)
    (hand,) = read.tables["hands"].to_pylist()
    assert (hand["point_value"], hand["option_one_hand"], hand["level"]) == (Decimal("1.0000"), True, 3)
    assert read.column("seats", "stack") == [Decimal("200.0000")] * 2


def test_money_to_four_places_comes_back(tmp_path: Path) -> None:
    read = read_table(csv(*(row.replace("17.00", "0.3401") for row in T0)), mapped(tmp_path))
    assert read.column("claims", "net") == [Decimal("0.3401"), Decimal("-0.3401")]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("ofc_mapping = 1", "ofc_mapping = 2", "ofc_mapping: is 2; the version known is 1"),
        ("ofc_mapping = 1", "", "ofc_mapping: is missing; the version known is 1"),
        ('top = "Front"', 'topp = "Front"', "columns.topp: no such key; allowed: "),
        ("[times]", "[time]", "time: no such key; allowed: "),
        ('zone = "UTC"', 'zone = "Moon"', 'times.zone: no zone "Moon"'),
        ('zone = "UTC"', 'format = "%d"', "times.format: names no year, month and day; allowed: "),
        ('site = "pokerbet"', "", "columns.site: is missing: the room or app"),
        ('player_id = "Player"', "", "columns.player_id: is missing"),
        ('hand_id = "Hand"', "", "columns.hand_id: is missing; where hands have no id, say has_id = false"),
        (
            'option_scoring = "1-6"',
            'option_scoring = "3-3"',
            'constants.option_scoring: is "3-3"; allowed: "1-6", "2-4"',
        ),
        ('point_value = "1.00"', "point_value = 1.5", "constants.point_value: must be text"),
        (
            'point_value = "1.00"',
            'point_value = "1,00"',
            'constants.point_value: is "1,00"; allowed: an amount with at most',
        ),
        ('point_value = "1.00"', "level = -1", 'constants.level: is "-1"; allowed: a whole number from 0'),
        ('point_value = "1.00"', "option_one_hand = 2", 'constants.option_one_hand: is "2"; allowed: true or false'),
        ('site = "pokerbet"', 'site = "p"\ntable_id = "x"', 'constants.table_id: is a column too ("Table")'),
        ('top = "Front"', 'top = "Middle"', 'columns.middle: names column "Middle", as columns.top does'),
        ("[times]", '[cards]\nsuits = "cdh"\n[times]', "cards.suits: must name 4 different ones, clubs, diamonds"),
        ("[times]", '[cards]\nspelling = "roman"\n[times]', 'cards.spelling: is "roman"; allowed: '),
        (
            'order = "rows"',
            'order = "acting_order"',
            "hands.order: is acting_order, and columns.acting_order is missing",
        ),
        ('order = "rows"', "", 'hands.order: is missing: what tells the acting order; allowed: "rows", "acting_order"'),
        ("[times]", '[numbers]\nthousands = "."\n[times]', 'numbers.thousands: has ".", which is the decimal mark'),
        ("[times]", '[words]\ntrue = ["1"]\nfalse = ["1"]\n[times]', 'words: "1" stands for true and for false'),
        ("[times]", "[file]\nheading_row = -1\n[times]", "file.heading_row: is -1; allowed: a whole number, 0 to 1000"),
        ("[times]", '[file]\nencoding = "morse"\n[times]', 'file.encoding: no encoding "morse"'),
        ("[times]", "[times", "not readable as TOML: "),
        ("ofc_mapping = 1", "ofc_mapping = 1\ncolumns = 3", "not readable as TOML: "),
    ],
)
def test_a_mapping_that_cannot_be_says_where_and_what_is_allowed(old: str, new: str, why: str) -> None:
    assert old in MAPPING
    with pytest.raises(MappingError) as error:
        parse_mapping(MAPPING.replace(old, new, 1).encode(), "m.toml")
    assert str(error.value).startswith(f"m.toml: {why}")


def test_columns_that_are_not_there_are_named_with_those_that_are(tmp_path: Path) -> None:
    read = read_table(csv(*T0, headings=HEADINGS.replace("Net", "Won")), mapped(tmp_path))
    assert read.reasons[0].endswith(
        'columns.net: the table has no column "Net"; it has "Hand", "Table", "Time", "Player", "FL",'
        ' "Stack", "Front", "Middle", "Back", "Pts", "Won"'
    )
    twice = read_table(csv(*T0, headings=HEADINGS.replace("Net", "Pts")), mapped(tmp_path, {'"Net"': "11"}))
    assert twice.reasons[0].endswith('columns.points: "Pts" is the heading of columns 10, 11; name its number')
    path = mapped(tmp_path, {'"Net"': "11", '"Pts"': "10"})
    assert read_table(csv(*T0, headings=HEADINGS.replace("Net", "Pts")), path).ids == ["7001"]
