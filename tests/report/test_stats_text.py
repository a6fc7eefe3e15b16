"""Statistics as people see them: in 80 columns, whatever anybody is called."""

import pytest
from rich.cells import cell_len

from ofc_audit.report.groups import MARTS
from ofc_audit.report.hand_filter import Asked
from ofc_audit.report.stats import Wanted, stats_of
from ofc_audit.report.stats_text import SHOWN, mean_text, render_stats
from ofc_audit.report.store import Store


@pytest.mark.parametrize("by", ["", "player,stakes,position", "club,table", *MARTS])
def test_a_table_fits_into_a_terminal(counted: Store, by: str) -> None:
    text = render_stats(stats_of(counted, Wanted(by=tuple(by.split(",")) if by else ())), 80)
    assert max(cell_len(line) for line in text.splitlines()) <= 80
    assert "\u202e" not in text


def test_a_page_of_a_player_fits_too(counted: Store) -> None:
    text = render_stats(stats_of(counted, Wanted(Asked(players=("dee",)))), 80)
    assert text.startswith(
        "<b>\\u202eDee\\n=1+1, a name that goes on for much longer than any column at other under r\n"
    )
    assert max(cell_len(line) for line in text.splitlines()[1:]) <= 80


def test_figures_make_room_for_names(counted: Store) -> None:
    made = stats_of(counted, Wanted(Asked(sites=("other",), seats=(2,))))
    assert render_stats(made, 100).splitlines()[0].split("  ")[-1] == "net EUR"
    narrow = render_stats(made, 60).splitlines()
    assert narrow[0].split() == ["player", "hands", "fouls", "%", "points/hand"]
    assert narrow[3].startswith("<b>\\u202eDee\\n=1+1,")


def test_nothing_is_said_in_words(counted: Store) -> None:
    text = render_stats(stats_of(counted, Wanted(min_hands=100)), 80)
    assert text.startswith("No row has all that was asked for.\n\nHands counted: 6 of 10; left out: ")


def test_every_table_of_statistics_is_shown_in_its_own_way() -> None:
    assert set(SHOWN) == {"player_stats", *(mart for mart, _ in MARTS.values())}


def test_a_mean_has_its_error_where_it_has_one() -> None:
    assert mean_text({"points_per_hand": -1.5, "points_se": 0.25}, "points_per_hand") == "-1.50 ± 0.25"
    assert mean_text({"points_per_hand": 2.0, "points_se": None}, "points_per_hand") == "+2.00"
    assert mean_text({"points_per_hand": None, "points_se": None}, "points_per_hand") == ""
    assert mean_text({"royalty_yield": 1.5, "royalty_yield_se": 0.25}, "royalty_yield") == "1.50 ± 0.25"
