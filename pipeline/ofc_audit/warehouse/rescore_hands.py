"""Some hands under their own rules and under new ones, side by side: Arrow tables in, Arrow tables out, no input or output.

What a later hand has to do with an earlier one is not looked at here; `due` lists what there is to look at.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.money import MONEY, NULL, Ints, Mask, money_array, money_ints
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.columns import flags, whole_numbers
from ofc_audit.score.settlement import MAX_AMOUNT
from ofc_audit.tables import schema
from ofc_audit.warehouse import rescore_rules as compare
from ofc_audit.warehouse.errors import InternalError

Texts = npt.NDArray[np.object_]
NO_CHANGE, FANTASYLAND, CARDS, BUTTON, UNTOLD = range(5)
CHANGES = (None, "fantasyland", "cards", "button", "unknown")
"""What would change in the play of the next hand, by code."""
FACTS = ("place_no", "status", "hand_no", "match_scope")
"""Columns of the hands' facts beside those of `rescore_hands`: their order, state and number, and the match that bounds their chain."""
_COPIED = ("hand_key", "site", "club_id", "table_id", "match_id", "hand_id", "ended_at")
_UNIT = ("currency", "chip_price", "chip_currency")
_NAMES = ("is_fantasy_next", "fantasy_next")


@dataclass(frozen=True)
class Rescored:
    """Some hands: `facts` (rescore_hands but for the chain, with `FACTS`), the declared `seats` and `pairs`, and `due`."""

    facts: pa.Table
    seats: pa.Table
    pairs: pa.Table
    due: pa.Table


@dataclass(frozen=True)
class _Seats:
    """Rows of seats that lie hand by hand; `hand` names each one's hand."""

    hand: Ints
    start: Ints

    def any(self, mask: Mask) -> Mask:
        """(n_hands,) whether it holds of any seat."""
        return self.sum(mask.astype(np.int64)) > 0

    def sum(self, values: Ints) -> Ints:
        """(n_hands,) sums over the seats of each hand, exact."""
        total = np.concatenate([np.zeros(1, np.int64), np.cumsum(values)])
        return total[self.start[1:]] - total[self.start[:-1]]

    def gained(self, delta: Ints) -> Ints:
        """(n_hands,) the positive differences together; `NULL` where one is not known."""
        missing = self.any(delta == NULL)
        return np.where(missing, NULL, self.sum(np.maximum(np.where(delta == NULL, 0, delta), 0)))


def _ints(data: pa.Table, name: str) -> Ints:
    """(n,) whole numbers or ten-thousandths; `NULL` where unknown."""
    column = data.column(name)
    return money_ints(column) if column.type == MONEY else whole_numbers(column).astype(np.int64)


def _less(new: Ints, own: Ints) -> Ints:
    known = (new != NULL) & (own != NULL)
    return np.where(known, np.where(known, new, 0) - np.where(known, own, 0), NULL)


def _array(values: Ints, kind: pa.DataType) -> pa.Array:
    known = values != NULL
    filled = np.where(known, values, 0)
    return money_array(filled, known) if kind == MONEY else pa.array(filled, mask=~known).cast(kind)


def _told(data: pa.Table, name: str) -> Ints:
    """(n,) 1, 0, or -1 where it cannot be told."""
    result: Ints = data.column(name).cast(pa.int8()).fill_null(-1).to_numpy().astype(np.int64)
    return result


def _royalties(scored: pa.Table) -> Ints:
    rows = [_ints(scored, f"{row}_royalties") for row in ("top", "middle", "bottom")]
    missing = np.any([row == NULL for row in rows], axis=0)
    return np.where(missing, NULL, np.sum([np.where(row == NULL, 0, row) for row in rows], axis=0))


