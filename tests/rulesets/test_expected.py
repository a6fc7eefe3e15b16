"""Every value of every rule set that ships, parameter by parameter, written from the papers and not from the files."""

from typing import Any

import pytest

from ofc_audit.rulesets import UNKNOWN, RuleSet, all_parameters, load_rules
from ofc_audit.rulesets.catalogue import CARD_KEYS
from rulesets.files import SHIPPED, rules

POKERBET = "pokerbet pokerbet_one_hand pokerbet_progressive"
OPENFACE = "openface_classic openface_pineapple"
QUADNET = "quadnet quadnet_one_hand quadnet_progressive"
NETWORK = f"{QUADNET} pokerninja"
NORWAY = "norway_tournament"
ARENA = "arena_classic arena_pineapple arena_progressive"
UPOKER = "upoker_progressive17 upoker_refant14"
CLUBS = f"pppoker_progressive17 pppoker_refant14 {UPOKER}"
RECORDED = f"{CLUBS} spartan_refant14"
CLASSIC = "openface_classic arena_classic"
KEEPS = "pppoker_progressive17 upoker_progressive17"
REST = "*"
KNOWN = object()
"""Stands for any text: its words are nobody's money."""


def cards(*numbers: Any) -> tuple[tuple[str, Any], ...]:
    """A table of cards by top, as something that can be compared."""
    return tuple(zip(CARD_KEYS, numbers, strict=True))


EXPECTED: dict[str, list[tuple[Any, str]]] = {
    "deal.players_min": [(2, REST)],
    "deal.players_max": [(4, CLASSIC), (3, REST)],
    "deal.streets": [((5, 1, 1, 1, 1, 1, 1, 1, 1), CLASSIC), ((5, 3, 3, 3, 3), REST)],
    "deal.placed": [((5, 1, 1, 1, 1, 1, 1, 1, 1), CLASSIC), ((5, 2, 2, 2, 2), REST)],
    "deal.deck": [(52, REST)],
    "board.row_sizes": [((3, 5, 5), REST)],
    "board.equal_rows_legal": [(True, REST)],
    "score.method": [(UNKNOWN, f"{POKERBET} {OPENFACE} {QUADNET}"), ("1-6", REST)],
    "score.row_points": [(1, REST)],
    "score.scoop_bonus": [(3, REST)],
    "score.majority_bonus": [(1, REST)],
    "score.foul_fine_1_6": [(6, REST)],
    "score.foul_fine_2_4": [(6, OPENFACE), (4, REST)],
    "score.both_foul": [(0, REST)],
    "score.royalties": [(UNKNOWN, f"{OPENFACE} {QUADNET}"), ("american", REST)],
    "score.royalty_settlement": [("difference", REST)],
    "fantasyland.entry": [("QQ", REST)],
    "fantasyland.mode": [
        ("fixed", f"pokerbet pokerbet_one_hand {OPENFACE} quadnet pokerninja arena_classic arena_pineapple"),
        ("progressive", REST),
    ],
    "fantasyland.cards": [
        (cards(13, 13, 13, 13), CLASSIC),
        (cards(14, 14, 14, 14), "pokerbet pokerbet_one_hand openface_pineapple quadnet pokerninja arena_pineapple"),
        (cards(14, 15, 16, 16), "pppoker_progressive17"),
        (cards(14, 15, 16, UNKNOWN), "pppoker_refant14 upoker_progressive17 upoker_refant14"),
        (cards(*[UNKNOWN] * 4), NORWAY),
        (cards(14, 15, 16, 17), REST),
    ],
    "fantasyland.stay": [("none", NORWAY), ("allowed", REST)],
    "fantasyland.stay_top": [("none", NORWAY), ("trips", REST)],
    "fantasyland.stay_middle": [
        ("full_house_or_better", f"openface_classic {NETWORK}"),
        ("better_than_full_house", "openface_pineapple"),
        ("none", REST),
    ],
    "fantasyland.stay_bottom": [("none", NORWAY), ("quads_or_better", REST)],
    "fantasyland.cards_on_stay": [(13, CLASSIC), ("as_before", KEEPS), ("none", NORWAY), (14, REST)],
    "fantasyland.stay_limit": [(1, OPENFACE), (0, REST)],
    "fantasyland.button": [("moves", f"{POKERBET} {RECORDED}"), ("stays", REST)],
    "fantasyland.extends_match": [(1, f"{POKERBET} {NETWORK}"), (0, REST)],
    "fantasyland.price_frozen": [(True, NORWAY), (False, f"{RECORDED} {ARENA}"), (UNKNOWN, REST)],
    "fantasyland.order_of_play": [(UNKNOWN, f"{OPENFACE} {RECORDED}"), (KNOWN, REST)],
    "settlement.scope": [("match", NETWORK), ("hand", REST)],
    "settlement.method": [("pool", "pppoker_progressive17 pppoker_refant14"), (UNKNOWN, UPOKER), ("pairs", REST)],
    "settlement.pair_order": [("button_first", NORWAY), ("left_of_button_first", REST)],
    "settlement.cap": [("loser_or_both", NETWORK), (UNKNOWN, UPOKER), ("none", ARENA), ("both", REST)],
    "settlement.cap_basis": [(UNKNOWN, CLUBS), ("running", REST)],
    "settlement.match_cap": [("none", REST)],
    "settlement.busted_pair_claims": [("any", f"{POKERBET} {OPENFACE} {NORWAY}"), ("uncapped", REST)],
    "settlement.rake_when": [
        (UNKNOWN, f"{POKERBET} {OPENFACE}"),
        ("match_end", NETWORK),
        ("hand", CLUBS),
        ("none", REST),
    ],
    "settlement.rake_rate": [("0", f"spartan_refant14 {NORWAY} {ARENA}"), (UNKNOWN, REST)],
    "settlement.rake_rounding": [("none", f"spartan_refant14 {NORWAY} {ARENA}"), (UNKNOWN, REST)],
    "settlement.rake_unit": [("none", f"spartan_refant14 {NORWAY} {ARENA}"), (UNKNOWN, REST)],
    "settlement.rake_minimum": [("none", f"spartan_refant14 {NORWAY} {ARENA}"), (UNKNOWN, REST)],
    "settlement.rake_cap": [("none", f"spartan_refant14 {NORWAY} {ARENA}"), (UNKNOWN, REST)],
    "settlement.rake_free": [("none", f"spartan_refant14 {NORWAY} {ARENA}"), (UNKNOWN, REST)],
    "settlement.rake_from": [
        ("nobody", f"spartan_refant14 {NORWAY} {ARENA}"),
        ("net_winners", f"{NETWORK} {CLUBS}"),
        (UNKNOWN, REST),
    ],
    "settlement.price": [("by_level", NORWAY), ("none", ARENA), ("per_hand", REST)],
    "settlement.minimum_buy_in": [(KNOWN, f"{POKERBET} {NORWAY} {ARENA}"), (UNKNOWN, REST)],
    "match.length": [
        ("players", "pokerbet pokerbet_progressive quadnet quadnet_progressive pokerninja"),
        ("one_hand", "pokerbet_one_hand quadnet_one_hand"),
        ("no_match", REST),
    ],
    "match.early_end": [("one_has_everything", f"{POKERBET} {NETWORK}"), ("none", REST)],
    "match.fantasy_after_end": [("played", POKERBET), ("none", NETWORK), ("no_match", REST)],
    "match.joining": [
        ("no", POKERBET),
        ("nobody_joins", NETWORK),
        ("between_hands", "pppoker_progressive17 pppoker_refant14 spartan_refant14"),
        (UNKNOWN, REST),
    ],
    "clock.hand_seconds": [(120, f"{POKERBET} {OPENFACE}"), (UNKNOWN, REST)],
    "clock.time_bank_seconds": [(180, f"{POKERBET} {OPENFACE}"), (UNKNOWN, REST)],
    "clock.auto_order": [("bottom_middle_top", f"{POKERBET} {OPENFACE} {NETWORK}"), (UNKNOWN, REST)],
    "tournament.places": [
        (("later_elimination", "stack_before_match", "left_of_button", "earlier_registration"), POKERBET),
        (UNKNOWN, REST),
    ],
    "tournament.bounty": [("last_winning_comparison", POKERBET), (UNKNOWN, REST)],
}


