"""What a site says of a hand: its pairs, or in a recording no more than points and nets; and how it says them anew."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import pyarrow as pa

from ofc_audit.money import money_ints
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import score_tables
from ofc_audit.score.settlement import settlement_order
from ofc_audit.simulate.edits import Row, Tables, UnsuitableError, choose, hand_rows, keys_of, put_rows, row_of
from ofc_audit.simulate.retell import follow, played_rules
from ofc_audit.simulate.rooms import room_of
from ofc_audit.tables import schema

_Rules = Mapping[str, RuleSet]
_ROYALTIES = ("top_royalties", "middle_royalties", "bottom_royalties")


def is_recording(tables: Tables, hand: int) -> bool:
    """Whether the record of a hand states no pairs, only points and nets."""
    return not hand_rows(tables, "claimed_pairs", hand)


@dataclass(frozen=True)
class _Scored:
    """Hands as they were scored, kept with what they were scored from: rows of `scored_seats` and `scored_pairs` by hand."""

    source: tuple[object, ...]
    seats: Mapping[int, list[Row]]
    pairs: Mapping[int, list[Row]]


_SCORED: OrderedDict[tuple[int, ...], _Scored] = OrderedDict()
_MOST_SCORED = 64
_AT_ONCE = 256
"""Hands of a history that are scored together: kinds of faults ask for one after the other."""


def _scored(tables: Tables, rules: _Rules, hand: int) -> _Scored:
    keys = keys_of(tables)
    is_whole = len(keys) <= _AT_ONCE and len(np.unique(keys)) == len(keys)
    source = (tables["hands"], tables["seats"], tables["boards"], rules)
    key = (*map(id, source), -1 if is_whole else hand)
    found = _SCORED.get(key)
    if found is None:
        one = tables if is_whole else choose(tables, [hand])
        scored, pairs = score_tables(one["hands"], one["seats"], one["boards"], rules)
        found = _SCORED[key] = _Scored(source, _by_hand(scored), _by_hand(pairs))
        if len(_SCORED) > _MOST_SCORED:
            _SCORED.popitem(last=False)
    return found


def _by_hand(data: pa.Table) -> dict[int, list[Row]]:
    rows: dict[int, list[Row]] = {}
    for row in data.to_pylist():
        rows.setdefault(row["hand_key"], []).append(row)
    return rows


def reckoned(tables: Tables, rules: _Rules, hand: int) -> tuple[list[Row], list[Row]]:
    """What the boards of a hand are worth under its rules: rows of `scored_seats` and of `claimed_pairs`, amounts uncapped.

    Raises UnsuitableError where the rules leave it open.
    """
    scored, key = _scored(tables, rules, hand), int(keys_of(tables)[hand])
    seats, rows = scored.seats.get(key, []), scored.pairs.get(key, [])
    if any(row["points"] is None for row in rows):
        raise UnsuitableError
    order = str(played_rules(tables, rules, hand).value("settlement.pair_order"))
    price = row_of(tables, "hands", hand)["point_value"]
    told = []
    for number, column in enumerate(settlement_order(len(seats), order)):
        amount = rows[column]["points"] * price
        told.append({**rows[column], "pair_no": number, "is_swapped": False, "line": None, "amount": amount})
    return [dict(seat) for seat in seats], told


def pairs_told(tables: Tables, rules: _Rules, hand: int) -> list[Row]:
    """The pairs that a record states; in a recording, those that its points and nets come from."""
    pairs = hand_rows(tables, "claimed_pairs", hand)
    if not pairs:
        return reckoned(tables, rules, hand)[1]
    if any(pair["points"] is None for pair in pairs):
        raise UnsuitableError
    return pairs


def claims_told(tables: Tables, rules: _Rules, hand: int) -> list[Row]:
    """The claims of a hand; in a recording, with the fouls, the royalties and the Fantasyland that it does not state."""
    claims = hand_rows(tables, "claims", hand)
    if is_recording(tables, hand):
        names = ("is_foul", "is_fantasy_next", *_ROYALTIES)
        for claim, row in zip(claims, reckoned(tables, rules, hand)[0], strict=True):
            claim |= {name: row[name] for name in names}
    return claims


def stated_pairs(tables: Tables, hand: int) -> list[Row]:
    """The pairs that a record states, amounts and all."""
    pairs = hand_rows(tables, "claimed_pairs", hand)
    if not pairs or any(pair["amount"] is None for pair in pairs):
        raise UnsuitableError
    return pairs


def tell(
    tables: Tables,
    rules: _Rules,
    hand: int,
    pairs: Sequence[Row],
    claims: Sequence[Row] | None = None,
    start: str = "parts",
) -> dict[str, pa.Table]:
    """The hand as a site tells it whose pairs are these, and all that follows from them; `start` as `follow` has it."""
    if is_recording(tables, hand):
        return _record(tables, tables, rules, hand, pairs, start)
    changed = tables if claims is None else put_rows(tables, "claims", hand, claims)
    return follow(put_rows(changed, "claimed_pairs", hand, pairs), tables, rules, hand, start)


def _record(
    tables: Tables, true: Tables, rules: _Rules, hand: int, pairs: Sequence[Row], start: str
) -> dict[str, pa.Table]:
    """Points and nets of a recording. Raises UnsuitableError where its nets are not those of its points, less the rake."""
    row, claims = row_of(tables, "hands", hand), hand_rows(tables, "claims", hand)
    if row["n_seats"] != len(claims):
        raise UnsuitableError
    take = room_of(row["site"]).rake.take
    was = _gross(reckoned(true, rules, hand)[1], len(claims), "amounts", row["point_value"])
    stated = money_ints(pa.chunked_array([pa.array([claim["net"] for claim in claims], pa.decimal128(18, 4))]))
    if not np.array_equal(was - take(was), stated):
        raise UnsuitableError
    gross = _gross(pairs, len(claims), start, row["point_value"])
    points = np.zeros(len(claims), np.int64)
    for pair in pairs:
        won = _points(pair, start)
        points[pair["a"]] += won
        points[pair["b"]] -= won
    for claim, won, net in zip(claims, points.tolist(), (gross - take(gross)).tolist(), strict=True):
        claim["net"] = Decimal(net).scaleb(-4)
        claim["points"] = None if claim["points"] is None else won
    return put_rows(tables, "claims", hand, claims)


def _points(pair: Row, start: str) -> int:
    parts = ("top", "middle", "bottom", "bonus", "royalties_a")
    points = pair["points"] if start != "parts" else sum(pair[part] for part in parts) - pair["royalties_b"]
    return int(points)


def _gross(pairs: Sequence[Row], n: int, start: str, price: Decimal) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    won = np.zeros(n, np.int64)
    for pair in pairs:
        amount = pair["amount"] if start == "amounts" else _points(pair, start) * price
        units = int(amount.scaleb(4))
        won[pair["a"]] += units
        won[pair["b"]] -= units
    return won


def claim_truth(tables: Tables, true: Tables, rules: _Rules, hand: int) -> dict[str, pa.Table]:
    """A hand with all its claims stated anew as its boards, stacks and rule set have it, and what its match pays by it.

    `true` is the history before the hand was changed.
    """
    scored, pairs = reckoned(tables, rules, hand)
    if is_recording(true, hand):
        return _record(tables, true, rules, hand, pairs, "parts")
    had = {row["acting_order"]: row for row in hand_rows(tables, "claims", hand)}
    seats = {row["acting_order"]: row for row in hand_rows(tables, "seats", hand)}
    limit = played_rules(tables, rules, hand).value("fantasyland.stay_limit")
    before = hand_rows(true, "claimed_pairs", hand)
    pays = all(pair["amount"] is not None for pair in before)
    claims = []
    for row in scored:
        order = row["acting_order"]
        base = had.get(order) or {**dict.fromkeys(schema("claims").names), "rake": Decimal(0) if pays else None}
        stays = bool(seats[order]["is_fantasy"]) and base["is_fantasy_next"] is False and bool(limit)
        values = {name: None if row["is_foul"] else row[name] for name in _ROYALTIES}
        values["is_foul"] = row["is_foul"]
        # Where the rules do not say how many cards there are, the site goes on saying what it said.
        is_same = base["is_fantasy_next"] is not None and row["is_fantasy_next"] == base["is_fantasy_next"]
        if not stays and not (is_same and row["fantasy_next"] is None):
            values |= {name: row[name] for name in ("is_fantasy_next", "fantasy_next")}
        money = {"points": 0, "net": Decimal(0) if pays else None, "stack": Decimal(0) if pays else None}
        if seats[order]["stack"] is None:
            money["stack"] = None
        claims.append(
            {**base, **values, **money, "hand_key": row_of(tables, "hands", hand)["hand_key"], "acting_order": order}
        )
    for pair in pairs:
        pair["hand_key"] = claims[0]["hand_key"]
        pair["amount"] = pair["amount"] if pays else None
    changed = put_rows(put_rows(tables, "claims", hand, claims), "claimed_pairs", hand, pairs)
    return follow(changed, true, rules, hand)
