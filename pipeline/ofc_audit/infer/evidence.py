"""What each hand shows of the price that its table really pays, and of whether its points fit its rules: one row per hand.

A payment is an amount of a pair as the record states it (before rake) or, where no amounts are stated, the net of a player who wins
points of nobody (losers are not raked), held against the points it is paid for, as claimed where they are. The largest payment
per point of a hand speaks for it: a cap can only make such payments smaller.
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.audit.mismatch import adopt
from ofc_audit.audit.view import Ints, Mask, View, ints
from ofc_audit.money import NULL

EVIDENCE = pa.schema(
    [
        ("place", pa.int64()),
        ("site", pa.string()),
        ("club_id", pa.string()),
        ("rules_id", pa.string()),
        ("played", pa.string()),
        ("table_id", pa.string()),
        ("currency", pa.string()),
        ("point_value", pa.int64()),
        ("level", pa.int64()),
        ("points", pa.int64()),
        ("payer", pa.int64()),
        ("payee", pa.int64()),
        ("paid", pa.int64()),
        ("moved", pa.int64()),
        ("has_points", pa.bool_()),
        ("is_contrary", pa.bool_()),
        ("is_judged", pa.bool_()),
        ("is_wrong", pa.bool_()),
        ("n_score_findings", pa.int64()),
    ]
)
"""By hand: its place in the order of the hands from 0; the digest of the rules it is `played` under; twice the largest payment per
point in ten-thousandths, one more where that is no whole number (`level`, null where nothing is paid for points); the points, payer, payee
(acting orders, -1 where the payment is a player's net) and money of that payment; what all losers paid; whether any pair has points;
whether points and money go opposite ways in any payment; whether points are judged, and wrong; findings about points."""

_SAFE = 1 << 60


@dataclass(frozen=True)
class _Payments:
    """Amounts paid for points, by pair or by losing seat; payer and payee as rows of seats, -1 for none."""

    hand: Ints
    points: Ints
    amount: Ints
    payer: Ints
    payee: Ints
    is_contrary: Mask


def evidence_of(view: View, first_place: int, verdicts: pa.Table, findings: pa.Table) -> pa.Table:
    """Rows of `EVIDENCE` for the hands of a batch, the first of which is number `first_place`, with the verdicts on them and the findings.

    Where the money of a hand is verified, a payment below the price stated is explained, and is none.
    """
    is_paid_right = _is(verdicts, "money", "verified")
    is_wrong = _is(verdicts, "points", "wrong")
    hands = view.tables["hands"]
    by_hand = view.complete & view.where_rules(value == "hand" for value in view.parameter("settlement.scope"))
    parts = [_of_pairs(view, by_hand), _of_nets(view, by_hand)]
    paid = _Payments(*(np.concatenate([getattr(part, name) for part in parts]) for name in _Payments.__annotations__))
    quotient, rest = np.divmod(paid.amount, np.maximum(paid.points, 1))
    level = 2 * quotient + (rest > 0)
    # The largest payment per point of each hand, the first of several.
    order = np.lexsort((np.arange(len(level)), -level, paid.hand))
    chosen = order[np.unique(paid.hand[order], return_index=True)[1]]
    chosen = chosen[~paid.is_contrary[chosen]]
    at = np.full(view.n_hands, -1)
    at[paid.hand[chosen]] = chosen
    explained = (at >= 0) & is_paid_right & (level[at] < 2 * view.point_value) if len(level) else np.zeros(0, bool)
    shown = (at >= 0) & (view.point_value != NULL)
    if len(level):
        shown &= ~explained
    contrary = np.bincount(paid.hand[paid.is_contrary], minlength=view.n_hands) > 0

    def told(values: Ints) -> pa.Array:
        laid = np.where(shown, values[at], 0) if len(values) else np.zeros(view.n_hands, np.int64)
        return pa.array(laid, mask=~shown)

    acting = np.append(view.acting_order, -1)
    payee = acting[paid.payee]
    return pa.table(
        {
            "place": first_place + np.arange(view.n_hands),
            **{name: hands.column(name) for name in ("site", "club_id", "rules_id")},
            "played": pa.array(_digests(view), pa.string()),
            **{name: hands.column(name) for name in ("table_id", "currency")},
            "point_value": pa.array(view.point_value, mask=view.point_value == NULL),
            "level": told(level),
            "points": told(paid.points),
            "payer": told(acting[paid.payer]),
            "payee": told(payee),
            "paid": told(paid.amount),
            "moved": _moved(view),
            "has_points": by_hand & view.any_pair(_points_of_pairs(view) != 0),
            "is_contrary": contrary,
            "is_judged": is_wrong | _is(verdicts, "points", "verified"),
            "is_wrong": is_wrong,
            "n_score_findings": _score_findings(view, findings),
        }
    ).cast(EVIDENCE)


def _is(verdicts: pa.Table, dimension: str, verdict: str) -> Mask:
    """(n_hands,) whether that is the verdict of one dimension."""
    of = pc.equal(verdicts.filter(pc.equal(verdicts.column("dimension"), dimension)).column("verdict"), verdict)
    return np.asarray(of, bool)


def _score_findings(view: View, findings: pa.Table) -> Ints:
    """(n_hands,) how many findings about points each hand has."""
    if not findings.num_rows:
        return np.zeros(view.n_hands, np.int64)
    of_score = findings.filter(pc.starts_with(findings.column("check_id"), "score."))
    keys = np.sort(ints(of_score, "hand_key"))
    return np.searchsorted(keys, view.hand_key, "right") - np.searchsorted(keys, view.hand_key, "left")


def _points_of_pairs(view: View) -> Ints:
    return adopt(view.claimed_pair("points"), ints(view.tables["scored_pairs"], "points"))


def _moved(view: View) -> Ints:
    """(n_hands,) what all losers paid, by their nets or, where these are not stated, by the pairs."""
    net, amount = ints(view.tables["claims"], "net"), view.claimed_pair("amount")
    by_net = view.seat_sum(np.where((net == NULL) | (net > 0), 0, -net))
    by_pair = np.zeros(view.n_hands, np.int64)
    np.add.at(by_pair, view.pair_hand, np.where(amount == NULL, 0, np.abs(amount)))
    return np.where(by_net > 0, by_net, by_pair)


def _digests(view: View) -> list[str | None]:
    digest = np.array([None if rules is None else rules.digest for rules in view.rules], object)
    return digest[view.rules_index].tolist() if len(digest) else []


def _of_pairs(view: View, by_hand: Mask) -> _Payments:
    """Amounts stated of pairs."""
    amount = view.claimed_pair("amount")
    points = _points_of_pairs(view)
    row = np.flatnonzero(_comparable(points, amount) & by_hand[view.pair_hand])
    points, amount = points[row], amount[row]
    a, b = view.pair_a[row], view.pair_b[row]
    return _Payments(
        view.pair_hand[row],
        np.abs(points),
        np.abs(amount),
        np.where(points > 0, b, a),
        np.where(points > 0, a, b),
        points * np.sign(amount) < 0,
    )


def _of_nets(view: View, by_hand: Mask) -> _Payments:
    """Nets of players who win points of nobody, in hands of which no amount is stated.

    Who wins of one and loses to another may lose more than his points cost, where the one could not pay.
    """
    net = ints(view.tables["claims"], "net")
    _, most = view.pair_bounds(ints(view.tables["scored_pairs"], "points"))
    loses = (most == 0) | (view.n_players == 2)[view.seat_hand]
    points = adopt(ints(view.tables["claims"], "points"), ints(view.tables["scored_seats"], "points"))
    bare = by_hand & ~view.any_pair(view.claimed_pair("amount") != NULL)
    row = np.flatnonzero(_comparable(points, net) & (points < 0) & loses & bare[view.seat_hand])
    return _Payments(view.seat_hand[row], -points[row], np.abs(net[row]), row, np.full(len(row), -1), net[row] > 0)


def _comparable(points: Ints, amount: Ints) -> Mask:
    known: Mask = (points != NULL) & (amount != NULL)
    fits: Mask = known & (points != 0) & (np.abs(points) < 1 << 31) & (np.abs(amount) < _SAFE)
    return fits
