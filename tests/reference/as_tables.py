"""Hands as the tables `hands`, `seats` and `boards` that a reader would leave."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.money import MONEY, money_array
from ofc_audit.tables import schema
from reference.deals import MAX_PLAYERS, Deal, Options
from reference.scorer import EMPTY, Hand

NO_RULES = "a rule set that nobody knows"


def hands_table(deals: Sequence[Deal], hands: Sequence[Hand], options: Sequence[Options], rules_id: str) -> pa.Table:
    """Table `hands` as a reader would leave it; hand number n has the key n + 1."""
    nobody = (None, NO_RULES)
    return _filled(
        "hands",
        {
            "hand_key": np.arange(1, len(deals) + 1),
            "rules_id": [rules_id if deal.names_rules else nobody[i % 2] for i, deal in enumerate(deals)],
            "option_scoring": [o.scoring for o in options],
            "option_royalties": [o.royalties for o in options],
            "option_royalty_settlement": [o.royalty_settlement for o in options],
            "option_fantasyland": [o.fantasyland for o in options],
            "option_one_hand": [o.one_hand for o in options],
            "match_cap": pa.array([o.match_cap for o in options], MONEY),
            "point_value": _money([deal.point_value for deal in deals]),
            "n_seats": [len(hand.boards) for hand in hands],
            "status": ["complete"] * len(deals),
        },
    )


def seats_and_boards(all_cards: npt.NDArray[np.uint8], hands: Sequence[Hand]) -> tuple[pa.Table, pa.Table]:
    """Tables `seats` and `boards` as a reader would leave them."""
    n_players = np.array([len(hand.boards) for hand in hands])
    is_dealt = np.arange(MAX_PLAYERS) < n_players[:, None]
    hand_index, order = np.nonzero(is_dealt)
    cards = all_cards[is_dealt]
    key = {"hand_key": hand_index + 1, "acting_order": order}
    seats = {
        "is_fantasy": [fantasy for hand in hands for fantasy in hand.is_fantasy],
        "fantasy_cards": [count for hand in hands for count in hand.fantasy_cards],
        "stack": _money([stack for hand in hands for stack in hand.stacks]),
    }
    boards = {
        "cards": pa.FixedSizeListArray.from_arrays(pa.array(cards.reshape(-1)), 13),
        "is_complete": (cards != EMPTY).all(axis=1),
    }
    return _filled("seats", key | seats), _filled("boards", key | boards)


def _money(amounts: Sequence[int | None]) -> pa.Array:
    """Ten-thousandths as decimals."""
    known = np.array([amount is not None for amount in amounts], bool)
    return money_array(np.array([amount or 0 for amount in amounts], np.int64), known)


def _filled(name: str, columns: Mapping[str, Any]) -> pa.Table:
    """A table of the declared schema with these columns; the others are null, or empty where null is not allowed."""
    n = len(columns["hand_key"])
    arrays = []
    for declared in schema(name):
        if declared.name in columns:
            given = columns[declared.name]
            same = isinstance(given, pa.Array) and not pa.types.is_fixed_size_list(given.type)
            arrays.append(given if same else _as_type(given, declared.type))
        elif declared.nullable:
            arrays.append(pa.nulls(n, declared.type))
        else:
            arrays.append(_constant(declared.type, n))
    return pa.Table.from_arrays(arrays, schema=schema(name))


def _as_type(given: Any, kind: pa.DataType) -> pa.Array:
    if isinstance(given, pa.FixedSizeListArray):
        return pa.FixedSizeListArray.from_arrays(given.values, type=kind)
    return pa.array(given, kind)


def _constant(kind: pa.DataType, n: int) -> pa.Array:
    if pa.types.is_fixed_size_list(kind):
        return pa.FixedSizeListArray.from_arrays(pa.array(np.full(n * 13, EMPTY, np.uint8)), type=kind)
    return pa.array(["" if pa.types.is_string(kind) else 0] * n, kind)
