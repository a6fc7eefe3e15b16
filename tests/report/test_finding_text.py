from typing import Any

from rich.cells import cell_len

from ofc_audit.report.finding_text import explain_command, quote_line, render_finding

LINE = "Seat 1 v Seat 2: rows +1 +1 +1, bonus +0, royalties 11 - 0, points +14, amount 7.00"
SCOOP: dict[str, Any] = {
    "source_file": "hand.txt",
    "first_line": 41,
    "severity": "error",
    "check_id": "score.scoop",
    "hand_id": "1842-3",
    "mark": "bonus +0",
    "message": "Ana won all three rows of Bo: the bonus is +3. Points +17, amount 8.50: Bo paid 1.50 too little.",
    "rule_key": "score.scoop_bonus",
    "rule_source": "document 000",
    "consequences": None,
    "waiver_no": None,
    "waived": None,
}


def test_a_finding_has_three_parts() -> None:
    assert render_finding(SCOOP, LINE, 100, "ofc explain pokerbet 1842-3") == (
        "hand.txt:41:33: error[score.scoop] hand 1842-3\n"
        "41 | Seat 1 v Seat 2: rows +1 +1 +1, bonus +0, royalties 11 - 0, points +14, amount 7.00\n"
        "   |                                 ^^^^^^^^\n"
        "Ana won all three rows of Bo: the bonus is +3. Points +17, amount 8.50: Bo paid 1.50 too little.\n"
        "(score.scoop_bonus: document 000)      ofc explain pokerbet 1842-3\n"
    )


def test_a_long_line_is_cut_around_what_is_meant() -> None:
    text = render_finding(SCOOP, LINE, 60)
    assert text.splitlines()[1:3] == [
        "41 | …Seat 2: rows +1 +1 +1, bonus +0, royalties 11 - 0, po…",
        "   |                         ^^^^^^^^",
    ]
    assert max(cell_len(line) for line in text.splitlines()) <= 60


def test_without_its_line_a_finding_still_says_where_and_what() -> None:
    row = SCOOP | {"consequences": "net of Ana +7.00 for +8.50", "rule_key": None}
    assert render_finding(row, None, 100) == (
        "hand.txt:41: error[score.scoop] hand 1842-3\n"
        "Ana won all three rows of Bo: the bonus is +3. Points +17, amount 8.50: Bo paid 1.50 too little.\n"
        "In consequence: net of Ana +7.00 for +8.50.\n"
    )


def test_a_finding_about_a_file_names_the_file() -> None:
    row = SCOOP | {"first_line": None, "hand_id": None, "mark": None, "rule_key": None, "message": "Unknown."}
    assert render_finding(row, None, 80) == "hand.txt: error[score.scoop]\nUnknown.\n"
    assert render_finding(row | {"source_file": None}, None, 80) == "error[score.scoop]\nUnknown.\n"


def test_wide_and_hidden_characters_do_not_shift_the_mark() -> None:
    assert quote_line(7, "王\x1b: foul", 4, 4, 80) == ["7 | 王\\x1b: foul", "  |         ^^^^"]


def test_the_next_command_can_be_pasted_into_a_shell() -> None:
    row = {"site": "pokerbet", "hand_id": "a b'c", "hand_key": 77, "n_same_id": 1}
    assert explain_command(row, ["--out", "my out"]) == """ofc explain pokerbet 'a b'"'"'c' --out 'my out'"""


def test_a_hand_whose_id_is_not_its_own_is_named_by_its_key() -> None:
    row = {"site": "pokerbet", "hand_id": "1842-3", "hand_key": 77, "n_same_id": 2}
    assert explain_command(row) == "ofc explain 77"


def test_in_a_record_of_one_line_only_words_that_stand_there_once_are_marked() -> None:
    record = '{"options": {"royalties": "american"}, "claims": {"royalties": [0, 0, 4]}}'
    row = SCOOP | {"mark": "royalties"}
    assert "^" not in render_finding(row, record, 80)
    assert "^^^^^^" in render_finding(row | {"mark": "claims"}, record, 80)


def test_a_waived_finding_says_by_which_waiver_and_why() -> None:
    row = SCOOP | {"waiver_no": 3, "waived": "Settled by hand."}
    assert "Waived (waiver 3): Settled by hand.\n" in render_finding(row, None, 80)
