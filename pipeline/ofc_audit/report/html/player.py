"""The report of a player: his results and what they rest on, under each rule set for itself."""

from collections.abc import Sequence
from typing import Any

from ofc_audit.report.corrections import player_rows
from ofc_audit.report.html.charts import Chart
from ofc_audit.report.html.findings import findings
from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, rows_command
from ofc_audit.report.html.ledger import unit_text
from ofc_audit.report.html.measures import measures
from ofc_audit.report.html.page import cut, many, render_page
from ofc_audit.report.html.player_parts import player_parts
from ofc_audit.report.html.players import PLAYER_COLUMNS
from ofc_audit.report.html.position_chart import position_chart
from ofc_audit.report.html.results_chart import money_charts, results_chart
from ofc_audit.report.html.run_charts import fantasy_chart, points_chart, royalties_chart
from ofc_audit.report.store import Store

Row = dict[str, Any]

MAX_RULE_SETS = 6
"""Rule sets with a section of their own, those of most hands."""
MAX_ROWS = 200
MAX_SESSIONS = 100


def find_players(store: Store, name: str, site: str | None) -> list[Row]:
    """The players meant by a name: those with an account of that id (which may be one of several of a person), else those so called,
    whatever the case; of one site where it is named."""
    query = (
        "select site, player_id, arg_max(player_name, hands) as player_name, sum(hands)::bigint as hands "
        "from player_stats as s where ({}) and ($2 is null or site = $2) group by site, player_id order by hands desc, site, player_id"
    )
    named = [name, site]
    account = (
        "exists (select 1 from aliases as a where a.site = s.site and a.player_id = s.player_id and a.account_id = $1)"
    )
    return store.rows(query.format(f"player_id = $1 or {account}"), named) or store.rows(
        query.format("lower(player_name) = lower($1)"), named
    )


_ACCOUNTS = "(select $2 union select account_id from aliases where site = $1 and player_id = $2)"
"""The accounts of a player ($2) at a site ($1)."""


def render_player(store: Store, site: str, player_id: str) -> str:
    """The report of one account as an HTML document."""
    stats = store.rows(
        "select * from player_stats where site = $1 and player_id = $2 order by hands desc, rules_id nulls last",
        [site, player_id],
    )
    name = cut(stats[0]["player_name"])
    own = "f.acting_order is not null and exists (select 1 from seats as s join hands as h using (hand_key) where "
    own += f"s.hand_key = f.hand_key and h.site = $1 and s.player_id in {_ACCOUNTS} and s.acting_order in (f.acting_order, f.other_order))"
    found = findings(store, own, [site, player_id])
    sources = store.rows(
        "select distinct h.source_file from hands as h join int_player_hands as p using (hand_key) "
        "where p.site = $1 and p.player_id = $2",
        [site, player_id],
    )
    return render_page(
        "player.html.j2",
        store,
        title=f"{name}: Open Face Chinese Pineapple",
        has_cards=any(one["boards"] for group in found.groups for one in group["rows"]),
        name=name,
        facts=_facts(store, stats, site, player_id),
        files=frozenset(row["source_file"] for row in sources),
        rule_sets=grid_of(PLAYER_COLUMNS, stats, len(stats), sorted_by="Hands", pale="is_small_sample"),
        sections=[_section(store, row, no) for no, row in enumerate(stats[:MAX_RULE_SETS], 1)],
        findings=found,
        owed=_owed(store, site, player_id),
        sessions=_sessions(store, site, player_id),
        gap=store.value("select session_gap from calendar"),
        tables=_tables(store, site, player_id),
    )


def _facts(store: Store, stats: Sequence[Row], site: str, player_id: str) -> list[dict[str, str]]:
    (times,) = store.rows(
        "select min(ended_at) as first, max(ended_at) as last, count(distinct ended_at::date) as days "
        "from int_player_hands where site = $1 and player_id = $2",
        [site, player_id],
    )
    hands, points = sum(row["hands"] for row in stats), sum(row["points"] or 0 for row in stats)
    facts = [("Site", cut(site), "" if player_id == stats[0]["player_name"] else f"account {cut(player_id)}")]
    facts.append(("Hands", f"{hands:,}", "complete, without conflicts"))
    if stats[0]["person"] is not None:
        facts.append(
            ("Accounts", f"{max(row['accounts'] for row in stats):,}", "joined as one person by a file of aliases")
        )
    if len(stats) == 1 and stats[0]["points_hands"]:
        row = stats[0]
        half = "" if row["points_se"] is None else f"± {1.96 * row['points_se']:.2f} (95 % interval)"
        facts += [("Points", f"{points:+,}", ""), ("Points per hand", f"{row['points_per_hand']:+.2f}", half)]
    if times["first"] is not None:
        facts.append(
            ("From", f"{times['first']:%Y-%m-%d}", f"to {times['last']:%Y-%m-%d}, {many(times['days'], 'day')} (UTC)")
        )
    return [{"name": name, "value": value, "below": below, "tone": ""} for name, value, below in facts]


