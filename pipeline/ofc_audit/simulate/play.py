"""Playing: many tables side by side, hand after hand, each step for all tables at once.

Follows match.length, match.early_end, fantasyland.button, fantasyland.extends_match and the stacks; what a hand scores
and pays is the scorer's answer, so that the record states the truth.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.money import MONEY_SCALE
from ofc_audit.rulesets import UNKNOWN, RuleSet
from ofc_audit.score.hands import ScoredHands, score_hands
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import settle
from ofc_audit.simulate.deal import MAX_DEALT, PLACED, STREETS, Cards, Ints, deal_cards
from ofc_audit.simulate.fantasy import set_fantasy
from ofc_audit.simulate.policies import POLICIES, place_cards
from ofc_audit.simulate.records import Session, Step, hand_tables
from ofc_audit.simulate.rooms import Room, room_of

MAX_PLAYERS = 3
Mask = npt.NDArray[np.bool_]


@dataclass
class _Tables:
    """The state of n tables between two hands; arrays (n, 3) by seat."""

    n_seats: Ints
    seat_in: Mask
    policy: Ints
    stacks: Ints
    fantasy: Ints
    was_in: Mask
    button: Ints
    match_no: Ints
    hand_no: Ints
    n_normal: Ints
    match_players: Ints


def effective(rules: RuleSet, options: Mapping[str, str | bool]) -> RuleSet:
    """The rule set with the table's options. Raises ValueError when hands under it cannot be played and paid."""
    played = rules.with_options(**options)  # type: ignore[arg-type]
    if played.value("score.method") is UNKNOWN:
        raise ValueError(f"{rules.id}: score.method is unknown; give the option scoring (1-6 or 2-4)")
    if played.value("settlement.scope") != "hand":
        raise ValueError(f"{rules.id}: only hands that are settled one by one are played")
    if played.value("deal.streets") != STREETS or played.value("deal.placed") != PLACED:
        raise ValueError(f"{rules.id}: only the Pineapple deal (5, then four times 3) is played")
    return played


def _start(rng: np.random.Generator, n_seats: Ints, n_policies: int, stack: int, one_hand: bool) -> _Tables:
    n = len(n_seats)
    seat_in = np.arange(MAX_PLAYERS)[None, :] < n_seats[:, None]
    return _Tables(
        n_seats=n_seats,
        seat_in=seat_in,
        policy=rng.integers(0, n_policies, (n, MAX_PLAYERS)),
        stacks=np.where(seat_in, stack, 0),
        fantasy=np.zeros((n, MAX_PLAYERS), np.int64),
        was_in=seat_in.copy(),
        button=rng.integers(0, n_seats),
        match_no=np.zeros(n, np.int64),
        hand_no=np.zeros(n, np.int64),
        n_normal=np.zeros(n, np.int64),
        match_players=np.ones(n, np.int64) if one_hand else n_seats.copy(),
    )


def _in_play(tables: _Tables, has_stacks: bool) -> Mask:
    """(n, 3) who is dealt in: whoever has chips; in a fantasy hand, whoever was dealt in before."""
    if not has_stacks:
        return tables.seat_in
    pending: Mask = np.asarray((tables.fantasy > 0).any(axis=1))
    return np.where(pending[:, None], tables.was_in, tables.seat_in & (tables.stacks > 0))


def _acting_order(button: Ints, in_play: Mask, n_seats: Ints) -> Ints:
    """(n, 3) seats in acting order, left of the button first; those not dealt in at the end."""
    place = (np.arange(MAX_PLAYERS)[None, :] - button[:, None] - 1) % n_seats[:, None]
    return np.argsort(np.where(in_play, place, 99), axis=1, kind="stable")


def _next_button(tables: _Tables, in_play: Mask, moves: Mask) -> Ints:
    """(n,) where the button goes: clockwise to the next seat dealt in."""
    place = (np.arange(MAX_PLAYERS)[None, :] - tables.button[:, None] - 1) % tables.n_seats[:, None]
    nearest = np.where(in_play, place, 99).argmin(axis=1)
    return np.where(moves, nearest, tables.button)


