"""What all hands of a simulation share."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ofc_audit.rulesets import RuleSet
from ofc_audit.score.rake import rake_of
from ofc_audit.score.settlement import MAX_AMOUNT
from ofc_audit.simulate.deal import Deal, Ints
from ofc_audit.simulate.rooms import Room, Tournament


@dataclass(frozen=True)
class Pack:
    """A pack of tables out of many: its number, how many tables and hands of the others come before it, and how many
    matches or tournaments a table can have at the most (0: as many as it turns out to have).

    Packs are played apart from each other, in any order and in any process, and number their tables, players, matches
    and hands as if they had been played together.
    """

    number: int = 0
    first_table: int = 0
    first_hand: int = 0
    most_matches: int = 0


@dataclass(frozen=True)
class Session:
    """What all hands of a simulation share. Money in ten-thousandths.

    `rules` is the rule set that the record names, `played` that with the table's options, `room_rules` the same as the
    room counts and pays one settlement. `has_stacks`: whether players
    have stacks, which cap what they pay; `states_stacks`: whether the record says what they are. `match_cap` is the
    stake of a match, where one is stated. `plays_on`: whether
    Fantasyland is still played when one player has everything, where the rules leave that open. `timeouts`: the share
    of hands in which a player's time runs out; `leaves` and `top_ups` the shares of hands after which he leaves a cash
    table, or buys up to a whole stack. `rake_rules`: the rule set where it says everything of its rake, which then is
    not the room's.
    """

    rules: RuleSet
    played: RuleSet
    room_rules: RuleSet
    options: Mapping[str, Any]
    room: Room
    deal: Deal
    point_value: int
    stack: int
    has_stacks: bool
    states_stacks: bool
    match_cap: int | None
    tournament: Tournament | None
    policies: Sequence[str] = ()
    plays_on: bool = False
    timeouts: float = 0.0
    leaves: float = 0.0
    top_ups: float = 0.0
    rake_rules: RuleSet | None = None
    names: Sequence[str] = ()
    n_tables: int = 1
    width: int = 3
    seed: int = 0
    first_match: int = 1
    pack: Pack = Pack()

    @property
    def has_matches(self) -> bool:
        """Whether hands are played in matches (`match.length`)."""
        return self.played.value("match.length") != "no_match"

    @property
    def settles_matches(self) -> bool:
        """Whether money moves at the end of a match only (`settlement.scope`)."""
        return self.played.value("settlement.scope") == "match"

    @property
    def rakes_at_the_end(self) -> bool:
        """Whether rake is taken only when a match ends because one player has everything (`settlement.rake_when`)."""
        return self.played.value("settlement.rake_when") == "match_end"

    @property
    def plays_on_after_the_end(self) -> bool:
        """Whether Fantasyland is played when one player has everything already (`match.fantasy_after_end`)."""
        is_played = self.played.value("match.fantasy_after_end") == "played"
        return self.plays_on and is_played and not self.settles_matches

    def rake_of(self, net: Ints) -> Ints:
        """The rake on what each player gets of his pairs, where it is taken."""
        return self.room.rake.take(net) if self.rake_rules is None else rake_of(net, self.rake_rules)

    @property
    def most_at_stake(self) -> int:
        """What a player can lose in a match at the most: its stake, where one is stated."""
        return MAX_AMOUNT if self.match_cap is None else self.match_cap
