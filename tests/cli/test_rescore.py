import csv
import io
import json
from pathlib import Path

import pytest

from cli.conftest import Ofc
from report.examples import CAPPED, DAMAGED, ODD_NAMES, SCOOP
from warehouse.test_rescore_matches import match

HANDS = SCOOP + "\n" + CAPPED + "\n" + ODD_NAMES

PAGE = """\
Hands recomputed, each under its own rules, with score.royalties = none.
Options that hands state stay in force: score.method 1-6 (3 hands).
Options set aside: score.royalties american (3 hands).

HANDS
what             hands
---------------  -----
stored               3
counted              3
points compared      3
worth compared       3
money compared       3

TOTAL
what moves, in  hands  points  worth  within cap  in hands
--------------  -----  ------  -----  ----------  --------
EUR                 3      27  13.50       11.50         3

PLAYERS, under the new rules, in EUR
player                  hands  points  change  worth  change  within cap  change
----------------------  -----  ------  ------  -----  ------  ----------  ------
Ana                         2      +2     -18   1.00   -9.00        1.00   -7.00
Bo                          2      -2     +18  -1.00    9.00       -1.00    7.00
<script>alert(1)</scr…      1      +1      -9   0.50   -4.50        0.50   -4.50
=1+1                        1      -1      +9  -0.50    4.50       -0.50    4.50

TABLES, what moves, in EUR
table    hands  as played  points  worth  within cap
-------  -----  ---------  ------  -----  ----------
Lotus 4      3          3      27  13.50       11.50

MOST CHANGED HANDS, by worth
pokerbet 1842-3, 2026-03-01 18:22: 9 points, worth 4.50 EUR, 4.50 within the cap
  Ana v Bo +10 to +1 (royalties 15 - 6 to 0 - 0)
pokerbet 1842-5, 2026-03-01 18:30: 9 points, worth 4.50 EUR, 4.50 within the cap
  <script>alert(1)</script> v =1+1 +10 to +1 (royalties 15 - 6 to 0 - 0)
pokerbet 1842-4, 2026-03-01 18:25: 9 points, worth 4.50 EUR, 2.50 within the cap
  Ana v Bo +10 to +1 (royalties 15 - 6 to 0 - 0)

worth: points at the hand's point value, before any cap. within cap: what moves
  on the stacks as recorded, before rake; later stacks are not replayed. moved:
  what those who do better under the new rules gain, hand by hand. A sum is over
  the hands that can be compared.
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.txt").write_text(HANDS, "utf-8")


def test_files_are_recomputed_and_the_page_says_what_changes(ofc: Ofc) -> None:
    ran = ofc("rescore", "hands.txt", "--set", "score.royalties=none")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == PAGE


def test_kept_results_are_recomputed_without_their_files(ofc: Ofc) -> None:
    assert ofc("run", "hands.txt", "--out", "out").status in (0, 1)
    of_files = ofc("rescore", "hands.txt", "--rules", "pokerbet", "--format", "json").out
    Path("hands.txt").unlink()
    ran = ofc("rescore", "out", "--rules", "pokerbet", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == of_files
    said = json.loads(ran.out)
    assert list(said) == ["record", "counts", "totals", "players", "tables", "changes", "hands"]
    assert said["record"]["rules"] == "pokerbet"
    assert {entry["id"] for entry in said["record"]["new_rule_sets"]} == {"pokerbet"}
    assert "started_at" not in said["record"]
    assert [(row["basis"], row["hands"], row["money_moved"]) for row in said["totals"]] == [
        (None, 3, "0.00"),
        ("as played", 3, "0.00"),
    ]


def test_tables_are_written_as_parquet_and_csv(ofc: Ofc) -> None:
    ran = ofc("rescore", "hands.txt", "--set", "score.royalties=none", "--out", "made", "--format", "csv")
    assert (ran.status, ran.err) == (0, "")
    assert sorted(path.name for path in Path("made").iterdir()) == ["csv", "parquet", "run.json"]
    players = list(csv.DictReader(io.StringIO(Path("made/csv/rescore_players.csv").read_text("utf-8"))))
    shown = list(csv.DictReader(io.StringIO(ran.out)))
    assert sorted(players, key=str) == sorted(shown, key=str)
    assert [row["player_name"] for row in players] == ["<script>alert(1)</script>", "'=1+1", "Ana", "Bo"]
    hands = list(csv.DictReader(io.StringIO(Path("made/csv/rescore_hands.csv").read_text("utf-8"))))
    assert [(row["hand_id"], row["ended_at"], row["worth_moved"], row["basis"]) for row in hands] == [
        ("1842-3", "2026-03-01T18:22:05Z", "4.50", "as played"),
        ("1842-4", "2026-03-01T18:25:40Z", "4.50", "as played"),
        ("1842-5", "2026-03-01T18:30:00Z", "4.50", "as played"),
    ]
    assert json.loads(Path("made/run.json").read_text("utf-8"))["set"] == {"score.royalties": "none"}
    # The same again replaces it; results of a run stay.
    assert ofc("rescore", "hands.txt", "--rules", "pokerbet", "--out", "made").status == 0
    assert ofc("run", "hands.txt", "--out", "out").status in (0, 1)
    ran = ofc("rescore", "out", "--rules", "pokerbet", "--out", "out")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith("out holds results of ofc run, which stay as they are; name another folder\n")


def test_one_listing_can_be_asked_for(ofc: Ofc) -> None:
    words = ("rescore", "hands.txt", "--set", "score.royalties=none", "--top", "1")
    rows = json.loads(ofc(*words, "--by", "hand", "--format", "json").out)
    assert [(row["hand_id"], row["points_moved"], row["why"]) for row in rows] == [
        ("1842-3", 9, "Ana v Bo +10 to +1 (royalties 15 - 6 to 0 - 0)")
    ]
    [row] = json.loads(ofc(*words, "--by", "table", "--format", "json").out)
    assert (row["table_id"], row["own_net_won"], row["new_net_won"], row["money_moved"]) == (
        "Lotus 4",
        "13.00",
        "1.50",
        "11.50",
    )
    assert ofc(*words, "--by", "player", "--format", "md").out.startswith("| site | player_id |")
    assert ofc(*words, "--format", "md").out.count("\n## ") == 5


def test_rejected_hands_are_status_1(ofc: Ofc) -> None:
    Path("hands.txt").write_text(HANDS + DAMAGED, "utf-8")
    assert ofc("rescore", "hands.txt", "--rules", "pokerbet").status == 1
    Path("hands.txt").write_text(DAMAGED, "utf-8")
    assert ofc("rescore", "hands.txt", "--rules", "pokerbet").status == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "nothing to change; name a rule set (--rules ID) or a parameter (--set KEY=VALUE)\n"),
        (("--rules", "pokerbat"), "no rule set 'pokerbat'; known are "),
        (("--set", "score.method"), "--set score.method: has no value; write KEY=VALUE, such as score.method=2-4\n"),
        (("--set", "score.method=3"), '--set score.method: "3" is impossible; allowed: "1-6", "2-4" or "unknown"\n'),
        (("--set", "clock.auto_order=none"), "--set clock.auto_order: decides nothing that is recomputed; allowed: "),
        (("--rules", "pokerbet", "--out", "hands.txt"), "hands.txt is a file; name a folder for the results\n"),
    ],
)
def test_what_cannot_be_done_is_one_line(ofc: Ofc, words: tuple[str, ...], message: str) -> None:
    ran = ofc("rescore", "hands.txt", *words)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err
    assert ran.err.startswith("ofc: ")


def test_a_setting_that_no_rule_set_allows_is_told_before_anything_is_read(
    ofc: Ofc, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object, **__: object) -> None:
        raise AssertionError("files were read")

    monkeypatch.setattr("ofc_audit.cli.setup.results_of", read)
    monkeypatch.setattr("ofc_audit.cli.rescore.results_of", read)
    ran = ofc("rescore", "hands.txt", "--set", "score.method=3")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    with pytest.raises(AssertionError, match="files were read"):
        ofc("rescore", "hands.txt", "--set", "score.method=2-4")


def test_own_rule_sets_can_be_the_new_ones_of_kept_results(ofc: Ofc) -> None:
    assert ofc("run", "hands.txt", "--out", "out").status in (0, 1)
    Path("mine").mkdir()
    Path("mine/house.toml").write_text(
        'id = "house"\ntitle = "House"\nextends = "pokerbet"\n[score]\nrow_points = { value = 2, source = "the club" }\n',
        "utf-8",
    )
    ran = ofc("rescore", "out", "--rules", "house", "--rules-dir", "mine", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out)["totals"][0]["points_moved"] == 3


SETTLED = {
    "score.method=2-4": """\
