"""Writing in bulk gives the bytes that `write_ofc_text` gives, hand by hand."""

import io

import numpy as np
import pyarrow as pa
import pytest

from ofc_audit.read import bulk_ofc_text, write_ofc_text
from ofc_audit.simulate import play
from ofc_audit.simulate.edits import choose, join, set_column
from ofc_audit.simulate.faults import FAULTS
from ofc_audit.simulate.lies import lie
from simulate.histories import OPERATORS, RULES, options_of, players_of


def both(tables: dict[str, pa.Table]) -> tuple[bytes, bytes]:
    made = []
    for write in (bulk_ofc_text.write, write_ofc_text.write):
        out = io.BytesIO()
        write(tables, out)
        made.append(out.getvalue())
    return made[0], made[1]


@pytest.fixture(autouse=True)
def every_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stretches of any length are written in bulk."""
    monkeypatch.setattr(bulk_ofc_text, "_LEAST", 1)


@pytest.mark.parametrize("rules_id", OPERATORS)
def test_the_same_bytes_under_every_rule_set(rules_id: str) -> None:
    tables = play(RULES[rules_id], 60, 3, options=options_of(rules_id), n_players=players_of(rules_id))
    bulk, one_by_one = both(tables)
    assert bulk == one_by_one


def test_the_same_bytes_with_caps_options_late_players_and_lies() -> None:
    options = {"scoring": "2-4", "royalties": "american", "match_cap": "7.25", "fantasyland": "progressive"}
    tables = play(RULES["pokerbet"], 150, 4, options=options, timeouts=0.1, point_value="0.125", stack="9.0625")
    told = lie(tables, RULES["pokerbet"], 0.3, tuple(FAULTS), "ofc_text", np.random.default_rng(1)).tables
    for some in (tables, told):
        bulk, one_by_one = both(some)
        assert bulk == one_by_one


def test_most_hands_are_written_in_bulk(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = play(RULES["pokerbet"], 60, 3, options=options_of("pokerbet"))

    def fail(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(write_ofc_text, "write", fail)
    out = io.BytesIO()
    bulk_ofc_text.write(tables, out)
    assert out.getvalue().count(b"*** END ***") == 60


def test_names_that_could_be_misread_and_hands_told_twice_are_written_with_care() -> None:
    tables = play(RULES["pokerbet"], 20, 3, options=options_of("pokerbet"), names=("Bo (5)", "Ana, 2", "Li"))
    twice = join(tables, choose(tables, [3]))
    for some in (tables, twice, choose(tables, [5]), choose(tables, [])):
        bulk, one_by_one = both(some)
        assert bulk == one_by_one
    assert b'"Bo (5)"' in both(tables)[0]


def test_what_the_format_cannot_say_is_refused() -> None:
    tables = play(RULES["pokerbet"], 20, 3, options=options_of("pokerbet"))
    clubs = set_column(tables, "hands", "club_id", pa.repeat("7", 20))
    with pytest.raises(ValueError, match="ofc_text has no words for club_id"):
        bulk_ofc_text.write(clubs, io.BytesIO())
