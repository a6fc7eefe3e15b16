"""What a format cannot hold: which hands, in which words, and exactly what is left of them."""

import gc
import weakref
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from ofc_audit.read.carry import Loss, carry, held, holding, limits_of
from ofc_audit.read.hand_rows import HandRows, hand_rows
from read.jsonl_records import R_FULL, board, line, read_lines
from read.test_ofc_jsonl_write import tables


def rows_of(text: str) -> HandRows:
    found = read_lines(text)
    assert found.reasons == []
    return hand_rows(tables(found))


def left(text: str, target: str) -> tuple[dict[str, list[dict[str, Any]]], list[str]]:
    """The hands as a format can hold them, and what it could not."""
    carried = carry(rows_of(text), target)
    return {name: data.to_pylist() for name, data in carried.rows.tables.items()}, words(carried.losses)


def words(losses: tuple[Loss, ...]) -> list[str]:
    return [loss.limit.words for loss in losses]


def test_an_unknown_format_is_refused_with_those_known() -> None:
    with pytest.raises(KeyError, match="no format 'xml' is written; known are ofc_text, ofc_jsonl, capture_hh"):
        limits_of("xml")


def test_how_far_formats_hold_a_fact() -> None:
    held_by = {
        target: {fact.name: how for fact, how in holding(target)} for target in ("ofc_text", "ofc_jsonl", "capture_hh")
    }
    assert [how["club"] for how in held_by.values()] == ["no", "yes", "yes"]
    assert [how["options of the table"] for how in held_by.values()] == ["in part", "in part", "no: left out"]
    assert [how["claimed net"] for how in held_by.values()] == ["yes", "yes", "yes"]


def test_only_the_rows_concerned_lose_anything() -> None:
    text = line(
        seats__0__claims__royalties=[1, -2, 3], seats__1__claims__royalties=[4, 5, 6], seats__1__claims__foul=False
    )
    found, lost = left(text, "ofc_text")
    assert lost == ["royalties of some rows only, or below zero"]
    assert [claim["middle_royalties"] for claim in found["claims"]] == [None, 5]
    assert [claim["points"] for claim in found["claims"]] == [17, -17]


def test_the_account_is_kept_where_one_word_has_to_do() -> None:
    found, lost = left(line(seats__0__id="77"), "ofc_text")
    assert lost == ["a name beside the account: the account alone is written"]
    assert [(seat["player_id"], seat["player_name"]) for seat in found["seats"]] == [("77", "77"), ("Bo", "Bo")]


def test_a_board_of_which_a_street_says_nothing_is_told_as_it_was_shown() -> None:
    streets = [board("Qh", "9c 9s", "4c Ah"), board("", "", ""), board("Qd", "", "Kh")]
    found, lost = left(line(seats__0__streets=streets), "ofc_text")
    assert lost == ["a street of which nothing is known"]
    first = found["boards"][0]
    text = [None if code == 255 else code for code in first["cards"]]
    assert text == [42, 41, None, 31, 28, None, None, None, 50, 46, 8, None, None]
    assert set(first["streets"]) == {255}
    assert [first[name] for name in ("discards", "dealt", "street_ms", "street_auto")] == [None] * 4
    assert found["boards"][1]["streets"] == [255] * 13


def test_streets_that_say_nothing_of_automatic_placement_read_as_placed_by_the_player() -> None:
    rows = rows_of(line(R_FULL))
    unmarked = rows.blank("boards", ("street_auto",), np.array([True, False]))
    carried = carry(unmarked, "ofc_jsonl")
    assert words(carried.losses) == ["that it is unknown whether a street was placed automatically: it reads as not"]
    assert carried.rows.column("boards", "street_auto").to_pylist() == [[False] * 5, [False]]


def test_pairs_that_say_nothing_go_and_the_others_are_numbered_anew() -> None:
    said = {"a": 1, "b": 2, "points": 3}
    third = {**R_FULL["seats"][1], "seat": 3, "player": "Cy"}
    text = line(
        R_FULL,
        sitting_out=None,
        seats=[*R_FULL["seats"], third],
        pairs=[{"a": 1, "b": 3}, said, {"a": 2, "b": 3, "bonus": 0}],
    )
    found, lost = left(text, "ofc_text")
    assert lost == ["a pair of which nothing is said"]
    assert [(pair["pair_no"], pair["a"], pair["b"]) for pair in found["claimed_pairs"]] == [(0, 0, 1), (1, 1, 2)]


def test_a_capture_takes_no_hand_that_other_rules_score() -> None:
    rows = rows_of(line(site="pppoker", rules="pppoker_refant14", currency="chips", options={"match_cap": "5"}))
    carried = carry(rows, "capture_hh")
    assert words(carried.losses) == ["options of the table"]
    assert carried.rows.n_hands == 0
    assert carried.is_kept.tolist() == [False]


def test_the_first_hand_with_a_loss_is_named() -> None:
    text = line(hand_id="1") + line(hand_id="2", seats__0__hero=True) + line(hand_id="3", club="9")
    with pytest.raises(ValueError, match="hand pokerbet 2: ofc_text cannot hold whose recording it is"):
        held(tables(read_lines(text)), "ofc_text")


def test_rows_in_any_order_find_their_hand_and_their_place() -> None:
    text = line(hand_id="1") + line(R_FULL) + line(hand_id="2")
    of = tables(read_lines(text))
    mixed = {name: data.take(pa.array(np.arange(data.num_rows)[::-1])) for name, data in of.items() if name != "hands"}
    ours, theirs = hand_rows(of), hand_rows({**mixed, "hands": of["hands"]})
    assert ours.column("seats", "player_name").to_pylist() == ["Ana", "Bo"] * 3
    for name in ("seats", "boards", "claims", "claimed_pairs"):
        assert ours.owner[name].tolist() == theirs.owner[name].tolist()
        assert ours.tables[name].equals(theirs.tables[name])


def test_a_row_of_no_hand_is_refused() -> None:
    of = tables(read_lines(line(hand_id="1") + line(R_FULL)))
    with pytest.raises(ValueError, match="a row of seats belongs to none of the hands"):
        hand_rows({**of, "hands": of["hands"].slice(0, 1)})


def test_hands_that_were_looked_at_leave_memory_at_once() -> None:
    gc.disable()
    try:
        rows = rows_of(line(R_FULL))
        carry(rows, "ofc_text")
        gone = weakref.ref(rows)
        del rows
        assert gone() is None
    finally:
        gc.enable()
