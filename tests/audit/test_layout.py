"""Layout: one deck, the right cards street by street, Fantasyland, the board shown, the players; what is not judged."""

import numpy as np
import pytest

from audit.hands import ANA, BO, CY, DAN, EVE, audit, hand, points, short
from ofc_audit.audit.layout import _differ, _differ_where_stated, _fields, _fields_of_lists, per_street
from ofc_audit.audit.view import Listed

STREETS = [
    "*** STREET 1 ***",
    "Seat 1: dealt [Qh Qd 4c 9s 9c]",
    "Seat 1: top [Qh Qd 4c] middle [9s 9c]",
    "*** STREET 2 ***",
    "Seat 1: dealt [5d Ah 2s]",
    "Seat 1: middle [5d] bottom [Ah] discards [2s]",
    "*** STREET 3 ***",
    "Seat 1: dealt [5h Kh 3d]",
    "Seat 1: middle [5h] bottom [Kh] discards [3d]",
    "*** STREET 4 ***",
    "Seat 1: dealt [2c 8h 3c]",
    "Seat 1: middle [2c] bottom [8h] discards [3c]",
    "*** STREET 5 ***",
    "Seat 1: dealt [6h 3h Td]",
    "Seat 1: bottom [6h 3h] discards [Td]",
]
BO_CARDS = ("Jc Ts 3s", "7c 7d 6s 4d 2h", "Ks Kc 8d 8c As", "6c")
BO_BOARD = f"top [{BO_CARDS[0]}] middle [{BO_CARDS[1]}] bottom [{BO_CARDS[2]}]"


def played(*changes: tuple[str, str], thrown: str = "6c", count: int | None = 14, bo: str = BO_BOARD) -> str:
    """A hand told street by street, Bo in Fantasyland, with lines changed."""
    cards = " ".join((*BO_CARDS[:3], thrown)).strip()
    lines = [
        *STREETS,
        "*** FANTASYLAND ***",
        f"Seat 2: dealt [{cards}]",
        f"Seat 2: {BO_BOARD} discards [{thrown}]",
    ]
    for old, new in changes:
        assert any(old in line for line in lines)
        lines = [line.replace(old, new) for line in lines]
    way = {2: ", Fantasyland" if count is None else f", Fantasyland {count} cards"}
    return hand((ANA, bo), sections=lines, fantasy=way)


def test_true_hand() -> None:
    audited = audit(played())
    assert audited.findings == []
    assert audited.verdict("layout") == ("verified", None)


def test_streets_unknown() -> None:
    assert audit(hand()).verdict("layout") == ("unverifiable", "streets unknown")


def test_duplicate_card() -> None:
    audited = audit(hand((ANA, BO.replace("Jc", "Qh"))))
    finding = audited.only
    assert short(finding) == ("layout.duplicate_card", "Qh 2 times", "Qh once", None, None)
    assert finding["message"] == "Qh is in this hand 2 times (Ana and Bo); a deck has it once."
    assert (finding["acting_order"], finding["mark"], finding["rule_key"]) == (1, "Qh", "deal.deck")
    assert audited.line_of(finding) == "Seat 2: " + BO.replace("Jc", "Qh")
    assert audited.verdict("layout") == ("wrong", None)


def test_duplicate_among_discards() -> None:
    audited = audit(played(("2s", "9c")))
    assert audited.checks == ["layout.duplicate_card"]
    assert audited.messages == ["9c is in this hand 2 times (Ana); a deck has it once."]


def test_duplicates_of_a_cancelled_hand_are_not_judged() -> None:
    audited = audit(hand((ANA, ANA), result=["Hand cancelled"]))
    assert audited.findings == []
    assert audited.verdict("layout") == ("not applicable", "cancelled hand")


def test_duplicate_in_an_incomplete_hand() -> None:
    audited = audit(hand((ANA, BO.replace("Jc", "Qh").replace(" As", ""))))
    assert audited.checks == ["layout.duplicate_card", "layout.board"]


def test_too_many_cards_placed_on_a_street() -> None:
    audited = audit(
        played(
            ("dealt [Qh Qd 4c 9s 9c]", "dealt [Qh Qd 4c 9s 9c 5d]"),
            ("middle [9s 9c]", "middle [9s 9c 5d]"),
            ("dealt [5d Ah 2s]", "dealt [Ah 2s]"),
            ("middle [5d] bottom [Ah]", "bottom [Ah]"),
        )
    )
    assert short(audited.only) == ("layout.deal", "6 1 2 2 2", "5 2 2 2 2", None, None)
    assert audited.messages == ["Ana placed 6 1 2 2 2 cards street by street; the game places 5 2 2 2 2."]


