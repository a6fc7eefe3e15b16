"""Clocks: cards placed by the site, the rest of a hand out of time, and the time a player has."""

from collections.abc import Mapping, Sequence

import pytest

from audit.hands import ANA, Audited, audit, hand

FIRST = "dealt [Ks Kc 8d 8c As]", "bottom [Ks Kc 8d 8c As]"
# Bo's board, as the site places it from the first street on: bottom first, then the middle, then the top.
AUTO = (
    FIRST,
    ("dealt [7c 7d Qc]", "middle [7c 7d] discards [Qc]"),
    ("dealt [6s 4d 2s]", "middle [6s 4d] discards [2s]"),
    ("dealt [2h Jc 9h]", "top [Jc] middle [2h] discards [9h]"),
    ("dealt [Td 3s 5s]", "top [Td 3s] discards [5s]"),
)
VERIFIED = ("verified", None)


def played(
    streets: Sequence[tuple[str, str]],
    auto: Mapping[int, str],
    *,
    rules_id: str = "pokerbet_progressive",
    seat: int = 2,
    dealt: bool = True,
) -> Audited:
    """Bo's streets, `auto` by street what stands behind the placing, as `(auto)` or `(8.0 s)`."""
    lines = []
    for number, (deal, placing) in enumerate(streets, 1):
        lines.append(f"*** STREET {number} ***")
        if dealt:
            lines.append(f"Seat {seat}: {deal}")
        lines.append(f"Seat {seat}: {placing} {auto.get(number, '')}".rstrip())
    return audit(hand((ANA, BOARD), rules_id=rules_id, sections=lines, site=rules_id.split("_")[0]))


BOARD = "top [Jc Td 3s] middle [7c 7d 6s 4d 2h] bottom [Ks Kc 8d 8c As]"
ALL = dict.fromkeys(range(1, 6), "(auto)")


def changed(street: int, deal: str, placing: str) -> list[tuple[str, str]]:
    """The streets of `AUTO` with one that is otherwise."""
    return [(deal, placing) if number == street else one for number, one in enumerate(AUTO, 1)]


def test_placed_as_the_rule_says() -> None:
    audited = played(AUTO, ALL)
    assert audited.findings == []
    # Ana's streets are not in the record.
    assert audited.verdict("layout") == ("unverifiable", "streets unknown")
    assert played(AUTO, {4: "(auto)", 5: "(12.5 s, auto)"}).findings == []


def test_two_streets_of_one_player_are_one_mistake() -> None:
    swapped = [
        AUTO[0],
        ("dealt [7c 7d Qc]", "top [7d] middle [7c] discards [Qc]"),
        ("dealt [6s 4d 2s]", "middle [6s 4d] discards [2s]"),
        ("dealt [2h Jc 9h]", "top [Jc] middle [2h] discards [9h]"),
        ("dealt [Td 3s 5s]", "top [3s] middle [Td] discards [5s]"),
    ]
    board = "top [7d Jc 3s] middle [7c 6s 4d 2h Td] bottom [Ks Kc 8d 8c As]"
    lines = []
    for number, (deal, placing) in enumerate(swapped, 1):
        lines += [f"*** STREET {number} ***", f"Seat 2: {deal}", f"Seat 2: {placing} (auto)"]
    audited = audit(hand((ANA, board), rules_id="pokerbet_progressive", sections=lines, site="pokerbet"))
    assert audited.only["check_id"] == "clock.placement"
    also = "street 4 top [Jc] middle [2h] discards [9h] for middle [2h Jc] discards [9h]"
    assert audited.only["consequences"] == also


def test_the_order_dealt_decides() -> None:
    # Dealt Jc first, the middle's last place is its own.
    audited = played(changed(4, "dealt [Jc 2h 9h]", AUTO[3][1]), ALL)
    (finding,) = audited.findings
    assert (finding["check_id"], finding["acting_order"], finding["claimed"], finding["computed"]) == (
        "clock.placement",
        1,
        "top [Jc] middle [2h] discards [9h]",
        "top [2h] middle [Jc] discards [9h]",
    )
    assert finding["message"] == (
        "The site placed street 4 for Bo, dealt [Jc 2h 9h]: in that order each card goes to the first row with room, bottom, middle, top,"
        " which is top [2h] middle [Jc] discards [9h]; placed is top [Jc] middle [2h] discards [9h]."
    )
    assert (finding["mark"], finding["rule_key"]) == ("Jc", "clock.auto_order")
    assert finding["mark"] in audited.line_of(finding)
    assert audited.verdict("layout") == ("wrong", None)
    # Of a street that he placed himself nothing is said.
    assert played(changed(4, "dealt [Jc 2h 9h]", AUTO[3][1]), {}).findings == []


def test_the_third_card_is_discarded() -> None:
    audited = played(changed(2, "dealt [Qc 7c 7d]", AUTO[1][1]), ALL)
    (finding,) = audited.findings
    assert finding["claimed"] == "middle [7c 7d] discards [Qc]"
    assert finding["computed"] == "middle [Qc 7c] discards [7d]"
    # Hidden discards hide nothing here: what was dealt and not placed was discarded.
    hidden = played(changed(2, "dealt [Qc 7c 7d]", "middle [7c 7d]"), ALL)
    assert [f["check_id"] for f in hidden.findings] == ["clock.placement"]


def test_order_of_dealing_unknown() -> None:
    audited = played(AUTO, ALL, dealt=False)
    assert audited.findings == []
    assert audited.verdict("layout") == ("unverifiable", "streets unknown")


