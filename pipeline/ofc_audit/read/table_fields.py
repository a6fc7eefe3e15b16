"""What a column of a `table` can hold, declared once: the mapping, the reader, the proposal and the writer follow from it.

A field has the name of the column of our own tables that it fills, wherever there is one of its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from ofc_audit.read.jsonl_spec import INT16, INT32, MOST_SEATS

Kind = Literal["text", "int", "money", "signed_money", "flag", "count", "time", "cards", "numbers"]
Level = Literal["hand", "seat", "claim", "cards", "help"]

ROWS = ("top", "middle", "bottom")
CARD_LISTS = (*ROWS, "discards", "dealt")


@dataclass(frozen=True)
class Field:
    """One field: the kind of its values, what it is said of, what it means, and the bounds of whole numbers or the words allowed.

    Level `hand`: the same in every row of a hand; `seat` and `claim`: of the player of the row; `help`: fills no column of its own.
    """

    name: str
    kind: Kind
    level: Level
    meaning: str
    low: int = 0
    high: int = 0
    words: tuple[str, ...] = ()


_ALL = (
    Field("hand_id", "text", "hand", "the site's id of the hand"),
    Field("site", "text", "hand", "the room or app"),
    Field("club_id", "text", "hand", "the club within the app"),
    Field("rules_id", "text", "hand", "the rule set, as `ofc rules list` names it"),
    Field("option_scoring", "text", "hand", "the scoring method", words=("1-6", "2-4")),
    Field("option_royalties", "text", "hand", "the royalty table; `none` when royalties are off"),
    Field("option_royalty_settlement", "text", "hand", "how royalties settle", words=("difference", "winner_only")),
    Field("option_fantasyland", "text", "hand", "fixed or progressive Fantasyland", words=("fixed", "progressive")),
    Field("option_one_hand", "flag", "hand", "whether the match is of one hand"),
    Field("match_cap", "money", "hand", "the stake of the match"),
    Field("match_id", "text", "hand", "the match"),
    Field("hand_no", "int", "hand", "the number of the hand in its match, or at its table", 0, INT32),
    Field("last_of_match", "flag", "hand", "whether the match ended with the hand"),
    Field("tournament_id", "text", "hand", "the tournament"),
    Field("level", "int", "hand", "the tournament level on the clock", 0, INT32),
    Field("table_id", "text", "hand", "the table"),
    Field("ended_at", "time", "hand", "when the hand ended"),
    Field("ended_time", "text", "help", "the time of day, where `ended_at` is the day alone"),
    Field("currency", "text", "hand", "the currency of the amounts; `chips`, or `points` where no money is played"),
    Field("point_value", "money", "hand", "what a point is worth"),
    Field("chip_price", "money", "hand", "what a chip is worth"),
    Field("chip_currency", "text", "hand", "the currency of `chip_price`"),
    Field("hand_rake", "money", "hand", "the rake of the whole hand"),
    Field("is_observed", "flag", "hand", "whether nobody at the table made the recording"),
    Field("is_cancelled", "flag", "hand", "whether the hand was cancelled"),
    Field("button_seat", "int", "hand", "the seat number that has the button", 0, INT16),
    Field("player_id", "text", "seat", "the account, or the name where there is none"),
    Field("player_name", "text", "seat", "the name as shown"),
    Field("seat_no", "int", "seat", "the seat number", 0, INT16),
    Field("acting_order", "int", "seat", "the place in the acting order, the last has the button", 0, MOST_SEATS),
    Field("is_button", "flag", "seat", "whether the player has the button"),
    Field("is_hero", "flag", "seat", "whether the player made the recording"),
    Field("stack", "money", "seat", "the stack before the hand"),
    Field("fantasy", "count", "seat", "0 outside Fantasyland, else how many cards were dealt, or yes", 0, 52),
    Field("top", "cards", "cards", "the cards of the top row"),
    Field("middle", "cards", "cards", "the cards of the middle row"),
    Field("bottom", "cards", "cards", "the cards of the bottom row"),
    Field("board", "cards", "cards", "the three rows in one cell, top first"),
    Field("discards", "cards", "cards", "the discarded cards"),
    Field("dealt", "cards", "cards", "the cards in the order dealt"),
    Field(
        "row", "text", "help", "which row of the board the cards of `row_cards` are, where each has a line of its own"
    ),
    Field("row_cards", "cards", "cards", "the cards of the row that `row` names"),
    *(
        Field(f"{name}_streets", "numbers", "cards", f"the street of each card in `{name}`, in its order", 0, 9)
        for name in CARD_LISTS
    ),
    Field("is_foul", "flag", "claim", "whether the site called the hand a foul"),
    *(Field(f"{name}_royalties", "int", "claim", f"the royalties of the {name} row", -INT16, INT16) for name in ROWS),
    Field("royalties", "numbers", "claim", "the royalties of top, middle and bottom in one cell", -INT16, INT16),
    Field("points", "int", "claim", "the points of the hand", -INT32, INT32),
    Field("net", "signed_money", "claim", "what the player won or lost, after cap and rake"),
    Field("rake", "money", "claim", "the rake taken from the player"),
    Field("stack_after", "money", "claim", "the stack after the hand"),
    Field("fantasy_next", "count", "claim", "0, how many Fantasyland cards are due in the next hand, or yes", 0, 52),
    Field("bounty", "money", "claim", "the bounty collected"),
    Field("place", "int", "claim", "the place in the tournament", 1, INT16),
)

FIELDS: Mapping[str, Field] = {field.name: field for field in _ALL}
"""Every field by name, in the order in which they are told."""

CONSTANTS = (
    *(one.name for one in _ALL if one.level == "hand" and one.name != "hand_id" and one.kind != "time"),
    "fantasy",
)
"""The fields that a mapping may state for all hands of a table."""

KEY_FIELDS = ("site", "club_id", "table_id", "match_id", "hand_id")
"""Fields whose values tell one hand from another: the id of a hand may come back at another table."""
NAMELESS_KEY_FIELDS = (*KEY_FIELDS[:-1], "hand_no", "ended_at")
"""The same where hands have no id."""
