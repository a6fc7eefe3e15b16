"""Damaged `ofc_text`: what is quarantined, exactly, and the reason given for it."""

import random

import pytest

from ofc_audit.read.source import source_of_bytes
from read.text_hands import FULL, T0, assert_accounts, only, read

GOOD = T0.replace("7001", "7002")
HEADER = "OFC Hand #7001: pokerbet_progressive, 1.00 USD per point - 2024-03-05 21:15:09 UTC"


def damaged(*changes: tuple[str, str], base: str = T0) -> str:
    """The reason of one hand with some text changed, between two good ones that must not suffer."""
    bad = base
    for old, new in changes:
        assert bad.count(old) == 1, old
        bad = bad.replace(old, new)
    before = T0.replace("7001", "7000")
    result = read(before + bad + GOOD)
    assert result.ids == ["7000", "7002"]
    assert result.n_found == 3
    reject = only(result, "rejects")
    assert reject["raw"].decode() == bad
    assert (reject["first_byte"], reject["last_byte"]) == (len(before.encode()), len((before + bad).encode()) - 1)
    assert (reject["first_line"], reject["last_line"]) == (14, 13 + bad.count("\n"))
    assert (reject["n_hands"], reject["source_file"]) == (1, "input.txt")
    return str(reject["reason"])


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        (HEADER.replace("#", ""), "line 1, column 1: expected a header, `OFC Hand #<id>"),
        (HEADER.replace("#7001: ", "#: "), "line 1: the hand has no id"),
        (HEADER.replace(": pokerbet_progressive", ""), "line 1, column 11: expected a hand id that ends before `: `"),
        (HEADER.replace("pokerbet_progressive", ""), "line 1: the hand names no rule set"),
        (HEADER.replace(", 1.00", " 1.00"), "line 1, column 17: expected a rule set that ends before `, `"),
        (HEADER.replace("1.00 USD", "1,00 USD"), "line 1, column 40: expected money per point"),
        (HEADER.replace("1.00", "1.00001"), "line 1, column 39: expected money per point"),
        (HEADER.replace("USD ", ""), "line 1, column 47: expected `<currency> per point - `"),
        (HEADER.replace("per point - ", "per hand - "), "line 1, column 47: expected `<currency> per point - `"),
        (HEADER.replace("03-05", "02-30"), "line 1, column 60: expected a date and time that exist"),
        (HEADER.replace("2024-03-05", "2023-02-29"), "line 1, column 60: expected a date and time that exist"),
        (HEADER.replace("2024-03-05", "0000-03-05"), "line 1, column 60: expected a date and time that exist"),
        (HEADER.replace("21:15:09", "24:00:00"), "line 1, column 60: expected a date and time that exist"),
        (HEADER.replace("21:15:09", "21:60:09"), "line 1, column 60: expected a date and time that exist"),
        (HEADER.replace("21:15:09", "21:15"), "line 1, column 60: expected a date and time that exist"),
        (HEADER.replace("21:15:09", "21:15:09.1234567"), "line 1, column 80: expected a date and time that exist"),
        (HEADER.replace(" UTC", " CET"), "line 1, column 79: expected ` UTC` and the end of the line"),
        (HEADER.replace(" UTC", ""), "line 1, column 79: expected ` UTC` and the end of the line"),
        (HEADER + " ", "line 1, column 83: expected ` UTC` and the end of the line"),
    ],
)
def test_a_damaged_header(header: str, reason: str) -> None:
    told = damaged((HEADER, header))
    assert told.startswith(reason)
    assert f"`{header[:40]}" in told


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("scoring 1-6", "scoring 1-7", "line 2: `scoring 1-7` is no option with a value it can have"),
        ("royalties american", "royalties", "line 2: `royalties` is no option"),
        ("royalties american", "match cap 1,5", "line 2: `match cap 1,5` is no option"),
        ("royalties american", "scoring 2-4", "line 2: the option `scoring 2-4` is given twice"),
        ("royalties american", "", "line 2: `` is no option"),
        (
            "Table 'Lotus 4', site pokerbet",
            "Table 'Lotus 4'",
            "line 3, column 8: expected `Table '<name>', site <site>`",
        ),
        ("Table 'Lotus 4', site pokerbet", "Table 'Lotus 4', site ", "line 3, column 8: expected `Table"),
        ("Table 'Lotus 4', site pokerbet\n", "", "no line `Table '<name>', site <site>` or `Site <site>`"),
        ("Table 'Lotus 4', site pokerbet", "Table Lotus 4", "line 3: no such line is defined: `Table Lotus 4`"),
        ("Table", "Match #, hand 3\nTable", "line 3, column 16: expected `Match #<id>, hand <number>`"),
        ("Table", "Match #9, hand x\nTable", "line 3, column 16: expected `Match #<id>, hand <number>`"),
        (
            "Table",
            "Tournament #9, level 99999999999\nTable",
            "line 3, column 22: expected `Tournament #<id>, level <number>`",
        ),
        ("Table", "Levels: 1 100, 1 200\nTable", "line 3: levels are `<level> <money>`"),
        ("Table", "Levels: 1:100\nTable", "line 3: levels are `<level> <money>`"),
        (
            "Table",
            "Match #9\nTournament #7, level 1\nTable",
            "line 4: this line stands twice, or behind one that it should precede",
        ),
        ("Table", "Match #9\nMatch #9\nTable", "line 4: this line stands twice"),
        ("Seat 1: Ana", "Site x\nSeat 1: Ana", "line 4: this line stands twice"),
        ("Seat 2: Bo (200.00)", "Seat 1: Bo (200.00)", "line 5: this seat number was given before"),
        ("Seat 2: Bo (200.00)", "Seat 2: Bo (1 430,50)", "line 5: expected `Seat <number>: <name> (<money>)`"),
        (
            "Seat 2: Bo (200.00)",
            "Seat 2: Bo (200.00), siting out",
            "line 5: expected `Seat <number>: <name> (<money>)`",
        ),
        (
            "Seat 2: Bo (200.00)",
            "Seat 2: Bo (200.00), Fantasyland 14 card",
            "line 5: expected `Seat <number>: <name> (<money>)`",
        ),
        ("Seat 2: Bo (200.00)", "Seat 2: Bo (200.00), Fantasyland 0 cards", "line 5: a Fantasyland hand has cards"),
        ("Seat 2: Bo (200.00)", "Seat 2: Bo (-5.00)", "line 5: expected `Seat <number>: <name> (<money>)`"),
        ("Seat 2: Bo (200.00)", 'Seat 2: "Bo (200.00)', "line 5: a name that begins with a quote is a JSON string"),
        (
            "Seat 2: Bo (200.00)",
            'Seat 2: "\\ud800" (200.00)',
            "line 5: a name that begins with a quote is a JSON string",
        ),
        (
            "Seat 2: Bo (200.00)",
            'Seat 2: "Bo" the man (200.00)',
            "line 5: a name that begins with a quote is a JSON string",
        ),
        ("Seat 2: Bo (200.00)", "Seat 2:  (200.00)", "line 5: a seat has a name"),
        ("Seat 2: Bo (200.00)", "Seat 2:Bo (200.00)", "line 5: no such line is defined"),
        ("Seat 2: Bo (200.00)", "Seat 99999: Bo (200.00)", "line 5: no such line is defined"),
        ("Seat 2: Bo (200.00)", "Seat two: Bo (200.00)", "line 5: no such line is defined"),
        ("Seat 2 is the button\n", "", "line 6: no line before this one says who has the button: `*** SHOWDOWN ***`"),
        ("Seat 2 is the button", "Seat 2 is teh button", "line 6: no such line is defined: `Seat 2 is teh button`"),
        ("Seat 2 is the button", "Seat 2 is the button\nSeat 1 is the button", "line 7: a second button"),
        ("Seat 2 is the button", "Seat 2 is the button\nSeat 3: Cy (1.00)", "line 7: no such line is defined"),
        (
            "Seat 2 is the button",
            "Seat 2 is the button\nSite x",
            "line 7: this line does not belong between the button and the first",
        ),
        (
            "Seat 2 is the button",
            "Seat 2 is the button\nSeat 9: disconnected",
            "line 7: no `Seat` line introduces this seat",
        ),
        (
            "Seat 2 is the button",
            "Seat 2 is the button\nSeat 1: disconnected again",
            "line 7, column 21: expected `disconnected`",
        ),
        (
            "(200.00)\nSeat 2: Bo (200.00)",
            "(1), sitting out\nSeat 2: Bo (1), sitting out",
            "no `Seat` line deals this seat in",
        ),
    ],
)
def test_a_damaged_head(old: str, new: str, reason: str) -> None:
    assert reason in damaged((old, new))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("top [Qh Qd 4c]", "top [Qh Qx 4c]", "line 8, column 13: expected rows such as `top [Qh Qd] middle [9s]`"),
        ("top [Qh Qd 4c]", "top [Qh Qd 4c 5c]", "top row holds 4 cards; 3 fit"),
        (
            "top [Qh Qd 4c] middle",
            "middle [2s] top [Qh Qd 4c] middle",
            "line 8, column 20: expected `top [..] middle [..]",
        ),
        ("bottom [Ah Kh 8h 6h 3h]", "bottom [Ah Kh 8h 6h 3h] discards [2c]", "line 8: a showdown shows no discards"),
        ("bottom [Ah Kh 8h 6h 3h]", "bottom [Ah Kh 8h 6h 3h] (3.0 s)", "line 8, column 71: expected `top [..]"),
        ("Seat 2: top", "Seat 1: top", "line 9: this seat's cards were stated before in this section"),
        ("Seat 2: top", "Seat 3: top", "line 9: no `Seat` line deals this seat in"),
        ("Seat 2: top", "Seat 2: tip", "line 9: no such line is defined"),
        ("*** RESULT ***", "*** RESULTS ***", "line 10: no such line is defined: `*** RESULTS ***`"),
        ("*** RESULT ***", "Seat 1: foul\nSeat 1: foul\n*** RESULT ***", "line 11: this was said of the seat before"),
        (
            "*** RESULT ***",
            "Seat 1: foul play\n*** RESULT ***",
            "line 10, column 13: expected `foul` and the end of the line",
        ),
        (
            "*** RESULT ***",
            "Seat 1: royalties 7 + 0\n*** RESULT ***",
            "line 10, column 24: expected `royalties <top> + <middle>",
        ),
        ("*** RESULT ***", "Seat 1: points 3\n*** RESULT ***", "line 10: this line does not belong in SHOWDOWN"),
        (
            "*** RESULT ***",
            "*** PAIRS ***\nSeat 1 v Seat 3: points 0\n*** RESULT ***",
            "line 11: a pair names a seat that no `Seat` line",
        ),
        (
            "*** RESULT ***",
            "*** PAIRS ***\nSeat 1 v Seat 1: points 0\n*** RESULT ***",
            "line 11: a pair is of two seats",
        ),
        (
            "*** RESULT ***",
            "*** PAIRS ***\nSeat 1 v Seat 2: rows +1 +2 0\n*** RESULT ***",
            "line 11, column 26: expected three rows",
        ),
        ("*** RESULT ***", "*** PAIRS ***\nSeat 1 v Seat 2:\n*** RESULT ***", "line 11, column 17: expected `rows"),
        (
            "*** RESULT ***",
            "*** PAIRS ***\nSeat 1 v Seat 2: points 1, rows 1 1 1\n*** RESULT ***",
            "line 11, column 26: expected `rows",
        ),
        (
            "*** RESULT ***",
            "*** PAIRS ***\nSeat 1 v Seat 2: points 1.5\n*** RESULT ***",
            "line 11, column 26: expected `rows",
        ),
        (
            "*** RESULT ***",
            "*** PAIRS ***\nSeat 1 v Seat 2: points 1\nSeat 2 v Seat 1: points -1\n*** RESULT ***",
            "line 12: this pair was stated before",
        ),
        ("points -17, net -17.00", "points -17; net -17.00", "line 12, column 19: expected `points <n>, net <money>"),
        ("points -17, net -17.00", "points -17, net -17,00", "line 12, column 28: expected `points <n>, net <money>"),
        ("points -17, net -17.00", "points -99999999999", "line 12, column 16: expected whole points"),
        (
            "points -17, net -17.00",
            "points -17, net -999999999999999.00",
            "line 12, column 25: expected net as a plain decimal",
        ),
        ("points -17, net -17.00", "points", "line 12: no such line is defined"),
        ("Seat 2: points", "Seat 1: points", "line 12: this was said of the seat before"),
        (
            "*** END ***",
            "Seat 1: Fantasyland 0 cards next\n*** END ***",
            "line 13, column 22: expected `Fantasyland <n> cards next`",
        ),
        (
            "*** END ***",
            "Seat 1: Fantasyland soon\n*** END ***",
            "line 13, column 21: expected `Fantasyland <n> cards next`",
        ),
        ("*** END ***", "Seat 1: bounty -5\n*** END ***", "line 13, column 16: expected `bounty <money>`"),
        ("*** END ***", "Seat 1: place 1st\n*** END ***", "line 13, column 16: expected `place <number>`"),
        ("*** END ***", "Rake 0.25 EUR\n*** END ***", "line 13, column 10: expected `Rake <money>`"),
        ("*** END ***", "Rake 0.25\nRake 0.25\n*** END ***", "line 14: the rake was stated before"),
        (
            "*** RESULT ***",
            "Hand cancelled\n*** RESULT ***",
            "line 10: `Hand cancelled` stands right before `*** END ***` only",
        ),
        (
            "*** RESULT ***",
            "*** STREET 1 ***\n*** RESULT ***",
            "line 10: this section stands after SHOWDOWN; each stands once",
        ),
        (
            "*** RESULT ***",
            "*** SHOWDOWN ***\n*** RESULT ***",
            "line 10: this section stands after SHOWDOWN; each stands once",
        ),
        ("*** SHOWDOWN ***", "*** STREET 2 ***\n*** SHOWDOWN ***", "line 7: the street before this one is missing"),
        ("*** SHOWDOWN ***", "*** STREET 10 ***\n*** SHOWDOWN ***", "line 7: no such line is defined"),
        ("*** END ***", "*** END ***!", "the hand stops here without `*** END ***`"),
        ("*** END ***", "Bo: good game", "line 13: the hand stops here without `*** END ***`: `Bo: good game`"),
    ],
)
def test_damage_behind_the_button(old: str, new: str, reason: str) -> None:
    assert reason in damaged((old, new))


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("dealt [5d Ah 2c]", "dealt [5d Ah 2c 2]", "line 16, column 15: expected cards such as `[Qh Qd 4c]`"),
        (
            "Seat 1: dealt [5d Ah 2c]",
            "Seat 2: dealt [5d Ah 2c]",
            "line 16: this seat is in Fantasyland and plays in its section",
        ),
        ("Seat 1: dealt [5d Ah 2c]", "Seat 3: dealt [5d Ah 2c]", "line 16: no `Seat` line deals this seat in"),
        (
            "Seat 1: dealt [5h Kh 2d]",
            "Seat 1: dealt [5h Kh 2d]\nSeat 1: dealt [5h Kh 2d]",
            "this seat was dealt to before on this street",
        ),
        ("Seat 2: dealt [Jc", "Seat 1: dealt [Jc", "this seat's `Seat` line does not say Fantasyland"),
        ("discards [2c] (8.0 s, auto)", "discards [2c] (8.0 s, fast)", "expected time and placement such as"),
        ("discards [2c] (8.0 s, auto)", "discards [2c] (8.00001 s)", "expected time and placement such as"),
        ("discards [2c] (8.0 s, auto)", "discards [2c] (8,0 s)", "expected time and placement such as"),
        ("discards [2c] (8.0 s, auto)", "discards [2c] (0.0001 s)", "expected time and placement such as"),
        ("discards [2c] (8.0 s, auto)", "discards [2c], auto", "expected `top [..] middle [..] bottom [..]`"),
        ("discards [2c] (8.0 s, auto)", "discards 2c", "expected discards such as `[2c]`"),
        ("*** STREET 3 ***\n", "*** STREET 2 ***\n", "this section stands after STREET 2"),
        ("*** FANTASYLAND ***\n", "", "this seat is in Fantasyland and plays in its section"),
    ],
)
def test_damage_on_the_streets(old: str, new: str, reason: str) -> None:
    assert reason in damaged((old, new), base=FULL)


