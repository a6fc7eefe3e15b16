"""The money of matches: stakes, points summed over the match, and what they settle to.

Where settlement.scope is match, each pair's points are summed over the match and settled once, in the pair order of its last hand, on the
stacks brought to the match; on trial after every hand, for a match ends when that would leave one player with everything. A
settlement.match_cap is the stake of the match: a larger stack counts as that, and what is won and lost runs on it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from ofc_audit.audit.match_frame import UNKNOWN, Matches
from ofc_audit.audit.settling import settle_pairs
from ofc_audit.audit.view import Ints, Mask, View, ints
from ofc_audit.money import NULL, amount_units, money_array
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import schema

_SOURCE = "settled for the match"


def _hand_scoped(rules: RuleSet) -> RuleSet:
    """The same rules for points already summed and stakes already limited: settled as one hand, without a stake of the match.

    A stake that is itself unknown stays unknown, and with it what moves.
    """
    changed: dict[str, str] = {"settlement.scope": "hand"}
    if rules.is_known("settlement.match_cap"):
        changed["settlement.match_cap"] = "none"
    return rules.with_values(changed, _SOURCE)


@dataclass(frozen=True)
class MatchMoney:
    """Money of the matches of a view; arrays by seat or pair, money in ten-thousandths, `NULL` for unknown."""

    matches: Matches

    @property
    def view(self) -> View:
        """The hands."""
        return self.matches.view

    @cached_property
    def hand_rules(self) -> list[RuleSet | None]:
        """The view's rule sets for points already summed and stakes already limited."""
        return [None if rules is None else _hand_scoped(rules) for rules in self.view.rules]

    @cached_property
    def is_match_scope(self) -> Mask:
        """(n_hands,) hands of matches whose money is settled at their end."""
        scope = self.matches.choice("settlement.scope", {"match": 1, "hand": 0})
        result: Mask = (scope == 1) & (self.matches.group >= 0)
        return result

    @cached_property
    def is_staked(self) -> Mask:
        """(n_hands,) hands of matches with a stake of the match, settled hand by hand."""
        caps = self.view.parameter("settlement.match_cap")
        by_hand = self.view.where_rules(isinstance(cap, str) and cap != "none" for cap in caps)
        scope = self.matches.choice("settlement.scope", {"match": 1, "hand": 0})
        result: Mask = by_hand & (scope == 0) & (self.matches.group >= 0)
        return result

    @cached_property
    def stake(self) -> Ints:
        """(n_seats,) what a player has at stake in the hand: his stack, less what the match cap leaves out of it from the start.

        A stack that a match cap limits runs on with what the match has won and lost.
        """
        view, matches = self.view, self.matches
        stack = ints(view.tables["seats"], "stack")
        cap = _cap_amounts(view)[view.seat_hand]
        first = matches.seat_first
        brought = np.where(first >= 0, stack[first], NULL)
        scope = self.is_match_scope[view.seat_hand]
        brought = np.where(scope, stack, brought)
        left_out = np.maximum(np.where(brought == NULL, 0, brought) - cap, 0)
        limited = cap != NULL
        unknown = (stack == NULL) | (limited & (brought == NULL))
        return np.where(unknown, NULL, np.where(limited, stack - left_out, stack))

    @cached_property
    def pair_no(self) -> Ints:
        """(n_pairs,) a number for each two players of a match."""
        view, matches = self.view, self.matches
        player = matches.player
        one, two = player[view.pair_a], player[view.pair_b]
        n = int(player.max(initial=0)) + 1
        low, high = np.minimum(one, two), np.maximum(one, two)
        return (matches.group[view.pair_hand] * n + low) * n + high

    def summed(self, points: Ints) -> Ints:
        """(n_pairs,) points of two players over the match up to and with each hand, from a's side; unknown from the first unknown on."""
        view = self.view
        player = self.matches.player
        turn = np.where(player[view.pair_a] <= player[view.pair_b], 1, -1)
        order = np.lexsort((view.pair_hand, self.pair_no))
        known = np.where(points == NULL, 0, points * turn)[order]
        number = self.pair_no[order]
        starts = np.unique(number, return_index=True)[1]
        total, n_unknown = np.cumsum(known), np.cumsum((points == NULL)[order])
        which = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(order))))
        if len(starts):
            total = total - (total[starts] - known[starts])[which]
            n_unknown = n_unknown - (n_unknown[starts] - (points == NULL)[order][starts])[which]
        result = np.empty(len(points), np.int64)
        result[order] = np.where(n_unknown > 0, NULL, total)
        result = np.where(result == NULL, NULL, result * turn)
        return np.where(self.matches.group[view.pair_hand] >= 0, result, NULL)

    @cached_property
    def same_table(self) -> Mask:
        """(n_hands,) hands in which just those play who began the match, at the same price, so that sums over it are whole."""
        view, matches = self.view, self.matches
        first = matches.first
        price = view.point_value
        same = (view.n_players == view.n_players[first]) & (price == price[first])
        same &= ~view.any_seat(matches.seat_first < 0)
        result: Mask = same & (matches.so_far((~same).astype(np.int64)) == 0)
        return result

    def amounts(self, points: Ints, stake: Ints, hands: Mask) -> Ints:
        """(n_pairs,) what moves in each pair of the chosen hands, settled on `stake`; `NULL` elsewhere and where it cannot be told."""
        return settle_pairs(self.view, self.hand_rules, points, stake, hands=hands)

    @cached_property
    def trial_points(self) -> Ints:
        """(n_pairs,) computed points of each pair over the match so far."""
        return self.summed(ints(self.view.tables["scored_pairs"], "points"))

    @cached_property
    def trial(self) -> Ints:
        """(n_pairs,) what each hand would settle to as the last of its match."""
        return self.amounts(self.trial_points, self.stake, self.is_match_scope & self.matches.whole & self.same_table)

    @cached_property
    def staked(self) -> Ints:
        """(n_pairs,) what each hand with a stake of the match moves."""
        known = self.is_staked & (ints(self.view.tables["hands"], "hand_no")[self.matches.first] == 1)
        return self.amounts(ints(self.view.tables["scored_pairs"], "points"), self.stake, known)

    @cached_property
    def amount(self) -> Ints:
        """(n_pairs,) what moves in each pair of a hand: as scored, and where that waits for the match, as the match tells."""
        scored = ints(self.view.tables["scored_pairs"], "amount")
        return np.where(self.is_staked[self.view.pair_hand], self.staked, scored)

    @cached_property
    def has_chips_after(self) -> Ints:
        """(n_seats,) whether the player has something left after the hand (on trial, where the match is settled at its end): 1, 0, -1 unknown.

        Unknown too where the record says otherwise than the rules: what the table then took for true is not to be told.
        """
        view = self.view
        in_scope = self.is_match_scope[view.seat_hand]
        moved = view.pair_totals(np.where(self.is_match_scope[view.pair_hand], self.trial, self.amount))
        stake = self.stake
        known = (stake != NULL) & (moved != NULL)
        left = np.where(known, (stake + np.where(moved == NULL, 0, moved) > 0).astype(np.int64), UNKNOWN)
        claims = view.tables["claims"]
        stack, net, after = ints(view.tables["seats"], "stack"), ints(claims, "net"), ints(claims, "stack")
        said = np.where(after != NULL, after, np.where((stack != NULL) & (net != NULL), stack + net, NULL))
        said = np.where(said == NULL, NULL, said - np.where(stack == NULL, 0, stack - stake))
        told = (said != NULL) & ~in_scope & (stake != NULL)
        said_left = (said > 0).astype(np.int64)
        left = np.where(told & (left == UNKNOWN), said_left, left)
        return np.where(told & (left != said_left), UNKNOWN, left)


