"""The table that this program writes: its columns, in their order, and the mapping that reads it back."""

from ofc_audit.read.table_fields import ROWS
from ofc_audit.read.table_mapping import HEAD_KEY, VERSION

OWN = "a table of this program"

HANDS = {
    "site": "site",
    "club_id": "club_id",
    "table_id": "table_id",
    "match_id": "match_id",
    "hand_id": "hand_id",
    "hand_no": "hand_no",
    "last_of_match": "last_of_match",
    "tournament_id": "tournament_id",
    "level": "level",
    "ended_at": "ended_at",
    "rules_id": "rules_id",
    "option_scoring": "option_scoring",
    "option_royalties": "option_royalties",
    "option_royalty_settlement": "option_royalty_settlement",
    "option_fantasyland": "option_fantasyland",
    "option_one_hand": "option_one_hand",
    "match_cap": "match_cap",
    "currency": "currency",
    "point_value": "point_value",
    "chip_price": "chip_price",
    "chip_currency": "chip_currency",
    "hand_rake": "rake",
    "is_observed": "is_observed",
}
SEATS = ("acting_order", "seat_no", "player_id", "player_name", "is_hero", "stack")
CLAIMS = {
    "is_foul": "is_foul",
    **{f"{row}_royalties": f"{row}_royalties" for row in ROWS},
    "points": "points",
    "net": "net",
    "rake": "rake",
    "stack_after": "stack",
    "bounty": "bounty",
    "place": "place",
}
COLUMNS = (
    "acting_order", *HANDS, "is_cancelled", *(name for name in SEATS if name != "acting_order"), "fantasy",
    *(name for row in ROWS for name in (row, f"{row}_streets")), "discards", "discards_streets", "dealt", "dealt_streets",
    *CLAIMS, "fantasy_next",
)  # fmt: skip
"""The columns written, in their order; the first is no text, as control characters at the very start of a line are no part of its cell."""

NO_CARDS = "-"
YES, NO = "yes", "no"


def own_mapping_text(form: str = "csv") -> str:
    """The mapping that reads a written table back."""
    lines = [f"{HEAD_KEY} = {VERSION}", ""]
    if form == "tsv":
        lines += ["[file]", 'delimiter = "\\t"', ""]
    lines += [
        "[hands]",
        'order = "acting_order"',
        "first = 0",
        "",
        "[columns]",
        *(f'{name} = "{name}"' for name in COLUMNS),
        "",
    ]
    lines += ["[cards]", f'none = "{NO_CARDS}"', "", "[words]", f'true = "{YES}"', f'false = "{NO}"', ""]
    lines += ["[times]", 'format = "iso"', 'zone = "UTC"']
    return "\n".join(lines) + "\n"


OWN_HEADINGS = ",".join(f'"{name}"' for name in COLUMNS).encode() + b"\n"
"""The first line of a table as it is written."""
OWN_LINES = {"csv": OWN_HEADINGS, "tsv": OWN_HEADINGS.replace(b'","', b'"\t"')}
"""The first line by the form of the text."""