def _worth(points: Ints, price: Ints) -> Ints:
    """(n,) points at a price; `NULL` where either is unknown or it is more than a table can hold."""
    size = np.abs(np.where(points == NULL, 0, points))
    known = (points != NULL) & (price >= 0) & (price <= MAX_AMOUNT // np.maximum(size, 1))
    return np.where(known, np.where(known, points, 0) * np.where(known, price, 0), NULL)


def _require_same(one: pa.Table, other: pa.Table, names: tuple[str, ...], what: str) -> None:
    if not all(np.array_equal(_ints(one, name), _ints(other, name)) for name in names):
        raise InternalError(f"{what}: the rows recomputed are not those of the results")


def _pairs_table(own: pa.Table, new: pa.Table) -> pa.Table:
    _require_same(own, new, ("hand_key", "a", "b"), "scored_pairs")
    columns: dict[str, pa.Array] = {name: own.column(name) for name in ("hand_key", "a", "b")}
    for field in schema("rescored_pairs"):
        side, _, name = field.name.partition("_")
        if side in ("own", "new"):
            columns[field.name] = (own if side == "own" else new).column(name)
    for name in ("points", "amount"):
        delta = _less(_ints(new, name), _ints(own, name))
        columns[f"{name}_delta"] = _array(delta, schema("rescored_pairs").field(f"{name}_delta").type)
    return pa.table(columns)


def rescore_hands(
    tables: Mapping[str, pa.Table],
    new: tuple[pa.Table, pa.Table],
    rules: tuple[list[compare.RulePair], Ints],
    conflicts: Ints,
    first_place: int,
) -> Rescored:
    """Compares what the results hold of some hands with what new rules make of them.

    `tables`: the hand tables and scored tables of the results, hands and seats in one order throughout; `new`: the
    scored tables under the new rules; `rules`: pairs of rule sets and, (n,), which of them each hand is under;
    `conflicts`: keys of hands that another record contradicts; `first_place`: the place of the first hand.
    """
    hands, own_seats, new_seats = tables["hands"], tables["scored_seats"], new[0]
    _require_same(own_seats, new_seats, ("hand_key", "acting_order"), "scored_seats")
    n_seats = _ints(hands, "n_seats")
    seats = _Seats(np.repeat(np.arange(len(n_seats)), n_seats), np.concatenate([np.zeros(1, np.int64), np.cumsum(n_seats)]))
    price = _ints(hands, "point_value")
    values: dict[str, Ints] = {"paid_net": _ints(tables["claims"], "net")}
    for side, scored in (("own", own_seats), ("new", new_seats)):
        values[f"{side}_points"], values[f"{side}_net"] = _ints(scored, "points"), _ints(scored, "net")
        values[f"{side}_royalties"] = _royalties(scored)
        values[f"{side}_worth"] = _worth(values[f"{side}_points"], price[seats.hand])
    for name in ("points", "worth", "net"):
        values[f"{name}_delta"] = _less(values[f"new_{name}"], values[f"own_{name}"])
    columns: dict[str, Any] = {name: own_seats.column(name) for name in ("hand_key", "acting_order")}
    columns |= {name: tables["seats"].column(name) for name in ("player_id", "player_name")}
    for side, scored in (("own", own_seats), ("new", new_seats)):
        columns |= {f"{side}_{name}": scored.column(name) for name in ("is_foul", *_NAMES)}
    declared = schema("rescored_seats")
    columns |= {name: _array(array, declared.field(name).type) for name, array in values.items()}
    facts = _facts(tables, values, seats, rules, conflicts, first_place)
    due = _due(tables, new_seats, seats, rules, facts)
    return Rescored(facts, pa.table(columns), _pairs_table(tables["scored_pairs"], new[1]), due)


def _by_pair(pairs: list[compare.RulePair], index: Ints, values: list[Any], kind: Any = object) -> npt.NDArray[Any]:
    """(n_hands,) of each hand the value of its pair of rule sets."""
    result = np.empty(len(pairs), kind)
    result[:] = values
    return result[index]


def _facts(
    tables: Mapping[str, pa.Table],
    values: Mapping[str, Ints],
    seats: _Seats,
    rules: tuple[list[compare.RulePair], Ints],
    conflicts: Ints,
    first_place: int,
) -> pa.Table:
    hands, (pairs, index) = tables["hands"], rules
    status = np.array(hands.column("status").to_pylist(), object)
    left_out = np.where(np.isin(_ints(hands, "hand_key"), conflicts), "conflicting record", None)
    left_out = np.where(status == "incomplete", "incomplete board", left_out)
    left_out = np.where(status == "cancelled", "cancelled hand", left_out)
    columns: dict[str, Any] = {name: hands.column(name) for name in (*_COPIED, *_UNIT, "hand_no")}
    for side in ("own", "new"):
        names = [None if (one := getattr(pair, side)) is None else one.id for pair in pairs]
        columns[f"{side}_rules_id"] = pa.array(_by_pair(pairs, index, names), pa.string())
    reasons = _reasons(tables, values, seats, rules)
    moved = {"points": "points", "worth": "worth", "money": "net"}
    for name, of_seats in moved.items():
        columns[f"{name}_reason"] = pa.array(reasons[name], pa.string())
        gained = np.where(_is_open(reasons[name]), NULL, seats.gained(values[f"{of_seats}_delta"]))
        columns[f"{name}_moved"] = _array(gained, schema("rescore_hands").field(f"{name}_moved").type)
    columns["left_out"] = pa.array(left_out, pa.string())
    columns["other_deal"] = pa.array(_other_deal(tables, seats, rules), pa.string())
    columns["place_no"] = pa.array(first_place + np.arange(hands.num_rows))
    columns["status"] = hands.column("status")
    is_matched = _by_pair(pairs, index, [pair.has_match for pair in pairs], bool)
    match_ids = np.array(hands.column("match_id").to_pylist(), object)
    columns["match_scope"] = pa.array(np.where(is_matched, match_ids, None), pa.string())
    return pa.table(columns)


def _reasons(
    tables: Mapping[str, pa.Table],
    values: Mapping[str, Ints],
    seats: _Seats,
    rules: tuple[list[compare.RulePair], Ints],
) -> dict[str, Texts]:
    """(n_hands,) why points, their worth and money cannot be compared; None where they can."""
    hands, (pairs, index) = tables["hands"], rules
    n_seats, status = _ints(hands, "n_seats"), np.array(hands.column("status").to_pylist(), object)
    no_price = _ints(hands, "point_value") == NULL
    no_stack = seats.any(_ints(tables["seats"], "stack") == NULL)
    found: dict[str, list[Texts]] = {"points": [], "worth": [], "money": []}
    for side in ("own", "new"):
        one = [getattr(pair, side) for pair in pairs]
        label = f" ({side} rules)"
        points = _by_pair(pairs, index, [compare.points_reason(r) + label for r in one])
        points = np.where((n_seats < 2) | (n_seats > 4), "number of players", points)
        points = np.where(status != "complete", "incomplete board", points)
        points = np.where(seats.any(values[f"{side}_points"] == NULL), points, None)
        worth = np.where(no_price, "point value unknown", "amount too large")
        worth = np.where(_is_open(points), points, worth)
        worth = np.where(seats.any(values[f"{side}_worth"] == NULL), worth, None)
        money = _by_pair(pairs, index, [compare.stack_reason(r) + label for r in one])
        money = np.where(no_stack, "stack unknown", money)
        money = np.where(no_price, "point value unknown", money)
        money = np.where(_is_open(points), points, money)
        by_scope = _by_pair(pairs, index, [compare.money_reason(r) for r in one])
        money = np.where(by_scope == "", money, by_scope + label)
        money = np.where(seats.any(values[f"{side}_net"] == NULL), money, None)
        for name, reason in (("points", points), ("worth", worth), ("money", money)):
            found[name].append(reason)
    return {name: np.where(_is_open(own), own, new) for name, (own, new) in found.items()}


def _is_open(reasons: Texts) -> Mask:
    """Where a reason is given."""
    return np.not_equal(reasons, None).astype(bool)


def _other_deal(
    tables: Mapping[str, pa.Table], seats: _Seats, rules: tuple[list[compare.RulePair], Ints]
) -> Texts:
    """(n_hands,) why the new rules could not have dealt a hand that its own rules can."""
    pairs, index = rules
    n_seats = _ints(tables["hands"], "n_seats")
    in_fantasy = flags(tables["seats"].column("is_fantasy"))
    cards = np.where(in_fantasy, _ints(tables["seats"], "fantasy_cards"), NULL)
    result = np.full(len(n_seats), None, object)
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
    return (cards != NULL) & ~np.isin(cards, list(counts))


def _due(
    tables: Mapping[str, pa.Table],
    new_seats: pa.Table,
    seats: _Seats,
    rules: tuple[list[compare.RulePair], Ints],
    facts: pa.Table,
) -> pa.Table:
    """What the new rules would change in the next hand, seat by seat, and by hand for the button (acting order -1)."""
    pairs, index = rules
    own_seats = tables["scored_seats"]
    own_next, new_next = (_told(scored, "is_fantasy_next") for scored in (own_seats, new_seats))
    own_cards, new_cards = (_ints(scored, "fantasy_next") for scored in (own_seats, new_seats))
    stay = (own_next == 1) & (new_next == 1)
    kind = np.full(len(own_next), NO_CHANGE)
    kind[stay & (own_cards != new_cards)] = CARDS
    kind[(own_next + new_next == 1) & (own_next >= 0) & (new_next >= 0)] = FANTASYLAND
    kind[(own_next < 0) | (new_next < 0) | (stay & ((own_cards == NULL) | (new_cards == NULL)))] = UNTOLD
    same = _by_pair(pairs, index, [pair.is_same_fantasy for pair in pairs], bool)
    is_off = np.array([text == "cancelled" for text in facts.column("status").to_pylist()], bool)
    kind[(same | is_off)[seats.hand] | _is_out(tables)] = NO_CHANGE
    by_rules = _by_pair(pairs, index, [CHANGES.index(pair.button) for pair in pairs], np.int64)
    button = np.where(seats.any(new_next == 1), by_rules, np.minimum(by_rules, 1) * UNTOLD)
    button = np.where(seats.any(new_next != 0) & ~is_off, button, NO_CHANGE)
    at, of_hand = np.flatnonzero(kind), np.flatnonzero(button)
    order = _ints(own_seats, "acting_order")
    hand_no = np.concatenate([seats.hand[at], of_hand])
    n = len(of_hand)
    player = tables["seats"].column("player_id").take(pa.array(at)).combine_chunks()
    return pa.table(
        {
            "place_no": facts.column("place_no").take(pa.array(hand_no)),
            "acting_order": pa.array(np.concatenate([order[at], np.full(n, -1)]), pa.int64()),
            "player_id": pa.concat_arrays([player, pa.nulls(n, pa.string())]),
            "kind": pa.array(np.concatenate([kind[at], button[of_hand]]).astype(np.int8)),
            "new_next": pa.array(np.concatenate([new_next[at], np.full(n, -1)]).astype(np.int8)),
            "new_cards": _array(np.concatenate([new_cards[at], np.full(n, NULL)]), pa.int8()),
        }
    )


def _is_out(tables: Mapping[str, pa.Table]) -> Mask:
    """(n_seats,) players who have nothing left after the hand, by what the record says: nothing is due to them."""
    before, after, net = _ints(tables["seats"], "stack"), _ints(tables["claims"], "stack"), _ints(tables["claims"], "net")
    told = (before != NULL) & (net != NULL)
    return (after == 0) | (told & (np.where(told, before, 0) + np.where(told, net, 0) == 0))


def hands_under(hands: pa.Table, rules_id: str | None) -> pa.Table:
    """Table `hands` with that rule set in place of each hand's own (None: as it is); options that hands state stay."""
    if rules_id is None:
        return hands
    at = hands.column_names.index("rules_id")
    return hands.set_column(at, "rules_id", pa.array(np.full(hands.num_rows, rules_id, object), pa.string()))


def pair_rules(
    own: tuple[list[RuleSet | None], Ints], new: tuple[list[RuleSet | None], Ints]
) -> tuple[list[compare.RulePair], Ints]:
    """The pairs of effective rule sets that occur, and (n,) which of them each hand is under."""
    if not len(own[1]):
        return [], np.empty(0, np.int64)
    code = own[1] * len(new[0]) + new[1]
    codes, index = np.unique(code, return_inverse=True)
    return [compare.RulePair(own[0][c // len(new[0])], new[0][c % len(new[0])]) for c in codes.tolist()], index
