"""Points: fouls, royalties, rows, bonuses and points as claimed, against the rules; each claim also against the claims it is built on."""

from dataclasses import dataclass

import numpy as np

from ofc_audit.audit.mismatch import Mismatch, adopt
from ofc_audit.audit.score_claims import ScoreClaims
from ofc_audit.audit.score_model import ScoreModel
from ofc_audit.audit.score_words import ScoreWords
from ofc_audit.audit.view import Ints, Mask, Texts, View, ints
from ofc_audit.money import NULL
from ofc_audit.rulesets import UNKNOWN


@dataclass
class Scores:
    """The outcome: mismatches, by hand whether a claim is wrong, claims that are right, and why it cannot be told."""

    mismatches: list[Mismatch]
    is_wrong: Mask
    is_verified: Mask
    reason: Texts
    adopted_pair_points: Ints
    computed_pair_points: Ints
    computed_points: Ints


def _implied_fouls(model: ScoreModel, claims: ScoreClaims) -> Ints:
    """(n_seats,) fouls as claimed; where no word is said of them, as the claimed rows of all pairs of the hand imply (-1 not told).

    Only a hand whose rows contradict the boards is looked at, and only one seat of it may be taken for the other kind.
    """
    view = model.view
    said = claims.foul.copy()
    truth = model.true_rows
    told = (claims.rows != NULL).all(axis=1)
    off = told & (truth != NULL).all(axis=1) & (claims.rows != truth).any(axis=1)
    suspects = view.any_pair(off) & ~view.any_pair(~told) & ~view.any_seat(claims.foul >= 0)
    if not suspects.any():
        return said
    for place in range(int(view.n_players.max(initial=0))):
        hands = np.flatnonzero(suspects & (view.n_players > place))
        seat = view.seat_start[hands] + place
        tried = model.foul.copy()
        tried[seat] = 1 - tried[seat]
        fits = ~view.any_pair((model.rows(tried) != claims.rows).any(axis=1))
        chosen = seat[fits[hands]]
        said[chosen] = tried[chosen]
        suspects[view.seat_hand[chosen]] = False
    return said


