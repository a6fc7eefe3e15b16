"""One cause of a whole table told once, on the whole road from files to tables; and what stays a mistake of single hands."""

import io
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.simulate.edits import change_row, choose, join, rekey, row_of, set_column
from ofc_audit.simulate.faults import plant
from ofc_audit.warehouse.build import build

RULES = load_rules()
OPTIONS = {"scoring": "1-6", "royalties": "american"}
Rows = list[dict[str, Any]]


def audit(
    tables: Mapping[str, pa.Table], format_id: str, folder: Path
) -> tuple[Rows, Counter[tuple[str, str, str | None]]]:
    """The findings, and how many hands have which verdict on points and money."""
    out = io.BytesIO()
    import_module(f"ofc_audit.read.write_{format_id}").write(tables, out)
    folder.mkdir(exist_ok=True)
    (folder / "hands").write_bytes(out.getvalue())
    build([str(folder / "hands")], folder / "out", threads=1)
    found, verdicts = (
        pq.read_table(folder / "out" / "parquet" / f"{name}.parquet").to_pylist() for name in ("findings", "verdicts")
    )
    told = [row for row in verdicts if row["dimension"] in ("points", "money")]
    return found, Counter((row["dimension"], row["verdict"], row["reason"]) for row in told)


def stating(tables: Mapping[str, pa.Table], **columns: object) -> dict[str, pa.Table]:
    """The history with other words in every record."""
    result = dict(tables)
    for name, value in columns.items():
        kind = result["hands"].schema.field(name).type
        result = set_column(result, "hands", name, pa.array([value] * result["hands"].num_rows, kind))
    return rekey(result)


@pytest.fixture(scope="module")
def recording() -> dict[str, pa.Table]:
    return play(RULES["pppoker_progressive17"], 60, 5, point_value="3.00", hands_per_table=20)


@pytest.fixture(scope="module")
def matches() -> dict[str, pa.Table]:
    return play(RULES["pokerbet"], 60, 5, point_value="3.00", hands_per_table=20, options=OPTIONS)


def test_a_room_that_pays_six_times_its_stakes_is_one_finding(recording: dict[str, pa.Table], tmp_path: Path) -> None:
    found, verdicts = audit(stating(recording, point_value=Decimal("0.5")), "capture_hh", tmp_path)
    assert [row["check_id"] for row in found] == ["settle.point_value"]
    assert "at 3 tables pay 3.00 chips per point and state 0.50 chips: 6 times as much" in found[0]["message"]
    assert (found[0]["claimed"], found[0]["computed"]) == ("0.50 per point", "3.00 per point")
    reasons = {reason for dimension, verdict, reason in verdicts if dimension == "money" and verdict == "unverifiable"}
    assert reasons == {"stake does not fit: pays 3.00 per point, 0.50 stated"}
    assert not [key for key in verdicts if key[1] == "wrong"]


def test_another_mistake_in_such_a_room_is_told_at_the_price_paid(
    recording: dict[str, pa.Table], tmp_path: Path
) -> None:
    wrong, planted = plant(recording, RULES, "loser_overpays", 3)
    hand_id = planted.hand_id
    found, _ = audit(stating(wrong, point_value=Decimal("0.5")), "capture_hh", tmp_path)
    assert sorted(row["check_id"] for row in found) == ["settle.net", "settle.point_value"]
    (net,) = [row for row in found if row["check_id"] == "settle.net"]
    at = next(at for at in range(60) if row_of(wrong, "hands", at)["hand_id"] == hand_id)
    honest, _ = audit(wrong, "capture_hh", tmp_path / "honest")
    assert planted.hand == at
    assert [(row["check_id"], row["message"]) for row in honest] == [("settle.net", net["message"])]


def test_amounts_and_stacks_of_matches_follow_the_price_too(matches: dict[str, pa.Table], tmp_path: Path) -> None:
    found, verdicts = audit(stating(matches, point_value=Decimal("0.5")), "ofc_text", tmp_path)
    assert [row["check_id"] for row in found] == ["settle.point_value"]
    # A hand in which nobody has points moves nothing at any price.
    assert {key[2] for key in verdicts if key[0] == "money" and key[1] == "unverifiable"} == {
        "stake does not fit: pays 3.00 per point, 0.50 stated"
    }


@pytest.mark.parametrize(
    ("stated", "computed"),
    [
        ({"option_scoring": "2-4"}, "score.method 1-6 in place of 2-4"),
        ({"option_royalties": "none"}, "score.royalties american in place of none"),
        (
            {"option_scoring": "2-4", "option_royalty_settlement": "winner_only"},
            "score.method 1-6 in place of 2-4, score.royalty_settlement difference in place of winner_only",
        ),
    ],
)
def test_rules_that_do_not_fit_are_one_finding_that_says_which_do(
    stated: dict[str, str], computed: str, matches: dict[str, pa.Table], tmp_path: Path
) -> None:
    found, verdicts = audit(stating(matches, **stated), "ofc_jsonl", tmp_path)
    assert [(row["check_id"], row["computed"]) for row in found] == [("source.rules_fit", computed)]
    assert f"with {computed} they are right in 60" in found[0]["message"]
    assert not [key for key in verdicts if key[1] == "wrong"]
    assert {key[2] for key in verdicts if key[1] == "unverifiable"} == {"rules do not fit"}
    # What is right under both is right.
    assert verdicts["points", "verified", None] == 60 - verdicts["points", "unverifiable", "rules do not fit"] > 0


def test_points_that_no_scoring_explains_are_one_cause_where_most_hands_have_them(
    matches: dict[str, pa.Table], tmp_path: Path
) -> None:
    tables = dict(matches)
    for at in range(tables["claims"].num_rows):
        points = row_of(tables, "claims", at)["points"]
        if points > 0:
            tables = change_row(tables, "claims", at, points=points + 100)
    found, verdicts = audit(rekey(tables), "ofc_jsonl", tmp_path)
    assert [row["check_id"] for row in found] == ["source.rules_fit"]
    assert "no scoring that is known makes them right" in found[0]["message"]
    assert {key for key in verdicts if key[0] == "points"} == {("points", "unverifiable", "rules do not fit")}


def test_a_few_wrong_hands_stay_mistakes_of_their_own(matches: dict[str, pa.Table], tmp_path: Path) -> None:
    wrong, planted = plant(matches, RULES, "scoop_not_paid", 2)
    found, _ = audit(wrong, "ofc_text", tmp_path)
    assert [(row["check_id"], row["hand_key"]) for row in found] == [("score.scoop", planted.hand_key)]


def test_three_hands_that_are_wrong_in_two_ways_each_are_no_three_mistakes(
    matches: dict[str, pa.Table], tmp_path: Path
) -> None:
    three = choose(matches, range(3))
    tables: dict[str, pa.Table] = dict(three)
    for at in range(tables["claims"].num_rows):
        points = row_of(tables, "claims", at)["points"]
        tables = change_row(tables, "claims", at, points=points + 1)
    found, verdicts = audit(rekey(tables), "ofc_jsonl", tmp_path / "all")
    assert [row["check_id"] for row in found] == ["source.rules_fit"]
    assert verdicts["points", "unverifiable", "rules do not fit"] == 3
    # One hand that is right is enough to say that the rules are those.
    right = join(tables, choose(matches, [3]))
    found, verdicts = audit(rekey(right), "ofc_jsonl", tmp_path / "one right")
    assert {row["check_id"] for row in found} == {"score.points"}
    assert verdicts["points", "wrong", None] == 3
