"""Points: every claim about fouls, royalties, rows, bonuses and points that is wrong is named once, with what follows from it."""

import pytest

from audit.hands import ANA, BO, BO_FOUL, CY, DAN, EVE, FIVES, audit, hand, points, short, shorts

PAIR = "Seat 1 v Seat 2: rows +1 +1 +1, bonus +3, royalties 11 - 0, points +17, amount 17.00"
SWAPPED = "Seat 2 v Seat 1: rows -1 -1 -1, bonus -3, royalties 0 - 11, points -17, amount -17.00"
ANA_CY = PAIR.replace("Seat 2", "Seat 3")
BO_CY = "Seat 2 v Seat 3: rows +1 -1 -1, bonus 0, royalties 0 - 0, points -1, amount -1.00"
ROYALTIES = {1: ["royalties 7 + 0 + 4"], 2: ["royalties 0 + 0 + 0"]}
FOUL_ROWS = "middle As Ks Kc 8d 8c, bottom 7d 7c 6s 4d 2h"


def both(number: int) -> list[str]:
    """RESULT lines in which Ana wins so many points of Bo, at 1.00 each."""
    return points(f"+{number}", f"-{number}")


@pytest.mark.parametrize("pair", [PAIR, SWAPPED], ids=["a v b", "b v a"])
def test_true_hand(pair: str) -> None:
    audited = audit(hand(claims=ROYALTIES, pairs=[pair], result=both(17)))
    assert audited.findings == []
    assert audited.verdict("points") == ("verified", None)
    assert audited.verdict("money") == ("verified", None)


def test_true_hand_of_three() -> None:
    text = hand((ANA, BO, CY), pairs=[PAIR, ANA_CY, BO_CY], result=points("+34", "-18", "-16"))
    assert audit(text).findings == []
    assert audit(text).verdict("points") == ("verified", None)


def test_royalties_with_what_follows() -> None:
    pair = PAIR.replace("11 - 0", "10 - 0").replace("17", "16")
    audited = audit(hand(claims={1: ["royalties 7 + 0 + 3"]}, pairs=[pair], result=both(16)))
    finding = audited.only
    assert short(finding) == ("score.royalties", "3", "4", 1, "1.00")
    assert finding["message"] == (
        "Ana's bottom Ah Kh 8h 6h 3h (flush) earns 4 royalties; 3 are claimed. Ana got 1.00 USD too little, before rake."
    )
    assert finding["consequences"] == (
        "royalties of Ana in the pair of Ana v Bo 10 for 11; points of Ana v Bo +16 for +17; points of Ana +16 for +17;"
        " points of Bo -16 for -17; amount of Ana v Bo 16.00 for 17.00; net of Ana 16.00 for 17.00; net of Bo -16.00 for -17.00"
    )
    assert (finding["rule_key"], finding["acting_order"], finding["other_order"]) == ("score.royalties", 0, None)
    assert audited.line_of(finding) == "Seat 1: royalties 7 + 0 + 3"
    assert audited.verdict("points") == audited.verdict("money") == ("wrong", None)


def test_claims_that_are_true_although_one_before_them_is_wrong() -> None:
    audited = audit(hand(claims={1: ["royalties 7 + 0 + 3"]}, pairs=[PAIR], result=both(17)))
    assert short(audited.only) == ("score.royalties", "3", "4", 1, None)
    assert audited.only["consequences"] is None
    assert audited.verdict("points") == ("wrong", None)
    assert audited.verdict("money") == ("verified", None)
    rows = audit(hand(pairs=[PAIR.replace("+1 +1 +1", "+1 -1 +1")], result=both(17)))
    assert short(rows.only) == ("score.rows", "+1 -1 +1", "+1 +1 +1", 2, None)
    assert rows.only["consequences"] is None


