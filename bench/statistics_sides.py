"""The same 28 statistics in DuckDB, polars and pandas: `python bench/statistics_sides.py SIDE FILE ANSWER`.

Each side takes the file and gives a table by `player_id`, sorted by it, the columns of `FIGURES` in their order. They
are those of the model `player_stats`, by the formulas of the models, but that a sum of nothing is 0 here.
"""

import json
import sys
import time
from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from process import peak_of_this_mb

COLUMNS = [
    ("player_id", pa.string()),
    ("is_fantasy", pa.bool_()),
    ("is_foul", pa.bool_()),
    ("is_auto", pa.bool_()),
    ("is_fantasy_next", pa.bool_()),
    ("enters_with", pa.string()),
    ("top_royalties", pa.int16()),
    ("middle_royalties", pa.int16()),
    ("bottom_royalties", pa.int16()),
    ("royalties", pa.int32()),
    ("points", pa.int32()),
    ("pairs", pa.int64()),
    ("scoops_for", pa.int64()),
    ("used_ms", pa.int64()),
]
SUMS = {
    "hands": "count(*)",
    "normal_hands": "count(*) filter (not is_fantasy)",
    "fantasy_hands": "count(*) filter (is_fantasy)",
    "fouls": "count(*) filter (is_foul and not is_fantasy)",
    "auto_hands": "count(*) filter (is_auto and not is_fantasy)",
    "auto_fouls": "count(*) filter (is_auto and is_foul and not is_fantasy)",
    "fantasy_fouls": "count(*) filter (is_foul and is_fantasy)",
    "fantasy_entries": "count(*) filter (is_fantasy_next and not is_fantasy)",
    "fantasy_entry_hands": "count(is_fantasy_next) filter (not is_fantasy)",
    "fantasy_entries_qq": "count(*) filter (enters_with = 'QQ')",
    "fantasy_entries_trips": "count(*) filter (enters_with = 'trips')",
    "fantasy_stays": "count(*) filter (is_fantasy_next and is_fantasy)",
    "royalties": "sum(royalties)::bigint",
    "royalties_squared": "sum(royalties::bigint * royalties::bigint)::bigint",
    "top_royalties": "sum(top_royalties)::bigint",
    "middle_royalties": "sum(middle_royalties)::bigint",
    "bottom_royalties": "sum(bottom_royalties)::bigint",
    "points": "coalesce(sum(points), 0)::bigint",
    "points_hands": "count(points)",
    "points_squared": "coalesce(sum(points::bigint * points::bigint), 0)::bigint",
    "normal_points": "coalesce(sum(points) filter (not is_fantasy), 0)::bigint",
    "fantasy_points": "coalesce(sum(points) filter (is_fantasy), 0)::bigint",
    "pairs": "sum(pairs)::bigint",
    "scoops_for": "sum(scoops_for)::bigint",
    "timed_hands": "count(used_ms)",
    "used_ms": "coalesce(sum(used_ms), 0)::bigint",
}
"""The integers that a group keeps, in SQL."""
FIGURES = {
    **{name: name for name in SUMS if not name.endswith("_squared") and name != "used_ms"},
    "foul_rate": "ratio(fouls, normal_hands)",
    "foul_rate_low": "wilson_low(fouls, normal_hands)",
    "foul_rate_high": "wilson_high(fouls, normal_hands)",
    "points_sd": "sample_sd(points_hands, points, points_squared)",
    "ms_per_hand": "ratio(used_ms, timed_hands)",
}
"""The 28 figures of a player, in SQL over the sums."""
Z2, HALF_Z2, Z, QUARTER = 3.841458820694124, 1.920729410347062, 1.959963984540054, 0.960364705173531
"""Of the normal distribution at 97.5 %, as in the macros of the models."""


def duckdb_side(file: Path) -> pa.Table:
    """In SQL with the macros of the models, one thread."""
    import duckdb

    from ofc_audit.warehouse.run import MACROS

    sums, figures = (", ".join(f"{sql} as {name}" for name, sql in of.items()) for of in (SUMS, FIGURES))
    with duckdb.connect(config={"threads": "1"}) as con:
        for macro in MACROS:
            con.execute(macro)
        query = f"select player_id, {sums} from read_parquet($file) group by player_id"
        query = f"select player_id, {figures} from ({query}) order by player_id"
        return con.sql(query, params={"file": str(file)}).to_arrow_table()