def whole(bo: Sequence[str], rules_id: str = "pokerbet_progressive") -> Audited:
    """A hand in which all streets of both are known; `bo` are his lines, street by street."""
    ana = [
        "bottom [Ah Kh 8h 6h 3h]",
        "middle [9s 9c] discards [Jd]",
        "middle [5d 5h] discards [3d]",
        "top [4c] middle [2c] discards [9d]",
        "top [Qh Qd] discards [Ts]",
    ]
    lines = []
    for number in range(1, 6):
        lines += [f"*** STREET {number} ***", f"Seat 1: {ana[number - 1]}"]
        lines += [f"Seat 2: {line}" for line in bo[number - 1].split(" | ")]
    return audit(hand((ANA, BOARD), rules_id=rules_id, site=rules_id.split("_")[0], sections=lines))


def lines(auto: str, *, dealt: bool = True, streets: Sequence[tuple[str, str]] = AUTO) -> list[str]:
    """Bo's lines with `auto` behind every placing."""
    return [
        f"{deal} | {placing} {auto}".rstrip() if dealt else f"{placing} {auto}".rstrip() for deal, placing in streets
    ]


def test_verdict_of_the_layout() -> None:
    assert whole(lines("(auto)")).verdict("layout") == VERIFIED
    assert whole(lines("", dealt=False)).verdict("layout") == VERIFIED
    unknown_order = whole(lines("(auto)", dealt=False))
    assert unknown_order.verdict("layout") == ("unverifiable", "dealt order unknown")
    assert unknown_order.findings == []


def test_no_rule_for_automatic_placement() -> None:
    wrong = changed(4, "dealt [Jc 2h 9h]", AUTO[3][1])
    audited = whole(lines("(auto)", streets=wrong), rules_id="pppoker_progressive17")
    assert audited.findings == []
    assert audited.verdict("layout") == ("unverifiable", "rule unknown: clock.auto_order")
    assert whole(lines("", streets=wrong), rules_id="pppoker_progressive17").verdict("layout") == VERIFIED


def test_a_later_street_is_judged_on_the_rows_as_they_are() -> None:
    # Street 1 is his own, two cards on top; the site fills the bottom's last two places on street 2.
    streets = [
        ("dealt [Jc Td Ks Kc 8d]", "top [Jc Td] bottom [Ks Kc 8d]"),
        ("dealt [8c As Qc]", "bottom [8c As] discards [Qc]"),
        ("dealt [7c 7d 2s]", "middle [7c 7d] discards [2s]"),
        ("dealt [6s 4d 9h]", "middle [6s 4d] discards [9h]"),
        ("dealt [2h 3s 5s]", "top [3s] middle [2h] discards [5s]"),
    ]
    some = dict.fromkeys(range(2, 6), "(auto)")
    assert played(streets, some).findings == []
    streets[4] = ("dealt [3s 2h 5s]", streets[4][1])
    assert [f["computed"] for f in played(streets, some).findings] == ["top [2h] middle [3s] discards [5s]"]


def test_who_goes_on_after_his_time_has_run_out() -> None:
    audited = played(AUTO, {2: "(auto)"})
    (finding,) = audited.findings
    assert (finding["check_id"], finding["severity"], finding["claimed"], finding["computed"]) == (
        "clock.rest",
        "warning",
        "street 3 by himself",
        "automatic",
    )
    assert finding["message"] == (
        "The site placed street 2 for Bo, whose time had run out, and he places street 3 himself; out of time, the rest of his hand is"
        " placed by the site."
    )
    assert played(AUTO, {5: "(auto)"}).findings == []
    assert whole(lines("", dealt=False)[:1] + lines("(auto)")[1:]).findings == []
    assert whole(lines("(auto)")[:1] + lines("")[1:], rules_id="pppoker_progressive17").findings == []


@pytest.mark.parametrize(
    ("last", "found"),
    [("(60.0 s)", []), ("(60.01 s)", ["clock.time"]), ("(60.001 s, auto)", ["clock.time"]), ("", [])],
)
def test_time_of_a_hand(last: str, found: list[str]) -> None:
    # 120 seconds and a time bank of 180: 4 × 60 and the last street.
    audited = played(AUTO, dict.fromkeys(range(1, 5), "(60.0 s)") | {5: last})
    assert [f["check_id"] for f in audited.findings] == found


def test_words_of_too_much_time() -> None:
    audited = played(AUTO, {1: "(300.5 s)", 4: "(1.25 s)"})
    (finding,) = audited.findings
    assert finding["message"] == (
        "Bo took 301.75 s over this hand; the clock gives 120 s and the time bank 180 s, 300 s in all."
    )
    assert (finding["severity"], finding["claimed"], finding["computed"]) == ("warning", "301.75 s", "at most 300 s")
    assert audited.verdict("layout") == ("unverifiable", "streets unknown")
    assert played(AUTO, {1: "(900.0 s)"}, rules_id="pppoker_progressive17").findings == []


def test_a_fantasyland_hand_placed_by_the_site() -> None:
    sections = [
        "*** FANTASYLAND ***",
        "Seat 2: dealt [Jc Td 3s 7c 7d 6s 4d 2h Ks Kc 8d 8c As Qc]",
        f"Seat 2: {BOARD} discards [Qc] (auto)",
    ]
    audited = audit(hand((ANA, BOARD), fantasy={2: ", Fantasyland 14 cards"}, sections=sections))
    assert audited.findings == []
    both = audit(
        hand(
            (ANA, BOARD),
            fantasy={1: ", Fantasyland 14 cards", 2: ", Fantasyland 14 cards"},
            sections=[*sections, f"Seat 1: {ANA} discards [Ts]"],
        )
    )
    assert both.verdict("layout") == ("unverifiable", "automatic Fantasyland placement")
