"""Faults of what is paid for points that are right: another price, another order or basis of the cap, rounding, money on
another account.
"""

from collections.abc import Callable
from decimal import Decimal

import numpy as np
import pyarrow as pa

from ofc_audit.score.settlement import settle
from ofc_audit.simulate.blind import MAY_BE_CAPPED, RAKE_UNKNOWN
from ofc_audit.simulate.edits import Ints, Row, Tables, UnsuitableError, hand_rows, put_rows, row_of
from ofc_audit.simulate.fault import CAPTURE, Aim, Fault, Rules
from ofc_audit.simulate.playable import room_rules
from ofc_audit.simulate.retell import played_rules
from ofc_audit.simulate.tell import is_recording, pairs_told, stated_pairs, tell


def _amounts(tables: Tables, rules: Rules, aim: Aim, pay: Callable[[Row, Decimal], Decimal]) -> dict[str, pa.Table]:
    """The hand with another amount in its pairs: `pay` says what a pair moves, given the price of a point.

    In a recording an amount is what the points cost. Raises UnsuitableError where a pair is capped, so that it is no
    matter of the price, and where nothing changes.
    """
    recorded = is_recording(tables, aim.hand)
    pairs = pairs_told(tables, rules, aim.hand) if recorded else stated_pairs(tables, aim.hand)
    price = row_of(tables, "hands", aim.hand)["point_value"]
    if played_rules(tables, rules, aim.hand).value("settlement.scope") == "match":
        raise UnsuitableError
    before = [pair["amount"] for pair in pairs]
    for pair in pairs:
        if pair["amount"] != pair["points"] * price:
            raise UnsuitableError
        pair["amount"] = pay(pair, price)
    if [pair["amount"] for pair in pairs] == before:
        raise UnsuitableError
    return _solvent(tell(tables, rules, aim.hand, pairs, start="amounts"), aim.hand)


def _solvent(changed: dict[str, pa.Table], hand: int) -> dict[str, pa.Table]:
    """The hand, if nobody has less than nothing after it."""
    if any(claim["stack"] is not None and claim["stack"] < 0 for claim in hand_rows(changed, "claims", hand)):
        raise UnsuitableError
    return changed