def test_too_many_discards() -> None:
    audited = audit(played(("5d Ah 2s]", "5d Ah 2s Tc]"), ("discards [2s]", "discards [2s Tc]")))
    assert short(audited.only) == ("layout.deal", "0 2 1 1 1", "0 1 1 1 1", None, None)
    assert audited.messages == ["Ana discarded 5 cards on streets 1 to 5 (0 2 1 1 1); the game discards 4 (0 1 1 1 1)."]
    assert audited.only["rule_key"] == "deal.streets"


def test_a_street_without_its_deal_hides_nothing() -> None:
    told = played().replace("Seat 1: dealt [5d Ah 2s]\n", "")
    audited = audit(told)
    assert audited.findings == []
    assert audited.verdict("layout") == ("verified", None)
    # What is stated of the other streets is still held against the game.
    assert audit(told.replace("dealt [5h Kh 3d]", "dealt [5h Kh]")).checks == ["layout.deal"]


def test_card_that_was_not_dealt() -> None:
    audited = audit(played(("discards [2s]", "discards [Tc]")))
    assert short(audited.only) == ("layout.deal", "Tc", "not dealt", None, None)
    assert audited.messages == ["Ana has Tc on street 2, where it was not dealt to him."]


@pytest.mark.parametrize(("count", "thrown", "has"), [(14, "6c Tc", 15), (15, "6c", 14), (14, "6c Tc Th", 16)])
def test_fantasyland_cards(count: int, thrown: str, has: int) -> None:
    audited = audit(played(thrown=thrown, count=count))
    assert short(audited.only) == ("layout.fantasy_cards", f"{count} cards", f"{has} cards", None, None)
    assert audited.messages == [f"Bo is said to have {count} Fantasyland cards; placed and discarded are {has}."]


def test_fantasyland_count_that_nobody_states() -> None:
    assert audit(played(count=None)).findings == []


def test_board_shown_is_not_the_board_placed() -> None:
    audited = audit(played(bo=BO_BOARD.replace("Jc", "Jd")))
    assert audited.checks == ["layout.showdown"]
    assert audited.messages == [
        "Bo shows another board than he placed: top [Jd Ts 3s] for [Jc Ts 3s]. It is judged as placed."
    ]
    turned = audit(played(bo=BO_BOARD.replace("Jc Ts 3s", "3s Jc Ts")))
    assert turned.findings == []


@pytest.mark.parametrize(("n", "text"), [(1, "1 player is dealt in"), (4, "4 players are dealt in")])
def test_number_of_players(n: int, text: str) -> None:
    rest = DAN.replace("Jd Jh", "Ts 8h").replace("3c]", "5s]").replace("2d]", "2s]").replace("9h 4h", "9h 4s")
    boards = (ANA, BO, CY, rest.replace("8h", "Js"))[:n]
    found = [f for f in audit(hand(boards)).findings if f["check_id"] == "layout.players"]
    assert [f["message"] for f in found] == [f"{text}; the game is for 2 to 3."]
    assert found[0]["rule_key"] == ("deal.players_min" if n == 1 else "deal.players_max")


def test_board_with_a_card_missing() -> None:
    audited = audit(hand((DAN.replace(" 2d]", "]"), EVE), result=points("-6", "+6")))
    finding = audited.only
    assert short(finding) == ("layout.board", "12 cards", "13 cards", None, None)
    assert finding["severity"] == "note"
    assert finding["message"] == (
        "The board of Ana holds 12 of 13 cards: the hand is kept, and neither judged nor counted."
    )
    for dimension in ("layout", "points", "money"):
        assert audited.verdict(dimension) == ("unverifiable", "incomplete board")


def lists_of(rows: list[list[int]]) -> Listed:
    values = np.array([value for row in rows for value in row], np.uint8)
    return Listed(values, np.array([len(row) for row in rows]), np.ones(len(rows), bool))


def test_cards_per_street_in_one_number() -> None:
    rows = [[1, 1, 2, 9, 0], [], [255, 3], [5] * 70, [2] * 63 + [3]]
    fields = _fields_of_lists(lists_of(rows))
    # A street is full at 63 cards, which no street of any game has; what is full never runs over into the next.
    counts = [[(int(field) >> 6 * street) & 63 for street in range(10)] for field in fields]
    assert counts == [[min(row.count(street), 63) for street in range(10)] for row in rows]
    assert fields.tolist() == _fields(per_street(lists_of(rows).owner, lists_of(rows).values, 5)).tolist()
    assert _fields(np.array([[0, 1, -1, *[0] * 7]])).tolist() == [1 << 63]


def test_a_street_without_a_stated_deal_is_not_wrong() -> None:
    def fields(*counts: int) -> int:
        return sum(count << 6 * street for street, count in enumerate(counts))

    said = np.array([fields(14, 5, 0, 3), fields(0, 5, 3, 3), fields(0, 5, 2), fields(0, 5, 3, 3, 1)], np.uint64)
    want = np.full(4, fields(0, 5, 3, 3), np.uint64)
    assert _differ_where_stated(said, want).tolist() == [False, False, True, True]
    assert _differ(said, want).tolist() == [True, False, True, True]
