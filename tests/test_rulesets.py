"""Rule sets: what ships is whole, what a user writes is checked to the letter, what a hand states overrides."""

import pickle
import re
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

from ofc_audit.data import data_dir
from ofc_audit.rulesets import UNKNOWN, RuleSet, all_parameters, describe, load_rules
from ofc_audit.rulesets.catalogue import CARD_KEYS
from ofc_audit.rulesets.royalties import CELLS, parse_cells, shared_tables

PACKAGE = str(Path(sys.modules["ofc_audit.rulesets"].__file__ or "").parents[2])

SHIPPED = {
    "arena_classic": ("arena", None),
    "arena_pineapple": ("arena", "arena_classic"),
    "arena_progressive": ("arena", "arena_classic"),
    "norway_tournament": ("norway", None),
    "openface_classic": ("openface", None),
    "openface_pineapple": ("openface", "openface_classic"),
    "pokerbet": ("pokerbet", None),
    "pokerbet_one_hand": ("pokerbet", "pokerbet"),
    "pokerbet_progressive": ("pokerbet", "pokerbet"),
    "pokerninja": ("pokerninja", None),
    "pppoker_progressive17": ("pppoker", None),
    "pppoker_refant14": ("pppoker", "pppoker_progressive17"),
    "quadnet": ("quadnet", None),
    "quadnet_one_hand": ("quadnet", "quadnet"),
    "quadnet_progressive": ("quadnet", "quadnet"),
    "spartan_refant14": ("spartan", None),
    "upoker_progressive17": ("upoker", None),
    "upoker_refant14": ("upoker", "upoker_progressive17"),
}


def rules(name: str) -> RuleSet:
    return load_rules()[name]


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, "utf-8")
    return path


def mine(body: str = "", name: str = "mine", extends: str = "pokerbet") -> str:
    return f'id = "{name}"\ntitle = "Mine"\nextends = "{extends}"\n{body}\n'


def load_mine(tmp_path: Path, body: str = "", extends: str = "pokerbet") -> RuleSet:
    write(tmp_path, "mine", mine(body, extends=extends))
    return load_rules([tmp_path])["mine"]


# What ships


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
def test_recorded_rooms_have_no_matches_and_no_known_cap(name: str) -> None:
    shipped = rules(name)
    assert shipped.value("score.method") == "1-6"
    assert shipped.value("match.length") == "no_match"
    assert shipped.value("settlement.cap") is UNKNOWN
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


# A hand's own options


def test_no_options_change_nothing() -> None:
    pokerbet = rules("pokerbet")
    assert pokerbet.with_options() is pokerbet


def test_stated_scoring_fills_what_pokerbet_leaves_open() -> None:
    for method in ("1-6", "2-4"):
        stated = rules("pokerbet").with_options(scoring=method)
        assert stated.value("score.method") == method
        assert stated.source("score.method") == "stated by the hand"
        assert stated.note("score.method") == ""
        assert changed(rules("pokerbet"), stated) == {"score.method"}


def test_stated_values_that_the_rule_set_has_change_the_source_only() -> None:
    stated = rules("pokerbet").with_options(
        royalties="american", royalty_settlement="difference", fantasyland="fixed", one_hand=False
    )
    assert changed(rules("pokerbet"), stated) == set()
    assert stated.digest == rules("pokerbet").digest
    for key in ("score.royalties", "score.royalty_settlement", "fantasyland.mode", "match.length"):
        assert stated.source(key) == "stated by the hand"
    assert stated.source("fantasyland.cards") == "document 000, Fantasy"


def test_royalties_off() -> None:
    stated = rules("pokerbet").with_options(royalties="none")
    table = stated.royalty_table()
    assert table.name == "none"
    assert {points for row in CELLS for points in table.row(row).values()} == {0}
    assert changed(rules("pokerbet"), stated) == {"score.royalties"}


