import numpy as np
import pytest

from ofc_audit.rulesets import RuleSet, load_rules
from ofc_audit.score.hands import ScoredHands, score_hands
from ofc_audit.simulate.deal import STREET_OF_DEALT, deal_cards
from ofc_audit.simulate.fantasy import set_fantasy
from ofc_audit.simulate.policies import place_cards, placements


@pytest.fixture(scope="module")
def rules() -> RuleSet:
    return load_rules()["pokerbet"].with_options(scoring="1-6")


def played(rules: RuleSet, policy: str, n: int, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    dealt = deal_cards(rng, n, 3).reshape(-1, 17)
    return dealt, *place_cards(rng, dealt, np.zeros(len(dealt), np.int64), [policy], rules)


def scored(cards: np.ndarray, rules: RuleSet) -> ScoredHands:
    return score_hands(cards.reshape(-1, 3, 13), np.zeros((len(cards) // 3, 3), np.int16), rules)


def test_first_street_can_be_set_in_232_ways_and_others_in_27() -> None:
    # 3^5 ways, less the 11 that put four or five cards on top.
    assert len(placements(5, 5)) == 243 - 11
    assert len(placements(3, 2)) == 27


@pytest.mark.parametrize("policy", ["random", "careful", "chaser"])
def test_every_card_dealt_is_placed_or_discarded_on_its_street(rules: RuleSet, policy: str) -> None:
    dealt, cards, streets, discards = played(rules, policy, 60, 1)
    assert (np.bincount(streets.reshape(-1)) == np.array([0, 5, 2, 2, 2, 2]) * len(cards)).all()
    for seat in range(len(cards)):
        placed = [*zip(cards[seat], streets[seat], strict=True), *zip(discards[seat], range(2, 6), strict=True)]
        assert sorted(placed) == sorted(zip(dealt[seat], STREET_OF_DEALT, strict=True))


def test_cards_put_anywhere_foul_in_69_percent(rules: RuleSet) -> None:
    # The figure is known; three standard errors of 30,000 boards are 0.8 %.
    foul = scored(played(rules, "random", 10_000, 2)[1], rules).is_foul.values.mean()
    assert abs(foul - 0.69) < 0.008


def test_care_avoids_fouls_and_reaches_queens(rules: RuleSet) -> None:
    hands = scored(played(rules, "careful", 1_000, 3)[1], rules)
    assert hands.is_foul.values.mean() < 0.25
    assert hands.fantasy.is_next.values.mean() > 0.03


def test_who_chases_fantasyland_enters_it_oftener_and_fouls_oftener(rules: RuleSet) -> None:
    careful, chaser = (scored(played(rules, policy, 1_000, 5)[1], rules) for policy in ("careful", "chaser"))
    # Of 6,000 boards each 3.5 % and 10.6 % entered, 21 % and 48 % fouled; a thousand hands have 3,000 boards.
    assert chaser.fantasy.is_next.values.mean() > 2 * careful.fantasy.is_next.values.mean()
    assert 0.40 < chaser.is_foul.values.mean() < 0.55
    assert careful.is_foul.values.mean() < 0.25


@pytest.mark.parametrize("n_cards", [14, 17])
def test_fantasyland_is_set_without_fouls_and_within_what_the_cards_allow(rules: RuleSet, n_cards: int) -> None:
    rng = np.random.default_rng(4)
    dealt = deal_cards(rng, 100, 3).reshape(-1, 17)
    cards, discards = set_fantasy(rng, dealt, np.full(len(dealt), n_cards), rules)
    hands = score_hands(cards.reshape(-1, 3, 13), np.full((100, 3), n_cards, np.int16), rules)
    assert not hands.is_foul.values.any()
    # With full information no player averages more: 12.4 royalties with 14 cards, 24.6 with 17.
    royalties = sum(row.values.mean() for row in hands.royalties)
    assert 5 < royalties < {14: 12.4, 17: 24.6}[n_cards]
    held = np.sort(np.concatenate([cards, discards], axis=1), axis=1)[:, :n_cards]
    assert (held == np.sort(dealt[:, :n_cards], axis=1)).all()
    assert ((discards != 255).sum(axis=1) == n_cards - 13).all()