def expected(key: str, name: str) -> Any:
    """What the papers say of a parameter in a rule set."""
    return next(value for value, names in EXPECTED[key] if names == REST or name in names.split())


def test_every_parameter_is_expected_in_every_rule_set() -> None:
    assert list(EXPECTED) == list(all_parameters())
    for key, values in EXPECTED.items():
        named = [name for _, names in values if names != REST for name in names.split()]
        assert set(named) <= set(SHIPPED), key
        assert len(named) == len(set(named)), key
        assert [names for _, names in values].count(REST) == 1, key


@pytest.mark.parametrize("name", SHIPPED)
def test_values(name: str) -> None:
    shipped = rules(name)
    for key in all_parameters():
        value, want = shipped.value(key), expected(key, name)
        if key == "fantasyland.cards":
            assert cards(*(value[top] for top in CARD_KEYS)) == want, key  # type: ignore[index, call-overload]
        elif want is KNOWN:
            assert isinstance(value, str), key
        else:
            assert value == want, key
            assert type(value) is type(want), key


def sources(shipped: RuleSet) -> dict[str, str]:
    """The source of each value, those of options and notes included."""
    found = {key: shipped.source(key) for key in all_parameters()}
    for (option, word), block in shipped.options.items():
        found |= {f"options.{option}.{word}.{key}": given.source for key, given in block.items()}
    return found


@pytest.mark.parametrize(
    ("names", "document"),
    [(POKERBET, "000"), (OPENFACE, "001"), (QUADNET, "002"), ("pokerninja", "003"), (NORWAY, "004")],
)
def test_rule_sets_of_documents_rest_on_theirs(names: str, document: str) -> None:
    """Each value comes from the document of the rule set, from one of its network, or from a decision that is argued."""
    for name in names.split():
        own = [key for key, source in sources(rules(name)).items() if f"document {document}" in source]
        assert len(own) > (25 if name == "pokerninja" else 30), name
        assert f"document {document}, {document}_" in rules(name).basis
        for key, source in sources(rules(name)).items():
            network = name in NETWORK.split() and "same network" in source
            assert f"document {document}" in source or network or "[decision]" in source or "no document" in source, key


@pytest.mark.parametrize("name", [*ARENA.split(), *RECORDED.split()])
def test_rule_sets_of_records_count_them(name: str) -> None:
    kind = "arena logs" if name in ARENA.split() else "recorded hands"
    counted = [key for key, source in sources(rules(name)).items() if kind in source and " of " in source]
    assert len(counted) > (15 if name in ARENA.split() else 25)


def test_decisions_are_argued() -> None:
    for name, shipped in load_rules().items():
        for key, source in sources(shipped).items():
            if source.endswith("[decision]"):
                # The argument stands before it, as the rest of what the document says.
                assert len(source) > 60, (name, key)
            elif "[decision]" in source:
                assert len(source.split("[decision]")[1].split()) >= 3, (name, key)


@pytest.mark.parametrize("name", POKERBET.split())
def test_the_button_once_stood_still_and_nobody_knows_until_when(name: str) -> None:
    assert rules(name).note("fantasyland.button").startswith("PokerMatch, and Pokerbet after it, once kept the button")
