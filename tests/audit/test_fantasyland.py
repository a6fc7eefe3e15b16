"""Fantasyland as a hand announces it."""

import pytest

from audit.hands import ANA, BO, EVE, FIVES, KINGS, audit, hand, points, short

TRUE = points("+17", "-17")
STAYS = {1: ", Fantasyland 15 cards"}


def test_true_announcements() -> None:
    said = ["Seat 1: Fantasyland 14 cards next", "Seat 2: no Fantasyland next"]
    assert audit(hand(result=[*TRUE, *said])).findings == []
    assert audit(hand(result=[*TRUE, "Seat 1: Fantasyland next"])).findings == []


def test_not_announced() -> None:
    audited = audit(hand(result=[*TRUE, "Seat 1: no Fantasyland next"]))
    assert short(audited.only) == ("fantasy.claim", "no Fantasyland", "14 cards", None, None)
    assert audited.only["message"] == (
        "Ana earns Fantasyland, 14 cards, with top Qh Qd 4c, middle 9s 9c 5h 5d 2c, bottom Ah Kh 8h 6h 3h;"
        " no Fantasyland is claimed."
    )
    assert audited.only["rule_key"] == "fantasyland.entry"
    assert audited.verdict("points") == ("verified", None)


def test_announced_though_not_earned() -> None:
    audited = audit(hand(result=[*TRUE, "Seat 2: Fantasyland 14 cards next"]))
    assert short(audited.only) == ("fantasy.claim", "14 cards", "no Fantasyland", None, None)
    assert audited.only["message"] == (
        "Bo does not enter Fantasyland with top Jc Td 3s, middle 7d 7c 6s 4d 2h, bottom As Ks Kc 8d 8c; 14 cards is claimed."
    )
    assert audited.only["acting_order"] == 1


@pytest.mark.parametrize(
    ("rules_id", "cards"), [("pokerbet", 14), ("pokerbet_progressive", 15), ("pppoker_progressive17", 15)]
)
def test_number_of_cards_by_the_top(rules_id: str, cards: int) -> None:
    said = {"rules_id": rules_id, "options": "" if rules_id.startswith("ppp") else hand().splitlines()[1]}
    right = hand((KINGS, EVE), result=[f"Seat 1: Fantasyland {cards} cards next"], **said)  # type: ignore[arg-type]
    assert audit(right).findings == []
    audited = audit(right.replace(f"{cards} cards next", "17 cards next"))
    assert short(audited.only) == ("fantasy.claim", "17 cards", f"{cards} cards", None, None)
    assert audited.only["rule_key"] == "fantasyland.cards"


def test_number_of_cards_that_no_rule_gives() -> None:
    text = hand((FIVES, EVE), rules_id="pppoker_refant14", options="", result=["Seat 1: Fantasyland 16 cards next"])
    assert audit(text).findings == []
    denied = audit(text.replace("Fantasyland 16 cards next", "no Fantasyland next"))
    assert short(denied.only) == ("fantasy.claim", "no Fantasyland", "Fantasyland", None, None)


def test_stay() -> None:
    text = hand((FIVES, EVE), fantasy=STAYS, result=["Seat 1: Fantasyland 14 cards next"])
    assert audit(text).findings == []
    fifteen = audit(text.replace("14 cards next", "15 cards next"))
    assert short(fifteen.only) == ("fantasy.claim", "15 cards", "14 cards", None, None)
    assert fifteen.only["rule_key"] == "fantasyland.cards_on_stay"
    queens = audit(hand((ANA, BO), fantasy=STAYS, result=["Seat 1: Fantasyland 14 cards next"]))
    assert short(queens.only) == ("fantasy.claim", "14 cards", "no Fantasyland", None, None)
    assert queens.only["message"].startswith("Ana does not stay in Fantasyland with top Qh Qd 4c,")
    assert queens.only["rule_key"] == "fantasyland.stay"


@pytest.mark.parametrize("said", ["no Fantasyland next", "Fantasyland 14 cards next", "Fantasyland next"])
def test_nothing_is_due_from_the_last_hand_of_a_match(said: str) -> None:
    head = ["Match #9, hand 3", "Last hand of the match"]
    assert audit(hand(head=head, result=[*TRUE, f"Seat 1: {said}"])).findings == []
    # What was not earned is not due anywhere.
    other = audit(hand(head=head, result=[*TRUE, "Seat 2: Fantasyland 14 cards next"]))
    assert other.checks == ["fantasy.claim"]


@pytest.mark.parametrize(
    "result",
    [
        ["Seat 1: points -17, net -20.00, stack 0.00", "Seat 1: no Fantasyland next"],
        ["Seat 1: points -17, net -20.00", "Seat 1: no Fantasyland next"],
    ],
    ids=["stack stated", "stack follows"],
)
def test_nothing_is_due_to_who_is_out(result: list[str]) -> None:
    audited = audit(hand(stacks=("20.00", "20.00"), result=result))
    assert "fantasy.claim" not in audited.checks


def test_foul_never_enters() -> None:
    foul = "top [Kd Kh 4c] middle [9s 9c 5d 3c 2c] bottom [Ah Qh Jh 6h 3h]"
    assert audit(hand((foul, EVE), result=["Seat 1: no Fantasyland next"])).findings == []
    audited = audit(hand((foul, EVE), result=["Seat 1: Fantasyland 15 cards next"]))
    assert short(audited.only) == ("fantasy.claim", "15 cards", "no Fantasyland", None, None)
