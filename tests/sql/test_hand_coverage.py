"""Coverage: hands and money by dimension, verdict and reason."""

from decimal import Decimal

from ofc_audit.warehouse.units import UNIT
from sql.played import played
from sql.relations import relations, rows_of


def test_hands_and_money_won_by_verdict() -> None:
    given = played()
    given["verdicts"][1] |= {"verdict": "wrong"}
    given["findings"] = [{"finding_no": 1, "hand_key": 1, "check_id": "score.scoop", "severity": "error"}]
    given["uncorrected"] = [{"finding_no": 1, "hand_key": 1, "check_id": "score.scoop", "reason": "stack unknown"}]
    con, failures = relations(given, marts=("hand_coverage", "player_stats"))
    assert failures == []
    rows = rows_of(con, "select * from hand_coverage where dimension in ('points', 'match') order by all")
    eur = {"currency": "EUR", "chip_price": None, "chip_currency": None}
    assert rows == [
        {"dimension": "match", "verdict": "not applicable", "reason": "no matches", **eur}
        | {"hands": 3, "money": Decimal(53), "money_hands": 3},
        {
            "dimension": "points",
            "verdict": "verified",
            "reason": None,
            **eur,
            "hands": 2,
            "money": Decimal(36),
            "money_hands": 2,
        },
        {
            "dimension": "points",
            "verdict": "wrong",
            "reason": None,
            **eur,
            "hands": 1,
            "money": Decimal(17),
            "money_hands": 1,
        },
    ]


def test_money_is_computed_where_a_claim_is_missing_and_unknown_where_both_are() -> None:
    given = played()
    given["claims"][0]["net"] = None
    given["claims"][2]["net"] = None
    con, _ = relations(given, marts=("hand_coverage", "player_stats"))
    rows = rows_of(con, "select hand_key, money, is_claimed from int_hand_money order by 1")
    assert [tuple(row.values()) for row in rows] == [(1, Decimal(17), False), (2, None, False), (3, Decimal(16), True)]
    covered = rows_of(con, "select hands, money, money_hands from hand_coverage where dimension = 'layout'")
    assert covered == [{"hands": 3, "money": Decimal(33), "money_hands": 2}]


def test_hands_out_of_statistics_are_covered_all_the_same() -> None:
    given = played()
    given["hands"][0]["status"] = "cancelled"
    given["id_clashes"] = [{"hand_key": 3, "other_hand_key": 2, "kind": "conflict"}]
    con, failures = relations(given, marts=("hand_coverage", "player_stats"))
    assert failures == []
    assert rows_of(con, "select sum(hands)::int as n from hand_coverage") == [{"n": 15}]
    assert rows_of(con, "select count(*) as n from player_stats") == [{"n": 0}]


def test_chips_of_different_worth_are_different_currencies() -> None:
    given = played()
    for hand, price in zip(given["hands"], ("1", "0.9", None), strict=True):
        hand |= {"currency": "chips", "chip_price": price and Decimal(price), "chip_currency": price and "PHP"}
    con, failures = relations(given, marts=("hand_coverage", "player_stats"))
    assert failures == []
    rows = rows_of(con, f"select {UNIT} as unit, hands, money from hand_coverage where dimension = 'layout' order by 1")
    assert rows == [
        {"unit": "chips", "hands": 1, "money": Decimal(16)},
        {"unit": "chips at 0.90 PHP", "hands": 1, "money": Decimal(20)},
        {"unit": "chips at 1.00 PHP", "hands": 1, "money": Decimal(17)},
    ]
