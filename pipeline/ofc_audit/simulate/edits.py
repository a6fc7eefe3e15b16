"""Changing hand tables: choosing hands, changing rows, stating claims anew, and giving the changed hands their keys.

Tables here are small (a sample) or large (a fault among thousands of hands): a row is replaced without touching
the others.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL, money_array, money_ints
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.read.identity import deal_keys, hand_keys
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import score_tables
from ofc_audit.score.effective import effective_rules
from ofc_audit.score.settlement import settle, settlement_order
from ofc_audit.tables import conform, schema

Ints = npt.NDArray[np.int64]
Tables = Mapping[str, pa.Table]
Row = dict[str, Any]
Card = tuple[int, int]
"""A card code and its street."""


class UnsuitableError(Exception):
    """What a fault says of a hand in which it cannot happen; another one may suit it."""


OWNED = ("seats", "boards", "claims", "claimed_pairs")


def keys_of(tables: Tables) -> Ints:
    """The hand keys, in the order of the hands."""
    return np.asarray(tables["hands"].column("hand_key"))


def owners(tables: Tables, name: str) -> Ints:
    """(n,) the hand of each row of a table, as a place in `hands`."""
    keys = keys_of(tables)
    order = np.argsort(keys, kind="stable")
    found: Ints = order[np.searchsorted(keys[order], np.asarray(tables[name].column("hand_key")))]
    return found


def choose(tables: Tables, hands: Sequence[int] | Ints) -> dict[str, pa.Table]:
    """Only some hands, in the order given."""
    wanted = np.asarray(hands, np.int64)
    place = np.full(tables["hands"].num_rows, -1, np.int64)
    place[wanted] = np.arange(len(wanted))
    chosen = {"hands": tables["hands"].take(pa.array(wanted))}
    for name in OWNED:
        at = place[owners(tables, name)]
        rows = np.flatnonzero(at >= 0)
        chosen[name] = tables[name].take(pa.array(rows[np.argsort(at[rows], kind="stable")]))
    return chosen


def join(*parts: Tables) -> dict[str, pa.Table]:
    """Histories one after the other."""
    return {name: pa.concat_tables([part[name] for part in parts]) for name in HAND_TABLES}


def row_of(tables: Tables, name: str, at: int) -> Row:
    """One row of a table as Python values."""
    row: Row = tables[name].slice(at, 1).to_pylist()[0]
    return row


def rows_of(tables: Tables, name: str, hand: int) -> list[int]:
    """Where the rows of a hand are in a table."""
    key = keys_of(tables)[hand]
    return [int(at) for at in np.flatnonzero(np.asarray(tables[name].column("hand_key")) == key)]


def hand_rows(tables: Tables, name: str, hand: int) -> list[Row]:
    """The rows of a hand in a table as Python values."""
    return [row_of(tables, name, at) for at in rows_of(tables, name, hand)]


def player_row(tables: Tables, name: str, hand: int, seat: int) -> int:
    """Where the row of the player at an acting order is in a table with a row per player."""
    rows = rows_of(tables, name, hand)
    if seat >= len(rows):
        raise UnsuitableError
    return rows[seat]


def stated_pairs(tables: Tables, hand: int) -> list[Row]:
    """The pairs that a record states, amounts and all."""
    pairs = hand_rows(tables, "claimed_pairs", hand)
    if not pairs or any(pair["amount"] is None for pair in pairs):
        raise UnsuitableError
    return pairs


def unit_of(hand: Row) -> Decimal:
    """The smallest unit of the currency of a row of `hands`: whole points and tournament chips, else cents."""
    is_whole = hand["currency"] == "points" or (hand["currency"] == "chips" and hand["chip_price"] is None)
    return Decimal("1") if is_whole else Decimal("0.01")


def put_rows(tables: Tables, name: str, hand: int, rows: Sequence[Row]) -> dict[str, pa.Table]:
    """`rows` in place of the rows of a hand, which lie together; the keys are not made anew."""
    data = tables[name]
    at = rows_of(tables, name, hand)
    start, stop = (at[0], at[-1] + 1) if at else (data.num_rows, data.num_rows)
    if at != list(range(start, stop)):
        raise ValueError(f"{name}: the rows of hand {hand} do not lie together")
    new = pa.Table.from_pylist(list(rows), schema=schema(name))
    return {**tables, name: pa.concat_tables([data.slice(0, start), new, data.slice(stop)])}


def change_row(tables: Tables, name: str, at: int, **values: object) -> dict[str, pa.Table]:
    """One row with other values; the keys are not made anew."""
    data = tables[name]
    new = pa.Table.from_pylist([{**row_of(tables, name, at), **values}], schema=schema(name))
    return {**tables, name: pa.concat_tables([data.slice(0, at), new, data.slice(at + 1)])}


def set_column(tables: Tables, name: str, column: str, values: pa.Array) -> dict[str, pa.Table]:
    """A table with another column; the keys are not made anew."""
    data = tables[name]
    at = data.column_names.index(column)
    return {**tables, name: conform(name, data.set_column(at, column, values))}


def rekey(tables: Tables) -> dict[str, pa.Table]:
    """The tables with the keys that their content gives, as a reader would give them."""
    owner = {name: owners(tables, name) for name in OWNED}
    columns = {
        name: {c: tables[name].column(c).combine_chunks() for c in tables[name].column_names} for name in HAND_TABLES
    }
    n = tables["hands"].num_rows
    deal, key = deal_keys(columns, owner, n), hand_keys(columns, owner)
    result = set_column(set_column(tables, "hands", "hand_key", pa.array(key)), "hands", "deal_key", pa.array(deal))
    for name, hand in owner.items():
        result = set_column(result, name, "hand_key", pa.array(key[hand]))
    return result


def follow_claims(tables: Tables, rules: Mapping[str, RuleSet], start: str = "parts") -> dict[str, pa.Table]:
    """The claims that follow from what is claimed of each pair: what a site pays that counts one thing wrong and
    adds rightly.

    `start` "parts": points from rows, bonus and royalties, amounts from points, points, net and stack of each
    player from his pairs; "points": from the points of the pairs on; "amounts": net and stack from the amounts.
    Raises ValueError where a hand states no pairs, no stacks or no known rules, and UnsuitableError where its amounts do
    not follow from it alone: they are settled for the match, or within a stake of the match.
    """
    pairs = tables["claimed_pairs"]
    names = ("a", "b", "top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points")
    part = {name: np.asarray(pc.fill_null(pairs.column(name), 0), np.int64) for name in names}
    hand, seat_hand = owners(tables, "claimed_pairs"), owners(tables, "seats")
    n = tables["hands"].num_rows
    first_seat = np.searchsorted(seat_hand, np.arange(n))
    seat_a, seat_b = first_seat[hand] + part["a"], first_seat[hand] + part["b"]
    stacks = money_ints(tables["seats"].column("stack"))
    points, amount = part["points"], money_ints(pairs.column("amount"))
    if start == "parts":
        points = (
            part["top"] + part["middle"] + part["bottom"] + part["bonus"] + part["royalties_a"] - part["royalties_b"]
        )
    result = set_column(tables, "claimed_pairs", "points", pa.array(points))
    if start != "amounts":
        amount = _amounts(tables, rules, points, stacks)
        result = set_column(result, "claimed_pairs", "amount", money_array(amount))
    total, won = np.zeros(len(stacks), np.int64), np.zeros(len(stacks), np.int64)
    for sign, seat in ((1, seat_a), (-1, seat_b)):
        np.add.at(total, seat, sign * points)
        np.add.at(won, seat, sign * amount)
    rake = money_ints(tables["claims"].column("rake"))
    net = won - np.where(rake == NULL, 0, rake)
    if start != "amounts":
        result = set_column(result, "claims", "points", pa.array(total))
    result = set_column(result, "claims", "net", money_array(net))
    return set_column(result, "claims", "stack", money_array(np.where(stacks == NULL, NULL, stacks + net)))


def follow(tables: Tables, rules: Mapping[str, RuleSet], hand: int, start: str = "parts") -> dict[str, pa.Table]:
    """What follows in that hand from its claimed pairs; all other hands stay as they are."""
    n = tables["hands"].num_rows
    one = follow_claims(choose(tables, [hand]), rules, start)
    return join(choose(tables, range(hand)), one, choose(tables, range(hand + 1, n)))


def _amounts(tables: Tables, rules: Mapping[str, RuleSet], points: Ints, stacks: Ints) -> Ints:
    """(k,) what each claimed pair moves for its claimed points, under the hand's rule set and stacks."""
    hand, seat_hand = owners(tables, "claimed_pairs"), owners(tables, "seats")
    n = tables["hands"].num_rows
    first_seat = np.searchsorted(seat_hand, np.arange(n))
    n_seats = np.bincount(seat_hand, minlength=n)
    n_pairs = np.bincount(hand, minlength=n)
    price = money_ints(tables["hands"].column("point_value"))
    effective, index = effective_rules(tables["hands"], rules)
    amount = np.zeros(len(points), np.int64)
    for number, played in enumerate(effective):
        for p in np.unique(n_seats[index == number]).tolist():
            members = np.flatnonzero((index == number) & (n_seats == p))
            k = p * (p - 1) // 2
            own_stacks = stacks[first_seat[members][:, None] + np.arange(p)]
            if played is None or (n_pairs[members] != k).any() or (own_stacks == NULL).any():
                raise ValueError("amounts follow only where a hand states its pairs and stacks, under known rules")
            own = np.flatnonzero(np.isin(hand, members))
            money = settle(points[own].reshape(-1, k), price[members], own_stacks, played)
            if not money.amount.known_mask.all():
                raise UnsuitableError
            amount[own] = money.amount.values.reshape(-1)
    return amount