def test_the_first_fault_of_a_hand_is_told() -> None:
    assert "line 2: `scoring 1-7`" in damaged(("scoring 1-6", "scoring 1-7"), ("Seat 2: points", "Seat 2: pints"))


def test_too_many_players_are_refused() -> None:
    seats = "".join(f"Seat {n}: P{n}\n" for n in range(1, 17))
    head, tail = T0[: T0.index("Seat 1: Ana")], "Seat 2 is the button\n*** END ***\n"
    assert read(head + seats + tail).reasons == ["more than 15 players"]
    assert len(read(head + seats.replace("Seat 16: P16\n", "") + tail).rows("seats")) == 15


def test_a_hand_that_is_cut_off_ends_before_the_next_header() -> None:
    cut = T0[: T0.index(" 4c]")]
    result = read(cut + "\n" + GOOD)
    assert result.ids == ["7002"]
    assert only(result, "rejects")["raw"].decode() == cut + "\n"
    assert (
        only(result, "rejects")["reason"] == "line 8: the hand stops here without `*** END ***`: `Seat 1: top [Qh Qd`"
    )


def test_a_hand_that_is_cut_off_without_a_line_end_does_not_swallow_the_next() -> None:
    cut = T0[: T0.index(" 4c]")]
    result = read(cut + GOOD)
    assert result.ids == ["7002"]
    assert only(result, "rejects")["raw"].decode() == cut
    assert only(result, "hands")["first_line"] == 8
    assert result.content() == read(GOOD).content()


