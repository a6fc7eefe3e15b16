"""What statistics are grouped by, and the marts made anew for hands and groups that are not their own.

Groups finer or coarser than a mart's come without another text of it. Marts group by the player and never look into him, so the account is
replaced by a record of all that a group has in common: `player_id` becomes `{player_id, table_id}`, or `{table_id}` for all players of a
table together. The parts of the record are columns of the result.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from ofc_audit.report.hand_filter import Condition, players_in
from ofc_audit.report.store import Store
from ofc_audit.report.text import join_words
from ofc_audit.warehouse.days import Calendar
from ofc_audit.warehouse.engine import quoted
from ofc_audit.warehouse.recompute import find_mart, recompute, stand_in, stored

SEATS, PAIRS = "int_player_hands", "int_pair_hands"
CHOSEN = "is_chosen"
PLAYER = "player"


@dataclass(frozen=True)
class Part:
    """One thing to group by: the columns it makes, each as SQL over the rows of hands; `of_seat` where players of one hand differ."""

    columns: dict[str, str]
    help: str
    of_seat: bool = False


_DAY = "play_day(ended_at, {zone}, {day_cut})"
_LOCAL = "timezone({zone}, ended_at)"
PARTS: dict[str, Part] = {
    "site": Part({}, "the room; always kept apart, as rule sets are"),
    "rule-set": Part({}, "the rule set"),
    "club": Part({"club_id": "club_id"}, "the club"),
    "table": Part({"club_id": "club_id", "table_id": "table_id"}, "the table"),
    "match": Part({"table_id": "table_id", "match_id": "match_id"}, "the match"),
    "stakes": Part(
        {column: column for column in ("point_value", "currency", "chip_price", "chip_currency")},
        "what a point is worth",
    ),
    "seats": Part({"n_seats": "n_seats"}, "players at the table"),
    "position": Part({"n_seats": "n_seats", "position": "position"}, "players at the table, and who acts when", True),
    "state": Part({"own_state": "own_state"}, "own hand in Fantasyland or not", True),
    "opponents": Part({"opponents_state": "opponents_state"}, "an opponent in Fantasyland or none", True),
    "day": Part({"day": _DAY}, "the day of play"),
    "week": Part({"week_ending": "week_ending(ended_at, {zone}, {week_end})"}, "the week, by its last day"),
    "month": Part({"month": f"strftime({_DAY}, '%Y-%m')"}, "the month"),
    "weekday": Part({"weekday": f"isodow({_DAY})"}, "the day of the week, 1 for Monday"),
    "hour": Part({"hour": f"hour({_LOCAL})"}, "the hour on the clock"),
}
MARTS: dict[str, tuple[str, str]] = {
    "opponent": ("head_to_head", "each opponent, by pairs"),
    "opponent-state": ("player_pair_states", "own state and that of the opponent, by pairs"),
    "money": ("player_money", "currencies"),
    "row": ("player_rows", "rows and their categories"),
    "royalties": ("player_royalties", "royalties by row, collected and lost by fouls"),
    "entry": ("player_entries", "what earned Fantasyland (QQ, KK, AA, trips), and what came of it"),
    "chain": ("fantasy_chains", "Fantasyland hand after hand, by length"),
    "foul": ("player_fouls", "which rows are out of order, and since which street no card could help"),
    "placement": ("player_placements", "which rows are filled when"),
    "street": ("player_clock", "time by street; 0 is Fantasyland"),
    "session": ("player_sessions", "sessions"),
}
"""Groupings that have a mart of their own, and what they show."""
NEITHER_SIDE = ("head_to_head",)
"""Marts whose rows name both players of a pair, so that no filter can be about one of them."""


SEVERAL_HANDS = ("player_entries", "fantasy_chains", "player_sessions")
"""Marts whose rows go from one hand to the next, so that no filter or part can be about what is another thing in the next hand."""
STAYING = ("site", "rule-set", "club", "table", "match", "stakes")
"""Parts that stay what they are from hand to hand."""


@dataclass(frozen=True)
class Grouping:
    """A mart and the groups its rows are to be about."""

    mart: str = "player_stats"
    by_player: bool = True
    parts: tuple[str, ...] = ()
    columns: dict[str, str] = field(default_factory=dict)
    of_seat: bool = False

    @property
    def main(self) -> tuple[str, ...]:
        """The columns that the words asked for stand for first of all: the last one of each."""
        return tuple(
            list(PARTS[word].columns)[-1 if word != "stakes" else 0] for word in self.parts if PARTS[word].columns
        )

    @property
    def is_own(self) -> bool:
        """Whether these are the mart's own groups."""
        return self.by_player and not self.columns

    @property
    def keys(self) -> tuple[str, ...]:
        """The columns that tell one row from another."""
        mart = find_mart(self.mart)
        grain = () if mart is None else mart.grain
        own = [name for name in grain if name != "player_id" or self.by_player]
        return (*own, *(name for name in self.columns if name not in own))


