"""Money: amounts within the cap, nets, rakes, stacks and conservation; what a missing stack or an unknown rake leaves open."""

from collections.abc import Sequence

import pytest

from audit.hands import ANA, BO, CY, DAN, EVE, audit, hand, points, short, shorts

PAIR = "Seat 1 v Seat 2: rows +1 +1 +1, bonus +3, royalties 11 - 0, points +17, amount 17.00"
RAKE_0 = ", rake 0.00"
VERIFIED = ("verified", None)
WRONG = ("wrong", None)
STACK_UNKNOWN = ("unverifiable", "stack unknown")
RAKE_UNKNOWN = ("unverifiable", "rake unknown")
ROOM = {"rules_id": "pppoker_progressive17", "site": "pppoker", "options": "", "price": "1.00 chips per point"}


def both(net: str, other: str | None = None, after: str = "") -> list[str]:
    """RESULT lines of Ana's +17 with her net; the other's is the same less where not said."""
    return points("+17", "-17", net=(f"+{net}", other or f"-{net}"), after=after)


def pair(amount: str) -> str:
    """The true pair with another amount."""
    return PAIR.replace("17.00", amount)


@pytest.mark.parametrize("stacks", [("10.00", "50.00"), ("50.00", "10.00")])
def test_cap_either_way(stacks: Sequence[str]) -> None:
    capped = audit(hand(stacks=stacks, pairs=[pair("10.00")], result=both("10.00")))
    assert capped.findings == []
    assert (capped.verdict("points"), capped.verdict("money")) == (VERIFIED, VERIFIED)
    whole = audit(hand(stacks=stacks, pairs=[PAIR], result=both("17.00")))
    assert short(whole.only) == ("settle.amount", "17.00", "10.00", None, "-7.00")
    assert whole.only["message"] == (
        "+17 points at 1.00 USD are worth 17.00 USD, and no more than either player has at that moment moves:"
        " Bo pays Ana 10.00 USD; 17.00 is claimed."
    )
    assert whole.only["consequences"] == "net of Ana 17.00 for 10.00; net of Bo -17.00 for -10.00"
    assert whole.only["rule_key"] == "settlement.cap"


def three(first: str, second: str, stacks: Sequence[str], nets: Sequence[str]) -> str:
    """Ana against Bo and Cy, with what she gets of each."""
    pairs = [
        pair(first),
        pair(second).replace("Seat 2", "Seat 3"),
        "Seat 2 v Seat 3: rows +1 -1 -1, bonus 0, royalties 0 - 0, points -1, amount -1.00",
    ]
    result = [f"Seat {i}: net {net}{RAKE_0}" for i, net in enumerate(nets, 1)]
    return hand((ANA, BO, CY), stacks=stacks, pairs=pairs, result=result)


@pytest.mark.parametrize(
    ("stack", "first", "second", "nets"),
    [
        ("0.75", "0.75", "1.50", ("+2.25", "-1.75", "-0.50")),
        ("8.00", "8.00", "16.00", ("+24.00", "-9.00", "-15.00")),
    ],
)
def test_a_winner_doubles_from_pair_to_pair(stack: str, first: str, second: str, nets: Sequence[str]) -> None:
    stacks = (stack, "100.00", "100.00")
    assert audit(three(first, second, stacks, nets)).findings == []
    assert audit(three(first, second, stacks, nets)).verdict("money") == VERIFIED
    # Who is held to the stack he began with wins too little of the second.
    low = (f"+{2 * float(stack):.2f}", nets[1], f"{float(nets[2]) + float(second) - float(stack):+.2f}")
    audited = audit(three(first, first, stacks, low))
    assert short(audited.only)[:3] == ("settle.amount", first, second)


def test_a_wrong_amount_leaves_other_stacks_to_the_later_pairs() -> None:
    # Ana wins 8 of Bo instead of 4, so that 12 of Cy follows from it: 4 and then 8 were right.
    audited = audit(three("8.00", "12.00", ("4.00", "100.00", "100.00"), ("+20.00", "-9.00", "-11.00")))
    assert [f[:3] for f in map(short, audited.findings)] == [("settle.amount", "8.00", "4.00")]
    assert "amount of Ana v Cy 12.00 for 8.00" in str(audited.only["consequences"])


