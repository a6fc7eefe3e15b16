"""Across hands: Fantasyland due, given, denied and not due; the button; where a chain is broken and nothing can be told."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from audit.hands import ANA, BO, CY, DAN, EVE, FIVES, KINGS, chain, hand, points, rules
from ofc_audit.warehouse.build import build

KINGS_FOUL = "top [Kd Kh 4c] middle [9s 9c 5d 3c 2c] bottom [Ah Qh Jh 6h 3h]"
MISSING = ("unverifiable", "chain broken: missing hand")
RESTART = ("unverifiable", "chain broken: restart")
VERIFIED = ("verified", None)
WRONG = ("wrong", None)


def dealt(cards: int | None, seat: int = 1) -> dict[int, str]:
    """The seat in Fantasyland with so many cards, None where the number is not said."""
    return {seat: ", Fantasyland" if cards is None else f", Fantasyland {cards} cards"}


def in_match(n: int, boards: Sequence[str] = (DAN, EVE), match: str = "9", **said: Any) -> str:
    """Hand n of a match, a minute after the one before, the button moving clockwise."""
    given = {
        "head": [f"Match #{match}, hand {n}", *said.pop("more", ())],
        "hand_id": f"{match}-{n}",
        "time": f"2024-03-05 21:{n:02}:00",
        "button": (n % len(boards)) + 1,
        "rules_id": "pokerbet",
    }
    return hand(boards, **(given | said))


def in_room(n: int, boards: Sequence[str] = (DAN, EVE), *, minute: int | None = None, **said: Any) -> str:
    """Hand n at a table of a recorded room; nobody is capped."""
    plus, minus = {(DAN, EVE): ("+1", "-1"), (FIVES, EVE): ("+27", "-27"), (KINGS, EVE): ("+18", "-18")}.get(
        tuple(boards[:2]), ("+17", "-17")
    )
    given = {
        "hand_id": f"50-{n}",
        "time": f"2024-03-05 21:{n if minute is None else minute:02}:00",
        "rules_id": "pppoker_progressive17",
        "site": "pppoker",
        "options": "",
        "stacks": None,
        "price": "1.00 chips per point",
        "result": points(plus, minus, "0") if len(boards) == 3 else points(plus, minus),
    }
    return hand(boards, **(given | said))


def test_fantasyland_given_is_verified() -> None:
    audited = chain(in_match(1, (ANA, BO)), in_match(2, fantasy=dealt(14)))
    assert audited.found == []
    assert audited.verdicts == [(0, "fantasyland", "verified", None), (1, "fantasyland", "verified", None)]


def test_first_hand_of_a_match_has_nothing_due() -> None:
    audited = chain(in_match(1, fantasy=dealt(14)))
    assert audited.found == [("fantasy.undue", 0, "14 cards", "no Fantasyland")]
    assert audited.findings[0]["message"] == (
        "Ana is in Fantasyland in the first hand of a match, where nothing is due."
    )
    assert audited.of(0) == WRONG
    assert audited.of(0, "Bo") == VERIFIED


def test_fantasyland_denied() -> None:
    audited = chain(in_match(1, (ANA, BO)), in_match(2))
    assert audited.found == [("fantasy.denied", 1, "no Fantasyland", "14 cards")]
    finding = audited.findings[0]
    assert finding["message"] == "Ana earned it with QQ on top of the hand before (9-1) and is not in Fantasyland here."
    assert (finding["rule_key"], finding["rule_source"]) == ("fantasyland.entry", "document 000, Fantasy")
    assert audited.of(1) == WRONG
    assert audited.verdicts == [(0, "fantasyland", "verified", None), (1, "fantasyland", "wrong", None)]


def test_fantasyland_undue() -> None:
    audited = chain(in_match(1), in_match(2, fantasy=dealt(14)))
    assert audited.found == [("fantasy.undue", 1, "14 cards", "no Fantasyland")]
    assert audited.findings[0]["message"] == ("Ana is in Fantasyland and did not earn it in the hand before (9-1).")


def test_wrong_number_of_cards() -> None:
    audited = chain(
        in_match(1, (KINGS, EVE), rules_id="pokerbet_progressive"),
        in_match(2, fantasy=dealt(14), rules_id="pokerbet_progressive"),
    )
    assert audited.found == [("fantasy.cards", 1, "14 cards", "15 cards")]
    assert audited.findings[0]["message"] == (
        "Ana earned it with KK on top of the hand before (9-1): 15 cards are due, 14 were dealt."
    )
    assert audited.findings[0]["rule_key"] == "fantasyland.cards"
    assert audited.findings[0]["rule_source"] == rules()["pokerbet_progressive"].source("fantasyland.cards")


def test_number_of_cards_not_shown() -> None:
    audited = chain(in_match(1, (ANA, BO)), in_match(2, fantasy=dealt(None)))
    assert audited.found == []
    assert audited.of(1) == ("unverifiable", "card count not shown")


def test_stay_and_no_stay() -> None:
    stayed = chain(in_match(1, (KINGS, EVE)), in_match(2, (FIVES, EVE), fantasy=dealt(14)), in_match(3))
    assert stayed.found == [("fantasy.denied", 2, "no Fantasyland", "14 cards")]
    assert stayed.findings[0]["message"] == "Ana stayed by the hand before (9-2) and is not in Fantasyland here."
    assert stayed.findings[0]["rule_key"] == "fantasyland.stay"
    # A new pair of queens made in Fantasyland is no stay.
    again = chain(in_match(1, (KINGS, EVE)), in_match(2, (ANA, BO), fantasy=dealt(14)), in_match(3, fantasy=dealt(14)))
    assert again.found == [("fantasy.undue", 2, "14 cards", "no Fantasyland")]


def test_a_foul_never_enters() -> None:
    audited = chain(in_match(1, (KINGS_FOUL, EVE)), in_match(2, fantasy=dealt(14)))
    assert audited.found == [("fantasy.undue", 1, "14 cards", "no Fantasyland")]


def test_a_second_hand_with_number_1_is_not_the_first() -> None:
    audited = chain(in_match(1, (ANA, BO)), in_match(1, fantasy=dealt(14), hand_id="9-1b"))
    assert audited.found == []
    assert audited.of(1) == MISSING


def test_missing_hand_breaks_the_chain() -> None:
    audited = chain(in_match(1, (ANA, BO)), in_match(3))
    assert audited.found == []
    assert audited.of(1) == audited.of(1, "Bo") == MISSING
    assert audited.verdicts[1] == (1, "fantasyland", "unverifiable", "chain broken: missing hand")


def test_recording_that_begins_in_a_match() -> None:
    audited = chain(in_match(2, fantasy=dealt(14)))
    assert audited.found == []
    assert audited.of(0) == ("unverifiable", "chain broken: no earlier hand")


def test_hands_of_another_match_do_not_matter() -> None:
    audited = chain(in_match(1, (ANA, BO)), in_match(1, match="10"), in_match(2, match="10"))
    assert audited.found == []
    assert audited.of(1) == audited.of(2) == VERIFIED


def test_after_a_cancelled_hand_who_was_due_is_still_due() -> None:
    cancelled = in_match(2, result=["Hand cancelled"])
    given = chain(in_match(1, (ANA, BO)), cancelled, in_match(3, fantasy=dealt(14)))
    assert given.found == []
    assert [given.of(n) for n in range(3)] == [VERIFIED, ("not applicable", "cancelled hand"), VERIFIED]
    denied = chain(in_match(1, (ANA, BO)), cancelled, in_match(3))
    assert denied.found == [("fantasy.denied", 2, "no Fantasyland", "14 cards")]


def test_absent_player_breaks_the_chain_for_him_alone() -> None:
    audited = chain(
        in_match(1, (DAN, EVE), names=("Ana", "Bo")),
        in_match(2, (ANA, BO), names=("Cy", "Bo"), fantasy=dealt(14)),
    )
    assert audited.found == []
    assert audited.of(1, "Cy") == ("unverifiable", "chain broken: not in the hand before")
    assert audited.of(1, "Bo") == VERIFIED


def test_who_is_out_is_owed_nothing() -> None:
    lost = ["Seat 1: points -17, net -20.00, stack 0.00", "Seat 2: points +17, net +20.00"]
    audited = chain(in_match(1, (ANA, BO), stacks=("20.00", "20.00"), result=lost), in_match(2))
    assert audited.found == []
    assert audited.of(1) == ("unverifiable", "player out")
    honoured = chain(in_match(1, (ANA, BO), stacks=("20.00", "20.00"), result=lost), in_match(2, fantasy=dealt(14)))
    assert honoured.of(1) == VERIFIED


def test_wrong_announcement_that_is_followed_is_one_finding() -> None:
    told = [*points("+17", "-17"), "Seat 1: no Fantasyland next"]
    audited = chain(in_match(1, (ANA, BO), result=told), in_match(2))
    assert (audited.found, audited.hand_checks) == ([], ["fantasy.claim"])
    assert audited.of(1) == WRONG
    assert audited.verdicts == [(0, "fantasyland", "wrong", None), (1, "fantasyland", "wrong", None)]
    told = [*points("+17", "-17"), "Seat 1: Fantasyland 15 cards next"]
    audited = chain(in_match(1, (ANA, BO), result=told), in_match(2, fantasy=dealt(15)))
    assert (audited.found, audited.hand_checks) == ([], ["fantasy.claim"])


def test_right_announcement_that_is_not_followed() -> None:
    told = [*points("+17", "-17"), "Seat 1: Fantasyland 14 cards next"]
    audited = chain(in_match(1, (ANA, BO), result=told), in_match(2))
    assert audited.found == [("fantasy.denied", 1, "no Fantasyland", "14 cards")]
    assert audited.hand_checks == []


def test_hands_without_a_known_rule_set() -> None:
    audited = chain(in_match(1, (ANA, BO), rules_id="lowball", options=""), in_match(2, rules_id="lowball", options=""))
    assert audited.found == []
    assert audited.of(1) == ("unverifiable", "rule set unknown: lowball")


def test_hands_in_conflict_are_no_part_of_a_chain() -> None:
    audited = chain(in_match(1, (ANA, BO)), in_match(2), in_match(2, fantasy=dealt(14)), conflicts=[1])
    assert audited.found == []
    assert audited.of(1) == ("unverifiable", "conflicting record")
    assert audited.of(2) == VERIFIED


def test_incomplete_hand_before() -> None:
    torn = DAN.replace(" 2d]", "]")
    audited = chain(in_match(1, (torn, EVE)), in_match(2, fantasy=dealt(14)))
    assert audited.found == []
    assert audited.of(1) == RESTART


def test_button_moves() -> None:
    audited = chain(in_match(1), in_match(2), in_match(3))
    assert audited.found == []
    stood = chain(in_match(1), in_match(2, button=2))
    assert stood.found == [("match.button", 1, "seat 2", "seat 1")]
    assert stood.findings[0]["message"] == (
        "Seat 2 (Bo) has the button; it was on seat 2 in the hand before (9-1) and goes to seat 1."
    )
    assert stood.verdicts[-1] == (1, "match", "wrong", None)


def test_button_goes_to_the_next_seat_dealt_in() -> None:
    three = (DAN, EVE, CY.replace("Jd Jh Js", "As Ad Qd").replace("7s", "5h"))
    first = in_match(1, three, button=1)
    assert chain(first, in_match(2, three, button=2)).found == []
    assert chain(first, in_match(2, three, button=3)).found == [("match.button", 1, "seat 3", "seat 2")]
    # The first button of a match is free, and after a gap or a cancelled hand nothing is known of it.
    assert chain(first, in_match(1, three, match="10", button=1)).found == []
    assert chain(first, in_match(3, three, button=1)).found == []
    assert (
        chain(first, in_match(2, three, button=2, result=["Hand cancelled"]), in_match(3, three, button=1)).found == []
    )


def test_room_without_matches() -> None:
    honoured = chain(in_room(1, (ANA, BO)), in_room(2, fantasy=dealt(14)), numbers=[1, 2])
    assert honoured.found == []
    assert honoured.of(0) == ("unverifiable", "chain broken: no earlier hand")
    assert honoured.of(1) == VERIFIED
    denied = chain(in_room(1, (ANA, BO)), in_room(2), numbers=[1, 2])
    assert denied.found == [("fantasy.denied", 1, "no Fantasyland", "14 cards")]


def test_gap_in_the_numbers_of_a_room() -> None:
    audited = chain(in_room(1, (ANA, BO)), in_room(3), numbers=[1, 3])
    assert audited.found == []
    assert audited.of(1) == MISSING


def test_room_that_does_not_number_by_table() -> None:
    said = {"rules_id": "spartan_refant14", "site": "spartan"}
    audited = chain(in_room(1, (ANA, BO), **said), in_room(4, **said), numbers=[None, None])
    assert audited.found == [("fantasy.denied", 1, "no Fantasyland", "14 cards")]
    # Six minutes on, a hand may be missing that no number betrays.
    later = chain(in_room(1, (ANA, BO), **said), in_room(7, **said), numbers=[None, None])
    assert later.found == []
    assert later.of(1) == ("unverifiable", "chain broken: restart")


@pytest.mark.parametrize(
    ("before", "after", "numbers"),
    [
        pytest.param({"result": points("+17", "-17", net=("+9.00", "-9.00"))}, {}, [1, 2], id="capped"),
        pytest.param({"result": points("+17", "-17", net=("+9.00", "-9.00"))}, {"minute": 9}, [1, 2], id="capped, later"),
        pytest.param({"result": ["Seat 1: points +17", "Seat 2: points -17"]}, {}, [1, 2], id="cap unknown"),
        pytest.param({}, {"minute": 20, "names": ("Ana", "Cy")}, [1, 2], id="other players after a pause"),
        pytest.param({}, {"time": "2024-03-05 22:30:00"}, [1, 2], id="long pause"),
    ],
)  # fmt: skip
def test_tables_that_may_have_restarted(before: dict[str, Any], after: dict[str, Any], numbers: list[int]) -> None:
    denied = chain(in_room(1, (ANA, BO), **before), in_room(2, **after), numbers=numbers)
    assert denied.found == []
    assert denied.of(1) == RESTART
    honoured = chain(in_room(1, (ANA, BO), **before), in_room(2, fantasy=dealt(14), **after), numbers=numbers)
    assert honoured.found == []
    assert honoured.of(1) == VERIFIED


@pytest.mark.parametrize("after", [{"minute": 20}, {"minute": 4, "names": ("Ana", "Cy")}], ids=["pause", "players"])
def test_pauses_and_new_players_alone_excuse_nothing(after: dict[str, Any]) -> None:
    denied = chain(in_room(1, (ANA, BO)), in_room(2, **after), numbers=[1, 2])
    assert denied.found == [("fantasy.denied", 1, "no Fantasyland", "14 cards")]


def test_voided_hand_before() -> None:
    void = in_room(2, result=["Hand cancelled"])
    denied = chain(in_room(1, (ANA, BO)), void, in_room(3), numbers=[1, 2, 3])
    assert denied.found == []
    assert denied.of(2) == RESTART
    honoured = chain(in_room(1, (ANA, BO)), void, in_room(3, fantasy=dealt(14)), numbers=[1, 2, 3])
    assert honoured.of(2) == VERIFIED


def test_wrong_number_of_cards_has_no_excuse() -> None:
    capped = {"result": points("+17", "-17", net=("+9.00", "-9.00"))}
    audited = chain(in_room(1, (ANA, BO), **capped), in_room(2, fantasy=dealt(15)), numbers=[1, 2])
    assert audited.found == [("fantasy.cards", 1, "15 cards", "14 cards")]


@pytest.mark.parametrize(
    ("rules_id", "site", "right", "wrong"),
    [("pppoker_progressive17", "pppoker", 15, 14), ("upoker_refant14", "upoker", 14, 15)],
)
def test_cards_on_a_stay(rules_id: str, site: str, right: int, wrong: int) -> None:
    said = {"rules_id": rules_id, "site": site}

    def three(cards: int) -> Any:
        return chain(
            in_room(1, (KINGS, EVE), **said),
            in_room(2, (FIVES, EVE), fantasy=dealt(15), **said),
            in_room(3, fantasy=dealt(cards), **said),
            numbers=[1, 2, 3],
        )

    assert three(right).found == []
    assert three(right).of(2) == VERIFIED
    assert three(wrong).found == [("fantasy.cards", 2, f"{wrong} cards", f"{right} cards")]
    assert three(wrong).findings[0]["message"] == (
        f"Ana stayed by the hand before (50-2): {right} cards are due, {wrong} were dealt."
    )
    assert three(wrong).findings[0]["rule_key"] == "fantasyland.cards_on_stay"


def test_cards_of_trips_are_unknown_in_some_rooms() -> None:
    said = {"rules_id": "pppoker_refant14"}
    audited = chain(in_room(1, (FIVES, EVE), **said), in_room(2, fantasy=dealt(16), **said), numbers=[1, 2])
    assert audited.found == []
    assert audited.of(1) == ("unverifiable", "rule unknown: fantasyland.cards")
    denied = chain(in_room(1, (FIVES, EVE), **said), in_room(2, **said), numbers=[1, 2])
    assert denied.found == [("fantasy.denied", 1, "no Fantasyland", "Fantasyland")]
    assert denied.findings[0]["message"].startswith("Ana earned it with 555 on top of the hand before (50-1)")


def test_whole_run_in_any_order(tmp_path: Path) -> None:
    texts = [in_match(1, (ANA, BO)), in_match(2, button=2), in_match(3, fantasy=dealt(14), button=1)]
    tables = []
    for number, order in enumerate(([0, 1, 2], [2, 0, 1])):
        paths = []
        for at in order:
            paths.append(str(tmp_path / f"{number}-{at}.txt"))
            Path(paths[-1]).write_text(texts[at], "utf-8")
        out = tmp_path / f"out{number}"
        build(paths, out, threads=1)
        places = {"source_file", "first_line", "last_line"}
        found = pq.read_table(out / "parquet" / "findings.parquet").to_pylist()
        tables.append([{k: v for k, v in row.items() if k not in places} for row in found])
    assert tables[0] == tables[1]
    # The same stacks in each hand, and one board twice, are told too.
    of_chains = [row["check_id"] for row in tables[0] if row["check_id"].startswith(("fantasy.", "match."))]
    assert of_chains == ["fantasy.denied", "match.button", "fantasy.undue"]


# A limit of stays in a row: openface_pineapple allows one.


def at_club(n: int, boards: Sequence[str] = (DAN, EVE), **said: Any) -> str:
    """Hand n of a table without matches whose rule set allows one stay in a row and keeps the button for Fantasyland."""
    scored = {"stacks": ("500.00", "500.00"), "result": said.pop("result", points(*_points_of(boards)))}
    return in_match(n, boards, rules_id="openface_pineapple", site="club", head=(), **(scored | said))


def _points_of(boards: Sequence[str]) -> tuple[str, str]:
    return {(DAN, EVE): ("+1", "-1"), (FIVES, EVE): ("+27", "-27"), (KINGS, EVE): ("+18", "-18")}[tuple(boards)]  # type: ignore[index]


def announced(text: str, words: str) -> str:
    return text.replace("*** END ***", f"Seat 1: {words}\n*** END ***")


def in_club(*steps: tuple[Sequence[str], bool], say: dict[int, str] | None = None) -> Any:
    """Hands of a table, each of (boards, whether Ana is in Fantasyland); `say`: what is announced to her in a hand, by its number."""
    texts, button = [], 2
    for n, (boards, inside) in enumerate(steps, 1):
        if n > 1 and not inside:
            button = 3 - button
        text = at_club(n, boards, button=button, fantasy=dealt(14) if inside else None)
        texts.append(announced(text, say[n]) if say and n in say else text)
    return chain(*texts, numbers=list(range(1, len(texts) + 1)))


QUEENS, QUADS, PLAIN = (KINGS, EVE), (FIVES, EVE), (DAN, EVE)


def test_one_stay_in_a_row_and_no_more() -> None:
    given = in_club((QUEENS, False), (QUADS, True), (QUADS, True), (PLAIN, False))
    assert given.found == []
    assert [given.of(n) for n in range(1, 4)] == [VERIFIED] * 3
    third = in_club((QUEENS, False), (QUADS, True), (QUADS, True), (PLAIN, True))
    assert third.found == [("fantasy.undue", 3, "14 cards", "no Fantasyland")]
    assert third.findings[0]["rule_key"] == "fantasyland.stay_limit"
    denied = in_club((QUEENS, False), (QUADS, True), (PLAIN, False))
    assert denied.found == [("fantasy.denied", 2, "no Fantasyland", "14 cards")]


def test_a_fresh_entry_starts_the_count_anew() -> None:
    first = [(QUEENS, False), (QUADS, True), (QUADS, True)]
    again = in_club(*first, (QUEENS, False), (QUADS, True), (PLAIN, True))
    assert again.found == []
    assert [again.of(n) for n in range(1, 6)] == [VERIFIED] * 5


def test_where_the_run_begins_is_not_known_the_limit_leaves_it_open() -> None:
    # The first hand on record may be the entry's or the stay's.
    audited = in_club((QUADS, True), (PLAIN, True))
    assert audited.found == []
    assert audited.of(1) == ("unverifiable", "rule unknown: fantasyland")
    # Two in a row on record are enough to know that the limit is reached.
    assert in_club((QUADS, True), (QUADS, True), (PLAIN, True)).found == [
        ("fantasy.undue", 2, "14 cards", "no Fantasyland")
    ]


def test_what_is_announced_under_a_limit() -> None:
    steps = ((QUEENS, False), (QUADS, True), (QUADS, True))
    right = in_club(*steps, say={2: "Fantasyland 14 cards next", 3: "no Fantasyland next"})
    assert right.found == []
    wrong = in_club(*steps, say={3: "Fantasyland 14 cards next"})
    assert wrong.found == [("fantasy.claim", 2, "14 cards", "no Fantasyland")]
    assert wrong.findings[0]["message"] == (
        "Ana meets a condition for staying in Fantasyland hand 2 in a row; the rules allow 1 stay in a row: no other is due."
    )
    assert wrong.findings[0]["rule_key"] == "fantasyland.stay_limit"
    unsaid = in_club(*steps, say={2: "no Fantasyland next"})
    assert [row[:2] for row in unsaid.found] == [("fantasy.claim", 1)]


def test_the_button_stands_still_for_fantasyland_where_the_rules_say_so() -> None:
    texts = [at_club(1, QUEENS, button=2), at_club(2, button=1, fantasy=dealt(14))]
    moved = chain(*texts, numbers=[1, 2])
    assert moved.found == [("match.button", 1, "seat 1", "seat 2")]
    # After a hand that may have been capped the table may have begun anew.
    broke = at_club(1, QUEENS, button=2, result=points("+18", "-18", net=("+5.00", "-5.00")))
    assert chain(broke, texts[1], numbers=[1, 2]).found == []
