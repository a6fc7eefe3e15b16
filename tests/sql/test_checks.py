"""Each self-check holds on sound rows and fails, by its own name, when the one thing it guards is broken."""

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from sql.played import played
from sql.relations import relations

Given = dict[str, list[dict[str, Any]]]


def test_sound_rows_pass_every_check() -> None:
    assert relations(played())[1] == []


def _points(given: Given) -> None:
    given["scored_seats"][0]["points"] = 18
    given["scored_pairs"][0]["points"] = None


def _nets(given: Given) -> None:
    given["scored_seats"][0]["net"] += 1


def _pair_points(given: Given) -> None:
    given["scored_pairs"][0]["points"] = 16


def _no_board(given: Given) -> None:
    given["boards"].pop()


def _seat_twice(given: Given) -> None:
    given["seats"].append(given["seats"][0])


def _miscounted(given: Given) -> None:
    given["hands"][0]["n_seats"] = 3


def _verdict_missing(given: Given) -> None:
    given["verdicts"].pop()


def _verdict_twice(given: Given) -> None:
    given["verdicts"][-1] = given["verdicts"][-2]


def _no_reason(given: Given) -> None:
    given["verdicts"][0] |= {"verdict": "unverifiable"}


def _wrong(given: Given) -> None:
    given["verdicts"][0] |= {"verdict": "wrong"}


def _stranger(given: Given) -> None:
    given["findings"] = [{"finding_no": 1, "hand_key": 9, "check_id": "score.rows", "severity": "error"}]


def _found(given: Given) -> None:
    given["sources"][0]["n_found"] = 4


def _bytes(given: Given) -> None:
    given["sources"][0]["n_bytes"] = 10


def _uncounted(given: Given) -> None:
    given["sources"][0] |= {"n_found": 2, "n_stored": 2}


def _unlisted(given: Given) -> None:
    given["sources"][0] |= {"n_found": 4, "n_rejected": 1}


def _corrected(given: Given, **changes: Any) -> None:
    """Bo's net is one too low, and Ana pays him; `changes` of the correction."""
    given["findings"] = [{"finding_no": 1, "hand_key": 1, "check_id": "settle.net", "severity": "error"}]
    given["claims"][0]["net"] += 1
    given["claims"][1]["net"] -= 1
    parties = {"from_order": 0, "from_player": "ana", "to_order": 1, "to_player": "bo"}
    named = {"correction_no": 1, "finding_no": 1, "hand_key": 1, "settled_hand_key": 1, "check_id": "settle.net"}
    given["corrections"] = [{**named, "kind": "net", "site": "room", "hand_id": "1", "amount": Decimal(1), **parties}]
    given["corrections"][0] |= changes


def _too_much(given: Given) -> None:
    _corrected(given, amount=Decimal(2))


def _to_himself(given: Given) -> None:
    _corrected(given, to_order=0, to_player="ana")


def _nothing(given: Given) -> None:
    _corrected(given, amount=Decimal(0))


def _for_a_warning(given: Given) -> None:
    _corrected(given)
    given["findings"][0]["severity"] = "warning"


def _said_twice(given: Given) -> None:
    _corrected(given)
    given["uncorrected"] = [{"finding_no": 1, "hand_key": 1, "check_id": "settle.net", "reason": "no claim"}]


def _not_said(given: Given) -> None:
    given["findings"] = [{"finding_no": 1, "hand_key": 1, "check_id": "settle.net", "severity": "error"}]


def test_a_corrected_net_passes_every_check() -> None:
    given = played()
    _corrected(given)
    assert relations(given, marts=("hand_coverage", "player_stats", "correction_sums", "match_chips"))[1] == []


def test_seats_that_nobody_knows_to_be_in_fantasyland_break_no_check() -> None:
    given = played()
    for seat in given["seats"][:2]:
        seat["is_fantasy"] = None
    assert relations(given, marts=("hand_coverage", "player_stats", "correction_sums", "match_chips"))[1] == []


def _lost_money(given: Given) -> None:
    given["claims"][0] |= {"net": Decimal(17), "rake": Decimal(1)}
    given["claims"][1] |= {"rake": Decimal(0)}


