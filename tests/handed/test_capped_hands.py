"""Recorded hands in which somebody paid less than his points are worth: all decided, and none accused."""

from collections import Counter
from pathlib import Path

import pytest

from ofc_audit.warehouse.build import build
from warehouse.histories import rows

pytestmark = pytest.mark.handed


def test_stacks_explain_every_capped_payment(shared: Path, tmp_path: Path) -> None:
    out = build([str(shared / "real_hands")], tmp_path / "out").out_dir
    searched = """
        select site, verdict, reason, count(*)
        from verdicts join hands using (hand_key)
        where dimension = 'money' and hand_key in (select hand_key from implied_stacks)
        group by site, verdict, reason
    """
    found = Counter({row[:3]: row[3] for row in rows(out, searched)})
    assert found == {
        ("pppoker", "verified", "capped"): 8,
        ("pppoker", "verified", "capped, rake inferred"): 44,
        # One hand of a club with too few hands, two of one whose rounding is open between two that differ here.
        ("pppoker", "unverifiable", "rake unknown"): 3,
        ("spartan", "verified", "capped"): 53,
    }
    assert rows(out, "select count(*) from verdicts where dimension = 'money' and reason = 'stack unknown'") == [(0,)]
    assert rows(out, "select count(*) from findings where check_id like 'settle.%'") == [(0,)]


def test_a_small_stack_doubles_until_it_is_lost(shared: Path, tmp_path: Path) -> None:
    """At one table a player wins 0.20, 0.40 and 0.80, each all that he has, and loses the 1.60 that this makes."""
    folder = shared / "real_hands" / "pppoker-2020"
    out = build([str(folder)], tmp_path / "out").out_dir
    paid = rows(
        out,
        """
        select h.hand_no, c.net, i.low
        from implied_stacks as i
        join hands as h using (hand_key)
        join seats as s using (hand_key, acting_order)
        join claims as c using (hand_key, acting_order)
        where h.table_id = '52997428' and h.hand_no between 35 and 38
            and s.player_id in (
                select player_id from seats join hands using (hand_key)
                where table_id = '52997428' and hand_no = 38 and acting_order = 1
            )
        order by h.hand_no
        """,
    )
    assert [(number, float(net), float(low)) for number, net, low in paid] == [
        (35, 0.2, 0.2),
        (36, 0.4, 0.4),
        (37, 0.8, 0.8),
        (38, -1.6, 1.6),
    ]
