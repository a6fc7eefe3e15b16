"""The hands of a build in stretches of some row groups, each with the hands before it that its chains and matches need."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.audit.match_frame import MATCH_KEY, Following, following, same_match

GROUPS_AT_ONCE = 2
"""Row groups of hands whose chains are judged together."""
CONTEXT_HANDS = 4096
"""At least so many hands before a stretch are looked at with it, and all of a match that it continues. A chain looks one hand back, or
further over cancelled hands."""

_READ = ("hands", "seats", "claims", "claimed_pairs", "scored_seats", "scored_pairs")


class Stretch:
    """Some row groups, from `first_group` up to before `last_group`, and the tables of their hands and of those before them."""

    def __init__(
        self,
        tables: dict[str, pa.Table],
        starts: list[int],
        before: int,
        first_group: int,
        last_group: int,
        upcoming: tuple[pa.Table, list[int]],
    ) -> None:
        place = np.arange(starts[before], starts[last_group]) + 1
        keys = tables["hands"].column("hand_key")
        tables["hand_order"] = pa.table({"hand_key": keys, "hand_order": place, "is_new": place > starts[first_group]})
        self.tables = tables
        self.first_group = first_group
        self.last_group = last_group
        self.end = starts[last_group]
        """The place of its last hand."""
        self._ends = [starts[group + 1] - starts[before] for group in range(first_group, last_group)]
        self._first = starts[first_group] - starts[before]
        self._next, self._next_in_fantasy = upcoming

    @property
    def after(self) -> Following:
        """What follows each hand on record, in the stretch or right after it."""
        seats = self.tables["seats"]
        hands = pa.concat_tables([one.select([*MATCH_KEY, "deal_key"]) for one in (self.tables["hands"], self._next)])
        keys = pa.concat_tables([self.tables["hands"].select(["hand_key"]), self._next.select(["hand_key"])])
        there = np.asarray(seats.filter(seats.column("is_fantasy")).column("hand_key"), np.int64)
        told = following(
            hands, np.isin(np.asarray(keys.column("hand_key"), np.int64), [*there, *self._next_in_fantasy])
        )
        n = self.tables["hands"].num_rows
        return Following(told.goes_on[:n], told.in_fantasy[:n])

    def groups_of(self, data: pa.Table) -> Iterator[pa.Table]:
        """The rows of the new hands of a table by seat or pair, for each row group of hands."""
        key = np.asarray(data.column("hand_key"), np.int64)
        hands = np.asarray(self.tables["hands"].column("hand_key"), np.int64)
        # Rows lie in the order of the hands, so each hand's rows end where another key begins.
        order = np.argsort(hands, kind="stable")
        of_row = order[np.searchsorted(hands[order], key)]
        start = int(np.searchsorted(of_row, self._first))
        for end in self._ends:
            stop = int(np.searchsorted(of_row, end))
            yield data.slice(start, stop - start)
            start = stop


def stretches(
    folder: Path, staged: Path, audited: Sequence[str], also: Sequence[str] = (), own: range | None = None
) -> Iterator[Stretch]:
    """The hands in `folder`, a stretch at a time; with each, as `hand_<name>`, what single hands gave to the `audited` tables in `staged`.

    `also`: tables by hand in `folder` to be read beside those that an audit across hands needs. `own`: the row groups to go through, where
    others there are looked at only as what was before and comes behind; `staged` has theirs alone.
    """
    files = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in (*_READ, *also)}
    given = {f"hand_{name}": pq.ParquetFile(staged / f"hand_{name}.parquet") for name in audited}
    metadata = files["hands"].metadata
    sizes = [metadata.row_group(group).num_rows for group in range(metadata.num_row_groups)]
    starts = np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)]).tolist()

    def hand_at(group: int, place: int) -> pa.Table:
        rows = files["hands"].read_row_group(group, columns=["hand_key", "deal_key", *MATCH_KEY])
        return rows.slice(rows.num_rows - 1 if place < 0 else place, 1)

    def in_fantasy(group: int, hand: pa.Table) -> list[int]:
        """The key of the hand where it is a fantasy hand."""
        rows = files["seats"].read_row_group(group, columns=["hand_key", "is_fantasy"])
        there = rows.filter(rows.column("is_fantasy")).column("hand_key").to_pylist()
        return [key for key in hand.column("hand_key").to_pylist() if key in there]

    own = range(len(sizes)) if own is None else own
    for first in range(own.start, own.stop, GROUPS_AT_ONCE):
        last = min(first + GROUPS_AT_ONCE, own.stop)
        before = first
        opening = hand_at(first, 0)
        while before and (
            starts[first] - starts[before] < CONTEXT_HANDS
            or same_match(pa.concat_tables([hand_at(before - 1, -1), opening]))[0]
        ):
            before -= 1
        tables = {name: file.read_row_groups(list(range(before, last))) for name, file in files.items()}
        of_own = list(range(first - own.start, last - own.start))
        tables |= {name: file.read_row_groups(of_own) for name, file in given.items()}
        upcoming = hand_at(last, 0) if last < len(sizes) else opening.slice(0, 0)
        there = in_fantasy(last, upcoming) if last < len(sizes) else []
        yield Stretch(tables, starts, before, first, last, (upcoming, there))
    for file in (*files.values(), *given.values()):
        file.close()
