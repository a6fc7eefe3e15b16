"""Faults in how a hand is dealt, set, shown and handed on: cards, Fantasyland and the button."""

from collections.abc import Sequence

import pyarrow as pa

from ofc_audit.cards import EMPTY, N_CARDS
from ofc_audit.rulesets import RuleSet
from ofc_audit.simulate.deal import N_PLACED, PLACED, deal_of
from ofc_audit.simulate.edits import (
    Card,
    Row,
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

ROW_SLICES = (slice(0, 3), slice(3, 8), slice(8, 13))


def _rows(board: Row) -> list[list[Card]]:
    cards = list(zip(board["cards"], board["streets"], strict=True))
    return [cards[part] for part in ROW_SLICES]


def _discards(board: Row) -> list[Card]:
    if board["discards"] is None:
        raise UnsuitableError
    return list(zip(board["discards"], board["discard_streets"], strict=True))


def _set_discards(board: Row, discards: Sequence[Card]) -> None:
    ordered = sorted(discards, key=lambda card: (card[1], -card[0]))
    board["discards"], board["discard_streets"] = [code for code, _ in ordered], [street for _, street in ordered]


def _set_dealt(board: Row, dealt: Sequence[Card]) -> None:
    """The cards dealt, street by street, where the record says so."""
    if board["dealt"] is not None:
        ordered = sorted(dealt, key=lambda card: card[1])
        board["dealt"], board["dealt_streets"] = [code for code, _ in ordered], [street for _, street in ordered]


def _dealt(board: Row) -> list[Card]:
    return [] if board["dealt"] is None else list(zip(board["dealt"], board["dealt_streets"], strict=True))


def _unused(boards: Sequence[Row]) -> list[int]:
    """The cards of the deck that nobody holds, from the lowest."""
    held = {code for board in boards for code in (*board["cards"], *(board["discards"] or ()))}
    return [code for code in range(N_CARDS) if code not in held]


def _rules_of(tables: Tables, rules: Rules, hand: int) -> RuleSet:
    played = rules.get(row_of(tables, "hands", hand)["rules_id"])
    if played is None:
        raise UnsuitableError
    return played


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
    discards = _discards(mine)
    if not discards:
        raise UnsuitableError
    (old, street), twin = discards[0], other["cards"][12]
    _set_discards(mine, [(twin, street), *discards[1:]])
    _set_dealt(mine, [(twin, on) if (code, on) == (old, street) else (code, on) for code, on in _dealt(mine)])
    return put_rows(tables, "boards", hand, boards)


def _add_discard(boards: list[Row], seat: int, street: int) -> None:
    unused = _unused(boards)
    if not unused:
        raise UnsuitableError
    card = (unused[0], street)
    _set_discards(boards[seat], [*_discards(boards[seat]), card])
    _set_dealt(boards[seat], [*_dealt(boards[seat]), card])


def extra_discard(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player is dealt four cards on the third street and discards two."""
    del rules
    hand = aim.hand
    boards, seats = hand_rows(tables, "boards", hand), hand_rows(tables, "seats", hand)
    if seats[aim.seat]["is_fantasy"]:
        raise UnsuitableError
    _add_discard(boards, aim.seat, 3)
    return put_rows(tables, "boards", hand, boards)


def fantasy_extra_card(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player in Fantasyland discards one card more than the number stated allows."""
    del rules
    hand = aim.hand
    boards, seats = hand_rows(tables, "boards", hand), hand_rows(tables, "seats", hand)
    if not seats[aim.seat]["fantasy_cards"] or boards[aim.seat]["dealt"] is None:
        raise UnsuitableError
    _add_discard(boards, aim.seat, 0)
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
    if _rules_of(tables, rules, hand).value("deal.players_max") != 3:
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


def _place(tables: Tables, hand: int) -> tuple[str | None, str | None]:
    """The table and the match of a hand."""
    row = row_of(tables, "hands", hand)
    return row["table_id"], row["match_id"]


def _is_quiet(claim: Row) -> bool:
    """Whether the hand leads nowhere, so that a change of it does not make the next hand wrong."""
    return not claim["is_fantasy_next"]


def fantasy_denied(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Who earned Fantasyland plays an ordinary hand instead: the same board, set street by street."""
    hand = aim.hand
    seats, boards = hand_rows(tables, "seats", hand), hand_rows(tables, "boards", hand)
    at, seat, board = aim.seat, seats[aim.seat], boards[aim.seat]
    if not seat["is_fantasy"] or not _is_quiet(hand_rows(tables, "claims", hand)[at]):
        raise UnsuitableError
    deal = deal_of(_rules_of(tables, rules, hand))
    n_thrown = deal.n_dealt - N_PLACED
    spare = [code for code, _ in _discards(board)]
    spare += [code for code in _unused(boards) if code not in spare]
    if len(spare) < n_thrown:
        raise UnsuitableError
    streets = [street for street, size in enumerate(deal.placed, 1) for _ in range(size)]
    when = dict(zip(sorted(board["cards"]), streets, strict=True))
    placed = [[(code, when[code]) for code, _ in row] for row in _rows(board)]
    board["cards"], board["streets"] = lay(placed)
    thrown = list(zip(spare[:n_thrown], range(2, 2 + n_thrown), strict=True))
    _set_discards(board, thrown)
    _set_dealt(board, [*(card for row in placed for card in row), *thrown])
    if board["street_auto"] is not None:
        board["street_auto"], board["street_ms"] = [False] * deal.n_streets, None
    seat["is_fantasy"], seat["fantasy_cards"] = False, 0
    changed = put_rows(put_rows(tables, "seats", hand, seats), "boards", hand, boards)
    changed = claim_truth(changed, tables, rules, hand) if board["dealt"] is not None else changed
    if not _is_quiet(hand_rows(changed, "claims", hand)[at]):
        raise UnsuitableError
    return changed


def fantasy_undue(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Who earned nothing in the hand before is dealt fourteen cards at once, or thirteen where nobody discards."""
    hand = aim.hand
    seats, boards, claims = (hand_rows(tables, name, hand) for name in ("seats", "boards", "claims"))
    if hand == 0 or _place(tables, hand - 1) != _place(tables, hand):
        raise UnsuitableError
    seat, board = seats[aim.seat], boards[aim.seat]
    if seat["is_fantasy"] or not _is_quiet(claims[aim.seat]):
        raise UnsuitableError
    board["cards"], board["streets"] = lay([[(code, 0) for code, _ in part] for part in _rows(board)])
    thrown = [(code, 0) for code, _ in _discards(board)[:1]]
    _set_discards(board, thrown)
    _set_dealt(board, [*((code, 0) for code in sorted(board["cards"])), *thrown])
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
    _add_discard(boards, aim.seat, 0)
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
        also=("match.players", "match.length"),
    ),
    Fault(fantasy_denied, "fantasy.denied", "deals an ordinary hand to who earned Fantasyland", has_seats=True),
    Fault(fantasy_undue, "fantasy.undue", "deals Fantasyland to who did not earn it", has_seats=True),
    Fault(fantasy_cards_off, "fantasy.cards", "deals another number of Fantasyland cards", has_seats=True),
    Fault(button_not_moved, "match.button", "leaves the button where it was"),
)
