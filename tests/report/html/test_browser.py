"""Every kind of report in a real browser: nothing fails, nothing is asked of any network, tables sort and filter, names are text.

One process of the browser serves all tests; on a machine without one they are skipped.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from ofc_audit.report.html.dossier import load_case, render_case
from ofc_audit.report.html.pdf import PdfError, find_browser
from ofc_audit.report.html.player import render_player
from ofc_audit.report.html.run import render_run
from ofc_audit.report.html.table import find_tables, render_table_page
from ofc_audit.report.html.week import Week, find_clubs, render_week
from ofc_audit.report.store import open_store
from ofc_audit.rulesets import load_rules
from report.examples import NAME, SCOOP, write_store
from report.html.devtools import Browser, Tab

KINDS = ("run", "player", "table", "week", "finding")
NAMES = ("<script>window.hit=1</script>", '"onmouseover="window.hit=1', "&amp;lt;b&gt;", "\u202egnp.exe", "A" * 200)
"""Names that would be markup, an attribute, an entity, turn the text around them, or break the page, if they were not text."""
WEEK = Week(datetime(2026, 2, 23, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC), ZoneInfo("UTC"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    try:
        program = find_browser()
    except PdfError as error:
        pytest.skip(str(error))
    opened = Browser(program)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def pages(results: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of each kind, of the small output folder."""
    folder = tmp_path_factory.mktemp("pages")
    with open_store(results / "out") as store:
        (table,), (club,) = find_tables(store, "Lotus 4", None, None), find_clubs(store, "pokerbet", None)
        texts = {
            "run": render_run(store),
            "player": render_player(store, "pokerbet", "Ana"),
            "table": render_table_page(store, table),
            "week": render_week(store, club, WEEK),
            "finding": render_case(store, load_case(store, 1, load_rules())),
        }
    for kind, text in texts.items():
        (folder / f"{kind}.html").write_text(text, "utf-8", "backslashreplace")
    return {kind: folder / f"{kind}.html" for kind in texts}


def _faults(tab: Tab) -> list[object]:
    told = tab.told("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Page.javascriptDialogOpening")
    return [*told, *(one["entry"]["text"] for one in tab.told("Log.entryAdded"))]


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_opens_without_a_fault_and_asks_nobody(browser: Browser, pages: dict[str, Path], kind: str) -> None:
    tab = browser.open(pages[kind], width=390)
    assert _faults(tab) == []
    asked = {one["request"]["url"] for one in tab.told("Network.requestWillBeSent")}
    assert asked <= {pages[kind].as_uri()}
    assert tab.value("document.querySelector('.switches').hidden") is False
    # Wide tables scroll in their own box: the page itself is never wider than the screen.
    assert tab.value("document.documentElement.scrollWidth") == 390
    tab.close()


def test_a_heading_sorts_by_mouse_and_by_key(browser: Browser, pages: dict[str, Path]) -> None:
    tab = browser.open(pages["run"])
    names = "[...document.querySelectorAll('#player-rows tbody th > bdi')].map((one) => one.textContent)"
    head = "document.querySelectorAll('#player-rows thead button')"
    before = tab.value(names)
    tab.value(f"{head}[0].click()")
    assert tab.value(names) == sorted(before, key=str.lower)
    tab.value(f"{head}[8].focus()")
    tab.press("Enter")
    points = tab.value("[...document.querySelectorAll('#player-rows tbody tr')].map((row) => row.cells[8].textContent)")
    assert points == ["+20", "+10", "-10", "-20"]
    assert tab.value(f"{head}[8].parentElement.getAttribute('aria-sort')") == "descending"
    tab.press("Enter")
    assert tab.value(f"{head}[8].parentElement.getAttribute('aria-sort')") == "ascending"
    assert _faults(tab) == []
    tab.close()


def test_totals_stay_at_the_foot(browser: Browser, pages: dict[str, Path]) -> None:
    tab = browser.open(pages["week"])
    for place in (0, 1, 3):
        tab.value(f"document.querySelectorAll('#ledger-1 thead button')[{place}].click()")
        last = tab.value("[...document.querySelectorAll('#ledger-1 tbody tr')].at(-1).cells[0].textContent")
        assert last == "all 4 players"
    tab.close()


def test_a_filter_hides_what_does_not_fit(browser: Browser, tmp_path: Path) -> None:
    hands = [SCOOP.replace("#1842-3", f"#{n}-3").replace("Ana", f"Player{n:03}") for n in range(12)]
    write_store(tmp_path / "out", "\n".join(hands), NAME)
    with open_store(tmp_path / "out") as store:
        (tmp_path / "run.html").write_text(render_run(store), "utf-8")
    tab = browser.open(tmp_path / "run.html")
    shown = "[...document.querySelectorAll('#player-rows tbody tr')].filter((row) => !row.hidden).length"
    typed = "const box = document.querySelector('[data-of=player-rows]'), field = box.querySelector('input');"
    assert tab.value(shown) == 13
    tab.value(f"(() => {{ {typed} field.focus(); }})()")
    tab.call("Input.insertText", text="PLAYER01")
    assert tab.value(shown) == 2
    assert tab.value("document.querySelector('[data-of=player-rows] output').textContent") == "2 of 13"
    tab.value(f"(() => {{ {typed} field.value = ''; field.dispatchEvent(new Event('input')); }})()")
    assert tab.value(shown) == 13
    assert _faults(tab) == []
    tab.close()


