"""`ofc_text`, version 1: every line of the format, read to its value."""

import datetime
from decimal import Decimal

import pytest

from ofc_audit.cards import card_codes, cards_text
from ofc_audit.read.detect import detect
from ofc_audit.read.ofc_text import looks_like
from read.text_hands import FULL, T0, only, read

UTC = datetime.UTC
EMPTY_BOARD = [255] * 13


def edited(text: str, *changes: tuple[str, str]) -> str:
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_the_hand_row_states_the_head() -> None:
    hand = only(read(FULL), "hands")
    expected = {
        "site": "pokerbet",
        "hand_id": "1842-3",
        "rules_id": "pokerbet_progressive",
        "option_scoring": "2-4",
        "option_royalties": "american",
        "option_royalty_settlement": "winner_only",
        "option_fantasyland": "progressive",
        "option_one_hand": True,
        "match_cap": Decimal("50.0000"),
        "match_id": "1842",
        "hand_no": 3,
        "last_of_match": True,
        "tournament_id": "77",
        "level": 3,
        "levels": '{"1": "100", "10": "1000", "2": "200"}',
        "table_id": "Lotus 4",
        "ended_at": datetime.datetime(2026, 3, 1, 18, 22, 5, tzinfo=UTC),
        "currency": "EUR",
        "point_value": Decimal("0.5000"),
        "n_seats": 2,
        "status": "complete",
        "rake": Decimal("0.2500"),
        "sitting_out": "[3]",
        "events": '[{"seat": 2, "what": "disconnected"}, {"seat": 2, "what": "connected"}]',
        "format": "ofc_text",
        "source_file": "input.txt",
        "first_line": 1,
        "last_line": 49,
        "first_byte": 0,
        "last_byte": len(FULL) - 1,
    }
    assert {name: hand[name] for name in expected} == expected
    unsaid = {"club_id", "chip_price", "chip_currency", "is_observed", "unknown_keys"}
    assert {name for name, value in hand.items() if value is None} == unsaid


def test_what_the_head_leaves_out_is_unknown() -> None:
    hand = only(read(edited(T0, ("Options: scoring 1-6, royalties american\n", ""))), "hands")
    for name in (
        "option_scoring",
        "option_royalties",
        "option_royalty_settlement",
        "option_fantasyland",
        "option_one_hand",
    ):
        assert hand[name] is None
    for name in ("match_cap", "match_id", "hand_no", "last_of_match", "tournament_id", "level", "levels", "rake"):
        assert hand[name] is None
    assert hand["sitting_out"] is None
    assert hand["events"] is None


def test_a_match_that_is_not_said_to_end_goes_on() -> None:
    hand = only(read(edited(T0, ("Table ", "Match #9\nTable "))), "hands")
    assert (hand["match_id"], hand["hand_no"], hand["last_of_match"]) == ("9", None, False)


def test_a_site_without_a_table() -> None:
    hand = only(read(edited(T0, ("Table 'Lotus 4', site pokerbet", "Site pokerbet"))), "hands")
    assert (hand["site"], hand["table_id"]) == ("pokerbet", None)


@pytest.mark.parametrize(
    ("line", "table", "site"),
    [
        ("Table 'O'Neil's', site pokerbet", "O'Neil's", "pokerbet"),
        ("Table 'x'); DROP TABLE hands;--', site pokerbet", "x'); DROP TABLE hands;--", "pokerbet"),
        ("Table 'a', site b', site O'Neil's room", "a', site b", "O'Neil's room"),
        ("Table '', site s", "", "s"),
    ],
)
def test_the_table_is_what_stands_before_the_last_site(line: str, table: str, site: str) -> None:
    hand = only(read(edited(T0, ("Table 'Lotus 4', site pokerbet", line))), "hands")
    assert (hand["table_id"], hand["site"]) == (table, site)


