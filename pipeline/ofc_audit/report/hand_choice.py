"""Several hands of one id: a list to choose from."""

from collections.abc import Sequence
from typing import Any

from ofc_audit.report.rendering import Field, render_table

CHOICE_FIELDS = (
    Field("key", "key"),
    Field("site", "site"),
    Field("club_id", "club"),
    Field("table_id", "table"),
    Field("ended_at", "ended (UTC)", "time"),
    Field("place", "place", wraps=True),
)


def render_choice(hands: Sequence[dict[str, Any]], width: int) -> str:
    """Where and when each of the hands was played, with the key that names it alone."""
    rows = [
        {**hand, "key": str(hand["hand_key"]), "place": f"{hand['source_file']}:{hand['first_line']}"} for hand in hands
    ]
    fields = [f for f in CHOICE_FIELDS if any(row[f.name] is not None for row in rows)]
    return render_table(fields, rows, width)
