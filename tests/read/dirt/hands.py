"""The hands of the dirty inputs as data, whatever the format."""

from dataclasses import dataclass, field, replace
from typing import Any

ROYALTIES = {"Qh Qd 4c/9s 9c 5d 5h 2c/Ah Kh 8h 6h 3h": (7, 0, 4)}


@dataclass(frozen=True)
class Seat:
    """A player: his board as `top/middle/bottom`, his stack, and what the site says that he got."""

    name: str
    board: str
    points: int
    net: str
    stack: str = "200.00"
    royalties: tuple[int, int, int] = (0, 0, 0)
    fouled: bool = False
    fantasy: int = 0

    @property
    def rows(self) -> dict[str, list[str]]:
        """The cards of each row."""
        return {name: row.split() for name, row in zip(("top", "middle", "bottom"), self.board.split("/"), strict=True)}


@dataclass(frozen=True)
class Hand:
    """A hand in acting order, the button last."""

    seats: tuple[Seat, ...]
    number: int = 7001
    table: str = "Lotus 4"
    time: str = "2024-03-05 21:15:09"
    point_value: str = "1.00"
    currency: str = "USD"
    rules: str = "pokerbet_progressive"
    cancelled: bool = False
    more: dict[str, Any] = field(default_factory=dict)

    def but(self, at: int | None = None, **changes: Any) -> "Hand":
        """The same hand with something else in it; `at`: in that seat."""
        if at is None:
            return replace(self, **changes)
        seats = list(self.seats)
        seats[at] = replace(seats[at], **changes)
        return replace(self, seats=tuple(seats))


ANA = Seat("Ana", "Qh Qd 4c/9s 9c 5d 5h 2c/Ah Kh 8h 6h 3h", 17, "17.00", royalties=(7, 0, 4))
BO = Seat("Bo", "Jc Td 3s/7c 7d 6s 4d 2h/Ks Kc 8d 8c As", -17, "-17.00")
T0 = Hand((ANA, BO))
T1 = T0.but(number=7002, time="2024-03-05 21:19:40")
"""T0 again: another hand with the same boards."""
T2 = T0.but(number=7003, time="2024-03-05 21:24:01")
