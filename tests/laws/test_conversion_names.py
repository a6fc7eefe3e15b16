"""Names are data: whatever a player, a table or a hand is called survives every conversion, or is named where a format cannot hold it."""

import pyarrow as pa
import pytest

from laws.conversions import carried_over, read_bytes, same_after
from ofc_audit.read.carry import TARGETS
from ofc_audit.read.hand_rows import hand_rows
from ofc_audit.simulate import play
from simulate.histories import RULES, options_of

NASTY = (
    "Bo (5)", "Bo (200.00) (host)", 'q"uote', "O'Neil", "x'); DROP TABLE hands;--", "a, b", "a: b", "Bo: all", " x", "x ", "",
    "Seat 1", "Seat 1 is the button", "# n", "*** END ***", "foul", "Ana fouled", "sitting out", "x, sitting out", "\\u0041",
    "$1", "=cmd()", "+1", "{}", "[1]", "null", "</script>", "&amp;", "a\u2028b", "a\x85b", "\x7f", "\x00", "\x1a", "\ufeff", "\u202eevil",
    "a\nb", "a\rb", "\t", "\u00a0x", "Đông", "🂡", "é" * 500, "n" * 1000, '"quoted"', "\\", "10 cards", ", Fantasyland 14 cards",
)  # fmt: skip
PLACES = (
    "x ",
    " x",
    "x\t",
    "a, b",
    "a: b",
    "', site x",
    "9, hand 3",
    "#1",
    "",
    "Đông 🂡",
    "a\u2028b",
    "x\x1a",
    "\ufeffx",
    "x\x85",
    '"',
    "\\",
)


def named(rules_id: str) -> dict[str, pa.Table]:
    """Hands in which every player of every hand has another of the names."""
    tables = play(RULES[rules_id], 25, 2, options=options_of(rules_id))
    n = tables["seats"].num_rows
    names = pa.array([NASTY[at % len(NASTY)] + ("" if at < len(NASTY) else str(at)) for at in range(n)], pa.string())
    return dict(hand_rows(tables).put("seats", {"player_id": names, "player_name": names}).tables)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("rules_id", ["pokerbet", "pppoker_refant14"])
def test_names_survive(rules_id: str, target: str) -> None:
    tables = named(rules_id)
    again = same_after(tables, target)
    # A hand that is left out, a room's or one with a nameless player, takes its names along.
    if again["hands"].num_rows == tables["hands"].num_rows:
        assert again["seats"].column("player_name").equals(tables["seats"].column("player_name"))


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("column", ["hand_id", "table_id", "site", "match_id", "club_id", "tournament_id", "currency"])
def test_names_of_places_survive_or_are_told(column: str, target: str) -> None:
    rules_id = (
        "pppoker_refant14" if target == "capture_hh" and column in ("hand_id", "table_id", "club_id") else "pokerbet"
    )
    tables = play(RULES[rules_id], len(PLACES), 2, options=options_of(rules_id))
    rows = hand_rows(tables).put("hands", {column: pa.array(PLACES, pa.string())})
    content, carried = carried_over(rows.tables, target)
    if content:
        again = read_bytes(content)
        assert again["hands"].column(column).to_pylist() == carried.rows.column("hands", column).to_pylist()