def test_a_header_that_is_cut_off_and_glued_is_not_spliced() -> None:
    result = read("OFC Hand #70" + T0)
    assert result.ids == ["7001"]
    assert only(result, "rejects")["raw"] == b"OFC Hand #70"


def test_files_glued_without_a_line_end_are_two_hands() -> None:
    for glue in ("", "\ufeff", "\x1a", "\x00 \ufeff"):
        result = read(T0.removesuffix("\n") + glue + GOOD)
        assert result.ids == ["7001", "7002"]
        assert result.reasons == []
        assert result.content()["seats"][2:] == read(GOOD).content()["seats"]


def test_a_note_that_quotes_a_header_stays_a_note() -> None:
    assert read(T0.replace("*** RESULT", f"# see {HEADER}\n*** RESULT")).ids == ["7001"]


def test_text_before_between_and_behind_hands_belongs_to_none() -> None:
    result = read("junk 1\n\njunk 2\n# note\n" + T0 + "\n# fine\njunk 3\n" + GOOD + "junk 4")
    assert result.ids == ["7001", "7002"]
    rows = result.rows("rejects")
    assert [(row["raw"], row["n_hands"]) for row in rows] == [
        (b"junk 1\n\njunk 2\n", 0),
        (b"junk 3\n", 0),
        (b"junk 4", 0),
    ]
    assert [(row["first_line"], row["last_line"]) for row in rows] == [(1, 3), (20, 20), (34, 34)]
    assert rows[0]["reason"] == "line 1: text outside any hand; one begins `OFC Hand #`: `junk 1`"