def test_russian_royalties_are_partly_known() -> None:
    stated = rules("pokerbet").with_options(royalties="russian")
    assert stated.value("score.royalties") == "russian"
    assert stated.royalty_table().row("middle")["flush"] is UNKNOWN
    assert stated.royalty_table().row("top")["AAA"] == 22


def test_a_royalty_table_nobody_knows_is_unknown() -> None:
    stated = rules("pokerbet").with_options(royalties="finnish")
    assert stated.value("score.royalties") is UNKNOWN
    assert stated.source("score.royalties") == "stated by the hand"
    assert stated.note("score.royalties") == (
        'the hand states royalties: "finnish" is impossible; allowed: "american", "none", "russian" or "unknown"'
    )
    table = stated.royalty_table()
    assert all(points is UNKNOWN for row in CELLS for points in table.row(row).values())


def test_winner_only_royalties() -> None:
    stated = rules("pokerbet").with_options(royalty_settlement="winner_only")
    assert stated.value("score.royalty_settlement") == "winner_only"
    assert changed(rules("pokerbet"), stated) == {"score.royalty_settlement"}


@pytest.mark.parametrize(
    ("option", "key"),
    [
        ("scoring", "score.method"),
        ("royalty_settlement", "score.royalty_settlement"),
        ("fantasyland", "fantasyland.mode"),
        ("match_cap", "settlement.match_cap"),
    ],
)
def test_stated_values_that_cannot_be_are_unknown(option: str, key: str) -> None:
    stated = rules("pokerbet").with_options(**{option: "3-5"})  # type: ignore[arg-type]
    assert stated.value(key) is UNKNOWN
    assert stated.note(key).startswith(f'the hand states {option}: "3-5" is impossible; allowed: ')


def test_stated_progressive_switches_mode_and_cards() -> None:
    stated = rules("pokerbet").with_options(fantasyland="progressive")
    assert changed(rules("pokerbet"), stated) == {"fantasyland.mode", "fantasyland.cards"}
    assert stated.value("fantasyland.cards") == {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}
    assert stated.source("fantasyland.mode") == "stated by the hand"
    assert stated.source("fantasyland.cards").startswith("document 000, Fantasy, gives 14 to 17")
    assert stated.digest == rules("pokerbet_progressive").digest


def test_stated_fixed_switches_back() -> None:
    stated = rules("pokerbet_progressive").with_options(fantasyland="fixed")
    assert stated.digest == rules("pokerbet").digest
    assert stated.with_options(fantasyland="progressive").digest == rules("pokerbet_progressive").digest


def test_cards_of_a_mode_the_rule_set_does_not_know_are_unknown() -> None:
    stated = rules("spartan_refant14").with_options(fantasyland="fixed")
    assert stated.value("fantasyland.mode") == "fixed"
    assert stated.value("fantasyland.cards") == dict.fromkeys(CARD_KEYS, UNKNOWN)
    assert stated.note("fantasyland.cards") == (
        "the hand states fixed Fantasyland, and spartan_refant14 does not know how many cards that deals"
    )
    same = rules("spartan_refant14").with_options(fantasyland="progressive")
    assert same.value("fantasyland.cards") == {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}


def test_one_hand() -> None:
    assert rules("pokerbet").with_options(one_hand=True).value("match.length") == "one_hand"
    assert rules("pokerbet").with_options(one_hand=False).value("match.length") == "players"
    back = rules("pokerbet").with_options(one_hand=True).with_options(one_hand=False)
    assert back.value("match.length") is UNKNOWN
    assert back.note("match.length") == "the hand states a match of several hands, and pokerbet does not know how many"


