"""Some hands under their own rules and under new ones, side by side: Arrow tables in, Arrow tables out, no input or output.

What a later hand has to do with an earlier one is not looked at here; `due` lists what there is to look at.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from ofc_audit.money import NULL, Ints, Mask
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.settlement import MAX_AMOUNT
from ofc_audit.tables import schema
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.rescore_facts import hand_facts
from ofc_audit.warehouse.rescore_rules import RulePair
from ofc_audit.warehouse.rescore_view import MoneyNotes, Rules, Seats, arrow, by_pair, ints

NO_CHANGE, FANTASYLAND, CARDS, BUTTON, UNTOLD = range(5)
CHANGES = (None, "fantasyland", "cards", "button", "unknown")
"""What would change in the play of the next hand, by code."""


@dataclass(frozen=True)
class Rescored:
    """Some hands: `facts` as `rescore_facts` gives them, the declared `seats` and `pairs`, and `due`."""

    facts: pa.Table
    seats: pa.Table
    pairs: pa.Table
    due: pa.Table


def _less(new: Ints, own: Ints) -> Ints:
    """(n,) the difference; `NULL` where either is unknown or it is more than a table can hold."""
    known = (new != NULL) & (own != NULL)
    difference = np.where(known, new, 0) - np.where(known, own, 0)
    return np.where(known & (np.abs(difference) <= MAX_AMOUNT), difference, NULL)


def _told(data: pa.Table, name: str) -> Ints:
    """(n,) 1, 0, or -1 where it cannot be told."""
    result: Ints = data.column(name).cast(pa.int8()).fill_null(-1).to_numpy().astype(np.int64)
    return result


def _royalties(scored: pa.Table) -> Ints:
    rows = [ints(scored, f"{row}_royalties") for row in ("top", "middle", "bottom")]
    missing = np.any([row == NULL for row in rows], axis=0)
    return np.where(missing, NULL, np.sum([np.where(row == NULL, 0, row) for row in rows], axis=0))


def _worth(points: Ints, price: Ints) -> Ints:
    """(n,) points at a price; `NULL` where either is unknown or it is more than a table can hold."""
    size = np.abs(np.where(points == NULL, 0, points))
    known = (points != NULL) & (price >= 0) & (price <= MAX_AMOUNT // np.maximum(size, 1))
    return np.where(known, np.where(known, points, 0) * np.where(known, price, 0), NULL)


def _require_same(one: pa.Table, other: pa.Table, names: tuple[str, ...], what: str) -> None:
    if not all(np.array_equal(ints(one, name), ints(other, name)) for name in names):
        raise InternalError(f"{what}: the rows recomputed are not those of the results")


def _pairs_table(own: pa.Table, new: pa.Table) -> pa.Table:
    _require_same(own, new, ("hand_key", "a", "b"), "scored_pairs")
    columns: dict[str, pa.Array] = {name: own.column(name) for name in ("hand_key", "a", "b")}
    for field in schema("rescored_pairs"):
        side, _, name = field.name.partition("_")
        if side in ("own", "new"):
            columns[field.name] = (own if side == "own" else new).column(name)
    for name in ("points", "amount"):
        delta = _less(ints(new, name), ints(own, name))
        columns[f"{name}_delta"] = arrow(delta, schema("rescored_pairs").field(f"{name}_delta").type)
    return pa.table(columns)


def rescore_hands(
    tables: Mapping[str, pa.Table],
    new: tuple[pa.Table, pa.Table],
    rules: Rules,
    notes: MoneyNotes,
    conflicts: Ints,
    first_place: int,
) -> Rescored:
    """Compares what the results hold of some hands with what new rules make of them.

    `tables`: the hand tables and scored tables of the results, hands and seats in one order throughout; `new`: the
    scored tables under the new rules; `rules`: pairs of rule sets and, (n,), which of them each hand is under;
    `notes`: what matches mean for money; `conflicts`: keys of hands that another record contradicts; `first_place`: the place of the first hand.
    """
    hands, own_seats, new_seats = tables["hands"], tables["scored_seats"], new[0]
    _require_same(own_seats, new_seats, ("hand_key", "acting_order"), "scored_seats")
    n_seats = ints(hands, "n_seats")
    seats = Seats(
        np.repeat(np.arange(len(n_seats)), n_seats), np.concatenate([np.zeros(1, np.int64), np.cumsum(n_seats)])
    )
    price = ints(hands, "point_value")
    values: dict[str, Ints] = {"paid_net": ints(tables["claims"], "net")}
    for side, scored in (("own", own_seats), ("new", new_seats)):
        values[f"{side}_points"], values[f"{side}_net"] = ints(scored, "points"), ints(scored, "net")
        values[f"{side}_royalties"] = _royalties(scored)
        values[f"{side}_worth"] = _worth(values[f"{side}_points"], price[seats.hand])
    for name in ("points", "worth", "net"):
        values[f"{name}_delta"] = _less(values[f"new_{name}"], values[f"own_{name}"])
    columns: dict[str, Any] = {name: own_seats.column(name) for name in ("hand_key", "acting_order")}
    columns |= {name: tables["seats"].column(name) for name in ("player_id", "player_name")}
    for side, scored in (("own", own_seats), ("new", new_seats)):
        columns |= {f"{side}_{name}": scored.column(name) for name in ("is_foul", "is_fantasy_next", "fantasy_next")}
    declared = schema("rescored_seats")
    columns |= {name: arrow(array, declared.field(name).type) for name, array in values.items()}
    facts = hand_facts(tables, values, seats, rules, notes, conflicts, first_place)
    due = _due(tables, new_seats, seats, rules, facts)
    return Rescored(facts, pa.table(columns), _pairs_table(tables["scored_pairs"], new[1]), due)


def _due(
    tables: Mapping[str, pa.Table],
    new_seats: pa.Table,
    seats: Seats,
    rules: Rules,
    facts: pa.Table,
) -> pa.Table:
    """What the new rules would change in the next hand, seat by seat, and by hand for the button (acting order -1)."""
    pairs = rules[0]
    own_seats = tables["scored_seats"]
    own_next, new_next = (_told(scored, "is_fantasy_next") for scored in (own_seats, new_seats))
    own_cards, new_cards = (ints(scored, "fantasy_next") for scored in (own_seats, new_seats))
    stay = (own_next == 1) & (new_next == 1)
    kind = np.full(len(own_next), NO_CHANGE)
    kind[stay & (own_cards != new_cards)] = CARDS
    kind[(own_next + new_next == 1) & (own_next >= 0) & (new_next >= 0)] = FANTASYLAND
    kind[(own_next < 0) | (new_next < 0) | (stay & ((own_cards == NULL) | (new_cards == NULL)))] = UNTOLD
    same = by_pair(rules, [pair.is_same_fantasy for pair in pairs], bool)
    # Of a hand that was not played, or of which nobody knows how it was, nothing follows.
    is_off = np.isin(facts.column("left_out").to_numpy(), ("cancelled hand", "conflicting record"))
    kind[(same | is_off)[seats.hand] | _is_out(tables)] = NO_CHANGE
    by_rules = by_pair(rules, [CHANGES.index(pair.button) for pair in pairs], np.int64)
    button = np.where(seats.any(new_next == 1), by_rules, np.minimum(by_rules, 1) * UNTOLD)
    button = np.where(seats.any(new_next != 0) & ~is_off, button, NO_CHANGE)
    at, of_hand = np.flatnonzero(kind), np.flatnonzero(button)
    order = ints(own_seats, "acting_order")
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
            "new_cards": arrow(np.concatenate([new_cards[at], np.full(n, NULL)]), pa.int8()),
        }
    )


def _is_out(tables: Mapping[str, pa.Table]) -> Mask:
    """(n_seats,) players who have nothing left after the hand, by what the record says: nothing is due to them."""
    before, after, net = ints(tables["seats"], "stack"), ints(tables["claims"], "stack"), ints(tables["claims"], "net")
    told = (before != NULL) & (net != NULL)
    is_out: Mask = (after == 0) | (told & (np.where(told, before, 0) + np.where(told, net, 0) == 0))
    return is_out


def hands_under(hands: pa.Table, rules_id: str | None) -> pa.Table:
    """Table `hands` with that rule set in place of each hand's own (None: as it is); options that hands state stay."""
    if rules_id is None:
        return hands
    at = hands.column_names.index("rules_id")
    return hands.set_column(at, "rules_id", pa.array(np.full(hands.num_rows, rules_id, object), pa.string()))


def pair_rules(own: tuple[list[RuleSet | None], Ints], new: tuple[list[RuleSet | None], Ints]) -> Rules:
    """The pairs of effective rule sets that occur, and (n,) which of them each hand is under."""
    if not len(own[1]):
        return [], np.empty(0, np.int64)
    code = own[1] * len(new[0]) + new[1]
    codes, index = np.unique(code, return_inverse=True)
    return [RulePair(own[0][c // len(new[0])], new[0][c % len(new[0])]) for c in codes.tolist()], index
