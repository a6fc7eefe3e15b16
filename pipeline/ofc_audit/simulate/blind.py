"""States of things in which nobody can see a fault, whatever the format: facts that are not stated, rules that nobody knows."""

from collections.abc import Mapping
from decimal import Decimal
from itertools import product

import numpy as np

from ofc_audit.rulesets import UNKNOWN, RuleSet
from ofc_audit.score.settlement import settle
from ofc_audit.simulate.edits import Ints, Row, Tables, hand_rows, row_of
from ofc_audit.simulate.fault import Blind, Lie
from ofc_audit.simulate.playable import room_rules
from ofc_audit.simulate.retell import played_rules
from ofc_audit.simulate.tell import is_recording, reckoned

_MOST_STACKS = 24
_ENOUGH = 10**14


def _may_be_capped(lie: Lie) -> bool:
    """Whether some stacks and some reading of an open cap explain the nets of a recording, winners less any rake.

    Either losers pay what they have into a pool for the winners or, unless documents know of a pool only, the pairs are settled one after
    the other on stacks that are tried out: nothing, all sums and differences of what is owed and paid, and more than enough. A rule that
    is read off recordings, or decided by us, accuses nobody: any other reading may explain a payment.
    """
    told, hand = lie.told, lie.aim.hand
    seats = hand_rows(told, "seats", hand)
    is_capped_by_nothing = played_rules(told, lie.rules, hand).value("settlement.cap") == "none"
    if not is_recording(told, hand) or is_capped_by_nothing or all(seat["stack"] is not None for seat in seats):
        return False
    nets = [_units(claim["net"]) for claim in hand_rows(told, "claims", hand)]
    pairs = sorted(reckoned(told, lie.rules, hand)[1], key=lambda pair: (pair["a"], pair["b"]))
    owed = [_units(pair["amount"]) for pair in pairs]
    due = np.zeros(len(nets), np.int64)
    for pair, amount in zip(pairs, owed, strict=True):
        due[pair["a"]] += amount
        due[pair["b"]] -= amount
    is_raked = _is_unknown(lie, "settlement.rake_rate")
    in_bounds = all(min(old, 0) <= new <= max(old, 0) for old, new in zip(due.tolist(), nets, strict=True))
    if in_bounds and (is_raked or not sum(nets)):
        return True
    played = played_rules(told, lie.rules, hand)
    if _open_values(played, "settlement.method", ("pool", "pairs")) == ("pool",):
        return False
    known = sorted({abs(amount) for amount in (*owed, *nets)})
    tried = sorted({0, *known, *(abs(x + sign * y) for x in known for y in known for sign in (1, -1))})
    stacks = np.array(list(product([*tried[:_MOST_STACKS], _ENOUGH], repeat=len(nets))), np.int64)
    open_to = [_open_values(played, key, values) for key, values in _READINGS.items()]
    readings = [dict(zip(_READINGS, values, strict=True)) for values in product(*open_to)]
    return any(_explains(lie, reading, pairs, stacks, nets) for reading in readings)


_READINGS = {
    "settlement.cap": ("both", "loser"),
    "settlement.cap_basis": ("running", "starting"),
    "settlement.pair_order": ("left_of_button_first", "button_first"),
}
_SOFT = ("recorded hands", "[decision]")


def _open_values(played: RuleSet, key: str, values: tuple[str, ...]) -> tuple[str, ...]:
    """The values that a parameter may have, as far as documents tell."""
    value = played.value(key)
    if value not in values or any(word in played.source(key) for word in _SOFT):
        return values
    return (str(value),)


def _explains(lie: Lie, reading: Mapping[str, str], pairs: list[Row], stacks: Ints, nets: list[int]) -> bool:
    played = played_rules(lie.told, lie.rules, lie.aim.hand)
    rules = room_rules(played.with_values(dict(reading), "tried out"), None)
    points = np.tile(np.array([[pair["points"] for pair in pairs]], np.int64), (len(stacks), 1))
    price = np.full(len(stacks), _units(row_of(lie.told, "hands", lie.aim.hand)["point_value"]), np.int64)
    paid = settle(points, price, stacks, rules).net.values
    is_raked = _is_unknown(lie, "settlement.rake_rate")
    fits = (paid == nets) | (is_raked & (paid > 0) & (np.array(nets) >= 0) & (np.array(nets) <= paid))
    return bool(fits.all(axis=1).any())


def _units(amount: Decimal) -> int:
    return int(amount.scaleb(4))


