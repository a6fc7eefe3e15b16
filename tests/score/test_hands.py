"""Whole hands: laws that hold whatever the cards, and agreement with a scorer that shares no code with this one."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ofc_audit.cards import EMPTY
from ofc_audit.money import NULL
from ofc_audit.score.hands import ScoredHands, score_hands
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import settle
from score.scoring import deals, rules_like

METHODS = ("1-6", "2-4")
SETTLEMENTS = ("difference", "winner_only")


@st.composite
def hands(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """(h, p, 13) boards and (h, p) fantasy cards: a few hands of one deck each, half of them sorted so that they foul
    less.
    """
    players = draw(st.integers(2, 4))
    cards = deals(draw(st.integers(1, 6)), players, draw(st.integers(0, 2**32 - 1)))
    if draw(st.booleans()):
        cards = np.sort(cards, axis=2)
    flags = draw(st.lists(st.sampled_from([0, 0, 14, 16, -1]), min_size=players, max_size=players))
    return cards, np.tile(np.array(flags, np.int16), (len(cards), 1))


@st.composite
def rule_sets(draw: st.DrawFn) -> Any:
    """Pokerbet with any method, settlement of royalties, table and mode."""
    return rules_like(
        draw(st.sampled_from(["pokerbet", "pokerbet_progressive"])),
        scoring=draw(st.sampled_from(METHODS)),
        royalty_settlement=draw(st.sampled_from(SETTLEMENTS)),
        royalties=draw(st.sampled_from(["american", "none", "russian"])),
    )


def everything(scored: ScoredHands) -> list[np.ndarray]:
    """All that is known of seats: values where known, a mark elsewhere."""
    seats = [scored.is_foul, *scored.royalties, scored.fantasy.is_next, scored.fantasy.cards, scored.points]
    return [np.where(part.known_mask, part.values.astype(np.int64), NULL) for part in seats]


@given(hands(), rule_sets())
@settings(max_examples=60, deadline=None)
def test_points_of_a_hand_sum_to_zero(played: tuple[np.ndarray, np.ndarray], rules: Any) -> None:
    scored = score_hands(*played, rules)
    complete = scored.points.known_mask.all(axis=1)
    assert (scored.points.values.sum(axis=1)[complete] == 0).all()


@given(hands(), rule_sets(), st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None)
def test_changing_seats_changes_nothing_but_the_seats(played: Any, rules: Any, random: Any) -> None:
    cards, fantasy = played
    order = list(range(cards.shape[1]))
    random.shuffle(order)
    before, after = score_hands(cards, fantasy, rules), score_hands(cards[:, order], fantasy[:, order], rules)
    for one, other in zip(everything(before), everything(after), strict=True):
        assert np.array_equal(one[:, order], other)


@given(hands(), rule_sets())
@settings(max_examples=60, deadline=None)
def test_a_pair_from_the_other_side_is_its_negative(played: Any, rules: Any) -> None:
    cards, fantasy = played
    one = score_hands(cards[:, :2], fantasy[:, :2], rules).pairs
    other = score_hands(cards[:, 1::-1], fantasy[:, 1::-1], rules).pairs
    for row, turned in zip((*one.rows, one.bonus, one.points), (*other.rows, other.bonus, other.points), strict=True):
        assert np.array_equal(row.filled, -turned.filled)
    assert np.array_equal(one.royalties[0].filled, other.royalties[1].filled)


@given(hands(), rule_sets(), st.permutations(range(4)))
@settings(max_examples=60, deadline=None)
def test_suits_have_no_names(played: Any, rules: Any, suits: list[int]) -> None:
    cards, fantasy = played
    renamed = (cards >> 2 << 2) + np.array(suits, np.uint8)[cards & 3]
    before, after = score_hands(cards, fantasy, rules), score_hands(renamed, fantasy, rules)
    for one, other in zip(everything(before), everything(after), strict=True):
        assert np.array_equal(one, other)


@given(hands(), rule_sets(), st.integers(0, 2**32 - 1))
@settings(max_examples=60, deadline=None)
def test_the_order_inside_a_row_does_not_matter(played: Any, rules: Any, seed: int) -> None:
    cards, fantasy = played
    rng = np.random.default_rng(seed)
    shuffled = np.concatenate(
        [rng.permuted(cards[..., row], axis=2) for row in (slice(3), slice(3, 8), slice(8, 13))], 2
    )
    before, after = score_hands(cards, fantasy, rules), score_hands(shuffled, fantasy, rules)
    for one, other in zip(everything(before), everything(after), strict=True):
        assert np.array_equal(one, other)


@given(hands(), rule_sets())
@settings(max_examples=60, deadline=None)
def test_a_foul_has_no_royalties_and_no_fantasyland(played: Any, rules: Any) -> None:
    scored = score_hands(*played, rules)
    foul = scored.is_foul.values
    for part in (*scored.royalties, scored.fantasy.is_next, scored.fantasy.cards):
        assert part.known_mask[foul].all()
        assert not part.values[foul].any()


@given(hands(), st.sampled_from(METHODS), st.data())
@settings(max_examples=100, deadline=None)
def test_money_is_conserved_and_nobody_pays_more_than_he_has(played: Any, method: str, data: st.DataObject) -> None:
    cards, fantasy = played
    h, p, _ = cards.shape
    scored = score_hands(cards, fantasy, rules_like(scoring=method))
    stacks = np.array(data.draw(st.lists(st.integers(0, 400_000), min_size=h * p, max_size=h * p)), np.int64).reshape(
        h, p
    )
    order = data.draw(st.sampled_from(["left_of_button_first", "button_first"]))
    for cap in ("both", "loser"):
        rules = rules_like(changed={"settlement.cap": cap, "settlement.pair_order": order})
        result = settle(scored.pairs.points.values.astype(np.int64), np.full(h, 10_000), stacks, rules)
        assert result.amount.known is None
        assert (result.net.values.sum(axis=1) == 0).all()
        assert (stacks + result.net.values >= 0).all()
        owed = scored.pairs.points.values * 10_000
        assert (np.abs(result.amount.values) <= np.abs(owed)).all()
        assert (result.amount.values * owed >= 0).all()


@given(hands(), rule_sets(), st.data())
@settings(max_examples=60, deadline=None)
def test_a_missing_card_hides_that_player_and_no_more(played: Any, rules: Any, data: st.DataObject) -> None:
    cards, fantasy = played
    player, place = data.draw(st.integers(0, cards.shape[1] - 1)), data.draw(st.integers(0, 12))
    holed = cards.copy()
    holed[:, player, place] = EMPTY
    before, after = score_hands(cards, fantasy, rules), score_hands(holed, fantasy, rules)
    assert not after.is_foul.known_mask[:, player].any()
    assert not after.points.known_mask.any()
    others = [p for p in range(cards.shape[1]) if p != player]
    for one, other in zip(everything(before)[:-1], everything(after)[:-1], strict=True):
        assert np.array_equal(one[:, others], other[:, others])
        assert (other[:, player] == NULL).all()
    row = 0 if place < 3 else 1 if place < 8 else 2
    for number, (one, other) in enumerate(zip(before.values, after.values, strict=True)):
        expected = one.copy()
        if number == row:
            expected[:, player] = 0
        assert np.array_equal(expected, other)


@pytest.fixture(scope="module")
def plain_python() -> ModuleType:
    """The benchmark's scorer in plain Python."""
    path = Path(__file__).parents[2] / "bench" / "plain_python.py"
    spec = importlib.util.spec_from_file_location("plain_python", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("players", [2, 3, 4])
def test_agrees_with_plain_python(players: int, plain_python: ModuleType) -> None:
    n = 1500
    cards = deals(n, players, seed=players)
    # Fewer fouls and more strong rows than chance deals: sorted boards put pairs and straights together.
    cards[::2] = np.sort(cards[::2], axis=2)
    rng = np.random.default_rng(players)
    fantasy = np.where(rng.random((n, players)) < 0.3, 14, 0).astype(np.int16)
    stacks = rng.integers(0, 30, (n, players)) * 10_000
    scored = score_hands(cards, fantasy, rules_like())
    money = settle(scored.pairs.points.values.astype(np.int64), np.full(n, 10_000), stacks, rules_like())
    assert 100 < scored.is_foul.values.sum() < n * players - 100
    for h in range(n):
        seats, pairs, points, net = plain_python.score_hand(
            cards[h].tolist(), fantasy[h].tolist(), stacks[h].tolist(), 10_000
        )
        assert [foul for _, foul, _, _ in seats] == scored.is_foul.values[h].tolist()
        assert [list(r) for _, _, r, _ in seats] == [[r.values[h, p] for r in scored.royalties] for p in range(players)]
        assert [cards_next for *_, cards_next in seats] == scored.fantasy.cards.values[h].tolist()
        assert points == scored.points.values[h].tolist()
        assert net == money.net.values[h].tolist()
        for k in range(len(pairs_of(players))):
            rows, bonus, royalties, pair_points, amount = pairs[k]
            assert list(rows) == [row.values[h, k] for row in scored.pairs.rows]
            assert bonus == scored.pairs.bonus.values[h, k]
            assert list(royalties) == [r.values[h, k] for r in scored.pairs.royalties]
            assert pair_points == scored.pairs.points.values[h, k]
            assert amount == money.amount.values[h, k]