def carry_stacks(tables: Tables, rules: Mapping[str, RuleSet], hand: int) -> dict[str, pa.Table]:
    """The later hands of a match played on with the stacks that the site claims after `hand`, and paid accordingly.

    Raises UnsuitableError where somebody would have to play on with nothing, and ValueError as `follow_claims` does.
    """
    match = row_of(tables, "hands", hand)["match_id"]
    stack = {row["acting_order"]: row["stack"] for row in hand_rows(tables, "claims", hand)}
    left = {row["player_id"]: stack[row["acting_order"]] for row in hand_rows(tables, "seats", hand)}
    result = dict(tables)
    if match is None or None in left.values():
        return result
    n = tables["hands"].num_rows
    for later in range(hand + 1, n):
        if row_of(result, "hands", later)["match_id"] != match:
            break
        seats = hand_rows(result, "seats", later)
        if all(row["stack"] == left[row["player_id"]] for row in seats):
            break
        if any(left[row["player_id"]] <= 0 < row["stack"] for row in seats):
            raise UnsuitableError
        one = choose(result, [later])
        one = follow_claims(
            put_rows(one, "seats", 0, [{**row, "stack": left[row["player_id"]]} for row in seats]), rules
        )
        claimed = {row["acting_order"]: row["stack"] for row in hand_rows(one, "claims", 0)}
        left |= {row["player_id"]: claimed[row["acting_order"]] for row in hand_rows(one, "seats", 0)}
        result = join(choose(result, range(later)), one, choose(result, range(later + 1, n)))
    return result


