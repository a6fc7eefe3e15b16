"""The charts of the report: points per hand, royalties by row, the way into Fantasyland; each from one query over
complete hands."""

import math
from collections.abc import Sequence

from ofc_audit.report.html.charts import Bar, Chart, Column, bar_chart, histogram
from ofc_audit.report.html.measures import wilson
from ofc_audit.report.store import Store
from ofc_audit.report.words import ROW_NAMES

BIN = 5
TOPS = {"qq": "QQ", "kk": "KK", "aa": "AA", "trips": "trips"}
LONGEST_RUN = 5
"""Hands of a run in Fantasyland up to which each has its bar."""
LIMIT = 50
"""Points beyond which hands share the outermost column."""


def all_charts(store: Store) -> list[Chart]:
    """The charts that there is something to show in."""
    charts = (points_chart(store), royalties_chart(store), fantasy_chart(store))
    return [chart for chart in charts if chart is not None]


def points_chart(store: Store, among: str = "true", parameters: Sequence[object] = ()) -> Chart | None:
    """How often a player's hand brought so many points, outside Fantasyland and in it; `among` is a condition on `int_player_hands`."""
    rows = store.rows(
        f"select greatest(-{LIMIT}, least({LIMIT}, {BIN} * round(points / {BIN}::double)))::int as bin, "
        "count(*) filter (not is_fantasy) as normal, count(*) filter (is_fantasy) as fantasy "
        f"from int_player_hands where points is not null and {among} group by bin",
        parameters,
    )
    if not rows:
        return None
    by_bin = {row["bin"]: (row["normal"], row["fantasy"]) for row in rows}
    columns = []
    for middle in range(-LIMIT, LIMIT + 1, BIN):
        parts = by_bin.get(middle, (0, 0))
        label = f"{middle:+d}" if middle % (4 * BIN) == 0 and middle else "" if middle else "0"
        columns.append(
            Column(label, parts, f"{_bin_words(middle)} points: {parts[0]:,} normal, {parts[1]:,} in Fantasyland")
        )
    n = sum(sum(parts) for parts in by_bin.values())
    return Chart(
        "Points of a hand",
        histogram(
            columns, ("a", "b"), "Histogram of the points that players made in a hand", "points against all opponents"
        ),
        f"{n:,} boards of complete hands whose points are known; columns of {BIN}, the outermost with all beyond.",
        (("a", "normal hands"), ("b", "in Fantasyland")),
    )


def _bin_words(middle: int) -> str:
    half = BIN // 2
    if middle == LIMIT:
        return f"{middle - half:+d} or more"
    if middle == -LIMIT:
        return f"{middle + half:+d} or less"
    return f"{middle - half:+d} to {middle + half:+d}"


def royalties_chart(store: Store, among: str = "true", parameters: Sequence[object] = ()) -> Chart | None:
    """What a legal board collects on average in each row, outside Fantasyland and in it, with the 95 % interval of the mean."""
    sums = ", ".join(
        f"sum({name}_royalties)::bigint as {name}, sum({name}_royalties::bigint ** 2)::hugeint as {name}_squared"
        for name in ROW_NAMES
    )
    rows = store.rows(
        f"select is_fantasy, count(*) as n, {sums} from int_player_hands "
        f"where not is_foul and royalties is not null and is_fantasy is not null and {among} "
        "group by is_fantasy order by is_fantasy",
        parameters,
    )
    if not rows:
        return None
    bars = []
    for name in ROW_NAMES:
        for row in rows:
            mean, half = mean_and_half(row["n"], row[name], int(row[f"{name}_squared"]))
            label = f"{name}, Fantasyl." if row["is_fantasy"] else name
            low, high = (None, None) if half is None else (mean - half, mean + half)
            text = f"{mean:.2f}" if half is None else f"{mean:.2f} ± {half:.2f}"
            bars.append(Bar(label, mean, text, "b" if row["is_fantasy"] else "a", low, high))
    counts = [f"{row['n']:,} {'in Fantasyland' if row['is_fantasy'] else 'in normal hands'}" for row in rows]
    return Chart(
        "Royalties by row",
        bar_chart(bars, "Average royalties of a legal board by row"),
        f"Points per legal board: {', '.join(counts)}; fouls collect nothing and are left out. "
        "Whiskers: the 95 % interval of each average (1.96 standard errors).",
        (("a", "normal hands"), ("b", "in Fantasyland")),
    )


def fantasy_chart(store: Store, among: str = "true", parameters: Sequence[object] = ()) -> Chart | None:
    """From normal hands to entries, by the top that earned them, to fantasy hands, stays and how long runs are; `among` is a condition
    on site, rule set and player."""
    names = ("entry_hands", "entries", *(f"entries_{top}" for top in TOPS), "stay_hands", "stays")
    sums = ", ".join(f"coalesce(sum(fantasy_{name}), 0)::bigint as {name}" for name in names)
    row = store.rows(f"select {sums} from player_stats where {among}", parameters)[0]
    if not row["entries"] and not row["stay_hands"]:
        return None
    bars = [
        Bar("normal hands", row["entry_hands"], f"{row['entry_hands']:,}"),
        Bar("entered", row["entries"], _of(row["entries"], row["entry_hands"])),
        *(
            Bar(f"by {word}", row[f"entries_{top}"], _of(row[f"entries_{top}"], row["entry_hands"]))
            for top, word in TOPS.items()
        ),
        Bar("fantasy hands", row["stay_hands"], f"{row['stay_hands']:,}", "b"),
        Bar("stayed", row["stays"], _of(row["stays"], row["stay_hands"]), "b"),
        *_run_bars(store, among, parameters),
    ]
    return Chart(
        "The way into Fantasyland",
        bar_chart(bars, "Normal hands, entries into Fantasyland, fantasy hands and stays", 176),
        "Entries per normal hand, stays per fantasy hand, as the rules give them; hands in a row per run whose beginning is on record;"
        " in brackets the 95 % interval (Wilson's).",
    )


def _run_bars(store: Store, among: str, parameters: Sequence[object]) -> list[Bar]:
    """How many runs in Fantasyland whose beginning is on record came to a second, a third … hand."""
    rows = store.rows(
        f"select least(run_no, {LONGEST_RUN}) as run_no, count(*) filter (run_no <= {LONGEST_RUN}) as n from int_player_hands "
        f"where run_no is not null and {among} group by 1 order by 1",
        parameters,
    )
    counts = {row["run_no"]: row["n"] for row in rows}
    begun = counts.get(1, 0)
    return [
        Bar(f"{ordinal} in a row", counts[no], _of(counts[no], begun), "c")
        for no, ordinal in ((2, "2nd"), (3, "3rd"), (4, "4th"), (5, "5th"))
        if begun and counts.get(no)
    ]


def mean_and_half(n: int, total: int, squares: int) -> tuple[float, float | None]:
    """The mean of n whole numbers and the half width of its 95 % interval, from their sum and the sum of their squares."""
    mean = total / n
    return mean, None if n < 2 else 1.96 * math.sqrt((n * squares - total * total) / (n * (n - 1)) / n)


def _of(part: int, whole: int) -> str:
    if not whole:
        return f"{part:,}"
    low, high = wilson(part, whole)
    return f"{part:,} · {100 * part / whole:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
