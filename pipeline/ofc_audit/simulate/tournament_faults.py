"""Faults of a tournament: a price of another level, places and bounties that go to the wrong player."""

import json
from decimal import Decimal

import pyarrow as pa

from ofc_audit.simulate.blind import BOUNTIES_UNKNOWN, PLACES_UNKNOWN
from ofc_audit.simulate.edits import (
    Row,
    Tables,
    UnsuitableError,
    change_row,
    hand_rows,
    put_rows,
    row_of,
    rows_of,
)
from ofc_audit.simulate.fault import CAPTURE, Aim, Fault, Rules
from ofc_audit.simulate.tell import claim_truth


def _levels(tables: Tables, hand: int) -> tuple[Row, dict[int, Decimal]]:
    """The hand and the prices by level that it lists."""
    row = row_of(tables, "hands", hand)
    if row["levels"] is None or row["level"] is None:
        raise UnsuitableError
    return row, {int(level): Decimal(price) for level, price in json.loads(row["levels"]).items()}


def _at_another_price(tables: Tables, rules: Rules, hand: int, price: Decimal) -> dict[str, pa.Table]:
    """The hand played at another price, if nobody is out by it or stays in by it."""
    changed = claim_truth(change_row(tables, "hands", hand, point_value=price), tables, rules, hand)
    was, now = (hand_rows(one, "claims", hand) for one in (tables, changed))
    if any((old["stack"] <= 0) != (new["stack"] <= 0) for old, new in zip(was, now, strict=True)):
        raise UnsuitableError
    if any(claim["place"] is not None for claim in was):
        raise UnsuitableError
    return changed


def price_off(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A hand in the middle of a level costs what two levels later does."""
    hand = aim.hand
    row, prices = _levels(tables, hand)
    if hand == 0 or any(seat["is_fantasy"] for seat in hand_rows(tables, "seats", hand)):
        raise UnsuitableError
    before = row_of(tables, "hands", hand - 1)
    is_middle = before["tournament_id"] == row["tournament_id"] and before["level"] == row["level"]
    if not is_middle or row["level"] + 2 not in prices or row["point_value"] != prices[row["level"]]:
        raise UnsuitableError
    return _at_another_price(tables, rules, hand, prices[row["level"] + 2])


def price_not_frozen(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A fantasy hand costs what the new level does, though the price should have waited."""
    hand = aim.hand
    row, prices = _levels(tables, hand)
    is_fantasy = any(seat["is_fantasy"] for seat in hand_rows(tables, "seats", hand))
    if not is_fantasy or row["point_value"] == prices[row["level"]]:
        raise UnsuitableError
    return _at_another_price(tables, rules, hand, prices[row["level"]])


def places_swapped(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Two players get each other's places."""
    del rules
    hand = aim.hand
    at = [where for where in rows_of(tables, "claims", hand) if row_of(tables, "claims", where)["place"] is not None]
    if len(at) != 2:
        raise UnsuitableError
    one, two = (row_of(tables, "claims", where)["place"] for where in at)
    return change_row(change_row(tables, "claims", at[0], place=two), "claims", at[1], place=one)


def bounty_to_another(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A bounty goes to a player who did not win the last comparison."""
    del rules
    hand = aim.hand
    at = rows_of(tables, "claims", hand)
    rows = [row_of(tables, "claims", where) for where in at]
    winners = [place for place, row in enumerate(rows) if row["bounty"]]
    others = [place for place, row in enumerate(rows) if not row["bounty"] and row["stack"]]
    if len(winners) != 1 or not others:
        raise UnsuitableError
    changed = change_row(tables, "claims", at[winners[0]], bounty=None)
    return change_row(changed, "claims", at[others[0]], bounty=rows[winners[0]]["bounty"])


def price_falls_back(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A hand in the middle of a level costs what the level before did."""
    row, prices = _levels(tables, aim.hand)
    if aim.hand == 0 or any(seat["is_fantasy"] for seat in hand_rows(tables, "seats", aim.hand)):
        raise UnsuitableError
    before = row_of(tables, "hands", aim.hand - 1)
    is_middle = before["tournament_id"] == row["tournament_id"] and before["level"] == row["level"]
    was = before["point_value"] == prices[row["level"]] == row["point_value"]
    if not is_middle or not was or row["level"] - 1 not in prices:
        raise UnsuitableError
    return _at_another_price(tables, rules, aim.hand, prices[row["level"] - 1])


def place_shared(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """Two players get the better of their two places."""
    del rules
    claims = hand_rows(tables, "claims", aim.hand)
    placed = [claim for claim in claims if claim["place"] is not None]
    if len(placed) != 2:
        raise UnsuitableError
    best = min(claim["place"] for claim in placed)
    for claim in placed:
        claim["place"] = best
    return put_rows(tables, "claims", aim.hand, claims)


def bounty_paid_twice(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """A bounty goes to the player who won it, and once more to another."""
    del rules
    claims = hand_rows(tables, "claims", aim.hand)
    winners = [claim for claim in claims if claim["bounty"]]
    others = [claim for claim in claims if not claim["bounty"] and claim["stack"]]
    if len(winners) != 1 or not others:
        raise UnsuitableError
    others[0]["bounty"] = winners[0]["bounty"]
    return put_rows(tables, "claims", aim.hand, claims)


_NO_TOURNAMENT = {CAPTURE: "a recording knows no tournaments"}

KINDS = (
    Fault(price_off, "tournament.price", "plays at the price of another level", hidden=_NO_TOURNAMENT),
    Fault(
        price_not_frozen,
        "tournament.price",
        "raises the price in the middle of Fantasyland",
        hidden=_NO_TOURNAMENT,
    ),
    Fault(price_falls_back, "tournament.price", "plays at the price of the level before", hidden=_NO_TOURNAMENT),
    Fault(
        place_shared,
        "tournament.place",
        "gives two players one place",
        hidden=_NO_TOURNAMENT,
        unless=(PLACES_UNKNOWN,),
    ),
    Fault(
        bounty_paid_twice,
        "tournament.bounty",
        "pays a bounty twice",
        hidden=_NO_TOURNAMENT,
        unless=(BOUNTIES_UNKNOWN,),
    ),
    Fault(
        places_swapped,
        "tournament.place",
        "gives two players each other's places",
        hidden=_NO_TOURNAMENT,
        unless=(PLACES_UNKNOWN,),
    ),
    Fault(
        bounty_to_another,
        "tournament.bounty",
        "pays a bounty to the wrong player",
        hidden=_NO_TOURNAMENT,
        unless=(BOUNTIES_UNKNOWN,),
    ),
)
