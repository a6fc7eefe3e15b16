"""What is to be played: how many players of which strength, for what money, in which room, with what mishaps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from ofc_audit.rulesets import UNKNOWN, RuleSet
from ofc_audit.score.rake import rake_rule
from ofc_audit.simulate.deal import deal_of
from ofc_audit.simulate.playable import check_players, effective, room_rules
from ofc_audit.simulate.policies import POLICIES
from ofc_audit.simulate.rooms import Rake, Room, Tournament, money_units, room_of
from ofc_audit.simulate.session import Pack, Session
from ofc_audit.simulate.state import MIN_WIDTH

AS_THE_ROOM = "as the room has it"


@dataclass(frozen=True)
class Plan:
    """How hands are played under a rule set; what is left out is as the room has it.

    `options` are the table options as `RuleSet.with_options` takes them. Tables have one of `n_players` players, who
    keep one of `policies` each, and `hands_per_table` hands. Players bring `stack`, and buy up to it between matches,
    or where there are none when they have nothing left; with `stack` None nobody has a stack, and nothing is capped.
    A capture states no stacks and is played without, unless `hidden_stacks`: then players have stacks, which cap what
    they pay, and the record of no room states them. `names` are given to the players first.

    `cap` is the room's reading of `settlement.cap` where the rule set leaves it open (both or loser). `plays_on`:
    whether Fantasyland is still played when one player has won everything, where `match.fantasy_after_end` allows it.
    In a `tournament` nobody buys in again; when one player has everything, the next one begins. `rake`: how it is taken
    where the rule set does not say.

    Shares of a player's hands: `timeouts` in which his time runs out, `leaves` after which he leaves a table without
    matches and another takes his seat, `top_ups` after which he buys up to a whole stack.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    n_players: Sequence[int] = (2, 3)
    hands_per_table: int = 100
    policies: Sequence[str] = ("careful", "careful", "random")
    point_value: Decimal | str = AS_THE_ROOM
    stack: Decimal | str | None = AS_THE_ROOM
    room: Room | None = None
    names: Sequence[str] = ()
    first_match: int = 10_001
    cap: str | None = None
    plays_on: bool = False
    timeouts: float = 0.0
    leaves: float = 0.0
    top_ups: float = 0.0
    tournament: Tournament | None = None
    rake: Rake | None = None
    hidden_stacks: bool = False


def session_of(rules: RuleSet, n_hands: int, seed: int, plan: Plan, pack: Pack) -> Session:
    """What all hands of a pack of tables share. Raises ValueError for what cannot be played or paid."""
    room = _room(rules, plan)
    session = _paid(rules, plan, room)
    unknown = set(plan.policies) - set(POLICIES)
    if unknown:
        raise ValueError(f"no policy {sorted(unknown)[0]!r}; there are {', '.join(POLICIES)}")
    for name in ("timeouts", "leaves", "top_ups"):
        if not 0 <= getattr(plan, name) <= 1:
            raise ValueError(f"{name} is a share of hands, from 0 to 1, not {getattr(plan, name)}")
    if (plan.leaves or plan.top_ups) and (session.has_matches or session.tournament is not None):
        raise ValueError(f"{rules.id}: nobody comes, goes or buys chips in a match or a tournament (leaves, top_ups)")
    if plan.top_ups and not session.has_stacks:
        raise ValueError(f"{rules.id}: who has no stack cannot buy up to one (top_ups)")
    if plan.timeouts and session.played.value("clock.auto_order") in (UNKNOWN, "none"):
        raise ValueError(f"{rules.id}: where the cards go when time runs out is unknown (clock.auto_order)")
    check_players(session.room_rules, set(plan.n_players))
    return replace(
        session,
        policies=plan.policies,
        plays_on=plan.plays_on,
        timeouts=plan.timeouts,
        leaves=plan.leaves,
        top_ups=plan.top_ups,
        names=tuple(plan.names),
        n_tables=max(1, -(-n_hands // plan.hands_per_table)),
        width=max(MIN_WIDTH, *plan.n_players),
        seed=seed,
        first_match=plan.first_match,
        pack=pack,
    )


def resolved(rules: RuleSet, plan: Plan) -> Plan:
    """The plan with everything in it that it left to the room."""
    room = _room(rules, plan)
    return replace(
        plan,
        room=room,
        point_value=room.point_value,
        stack=room.stack,
        rake=None if _rake_rules(effective(rules, plan.options), plan) is not None else room.rake,
        tournament=room.tournament,
    )


def _room(rules: RuleSet, plan: Plan) -> Room:
    """The room of a plan: the one given, or that of the rule set's site, with the money that the plan names."""
    room = plan.room or room_of(rules.sites[0])
    if plan.point_value != AS_THE_ROOM:
        room = replace(room, point_value=str(plan.point_value))
    if plan.stack != AS_THE_ROOM:
        room = replace(room, stack=None if plan.stack is None else str(plan.stack))
    if plan.rake is not None:
        room = replace(room, rake=plan.rake)
    return room if plan.tournament is None else replace(room, tournament=plan.tournament)


def _paid(rules: RuleSet, plan: Plan, room: Room) -> Session:
    """How a room counts and pays under a rule set. Raises ValueError for what cannot be played or paid."""
    played = effective(rules, plan.options)
    match_cap = played.value("settlement.match_cap")
    has_stacks = room.stack is not None and (plan.hidden_stacks or not room.is_capture)
    if plan.hidden_stacks and room.stack is None:
        raise ValueError(f"{rules.id}: stacks that nobody has cannot be hidden (hidden_stacks); give a stack")
    if match_cap is UNKNOWN or (match_cap != "none" and not has_stacks):
        raise ValueError(f"{rules.id}: a stake of the match (match_cap) needs matches, and players with stacks")
    if played.value("settlement.price") == "by_level" and (room.tournament is None or not room.tournament.levels):
        raise ValueError(f"{rules.id}: the price of a point follows the level; a tournament with levels is needed")
    if room.tournament is not None and (not has_stacks or played.value("settlement.scope") == "match"):
        raise ValueError(f"{rules.id}: a tournament needs chips that move after every hand")
    counting = room_rules(played, plan.cap)
    return Session(
        rules=rules,
        played=played,
        room_rules=counting,
        options=plan.options,
        room=room,
        deal=deal_of(counting),
        point_value=money_units(room.point_value),
        stack=money_units(room.stack) if room.stack is not None else 0,
        has_stacks=has_stacks,
        states_stacks=has_stacks and not plan.hidden_stacks,
        match_cap=None if match_cap == "none" else money_units(str(match_cap)),
        tournament=room.tournament,
        rake_rules=_rake_rules(played, plan),
    )


def _rake_rules(played: RuleSet, plan: Plan) -> RuleSet | None:
    """The rule set by which rake is taken where it says everything of it, for the hands after which it is taken.

    Raises ValueError where it says that there is none, or another, and the room takes some.
    """
    # When it is taken is the business of the match; one hand does not show how that ended.
    at_end = played.value("settlement.rake_when") == "match_end"
    asked = played.with_values({"settlement.rake_when": "hand"}, "settled by now") if at_end else played
    rule = rake_rule(asked)
    if rule is None:
        return None
    if plan.rake is not None:
        raise ValueError(f"{played.id} says what rake is taken (settlement.rake_*); none can be asked for")
    if rule.rounding == "none" and rule.rate:
        raise ValueError(f"{played.id}: rake that is not rounded (settlement.rake_rounding) cannot be paid")
    return asked
