"""What hides a fault: states of a history that are told from it alone, each with a case in which it holds and one in which it does not."""

from collections.abc import Callable
from decimal import Decimal

import pyarrow as pa
import pytest

from ofc_audit.simulate import play
from ofc_audit.simulate.blind import (
    CARDS_UNKNOWN,
    MATCH_OVER,
    MAY_BE_CAPPED,
    NO_BUTTON_RULE,
    RAKE_UNKNOWN,
    RAKED_UNKNOWN,
    WORTH_UNKNOWN,
)
from ofc_audit.simulate.edits import hand_rows, put_rows, row_of
from ofc_audit.simulate.fault import Aim, Lie
from ofc_audit.simulate.tell import reckoned
from simulate.histories import RULES, options_of

Tables = dict[str, pa.Table]


def recording(rules_id: str, n_players: int) -> Tables:
    return play(RULES[rules_id], 12, 5, n_players=(n_players,), hands_per_table=12, policies=("careful",))


def with_nets(true: Tables, change: Callable[[list[Decimal]], list[Decimal]]) -> Lie:
    """The first hand that three points or more are lost in by everybody who loses, with other nets."""
    price = row_of(true, "hands", 0)["point_value"]
    for hand in range(true["hands"].num_rows):
        claims = hand_rows(true, "claims", hand)
        nets = [claim["net"] for claim in claims]
        if all(net > 0 or net <= -3 * price for net in nets) and any(net > 0 for net in nets):
            for claim, net in zip(claims, change(nets), strict=True):
                claim["net"] = net
            return Lie(true, put_rows(true, "claims", hand, claims), RULES, Aim(hand))
    raise AssertionError


def halves(nets: list[Decimal]) -> list[Decimal]:
    return [(net / 2).quantize(Decimal("0.0001")) for net in nets]


def turned(nets: list[Decimal]) -> list[Decimal]:
    return [-net for net in nets]


def one_more(nets: list[Decimal]) -> list[Decimal]:
    return [net - 1 if net == min(nets) else net for net in nets]


@pytest.mark.parametrize("n_players", [2, 3])
def test_who_pays_less_than_he_owes_may_have_had_no_more(n_players: int) -> None:
    true = recording("spartan_refant14", n_players)
    assert MAY_BE_CAPPED.holds(with_nets(true, halves))


@pytest.mark.parametrize("wrong", [turned, one_more])
@pytest.mark.parametrize("n_players", [2, 3])
def test_no_stacks_explain_who_pays_more_or_the_wrong_way(wrong: Callable[..., list[Decimal]], n_players: int) -> None:
    true = recording("spartan_refant14", n_players)
    assert not MAY_BE_CAPPED.holds(with_nets(true, wrong))


def test_what_is_stated_of_stacks_hides_nothing() -> None:
    true = play(RULES["pokerbet"], 6, 5, options=options_of("pokerbet"), hands_per_table=6)
    assert not MAY_BE_CAPPED.holds(Lie(true, true, RULES, Aim(0)))


@pytest.mark.parametrize(
    ("rules_id", "rake", "payer", "button"),
    [
        ("pppoker_progressive17", True, False, True),
        ("upoker_progressive17", True, False, True),
        ("spartan_refant14", False, False, True),
        ("pokerbet", False, True, False),
        ("openface_pineapple", False, True, False),
        ("norway_tournament", False, False, False),
    ],
)
def test_what_a_rule_set_does_not_say_hides_what_depends_on_it(
    rules_id: str, rake: bool, payer: bool, button: bool
) -> None:
    true = play(RULES[rules_id], 6, 5, options=options_of(rules_id), hands_per_table=6)
    lie = Lie(true, true, RULES, Aim(1))
    assert (RAKE_UNKNOWN.holds(lie), RAKED_UNKNOWN.holds(lie)) == (rake, payer)
    assert NO_BUTTON_RULE.holds(lie) == button


@pytest.mark.parametrize(("rules_id", "is_hidden"), [("norway_tournament", True), ("upoker_progressive17", False)])
def test_cards_are_unknown_where_no_rule_says_what_that_board_earned(rules_id: str, is_hidden: bool) -> None:
    """Of trips UPoker's rules say nothing, of the pairs that were on top here they do; the tournament's table of cards is lost."""
    true = play(RULES[rules_id], 60, 5, options=options_of(rules_id), hands_per_table=6)
    earned, dealt = [], []
    for hand in range(true["hands"].num_rows):
        for seat, board in enumerate(reckoned(true, RULES, hand)[0]):
            lie = Lie(true, true, RULES, Aim(hand, seat))
            if board["is_fantasy_next"]:
                earned.append(WORTH_UNKNOWN.holds(lie))
            if hand_rows(true, "seats", hand)[seat]["is_fantasy"]:
                dealt.append(CARDS_UNKNOWN.holds(lie))
    assert len(earned) >= 3
    assert len(dealt) >= 3
    assert {*earned, *dealt} == {is_hidden}


def test_what_is_announced_in_the_last_hand_of_a_match_is_hidden_where_it_was_earned() -> None:
    true = play(
        RULES["pokerbet"],
        300,
        5,
        options=options_of("pokerbet"),
        hands_per_table=300,
        stack=Decimal(5),
        policies=("chaser",),
    )
    seen = set()
    for hand in range(true["hands"].num_rows):
        if not row_of(true, "hands", hand)["last_of_match"]:
            continue
        boards = reckoned(true, RULES, hand)[0]
        for seat, board in enumerate(boards):
            claims = hand_rows(true, "claims", hand)
            claims[seat] |= {"is_fantasy_next": True, "fantasy_next": 15}
            told = put_rows(true, "claims", hand, claims)
            assert MATCH_OVER.holds(Lie(true, told, RULES, Aim(hand, seat))) == board["is_fantasy_next"]
            seen.add(board["is_fantasy_next"])
    assert seen == {True, False}
