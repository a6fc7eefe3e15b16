"""Whatever the simulator plays, both of our formats carry it whole."""

from pathlib import Path
from typing import Any

import pytest

from ofc_audit.read import write_ofc_jsonl, write_ofc_text
from ofc_audit.simulate import play
from ofc_audit.simulate.rooms import Tournament
from simulate.histories import OPERATORS, RULES, content, options_of, players_of, read_back

WRITERS = {"hands.txt": write_ofc_text.write, "hands.jsonl": write_ofc_jsonl.write}
MORE: dict[str, dict[str, Any]] = {
    "match cap": {"rules": "pokerbet", "options": {"match_cap": "7.50"}},
    "match cap of a match settled at its end": {"rules": "quadnet", "options": {"match_cap": "7.50"}},
    "progressive, one hand": {"rules": "quadnet", "options": {"fantasyland": "progressive", "one_hand": True}},
    "time runs out": {"rules": "pokerbet", "timeouts": 0.3},
    "time runs out in the classic game": {"rules": "openface_classic", "timeouts": 0.3},
    "bounties": {"rules": "pokerbet", "tournament": Tournament(bounty="5.00")},
    "levels": {"rules": "pokerbet", "tournament": Tournament(((1, "0.50"), (12, "1.25")), 3)},
    "winner only": {"rules": "openface_pineapple", "options": {"royalty_settlement": "winner_only"}},
}


def same(tables: dict[str, Any], path: Path) -> None:
    again = read_back(tables, WRITERS[path.name], path)
    for name, data in tables.items():
        for column in content(name):
            assert again[name].column(column).equals(data.column(column)), f"{name}.{column}"


@pytest.mark.parametrize("file", WRITERS)
@pytest.mark.parametrize("rules_id", OPERATORS)
def test_hands_of_every_rule_set_are_read_as_they_were_written(rules_id: str, file: str, tmp_path: Path) -> None:
    tables = play(
        RULES[rules_id], 60, 7, options=options_of(rules_id), n_players=players_of(rules_id), hands_per_table=20
    )
    same(tables, tmp_path / file)


@pytest.mark.parametrize("file", WRITERS)
@pytest.mark.parametrize("what", MORE)
def test_whatever_a_table_adds_is_read_as_it_was_written(what: str, file: str, tmp_path: Path) -> None:
    arguments = dict(MORE[what])
    rules_id = arguments.pop("rules")
    options = options_of(rules_id) | arguments.pop("options", {})
    same(play(RULES[rules_id], 60, 8, options=options, stack="12.00", **arguments), tmp_path / file)