def test_royalties_of_one_player_wrong_in_two_pairs_are_one_finding() -> None:
    pairs = [p.replace("11 - 0", "7 - 0").replace("17", "13") for p in (PAIR, ANA_CY)]
    audited = audit(hand((ANA, BO, CY), pairs=[*pairs, BO_CY], result=points("+26", "-14", "-12")))
    assert short(audited.only) == ("score.royalties", "7", "11", 4, "4.00")
    assert audited.only["message"] == (
        "Ana collects 11 royalties here (top, middle, bottom: 7 + 0 + 4); 7 are claimed."
        " Amount 17.00 USD: Bo paid 4.00 USD too little."
    )
    assert "royalties of Ana in the pair of Ana v Cy 7 for 11" in audited.only["consequences"]


def test_royalties_on_a_foul() -> None:
    claims = {1: ["royalties 7 + 0 + 4"], 2: ["foul", "royalties 0 + 0 + 4"]}
    audited = audit(hand((ANA, BO_FOUL), claims=claims, result=both(17)))
    assert short(audited.only) == ("score.royalties", "4", "0", -4, None)
    assert audited.only["message"] == "Bo has a foul, which earns no royalties; 4 are claimed for the bottom."


def test_row_to_the_weaker_hand() -> None:
    pair = PAIR.replace("+1 +1 +1, bonus +3", "+1 -1 +1, bonus 0").replace("17", "12")
    audited = audit(hand(pairs=[pair], result=both(12)))
    assert short(audited.only) == ("score.rows", "+1 -1 +1", "+1 +1 +1", 2, "5.00")
    assert audited.only["message"] == (
        "Ana's middle 9s 9c 5h 5d 2c beats Bo's 7d 7c 6s 4d 2h (+1, claimed -1). Amount 17.00 USD: Bo paid 5.00 USD too little."
    )
    assert audited.only["consequences"].startswith("bonus of Ana v Bo 0 for +3; points of Ana v Bo +12 for +17;")
    assert (audited.only["acting_order"], audited.only["other_order"]) == (0, 1)


@pytest.mark.parametrize("pair", [PAIR, SWAPPED], ids=["a v b", "b v a"])
def test_scoop_not_paid(pair: str) -> None:
    wrong = pair.replace("bonus +3", "bonus 0").replace("bonus -3", "bonus 0").replace("17", "14")
    audited = audit(hand(pairs=[wrong], result=both(14)))
    assert short(audited.only) == ("score.scoop", "0", "+3", 3, "3.00")
    assert audited.only["message"] == (
        "Ana won all three rows of Bo: the bonus is +3 (1-6 scoring); 0 is claimed. Amount 17.00 USD: Bo paid 3.00 USD too little."
    )
    assert audited.only["rule_key"] == "score.scoop_bonus"
    assert audited.line_of(audited.only) == wrong


def test_bonus_of_the_other_method() -> None:
    options = "Options: scoring 2-4, royalties american"
    wrong = PAIR.replace("bonus +3", "bonus 0").replace("17", "14")
    audited = audit(hand(options=options, pairs=[wrong], result=both(14)))
    assert short(audited.only) == ("score.scoop", "0", "+1", 1, "1.00")
    assert audited.only["rule_key"] == "score.majority_bonus"


def test_pair_added_wrongly() -> None:
    audited = audit(hand(pairs=[PAIR.replace("17", "18")], result=both(18)))
    assert short(audited.only) == ("score.pair_points", "+18", "+17", -1, "-1.00")
    assert audited.only["message"] == (
        "Ana v Bo: rows +3, bonus +3, royalties 11 - 0 make +17; +18 is claimed. Amount 17.00 USD: Bo paid 1.00 USD too much."
    )


def test_points_added_wrongly() -> None:
    result = ["Seat 1: points +35, net +34.00", "Seat 2: points -18, net -18.00", "Seat 3: points -16, net -16.00"]
    audited = audit(hand((ANA, BO, CY), pairs=[PAIR, ANA_CY, BO_CY], result=result))
    assert short(audited.only) == ("score.points", "+35", "+34", -1, None)
    assert audited.only["message"] == ("Ana makes +17 against Bo and +17 against Cy, +34 in all; +35 is claimed.")
    assert audited.line_of(audited.only) == result[0]


