"""Faults in how Fantasyland is dealt: to whom, with how many cards, and where the button goes."""

import pyarrow as pa

from ofc_audit.simulate.blind import AFTER_A_CAP, CARDS_UNKNOWN, NO_BUTTON_RULE
from ofc_audit.simulate.boards import (
    add_discard,
    dealt_of,
    discards_of,
    rows_of_board,
    rules_named,
    set_dealt,
    set_discards,
    unused_cards,
)
from ofc_audit.simulate.deal import N_PLACED, deal_of
from ofc_audit.simulate.edits import Row, Tables, UnsuitableError, act_in_order, hand_rows, lay, put_rows, row_of
from ofc_audit.simulate.fault import Aim, Fault, Rules
from ofc_audit.simulate.retell import played_rules
from ofc_audit.simulate.tell import claim_truth


def _place(tables: Tables, hand: int) -> tuple[str | None, str | None]:
    """The table and the match of a hand."""
    row = row_of(tables, "hands", hand)
    return row["table_id"], row["match_id"]


def _is_quiet(claim: Row) -> bool:
    """Whether the hand leads nowhere, so that a change of it does not make the next hand wrong."""
    return not claim["is_fantasy_next"]


def _deny(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player in Fantasyland plays an ordinary hand instead: the same board, set street by street."""
    hand = aim.hand
    seats, boards = hand_rows(tables, "seats", hand), hand_rows(tables, "boards", hand)
    at, seat, board = aim.seat, seats[aim.seat], boards[aim.seat]
    if not seat["is_fantasy"] or not _is_quiet(hand_rows(tables, "claims", hand)[at]):
        raise UnsuitableError
    if any(one["stack"] is not None and one["stack"] <= 0 for one in seats):
        # With nothing left only a fantasy hand is played.
        raise UnsuitableError
    deal = deal_of(rules_named(tables, rules, hand))
    n_thrown = deal.n_dealt - N_PLACED
    spare = [code for code, _ in discards_of(board)]
    spare += [code for code in unused_cards(boards) if code not in spare]
    if len(spare) < n_thrown:
        raise UnsuitableError
    streets = [street for street, size in enumerate(deal.placed, 1) for _ in range(size)]
    when = dict(zip(sorted(board["cards"]), streets, strict=True))
    placed = [[(code, when[code]) for code, _ in row] for row in rows_of_board(board)]
    board["cards"], board["streets"] = lay(placed)
    thrown = list(zip(spare[:n_thrown], range(2, 2 + n_thrown), strict=True))
    set_discards(board, thrown)
    set_dealt(board, [*(card for row in placed for card in row), *thrown])
    if board["street_auto"] is not None:
        board["street_auto"], board["street_ms"] = [False] * deal.n_streets, None
    seat["is_fantasy"], seat["fantasy_cards"] = False, 0
    changed = put_rows(put_rows(tables, "seats", hand, seats), "boards", hand, boards)
    changed = claim_truth(changed, tables, rules, hand) if board["dealt"] is not None else changed
    if not _is_quiet(hand_rows(changed, "claims", hand)[at]):
        raise UnsuitableError
    return changed


def _grant(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player is dealt fourteen cards at once, or thirteen where nobody discards."""
    hand = aim.hand
    seats, boards, claims = (hand_rows(tables, name, hand) for name in ("seats", "boards", "claims"))
    if hand == 0 or _place(tables, hand - 1) != _place(tables, hand):
        raise UnsuitableError
    seat, board = seats[aim.seat], boards[aim.seat]
    if seat["is_fantasy"] or not _is_quiet(claims[aim.seat]):
        raise UnsuitableError
    board["cards"], board["streets"] = lay([[(code, 0) for code, _ in part] for part in rows_of_board(board)])
    thrown = [(code, 0) for code, _ in discards_of(board)[:1]]
    set_discards(board, thrown)
    set_dealt(board, [*((code, 0) for code in sorted(board["cards"])), *thrown])
    if board["street_auto"] is not None:
        board["street_auto"], board["street_ms"] = [False], None
    seat["is_fantasy"], seat["fantasy_cards"] = True, N_PLACED + len(thrown)
    changed = put_rows(put_rows(tables, "seats", hand, seats), "boards", hand, boards)
    return claim_truth(changed, tables, rules, hand) if board["dealt"] is not None else changed


def fantasy_cards_off(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player in Fantasyland is dealt, and discards, one card more than he earned."""
    del rules
    hand = aim.hand
    boards, seats = hand_rows(tables, "boards", hand), hand_rows(tables, "seats", hand)
    if hand == 0:
        raise UnsuitableError
    seat = seats[aim.seat]
    if not seat["fantasy_cards"] or seat["fantasy_cards"] >= 17:
        raise UnsuitableError
    add_discard(boards, aim.seat, 0)
    seat["fantasy_cards"] += 1
    return put_rows(put_rows(tables, "seats", hand, seats), "boards", hand, boards)


def button_not_moved(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The players act in the order of the hand before, so that the button is where it was; nothing follows at the
    table.
    """
    hand = aim.hand
    n = tables["hands"].num_rows
    if hand == 0 or (hand + 1 < n and _place(tables, hand + 1) == _place(tables, hand)):
        raise UnsuitableError
    order = {seat["player_id"]: seat["acting_order"] for seat in hand_rows(tables, "seats", hand - 1)}
    seats = hand_rows(tables, "seats", hand)
    if _place(tables, hand - 1) != _place(tables, hand) or {seat["player_id"] for seat in seats} != set(order):
        raise UnsuitableError
    new = {seat["acting_order"]: order[seat["player_id"]] for seat in seats}
    changed = act_in_order(tables, hand, new)
    return claim_truth(changed, tables, rules, hand) if hand_rows(tables, "claimed_pairs", hand) else changed


def _before(tables: Tables, aim: Aim) -> Row:
    """The player's row of seats in the hand before, at the same table and in the same match."""
    if aim.hand == 0 or _place(tables, aim.hand - 1) != _place(tables, aim.hand):
        raise UnsuitableError
    who = hand_rows(tables, "seats", aim.hand)[aim.seat]["player_id"]
    found = [seat for seat in hand_rows(tables, "seats", aim.hand - 1) if seat["player_id"] == who]
    if not found:
        raise UnsuitableError
    return found[0]


def fantasy_denied(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Who earned Fantasyland plays an ordinary hand instead."""
    if _before(tables, aim)["is_fantasy"]:
        raise UnsuitableError
    return _deny(tables, rules, aim)


def stay_denied(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Who earned to stay in Fantasyland plays an ordinary hand instead."""
    if not _before(tables, aim)["is_fantasy"]:
        raise UnsuitableError
    return _deny(tables, rules, aim)


def fantasy_undue(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Who earned nothing in the hand before is dealt Fantasyland."""
    if _before(tables, aim)["is_fantasy"]:
        raise UnsuitableError
    return _grant(tables, rules, aim)


def stay_undue(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Who was in Fantasyland and did not earn to stay is dealt it again, by queens on top perhaps."""
    if not _before(tables, aim)["is_fantasy"]:
        raise UnsuitableError
    return _grant(tables, rules, aim)


def fantasy_to_neighbour(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Who earned Fantasyland plays an ordinary hand, and the next player is dealt it."""
    _before(tables, aim)
    other = (aim.seat + 1) % len(hand_rows(tables, "seats", aim.hand))
    _before(tables, Aim(aim.hand, other))
    return _grant(_deny(tables, rules, aim), rules, Aim(aim.hand, other))


def fantasy_card_short(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player in Fantasyland is dealt, and discards, one card less than he earned."""
    del rules
    _before(tables, aim)
    boards, seats = hand_rows(tables, "boards", aim.hand), hand_rows(tables, "seats", aim.hand)
    seat, board = seats[aim.seat], boards[aim.seat]
    if not seat["fantasy_cards"] or seat["fantasy_cards"] < N_PLACED + 2:
        raise UnsuitableError
    *kept, lost = discards_of(board)
    set_discards(board, kept)
    set_dealt(board, [card for card in dealt_of(board) if card != lost])
    seat["fantasy_cards"] -= 1
    return put_rows(put_rows(tables, "seats", aim.hand, seats), "boards", aim.hand, boards)


def _turn(tables: Tables, rules: Rules, hand: int, by: int) -> dict[str, pa.Table]:
    """The players of a hand act in another order, so that the button is `by` places further on; nothing follows."""
    n, size = tables["hands"].num_rows, len(hand_rows(tables, "seats", hand))
    if hand + 1 < n and _place(tables, hand + 1) == _place(tables, hand):
        raise UnsuitableError
    changed = act_in_order(tables, hand, {seat: (seat - by) % size for seat in range(size)})
    return claim_truth(changed, tables, rules, hand) if hand_rows(tables, "claimed_pairs", hand) else changed


def _players(tables: Tables, hand: int) -> list[str]:
    return [seat["player_id"] for seat in hand_rows(tables, "seats", hand)]


def button_skips_a_player(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The button passes over a player who was dealt in."""
    _before(tables, aim)
    now, was = _players(tables, aim.hand), _players(tables, aim.hand - 1)
    # One place further on than the next: only where it has moved, and by one.
    if len(now) < 3 or set(now) != set(was) or now != [*was[1:], was[0]]:
        raise UnsuitableError
    return _turn(tables, rules, aim.hand, 1)


def button_moves_in_fantasyland(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The button moves on to a fantasy hand, where it should have stayed."""
    _before(tables, aim)
    if played_rules(tables, rules, aim.hand).value("fantasyland.button") != "stays":
        raise UnsuitableError
    if _players(tables, aim.hand) != _players(tables, aim.hand - 1):
        raise UnsuitableError
    return _turn(tables, rules, aim.hand, 1)


KINDS = (
    Fault(
        fantasy_denied,
        "fantasy.denied",
        "deals an ordinary hand to who earned Fantasyland",
        has_seats=True,
        unless=(AFTER_A_CAP,),
        reach="next",
        also=("fantasy.undue", "fantasy.denied"),
    ),
    Fault(
        stay_denied,
        "fantasy.denied",
        "deals an ordinary hand to who earned to stay",
        has_seats=True,
        unless=(AFTER_A_CAP,),
        reach="next",
        also=("fantasy.undue", "fantasy.denied"),
    ),
    Fault(
        fantasy_undue,
        "fantasy.undue",
        "deals Fantasyland to who did not earn it",
        has_seats=True,
        unless=(AFTER_A_CAP,),
        reach="next",
        also=("fantasy.undue", "fantasy.denied"),
    ),
    Fault(
        stay_undue,
        "fantasy.undue",
        "lets a player stay in Fantasyland who did not earn it",
        has_seats=True,
        unless=(AFTER_A_CAP,),
        reach="next",
        also=("fantasy.denied",),
    ),
    Fault(
        fantasy_to_neighbour,
        "fantasy.denied",
        "deals a player's Fantasyland to his neighbour",
        has_seats=True,
        also=("fantasy.undue", "match.length"),
        unless=(AFTER_A_CAP,),
        reach="next",
    ),
    Fault(
        fantasy_cards_off,
        "fantasy.cards",
        "deals one Fantasyland card too many",
        has_seats=True,
        unless=(CARDS_UNKNOWN, AFTER_A_CAP),
        reach="next",
    ),
    Fault(
        fantasy_card_short,
        "fantasy.cards",
        "deals one Fantasyland card too few",
        has_seats=True,
        unless=(CARDS_UNKNOWN, AFTER_A_CAP),
        reach="next",
    ),
    Fault(button_not_moved, "match.button", "leaves the button where it was", unless=(NO_BUTTON_RULE, AFTER_A_CAP)),
    Fault(
        button_skips_a_player, "match.button", "moves the button past a player", unless=(NO_BUTTON_RULE, AFTER_A_CAP)
    ),
    Fault(
        button_moves_in_fantasyland,
        "match.button",
        "moves the button to a fantasy hand",
        unless=(AFTER_A_CAP,),
    ),
)