def test_a_room_without_matches_cannot_have_one_of_one_hand() -> None:
    room = rules("upoker_refant14")
    stated = room.with_options(one_hand=True)
    assert stated.value("match.length") is UNKNOWN
    assert stated.note("match.length") == "the hand states a match of one hand, and upoker_refant14 has no matches"
    assert room.with_options(one_hand=False) is room
    capped = room.with_options(match_cap="50.00")
    assert capped.value("settlement.match_cap") is UNKNOWN
    assert (
        capped.note("settlement.match_cap")
        == "the hand states a stake of the match, and upoker_refant14 has no matches"
    )


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("50.00", "50.00"),
        ("50", "50.00"),
        (Decimal("50.0000"), "50.00"),
        (Decimal("1E+2"), "100.00"),
        ("0.1234", "0.1234"),
    ],
)
def test_match_cap_has_one_spelling(said: Decimal | str, value: str) -> None:
    assert rules("pokerbet").with_options(match_cap=said).value("settlement.match_cap") == value


@pytest.mark.parametrize("said", ["0", "0.00", "-5", "0.00001", "1,5", "", Decimal("-1")])
def test_match_caps_that_cannot_be(said: Decimal | str) -> None:
    assert rules("pokerbet").with_options(match_cap=said).value("settlement.match_cap") is UNKNOWN


def changed(before: RuleSet, after: RuleSet) -> set[str]:
    return {key for key in all_parameters() if before.value(key) != after.value(key)}


# A user's own


def test_a_users_file_extends_ours_and_fills_in_what_is_unknown(tmp_path: Path) -> None:
    body = '[score]\nmethod = { value = "2-4", source = "the table\'s lobby", note = "since 2025" }'
    own = load_mine(tmp_path, body)
    assert own.value("score.method") == "2-4"
    assert own.source("score.method") == "the table's lobby"
    assert own.note("score.method") == "since 2025"
    assert own.sites == ("pokerbet",)
    assert own.basis == rules("pokerbet").basis
    assert own.source("score.row_points") == "as in pokerbet: document 000, The points calculating rules"
    assert own.digest == rules("pokerbet").with_options(scoring="2-4").digest
    assert own.with_options(fantasyland="progressive").value("fantasyland.cards")["trips"] == 17  # type: ignore[index,call-overload]
    assert sorted(load_rules()) == sorted(SHIPPED)


def test_a_users_file_extends_one_of_ours_that_extends_another(tmp_path: Path) -> None:
    own = load_mine(tmp_path, extends="pokerbet_progressive")
    assert own.digest == rules("pokerbet_progressive").digest
    assert own.with_options(fantasyland="fixed").digest == rules("pokerbet").digest


def test_a_users_file_fills_in_royalties(tmp_path: Path) -> None:
    cells = "\n".join(
        f'{row}.{cell} = {{ value = {points}, source = "the lobby" }}'
        for row, cell, points in [
            *(("middle", "trips", 1), ("middle", "straight", 3), ("middle", "flush", 5), ("middle", "full_house", 7)),
            *(("bottom", "straight", 2), ("bottom", "flush", 4), ("bottom", "full_house", 6)),
        ]
    )
    own = load_mine(tmp_path, f"[royalties.russian]\n{cells}")
    table = own.with_options(royalties="russian").royalty_table()
    assert list(table.row("middle").values()) == [1, 3, 5, 7, 20, 30, 50]
    assert table.source("middle", "flush") == "the lobby"
    assert shared_tables()["russian"].row("middle")["flush"] is UNKNOWN
    later = tmp_path / "later"
    later.mkdir()
    write(later, "other", mine(name="other", extends="mine"))
    again = load_rules([tmp_path, later])["other"].with_options(royalties="russian")
    assert again.royalty_table().row("middle")["flush"] == 5
    assert again.digest == own.with_options(royalties="russian").digest


