"""Boards for a page: three rows of cards, what each row is called, what it collects, and whether the board is a foul."""

from collections.abc import Mapping, Sequence
from typing import Any

from ofc_audit.cards import EMPTY, RANKS, SUITS, cards_text
from ofc_audit.report.html.page import cut
from ofc_audit.report.store import Store
from ofc_audit.report.text import signed
from ofc_audit.report.words import ROW_NAMES, row_words

Row = dict[str, Any]

# The last character asks for a sign of text: some systems draw suits as pictures, in colours of their own.
SUIT_SIGNS = tuple(f"{sign}\ufe0e" for sign in "♣♦♥♠")
ROW_SLICES = (slice(0, 3), slice(3, 8), slice(8, 13))


def drawn(card: int) -> Row:
    """A card code as its rank, its suit's letter and its suit's sign."""
    return {"rank": RANKS[card // 4], "suit": SUITS[card % 4], "sign": SUIT_SIGNS[card % 4]}


def draw_board(name: object, seat: Mapping[str, Any], cards: Sequence[int], scored: Mapping[str, Any] | None) -> Row:
    """One board: `seat` tells of Fantasyland, `scored` (a row of `scored_seats`) what the rules make of it."""
    rows = []
    for row_name, where in zip(ROW_NAMES, ROW_SLICES, strict=True):
        lying = [card for card in cards[where] if card != EMPTY]
        rows.append(
            {
                "name": row_name,
                "text": cards_text(lying),
                "cards": [drawn(card) for card in lying],
                "n_empty": len(cards[where]) - len(lying),
                "words": "" if scored is None else row_words(lying, scored[f"{row_name}_category"]),
                "royalties": None if scored is None else scored[f"{row_name}_royalties"],
            }
        )
    points = "" if scored is None or scored["points"] is None else f"{signed(scored['points'])} points"
    count = seat["fantasy_cards"]
    return {
        "player": cut(name),
        "is_fantasy": seat["is_fantasy"],
        "fantasy_words": f"Fantasyland, {count} cards" if count else "Fantasyland",
        "is_foul": scored is not None and bool(scored["is_foul"]),
        "points": points,
        "rows": rows,
    }


def boards_of(store: Store, hand_keys: Sequence[int]) -> dict[int, list[Row]]:
    """The boards of hands, by hand, in acting order."""
    rows = store.rows(
        "select b.hand_key, p.player_name, p.is_fantasy, p.fantasy_cards, b.cards, s.is_foul, "
        "s.top_category, s.middle_category, s.bottom_category, "
        "s.top_royalties, s.middle_royalties, s.bottom_royalties, s.points from boards as b "
        "join seats as p using (hand_key, acting_order) join scored_seats as s using (hand_key, acting_order) "
        "where b.hand_key in (select unnest($1::bigint[])) order by b.hand_key, b.acting_order",
        [list(hand_keys)],
    )
    boards: dict[int, list[Row]] = {}
    for row in rows:
        boards.setdefault(row["hand_key"], []).append(draw_board(row["player_name"], row, row["cards"], row))
    return boards
