"""Every part of a file: its title, several sections with errors, tables of its own by name, names that are taken."""

from pathlib import Path

from ofc_audit.rulesets import check_files, load_rules
from rulesets_tooling.files import mine, write


def errors(folder: Path, body: str) -> tuple[str, ...]:
    (one,) = check_files([write(folder, "mine", mine(body))])
    return one.errors


def test_a_rule_set_has_the_title_basis_and_sites_of_its_file(tmp_path: Path) -> None:
    write(tmp_path, "mine", mine('basis = "the lobby"\nsites = ["a", "b"]'))
    one = load_rules([tmp_path])["mine"]
    assert (one.id, one.title, one.basis, one.sites, one.extends) == (
        "mine",
        "Mine",
        "the lobby",
        ("a", "b"),
        "pokerbet",
    )
    write(tmp_path, "mine", mine())
    bare, parent = load_rules([tmp_path])["mine"], load_rules()["pokerbet"]
    assert (bare.basis, bare.sites) == (parent.basis, parent.sites)


def test_the_site_that_is_named_twice_is_told(tmp_path: Path) -> None:
    assert errors(tmp_path, 'sites = ["a", "b", "b"]') == ('sites: names "b" more than once; allowed is each once',)


def test_an_error_in_one_part_hides_none_in_the_next(tmp_path: Path) -> None:
    body = "deal = 1\n[score]\nscoop_bonus = 3\n[fantasyland]\nstay = 4\n[options]\nscoring = 1\n[options.fantasyland.wild]\n"
    assert [error.split(":")[0] for error in errors(tmp_path, body)] == [
        *("deal", "score.scoop_bonus", "fantasyland.stay", "options.scoring", "options.fantasyland.wild"),
    ]
    taken = ': this name is taken; allowed is any but "none", "unknown"'
    body = "[royalties.none]\n[royalties.unknown]\n[royalties.american]\nside = 1\n"
    first, second, third = errors(tmp_path, body)
    assert (first, second) == (f"royalties.none{taken}", f"royalties.unknown{taken}")
    assert third.startswith("royalties.american")


def test_a_table_of_its_own_has_its_name_and_can_be_tied_to_an_option(tmp_path: Path) -> None:
    shared = load_rules()["pokerbet"].royalty_tables["american"]
    cells = "\n".join(
        f'{row}.{cell} = {{ value = {given.value}, source = "s" }}' for (row, cell), given in shared.cells.items()
    )
    tied = '[options.fantasyland.progressive]\n"score.royalties" = { value = "lobby", source = "the lobby" }\n'
    write(tmp_path, "mine", mine(f"[royalties.lobby]\n{cells}\n{tied}"))
    one = load_rules([tmp_path])["mine"]
    assert one.royalty_tables["lobby"].name == "lobby"
    assert one.royalty_tables["lobby"].sources("top") == "s"
    assert one.with_options(fantasyland="progressive").royalty_table().name == "lobby"
    cells = cells.replace('top.AA = { value = 9, source = "s" }', 'top.AA = { value = 9, source = "t" }')
    write(tmp_path, "mine", mine(f"[royalties.lobby]\n{cells}\n"))
    assert load_rules([tmp_path])["mine"].royalty_tables["lobby"].sources("top") == "s · t"


def test_an_incomplete_table_makes_no_second_error_where_it_is_in_force(tmp_path: Path) -> None:
    body = """
[score]
royalties = { value = "lobby", source = "the lobby" }
[royalties.lobby.middle]
flush = { value = 8, source = "the lobby" }
"""
    assert all(error.startswith("royalties.lobby") for error in errors(tmp_path, body))
    assert len(errors(tmp_path, body)) == 1
    wrong = errors(tmp_path, body.replace("value = 8", "value = -8"))
    assert len(wrong) == 1
    assert wrong[0].startswith("royalties.lobby.middle.flush: ")