def claim_truth(tables: Tables, rules: Mapping[str, RuleSet], hand: int) -> dict[str, pa.Table]:
    """A hand with all its claims stated anew as its boards, stacks and rule set have it; without rake.

    Raises UnsuitableError where its money does not follow from it alone.
    """
    keyed = rekey(tables)
    one = choose(keyed, [hand])
    scored, pairs = score_tables(one["hands"], one["seats"], one["boards"], rules)
    claims, claimed = [], []
    had = {row["acting_order"]: row for row in hand_rows(keyed, "claims", hand)}
    stack = {row["acting_order"]: row["stack"] for row in hand_rows(keyed, "seats", hand)}
    is_capture = not rows_of(keyed, "claimed_pairs", hand)
    for row in scored.to_pylist():
        order = row["acting_order"]
        if row["net"] is None:
            raise UnsuitableError
        base = had.get(order) or dict.fromkeys(schema("claims").names)
        values = {"points": row["points"], "net": row["net"]}
        if not is_capture:
            rows = ("top_royalties", "middle_royalties", "bottom_royalties")
            values |= {name: None if row["is_foul"] else row[name] for name in rows}
            values |= {name: row[name] for name in ("is_foul", "is_fantasy_next", "fantasy_next")}
            values |= {"rake": 0, "stack": None if stack[order] is None else stack[order] + row["net"]}
        claims.append({**base, "hand_key": row["hand_key"], "acting_order": order, **values})
    rows = pairs.to_pylist()
    for number, column in enumerate(settlement_order(len(scored), _pair_order(one, rules))):
        claimed.append({**rows[column], "pair_no": number, "is_swapped": False, "line": None})
    result = put_rows(keyed, "claims", hand, claims)
    if not is_capture:
        result = put_rows(result, "claimed_pairs", hand, claimed)
    return rekey(result)


def _pair_order(tables: Tables, rules: Mapping[str, RuleSet]) -> str:
    """In which order the pairs of one hand are settled (`settlement.pair_order`)."""
    played = effective_rules(tables["hands"], rules)[0][0]
    return "" if played is None else str(played.value("settlement.pair_order"))


def lay(rows: Sequence[Sequence[Card]]) -> tuple[list[int], list[int]]:
    """Cards and streets of a board in the order in which the tables keep them: each row by street, then descending
    code.
    """
    placed = [sorted(row, key=lambda card: (card[1], -card[0])) for row in rows]
    return [code for row in placed for code, _ in row], [street for row in placed for _, street in row]


def act_in_order(tables: Tables, hand: int, new: Mapping[int, int]) -> dict[str, pa.Table]:
    """The hand with other acting orders, `new` by the old ones; its pairs are left as they are."""
    changed: dict[str, pa.Table] = dict(tables)
    for name in ("seats", "boards", "claims"):
        rows = hand_rows(tables, name, hand)
        for one in rows:
            one["acting_order"] = new[one["acting_order"]]
        changed = put_rows(changed, name, hand, sorted(rows, key=lambda one: int(one["acting_order"])))
    return changed
