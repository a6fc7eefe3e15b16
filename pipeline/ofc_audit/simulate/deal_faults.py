"""Faults in how a hand is dealt, set and shown: cards that are missing, there twice, or more than they should be."""

import pyarrow as pa

from ofc_audit.cards import EMPTY, N_CARDS
from ofc_audit.simulate.boards import (
    ROW_SLICES,
    add_discard,
    dealt_of,
    discards_of,
    rules_named,
    set_dealt,
    set_discards,
)
from ofc_audit.simulate.deal import PLACED
from ofc_audit.simulate.edits import (
    Tables,
    UnsuitableError,
    act_in_order,
    change_row,
    hand_rows,
    lay,
    player_row,
    put_rows,
    row_of,
)
from ofc_audit.simulate.fault import CAPTURE, JSONL, Aim, Fault, Rules
from ofc_audit.simulate.tell import claim_truth


def card_missing(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The last card of a bottom row is lost."""
    del rules
    hand = aim.hand
    at = player_row(tables, "boards", hand, aim.seat)
    board = row_of(tables, "boards", at)
    cards, streets = [*board["cards"][:12], EMPTY], [*board["streets"][:12], EMPTY]
    changed = change_row(tables, "boards", at, cards=cards, streets=streets, is_complete=False)
    return change_row(changed, "hands", hand, status="incomplete")


def duplicate_card(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A discard of one player is a card that lies on another's board."""
    del rules
    hand = aim.hand
    boards = hand_rows(tables, "boards", hand)
    mine, other = boards[aim.seat], boards[(aim.seat + 1) % len(boards)]
    discards = discards_of(mine)
    if not discards:
        raise UnsuitableError
    (old, street), twin = discards[0], other["cards"][12]
    set_discards(mine, [(twin, street), *discards[1:]])
    set_dealt(mine, [(twin, on) if (code, on) == (old, street) else (code, on) for code, on in dealt_of(mine)])
    return put_rows(tables, "boards", hand, boards)


def extra_discard(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player is dealt four cards on the third street and discards two."""
    del rules
    hand = aim.hand
    boards, seats = hand_rows(tables, "boards", hand), hand_rows(tables, "seats", hand)
    if seats[aim.seat]["is_fantasy"]:
        raise UnsuitableError
    add_discard(boards, aim.seat, 3)
    return put_rows(tables, "boards", hand, boards)


def fantasy_extra_card(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player in Fantasyland discards one card more than the number stated allows."""
    del rules
    hand = aim.hand
    boards, seats = hand_rows(tables, "boards", hand), hand_rows(tables, "seats", hand)
    if not seats[aim.seat]["fantasy_cards"] or boards[aim.seat]["dealt"] is None:
        raise UnsuitableError
    add_discard(boards, aim.seat, 0)
    return put_rows(tables, "boards", hand, boards)


def other_board_shown(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The showdown has a middle and a bottom card of a board changed over."""
    del rules
    hand = aim.hand
    at = player_row(tables, "boards", hand, aim.seat)
    board = row_of(tables, "boards", at)
    if board["dealt"] is None:
        raise UnsuitableError
    top, middle, bottom = (list(board["cards"][part]) for part in ROW_SLICES)
    middle[0], bottom[0] = bottom[0], middle[0]
    shown, _ = lay([[(code, 0) for code in row] for row in (top, middle, bottom)])
    return change_row(tables, "boards", at, shown=shown)


def fourth_player(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A fourth player is dealt in, from what would have been the others' discards; nobody's discards are shown."""
    hand = aim.hand
    seats, boards = hand_rows(tables, "seats", hand), hand_rows(tables, "boards", hand)
    if len(seats) != 3 or any(seat["is_fantasy"] for seat in seats) or boards[0]["dealt"] is None:
        raise UnsuitableError
    if rules_named(tables, rules, hand).value("deal.players_max") != 3:
        raise UnsuitableError
    held = {code for board in boards for code in board["cards"]}
    codes = [code for code in range(N_CARDS) if code not in held]
    streets = [street for street, size in enumerate(PLACED, 1) for _ in range(size)]
    for board in boards:
        board |= {"discards": None, "discard_streets": None, "dealt": None, "dealt_streets": None}
    # The thirteen cards left, the lowest on top, spread over the streets so that each street places what it should.
    order = list(zip(codes, [streets[(at * 5) % 13] for at in range(13)], strict=True))
    cards, on = lay([order[part] for part in ROW_SLICES])
    boards.append({**boards[0], "acting_order": 3, "cards": cards, "streets": on, "street_ms": None})
    number, button = max(seat["seat_no"] for seat in seats) + 1, seats[-1]["seat_no"]
    seats.append({**seats[0], "acting_order": 3, "seat_no": number, "player_id": "Zoe", "player_name": "Zoe"})
    changed = put_rows(put_rows(tables, "seats", hand, seats), "boards", hand, boards)
    around = sorted(seats, key=lambda seat: (seat["seat_no"] - button - 1) % number)
    changed = act_in_order(changed, hand, {seat["acting_order"]: place for place, seat in enumerate(around)})
    return claim_truth(change_row(changed, "hands", hand, n_seats=4), tables, rules, hand)


KINDS = (
    Fault(card_missing, "layout.board", "loses a card of a board", has_seats=True),
    Fault(duplicate_card, "layout.duplicate_card", "deals a card twice", has_seats=True),
    Fault(extra_discard, "layout.deal", "deals a fourth card on a street", has_seats=True),
    Fault(
        fantasy_extra_card,
        "layout.fantasy_cards",
        "deals one more card than it says",
        has_seats=True,
        hidden={CAPTURE: "a recording does not say how many cards were announced"},
    ),
    Fault(
        other_board_shown,
        "layout.showdown",
        "shows another board than was placed",
        has_seats=True,
        hidden={CAPTURE: "a recording has one board per player", JSONL: "ofc_jsonl has no showdown of its own"},
    ),
    Fault(
        fourth_player,
        "layout.players",
        "lets a fourth player in",
        hidden={CAPTURE: "a capture of four players is of another game"},
        also=("match.players", "match.length", "match.button"),
    ),
)
