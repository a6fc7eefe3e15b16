import json
import subprocess
import sys
from typing import Any

import pytest

from cli.conftest import Ofc

ANA = "Qs Qh 5d/Kh 6c Jc 3h Kd/Kc 4d 7c As Ad"
BO = "2s 2h 3d/5s 5c 6s 7s 8s/9s 9c 9d Ts Js"
FOUL = "2s 2h 2d/5s 5c 6s 7s 8s/9s 9c 9d Ts Js"
DEFAULT = "rules: pokerbet with 1-6 scoring, as neither --rules nor --scoring was given\n"


def _line(**said: Any) -> bytes:
    return json.dumps(said).encode()


def test_typed_boards_are_drawn_and_scored(ofc: Ofc) -> None:
    ran = ofc("score", ANA, FOUL)
    assert (ran.status, ran.err) == (0, DEFAULT)
    assert ran.out == (
        "Board 1: legal, points +13, 14 cards in Fantasyland next\n"
        "  top     Qs Qh 5d        pair of queens                    royalties 7\n"
        "  middle  Kh 6c Jc 3h Kd  pair of kings\n"
        "  bottom  Kc 4d 7c As Ad  pair of aces\n"
        "Board 2: foul, points -13\n"
        "  top     2s 2h 2d        three twos\n"
        "  middle  5s 5c 6s 7s 8s  pair of fives\n"
        "  bottom  9s 9c 9d Ts Js  three nines\n"
        "\n"
        "Board 1 v board 2: rows +1 +1 +1, bonus +3, royalties 7 - 0, points +13\n"
    )


def test_scoring_2_4_pays_the_majority(ofc: Ofc) -> None:
    ran = ofc("score", ANA, BO, "--scoring", "2-4", "--format", "json")
    assert (ran.status, ran.err) == (0, "rules: pokerbet with 2-4 scoring, as --rules was not given\n")
    assert json.loads(ran.out)["pairs"] == [{"a": 0, "b": 1, "rows": [1, 1, -1], "bonus": 1, "points": 9}]


def test_rules_that_leave_the_method_open_leave_the_points_open(ofc: Ofc) -> None:
    ran = ofc("score", ANA, BO, "--rules", "pokerbet", "--format", "csv")
    assert ran.err == "pokerbet leaves open whether 1-6 or 2-4 is played: points are not known; give --scoring\n"
    assert ran.out == (
        "board,top,middle,bottom,foul,top_royalties,middle_royalties,bottom_royalties,points,fantasy_next\n"
        "1,Qs Qh 5d,Kh 6c Jc 3h Kd,Kc 4d 7c As Ad,false,7,0,0,,14\n"
        "2,2s 2h 3d,5s 5c 6s 7s 8s,9s 9c 9d Ts Js,false,0,0,0,,0\n"
    )
    assert "points not known" in ofc("score", ANA, BO, "--rules", "pokerbet").out


def test_rules_with_a_method_need_no_option_and_no_word(ofc: Ofc) -> None:
    ran = ofc("score", ANA, "--rules", "upoker_progressive17", "--format", "json")
    assert (ran.status, ran.err) == (0, "")
    assert json.loads(ran.out) == {
        "foul": [False],
        "royalties": [[7, 0, 0]],
        "points": [0],
        "pairs": [],
        "fantasy_next": [14],
    }


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "no boards; type one to four of them, or - to read hands from standard input. See: ofc score --help"),
        (("-", ANA), "- stands alone: type boards, or read hands from standard input"),
        (("-", "--format", "csv"), "answers to - are always JSON lines; leave --format out"),
        ((ANA,) * 5, "5 boards; a hand has one to 4"),
        ((ANA, "Qs"), "board 2: 1 row; a board is top/middle/bottom, such as Qs 8h 5d/Th 6c Jc 3h Qd/Kh 4d 7c As Ad"),
        ((ANA, "2s 2h/5s 5c 6s 7s 8s/9s 9c 9d Ts Js"), "board 2: the top row holds 2 cards; it needs 3"),
        (
            ("Qs Qh 1d/Kh 6c Jc 3h Kd/Kc 4d 7c As Ad",),
            "board 1: not a card: '1d'; a card is a rank of 23456789TJQKA and a suit of cdhs, such as Qh",
        ),
        ((ANA, ANA), "Qs is there twice (boards 1 and 2)"),
        (("Qs Qh 5d/Kh 6c Jc 3h Kd/Kc 4d 7c As As",), "As is there twice (board 1)"),
    ],
)
def test_boards_that_are_none_are_refused_in_one_line(ofc: Ofc, words: tuple[str, ...], message: str) -> None:
    ran = ofc("score", *words, "--rules", "upoker_progressive17")
    assert (ran.status, ran.out, ran.err) == (2, "", f"ofc: {message}\n")


