"""The hands of a match, or around a hand at its table, for a page: who made how many points, and who was in Fantasyland."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of
from ofc_audit.report.html.page import cut
from ofc_audit.report.store import Store
from ofc_audit.report.text import signed

Row = dict[str, Any]

MAX_HANDS = 60
_SEATS = """
select h.hand_key, h.hand_no, h.hand_id, h.ended_at, s.player_id, s.player_name, s.is_fantasy, s.fantasy_cards, c.points, c.is_foul, c.is_fantasy_next
from hands as h join seats as s using (hand_key) join scored_seats as c using (hand_key, acting_order)
where h.hand_key in (
    select hand_key from hands
    where site = $1 and club_id is not distinct from $2 and table_id is not distinct from $3 and match_id = $4
    order by hand_no, ended_at, hand_key limit $5
)
order by h.hand_no, h.ended_at, h.hand_key, s.player_name, s.player_id
"""


def match_grid(store: Store, hand: Mapping[str, Any]) -> Grid | None:
    """The hands of the hand's match in their order, a column for each player; none where the record tells no match."""
    if hand["match_id"] is None:
        return None
    named = [hand["site"], hand["club_id"], hand["table_id"], hand["match_id"], MAX_HANDS]
    hands: dict[int, Row] = {}
    players: dict[str, str] = {}
    for row in store.rows(_SEATS, named):
        one = hands.setdefault(row["hand_key"], {**row, "seats": {}})
        one["seats"][row["player_id"]] = row
        players[row["player_id"]] = row["player_name"]
    shown = [
        Shown(
            "Hand", lambda row: Cell(cut(row["hand_id"]), "this hand" if row["hand_key"] == hand["hand_key"] else "")
        ),
        Shown("No.", "hand_no", "int"),
        Shown("Ended (UTC)", "ended_at", "time"),
        *(Shown(cut(name, 40), partial(_seat_of, player_id), "points") for player_id, name in players.items()),
    ]
    return grid_of(shown, list(hands.values()), MAX_HANDS)


_BEFORE = """
select hand_key, hand_id from hands
where site = $1 and club_id is not distinct from $2 and table_id is not distinct from $3 and match_id is not distinct from $4
    and hand_key <> $5 and case when $6 is null or hand_no is null then ended_at < $7 else hand_no < $6 end
order by hand_no desc nulls last, ended_at desc nulls last, hand_key limit 1
"""


def hand_before(store: Store, hand: Mapping[str, Any]) -> Row | None:
    """The hand before at the same table and, where there are matches, of the same match: who earned Fantasyland in it is due it in this
    one."""
    named = [hand[name] for name in ("site", "club_id", "table_id", "match_id", "hand_key", "hand_no", "ended_at")]
    if hand["table_id"] is None and hand["match_id"] is None:
        return None
    rows = store.rows(_BEFORE, named)
    return {"hand_id": cut(rows[0]["hand_id"]), "hand_key": rows[0]["hand_key"]} if rows else None


def _seat_of(player_id: str, row: Mapping[str, Any]) -> Cell:
    """What a player made in a hand of the match, and whether he was in Fantasyland, or goes there."""
    seat = row["seats"].get(player_id)
    if seat is None:
        return Cell("", sort="")
    words = []
    if seat["is_fantasy"]:
        words.append(f"Fantasyland {seat['fantasy_cards']}" if seat["fantasy_cards"] else "Fantasyland")
    if seat["is_foul"]:
        words.append("foul")
    if seat["is_fantasy_next"]:
        words.append("→ Fantasyland")
    points = seat["points"]
    return Cell("" if points is None else signed(points), ", ".join(words), "" if points is None else str(points))
