"""A short trial, and what its tables and its exit status are made of."""

import pytest

from trial.clean import CleanSeen, CleanTask, clean_tasks, run_clean
from trial.lies import LieTask, Told, Where, again, run_lies
from trial.pages import WIDTH, broken_bounds, clean_pages, lie_counts, lie_pages, unexplained
from trial.run import lie_tasks
from trial.settings import CAPTURE, RULES, settings_of

WHERE = Where("as the room plays", 3, 1)
RIGHT = ("score.scoop", True, "The bonus is +3.")


def told(*found: tuple[str, bool, str], hidden: str | None = None, also: tuple[str, ...] = ()) -> Told:
    return Told(
        "scoop_not_paid", "pokerbet", "ofc_text", WHERE, 1, None, "7-1", ("score.scoop",), also, hidden, (), [*found]
    )


@pytest.mark.parametrize("rules_id", ["pokerbet", "norway_tournament", "upoker_progressive17"])
def test_nothing_is_said_against_true_hands(rules_id: str) -> None:
    of, seen = run_clean(CleanTask(rules_id, 120, 5))
    assert of == rules_id
    assert seen.examples == []
    assert seen.is_clean
    assert seen.n_hands == 120
    assert seen.verdicts["layout", "verified", ""] == 120


def test_lies_are_found_and_can_be_told_again() -> None:
    kinds = ("scoop_not_paid", "duplicate_card")
    lies = run_lies(LieTask("arena_pineapple", 4, 5, kinds))
    assert [one.kind for one in lies] == [*kinds, *kinds]
    assert [one.file_format for one in lies] == ["ofc_text", "ofc_text", "ofc_jsonl", "ofc_jsonl"]
    assert all(one.is_named for one in lies), list(unexplained(lies))
    assert again(lies[-1].line().split(" in ")[0]) == lies[-1]


def test_a_lie_is_named_by_its_check_alone_and_where_it_may_stand() -> None:
    elsewhere, more = ("score.scoop", False, "…"), ("settle.net", True, "…")
    assert told(RIGHT).is_named
    assert not told().is_found
    assert not told(elsewhere).is_named
    assert not told(more).is_named
    assert not told(RIGHT, more).is_named
    assert told(RIGHT, more, also=("settle.net",)).is_named
    assert told(RIGHT, more).n_extra == 1


def test_lies_are_counted_apart_where_nobody_can_see_them() -> None:
    lies = [told(RIGHT), told(), told(hidden="no pairs"), told(RIGHT, hidden="no pairs")]
    assert lie_counts(lies) == ("4", "2", "1", "1", "1", "0", "2", "1")
    (row, everything) = lie_pages(lies)[0].rows
    assert row[0] == "scoop_not_paid"
    assert row[1:] == everything[1:] == lie_counts(lies)
    assert [line for line in unexplained(lies) if not line.startswith(" ")] == [
        "MISSED: scoop_not_paid,pokerbet,ofc_text,3,1,1 in 'as the room plays', hand 7-1, expected score.scoop",
        "found though hidden (no pairs): scoop_not_paid,pokerbet,ofc_text,3,1,1 in 'as the room plays', hand 7-1, "
        "expected score.scoop",
    ]


def test_bounds_are_broken_by_a_miss_a_wrong_cause_in_twenty_and_anything_said_of_the_innocent() -> None:
    innocent, accused = CleanSeen(10), CleanSeen(10)
    accused.accused["settle.net"] = 1
    assert broken_bounds([told(RIGHT), told(hidden="no pairs")], {"pokerbet": innocent}) == []
    assert broken_bounds([told(RIGHT), told()], {}) == [
        "1 of 2 visible lies were not found",
        "the cause of 1 of 2 visible lies was named, fewer than 95%",
    ]
    wrong = told(("settle.net", True, "…"))
    assert broken_bounds([told(RIGHT)] * 19 + [wrong], {}) == []
    assert broken_bounds([told(RIGHT)] * 18 + [wrong], {}) != []
    assert broken_bounds([], {"pokerbet": accused}) == ["1 times something was said against true hands"]


def test_coverage_is_the_share_verified_of_what_applies() -> None:
    seen = CleanSeen(4)
    seen.verdicts.update({("money", "verified", ""): 3, ("money", "unverifiable", "no claim"): 1})
    seen.verdicts.update({("match", "not applicable", "no matches under these rules"): 4})
    verdicts, reasons = clean_pages({"pokerbet": seen})
    assert verdicts.rows[0] == ("pokerbet", "4", "0", "0", "–", "–", "75.00%", "–", "–")
    assert list(reasons.rows) == [("pokerbet, money", "1", "25.0%", "no claim")]


def test_everything_is_shared_out_and_no_seed_is_used_twice() -> None:
    lies, clean = lie_tasks(("pokerbet", "quadnet"), 1_001, 7), list(clean_tasks(("pokerbet", "quadnet"), 25_001, 7))
    assert sum(task.n_lies for task in lies) == 1_001
    assert sum(task.n_hands for task in clean) == 25_001
    for tasks in (lies, clean):
        assert len({task.seed for task in tasks}) == len(tasks)  # type: ignore[attr-defined]


def test_every_rule_set_is_played_in_each_of_its_formats() -> None:
    for rules_id in RULES:
        settings = settings_of(rules_id)
        assert len({setting.name for setting in settings}) == len(settings)
        assert all(CAPTURE in setting.formats or len(setting.formats) == 2 for setting in settings)


def test_tables_fit_the_page() -> None:
    page = lie_pages([told(RIGHT)])[0]
    assert max(map(len, page.as_text().splitlines())) <= WIDTH
    assert page.as_markdown().splitlines()[2].startswith("| kind | planted | visible |")
