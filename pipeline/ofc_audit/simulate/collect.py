"""All hands of a simulation in the order of the record: flat arrays by hand, by seat and by pair."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import settlement_order
from ofc_audit.simulate.deal import Cards, Ints
from ofc_audit.simulate.match import Step
from ofc_audit.simulate.state import Mask


@dataclass(frozen=True)
class Played:
    """All hands in the order of the record, table after table: (n, …) by hand, (s, …) by seat, (k, …) by pair.

    `pair` is the pair's place in the settlement order of its hand; `pair_values` are top, middle, bottom, bonus,
    royalties of `a` and of `b`, points and amount. `no` is the number of the tournament, `n_hands` the hand's in it.
    """

    lane: Ints
    match_no: Ints
    hand_no: Ints
    is_last: Mask
    no: Ints
    n_hands: Ints
    level: Ints
    price: Ints
    seat_hand: Ints
    acting: Ints
    seat: Ints
    dealt: Cards
    cards: Cards
    streets: Cards
    discards: Cards
    fantasy: Ints
    stacks: Ints
    is_foul: Mask
    royalties: Ints
    points: Ints
    net: Ints
    rake: Ints
    stack_after: Ints
    bought: Ints
    person: Ints
    fantasy_next: Ints
    auto_from: Ints
    is_cut: Mask
    bank_ms: Ints
    place: Ints
    bounty: Ints
    pair_hand: Ints
    pair: Ints
    a: Ints
    b: Ints
    pair_values: Ints

    @property
    def has_late(self) -> Mask:
        """(n,) whether somebody's time ran out in the hand."""
        late = np.zeros(len(self.lane), bool)
        np.logical_or.at(late, self.seat_hand, self.auto_from > 0)
        return late


_OF_HAND = ("match_no", "hand_no", "is_last")
_OF_HEAD = ("no", "n_hands", "level", "price")
_OF_SEAT = ("stacks", "net", "rake", "stack_after", "bought", "person")
_OF_SEAT_PLAYED = ("dealt", "cards", "streets", "discards", "fantasy", "fantasy_next", "auto_from", "is_cut", "bank_ms")
_OF_OUTCOME = ("place", "bounty")


def _padded(array: npt.NDArray[Any], width: int) -> npt.NDArray[Any]:
    """(h, width, …) from (h, p, …); what is added is never read."""
    missing = width - array.shape[1]
    return np.pad(array, [(0, 0), (0, missing)] + [(0, 0)] * (array.ndim - 2)) if missing else array


def _pair_values(step: Step) -> Ints:
    """(h, k, 8) top, middle, bottom, bonus, royalties of a and of b, points, amount."""
    pairs = step.hand.scored.pairs
    parts: list[npt.NDArray[Any]] = [*(row.values for row in pairs.rows), pairs.bonus.values]
    parts += [pairs.royalties[0].values, pairs.royalties[1].values, pairs.points.values, step.amount]
    return np.stack([part.astype(np.int64) for part in parts], axis=2)


def collect(steps: Sequence[Step], pair_order: str, first_table: int = 0) -> Played:
    """The hands of all steps, those of a table together and in their order, pairs in the order of settlement.

    `first_table` is the number of the first table.
    """
    lane = np.concatenate([step.hand.lane for step in steps])
    number = np.concatenate([np.full(len(step.hand.lane), i) for i, step in enumerate(steps)])
    order = np.lexsort((number, lane))

    def hands(values: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
        joined: npt.NDArray[Any] = np.concatenate(values)
        return joined[order]

    n_players = hands([np.full(len(step.hand.lane), step.hand.seats.shape[1]) for step in steps]).astype(np.int64)
    width = int(n_players.max(initial=1))
    has_seat = np.arange(width)[None, :] < n_players[:, None]
    n_pairs = width * (width - 1) // 2
    has_pair = np.arange(n_pairs)[None, :] < (n_players * (n_players - 1) // 2)[:, None]

    def seats(values: Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
        return hands([_padded(value, width) for value in values])[has_seat]

    def settled(step: Step) -> npt.NDArray[Any]:
        columns = settlement_order(step.hand.seats.shape[1], pair_order)
        return _padded(_pair_values(step)[:, columns], n_pairs)

    scored = [step.hand.scored for step in steps]
    pair_hand, pair = np.nonzero(has_pair)
    sides = np.zeros((width + 1, n_pairs, 2), np.int64)
    for p in np.unique(n_players).tolist():
        for place, column in enumerate(settlement_order(p, pair_order)):
            sides[p, place] = pairs_of(p)[column]
    own = sides[n_players[pair_hand], pair]
    royalties = [np.stack([s.royalties[row].values for row in range(3)], axis=2) for s in scored]
    return Played(
        lane=lane[order] + first_table,
        **{name: hands([getattr(step, name) for step in steps]) for name in _OF_HAND},
        **{name: hands([getattr(step.head, name) for step in steps]) for name in _OF_HEAD},
        **{name: seats([getattr(step, name) for step in steps]) for name in _OF_SEAT},
        **{name: seats([getattr(step.outcome, name) for step in steps]) for name in _OF_OUTCOME},
        **{name: seats([getattr(step.hand, name) for step in steps]) for name in _OF_SEAT_PLAYED},
        seat_hand=np.nonzero(has_seat)[0],
        acting=np.nonzero(has_seat)[1],
        seat=seats([step.hand.seats for step in steps]),
        is_foul=seats([s.is_foul.values for s in scored]),
        royalties=seats(royalties).astype(np.int64),
        points=seats([s.points.values.astype(np.int64) for s in scored]),
        pair_hand=pair_hand,
        pair=pair,
        a=own[:, 0],
        b=own[:, 1],
        pair_values=hands([settled(step) for step in steps])[has_pair],
    )
