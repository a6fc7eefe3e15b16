"""What the matches of a stretch say, and the scored tables with the money that they settle."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pyarrow as pa

from ofc_audit.audit.chain_due import Due
from ofc_audit.audit.course import Course
from ofc_audit.audit.match_frame import Following
from ofc_audit.audit.matches import audit_matches
from ofc_audit.audit.view import ints
from ofc_audit.warehouse.known import with_amounts


@dataclass(frozen=True)
class Matched:
    """Findings and verdicts of matches, and the scored tables with what they settle."""

    findings: pa.Table
    verdicts: pa.Table
    seat_verdicts: pa.Table
    scored: Mapping[str, pa.Table]


def settled(
    course: Course, after: Following, due: Due, hand_findings: pa.Table, scored: Mapping[str, pa.Table]
) -> Matched | None:
    """The audit of the matches of a course, None where no hand names one.

    `after`: what the record has after each hand; `due`: what each hand earns; `scored`: the scored tables with what chains know.
    """
    if not course.names_match.any():
        return None
    view = course.view
    check = hand_findings.column("check_id").to_numpy()
    of_money = np.array([one.startswith("settle.") for one in check], bool)
    accused = np.isin(view.hand_key, ints(hand_findings, "hand_key")[of_money])
    told = audit_matches(view, course.conflict, after, due.is_fantasy_next.astype(np.int64), accused)
    if told.is_settled.any():
        pairs = told.is_settled[view.pair_hand]
        amount = np.where(pairs, told.amount, ints(scored["scored_pairs"], "amount"))
        net = np.where(told.is_settled[view.seat_hand], view.pair_totals(amount), ints(scored["scored_seats"], "net"))
        scored = with_amounts(scored, amount, net)
    return Matched(told.findings, told.verdicts, told.seat_verdicts, scored)