Hands recomputed, each under its own rules, with score.method = 2-4.
Options that hands state stay in force: score.royalties american (2 hands).
Options set aside: score.method 1-6 (2 hands).
1 match is settled at the end under both rules: the money of a match stands with
  its last hand.
""",
    "settlement.scope=hand": """\
Hands recomputed, each under its own rules, with settlement.scope = hand.
Options that hands state stay in force: score.royalties american (2 hands),
  score.method 1-6 (2 hands).
1 match is settled hand by hand under the new rules, on stacks that run on from
  those brought, and at the end under their own: the money of a match stands
  with its last hand.
""",
}


@pytest.mark.parametrize("setting", SETTLED)
def test_the_page_says_how_matches_are_settled(ofc: Ofc, setting: str) -> None:
    Path("hands.txt").write_text(match(), "utf-8")
    said, _, rest = ofc("rescore", "hands.txt", "--set", setting).out.partition("\nHANDS\n")
    assert said == SETTLED[setting]
    assert "  not: settled at match end (own rules)      1\n" in rest
    if setting == "score.method=2-4":
        assert "9-2, 2024-03-05 21:02: 2 points, worth 2.00 USD, 3.00 within the cap over the match" in " ".join(
            rest.split()
        )


def test_an_interrupt_is_status_130_and_leaves_nothing(ofc: Ofc, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("ofc_audit.warehouse.rescore._relate", interrupted)
    ran = ofc("rescore", "hands.txt", "--rules", "pokerbet", "--out", "made")
    assert (ran.status, ran.out, ran.err) == (130, "", "ofc: interrupted\n")
    assert [path.name for path in Path().iterdir()] == ["hands.txt"]


def test_where_every_hand_was_rejected_that_is_said(ofc: Ofc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.txt").write_text(SCOOP.replace("*** RESULT ***", "*** RESULTS ***"), "utf-8")
    ran = ofc("rescore", "bad.txt", "--rules", "pokerninja")
    assert ran.status == 1
    assert ran.err.startswith(
        "ofc: no hand was recomputed, for none could be read; the first stretch that was rejected is bad.txt:1: line "
    )