def polars_side(file: Path) -> pa.Table:
    """As one lazy query over the file."""
    pl: Any = import_module("polars")
    c = pl.col
    normal, fantasy = ~c("is_fantasy"), c("is_fantasy")
    points, royalties = c("points").cast(pl.Int64), c("royalties").cast(pl.Int64)

    def n(condition: Any) -> Any:
        return condition.fill_null(False).sum().cast(pl.Int64)

    sums = {
        "hands": pl.len().cast(pl.Int64),
        "normal_hands": n(normal),
        "fantasy_hands": n(fantasy),
        "fouls": n(c("is_foul") & normal),
        "auto_hands": n(c("is_auto") & normal),
        "auto_fouls": n(c("is_auto") & c("is_foul") & normal),
        "fantasy_fouls": n(c("is_foul") & fantasy),
        "fantasy_entries": n(c("is_fantasy_next") & normal),
        "fantasy_entry_hands": n(c("is_fantasy_next").is_not_null() & normal),
        "fantasy_entries_qq": n(c("enters_with") == "QQ"),
        "fantasy_entries_trips": n(c("enters_with") == "trips"),
        "fantasy_stays": n(c("is_fantasy_next") & fantasy),
        "royalties": royalties.sum(),
        "royalties_squared": (royalties * royalties).sum(),
        **{f"{row}_royalties": c(f"{row}_royalties").cast(pl.Int64).sum() for row in ("top", "middle", "bottom")},
        "points": points.sum(),
        "points_hands": points.count().cast(pl.Int64),
        "points_squared": (points * points).sum(),
        "normal_points": points.filter(normal).sum(),
        "fantasy_points": points.filter(fantasy).sum(),
        "pairs": c("pairs").sum(),
        "scoops_for": c("scoops_for").sum(),
        "timed_hands": c("used_ms").count().cast(pl.Int64),
        "used_ms": c("used_ms").sum(),
    }
    grouped = pl.scan_parquet(file).group_by("player_id").agg(**sums)
    made = grouped.with_columns(**_formulas(c, lambda value, low: value.clip(lower_bound=low))).sort("player_id")
    return made.select("player_id", *FIGURES).collect(engine="streaming").to_arrow().cast(_schema())


def pandas_side(file: Path) -> pa.Table:
    """As columns of conditions, added up by group."""
    pd: Any = import_module("pandas")
    d = pd.read_parquet(file)
    fantasy, foul = d.is_fantasy, d.is_foul
    auto, goes = (d[name].fillna(False).astype(bool) for name in ("is_auto", "is_fantasy_next"))
    points = d.points.fillna(0).astype("int64")
    columns = {
        "hands": 1,
        "normal_hands": ~fantasy,
        "fantasy_hands": fantasy,
        "fouls": foul & ~fantasy,
        "auto_hands": auto & ~fantasy,
        "auto_fouls": auto & foul & ~fantasy,
        "fantasy_fouls": foul & fantasy,
        "fantasy_entries": goes & ~fantasy,
        "fantasy_entry_hands": d.is_fantasy_next.notna() & ~fantasy,
        "fantasy_entries_qq": d.enters_with == "QQ",
        "fantasy_entries_trips": d.enters_with == "trips",
        "fantasy_stays": goes & fantasy,
        "royalties": d.royalties,
        "royalties_squared": d.royalties.astype("int64") ** 2,
        **{f"{row}_royalties": d[f"{row}_royalties"] for row in ("top", "middle", "bottom")},
        "points": points,
        "points_hands": d.points.notna(),
        "points_squared": points**2,
        "normal_points": points.where(~fantasy, 0),
        "fantasy_points": points.where(fantasy, 0),
        "pairs": d.pairs,
        "scoops_for": d.scoops_for,
        "timed_hands": d.used_ms.notna(),
        "used_ms": d.used_ms.fillna(0),
    }
    made = pd.DataFrame(columns, index=d.index).astype("int64").groupby(d.player_id, sort=True, observed=True).sum()
    made = made.assign(**_formulas(lambda name: made[name], lambda value, low: value.clip(lower=low))).reset_index()
    return pa.Table.from_pandas(made[["player_id", *FIGURES]], preserve_index=False).cast(_schema())


def _formulas(column: Callable[[str], Any], clipped: Callable[[Any, float], Any]) -> Mapping[str, Any]:
    """The five figures that are no sums, in expressions of a data frame."""
    fouls, n = column("fouls") * 1.0, column("normal_hands") * 1.0
    k, total, squares = (column(name) * 1.0 for name in ("points_hands", "points", "points_squared"))
    half = Z * (fouls * (n - fouls) / n + QUARTER) ** 0.5 / (n + Z2)
    return {
        "foul_rate": fouls / n,
        "foul_rate_low": clipped((fouls + HALF_Z2) / (n + Z2) - half, 0.0),
        "foul_rate_high": (fouls + HALF_Z2) / (n + Z2) + half,
        "points_sd": ((k * squares - total * total) / (k * (k - 1))) ** 0.5,
        "ms_per_hand": column("used_ms") * 1.0 / column("timed_hands"),
    }


def _schema() -> pa.Schema:
    types = {name: pa.int64() if sql == name else pa.float64() for name, sql in FIGURES.items()}
    return pa.schema([("player_id", pa.string()), *types.items()])


SIDES: Mapping[str, Callable[[Path], pa.Table]] = {"duckdb": duckdb_side, "polars": polars_side, "pandas": pandas_side}

IMPORTS = {"duckdb": ("duckdb", "ofc_audit.warehouse.run"), "polars": ("polars",), "pandas": ("pandas",)}
"""What is imported before the clock starts."""


def main(side: str, file: str, answer: str) -> None:
    """Does the work of one side and says what it took."""
    for name in IMPORTS[side]:
        import_module(name)
    started = time.process_time()
    made = SIDES[side](Path(file))
    cpu = time.process_time() - started
    pq.write_table(made, answer)
    print(json.dumps({"cpu_s": cpu, "peak_mb": peak_of_this_mb(), "figures": len(FIGURES)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