@pytest.mark.parametrize(
    ("said", "whole"),
    [("points -1, amount 0.00", "-18"), ("points 0, amount 0.00", "-17"), ("amount 0.00", "-18")],
    ids=["uncapped", "capped", "none"],
)
def test_points_of_a_busted_players_later_pair(said: str, whole: str) -> None:
    pairs = [
        PAIR,
        PAIR.replace("Seat 2", "Seat 3"),
        f"Seat 2 v Seat 3: rows +1 -1 -1, bonus 0, royalties 0 - 0, {said}",
    ]
    cy = "-17" if whole == "-17" else "-16"
    result = points("+34", whole, cy, net=("+34.00", "-17.00", "-17.00"), after=RAKE_0)
    audited = audit(hand((ANA, BO, CY), stacks=("100.00", "17.00", "100.00"), pairs=pairs, result=result))
    assert audited.findings == []
    assert (audited.verdict("points"), audited.verdict("money")) == (VERIFIED, VERIFIED)


def test_capped_points_where_the_cap_does_not_bite() -> None:
    assert shorts(
        hand(result=both("17.00")).replace("points +17", "points +10").replace("points -17", "points -10")
    ) == [("score.royalties", "+10 points", "+17 points", 7, None)]


def test_stacks_unknown_and_paid_in_full() -> None:
    audited = audit(hand(stacks=None, result=both("17.00", after=RAKE_0)))
    assert audited.money == [VERIFIED, VERIFIED]
    raked = audit(hand(stacks=None, result=both("16.50", "-17.00")))
    assert raked.findings == []
    assert raked.money == [RAKE_UNKNOWN, VERIFIED]
    assert raked.verdict("money") == RAKE_UNKNOWN


def test_stacks_unknown_and_paid_less() -> None:
    audited = audit(hand(stacks=None, result=both("9.00")))
    assert audited.findings == []
    assert audited.money == [STACK_UNKNOWN, STACK_UNKNOWN]
    assert audited.verdict("money") == STACK_UNKNOWN
    assert audited.verdict("points") == VERIFIED


def test_stacks_unknown_and_paid_more_than_the_pairs_are_worth() -> None:
    audited = audit(hand(stacks=None, result=both("17.00", "-18.00")))
    assert short(audited.only) == ("settle.net", "-18.00", "at least -17.00", None, "1.00")
    assert audited.only["message"] == (
        "Whatever the stacks, Bo can lose at most 17.00 USD on his pairs; -18.00 is claimed."
    )
    assert audited.money[1] == WRONG
    winner = audit(hand(stacks=None, result=both("18.00", "-17.00")))
    assert short(winner.only) == ("settle.conservation", "1.00", "0.00", None, "-1.00")
    assert winner.only["consequences"] == "net of Ana 18.00 for at most 17.00"


@pytest.mark.parametrize(
    ("amount", "net", "delta"), [("18.00", "18.00", "-1.00"), ("-3.00", "-3.00", "20.00")], ids=["more", "wrong way"]
)
def test_amounts_that_no_stacks_explain(amount: str, net: str, delta: str) -> None:
    result = points("+17", "-17", net=(net if net[0] == "-" else f"+{net}", "+3.00" if net[0] == "-" else f"-{net}"))
    audited = audit(hand(stacks=None, pairs=[pair(amount)], result=result))
    assert short(audited.only) == ("settle.amount", amount, "at most 17.00", None, delta)
    assert audited.only["message"] == f"Whatever the stacks, at most Bo pays Ana 17.00 USD; {amount} is claimed."
    assert audited.verdict("money") == WRONG


@pytest.mark.parametrize("rake", ["0.00", "0.50"])
def test_rake_known(rake: str) -> None:
    net = {"0.00": "17.00", "0.50": "16.50"}[rake]
    lines = [
        f"Seat 1: points +17, net +{net}, rake {rake}",
        "Seat 2: points -17, net -17.00, rake 0.00",
        f"Rake {rake}",
    ]
    audited = audit(hand(result=lines))
    assert audited.findings == []
    assert audited.money == [VERIFIED, VERIFIED]
    wrong = audit(hand(result=[lines[0].replace(net, "16.00"), *lines[1:]]))
    assert short(wrong.only)[:3] == ("settle.net", "16.00", net)
    less = "" if rake == "0.00" else " less a rake of 0.50 USD"
    assert wrong.only["message"].startswith(
        f"Ana's pairs come to 17.00 USD{less}: net {net}; 16.00 is claimed. Ana got "
    )


