"""Waivers: what a file may say, and what becomes of the findings that it meets."""

import json
from pathlib import Path

import pytest

from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.waivers import read_waivers
from warehouse.histories import hand, rows, write

ONE = '[[waiver]]\ncheck = "score.points"\nhand = "7001"\nreason = "Agreed."\n'


def waivers(folder: Path, text: str) -> Path:
    path = folder / "waivers.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[waiver]\n", ": waiver: must be entries [[waiver]], each with check and reason"),
        ("note = 1\n", ': unknown key "note"; allowed are entries [[waiver]]'),
        ("[[waiver]]\n", ": waiver 1: check: is missing; every waiver names one check (ofc checks lists them)"),
        (ONE + '[[waiver]]\ncheck = "score.luck"\n', ': waiver 2: check: no check "score.luck"; ofc checks lists them'),
        (ONE.replace('"Agreed."', '" "'), ': waiver 1: reason: " " is impossible; allowed: a text that is not empty'),
        (
            ONE.replace('reason = "Agreed."', ""),
            ": waiver 1: reason: is missing; say why the disagreement is let stand",
        ),
        (ONE.replace("hand", "hands"), ': waiver 1: unknown key "hands"; allowed: "check", "reason", "by", '),
        (ONE.replace('"7001"', "7001"), ": waiver 1: hand: 7001 is impossible; allowed: a text that is not empty"),
        (ONE + "seat = true\n", ": waiver 1: seat: True is impossible; allowed: the number of a seat"),
        (ONE + 'sha256 = "abc"\n', ': waiver 1: sha256: "abc" is impossible; allowed: 64 digits from 0 to f'),
        (ONE + 'until = "2026"\n', ': waiver 1: until: "2026" is impossible; allowed: a date such as 2026-03-01'),
        (
            ONE + "until = 2026-03-01T12:00:00\n",
            ": waiver 1: until: 2026-03-01 12:00:00 is impossible; allowed: a date",
        ),
        (ONE + "from = 2026-03-02\nuntil = 2026-03-02\n", ": waiver 1: until: is not after from"),
        (ONE + "everywhere = true\n", ": waiver 1: everywhere: is true, and the entry says where it holds"),
        (ONE + "everywhere = 1\n", ": waiver 1: everywhere: 1 is impossible; allowed: true or false"),
        (ONE.replace('hand = "7001"\n', ""), ": waiver 1: names a check and no place; say where it holds (site, "),
        (
            ONE.replace("score.points", "source.waiver"),
            ': waiver 1: check: "source.waiver" is about waivers and cannot be waived; take the waiver out',
        ),
        ("[[waiver]\n", ": not readable as TOML: "),
    ],
)
def test_what_cannot_be_is_told_with_file_entry_and_key(tmp_path: Path, text: str, message: str) -> None:
    path = waivers(tmp_path, text)
    with pytest.raises(ValueError, match=r"waivers\.toml") as raised:
        read_waivers([path])
    assert str(raised.value).startswith(f"{path}{message}")


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be read: No such file"):
        read_waivers([tmp_path / "none.toml"])


