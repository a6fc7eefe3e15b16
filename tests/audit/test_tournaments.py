"""Tournaments: the price of a point by level and through Fantasyland, places, and bounties; what cannot be told accuses nobody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from audit.hands import ANA, BO, CY, DAN, EVE, KINGS, Row, course_of, hand, rows_of, rules
from ofc_audit.audit.hands import audit_tables
from ofc_audit.audit.tournaments import audit_tournaments
from ofc_audit.audit.view import View
from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import score_tables
from ofc_audit.score.effective import effective_rules

LEVELS = "Levels: 1 100, 2 200, 3 400"


@dataclass(frozen=True)
class Played:
    """Findings with the place of their hand, and (place of the hand, verdict, reason) of money that tournaments decide."""

    findings: list[Row]
    money: list[tuple[int, str, str | None]]
    seats: list[tuple[int, int, str, str | None]]

    @property
    def found(self) -> list[tuple[str, int, str, str]]:
        return [(f["check_id"], f["place"], f["claimed"], f["computed"]) for f in self.findings]

    @property
    def messages(self) -> list[str]:
        return [f["message"] for f in self.findings]


def play(*texts: str, rule_sets: Mapping[str, RuleSet] | None = None) -> Played:
    """Audit hands in the order given, across hands."""
    chosen = rule_sets or rules()
    (batch,) = read_source(source_of_bytes("hands.txt", "\n".join(texts).encode()))
    assert batch.rejects.to_pylist() == []
    tables = dict(batch.tables)
    tables["scored_seats"], tables["scored_pairs"] = score_tables(
        tables["hands"], tables["seats"], tables["boards"], chosen
    )
    alone = audit_tables(tables, chosen)
    keys = tables["hands"].column("hand_key").to_pylist()
    place = {key: number for number, key in enumerate(keys)}
    view = View(tables, *effective_rules(tables["hands"], chosen))
    given = {"verdicts": alone.verdicts, "seat_verdicts": alone.seat_verdicts}
    told = audit_tournaments(course_of(view), given)
    findings, verdicts, of_seats = (rows_of([told[name]] if told else []) for name in ("findings", *given))
    return Played(
        sorted(
            (row | {"place": place[row["hand_key"]]} for row in findings),
            key=lambda row: (int(row["place"]), row["acting_order"] or 0),
        ),
        sorted((place[row["hand_key"]], row["verdict"], row["reason"]) for row in verdicts),
        sorted((place[row["hand_key"]], row["acting_order"], row["verdict"], row["reason"]) for row in of_seats),
    )


def at_level(n: int, level: int | None, price: str, boards: Sequence[str] = (DAN, EVE), **said: Any) -> str:
    """Hand n of a tournament, a minute after the one before; Ana, in Fantasyland where `fantasy` says so, wins a point of Bo or 18."""
    head = ["Tournament #77" + ("" if level is None else f", level {level}"), *said.pop("levels", [LEVELS])]
    points = 1 if tuple(boards) == (DAN, EVE) else 18
    result = [f"Seat {i}: points {s}{points}, net {s}{points * int(price)}" for i, s in ((1, "+"), (2, "-"))]
    given = {
        "rules_id": "norway_tournament",
        "site": "norway",
        "options": "",
        "price": f"{price} chips per point",
        "hand_id": f"77-{n}",
        "time": f"2024-03-05 21:{n:02}:00",
        "stacks": ("20000", "20000"),
        "head": head,
        "result": result,
    }
    return hand(boards, **(given | said))


IN_FANTASY = {1: ", Fantasyland 14 cards"}
EARNS = (KINGS, EVE)
# Each hand's money is right, so nothing is said of one whose price is.
CHANGED = (3, "unverifiable", "the level may have changed during the hand")


def frozen(levels: Sequence[int], prices: Sequence[str]) -> Played:
    """Four hands: Ana earns Fantasyland in the first and, by entering anew when out of it, Bo in the second; both are played."""
    return play(
        at_level(0, 1, "100"),
        at_level(1, levels[0], prices[0], EARNS),
        at_level(2, levels[1], prices[1], fantasy=IN_FANTASY),
        at_level(3, levels[2], prices[2]),
    )


@pytest.mark.parametrize("levels", [(1, 2, 2), (1, 1, 2), (1, 2, 3)])
def test_price_waits_until_fantasyland_is_over(levels: Sequence[int]) -> None:
    after = {2: "200", 3: "400"}[levels[2]]
    assert frozen(levels, ("100", "100", after)) == Played([], [], [])


def test_the_worked_chain() -> None:
    bo_too = (EVE, KINGS)
    for levels in ((1, 2, 2, 2), (2, 2, 2, 2)):
        prices = ("100", "100", "100", "200")
        # Ana earns Fantasyland in the first hand; in her fantasy hand Bo earns it, and his is played at the old price too.
        hands = [
            at_level(1, levels[0], prices[0], EARNS),
            at_level(2, levels[1], prices[1], bo_too, fantasy=IN_FANTASY, result=[]),
            at_level(3, levels[2], prices[2], fantasy={2: ", Fantasyland 14 cards"}),
            at_level(4, levels[3], prices[3]),
        ]
        told = play(at_level(0, 1, "100"), *hands)
        assert told.findings == []
        changing = [(1, "unverifiable", "the level may have changed during the hand")] if levels[0] == 2 else []
        assert told.money == changing
        assert play(*hands).findings == []


def test_price_that_does_not_wait() -> None:
    told = frozen((1, 2, 2), ("100", "200", "200"))
    assert told.found == [("tournament.price", 2, "200.00", "100.00")]
    (finding,) = told.findings
    assert finding["message"] == (
        "A point costs 200.00 chips in this fantasy hand; until Fantasyland is over it costs 100.00, as in the hand that it continues (77-1)."
    )
    assert (finding["rule_key"], finding["mark"]) == ("fantasyland.price_frozen", "per point")
    assert finding["first_line"] == finding["last_line"]
    assert told.money == [(2, "wrong", None)]
    assert told.seats == [(2, 0, "wrong", None), (2, 1, "wrong", None)]


def test_price_that_waits_too_long() -> None:
    told = frozen((1, 2, 2), ("100", "100", "100"))
    assert told.messages == ["A point costs 100.00 chips in this hand; at level 2 it costs 200.00."]
    assert (told.findings[0]["rule_key"], told.found[0][1]) == ("settlement.price", 3)
    # With the level changing in that hand it may have begun at the old price.
    assert frozen((1, 1, 2), ("100", "100", "100")).money == [CHANGED]


@pytest.mark.parametrize(
    ("hands", "want"),
    [
        ([(1, "100"), (2, "100")], [(1, "unverifiable", "the level may have changed during the hand")]),
        ([(1, "100"), (2, "400")], [(1, "wrong", None)]),
        ([(1, "100"), (3, "200")], [(1, "unverifiable", "the level may have changed during the hand")]),
        ([(2, "200"), (2, "100")], [(1, "wrong", None)]),
        ([(2, "100")], [(0, "unverifiable", "the level may have changed during the hand")]),
        ([(2, "400")], [(0, "wrong", None)]),
        ([(1, "200")], [(0, "wrong", None)]),
        ([(3, "100")], [(0, "wrong", None)]),
        ([(4, "100")], [(0, "unverifiable", "price of the level unknown")]),
        ([(None, "150")], []),
    ],
)
def test_price_by_level(hands: Sequence[tuple[int | None, str]], want: list[tuple[int, str, str | None]]) -> None:
    told = play(*(at_level(n, level, price) for n, (level, price) in enumerate(hands)))
    assert told.money == want
    assert len(told.findings) == sum(verdict == "wrong" for _, verdict, _ in want)


def test_only_the_level_of_the_hand_is_listed() -> None:
    only = ["Levels: 2 200"]
    assert play(at_level(1, 2, "100", levels=only)).money == [
        (0, "unverifiable", "the level may have changed during the hand")
    ]
    assert play(at_level(0, 2, "200", levels=only), at_level(1, 2, "100", levels=only)).money == [(1, "wrong", None)]
    assert play(at_level(1, None, "150", levels=[])).money == []


def test_fantasyland_whose_beginning_is_not_on_record() -> None:
    lost = (0, "unverifiable", "chain broken: the hand before Fantasyland")
    assert play(at_level(2, 2, "400", fantasy=IN_FANTASY)).money == [lost]
    # The hand before on record is not the one that earned it.
    two = play(at_level(1, 1, "100"), at_level(3, 2, "200", fantasy=IN_FANTASY))
    assert two.money == [(1, "unverifiable", "chain broken: the hand before Fantasyland")]
    assert two.findings == []


def test_a_wrong_price_that_goes_on_is_one_mistake() -> None:
    told = frozen((1, 1, 1), ("400", "400", "100"))
    assert told.found == [("tournament.price", 1, "400.00", "100.00")]
    assert told.money == [(1, "wrong", None), (2, "unverifiable", "price of the hand before is wrong")]


def with_rule(key: str, value: Any, rules_id: str = "norway_tournament") -> Mapping[str, RuleSet]:
    return {**rules(), rules_id: rules()[rules_id].with_values({key: value}, "a test")}


def test_price_that_fantasyland_does_not_hold_back() -> None:
    thawed = with_rule("fantasyland.price_frozen", False)
    hands = [at_level(0, 1, "100"), at_level(1, 1, "100", EARNS), at_level(2, 1, "100", fantasy=IN_FANTASY)]
    late = at_level(3, 2, "200", EARNS), at_level(4, 2, "100", fantasy=IN_FANTASY)
    assert play(*hands, *late, rule_sets=thawed).found == [("tournament.price", 4, "100.00", "200.00")]
    unknown = with_rule("fantasyland.price_frozen", "unknown")
    assert play(*hands, rule_sets=unknown).money == []
    at_100, at_200, at_400 = (at_level(2, 2, price, fantasy=IN_FANTASY) for price in ("100", "200", "400"))
    told = [play(*hands[:2], one, rule_sets=unknown).money for one in (at_100, at_200, at_400)]
    open_rule = [(2, "unverifiable", "rule unknown: fantasyland.price_frozen")]
    assert told == [open_rule, open_rule, [(2, "wrong", None)]]


def test_hands_without_a_tournament_are_left_alone() -> None:
    assert play(hand((ANA, BO))) == Played([], [], [])


# Places and bounties: pokerbet's knockout tournaments, in matches.


def knockout(
    n: int,
    stacks: Sequence[str | None],
    nets: Sequence[str],
    said: Sequence[str] = (),
    *,
    boards: Sequence[str] = (ANA, BO, CY),
    match: str = "9",
    minute: int | None = None,
    **more: Any,
) -> str:
    """Hand n of a match, with the nets of its players in seat order and what else RESULT says."""
    given = {
        "head": ["Tournament #77", f"Match #{match}, hand {n}"],
        "hand_id": f"{match}-{n}",
        "time": f"2024-03-05 21:{n if minute is None else minute:02}:00",
        "price": "100 chips per point",
        "stacks": stacks,
        "result": [*(f"Seat {i}: net {net}" for i, net in enumerate(nets, 1)), *said],
    }
    return hand(boards, **(given | more))


# Ana scoops both; Bo loses a point to Cy.
BUST_BO = (("5000", "1000", "2600"), ("+2700", "-1000", "-1700"))
BUST_BOTH = (("9000", "1000", "1200"), ("+2200", "-1000", "-1200"))


def test_places_by_elimination() -> None:
    right = [
        knockout(1, *BUST_BO, ["Seat 2: place 3"]),
        knockout(
            2,
            ("7700", "900"),
            ("+900", "-900"),
            ["Seat 2: place 2", "Seat 1: place 1"],
            boards=(ANA, BO),
            names=("Ana", "Cy"),
        ),
    ]
    assert play(*right).findings == []
    swapped = [right[0].replace("place 3", "place 2"), right[1].replace("place 2", "place 3")]
    told = play(*swapped)
    assert told.found == [("tournament.place", 1, "place 3", "before place 2")]
    assert told.messages == [
        "Cy is out later than Bo (9-1): his place is better than 2, the place of Bo; 3 is claimed."
    ]
    assert told.money == [(1, "wrong", None)]
    assert told.seats == [(1, 1, "wrong", None)]
    # Two players cannot have one place, and who still has chips is before who is out.
    assert play(right[0], right[1].replace("place 2", "place 3")).found[0][2:] == ("place 3", "before place 3")
    alive = play(right[0].replace("place 3", "place 1"), right[1])
    assert alive.messages[0] == (
        "Ana still has chips after Bo (9-1) is out: his place is better than 1, the place of Bo; 1 is claimed."
    )


def test_places_within_a_hand_by_the_stack_at_the_start_of_the_match() -> None:
    first = knockout(1, ("9000", "1500", "1400"), ("-200", "-500", "+300"), boards=(DAN, EVE, EVE.replace("3s", "3d")))
    # Bo had more than Cy at the start of the match, and less at the start of this hand.
    stacks, nets = ("8800", "1000", "1700"), ("+2700", "-1000", "-1700")
    last = knockout(2, stacks, nets, ["Seat 2: place 2", "Seat 3: place 3"])
    assert play(first, last).findings == []
    wrong = knockout(2, stacks, nets, ["Seat 2: place 3", "Seat 3: place 2"])
    told = play(first, wrong)
    assert told.messages == [
        "Bo had more chips at the start of the match than Cy, who is out in the same hand: his place is better than 2, the place of Cy;"
        " 3 is claimed."
    ]
    (finding,) = told.findings
    assert (finding["acting_order"], finding["other_order"], finding["rule_key"]) == (1, 2, "tournament.places")
    # Without the first hand of the match the record does not tell.
    alone = play(wrong)
    assert alone.findings == []
    assert alone.money == [(0, "unverifiable", "place: stack before the match unknown")]
    assert [seat[1:] for seat in alone.seats] == [
        (seat, "unverifiable", "place: stack before the match unknown") for seat in (1, 2)
    ]


def test_places_of_equal_stacks_by_the_seats_left_of_the_button() -> None:
    stacks, nets = ("9000", "1000", "1000"), ("+2000", "-1000", "-1000")
    right = knockout(1, stacks, nets, ["Seat 2: place 2", "Seat 3: place 3"], boards=(PLAIN, BO, CY))
    assert play(right).findings == []
    wrong = knockout(1, stacks, nets, ["Seat 2: place 3", "Seat 3: place 2"], boards=(PLAIN, BO, CY))
    assert play(wrong).messages == [
        "Bo sits before Cy from the left of the button, who is out in the same hand with as many chips at the start: his place is better"
        " than 2, the place of Cy; 3 is claimed."
    ]
    # Ana's Fantasyland continues the hand unseen: who sits where in its last hand is not known.
    open_end = knockout(1, stacks, nets, ["Seat 2: place 3", "Seat 3: place 2"])
    assert play(open_end).findings == []
    assert play(open_end).money == [(0, "unverifiable", "place: seats in the last hand unknown")]


PLAIN = "top [Jh Tc 4c] middle [9s 9c 5d 5h 2c] bottom [Ah Kh 8h 6h 3h]"


def test_places_without_a_rule() -> None:
    unknown = with_rule("tournament.places", "unknown", "pokerbet_progressive")
    told = play(knockout(1, *BUST_BOTH, ["Seat 2: place 2", "Seat 3: place 2"]), rule_sets=unknown)
    assert told.findings == []
    assert told.money == [(0, "unverifiable", "rule unknown: tournament.places")]


def test_bounty_of_the_last_comparison_that_cost_chips() -> None:
    # Bo pays Ana all he has; the comparison with Cy, which Cy wins, moves nothing.
    right = knockout(1, *BUST_BO, ["Seat 1: bounty 50"])
    assert play(right) == Played([], [], [])
    wrong = knockout(1, *BUST_BO, ["Seat 3: bounty 50"])
    told = play(wrong)
    assert told.found == [("tournament.bounty", 0, "Cy", "Ana")]
    assert told.messages == [
        "Cy has a bounty of 50.00; the last comparison that cost an eliminated player chips was won by Ana from Bo (9-1)."
    ]
    assert told.money == [(0, "wrong", None)]
    assert told.seats == [(0, 2, "wrong", None)]
    # With chips left for it, the comparison with Cy is the last.
    richer = (("5000", "1750", "9000"), ("+3400", "-1750", "-1650"))
    assert play(knockout(1, *richer, ["Seat 3: bounty 50"])).findings == []
    assert play(knockout(1, *richer, ["Seat 1: bounty 50"])).found == [("tournament.bounty", 0, "Ana", "Cy")]


def test_bounty_of_a_match() -> None:
    # Bo is out in the first hand, and the bounty is claimed when the match is over.
    first = knockout(1, *BUST_BO)
    last = [
        knockout(2, ("7700", "900"), ("+100", "-100"), [f"Seat {n}: bounty 50"], boards=(DAN, EVE), names=("Ana", "Cy"))
        for n in (1, 2)
    ]
    assert play(first, last[0]).findings == []
    assert play(first, last[1]).found == [("tournament.bounty", 1, "Cy", "Ana")]
    other = last[1].replace("Match #9", "Match #10")
    assert play(first, other).findings == []
    assert play(first, other).seats == [(1, 1, "unverifiable", "bounty: nobody is known to be out")]


def test_bounties_that_cannot_be_told() -> None:
    nowhere = with_rule("tournament.bounty", "unknown", "pokerbet_progressive")
    told = play(knockout(1, *BUST_BO, ["Seat 3: bounty 50"]), rule_sets=nowhere)
    assert (told.findings, told.seats) == ([], [(0, 2, "unverifiable", "rule unknown: tournament.bounty")])
    none = with_rule("tournament.bounty", "none", "pokerbet_progressive")
    assert play(knockout(1, *BUST_BO, ["Seat 1: bounty 50"]), rule_sets=none).messages == [
        "Ana has a bounty of 50.00; there are none here."
    ]
    # Whoever's stack is not known may be out as well.
    hidden = knockout(1, (None, "1000", "2600"), ("+2700", "-1000", "-1700"), ["Seat 3: bounty 50"])
    assert play(hidden).findings == []


def test_a_bounty_claimed_before_another_is_out() -> None:
    # Cy is out in the second hand: that tells nothing of his claim in the first.
    first = knockout(1, *BUST_BO, ["Seat 3: bounty 50"])
    second = knockout(
        2, ("7700", "900"), ("+900", "-900"), ["Seat 1: bounty 50"], boards=(ANA, BO), names=("Ana", "Cy")
    )
    told = play(first, second)
    assert told.found == [("tournament.bounty", 0, "Cy", "Ana")]
    assert told.messages[0].endswith("was won by Ana from Bo (9-1).")