def _section(store: Store, row: Row, no: int) -> dict[str, Any]:
    """What a player does under one rule set."""
    among = "site = $1 and player_id = $2 and rules_id is not distinct from $3"
    named = [row["site"], row["player_id"], row["rules_id"]]
    charts: list[Chart | None] = [
        results_chart(store, among, named, row["points_sd"]),
        *money_charts(store, among, named),
        points_chart(store, among, named),
        royalties_chart(store, among, named),
        fantasy_chart(store, among, named),
        position_chart(store, among, named),
    ]
    return {
        "rules_id": row["rules_id"] or "rules not known",
        "hands": row["hands"],
        "is_small": row["is_small_sample"],
        "measures": measures(row),
        "charts": [chart for chart in charts if chart is not None],
        "parts": player_parts(store, [row["site"], row["rules_id"], row["player_id"]], no),
    }


def _owed(store: Store, site: str, player_id: str) -> Grid:
    shown = (
        Shown("Room", "where"),
        Shown("Receives", "receives", "money"),
        Shown("Pays", "pays", "money"),
        Shown("Is owed", "owed", "signed_money"),
        Shown("Currency", "currency"),
    )
    accounts = {row["account"] for row in store.rows(f"from {_ACCOUNTS} as accounts(account)", [site, player_id])}
    rows = [row for row in player_rows(store) if row["site"] == site and row["player_id"] in accounts]
    return grid_of(shown, rows, MAX_ROWS)


def _sessions(store: Store, site: str, player_id: str) -> Grid:
    """His last sessions: hands without a longer pause between them than the gap of the results."""
    shown = (
        Shown("Began (UTC)", lambda row: Cell(f"{row['started_at']:%Y-%m-%d %H:%M}")),
        Shown("Minutes", "minutes", "int"),
        Shown("Hands", "hands", "int"),
        Shown("Fouls", "fouls", "int", "Outside Fantasyland"),
        Shown("In FL", "fantasy_hands", "int"),
        Shown("Points", "points", "points"),
        Shown(
            "Net",
            "net",
            "signed_money",
            "As the site says, after cap and rake; nothing where he played for several currencies",
        ),
        Shown("Currency", "currency"),
    )
    rows = store.rows(
        f"select * from player_sessions where site = $1 and player_id = $2 order by session_no desc limit {MAX_SESSIONS}",
        [site, player_id],
    )
    n_all = store.value("select count(*) from player_sessions where site = $1 and player_id = $2", [site, player_id])
    return grid_of(shown, rows, MAX_SESSIONS, rows_command(store, "player_sessions"), n_all=n_all)


def _tables(store: Store, site: str, player_id: str) -> Grid:
    """The tables he sat at, with what he won there, each currency for itself."""
    rows = store.rows(
        "select h.club_id, h.table_id, p.currency, p.chip_price, p.chip_currency, count(*) as hands, sum(p.points)::bigint as points, "
        "count(p.points) as points_hands, sum(p.claimed_net) as net, count(p.claimed_net) as net_hands, "
        "sum(p.claimed_rake) as rake, min(p.ended_at) as first_at, max(p.ended_at) as last_at "
        "from int_player_hands as p join hands as h using (hand_key) where p.site = $1 and p.player_id = $2 "
        "group by h.club_id, h.table_id, p.currency, p.chip_price, p.chip_currency "
        "order by hands desc, h.club_id, h.table_id, p.currency, p.chip_price",
        [site, player_id],
    )
    shown = (
        Shown(
            "Table",
            lambda row: Cell(
                cut(row["table_id"] or "not told"), f"club {cut(row['club_id'])}" if row["club_id"] else ""
            ),
        ),
        Shown("Hands", "hands", "int"),
        Shown("Points", "points", "points"),
        Shown("Net", "net", "signed_money", "As the site says, after cap and rake"),
        Shown("Rake", "rake", "money"),
        Shown("Currency", lambda row: Cell(unit_text(row))),
        Shown("First hand (UTC)", "first_at", "time"),
        Shown("Last hand (UTC)", "last_at", "time"),
    )
    return grid_of(shown, rows, MAX_ROWS, rows_command(store, "int_player_hands", "--player", player_id), "Hands")
