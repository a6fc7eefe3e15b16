"""Faults in how a match goes: it ends too soon or goes on too long, somebody joins it, or is dealt in with nothing, and
its settlement is wrong.
"""

from collections.abc import Sequence

import numpy as np
import pyarrow as pa

from ofc_audit.cards import N_CARDS
from ofc_audit.simulate.deal import PINEAPPLE, Cards
from ofc_audit.simulate.edits import (
    Row,
    Tables,
    UnsuitableError,
    act_in_order,
    change_row,
    choose,
    hand_rows,
    lay,
    player_row,
    put_rows,
    row_of,
    rows_of,
    unit_of,
)
from ofc_audit.simulate.fault import CAPTURE, LARGE, MONEY_SIZES, UNIT, Aim, Fault, Rules
from ofc_audit.simulate.policies import place_randomly
from ofc_audit.simulate.tell import claim_truth, tell


def _last_of(tables: Tables, hand: int) -> Row:
    """The hand, if its match ended with it and everybody had chips left."""
    row = row_of(tables, "hands", hand)
    claims = hand_rows(tables, "claims", hand)
    if not row["last_of_match"] or any(claim["stack"] is None or claim["stack"] <= 0 for claim in claims):
        raise UnsuitableError
    return row


def _has_fantasy(tables: Tables, hand: int) -> bool:
    return any(seat["is_fantasy"] for seat in hand_rows(tables, "seats", hand))


