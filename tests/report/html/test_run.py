import json
import re
from pathlib import Path

import pytest

from ofc_audit.report.html import findings, players, run
from ofc_audit.report.html.coverage import coverage
from ofc_audit.report.html.grid import Cell
from ofc_audit.report.html.run import render_run, write_report
from ofc_audit.report.store import Store
from report.examples import ODD_NAMES, SCOOP, write_store
from report.html.page import Page


@pytest.fixture
def page(store: Store) -> Page:
    return Page(render_run(store))


def test_every_tag_is_closed(page: Page) -> None:
    assert page.open == []


def test_names_are_text_and_isolated(page: Page) -> None:
    assert [tag for tag, _ in page.tags].count("script") == 1
    assert "<script>alert(1)</script>" in page.texts
    assert "=1+1" in page.texts


def test_nothing_is_loaded_from_elsewhere(page: Page) -> None:
    names = ("src", "href", "data", "action")
    links = [value for _, attrs in page.tags for name, value in attrs.items() if name in names]
    assert links
    assert all(link is not None and link.startswith("#") for link in links)
    heads = [attrs for tag, attrs in page.tags if tag == "meta"]
    policies = [attrs["content"] for attrs in heads if attrs.get("http-equiv") == "Content-Security-Policy"]
    assert policies[0] is not None
    assert re.fullmatch(
        r"default-src 'none'; style-src 'sha256-[\w+/=]{44}'; script-src 'sha256-[\w+/=]{44}'; base-uri 'none'; form-action 'none'",
        policies[0],
    )


def test_links_within_the_page_arrive(page: Page) -> None:
    ids = {attrs["id"] for _, attrs in page.tags if "id" in attrs}
    wanted = {str(attrs["href"])[1:] for tag, attrs in page.tags if tag == "a"}
    labels = {str(attrs["aria-labelledby"]) for _, attrs in page.tags if "aria-labelledby" in attrs}
    assert wanted | labels <= ids


def test_a_finding_has_its_line_with_the_mark(store: Store) -> None:
    text = render_run(store)
    assert '<pre class="source"><bdi>Seat 1: royalties <mark>7 + 0 + 6</mark></bdi></pre>' in text
    assert "hands.txt:81</bdi>" in text
    assert "<code>ofc explain pokerbet 1842-4</code>" in text
    assert '<span class="delta">+2 points</span>' in text


def test_coverage_is_stated_in_hands_and_money(store: Store) -> None:
    blocks = {block["dimension"]: block for block in coverage(store)}
    points = blocks["points"]
    assert [(row["verdict"], row["hands"], row["share"], row["money"]) for row in points["verdicts"]] == [
        ("verified", 2, "66.7 %", "10.00 EUR"),
        ("wrong", 1, "33.3 %", "3.00 EUR"),
    ]
    assert [bar["total"] for bar in points["bars"]] == ["3 hands", "13.00 EUR"]
    assert 'aria-label="points, money: verified 76.9 %, wrong 23.1 %"' in points["bars"][1]["svg"]
    assert blocks["fantasyland"]["verdicts"][0]["reasons"] == [
        {"reason": "chain broken", "hands": 3, "money": "13.00 EUR"}
    ]


def test_inputs_and_rule_sets_are_named_by_their_checksum(store: Store) -> None:
    text = render_run(store)
    digests = [store.value("select sha256 from sources"), store.run["rule_sets"][0]["sha256"]]
    assert [digest in text for digest in digests] == [True, True]
    assert "ofc-audit 0.1.0" in text


def test_players_have_intervals_and_few_hands_are_marked(store: Store) -> None:
    grid = players.players(store)
    assert grid.n_left == 0
    ana = grid.lines[0]
    assert ana.is_pale
    cells = dict(zip((column.heading for column in grid.columns), ana.cells, strict=True))
    assert cells["Player"] == Cell("Ana", "pokerbet · pokerbet_progressive")
    assert cells["FL entry"] == Cell("100.0 %", "34.2–100.0 · 2/2", "1.0")
    assert cells["Points/h"] == Cell("+10.00", "± 0.00", "10.0")


def test_what_is_cut_is_counted(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MAX_FINDINGS", 1)
    monkeypatch.setattr(players, "MAX_PLAYERS", 2)
    text = render_run(store)
    assert "1 of 2 findings are shown one by one" in text
    assert "The first 2 of 4; all of them: <code>ofc stats out</code>." in text


def test_without_findings_the_page_says_so(tmp_path: Path) -> None:
    write_store(tmp_path / "out", SCOOP + "\n" + ODD_NAMES, "hands.txt")
    run = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))
    write_report(tmp_path / "out", run, tmp_path / "shown")
    text = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "no findings" in text
    assert "Nothing that was checked disagrees with the rules." in text
    assert "Rejected stretches" not in text
    assert str(tmp_path) not in text


def test_no_results_is_a_page_too(tmp_path: Path) -> None:
    write_store(tmp_path / "out", "OFC Hand #1: pokerbet, x\n", "hands.txt")
    run = json.loads((tmp_path / "out" / "run.json").read_text("utf-8"))
    write_report(tmp_path / "out", run, tmp_path / "out")
    text = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "<h1>Audit of 0 hands</h1>" in text
    assert not re.search(r"nan|None", text)


def test_records_that_tell_a_hand_together_are_counted() -> None:
    totals = {"n_files": 3, "n_found": 9, "n_stored": 7, "n_duplicates": 2, "n_cancelled": 0, "n_rejected": 0}
    facts = run.run_facts(totals | {"n_merged": 2, "n_told_together": 1, "n_records": 3})
    assert [(one["value"], one["below"]) for one in facts if one["name"] == "Duplicates"] == [
        ("2", "2 merged: 1 hand told by 3 records")
    ]
    assert all(
        not one["below"] for one in run.run_facts(totals | {"n_merged": 0, "n_told_together": 0, "n_records": 0})
    )