FOUL_AS_LEGAL = PAIR.replace("+1 +1 +1, bonus +3", "+1 -1 +1, bonus 0").replace("17", "12")


@pytest.mark.parametrize("claims", [ROYALTIES, {}], ids=["said", "implied by the rows"])
def test_foul_paid_as_legal(claims: dict[int, list[str]]) -> None:
    audited = audit(hand((ANA, BO_FOUL), claims=claims, pairs=[FOUL_AS_LEGAL], result=both(12)))
    assert short(audited.only) == ("score.foul", "legal", "foul", None, "-5.00")
    assert audited.only["acting_order"] == 1
    assert audited.only["message"] == (
        "The board of Bo is a foul and was settled as legal: the middle (two pair) is stronger than the bottom (pair)"
        f" (top Jc Td 3s, {FOUL_ROWS}). Bo got 5.00 USD too much, before rake."
    )
    assert audited.only["consequences"].startswith(
        "rows of Ana v Bo +1 -1 +1 for +1 +1 +1; bonus of Ana v Bo 0 for +3;"
    )
    assert audited.line_of(audited.only) == ("Seat 2: royalties 0 + 0 + 0" if claims else FOUL_AS_LEGAL)


def test_legal_board_paid_as_a_foul() -> None:
    claims = {1: ["foul"], 2: ["royalties 0 + 0 + 0"]}
    pair = "Seat 1 v Seat 2: rows -1 -1 -1, bonus -3, royalties 0 - 0, points -6, amount -6.00"
    audited = audit(hand((DAN, EVE), claims=claims, pairs=[pair], result=points("-6", "+6")))
    assert short(audited.only) == ("score.foul", "foul", "legal", None, "7.00")
    assert audited.only["message"] == (
        "The board of Ana is legal and was settled as a foul: bottom ≥ middle ≥ top"
        " (top Ac 9h 4h, middle Jh Jd 8s 6c 3c, bottom Qs Qc 7s 7h 2d). Ana got 7.00 USD too little, before rake."
    )
    assert audited.only["mark"] == "foul"


def test_a_wrong_foul_explains_the_fantasyland_announced_with_it() -> None:
    foul = "top [Qh Qd 4c] middle [Ah Kh 8h 6h 3h] bottom [9s 9c 5d 5h 2c]"
    pair = "Seat 1 v Seat 2: rows +1 +1 -1, bonus 0, royalties 15 - 0, points +16, amount 16.00"
    result = [*both(16), "Seat 1: Fantasyland 14 cards next"]
    audited = audit(hand((foul, BO), claims={1: ["royalties 7 + 8 + 0"]}, pairs=[pair], result=result))
    assert audited.checks == ["score.foul"]
    assert audited.only["consequences"].endswith("Fantasyland of Ana 14 cards for no Fantasyland")


def test_two_mistakes_in_one_hand() -> None:
    pair = PAIR.replace("11 - 0", "10 - 0").replace("17", "16").replace("amount 16.00", "amount 15.00")
    result = points("+16", "-16", net=("+15.00", "-15.00"))
    audited = audit(hand(claims={1: ["royalties 7 + 0 + 3"]}, pairs=[pair], result=result))
    assert [short(f) for f in audited.findings] == [
        ("score.royalties", "3", "4", 1, "2.00"),
        ("settle.amount", "15.00", "17.00", None, "2.00"),
    ]
    assert audited.messages[1] == (
        "+17 points at 1.00 USD are worth 17.00 USD: Bo pays Ana 17.00 USD; 15.00 is claimed."
    )


