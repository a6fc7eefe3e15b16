"""Matches: how long they last, who plays them, and the money that only the match can tell."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from audit.hands import ANA, BO, DAN, EVE, Chained, chain, hand
from ofc_audit.audit.match_frame import following
from ofc_audit.rulesets import load_rules

# Cy's board is plain, and loses all rows to Dan and Eve but the middle, which it wins of Eve.
LOW = "top [2d 3c 9d] middle [Tc Th 5c 6d 7s] bottom [Jd Js 3d 4h 9c]"
GOES_ON = ("verified", None)
ENDS_OPEN = ("unverifiable", "chain broken: the record ends before the match")
LAST = "Last hand of the match"


def at(
    n: int,
    boards: Sequence[str] = (DAN, EVE),
    *,
    last: bool = False,
    rules_id: str = "pokerbet",
    stacks: Sequence[str] = ("50.00", "50.00", "50.00"),
    net: Sequence[str] = (),
    **said: Any,
) -> str:
    """Hand n of match 9. Dan's board wins 1 point of Eve's; at 1.00 a point."""
    given = {
        "head": [f"Match #9, hand {n}", *([LAST] if last else [])],
        "hand_id": f"9-{n}",
        "time": f"2024-03-05 21:{n:02}:00",
        "button": (n % len(boards)) + 1,
        "rules_id": rules_id,
        "stacks": stacks,
        "result": [f"Seat {seat}: net {amount}" for seat, amount in enumerate(net, 1)],
        "options": said.pop("options", "Options: scoring 1-6, royalties american"),
    }
    return hand(boards, **(given | said))


def dealt(cards: int = 14, seat: int = 1) -> dict[int, str]:
    return {seat: f", Fantasyland {cards} cards"}


def test_a_match_has_as_many_hands_as_players() -> None:
    audited = chain(at(1), at(2, last=True))
    assert audited.match_findings == []
    assert [audited.match(n) for n in (0, 1)] == [GOES_ON, GOES_ON]
    three = chain(at(1, (DAN, EVE, LOW)), at(2, (DAN, EVE, LOW)), at(3, (DAN, EVE, LOW), last=True))
    assert [three.match(n) for n in range(3)] == [GOES_ON] * 3


def test_a_match_that_ends_too_soon() -> None:
    audited = chain(at(1, last=True))
    assert audited.match_found == [("match.length", 0, "over", "goes on")]
    assert audited.match_findings[0]["message"] == (
        "Match 9 ends with hand 1, too soon: the match has 2 hands and one more for each fantasy hand (0 so far), and no player has "
        "everything."
    )
    assert (audited.match_findings[0]["rule_key"], audited.match_findings[0]["mark"]) == ("match.length", LAST)
    assert audited.match(0) == ("wrong", None)


def test_a_match_that_goes_on_too_long_is_told_once() -> None:
    audited = chain(at(1), at(2), at(3), at(4))
    assert audited.match_found == [("match.length", 1, "goes on", "over")]
    assert audited.match_findings[0]["message"] == (
        "Match 9 goes on after hand 2, with which it is over: the match has 2 hands and one more for each fantasy hand (0 so far), and "
        "nobody earned another Fantasyland."
    )
    assert audited.match(2) == audited.match(3) == ("unverifiable", "chain broken: the match was over before")


def test_a_last_hand_that_is_not_the_last() -> None:
    audited = chain(at(1), at(2, last=True), at(3))
    assert audited.match_found == [("match.length", 1, "goes on", "over")]
    assert (
        audited.match_findings[0]["message"]
        == "Hand 2 of match 9 is marked as its last, and the match goes on in the record."
    )


def test_a_record_that_ends_is_no_match_that_ends() -> None:
    # Whether the last hand is marked is the writer's choice: a match whose hands are all there is verified without it.
    assert chain(at(1), at(2)).match(1) == GOES_ON
    assert chain(at(1)).match(0) == ENDS_OPEN


def test_every_fantasy_hand_makes_the_match_one_longer() -> None:
    hands = [at(1, (ANA, EVE)), at(2, fantasy=dealt()), at(3, last=True)]
    assert chain(*hands).match_findings == []
    short = chain(hands[0], at(2, fantasy=dealt(), last=True))
    assert short.match_found == [("match.length", 1, "over", "goes on")]
    # Two players in one fantasy hand make it one hand longer, not two.
    queens = "top [Qs Qc 4h] middle [Kc Kd 8s 6c 3c] bottom [Ac As 7h 7s 2d]"
    both = [at(1, (ANA, queens)), at(2, fantasy={1: dealt()[1], 2: ", Fantasyland 14 cards"}), at(3, last=True)]
    assert chain(*both).match_findings == []


def test_a_match_does_not_end_before_a_fantasyland_that_was_earned() -> None:
    audited = chain(at(1), at(2, (ANA, EVE), last=True))
    assert audited.match_found == [("match.length", 1, "over", "goes on")]
    assert audited.match_findings[0]["message"] == "Match 9 ends with hand 2, too soon: Ana earned Fantasyland in it."


def announced(text: str, words: str) -> str:
    return text.replace("*** END ***", f"Seat 1: {words}\n*** END ***")


def test_a_match_that_goes_on_for_a_wrong_announcement_is_no_second_finding() -> None:
    audited = chain(at(1), announced(at(2), "Fantasyland 14 cards next"), at(3))
    assert (audited.hand_checks, audited.match_findings) == (["fantasy.claim"], [])
    assert audited.match(1) == ("wrong", None)


def test_a_match_that_ends_for_a_wrong_announcement_is_told_as_such() -> None:
    # What is announced in the hand that ends a match is no claim, so the end itself is the mistake.
    audited = chain(at(1), announced(at(2, (ANA, EVE), last=True), "no Fantasyland next"))
    assert audited.hand_checks == []
    assert audited.match_found == [("match.length", 1, "over", "goes on")]


def test_an_undue_fantasy_hand_explains_that_the_match_goes_on() -> None:
    audited = chain(at(1), at(2), at(3, fantasy=dealt()))
    assert audited.match_findings == []
    assert [row[0] for row in audited.found] == ["fantasy.undue"]
    assert audited.match(1) == ("wrong", None)


def test_one_hand_matches() -> None:
    assert chain(at(1, rules_id="pokerbet_one_hand", last=True)).match(0) == GOES_ON
    stated = "Options: scoring 1-6, royalties american, one hand"
    assert chain(at(1, options=stated, last=True)).match(0) == GOES_ON
    long = chain(at(1, rules_id="pokerbet_one_hand"), at(2, rules_id="pokerbet_one_hand"))
    assert long.match_found == [("match.length", 0, "goes on", "over")]


def test_a_match_ends_when_one_player_has_everything() -> None:
    # Ana wins 17 points of Bo, who brought 10.
    ends = at(1, (ANA, BO), stacks=("10.00", "10.00"), net=("+10.00", "-10.00"), last=True, rules_id="quadnet_x")
    rules = {**load_rules()}
    rules["quadnet_x"] = rules["pokerbet"].with_values({"fantasyland.entry": "AA"}, "a test")
    assert chain(ends, rule_sets=rules).match(0) == GOES_ON
    goes_on = chain(
        ends.replace(LAST + "\n", ""), at(2, stacks=("20.00", "0.00"), rules_id="quadnet_x"), rule_sets=rules
    )
    assert goes_on.match_found == [
        ("match.length", 0, "goes on", "over"),
    ]
    assert goes_on.match_findings[0]["message"] == (
        "Match 9 goes on after hand 1, with which it is over: Ana has won everything."
    )
    assert goes_on.match_findings[0]["rule_key"] == "match.early_end"


def test_fantasyland_after_everything_is_won_may_be_played_or_not() -> None:
    # Document 000 lets a fantasy hand be played after a bust; neither way is a finding.
    lost = at(1, (ANA, BO), stacks=("10.00", "10.00"), net=("+10.00", "-10.00"))
    assert chain(lost.replace("hand 1\n", f"hand 1\n{LAST}\n")).match(0) == GOES_ON
    played = chain(lost, at(2, stacks=("20.00", "0.00"), fantasy=dealt(), last=True))
    assert (played.match_findings, played.match(0), played.match(1)) == ([], GOES_ON, GOES_ON)
    # Document 003 has the hand in which everything is won be final.
    final = [
        at(1, (ANA, BO), stacks=("10.00", "10.00"), rules_id="pokerninja"),
        at(2, stacks=("10.00", "10.00"), rules_id="pokerninja"),
    ]
    assert chain(*final).match_found == [("match.length", 0, "goes on", "over")]


def test_stacks_that_are_not_known_leave_the_end_open() -> None:
    audited = chain(at(1, stacks=()), at(2, stacks=(), last=True))
    assert audited.match_findings == []
    assert audited.match(0) == ("unverifiable", "stack unknown")
    # With its last hand the match is over either way.
    assert audited.match(1) == GOES_ON


@pytest.mark.parametrize(
    ("hands", "reason"),
    [
        ([at(2), at(3)], "chain broken: missing hand"),
        ([at(1), at(3)], "chain broken: missing hand"),
        ([at(1), at(2, rules_id="pokerbet_progressive")], "chain broken: rules change within the match"),
    ],
)
def test_a_match_that_is_not_whole(hands: list[str], reason: str) -> None:
    audited = chain(*hands)
    assert audited.match_findings == []
    assert audited.match(1) == ("unverifiable", reason)


def test_a_cancelled_hand_leaves_the_length_open() -> None:
    cancelled = at(2).replace("*** END ***", "Hand cancelled\n*** END ***")
    audited = chain(at(1), cancelled, at(3), at(4))
    assert audited.match(1) == ("not applicable", "cancelled hand")
    assert audited.match(3) == ("unverifiable", "chain broken: cancelled hand")


def test_nobody_joins_a_match() -> None:
    joined = at(2, (DAN, EVE, LOW))
    audited = chain(at(1), joined, rule_sets=load_rules())
    assert audited.match_found == [("match.players", 1, "dealt in", "not dealt in")]
    assert audited.match_findings[0]["message"] == "Cy joins match 9 in its hand 2; nobody joins during a match."
    assert audited.match(1) == ("wrong", None)
    # One who leaves, or sits out, accuses nobody.
    assert chain(at(1, (DAN, EVE, LOW)), at(2)).match_findings == []
    assert (
        chain(at(1, rules_id="quadnet"), at(2, (DAN, EVE, LOW), rules_id="quadnet")).match_found[0][0]
        == "match.players"
    )


def test_a_fresh_hand_is_dealt_to_players_with_chips() -> None:
    three = ("50.00", "50.00", "0.00")
    audited = chain(at(1, (DAN, EVE, LOW)), at(2, (DAN, EVE, LOW), stacks=three))
    assert audited.match_found == [("match.players", 1, "dealt in", "not dealt in")]
    assert audited.match_findings[0]["message"] == (
        "Cy is dealt into hand 2 of match 9 with 0.00 at stake, and it is no fantasy hand: only players with chips are dealt in."
    )
    # A fantasy hand is dealt to those dealt in before, with nothing to lose.
    fantasy = chain(at(1, (ANA, EVE, LOW)), at(2, (DAN, EVE, LOW), stacks=three, fantasy=dealt()))
    assert fantasy.match_findings == []


# Money

QUADNET = {"rules_id": "quadnet", "options": "Options: scoring 1-6, royalties american"}


def paid(*net: str, last: bool = True, n: int = 2, **said: Any) -> str:
    return at(n, net=net, last=last, **{**QUADNET, **said})


def test_points_are_summed_over_the_match_and_settled_once() -> None:
    # Dan's board wins 1 point of Eve's in each of two hands; the seats change nothing.
    audited = chain(at(1, **QUADNET), paid("+2.00", "-2.00"))
    assert audited.match_findings == []
    assert audited.moved == [{}, {("Bo", "Ana"): "-2.00"}]
    assert audited.match(1, "money") == ("verified", None)
    turned = chain(at(1, **QUADNET), paid("0.00", "0.00", boards=(EVE, DAN)))
    assert (turned.match(1, "money"), turned.moved[1]) == (("verified", None), {("Bo", "Ana"): "0.00"})


def test_a_match_settled_wrongly() -> None:
    audited = chain(at(1, **QUADNET), paid("+1.00", "-1.00"))
    # Ana's 1.00 could be what a rake leaves of 2.00; that Bo paid too little cannot.
    assert [row[0] for row in audited.match_found] == ["settle.net"]
    assert audited.match_findings[0]["message"] == (
        "Bo's pairs over the match come to -2.00 USD: net -2.00; -1.00 is claimed. Bo got 1.00 USD too much."
    )
    assert audited.match(1, "money") == ("wrong", None)


def test_amounts_of_the_match_are_told_with_its_points() -> None:
    pair = ["Seat 1 v Seat 2: rows +1 +1 -1, points +1, amount 3.00"]
    audited = chain(at(1, **QUADNET), paid("+3.00", "-3.00", pairs=pair))
    assert [row[0] for row in audited.match_found] == ["settle.amount"]
    assert audited.match_findings[0]["message"] == (
        "-2 points over the match at 1.00 USD are worth 2.00 USD: Bo pays Ana 2.00 USD; -3.00 is claimed."
    )
    assert audited.match_findings[0]["consequences"] == "net of Bo -3.00 for -2.00; net of Ana 3.00 for 2.00"


def test_wrong_points_of_an_earlier_hand_are_the_cause_of_the_wrong_settlement() -> None:
    wrong = at(1, **QUADNET, pairs=["Seat 1 v Seat 2: rows +1 +1 -1, points +3"])
    audited = chain(wrong, paid("+4.00", "-4.00"))
    assert (audited.hand_checks, audited.match_findings) == (["score.pair_points"], [])
    assert audited.match(1, "money") == ("wrong", None)


def test_what_wrong_points_would_have_moved_is_no_second_mistake_where_the_rules_leave_it_open() -> None:
    # Four points would move 3.00 or 4.00: what the winner brought limits him under one reading only. Two points move 2.00 under both.
    brought = {"stacks": ("3.00", "50.00")}
    wrong = at(1, **QUADNET, **brought, pairs=["Seat 1 v Seat 2: rows +1 +1 -1, points +3"])
    for amount in ("3.00", "4.00"):
        pair = [f"Seat 1 v Seat 2: rows +1 +1 -1, points +1, amount {amount}"]
        audited = chain(wrong, paid(f"+{amount}", f"-{amount}", pairs=pair, **brought))
        assert (audited.hand_checks, audited.match_findings) == (["score.pair_points"], [])
    pair = ["Seat 1 v Seat 2: rows +1 +1 -1, points +1, amount 3.00"]
    right = chain(at(1, **QUADNET, **brought), paid("+3.00", "-3.00", pairs=pair, **brought))
    assert [row[0] for row in right.match_found] == ["settle.amount"]


def test_a_second_record_of_a_hand_is_not_the_hand_that_follows() -> None:
    names = {"site": ["x"] * 5, "club_id": [None] * 5, "table_id": ["t"] * 5, "match_id": ["1", "1", "1", "2", "2"]}
    kinds = {name: pa.array(values, pa.string()) for name, values in names.items()}
    hands = pa.table({**kinds, "deal_key": pa.array([7, 7, 8, 9, 9], pa.int64())})
    told = following(hands, np.array([False, False, True, False, False]))
    assert told.goes_on.tolist() == [True, True, False, False, False]
    assert told.in_fantasy.tolist() == [True, True, False, False, False]


def test_the_stacks_brought_to_the_match_limit_its_settlement() -> None:
    brought = {"stacks": ("1.50", "50.00")}
    loses = chain(at(1, (EVE, DAN), **QUADNET, **brought), paid("-1.50", "+1.50", boards=(EVE, DAN), **brought))
    assert (loses.match_findings, loses.match(1, "money")) == ([], ("verified", None))
    # What the winner brought limits him under one reading of documents 002 and 003, and not under the other.
    wins = chain(at(1, **QUADNET, **brought), paid("+1.50", "-1.50", **brought))
    assert wins.match_findings == []
    assert wins.match(1, "money") == ("unverifiable", "rule unknown: settlement.cap")
    assert chain(at(1, **QUADNET, **brought), paid("+2.00", "-2.00", **brought)).match_findings == []
    beyond = chain(at(1, **QUADNET, **brought), paid("+2.50", "-2.50", **brought))
    assert [row[0] for row in beyond.match_found] == ["settle.net"]


def test_a_match_ends_on_trial_when_one_player_would_have_everything() -> None:
    small = {"stacks": ("10.00", "10.00")}
    ends = chain(at(1, (ANA, BO), **QUADNET, **small, last=True, net=("+10.00", "-10.00")))
    assert (ends.match_findings, ends.match(0), ends.match(0, "money")) == ([], GOES_ON, ("verified", None))
    goes_on = chain(at(1, (ANA, BO), **QUADNET, **small), paid("+10.00", "-10.00", **small))
    assert goes_on.match_found[0] == ("match.length", 0, "goes on", "over")


def test_money_of_a_match_that_is_not_whole_is_open() -> None:
    audited = chain(paid("+1.00", "-1.00"))
    assert audited.match_findings == []
    assert audited.match(0, "money") == ("unverifiable", "chain broken: missing hand")
    gone = chain(at(1, (DAN, EVE, LOW), **QUADNET), paid("+2.00", "-2.00", n=2), rule_sets=load_rules())
    assert gone.match(1, "money")[1] == "chain broken: players change"
    dearer = chain(at(1, **QUADNET), paid("+3.00", "-3.00", price="2.00 USD per point"))
    assert dearer.match_findings == []


def test_the_stake_of_the_match_runs_through_it() -> None:
    capped = {"options": "Options: scoring 1-6, royalties american, match cap 20.00"}
    # Ana wins 17 points of Bo: 17.00 of the 20.00 that both have at stake, though Bo has 50.00. Then 3.00 are left.
    first = at(1, (ANA, BO), **capped, net=("+17.00", "-17.00"))
    then = {"stacks": ("67.00", "33.00"), "fantasy": dealt()}
    audited = chain(first, at(2, (ANA, BO), **capped, **then, net=("+3.00", "-3.00")))
    assert audited.match_findings == []
    assert audited.moved == [{("Ana", "Bo"): "17.00"}, {("Bo", "Ana"): "-3.00"}]
    assert [audited.match(n, "money") for n in (0, 1)] == [("verified", None)] * 2
    beyond = chain(first, at(2, (ANA, BO), **capped, **then, net=("+17.00", "-17.00")))
    assert [row[0] for row in beyond.match_found] == ["settle.net"]


def test_matches_of_two_tables_are_kept_apart() -> None:
    def other(n: int, **said: Any) -> str:
        return at(n, **said).replace("Match #9", "Match #8").replace("#9-", "#8-")

    audited: Chained = chain(other(1), other(2, last=True), at(1), at(2, last=True))
    assert audited.match_findings == []
    assert [audited.match(n) for n in range(4)] == [GOES_ON] * 4


def test_a_fantasyland_that_was_denied_leaves_the_length_open() -> None:
    # The hand that should have been the fantasy hand may or may not have been one more.
    audited = chain(at(1, (ANA, EVE)), at(2), at(3, last=True))
    assert [row[0] for row in audited.found] == ["fantasy.denied"]
    assert audited.match_findings == []
    assert audited.match(2) == ("unverifiable", "Fantasyland not as it was earned")


def test_a_match_of_more_players_than_the_game_allows_has_no_length() -> None:
    four = (DAN, EVE, LOW, "top [Ad 8s 2h] middle [Ts Ks 9h 5s 4c] bottom [6h 6c Qh Ah 2c]")
    audited = chain(at(1, four, stacks=("50.00",) * 4), at(2, four, stacks=("50.00",) * 4, last=True))
    assert audited.match_findings == []
    assert audited.match(1) == ("unverifiable", "more or fewer players than the game allows")


def test_a_match_is_settled_once() -> None:
    audited = chain(at(1, **QUADNET), paid("+2.00", "-2.00"), paid("+3.00", "-3.00", n=3))
    assert [row[0] for row in audited.match_found] == ["match.length"]
    assert audited.moved == [{}, {("Bo", "Ana"): "-2.00"}, {}]