def test_piped_hands_are_answered_line_by_line(ofc: Ofc) -> None:
    lines = [
        _line(boards=[ANA, BO], fantasy=[0, 14]),
        _line(boards=[ANA, FOUL], stacks=["10.00", "3.50"], point_value="0.50"),
        _line(boards=[ANA, BO], rules="pppoker_progressive17", point_value="1"),
    ]
    ran = ofc("score", "-", stdin=b"\n".join(lines))
    assert (ran.status, ran.err) == (0, DEFAULT)
    assert ran.out == (
        '{"foul": [false, false], "royalties": [[7, 0, 0], [0, 0, 0]], "points": [8, -8], "pairs": '
        '[{"a": 0, "b": 1, "rows": [1, 1, -1], "bonus": 0, "points": 8}], "fantasy_next": [14, 0]}\n'
        '{"foul": [false, true], "royalties": [[7, 0, 0], [0, 0, 0]], "points": [13, -13], "pairs": '
        '[{"a": 0, "b": 1, "rows": [1, 1, 1], "bonus": 3, "points": 13}], "fantasy_next": [14, 0], '
        '"net": ["3.50", "-3.50"]}\n'
        '{"foul": [false, false], "royalties": [[7, 0, 0], [0, 0, 0]], "points": [8, -8], "pairs": '
        '[{"a": 0, "b": 1, "rows": [1, 1, -1], "bonus": 0, "points": 8}], "fantasy_next": [14, 0], '
        '"net": [null, null]}\n'
    )


