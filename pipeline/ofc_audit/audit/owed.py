"""What each player of a hand is owed: what the rules give him less what he was paid.

The rules give what his pairs move, after the cap (settlement.*), less the rake (settlement.rake_*); of a match settled at its end, what the
whole match moves. Paid is the net stated, else what the stated amounts of his pairs come to. Amounts are ten-thousandths, `NULL` unknown.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.audit.rakes import Rakes
from ofc_audit.audit.settling import settle_pairs
from ofc_audit.audit.view import Ints, Mask, Texts, View, ints
from ofc_audit.money import NULL, money_array
from ofc_audit.rulesets import RuleSet


@dataclass(frozen=True)
class Owed:
    """`amount` (n_seats,): positive for who got too little; by hand (n_hands,) why nothing can be told, empty where it can, and whether
    the hand was settled at the price that was due instead of its own."""

    amount: Ints
    reason: Texts
    is_at_due_price: Mask


def owed(tables: Mapping[str, pa.Table], rules: Sequence[RuleSet | None], index: Ints, due_price: Ints) -> Owed:
    """What is owed in some hands: hand tables with `scored_seats` and `scored_pairs`, hands, seats and pairs in one order throughout.

    `rules`, `index`: the effective rule sets and which of them each hand has; `due_price` (n_hands,): what a point should have cost where
    that is another price than the hand's, else `NULL`.

    A hand is told whole or not at all. Where nobody knows the rake, none was taken if the payments add up to nothing; if they do not, a
    winner's payment stands as it is, and nothing is told where it would then be open whether he or the house is owed.
    """
    view = View(tables, rules, index)
    gross, at_due = _gross(view, due_price)
    rakes = Rakes(_raked(view, gross), view.complete[view.seat_hand])
    paid = _paid(view, rakes)
    hand = view.seat_hand
    rake = rakes.true(gross)
    is_told = ~view.any_seat((paid == NULL) | (gross == NULL))
    total = view.seat_sum(np.where(paid == NULL, 0, paid))
    # A loser is never raked, whatever else is unknown.
    none_taken = (is_told & (total == 0))[hand] | ((gross != NULL) & (gross <= 0))
    rake = np.where((rake == NULL) & none_taken, 0, rake)
    known = is_told[hand] & (rake != NULL)
    stands = is_told[hand] & ~known & (paid >= 0) & (paid <= gross)
    amount = np.where(known, gross - np.where(rake == NULL, 0, rake) - paid, np.where(stands, 0, NULL))
    others = view.seat_sum(np.where(amount == NULL, 0, amount))
    is_open = view.any_seat(is_told[hand] & (amount == NULL)) | (view.any_seat(stands & (paid < gross)) & (others != 0))
    reason = np.where(is_open, "rake unknown", "").astype(object)
    reason = np.where(view.any_seat(gross == NULL), _why_unknown(view), reason)
    reason = np.where(view.any_seat(paid == NULL), "no claim", reason)
    return Owed(np.where((reason == "")[hand], amount, NULL), reason, at_due)


def _gross(view: View, due_price: Ints) -> tuple[Ints, Mask]:
    """(n_seats,) what the pairs give, and the hands (n_hands,) in which it is that at another price.

    Another price is reckoned with only where the hand settles its own points, on whole stacks.
    """
    scored = ints(view.tables["scored_seats"], "net")
    at_due = (due_price != NULL) & view.complete
    at_due &= view.where_rules(value == "hand" for value in view.parameter("settlement.scope"))
    at_due &= view.where_rules(value == "none" for value in view.parameter("settlement.match_cap"))
    if not at_due.any():
        return scored, at_due
    hands = view.tables["hands"]
    price = np.where(at_due, due_price, view.point_value)
    column = money_array(price, price != NULL)
    changed = hands.set_column(hands.column_names.index("point_value"), hands.schema.field("point_value"), column)
    priced = View({**view.tables, "hands": changed}, view.rules, view.rules_index)
    points = ints(view.tables["scored_pairs"], "points")
    amount = settle_pairs(priced, view.rules, points, ints(view.tables["seats"], "stack"), hands=at_due)
    return np.where(at_due[view.seat_hand], view.pair_totals(amount), scored), at_due


def _raked(view: View, gross: Ints) -> View:
    """The hands under rules that say whether rake is taken in them: at the end of a match only where one player has everything."""
    stack = ints(view.tables["seats"], "stack")
    known = (stack != NULL) & (gross != NULL)
    left = view.seat_sum((known & (np.where(known, stack + np.where(known, gross, 0), 0) > 0)).astype(np.int64))
    has_everything = (left == 1) & ~view.any_seat(~known)
    rules = [raked_at_end(one, when) for when in ("hand", "unknown") for one in view.rules]
    return View(view.tables, rules, view.rules_index + np.where(has_everything, 0, len(view.rules)))


def raked_at_end(rules: RuleSet | None, when: str) -> RuleSet | None:
    """A rule set that takes rake at the end of a match, as one that takes it `when`; any other as it is."""
    key = "settlement.rake_when"
    if rules is None or rules.value(key) != "match_end":
        return rules
    return rules.with_values({key: when}, rules.source(key))


def _paid(view: View, rakes: Rakes) -> Ints:
    """(n_seats,) what each player got: his net as stated, else the amounts of his pairs as stated less his rake."""
    net = ints(view.tables["claims"], "net")
    moved = view.pair_totals(view.claimed_pair("amount"))
    rake = np.where(view.rake != NULL, view.rake, rakes.due(moved))
    by_pairs = np.where((moved == NULL) | (rake == NULL), NULL, moved - np.where(rake == NULL, 0, rake))
    return np.where(net != NULL, net, by_pairs)


def _why_unknown(view: View) -> Texts:
    """(n_hands,) the missing fact of hands whose right payments are not known."""
    reason = np.full(view.n_hands, "rule unknown: settlement.cap", object)
    reason[view.any_seat(ints(view.tables["seats"], "stack") == NULL)] = "stack unknown"
    reason[view.where_rules(value == "match" for value in view.parameter("settlement.scope"))] = "settled at match end"
    reason[view.any_pair(ints(view.tables["scored_pairs"], "points") == NULL)] = "points unknown"
    reason[view.point_value == NULL] = "point value unknown"
    reason = np.where(view.missing_rules != "", view.missing_rules, reason)
    reason[view.status == "incomplete"] = "incomplete board"
    reason[view.status == "cancelled"] = "cancelled hand"
    return reason
