"""Matches recomputed: their money is settled under the new rules too, and compared match by match where either rules settle at the end."""

import io
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from audit.hands import ANA, BO, DAN, EVE, hand
from ofc_audit.read.write_ofc_text import write as write_text
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.warehouse import lay, stretches
from ofc_audit.warehouse.rescore import rescore
from ofc_audit.warehouse.rescore_rules import Change
from warehouse.test_rescore import Rows, rescored, results, run_of

# Dan beats Eve by two rows to one: 1 point under 1-6, 2 under 2-4. He scoops Low: 6 and 4. Nobody has royalties.
LOW = "top [2d 3c 9d] middle [Tc Th 5c 6d 7s] bottom [Jd Js 3d 4h 9c]"
HANDS = ((DAN, EVE), (LOW, DAN))
"""Ana beats Bo by a point under 1-6, then he scoops her: -5 over the match; under 2-4 it is +2 and -4."""


def match(
    rules_id: str = "quadnet",
    stacks: tuple[tuple[str, ...], ...] = (("50.00", "50.00"),) * 2,
    *,
    dealt: tuple[int, ...] = (1, 2),
    last: bool = True,
    options: str = "scoring 1-6, royalties american",
) -> str:
    """A match of Ana and Bo at 1.00 a point; of its hands those `dealt` are on record."""
    said = []
    for n in dealt:
        head = [f"Match #9, hand {n}", *(["Last hand of the match"] if last and n == 2 else [])]
        given: dict[str, Any] = {
            "rules_id": rules_id,
            "head": head,
            "options": f"Options: {options}",
            "hand_id": f"9-{n}",
        }
        said.append(hand(HANDS[n - 1], stacks=stacks[n - 1], button=1 + n % 2, time=f"2024-03-05 21:0{n}:00", **given))
    return "".join(said)


def ana(tables: dict[str, Rows], column: str) -> list[Any]:
    """A money column of her seats, hand by hand."""
    return [
        None if row[column] is None else Decimal(row[column])
        for row in tables["rescored_seats"]
        if row["player_id"] == "Ana"
    ]


def reasons(tables: dict[str, Rows]) -> list[tuple[Any, ...]]:
    return [(row["money_reason"], row["money_of"]) for row in tables["rescore_hands"]]


def of_match(tmp_path: Path, text: str, **texts: str) -> dict[str, Rows]:
    return rescored(results(tmp_path, {"a": text}), tmp_path / "out", **texts)


WAITS = ("settled at match end (own rules)", "hand")
TOLD = (None, "match")


@pytest.mark.parametrize("last", [True, False], ids=["marked", "not marked"])
def test_a_match_under_other_points_is_settled_with_its_last_hand(tmp_path: Path, last: bool) -> None:
    tables = of_match(tmp_path, match(last=last), score__method="2-4")
    assert ana(tables, "own_net") == [None, -5]
    assert ana(tables, "new_net") == [None, -2]
    assert ana(tables, "net_delta") == [None, 3]
    assert reasons(tables) == [WAITS, TOLD]
    assert [(pair["own_amount"], pair["new_amount"]) for pair in tables["rescored_pairs"]] == [(None, None), (5, 2)]
    [one, two] = tables["rescore_players"]
    assert (one["player_id"], one["own_net"], one["new_net"], one["net_delta"]) == ("Ana", -5, -2, 3)
    assert (two["player_id"], two["own_net"], two["new_net"], two["net_delta"]) == ("Bo", 5, 2, -3)
    [table] = tables["rescore_tables"]
    assert (table["money_hands"], table["own_net_won"], table["new_net_won"], table["money_moved"]) == (1, 5, 2, 3)


def test_nobody_loses_more_in_a_match_than_he_brought_to_it(tmp_path: Path) -> None:
    tables = of_match(tmp_path, match(stacks=(("3.00", "50.00"),) * 2), score__method="2-4")
    assert (ana(tables, "own_net"), ana(tables, "new_net")) == ([None, -3], [None, -2])


def test_a_stake_of_the_match_limits_it(tmp_path: Path) -> None:
    tables = of_match(tmp_path, match(), settlement__match_cap="4.00")
    assert (ana(tables, "own_net"), ana(tables, "new_net")) == ([None, -5], [None, -4])
    capped = match(options="scoring 1-6, royalties american, match cap 4.00")
    tables = rescored(results(tmp_path / "back", {"a": capped}), tmp_path / "none", settlement__match_cap="none")
    assert (ana(tables, "own_net"), ana(tables, "new_net")) == ([None, -4], [None, -5])


def test_a_stake_of_the_match_runs_on_where_hands_are_settled(tmp_path: Path) -> None:
    text = match("pokerbet", (("50.00", "50.00"), ("51.00", "49.00")))
    tables = of_match(tmp_path, text, settlement__match_cap="2.00")
    assert (ana(tables, "own_net"), ana(tables, "new_net")) == ([1, -6], [1, -1])
    assert reasons(tables) == [(None, "hand")] * 2


def test_hand_by_hand_under_the_new_rules_the_stacks_brought_run_on(tmp_path: Path) -> None:
    # Bo brings 5: he loses 1, and in the second hand can win no more than the 4 that he has left.
    text = match(stacks=(("50.00", "5.00"),) * 2)
    tables = of_match(tmp_path, text, settlement__scope="hand", settlement__cap="both")
    assert (ana(tables, "own_net"), ana(tables, "new_net")) == ([None, -5], [None, -3])
    assert reasons(tables) == [WAITS, TOLD]


def test_at_the_end_under_the_new_rules_the_stacks_brought_count(tmp_path: Path) -> None:
    text = match("pokerbet", (("50.00", "5.00"), ("51.00", "4.00")))
    tables = of_match(tmp_path, text, settlement__scope="match")
    assert (ana(tables, "own_net"), ana(tables, "new_net")) == ([None, -3], [None, -5])
    assert reasons(tables) == [("settled at match end (new rules)", "hand"), TOLD]