def test_two_mistakes_of_two_players() -> None:
    pairs = [PAIR.replace("bonus +3", "bonus 0").replace("17", "14"), ANA_CY, BO_CY.replace("-1 -1,", "-1 +1,")]
    pairs[2] = pairs[2].replace("points -1, amount -1.00", "points +1, amount 1.00")
    found = shorts(hand((ANA, BO, CY), pairs=pairs, result=points("+31", "-13", "-18")))
    assert found == [
        ("score.rows", "+1 -1 +1", "+1 -1 -1", -2, "-2.00"),
        ("score.scoop", "0", "+3", 3, "3.00"),
    ]


@pytest.mark.parametrize(
    ("said", "finding", "message"),
    [
        pytest.param(14, ("score.scoop", "+14 points", "+17 points", 3, None),
                     "The points leave out the bonus of Ana v Bo, which is +3.", id="scoop"),
        pytest.param(13, ("score.royalties", "+13 points", "+17 points", 4, None),
                     "The points leave out the 4 royalties of Ana's bottom.", id="bottom royalties"),
        pytest.param(10, ("score.royalties", "+10 points", "+17 points", 7, None),
                     "The points leave out the 7 royalties of Ana's top.", id="top royalties"),
    ],
)  # fmt: skip
def test_one_mistake_explains_points_alone(said: int, finding: tuple[object, ...], message: str) -> None:
    audited = audit(hand(result=both(said)))
    assert short(audited.only) == finding
    assert audited.only["message"] == message
    assert audited.only["consequences"] == (
        f"points of Ana +{said} for +17; points of Bo -{said} for -17; net of Ana {said}.00 for 17.00; net of Bo -{said}.00 for -17.00"
    )
    assert audited.verdict("points") == audited.verdict("money") == ("wrong", None)


def test_foul_explains_points_alone() -> None:
    audited = audit(hand((DAN, EVE), result=points("-6", "+6")))
    assert short(audited.only) == ("score.foul", "-6 points", "+1 points", 7, None)
    assert audited.only["message"] == (
        "The points are those of a hand in which Ana's board, which is legal, were a foul."
    )


def test_turned_row_explains_points_alone() -> None:
    # He wins the top, ties the middle and loses the bottom: only a turned top gives -2.
    tied = "top [Ac 9h 8h] middle [7h 7s 6c 4h 2d] bottom [Qs Qc Jd Jh 3c]"
    audited = audit(hand((tied, EVE), result=points("-2", "+2")))
    assert short(audited.only) == ("score.rows", "-2 points", "0 points", 2, None)
    assert audited.only["message"] == "The points give Bo the top that Ana won of him."
    # Dan wins top and middle: either of them turned gives -1, a turned bottom +6, and so does a foul called on Eve.
    assert audit(hand((DAN, EVE), result=points("-1", "+1"))).checks == ["score.points"]
    assert audit(hand((DAN, EVE), result=points("+6", "-6"))).checks == ["score.points"]


@pytest.mark.parametrize("said", [12, 15], ids=["several mistakes explain it", "none explains it"])
def test_points_that_stay_wrong_points(said: int) -> None:
    audited = audit(hand(result=both(said)))
    # What Ana got too little Bo got too much: one mistake.
    assert short(audited.only)[:4] == ("score.points", f"+{said}", "+17", 17 - said)
    assert audited.only["consequences"] == (
        f"points of Bo -{said} for -17; net of Ana {said}.00 for 17.00; net of Bo -{said}.00 for -17.00"
    )


def test_totals_that_do_not_add_up_are_a_mistake_each() -> None:
    audited = audit(hand(result=points("+15", "-16")))
    assert [short(f)[:3] for f in audited.findings] == [("score.points", "+15", "+17"), ("score.points", "-16", "-17")]