@pytest.mark.parametrize(
    ("options", "column", "value"),
    [
        ("scoring 1-6", "option_scoring", "1-6"),
        ("royalties none", "option_royalties", "none"),
        ("royalties settle difference", "option_royalty_settlement", "difference"),
        ("fixed", "option_fantasyland", "fixed"),
        ("one hand", "option_one_hand", True),
        ("match cap 0.0001", "match_cap", Decimal("0.0001")),
    ],
)
def test_each_option_stands_alone_too(options: str, column: str, value: object) -> None:
    hand = only(read(edited(T0, ("scoring 1-6, royalties american", options))), "hands")
    assert hand[column] == value
    names = [name for name in hand if name.startswith("option_") or name == "match_cap"]
    assert [name for name in names if hand[name] is not None] == [column]


def test_a_time_may_have_decimals_and_any_day_that_exists() -> None:
    result = read(edited(T0, ("2024-03-05 21:15:09", "2024-02-29 00:00:00.25")))
    assert only(result, "hands")["ended_at"] == datetime.datetime(2024, 2, 29, 0, 0, 0, 250_000, tzinfo=UTC)


def test_seats_act_from_the_left_of_the_button_whatever_the_order_of_their_lines() -> None:
    seats = (
        "Seat 7: G (1)\nSeat 2: B (1)\nSeat 9: I (1)\nSeat 4: D (1), sitting out\nSeat 3: C (1)\nSeat 3 is the button\n"
    )
    text = edited(T0, ("Seat 1: Ana (200.00)\nSeat 2: Bo (200.00)\nSeat 2 is the button\n", seats))
    text = text.replace("Seat 1: ", "Seat 9: ")
    result = read(text)
    order = [(row["acting_order"], row["seat_no"], row["player_name"]) for row in result.rows("seats")]
    assert order == [(0, 7, "G"), (1, 9, "I"), (2, 2, "B"), (3, 3, "C")]
    assert only(result, "hands")["sitting_out"] == "[4]"


def test_the_order_begins_left_of_a_button_that_is_not_dealt_in() -> None:
    text = edited(T0, ("Seat 2 is the button", "Seat 1 is the button"))
    assert read(text).column("seats", "player_name") == ["Bo", "Ana"]
    text = edited(T0, ("Seat 2 is the button", "Seat 5 is the button"))
    assert read(text).column("seats", "player_name") == ["Ana", "Bo"]


def test_seats_state_stack_and_fantasyland() -> None:
    rows = read(FULL).rows("seats")
    assert [row["stack"] for row in rows] == [Decimal("200.0000"), Decimal("85.5000")]
    assert [row["is_fantasy"] for row in rows] == [False, True]
    assert [row["fantasy_cards"] for row in rows] == [0, 14]
    assert [row["line"] for row in rows] == [8, 9]
    assert [row["player_id"] for row in rows] == ["Ana", "Bo"]
    assert [row["is_hero"] for row in rows] == [None, None]


@pytest.mark.parametrize(
    ("seat", "name", "stack", "fantasy"),
    [
        ("Bo", "Bo", None, (False, 0)),
        ("Bo, Fantasyland", "Bo", None, (True, None)),
        ("Bo (17), Fantasyland", "Bo", Decimal("17.0000"), (True, None)),
        ("Bo, Fantasyland 13 cards", "Bo", None, (True, 13)),
        ("Bo (200.00) (host) (200.00)", "Bo (200.00) (host)", Decimal("200.0000"), (False, 0)),
        ("Bo, Fantasyland 15 cards (3)", "Bo, Fantasyland 15 cards", Decimal("3.0000"), (False, 0)),
        ('"Bo (5)" (200.00)', "Bo (5)", Decimal("200.0000"), (False, 0)),
        ('"Bo (5)"', "Bo (5)", None, (False, 0)),
        ('"a \\"b\\" \\u0041\\n, sitting out", Fantasyland 14 cards', 'a "b" A\n, sitting out', None, (True, 14)),
        ('""', "", None, (False, 0)),
        ("Bo: all (1.5)", "Bo: all", Decimal("1.5000"), (False, 0)),
        ("Seat 1 (1)", "Seat 1", Decimal("1.0000"), (False, 0)),
        ("dealt [Qh Qd] (1)", "dealt [Qh Qd]", Decimal("1.0000"), (False, 0)),
        ("is the button", "is the button", None, (False, 0)),
        ("disconnected", "disconnected", None, (False, 0)),
        ("Queen of cards", "Queen of cards", None, (False, 0)),
        ("$1 =cmd() 🂡 \u202eoB", "$1 =cmd() 🂡 \u202eoB", None, (False, 0)),
        ("Đ" * 1000 + " (2)", "Đ" * 1000, Decimal("2.0000"), (False, 0)),
    ],
)
def test_names_are_data(seat: str, name: str, stack: object, fantasy: tuple[bool, int | None]) -> None:
    row = read(edited(T0, ("Seat 2: Bo (200.00)", f"Seat 2: {seat}"))).rows("seats")[1]
    assert (row["player_name"], row["stack"]) == (name, stack)
    assert (row["is_fantasy"], row["fantasy_cards"]) == fantasy


