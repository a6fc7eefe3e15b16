import shutil
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest

from ofc_audit.cards import EMPTY, card_codes
from ofc_audit.report.hand import HandView, find_hands, load_hand, pair_money, street_rows
from ofc_audit.report.store import DATABASE, Store, open_store
from ofc_audit.rulesets import load_rules

RULES = load_rules()
POKERBET = RULES["pokerbet"].with_options(scoring="1-6")


def _view(stacks: list[str | None], pairs: dict[tuple[int, int], tuple[int, str | None]]) -> HandView:
    """A hand of pokerbet at 0.25 per point with stacks, and points and computed amount of each pair."""
    seats = [{"stack": None if stack is None else Decimal(stack), "player_name": "x"} for stack in stacks]
    rows = [
        {"a": a, "b": b, "scored": {"points": points, "amount": None if amount is None else Decimal(amount)}}
        for (a, b), (points, amount) in pairs.items()
    ]
    return HandView({"point_value": Decimal("0.25")}, seats, rows, [], [], POKERBET)


def test_stacks_run_along_in_the_order_of_settlement() -> None:
    pairs: dict[tuple[int, int], tuple[int, str | None]] = {
        (0, 1): (10, "0.75"),
        (0, 2): (10, "1.50"),
        (1, 2): (-4, "0"),
    }
    money = pair_money(_view(["0.75", "0.75", "9"], pairs))
    assert list(money) == [(0, 1), (0, 2), (1, 2)]
    assert [(one.worth, one.amount, one.is_capped) for one in money.values()] == [
        (Decimal("2.50"), Decimal("0.75"), True),
        (Decimal("2.50"), Decimal("1.50"), True),
        (Decimal("-1.00"), Decimal(0), True),
    ]
    assert [(one.stack_a, one.stack_b) for one in money.values()] == [
        (Decimal("0.75"), Decimal("0.75")),
        (Decimal("1.50"), Decimal(9)),
        (Decimal(0), Decimal("7.50")),
    ]


def test_after_an_unknown_amount_the_stacks_are_unknown() -> None:
    money = pair_money(_view(["10", None, "10"], {(0, 1): (2, None), (0, 2): (2, "0.50"), (1, 2): (2, None)}))
    assert [(one.stack_a, one.stack_b) for one in money.values()] == [
        (Decimal(10), None),
        (None, Decimal(10)),
        (None, Decimal("9.50")),
    ]
    assert not any(one.is_capped for one in money.values())


def _board(**said: Any) -> dict[str, Any]:
    unknown = {"discards": None, "discard_streets": None, "street_ms": None, "street_auto": None}
    return {"cards": [EMPTY] * 13, "streets": [EMPTY] * 13} | unknown | said


def test_a_fantasyland_hand_is_one_street_with_all_its_discards() -> None:
    cards = card_codes("Qs Qh 5d Kh 6c Jc 3h Kd Kc 4d 7c As Ad")
    board = _board(cards=cards, streets=[0] * 13, discards=card_codes("2c 2d"), discard_streets=[0, 1], street_ms=[900])
    (row,) = street_rows(board, fantasy=True)
    assert (row["street"], row["ms"], row["is_auto"]) == (0, 900, None)
    assert row["top"] == card_codes("Qs Qh 5d")
    assert row["discards"] == card_codes("2c 2d")


def test_a_street_that_only_discards_is_shown_and_hidden_discards_are_unknown() -> None:
    cards = [*card_codes("Qs"), *[EMPTY] * 12]
    streets = [1, *[EMPTY] * 12]
    board = _board(cards=cards, streets=streets, discards=card_codes("2c"), discard_streets=[3])
    assert [(row["street"], row["discards"]) for row in street_rows(board, False)] == [(1, []), (3, card_codes("2c"))]
    assert [row["discards"] for row in street_rows(_board(cards=cards, streets=streets), False)] == [None]


def _all_hands(store: Store) -> list[HandView]:
    views = [load_hand(store, row["hand_key"], RULES) for row in store.rows("select hand_key from hands")]
    return [replace(view, rules=None) for view in views]


@pytest.mark.parametrize("name", ["seats", "claims", "claimed_pairs", "scored_pairs", "verdicts"])
def test_rows_of_a_hand_are_found_where_hands_before_it_lack_some(store: Store, tmp_path: Path, name: str) -> None:
    whole = _all_hands(store)
    assert len(whole) > 1
    shutil.copytree(store.folder, tmp_path / "out")
    with duckdb.connect(str(tmp_path / "out" / DATABASE)) as con:
        con.execute(f"create table kept as select * from {name} where rowid > 0; drop table {name} cascade")
        con.execute(f"alter table kept rename to {name}")
    with open_store(tmp_path / "out") as lacking:
        assert _all_hands(lacking)[1:] == whole[1:]
        assert _all_hands(lacking)[0] != whole[0]


def test_a_hand_is_found_by_its_id_else_by_its_key(store: Store) -> None:
    [hand] = find_hands(store, ["1842-4"])
    assert find_hands(store, [str(hand["hand_key"])]) == find_hands(store, ["pokerbet", "1842-4"]) == [hand]
    for words in (["nowhere", "1842-4"], ["1842-4' or true --"], [f"0{hand['hand_key']}"], [f"{hand['hand_key']} "]):
        assert find_hands(store, words) == []
