"""What a run's page lists beside findings and players: what is owed, rakes inferred, rejected stretches, waivers."""

import shlex
from collections.abc import Mapping
from typing import Any

from ofc_audit.report.audit_rows import reject_rows
from ofc_audit.report.corrections import player_rows
from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, rows_command
from ofc_audit.report.html.ledger import uneven_cell, unit_text
from ofc_audit.report.html.page import cut
from ofc_audit.report.rakes import identified_rakes
from ofc_audit.report.store import Store
from ofc_audit.report.summary import waiver_rows
from ofc_audit.report.text import reject_reason

Row = Mapping[str, Any]

MAX_ROWS = 500
MAX_REJECTS = 100
MAX_TEXT = 600


def corrections(store: Store) -> Grid:
    """What each player is owed in all, for each currency."""
    shown = [
        Shown("Who", "who"),
        Shown("Room", "where"),
        Shown("Receives", "receives", "money"),
        Shown("Pays", "pays", "money"),
        Shown("Is owed", "owed", "signed_money", "What is received less what is paid"),
        Shown("Currency", "currency"),
    ]
    rows = player_rows(store)
    if any(row["worth"] is not None for row in rows):
        shown += [Shown("Worth", "worth", "signed_money"), Shown("In", "worth_currency")]
    return grid_of(shown, rows, MAX_ROWS, shlex.join(["ofc", "audit", *store.paths, "--corrections"]))


def rakes(store: Store) -> Grid:
    """The rake of each club whose rake is identified, with how many payments of winners it explains."""
    shown = [
        Shown("Club", "club"),
        Shown("Rake", lambda row: Cell(cut(row["said"], 300))),
        Shown(
            "Hands explained",
            lambda row: Cell(row["explained"], sort=row["explained"].split()[0].replace(",", "")),
            "int",
        ),
        Shown("Different wins", "n_wins", "int"),
    ]
    return grid_of(shown, identified_rakes(store), MAX_ROWS, rows_command(store, "inferred_rakes"))


def rejects(store: Store) -> Grid:
    """Rejected stretches with the first line of each."""
    shown = [
        Shown("Reason and first line", _reject_cell),
        Shown("Place", lambda row: Cell(f"{cut(row['source_file'], 200)}:{row['first_line']}")),
        Shown("Hands", "n_hands", "int", "1 for a damaged hand, 0 for bytes that belong to none"),
    ]
    rest = rows_command(store, "rejects")
    n_all = int(store.value("select count(*) from rejects"))
    return grid_of(shown, reject_rows(store, MAX_REJECTS), MAX_REJECTS, rest, n_all=n_all)


def _reject_cell(row: Row) -> Cell:
    first = row["raw"][:4096].splitlines()[:1]
    line = cut(first[0].decode("utf-8", "backslashreplace"), 160) if first else ""
    return Cell(cut(reject_reason(row["reason"], row["first_line"]), MAX_TEXT), line)


def waivers(store: Store) -> Grid:
    """The waivers in force, with how many findings each lets stand, and why."""
    shown = [
        Shown("Waiver", lambda row: Cell(str(row["waiver_no"]))),
        Shown("Check", "check_id"),
        Shown("Matches", "matched", "int"),
        Shown("Waived", "waived", "int"),
        Shown("By", "argued_by"),
        Shown("Reason", lambda row: Cell(cut(row["reason"], MAX_TEXT))),
    ]
    return grid_of(shown, waiver_rows(store), MAX_ROWS, rows_command(store, "waivers"))


_CLUBS = """
select site, club_id, currency, chip_price, chip_currency, sum(hands)::bigint as hands, count(distinct table_id) as tables,
    sum(won)::decimal(18, 4) as won, sum(lost)::decimal(18, 4) as lost, sum(rake)::decimal(18, 4) as rake,
    sum(lost - won)::decimal(18, 4) as kept, sum(unaccounted)::decimal(18, 4) as unaccounted, min(day) as first_day, max(day) as last_day
from table_days group by all order by hands desc, site, club_id, currency, chip_price, chip_currency
"""


def clubs(store: Store) -> Grid:
    """Each room and club with the money that went over its tables, each currency for itself."""
    shown = [
        Shown(
            "Club",
            lambda row: Cell(cut(row["club_id"] or row["site"]), cut(row["site"]) if row["club_id"] else "no clubs"),
        ),
        Shown("Hands", "hands", "int", "Complete hands without conflicts"),
        Shown("Tables", "tables", "int"),
        Shown("Lost", "lost", "money", "What losers lost, as the site says"),
        Shown("Won", "won", "money", "What winners won, after rake, as the site says"),
        Shown("Lost less won", "kept", "money", "Rake, and whatever is missing"),
        Shown("Rake", "rake", "money", "The rake that the site states"),
        Shown("Unexplained", uneven_cell, "money", "Lost less won less rake, of hands whose rake is stated"),
        Shown("Currency", lambda row: Cell(unit_text(row))),
        Shown(
            "Days",
            lambda row: Cell("not told" if row["first_day"] is None else f"{row['first_day']} to {row['last_day']}"),
        ),
    ]
    return grid_of(shown, store.rows(_CLUBS), MAX_ROWS, rows_command(store, "table_days"), "Hands")
