"""Files of a user's own looked at before they are used: all errors at once, and what is hardly meant."""

import os
from pathlib import Path

import pytest

from ofc_audit.rulesets import FileReport, RulesError, check_files, load_rules
from rulesets_tooling.files import mine, write


def report(path: Path) -> FileReport:
    (one,) = check_files([path])
    return one


def test_every_error_of_a_file_is_told_and_none_that_follows_from_another(tmp_path: Path) -> None:
    body = """
sites = ["a", "a"]
colour = "red"
[deal]
players_max = { value = 4, source = "the lobby" }
streets = 5
[score]
method = { value = "3-5", source = "the lobby" }
majority = { value = 1, source = "the lobby" }
[fantasyland]
cards = { value = { QQ = 14 }, source = "the lobby" }
[royalties.russian.middle]
flush = { value = -8, source = "the lobby" }
pair = { value = 1, source = "the lobby" }
[options.fantasyland.wild]
[options.fantasyland.progressive]
"fantasyland.card" = { value = 1, source = "the lobby" }
"""
    errors = report(write(tmp_path, "mine", mine(body))).errors
    assert [error.split(":")[0] for error in errors] == [
        'unknown key "colour"; allowed',
        "sites",
        "royalties.russian.middle.flush",
        "royalties.russian.middle.pair",
        "deal.streets",
        "score.method",
        "score.majority",
        "fantasyland.cards",
        "options.fantasyland.wild",
        "options.fantasyland.progressive",
    ]
    with pytest.raises(RulesError) as caught:
        load_rules([tmp_path])
    assert caught.value.problems == tuple(f"{tmp_path}/mine.toml: {error}" for error in errors)
    assert str(caught.value) == f"{tmp_path}/mine.toml: {errors[0]} (and 9 more; see: ofc rules validate {tmp_path})"


def test_contradictions_are_told_beside_errors_of_single_values(tmp_path: Path) -> None:
    body = """
[deal]
players_max = { value = 4, source = "the lobby" }
[score]
method = { value = "3-5", source = "the lobby" }
"""
    errors = report(write(tmp_path, "mine", mine(body))).errors
    assert [error.split(":")[0] for error in errors] == ["score.method", "deal.players_max"]


def test_errors_are_told_though_what_is_extended_is_not_known(tmp_path: Path) -> None:
    body = """
[score]
method = { value = "3-5", source = "the lobby" }
royalties = { value = "theirs", source = "the lobby" }
[royalties.theirs.middle]
flush = { value = -8, source = "the lobby" }
"""
    errors = report(write(tmp_path, "mine", mine(body, extends="pokerbot"))).errors
    assert [error.split(":")[0] for error in errors] == ["extends", "royalties.theirs.middle.flush", "score.method"]


def test_a_file_that_extends_one_with_errors_waits_for_it(tmp_path: Path) -> None:
    child = write(tmp_path, "child", mine(name="child", extends="mine").replace('extends = "pokerbet"', ""))
    parent = write(tmp_path, "mine", 'id = "mine"\ntitle = ""\n')
    assert report(child).errors == ('extends: "mine" has errors of its own',)
    assert "title: must be text" in report(parent).errors
    with pytest.raises(RulesError) as caught:
        load_rules([tmp_path])
    assert all(problem.startswith(f"{parent}: ") for problem in caught.value.problems)


def test_what_a_file_changes_and_leaves_unknown_is_counted(tmp_path: Path) -> None:
    body = """
[score]
method = { value = "2-4", source = "the lobby" }
[royalties.russian.middle]
flush = { value = 8, source = "the lobby" }
"""
    one = report(write(tmp_path, "mine", mine(body)))
    assert (one.errors, one.warnings) == ((), ())
    n_unknown = sum(not load_rules()["pokerbet"].is_known(key) for key in load_rules()["pokerbet"]._given)
    assert (one.n_changed, one.n_cells, one.n_unknown) == (1, 1, n_unknown - 1)


@pytest.mark.parametrize(
    ("body", "warning"),
    [
        (
            '[score]\nrow_points = { value = 1, source = "the lobby" }',
            "score.row_points: 1 is what pokerbet has anyway; only the source differs",
        ),
        (
            '[score]\nmethod = { value = "2-4", source = "?" }',
            'score.method: its source, "?", is nothing that a reader could look up',
        ),
        (
            '[royalties.russian.middle]\nquads = { value = 20, source = "the lobby" }',
            "royalties.russian.middle.quads: 20 is what the table has anyway; only the source differs",
        ),
        (
            '[royalties.russian.middle]\nflush = { value = 8, source = "TODO" }',
            'royalties.russian.middle.flush: its source, "TODO", is nothing that a reader could look up',
        ),
        (
            '[dates]\ninstead_of = "pokerbet"\nuntil = 2019-07-01',
            "dates: plays exactly as pokerbet, which it stands in for",
        ),
        (
            "[options.fantasyland.progressive]\n"
            '"fantasyland.cards" = { value = { QQ = 14, KK = 15, AA = 16, trips = 17 }, source = "the lobby" }',
            "options.fantasyland.progressive: fantasyland.cards: QQ 14, KK 15, AA 16, trips 17 is what pokerbet has "
            "anyway; only the source differs",
        ),
    ],
)
def test_what_is_hardly_meant_is_a_warning(tmp_path: Path, body: str, warning: str) -> None:
    one = report(write(tmp_path, "mine", mine(body)))
    assert one.errors == ()
    assert one.warnings == (warning,)


