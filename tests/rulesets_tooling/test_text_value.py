"""Values as words of the command line, and rule sets with some parameters changed."""

import pytest

from ofc_audit.rulesets import UNKNOWN, RuleSet, all_parameters, load_rules, text_value
from ofc_audit.rulesets.values import value_text


def rules(name: str = "pokerbet") -> RuleSet:
    return load_rules()[name]


@pytest.mark.parametrize(
    ("key", "text", "raw"),
    [
        ("score.method", "2-4", "2-4"),
        ("score.method", "unknown", "unknown"),
        ("score.scoop_bonus", " 4 ", 4),
        ("deal.deck", "52", 52),
        ("fantasyland.cards_on_stay", "14", 14),
        ("fantasyland.cards_on_stay", "as_before", "as_before"),
        ("board.equal_rows_legal", "false", False),
        ("board.equal_rows_legal", "Yes", True),
        ("deal.streets", "5,3,3,3,3", [5, 3, 3, 3, 3]),
        ("deal.streets", "[5, 3, 3, 3, 3]", [5, 3, 3, 3, 3]),
        ("fantasyland.cards", "16", {"QQ": 16, "KK": 16, "AA": 16, "trips": 16}),
        ("fantasyland.cards", "QQ 14, KK 15, AA 16, trips 17", {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}),
        ("fantasyland.cards", "trips unknown", {"QQ": 14, "KK": 14, "AA": 14, "trips": "unknown"}),
        ("settlement.match_cap", "50.00", "50.00"),
        ("settlement.match_cap", "none", "none"),
        ("settlement.rake_rate", "0.03", "0.03"),
        ("score.royalties", "russian", "russian"),
        ("tournament.places", "later elimination, left_of_button", ["later_elimination", "left_of_button"]),
        ("fantasyland.order_of_play", "The button is last.", "The button is last."),
        ("royalties.russian.middle.flush", "8", 8),
        ("royalties.russian.middle.flush", "unknown", "unknown"),
    ],
)
def test_texts_become_values_as_toml_has_them(key: str, text: str, raw: object) -> None:
    assert text_value(key, text, rules()) == raw
    assert type(text_value(key, text, rules())) is type(raw)


@pytest.mark.parametrize("name", list(load_rules()))
def test_every_value_of_a_rule_set_can_be_written_as_it_is_shown(name: str) -> None:
    shown = rules(name)
    for key in all_parameters():
        raw = text_value(key, value_text(shown.value(key)), shown)
        assert shown.with_values({key: raw}, "x").value(key) == shown.value(key), key


