"""Faults of the deck and the streets: a card withheld, there twice, placed out of turn, or never dealt."""

import pyarrow as pa

from ofc_audit.simulate.boards import (
    dealt_of,
    discards_of,
    rows_of_board,
    set_dealt,
    set_discards,
    unused_cards,
)
from ofc_audit.simulate.edits import Row, Tables, UnsuitableError, hand_rows, lay, put_rows
from ofc_audit.simulate.fault import CAPTURE, Aim, Fault, Rules
from ofc_audit.simulate.tell import claim_truth, claims_told


def _ordinary(tables: Tables, aim: Aim) -> tuple[list[Row], Row]:
    """The boards of a hand and that of a player who is not in Fantasyland."""
    boards = hand_rows(tables, "boards", aim.hand)
    if hand_rows(tables, "seats", aim.hand)[aim.seat]["is_fantasy"]:
        raise UnsuitableError
    return boards, boards[aim.seat]


def discard_twice(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player discards the same card on two streets."""
    del rules
    boards, board = _ordinary(tables, aim)
    discards = discards_of(board)
    if len(discards) < 2:
        raise UnsuitableError
    (twin, _), (old, street) = discards[:2]
    set_discards(board, [discards[0], (twin, street), *discards[2:]])
    set_dealt(board, [(twin, on) if (code, on) == (old, street) else (code, on) for code, on in dealt_of(board)])
    return put_rows(tables, "boards", aim.hand, boards)


def card_on_two_boards(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A card of a player's bottom row lies on the next player's board too; all is paid as the boards lie."""
    boards = hand_rows(tables, "boards", aim.hand)
    board, other = boards[aim.seat], boards[(aim.seat + 1) % len(boards)]
    rows = rows_of_board(board)
    old, street = rows[2][-1]
    twin = other["cards"][-1]
    rows[2][-1] = (twin, street)
    board["cards"], board["streets"] = lay(rows)
    set_dealt(board, [(twin, on) if code == old else (code, on) for code, on in dealt_of(board)])
    changed = put_rows(tables, "boards", aim.hand, boards)
    told = claim_truth(changed, tables, rules, aim.hand)
    was, now = (claims_told(one, rules, aim.hand) for one in (tables, told))
    if [claim["is_fantasy_next"] for claim in was] != [claim["is_fantasy_next"] for claim in now]:
        # Another Fantasyland would be played in the next hand.
        raise UnsuitableError
    return told


def card_withheld(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player is dealt two cards on the third street and discards none."""
    del rules
    boards, board = _ordinary(tables, aim)
    lost = [card for card in discards_of(board) if card[1] == 3]
    if not lost:
        raise UnsuitableError
    set_discards(board, [card for card in discards_of(board) if card not in lost])
    set_dealt(board, [card for card in dealt_of(board) if card not in lost])
    return put_rows(tables, "boards", aim.hand, boards)


def placed_out_of_turn(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player places a card of the third street on the second already."""
    del rules
    boards, board = _ordinary(tables, aim)
    rows = rows_of_board(board)
    for row in rows:
        for at, (code, street) in enumerate(row):
            if street == 3:
                row[at] = (code, 2)
                board["cards"], board["streets"] = lay(rows)
                return put_rows(tables, "boards", aim.hand, boards)
    raise UnsuitableError


def placed_not_dealt(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A card on the board is none of those that the record says were dealt."""
    del rules
    boards, board = _ordinary(tables, aim)
    dealt, spare = dealt_of(board), unused_cards(boards)
    if not dealt or not spare:
        raise UnsuitableError
    placed = board["cards"][-1]
    set_dealt(board, [(spare[0], street) if code == placed else (code, street) for code, street in dealt])
    return put_rows(tables, "boards", aim.hand, boards)


KINDS = (
    Fault(discard_twice, "layout.duplicate_card", "lets a player discard a card twice", has_seats=True),
    Fault(card_on_two_boards, "layout.duplicate_card", "deals a card to two players", has_seats=True),
    Fault(card_withheld, "layout.deal", "deals a card too few on a street", has_seats=True),
    Fault(placed_out_of_turn, "layout.deal", "lets a player place a card a street too soon", has_seats=True),
    Fault(
        placed_not_dealt,
        "layout.deal",
        "shows a card on a board that was not dealt",
        has_seats=True,
        hidden={CAPTURE: "a recording does not say what was dealt"},
    ),
)
