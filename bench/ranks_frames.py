"""Ranks by the same tables in polars and in DuckDB: how one would do it where the boards lie in a data frame or in a database."""

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from ofc_audit.score.ranks import rank_tables

Ranked = Callable[[], tuple[np.ndarray, np.ndarray, np.ndarray]]
"""Gives values of tops, middles and bottoms."""
FLUSHES = 13**5
ROWS = {"top": (0, 3), "middle": (3, 8), "bottom": (8, 13)}


def frame_of(boards: np.ndarray) -> pa.Table:
    """A column for each of the thirteen cards."""
    return pa.table({f"c{place}": pa.array(np.ascontiguousarray(boards[:, place])) for place in range(13)})


def polars_side(boards: np.ndarray) -> Ranked:
    """`gather` out of series, on one thread. Raises ImportError without polars."""
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    pl: Any = import_module("polars")
    tables = rank_tables()
    five, three = pl.lit(pl.Series(tables.five)), pl.lit(pl.Series(tables.three))
    frame = pl.from_arrow(frame_of(boards)).lazy()

    def row(first: int, last: int) -> Any:
        cards = [pl.col(f"c{place}") for place in range(first, last)]
        at = cards[0].cast(pl.Int64) // 4
        for card in cards[1:]:
            at = at * 13 + card.cast(pl.Int64) // 4
        if last - first == 3:
            return three.gather(at)
        one_suit = pl.all_horizontal([card % 4 == cards[0] % 4 for card in cards[1:]])
        return five.gather(at + one_suit.cast(pl.Int64) * FLUSHES)

    query = frame.select(**{name: row(*ends) for name, ends in ROWS.items()})

    def work() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        made = query.collect()
        return tuple(made[name].to_numpy() for name in ROWS)  # type: ignore[return-value]

    return work


def duckdb_side(boards: np.ndarray) -> Ranked:
    """Joins with the tables of values, on one thread."""
    con = duckdb.connect(config={"threads": "1"})
    tables = rank_tables()
    for name, values in (("fives", tables.five), ("threes", tables.three)):
        known = np.flatnonzero(values)
        con.register("given", pa.table({"at": pa.array(known), "value": pa.array(values[known])}))
        con.execute(f"create table {name} as from given")
        con.unregister("given")
    con.register("given", frame_of(boards).append_column("n", pa.array(np.arange(len(boards)))))
    con.execute("create table boards as from given")
    keys = ", ".join(f"{_key(first, last)} as {name}_at" for name, (first, last) in ROWS.items())
    query = (
        f"with keyed as (select n, {keys} from boards) select t.value as top, m.value as middle, b.value as bottom "
        "from keyed join threes t on t.at = top_at join fives m on m.at = middle_at join fives b on b.at = bottom_at order by n"
    )

    def work() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        made = con.sql(query).to_arrow_table()
        return tuple(made[name].to_numpy() for name in ROWS)  # type: ignore[return-value]

    return work


def _key(first: int, last: int) -> str:
    """Where the value of a row stands, in SQL."""
    cards = [f"c{place}" for place in range(first, last)]
    at = f"{cards[0]} // 4"
    for card in cards[1:]:
        at = f"({at})::bigint * 13 + {card} // 4"
    if last - first == 3:
        return at
    one_suit = " and ".join(f"{card} % 4 = {cards[0]} % 4" for card in cards[1:])
    return f"{at} + case when {one_suit} then {FLUSHES} else 0 end"
