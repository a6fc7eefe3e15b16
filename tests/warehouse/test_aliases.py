"""Accounts of one person: files that can be read, those that cannot with their line, and what a run makes of them."""

import json
from pathlib import Path

import duckdb
import pytest

from ofc_audit.cli.notes import notes_of
from ofc_audit.warehouse.aliases import read_aliases
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.days import Calendar, calendar_of
from warehouse.histories import hand, write

TOML = """[[person]]
name = "Ana"
accounts = ["room:a1", "room:a:2"]

[[person]]
name = "Bo"
accounts = ["other:b"]
"""


def test_both_forms_say_the_same(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(TOML, "utf-8")
    (tmp_path / "a.csv").write_text("person,site,account\nAna,room,a1\n\nAna,room,a:2\nBo,other,b\n", "utf-8-sig")
    found = [
        [(a.person, a.site, a.account_id) for a in read_aliases(tmp_path / f"a.{form}").accounts]
        for form in ("toml", "csv")
    ]
    assert found[0] == found[1] == [("Ana", "room", "a1"), ("Ana", "room", "a:2"), ("Bo", "other", "b")]


@pytest.mark.parametrize(
    ("form", "text", "message"),
    [
        (
            "toml",
            TOML.replace("room:a:2", "room"),
            'a.toml:1: accounts: "room" is impossible; allowed is a site and an account',
        ),
        (
            "toml",
            TOML.replace("other:b", "room:a1"),
            'a.toml:5: account "room:a1" is given to "Ana" already; allowed is once',
        ),
        ("toml", TOML.replace("Bo", "Ana"), 'a.toml:5: name: "Ana" is given already'),
        ("toml", TOML.replace("accounts", "account"), 'a.toml:1: unknown key "account"; allowed: "name", "accounts"'),
        ("toml", "people = 1\n", 'a.toml: unknown key "people"; allowed are entries [[person]]'),
        (
            "csv",
            "name,site,account\n",
            'a.csv:1: the columns are "name", "site", "account"; allowed: person,site,account',
        ),
        ("csv", "person,site,account\nAna,room\n", 'a.csv:2: "Ana", "room" is impossible; allowed are three cells'),
        ("csv", "person,site,account\nAna,r,1\nBo,r,1\n", 'a.csv:3: account "r:1" is given to "Ana" already'),
    ],
)
def test_what_cannot_be_is_refused_with_its_line(tmp_path: Path, form: str, text: str, message: str) -> None:
    path = tmp_path / f"a.{form}"
    path.write_text(text, "utf-8")
    with pytest.raises(ValueError, match=r".") as raised:
        read_aliases(path)
    assert str(raised.value).startswith(f"{tmp_path}/{message}")


def test_a_run_adds_up_a_persons_accounts_and_says_so(tmp_path: Path) -> None:
    paths = write(tmp_path / "in", {"a": hand("1") + hand("2", 1)})
    with duckdb.connect(str(build(paths, tmp_path / "plain").out_dir / "ofc.duckdb"), read_only=True) as con:
        plain = con.execute("select site, player_id, hands, points from player_stats order by 2").fetchall()
    (site, first, hands, points), (_, second, *_) = plain
    assert (hands, points != 0) == (2, True)
    aliases = tmp_path / "aliases.csv"
    aliases.write_text(f"person,site,account\nOne,{site},{second}\nOne,{site},{first}\nOne,{site},gone\n", "utf-8")
    out = build(paths, tmp_path / "out", aliases_file=aliases, calendar=Calendar("Europe/Berlin", 360)).out_dir
    with duckdb.connect(str(out / "ofc.duckdb"), read_only=True) as con:
        rows = con.execute(
            "select player_id, person, player_name, accounts, hands, points from player_stats"
        ).fetchall()
        assert rows == [(second, "One", "One", 2, 4, 0)]
        # Nobody plays against himself, and what was played is left as it was.
        assert con.execute("select count(*) from head_to_head").fetchall() == [(0,)]
        assert con.execute("select count(distinct player_id) from seats").fetchall() == [(2,)]
        assert con.execute("select * from calendar").fetchall() == [("Europe/Berlin", 360, 10080, 60)]
    run = json.loads((out / "run.json").read_text("utf-8"))
    assert notes_of(run) == [
        f"statistics add up 3 accounts of 1 person ({aliases})",
        f"{aliases}:4: no hand has an account {site}:gone",
    ]


def test_a_calendar_of_words() -> None:
    assert calendar_of("Europe/Berlin", "06:00", "Sunday 23:59", 30) == Calendar("Europe/Berlin", 360, 10080, 30)
    assert calendar_of(week_end="mon 5:59").week_end == 360
    assert calendar_of() == Calendar()


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"zone": "berlin"}, "no time zone 'berlin'; did you mean Europe/Berlin?"),
        ({"zone": "Europa/Berlin"}, "no time zone 'Europa/Berlin'; did you mean Europe/Berlin"),
        ({"day_cut": "25:00"}, "the beginning of a day cannot be '25:00'; allowed is a time from 00:00 to 23:59"),
        (
            {"week_end": "sunday"},
            "the end of a week cannot be 'sunday'; allowed is a day and its last minute: sunday 23:59",
        ),
        ({"week_end": "t 23:59"}, "the end of a week cannot be 't 23:59'"),
    ],
)
def test_a_calendar_that_cannot_be_is_refused(given: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=r".") as raised:
        calendar_of(**given)  # type: ignore[arg-type]
    assert str(raised.value).startswith(message)
