"""Values at their limits: points of a royalty cell, notes, texts of the command line, what is cut short, what is missing."""

from pathlib import Path

import pytest

from ofc_audit.rulesets import UNKNOWN, check_files, load_rules, text_value
from ofc_audit.rulesets.values import quoted, value_text
from rulesets_tooling.files import mine, write

CELL = "[royalties.russian.middle]\nflush = {{ value = {}, source = 'the lobby', note = 'since May' }}\n"


@pytest.mark.parametrize(("value", "points"), [("0", 0), ("1000", 1000), ('"unknown"', UNKNOWN)])
def test_a_royalty_cell_keeps_its_points_source_and_note(tmp_path: Path, value: str, points: object) -> None:
    write(tmp_path, "mine", mine(CELL.format(value)))
    given = load_rules([tmp_path])["mine"].royalty_tables["russian"].cells["middle", "flush"]
    assert (given.value, given.source, given.note) == (points, "the lobby", "since May")


@pytest.mark.parametrize("value", ["-1", "1001", "true", "8.0", '"8"', "[8]"])
def test_points_that_no_royalty_has(tmp_path: Path, value: str) -> None:
    (one,) = check_files([write(tmp_path, "mine", mine(CELL.format(value)))])
    (error,) = one.errors
    assert error.startswith("royalties.russian.middle.flush: ")
    assert error.endswith(' is impossible; allowed: a whole number from 0 to 1000 or "unknown"')


def test_the_entry_of_a_royalty_cell_names_its_place(tmp_path: Path) -> None:
    body = "[royalties.russian.middle]\nflush = { value = 8 }\nstraight = 4\npair = { value = 1, source = 'x' }\n"
    (one,) = check_files([write(tmp_path, "mine", mine(body))])
    assert [error.split(":")[0] for error in one.errors] == [
        *("royalties.russian.middle.flush", "royalties.russian.middle.straight", "royalties.russian.middle.pair"),
    ]


@pytest.mark.parametrize("n_missing", [1, 2, 3])
def test_what_is_missing_in_a_table_is_counted(tmp_path: Path, n_missing: int) -> None:
    cells = load_rules()["pokerbet"].royalty_tables["american"].cells
    lines = [f'{row}.{cell} = {{ value = {given.value}, source = "s" }}' for (row, cell), given in cells.items()]
    (one,) = check_files([write(tmp_path, "mine", mine("[royalties.lobby]\n" + "\n".join(lines[n_missing:])))])
    others = "" if n_missing == 1 else f", and so are {n_missing - 1} more"
    first = ".".join(next(iter(cells)))
    assert one.errors == (
        f'royalties.lobby.{first}: is missing{others}; give it points and a source, or "unknown" and why',
    )


def test_texts_of_the_command_line() -> None:
    rules = load_rules()["pokerbet"]
    assert [text_value("board.equal_rows_legal", text, rules) for text in ("true", "TRUE", "yes", "no", "false")] == [
        *(True, True, True, False, False),
    ]
    norway = load_rules()["norway_tournament"]
    assert text_value("fantasyland.cards", "QQ 14", norway) == {
        **{"QQ": 14, "KK": "unknown", "AA": "unknown", "trips": "unknown"},
    }
    assert text_value("fantasyland.cards", "QQ  15", rules) == {"QQ": 15, "KK": 14, "AA": 14, "trips": 14}
    with pytest.raises(ValueError, match=r"^royalties\.russian\.middle\.flush: "):
        text_value("royalties.russian.middle.flush", "-1", rules)


def test_unknown_is_neither_true_nor_false_and_shows_itself() -> None:
    assert repr(UNKNOWN) == "UNKNOWN"
    with pytest.raises(TypeError) as error:
        bool(UNKNOWN)
    assert str(error.value) == "UNKNOWN is neither true nor false: ask `value is UNKNOWN` first"


def test_what_is_very_long_is_cut_short() -> None:
    assert quoted("x" * 78) == f'"{"x" * 78}"'
    assert quoted("x" * 79) == f'"{"x" * 79}…'
    assert quoted(10**30) == str(10**30)
    assert quoted(-(10**30)) == str(-(10**30))
    assert quoted(10**30 + 1) == quoted(-(10**30) - 1) == "a number of more than 30 digits"


def test_values_in_a_few_words() -> None:
    assert [value_text(value) for value in (True, False, UNKNOWN, 14, "2-4")] == ["yes", "no", "unknown", "14", "2-4"]
    assert value_text((5, 3)) == "5, 3"
    assert value_text(("later_elimination", "left_of_button")) == "later elimination, left of button"
    assert value_text({"QQ": 14, "trips": UNKNOWN}) == "QQ 14, trips unknown"