def grouping_of(words: Sequence[str], calendar: Calendar) -> Grouping:
    """The grouping of `--by`. Raises ValueError for a word that is none, and for two marts at once."""
    if not words:
        return Grouping()
    unknown = [word for word in words if word != PLAYER and word not in PARTS and word not in MARTS]
    if unknown:
        allowed = join_words([PLAYER, *PARTS, *MARTS])
        raise ValueError(f"--by {unknown[0]}: nothing to group by; there is {allowed}")
    own = [word for word in words if word in MARTS]
    if len(own) > 1:
        raise ValueError(f"--by {','.join(words)}: {own[0]} and {own[1]} are tables of their own; ask for one of them")
    parts = tuple(dict.fromkeys(word for word in words if word in PARTS))
    clock = {"zone": quoted(calendar.zone), "day_cut": calendar.day_cut, "week_end": calendar.week_end}
    columns = {name: sql.format(**clock) for word in parts for name, sql in PARTS[word].columns.items()}
    of_seat = any(PARTS[word].of_seat for word in parts)
    mart = MARTS[own[0]][0] if own else "player_stats"
    if mart in NEITHER_SIDE and of_seat:
        raise ValueError(
            f"--by {','.join(words)}: rows of {own[0]} are about pairs of players; {parts[0]} is about one of them"
        )
    passing = [word for word in parts if word not in STAYING]
    if mart in SEVERAL_HANDS and passing:
        raise ValueError(
            f"--by {','.join(words)}: {own[0]} goes from one hand to the next, where {passing[0]} may be another; "
            f"with it go {join_words(STAYING)}"
        )
    return Grouping(mart, bool(own) or PLAYER in words, parts, columns, of_seat)


def grouped(
    store: Store, grouping: Grouping, wanted: Sequence[Condition], calendar: Calendar, is_own_calendar: bool
) -> str:
    """A query for the rows of a grouping over the hands that are wanted, made for the moment where no mart has them.

    Raises ValueError for filters that the mart cannot have.
    """
    if grouping.mart in SEVERAL_HANDS:
        about = [c.option for c in wanted if c.of_seat and not c.accounts]
        if about:
            raise ValueError(
                f"{about[0]} is about single hands, and these rows go from one hand to the next: leave it away"
            )
    if grouping.mart in NEITHER_SIDE:
        about = [c.option for c in wanted if c.of_seat and not c.accounts]
        if about:
            raise ValueError(
                f"{about[0]} is about one player, and rows of pairs are about two; --by opponent-state shows them by state"
            )
    after = (
        [c for c in wanted if c.accounts]
        if grouping.mart in NEITHER_SIDE
        else [c for c in wanted if c.option == "--player"]
    )
    before = [c for c in wanted if c not in after]
    mart = find_mart(grouping.mart)
    is_as_stored = is_own_calendar or mart is None or not mart.is_by_calendar
    if not before and grouping.is_own and is_as_stored:
        return f"select * from {grouping.mart} where {_after(after)}"
    if grouping.mart in NEITHER_SIDE:
        before += [_hands_of(store, condition) for condition in after]
    else:
        before = list(wanted)
    _stand_in(store, grouping, before)
    if not is_as_stored:
        stand_in(
            store.execute,
            "calendar",
            f"select {quoted(calendar.zone)} as zone, {calendar.day_cut}::integer as day_cut, "
            f"{calendar.week_end}::integer as week_end, {calendar.session_gap}::integer as session_gap",
        )
    recompute(store.execute, grouping.mart, (SEATS, PAIRS))
    return _unpacked(store, grouping, after if grouping.mart in NEITHER_SIDE else [])