def test_streets_place_deal_discard_and_time() -> None:
    ana, bo = read(FULL).rows("boards")
    assert cards_text(ana["cards"]) == "Qh Qd 3c 9s 9c 5d 5h 6c 4c Ah Kh 8h 6h"
    assert ana["streets"] == [1, 1, 4, 1, 1, 2, 3, 5, 1, 2, 3, 4, 5]
    assert (cards_text(ana["discards"]), ana["discard_streets"]) == ("2c 2d 2s 2h", [2, 3, 4, 5])
    assert cards_text(ana["dealt"]) == "Qh Qd 4c 9s 9c 5d Ah 2c 5h Kh 2d 3c 8h 2s 6c 6h 2h"
    assert ana["dealt_streets"] == [1] * 5 + [2] * 3 + [3] * 3 + [4] * 3 + [5] * 3
    assert ana["street_ms"] == [12_400, 8_000, None, 8_000, None]
    assert ana["street_auto"] == [False, True, True, False, False]
    assert bo["streets"] == [0] * 13
    assert (cards_text(bo["discards"]), bo["discard_streets"]) == ("5c", [0])
    assert (bo["street_ms"], bo["street_auto"]) == ([40_205], [False])
    assert [row["is_complete"] for row in (ana, bo)] == [True, True]
    assert [row["line"] for row in (ana, bo)] == [35, 37]


def test_a_showdown_that_repeats_the_streets_says_nothing_of_its_own() -> None:
    assert read(FULL).column("boards", "shown") == [EMPTY_BOARD, EMPTY_BOARD]


def test_a_showdown_that_differs_from_the_streets_stays_beside_them() -> None:
    ana, _ = read(
        edited(
            FULL,
            ("9c 5d 5h 6c] bottom [4c Ah Kh 8h 6h]\nSeat 1: roy", "9c 5d 5h 6h] bottom [4c Ah Kh 8h 6c]\nSeat 1: roy"),
        )
    ).rows("boards")
    assert cards_text(ana["cards"]) == "Qh Qd 3c 9s 9c 5d 5h 6c 4c Ah Kh 8h 6h"
    assert cards_text(ana["shown"]) == "Qh Qd 3c 9s 9c 6h 5h 5d Ah Kh 8h 6c 4c"


def test_a_board_of_the_showdown_alone_has_no_streets() -> None:
    ana, bo = read(T0).rows("boards")
    assert cards_text(ana["cards"]) == "Qh Qd 4c 9s 9c 5h 5d 2c Ah Kh 8h 6h 3h"
    assert ana["streets"] == [255] * 13
    assert ana["shown"] == EMPTY_BOARD
    for name in ("discards", "discard_streets", "dealt", "dealt_streets", "street_ms", "street_auto"):
        assert (ana[name], bo[name]) == (None, None)
    assert [ana["line"], bo["line"]] == [8, 9]


def test_a_fantasyland_board_of_the_showdown_alone_was_set_at_once() -> None:
    board = read(edited(T0, ("Bo (200.00)", "Bo (200.00), Fantasyland 14 cards"))).rows("boards")[1]
    assert (board["streets"], board["street_auto"], board["shown"]) == ([0] * 13, [False], EMPTY_BOARD)


