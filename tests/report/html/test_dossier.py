"""The dossier of the finding that the small output folder has: a royalty not paid, in a capped hand."""

import pytest

from ofc_audit.report.hand import HandView, load_hand
from ofc_audit.report.html.arithmetic import pair_rows, seat_rows
from ofc_audit.report.html.dossier import load_case, render_case
from ofc_audit.report.html.excerpt import excerpt
from ofc_audit.report.html.match import hand_before, match_grid
from ofc_audit.report.html.street import streets_of
from ofc_audit.report.store import Store
from ofc_audit.rulesets import load_rules
from report.html.page import Page


def _view(store: Store, hand_id: str = "1842-4") -> HandView:
    return load_hand(store, store.value("select hand_key from hands where hand_id = $1", [hand_id]), load_rules())


def test_seats_have_what_the_rules_give_beside_what_the_site_said(store: Store) -> None:
    ana, bo = seat_rows(_view(store))
    facts = {fact["name"]: (fact["rules"], fact["site"], fact["differs"]) for fact in ana["facts"]}
    assert facts["royalties, middle"] == ("2", "0", True)
    assert facts["points"] == ("+10", "+8", True)
    assert facts["net"] == ("+3.00", "+3.00", False)
    assert facts["Fantasyland next"] == ("14 cards", "14 cards", False)
    assert {fact["name"]: fact["site"] for fact in bo["facts"]}["stack after"] == "0.00"


def test_a_pair_ends_in_its_points_and_says_what_limits_the_money(store: Store) -> None:
    (pair,) = pair_rows(_view(store))
    assert [(row["name"], row["points"], row["said"]) for row in pair["rows"]] == [
        ("top", "+1", "+1"),
        ("middle", "+1", "+1"),
        ("bottom", "-1", "-1"),
    ]
    assert pair["formula"] == "1 + 1 − 1 + 0 + (15 − 6) = +10"
    assert pair["money"] == "10 x 0.50 = 5.00; Bo has 3.00 left: Bo pays Ana 3.00"
    assert pair["is_capped"]
    assert [(one["name"], one["rules"], one["site"], one["differs"]) for one in pair["sums"]] == [
        ("bonus", "0", "0", False),
        ("royalties", "15 – 6", "13 – 6", True),
        ("points", "+10", "+8", True),
        ("amount", "+3.00", "+3.00", False),
    ]


def test_streets_grow_into_the_board(store: Store) -> None:
    ana = next(seat for seat in streets_of(_view(store)) if seat["player"] == "Ana")
    sizes = [[len(row["cards"]) for row in street["rows"]] for street in ana["streets"]]
    assert sizes == [[2, 2, 1], [2, 2, 3], [2, 3, 4], [2, 4, 5], [3, 5, 5]]
    new = [sum(card["is_new"] for row in street["rows"] for card in row["cards"]) for street in ana["streets"]]
    assert new == [5, 2, 2, 2, 2]
    assert [len(street["discards"]) for street in ana["streets"]] == [0, 1, 1, 1, 1]
    assert [street["is_auto"] for street in ana["streets"]] == [False, False, False, False, True]


def test_the_line_is_shown_with_its_place_and_its_neighbours(store: Store) -> None:
    case = load_case(store, 1, {})
    assert case.finding is not None
    lines = excerpt(store, case.finding)["lines"]
    assert [line["number"] for line in lines] == list(range(78, 85))
    assert [line["number"] for line in lines if line["is_meant"]] == [81]
    assert lines[3]["parts"] == ("Seat 1: royalties ", "7 + 0 + 6", "")


def test_a_file_that_has_changed_shows_no_line(store: Store) -> None:
    case = load_case(store, 1, {})
    assert case.finding is not None
    gone = excerpt(store, {**case.finding, "source_file": "gone.txt"})
    assert gone["lines"] == []
    assert "has changed since it was audited" in gone["reason"]


def test_the_dossier_names_rule_source_inputs_and_why_nothing_is_owed(store: Store) -> None:
    page = Page(render_case(store, load_case(store, 1, load_rules())))
    text = page.texts_of()
    assert page.open == []
    assert "Finding 1, hand 1842-4 of pokerbet" in text
    assert "document 000, Bonuses (Royalties)" in text
    assert "points of Ana v Bo +8 for +10" in text
    assert "No payment follows from this finding alone. Nobody was paid wrongly." in text
    assert store.value("select sha256 from sources") in text
    assert store.run["rule_sets"][0]["sha256"] in text
    assert "ofc explain pokerbet 1842-4" in text


def test_a_finding_about_a_file_has_no_hand(store: Store) -> None:
    page = Page(render_case(store, load_case(store, 2, load_rules())))
    assert 'The key "colour" is not defined.' in page.texts_of()
    assert "boards" not in {attrs.get("id") for _, attrs in page.tags}


def test_a_finding_that_is_not_there(store: Store) -> None:
    with pytest.raises(KeyError):
        load_case(store, 3, {})


def test_the_hand_before_is_that_of_the_match(store: Store) -> None:
    before = hand_before(store, _view(store).hand)
    assert before is not None
    assert before["hand_id"] == "1842-3"
    assert hand_before(store, _view(store, "1842-3").hand) is None
    match = match_grid(store, _view(store).hand)
    assert match is not None
    assert [column.heading for column in match.columns][3:5] == ["Ana", "Bo"]
    assert [cell.text for cell in match.lines[1].cells[:5]][3:] == ["+10", "-10"]
    text = Page(render_case(store, load_case(store, 1, load_rules()))).texts_of()
    assert "The hand before, 1842-3" in text
    assert "Hands of the match" in text