def test_a_hand_whose_header_is_no_header_at_all_is_counted_by_its_end() -> None:
    text = "".join(T0.replace("OFC Hand #7001", f"Hand {n}") for n in range(53))
    result = read(text)
    assert (result.ids, result.n_found, len(result.reasons)) == ([], 53, 53)
    assert result.reasons[0].startswith("line 1: a hand without its header; one begins `OFC Hand #`: `Hand 0: poker")


def test_bytes_that_are_no_utf8_damage_their_hand_only() -> None:
    bad = T0.replace("Bo (", "B\u0141 (").encode().replace("\u0141".encode(), b"\xc5\x20", 1)
    result = read("# é\n".encode() + bad + GOOD.encode())
    assert result.ids == ["7002"]
    assert only(result, "rejects")["reason"].startswith("line 5: bytes that are no UTF-8: `Seat 2: B\\xc5  (200.00)`")
    assert read("# é\n".encode() + T0.replace("*** RESULT", "# \x81\n*** RESULT").encode("latin-1")).ids == ["7001"]


@pytest.mark.parametrize("ending", [b"\n", b"\r\n", b"\r"])
def test_each_hand_with_such_bytes_is_damaged_whatever_ends_its_lines(ending: bytes) -> None:
    bad = T0.replace("Bo (", "B\u0141 (").encode().replace("\u0141".encode(), b"\xc5")
    assert bad != T0.encode()
    result = read(("# é\n".encode() + bad + GOOD.encode() + bad + bad).replace(b"\n", ending))
    assert (result.ids, result.n_found) == (["7002"], 4)