def test_names_are_text_whatever_they_spell(browser: Browser, tmp_path: Path) -> None:
    hands = [
        SCOOP.replace("#1842-3", f"#{n}-3").replace("Seat 1: Ana (", "Seat 1: " + _quoted(name) + " (")
        for n, name in enumerate(NAMES)
    ]
    write_store(tmp_path / "out", "\n".join(hands), NAME)
    with open_store(tmp_path / "out") as store:
        (tmp_path / "run.html").write_text(render_run(store), "utf-8")
        (tmp_path / "player.html").write_text(render_player(store, "pokerbet", NAMES[0]), "utf-8")
    tab = browser.open(tmp_path / "run.html", width=390)
    texts = tab.value("[...document.querySelectorAll('#player-rows tbody th > bdi')].map((one) => one.textContent)")
    assert {*NAMES[:3], "\\u202egnp.exe", "A" * 79 + "…"} <= set(texts)
    assert tab.value("window.hit === undefined && document.scripts.length === 1") is True
    assert tab.value("document.documentElement.scrollWidth") == 390
    assert _faults(tab) == []
    tab.close()
    tab = browser.open(tmp_path / "player.html")
    assert tab.value("document.querySelector('h1').textContent") == NAMES[0]
    assert tab.value("window.hit === undefined") is True
    tab.close()


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def test_dark_and_light(browser: Browser, pages: dict[str, Path]) -> None:
    page = "getComputedStyle(document.body).backgroundColor"
    dark, light = browser.open(pages["finding"], scheme="dark"), browser.open(pages["finding"])
    colours = {"dark": dark.value(page), "light": light.value(page)}
    assert colours == {"dark": "rgb(18, 22, 28)", "light": "rgb(246, 247, 249)"}
    light.value("document.querySelector('#theme').click()")
    assert (light.value(page), light.value("document.querySelector('#theme').textContent")) == (
        colours["dark"],
        "Light",
    )
    light.value("document.querySelector('#theme').click()")
    assert light.value(page) == colours["light"]
    diamond = "getComputedStyle(document.querySelector('.card.d')).color"
    four = light.value(diamond)
    light.value("document.querySelector('#suits').click()")
    assert light.value(diamond) == light.value("getComputedStyle(document.querySelector('.card.h')).color") != four
    dark.value("localStorage.clear()")
    dark.close()
    light.close()


def test_paper_is_white_whatever_the_screen_is(browser: Browser, pages: dict[str, Path]) -> None:
    tab = browser.open(pages["run"], scheme="dark")
    printed = tab.pdf()
    assert printed.startswith(b"%PDF-")
    tab.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    assert tab.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert tab.value("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    assert tab.value("getComputedStyle(document.querySelector('nav')).display") == "none"
    assert tab.value("document.querySelector('details .board').checkVisibility()") is True
    tab.close()


def test_without_script_everything_is_there(browser: Browser, pages: dict[str, Path]) -> None:
    tab = browser.open(pages["run"], script=False)
    document = tab.call("DOM.getDocument", depth=0)["root"]["nodeId"]
    found = tab.call("DOM.querySelectorAll", nodeId=document, selector="#player-rows tbody tr")["nodeIds"]
    hidden = tab.call(
        "DOM.querySelectorAll", nodeId=document, selector=".filter:not([hidden]), .switches:not([hidden])"
    )
    assert (len(found), hidden["nodeIds"]) == (4, [])
    tab.close()


def test_the_page_allows_nothing_but_its_own(browser: Browser, pages: dict[str, Path]) -> None:
    tab = browser.open(pages["run"])
    tab.value(
        "document.body.insertAdjacentHTML('beforeend', '<b id=x style=\"color: rgb(1, 2, 3)\" onclick=\"window.hit=1\">x</b>')"
    )
    tab.value("document.querySelector('#x').click()")
    tab.value("document.head.append(Object.assign(document.createElement('script'), { textContent: 'window.hit=1' }))")
    assert tab.value("window.hit === undefined") is True
    assert tab.value("getComputedStyle(document.querySelector('#x')).color") != "rgb(1, 2, 3)"
    assert tab.value("fetch('https://example.invalid/').then(() => 'sent', () => 'refused')") == "refused"
    assert not [one for one in tab.told("Network.requestWillBeSent") if "example.invalid" in one["request"]["url"]]
    tab.close()
