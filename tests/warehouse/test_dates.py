"""A whole build under rules that changed: hands of an old year are audited under that year's file."""

import io
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from ofc_audit.read.write_ofc_text import write
from ofc_audit.rulesets import load_rules
from ofc_audit.simulate.play import play
from ofc_audit.warehouse.build import build
from warehouse.histories import rows

HEAD = """
id = "pokerbet_2018"
title = "Pokerbet as it once was"
extends = "pokerbet"
[dates]
instead_of = "pokerbet"
until = 2019-07-01
"""
OLD = {
    "score.scoop_bonus": ("score.scoop", '[score]\nscoop_bonus = { value = 4, source = "a letter of the room" }'),
    "fantasyland.button": (
        "match.button",
        '[fantasyland]\nbutton = { value = "stays", source = "a letter of the room" }',
    ),
}
"""Parameters that were others once, with the check that finds hands of then under the rules of today."""
TIME = re.compile(r" - \d{4}(-\d\d-\d\d \d\d:\d\d:\d\d UTC)$", re.MULTILINE)


@pytest.fixture(scope="module", params=OLD)
def old(request: pytest.FixtureRequest) -> str:
    """A parameter that was another once."""
    return str(request.param)


@pytest.fixture(scope="module")
def folder(old: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`rules/`, and one recording of play under the old rules: as of 2018 and as of 2020, both naming pokerbet."""
    made = tmp_path_factory.mktemp("dates")
    (made / "rules").mkdir()
    (made / "rules" / "pokerbet_2018.toml").write_text(HEAD + OLD[old][1] + "\n", "utf-8")
    rules = load_rules([made / "rules"])["pokerbet_2018"]
    options = {"scoring": "1-6", "royalties": "american"}
    tables = play(rules, 120, 7, options=options, hands_per_table=60, policies=("careful",))
    out = io.BytesIO()
    write(tables, out)
    text = out.getvalue().decode().replace("pokerbet_2018,", "pokerbet,")
    for year in (2018, 2020):
        (made / f"{year}.txt").write_text(TIME.sub(rf" - {year}\1", text), "utf-8")
    return made


def n_found(check: str, folder: Path, year: int, out: Path, *, with_old_rules: bool) -> int:
    build([str(folder / f"{year}.txt")], out, rules_dirs=[folder / "rules"] if with_old_rules else [])
    checks = Counter(check for (check,) in rows(out, "select check_id from findings"))
    assert set(checks) <= {check}, checks
    return checks[check]


def test_an_old_year_is_audited_under_its_own_rules(old: str, folder: Path, tmp_path: Path) -> None:
    check = OLD[old][0]
    assert n_found(check, folder, 2018, tmp_path / "old", with_old_rules=True) == 0
    wrong = n_found(check, folder, 2018, tmp_path / "today", with_old_rules=False)
    assert wrong > 0
    assert n_found(check, folder, 2020, tmp_path / "later", with_old_rules=True) == wrong
    cited = rows(tmp_path / "later", "select distinct rule_source from findings")
    assert cited == [(load_rules()["pokerbet"].source(old),)]


def test_the_record_names_the_rules_applied_and_hands_keep_the_ones_they_name(folder: Path, tmp_path: Path) -> None:
    build([str(folder / "2018.txt")], tmp_path / "out", rules_dirs=[folder / "rules"])
    run = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))
    rules = load_rules([folder / "rules"])["pokerbet_2018"].with_options(scoring="1-6", royalties="american")
    assert run["rule_sets"] == [{"id": "pokerbet_2018", "sha256": rules.digest, "hands": 120}]
    assert rows(tmp_path / "out", "select distinct rules_id from hands") == [("pokerbet",)]