def test_a_bad_line_is_answered_in_its_place(ofc: Ofc) -> None:
    lines = [b"{", _line(boards=[ANA]), b"", _line(boards=[ANA, "x"])]
    ran = ofc("score", "-", stdin=b"\n".join(lines) + b"\n")
    assert ran.status == 1
    answers = [json.loads(line) for line in ran.out.splitlines()]
    assert answers[0] == {
        "line": 1,
        "error": "not JSON: Expecting property name enclosed in double quotes at character 2",
    }
    assert answers[1]["points"] == [0]
    assert answers[2] == {"line": 3, "error": "the line is empty"}
    assert answers[3]["line"] == 4
    assert answers[3]["error"].startswith("board 2: 1 row; a board is top/middle/bottom")


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (b"[1]", 'a line is an object such as {"boards": ["…", "…"]}'),
        (b"\xff", "not UTF-8 at byte 1"),
        (b'{"boards": NaN}', "not JSON: NaN"),
        (b"[" * 100_000, "not JSON that can be read: nested too deeply"),
        (b"{}", "boards is a list of boards as text, in acting order"),
        (_line(boards=[]), "0 boards; a hand has one to 4"),
        (_line(boards=[1]), "boards is a list of boards as text, in acting order"),
        (
            _line(boards=[ANA], stack=["1"]),
            "unknown key 'stack'; known are boards, rules, fantasy, stacks, point_value",
        ),
        (b'{"boards": [], "boards": []}', "the key 'boards' is there twice"),
        (_line(boards=[ANA], rules=7), "rules is the id of a rule set as text (see ofc rules list)"),
        (_line(boards=[ANA], fantasy=[0, 0]), "fantasy is a list with a number for each of the 1 boards"),
        (
            _line(boards=[ANA], fantasy=[12]),
            "fantasy has 12; possible are 0, 13 to 17, and true for a number not known",
        ),
        (_line(boards=[ANA], stacks="1"), "stacks is a list with an amount for each of the 1 boards"),
        (_line(boards=[ANA], stacks=[1.5]), 'stacks: amounts are text, such as "0.50", so that no place is lost'),
        (
            _line(boards=[ANA], point_value="0.00001"),
            "point_value: '0.00001' is no amount; write digits and at most four places, such as 0.50",
        ),
        (
            _line(boards=[ANA], point_value="-1"),
            "point_value: '-1' is no amount; write digits and at most four places, such as 0.50",
        ),
        (b'{"boards": ["' + b"x" * (1 << 20) + b'"]}', "the line is longer than 1048576 bytes"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(ofc: Ofc, line: bytes, error: str) -> None:
    ran = ofc("score", "-", stdin=line + b"\n" + _line(boards=[ANA]))
    first, second = ran.out.splitlines()
    assert json.loads(first) == {"line": 1, "error": error}
    assert json.loads(second)["foul"] == [False]
    assert ran.status == 1


def test_a_line_can_name_its_rules_and_unknown_ones_are_said(ofc: Ofc) -> None:
    lines = _line(boards=[ANA], rules="pokerbet") + b"\n" + _line(boards=[ANA], rules="chess")
    first, second = (json.loads(line) for line in ofc("score", "-", stdin=lines).out.splitlines())
    assert first["points"] == [0]
    assert second["error"].startswith("unknown rules 'chess'; known are arena_classic, ")


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(ofc: Ofc) -> None:
    ran = ofc("score", "-", stdin=b"\xef\xbb\xbf" + _line(boards=[ANA]) + b"\r\n")
    assert ran.status == 0
    assert len(ran.out.splitlines()) == 1


def test_nothing_piped_in_is_nothing_answered(ofc: Ofc) -> None:
    ran = ofc("score", "-")
    assert (ran.status, ran.out) == (0, "")


def test_a_line_is_answered_before_the_next_is_written() -> None:
    code = "from ofc_audit.cli.main import main; main()"
    words = [sys.executable, "-c", code, "score", "-", "--rules", "upoker_progressive17"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(_line(boards=[ANA]) + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["royalties"] == [[7, 0, 0]]
        process.stdin.close()
        assert process.wait() == 0


def test_royalties_that_the_rules_leave_open_can_be_said(ofc: Ofc) -> None:
    silent = ofc("score", ANA, BO, "--rules", "quadnet", "--scoring", "1-6", "--format", "json")
    assert silent.err == (
        "quadnet leaves open which royalties are paid: points are not known; give --set score.royalties=… (american, russian, none)\n"
    )
    said = ofc(
        "score",
        ANA,
        BO,
        "--rules",
        "quadnet",
        "--set",
        "score.method=1-6",
        "--set",
        "score.royalties=american",
        "--format",
        "json",
    )
    assert said.err == ""
    assert json.loads(said.out)["pairs"] == [{"a": 0, "b": 1, "rows": [1, 1, -1], "bonus": 0, "points": 8}]


def test_what_is_set_holds_for_lines_that_name_rules(ofc: Ofc) -> None:
    line = json.dumps({"boards": [ANA, BO], "rules": "openface_classic"})
    other = json.dumps({"boards": [ANA, BO], "rules": "moonlight"})
    ran = ofc("score", "-", "--scoring", "2-4", "--set", "score.royalties=none", stdin=f"{line}\n{other}\n".encode())
    first, second = (json.loads(text) for text in ran.out.splitlines())
    assert (first["points"], first["royalties"]) == ([2, -2], [[0, 0, 0], [0, 0, 0]])
    assert second["error"].startswith("unknown rules 'moonlight'")
    assert ran.status == 1


def test_a_value_that_cannot_be_set_is_named(ofc: Ofc) -> None:
    ran = ofc("score", ANA, "--set", "score.royalties=martian")
    assert (ran.status, ran.out) == (2, "")
    assert 'score.royalties: "martian" is impossible; allowed: ' in ran.err