def _cap_amounts(view: View) -> Ints:
    """(n_hands,) the stake of the match; `NULL` where there is none or it is not known."""
    caps = view.parameter("settlement.match_cap")
    return view.numbers_by_rules(amount_units(cap) if isinstance(cap, str) and cap != "none" else NULL for cap in caps)


def chosen_tables(view: View, hands: Mask, amount: Ints, points: Ints) -> Mapping[str, pa.Table]:
    """The tables of some hands, with other points and amounts of their pairs."""
    keys = pa.array(view.hand_key[hands])
    seat, pair = pa.array(hands[view.seat_hand]), hands[view.pair_hand]
    tables = dict(view.tables)
    tables["hands"] = view.tables["hands"].filter(pa.array(hands))
    for name in ("seats", "claims", "boards", "scored_seats"):
        if name in tables:
            tables[name] = tables[name].filter(seat)
    claimed = tables["claimed_pairs"]
    in_chosen = np.isin(ints(claimed, "hand_key"), keys.to_numpy())
    tables["claimed_pairs"] = claimed.filter(pa.array(in_chosen))
    pairs = tables["scored_pairs"].filter(pa.array(pair))
    declared = schema("scored_pairs")
    for name, values in (("points", points[pair]), ("amount", amount[pair])):
        kind = declared.field(name).type
        column = (
            money_array(values, values != NULL)
            if name == "amount"
            else pa.array(values, mask=values == NULL).cast(kind)
        )
        pairs = pairs.set_column(pairs.column_names.index(name), name, column)
    tables["scored_pairs"] = pairs
    return tables