def test_a_later_folder_extends_an_earlier(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()
    write(first, "mine", mine())
    write(second, "yours", mine(name="yours", extends="mine"))
    assert load_rules([first, second])["yours"].digest == rules("pokerbet").digest
    with pytest.raises(ValueError, match=r'yours\.toml: extends: no rule set "mine"; allowed: "arena_classic", '):
        load_rules([second])


def test_files_are_read_anew(tmp_path: Path) -> None:
    assert load_mine(tmp_path).value("deal.players_max") == 3
    assert load_mine(tmp_path, '[deal]\nplayers_max = { value = 2, source = "x" }').value("deal.players_max") == 2


def test_a_whole_rule_set_may_extend_nothing(tmp_path: Path) -> None:
    text = (data_dir("schemas") / "rules" / "spartan_refant14.toml").read_text("utf-8")
    write(tmp_path, "mine", text.replace('id = "spartan_refant14"', 'id = "mine"'))
    assert load_rules([tmp_path])["mine"].digest == rules("spartan_refant14").digest


ERRORS = {
    "unknown key": (
        "scor = 1",
        (
            'unknown key "scor"; allowed: "id", "title", "basis", "sites", "extends", "deal", "board", '
            '"score", "fantasyland", "settlement", "match", "clock", "tournament", "options", "royalties", "dates"'
        ),
    ),
    "unknown parameter": (
        ('[deal]\nplayer = { value = 2, source = "x" }'),
        ('deal.player: unknown parameter; allowed: "players_min", "players_max", "streets", "placed", "deck"'),
    ),
    "section": (
        "deal = 3",
        "deal: must be a table of parameters",
    ),
    "bare value": (
        ('[score]\nmethod = "1-6"'),
        'score.method: must be { value = …, source = "…" }, with a note if need be',
    ),
    "no value": (
        ('[score]\nmethod = { source = "x" }'),
        'score.method: has no value; write "unknown" where no source gives one',
    ),
    "no source": (
        ('[score]\nmethod = { value = "1-6" }'),
        (
            "score.method: has no source; allowed: document and section, recorded hands with how many, "
            "or [decision] and why"
        ),
    ),
    "blank source": (
        ('[score]\nmethod = { value = "unknown", source = " " }'),
        (
            "score.method: has no source; allowed: document and section, recorded hands with how many, "
            "or [decision] and why"
        ),
    ),
    "entry key": (
        ('[score]\nmethod = { value = "1-6", source = "x", why = "y" }'),
        'score.method: unknown key "why"; allowed: "value", "source", "note"',
    ),
    "note": (
        ('[score]\nmethod = { value = "1-6", source = "x", note = 3 }'),
        "score.method: its note must be text",
    ),
    "choice": (
        ('[score]\nmethod = { value = "3-5", source = "x" }'),
        'score.method: "3-5" is impossible; allowed: "1-6", "2-4" or "unknown"',
    ),
    "int": (
        ('[score]\nscoop_bonus = { value = 21, source = "x" }'),
        'score.scoop_bonus: 21 is impossible; allowed: a whole number from 0 to 20 or "unknown"',
    ),
    "true is no number": (
        ('[score]\nscoop_bonus = { value = true, source = "x" }'),
        'score.scoop_bonus: True is impossible; allowed: a whole number from 0 to 20 or "unknown"',
    ),
    "float": (
        ('[score]\nscoop_bonus = { value = 3.0, source = "x" }'),
        'score.scoop_bonus: 3.0 is impossible; allowed: a whole number from 0 to 20 or "unknown"',
    ),
    "number choice": (
        ('[deal]\ndeck = { value = 54, source = "x" }'),
        'deal.deck: 54 is impossible; allowed: 52 or "unknown"',
    ),
    "bool": (
        ('[board]\nequal_rows_legal = { value = "yes", source = "x" }'),
        'board.equal_rows_legal: "yes" is impossible; allowed: true, false or "unknown"',
    ),
    "cards on stay": (
        ('[fantasyland]\ncards_on_stay = { value = 18, source = "x" }'),
        (
            "fantasyland.cards_on_stay: 18 is impossible; allowed: a whole number from 13 to 17, "
            '"as_before", "none" or "unknown"'
        ),
    ),
    "ints": (
        ('[deal]\nstreets = { value = [5, 0], source = "x" }'),
        'deal.streets: 5, 0 is impossible; allowed: a list of whole numbers from 1 to 13 or "unknown"',
    ),
    "rate": (
        ('[settlement]\nrake_rate = { value = "1.5", source = "x" }'),
        (
            'settlement.rake_rate: "1.5" is impossible; allowed: a decimal below 1 in quotes, such as '
            '"0.03" or "unknown"'
        ),
    ),
    "match cap": (
        ('[settlement]\nmatch_cap = { value = "-1", source = "x" }'),
        (
            'settlement.match_cap: "-1" is impossible; allowed: an amount above 0 with at most four '
            'decimals in quotes, "none" or "unknown"'
        ),
    ),
    "text": (
        ('[fantasyland]\norder_of_play = { value = "", source = "x" }'),
        'fantasyland.order_of_play: "" is impossible; allowed: text or "unknown"',
    ),
    "choices": (
        ('[tournament]\nplaces = { value = ["left_of_button", "left_of_button"], source = "x" }'),
        (
            'tournament.places: "left_of_button", "left_of_button" is impossible; allowed: a list of '
            '"later_elimination", "stack_before_match", "left_of_button", "earlier_registration", each '
            'once or "unknown"'
        ),
    ),
    "royalties": (
        ('[score]\nroyalties = { value = "finnish", source = "x" }'),
        ('score.royalties: "finnish" is impossible; allowed: "american", "none", "russian" or "unknown"'),
    ),
    "players": (
        ('[deal]\nplayers_min = { value = 4, source = "x" }'),
        "deal.players_max: 3 is less than deal.players_min, 4",
    ),
    "too many players": (
        ('[deal]\nplayers_max = { value = 4, source = "x" }'),
        "deal.players_max: 4 players take 68 cards of 52",
    ),
    "placed": (
        ('[deal]\nplaced = { value = [5, 2, 2, 2, 1], source = "x" }'),
        "deal.placed: places 12 cards; allowed is 13 in all",
    ),
    "streets": (
        ('[deal]\nstreets = { value = [5, 3, 3, 3, 1], source = "x" }'),
        "deal.placed: each street must place cards, and no more than deal.streets deals",
    ),
    "rows": (
        ('[board]\nrow_sizes = { value = [3, 5, 4], source = "x" }'),
        "board.row_sizes: [3, 5, 4] is impossible; allowed: [3, 5, 5]",
    ),
    "fixed cards": (
        ('[fantasyland]\ncards = { value = { QQ = 14, KK = 15, AA = 14, trips = 14 }, source = "x" }'),
        "fantasyland.cards: differ by the top; a fixed Fantasyland has one number for all",
    ),
    "fixed option": (
        (
            "[options.fantasyland.fixed]\n"
            '"fantasyland.cards" = { value = { QQ = 14, KK = 15, AA = 14, trips = 14 }, source = "x" }'
        ),
        ("options.fantasyland.fixed: fantasyland.cards: differ by the top; a fixed Fantasyland has one number for all"),
    ),
    "option": (
        "[options.jokers.two]",
        (
            'options.jokers.two: unknown option "jokers"; allowed: "fantasyland", "match_cap", '
            '"one_hand", "royalties", "royalty_settlement", "scoring"'
        ),
    ),
    "option value": (
        "[options.fantasyland.wild]",
        'options.fantasyland.wild: unknown value "wild"; allowed: "fixed", "progressive"',
    ),
    "option without": (
        "[options.match_cap.none]",
        "options.match_cap.none: nothing can be tied to this option",
    ),
    "option parameter": (
        ('[options.one_hand.true]\n"match.len" = { value = 1, source = "x" }'),
        (
            'options.one_hand.true: match.len: unknown parameter; allowed: "length", "early_end", "fantasy_after_end", "joining"'
        ),
    ),
    "option shape": (
        "options = 1",
        "options: must be tables such as [options.fantasyland.progressive]",
    ),
    "option flat": (
        ("[options]\none_hand = 1"),
        "options.one_hand: must be tables such as [options.fantasyland.progressive]",
    ),
    "option entry": (
        ("[options.one_hand]\ntrue = 1"),
        "options.one_hand.true: must be a table of parameters",
    ),
    "royalty row": (
        "[royalties.russian.front]",
        'royalties.russian: unknown row "front"; allowed: "top", "middle", "bottom"',
    ),
    "royalty hand": (
        ('[royalties.russian.middle]\npair = { value = 1, source = "x" }'),
        (
            'royalties.russian.middle.pair: unknown hand; allowed: "trips", "straight", "flush", '
            '"full_house", "quads", "straight_flush", "royal_flush"'
        ),
    ),
    "royalty points": (
        ('[royalties.russian.middle]\nflush = { value = -1, source = "x" }'),
        ('royalties.russian.middle.flush: -1 is impossible; allowed: a whole number from 0 to 1000 or "unknown"'),
    ),
    "royalty table": (
        ('[royalties.finnish.top]\n66 = { value = 1, source = "x" }'),
        'royalties.finnish.top.77: is missing; give it points and a source, or "unknown" and why',
    ),
    "royalty name": (
        "[royalties.none]",
        'royalties.none: this name is taken; allowed is any but "none", "unknown"',
    ),
    "royalties shape": (
        "royalties = 1",
        "royalties: must be tables such as [royalties.russian.middle]",
    ),
    "sites": (
        "sites = []",
        'sites: must be a list of site names, such as ["pokerbet"]',
    ),
    "basis": (
        'basis = ""',
        "basis: must be text",
    ),
}


@pytest.mark.parametrize("case", ERRORS)
def test_errors_name_file_key_and_what_is_allowed(tmp_path: Path, case: str) -> None:
    body, message = ERRORS[case]
    with pytest.raises(ValueError) as caught:
        load_mine(tmp_path, body)
    assert str(caught.value) == f"{tmp_path}/mine.toml: {message}"


def test_cards_must_name_every_top(tmp_path: Path) -> None:
    with pytest.raises(ValueError) as caught:
        load_mine(tmp_path, '[fantasyland]\ncards = { value = { QQ = 14 }, source = "x" }')
    assert str(caught.value).endswith(
        'allowed: a table of QQ, KK, AA, trips, each a whole number from 13 to 17 or "unknown"'
    )


def check_error(folder: Path, message: str) -> None:
    with pytest.raises(ValueError) as caught:
        load_rules([folder])
    assert str(caught.value) == message


def test_a_missing_parameter(tmp_path: Path) -> None:
    text = (data_dir("schemas") / "rules" / "spartan_refant14.toml").read_text("utf-8")
    text = text.replace('id = "spartan_refant14"', 'id = "mine"')
    lines = [line for line in text.splitlines() if not line.startswith("scoop_bonus")]
    write(tmp_path, "mine", "\n".join(lines))
    check_error(
        tmp_path,
        f'{tmp_path}/mine.toml: score.scoop_bonus: is missing; give it a value and a source, or "unknown" and why',
    )


@pytest.mark.parametrize("key", ["id", "title", "basis"])
def test_a_missing_heading(tmp_path: Path, key: str) -> None:
    text = (data_dir("schemas") / "rules" / "spartan_refant14.toml").read_text("utf-8")
    write(tmp_path, "mine", re.sub(rf"(?m)^{key} = .*\n", "", text.replace('id = "spartan_refant14"', 'id = "mine"')))
    check_error(tmp_path, f"{tmp_path}/mine.toml: {key}: must be text")


def test_an_id_other_than_the_file(tmp_path: Path) -> None:
    write(tmp_path, "mine", mine(name="yours"))
    check_error(tmp_path, f'{tmp_path}/mine.toml: id: is "yours"; file and rule set have one name')


def test_an_id_that_is_taken(tmp_path: Path) -> None:
    write(tmp_path, "pokerbet", mine(name="pokerbet", extends="pokerbet_progressive"))
    check_error(
        tmp_path, f'{tmp_path}/pokerbet.toml: id: "pokerbet" is taken; choose another and let it extend that one'
    )


def test_extending_nothing_known(tmp_path: Path) -> None:
    write(tmp_path, "mine", mine(extends="pokerbot"))
    known = ", ".join(f'"{name}"' for name in sorted(SHIPPED))
    check_error(tmp_path, f'{tmp_path}/mine.toml: extends: no rule set "pokerbot"; allowed: {known}')
    write(tmp_path, "mine", 'id = "mine"\ntitle = "Mine"\nextends = ["pokerbet"]\n')
    check_error(tmp_path, f'{tmp_path}/mine.toml: extends: no rule set "pokerbet"; allowed: {known}')


def test_extending_in_a_circle(tmp_path: Path) -> None:
    write(tmp_path, "mine", mine(extends="mine"))
    check_error(tmp_path, f"{tmp_path}/mine.toml: extends: goes in a circle: mine → mine")
    write(tmp_path, "mine", mine(extends="yours"))
    write(tmp_path, "yours", mine(name="yours", extends="mine"))
    check_error(tmp_path, f"{tmp_path}/mine.toml: extends: goes in a circle: mine → yours → mine")


def test_extending_over_two_levels(tmp_path: Path) -> None:
    write(tmp_path, "a", mine(name="a", extends="b"))
    write(tmp_path, "b", mine(name="b", extends="pokerbet"))
    check_error(
        tmp_path,
        f'{tmp_path}/a.toml: extends: "b" extends "pokerbet" itself; '
        'allowed is one level within a folder: extend "pokerbet"',
    )


def test_files_that_are_no_toml(tmp_path: Path) -> None:
    path = write(tmp_path, "mine", "id = ")
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: not readable as TOML: Invalid value"):
        load_rules([tmp_path])
    path.write_bytes(b'id = "\xff"')
    with pytest.raises(ValueError, match=f"^{re.escape(str(path))}: not readable as TOML: 'utf-8' codec"):
        load_rules([tmp_path])


def test_folders_without_rule_sets(tmp_path: Path) -> None:
    check_error(tmp_path, f"{tmp_path}: holds no rule set (a file such as my_rules.toml)")
    with pytest.raises(FileNotFoundError, match=r"^no folder of rule sets: "):
        load_rules([tmp_path / "nowhere"])


def test_cells_must_be_a_table() -> None:
    with pytest.raises(ValueError, match=r'^here: must be a table of "top", "middle", "bottom"$'):
        parse_cells(3, "here")
    with pytest.raises(ValueError, match=r'^here\.bottom: must be a table of "trips", '):
        parse_cells({"bottom": 3}, "here")


# Digest


def test_digest_does_not_depend_on_the_order_of_keys(tmp_path: Path) -> None:
    lines = ['row_points = { value = 2, source = "x" }', 'scoop_bonus = { value = 4, source = "y" }']
    first = load_mine(tmp_path, "\n".join(["[score]", *lines])).digest
    clock = '[clock]\nhand_seconds = { value = 120, source = "z" }'
    second = load_mine(tmp_path, "\n".join([clock, "[score]", *reversed(lines)])).digest
    assert first == second
    assert re.fullmatch("[0-9a-f]{64}", first)


def test_digest_changes_with_each_value_and_with_royalties(tmp_path: Path) -> None:
    bodies = [
        "",
        '[score]\nrow_points = { value = 2, source = "x" }',
        '[score]\nscoop_bonus = { value = "unknown", source = "x" }',
        '[fantasyland]\ncards = { value = { QQ = 14, KK = 14, AA = 14, trips = "unknown" }, source = "x" }\n'
        'mode = { value = "progressive", source = "x" }',
        '[royalties.american.middle]\nflush = { value = 9, source = "x" }',
    ]
    digests = [load_mine(tmp_path, body).digest for body in bodies]
    assert len(set(digests)) == len(bodies)
    assert digests[0] == rules("pokerbet").digest
    # A table that is not in force decides nothing.
    assert load_mine(tmp_path, '[royalties.russian.middle]\nflush = { value = 9, source = "x" }').digest == digests[0]


# In words


@pytest.mark.parametrize("name", SHIPPED)
def test_describe_covers_every_parameter(name: str) -> None:
    rows = describe(rules(name))
    keys = [row.key for row in rows if row.key in all_parameters()]
    assert keys == list(all_parameters())
    for row in rows:
        assert all((row.section, row.value, row.sentence, row.source)), row
        assert "{" not in row.sentence, row
        assert row.sentence.endswith("."), row
    assert len({row.key for row in rows}) == len(rows)


def test_describe_in_words() -> None:
    rows = {row.key: row for row in describe(rules("pokerbet"))}
    assert rows["score.scoop_bonus"] == (
        "score",
        "score.scoop_bonus",
        "3",
        "Under 1-6 scoring, winning all three rows adds 3 points; two wins and a tie add none.",
        "document 000, The points calculating rules, second method",
        "",
    )
    assert rows["score.method"].value == "unknown"
    assert rows["score.method"].sentence == (
        "Not known: whether rows are scored 1-6 (a bonus for all three rows) or 2-4 (a bonus for most of the rows)."
    )
    assert rows["board.equal_rows_legal"].value == "yes"
    assert rows["royalties.american.bottom"].sentence == (
        "Royalties on the bottom: straight = 2, flush = 4, full house = 6, quads = 10, straight flush = 15, "
        "royal flush = 25; nothing for less."
    )
    assert rows["fantasyland progressive: fantasyland.cards"].sentence == (
        "Where the hand states fantasyland progressive: "
        "Cards dealt in Fantasyland by the top that earned it: QQ 14, KK 15, AA 16, trips 17."
    )


def test_describe_says_what_no_check_looks_at() -> None:
    said = {row.key: row.sentence for row in describe(rules("spartan_refant14")) if "Not audited" in row.sentence}
    assert said == {
        "fantasyland.order_of_play": "Not known: in which order players set their cards in a fantasy hand. "
        "Not audited: who set his cards when leaves no trace in a record.",
        "settlement.minimum_buy_in": "Not known: what a player must bring to the table at least. "
        "Not audited: what was brought to the table leaves no trace in a record.",
    }


def test_describe_of_unknown_and_absent_royalties() -> None:
    russian = {row.key: row for row in describe(rules("pokerbet").with_options(royalties="russian"))}
    assert russian["royalties.russian.bottom"].value == (
        "straight = unknown, flush = unknown, full house = unknown, quads = 10, straight flush = 15, royal flush = 25"
    )
    assert russian["royalties.russian.bottom"].sentence.endswith(
        "nothing for less. What is unknown here cannot be verified."
    )
    for royalties in ("none", "finnish"):
        rows = describe(rules("pokerbet").with_options(royalties=royalties))
        assert not [row for row in rows if row.key.startswith("royalties.")]
    off = {row.key: row for row in describe(rules("pokerbet").with_options(royalties="none"))}
    assert off["score.royalties"].sentence == "No royalties are paid."


def test_every_possible_word_has_a_sentence() -> None:
    for parameter in all_parameters().values():
        assert parameter.meaning.endswith(".")
        values: list[object] = [*parameter.values, *([True, False] if parameter.type == "bool" else [])]
        for value in values:
            if isinstance(parameter.words, dict) and parameter.type != "choices":
                word = str(value).lower() if isinstance(value, bool) else str(value)
                assert word in parameter.words or "*" in parameter.words, (parameter.key, value)