def streets(*lines: str) -> str:
    body = "".join(f"*** STREET {k} ***\nSeat 1: {line}\n" for k, line in enumerate(lines, 1))
    return edited(
        T0,
        (
            "*** SHOWDOWN ***\nSeat 1: top [Qh Qd 4c] middle [9s 9c 5d 5h 2c] bottom [Ah Kh 8h 6h 3h]\n",
            body + "*** SHOWDOWN ***\n",
        ),
    )


@pytest.mark.parametrize(
    ("lines", "discards"),
    [
        (("top [Qh Qd] middle [9s 9c] bottom [4c]", "middle [5d] bottom [Ah] discards [2c]"), "2c"),
        (("top [Qh Qd] middle [9s 9c] bottom [4c] discards []", "middle [5d] bottom [Ah] discards [2c]"), "2c"),
        (("top [Qh Qd] middle [9s 9c] bottom [4c]", "middle [5d] bottom [Ah]"), None),
        (("top [Qh Qd] middle [9s 9c] bottom [4c]",), None),
        (("dealt [Qh Qd 9s 9c 4c]\nSeat 1: top [Qh Qd] middle [9s 9c] bottom [4c]",), ""),
        (("dealt [Qh Qd 9s 9c 4c]\nSeat 1: top [Qh Qd] middle [9s 9c]",), None),
    ],
)
def test_discards_are_known_where_every_street_tells_them(lines: tuple[str, ...], discards: str | None) -> None:
    board = read(streets(*lines)).rows("boards")[0]
    assert (None if board["discards"] is None else cards_text(board["discards"])) == discards


def test_the_classic_deal_has_nine_streets() -> None:
    lines = ["top [Qh Qd] middle [9s 9c] bottom [4c]", *(f"middle [{card}]" for card in ("5d", "5h", "2c")), "top [3c]"]
    lines += [f"dealt [{card}]\nSeat 1: bottom [{card}]" for card in ("Ah", "Kh", "8h", "6h")]
    board = read(streets(*lines)).rows("boards")[0]
    assert board["streets"] == [1, 1, 5, 1, 1, 2, 3, 4, 1, 6, 7, 8, 9]
    assert board["street_auto"] == [False] * 9
    assert board["dealt_streets"] == [6, 7, 8, 9]


@pytest.mark.parametrize(
    ("tail", "ms", "auto"),
    [
        ("(12.4 s)", 12_400, False),
        ("(0.125 s)", 125, False),
        ("(7 s, auto)", 7_000, True),
        ("(auto)", None, True),
        ("", None, False),
    ],
)
def test_time_and_automatic_placement(tail: str, ms: int | None, auto: bool) -> None:
    board = read(streets(f"top [Qh] {tail}".strip())).rows("boards")[0]
    assert board["street_auto"] == [auto]
    assert board["street_ms"] == (None if ms is None else [ms])


def test_claims_of_the_showdown_and_the_result() -> None:
    ana, bo = read(FULL).rows("claims")
    assert [ana[f"{row}_royalties"] for row in ("top", "middle", "bottom")] == [7, 0, 4]
    assert (ana["is_foul"], bo["is_foul"]) == (False, True)
    assert [bo[f"{row}_royalties"] for row in ("top", "middle", "bottom")] == [None] * 3
    assert (ana["points"], bo["points"]) == (17, -17)
    assert (ana["net"], bo["net"]) == (Decimal("8.5000"), Decimal("-8.5000"))
    assert (ana["rake"], ana["stack"]) == (Decimal("0.0000"), Decimal("208.5000"))
    assert (ana["is_fantasy_next"], ana["fantasy_next"]) == (True, 14)
    assert (bo["is_fantasy_next"], bo["fantasy_next"]) == (False, 0)
    assert (ana["bounty"], ana["place"], bo["bounty"], bo["place"]) == (Decimal("5.0000"), None, None, 3)
    assert [ana["showdown_line"], bo["showdown_line"]] == [36, 38]
    assert [ana["line"], bo["line"]] == [42, 43]


def test_royalties_on_a_foul_are_both_claimed() -> None:
    text = edited(T0, ("*** RESULT ***\n", "Seat 1: foul\nSeat 1: royalties 7 + 0 + 4\n*** RESULT ***\n"))
    ana, bo = read(text).rows("claims")
    assert (ana["is_foul"], ana["top_royalties"], ana["showdown_line"]) == (True, 7, 10)
    assert (bo["is_foul"], bo["top_royalties"], bo["showdown_line"]) == (None, None, None)


