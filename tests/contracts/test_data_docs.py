"""Data Docs: every suite has its page, all that is told of rows is text, and nobody is asked for anything."""

from pathlib import Path

import pytest

from ofc_audit.report.data_docs import write_data_docs
from ofc_audit.report.html.pdf import PdfError, find_browser
from ofc_audit.warehouse.contracts import Part, Suite, in_set, not_null
from ofc_audit.warehouse.contracts_run import Outcome, SuiteOutcome
from report.html.devtools import Browser

HOSTILE = "<script>document.title='hit'</script>"


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "pages"
    names = (not_null("name"), in_set("kind", ["a", "b"]))
    suite = Suite("players", "table", f"One row per player {HOSTILE}.", (Part("rows", "select 1", ("name",), names),))
    met = Outcome("players", "rows", names[0], 3, key=("name",))
    broken = Outcome("players", "rows", names[1], 3, 1, ({"name": HOSTILE, "kind": "c"},), key=("name",))
    raised = Outcome("other", "rows", names[1], 3, error=f"no column kind {HOSTILE}", key=("name",))
    write_data_docs(
        [SuiteOutcome(suite, (met, broken)), SuiteOutcome(Suite("other", "mart", "Another.", ()), (raised,))],
        folder,
        "out",
    )
    return folder


def test_pages_hold_everything_and_ask_for_nothing(pages: Path) -> None:
    texts = {path.name: path.read_text("utf-8") for path in pages.iterdir()}
    assert set(texts) == {"index.html", "players.html", "other.html"}
    for text in texts.values():
        assert "http:" not in text
        assert "https:" not in text
        assert "<script" not in text
    assert "1 of 2 expectations broken" in texts["players.html"]
    assert "&lt;script&gt;" in texts["players.html"]
    assert "values must never be null" in texts["players.html"]
    assert "no column kind" in texts["other.html"]


def test_a_folder_that_is_there_is_not_written_over(pages: Path) -> None:
    with pytest.raises(FileExistsError):
        write_data_docs([], pages, "out")


def test_a_browser_opens_them_without_a_fault(pages: Path) -> None:
    try:
        browser = Browser(find_browser())
    except PdfError as error:
        pytest.skip(str(error))
    tab = browser.open(pages / "players.html")
    faults = tab.told("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")
    asked = {one["request"]["url"] for one in tab.told("Network.requestWillBeSent")}
    title = tab.value("document.title")
    browser.close()
    assert title == "players: data contracts"
    assert faults == []
    assert asked <= {(pages / "players.html").as_uri()}