def _hands_of(store: Store, condition: Condition) -> Condition:
    """That an account sat at the table, which is true of a hand and not of one of its players."""
    hands = f"select hand_key from {stored(store.execute, SEATS)} where {players_in(condition.accounts)}"
    return Condition(condition.option, condition.words, f"hand_key in ({hands})")


def _stand_in(store: Store, grouping: Grouping, wanted: Sequence[Condition]) -> None:
    """Puts the wanted rows in the place of those of all hands, each player with what his group has in common."""
    seats, pairs = stored(store.execute, SEATS), stored(store.execute, PAIRS)
    where = " and ".join(f"({c.sql})" for c in wanted) or "true"
    stand_in(
        store.execute,
        SEATS,
        f"select * replace ({_record(grouping, 'player_id', 'true')} as player_id) from {seats} where {where}",
    )
    if not (grouping.of_seat or any(c.of_seat for c in wanted)):
        records = ", ".join(f"{_record(grouping, column, 'true')} as {column}" for column in ("player_a", "player_b"))
        stand_in(store.execute, PAIRS, f"select * replace ({records}) from {pairs} where {where}")
        return
    # A side counts where its seat is wanted; the other one stands under a record that no seat has.
    nobody = _record(grouping, "null::varchar", "false", "null")
    stand_in(
        store.execute,
        PAIRS,
        f"""select p.* replace (coalesce(one.player_id, {nobody}) as player_a, coalesce(other.player_id, {nobody}) as player_b)
            from (select * from {pairs} where hand_key in (select hand_key from {SEATS})) as p
            left join {SEATS} as one on p.hand_key = one.hand_key and p.a = one.acting_order
            left join {SEATS} as other on p.hand_key = other.hand_key and p.b = other.acting_order
            where one.hand_key is not null or other.hand_key is not null""",
    )


def _record(grouping: Grouping, player: str, is_chosen: str, value: str | None = None) -> str:
    parts = {"player_id": player if grouping.by_player else "null::varchar", CHOSEN: is_chosen}
    parts |= {name: value or sql for name, sql in grouping.columns.items()}
    return "struct_pack(" + ", ".join(f"{name} := {sql}" for name, sql in parts.items()) + ")"


def _unpacked(store: Store, grouping: Grouping, after: Sequence[Condition]) -> str:
    """The rows of the mart made for the moment, with the parts of the players' records as columns of their own."""
    names = [row["column_name"] for row in store.rows(f"describe {grouping.mart}")]
    records = [name for name in ("player_id", "opponent_id") if name in names]
    made = [f"player_id.{name} as {name}" for name in grouping.columns if name not in names]
    chosen = []
    for name in names:
        if name in records:
            chosen.append(f"{name}.player_id as {name}" if grouping.by_player else None)
            chosen += made if name == records[0] else []
        elif grouping.by_player or name != "player_name":
            chosen.append(name)
    listed = ", ".join(text for text in chosen if text)
    return f"select {listed} from {grouping.mart} where player_id.{CHOSEN} and {_after(after, '.player_id')}"


def _after(after: Sequence[Condition], part: str = "") -> str:
    """The filters by account, on rows of the mart."""
    made = []
    for condition in after:
        if condition.option == "--against":
            made.append(players_in(condition.accounts, f"opponent_id{part}"))
            made.append(f"coalesce(not {players_in(condition.accounts, f'player_id{part}')}, true)")
        else:
            made.append(players_in(condition.accounts, f"player_id{part}"))
    return " and ".join(made) or "true"
