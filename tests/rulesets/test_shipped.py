"""What ships is whole, and each value has a source."""

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ofc_audit.data import data_dir
from ofc_audit.rulesets import UNKNOWN, RuleSet, all_parameters, load_rules
from ofc_audit.rulesets.catalogue import CARD_KEYS
from ofc_audit.rulesets.royalties import CELLS, shared_tables
from rulesets.files import SHIPPED, rules

PACKAGE = str(Path(sys.modules["ofc_audit.rulesets"].__file__ or "").parents[2])


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_rule_sets_are_whole(name: str) -> None:
    site, parent = SHIPPED[name]
    shipped = rules(name)
    assert (shipped.id, shipped.sites, shipped.extends) == (name, (site,), parent)
    assert shipped.title
    assert shipped.basis
    for key in all_parameters():
        assert shipped.source(key).strip(), key
        assert shipped.value(key) is not None


def test_exactly_these_ship() -> None:
    shipped = {path.stem for path in (data_dir("schemas") / "rules").glob("*.toml")}
    assert shipped == {*SHIPPED, "_parameters", "_royalties"}
    assert sorted(load_rules()) == sorted(SHIPPED)


def test_sources_name_a_document_the_hands_or_a_decision() -> None:
    for shipped in load_rules().values():
        for key in all_parameters():
            source = shipped.source(key)
            assert re.search(r"document 00\d|recorded|recordings|arena logs|\[decision\] \w+|no document", source), (
                shipped.id,
                key,
            )


FANTASYLAND = {
    "pokerbet": ("fixed", (14, 14, 14, 14), 14),
    "pokerbet_progressive": ("progressive", (14, 15, 16, 17), 14),
    "pppoker_progressive17": ("progressive", (14, 15, 16, 16), "as_before"),
    "pppoker_refant14": ("progressive", (14, 15, 16, UNKNOWN), 14),
    "spartan_refant14": ("progressive", (14, 15, 16, 17), 14),
    "upoker_progressive17": ("progressive", (14, 15, 16, UNKNOWN), "as_before"),
    "upoker_refant14": ("progressive", (14, 15, 16, UNKNOWN), 14),
}


@pytest.mark.parametrize("name", FANTASYLAND)
def test_fantasyland_of_each_site(name: str) -> None:
    mode, cards, on_stay = FANTASYLAND[name]
    shipped = rules(name)
    assert shipped.value("fantasyland.mode") == mode
    assert shipped.value("fantasyland.cards") == dict(zip(CARD_KEYS, cards, strict=True))
    assert shipped.value("fantasyland.cards_on_stay") == on_stay
    assert shipped.is_known("fantasyland.cards") is (UNKNOWN not in cards)
    common = {
        "entry": "QQ",
        "stay": "allowed",
        "stay_top": "trips",
        "stay_middle": "none",
        "stay_bottom": "quads_or_better",
    }
    common |= {"button": "moves"}
    assert {key: shipped.value(f"fantasyland.{key}") for key in common} == common
    assert shipped.value("fantasyland.stay_limit") == 0


def test_pokerbet_leaves_the_scoring_to_the_hand_and_caps_both_on_running_stacks() -> None:
    pokerbet = rules("pokerbet")
    assert pokerbet.value("score.method") is UNKNOWN
    assert pokerbet.is_known("score.method") is False
    assert pokerbet.note("score.method") == "The hand must say which of the two its table plays."
    assert [
        pokerbet.value(f"settlement.{key}") for key in ("scope", "pair_order", "cap", "cap_basis", "match_cap")
    ] == [
        "hand",
        "left_of_button_first",
        "both",
        "running",
        "none",
    ]
    assert pokerbet.value("deal.streets") == (5, 3, 3, 3, 3)
    assert pokerbet.value("score.foul_fine_1_6") == 6
    assert pokerbet.value("score.foul_fine_2_4") == 4
    assert pokerbet.value("match.length") == "players"