def test_a_new_royalty_table_that_is_not_in_force_is_a_warning(tmp_path: Path) -> None:
    shared = load_rules()["pokerbet"].royalty_tables["american"]
    cells = "\n".join(
        f'{row}.{cell} = {{ value = {given.value}, source = "lobby" }}' for (row, cell), given in shared.cells.items()
    )
    table = f"[royalties.lobby]\n{cells}\n"
    one = report(write(tmp_path, "mine", mine(table)))
    assert one.errors == ()
    assert one.warnings == (
        'royalties.lobby: is used only where a hand states these royalties; score.royalties is "american"',
    )
    in_force = f'[score]\nroyalties = {{ value = "lobby", source = "the lobby" }}\n{table}'
    assert report(write(tmp_path, "mine", mine(in_force))).warnings == ()


def test_a_file_is_read_as_from_its_folder_and_after_the_folders_before(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    write(first, "base", mine(name="base"))
    child = write(second, "child", mine(name="child", extends="base"))
    (alone,) = check_files([child])
    assert alone.errors[0].startswith('extends: no rule set "base"; allowed: ')
    (after,) = check_files([child], [first, second])
    assert after.errors == ()
    (before,) = check_files([child], [second, first])
    assert before.errors != ()


def test_a_folder_stands_for_its_files(tmp_path: Path) -> None:
    write(tmp_path, "b", mine(name="b"))
    write(tmp_path, "a", mine(name="x"))
    write(tmp_path, "_notes", "x = 1")
    assert [(Path(one.file).name, bool(one.errors)) for one in check_files([tmp_path])] == [
        ("a.toml", True),
        ("b.toml", False),
    ]


def test_what_is_no_file_of_rules(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text("x")
    why = "is not read: rule sets are files whose names end in .toml and do not begin with _"
    for path in (tmp_path / "rules.txt", write(tmp_path, "_mine", mine(name="_mine"))):
        assert report(path) == FileReport(str(path), errors=(why,))
    (tmp_path / "none").mkdir()
    assert report(tmp_path / "none").errors == ("holds no rule set (a file such as my_rules.toml)",)
    with pytest.raises(FileNotFoundError, match=r"^no file or folder of rule sets: "):
        check_files([tmp_path / "nowhere.toml"])


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "is empty; a rule set has an id, a title, and mostly what it extends"),
        (b"# nothing\n", "is empty; a rule set has an id, a title, and mostly what it extends"),
        (b'id = "\xe4"', "not readable as TOML: 'utf-8' codec can't decode byte 0xe4"),
        (b"id = ", "not readable as TOML: Invalid value"),
        (b"x = " + b"[" * 5000 + b"]" * 5000, "not readable as TOML: "),
        (b"x = " + b"9" * 5000, "not readable as TOML: "),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, content: bytes, error: str) -> None:
    write(tmp_path, "mine", content)
    with pytest.raises(ValueError) as caught:
        load_rules([tmp_path])
    assert str(caught.value).startswith(f"{tmp_path}/mine.toml: {error}")
    (one,) = check_files([tmp_path])
    assert one.errors[0].startswith(error)


def test_a_number_too_long_to_show(tmp_path: Path) -> None:
    huge = "0x" + "f" * 5000
    body = f'[score]\nscoop_bonus = {{ value = {huge}, source = "x" }}\nmethod = {{ value = [[{huge}]], source = "x" }}'
    errors = report(write(tmp_path, "mine", mine(body))).errors
    assert errors == (
        'score.scoop_bonus: a number of more than 30 digits is impossible; allowed: a whole number from 0 to 20 or "unknown"',
        'score.method: a value too long to show is impossible; allowed: "1-6", "2-4" or "unknown"',
    )


def test_a_folder_named_like_a_file_and_a_file_without_permission(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").mkdir()
    with pytest.raises(ValueError, match=r"mine\.toml: cannot be read: Is a directory$"):
        load_rules([tmp_path])
    (tmp_path / "mine.toml").rmdir()
    path = write(tmp_path, "mine", mine())
    path.chmod(0)
    if not os.access(path, os.R_OK):
        with pytest.raises(ValueError, match=r"mine\.toml: cannot be read: Permission denied$"):
            load_rules([tmp_path])


def test_a_file_named_like_ours(tmp_path: Path) -> None:
    one = report(write(tmp_path, "pokerbet", mine(name="pokerbet", extends="pokerbet_progressive")))
    assert one.errors == ('id: "pokerbet" is taken; choose another and let it extend that one',)


def test_a_circle_is_told_once(tmp_path: Path) -> None:
    write(tmp_path, "a", mine(name="a", extends="b"))
    write(tmp_path, "b", mine(name="b", extends="a"))
    with pytest.raises(RulesError) as caught:
        load_rules([tmp_path])
    assert caught.value.problems == (f"{tmp_path}/a.toml: extends: goes in a circle: a → b → a",)
    assert [one.errors for one in check_files([tmp_path])] == [
        ("extends: goes in a circle: a → b → a",),
        ('extends: "a" has errors of its own',),
    ]


@pytest.mark.parametrize("name", ["my rules", "-mine", "müde", "a.b", "a,b"])
def test_an_id_is_a_word_that_records_and_commands_can_write(tmp_path: Path, name: str) -> None:
    one = report(write(tmp_path, name, mine(name=name)))
    allowed = "letters from a to z, digits, _ and -, a letter or digit first"
    assert one.errors == (f'id: "{name}" is impossible; allowed: {allowed}',)