def _set_boards(
    rng: np.random.Generator, dealt: Cards, fantasy: Ints, policy: Ints, policies: Sequence[str], rules: RuleSet
) -> tuple[Cards, Cards, Cards]:
    """Boards (n, 13), streets (n, 13) and discards (n, 4) of n players, in Fantasyland or not."""
    n = len(dealt)
    cards, streets, discards = np.empty((n, 13), np.uint8), np.zeros((n, 13), np.uint8), np.empty((n, 4), np.uint8)
    normal, there = np.flatnonzero(fantasy == 0), np.flatnonzero(fantasy)
    cards[normal], streets[normal], discards[normal] = place_cards(rng, dealt[normal], policy[normal], policies, rules)
    cards[there], discards[there] = set_fantasy(rng, dealt[there], fantasy[there], rules)
    return cards, streets, discards


def _next_cards(scored: ScoredHands) -> Ints:
    """(h, p) cards each gets in Fantasyland in his next hand; 17 where the rule set does not know the number."""
    cards = np.where(scored.fantasy.cards.known_mask, scored.fantasy.cards.values, MAX_DEALT)
    return np.where(scored.fantasy.is_next.values, cards, 0).astype(np.int64)


def _play_hand(
    rng: np.random.Generator,
    tables: _Tables,
    lanes: Ints,
    seats: Ints,
    rules: RuleSet,
    policies: Sequence[str],
    session: Session,
) -> Step:
    """One hand at each of `lanes`, with as many players as `seats` (h, p) has columns; seats in acting order."""
    h, p = seats.shape
    row = lanes[:, None]
    dealt = deal_cards(rng, h, p)
    fantasy = tables.fantasy[row, seats]
    flat = dealt.reshape(h * p, MAX_DEALT)
    placed = _set_boards(rng, flat, fantasy.reshape(-1), tables.policy[row, seats].reshape(-1), policies, rules)
    cards = placed[0].reshape(h, p, 13)
    scored = score_hands(cards, fantasy.astype(np.int16), rules)
    price = np.full(h, session.point_value, np.int64)
    points = scored.pairs.points.values.astype(np.int64)
    stacks = tables.stacks[row, seats]
    if session.has_stacks:
        money = settle(points, price, stacks, rules)
        if not money.amount.known_mask.all():
            raise ValueError(f"{rules.id}: what limits a payment is unknown, and the players have stacks")
        amount, net = money.amount.values, money.net.values
    else:
        amount = points * session.point_value
        net = np.zeros((h, p), np.int64)
        for column, (a, b) in enumerate(pairs_of(p)):
            net[:, a] += amount[:, column]
            net[:, b] -= amount[:, column]
    rake = session.room.rake.take(net)
    return Step(
        lane=lanes,
        seats=seats,
        match_no=tables.match_no[lanes],
        hand_no=tables.hand_no[lanes],
        dealt=dealt,
        cards=cards,
        streets=placed[1].reshape(h, p, 13),
        discards=placed[2].reshape(h, p, 4),
        fantasy=fantasy,
        stacks=stacks,
        scored=scored,
        amount=amount,
        net=net - rake,
        rake=rake,
        fantasy_next=_next_cards(scored),
        is_last=np.zeros(h, bool),
    )


def _after(tables: _Tables, step: Step, rules: RuleSet, session: Session) -> Mask:
    """Carry a hand's outcome into the state; which of the hands ended their match."""
    lanes = step.lane
    row = lanes[:, None]
    tables.was_in[lanes] = False
    tables.was_in[row, step.seats] = True
    tables.fantasy[lanes] = 0
    tables.fantasy[row, step.seats] = step.fantasy_next
    if session.has_stacks:
        tables.stacks[row, step.seats] += step.net
    if rules.value("match.length") == "no_match":
        return np.zeros(len(lanes), bool)
    # A fantasy hand makes the match one hand longer, so only the others are counted against its length.
    is_extra = (step.fantasy > 0).any(axis=1) & (rules.value("fantasyland.extends_match") == 1)
    tables.n_normal[lanes] += ~is_extra
    pending = (step.fantasy_next > 0).any(axis=1)
    ends = (tables.n_normal[lanes] >= tables.match_players[lanes]) & ~pending
    if session.has_stacks and rules.value("match.early_end") == "one_has_everything":
        ends |= (tables.stacks[lanes] > 0).sum(axis=1) == 1
    over = lanes[ends]
    tables.fantasy[over] = 0
    tables.match_no[over] += 1
    tables.hand_no[over] = 0
    tables.n_normal[over] = 0
    if session.has_stacks:
        rebuys = tables.seat_in[over] & (tables.stacks[over] < session.stack)
        tables.stacks[over] = np.where(rebuys, session.stack, tables.stacks[over])
    return ends