def _moved_points(lie: Lie, owed: list[Row], price: Decimal) -> dict[tuple[int, int], int] | None:
    """What moved in each pair in points, where that is known and whole, so that no other capped points can be meant."""
    stacks = [seat["stack"] for seat in hand_rows(lie.told, "seats", lie.aim.hand)]
    played = played_rules(lie.told, lie.rules, lie.aim.hand)
    if any(stack is None for stack in stacks) or played.value("settlement.match_cap") != "none":
        return None
    pairs = sorted(owed, key=lambda pair: (pair["a"], pair["b"]))
    unit = np.array([_units(price)], np.int64)
    points = np.array([[pair["points"] for pair in pairs]], np.int64)
    had = np.array([[_units(stack) for stack in stacks]], np.int64)
    moved = settle(points, unit, had, room_rules(played, None)).amount
    if not moved.known_mask.all() or (moved.values % unit).any():
        return None
    values = (moved.values // unit)[0].tolist()
    return {(pair["a"], pair["b"]): value for pair, value in zip(pairs, values, strict=True)}


def _is_as_moved(points: list[int | None], pairs: list[Row], moved: Mapping[tuple[int, int], int]) -> bool:
    """Whether all points stated are those that moved."""
    total = [0] * len(points)
    for (a, b), value in moved.items():
        total[a] += value
        total[b] -= value
    return all(one in (None, right) for one, right in zip(points, total, strict=True)) and all(
        pair["points"] in (None, moved[pair["a"], pair["b"]]) for pair in pairs
    )


_SEAT_PARTS = ("is_foul", "top_royalties", "middle_royalties", "bottom_royalties")
_PAIR_PARTS = ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b")


def _stated(tables: Tables, name: str, hand: int, columns: tuple[str, ...]) -> list[list[object]]:
    return [[row[column] for column in columns] for row in hand_rows(tables, name, hand)]


def _has_capped_points(lie: Lie) -> bool:
    """Whether somebody's stack is short, and all points told otherwise are fewer of the same sign, where the rules let those be stated."""
    told, hand = lie.told, lie.aim.hand
    if played_rules(told, lie.rules, hand).value("settlement.busted_pair_claims") != "any":
        return False
    parts = (("claims", _SEAT_PARTS), ("claimed_pairs", _PAIR_PARTS))
    if any(_stated(lie.true, name, hand, columns) != _stated(told, name, hand, columns) for name, columns in parts):
        return False
    owed = reckoned(told, lie.rules, hand)[1]
    price = row_of(told, "hands", hand)["point_value"]
    n_seats = len(hand_rows(told, "seats", hand))
    most = {(sign, seat): 0 for sign in (1, -1) for seat in range(n_seats)}
    for pair in owed:
        for seat, points in ((pair["a"], pair["points"]), (pair["b"], -pair["points"])):
            most[1, seat] += max(points, 0)
            most[-1, seat] += min(points, 0)
    nets = [(claim["net"], claim["rake"] or 0) for claim in hand_rows(lie.true, "claims", hand)]
    is_cut = any(
        net is not None and net + rake != sum(most[sign, seat] for sign in (1, -1)) * price
        for seat, (net, rake) in enumerate(nets)
    )
    points = [claim["points"] for claim in hand_rows(told, "claims", hand)]
    due = {(pair["a"], pair["b"]): pair["points"] for pair in owed}
    pairs = [(pair["points"], due[pair["a"], pair["b"]]) for pair in hand_rows(told, "claimed_pairs", hand)]
    moved = _moved_points(lie, owed, price)
    if moved is not None:
        return is_cut and _is_as_moved(points, hand_rows(told, "claimed_pairs", hand), moved)
    return (
        is_cut
        and all(one is None or most[-1, seat] <= one <= most[1, seat] for seat, one in enumerate(points))
        and all(one is None or min(right, 0) <= one <= max(right, 0) for one, right in pairs)
    )


def _is_rake_unsaid(lie: Lie) -> bool:
    told, hand = lie.told, lie.aim.hand
    stated = [row_of(told, "hands", hand)["rake"], *(claim["rake"] for claim in hand_rows(told, "claims", hand))]
    return all(rake is None for rake in stated)


def _has_nets_alone(lie: Lie) -> bool:
    return all(claim["points"] is None for claim in hand_rows(lie.told, "claims", lie.aim.hand))


def _is_unknown(lie: Lie, key: str) -> bool:
    return played_rules(lie.told, lie.rules, lie.aim.hand).value(key) is UNKNOWN


def _has_cards_unknown(lie: Lie) -> bool:
    """Whether the number of cards that a player in Fantasyland was dealt is not stated, or what he earned is worth them by no rule."""
    told, hand, seat = lie.told, lie.aim.hand, hand_rows(lie.told, "seats", lie.aim.hand)[lie.aim.seat]
    if seat["fantasy_cards"] is None or hand == 0:
        return True
    before = hand_rows(told, "seats", hand - 1)
    return not any(
        one["player_id"] == seat["player_id"] and _is_worth_known(lie, hand - 1, number)
        for number, one in enumerate(before)
    )


def _is_worth_known(lie: Lie, hand: int, seat: int) -> bool:
    """Whether the rules say how many Fantasyland cards a board has earned."""
    return reckoned(lie.told, lie.rules, hand)[0][seat]["fantasy_next"] is not None


def _is_after_a_cap(lie: Lie) -> bool:
    """Outside matches, whether somebody was bust, or paid less than his points cost, in the hand before."""
    told, hand = lie.told, lie.aim.hand
    if hand == 0 or row_of(told, "hands", hand)["match_id"] is not None:
        return False
    price = row_of(told, "hands", hand - 1)["point_value"]
    for claim in hand_rows(told, "claims", hand - 1):
        is_bust = claim["stack"] is not None and claim["stack"] <= 0
        said = claim["points"] is not None and claim["net"] is not None
        if is_bust or (said and claim["net"] < 0 and claim["net"] > claim["points"] * price):
            return True
    return False


def _is_over(lie: Lie) -> bool:
    """Whether all that is announced otherwise is announced where nothing is due: the match is over, or the player is out.

    Fantasyland that the boards did not earn is seen there too. Who has won everything may get it still: where Fantasyland is played after
    the end (match.fantasy_after_end), and outside matches, where others buy in again.
    """
    told, hand = lie.told, lie.aim.hand
    was, now = (hand_rows(one, "claims", hand) for one in (lie.true, told))
    left = [claim["stack"] for claim in now]
    record, played = row_of(told, "hands", hand), played_rules(told, lie.rules, hand)
    is_over = bool(record["last_of_match"])
    if record["match_id"] is not None and played.value("match.fantasy_after_end") != "played":
        is_over |= None not in left and sum(stack > 0 for stack in left) < 2
    earned = [seat["is_fantasy_next"] for seat in reckoned(told, lie.rules, hand)[0]]
    for old, new, stack, is_earned in zip(was, now, left, earned, strict=True):
        if (old["is_fantasy_next"], old["fantasy_next"]) == (new["is_fantasy_next"], new["fantasy_next"]):
            continue
        if new["is_fantasy_next"] and is_earned is False:
            return False
        if not is_over and (stack is None or stack > 0):
            return False
    return True


MAY_BE_CAPPED = Blind(
    "may be capped",
    "payments below what the points cost are explained by stacks that a recording does not state",
    _may_be_capped,
)
NETS_MAY_BE_CAPPED = Blind(
    "nets may be capped",
    "where nets alone are stated, less than the points cost is explained by stacks that a recording does not state",
    lambda lie: _has_nets_alone(lie) and _may_be_capped(lie),
)
POINTS_MAY_BE_CAPPED = Blind(
    "points may be capped",
    "the rules word a cap in points too: fewer of them than the boards give, where somebody's stack is short, may be those that moved",
    _has_capped_points,
)
CAPPED = (NETS_MAY_BE_CAPPED, POINTS_MAY_BE_CAPPED)
"""What hides fewer points, and what is paid for them."""
RAKE_UNKNOWN = Blind(
    "rake unknown",
    "what a winner gets less than the losers paid may be a rake, of which neither the record nor the rules say anything",
    lambda lie: _is_rake_unsaid(lie) and _is_unknown(lie, "settlement.rake_rate"),
)
RAKED_UNKNOWN = Blind(
    "rake payer unknown",
    "no rule says who pays rake (settlement.rake_from)",
    lambda lie: _is_unknown(lie, "settlement.rake_from") and not _is_rake_unsaid(lie),
)
CARDS_UNKNOWN = Blind(
    "cards unknown",
    "how many Fantasyland cards were dealt, or are due, is not stated or in no rule (fantasyland.cards)",
    _has_cards_unknown,
)
WORTH_UNKNOWN = Blind(
    "worth unknown",
    "how many Fantasyland cards a board has earned is in no rule (fantasyland.cards)",
    lambda lie: not _is_worth_known(lie, lie.aim.hand, lie.aim.seat),
)
AFTER_A_CAP = Blind(
    "chain broken",
    "outside matches a table may have begun anew after a capped hand without saying so",
    _is_after_a_cap,
)
MATCH_OVER = Blind(
    "match over",
    "what was earned in the hand that ends a match, or by a player who is out, is not due: announced or not, both are right",
    _is_over,
)
NO_BUTTON_RULE = Blind(
    "button not followed",
    "outside matches a button that moves may have moved on in hands that are not on record",
    lambda lie: (
        row_of(lie.told, "hands", lie.aim.hand)["match_id"] is None
        and played_rules(lie.told, lie.rules, lie.aim.hand).value("fantasyland.button") == "moves"
    ),
)
PLACES_UNKNOWN = Blind(
    "places unknown",
    "no rule says who is placed before whom (tournament.places)",
    lambda lie: _is_unknown(lie, "tournament.places"),
)
BOUNTIES_UNKNOWN = Blind(
    "bounties unknown",
    "no rule says who wins a bounty (tournament.bounty)",
    lambda lie: _is_unknown(lie, "tournament.bounty"),
)
