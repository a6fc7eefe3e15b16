"""The audit of matches: their length, their players, and money that only the match can tell.

What is said here of a hand's money replaces what the hand alone could say: where money is settled at the end of a match
(settlement.scope) or limited by the stake of one (settlement.match_cap).
"""

from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.audit.match_frame import Following, Matches
from ofc_audit.audit.match_length import (
    EITHER,
    OVER,
    Lengths,
    length_findings,
    measure,
    player_findings,
)
from ofc_audit.audit.match_money import MatchMoney, chosen_tables
from ofc_audit.audit.mismatch import adopt, findings_of
from ofc_audit.audit.money import Money, audit_money
from ofc_audit.audit.scores import Scores
from ofc_audit.audit.verdicts import NO_REASON, NOT_APPLICABLE, OPEN, VERIFIED, WRONG, seat_table, verdict_table
from ofc_audit.audit.view import Ints, Mask, Texts, View, ints
from ofc_audit.findings import Finding, findings_table
from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet


@dataclass(frozen=True)
class MatchAudit:
    """Findings, verdicts on `match` and `money`, seat verdicts on `money`, of hands of matches only; and what pairs move, `NULL` where the
    scorer's answer stands: (n_pairs,) amounts, with `is_settled` (n_hands,) the hands they are about."""

    findings: pa.Table
    verdicts: pa.Table
    seat_verdicts: pa.Table
    amount: Ints
    is_settled: Mask


def audit_matches(view: View, excluded: Mask, after: Following, due: Ints, has_findings: Mask) -> MatchAudit:
    """Audit the matches of some hands in order; every match whose later hands are among them must be there from its start.

    `excluded` (n_hands,): second records of one deal; `after`: what the record has after each hand;
    `due` (n_seats,): whether the hand earns Fantasyland, 1, 0 or -1 unknown; `has_findings` (n_hands,): hands whose money was found wrong by
    themselves.
    """
    matches = Matches(view, excluded, after, due)
    money = MatchMoney(matches)
    lengths = measure(matches, money)
    in_match = matches.group >= 0
    judged = in_match & matches.whole & ~lengths.is_after
    findings, wrong = length_findings(money, lengths, judged)
    players = player_findings(matches, money, judged)
    wrong[np.isin(view.hand_key, [finding.hand_key or 0 for finding in players])] = True
    findings += players

    paid = _audit_money(matches, money, lengths, has_findings)
    findings += paid.findings
    order = {int(key): i for i, key in enumerate(view.hand_key)}
    findings.sort(key=lambda f: order[f.hand_key or 0])
    code, reason = _match_verdicts(matches, lengths, judged, wrong)
    rows = np.flatnonzero(in_match)
    told = np.flatnonzero(paid.is_judged)
    verdicts = pa.concat_tables(
        [
            verdict_table(view.hand_key[rows], "match", code[rows], reason[rows]),
            verdict_table(view.hand_key[told], "money", paid.hand_verdict[told], paid.hand_reason[told]),
        ]
    )
    seats = np.flatnonzero(paid.is_judged[view.seat_hand])
    seat_verdicts = seat_table(
        view.hand_key[view.seat_hand[seats]],
        view.acting_order[seats],
        "money",
        paid.seat_verdict[seats],
        paid.seat_reason[seats],
    )
    return MatchAudit(findings_table(findings), verdicts, seat_verdicts, paid.amount, paid.is_settled)


def _match_verdicts(matches: Matches, lengths: Lengths, judged: Mask, wrong: Mask) -> tuple[Ints, Texts]:
    """(n_hands,) verdict codes and reasons of the dimension match."""
    view = matches.view
    truth, said = lengths.truth, lengths.said
    right = judged & ((truth == EITHER) | (truth == OVER) | ((truth == 0) & (said == 0)))
    code = np.where(wrong, WRONG, np.where(right, VERIFIED, OPEN))
    reason = np.where(matches.whole, lengths.reason, matches.defect)
    reason = np.where(lengths.is_after & matches.whole, "chain broken: the match was over before", reason)
    cancelled = view.status == "cancelled"
    code = np.where(cancelled, NOT_APPLICABLE, code)
    reason = np.where(cancelled, "cancelled hand", np.where(code == OPEN, reason, NO_REASON))
    return code, reason


@dataclass(frozen=True)
class _Paid:
    """Money of the hands that only their match can tell: `is_judged` (n_hands,) which those are."""

    findings: list[Finding]
    is_judged: Mask
    hand_verdict: Ints
    hand_reason: Texts
    seat_verdict: Ints
    seat_reason: Texts
    amount: Ints
    is_settled: Mask


def _audit_money(matches: Matches, money: MatchMoney, lengths: Lengths, has_findings: Mask) -> _Paid:
    view = matches.view
    at_end = money.is_match_scope & ends_of(matches, lengths)
    staked = money.is_staked & view.complete & begins_whole(matches)
    is_settled = (at_end & matches.whole & money.same_table) | staked
    amount = np.where(money.is_staked[view.pair_hand], money.staked, money.trial)
    amount = np.where(is_settled[view.pair_hand], amount, NULL)
    # A hand that was found wrong by itself needs no second word about its money.
    is_judged = is_settled & ~has_findings
    broken = at_end & ~is_settled
    why = np.where(matches.whole, "chain broken: players change", matches.defect)
    seat_hand = view.seat_hand
    hand_verdict, seat_verdict = np.full(view.n_hands, OPEN), np.full(len(seat_hand), OPEN)
    hand_reason, seat_reason = why.copy(), why[seat_hand]
    findings: list[Finding] = []
    if is_judged.any():
        findings, audited = _judge(money, lengths, is_judged, amount)
        seats = is_judged[seat_hand]
        hand_verdict[is_judged], hand_reason[is_judged] = audited.hand_verdict, audited.hand_reason
        seat_verdict[seats], seat_reason[seats] = audited.seat_verdict, audited.seat_reason
    hand_reason = np.where(hand_verdict == OPEN, hand_reason, NO_REASON)
    seat_reason = np.where(seat_verdict == OPEN, seat_reason, NO_REASON)
    told = is_judged | broken
    return _Paid(findings, told, hand_verdict, hand_reason, seat_verdict, seat_reason, amount, is_settled)


