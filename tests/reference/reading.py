"""A rule set as the plain scorer reads it: for each rule the readings that are possible, one where it is known."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any, TypeVar

from ofc_audit.rulesets import UNKNOWN, RuleSet, all_parameters

T = TypeVar("T")


def agreed(values: Iterable[T | None]) -> T | None:
    """The one value in which all readings agree; None where they do not, or where one of them is unknown."""
    iterator = iter(values)
    first = next(iterator)
    for value in iterator:
        if value != first:
            return None
    return first


@dataclass(frozen=True)
class Reading:
    """What the plain scorer asks of a rule set. Tuples hold the answers that are possible; None is unknown."""

    equal_is_legal: bool | None
    methods: tuple[str, ...]
    row_points: int | None
    bonus: Mapping[str, int | None]
    fine: Mapping[str, int | None]
    both_foul: int | None
    royalties: Mapping[str, Mapping[str, int | None]]
    royalty_settlement: tuple[str, ...]
    entry: str | None
    cards: Mapping[str, int | None]
    stay: tuple[str, ...]
    stay_top: tuple[str, ...]
    stay_middle: tuple[str, ...]
    stay_bottom: tuple[str, ...]
    cards_on_stay: int | str | None
    stay_limit: int | None
    scope: tuple[str, ...]
    ways_to_settle: tuple[tuple[str, str, str], ...]
    """Cap (or pool), basis and order of the pairs; without a cap neither of the others matters, nor in a pool."""
    match_cap: tuple[str, ...]


def read_rules(rules: RuleSet) -> Reading:
    """A rule set as read; of an unknown choice every answer stays possible."""

    def known(key: str) -> Any:
        return _or_none(rules.value(key))

    def choice(key: str, *answers: Any) -> Any:
        value: Any = rules.value(key)
        return answers if value is UNKNOWN else all_parameters()[key].open.get(value, (value,))

    caps, bases = (
        choice("settlement.cap", "both", "loser", "none"),
        choice("settlement.cap_basis", "running", "starting"),
    )
    orders = choice("settlement.pair_order", "left_of_button_first", "button_first")
    methods = choice("settlement.method", "pairs", "pool")
    ways = [*product(caps, bases, orders)]
    if "pool" in methods and caps != ("none",):
        ways.append(("pool", bases[0], orders[0]))
    table = rules.royalty_table()
    rows = ("top", "middle", "bottom")
    return Reading(
        equal_is_legal=known("board.equal_rows_legal"),
        methods=choice("score.method", "1-6", "2-4"),
        row_points=known("score.row_points"),
        bonus={"1-6": known("score.scoop_bonus"), "2-4": known("score.majority_bonus")},
        fine={"1-6": known("score.foul_fine_1_6"), "2-4": known("score.foul_fine_2_4")},
        both_foul=known("score.both_foul"),
        royalties={row: {hand: _or_none(points) for hand, points in table.row(row).items()} for row in rows},
        royalty_settlement=choice("score.royalty_settlement", "difference", "winner_only"),
        entry=known("fantasyland.entry"),
        cards={top: _or_none(count) for top, count in known("fantasyland.cards").items()},
        stay=choice("fantasyland.stay", "allowed", "none"),
        stay_top=choice("fantasyland.stay_top", "trips", "none"),
        stay_middle=choice("fantasyland.stay_middle", "none", "full_house_or_better", "better_than_full_house"),
        stay_bottom=choice("fantasyland.stay_bottom", "quads_or_better", "none"),
        cards_on_stay=known("fantasyland.cards_on_stay"),
        stay_limit=known("fantasyland.stay_limit"),
        scope=choice("settlement.scope", "hand", "match"),
        ways_to_settle=tuple(dict.fromkeys(("none", bases[0], orders[0]) if way[0] == "none" else way for way in ways)),
        match_cap=choice("settlement.match_cap", "none", "any"),
    )


def _or_none(value: Any) -> Any:
    return None if value is UNKNOWN else value