@pytest.mark.parametrize(
    ("key", "text", "message"),
    [
        ("score.method", "3-5", 'score.method: "3-5" is impossible; allowed: "1-6", "2-4" or "unknown"'),
        (
            "score.scoop_bonus",
            "99999999999999999999",
            'score.scoop_bonus: "99999999999999999999" is impossible; allowed: a whole number from 0 to 20 or "unknown"',
        ),
        (
            "settlement.match_cap",
            "-1",
            'settlement.match_cap: "-1" is impossible; allowed: an amount above 0 with at most four decimals, "none"',
        ),
        ("settlement.rake_rate", "3%", 'settlement.rake_rate: "3%" is impossible; allowed: a decimal below 1, such as'),
        ("board.equal_rows_legal", "1", 'board.equal_rows_legal: "1" is impossible; allowed: true, false or "unknown"'),
        (
            "fantasyland.cards",
            "QQ 14, JJ 13",
            'fantasyland.cards: "JJ 13" is impossible; allowed: a table of QQ, KK, AA, trips, each a whole number '
            'from 13 to 17 or "unknown", written as QQ 14, KK 15, AA 16, trips 17',
        ),
        ("score.row", "1", 'score.row: unknown parameter; allowed: "method", "row_points", "scoop_bonus"'),
        ("scor.method", "1-6", 'scor.method: unknown parameter; allowed: "score.method"'),
        ("deal.streets", "", 'deal.streets: "" is impossible; allowed: a list of whole numbers from 1 to 13'),
        (
            "royalties.finnish.middle.flush",
            "8",
            'royalties.finnish.middle.flush: unknown royalty table "finnish"; allowed: "american", "russian"',
        ),
        (
            "royalties.russian.flush",
            "8",
            "royalties.russian.flush: is no cell of a royalty table; allowed: a key such as royalties.russian.middle.flush",
        ),
        (
            "royalties.russian.middle.flush",
            "-8",
            'royalties.russian.middle.flush: -8 is impossible; allowed: a whole number from 0 to 1000 or "unknown"',
        ),
    ],
)
def test_texts_that_cannot_be_name_the_key_and_what_is_allowed(key: str, text: str, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        text_value(key, text, rules())
    assert str(caught.value).startswith(message)


def test_values_changed_have_their_source_and_leave_the_rest() -> None:
    changed = rules().with_values({"score.method": "2-4", "royalties.american.middle.flush": 9}, "--set")
    assert (changed.value("score.method"), changed.source("score.method")) == ("2-4", "--set")
    assert changed.royalty_table().row("middle")["flush"] == 9
    assert changed.royalty_table().source("middle", "flush") == "--set"
    assert changed.royalty_table().row("middle")["straight"] == 4
    assert rules().royalty_table().row("middle")["flush"] == 8
    assert rules().value("score.method") is UNKNOWN


def test_a_changed_mode_brings_its_cards_unless_they_are_given() -> None:
    brought = rules().with_values({"fantasyland.mode": "progressive"}, "--set")
    assert brought.digest == rules("pokerbet_progressive").digest
    given = {"fantasyland.mode": "progressive", "fantasyland.cards": dict.fromkeys(("QQ", "KK", "AA", "trips"), 16)}
    assert rules().with_values(given, "--set").value("fantasyland.cards")["QQ"] == 16  # type: ignore[index,call-overload]
    unknown = rules("spartan_refant14").with_values({"fantasyland.mode": "fixed"}, "--set")
    assert set(unknown.value("fantasyland.cards").values()) == {UNKNOWN}  # type: ignore[union-attr]
    assert unknown.note("fantasyland.cards") == (
        "changed to fixed Fantasyland, and spartan_refant14 does not know how many cards that deals"
    )
    same = rules("spartan_refant14").with_values({"fantasyland.mode": "progressive"}, "--set")
    assert same.digest == rules("spartan_refant14").digest


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"deal.players_min": 4}, "deal.players_max: 3 is less than deal.players_min, 4"),
        ({"deal.players_max": 4}, "deal.players_max: 4 players take 68 cards of 52"),
        ({"deal.placed": [5, 2, 2, 2, 1]}, "deal.placed: places 12 cards; allowed is 13 in all"),
        (
            {"fantasyland.cards": {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}},
            "fantasyland.cards: differ by the top; a fixed Fantasyland has one number for all",
        ),
        (
            {"fantasyland.cards_on_stay": "none"},
            "fantasyland.cards_on_stay: is none, and fantasyland.stay is allowed; whoever stays is dealt cards",
        ),
        ({"score.method": "3-5"}, 'score.method: "3-5" is impossible; allowed: "1-6", "2-4" or "unknown"'),
        ({"score.fun": 1}, "score.fun: unknown parameter; allowed: "),
    ],
)
def test_changes_that_contradict_are_refused_with_the_keys(values: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError) as caught:
        rules().with_values(values, "--set")
    assert str(caught.value).startswith(message)


def test_changes_that_need_each_other_go_together() -> None:
    classic = {"deal.players_max": 4, "deal.streets": [5, *[1] * 8], "deal.placed": [5, *[1] * 8]}
    assert rules().with_values(classic, "--set").value("deal.players_max") == 4