def _judge(money: MatchMoney, lengths: Lengths, hands: Mask, amount: Ints) -> tuple[list[Finding], Money]:
    """The audit of the money of some hands, as if each were one hand of the points it settles."""
    view = money.view
    in_scope = money.is_match_scope[view.pair_hand]
    computed = ints(view.tables["scored_pairs"], "points")
    said = adopt(_claimed_points(view), computed)
    points = np.where(in_scope, money.trial_points, computed)
    said = np.where(in_scope, money.summed(said), said)
    # Rake at the end of a match is the rake of its last hand where one player has everything; of other ends nothing is known.
    rules = [_raked(one, when) for when in ("hand", "unknown") for one in money.hand_rules]
    index = view.rules_index + np.where(lengths.is_early == 1, 0, len(view.rules))
    part = View(chosen_tables(view, hands, amount, points), rules, index[hands])
    pairs, seats = hands[view.pair_hand], hands[view.seat_hand]
    wrong = np.zeros(part.n_hands, bool)
    wrong[part.pair_hand[(said != points)[pairs]]] = True
    scores = Scores(
        [],
        wrong,
        ~wrong,
        np.full(part.n_hands, "", object),
        said[pairs],
        points[pairs],
        part.pair_totals(points[pairs]),
    )
    audited = audit_money(part, scores, money.stake[seats], over=" over the match")
    follows = _follow_from_points(money, amount)[hands]
    own = {
        one.hand
        for one in audited.mismatches
        if one.is_own and not (one.check_id == "settle.net" and follows[one.hand])
    }
    return findings_of(part, [m for m in audited.mismatches if m.hand in own]), audited


def _follow_from_points(money: MatchMoney, amount: Ints) -> Mask:
    """(n_hands,) ends of matches that state points of players and none of pairs, some of them wrong, where all nets are what the points
    stated come to, or where somebody's stack is short and nobody can tell what those points would have moved."""
    view, matches = money.view, money.matches
    seat_hand, claims = view.seat_hand, view.tables["claims"]
    said, net, rake = (ints(claims, name) for name in ("points", "net", "rake"))
    true = ints(view.tables["scored_seats"], "points")
    told = (said != NULL) & (true != NULL)
    of = np.unique(
        matches.group[seat_hand] * (int(matches.player.max(initial=0)) + 1) + matches.player, return_inverse=True
    )[1]
    sums = [np.zeros(int(of.max(initial=-1)) + 1, np.int64) for _ in range(3)]
    for total, part in zip(sums, (np.where(told, said, 0), np.where(told, true, 0), ~told), strict=True):
        np.add.at(total, of, part)
    total_said, total_true, n_unknown = (total[of] for total in sums)
    value = total_said * np.maximum(view.point_value, 0)[seat_hand]
    fits = net == value - np.where(rake == NULL, 0, rake)
    fits |= (rake == NULL) & (net >= 0) & (net <= value)
    price = view.point_value[view.pair_hand]
    is_cut = view.any_pair((amount != NULL) & (money.trial_points != NULL) & (amount != money.trial_points * price))
    has_pairs = matches.so_far(view.any_pair(view.claimed_pair("points") != NULL).astype(np.int64)) > 0
    is_open = view.any_seat((n_unknown > 0) | (net == NULL)) | has_pairs | ~money.is_match_scope
    result: Mask = ~is_open & view.any_seat(total_said != total_true) & (is_cut | ~view.any_seat(~fits))
    return result


def _raked(rules: RuleSet | None, when: str) -> RuleSet | None:
    """A rule set that takes rake at the end of a match, as one that takes it `when`; any other as it is."""
    key = "settlement.rake_when"
    if rules is None or rules.value(key) != "match_end":
        return rules
    return rules.with_values({key: when}, rules.source(key))


def _claimed_points(view: View) -> Ints:
    """(n_pairs,) points of pairs as claimed; with two players a player's points are those of his pair."""
    seat = ints(view.tables["claims"], "points")
    of_two = np.where(view.n_players[view.pair_hand] == 2, seat[view.pair_a], NULL)
    return adopt(view.claimed_pair("points"), of_two)


def ends_of(matches: Matches, lengths: Lengths) -> Mask:
    """(n_hands,) complete hands with which a match is settled: where the record says that it ends, else where it must end and no hand follows."""
    ends = (lengths.said == 1) | ((lengths.truth > 0) & ~matches.after.goes_on)
    ends &= (matches.group >= 0) & matches.view.complete
    # A match is settled once: what comes after its end on record was settled with it, or is of no match that is known.
    result: Mask = ends & (matches.so_far(ends.astype(np.int64)) == 1)
    return result


def begins_whole(matches: Matches) -> Mask:
    """(n_hands,) hands of matches whose first hand is on record and had all their players."""
    view = matches.view
    number = ints(view.tables["hands"], "hand_no")[matches.first]
    result: Mask = (matches.group >= 0) & (number == 1) & ~view.any_seat(matches.seat_first < 0)
    return result
