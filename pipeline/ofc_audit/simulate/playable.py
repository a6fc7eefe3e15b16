"""Which rule sets can be played: a room that plays has decided what a document leaves open, and pays by one reading."""

from collections.abc import Mapping
from typing import Any

from ofc_audit.cards import N_CARDS
from ofc_audit.rulesets import UNKNOWN, RuleSet
from ofc_audit.simulate.deal import deal_of

_ROOM = "decided by the simulated room"
_CARDS = {"QQ": 14, "KK": 15, "AA": 16, "trips": 17}
"""What a room deals where the rule set does not say: more for a better top, as progressive games do."""
_CAPS = ("both", "loser", "none")
_WORDS = {2: "two", 3: "three", 4: "four"}


def effective(rules: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    """The rule set with the table's options. Raises ValueError when hands under it cannot be played and paid."""
    played = rules.with_options(**options)
    if played.value("score.method") is UNKNOWN:
        raise ValueError(f"{rules.id}: score.method is unknown; give --option scoring=1-6 (or 2-4)")
    if any(given.value is UNKNOWN for given in played.royalty_table().cells.values()):
        raise ValueError(
            f"{rules.id}: some royalties are unknown (score.royalties); give --option royalties=american (or none)"
        )
    for key in (
        "settlement.scope",
        "match.length",
        "fantasyland.entry",
        "fantasyland.stay",
        "score.royalty_settlement",
    ):
        if played.value(key) is UNKNOWN:
            raise ValueError(f"{rules.id}: {key} is unknown, and nobody can play without it")
    if played.value("settlement.scope") == "match" and played.value("match.length") == "no_match":
        raise ValueError(f"{rules.id}: money is settled for the match, and there are no matches (match.length)")
    return played


def room_rules(played: RuleSet, cap: str | None) -> RuleSet:
    """The rule set by which the room counts and pays one settlement: what is unknown is decided.

    Cards of an unknown Fantasyland follow the top (14 to 17). `cap` is the room's reading of `settlement.cap` where
    that is not known, else both. A limit of stays, the stake of a match and the time of settlement are left out: they
    need more than one hand, and the tables keep them.
    """
    cards = played.value("fantasyland.cards")
    assert isinstance(cards, Mapping)
    decided: dict[str, Any] = {
        "fantasyland.cards": {top: n if isinstance(n, int) else _CARDS[top] for top, n in cards.items()},
        "fantasyland.stay_limit": 0,
        "settlement.scope": "hand",
        "settlement.match_cap": "none",
        "settlement.method": "pairs",
    }
    defaults = {
        "fantasyland.stay_top": "trips",
        "fantasyland.stay_middle": "none",
        "fantasyland.stay_bottom": "quads_or_better",
        "settlement.cap_basis": "running",
        "settlement.pair_order": "left_of_button_first",
    }
    decided |= {key: value for key, value in defaults.items() if played.value(key) is UNKNOWN}
    on_stay = played.value("fantasyland.cards_on_stay")
    if on_stay != "as_before" and not isinstance(on_stay, int):
        decided["fantasyland.cards_on_stay"] = 14
    if played.value("settlement.cap") not in _CAPS:
        decided["settlement.cap"] = cap or "both"
    elif cap is not None and cap != played.value("settlement.cap"):
        raise ValueError(f"{played.id}: settlement.cap is {played.value('settlement.cap')}, not {cap}")
    return played.with_values(decided, _ROOM)


def check_players(rules: RuleSet, n_players: set[int]) -> None:
    """Raises ValueError where the rule set, or a deck of 52 cards, has no room for so many players."""
    least, most = rules.value("deal.players_min"), rules.value("deal.players_max")
    low, high = (int(value) if isinstance(value, int) else limit for value, limit in ((least, 2), (most, 4)))
    high = min(high, N_CARDS // deal_of(rules).most)
    if not n_players or not n_players <= set(range(low, high + 1)):
        said = " or ".join(_WORDS[n] for n in range(low, high + 1)) or "no"
        raise ValueError(f"{rules.id}: a table has {said} players, not {', '.join(map(str, sorted(n_players)))}")
