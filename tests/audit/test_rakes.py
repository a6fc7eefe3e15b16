"""Rake where the rules give it: what is stated of it, the nets, and what adds up; recorded rooms without stacks too."""

from typing import Any

import pytest

from audit.hands import ANA, BO, CY, Audited, audit, hand, points, rules, short

KNOWN = {"when": "hand", "from": "net_winners", "rate": "0.03", "rounding": "half_up", "unit": "0.10"}
KNOWN |= {"minimum": "none", "cap": "none", "free": "none"}
VERIFIED = ("verified", None)
WRONG = ("wrong", None)
ROOM = {"rules_id": "pppoker_progressive17", "site": "pppoker", "options": "", "price": "1.00 chips per point"}


def raked(text: str, **changes: Any) -> Audited:
    """The audit with a rake of 3 %, rounded half up to 0.10, in every room, with parameters changed."""
    values = {f"settlement.rake_{key}": value for key, value in (KNOWN | changes).items()}
    return audit(text, {name: one.with_values(values, "a club's page") for name, one in rules().items()})


def two(net: str, rake: str | None = None, of_hand: str | None = None, other: str = "-17.00", **how: Any) -> str:
    """Ana wins 17 points of Bo."""
    said = "" if rake is None else f", rake {rake}"
    result = [f"Seat 1: points +17, net {net}{said}", f"Seat 2: points -17, net {other}"]
    return hand(result=[*result, *([] if of_hand is None else [f"Rake {of_hand}"])], **how)


def test_net_without_a_stated_rake() -> None:
    right = raked(two("+16.50"))
    assert right.findings == []
    assert right.money == [VERIFIED, VERIFIED]
    assert right.verdict("money") == VERIFIED
    wrong = raked(two("+16.40"))
    assert short(wrong.only) == ("settle.net", "16.40", "16.50", None, "0.10")
    assert wrong.only["message"] == (
        "Ana's pairs come to 17.00 USD less a rake of 0.50 USD: net 16.50; 16.40 is claimed. Ana got 0.10 USD too little."
    )
    assert wrong.only["consequences"] == "money left over at the table -0.10 for 0.00"
    unraked = raked(two("+17.00"))
    assert short(unraked.only) == ("settle.net", "17.00", "16.50", None, "-0.50")


def test_stated_rake_that_is_not_the_rules() -> None:
    assert raked(two("+16.50", "0.50", "0.50")).findings == []
    audited = raked(two("+16.40", "0.60"))
    assert short(audited.only) == ("settle.rake", "0.60", "0.50", None, "0.10")
    assert audited.only["message"] == (
        "Ana's pairs come to 17.00 USD, 3 % of it to 0.51, rounded half up to 0.10: a rake of 0.50 is due; 0.60 is claimed."
    )
    assert audited.only["consequences"] == "net of Ana 16.40 for 16.50"
    assert (audited.only["rule_key"], audited.only["rule_source"]) == ("settlement.rake_rate", "a club's page")
    assert audited.line_of(audited.only)[audited.line_of(audited.only).index("rake") :] == "rake 0.60"
    assert audited.money == [WRONG, ("verified", None)]


def test_right_net_beside_a_wrong_stated_rake() -> None:
    audited = raked(two("+16.50", "0.60"))
    assert [short(f)[:3] for f in audited.findings] == [("settle.rake", "0.60", "0.50")]
    assert audited.verdict("money") == WRONG


def test_rake_of_a_loser() -> None:
    text = hand(result=["Seat 1: points +17, net +16.50, rake 0.50", "Seat 2: points -17, net -17.20, rake 0.20"])
    audited = raked(text)
    assert short(audited.only) == ("settle.rake", "0.20", "0.00", None, "0.20")
    assert audited.only["message"] == "Bo wins nothing on balance: no rake is due of him; 0.20 is claimed."
    assert audited.only["rule_key"] == "settlement.rake_from"
    assert audited.only["consequences"] == "net of Bo -17.20 for -17.00"


def test_rake_of_the_hand() -> None:
    assert raked(two("+16.50", of_hand="0.50")).findings == []
    audited = raked(two("+16.50", of_hand="0.70"))
    assert short(audited.only) == ("settle.rake", "0.70", "0.50", None, "-0.20")
    assert audited.only["message"] == (
        "By the rules the rakes of the players add up to 0.50 USD; the hand's rake is stated as 0.70."
    )
    assert audited.only["consequences"] == "money left over at the table 0.20 for 0.00"
    follows = raked(two("+16.30", of_hand="0.70"))
    assert [short(f)[:3] for f in follows.findings] == [("settle.rake", "0.70", "0.50")]
    assert follows.only["consequences"] == "net of Ana 16.30 for 16.50"
    none = raked(two("+17.00", of_hand="0.00"))
    assert [short(f)[:3] for f in none.findings] == [("settle.rake", "0.00", "0.50")]