def match_cut_short(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The match is over one hand before its last."""
    del rules
    hand = aim.hand
    n = tables["hands"].num_rows
    row = row_of(tables, "hands", hand)
    if hand + 1 >= n or _has_fantasy(tables, hand) or _has_fantasy(tables, hand + 1):
        raise UnsuitableError
    last = _last_of(tables, hand + 1)
    if (
        last["match_id"] != row["match_id"]
        or row_of(tables, "claims", rows_of(tables, "claims", hand)[0])["net"] is None
    ):
        raise UnsuitableError
    return choose(change_row(tables, "hands", hand, last_of_match=True), [*range(hand + 1), *range(hand + 2, n)])


def match_goes_on(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """After the last hand of a match, what would be the first hand of the next is played as one more."""
    hand = aim.hand
    n, last = tables["hands"].num_rows, _last_of(tables, hand)
    more = hand + 1
    if more >= n or _has_fantasy(tables, more):
        raise UnsuitableError
    row, before, seats = (
        row_of(tables, "hands", more),
        hand_rows(tables, "seats", hand),
        hand_rows(tables, "seats", more),
    )
    numbers = [seat["seat_no"] for seat in seats]
    due = min((number for number in numbers if number > before[-1]["seat_no"]), default=min(numbers))
    if last["table_id"] != row["table_id"] or len(before) != len(seats) or numbers[-1] != due:
        raise UnsuitableError
    claims = hand_rows(tables, "claims", hand)
    left = {seat["player_id"]: claim["stack"] for seat, claim in zip(before, claims, strict=True)}
    following = {"match_id": last["match_id"], "hand_no": last["hand_no"] + 1, "last_of_match": True}
    changed = change_row(change_row(tables, "hands", more, **following), "hands", hand, last_of_match=False)
    seats = [{**seat, "stack": left[seat["player_id"]]} for seat in seats]
    return claim_truth(put_rows(changed, "seats", more, seats), tables, rules, more)


def player_joins(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """In the last hand of a match somebody else sits in a player's place, with his chips."""
    del rules
    hand = aim.hand
    row = _last_of(tables, hand)
    if row["hand_no"] == 1 or _has_fantasy(tables, hand):
        raise UnsuitableError
    return change_row(tables, "seats", player_row(tables, "seats", hand, aim.seat), player_id="Zoe", player_name="Zoe")


def bust_dealt_in(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player who lost his last chips in the hand before is dealt in again, with nothing to lose."""
    hand = aim.hand
    if hand == 0 or _has_fantasy(tables, hand) or len(hand_rows(tables, "seats", hand)) != 2:
        raise UnsuitableError
    row, before = row_of(tables, "hands", hand), row_of(tables, "hands", hand - 1)
    seats, boards = hand_rows(tables, "seats", hand), hand_rows(tables, "boards", hand)
    had = hand_rows(tables, "seats", hand - 1)
    gone = [seat for seat in had if seat["player_id"] not in {one["player_id"] for one in seats}]
    if row["match_id"] is None or before["match_id"] != row["match_id"] or len(gone) != 1 or len(had) != 3:
        raise UnsuitableError
    held = {code for board in boards for code in (*board["cards"], *board["discards"])}
    spare = np.array([code for code in range(N_CARDS) if code not in held][: PINEAPPLE.n_dealt], np.uint8)
    if len(spare) < PINEAPPLE.n_dealt or boards[0]["dealt"] is None:
        raise UnsuitableError
    boards.append(_board(boards[0], spare))
    seats.append({**seats[0], "acting_order": 2, "stack": 0 * seats[0]["stack"]})
    seats[-1] |= {name: gone[0][name] for name in ("seat_no", "player_id", "player_name")}
    changed = put_rows(put_rows(tables, "seats", hand, seats), "boards", hand, boards)
    button = had[-1]["seat_no"]
    last = min((seat["seat_no"] for seat in seats if seat["seat_no"] > button), default=None)
    last = min(seat["seat_no"] for seat in seats) if last is None else last
    around = sorted(seats, key=lambda seat: (seat["seat_no"] <= last, seat["seat_no"]))
    changed = act_in_order(changed, hand, {seat["acting_order"]: place for place, seat in enumerate(around)})
    return claim_truth(change_row(changed, "hands", hand, n_seats=3), tables, rules, hand)


def _board(like: Row, dealt: Cards) -> Row:
    """A board of the cards dealt, set anyhow."""
    cards, streets, discards = (one[0] for one in place_randomly(np.random.default_rng(1), dealt[None, :], PINEAPPLE))
    pairs = [(int(card), int(street)) for card, street in zip(cards, streets, strict=True)]
    laid, on = lay([pairs[part] for part in (slice(0, 3), slice(3, 8), slice(8, 13))])
    streets_of = PINEAPPLE.street_of_dealt.tolist()
    thrown = [int(card) for card in discards]
    return {
        **like,
        "acting_order": 2,
        "cards": laid,
        "streets": on,
        "discards": thrown,
        "discard_streets": list(range(2, 2 + len(thrown))),
        "dealt": dealt.tolist(),
        "dealt_streets": streets_of,
    }


def _match_pairs(tables: Tables, rules: Rules, hand: int) -> Sequence[Row]:
    """The pairs of the hand with which a match is settled."""
    row = row_of(tables, "hands", hand)
    played = rules.get(row["rules_id"])
    pairs = hand_rows(tables, "claimed_pairs", hand)
    is_settled = played is not None and played.value("settlement.scope") == "match" and row["last_of_match"]
    if not is_settled or row["hand_no"] == 1 or any(pair["amount"] is None for pair in pairs):
        raise UnsuitableError
    return pairs


def match_amount_off(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """At the end of a match settled in one, a pair moves one point less than the match cost."""
    hand = aim.hand
    pairs = list(_match_pairs(tables, rules, hand))
    price = row_of(tables, "hands", hand)["point_value"]
    for pair in pairs:
        winner, size = pair["a"] if pair["amount"] > 0 else pair["b"], abs(pair["amount"])
        less = size if aim.size == LARGE else unit_of(row_of(tables, "hands", hand)) if aim.size == UNIT else price
        if winner == aim.seat and size >= less:
            pair["amount"] -= less if pair["amount"] > 0 else -less
            return tell(tables, rules, hand, pairs, start="amounts")
    raise UnsuitableError


def last_hand_paid_for_match(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """At the end of a match settled in one, only the points of its last hand are paid."""
    hand = aim.hand
    pairs = list(_match_pairs(tables, rules, hand))
    price = row_of(tables, "hands", hand)["point_value"]
    stack = min(seat["stack"] for seat in hand_rows(tables, "seats", hand))
    paid = [{**pair, "amount": pair["points"] * price} for pair in pairs]
    if paid == pairs or len(pairs) > 1 or any(abs(pair["amount"]) > stack for pair in paid):
        raise UnsuitableError
    return tell(tables, rules, hand, paid, start="amounts")


_NO_MATCHES = {CAPTURE: "a recording knows no matches"}

KINDS = (
    Fault(match_cut_short, "match.length", "ends a match before its last hand", hidden=_NO_MATCHES),
    Fault(match_goes_on, "match.length", "goes on with a match that is over", hidden=_NO_MATCHES, reach="next"),
    Fault(
        player_joins, "match.players", "lets somebody into a match that is played", has_seats=True, hidden=_NO_MATCHES
    ),
    Fault(bust_dealt_in, "match.players", "deals in who has nothing left", hidden=_NO_MATCHES),
    Fault(
        match_amount_off,
        "settle.amount",
        "moves less than a whole match cost",
        has_seats=True,
        sizes=MONEY_SIZES,
        hidden=_NO_MATCHES,
    ),
    Fault(last_hand_paid_for_match, "settle.amount", "pays the last hand in place of the match", hidden=_NO_MATCHES),
)
