"""Points that do not add up, where no board and no rule is needed to see it: those of a hand to nothing, those of a match to its total.

What one player wins of a pair the other loses, under every scoring and every cap.
"""

from collections.abc import Mapping

import duckdb
import numpy as np

from ofc_audit.audit.finding_sql import findings_query
from ofc_audit.audit.view import Mask, View, ints
from ofc_audit.findings import Finding
from ofc_audit.money import NULL

# The step from total to total is looked at, so that a mistake is told where it is made and not in every hand after it; a total that is right
# again is no mistake.
_TOTALS = """
    select
        h.hand_key, h.hand_no, h.source_file, s.player_name, c.acting_order, c.points, c.match_points, coalesce(c.line, h.first_line) as line,
        lag(h.hand_no) over w as number_before,
        lag(c.match_points) over w as total_before,
        if(count(c.points) over w = h.hand_no and min(h.hand_no) over w = 1, sum(c.points) over w, null) as all_points
    from hands as h
    join claims as c using (hand_key)
    join seats as s on s.hand_key = c.hand_key and s.acting_order = c.acting_order
    join hand_order as o on o.hand_key = h.hand_key
    where c.match_points is not null and h.match_id is not null and h.hand_no is not null
    window w as (partition by h.site, h.club_id, h.table_id, h.match_id, s.player_id order by o.hand_order)
"""

_OFF = """
    select *, if(hand_no = 1, 0, total_before) as before
    from match_totals
    anti join (select hand_key from hand_findings where check_id like 'score.%') using (hand_key)
    where points is not null and (hand_no = 1 or number_before = hand_no - 1) and match_points <> if(hand_no = 1, 0, total_before) + points
        and match_points is distinct from all_points
"""

_FINDINGS = findings_query(
    "score.points",
    "totals_off",
    {
        "severity": "'warning'",
        "acting_order": "acting_order",
        "claimed": "printf('%+d', match_points)",
        "computed": "printf('%+d', before + points)",
        "points_delta": "match_points - before - points",
        "message": """'The total of ' || player_name || ' is ' || printf('%+d', match_points) || ' after hand ' || hand_no || ' of the match: '
            || if(hand_no = 1, 'it is the first, and', 'it was ' || printf('%+d', before) || ', and the hand') || ' gave him '
            || printf('%+d', points) || ', which comes to ' || printf('%+d', before + points) || '.'""",
        "first_line": "line",
        "last_line": "line",
    },
)

STEPS: Mapping[str, str] = {"match_totals": _TOTALS, "totals_off": _OFF, "total_findings": _FINDINGS}


def audit_totals(con: duckdb.DuckDBPyConnection) -> None:
    """Adds totals of a match that are not what the total before and the hand come to to the temp table `chain_findings` in `con`.

    Needs relations hands, seats, claims, hand_order and hand_findings. Where the points of a hand are wrong themselves, its total follows.
    """
    for name, query in STEPS.items():
        con.execute(f"create or replace temp table {name} as {query}")
    con.execute("insert into chain_findings by name select * from total_findings")


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