def test_fantasyland_next_without_a_count() -> None:
    text = edited(T0, ("*** END ***", "Seat 1: Fantasyland next\n*** END ***"))
    ana, bo = read(text).rows("claims")
    assert (ana["is_fantasy_next"], ana["fantasy_next"]) == (True, None)
    assert (bo["is_fantasy_next"], bo["fantasy_next"]) == (None, None)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("points 0", (0, None, None, None)),
        ("net -17.00", (None, Decimal("-17.0000"), None, None)),
        ("rake 0.03", (None, None, Decimal("0.0300"), None)),
        ("points -17, stack 3", (-17, None, None, Decimal("3.0000"))),
    ],
)
def test_parts_of_a_result_may_be_left_out(line: str, expected: tuple[object, ...]) -> None:
    claim = read(edited(T0, ("Seat 2: points -17, net -17.00", f"Seat 2: {line}"))).rows("claims")[1]
    assert tuple(claim[name] for name in ("points", "net", "rake", "stack")) == expected


PAIR_NAMES = ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points", "amount")


@pytest.mark.parametrize(
    ("line", "expected", "is_swapped"),
    [
        (
            "Seat 1 v Seat 2: rows +1 0 -1, bonus +0, royalties 11 - 2, points +9, amount 8.50",
            (1, 0, -1, 0, 11, 2, 9, Decimal("8.5000")),
            False,
        ),
        (
            "Seat 2 v Seat 1: rows +1 0 -1, bonus +1, royalties 11 - 2, points +9, amount 8.50",
            (-1, 0, 1, -1, 2, 11, -9, Decimal("-8.5000")),
            True,
        ),
        ("Seat 1 v Seat 2: amount -0.0001", (None,) * 7 + (Decimal("-0.0001"),), False),
        ("Seat 1 v Seat 2: bonus -3, points -6", (None, None, None, -3, None, None, -6, None), False),
        ("Seat 2 v Seat 1: rows 1 1 1", (-1, -1, -1) + (None,) * 5, True),
    ],
)
def test_pairs_are_turned_to_the_side_of_who_acts_first(
    line: str, expected: tuple[object, ...], is_swapped: bool
) -> None:
    pair = only(read(edited(T0, ("*** RESULT ***", f"*** PAIRS ***\n{line}\n*** RESULT ***"))), "claimed_pairs")
    assert (pair["a"], pair["b"], pair["pair_no"], pair["line"]) == (0, 1, 0, 11)
    assert tuple(pair[name] for name in PAIR_NAMES) == expected
    assert pair["is_swapped"] is is_swapped


def test_pairs_keep_the_settlement_order_of_the_record() -> None:
    seats = "Seat 2: Bo (200.00)\nSeat 3: Cy (1)\nSeat 3 is the button\n"
    lines = "Seat 3 v Seat 1: points 0\nSeat 2 v Seat 3: points 1\nSeat 1 v Seat 2: points 2\n"
    pairs = f"*** PAIRS ***\n{lines}*** RESULT ***\n"
    text = edited(T0, ("Seat 2: Bo (200.00)\nSeat 2 is the button\n", seats), ("*** RESULT ***\n", pairs))
    rows = read(text).rows("claimed_pairs")
    assert [(row["pair_no"], row["a"], row["b"], row["points"]) for row in rows] == [
        (0, 0, 2, 0),
        (1, 1, 2, 1),
        (2, 0, 1, 2),
    ]


def test_a_cancelled_hand_is_kept_as_cancelled() -> None:
    text = edited(T0, ("*** END ***", "Hand cancelled\n*** END ***"))
    assert only(read(text), "hands")["status"] == "cancelled"


def test_sections_may_be_left_out_and_hands_without_claims_are_hands() -> None:
    head = T0[: T0.index("*** SHOWDOWN")]
    result = read(head + "*** END ***\n")
    assert only(result, "hands")["status"] == "incomplete"
    assert result.column("boards", "cards") == [EMPTY_BOARD, EMPTY_BOARD]
    assert result.column("boards", "line") == [None, None]
    assert result.column("claims", "points") == [None, None]


