"""The numbers of the hands of a match: 1, 2, 3 and so on, each once, in the order of time.

A number that is left out is a hand that the record does not have; who keeps the record may have lost it, so that is a note. A number that
stands twice, or against the order of time, is a warning: some room may number a hand and the Fantasyland that continues it alike.
"""

import numpy as np
import pyarrow as pa

from ofc_audit.audit.course import Course, before, taken
from ofc_audit.audit.finding_sql import findings_query
from ofc_audit.audit.view import Ints
from ofc_audit.audit.words import Column, of_hands, told
from ofc_audit.money import NULL

_TIME = "strftime({}, '%Y-%m-%d %H:%M:%S')"

_ODD_FINDINGS = findings_query(
    "match.numbering",
    "found",
    {
        "severity": "'warning'",
        "claimed": "'hand ' || hand_no",
        "message": f"""case when is_twice then 'Match ' || match_id || ' has two hands ' || hand_no || ', ' || id_before || ' and ' || hand_id
                || ': each hand of a match has a number of its own.'
            else 'Hand ' || hand_no || ' of match ' || match_id || ' ended at ' || {_TIME.format("ended_at")} || ' UTC, before hand '
                || number_before || ' (' || id_before || ', ' || {_TIME.format("ended_before")} || ' UTC).'
            end""",
        "first_line": "first_line",
        "last_line": "first_line",
        "mark": "hand_id",
    },
)

_MISSING_FINDINGS = findings_query(
    "source.missing_hand",
    "found",
    {
        "severity": "'note'",
        "claimed": "'hand ' || hand_no",
        "computed": "'hand ' || (number_before + 1)",
        "message": """if(number_before + 1 = hand_no - 1, 'Hand ' || (number_before + 1) || ' of match ' || match_id || ' is',
            'Hands ' || (number_before + 1) || ' to ' || (hand_no - 1) || ' of match ' || match_id || ' are') || ' not on record: this is hand '
            || hand_no || ', and the one before is hand ' || number_before || ' (' || id_before
            || '). What follows from one hand to the next cannot be told across it.'""",
        "first_line": "first_line",
        "last_line": "first_line",
        "mark": "hand_id",
    },
)


def audit_numbering(course: Course) -> list[pa.Table]:
    """Findings about the numbers of the hands of matches (match.length), a table for each kind that there are any of.

    A cancelled hand has its number like any other; a second record of one deal is not counted. A record that begins within a match has its
    beginning elsewhere, as one that ends before the match does has its end.
    """
    number = course.hand_no
    chosen = course.has_match & course.names_match & (number != NULL) & ~course.conflict
    match = course.within(course.names_match)
    previous = before(match, np.flatnonzero(chosen))
    number_before = taken(number, previous)
    known = number_before != NULL
    step = np.where(known, number - np.where(known, number_before, 0), 0)
    is_twice = known & (step == 0) & ~course.clash
    ended, ended_before = course.ended, taken(course.ended, previous)
    is_early = (step > 0) & (ended != NULL) & (ended_before != NULL) & (ended < ended_before)
    # Of a match whose numbers are wrong throughout, two matches under one id for instance, the first is told.
    odd = np.flatnonzero(is_twice | is_early)
    odd = np.sort(odd[np.unique(match[odd], return_index=True)[1]])
    missing = np.flatnonzero(step > 1)
    found = []
    if len(odd):
        found.append(told(_ODD_FINDINGS, _told_of(course, odd, previous) | {"is_twice": is_twice[odd]}))
    if len(missing):
        found.append(told(_MISSING_FINDINGS, _told_of(course, missing, previous)))
    return found


def _told_of(course: Course, hands: Ints, previous: Ints) -> dict[str, Column]:
    """Some hands, and what is said of the one before of their match."""
    at = pa.array(previous[hands])
    columns: dict[str, Column] = of_hands(course.view, hands, "hand_id", "match_id", "hand_no", "ended_at")
    columns |= {"id_before": course.column("hand_id").take(at), "ended_before": course.column("ended_at").take(at)}
    return columns | {"number_before": course.hand_no[previous[hands]]}