def _leaking_match(given: Given) -> None:
    """A match whose hands each close, while a stack is smaller in the second hand than it was left by the first."""
    match = {"match_id": "9", "hand_no": 1, "last_of_match": False}
    given["hands"][0] |= match
    given["hands"][1] |= match | {"hand_no": 2, "last_of_match": True}
    for claim in given["claims"][:4]:
        claim["rake"] = 0
    for at, (stack, after) in enumerate([("100", "117"), ("100", "83"), ("117", "137"), ("73", "53")]):
        given["seats"][at]["stack"], given["claims"][at]["stack"] = Decimal(stack), Decimal(after)
    for verdict in given["verdicts"][:10]:
        verdict |= {"verdict": "verified", "reason": None}


@pytest.mark.parametrize(
    ("broken", "check", "n_rows"),
    [
        (_points, "points_sum_to_zero", 1),
        (_nets, "nets_sum_to_zero", 1),
        (_pair_points, "seat_points_are_pair_points", 2),
        (_no_board, "seats_are_whole", 1),
        (_seat_twice, "seats_are_whole", 2),
        (_miscounted, "seats_are_whole", 1),
        (_verdict_missing, "verdicts_are_whole", 1),
        (_verdict_twice, "verdicts_are_whole", 1),
        (_no_reason, "unverifiable_has_a_reason", 1),
        (_wrong, "wrong_hands_have_findings", 1),
        (_stranger, "findings_name_known_hands", 1),
        (_found, "sources_add_up", 1),
        (_bytes, "sources_add_up", 1),
        (_uncounted, "stored_hands_are_counted", 1),
        (_unlisted, "stored_hands_are_counted", 1),
        (_lost_money, "hands_close", 1),
        (_leaking_match, "matches_close", 1),
        (_verdict_missing, "coverage_adds_up", 1),
        (_points, "statistics_add_up", 1),
        (_miscounted, "statistics_add_up", 1),
        (_too_much, "corrections_put_nets_right", 1),
        (_to_himself, "corrections_are_payments", 1),
        (_nothing, "corrections_are_payments", 1),
        (_for_a_warning, "corrections_are_payments", 1),
        (_said_twice, "errors_are_corrected_or_not", 1),
        (_not_said, "errors_are_corrected_or_not", 1),
    ],
)
def test_a_broken_warehouse_is_told(broken: Callable[[Given], None], check: str, n_rows: int) -> None:
    given = played()
    broken(given)
    failures = {
        failure.check: failure
        for failure in relations(given, marts=("hand_coverage", "player_stats", "correction_sums", "match_chips"))[1]
    }
    assert failures[check].n_rows == n_rows
    assert len(failures[check].rows) == n_rows


def test_failures_in_several_slices_are_one() -> None:
    given = played()
    for at in (0, 14):
        given["verdicts"][at] |= {"verdict": "unverifiable", "reason": None}
    failures = relations(
        given, [{1}, {2}, {3}], marts=("hand_coverage", "player_stats", "correction_sums", "match_chips")
    )[1]
    (failure,) = [f for f in failures if f.check == "unverifiable_has_a_reason"]
    assert (failure.n_rows, len(failure.rows)) == (2, 2)
    assert failure.rows[0].startswith("hand_key 1, dimension layout")
    assert failure.rows[1].startswith("hand_key 3, dimension match")


def test_a_wrong_hand_may_owe_it_to_another_hand_of_its_match() -> None:
    given = played()
    given["verdicts"][0] |= {"verdict": "wrong"}
    given["findings"] = [
        {"finding_no": 1, "hand_key": 2, "check_id": "score.points", "severity": "error", "message": "m"}
    ]
    failures = {
        failure.check
        for failure in relations(given, marts=("hand_coverage", "player_stats", "correction_sums", "match_chips"))[1]
    }
    assert "wrong_hands_have_findings" not in failures


def test_a_match_in_doubt_need_not_close() -> None:
    given = played()
    _leaking_match(given)
    given["verdicts"][7] |= {"verdict": "unverifiable", "reason": "stack unknown"}
    assert given["verdicts"][7]["dimension"] == "money"
    assert "matches_close" not in {
        failure.check
        for failure in relations(given, marts=("hand_coverage", "player_stats", "correction_sums", "match_chips"))[1]
    }
