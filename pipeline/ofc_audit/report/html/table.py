"""The report of a table: who sat there, the ledger, how it went for everybody, Fantasyland, stacks bought and taken off, findings."""

from collections.abc import Mapping, Sequence
from typing import Any

from ofc_audit.report.html.charts import Chart
from ofc_audit.report.html.findings import findings
from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, rows_command
from ofc_audit.report.html.ledger import Scope, coverage_grid, files_of, ledgers, left_out, uneven_cell, unit_text
from ofc_audit.report.html.line_chart import Tick, Track, line_chart, steps_between
from ofc_audit.report.html.page import cut, many, render_page
from ofc_audit.report.html.results_chart import BUCKETS, TONES, points_of
from ofc_audit.report.store import Store

Row = dict[str, Any]

MAX_ROWS = 300


def find_tables(store: Store, table_id: str, site: str | None, club_id: str | None) -> list[Row]:
    """The tables of that name: at a site and in a club where they are named; those of most hands first."""
    return store.rows(
        "select site, club_id, table_id, count(*) as hands from hands where table_id = $1 "
        "and ($2 is null or site = $2) and ($3 is null or club_id = $3) group by all order by hands desc, site, club_id nulls first",
        [table_id, site, club_id],
    )


def render_table_page(store: Store, where: Mapping[str, Any]) -> str:
    """The report of one table (`site`, `club_id`, `table_id`) as an HTML document."""
    named = [where["site"], where["club_id"], where["table_id"]]
    scope = Scope("h.site = $1 and h.club_id is not distinct from $2 and h.table_id = $3", named)
    found = findings(store, f"hand_key in (select hand_key from hands as h where {scope.condition})", named)
    results = results_chart(store, scope)
    name = cut(where["table_id"])
    return render_page(
        "table.html.j2",
        store,
        title=f"Table {name} of {cut(where['site'])}",
        has_cards=any(one["boards"] for group in found.groups for one in group["rows"]),
        name=name,
        facts=_facts(store, scope, where),
        left_out=left_out(store, scope),
        files=files_of(store, scope),
        ledgers=ledgers(store, scope),
        coverage=coverage_grid(store, scope),
        charts=[] if results is None else [results],
        days=_days(store, named),
        stacks=_stacks(store, scope),
        fantasy=_fantasy(store, scope),
        findings=found,
    )


def _facts(store: Store, scope: Scope, where: Mapping[str, Any]) -> list[dict[str, str]]:
    (row,) = store.rows(
        "select count(*) as hands, min(h.ended_at) as first, max(h.ended_at) as last, count(distinct h.match_id) as matches, "
        "list_sort(list(distinct h.rules_id)) as rules, list_sort(list(distinct h.n_seats)) as sizes, "
        "min(h.point_value) as least, max(h.point_value) as most, any_value(h.currency) as currency "
        f"from hands as h where {scope.condition}",
        scope.parameters,
    )
    facts = [("Site", cut(where["site"]), "" if where["club_id"] is None else f"club {cut(where['club_id'])}")]
    facts.append(("Hands", f"{row['hands']:,}", many(row["matches"], "match", "matches") if row["matches"] else ""))
    if row["least"] is not None:
        stake = f"{row['least'].normalize():f}" + (
            "" if row["least"] == row["most"] else f" to {row['most'].normalize():f}"
        )
        facts.append(("A point", f"{stake} {cut(row['currency'] or '', 12)}".strip(), ""))
    facts.append(
        (
            "Rules",
            cut(", ".join(row["rules"]) or "not known", 60),
            f"{' or '.join(map(str, row['sizes']))} players dealt in",
        )
    )
    if row["first"] is not None:
        last = f"to {row['last']:%Y-%m-%d %H:%M} (UTC)"
        facts.append(("From", f"{row['first']:%Y-%m-%d %H:%M}", last))
    return [{"name": name, "value": value, "below": below, "tone": ""} for name, value, below in facts]


_RESULTS = """
with numbered as (
    select h.hand_key, row_number() over (order by h.ended_at nulls last, h.match_id, h.hand_no, h.hand_key) as n
    from hands as h semi join stg_counted_hands using (hand_key) where {condition}
),
seats as (
    select p.player_id, p.player_name, p.ended_at, p.hand_key, numbered.n,
        sum(p.points) over (partition by p.player_id order by numbered.n rows unbounded preceding) as total,
        (numbered.n - 1) * {buckets} // (select count(*) from numbered) as bucket
    from int_player_hands as p join numbered using (hand_key) where p.points is not null
)
select player_id, bucket, arg_max(player_name, n) as player_name, count(*) as hands, max(n) as n_last, arg_max(total, n) as last,
    min(total) as least, arg_min(n, total) as n_least, max(total) as greatest, arg_max(n, total) as n_greatest, arg_max(ended_at, n) as ended_at
from seats group by player_id, bucket order by player_id, bucket
"""


