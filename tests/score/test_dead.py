"""Fouls after the fact: which rows are out of order, what they would have earned, and the street that made it certain."""

import numpy as np
import pytest

from ofc_audit.cards import EMPTY, N_CARDS, card_codes
from ofc_audit.rulesets import UNKNOWN
from ofc_audit.score.dead import NEVER, dead_streets, forfeited_royalties, nothing_seen, out_of_order, see
from ofc_audit.score.masked import Cards
from ofc_audit.score.ranks import rank_boards
from score.scoring import board, rules_like, shipped, shown

EQUAL_TOP = "Qh Qd 7c/Qs Qc 7d 3h 2c/As Ks Qs Js Ts"
EQUAL_BOTTOM = "2s 3s 4d/8c 8d 7h 6s 5c/8h 8s 7c 6d 5h"
IN_ORDER = "2s 3s 4d/6c 6d 7h Ts Jc/8h 8s 7c 6h 5h"


def boards(*texts: str) -> Cards:
    return np.stack([board(text) for text in texts])


def seen_when_laid(cards: Cards, streets: Cards, **seen: str) -> Cards:
    """(1, 52) streets on which a player sees cards: his own when he lays them, `s3="9h"` on street 3, no other ever."""
    first = nothing_seen(1)
    first[0, cards] = streets
    for street, text in seen.items():
        first[0, card_codes(text)] = int(street[1:])
    return first


@pytest.mark.parametrize(
    ("text", "strict"), [(EQUAL_TOP, (True, False)), (EQUAL_BOTTOM, (False, True)), (IN_ORDER, (False, False))]
)
def test_equal_rows_are_out_of_order_only_where_the_rules_say_so(text: str, strict: tuple[bool, bool]) -> None:
    rows = rank_boards(boards(text))
    assert tuple(one.tolist() for one in out_of_order(*rows, True)) == ([False], [False])
    assert tuple(one.tolist() for one in out_of_order(*rows, False)) == ([strict[0]], [strict[1]])


def test_what_a_foul_forfeits_is_what_its_rows_would_have_earned() -> None:
    foul = rank_boards(
        boards("Qh Qd 7c/6s 6c 9d 3h 2c/2h 3d 4h 5s 7d", "Qh Qd 7c/As Ks Qs Js Ts/2h 2d 2c 2s 7d", EQUAL_TOP)
    )
    earned = forfeited_royalties(foul, rules_like())
    assert [shown(row) for row in earned] == [[7, 7, 7], [0, 50, 0], [0, 10, 25]]
    assert [row.values.dtype for row in earned] == [np.int16] * 3


def test_what_a_foul_forfeits_is_not_known_where_the_table_is_not_and_without_a_rule_set() -> None:
    table = shipped()["pokerbet"].with_options(scoring="1-6", royalties="american").royalty_table()

    class Open:
        """Rules whose table does not say what a straight in the middle earns."""

        def royalty_table(self) -> "Open":
            return self

        def row(self, name: str) -> dict[str, object]:
            return {**table.row(name), "straight": UNKNOWN} if name == "middle" else dict(table.row(name))

    rows = rank_boards(boards("Qh Qd 7c/6s 5c 4d 3h 2c/2h 3d 4h 5s 7d", "Qh Qd 7c/6s 6c 4d 3h 2c/2h 3d 4h 5s 7d"))
    assert [shown(row) for row in forfeited_royalties(rows, Open())] == [[7, 7], [None, 0], [0, 0]]
    assert [shown(row) for row in forfeited_royalties(rows, None)] == [[None, None]] * 3


def test_equal_rows_that_can_still_be_reached_keep_a_board_alive_where_they_are_legal() -> None:
    # All he has not seen after street 4 are the four that came and a five for a bottom equal to the middle.
    cards = board("2s 3s 4d/8c 8d 7h 6s 5c/8h 8s 7c 6d 4h")
    streets = np.array([1, 2, 3, 1, 1, 2, 3, 4, 1, 1, 2, 4, 5], np.uint8)
    seen = seen_when_laid(cards, streets)
    unseen = card_codes("4h 5h")
    seen[0, [card for card in range(N_CARDS) if card not in [*cards, *unseen]]] = 4
    assert dead_streets(cards[None], streets[None], seen, True).tolist() == [5]
    assert dead_streets(cards[None], streets[None], seen, False).tolist() == [4]
    seen[0, card_codes("5h")] = 4
    assert dead_streets(cards[None], streets[None], seen, True).tolist() == [4]