def test_a_rule_set_without_matches_settles_every_hand(tmp_path: Path) -> None:
    tables = of_match(tmp_path, match(), rules_id="arena_pineapple")
    assert (ana(tables, "own_net"), ana(tables, "new_net")) == ([None, -5], [None, -5])


@pytest.mark.parametrize(
    ("text", "texts", "expected"),
    [
        (match(dealt=(2,)), {}, [("chain broken: missing hand", "hand")]),
        (match(dealt=(1,)), {}, [WAITS]),
        (match(stacks=(("50.00", "5.00"), (None, "5.00"))), {"settlement__scope": "hand"}, [WAITS, ("stack unknown", "match")]),
        (match(stacks=(("4.00", "3.00"),) * 2), {}, [WAITS, ("rule unknown: settlement.cap (own rules)", "match")]),
        (match(), {"score__foul_fine_2_4": "unknown"}, [WAITS, TOLD]),
        (match(), {"score__majority_bonus": "unknown"}, [WAITS, ("rule unknown: score.majority_bonus (new rules)", "match")]),
        (match(), {"settlement__scope": "unknown"}, [WAITS, ("rule unknown: settlement.scope (new rules)", "match")]),
    ],
)  # fmt: skip
def test_what_a_match_leaves_open_says_why(
    tmp_path: Path, text: str, texts: dict[str, str], expected: list[tuple[Any, ...]]
) -> None:
    tables = of_match(tmp_path, text, score__method="2-4", **texts)
    assert reasons(tables) == expected
    for row in tables["rescore_hands"]:
        assert (row["money_moved"] is None) is (row["money_reason"] is not None)


def test_the_record_counts_the_matches_settled(tmp_path: Path) -> None:
    made = results(tmp_path, {"a": match()})
    for name, texts, kind in (
        ("same", {"score.method": "2-4"}, "match to match"),
        ("hand", {"settlement.scope": "hand"}, "match to hand"),
    ):
        (tmp_path / name).mkdir()
        record = rescore(made, run_of(made), tmp_path / name, load_rules(), Change(None, texts), threads=1)
        assert record["settled_matches"] == [{"kind": kind, "matches": 1}]


@pytest.mark.parametrize("name", ["quadnet", "pokerbet"])
def test_matches_say_the_same_wherever_row_groups_end(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = io.BytesIO()
    options = {"scoring": "1-6", "royalties": "american"}
    write_text(play(load_rules()[name], 40, 4, options=options, hands_per_table=20, stack="20.00"), out)
    turned = "hand" if name == "quadnet" else "match"
    made = results(tmp_path, {"a": out.getvalue()})
    whole = rescored(made, tmp_path / "whole", settlement__scope=turned, score__method="2-4")
    monkeypatch.setattr(lay, "HANDS_PER_GROUP", 7)
    monkeypatch.setattr(stretches, "GROUPS_AT_ONCE", 2)
    monkeypatch.setattr(stretches, "CONTEXT_HANDS", 3)
    (tmp_path / "cut").mkdir()
    made = results(tmp_path / "cut", {"a": out.getvalue()})
    assert rescored(made, tmp_path / "turned", settlement__scope=turned, score__method="2-4") == whole
    told = [row for row in whole["rescore_hands"] if row["money_reason"] is None]
    assert len(told) > 5
    assert {row["money_of"] for row in told} == {"match"}
    for column in ("own_net", "new_net", "net_delta"):
        assert sum(row[column] or 0 for row in whole["rescore_players"]) == 0
    # Under their own rules nothing changes, the money of matches included.
    same = rescored(made, tmp_path / "same", score__row_points="1")
    for row in (*same["rescored_seats"], *same["rescored_pairs"]):
        assert all(row[key] == row["new_" + key[4:]] for key in row if key.startswith("own_"))
    assert {row["money_moved"] for row in same["rescore_hands"] if row["money_reason"] is None} == {0}
    assert len([row for row in same["rescore_hands"] if row["money_reason"] is None]) > 5


def test_a_new_limit_of_stays_is_known_where_the_chain_tells_it(tmp_path: Path) -> None:
    stays = "top [2c 2d 2h] middle [9s 9c 9d 5h 5c] bottom [Ks Kc Kd Kh 3s]"
    plain = "top [Jc Td 3d] middle [7c 7d 6s 4d 2s] bottom [Ad Ac 8d 8c Qs]"
    entry = {"boards": (ANA, BO), "fantasy": {}}
    fantasy = {"boards": (stays, plain), "fantasy": {1: ", Fantasyland 14 cards"}}
    given: dict[str, Any] = {"rules_id": "pppoker_progressive17", "options": "", "site": "pppoker"}
    text = "".join(
        hand(**dealt, hand_id=f"8-{n}", time=f"2024-03-05 21:0{n}:00", **given)
        for n, dealt in enumerate((entry, fantasy, fantasy), 1)
    )
    tables = of_match(tmp_path, text, fantasyland__stay_limit="1")
    seats = [row for row in tables["rescored_seats"] if row["player_id"] == "Ana"]
    assert [(row["own_fantasy_next"], row["new_fantasy_next"]) for row in seats] == [(14, 14), (14, 14), (14, 0)]
    # Without the hand before them nobody knows how often she has stayed.
    late = text[text.index("OFC Hand #8-2") : text.index("OFC Hand #8-3")]
    tables = rescored(results(tmp_path / "late", {"a": late}), tmp_path / "unknown", fantasyland__stay_limit="1")
    assert [row["new_is_fantasy_next"] for row in tables["rescored_seats"]] == [None, False]
