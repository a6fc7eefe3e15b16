from pathlib import Path

import pytest

from cli.conftest import Ofc
from report.examples import CAPPED, SCOOP, write_store

HAND = """\
Hand 1842-4 of pokerbet
rule set pokerbet_progressive, 0.50 EUR per point, match 1842, hand no. 4, table
Lotus 4, 2026-03-01 18:25:40 UTC, complete
hands.txt:47-91 (ofc_text)

ANA (seat 1, acts first, stack 200.00)
  street  top    middle  bottom  discards  time
  ------  -----  ------  ------  --------  ------------------------
  1       Qh Qd  9s 9c   4c                12.4 s
  2                      4h 4d   2c        8.0 s
  3              9d      Ks      2d
  4              5s      Kd      6s
  5       Ad     8s              7s        8.0 s placed by the site
  top     Qh Qd Ad        pair of queens                    royalties 7
  middle  9s 9c 9d 5s 8s  three nines                       royalties 2
  bottom  4c 4h 4d Ks Kd  full house, fours over kings      royalties 6
  rules: legal, royalties 7 + 2 + 6, points +10, net +3.00, Fantasyland next
         with 14 cards
  site:  legal, royalties 7 + 0 + 6, points +8, net +3.00, rake 0.00, stack
         203.00, Fantasyland next with 14 cards

BO (seat 2, button, stack 3.00)
  street  top  middle  bottom  discards
  ------  ---  ------  ------  --------
  1       2s   8d 7d   Jc 3s
  2            5h      Js      6h
  3            Th      3c      3d
  4       2h   Tc              7c
  5       6c           Jd      7h
  top     2s 2h 6c        pair of twos
  middle  8d 7d 5h Th Tc  pair of tens
  bottom  Jc 3s Js 3c Jd  full house, jacks over threes     royalties 6
  rules: legal, royalties 0 + 0 + 6, points -10, net -3.00, no Fantasyland next
  site:  legal, royalties 0 + 0 + 6, points -8, net -3.00, rake 0.00, stack 0.00

PAIRS
  Ana v Bo
    top      +1  pair of queens against pair of twos
    middle   +1  three nines against pair of tens
    bottom   -1  full house, fours over kings against full house, jacks over
                 threes
    rules: rows +1 +1 -1, bonus 0, royalties 15 - 6, points +10, amount 3.00
    site:  rows +1 +1 -1, bonus 0, royalties 13 - 6, points +8, amount 3.00
    money: 10 x 0.50 = 5.00; Bo has 3.00 left: Bo pays Ana 3.00

VERDICTS
  layout       verified
  points       wrong
  money        verified
  fantasyland  unverifiable: chain broken
  match        not applicable: no matches in these rules

FINDINGS
hands.txt:81:19: error[score.royalties] hand 1842-4
81 | Seat 1: royalties 7 + 0 + 6
   |                   ^^^^^^^^^
Ana's three nines in the middle pay 2. Bo had nothing left: no money is owed.
(score.royalties: document 000, Bonuses (Royalties))
In consequence: points of Ana v Bo +8 for +10; points of Ana +8 for +10.

RULES (pokerbet_progressive; all of them: ofc rules show pokerbet_progressive)
  The hand states scoring 1-6 (score.method was unknown); royalties american (as
  the rule set has it).
  board.equal_rows_legal = yes (as in pokerbet: document 000, Game description)
  score.method = 1-6 (stated by the hand)
"""


@pytest.mark.usefixtures("results")
def test_a_hand_is_drawn_with_its_arithmetic(ofc: Ofc) -> None:
    ran = ofc("explain", "pokerbet", "1842-4")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out[: len(HAND)] == HAND
    assert "  settlement.cap = both (as in pokerbet: document 000, Points, with examples 1\n      to 3)\n" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.usefixtures("results")
def test_a_hand_without_findings_is_status_0(ofc: Ofc) -> None:
    ran = ofc("explain", "1842-3", "--out", "out")
    assert ran.status == 0
    assert "    money: 10 x 0.50 = 5.00: Bo pays Ana 5.00\n" in ran.out
    assert "\nFINDINGS\n  none\n" in ran.out


@pytest.mark.usefixtures("results")
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("7",), "no hand 7 in out"),
        (("upoker", "1842-3"), "no hand upoker 1842-3 in out"),
        (("a", "b", "c"), "no such file or folder: c; a hand is named by one or two words, [SITE] HAND"),
        (("1842-3", "hands.txt", "--out", "out"), "look in --out DIR or in files, not in both"),
        (("1842-3", "--out", "gone"), "gone holds no results; make them with: ofc run PATH --out gone"),
    ],
)
def test_what_cannot_be_found_is_said(ofc: Ofc, words: tuple[str, ...], message: str) -> None:
    ran = ofc("explain", *words)
    assert (ran.status, ran.out, ran.err) == (2, "", f"ofc: {message}\n")


def test_without_a_folder_to_look_in(ofc: Ofc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = ofc("explain", "1842-3")
    message = "say where the hand is: --out DIR, the output folder of ofc run, or its files"
    assert (ran.status, ran.out, ran.err) == (2, "", f"ofc: {message}\n")


def test_an_id_used_twice_gives_a_list_to_choose_from(
    ofc: Ofc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = SCOOP + "\n" + CAPPED.replace("#1842-4", "#1842-3").replace("Lotus 4", "Lotus 5")
    Path("twice.txt").write_text(text, "utf-8")
    write_store(Path("out"), text, "twice.txt")
    ran = ofc("explain", "pokerbet", "1842-3")
    assert ran.status == 2
    assert ran.err == "ofc: 2 hands have the id 1842-3; name the site, or one of them by its key:\n"
    head, _, first, second = ran.out.splitlines()
    assert head.split() == ["key", "site", "table", "ended", "(UTC)", "place"]
    assert first.split()[1:] == ["pokerbet", "Lotus", "4", "2026-03-01", "18:22:05", "twice.txt:1"]
    ran = ofc("explain", second.split()[0])
    assert ran.status == 0
    assert "stack 3.00" in ran.out


@pytest.mark.usefixtures("results")
def test_rules_other_than_those_of_the_results_are_pointed_out(ofc: Ofc, tmp_path: Path) -> None:
    (tmp_path / "old.toml").write_text(
        'id = "old"\ntitle = "x"\nextends = "pokerbet_progressive"\n'
        '[dates]\ninstead_of = "pokerbet_progressive"\nuntil = 2100-01-01\n',
        "utf-8",
    )
    ran = ofc("explain", "pokerbet", "1842-4", "--rules-dir", str(tmp_path))
    assert ran.err == "ofc: out was made under other rules than old has now; give --rules-dir as ofc run had it\n"