def paid_six_times(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """One hand pays six times what its points cost."""
    return _amounts(tables, rules, aim, lambda pair, _: 6 * pair["amount"])


def paid_at_half_price(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """One hand is paid at the point value of a table with half the stake."""
    return _amounts(tables, rules, aim, lambda pair, _: (pair["amount"] / 2).quantize(Decimal("0.0001")))


def rounded_down(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Amounts are cut to whole units of the currency."""
    return _amounts(tables, rules, aim, lambda pair, _: Decimal(int(pair["amount"])))


def rows_paid_alone(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Rows and bonus are paid, royalties are counted and not paid."""

    def pay(pair: Row, price: Decimal) -> Decimal:
        return Decimal((pair["points"] - pair["royalties_a"] + pair["royalties_b"]) * price)

    return _amounts(tables, rules, aim, pay)


def pair_not_paid(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The last pair of three or more moves nothing."""
    pairs = pairs_told(tables, rules, aim.hand)
    if len(pairs) < 3:
        raise UnsuitableError
    last = (pairs[-1]["a"], pairs[-1]["b"])
    return _amounts(
        tables, rules, aim, lambda pair, _: Decimal(0) if (pair["a"], pair["b"]) == last else pair["amount"]
    )


def paid_the_wrong_way(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The winner of a pair pays its loser."""
    mine = next(
        (
            (pair["a"], pair["b"])
            for pair in pairs_told(tables, rules, aim.hand)
            if (pair["points"] > 0 and pair["a"] == aim.seat) or (pair["points"] < 0 and pair["b"] == aim.seat)
        ),
        None,
    )
    return _amounts(
        tables, rules, aim, lambda pair, _: -pair["amount"] if (pair["a"], pair["b"]) == mine else pair["amount"]
    )


def _settled_by(tables: Tables, rules: Rules, aim: Aim, **values: str) -> dict[str, pa.Table]:
    """A capped hand settled with other values of parameters `settlement.*` than its rule set has."""
    pairs, seats = stated_pairs(tables, aim.hand), hand_rows(tables, "seats", aim.hand)
    played = played_rules(tables, rules, aim.hand)
    if played.value("settlement.scope") == "match" or played.value("settlement.match_cap") != "none":
        raise UnsuitableError
    if len(pairs) < 3 or any(seat["stack"] is None for seat in seats):
        raise UnsuitableError
    changed = {f"settlement.{name}": value for name, value in values.items()}
    if any(played.value(key) == value for key, value in changed.items()):
        raise UnsuitableError
    wrong = room_rules(played, None).with_values(changed, "what a site does wrong")
    ordered = sorted(pairs, key=lambda pair: (pair["a"], pair["b"]))
    points = np.array([[pair["points"] for pair in ordered]], np.int64)
    stacks = np.array([[int(seat["stack"].scaleb(4)) for seat in seats]], np.int64)
    price = np.array([int(row_of(tables, "hands", aim.hand)["point_value"].scaleb(4))], np.int64)
    amounts: Ints = settle(points, price, stacks, wrong).amount.values[0]
    was = [pair["amount"] for pair in ordered]
    for pair, amount in zip(ordered, amounts.tolist(), strict=True):
        pair["amount"] = Decimal(amount).scaleb(-4)
    if [pair["amount"] for pair in ordered] == was:
        raise UnsuitableError
    return _solvent(tell(tables, rules, aim.hand, pairs, start="amounts"), aim.hand)


def settled_in_wrong_order(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A capped hand is settled in another order of its pairs: the button first, or left of it first."""
    order = played_rules(tables, rules, aim.hand).value("settlement.pair_order")
    other = "left_of_button_first" if order == "button_first" else "button_first"
    return _settled_by(tables, rules, aim, pair_order=other)


def capped_at_the_start(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A capped hand is limited by what each player had at its start, not by what he has at that moment."""
    return _settled_by(tables, rules, aim, cap_basis="starting")


def winner_not_limited(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Nobody's winnings are limited by what he has himself, throughout a hand of three or more."""
    return _settled_by(tables, rules, aim, cap="loser")


def bust_player_wins(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player with nothing left is paid in a further pair, where nobody wins more than he has."""
    pairs = stated_pairs(tables, aim.hand)
    price = row_of(tables, "hands", aim.hand)["point_value"]
    for pair in pairs:
        winner = pair["a"] if pair["points"] > 0 else pair["b"]
        if winner == aim.seat and pair["points"] and pair["amount"] == 0:
            pair["amount"] = pair["points"] * price
            return _solvent(tell(tables, rules, aim.hand, pairs, start="amounts"), aim.hand)
    raise UnsuitableError


def _nets(tables: Tables, aim: Aim, change: Callable[[list[Decimal]], list[Decimal]]) -> dict[str, pa.Table]:
    """Other nets than the pairs come to, with stacks that follow from them."""
    claims, seats = hand_rows(tables, "claims", aim.hand), hand_rows(tables, "seats", aim.hand)
    nets = [claim["net"] for claim in claims]
    if any(net is None for net in nets):
        raise UnsuitableError
    for claim, seat, net in zip(claims, seats, change(nets), strict=True):
        claim["net"] = net
        if claim["stack"] is not None and seat["stack"] is not None:
            claim["stack"] = seat["stack"] + net
    changed = put_rows(tables, "claims", aim.hand, claims)
    if [claim["net"] for claim in claims] == nets:
        raise UnsuitableError
    return _solvent(changed, aim.hand)


def nets_swapped(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player and the next one are paid each other's money."""
    del rules

    def swap(nets: list[Decimal]) -> list[Decimal]:
        other = (aim.seat + 1) % len(nets)
        nets = list(nets)
        nets[aim.seat], nets[other] = nets[other], nets[aim.seat]
        return nets

    return _nets(tables, aim, swap)


def net_to_another(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """What a player won is paid to the next one besides what that one has to get or to pay."""
    del rules

    def give(nets: list[Decimal]) -> list[Decimal]:
        if nets[aim.seat] <= 0:
            raise UnsuitableError
        other = (aim.seat + 1) % len(nets)
        nets = list(nets)
        nets[aim.seat], nets[other] = Decimal(0), nets[other] + nets[aim.seat]
        return nets

    return _nets(tables, aim, give)


def winner_not_paid(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A player wins, the losers pay, and he gets nothing."""
    del rules

    def keep(nets: list[Decimal]) -> list[Decimal]:
        if nets[aim.seat] <= 0:
            raise UnsuitableError
        return [Decimal(0) if seat == aim.seat else net for seat, net in enumerate(nets)]

    return _nets(tables, aim, keep)


_NO_STACKS = {CAPTURE: "a recording states no stacks"}
_AMOUNT, _NET = "settle.amount", "settle.net"
_IN_RECORDING = ("settle.net", "settle.conservation")

KINDS = (
    Fault(paid_six_times, _AMOUNT, "pays a hand six times", in_recording=_IN_RECORDING, unless=(MAY_BE_CAPPED,)),
    Fault(
        paid_at_half_price,
        _AMOUNT,
        "pays a hand at half the price of a point",
        in_recording=_IN_RECORDING,
        unless=(MAY_BE_CAPPED,),
    ),
    Fault(rounded_down, _AMOUNT, "cuts amounts to whole units", in_recording=_IN_RECORDING, unless=(MAY_BE_CAPPED,)),
    Fault(
        rows_paid_alone,
        _AMOUNT,
        "counts royalties and does not pay them",
        in_recording=_IN_RECORDING,
        unless=(MAY_BE_CAPPED,),
    ),
    Fault(
        pair_not_paid,
        _AMOUNT,
        "leaves the last pair unpaid",
        in_recording=_IN_RECORDING,
        unless=(MAY_BE_CAPPED,),
    ),
    Fault(
        paid_the_wrong_way,
        _AMOUNT,
        "lets the winner of a pair pay its loser",
        has_seats=True,
        in_recording=_IN_RECORDING,
        unless=(MAY_BE_CAPPED,),
    ),
    Fault(settled_in_wrong_order, _AMOUNT, "settles a capped hand in another order", hidden=_NO_STACKS),
    Fault(capped_at_the_start, _AMOUNT, "caps by the stacks at the start of the hand", hidden=_NO_STACKS),
    Fault(winner_not_limited, _AMOUNT, "limits nobody by what he has himself", hidden=_NO_STACKS),
    Fault(bust_player_wins, _AMOUNT, "pays a player who has nothing left", has_seats=True, hidden=_NO_STACKS),
    Fault(
        nets_swapped,
        _NET,
        "pays two players each other's money",
        has_seats=True,
        in_recording=_IN_RECORDING,
        unless=(MAY_BE_CAPPED,),
    ),
    Fault(
        net_to_another,
        _NET,
        "pays what a player won to another",
        has_seats=True,
        in_recording=_IN_RECORDING,
        unless=(MAY_BE_CAPPED,),
    ),
    Fault(
        winner_not_paid,
        _NET,
        "takes from the losers and gives nothing to the winner",
        has_seats=True,
        in_recording=_IN_RECORDING,
        unless=(RAKE_UNKNOWN, MAY_BE_CAPPED),
    ),
)
