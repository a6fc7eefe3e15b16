"""The dirty inputs through the whole program in every form of a table, as the dealer's lines, and under other sites and clubs: one run."""

import io
import json
import zipfile

import pytest

from ofc_audit.cli.main import run_command
from read.dirt.hands import T0, T1, Hand
from read.dirt.spelling import FORMATS
from read.dirt.tables import TABLE_FORMS, WITH_OFF, TableForm, cells, changed
from read.dirt.test_program import ENTRY, FANTASY, THREE, VOID, Run, ofc_run, put
from read.dirt.test_tables import NO_ID, OF_ANY_CLUB, WHERE, of_any_club
from read.dirt.test_whole import CASES
from read.swc_records import finished

HOSTILE = "x'); DROP TABLE hands;--"
GAME = "New game started (2 hands)\n"
DEALT = {
    "24": GAME + finished(1, Ana=10, Bo=-6, Cy=-3) + "TOTAL - Ana: +10, Bo: -6, Cy: -3\nAna wins 10\n",
    "57": GAME + finished(1, Ana=17, Bo=-11) + "TOTAL - Ana: +17, Bo: -11\n",
    "14": GAME + finished(1, **{HOSTILE: 17, "Bo": -17}) + f"{HOSTILE} wins 17.00\n",
    # The same words twice in a log are two games; another log that begins otherwise is another.
    "41": (GAME + finished(1, Ana=3, Bo=-3)) * 2,
}
OTHER_SITE = {
    "ofc_text": ("site pokerbet", "site tonybet"),
    "ofc_jsonl": ('"site": "pokerbet"', '"site": "tonybet"'),
    "capture_hh": ('"appName": "Ppp"', '"appName": "Upoker"'),
}
"""One record at another site; the logs of the arena and of the tracker are each of one site."""


def scored(form: TableForm) -> list[Hand]:
    """All hands of which the score is at issue, each at a table of its own."""
    hands = [case.hand.but(number=1000 + at, table=f"{form} {at}") for at, case in enumerate(CASES.values())]
    return [
        *hands,
        THREE.but(number=24, table=f"{form} 24"),
        T0.but(number=14, table=f"{HOSTILE} {form}").but(1, name=HOSTILE),
    ]


def chain(name: str, *hands: Hand) -> list[Hand]:
    """Hands of one table, of players of their own."""
    return [
        hand.but(number=3000 + at, table=name).but(0, name=f"Ana {name}").but(1, name=f"Bo {name}")
        for at, hand in enumerate(hands)
    ]


