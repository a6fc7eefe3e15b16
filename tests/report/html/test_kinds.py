"""Pages of a player, a table and a club's week, of the small output folder: two hands of Ana and Bo, one of two with odd names."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import duckdb
import pytest

from ofc_audit.report.html.ledger import Scope, coverage_grid, ledgers, left_out
from ofc_audit.report.html.page import cut
from ofc_audit.report.html.player import find_players, render_player
from ofc_audit.report.html.player_parts import player_parts
from ofc_audit.report.html.player_runs import fouls_grid
from ofc_audit.report.html.table import find_tables, render_table_page
from ofc_audit.report.html.week import Week, find_clubs, render_week
from ofc_audit.report.store import Store, open_store
from report.examples import EVERYTHING, NAME, write_store
from report.html.page import Page

WEEK = Week(datetime(2026, 2, 23, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC), ZoneInfo("UTC"))


def test_a_player_is_found_by_account_or_name(store: Store) -> None:
    assert [row["player_id"] for row in find_players(store, "ana", None)] == ["Ana"]
    assert find_players(store, "Ana", "elsewhere") == []


def test_the_page_of_a_player(store: Store) -> None:
    page = Page(render_player(store, "pokerbet", "Ana"))
    text = page.texts_of()
    assert page.open == []
    assert "Points +20" in text
    assert "Points of a hand" in text
    assert "luck alone" not in text
    assert "Ana's three nines in the middle pay 2." in text
    assert "Fantasyland entry 100.0 % 34.2 – 100.0 % 2 / 2" in text
    assert "nan" not in text


def test_a_player_named_as_a_script_is_text(store: Store) -> None:
    page = Page(render_player(store, "pokerbet", "<script>alert(1)</script>"))
    assert [tag for tag, _ in page.tags].count("script") == 1
    assert "<script>alert(1)</script>" in page.texts


def test_a_ledger_adds_up_to_the_cent(store: Store) -> None:
    (ledger,) = ledgers(store, Scope("h.table_id = $1", ["Lotus 4"]))
    facts = {fact["name"]: fact["value"] for fact in ledger.balance}
    assert facts == {
        "Hands": "3",
        "Lost by losers": "13.00",
        "Won by winners": "13.00",
        "Rake": "0.00",
        "Unexplained": "0.00",
    }
    assert ledger.is_even
    assert ledger.verdict == "In 3 hands of which nets and rake are told every amount is accounted for, hand by hand."
    lines = [[cell.text for cell in line.cells] for line in ledger.players.lines]
    assert lines[0] == ["Ana", "2", "+20", "+8.00", "0.00"]
    assert lines[-1] == ["all 4 players", "", "0", "0.00", "0.00"]
    assert left_out(store, Scope("true", [])) == ""


def test_the_page_of_a_table(store: Store) -> None:
    (table,) = find_tables(store, "Lotus 4", None, None)
    page = Page(render_table_page(store, table))
    text = page.texts_of()
    assert page.open == []
    assert "Table Lotus 4" in text
    assert "Ana +20" in text
    assert find_tables(store, "Lotus 4", "pokerbet", "no club") == []


def test_the_page_of_a_week_has_the_hands_that_ended_in_it(store: Store) -> None:
    (club,) = find_clubs(store, "pokerbet", None)
    page = Page(render_week(store, club, WEEK))
    assert page.open == []
    assert "The week from Mon 2026-02-23 00:00 to Sun 2026-03-01 23:59, UTC." in page.texts_of()
    assert "all 4 players" in page.texts_of()
    later = Week(WEEK.stop, datetime(2026, 3, 9, tzinfo=UTC), WEEK.zone)
    assert "No hand of this club ended in this week." in Page(render_week(store, club, later)).texts_of()


@pytest.mark.parametrize("name", ["\u202eabc", "a\nb", "\x1b[31m"])
def test_what_turns_text_around_is_made_visible(name: str) -> None:
    assert "\\" in cut(name)
    assert len(cut("x" * 200)) == 80


def test_a_player_has_his_marts(store: Store) -> None:
    parts = {part.title: part.grid for part in player_parts(store, ["pokerbet", "pokerbet_progressive", "Ana"], 1)}
    opponents = [[cell.text for cell in line.cells[:5]] for line in parts["Head to head"].lines]
    assert opponents == [["Bo", "2", "+20", "+10.00", "0 : 0"]]
    assert [line.cells[0].text for line in parts["By position"].lines] == ["2 players, first"]
    assert [cell.text for cell in parts["Entries into Fantasyland"].lines[0].cells[:3]] == ["QQ", "2", "100.0 %"]
    assert [cell.text for cell in parts["Time"].lines[0].cells[:2]] == ["1", "12.4 s"]
    assert "Fouls" not in parts


def test_fouls_say_since_when_nothing_could_help(tmp_path: Path) -> None:
    con = duckdb.connect()
    con.execute(
        "create table player_fouls as select 's' as site, 'r' as rules_id, 'p' as player_id, *, 12 as all_fouls, 0.1 as share_low, "
        "0.5 as share_high, 4 as top_forfeited, 0 as middle_forfeited, 8 as bottom_forfeited, -11.25::double as points_per_hand "
        "from (values ('normal', 'both', 4, 3, 12), ('fantasy', 'both', null, 1, 0)) "
        "as t(own_state, foul_order, dead_street, fouls, forfeited_royalties)"
    )
    grid = fouls_grid(Store(tmp_path, con, {}), ["s", "r", "p"])
    assert [[cell.text for cell in line.cells] for line in grid.lines] == [
        ["both", "4", "3", "25.0 %", "12", "4", "0", "8", "-11.2"],
        ["both", "not told", "1", "8.3 %", "0", "4", "0", "8", "-11.2"],
    ]
    assert [line.cells[0].below for line in grid.lines] == ["", "in Fantasyland"]


def test_coverage_of_a_table_names_the_missing_fact(store: Store) -> None:
    grid = coverage_grid(store, Scope("h.table_id = $1", ["Lotus 4"]))
    lines = {line.cells[0].text: [cell.text for cell in line.cells[1:]] for line in grid.lines}
    assert lines["points"] == ["2", "1", "0", "0", ""]
    assert lines["fantasyland"] == ["0", "0", "3", "0", "chain broken"]


def test_accounts_of_one_person_are_one_player(tmp_path: Path) -> None:
    write_store(tmp_path / "out", EVERYTHING, NAME)
    alias = "('pokerbet', 'Ana', 'A', '=1+1', true)"
    with duckdb.connect(str(tmp_path / "out" / "ofc.duckdb")) as con:
        con.execute(f"insert into aliases (site, account_id, person, player_id, is_met) values {alias}")
    with open_store(tmp_path / "out") as made:
        assert {row["player_id"] for row in find_players(made, "Ana", None)} == {"Ana", "=1+1"}
        text = Page(render_player(made, "pokerbet", "=1+1")).texts_of()
        assert "Ana's three nines in the middle pay 2." in text
