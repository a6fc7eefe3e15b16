"""The gallery page: current, complete, and what `ofc checks ID` shows of it."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from ofc_audit.findings import ABOUT_WAIVERS, CHECKS
from ofc_audit.report.gallery import PAGE, check_text, examples

ROOT = Path(__file__).resolve().parents[2]
SEVERITIES = ("note", "warning", "error")


def test_pages_are_what_an_audit_of_the_samples_gives() -> None:
    spec = spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    pages = module.sample_pages()
    assert set(pages) == {PAGE, "queries.md"}
    for name, text in pages.items():
        assert (ROOT / "docs" / name).read_text("utf-8") == text, f"{name}: run: make docs"


@pytest.mark.parametrize("check_id", [check for check in CHECKS if check not in ABOUT_WAIVERS])
def test_every_check_has_a_message_with_the_command_that_shows_it(check_id: str) -> None:
    shown = examples(check_id)
    severities = []
    for example in shown:
        command, place, *_ = example.split("\n")
        words = command.split(" ")
        assert words[:3] == ["$", "ofc", "audit"]
        assert words[4:] == ["--check", check_id]
        assert (ROOT / words[3]).is_file()
        assert place.startswith(f"{words[3]}:")
        severities += [severity for severity in SEVERITIES if f" {severity}[{check_id}]" in place]
    # A finding may be weaker than its check (a total that a tracker counted), never stronger, and one at least is as strong.
    assert len(severities) == len(shown)
    assert max(severities, key=SEVERITIES.index) == CHECKS[check_id].severity


def test_checks_stand_on_the_page_in_the_order_of_the_catalogue() -> None:
    lines = (ROOT / "docs" / PAGE).read_text("utf-8").split("\n")
    assert [line.removeprefix("## ") for line in lines if line.startswith("## ")] == list(CHECKS)


def test_one_check_in_a_terminal() -> None:
    text = check_text(CHECKS["score.scoop"], 60)
    assert text.startswith(
        "score.scoop (error)\n"
        "What holds: The bonus is that of the scoring method.\n"
        "Protects you from: A scoop not paid, or paid without all\n"
        "three rows.\n"
        "\n"
        "Example, with the sample histories of the project:\n"
        "$ ofc audit sample_histories/pokerbet/scoop-with-royalties/hands.txt --check score.scoop\n"
    )
    assert "|                                 ^^^^^^^\n" in text
    assert f"one of {len(examples('settle.amount'))} in docs/{PAGE}:\n" in check_text(CHECKS["settle.amount"], 80)
