"""Stacks from hand to hand, and the numbers of the hands of a match: what is an error, what may be a rebuy, what cannot be told."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from audit.hands import ANA, BO, CY, DAN, EVE, Row, course_of, hand, points, rows_of, rules
from ofc_audit.audit.chains import audit_chains
from ofc_audit.audit.hands import audit_tables
from ofc_audit.audit.numbering import audit_numbering
from ofc_audit.audit.stacks import audit_stacks
from ofc_audit.audit.view import View
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import score_tables
from ofc_audit.score.effective import effective_rules

CHECKS = ("settle.carried", "match.numbering", "source.missing_hand")


@dataclass(frozen=True)
class Played:
    """Findings with the place of their hand; changes of stacks as (place, player, kind, change); money that is wrong by (place, player)."""

    findings: list[Row]
    changes: list[tuple[int, str, str, Decimal]]
    wrong: list[tuple[int, str]]
    wrong_hands: list[int]

    @property
    def found(self) -> list[tuple[str, int, str | None, str | None]]:
        return [(f["check_id"], f["place"], f["claimed"], f["computed"]) for f in self.findings]

    @property
    def only(self) -> Row:
        (row,) = self.findings
        return row


def play(*texts: str, conflicts: Sequence[int] = (), rule_sets: Mapping[str, RuleSet] | None = None) -> Played:
    """Audit hands in the order given, across hands."""
    chosen = rule_sets or rules()
    (batch,) = read_source(source_of_bytes("hands.txt", "\n".join(texts).encode()))
    assert batch.rejects.to_pylist() == []
    tables = dict(batch.tables)
    tables["scored_seats"], tables["scored_pairs"] = score_tables(
        tables["hands"], tables["seats"], tables["boards"], chosen
    )
    keys = tables["hands"].column("hand_key").to_pylist()
    place = {key: number for number, key in enumerate(keys)}
    alone = audit_tables(tables, chosen).findings
    view = View(tables, *effective_rules(tables["hands"], chosen))
    course = course_of(view, conflicts)
    stacks = audit_stacks(course, alone)
    findings = rows_of([*audit_chains(course, alone).findings, *stacks.findings, *audit_numbering(course)])
    seat = {
        (int(view.hand_key[view.seat_hand[n]]), int(view.acting_order[n])): view.names[n]
        for n in range(len(view.names))
    }
    changes = [
        (place[row["hand_key"]], seat[row["hand_key"], row["acting_order"]], row["kind"], row["change"])
        for row in stacks.table(0).to_pylist()
    ]
    wrong = [(int(view.seat_hand[n]), view.names[n]) for n in stacks.wrong_seats.tolist()]
    of_ours = [row | {"place": place[row["hand_key"]]} for row in findings if row["check_id"] in CHECKS]
    return Played(
        sorted(of_ours, key=lambda row: (int(row["place"]), row["acting_order"] or 0)),
        sorted(changes),
        sorted(wrong),
        np.flatnonzero(stacks.is_wrong).tolist(),
    )


def in_match(
    n: int,
    stacks: Sequence[str | None],
    after: Sequence[str] = (),
    *,
    match: str = "9",
    boards: Sequence[str] = (DAN, EVE),
    **said: Any,
) -> str:
    """Hand n of a match of document 000, in which Ana (Dan's board) wins a point of Bo, or what `result` says."""
    result = points("+1", "-1") if len(boards) == 2 else points("+34", "-19", "-15")
    given: dict[str, Any] = {
        "head": [f"Match #{match}, hand {n}"],
        "hand_id": f"{match}-{n}",
        "time": f"2024-03-05 21:{n:02}:00",
        "button": (n % len(boards)) + 1,
        "rules_id": "pokerbet",
        "result": [line + (f", stack {after[at]}" if after else "") for at, line in enumerate(result)],
    }
    return hand(boards, stacks=stacks, **(given | said))


def at_table(n: int, stacks: Sequence[str | None], after: Sequence[str] = (), **said: Any) -> str:
    """A hand at a table of document 001, which knows no matches and no numbers."""
    given = {"head": [], "rules_id": "openface_pineapple", "site": "openface"}
    return in_match(n, stacks, after, **(given | said))


def test_stacks_that_follow_are_no_finding() -> None:
    played = play(in_match(1, ("20.00", "20.00")), in_match(2, ("21.00", "19.00")), in_match(3, ("22.00", "18.00")))
    assert played == Played([], [], [], [])


@pytest.mark.parametrize(
    ("brought", "said"),
    [
        ("20.50", "Ana had 21.00 after the hand before (9-1) and brings 20.50 to this one: 0.50 too little."),
        ("46.00", "Ana had 21.00 after the hand before (9-1) and brings 46.00 to this one: 25.00 too much."),
    ],
)
def test_during_a_match_stacks_neither_fall_nor_rise(brought: str, said: str) -> None:
    played = play(in_match(1, ("20.00", "20.00")), in_match(2, (brought, "19.00")))
    assert played.found == [("settle.carried", 1, f"stack {brought}", "stack 21.00")]
    assert played.only["message"] == f"{said} During a match nobody puts chips on the table or takes any off."
    assert (played.only["acting_order"], played.only["money_delta"]) == (1, Decimal(brought) - 21)
    assert (played.only["rule_key"], played.only["rule_source"]) == (
        "settlement.scope",
        rules()["pokerbet"].source("settlement.scope"),
    )
    assert played.wrong == [(1, "Ana")]
    assert played.wrong_hands == [1]


def test_what_went_from_one_stack_to_another_is_told_once_of_him_who_lost_it() -> None:
    played = play(in_match(1, ("20.00", "20.00")), in_match(2, ("19.00", "21.00")))
    assert played.only["message"] == (
        "Ana had 21.00 and Bo 19.00 after the hand before (9-1); they bring 19.00 and 21.00 to this one: 2.00 of Ana went to Bo."
        " During a match nobody puts chips on the table or takes any off."
    )
    assert (played.only["acting_order"], played.only["other_order"], played.only["money_delta"]) == (1, 0, -2)
    assert played.wrong == [(1, "Ana"), (1, "Bo")]


def test_one_wrong_stack_is_one_finding_though_the_next_hand_has_it_right() -> None:
    played = play(in_match(1, ("20.00", "20.00")), in_match(2, ("23.00", "19.00")), in_match(3, ("22.00", "18.00")))
    assert [f["place"] for f in played.findings] == [1]
    assert [(n, kind) for n, _, kind, _ in played.changes] == [(1, "wrong"), (2, "undone")]


def test_a_stack_that_its_own_hand_contradicts_is_told_there() -> None:
    # 23.00 + 1.00 is not 22.00: the hand says itself that 23.00 is wrong.
    played = play(in_match(1, ("20.00", "20.00")), in_match(2, ("23.00", "19.00"), ("22.00", "18.00")))
    assert played.findings == []


def test_a_wrong_claim_is_told_in_its_own_hand_and_the_site_plays_on_with_either() -> None:
    wrong = in_match(1, ("20.00", "20.00"), ("25.00", "19.00"))
    assert play(wrong, in_match(2, ("25.00", "19.00"))).findings == []
    assert play(wrong, in_match(2, ("21.00", "19.00"))).findings == []
    paid_too_much = in_match(1, ("20.00", "20.00"), result=points("+1", "-1", net=("+5.00", "-5.00")))
    assert play(paid_too_much, in_match(2, ("21.00", "19.00"))).findings == []
    assert play(paid_too_much, in_match(2, ("25.00", "15.00"))).findings == []


def test_without_claims_what_is_due_is_computed() -> None:
    # What rake document 000 takes is unknown, so that what the winner has left is unknown too; nobody who loses is raked.
    assert play(in_match(1, ("20.00", "20.00"), result=[]), in_match(2, ("20.50", "19.00"))).findings == []
    lost = play(in_match(1, ("20.00", "20.00"), result=[]), in_match(2, ("20.50", "18.00")))
    assert lost.found == [("settle.carried", 1, "stack 18.00", "stack 19.00")]
    free = {"openface_pineapple": rules()["openface_pineapple"].with_values({"settlement.rake_when": "none"}, "a test")}
    told = play(at_table(1, ("20.00", "20.00"), result=[]), at_table(2, ("21.00", "18.50")), rule_sets=free)
    assert told.found == [("settle.carried", 1, "stack 18.50", "stack 19.00")]


def test_between_matches_chips_are_bought() -> None:
    first = in_match(1, ("20.00", "1.00"), ("21.00", "0.00"))
    more = {"match": "10", "time": "2024-03-05 21:30:00"}
    played = play(first, in_match(1, ("21.00", "20.00"), **more))
    assert played.findings == []
    assert played.changes == [(1, "Bo", "rebuy", Decimal(20))]


@pytest.mark.parametrize(
    ("brought", "changes"),
    [
        (("11.00", "19.00"), [(1, "Ana", "taken off", Decimal(-10))]),
        (("21.00", "30.00"), [(1, "Bo", "top-up", Decimal(11))]),
        (("21.00", "19.50"), [(1, "Bo", "rise", Decimal("0.5"))]),
        # One less and one more: a match may have been played that is not on record.
        (("11.00", "29.00"), [(1, "Ana", "unknown", Decimal(-10)), (1, "Bo", "unknown", Decimal(10))]),
    ],
)
def test_changes_between_matches_are_no_findings(
    brought: Sequence[str], changes: list[tuple[int, str, str, Decimal]]
) -> None:
    after = in_match(1, brought, match="10", time="2024-03-05 21:02:00")
    assert play(in_match(1, ("20.00", "20.00")), after) == Played([], changes, [], [])


def test_over_a_missing_or_cancelled_hand_nothing_is_told_of_a_stack() -> None:
    played = play(in_match(1, ("20.00", "20.00")), in_match(3, ("30.00", "10.00")))
    assert [f["check_id"] for f in played.findings] == ["source.missing_hand"]
    cancelled = in_match(2, ("21.00", "19.00")).replace("*** END", "Hand cancelled\n*** END")
    assert play(in_match(1, ("20.00", "20.00")), cancelled, in_match(3, ("20.50", "19.00"))).findings == []


def test_over_missing_hands_the_players_cannot_have_more_together() -> None:
    played = play(in_match(1, ("20.00", "20.00")), in_match(4, ("30.00", "10.50")))
    assert [f["check_id"] for f in played.findings] == ["settle.carried", "source.missing_hand"]
    assert played.findings[0]["message"] == (
        "The players have 40.50 together in hand 4 of match 9, and had 40.00 after hand 1 (9-1): 0.50 too much, whatever was played in"
        " between. During a match nobody puts chips on the table."
    )
    assert played.wrong_hands == [1]
    # Rake may have been taken in the hands that are missing.
    assert len(play(in_match(1, ("20.00", "20.00")), in_match(4, ("30.00", "9.50"))).findings) == 1


def test_in_a_match_settled_at_its_end_every_hand_has_what_was_brought() -> None:
    def settled(n: int, *stacks: str) -> str:
        return in_match(n, stacks, rules_id="quadnet", site="quadnet", result=[])

    assert play(settled(1, "20.00", "20.00"), settled(2, "20.00", "20.00")).findings == []
    played = play(settled(1, "20.00", "20.00"), settled(2, "20.00", "22.00"), settled(3, "20.00", "20.00"))
    assert [f["place"] for f in played.findings] == [1]
    assert played.only["message"] == (
        "Bo has brought 20.00 to the match by the hand before (9-1) and 22.00 by this one: 2.00 too much. What is brought to a match stays"
        " the same until the match is settled."
    )


def test_at_a_table_a_rise_is_a_rebuy_and_a_fall_an_error() -> None:
    first = at_table(1, ("20.00", "1.00"), ("21.00", "0.00"))
    assert play(first, at_table(2, ("21.00", "20.00"))).changes == [(1, "Bo", "rebuy", Decimal(20))]
    played = play(first, at_table(2, ("11.00", "0.00")))
    assert played.found == [("settle.carried", 1, "stack 11.00", "stack 21.00")]
    assert played.only["message"].endswith(": 10.00 too little. Who plays on at a table leaves his chips there.")


def test_at_a_table_without_numbers_a_hand_may_have_been_played_unseen() -> None:
    first = at_table(1, ("20.00", "20.00"))
    assert play(first, at_table(2, ("11.00", "29.00"))).findings == []
    # A pause, or others at the table: he may have left and come back.
    assert play(first, at_table(2, ("11.00", "19.00"), time="2024-03-05 21:06:00")).findings == []
    three = {"boards": (ANA, BO, CY)}
    assert play(first, at_table(2, ("11.00", "19.00", "20.00"), **three)).findings == []


LEVELS = ["Tournament #77, level 1", "Levels: 1 1, 2 2"]


def in_tournament(n: int, stacks: Sequence[str], **said: Any) -> str:
    given = {
        "rules_id": "norway_tournament",
        "site": "norway",
        "price": "1.00 chips per point",
        "options": "",
        "head": LEVELS,
    }
    return in_match(n, stacks, **(given | said))


def test_in_a_tournament_no_chips_appear_or_vanish() -> None:
    first = in_tournament(1, ("20.00", "20.00"))
    for stacks, found in (
        (("21.00", "19.00"), []),
        (("22.00", "19.00"), [("settle.carried", 1, "stack 22.00", "stack 21.00")]),
        (("21.00", "18.00"), [("settle.carried", 1, "stack 18.00", "stack 19.00")]),
        # As after a hand that is not on record.
        (("23.00", "17.00"), []),
    ):
        assert play(first, in_tournament(2, stacks)).found == found
    said = play(first, in_tournament(2, ("22.00", "19.00"))).only["message"]
    assert said.endswith(": 1.00 too much. In a tournament nobody buys chips or takes any off the table.")


def test_another_currency_or_a_conflicting_record_is_no_chain() -> None:
    first = in_match(1, ("20.00", "20.00"))
    other = in_match(2, ("50.00", "50.00"), price="1.00 EUR per point")
    assert play(first, other).findings == []
    assert play(first, in_match(2, ("50.00", "50.00")), conflicts=[1]).findings == []


def test_a_missing_hand_is_a_note() -> None:
    played = play(in_match(1, ("20.00", "20.00")), in_match(4, ("20.00", "20.00")), in_match(6, ("20.00", "20.00")))
    assert [(f["severity"], f["claimed"], f["computed"]) for f in played.findings] == [
        ("note", "hand 4", "hand 2"),
        ("note", "hand 6", "hand 5"),
    ]
    assert played.findings[0]["message"] == (
        "Hands 2 to 3 of match 9 are not on record: this is hand 4, and the one before is hand 1 (9-1). What follows from one hand to the next"
        " cannot be told across it."
    )
    # A record that begins within a match.
    assert play(in_match(2, ("20.00", "20.00"))).findings == []


def test_a_number_twice_and_a_hand_against_time_are_warnings_told_once_a_match() -> None:
    twice = play(*(in_match(n, ("20.00", "20.00"), hand_id=f"{n}-{copy}") for n in (1, 2) for copy in "ab"))
    numbering = [f for f in twice.findings if f["check_id"] == "match.numbering"]
    assert [(f["place"], f["severity"]) for f in numbering] == [(1, "warning")]
    assert (
        numbering[0]["message"] == "Match 9 has two hands 1, 1-a and 1-b: each hand of a match has a number of its own."
    )
    late = play(in_match(1, ("20.00", "20.00"), time="2024-03-05 21:09:00"), in_match(2, ("21.00", "19.00")))
    assert late.only["message"] == (
        "Hand 2 of match 9 ended at 2024-03-05 21:02:00 UTC, before hand 1 (9-1, 2024-03-05 21:09:00 UTC)."
    )
    assert late.wrong_hands == []


def test_tables_without_matches_have_no_numbers_to_miss() -> None:
    assert play(at_table(1, ("20.00", "20.00")), at_table(5, ("21.00", "19.00"))).findings == []
