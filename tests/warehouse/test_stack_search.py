"""Hands without stacks in a whole build: what is verified, what is accused and why, and which stacks are implied."""

import copy
import io
import json
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from ofc_audit.read import write_capture_hh
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import Plan, simulate
from ofc_audit.warehouse.build import build
from read.jsonl_records import R0, Json
from warehouse.histories import rows

RULES = load_rules()


def hand(
    number: int, net: str, *, ana_wins: bool = True, minute: int | None = None, rules: str = "openface_pineapple"
) -> Json:
    """Ana's board beats Bo's by 17 points, or Bo has it; who wins gets `net`, and no stack is stated."""
    one = copy.deepcopy(R0)
    one |= {"hand_id": f"7{number:03}", "hand_no": number, "rules": rules, "site": "felt"}
    one["ended_at"] = f"2024-03-05T21:{number if minute is None else minute:02}:00Z"
    ana, bo = one["seats"]
    if not ana_wins:
        ana["streets"], bo["streets"] = bo["streets"], ana["streets"]
    for seat, wins in ((ana, ana_wins), (bo, not ana_wins)):
        del seat["stack"]
        seat["claims"] = {"points": 17 if wins else -17, "net": net if wins else f"-{net}"}
    return one


def built(folder: Path, hands: Sequence[Json]) -> Path:
    text = "".join(json.dumps(one) + "\n" for one in hands)
    (folder / "in.jsonl").write_text(text)
    return build([str(folder / "in.jsonl")], folder / "out").out_dir


def money_of(out: Path) -> list[tuple[str, str, str | None]]:
    return rows(
        out,
        "select hand_id, verdict, reason from verdicts join hands using (hand_key) where dimension = 'money' order by hand_no",
    )


def implied_of(out: Path) -> list[tuple[int, int, Decimal, Decimal | None]]:
    return rows(
        out,
        "select hand_no, acting_order, low, high from implied_stacks join hands using (hand_key) order by hand_no, acting_order",
    )


def money_findings(out: Path) -> list[tuple[str, str]]:
    return rows(
        out,
        "select hand_id, message from findings join hands using (hand_key) where check_id like 'settle.%' order by hand_no",
    )


def test_a_payment_cut_by_a_stack_is_verified_as_capped(tmp_path: Path) -> None:
    out = built(tmp_path, [hand(1, "10.00"), hand(2, "17.00")])
    assert money_of(out) == [("7001", "verified", "capped"), ("7002", "verified", None)]
    assert implied_of(out) == [(1, 0, Decimal(10), None), (1, 1, Decimal(10), None)]
    assert money_findings(out) == []


THREE = (hand(1, "10.00"), hand(2, "4.00", ana_wins=False), hand(3, "3.00"))


def test_who_is_proven_to_have_more_was_not_capped(tmp_path: Path) -> None:
    """Ana wins 10, so she has 10; she pays 4 and has 6, Bo 4. Neither stack can then have cut a payment to 3."""
    out = built(tmp_path, THREE)
    assert money_of(out) == [("7001", "verified", "capped"), ("7002", "verified", "capped"), ("7003", "wrong", None)]
    assert money_findings(out) == [
        (
            "7003",
            "Paid was Ana +3.00 of +17.00, Bo -3.00 of -17.00 USD, less than the points are worth. Ana had at least 6.00 USD, by his payments"
            " and winnings since hand 7001; Bo had at least 4.00 USD, by his payments and winnings since hand 7001. With pairs settled one"
            " after the other, nobody winning more than the other or he himself has, no such stacks explain that. The nearest that some"
            " stacks explain: Ana got 1.00 USD too little, Bo as much too much.",
        )
    ]
    [(to, of, delta)] = rows(
        out, "select acting_order, other_order, money_delta from findings where check_id = 'settle.net'"
    )
    assert (to, of, delta) == (0, 1, Decimal(1))


def test_a_payment_down_to_what_is_proven_is_right(tmp_path: Path) -> None:
    out = built(tmp_path, [*THREE[:2], hand(3, "4.00")])
    assert money_of(out)[2] == ("7003", "verified", "capped")
    assert implied_of(out)[4:] == [(3, 0, Decimal(6), None), (3, 1, Decimal(4), Decimal(4))]


@pytest.mark.parametrize(
    "broken",
    [
        pytest.param((*THREE[:2], hand(4, "3.00")), id="a number is missing"),
        pytest.param((*THREE[:2], hand(3, "3.00", minute=8)), id="a pause"),
        pytest.param((THREE[0], {**THREE[1], "status": "cancelled"}, THREE[2]), id="a cancelled hand"),
        pytest.param((*THREE[:2], {**THREE[2], "table": "Lotus 5"}), id="another table"),
        pytest.param((*THREE[:2], {**THREE[2], "currency": "EUR"}), id="another currency"),
    ],
)
def test_nothing_is_proven_across_a_break(tmp_path: Path, broken: Sequence[Json]) -> None:
    out = built(tmp_path, broken)
    assert money_of(out)[-1][1:] == ("verified", "capped")
    assert money_findings(out) == []


def test_hands_without_numbers_prove_nothing(tmp_path: Path) -> None:
    out = built(tmp_path, [{key: value for key, value in one.items() if key != "hand_no"} for one in THREE])
    assert money_findings(out) == []


def test_a_payment_under_rules_without_a_cap_is_not_explained_by_one(tmp_path: Path) -> None:
    """The arena knows no stacks, but no document says so: open, not wrong."""
    out = built(tmp_path, [hand(1, "10.00", rules="arena_progressive")])
    assert money_of(out)[0][1] != "verified"


@pytest.mark.parametrize(("rules_id", "stack"), [("pppoker_progressive17", "40"), ("spartan_refant14", "30")])
def test_hidden_stacks_lie_between_the_implied_ones(tmp_path: Path, rules_id: str, stack: str) -> None:
    made = simulate(RULES[rules_id], 400, 5, Plan(hidden_stacks=True, stack=stack, hands_per_table=40))
    written = io.BytesIO()
    write_capture_hh.write(made.tables, written)
    (tmp_path / "in.hh").write_bytes(written.getvalue())
    out = build([str(tmp_path / "in.hh")], tmp_path / "out").out_dir
    assert rows(out, "select count(*) from findings") == [(0,)]
    assert rows(out, "select count(*) from verdicts where dimension = 'money' and reason = 'stack unknown'") == [(0,)]
    keys = dict(
        zip(made.tables["hands"]["hand_key"].to_pylist(), made.tables["hands"]["hand_id"].to_pylist(), strict=True)
    )
    true = {(keys[row["hand_key"]], row["acting_order"]): row["stack"] for row in made.true_stacks.to_pylist()}
    implied = rows(out, "select hand_id, acting_order, low, high from implied_stacks join hands using (hand_key)")
    assert len(implied) > 20
    for hand_id, order, low, high in implied:
        stack = true[hand_id, order]
        assert low <= stack <= (stack if high is None else high), (hand_id, order)