def test_lost_rows_not_subtracted() -> None:
    audited = audit(hand(result=points("+17", "-11")))
    assert short(audited.only) == ("score.points", "-11", "-17", -6, "-6.00")
    assert audited.only["message"] == (
        "Bo makes -17 against Ana, -17 in all; -11 is claimed. Bo got 6.00 USD too much, before rake."
    )
    assert audited.only["consequences"] == "net of Bo -11.00 for -17.00; money left over at the table 6.00 for 0.00"


def test_money_short_is_told_before_rake() -> None:
    result = ["Seat 1: points +16, net +15.50, rake 0.50", "Seat 2: points -16, net -16.00, rake 0.00", "Rake 0.50"]
    assert shorts(hand(claims={1: ["royalties 7 + 0 + 3"]}, result=result)) == [
        ("score.royalties", "3", "4", 1, "1.00")
    ]
    # What a winner got before a rake that nobody states is not known.
    unsaid = ["Seat 1: points +16, net +15.50", "Seat 2: points -16, net -16.00"]
    assert shorts(hand(claims={1: ["royalties 7 + 0 + 3"]}, result=unsaid)) == [("score.royalties", "3", "4", 1, None)]


def test_scoring_method_unknown() -> None:
    text = hand(options="", claims=ROYALTIES, pairs=[PAIR], result=both(17))
    assert audit(text).findings == []
    for dimension in ("points", "money"):
        assert audit(text).verdict(dimension) == ("unverifiable", "rule unknown: score.method")
    # What does not depend on the method is judged all the same.
    assert shorts(text.replace("royalties 7 + 0 + 4", "royalties 7 + 0 + 3")) == [
        ("score.royalties", "3", "4", 1, None)
    ]
    assert shorts(text.replace("+1 +1 +1", "+1 +1 -1")) == [("score.rows", "+1 +1 -1", "+1 +1 +1", 2, None)]


def test_royalties_off() -> None:
    options = "Options: scoring 1-6, royalties none"
    plain = PAIR.replace("11 - 0", "0 - 0").replace("17", "6")
    assert audit(hand(options=options, pairs=[plain], result=both(6))).findings == []
    assert audit(hand(options=options, pairs=[PAIR], result=both(17))).checks == ["score.royalties"]


def test_winner_only_royalties() -> None:
    options = "Options: scoring 1-6, royalties american, royalties settle winner_only"
    text = hand((FIVES, EVE), options=options, result=points("+27", "-27"))
    assert audit(text).findings == []


def test_rule_set_unknown() -> None:
    audited = audit(hand(rules_id="lowball", options="", result=both(3)))
    assert audited.findings == []
    for dimension in ("layout", "points", "money"):
        assert audited.verdict(dimension) == ("unverifiable", "rule set unknown: lowball")


def test_claims_that_are_missing() -> None:
    assert audit(hand()).verdict("points") == ("unverifiable", "no claim")
    assert audit(hand(result=["Seat 1: points +17"])).verdict("points") == ("unverifiable", "claim incomplete")
    assert audit(hand(pairs=[PAIR])).verdict("points") == ("verified", None)


@pytest.mark.parametrize("n", [1, 5])
def test_as_many_players_as_no_game_has(n: int) -> None:
    boards = (ANA, BO, CY, DAN, FIVES)[:n]
    audited = audit(hand(boards, stacks=None, result=[f"Seat {i}: points +3, net +3.00" for i in range(1, n + 1)]))
    assert "layout.players" in audited.checks
    assert {check.split(".")[0] for check in audited.checks} == {"layout"}
    for dimension in ("points", "money"):
        assert audited.verdict(dimension) == ("unverifiable", "number of players")


def test_hands_of_other_sizes_do_not_shift_the_others() -> None:
    five = hand((ANA, BO, CY, DAN, FIVES), hand_id="1", stacks=None, pairs=[PAIR])
    wrong = hand(hand_id="2", pairs=[PAIR.replace("bonus +3", "bonus 0").replace("17", "14")], result=both(14))
    audited = audit(five + wrong)
    assert [check for check in audited.checks if check.startswith("score")] == ["score.scoop"]