def test_a_foul_that_is_certain_from_the_first_street() -> None:
    # Aces on top ask for more than trips in both other rows, and the cards that come have trips of eights and fours for one of them.
    cards = board("Ah Ac Ad/2h 2c 3s 4d 6c/8s 8d 8c 4h 4c")
    streets = np.array([1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5], np.uint8)
    seen = seen_when_laid(cards, streets)
    seen[seen == NEVER] = 1
    dead = dead_streets(cards[None], streets[None], seen, True)
    assert (dead.tolist(), dead.dtype) == ([1], np.int8)
    # However early a record says that all was seen, nothing is dead before something lies.
    assert dead_streets(cards[None], streets[None], np.zeros((1, N_CARDS), np.uint8), True).tolist() == [1]
    # With two twos unseen it can be 2 2 4 4 4 under 8 8 8 2 2, until the middle takes a three.
    seen[0, card_codes("2d 2s")] = NEVER
    assert dead_streets(cards[None], streets[None], seen, True).tolist() == [2]


def test_every_board_is_asked_from_its_own_last_street_back() -> None:
    # The same foul in five streets, one card at a time, and on a single street: certain when the middle closes with a pair of nines.
    cards = board("Ah Ac 2d/9h 9c 5s 7d 3c/8s 8d 8c 4h 4d")
    by_deal = np.array(
        [
            [3, 3, 5, 1, 1, 2, 2, 4, 1, 1, 1, 4, 5],
            [4, 5, 9, 1, 1, 2, 3, 7, 1, 1, 1, 6, 8],
            [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
        ],
        np.uint8,
    )
    seen = np.concatenate([seen_when_laid(cards, streets) for streets in by_deal])
    assert dead_streets(np.tile(cards, (3, 1)), by_deal, seen, True).tolist() == [4, 7, 1]


def test_no_fouls_have_no_dead_streets() -> None:
    nothing = np.empty((0, 13), np.uint8)
    dead = dead_streets(nothing, nothing, nothing_seen(0), True)
    assert (dead.shape, dead.dtype) == ((0,), np.int8)


def test_a_card_is_seen_on_the_first_of_the_streets_on_which_a_player_sees_it() -> None:
    seen = nothing_seen(3)
    assert (seen.shape, seen.dtype, set(seen.ravel().tolist())) == ((3, N_CARDS), np.uint8, {NEVER})
    see(seen, np.array([0, 2]), np.array([[5, 51], [5, 0]], np.uint8), np.array([[3, 4], [2, 1]], np.uint8))
    see(seen, np.array([0, 0, 2]), np.array([5, 6, 5], np.uint8), np.array([2, 5, 4], np.uint8))
    told = {(int(who), int(card)): int(seen[who, card]) for who, card in zip(*np.nonzero(seen < NEVER), strict=True)}
    assert told == {(0, 5): 2, (0, 6): 5, (0, 51): 4, (2, 0): 1, (2, 5): 2}


@pytest.mark.parametrize("nobody", [EMPTY, N_CARDS])
def test_a_place_without_a_card_shows_nothing(nobody: int) -> None:
    seen = nothing_seen(6)
    see(seen, np.array([0, 5]), np.array([[nobody, 7], [nobody, 8]], np.uint8), np.array([[1, 2], [1, 3]], np.uint8))
    assert np.argwhere(seen < NEVER).tolist() == [[0, 7], [5, 8]]
    see(seen, np.array([], np.int64), np.empty((0, 13), np.uint8), np.empty((0, 13), np.uint8))
    assert (seen < NEVER).sum() == 2