def packed() -> bytes:
    """Tables of each form, a good one and one that is cut short, a log of the dealer, and a name that leads out."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        for at, form in enumerate(TABLE_FORMS.values()):
            good, other = (T0.but(number=number + at, table=f"48 {form}") for number in (4800, 4900))
            made.writestr(f"week/good.{form}", form.file(good))
            made.writestr(f"week/cut.{form}", form.file(good, other)[:-20])
        for at, (name, form) in enumerate((name, form) for name, form in FORMATS.items() if name != "table"):
            made.writestr(f"week/{name}", form.file(T0.but(number=4900 + at, table=f"48 {name}")))
        made.writestr("week/dealer", DEALT["57"].replace("-11", "-17"))
        made.writestr("../up.csv", TABLE_FORMS["csv"].file(T0))
    return out.getvalue()


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """One run of a folder for each case."""
    folder = tmp_path_factory.mktemp("forms")
    in_new_york = changed(WITH_OFF, {"pokerbet_progressive": ENTRY.rules, '"UTC"': '"America/New_York"'})
    times = ("2024-11-03 01:30:00", "2024-11-03 01:10:00")
    autumn = [hand.but(time=time) for hand, time in zip((ENTRY, FANTASY), times, strict=True)]
    nights = [hand.but(time=f"2024-03-06 21:{at}5:00") for at, hand in enumerate((ENTRY, VOID, FANTASY))]
    files: dict[str, str | bytes] = {f"dealer {case}/log": text for case, text in DEALT.items()}
    for form in TABLE_FORMS.values():
        rows = cells(T0.but(table=f"39 {form}"))
        files |= {
            f"score/{form}": form.file(*scored(form)),
            f"27/{form}": form.file(*chain(f"27 {form}", *autumn)),
            f"30/{form}": form.file(*chain(f"30 {form}", *nights)),
            f"41/{form}": form.pack(of_any_club(f"41 {form}")),
            **{f"39/{form} {at}": form.pack(rows if at else rows[:1] + rows[1:]) for at in range(2)},
        }
        files[f"39/{form} blank"] = form.pack([rows[0], [], *rows[1:]])
    hands = (T0.but(table="club"), T1.but(table="club"))
    for name, (old, new) in OTHER_SITE.items():
        text = FORMATS[name].file(*(hand.but(table=f"club {name}") for hand in hands))
        files |= {f"site/{name}": text, f"site/{name} other": text.replace(old, new)}
    files["site/capture_hh club"] = str(files["site/capture_hh"]).replace("45083", "45084")
    put(folder / "in", files)
    texts = {"score": WITH_OFF, "27": in_new_york, "30": changed(WITH_OFF, {"pokerbet_progressive": ENTRY.rules})}
    texts |= {
        "41": OF_ANY_CLUB,
        "39": changed(WITH_OFF, NO_ID).replace("[times]", '[file]\nignored = ["Hand"]\n[times]'),
    }
    put(folder / "in", {f"{name}/mapping.toml": text for name, text in texts.items()} | {"48/week.zip": packed()})
    put(folder / "in", {"48/week.zip.mapping.toml": WITH_OFF})
    return ofc_run(folder, "in")


def test_the_exit_status_says_that_there_are_findings_and_rejects(ran: Run) -> None:
    assert ran.status == 1


def test_every_score_has_the_right_verdict_in_every_form_of_a_table(ran: Run) -> None:
    n = len(scored(TABLE_FORMS["csv"])) * len(TABLE_FORMS)
    assert ran.counts("score") == (n, n, 0, 0, 0)
    query = "select split_part(source_file, '/score/', 2), hand_id, verdict from hands join verdicts using (hand_key)"
    for dimension in ("points", "money"):
        wanted = {str(1000 + at): getattr(case, dimension) for at, case in enumerate(CASES.values())}
        wanted |= {"24": "wrong" if dimension == "money" else "verified", "14": "verified"}
        found = ran.rows(f"{query} where contains(source_file, '/score/') and dimension = '{dimension}'")
        wrong = [row for row in found if wanted[row[1]] not in (None, row[2])]
        assert (len(found), wrong) == (n, [])


def test_points_that_appear_or_vanish_are_a_finding_where_the_dealer_tells_them(ran: Run) -> None:
    for case in ("24", "57"):
        assert ran.counts(f"dealer {case}") == (1, 1, 0, 0, 0)
        assert {check for _, check, *_ in ran.findings(f"dealer {case}")} == {"score.points", "layout.board"}


def test_names_that_are_sql_are_names(ran: Run, capsys: pytest.CaptureFixture[str]) -> None:
    query = "select count(distinct hand_key) from hands join seats using (hand_key) where player_name = $name"
    assert ran.rows(query.replace("$name", "'" + HOSTILE.replace("'", "''") + "'")) == [(1 + len(TABLE_FORMS),)]
    run_command(["stats", str(ran.out), "--player", HOSTILE, "--format", "json"])
    assert {row["player_id"] for row in json.loads(capsys.readouterr().out)} == {HOSTILE}
    query = "select table_id from hands where contains(table_id, 'DROP TABLE') order by all"
    assert ran.rows(query) == [(f"{HOSTILE} {form}",) for form in sorted(TABLE_FORMS)]


def test_a_local_hour_that_occurs_twice_keeps_both_hands_and_the_chain(ran: Run) -> None:
    n = len(TABLE_FORMS)
    assert ran.counts("27") == (2 * n, 2 * n, 0, 0, 0)
    assert set(ran.rows("select strftime(ended_at, '%H:%M') from hands where contains(source_file, '/27/')")) == {
        ("05:30",),
        ("06:10",),
    }
    assert ran.fantasyland("27") == [("unverifiable", n), ("verified", n)]


def test_a_cancelled_hand_counts_nowhere_and_fantasyland_stays_due(ran: Run) -> None:
    n = len(TABLE_FORMS)
    assert ran.counts("30") == (3 * n, 2 * n, 0, n, 0)
    assert ran.fantasyland("30") == [("not applicable", n), ("unverifiable", n), ("verified", n)]


def test_a_hand_without_an_id_is_one_hand_however_often_it_comes(ran: Run) -> None:
    n = len(TABLE_FORMS)
    assert ran.counts("39") == (3 * n, n, 2 * n, 0, 0)


def test_one_id_at_other_tables_sites_and_clubs_is_as_many_hands(ran: Run) -> None:
    n = len(WHERE) * len(TABLE_FORMS)
    assert ran.counts("41") == (n, n, 0, 0, 0)
    n = 2 * (2 * len(OTHER_SITE) + 1)
    assert ran.counts("site") == (n, n, 0, 0, 0)
    assert ran.counts("dealer 41") == (2, 2, 0, 0, 0)
    reused = [row for folder in ("41", "site") for row in ran.findings(folder) if row[1] == "source.reused_id"]
    assert reused == []


def test_good_members_of_an_archive_are_read_in_every_form_and_the_others_listed(ran: Run) -> None:
    # Of the two texts that are cut short the first hand is there, again, and the second is damaged; of the others nothing is.
    n = len(TABLE_FORMS) + len(FORMATS) - 1 + 1
    assert ran.counts("48") == (n + 4, n, 2, 0, 2)
    query = (
        "select distinct split_part(source_file, '!', 2) from rejects where contains(source_file, '/48/') order by all"
    )
    assert ran.rows(query) == [("../up.csv",), *((f"week/cut.{form}",) for form in sorted(TABLE_FORMS))]


def test_every_hand_is_counted_once(ran: Run) -> None:
    query = "select sum(n_found), sum(n_stored + n_duplicates + n_cancelled + n_rejected) from sources"
    [(found, told)] = ran.rows(query)
    assert found == told
    assert ran.rows("select count(*) from hands") == [
        (ran.rows("select sum(n_stored + n_cancelled)::int from sources")[0][0],)
    ]
