"""Points that do not add up, where no board and no rule is needed to see it: those of a hand to nothing, those of a match to its total.

What one player wins of a pair the other loses, under every scoring and every cap.
"""

import numpy as np
import pyarrow as pa

from ofc_audit.audit.course import Course, before, combined, running, taken
from ofc_audit.audit.finding_sql import findings_query
from ofc_audit.audit.view import Mask, View, ints
from ofc_audit.audit.words import Column, of_seats, told
from ofc_audit.findings import Finding
from ofc_audit.money import NULL

_FINDINGS = findings_query(
    "score.points",
    "found",
    {
        "severity": "'warning'",
        "acting_order": "acting_order",
        "claimed": "printf('%+d', match_points)",
        "computed": "printf('%+d', before + points)",
        "points_delta": "match_points - before - points",
        "message": """'The total of ' || player_name || ' is ' || printf('%+d', match_points) || ' after hand ' || hand_no || ' of the match: '
            || if(hand_no = 1, 'it is the first, and', 'it was ' || printf('%+d', before) || ', and the hand') || ' gave him '
            || printf('%+d', points) || ', which comes to ' || printf('%+d', before + points) || '.'""",
        "first_line": "coalesce(line, first_line)",
        "last_line": "coalesce(line, first_line)",
    },
)


def audit_totals(course: Course, hand_findings: pa.Table) -> list[pa.Table]:
    """Findings about totals of a match that are not what the total before and the hand come to; none, or a table of them.

    The step from total to total is looked at, so that a mistake is told where it is made and not in every hand after it; a total that is right
    again is no mistake. Where the points of a hand are wrong themselves, its total follows.
    """
    view = course.view
    claims, hand = view.tables["claims"], view.seat_hand
    if claims.column("match_points").null_count == claims.num_rows:
        return []
    total, points, number = ints(claims, "match_points"), ints(claims, "points"), course.hand_no[hand]
    chosen = np.flatnonzero((total != NULL) & course.names_match[hand] & (number != NULL))
    key = combined(course.within(course.names_match)[hand], course.player)
    previous = before(key, chosen)
    total_before, number_before = taken(total, previous), taken(number, previous)
    due = np.where(number == 1, 0, np.where(number_before == number - 1, total_before, NULL))
    known = (due != NULL) & (points != NULL)
    # The match is on record from its first hand on where as many hands are there as the number says, and none below number 1.
    is_whole = (running(key, chosen, points != NULL) == number) & (running(key, chosen, number == 1) > 0)
    is_whole &= running(key, chosen, number < 1) == 0
    is_right_again = is_whole & (total == running(key, chosen, np.where(points == NULL, 0, points)))
    check = hand_findings.column("check_id").to_numpy()
    is_score = np.array([one.startswith("score.") for one in check], bool)
    explained = np.isin(view.hand_key, ints(hand_findings, "hand_key")[is_score])[hand]
    is_off = (
        known & (total != np.where(known, due + np.where(points == NULL, 0, points), 0)) & ~is_right_again & ~explained
    )
    rows = chosen[is_off[chosen]]
    if not len(rows):
        return []
    columns: dict[str, Column] = of_seats(view, rows, "player_name")
    columns |= {"line": ints(claims, "line")[rows], "hand_no": number[rows]}
    columns |= {"match_points": total[rows], "points": points[rows], "before": due[rows]}
    return [told(_FINDINGS, columns)]


def audit_sums(view: View, judged: Mask) -> tuple[list[Finding], Mask]:
    """Findings about hands whose points are all stated and do not add up to nothing, and which hands that are.

    `judged` (n_hands,): hands whose points are judged by their boards, which say more, or whose layout is no hand at all.
    """
    points = ints(view.tables["claims"], "points")
    total = view.seat_sum(np.where(points == NULL, 0, points))
    off = (total != 0) & ~judged & ~view.any_seat(points == NULL) & (view.status != "cancelled")
    line = ints(view.tables["claims"], "line")
    findings = []
    for hand in np.flatnonzero(off).tolist():
        seats = range(int(view.seat_start[hand]), int(view.seat_start[hand]) + int(view.n_players[hand]))
        told = ", ".join(f"{view.names[seat]} {int(points[seat]):+d}" for seat in seats)
        findings.append(
            Finding(
                "score.points",
                f"The points of the hand come to {int(total[hand]):+d}: {told}. What one player wins another loses, so they come to nothing.",
                claimed=f"{int(total[hand]):+d}",
                computed="0",
                points_delta=int(total[hand]),
                **view.place(hand, int(line[seats[0]])),  # type: ignore[arg-type]
            )
        )
    return findings, off