def test_rake_of_the_hand_zero_says_it_of_every_seat() -> None:
    audited = audit(hand(result=[*both("16.50", "-17.00"), "Rake 0.00"]))
    assert short(audited.only) == ("settle.net", "16.50", "17.00", None, "0.50")
    assert audited.only["consequences"] == "money left over at the table -0.50 for 0.00"


def test_rake_unknown() -> None:
    audited = audit(hand(result=both("16.50", "-17.00")))
    assert audited.findings == []
    assert audited.money == [RAKE_UNKNOWN, VERIFIED]
    # No rake makes a winner a loser, nor pays a loser, nor takes from him.
    assert shorts(hand(result=both("0.50", "-17.50"))) == [("settle.net", "-17.50", "-17.00", None, "0.50")]
    assert shorts(hand(result=points("+17", "-17", net=("-1.00", "-17.00")))) == [
        ("settle.net", "-1.00", "17.00", None, "18.00")
    ]
    assert shorts(hand(result=both("17.50", "-17.00"))) == [("settle.net", "17.50", "17.00", None, "-0.50")]


def test_rake_of_a_room_that_takes_none() -> None:
    room = {"rules_id": "spartan_refant14", "site": "spartan", "options": "", "stacks": None}
    audited = audit(hand(result=both("17.00"), **room))  # type: ignore[arg-type]
    assert audited.money == [VERIFIED, VERIFIED]
    raked = audit(hand(result=both("16.50", "-17.00"), **room))  # type: ignore[arg-type]
    assert short(raked.only) == ("settle.conservation", "-0.50", "0.00", None, "0.50")
    assert raked.only["message"] == (
        "The nets of all players with a rake of 0.00 USD do not add up: a sum of 0.50 USD vanishes."
    )


def test_rakes_that_do_not_add_up() -> None:
    lines = ["Seat 1: points +17, net +16.50, rake 0.50", "Seat 2: points -17, net -17.00, rake 0.00", "Rake 1.00"]
    audited = audit(hand(result=lines))
    assert short(audited.only) == ("settle.rake", "1.00", "0.50", None, "-0.50")
    assert audited.only["message"] == (
        "The rakes of the players add up to 0.50 USD; the hand's rake is stated as 1.00."
    )
    assert audited.only["consequences"] == "money left over at the table 0.50 for 0.00"
    assert audited.verdict("money") == WRONG


@pytest.mark.parametrize(
    ("rake", "taken"), [("Rake 0.00", " with a rake of 0.00 USD"), ("", "")], ids=["rake known", "rake unknown"]
)
def test_money_that_appears(rake: str, taken: str) -> None:
    lines = ["Seat 1: net +10.00", "Seat 2: net -6.00", "Seat 3: net -3.00", rake]
    audited = audit(hand((ANA, BO, CY), stacks=None, result=lines))
    assert short(audited.only) == ("settle.conservation", "1.00", "0.00", None, "-1.00")
    assert (
        audited.only["message"]
        == f"The nets of all players{taken} do not add up: a sum of 1.00 USD appears from nowhere."
    )
    assert audited.verdict("money") == WRONG


def test_money_that_vanishes_is_no_finding_where_the_rake_is_unknown() -> None:
    lines = ["Seat 1: net +8.00", "Seat 2: net -6.00", "Seat 3: net -3.00"]
    assert audit(hand((ANA, BO, CY), stacks=None, result=lines)).findings == []
    assert shorts(hand((ANA, BO, CY), stacks=None, result=[*lines, "Rake 0.00"])) == [
        ("settle.conservation", "-1.00", "0.00", None, "1.00")
    ]


def test_amount_less_than_the_points_cost() -> None:
    audited = audit(hand(pairs=[pair("16.00")], result=both("16.00")))
    assert short(audited.only) == ("settle.amount", "16.00", "17.00", None, "1.00")
    assert audited.only["message"] == (
        "+17 points at 1.00 USD are worth 17.00 USD: Bo pays Ana 17.00 USD; 16.00 is claimed."
    )
    assert audited.only["consequences"] == "net of Ana 16.00 for 17.00; net of Bo -16.00 for -17.00"
    assert (audited.verdict("points"), audited.verdict("money")) == (VERIFIED, WRONG)


def test_amount_written_from_the_other_side() -> None:
    text = "Seat 2 v Seat 1: rows -1 -1 -1, bonus -3, royalties 0 - 11, points -17, amount -16.00"
    audited = audit(hand(pairs=[text], result=both("16.00")))
    assert short(audited.only) == ("settle.amount", "16.00", "17.00", None, "1.00")
    assert (audited.only["acting_order"], audited.only["other_order"]) == (0, 1)
    assert audited.line_of(audited.only) == text


