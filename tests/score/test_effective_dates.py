"""Rule sets with a period: a hand is played under the one in force when it ended, and never under a guess."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ofc_audit.rulesets import UNKNOWN, RuleSet, load_rules
from ofc_audit.score.effective import effective_rules
from score.test_effective import hands_table

OLD = """
id = "{name}"
title = "Pokerbet as it was"
extends = "pokerbet"

[dates]
instead_of = "pokerbet"
{bounds}

[fantasyland]
button = {{ value = "{button}", source = "a letter of the room" }}
"""
YEAR = "from = 2018-01-01\nuntil = 2019-07-01"


def write(folder: Path, name: str = "pokerbet_2018", bounds: str = YEAR, button: str = "stays", more: str = "") -> None:
    (folder / f"{name}.toml").write_text(OLD.format(name=name, bounds=bounds, button=button) + more, "utf-8")


def played(folder: Path, *moments: str | None, **options: object) -> list[RuleSet]:
    """The effective rule set of hands of pokerbet that ended then."""
    ended = [None if moment is None else datetime.fromisoformat(moment).replace(tzinfo=UTC) for moment in moments]
    rows = [{"rules_id": "pokerbet", "ended_at": moment, **options} for moment in ended]
    effective, index = effective_rules(hands_table(rows), load_rules([folder]))
    sets = [effective[at] for at in index.tolist()]
    assert all(sets)
    return [one for one in sets if one is not None]


def test_the_time_of_a_hand_decides_from_inclusive_until_exclusive(tmp_path: Path) -> None:
    write(tmp_path)
    sets = played(
        tmp_path,
        "2017-12-31T23:59:59.999999",
        "2018-01-01T00:00:00",
        "2019-06-30T23:59:59.999999",
        "2019-07-01T00:00:00",
    )
    assert [one.id for one in sets] == ["pokerbet", "pokerbet_2018", "pokerbet_2018", "pokerbet"]
    assert [one.value("fantasyland.button") for one in sets] == ["moves", "stays", "stays", "moves"]


def test_the_source_says_which_rule_set_is_in_force_and_when(tmp_path: Path) -> None:
    write(tmp_path)
    (one,) = played(tmp_path, "2018-05-01", option_scoring="2-4")
    force = "pokerbet_2018, in force from 2018-01-01 until 2019-07-01: "
    assert one.source("fantasyland.button") == f"{force}a letter of the room"
    assert one.source("deal.players_min") == f"{force}as in pokerbet: document 000, head of the page"
    assert one.royalty_table().source("middle", "flush").startswith(force)
    assert one.source("score.method") == "stated by the hand"


def test_options_bring_what_the_old_rule_set_ties_to_them(tmp_path: Path) -> None:
    cards = "{ QQ = 14, KK = 14, AA = 15, trips = 15 }"
    write(
        tmp_path,
        more=f'[options.fantasyland.progressive]\n"fantasyland.cards" = {{ value = {cards}, source = "old page" }}\n',
    )
    old, new = played(tmp_path, "2018-05-01", "2020-05-01", option_fantasyland="progressive")
    assert old.value("fantasyland.cards")["AA"] == 15  # type: ignore[index,call-overload]
    assert new.value("fantasyland.cards")["AA"] == 16  # type: ignore[index,call-overload]
    (unknown,) = played(tmp_path, None, option_fantasyland="progressive")
    assert unknown.value("fantasyland.cards") == {"QQ": 14, "KK": UNKNOWN, "AA": UNKNOWN, "trips": UNKNOWN}
    assert unknown.source("fantasyland.cards") == (
        "the hand has no time, and pokerbet has QQ 14, KK 15, AA 16, trips 17, "
        "pokerbet_2018 has QQ 14, KK 14, AA 15, trips 15"
    )


def test_a_hand_without_a_time_has_only_what_all_agree_on(tmp_path: Path) -> None:
    write(tmp_path)
    timed, untimed = played(tmp_path, "2018-05-01", None)
    assert timed.id == "pokerbet_2018"
    assert untimed.id == "pokerbet"
    assert untimed.value("fantasyland.button") is UNKNOWN
    assert untimed.source("fantasyland.button") == (
        "the hand has no time, and pokerbet has moves, pokerbet_2018 has stays"
    )
    shipped = load_rules()["pokerbet"]
    differ = [key for key, value in shipped._given.items() if untimed.value(key) != value.value]
    assert differ == ["fantasyland.button"]


def test_royalties_that_differ_are_unknown_cell_by_cell_without_a_time(tmp_path: Path) -> None:
    write(tmp_path, more='[royalties.american.middle]\nflush = { value = 9, source = "old page" }\n')
    (untimed,) = played(tmp_path, None)
    middle = untimed.royalty_table().row("middle")
    assert middle["flush"] is UNKNOWN
    assert (middle["straight"], middle["full_house"]) == (4, 12)
    assert played(tmp_path, "2018-05-01")[0].royalty_table().row("middle")["flush"] == 9
    (off,) = played(tmp_path, None, option_royalties="none")
    assert off.royalty_table().row("middle")["flush"] == 0


def test_without_a_time_a_rule_set_that_was_never_in_force_has_no_say(tmp_path: Path) -> None:
    write(tmp_path, "a", "until = 2019-07-01", "stays")
    write(tmp_path, "b", "from = 2019-07-01", "stays")
    assert played(tmp_path, None)[0].value("fantasyland.button") == "stays"
    write(tmp_path, "b", "from = 2019-07-02", "stays")
    assert played(tmp_path, None)[0].value("fantasyland.button") is UNKNOWN
    assert played(tmp_path, "2019-07-01T12:00:00")[0].value("fantasyland.button") == "moves"


def test_other_rule_sets_and_hands_that_name_the_dated_one_are_left_alone(tmp_path: Path) -> None:
    write(tmp_path)
    moment = datetime(2018, 5, 1, tzinfo=UTC)
    rows = [{"rules_id": name, "ended_at": moment} for name in ("pokerbet_progressive", "spartan_refant14")]
    rows.append({"rules_id": "pokerbet_2018", "ended_at": datetime(2025, 5, 1, tzinfo=UTC)})
    effective, index = effective_rules(hands_table(rows), load_rules([tmp_path]))
    names = [one.id for at in index.tolist() if (one := effective[at]) is not None]
    assert names == ["pokerbet_progressive", "spartan_refant14", "pokerbet_2018"]


@pytest.mark.parametrize(
    ("dates", "message"),
    [
        ("dates = 3", "dates: must be a table such as [dates] with instead_of, from and until"),
        ("[dates]\nfrom = 2018-01-01", "dates.instead_of: is missing; allowed: "),
        ('[dates]\ninstead_of = "mine"\nfrom = 2018-01-01', 'dates.instead_of: no rule set "mine"; allowed: '),
        ('[dates]\ninstead_of = "pokerbet"', "dates: has neither from nor until; allowed is either or both"),
        (
            '[dates]\ninstead_of = "pokerbet"\nfrom = "2018-01-01"',
            'dates.from: "2018-01-01" is impossible; allowed: a date such as 2018-01-01, or a time with its offset such '
            "as 2018-01-01T12:00:00Z, unquoted",
        ),
        (
            '[dates]\ninstead_of = "pokerbet"\nfrom = 2018-01-01T12:00:00',
            "dates.from: 2018-01-01 12:00:00 is impossible; allowed: a date such as 2018-01-01",
        ),
        (
            '[dates]\ninstead_of = "pokerbet"\nuntil = 0001-01-01T00:00:00+23:59',
            "dates.until: 0001-01-01 00:00:00+23:59 is impossible; allowed: a date such as 2018-01-01",
        ),
        (
            '[dates]\ninstead_of = "pokerbet"\nfrom = 2018-01-01\nuntil = 2018-01-01',
            "dates.until: 2018-01-01 is not after dates.from, 2018-01-01",
        ),
        (
            '[dates]\ninstead_of = "pokerbet"\nfrom = 2018-01-01\nto = 2019-01-01',
            'dates: unknown key "to"; allowed: "instead_of", "from", "until"',
        ),
    ],
)
def test_dates_that_cannot_be(tmp_path: Path, dates: str, message: str) -> None:
    (tmp_path / "mine.toml").write_text(f'id = "mine"\ntitle = "x"\nextends = "pokerbet"\n{dates}\n', "utf-8")
    with pytest.raises(ValueError) as caught:
        load_rules([tmp_path])
    assert str(caught.value).startswith(f"{tmp_path}/mine.toml: {message}")


def test_a_time_with_an_offset_is_taken_to_utc(tmp_path: Path) -> None:
    write(tmp_path, bounds="from = 2018-01-01T00:30:00+02:00")
    before, after = played(tmp_path, "2017-12-31T22:29:59", "2017-12-31T22:30:00")
    assert (before.id, after.id) == ("pokerbet", "pokerbet_2018")
    assert str(after.period) == "from 2017-12-31T22:30:00Z"


def test_periods_that_overlap_name_both_files(tmp_path: Path) -> None:
    write(tmp_path, "a", "until = 2019-07-01")
    write(tmp_path, "b", "from = 2019-06-30")
    with pytest.raises(ValueError) as caught:
        load_rules([tmp_path])
    assert str(caught.value) == (
        f"{tmp_path}/b.toml: dates: from 2019-06-30 overlaps {tmp_path}/a.toml (until 2019-07-01), "
        "which stands in for pokerbet too"
    )


def test_periods_of_two_folders_must_not_overlap_either(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    write(first, "a")
    write(second, "b", "from = 2019-06-30")
    with pytest.raises(ValueError, match=r"second/b\.toml: dates: from 2019-06-30 overlaps .*first/a\.toml"):
        load_rules([first, second])


def test_a_rule_set_with_dates_cannot_be_stood_in_for(tmp_path: Path) -> None:
    write(tmp_path, "a")
    text = OLD.format(name="b", bounds="from = 2018-03-01", button="stays").replace('of = "pokerbet"', 'of = "a"')
    (tmp_path / "b.toml").write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r'b\.toml: dates\.instead_of: "a" has dates itself; allowed is a rule set'):
        load_rules([tmp_path])
