"""Playing: many tables side by side, hand after hand, each step for all tables at once.

What a hand scores and pays is the scorer's answer, so that the record states the truth; how hands follow each other is
that of the rule set (fantasyland.button, match.*, settlement.*, tournament.*).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa

from ofc_audit.rulesets import UNKNOWN, RuleSet
from ofc_audit.simulate.deal import Ints, deal_of
from ofc_audit.simulate.hand import play_hand
from ofc_audit.simulate.match import Step, finish_hand
from ofc_audit.simulate.playable import check_players, effective, room_rules
from ofc_audit.simulate.policies import POLICIES
from ofc_audit.simulate.records import hand_tables
from ofc_audit.simulate.rooms import Room, Tournament, money_units, room_of
from ofc_audit.simulate.session import Session
from ofc_audit.simulate.state import MIN_WIDTH, acting_order, in_play, next_button, start
from ofc_audit.simulate.tournament import next_hand, start_tournaments

AS_THE_ROOM = "as the room has it"


def play(
    rules: RuleSet,
    n_hands: int,
    seed: int,
    *,
    options: Mapping[str, Any] | None = None,
    n_players: Sequence[int] = (2, 3),
    hands_per_table: int = 100,
    policies: Sequence[str] = ("careful", "careful", "random"),
    point_value: Decimal | str = AS_THE_ROOM,
    stack: Decimal | str | None = AS_THE_ROOM,
    room: Room | None = None,
    names: Sequence[str] = (),
    first_match: int = 10_001,
    cap: str | None = None,
    plays_on: bool = False,
    timeouts: float = 0.0,
    tournament: Tournament | None = None,
) -> dict[str, pa.Table]:
    """The five hand tables of `n_hands` hands with true claims, table by table, each table's hands in order.

    As many tables as needed are played side by side, each with one of `n_players` players, who keep one of `policies`
    each. Players bring `stack`, and buy up to it between matches, or where there are none when they have nothing left;
    a room whose record has no stacks (a capture) or `stack` None plays without a cap. A site takes its rake as `room`
    says. `options` are the table options as `RuleSet.with_options` takes them. `names` are given to the players first;
    matches and tournaments are numbered from `first_match`.

    `cap` is the room's reading of `settlement.cap` where the rule set leaves it open (both or loser). `plays_on`:
    whether Fantasyland is still played when one player has won everything, where `match.fantasy_after_end` allows it.
    `timeouts` is the share of a player's hands in which his time runs out. In a `tournament` nobody buys in again; when
    one player has everything, the next one begins.

    The same arguments give the same hands. Raises ValueError for what cannot be played.
    """
    room = room or room_of(rules.sites[0])
    if point_value != AS_THE_ROOM:
        room = replace(room, point_value=str(point_value))
    if stack != AS_THE_ROOM:
        room = replace(room, stack=None if stack is None else str(stack))
    if tournament is not None:
        room = replace(room, tournament=tournament)
    session = _session(rules, dict(options or {}), room, cap)
    unknown = set(policies) - set(POLICIES)
    if unknown:
        raise ValueError(f"no policy {sorted(unknown)[0]!r}; there are {', '.join(POLICIES)}")
    if not 0 <= timeouts <= 1:
        raise ValueError(f"timeouts is a share of hands, from 0 to 1, not {timeouts}")
    if timeouts and session.played.value("clock.auto_order") in (UNKNOWN, "none"):
        raise ValueError(f"{rules.id}: where the cards go when time runs out is unknown (clock.auto_order)")
    check_players(session.room_rules, set(n_players))
    session = replace(
        session,
        policies=policies,
        plays_on=plays_on,
        timeouts=timeouts,
        names=tuple(names),
        n_tables=max(1, -(-n_hands // hands_per_table)),
        width=max(MIN_WIDTH, *n_players),
        seed=seed,
        first_match=first_match,
    )
    rng = np.random.default_rng(seed)
    seats_of_tables = np.asarray(n_players, np.int64)[np.arange(session.n_tables) % len(n_players)]
    return hand_tables(list(_steps(rng, seats_of_tables, n_hands, session)), session, rng)


def _session(rules: RuleSet, options: Mapping[str, Any], room: Room, cap: str | None) -> Session:
    """What a room plays under a rule set. Raises ValueError for what cannot be played or paid."""
    played = effective(rules, options)
    match_cap = played.value("settlement.match_cap")
    has_stacks = room.stack is not None and not room.is_capture
    if match_cap is UNKNOWN or (match_cap != "none" and not has_stacks):
        raise ValueError(f"{rules.id}: a stake of the match (match_cap) needs matches, and players with stacks")
    if played.value("settlement.price") == "by_level" and (room.tournament is None or not room.tournament.levels):
        raise ValueError(f"{rules.id}: the price of a point follows the level; a tournament with levels is needed")
    if room.tournament is not None and (not has_stacks or played.value("settlement.scope") == "match"):
        raise ValueError(f"{rules.id}: a tournament needs chips that move after every hand")
    counting = room_rules(played, cap)
    return Session(
        rules=rules,
        played=played,
        room_rules=counting,
        options=options,
        room=room,
        deal=deal_of(counting),
        point_value=money_units(room.point_value),
        stack=money_units(room.stack) if room.stack is not None else 0,
        has_stacks=has_stacks,
        match_cap=None if match_cap == "none" else money_units(str(match_cap)),
        tournament=room.tournament,
    )


def _steps(rng: np.random.Generator, seats_of_tables: Ints, n_hands: int, session: Session) -> Iterator[Step]:
    """All hands, those of equally many players at a time, one hand after the other at each table."""
    n_tables = session.n_tables
    is_one_hand = session.played.value("match.length") == "one_hand"
    tables = start(
        rng,
        seats_of_tables,
        session.width,
        len(session.policies),
        session.stack,
        session.most_at_stake,
        is_one_hand,
    )
    standing = start_tournaments(tables, session)
    button_stays = session.played.value("fantasyland.button") == "stays"
    begins_anew = session.has_matches or session.tournament is not None
    lanes = np.arange(n_tables)
    # The tables share the hands evenly; the first ones play one more where they do not divide.
    quota = n_hands // n_tables + (lanes < n_hands % n_tables)
    ended = np.ones(n_tables, bool)
    for number in range(int(quota.max(initial=0))):
        playing = in_play(tables, session.has_stacks, session.has_matches)
        moved = next_button(tables, playing, ~tables.is_pending if button_stays else np.ones(n_tables, bool))
        free = np.where(playing, rng.random(playing.shape), -1).argmax(axis=1)
        tables.button = np.where(ended & begins_anew, free, moved) if number else tables.button
        tables.hand_no += 1
        next_hand(standing, tables, session)
        seats = acting_order(tables.button, playing, tables.n_seats)
        count = playing.sum(axis=1)
        ended = np.zeros(n_tables, bool)
        active = quota > number
        for p in range(2, session.width + 1):
            chosen = lanes[active & (count == p)]
            if len(chosen):
                hand = play_hand(rng, tables, chosen, seats[chosen, :p], session)
                step = finish_hand(tables, standing, hand, session)
                ended[chosen] = step.is_last | step.outcome.is_over
                yield step
