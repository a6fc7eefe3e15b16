"""Cancelled hands, hands that differ in nothing but their id, and one hand told in several formats."""

from collections.abc import Callable
from pathlib import Path

from read.dirt.hands import ANA, BO, T0, T1, Hand
from read.dirt.spelling import FORMATS, Format, reading
from read.text_hands import Read

Reads = Callable[..., Read]
SEVEN_CARDS = (
    Hand((ANA, BO), cancelled=True)
    .but(0, board="Qh Qd/9s 9c/Ah Kh 8h", points=0, net="0.00")
    .but(1, board="Jc Td/7c 7d/Ks Kc 8d", points=0, net="0.00")
)


def test_a_cancelled_hand_is_kept_with_its_few_cards(form: Format, read: Reads) -> None:
    if form.name == "arena_jsonl":
        return
    result = read(form.file(SEVEN_CARDS, T1))
    assert result.reasons == []
    status = result.column("hands", "status")
    assert status == ["cancelled" if "cancelled" in form.says else "incomplete", "complete"]
    assert result.column("boards", "is_complete") == [False, False, True, True]
    assert result.column("claims", "points")[:2] == [0, 0]


def test_hands_that_differ_in_id_or_table_alone_have_keys_of_their_own(form: Format, read: Reads) -> None:
    others = [T0, T0.but(number=7002)] + [T0.but(table="Lotus 5")] * ("tables" in form.says)
    result = read(form.file(*others))
    assert len(set(result.column("hands", "hand_key"))) == len(others)
    assert len(set(result.column("hands", "deal_key"))) == 1


def test_a_hand_twice_has_one_key(form: Format, read: Reads) -> None:
    if form.name == "table":
        # Rows of one hand id are one hand: four rows are two copies, or a hand of four.
        assert read(form.file(T0, T0)).n_found >= 1
        return
    first, second = read(form.file(T0, T0)).column("hands", "hand_key")
    assert first == second


def test_the_same_hand_in_several_formats_is_one_hand(tmp_path: Path) -> None:
    keys = {
        name: reading(FORMATS[name], tmp_path)(FORMATS[name].file(T0)).column("hands", "hand_key")
        for name in ("ofc_text", "ofc_jsonl")
    }
    assert keys["ofc_text"] == keys["ofc_jsonl"]
    deals = {
        name: reading(FORMATS[name], tmp_path)(FORMATS[name].file(T0)).column("hands", "deal_key")
        for name in ("ofc_text", "ofc_jsonl", "table")
    }
    assert len({tuple(deal) for deal in deals.values()}) == 1