def test_lines_are_those_of_the_headers_and_a_file_counts_once(tmp_path: Path) -> None:
    path = waivers(tmp_path, "# known\n\n" + ONE + "\n  [[ waiver ]]\n" + ONE.removeprefix("[[waiver]]\n"))
    read = read_waivers([path, tmp_path / "." / "waivers.toml"])
    assert [entry.line for entry in read.entries] == [3, 8]
    assert len(read.files) == 1
    # A header inside a text would be counted too, so no line is told.
    odd = waivers(tmp_path, ONE.replace('"Agreed."', '"""\n[[waiver]]\n"""'))
    assert [entry.line for entry in read_waivers([odd]).entries] == [None]
    inline = waivers(tmp_path, 'waiver = [{check = "score.rows", site = "x", reason = "y"}]\n')
    assert [entry.line for entry in read_waivers([inline]).entries] == [None]


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Two hands: in 7001 Bo pays one point too few and Ana gets it all the same; in 7002 both are one point off."""
    folder = tmp_path_factory.mktemp("waivers")
    wrong = hand("7001", net=(17, -16)) + hand("7002", 1, points=(-8, 8), time="2024-03-05 21:20:00")
    return write(folder, {"hands.txt": wrong})


def built(history: list[str], folder: Path, text: str) -> Path:
    result = build(history, folder / "out", waiver_files=[waivers(folder, text)], threads=1)
    assert result.check_failures == ()
    return folder / "out"


def test_without_waivers_money_is_asked_back(history: list[str], tmp_path: Path) -> None:
    out = built(history, tmp_path, "")
    assert rows(
        out, "select check_id, from_name, to_name, amount::varchar from corrections where hand_id = '7001'"
    ) == [("settle.net", "Bo", None, "1.0000")]
    assert rows(out, "select count(*) from waivers") == [(0,)]
    assert json.loads((out / "run.json").read_text("utf-8"))["waivers"]["in_force"] == []


def test_a_waived_finding_stays_and_costs_nothing(history: list[str], tmp_path: Path) -> None:
    text = '[[waiver]]\ncheck = "settle.net"\nsite = "pokerbet"\nplayer = "Bo"\nreason = "Goodwill."\nby = "Rosa"\n'
    out = built(history, tmp_path, text)
    assert rows(
        out, "select hand_id, waiver_no, waived from findings join hands using (hand_key) where check_id = 'settle.net'"
    ) == [("7001", 1, "Goodwill.")]
    assert rows(out, "select count(*) from corrections where hand_id = '7001'") == [(0,)]
    assert rows(out, "select count(*) from uncorrected join hands using (hand_key) where hand_id = '7001'") == [(0,)]
    assert rows(
        out, "select verdict from verdicts join hands using (hand_key) where hand_id = '7001' and dimension = 'money'"
    ) == [("wrong",)]
    assert rows(
        out, "select verdict, reason, hands from hand_coverage where dimension = 'money' and verdict = 'waived'"
    ) == [("waived", "Goodwill.", 1)]
    run = json.loads((out / "run.json").read_text("utf-8"))
    assert run["waivers"]["waived"] == {"settle.net": 1}
    assert "settle.net" not in run["findings"]["by_check"]
    assert len(run["waivers"]["files"][0]["sha256"]) == 64


def test_a_hand_with_another_error_stays_wrong(history: list[str], tmp_path: Path) -> None:
    out = built(history, tmp_path, ONE.replace("7001", "7002"))
    n = rows(out, "select count(*), count(waived) from findings join hands using (hand_key) where hand_id = '7002'")
    waived = rows(out, "select count(*) from hand_coverage where verdict = 'waived'")
    assert n[0][1] >= 1
    assert (n[0][0] == n[0][1]) == (waived[0][0] > 0)


@pytest.mark.parametrize(
    ("where", "is_met"),
    [
        ('hand = "7001"', True),
        ('hand = "7003"', False),
        ("seat = 2", True),
        ("seat = 1", False),
        ('player = "Ana"', False),
        ('table = "Lotus 4"', True),
        ('rules = "pokerbet_progressive"', True),
        ('rules = "pokerbet"', False),
        ('club = "1"', False),
        ('match = "1"', False),
        ('tournament = "1"', False),
        ("until = 2024-03-05", False),
        ("until = 2024-03-06", True),
        # The first moment of a period is in it, the last is not.
        ("from = 2024-03-05T21:15:09Z", True),
        ("until = 2024-03-05T21:15:09Z", False),
        ("everywhere = true", True),
        (f'sha256 = "{"0" * 64}"', False),
    ],
)
def test_where_a_waiver_holds(history: list[str], tmp_path: Path, where: str, is_met: bool) -> None:
    out = built(history, tmp_path, f'[[waiver]]\ncheck = "settle.net"\nreason = "r"\n{where}\n')
    assert rows(out, "select matched, waived from waivers") == [(int(is_met), int(is_met))]
    told = rows(out, "select severity, first_line, source_file, message from findings where check_id = 'source.waiver'")
    if is_met:
        assert told == []
    else:
        ((severity, line, file, message),) = told
        assert (severity, line, file) == ("warning", 1, str(tmp_path / "waivers.toml"))
        assert message.startswith("Waiver 1 (settle.net, ")


def test_of_two_waivers_the_first_counts_and_both_match(history: list[str], tmp_path: Path) -> None:
    one = '[[waiver]]\ncheck = "settle.net"\nhand = "7001"\nreason = "first"\n'
    out = built(history, tmp_path, one + one.replace("first", "second"))
    assert rows(out, "select reason, matched, waived from waivers order by waiver_no") == [
        ("first", 1, 1),
        ("second", 1, 0),
    ]
    assert rows(out, "select waived from findings where check_id = 'settle.net'") == [("first",)]
