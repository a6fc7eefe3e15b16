"""Faults of a whole table: every hand of it states something else, and nothing else in it changes."""

from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from ofc_audit.rulesets import load_rules
from ofc_audit.simulate import play
from ofc_audit.simulate.edits import choose, keys_of
from ofc_audit.simulate.faults import plant

RULES = load_rules()
OPTIONS = {"scoring": "1-6", "royalties": "american"}


@pytest.fixture(scope="module")
def tables() -> dict[str, pa.Table]:
    return play(RULES["pokerbet"], 40, 31, options=OPTIONS, hands_per_table=20, point_value="0.50")


def test_a_whole_table_states_a_fifth_of_its_stake(tables: dict[str, pa.Table]) -> None:
    changed, planted = plant(tables, RULES, "stake_misstated", 1)
    ids = tables["hands"].column("table_id").to_pylist()
    assert planted.hand == 20
    assert set(planted.hand_keys) == set(keys_of(changed)[20:].tolist())
    prices = dict(zip(ids, changed["hands"].column("point_value").to_pylist(), strict=True))
    assert prices == {ids[0]: Decimal("0.5"), ids[20]: Decimal("0.1")}
    assert changed["claims"].drop_columns("hand_key").equals(tables["claims"].drop_columns("hand_key"))


def test_a_whole_table_states_the_other_scoring(tables: dict[str, pa.Table]) -> None:
    changed, planted = plant(tables, RULES, "scoring_misstated", 1)
    assert planted.hand == 20
    assert changed["hands"].column("option_scoring").to_pylist() == ["1-6"] * 20 + ["2-4"] * 20
    assert np.array_equal(keys_of(changed)[:20], keys_of(tables)[:20])
    assert planted.why_hidden("capture_hh") == "a recording states no scoring"


@pytest.mark.parametrize(("name", "n"), [("stake_misstated", 2), ("scoring_misstated", 4)])
def test_too_few_hands_show_nothing(name: str, n: int, tables: dict[str, pa.Table]) -> None:
    with pytest.raises(ValueError, match="no hand from number 0 on suits"):
        plant(choose(tables, range(n)), RULES, name)


def test_prices_by_level_and_money_of_matches_are_not_misstated() -> None:
    for rules_id in ("norway_tournament", "quadnet"):
        history = play(RULES[rules_id], 20, 5, options={} if rules_id == "norway_tournament" else OPTIONS)
        with pytest.raises(ValueError, match="suits the fault stake_misstated"):
            plant(history, RULES, "stake_misstated")
