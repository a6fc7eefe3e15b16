"""What a fault is: the check that must find it, who is hit by it and for how much, and where nobody can see it.

A family of kinds is one file: functions that make the change for an `Aim`, and below them `KINDS`, which `faults` lists.
Visibility is declared there, kind by kind and format by format, from what a format can say and a rule set knows; nothing
of it is taken from what the audit finds.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import pyarrow as pa

from ofc_audit.rulesets import RuleSet
from ofc_audit.simulate.edits import Row, Tables

Rules = Mapping[str, RuleSet]
Size = Literal["unit", "point", "large"]
UNIT: Size = "unit"
POINT: Size = "point"
LARGE: Size = "large"
MONEY_SIZES: tuple[Size, ...] = (POINT, UNIT, LARGE)
"""A point's worth, the smallest unit of the currency, and all that is at stake: the first is taken where none is asked."""
POINT_SIZES: tuple[Size, ...] = (POINT, LARGE)
"""One point, and more points than a hand can cost."""

TEXT, JSONL, CAPTURE = "ofc_text", "ofc_jsonl", "capture_hh"
FORMATS = (TEXT, JSONL, CAPTURE)
"""The formats that a history can be written in."""


@dataclass(frozen=True)
class Aim:
    """Where a fault is put: the hand's place in `hands`, the acting order of the player it favours or robs, its size."""

    hand: int
    seat: int = 0
    size: Size = POINT


Make = Callable[[Tables, Rules, Aim], dict[str, pa.Table]]


@dataclass(frozen=True)
class Lie:
    """A history before and after a fault was put into it, for those who ask whether it can be seen."""

    true: Tables
    told: Tables
    rules: Rules
    aim: Aim


@dataclass(frozen=True)
class Blind:
    """A state of things in which nobody can see a fault: its name, the reason, and whether a history is in it."""

    name: str
    reason: str
    holds: Callable[[Lie], bool]


@dataclass(frozen=True)
class Fault:
    """One kind of fault: the change made to a history, the check that names it, what the site does, and its visibility.

    `make` changes what a site would have changed, for one player and one size; it raises `UnsuitableError` where that
    cannot happen. The kind's name is that of the function.
    """

    make: Make
    check_id: str
    what: str
    carries: bool = True
    """Whether the site plays on with the stacks it claims; else with those that would have been right."""
    has_seats: bool = False
    """Whether it is done to one player, who can be chosen by his acting order."""
    sizes: tuple[Size, ...] = ()
    """For how much it can be done, the usual size first; none where it has no size."""
    hidden: Mapping[str, str] = field(default_factory=dict)
    """The formats that show nothing of it, each with the reason; a format that is not here shows it."""
    unless: tuple[Blind, ...] = ()
    """What hides it in some hands, whatever the format."""
    in_recording: tuple[str, ...] = ()
    """The checks that name it rightly where only points and nets are stated, or only nets; none: `check_id` does."""
    also: tuple[str, ...] = ()
    """Checks that may find a consequence of it besides."""
    reach: Literal["hand", "next", "around", "table"] = "hand"
    """Where its finding may stand: in the hand itself, in the next hand of the table too, in both its neighbours, or in any later
    hand of the table.
    """

    @property
    def name(self) -> str:
        """The name of the kind."""
        return self.make.__name__

    @property
    def family(self) -> str:
        """The family of checks that it is for: the part of `check_id` before the dot."""
        return self.check_id.partition(".")[0]


@dataclass(frozen=True)
class Planted:
    """Where a fault was put, and what an audit owes us for it."""

    fault: Fault
    aim: Aim
    hand_id: str
    hand_key: int
    """The key of the hand after the change."""
    hand_keys: tuple[int, ...]
    """The hands in which its finding may stand, that one first."""
    seat: Row | None
    """The player it was done to, as a row of `seats`; None where it is done to nobody in particular."""
    check_ids: tuple[str, ...]
    """The checks any of which names the cause rightly, given what is stated."""
    blind: str | None
    """Why nobody can see it in this history; None where it shows, in the formats that show it."""

    @property
    def hand(self) -> int:
        """The hand's place in `hands`."""
        return self.aim.hand

    @property
    def check_id(self) -> str:
        """The check that should name the cause."""
        return self.check_ids[0]

    def why_hidden(self, format_id: str) -> str | None:
        """Why a history written in a format shows nothing of it; None where it is visible."""
        return self.fault.hidden.get(format_id) or self.blind
