"""The rake of a club found from what its winners were paid: every kind of rule, what stays open, and what one hand cannot decide."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ofc_audit.infer.rake_words import exception_words, open_parts, rule_words
from ofc_audit.infer.rakes import MARGIN, MIN_WINS, PART_COST, ClubRake, Wins, _rates, infer_rake
from ofc_audit.money import MONEY_SCALE, NULL, Ints, amount_text, amount_units
from ofc_audit.score.rake import NO_RAKE, Rake, taken

CHIP, TENTH, CENT = MONEY_SCALE, MONEY_SCALE // 10, MONEY_SCALE // 100


def money(*texts: str) -> Ints:
    return np.array([amount_units(text) for text in texts], np.int64)


def club(rule: Rake, gross: Ints) -> ClubRake:
    """What is found where a club takes its rake by a rule from these wins."""
    return infer_rake(Wins.of(gross, taken(gross, rule)))


def wins(n: int = 300, price: int = CHIP // 5, most: int = 60, seed: int = 5) -> Ints:
    """Wins of whole points at a price, small ones most often."""
    points = np.random.default_rng(seed).geometric(4 / most, n).clip(1, most)
    return points.astype(np.int64) * price


KINDS: dict[str, tuple[Rake, Ints]] = {
    "half up to a tenth": (Rake(300, "half_up", TENTH), wins()),
    "half up to a chip": (Rake(300, "half_up", CHIP), wins(price=10 * CHIP)),
    "up to a cent": (Rake(300, "up", CENT), wins(price=30 * CENT)),
    "down to a cent": (Rake(450, "down", CENT), wins(price=CHIP // 4)),
    "to five cents": (Rake(500, "half_up", 5 * CENT), wins(price=CHIP // 4)),
    "a quarter of a percent": (Rake(275, "half_up", CENT), wins(price=CHIP)),
    "minimum": (Rake(300, "half_up", CENT, minimum=25 * CENT), wins(price=CHIP // 2)),
    "minimum that is no whole unit": (Rake(300, "down", TENTH, minimum=25 * CENT), wins(price=CHIP)),
    "cap": (Rake(300, "half_up", TENTH, cap=3 * CHIP), wins(price=5 * CHIP)),
    "free wins": (Rake(300, "up", CENT, free=30 * CENT), wins(price=30 * CENT)),
    "minimum and cap": (Rake(450, "up", CENT, minimum=CHIP // 2, cap=2 * CHIP), wins(price=130 * CENT)),
    "minimum, cap and free wins": (
        Rake(450, "up", CENT, CHIP // 2, 2 * CHIP, free=260 * CENT),
        wins(price=130 * CENT),
    ),
    "of the net": (Rake(500, "half_up", CENT, base="net"), wins(price=CHIP)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_rule_is_found_exactly(kind: str) -> None:
    rule, gross = KINDS[kind]
    found = club(rule, gross)
    assert found.best == rule
    assert (found.n_hands, found.n_explained, found.is_identified) == (300, 300, True)
    assert {reading.rule.rate for reading in found.readings} == {reading.most for reading in found.readings}
    everything = np.arange(1, 400) * gross.min()
    told = found.take(everything)
    assert (told[told != NULL] == taken(everything, rule)[told != NULL]).all()
    assert (told != NULL).mean() > 0.95


@pytest.mark.parametrize("kind", KINDS)
def test_few_wrong_hands_change_nothing(kind: str) -> None:
    rule, gross = KINDS[kind]
    rake = taken(gross, rule)
    rake[::60] += 3 * CENT
    found = infer_rake(Wins.of(gross, np.minimum(rake, gross)))
    assert found.best == rule
    assert (found.n_hands, found.is_identified) == (300, True)
    assert found.n_explained == np.count_nonzero(np.minimum(rake, gross) == taken(gross, rule))


def test_many_wrong_hands_identify_nothing() -> None:
    gross = wins()
    rake = taken(gross, Rake(300, "half_up", TENTH))
    rake[::10] += 3 * CENT
    found = infer_rake(Wins.of(gross, rake))
    assert not found.is_identified
    assert (found.take(gross) == NULL).all()


def test_rakes_taken_at_will_identify_nothing() -> None:
    gross = wins(price=CHIP)
    rake = np.random.default_rng(1).integers(0, 20, 300) * CENT
    assert not infer_rake(Wins.of(gross, np.minimum(rake, gross))).is_identified


def test_no_rake() -> None:
    gross = wins()
    found = club(NO_RAKE, gross)
    assert (found.best, found.is_free, found.is_identified) == (NO_RAKE, True, True)
    assert (found.take(gross) == 0).all()
    assert not club(NO_RAKE, gross[:5]).is_identified


def test_nothing_told_of_nothing() -> None:
    none = np.empty(0, np.int64)
    found = infer_rake(Wins.of(none, none))
    assert (found.n_hands, found.readings, found.is_identified) == (0, (), False)
    assert found.take(money("1.00")).tolist() == [NULL]


def test_a_club_needs_twenty_different_raked_wins() -> None:
    gross = np.arange(1, MIN_WINS + 1) * 3 * CHIP
    rule = Rake(300, "half_up", CENT)
    assert club(rule, gross).is_identified
    assert not club(rule, gross[1:]).is_identified
    assert not club(rule, np.append(gross[1:], gross[1:])).is_identified


def test_one_exception_in_twenty() -> None:
    gross = np.arange(1, 41) * 3 * CHIP
    rake = taken(gross, Rake(300, "half_up", CENT))
    rake[:2] += 5 * CENT
    assert infer_rake(Wins.of(gross, rake)).is_identified
    assert not infer_rake(Wins.of(gross[:-1], rake[:-1])).is_identified


@pytest.mark.parametrize(("n_at_cap", "want"), [(0, "13.50"), (1, None), (3, None), (4, "10.00")])
def test_a_cap_needs_more_hands_than_chance_does(n_at_cap: int, want: str | None) -> None:
    rule = Rake(300, "half_up", TENTH, cap=10 * CHIP)
    gross = np.append(wins(price=5 * CHIP), money("450.00", "460.00", "470.00", "480.00")[:n_at_cap])
    found = club(rule, gross)
    (told,) = found.take(money("450.00")).tolist()
    assert (None if told == NULL else amount_text(told)) == want


@pytest.mark.parametrize(("n_free", "want"), [(1, NULL), (3, NULL), (4, 0)])
def test_free_wins_need_more_hands_than_chance_does(n_free: int, want: int) -> None:
    gross = np.append(wins(price=CHIP), np.full(n_free, CHIP // 2))
    rule = Rake(300, "up", CENT, free=CHIP // 2)
    found = club(rule, gross)
    if n_free == 1:
        # Without a part for one hand the rule takes of it what it takes of all: the hand is the exception.
        assert found.best.free == 0
        assert found.n_explained == found.n_hands - 1
    else:
        assert found.take(money("0.50")).tolist() == [want]


def test_between_a_free_win_and_the_least_raked_one_nothing_is_told() -> None:
    rule = Rake(300, "up", CENT, free=CHIP // 2)
    gross = np.append(wins(price=CHIP), np.full(5, CHIP // 2))
    told = club(rule, gross).take(money("0.40", "0.50", "0.51", "0.99", "1.00"))
    assert told.tolist() == [0, 0, NULL, NULL, 3 * CENT]


def test_what_no_rounding_was_seen_of_is_told_only_where_all_agree() -> None:
    found = club(Rake(500, "up", CENT), np.arange(1, 60) * CHIP)
    assert found.is_identified
    assert {reading.rule.rounding for reading in found.readings} >= {"up", "down", "half_up", "none"}
    assert found.take(money("7.00", "7.50")).tolist() == [35 * CENT, NULL]


def test_a_rate_between_half_percents_is_an_interval_until_hands_tell_it() -> None:
    found = club(Rake(300, "half_up", TENTH), wins())
    assert found.best.rate == 300
    assert found.least <= 300 < found.most


def test_exceptions_are_told() -> None:
    gross = wins(price=CHIP)
    rake = taken(gross, Rake(300, "half_up", CENT))
    rake[:2] += 7 * CENT
    found = infer_rake(Wins.of(np.append(gross, gross[:1]), np.append(rake, rake[:1])))
    left = found.exceptions()
    assert left.n_hands == found.n_hands - found.n_explained == 3
    assert set(zip(left.gross.tolist(), left.rake.tolist(), strict=True)) == set(
        zip(gross[:2].tolist(), rake[:2].tolist(), strict=True)
    )
    words = [f"{amount_text(int(r))} of {amount_text(int(g))}" for g, r in zip(gross[:2], rake[:2], strict=True)]
    assert exception_words(found) == f"{words[0]} (2 hands), {words[1]}"
    assert exception_words(club(Rake(300, "half_up", CENT), gross)) is None


def test_a_rule_in_words() -> None:
    rule = Rake(275, "half_up", CENT, minimum=25 * CENT, cap=3 * CHIP)
    assert rule_words(club(rule, wins(price=3 * CHIP))) == (
        "2.75 % of what a lone winner gets, rounded half up to 0.01, at least 0.25, at most 3.00"
    )
    assert rule_words(club(NO_RAKE, wins())) == "no rake"
    assert open_parts(club(Rake(500, "up", CENT), np.arange(1, 60) * CHIP)) == ["rounding", "unit", "base"]


def test_losers_and_unknown_wins() -> None:
    found = club(Rake(300, "half_up", TENTH), wins())
    assert found.take(np.array([NULL, -CHIP, 0, 10**15])).tolist() == [NULL, 0, 0, NULL]


def test_hands_with_several_winners_tell_whether_each_pays() -> None:
    rule = Rake(300, "half_up", TENTH)
    one, two = wins(seed=1), wins(seed=2)
    alone = Wins.of(wins(), taken(wins(), rule))
    each = Wins.of(np.append(one, two), np.append(taken(one, rule), taken(two, rule)))
    pots = Wins.of(one + two, taken(one, rule) + taken(two, rule))
    found = infer_rake(alone, each, pots)
    assert (found.is_of_each, found.is_of_pot) == (True, False)
    assert (found.n_shared, found.n_shared_explained, found.n_pots) == (600, 600, 300)
    of_pot = taken(one + two, rule)
    share = of_pot * one // (one + two)
    each = Wins.of(np.append(one, two), np.append(share, of_pot - share))
    found = infer_rake(alone, each, Wins.of(one + two, of_pot))
    assert (found.is_of_each, found.is_of_pot) == (False, True)
    assert not infer_rake(alone).is_of_each


def test_counted_wins() -> None:
    gross, rake = money("2.00", "1.00", "2.00", "0.00", "1.00"), money("0.10", "0.10", "0.10", "0.00", "1.50")
    counted = Wins.of(gross, rake, np.array([1, 2, 4, 8, 16]))
    assert counted.gross.tolist() == [CHIP, 2 * CHIP]
    assert counted.n.tolist() == [2, 5]
    assert counted.n_hands == 7


SMALL = st.integers(1, 400)
SHAPES = st.builds(
    lambda rounding, unit, minimum, over, free, base: Rake(
        0, rounding, unit if rounding != "none" else 0, minimum, minimum + over if over else 0, free, base
    ),
    st.sampled_from(["none", "up", "down", "half_up"]),
    st.sampled_from([1, 2, 3, 7, 10]),
    st.sampled_from([0, 0, 1, 4, 15]),
    st.sampled_from([0, 0, 1, 8, 20]),
    st.sampled_from([0, 0, 30]),
    st.sampled_from(["gross", "net"]),
)


@given(SHAPES, SMALL, st.integers(0, 10_000), st.integers(0, 400), st.booleans(), st.integers(0, 10_000))
def test_rates_of_a_rake_are_those_that_give_it(
    shape: Rake, gross: int, rate: int, other: int, as_taken: bool, asked: int
) -> None:
    """Whatever the rule, the interval of rates that explain a win is that in which the scorer takes just that rake."""
    won = np.array([gross])
    rake = taken(won, replace(shape, rate=rate)) if as_taken else np.array([min(other, gross)])
    if rake[0] == NULL:
        return
    start, stop = (int(end[0]) for end in _rates(Wins(won, rake, np.array([1])), shape))
    for one in (rate, asked, start - 1, start, stop - 1, stop):
        if 0 <= one <= MONEY_SCALE:
            assert (start <= one < stop) == (taken(won, replace(shape, rate=one))[0] == rake[0])


def without(found: ClubRake, at: int) -> ClubRake:
    n = found.alone.n.copy()
    n[at] -= 1
    return infer_rake(Wins.of(found.alone.gross, found.alone.rake, n))


@pytest.mark.parametrize("kind", ["half up to a tenth", "up to a cent", "cap", "free wins", "minimum"])
def test_no_hand_proves_itself(kind: str) -> None:
    """What is told of a hand's rake is told by the best rule of all the other hands."""
    rule, gross = KINDS[kind]
    found = club(rule, gross[:45])
    told = found.agreed(found.alone.gross)
    for at in np.flatnonzero(told == found.alone.rake).tolist():
        assert taken(found.alone.gross[[at]], without(found, at).best)[0] == found.alone.rake[at]


def test_margin_is_the_hand_left_out() -> None:
    # Were a part worth no more than the margin, a single hand could bring it in and be told by it.
    assert PART_COST > MARGIN >= 1
