"""Ten hands, small enough to be counted by hand: two rooms, two tables, stakes, players and states, one hand without a time, and four
that do not count.

    hand  table  when (UTC)        a point    who acts first … button, points, ^ in Fantasyland, ! foul
    1     A      03-28 12:00       0.50 EUR   ana +6, bo -6
    2     A      03-29 00:30       0.50 EUR   bo +4, ana -4!
    3     A      03-29 22:30       0.50 EUR   ana^ +20, bo -20
    4     B      04-01 10:00       1.00 EUR   ana +3, bo -5, cy +2
    5     B      unknown           1.00 USD   cy -9, ana +1, bo^ +8
    6     Z      04-02 10:00       0.50 EUR   dee -7, ana +7      (another room)
    7, 8  A                                   incomplete, cancelled: ana and bo
    9, 10 A                                   two records of one deal that differ: ana and bo
"""

from collections.abc import Collection
from datetime import UTC, datetime
from decimal import Decimal
from itertools import combinations
from pathlib import Path
from typing import Any

from ofc_audit.report.store import Store
from sql.relations import relations

Rows = list[dict[str, Any]]
DEE = "<b>\u202eDee\n=1+1, a name that goes on for much longer than any column"
"""What Dee is called."""
_PLAYED = (
    (1, "room", "A", "2026-03-28T12:00", "0.50 EUR", "ana+6 bo-6"),
    (2, "room", "A", "2026-03-29T00:30", "0.50 EUR", "bo+4 ana-4!"),
    (3, "room", "A", "2026-03-29T22:30", "0.50 EUR", "ana+20^ bo-20"),
    (4, "room", "B", "2026-04-01T10:00", "1.00 EUR", "ana+3 bo-5 cy+2"),
    (5, "room", "B", None, "1.00 USD", "cy-9 ana+1 bo+8^"),
    (6, "other", "Z", "2026-04-02T10:00", "0.50 EUR", "dee-7 ana+7"),
    (7, "room", "A", "2026-03-28T12:01", "0.50 EUR", "ana+1 bo-1"),
    (8, "room", "A", "2026-03-28T12:02", "0.50 EUR", "ana+1 bo-1"),
    (9, "room", "A", "2026-03-28T12:03", "0.50 EUR", "ana+1 bo-1"),
    (10, "room", "A", "2026-03-28T12:03", "0.50 EUR", "ana+2 bo-2"),
)
_PAIR_POINTS = {(4, 0, 1): 5, (4, 0, 2): -2, (4, 1, 2): 0, (5, 0, 1): -3, (5, 0, 2): -6, (5, 1, 2): -2}
_STATUS = {7: "incomplete", 8: "cancelled"}


def counted_hands(
    folder: Path,
    only: Collection[int] = range(1, 11),
    aliases: Rows | None = None,
    marts: Collection[str] | None = None,
) -> Store:
    """The ten hands, or only some, with all models or those that `marts` need, as a store."""
    given = {name: [row for row in rows if row["hand_key"] in only] for name, rows in _rows().items()}
    con, failures = relations(given | {"aliases": aliases or []}, marts=marts)
    assert [failure for failure in failures if failure.check.endswith("_grain")] == []
    return Store(folder, con, {})


def _rows() -> dict[str, Rows]:
    given: dict[str, Rows] = {
        name: [] for name in ("hands", "seats", "boards", "claims", "scored_seats", "scored_pairs", "id_clashes")
    }
    for key, site, table, when, stakes, players in _PLAYED:
        value, currency = stakes.split()
        seats = [_player(text) for text in players.split()]
        given["hands"].append(
            {
                "hand_key": key,
                "hand_id": str(key),
                "site": site,
                "club_id": "c1" if table == "A" else None,
                "table_id": table,
                "rules_id": "r",
                "status": _STATUS.get(key, "complete"),
                "n_seats": len(seats),
                "currency": currency,
                "point_value": Decimal(value),
                "ended_at": None if when is None else datetime.fromisoformat(when).replace(tzinfo=UTC),
            }
        )
        for order, (name, points, is_fantasy, is_foul) in enumerate(seats):
            seat = {"hand_key": key, "acting_order": order}
            given["seats"].append(
                seat
                | {"player_id": name, "player_name": DEE if name == "dee" else name.title(), "is_fantasy": is_fantasy}
            )
            given["boards"].append(seat)
            given["claims"].append(seat | {"net": points * Decimal(value)})
            rows = dict.fromkeys(("top_royalties", "middle_royalties", "bottom_royalties"), 0)
            given["scored_seats"].append(
                seat | rows | {"points": points, "is_foul": is_foul, "is_fantasy_next": False, "fantasy_next": 0}
            )
        for a, b in combinations(range(len(seats)), 2):
            points = _PAIR_POINTS.get((key, a, b), seats[a][1])
            named = {"royalties_a": 0, "royalties_b": 0, "points": points, "bonus": 0}
            rows = dict.fromkeys(("top", "middle", "bottom"), (points > 0) - (points < 0))
            given["scored_pairs"].append({"hand_key": key, "a": a, "b": b} | rows | named)
    given["id_clashes"].append({"hand_key": 9, "other_hand_key": 10, "kind": "conflict"})
    return given


def _player(text: str) -> tuple[str, int, bool, bool]:
    name, sign, rest = text.partition("+") if "+" in text else text.partition("-")
    return name, int(sign + rest.rstrip("^!")), "^" in rest, "!" in rest
