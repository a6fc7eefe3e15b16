"""What the record of a room holds: its ids, money, rake, and what it hides."""

from dataclasses import dataclass
from decimal import Decimal

import numpy as np
import numpy.typing as npt

from ofc_audit.money import MONEY_SCALE

Ints = npt.NDArray[np.int64]


def money_units(amount: Decimal | str) -> int:
    """An amount in ten-thousandths. Raises ValueError where it has more decimals, or is below zero."""
    scaled = Decimal(amount) * MONEY_SCALE
    if scaled != int(scaled) or scaled < 0:
        raise ValueError(f"an amount has at most four decimals and is not negative: {amount}")
    return int(scaled)


@dataclass(frozen=True)
class Rake:
    """Rake taken from each net winner: `rate` in ten-thousandths of what he gets, rounded to `unit` half up or
    up, then not less than `minimum` and not more than `cap` (0: no cap), nor than was won.

    Nothing is taken from wins up to `free`. All amounts in ten-thousandths.
    """

    rate: int = 0
    unit: int = 1
    rounds_up: bool = False
    free: int = 0
    minimum: int = 0
    cap: int = 0

    def take(self, net: Ints) -> Ints:
        """The rake on each net amount, in ten-thousandths."""
        owed = np.maximum(net, 0) * self.rate
        whole = self.unit * MONEY_SCALE
        rake = (owed + (whole - 1 if self.rounds_up else whole // 2)) // whole * self.unit
        rake = np.minimum(np.maximum(rake, self.minimum), self.cap or np.iinfo(np.int64).max)
        return np.where(net > self.free, np.minimum(rake, np.maximum(net, 0)), 0)


@dataclass(frozen=True)
class Tournament:
    """A tournament: its levels with the price of a point, how many hands each lasts, and the bounty on each player.

    Without levels the price is the table's, and `bounty` None means that there are no bounties.
    """

    levels: tuple[tuple[int, str], ...] = ()
    hands_per_level: int = 5
    bounty: str | None = None


@dataclass(frozen=True)
class Room:
    """How a room writes its hands down."""

    site: str
    currency: str
    is_capture: bool = False
    """A recording made at the table: points and net and nothing else claimed, no seat numbers, no order in which cards
    were dealt.
    """
    club_id: str | None = None
    chip_price: Decimal | None = None
    chip_currency: str | None = None
    rake: Rake = Rake()
    has_points: bool = True
    pays_from_pool: bool = False
    """How a hand is paid where stacks limit it: what the losers can pay goes to the net winners in acting order, each
    up to what he is owed; else pair by pair on what is left, as the rule set says.
    """
    hides_discards: bool = False
    """Whether opponents' discards are hidden from whoever records."""
    point_value: str = "0.50"
    stack: str | None = "25.00"
    """What a player brings where a simulation does not say; None: nobody has a stack."""
    tournament: Tournament | None = None
    """What is played where a simulation does not say."""


_CHIP = MONEY_SCALE
_CENT = MONEY_SCALE // 100
_LEVELS = ((1, "100"), (2, "200"), (3, "300"), (4, "500"), (5, "800"), (6, "1200"))
_ROOMS = {
    "pppoker": Room(
        "pppoker", "chips", True, "1347124", Decimal("1.0000"), "USD", Rake(rate=300, unit=_CHIP // 10), pays_from_pool=True,
    ),
    "upoker": Room(
        "upoker", "chips", True, "70386", Decimal("1.0000"), "USD", Rake(300, _CHIP // 100, True, _CHIP // 2)
    ),
    "spartan": Room(
        "spartan", "chips", True, "0", Decimal("1.0000"), "INR", has_points=False, hides_discards=True
    ),
    "quadnet": Room("quadnet", "EUR", rake=Rake(rate=500, unit=_CENT)),
    "pokerninja": Room("pokerninja", "EUR", rake=Rake(rate=400, unit=_CENT, rounds_up=True)),
    "norway": Room("norway", "chips", point_value="100", stack="10000", tournament=Tournament(_LEVELS)),
    "arena": Room("arena", "points", point_value="1", stack=None),
}  # fmt: skip


def room_of(site: str) -> Room:
    """The way a site writes its hands: as its app is recorded, or as an operator does who states everything."""
    return _ROOMS.get(site) or Room(site, "EUR")