@pytest.mark.parametrize("name", [name for name in SHIPPED if name.startswith(("pppoker", "upoker", "spartan"))])
def test_recorded_rooms_have_no_matches_and_a_cap_only_where_payments_show_it(name: str) -> None:
    shipped = rules(name)
    assert shipped.value("score.method") == "1-6"
    assert shipped.value("match.length") == "no_match"
    assert shipped.value("settlement.cap") == (UNKNOWN if name.startswith("upoker") else "both")
    spartan = name == "spartan_refant14"
    assert shipped.value("settlement.rake_when") == ("none" if spartan else "hand")
    assert shipped.is_known("settlement.rake_rate") is spartan


def test_what_is_inherited_says_so() -> None:
    child = rules("pppoker_refant14")
    parent = rules("pppoker_progressive17")
    assert child.value("score.royalties") == "american"
    assert child.source("score.royalties") == f"as in pppoker_progressive17: {parent.source('score.royalties')}"
    assert child.note("settlement.rake_rate") == parent.note("settlement.rake_rate")
    assert child.source("fantasyland.cards_on_stay") == "recorded hands: 5 of 5, three of them after 16 cards"


def test_american_royalties() -> None:
    table = rules("spartan_refant14").royalty_table()
    tops = ("66", "77", "88", "99", "TT", "JJ", "QQ", "KK", "AA")
    trips = ("222", "333", "444", "555", "666", "777", "888", "999", "TTT", "JJJ", "QQQ", "KKK", "AAA")
    assert list(table.row("top").items()) == list(zip((*tops, *trips), range(1, 23), strict=True))
    assert list(table.row("middle").values()) == [2, 4, 8, 12, 20, 30, 50]
    assert list(table.row("bottom").values()) == [0, 2, 4, 6, 10, 15, 25]
    assert table.source("bottom", "straight") == "document 000, Bonuses; 003, Bottom Royalties"
    with pytest.raises(KeyError):
        table.row("front")


def test_russian_royalties_lack_seven_cells() -> None:
    table = shared_tables()["russian"]
    unknown = [(row, cell) for row in CELLS for cell, points in table.row(row).items() if points is UNKNOWN]
    assert unknown == [
        *(("middle", cell) for cell in ("trips", "straight", "flush", "full_house")),
        *(("bottom", cell) for cell in ("straight", "flush", "full_house")),
    ]
    assert table.row("middle")["quads"] == 20
    assert table.row("bottom")["royal_flush"] == 25
    assert all(given.source for given in table.cells.values())


def test_keys_that_are_none() -> None:
    for ask in (RuleSet.value, RuleSet.is_known, RuleSet.source, RuleSet.note):
        with pytest.raises(KeyError, match=r"rule sets have no parameter 'score\.fun'"):
            ask(rules("pokerbet"), "score.fun")


def test_unknown_is_one_and_never_a_truth_value() -> None:
    assert pickle.loads(pickle.dumps(UNKNOWN)) is UNKNOWN
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(UNKNOWN)
    again = pickle.loads(pickle.dumps(rules("pokerbet")))
    assert again.value("score.method") is UNKNOWN
    assert again.digest == rules("pokerbet").digest


def test_rule_sets_are_frozen() -> None:
    with pytest.raises(AttributeError):
        rules("pokerbet").id = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        rules("pokerbet").value("fantasyland.cards")["QQ"] = 13  # type: ignore[index]
    with pytest.raises(TypeError):
        load_rules()["pokerbet"] = rules("pppoker_refant14")  # type: ignore[index]


def test_loading_imports_nothing_heavy() -> None:
    code = (
        "import sys; from ofc_audit.rulesets import load_rules; load_rules();"
        "print([m for m in ('numpy', 'pyarrow', 'polars', 'duckdb', 'rich', 'typer') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": PACKAGE}
    )
    assert done.stdout == "[]\n"
