"""Money of matches recomputed: settled once at the end or hand by hand, as either rules have it, and compared match by match.

Where both rules settle every hand alone, money is compared hand by hand. Where either settles a match at its end (settlement.scope match),
the match is what can be compared: what it moved under each stands with its last hand, and nothing with those before. Its last hand is the
one that its own rules end it with: the one that the record marks, else the last on record where the match must be over.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa

from ofc_audit.audit.match_frame import Following, Matches
from ofc_audit.audit.match_length import measure
from ofc_audit.audit.match_money import MatchMoney
from ofc_audit.audit.matches import begins_whole, ends_of
from ofc_audit.audit.view import View, flags, ints
from ofc_audit.money import NULL, Ints, Mask, money_array
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.settlement import MAX_AMOUNT
from ofc_audit.warehouse.judge import MONEY_ALONE
from ofc_audit.warehouse.known import with_amounts
from ofc_audit.warehouse.rescore_view import MoneyNotes, Texts

SIDES = ("own", "new")
KINDS = ("match to match", "match to hand", "hand to match")
"""From which settlement.scope to which a match is settled anew."""
_SCOPES = {"hand": 0, "match": 1}
_SUMMABLE = MAX_AMOUNT // 1024
"""Amounts up to this can be added up over a match; a larger one leaves its sum unknown."""


def is_of_match(rules: RuleSet | None) -> bool:
    """Whether single hands do not tell the money of a match under these rules."""
    return rules is not None and any(rules.value(key) != alone for key, alone in MONEY_ALONE.items())


@dataclass(frozen=True)
class Settled:
    """Some hands of both sides with the money of their matches: scored tables by side, what is to be noted, and (n_hands,) by number in
    `KINDS` what is settled with a hand and known under both rules, -1 for nothing."""

    scored: Mapping[str, Mapping[str, pa.Table]]
    notes: MoneyNotes
    kind: Ints


def settle_matches(own: View, new: View, excluded: Mask, after: Following) -> Settled:
    """Settles the matches of some hands in order under both rules; every match that a hand belongs to must be there from its start.

    `own`, `new`: the same hands with the scored tables of either side; `excluded` (n_hands,): second records of one deal; `after`: what the
    record has after each hand.
    """
    both = _Both(own, new, excluded, after)
    scored: dict[str, Mapping[str, pa.Table]] = {}
    for side, view in (("own", own), ("new", new)):
        amount = both.amount(side)
        net = view.pair_totals(amount)
        net = np.where((net == NULL) | (np.abs(np.where(net == NULL, 0, net)) > MAX_AMOUNT), NULL, net)
        # Nothing else of a hand is touched, so that nobody's own figures are made anew.
        is_changed = both.by_match | both.staked(side)
        net = np.where(is_changed[view.seat_hand], net, ints(view.tables["scored_seats"], "net"))
        scored[side] = with_amounts({n: view.tables[n] for n in ("scored_seats", "scored_pairs")}, amount, net)
    notes = MoneyNotes(
        both.reason,
        {side: (both.settled & (both.scope[side] >= 0)) | both.staked(side) for side in SIDES},
        {side: both.open_points(side) for side in SIDES},
        both.settled & (both.matches["own"].so_far(own.any_seat(both.stack == NULL).astype(np.int64)) > 0),
        both.settled,
    )
    is_open = np.any([view.any_pair(both.amount(side) == NULL) for side, view in (("own", own), ("new", new))], axis=0)
    return Settled(scored, notes, np.where(both.settled & ~is_open, both.kind, -1))


class _Both:
    """The same matches under both rules."""

    def __init__(self, own: View, new: View, excluded: Mask, after: Following) -> None:
        due = flags(own.tables["scored_seats"], "is_fantasy_next").astype(np.int64)
        self.stack = ints(own.tables["seats"], "stack")
        self.frame = Matches(own, excluded, after, due)
        scopes = [
            self.frame.choice("settlement.scope", _SCOPES),
            Matches(new, excluded, after, due).choice("settlement.scope", _SCOPES),
        ]
        self.scope: Mapping[str, Ints] = dict(zip(SIDES, scopes, strict=True))
        # A match that is settled hand by hand has the stacks run on in its record: what was brought to it is in its first hand.
        first = self.frame.seat_first
        to_end = (self.scope["own"] == 0) & (self.scope["new"] == 1) & (self.frame.group >= 0)
        brought = np.where(first >= 0, self.stack[first], NULL) if len(first) else self.stack
        new = _with_stacks(new, np.where(to_end[new.seat_hand], brought, self.stack))
        self.matches = {"own": self.frame, "new": Matches(new, excluded, after, due)}
        self.money = {side: MatchMoney(self.matches[side]) for side in SIDES}

    @cached_property
    def by_match(self) -> Mask:
        """(n_hands,) hands of matches that either rules settle at their end."""
        result: Mask = ((self.scope["own"] == 1) | (self.scope["new"] == 1)) & (self.frame.group >= 0)
        return result

    @cached_property
    def kind(self) -> Ints:
        """(n_hands,) from which scope to which, by number in `KINDS`."""
        own, new = self.scope["own"], self.scope["new"]
        return np.where((own == 1) & (new == 1), 0, np.where((own == 1) & (new == 0), 1, np.where(new == 1, 2, -1)))

    @cached_property
    def _ends(self) -> Mask:
        return self.by_match & ends_of(self.frame, measure(self.frame, self.money["own"]))

    @cached_property
    def settled(self) -> Mask:
        """(n_hands,) last hands of matches that are known whole."""
        whole = self.frame.whole & self.money["own"].same_table
        result: Mask = self._ends & whole & ((self.scope["new"] != 1) | self.matches["new"].whole)
        return result

    @cached_property
    def reason(self) -> Texts:
        """(n_hands,) why the money of a hand is not told with it; empty where its match does not stand in the way."""
        side = np.where(self.scope["own"] == 1, "own", "new").astype(object)
        text = "settled at match end (" + side + " rules)"
        text = np.where(self._ends & ~self.money["own"].same_table, "chain broken: players change", text)
        for name in ("new", "own"):
            matches = self.matches[name]
            text = np.where((matches.group >= 0) & ~matches.whole, matches.defect, text)
        return np.where(self.by_match & ~self.settled, text, "")

    def staked(self, side: str) -> Mask:
        """(n_hands,) hands that a stake of the match limits, settled hand by hand, whose match is known from its first hand on."""
        view, matches = self.money[side].view, self.matches[side]
        result: Mask = self.money[side].is_staked & view.complete & begins_whole(matches) & ~self.by_match
        return result

    def amount(self, side: str) -> Ints:
        """(n_pairs,) what moves in each pair: with the last hand of a match what the whole match moves, with those before it nothing is told."""
        money = self.money[side]
        pair_hand = money.view.pair_hand
        # Under their own rules hands have what the results say.
        hands = (
            self._scored(side)
            if side == "own"
            else np.where(self.staked("new")[pair_hand], money.staked, self._scored("new"))
        )
        return np.where(self.settled[pair_hand], self._total(side), np.where(self.by_match[pair_hand], NULL, hands))

    def _scored(self, side: str) -> Ints:
        return ints(self.money[side].view.tables["scored_pairs"], "amount")

    def _total(self, side: str) -> Ints:
        """(n_pairs,) what a match moves in each pair, told with its last hand."""
        pair_hand = self.frame.view.pair_hand
        at_end = self._scored("own") if side == "own" else self.money["new"].trial
        moved = self._scored("own") if side == "own" else self._hand_by_hand
        known = (moved != NULL) & (np.abs(np.where(moved == NULL, 0, moved)) <= _SUMMABLE)
        summed = self.money["own"].summed(np.where(known, moved, NULL))
        scope = self.scope[side][pair_hand]
        return np.where(scope == 1, at_end, np.where(scope == 0, summed, NULL))

    @cached_property
    def _hand_by_hand(self) -> Ints:
        """(n_pairs,) what moves under the new rules in hands whose own settle the match at its end.

        The record has the stacks brought to the match throughout; they run on with what each hand moves.
        """
        money, frame = self.money["new"], self.frame
        view = money.view
        first = frame.seat_first
        chosen = self.by_match & (self.scope["new"] == 0) & frame.whole & self.money["own"].same_table
        points, held = ints(view.tables["scored_pairs"], "points"), money.stake.copy()
        result = np.full(len(points), NULL)
        # Hand after hand of all matches at once.
        for place in range(int(frame.place[chosen].max(initial=-1)) + 1):
            hands = chosen & (frame.place == place)
            pairs, seats = hands[view.pair_hand], np.flatnonzero(hands[view.seat_hand])
            moved = money.amounts(points, np.where(first >= 0, held[first], NULL), hands)
            result[pairs] = moved[pairs]
            net = view.pair_totals(np.where(pairs, moved, 0))[seats]
            before = held[first[seats]]
            known = (net != NULL) & (before != NULL)
            held[first[seats]] = np.where(known, np.where(known, before, 0) + np.where(known, net, 0), NULL)
        return result

    def open_points(self, side: str) -> Mask:
        """(n_hands,) last hands of matches in which the points of some hand are not known."""
        money = self.money[side]
        points = self.money["own"].summed(ints(money.view.tables["scored_pairs"], "points"))
        result: Mask = self.settled & money.view.any_pair(points == NULL)
        return result


def _with_stacks(view: View, stack: Ints) -> View:
    """The same hands with other stacks of the seats."""
    seats = view.tables["seats"]
    field = seats.schema.field("stack")
    changed = seats.set_column(seats.column_names.index("stack"), field, money_array(stack, stack != NULL))
    return View({**view.tables, "seats": changed}, view.rules, view.rules_index)
