"""What is known of each hand recomputed: what its comparison lacks, what moves, and whether the new rules could have dealt it."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL, Ints, Mask
from ofc_audit.score.columns import flags
from ofc_audit.tables import schema
from ofc_audit.warehouse import rescore_rules as compare
from ofc_audit.warehouse.rescore_view import MoneyNotes, Rules, Seats, Texts, arrow, by_pair, ints

_COPIED = ("hand_key", "site", "club_id", "table_id", "match_id", "hand_id", "ended_at")
_UNIT = ("currency", "chip_price", "chip_currency")
MOVED: Mapping[str, str] = {"points": "points", "worth": "worth", "money": "net"}
"""What is compared hand by hand, and the column of a seat it is summed from."""


def hand_facts(
    tables: Mapping[str, pa.Table],
    values: Mapping[str, Ints],
    seats: Seats,
    rules: Rules,
    notes: MoneyNotes,
    conflicts: Ints,
    first_place: int,
) -> pa.Table:
    hands, pairs = tables["hands"], rules[0]
    status = np.array(hands.column("status").to_pylist(), object)
    left_out = np.where(np.isin(ints(hands, "hand_key"), conflicts), "conflicting record", "")
    left_out = np.where(status == "incomplete", "incomplete board", left_out)
    left_out = np.where(status == "cancelled", "cancelled hand", left_out)
    columns: dict[str, Any] = {name: hands.column(name) for name in (*_COPIED, *_UNIT, "hand_no")}
    for side in ("own", "new"):
        names = [None if (one := getattr(pair, side)) is None else one.id for pair in pairs]
        columns[f"{side}_rules_id"] = pa.array(by_pair(rules, names), pa.string())
    reasons = _reasons(tables, values, seats, rules, notes)
    for name, of_seats in MOVED.items():
        columns[f"{name}_reason"] = _texts(reasons[name])
        gained = np.where(reasons[name] != "", NULL, seats.gained(values[f"{of_seats}_delta"]))
        columns[f"{name}_moved"] = arrow(gained, schema("rescore_hands").field(f"{name}_moved").type)
    columns["money_of"] = pa.array(np.where(notes.of_match, "match", "hand").tolist(), pa.string())
    columns["left_out"] = _texts(left_out)
    columns["other_deal"] = _texts(_other_deal(tables, seats, rules))
    columns["place_no"] = pa.array(first_place + np.arange(hands.num_rows))
    columns["status"] = hands.column("status")
    is_matched = by_pair(rules, [pair.has_match for pair in pairs], bool)
    columns["match_scope"] = pc.if_else(pa.array(is_matched), hands.column("match_id"), pa.scalar(None, pa.string()))
    return pa.table(columns)


def _reasons(
    tables: Mapping[str, pa.Table],
    values: Mapping[str, Ints],
    seats: Seats,
    rules: Rules,
    notes: MoneyNotes,
) -> dict[str, Texts]:
    """(n_hands,) why points, their worth and money cannot be compared; empty where they can."""
    hands, pairs = tables["hands"], rules[0]
    n_seats, status = ints(hands, "n_seats"), np.array(hands.column("status").to_pylist(), object)
    no_price = ints(hands, "point_value") == NULL
    no_stack = seats.any(ints(tables["seats"], "stack") == NULL)
    found: dict[str, list[Texts]] = {"points": [], "worth": [], "money": []}
    for side in ("own", "new"):
        one = [getattr(pair, side) for pair in pairs]
        label = f" ({side} rules)"
        points = by_pair(rules, [compare.points_reason(r) + label for r in one])
        points = np.where((n_seats < 2) | (n_seats > 4), "number of players", points)
        points = np.where(status != "complete", "incomplete board", points)
        points = np.where(seats.any(values[f"{side}_points"] == NULL), points, "")
        worth = np.where(no_price, "point value unknown", "amount too large")
        worth = np.where(points == "", worth, points)
        worth = np.where(seats.any(values[f"{side}_worth"] == NULL), worth, "")
        money = by_pair(rules, [compare.stack_reason(r) + label for r in one])
        money = np.where(no_stack | (notes.is_told[side] & notes.open_stacks), "stack unknown", money)
        money = np.where(no_price, "point value unknown", money)
        money = np.where(points == "", money, points)
        open_points = by_pair(rules, [compare.points_reason(r) + label for r in one])
        money = np.where(notes.open_points[side] & (points == ""), open_points, money)
        by_scope = by_pair(rules, [compare.money_reason(r) for r in one])
        money = np.where((by_scope == "") | notes.is_told[side], money, by_scope + label)
        money = np.where(notes.reason == "", money, notes.reason)
        money = np.where(seats.any(values[f"{side}_net"] == NULL), money, "")
        for name, reason in (("points", points), ("worth", worth), ("money", money)):
            found[name].append(reason)
    either = {name: np.where(own == "", new, own) for name, (own, new) in found.items()}
    for name, of_seats in MOVED.items():
        too_large = (either[name] == "") & seats.any(values[f"{of_seats}_delta"] == NULL)
        either[name] = np.where(too_large, "amount too large", either[name])
    return either


def _texts(values: Texts) -> pa.Array:
    """Texts as a column, null where empty."""
    return pa.array(values, pa.string(), mask=values == "")


def _other_deal(tables: Mapping[str, pa.Table], seats: Seats, rules: Rules) -> Texts:
    """(n_hands,) why the new rules could not have dealt a hand that its own rules can."""
    pairs, index = rules
    n_seats = ints(tables["hands"], "n_seats")
    in_fantasy = flags(tables["seats"].column("is_fantasy"))
    cards = np.where(in_fantasy, ints(tables["seats"], "fantasy_cards"), NULL)
    result = np.full(len(n_seats), "", object)
    for number, pair in enumerate(pairs):
        here = index == number
        allowed = {side: compare.fantasy_counts(one) for one, side in pair.sides}
        off = {side: _outside(cards, counts) for side, counts in allowed.items()}
        result[here & seats.any(off["new rules"] & ~off["own rules"])] = "fantasy cards"
        if pair.is_other_streets:
            result[here & seats.any(~in_fantasy)] = "streets"
        outside = {}
        for one, side in pair.sides:
            fewest, most = compare.player_limits(one)
            outside[side] = (n_seats < fewest) | (n_seats > most)
        result[here & outside["new rules"] & ~outside["own rules"]] = "players"
    return result


def _outside(cards: Ints, counts: frozenset[int] | None) -> Mask:
    if counts is None:
        return np.zeros(len(cards), bool)
    outside: Mask = (cards != NULL) & ~np.isin(cards, list(counts))
    return outside