def audit_scores(view: View) -> Scores:
    """Hold every claim about points against the rules; cancelled and incomplete hands are not judged."""
    model = ScoreModel(view)
    claims = ScoreClaims(view)
    foul_said = _implied_fouls(model, claims)
    foul_differs = (foul_said >= 0) & (model.foul >= 0) & (foul_said != model.foul)
    foul = np.where(foul_said >= 0, foul_said, model.foul)

    true_royalties, true_rows = model.true_royalties, model.true_rows
    true_bonus, (true_a, true_b), true_pair = model.true_bonus, model.true_collected, model.true_pair_points
    true_points = view.pair_totals(true_pair)

    want_royalties = model.royalties(foul)
    royalties = adopt(claims.royalties, want_royalties)
    want_rows = model.rows(foul)
    rows = adopt(claims.rows, want_rows)
    want_bonus = model.bonus(foul, rows)
    bonus = adopt(claims.bonus, want_bonus)
    want_a, want_b = model.collected(royalties, rows)
    got_a, got_b = adopt(claims.royalties_a, want_a), adopt(claims.royalties_b, want_b)
    want_pair = model.pair_points(rows, bonus, got_a, got_b)

    # A table that words its cap in points may print the capped points, or none, for a pair that the cap limits.
    capped = _capped_points(view)
    free = model.tables.capped_claims[model.pair_rules]
    may_cap = free & (capped == NULL) & (_within(claims.pair_points, true_pair))
    as_capped = free & (capped != NULL) & (claims.pair_points == capped)
    pair_claim = np.where(as_capped | may_cap, NULL, claims.pair_points)
    pair_points = adopt(pair_claim, want_pair)
    want_points = view.pair_totals(pair_points)
    capped_points = view.pair_totals(np.where(capped == NULL, true_pair, capped))
    seat_free = model.tables.capped_claims[model.seat_rules]
    capped_known = ~view.any_of_pairs(capped == NULL)
    least, most = view.pair_bounds(true_pair)
    in_reach = (claims.points != NULL) & (claims.points >= least) & (claims.points <= most)
    points_as_capped = seat_free & capped_known & (claims.points == capped_points)
    points_may_cap = seat_free & ~capped_known & in_reach & (claims.points != true_points)
    points_claim = np.where(points_as_capped | points_may_cap, NULL, claims.points)

    say = ScoreWords(view, model)
    found: list[Mismatch] = say.fouls(foul_differs, foul_said, claims.foul)
    found += say.royalties(claims.royalties, true_royalties, want_royalties)
    found += say.rows(claims.rows, true_rows, want_rows)
    found += say.bonuses(claims.bonus, true_bonus, want_bonus)
    found += say.pair_royalties(claims, (true_a, true_b), (want_a, want_b))
    found += say.pair_points(pair_claim, true_pair, want_pair, rows, bonus, got_a, got_b)
    found += say.points(points_claim, true_points, want_points)

    is_wrong = np.zeros(view.n_hands, bool)
    is_wrong[[m.hand for m in found]] = True
    seats_told = ~view.any_seat(claims.points == NULL)
    seats_right = ~view.any_seat((claims.points != true_points) & ~points_as_capped)
    moves_nothing = free & (capped == 0)
    pair_right = (claims.pair_points == true_pair) | as_capped | (moves_nothing & (claims.pair_points == NULL))
    pairs_right = ~view.any_pair(~pair_right) & view.any_pair(claims.pair_points != NULL)
    known = ~view.any_seat(true_points == NULL)
    verified = view.complete & known & ~is_wrong & ((seats_told & seats_right) | pairs_right)
    some = view.any_seat(claims.points != NULL) | view.any_pair(claims.pair_points != NULL)
    maybe = view.any_pair(may_cap & (claims.pair_points != true_pair)) | view.any_seat(points_may_cap)
    reason = np.where(maybe, "stack unknown", "claim incomplete").astype(object)
    reason = np.where(known, reason, view.by_rules(unknown_rules(view)))
    reason = np.where(some, reason, "no claim")
    reason = np.where(view.has_pairs, reason, "number of players")
    reason = np.where(view.status == "incomplete", "incomplete board", reason)
    return Scores(found, is_wrong, verified, reason, pair_points, true_pair, true_points)


def unknown_rules(view: View) -> list[str]:
    """For each of the rule sets: which unknown rule keeps the points of a complete hand from being told."""
    result = []
    for rules in view.rules:
        if rules is None:
            result.append("")
            continue
        keys = ("score.method", "score.royalties", "score.royalty_settlement", "score.row_points")
        missing = [key for key in keys if rules.value(key) is UNKNOWN]
        result.append(f"rule unknown: {missing[0] if missing else 'royalties.' + str(rules.value('score.royalties'))}")
    return result


def _capped_points(view: View) -> Ints:
    """(n_pairs,) what moved in each pair in whole points, from a's side; `NULL` where unknown or no whole number."""
    amount = ints(view.tables["scored_pairs"], "amount")
    price = view.point_value[view.pair_hand]
    known = (amount != NULL) & (price > 0)
    points, rest = np.divmod(np.abs(np.where(known, amount, 0)), np.where(known, price, 1))
    return np.where(known & (rest == 0), np.sign(amount) * points, NULL)


def _within(claimed: Ints, whole: Ints) -> Mask:
    """Whether a claim could be `whole` cut by a cap that is not known: no larger, and not to the other side."""
    known: Mask = (claimed != NULL) & (whole != NULL)
    cut: Mask = (
        known & (claimed != whole) & (np.sign(claimed) * np.sign(whole) >= 0) & (np.abs(claimed) <= np.abs(whole))
    )
    return cut