def results_chart(store: Store, scope: Scope) -> Chart | None:
    """The points of the players with the most hands, added up over the hands of the table."""
    rows = store.rows(_RESULTS.format(condition=scope.condition, buckets=BUCKETS), scope.parameters)
    if not rows:
        return None
    by_player: dict[str, list[Row]] = {}
    for row in rows:
        by_player.setdefault(row["player_id"], []).append(row)
    ranked = sorted(by_player.values(), key=lambda own: (-sum(row["hands"] for row in own), own[0]["player_id"]))
    tracks, legend = [], []
    for tone, own in zip(TONES, ranked, strict=False):
        name = cut(own[-1]["player_name"], 40)
        tracks.append(Track(name, tone, level(points_of(own))))
        legend.append((tone, f"{name} {own[-1]['last']:+,}"))
    n = max(row["n_last"] for row in rows)
    days = sorted((row["n_last"], row["ended_at"]) for row in rows)
    ticks = []
    for step in steps_between(0, n, 6):
        if 0 < step <= n and step == int(step):
            day = next((at for hand, at in days if hand >= step), None)
            ticks.append(Tick(int(step), f"{int(step):,}", "" if day is None else f"{day:%Y-%m-%d}"))
    svg = line_chart(
        tracks, n, ticks, f"Points added up over the hands of the table: {'; '.join(text for _, text in legend)}"
    )
    shown = (
        f"the {len(tracks)} players with the most hands, of {len(ranked):,}"
        if len(ranked) > len(tracks)
        else "all players"
    )
    note = f"Points against all opponents over {n:,} hands of the table, {shown}; a line stays level where its player is not dealt in."
    return Chart("How it went", svg, note, tuple(legend), is_wide=True)


def level(points: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """The points of a line with the total held over the hands in which its player was not dealt in."""
    held: list[tuple[int, float]] = []
    before = 0.0
    for hand, total in points:
        if hand - (held[-1][0] if held else 0) > 1:
            held.append((hand - 1, before))
        held.append((hand, total))
        before = total
    return held


def _days(store: Store, named: Sequence[object]) -> Grid:
    rows = store.rows(
        "select * from table_days where site = $1 and club_id is not distinct from $2 and table_id = $3 order by day desc, currency",
        named,
    )
    shown = (
        Shown(
            "Day (UTC)",
            lambda row: Cell("not told" if row["day"] is None else f"{row['day']:%Y-%m-%d}", unit_text(row)),
        ),
        Shown("Hands", "hands", "int"),
        Shown("Lost", "lost", "money"),
        Shown("Won", "won", "money", "After rake"),
        Shown("Rake", "rake", "money"),
        Shown("Unexplained", uneven_cell, "money", "Lost less won less rake"),
        Shown("Rebuys", "rebuys", "int"),
        Shown("Top-ups", "top_ups", "int"),
        Shown("Bought", "bought", "money"),
        Shown("Taken off", "taken_off", "money"),
    )
    return grid_of(shown, rows, MAX_ROWS, rows_command(store, "table_days"))


def _stacks(store: Store, scope: Scope) -> Grid:
    """Stacks that changed between two hands: bought, taken off, or wrong."""
    rows = store.rows(
        "select s.player_name, h.ended_at, h.hand_id, c.had, c.stack, c.change, c.kind, h.currency from stack_changes as c "
        "join hands as h using (hand_key) join seats as s using (hand_key, acting_order) "
        f"where {scope.condition} order by c.kind = 'wrong' desc, h.ended_at, h.hand_key, s.player_name limit {MAX_ROWS}",
        scope.parameters,
    )
    n_all = store.value(
        f"select count(*) from stack_changes as c join hands as h using (hand_key) where {scope.condition}",
        scope.parameters,
    )
    shown = (
        Shown("Player", "player_name"),
        Shown("What", lambda row: Cell(row["kind"], tone="alarm" if row["kind"] == "wrong" else "")),
        Shown("Had", "had", "money"),
        Shown("Brings", "stack", "money"),
        Shown("Change", "change", "signed_money"),
        Shown("Currency", "currency"),
        Shown("Hand", "hand_id"),
        Shown("At (UTC)", "ended_at", "time"),
    )
    return grid_of(shown, rows, MAX_ROWS, rows_command(store, "stack_changes"), n_all=n_all)


_CHAINS = """
with dealt as (
    select p.player_id, p.player_name, p.hand_key, p.is_fantasy, p.is_fantasy_next, p.points, p.royalties, p.ended_at, h.hand_id,
        row_number() over (partition by p.player_id order by h.ended_at nulls last, h.match_id, h.hand_no, h.hand_key)
        - row_number() over (partition by p.player_id, p.is_fantasy order by h.ended_at nulls last, h.match_id, h.hand_no, h.hand_key)
            as run
    from int_player_hands as p join hands as h using (hand_key) where {condition} and p.is_fantasy is not null
)
select player_id, arg_max(player_name, ended_at) as player_name, arg_min(hand_id, ended_at) as first_hand, min(ended_at) as first_at,
    count(*) as length, sum(royalties)::bigint as royalties, sum(points)::bigint as points
from dealt where is_fantasy group by player_id, run order by length desc, first_at, player_id limit {limit}
"""


def _fantasy(store: Store, scope: Scope) -> Grid:
    """Chains in Fantasyland: hands that a player was there without a break, among the hands of this table that are recorded."""
    rows = store.rows(_CHAINS.format(condition=scope.condition, limit=MAX_ROWS + 1), scope.parameters)
    shown = (
        Shown("Player", "player_name"),
        Shown("Hands", "length", "int", "Fantasyland hands in a row"),
        Shown("Royalties", "royalties", "int"),
        Shown("Points", "points", "points"),
        Shown("First hand", "first_hand"),
        Shown("At (UTC)", "first_at", "time"),
    )
    return grid_of(shown, rows, MAX_ROWS, rows_command(store, "fantasy_runs"), "Hands")