def test_a_reason_quotes_no_more_than_a_part_of_a_long_line() -> None:
    result = read(T0.replace("*** RESULT", "x" * 10_000_000 + "\n*** RESULT") + GOOD)
    assert result.ids == ["7002"]
    assert result.reasons == ["line 10: no such line is defined: `" + "x" * 80 + "`…"]


def mutations(base: bytes, n: int, seed: int) -> list[bytes]:
    rng = random.Random(seed)
    found = []
    for _ in range(n):
        data = bytearray(base)
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            at = rng.randrange(len(data))
            kind = rng.randrange(5)
            if kind == 0:
                data[at] = rng.randrange(256)
            elif kind == 1:
                del data[at : at + rng.choice([1, 1, 5, 60])]
            elif kind == 2:
                data[at:at] = bytes([rng.randrange(256)])
            elif kind == 3:
                other = rng.randrange(len(data))
                data[at:at] = data[other : other + rng.choice([1, 10, 80])]
            else:
                data[at] = rng.choice(b' ,:"()[]*+-0123456789\r\n\x00\xef\xbb\xbf')
        found.append(bytes(data))
    return found


@pytest.mark.parametrize("seed", range(2))
def test_no_mutation_raises_and_every_byte_is_accounted_for(seed: int) -> None:
    base = (FULL + "\n" + T0).encode()
    for data in mutations(base, 250, seed):
        result = read(data)
        assert result.n_found >= len(result.ids)
        assert all(reason for reason in result.reasons)


def test_chunks_do_not_show_in_mutated_files_either() -> None:
    for data in mutations((T0 + GOOD).encode(), 60, 9):
        whole, parts = read(data), read(data, 1)
        assert parts.ids == whole.ids
        assert parts.rows("rejects") == whole.rows("rejects")
        assert_accounts(parts)
    assert source_of_bytes("x", b"").n_bytes == 0
