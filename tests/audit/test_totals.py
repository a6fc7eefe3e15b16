"""Points that do not add up where no board tells: those of a hand to nothing, and those of a match to the totals that the site gives."""

from typing import Any

import pytest

from audit.hands import course_of, rows_of
from ofc_audit.audit.hands import audit_tables
from ofc_audit.audit.totals import audit_totals
from ofc_audit.audit.view import View
from ofc_audit.read.source import source_of_bytes
from ofc_audit.read.swc_capture import read
from ofc_audit.rulesets import load_rules
from ofc_audit.score.batch import score_tables
from ofc_audit.score.effective import effective_rules


def audited(*lines: str) -> list[dict[str, Any]]:
    """The findings about points in a log of the dealer: those of single hands and those of totals."""
    (batch,) = read(source_of_bytes("log", "\n".join(lines).encode()))
    rules = load_rules()
    tables = dict(batch.tables)
    tables["scored_seats"], tables["scored_pairs"] = score_tables(
        tables["hands"], tables["seats"], tables["boards"], rules
    )
    found = audit_tables(tables, rules)
    view = View(tables, *effective_rules(tables["hands"], rules))
    totals = rows_of(audit_totals(course_of(view), found.findings))
    return [row for row in (*found.findings.to_pylist(), *totals) if row["check_id"] == "score.points"]


def hand(number: int, a: int, b: int, total: tuple[int, int] | None = None) -> list[str]:
    """A hand of two as the dealer tells it."""
    lines = [f"Hand #{number} finished - a: {a:+d}, b: {b:+d}"]
    return lines if total is None else [*lines, f"TOTAL - a: {total[0]:+d}, b: {total[1]:+d}"]


def test_what_adds_up_is_no_finding() -> None:
    assert audited(*hand(1, 15, -15, (15, -15)), *hand(2, -6, 6, (9, -9)), *hand(3, 0, 0)) == []


def test_points_of_a_hand_come_to_nothing() -> None:
    (found,) = audited(*hand(1, 15, -14, (15, -14)), *hand(2, 1, -1, (16, -15)))
    assert found["message"] == (
        "The points of the hand come to +1: a +15, b -14. What one player wins another loses, so they come to nothing."
    )
    fields = ("severity", "claimed", "computed", "points_delta", "first_line", "last_line")
    assert [found[name] for name in fields] == ["error", "+1", "0", 1, 1, 1]


@pytest.mark.parametrize(
    ("lines", "delta", "message"),
    [
        (
            hand(1, 5, -5, (5, -6)),
            -1,
            "The total of b is -6 after hand 1 of the match: it is the first, and gave him -5, which comes to -5.",
        ),
        (
            [*hand(1, 5, -5, (5, -5)), *hand(2, 5, -5, (11, -10))],
            1,
            "The total of a is +11 after hand 2 of the match: it was +5, and the hand gave him +5, which comes to +10.",
        ),
        (
            [*hand(4, 5, -5, (50, -50)), *hand(5, 5, -5, (54, -55))],
            -1,
            "The total of a is +54 after hand 5 of the match: it was +50, and the hand gave him +5, which comes to +55.",
        ),
    ],
)
def test_a_total_is_the_total_before_and_the_hand(lines: list[str], delta: int, message: str) -> None:
    (found,) = audited(*lines)
    assert (found["message"], found["severity"], found["points_delta"]) == (message, "warning", delta)


def test_a_mistake_is_told_where_it_is_made_and_its_correction_is_none() -> None:
    wrong_on = [*hand(1, 5, -5, (6, -5)), *hand(2, 1, -1, (7, -6)), *hand(3, 1, -1, (8, -7))]
    assert [row["first_line"] for row in audited(*wrong_on)] == [1]
    righted = [*hand(1, 5, -5, (6, -5)), *hand(2, 1, -1, (6, -6))]
    assert [row["first_line"] for row in audited(*righted)] == [1]


def test_across_a_hand_that_is_not_on_record_no_total_can_be_told() -> None:
    assert audited(*hand(1, 5, -5, (5, -5)), *hand(3, 5, -5, (50, -50))) == []