def _money(amount: Decimal | str) -> int:
    scaled = Decimal(amount) * MONEY_SCALE
    if scaled != int(scaled) or scaled < 0:
        raise ValueError(f"an amount has at most four decimals and is not negative: {amount}")
    return int(scaled)


def play(
    rules: RuleSet,
    n_hands: int,
    seed: int,
    *,
    options: Mapping[str, str | bool] | None = None,
    n_players: Sequence[int] = (2, 3),
    hands_per_table: int = 100,
    policies: Sequence[str] = ("careful", "careful", "random"),
    point_value: Decimal | str = "0.50",
    stack: Decimal | str | None = "25.00",
    room: Room | None = None,
    names: Sequence[str] = (),
    first_match: int = 10_001,
) -> dict[str, pa.Table]:
    """The five hand tables of `n_hands` hands with true claims, table by table, each table's hands in order.

    As many tables as needed are played side by side, each with one of `n_players` players, who keep one of `policies`
    each. Players bring `stack`, and buy up to it between matches; a room whose record has no stacks (a capture) or
    `stack` None plays without a cap. A site takes its rake as `room` says. `options` are the table options as
    `RuleSet.with_options` takes them. `names` are given to the players first; matches are numbered from `first_match`.

    The same arguments give the same hands. Raises ValueError for what cannot be played.
    """
    played = effective(rules, options or {})
    room = room or room_of(rules.sites[0])
    unknown = set(policies) - set(POLICIES)
    if unknown:
        raise ValueError(f"no policy {sorted(unknown)[0]!r}; there are {', '.join(POLICIES)}")
    if not set(n_players) <= {2, 3}:
        raise ValueError("a table has two or three players")
    rng = np.random.default_rng(seed)
    n_tables = max(1, -(-n_hands // hands_per_table))
    has_stacks = stack is not None and not room.is_capture
    seats_of_tables = np.asarray(n_players, np.int64)[np.arange(n_tables) % len(n_players)]
    session = Session(
        rules=rules,
        options=dict(options or {}),
        room=room,
        point_value=_money(point_value),
        stack=_money(stack) if stack is not None else 0,
        has_stacks=has_stacks,
        has_matches=played.value("match.length") != "no_match",
        names=tuple(names),
        n_tables=n_tables,
        seed=seed,
        first_match=first_match,
    )
    tables = _start(rng, seats_of_tables, len(policies), session.stack, played.value("match.length") == "one_hand")
    button_stays = played.value("fantasyland.button") == "stays"
    steps: list[Step] = []
    lanes = np.arange(n_tables)
    # The tables share the hands evenly; the first ones play one more where they do not divide.
    quota = n_hands // n_tables + (lanes < n_hands % n_tables)
    ended = np.ones(n_tables, bool)
    for number in range(int(quota.max(initial=0))):
        in_play = _in_play(tables, has_stacks)
        pending: Mask = np.asarray((tables.fantasy > 0).any(axis=1))
        moved = _next_button(tables, in_play, ~pending if button_stays else np.ones(n_tables, bool))
        free = np.where(in_play, rng.random(in_play.shape), -1).argmax(axis=1)
        tables.button = np.where(ended & (number > 0) & session.has_matches, free, moved) if number else tables.button
        tables.hand_no += 1
        seats = _acting_order(tables.button, in_play, tables.n_seats)
        count = in_play.sum(axis=1)
        ended = np.zeros(n_tables, bool)
        active = quota > number
        for p in (2, 3):
            chosen = lanes[active & (count == p)]
            if not len(chosen):
                continue
            step = _play_hand(rng, tables, chosen, seats[chosen, :p], played, policies, session)
            step.is_last[:] = _after(tables, step, played, session)
            ended[chosen] = step.is_last
            steps.append(step)
    return hand_tables(steps, session, rng)