def test_words_of_the_reckoning() -> None:
    how = {"rate": "0.0125", "rounding": "up", "unit": "0.25", "minimum": "0.50", "cap": "5.00"}
    audited = raked(two("+16.00", "1.00"), **how)
    assert audited.only["message"] == (
        "Ana's pairs come to 17.00 USD, 1.25 % of it to 0.2125, rounded up to 0.25, at least 0.50, at most 5.00:"
        " a rake of 0.50 is due; 1.00 is claimed."
    )
    free = raked(two("+16.00", "1.00"), when="none")
    assert free.only["message"] == "No rake is taken here; 1.00 is claimed."


def test_two_winners_and_wrong_points() -> None:
    # Ana 34 of both; Cy one of Bo: 34 → 1.02 → 1.00 of rake.
    nets = ("+33.00", "-18.00", "-16.00")
    assert raked(hand((ANA, BO, CY), result=points("+34", "-18", "-16", net=nets))).findings == []
    # Points that are wrong, and the net that follows from them under the same rake, are one mistake.
    pairs = ["Seat 1 v Seat 2: rows +1 +1 +1, bonus 0, royalties 11 - 0, points +14, amount 14.00"]
    text = hand(pairs=pairs, result=points("+14", "-14", net=("+13.60", "-14.00")))
    assert [short(f)[:3] for f in raked(text).findings] == [("score.scoop", "0", "+3")]


def test_losers_whom_no_rule_spares() -> None:
    # Who is raked is not known: a rake of a loser, as it is stated, is taken for true.
    text = hand(result=["Seat 1: points +17, net +16.50, rake 0.50", "Seat 2: points -17, net -17.20, rake 0.20"])
    assert audit(text).findings == []


def test_rake_at_match_end_is_not_told_by_one_hand() -> None:
    audited = raked(two("+16.50"), when="match_end")
    assert audited.findings == []
    assert audited.verdict("money") == ("unverifiable", "rake unknown")


@pytest.mark.parametrize("key", ["minimum", "cap", "unit", "rounding", "rate"])
def test_part_of_the_rule_unknown(key: str) -> None:
    audited = raked(two("+16.40"), **{key: "unknown"})
    assert audited.findings == []
    assert audited.verdict("money") == ("unverifiable", "rake unknown")


def test_the_hands_rake_is_its_only_winners() -> None:
    right = audit(two("+16.50", of_hand="0.50"))
    assert (right.findings, right.verdict("money")) == ([], VERIFIED)
    wrong = audit(two("+16.40", of_hand="0.50"))
    assert short(wrong.only) == ("settle.net", "16.40", "16.50", None, "0.10")


def test_recorded_room_without_stacks() -> None:
    right = raked(two("+16.50", stacks=None, **ROOM))
    assert (right.findings, right.money) == ([], [VERIFIED, VERIFIED])
    # What the loser pays is what the winner gets, whatever the stacks: the rake of it is known.
    wrong = raked(two("+16.40", stacks=None, **ROOM))
    assert short(wrong.only) == ("settle.conservation", "-0.10", "0.00", None, "0.10")
    assert wrong.only["message"] == (
        "The nets of all players with a rake of 0.50 chips do not add up: a sum of 0.10 chips vanishes."
    )
    assert raked(two("+17.00", stacks=None, **ROOM)).checks == ["settle.conservation"]
    unknown = audit(two("+16.40", stacks=None, **ROOM))
    assert (unknown.findings, unknown.verdict("money")) == ([], ("unverifiable", "rake unknown"))


def test_recorded_room_capped() -> None:
    # 9 of 17 are paid: 0.27 is rounded to 0.30.
    right = raked(two("+8.70", other="-9.00", stacks=None, **ROOM))
    assert right.findings == []
    assert right.money == [("unverifiable", "stack unknown")] * 2
    assert raked(two("+8.60", other="-9.00", stacks=None, **ROOM)).checks == ["settle.conservation"]


def test_recorded_room_with_two_winners() -> None:
    nets = ("+33.00", "-18.00", "-16.00")
    how: dict[str, Any] = {"stacks": None, **ROOM}
    assert raked(hand((ANA, BO, CY), result=points("+34", "-18", "-16", net=nets), **how)).money == [VERIFIED] * 3
    # Cy wins a point of Bo, Bo and Cy lose to Ana no more: with two winners the rakes cannot be told from the sum.
    split = ("+10.00", "-12.00", "+1.00")
    audited = raked(hand((ANA, BO, CY), result=[f"Seat {i}: net {net}" for i, net in enumerate(split, 1)], **how))
    assert audited.findings == []
    assert audited.verdict("money") == ("unverifiable", "stack unknown")


def test_rakes_of_hands_that_are_not_judged() -> None:
    text = two("+17.00", "0.50").replace("*** END", "Hand cancelled\n*** END")
    assert raked(text, when="none").findings == []
    torn = raked(two("+17.00", "0.50").replace("6h 3h]", "6h]"), when="none")
    assert torn.checks == ["layout.board"]
