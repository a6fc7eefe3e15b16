import csv
import io
import json
from pathlib import Path

import pytest

from cli.conftest import Ofc

ROYALTIES = """\
hands.txt:81:19: error[score.royalties] hand 1842-4
81 | Seat 1: royalties 7 + 0 + 6
   |                   ^^^^^^^^^
Ana's three nines in the middle pay 2. Bo had nothing left: no money is owed.
(score.royalties: document 000, Bonuses (Royalties))
In consequence: points of Ana v Bo +8 for +10; points of Ana +8 for +10.
      ofc explain pokerbet 1842-4
"""
NOTE = """\
hands.txt: note[source.unknown_key]
The key "colour" is not defined.
"""
REJECT = """\
hands.txt:139: 1 hand rejected
139 | OFC Hand #1842-6: pokerbet_progressive, a bad header
line 140: the hand stops here without `*** END ***`: `Seat 1: Ana`
"""
COVERAGE = """\
COVERAGE, in hands
dimension    verdict                      hands    share  money won
-----------  ---------------------------  -----  -------  ---------
layout       verified                         3  100.0 %  13.00 EUR
points       verified                         2   66.7 %  10.00 EUR
             wrong                            1   33.3 %  3.00 EUR
money        verified                         3  100.0 %  13.00 EUR
fantasyland  unverifiable                     3  100.0 %  13.00 EUR
               chain broken                   3  100.0 %  13.00 EUR
match        not applicable                   3  100.0 %  13.00 EUR
               no matches in these rules      3  100.0 %  13.00 EUR
"""


@pytest.mark.usefixtures("results")
def test_findings_rejects_and_coverage_are_shown(ofc: Ofc) -> None:
    ran = ofc("audit", "out")
    assert (ran.status, ran.err) == (1, "")
    assert ran.out == "\n".join([ROYALTIES, NOTE, REJECT, COVERAGE])


@pytest.mark.usefixtures("results")
def test_one_check_and_a_limit_choose_what_is_shown_not_the_status(ofc: Ofc) -> None:
    ran = ofc("audit", "out", "--check", "source.unknown_key")
    assert (ran.status, ran.out) == (1, "\n".join([NOTE, COVERAGE]))
    ran = ofc("audit", "out", "--check", "score.foul")
    assert (ran.status, ran.out) == (1, "\n".join(["No findings of score.foul.\n", COVERAGE]))
    ran = ofc("audit", "out", "--limit", "1")
    assert ran.status == 1
    more = "1 more findings are not shown; --limit says how many are.\n"
    assert ran.out == "\n".join([ROYALTIES, more, REJECT, COVERAGE])


@pytest.mark.usefixtures("results")
def test_findings_as_rows(ofc: Ofc) -> None:
    ran = ofc("audit", "out", "--format", "json")
    first, second = json.loads(ran.out)
    assert ran.status == 1
    assert {name: first[name] for name in ("finding_no", "site", "hand_id", "player", "claimed", "points_delta")} == {
        "finding_no": 1,
        "site": "pokerbet",
        "hand_id": "1842-4",
        "player": "Ana",
        "claimed": "7 + 0 + 6",
        "points_delta": 2,
    }
    assert first["money_delta"] == "0.00"
    assert second["hand_id"] is None
    rows = list(csv.DictReader(io.StringIO(ofc("audit", "out", "--format", "csv").out)))
    assert [row["check_id"] for row in rows] == ["score.royalties", "source.unknown_key"]
    assert ofc("audit", "out", "--format", "md").out.startswith("| no. | severity | check |")


@pytest.mark.usefixtures("results")
def test_a_check_that_is_none_is_refused(ofc: Ofc) -> None:
    ran = ofc("audit", "out", "--check", "score.colour")
    assert (ran.status, ran.out, ran.err) == (2, "", "ofc: no check 'score.colour'; ofc checks lists them\n")


@pytest.mark.usefixtures("results")
def test_results_are_not_audited_again_under_other_rules(ofc: Ofc) -> None:
    ran = ofc("audit", "out", "--rules-dir", ".")
    assert ran.status == 2
    assert ran.err == "ofc: out holds results made under its own rules; give --rules-dir to ofc run\n"


def test_results_that_cannot_be_read_are_one_line(ofc: Ofc, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "ofc.duckdb").write_bytes(b"x" * 20_000)
    (tmp_path / "out" / "run.json").write_text("{}", "utf-8")
    ran = ofc("audit", "out")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("ofc: out: the results cannot be read: ")
    assert ran.err.endswith("; make them anew with ofc run\n")
    assert ran.err.count("\n") == 1
    (tmp_path / "out" / "run.json").write_text("{", "utf-8")
    assert ofc("audit", "out").err.startswith("ofc: out: the results cannot be read: Expecting property name")