def test_notes_and_blank_lines_stand_anywhere() -> None:
    spread = "\n# note\n\n".join(T0.splitlines()) + "\n#\n \t\n"
    result = read(spread)
    assert result.content() == read(T0).content()
    assert only(result, "hands")["last_line"] == 3 * 12 + 1


def test_many_hands_keep_their_order_and_places() -> None:
    text = "".join(T0.replace("#7001", f"#{n}") + "\n" * (n % 3) for n in range(50))
    result = read(text)
    assert result.ids == [str(n) for n in range(50)]
    for row in result.rows("hands"):
        stretch = text.encode()[row["first_byte"] : row["last_byte"] + 1].decode()
        assert stretch == T0.replace("#7001", f"#{row['hand_id']}")
        assert text.split("\n")[row["first_line"] - 1].startswith(f"OFC Hand #{row['hand_id']}:")
        assert text.split("\n")[row["last_line"] - 1] == "*** END ***"


@pytest.mark.parametrize("chunk_bytes", [1, 100, 466, 700, 4_000])
def test_chunks_do_not_show(chunk_bytes: int) -> None:
    text = (
        "stray\n" + FULL + "\n" + T0 + "junk\n\n" + FULL.replace("STREET 2", "STREET 7") + T0.replace("7001", "1")
    ).replace("\n", "\r\n")
    whole, parts = read(text), read(text, chunk_bytes)
    assert parts.content(with_places=True) == whole.content(with_places=True)
    assert parts.rows("rejects") == whole.rows("rejects")
    assert whole.ids == ["1842-3", "7001", "1"]
    assert len(whole.batches) == 1 < len(parts.batches)


def test_the_same_hand_has_the_same_key_in_every_spelling() -> None:
    key = only(read(FULL), "hands")["hand_key"]
    swapped = edited(
        FULL,
        (
            "Seat 2 v Seat 1: rows -1 -1 -1, bonus -3, royalties 0 - 11, points -17, amount -8.50",
            "Seat 1 v Seat 2: rows +1 +1 +1, bonus +3, royalties 11 - 0, points +17, amount 8.5",
        ),
        (
            "Seat 1: Ana (200.00)\nSeat 2: Bo (85.50), Fantasyland 14 cards\n",
            "Seat 2: Bo (85.5), Fantasyland 14 cards\nSeat 1: Ana (200)\n",
        ),
        ("top [Qh Qd] middle [9s 9c] bottom [4c] (12.4 s)", "top [Qd Qh] middle [9c 9s] bottom [4c] (12.40 s)"),
        ("# a note\n", ""),
        ("2 200.00", "2 200"),
    )
    assert only(read(swapped), "hands")["hand_key"] == key
    other = edited(FULL, ("points +17, net", "points +16, net"))
    assert only(read(other), "hands")["hand_key"] != key
    assert only(read(other), "hands")["deal_key"] == only(read(FULL), "hands")["deal_key"]


@pytest.mark.parametrize(
    ("head", "is_text"),
    [
        (T0.encode(), True),
        (b"\xef\xbb\xbf\x10" + T0.encode(), True),
        (b"ofc hand#7002\n", True),
        (b"junk\rOFC Game #1\r", True),
        (b"Some Hand #3\n*** RESULT ***\n", True),
        (b'{"ofc": 1, "hand_id": "OFC Hand #1"}\n', False),
        (b"of course\n", False),
        (b"\n" * 100_000, False),
        (b"", False),
    ],
)
def test_the_format_is_told_by_content(head: bytes, is_text: bool) -> None:
    assert looks_like(head) is is_text
    if is_text:
        assert detect(head) == "ofc_text"


def test_codes_of_the_dealt_cards_stand_in_the_order_dealt() -> None:
    assert read(FULL).rows("boards")[1]["dealt"] == card_codes("Jc Td 3s 7c 7d 6s 4d 7h Ks Kc 8d 8c As 5c")
