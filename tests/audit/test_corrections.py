"""Who pays whom: the fewest payments, and which finding each of them answers."""

import pytest

from ofc_audit.audit.corrections import Answer, Cause, answers
from ofc_audit.audit.payments import HOUSE, Payment, fewest_payments, with_house


@pytest.mark.parametrize(
    ("owed", "payments"),
    [
        ({0: 15_000, 1: -15_000}, [(1, 0, 15_000)]),
        ({0: 10, 1: -4, 2: -6}, [(1, 0, 4), (2, 0, 6)]),
        ({0: -10, 1: 4, 2: 6}, [(0, 1, 4), (0, 2, 6)]),
        # Two pairs among themselves, not one round of three.
        ({0: 7, 1: 5, 2: -7, 3: -5}, [(2, 0, 7), (3, 1, 5)]),
        ({0: 7, 1: 5, 2: -5, 3: -7}, [(2, 1, 5), (3, 0, 7)]),
        ({0: 3, 1: 4, 2: -5, 3: -2}, [(2, 0, 3), (2, 1, 2), (3, 1, 2)]),
        ({0: 5, HOUSE: -5}, [(HOUSE, 0, 5)]),
        ({0: -5, 1: 5, 2: -3, HOUSE: 3}, [(0, 1, 5), (2, HOUSE, 3)]),
        ({0: 0, 1: 0}, []),
        ({}, []),
    ],
)
def test_fewest_payments(owed: dict[int, int], payments: list[tuple[int, int, int]]) -> None:
    assert fewest_payments(owed) == [Payment(*one) for one in payments]


def test_what_does_not_add_up_is_no_debt() -> None:
    with pytest.raises(ValueError, match="does not add up"):
        fewest_payments({0: 1, 1: 1})


def test_the_house_takes_the_rest() -> None:
    assert with_house({0: 5, 1: -3, 2: 0}) == {0: 5, 1: -3, HOUSE: -2}
    assert with_house({0: 5, 1: -5}) == {0: 5, 1: -5}


def test_one_finding_answers_for_all_that_is_owed() -> None:
    owed = {0: 8, 1: -3, 2: -5}
    assert answers([Cause(4, "score.foul", (0,))], owed) == [
        Answer(4, Payment(1, 0, 3)),
        Answer(4, Payment(2, 0, 5)),
    ]
    assert answers([], owed) == []
    assert answers([Cause(4, "score.foul", (0,))], {0: 0, 1: 0, 2: 0}) == []


def test_findings_answer_for_their_own_differences_where_these_come_to_what_is_owed() -> None:
    both = [Cause(1, "settle.amount", (0, 1), 5), Cause(2, "settle.amount", (1, 2), -3)]
    assert answers(both, {0: 5, 1: -8, 2: 3}) == [Answer(1, Payment(1, 0, 5)), Answer(2, Payment(1, 2, 3))]
    # One ten-thousandth more, and nothing says which of them it belongs to.
    assert answers(both, {0: 6, 1: -9, 2: 3}) == [
        Answer(1, Payment(1, 0, 6), True),
        Answer(1, Payment(1, 2, 3), True),
    ]


def test_nets_paid_to_each_other_are_one_payment_for_both() -> None:
    nets = [Cause(1, "settle.net", (0,), -10), Cause(2, "settle.net", (1,), 10)]
    assert answers(nets, {0: -10, 1: 10, 2: 0}) == [Answer(1, Payment(0, 1, 10), True)]
    alone = [Cause(1, "settle.net", (0,), -10), Cause(2, "settle.net", (2,), -4)]
    assert answers(alone, {0: -10, 2: -4}) == [Answer(1, Payment(0, HOUSE, 10)), Answer(2, Payment(2, HOUSE, 4))]


def test_a_rake_and_an_amount_are_told_apart() -> None:
    causes = [Cause(1, "settle.amount", (0, 1), 7), Cause(2, "settle.rake", (0,), 2)]
    assert answers(causes, {0: 9, 1: -7}) == [Answer(1, Payment(1, 0, 7)), Answer(2, Payment(HOUSE, 0, 2))]


def test_points_beside_money_are_told_together() -> None:
    causes = [Cause(1, "score.scoop", (0, 1)), Cause(2, "settle.net", (0,), 5)]
    assert answers(causes, {0: 5, 1: -5}) == [Answer(1, Payment(1, 0, 5), True)]


def test_a_rake_of_the_hand_that_is_stated_wrongly_shares_nothing() -> None:
    causes = [Cause(1, "score.scoop", (0, 1)), Cause(2, "settle.rake")]
    assert answers(causes, {0: 5, 1: -5}) == [Answer(1, Payment(1, 0, 5))]


def test_what_is_waived_is_not_paid() -> None:
    one = Cause(1, "settle.amount", (0, 1), 5, is_waived=True)
    other = Cause(2, "settle.amount", (1, 2), -3)
    assert answers([one], {0: 5, 1: -5}) == []
    assert answers([one, other], {0: 5, 1: -8, 2: 3}) == [Answer(2, Payment(1, 2, 3))]
    # Told for both together, nothing of it can be asked for alone.
    assert answers([one, other], {0: 6, 1: -9, 2: 3}) == []


@pytest.mark.parametrize("seats", [(1,), (2,), (3,)])
def test_findings_of_another_hand_of_the_match_name_no_seats(seats: tuple[int, ...]) -> None:
    assert answers([Cause(1, "score.points", (), 4), Cause(2, "settle.net", seats, 4)], {0: -4, seats[0]: 4}) == [
        Answer(1, Payment(0, seats[0], 4), True)
    ]