def test_stack_after_the_hand() -> None:
    lines = ["Seat 1: points +17, net +17.00, stack 218.00", "Seat 2: points -17, net -17.00, stack 183.00"]
    audited = audit(hand(result=lines))
    assert short(audited.only) == ("settle.stack", "218.00", "217.00", None, "-1.00")
    assert audited.only["message"] == ("Ana had 200.00 USD and came to 17.00, which leaves 217.00; 218.00 is claimed.")
    assert audited.line_of(audited.only) == lines[0]
    # A stack that follows from a wrong net is the net's; one that is right all the same is right.
    follows = [lines[0].replace("net +17", "net +18"), lines[1], "Rake 0.00"]
    assert [short(f)[:3] for f in audit(hand(result=follows)).findings] == [("settle.net", "18.00", "17.00")]
    assert audit(hand(result=follows)).only["consequences"].endswith("stack of Ana 218.00 for 217.00")
    right = [follows[0].replace("218", "217"), *follows[1:]]
    assert "stack" not in audit(hand(result=right)).only["consequences"]


def test_price_is_exact_to_ten_thousandths() -> None:
    text = hand(price="0.0125 USD per point", pairs=[pair("0.2125")], result=both("0.2125", after=RAKE_0))
    assert audit(text).findings == []
    wrong = audit(text.replace("amount 0.2125", "amount 0.2126"))
    assert wrong.only["claimed"] == "0.2126"
    assert wrong.only["computed"] == "0.2125"
    assert str(wrong.only["money_delta"]) == "-0.0001"


@pytest.mark.parametrize(
    "text",
    [
        hand(result=both("17.00")).replace("net +17.00", "net -99999999999999.99"),
        hand(pairs=[pair("-99999999999999.99")]),
        hand(pairs=[pair("-99999999999999.99")], stacks=None),
    ],
)
def test_a_difference_beyond_what_money_holds_is_left_out(text: str) -> None:
    finding = audit(text).findings[0]
    assert (finding["claimed"], finding["money_delta"]) == ("-99999999999999.99", None)


def test_stake_of_the_match() -> None:
    options = "Options: scoring 1-6, royalties american, match cap 50.00"
    assert audit(hand(options=options, result=both("17.00", after=RAKE_0))).money == [VERIFIED, VERIFIED]
    limited = audit(hand(options=options, result=both("5.00")))
    assert limited.findings == []
    assert limited.verdict("money") == ("unverifiable", "match cap: what is left of it is unknown")


def test_unknown_cap_rule_of_a_room_with_stacks() -> None:
    audited = audit(hand(stacks=("5.00", "200.00"), result=both("5.00"), **ROOM))  # type: ignore[arg-type]
    assert audited.findings == []
    assert audited.verdict("money") == ("unverifiable", "rule unknown: settlement.cap")


def test_claims_that_are_missing() -> None:
    assert audit(hand()).money == [("unverifiable", "no claim")] * 2
    assert audit(hand(pairs=[PAIR])).money == [VERIFIED, VERIFIED]
    half = audit(hand(result=["Seat 2: net -17.00"]))
    assert half.money == [("unverifiable", "no claim"), VERIFIED]
    assert half.verdict("money") == ("unverifiable", "no claim")


def test_incomplete_hand_is_not_judged_but_its_money_must_add_up() -> None:
    torn = DAN.replace(" 2d]", "]")
    audited = audit(hand((torn, EVE), result=points("-6", "+6")))
    assert audited.checks == ["layout.board"]
    assert audited.verdict("money") == ("unverifiable", "incomplete board")
    more = audit(hand((torn, EVE), result=points("-6", "+6", net=("-6.00", "+7.00"))))
    assert more.checks == ["layout.board", "settle.conservation"]


def test_cancelled_hand() -> None:
    still = audit(hand(result=[*points("0", "0"), "Hand cancelled"]))
    assert still.findings == []
    assert {still.verdict(d) for d in ("layout", "points", "money")} == {("not applicable", "cancelled hand")}
    moved = audit(hand(result=[*points("+6", "-6"), "Hand cancelled"]))
    assert moved.findings == []
    assert moved.verdict("points") == ("not applicable", "cancelled hand")
    assert moved.verdict("money") == ("unverifiable", "cancelled hand")
