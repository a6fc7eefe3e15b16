"""The audit of what single hands show: layout, points, money, and the Fantasyland they announce."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.audit.causes import name_causes
from ofc_audit.audit.clocks import audit_clocks
from ofc_audit.audit.fantasyland import audit_fantasy_claims
from ofc_audit.audit.layout import audit_layout
from ofc_audit.audit.mismatch import findings_of
from ofc_audit.audit.money import Money, audit_money
from ofc_audit.audit.scores import audit_scores
from ofc_audit.audit.totals import audit_sums
from ofc_audit.audit.verdicts import NO_REASON, NOT_APPLICABLE, OPEN, VERIFIED, WRONG, seat_table, verdict_table
from ofc_audit.audit.view import Ints, Mask, Texts, View
from ofc_audit.findings import Finding, findings_table
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.effective import effective_rules


@dataclass(frozen=True)
class AuditBatch:
    """Findings and verdicts of a batch of hands, as declared; finding numbers are provisional.

    `verdicts` has the dimensions layout, points, money and match; Fantasyland is decided across hands. `seat_verdicts` has money.
    """

    findings: pa.Table
    verdicts: pa.Table
    seat_verdicts: pa.Table


def audit_tables(tables: Mapping[str, pa.Table], rules: Mapping[str, RuleSet]) -> AuditBatch:
    """Audit a batch: the hand tables with `scored_seats` and `scored_pairs`, hands, seats and pairs in one order throughout."""
    return audit_view(View(tables, *effective_rules(tables["hands"], rules)))


def audit_view(view: View) -> AuditBatch:
    """As `audit_tables`, for hands whose rule sets are known."""
    layout = audit_layout(view)
    clocks = audit_clocks(view)
    scores = audit_scores(view)
    money = audit_money(view, scores)
    foul_wrong = np.zeros(len(view.acting_order), bool)
    foul_wrong[[m.seats[0] for m in scores.mismatches if m.level == "foul"]] = True
    fantasy = audit_fantasy_claims(view, foul_wrong)
    mismatches = name_causes(view, scores, scores.mismatches + money.mismatches + fantasy.mismatches)
    sums, is_unbalanced = audit_sums(view, scores.is_wrong | scores.is_verified | layout.is_wrong)
    findings = layout.findings + clocks.findings + findings_of(view, mismatches) + sums
    unknown_keys = view.tables["hands"].column("unknown_keys")
    if unknown_keys.null_count < view.n_hands:
        findings += [_unknown_keys(view, hand, keys) for hand, keys in enumerate(unknown_keys.to_pylist()) if keys]
    # In the order of the hands, those of one hand as they stand.
    order = np.argsort(view.rows_of(f.hand_key or 0 for f in findings), kind="stable")
    findings = [findings[place] for place in order.tolist()]

    cancelled = view.status == "cancelled"
    layout_reason = np.where(layout.reason == "", clocks.reason, layout.reason)
    verdict = {
        "layout": _codes(layout.is_wrong | clocks.is_wrong, layout_reason == "", cancelled),
        "points": _codes(scores.is_wrong | is_unbalanced, scores.is_verified, cancelled),
        "money": money.hand_verdict,
        "match": _match(view),
    }
    reason = {
        "layout": layout_reason,
        "points": scores.reason,
        "money": money.hand_reason,
        "match": _match_reasons(view),
    }
    return AuditBatch(
        findings_table(findings),
        _verdicts(view, verdict, reason),
        seat_table(
            view.hand_key[view.seat_hand], view.acting_order, "money", money.seat_verdict, _seat_reason(view, money)
        ),
    )


def _seat_reason(view: View, money: Money) -> Texts:
    shown = np.where(money.seat_verdict == OPEN, money.seat_reason, NO_REASON)
    return np.where(money.seat_verdict == NOT_APPLICABLE, _no_money(view)[view.seat_hand], shown)


def _no_money(view: View) -> Texts:
    """(n_hands,) why the money of a hand is not applicable, where it is."""
    return np.where(view.status == "cancelled", "cancelled hand", "settled at match end").astype(object)


def _codes(wrong: Mask, right: Mask, cancelled: Mask) -> Ints:
    return np.where(cancelled, NOT_APPLICABLE, np.where(wrong, WRONG, np.where(right, VERIFIED, OPEN)))


def _match(view: View) -> Ints:
    lengths = [None if value is None else str(value) for value in view.parameter("match.length")]
    by_rules = np.where(view.where_rules(length == "no_match" for length in lengths), NOT_APPLICABLE, OPEN)
    return np.where(view.status == "cancelled", NOT_APPLICABLE, by_rules)


def _match_reasons(view: View) -> Texts:
    """(n_hands,) why the match of a hand cannot be told, where no chain of hands can: it names no match, or is a second record."""
    no_match = view.tables["hands"].column("match_id").combine_chunks().is_null().to_numpy(zero_copy_only=False)
    reason = np.where(no_match, "chain broken: match unknown", "conflicting record")
    return np.where(view.missing_rules != "", view.missing_rules, reason)


def _verdicts(view: View, codes: Mapping[str, Ints], reasons: Mapping[str, Texts]) -> pa.Table:
    dimensions = list(codes)
    code = np.stack([codes[d] for d in dimensions], axis=1)
    open_reason = np.stack([reasons[d] for d in dimensions], axis=1)
    off = np.full((view.n_hands, len(dimensions)), "cancelled hand", object)
    off[:, dimensions.index("money")] = _no_money(view)
    playing = view.status != "cancelled"
    off[playing, dimensions.index("match")] = "no matches under these rules"
    reason = np.where(code == OPEN, open_reason, np.where(code == NOT_APPLICABLE, off, NO_REASON))
    keys = np.repeat(view.hand_key, len(dimensions))
    return verdict_table(keys, dimensions * view.n_hands, code.reshape(-1), reason.reshape(-1))


def _unknown_keys(view: View, hand: int, keys: str) -> Finding:
    return Finding(
        "source.unknown_key",
        f"The record has keys that its format does not define, kept as they are and not looked at: {keys}.",
        claimed=keys,
        **view.place(hand),  # type: ignore[arg-type]
    )
