"""Facts from rule pages that span hands, or the deal of one: each as hands at a table, through the whole program.

The kinds of `rule_cases.json` that are not of the scorer alone. Each is written as an example of a rule book and run as those are: what it
says must be verified, and what is changed must be found.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ofc_audit.rulesets import load_rules
from ofc_audit.rulesets.catalogue import all_parameters
from rules.casefile import read_book
from rules.compare import not_found, otherwise
from rules.runner import Run

pytestmark = pytest.mark.handed

Case = dict[str, Any]
QUEENS = "Qh Qd 4c / 9s 9c 5d 5h 2c / Ah Kh 8h 6h 3h"
JACKS = "Js Jd 4c / 9s 9c 5d 5h 2c / Ah Kh 8h 6h 3h"
FIVES = "5c 5d 5s / 9s 9c 9d 4c 2c / Ah Kh 8h 6h 3h"
OTHER = "Jc Td 3s / 7c 7d 6s 4d 2h / Ks Kc 8d 8c As"
THIRD = "2d 3c Tc / Th 9h 8s 7s 6c / Qs Qc Ts 3d 4h"
LOSER = "2d 3c 9d / Tc Th 5c 6d 7s / Qs Qc Ts 3d 4h"
"""Loses 16 to the jacks and one to the other."""
KINGS = "Kd Ks 3s / As Ac 6s 4d 2h / 7c 7d 7s Td Tc"
FOUR = (
    "Jh Td 4c / 7s 7h 6s 5d 2c / Ah Kh 8h 6h 3h",
    "Js Tc 4d / 9s 9d 5c 5h 2h / Ks Kc 8d 8c As",
)
"""Two boards, the second of which loses four points."""
HEADS = {
    "pokerbet": "site: pokerbet\ntable: 1-6, royalties american, 1.00 UAH a point, stacks 1000.00, matches",
    "pokerbet_one_hand": "site: pokerbet\ntable: 1-6, royalties american, 1.00 UAH a point, stacks 1000.00, matches",
    "norway_tournament": "site: norway\ntable: 100 chips a point, stacks 900000.00, tournament 1",
}


def told(folder: Path, rules: str, lines: list[str]) -> list[str]:
    """What the program says otherwise than one example under a rule set."""
    return told_together(folder, rules, {"One": lines})


def told_together(folder: Path, rules: str, examples: dict[str, list[str]]) -> list[str]:
    """What the program says otherwise than some examples under a rule set, by heading, all in one build."""
    path = folder / f"{rules}.cases"
    texts = [line for heading, lines in examples.items() for line in (f"### {heading}", *lines)]
    path.write_text("\n".join([f"# {rules}", HEADS[rules], *texts]) + "\n", "utf-8")
    book = read_book(path)
    run = Run([book])
    assert [example.heading for example in book.examples] == list(examples)
    return [
        f"{example.heading}: {line}"
        for number, example in enumerate(book.examples)
        for line in otherwise(example, run.as_it_stands(0, number)) + not_found(example, run.changed(0, number))
    ]


def no_buy_in(case: Case, folder: Path) -> list[str]:
    """What was brought to a table leaves no trace in a hand: the rule is told, and said not to be audited."""
    assert case["expected"]["min_buyin"] == f"{case['rules']['min_points']} UAH"
    assert "minimum number of points" in str(load_rules()["pokerbet"].value("settlement.minimum_buy_in"))
    return [] if all_parameters()["settlement.minimum_buy_in"].not_audited else [f"{folder}: audited"]


def deal(case: Case, folder: Path) -> list[str]:
    """The cards of each player street by street, placed as the clock would: bottom, middle, top; two of three, the third thrown away."""
    boards, dealt = [], []
    for number in case["expected"]["order"]:
        streets = case["expected"][f"p{number}"]
        placed = [card for street in streets for card in (street if len(street) == 5 else street[:2])]
        name = f"Player{'abc'[number]}"
        boards.append(f"{name}: {' '.join(placed[10:])} / {' '.join(placed[5:10])} / {' '.join(placed[:5])}")
        dealt.append(f"{name} is dealt: " + " / ".join(f"{' '.join(street)} (auto)" for street in streets))
    return told(folder, "pokerbet", [*boards, *dealt, "layout verified"])


def match_lengths(case: Case, folder: Path) -> list[str]:
    """Matches of as many hands as said are verified; a hand fewer, or one more, is found."""
    examples: dict[str, dict[str, list[str]]] = {"pokerbet": {}, "pokerbet_one_hand": {}}
    for number, one in enumerate(case["cases"], 1):
        rules = "pokerbet_one_hand" if one.get("variant") == "one-hand" else "pokerbet"
        for n_hands in (one["hands"] - 1, one["hands"], one["hands"] + 1):
            if n_hands:
                lines = list(match(one["players"], one["fl_hands"], n_hands, one["hands"]))
                examples[rules][f"case {number} with {n_hands} hands"] = lines
    return [line for rules, some in examples.items() for line in told_together(folder, rules, some)]


def match(n_players: int, n_fantasy: int, n_hands: int, n_due: int) -> Iterator[str]:
    """A match of `n_hands`, the second and further ones in Fantasyland, as it should have `n_due`."""
    seats = ["Ana", "Bo", "Cy"][:n_players]
    for number in range(1, n_hands + 1):
        in_fantasy = 1 < number <= n_fantasy + 1
        goes_on = number <= n_fantasy
        ana = (FIVES if in_fantasy else QUEENS) if goes_on else JACKS
        yield f"hand {number}" + (": last of the match" if number == n_hands else "")
        for name in seats:
            board = {"Ana": ana, "Bo": OTHER, "Cy": THIRD}[name]
            yield f"{name}{' in Fantasyland 14' if in_fantasy and name == 'Ana' else ''}: {board}"
        if number == min(n_hands, n_due):
            yield "match verified" if n_hands == n_due else "found: match.length"
        seats = seats[1:] + seats[:1]


def price(case: Case, folder: Path) -> list[str]:
    """Points lost cost so many chips each."""
    per_point, lost, paid = (
        case["rules"]["chips_per_point"],
        case["expected"]["points_lost"],
        case["expected"]["chips_paid"],
    )
    lines = [
        f"table: {per_point} chips a point",
        f"Ana: {FOUR[0]} | points +{lost}, net +{paid}.00",
        f"Bo: {FOUR[1]} | points -{lost}, net -{paid}.00",
        f"Ana v Bo: points +{lost}, amount {paid}.00",
    ]
    return told(folder, "norway_tournament", lines)


def levels(case: Case, folder: Path) -> list[str]:
    """Level after level: the price of each is verified, and that of the level before is found in its second hand."""
    prices = case["expected"]["chips_per_point"]
    table = "table: levels " + " ".join(f"{level}={value}" for level, value in enumerate(prices, 1))
    lines, seats = [table], ["Ana", "Bo"]
    for number in range(1, 2 * len(prices) + 1):
        level = (number + 1) // 2
        is_late = number == 2 * len(prices)
        value = prices[level - 2] if is_late else prices[level - 1]
        lines.append(f"hand {number}: level {level}, {value} a point")
        for name in seats:
            won = "+" if name == "Ana" else "-"
            lines.append(f"{name}: {FOUR[name == 'Bo']} | points {won}4, net {won}{4 * value}.00")
        lines += ["money wrong", "found: tournament.price"] if is_late else []
        seats.reverse()
    return told(folder, "norway_tournament", lines)


def chain(case: Case, folder: Path) -> list[str]:
    """Prices and button through two fantasy hands."""
    prices, moves = case["expected"]["prices"], case["expected"]["button_moves_after"]
    boards = ({"Bo": QUEENS, "Anna": OTHER}, {"Bo": JACKS, "Anna": KINGS}, *[{"Bo": JACKS, "Anna": OTHER}] * 2)
    fantasy = [(), ("Bo",), ("Anna",), ()]
    lines, seats = ["table: levels 1=100 2=200"], ["Anna", "Bo"]
    for number, value in enumerate(prices):
        lines.append(f"hand {number + 1}: level {1 if number == 0 else 2}, {value} a point")
        lines += [
            f"{name}{' in Fantasyland 14' if name in fantasy[number] else ''}: {boards[number][name]}" for name in seats
        ]
        if number < len(moves) and moves[number]:
            seats.reverse()
    return told(folder, "norway_tournament", lines)


def bounty(case: Case, folder: Path) -> list[str]:
    """X loses some to the second player and the rest to the third, who has the bounty; the other way round is found."""
    assert case["expected"]["bounty"] == "P3"
    boards = {"Xen": LOSER, "Pat": JACKS, "Quin": OTHER}
    result = []
    for second, third, said in (("0.00", "5.00", "money verified"), ("5.00!", "0.00!", "found: tournament.bounty")):
        lines = ["table: one hand, tournament 1", "hand 1: last of the match"]
        lines.append(f"Xen (17.00): {boards['Xen']} | net -17.00")
        lines.append(f"Pat: {boards['Pat']} | net +32.00, bounty {second}")
        lines.append(f"Quin: {boards['Quin']} | net -15.00, bounty {third}")
        result += told(folder, "pokerbet", [*lines, *([] if said.startswith("money") else ["money wrong"]), said])
    return result


KINDS: dict[str, Callable[[Case, Path], list[str]]] = {
    "buyin": no_buy_in,
    "deal_sequence": deal,
    "match_length": match_lengths,
    "tournament_price": price,
    "tournament_levels": levels,
    "fl_transition": chain,
    "bounty": bounty,
}


@pytest.mark.parametrize("kind", list(KINDS))
def test_rule_cases_across_hands(shared: Path, tmp_path: Path, kind: str) -> None:
    of_kind = [
        case for case in json.loads((shared / "cases/rule_cases.json").read_text("utf-8")) if case["kind"] == kind
    ]
    assert of_kind
    assert [line for case in of_kind for line in KINDS[kind](case, tmp_path)] == []
