"""A hand street by street: the board as it lay after each, what was new, what was thrown away, and how long it took."""

from collections.abc import Mapping, Sequence
from typing import Any

from ofc_audit.cards import EMPTY
from ofc_audit.report.hand import HandView, street_rows
from ofc_audit.report.html.cards import ROW_SLICES, drawn
from ofc_audit.report.html.page import cut

Row = dict[str, Any]

_UNKNOWN_STREET = 255


def streets_of(view: HandView) -> list[Row]:
    """For each seat its streets; a seat in Fantasyland places all its cards at once."""
    return [
        {"player": cut(seat["player_name"]), "streets": _streets(seat["board"], bool(seat["is_fantasy"]))}
        for seat in view.seats
        if seat["board"] is not None
    ]


def _streets(board: Mapping[str, Any], fantasy: bool) -> list[Row]:
    told = street_rows(board, fantasy)
    shown = []
    lying: set[int] = set()
    for row in told:
        new = {card for name in ("top", "middle", "bottom") for card in row[name]}
        lying |= new
        shown.append(
            {
                "name": _street_name(row["street"]),
                "rows": [_row(board["cards"][where], lying, new) for where in ROW_SLICES],
                "discards": None if row["discards"] is None else [drawn(card) for card in row["discards"]],
                "time": "" if row["ms"] is None else f"{row['ms'] / 1000:.1f} s",
                "is_auto": bool(row["is_auto"]),
            }
        )
    return shown


def _street_name(street: int) -> str:
    if street == 0:
        return "All at once"
    return "Street not known" if street == _UNKNOWN_STREET else f"Street {street}"


def _row(cards: Sequence[int], lying: set[int], new: set[int]) -> Row:
    """The places of a row: its cards so far, those of this street marked, then the empty ones."""
    here = [card for card in cards if card != EMPTY and card in lying]
    return {"cards": [drawn(card) | {"is_new": card in new} for card in here], "n_empty": len(cards) - len(here)}
