"""Tables in, tables out: mixed rule sets and numbers of players, order of rows, nulls, schema."""

from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from ofc_audit.score import ranks
from ofc_audit.score.batch import score_tables
from ofc_audit.score.hands import score_hands
from ofc_audit.tables import schema
from score.scoring import board, deals, rules_like, shipped

LEGAL = "Qh Qd 4c/9s 9c 5d 5h 2c/Ah Kh 8h 6h 3h"
OTHER = "Jc Td 3s/7c 7d 6s 4d 2h/Ks Kc 8d 8c As"
FOUL = "Ac Ad 2s/Kd Kh 7h 5s 3d/9d 9h Tc 4s 4h"


def tables_of(played: Sequence[dict[str, Any]]) -> tuple[pa.Table, pa.Table, pa.Table]:
    """Tables of hands given as `boards` (text or codes), and whatever columns of hands or lists for seats they set."""
    rows: dict[str, list[dict[str, Any]]] = {"hands": [], "seats": [], "boards": []}
    for number, hand in enumerate(played):
        key = hand.get("hand_key", 100 - number)
        rows["hands"].append({**hand, "hand_key": key, "n_seats": len(hand["boards"])})
        for order, cards in enumerate(hand["boards"]):
            codes = board(cards) if isinstance(cards, str) else cards
            fantasy = hand.get("fantasy", [0] * 9)[order]
            seat = {"hand_key": key, "acting_order": order, "is_fantasy": fantasy != 0, "fantasy_cards": fantasy}
            rows["seats"].append({**seat, "stack": hand.get("stacks", [None] * 9)[order]})
            rows["boards"].append({"hand_key": key, "acting_order": order, "cards": codes.tolist()})
    made = []
    for name, data in rows.items():
        columns = {f.name: pa.array([row.get(f.name) for row in data], f.type) for f in schema(name)}
        made.append(pa.table(columns))
    return made[0], made[1], made[2]


def hand(boards: Sequence[Any], **more: Any) -> dict[str, Any]:
    """A hand under pokerbet, 1-6, half a unit a point."""
    base = {"rules_id": "pokerbet", "option_scoring": "1-6", "point_value": Decimal("0.5000")}
    return {**base, "boards": boards, **more}


def test_a_hand_with_everything() -> None:
    seats, pairs = score_tables(*tables_of([hand([LEGAL, OTHER], stacks=[Decimal(100), Decimal(5)])]), shipped())
    assert seats.to_pylist() == [
        {
            "hand_key": 100,
            "acting_order": 0,
            "is_foul": False,
            "top_value": 409,
            "middle_value": 4402,
            "bottom_value": 7004,
            "top_category": 1,
            "middle_category": 2,
            "bottom_category": 5,
            "top_rank": 10,
            "top_royalties": 7,
            "middle_royalties": 0,
            "bottom_royalties": 4,
            "points": 17,
            "net": Decimal("5.0000"),
            "is_fantasy_next": True,
            "fantasy_next": 14,
            "is_stay_qualified": False,
        },
        {
            "hand_key": 100,
            "acting_order": 1,
            "is_foul": False,
            "top_value": 114,
            "middle_value": 2383,
            "bottom_value": 4819,
            "top_category": 0,
            "middle_category": 1,
            "bottom_category": 2,
            "top_rank": 9,
            "top_royalties": 0,
            "middle_royalties": 0,
            "bottom_royalties": 0,
            "points": -17,
            "net": Decimal("-5.0000"),
            "is_fantasy_next": False,
            "fantasy_next": 0,
            "is_stay_qualified": False,
        },
    ]
    assert pairs.to_pylist() == [
        {
            "hand_key": 100,
            "a": 0,
            "b": 1,
            "top": 1,
            "middle": 1,
            "bottom": 1,
            "bonus": 3,
            "royalties_a": 11,
            "royalties_b": 0,
            "points": 17,
            "amount": Decimal("5.0000"),
        }
    ]


MIXED = [
    hand([LEGAL, OTHER]),
    hand([OTHER, LEGAL, FOUL], rules_id="pppoker_progressive17"),
    hand([LEGAL, FOUL], option_scoring="2-4"),
    hand([LEGAL, OTHER], rules_id=None),
    hand([LEGAL]),
    hand([FOUL, OTHER, LEGAL], rules_id="pppoker_progressive17"),
    hand([LEGAL, OTHER, FOUL, OTHER, OTHER]),
    hand([LEGAL, OTHER, FOUL, OTHER]),
    hand([OTHER, LEGAL]),
]


def test_mixed_rule_sets_and_players_stay_in_the_order_of_the_rows() -> None:
    hands, seats, boards = tables_of(MIXED)
    scored_seats, scored_pairs = score_tables(hands, seats, boards, shipped())
    assert scored_seats.schema.equals(schema("scored_seats"))
    assert scored_pairs.schema.equals(schema("scored_pairs"))
    assert scored_seats.column("hand_key").to_pylist() == boards.column("hand_key").to_pylist()
    assert scored_seats.column("acting_order").to_pylist() == boards.column("acting_order").to_pylist()
    points = scored_seats.column("points").to_pylist()
    assert points[:7] == [17, -17, -11, 34, -23, 15, -15]
    assert points[7:13] == [None, None, None, -23, -11, 34]
    assert points[13:18] == [None] * 5
    assert points[18:] == [51, -11, -29, -11, -17, 17]
    order = list(zip(*(scored_pairs.column(c).to_pylist() for c in ("hand_key", "a", "b")), strict=True))
    three = [(0, 1), (0, 2), (1, 2)]
    four = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    expected = [(100, 0, 1), *((99, *p) for p in three), (98, 0, 1), (97, 0, 1), *((95, *p) for p in three)]
    assert order == [*expected, *((93, *p) for p in four), (92, 0, 1)]
    fouls = scored_seats.column("is_foul").to_pylist()
    assert [at for at, is_foul in enumerate(fouls) if is_foul] == [4, 6, 10, 15, 20]


def test_without_rules_ranks_fouls_and_rows_are_known_and_nothing_else() -> None:
    seats, pairs = score_tables(*tables_of([hand([LEGAL, FOUL], rules_id="mars", stacks=[1, 1])]), shipped())
    known = {"hand_key", "acting_order", "is_foul"} | {f"{row}_value" for row in ("top", "middle", "bottom")}
    known |= {f"{row}_category" for row in ("top", "middle", "bottom")} | {"top_rank"}
    assert {name for name in seats.column_names if seats.column(name).null_count == 0} == known
    assert {name for name in seats.column_names if seats.column(name).null_count == 2} == set(
        seats.column_names
    ) - known
    assert {n for n in pairs.column_names if pairs.column(n).null_count == 0} == {
        "hand_key",
        "a",
        "b",
        "top",
        "middle",
        "bottom",
    }
    assert [pairs.column(row).to_pylist() for row in ("top", "middle", "bottom")] == [[1], [1], [1]]


def test_one_player_and_more_than_four_are_ranked_only() -> None:
    five = [LEGAL, OTHER, FOUL, OTHER, OTHER]
    seats, pairs = score_tables(*tables_of([hand(five), hand([LEGAL])]), shipped())
    assert pairs.num_rows == 0
    assert seats.column("is_foul").to_pylist() == [False, False, True, False, False, False]
    assert seats.column("top_value").null_count == 0
    for name in ("top_royalties", "points", "net", "is_fantasy_next", "fantasy_next"):
        assert seats.column(name).null_count == 6


def test_incomplete_boards_keep_the_rows_they_have() -> None:
    seats, pairs = score_tables(*tables_of([hand([LEGAL, "Jc Td 3s/7c 7d/"])]), shipped())
    row = seats.to_pylist()[1]
    assert {name for name, value in row.items() if value is not None} == {
        *("hand_key", "acting_order", "top_value", "top_category", "top_rank")
    }
    assert seats.column("points").to_pylist() == [None, None]
    assert seats.column("top_royalties").to_pylist() == [7, None]
    assert {name for name, value in pairs.to_pylist()[0].items() if value is not None} == {"hand_key", "a", "b"}


def test_the_number_of_fantasy_cards_goes_in() -> None:
    quads = "2h 3d 5s/4c 5d 6h 7s 8c/9c 9d 9h 9s Kc"
    played = [hand([quads, OTHER], rules_id="pppoker_progressive17", fantasy=[16, 0])]
    played += [hand([quads, OTHER], rules_id="pppoker_progressive17", fantasy=[0, 0])]
    played += [hand([quads, OTHER], rules_id="pppoker_progressive17", fantasy=[None, 0])]
    seats, _ = score_tables(*tables_of(played), shipped())
    assert seats.column("fantasy_next").to_pylist() == [16, 0, 0, 0, None, 0]
    assert seats.column("is_fantasy_next").to_pylist() == [True, False, False, False, True, False]


def shuffled(table: pa.Table, seed: int) -> pa.Table:
    return table.take(pa.array(np.random.default_rng(seed).permutation(table.num_rows)))


def test_rows_in_any_order_give_the_same_rows_in_that_order() -> None:
    hands, seats, boards = tables_of(MIXED)
    straight, straight_pairs = score_tables(hands, seats, boards, shipped())
    mixed_boards = shuffled(boards, 1)
    turned, turned_pairs = score_tables(hands, shuffled(seats, 2), mixed_boards, shipped())
    assert turned.column("hand_key").to_pylist() == mixed_boards.column("hand_key").to_pylist()
    assert turned.column("acting_order").to_pylist() == mixed_boards.column("acting_order").to_pylist()
    keys = [("hand_key", "ascending"), ("acting_order", "ascending")]
    assert turned.sort_by(keys).equals(straight.sort_by(keys))
    assert turned_pairs.equals(straight_pairs)


def test_a_hand_twice_in_the_order_of_reading_is_scored_twice() -> None:
    seats, pairs = score_tables(*tables_of([hand([LEGAL, OTHER], hand_key=7)] * 2), shipped())
    assert seats.column("points").to_pylist() == [17, -17, 17, -17]
    assert pairs.column("hand_key").to_pylist() == [7, 7]


def test_rows_that_are_not_those_of_the_hands_are_refused() -> None:
    hands, seats, boards = tables_of(MIXED)
    with pytest.raises(ValueError, match=r"^boards: a row belongs to none of the hands$"):
        score_tables(hands.slice(1), seats.slice(2), boards, shipped())
    with pytest.raises(ValueError, match=r"^seats: a hand has more or fewer rows than n_seats says$"):
        score_tables(hands, seats.slice(1), boards, shipped())
    twice = tables_of([hand([LEGAL, OTHER], hand_key=7)] * 2)
    with pytest.raises(
        ValueError, match=r"^boards: rows are not in the order of the hands, and two hands share a key$"
    ):
        score_tables(twice[0], twice[1], twice[2].take(pa.array([1, 0, 2, 3])), shipped())
    gap = boards.set_column(
        1, "acting_order", pa.array([o + 1 for o in boards.column("acting_order").to_pylist()], pa.int8())
    )
    with pytest.raises(ValueError, match=r"^boards: acting orders differ from those of seats$"):
        score_tables(hands, seats, gap, shipped())


def test_no_hands() -> None:
    seats, pairs = score_tables(*tables_of([]), shipped())
    assert seats.equals(schema("scored_seats").empty_table())
    assert pairs.equals(schema("scored_pairs").empty_table())


def test_hands_without_seats() -> None:
    seats, pairs = score_tables(*tables_of([hand([]), hand([LEGAL, OTHER]), hand([])]), shipped())
    assert seats.column("points").to_pylist() == [17, -17]
    assert pairs.num_rows == 1


@pytest.mark.parametrize("chunks", [1, 3])
def test_more_hands_than_a_chunk_holds(chunks: int) -> None:
    """As many hands as several rounds of the loop, from Arrow tables of one and of several chunks."""
    n, players = ranks.CHUNK // 3 * 2 + 10, 3
    cards = deals(n, players, seed=3)
    cards[:, :, 8:] = np.sort(cards, axis=2)[:, :, 8:]
    key = np.arange(n)
    seat_keys = {"hand_key": np.repeat(key, players), "acting_order": np.tile(np.arange(players, dtype=np.int8), n)}
    given: dict[str, dict[str, Any]] = {
        "hands": {"hand_key": key, "n_seats": np.full(n, players, np.int8), "rules_id": ["pokerbet"] * n},
        "seats": {
            **seat_keys,
            "is_fantasy": np.zeros(n * players, bool),
            "fantasy_cards": np.zeros(n * players, np.int8),
        },
        "boards": dict(seat_keys),
    }
    given["hands"]["option_scoring"] = ["1-6"] * n
    flat = pa.array(cards.reshape(-1))
    given["boards"]["cards"] = pa.FixedSizeListArray.from_arrays(flat, type=schema("boards").field("cards").type)
    tables = []
    for name, columns in given.items():
        rows = len(columns["hand_key"])
        whole = pa.table({f.name: columns.get(f.name, pa.nulls(rows, f.type)) for f in schema(name)})
        cuts = np.linspace(0, rows, chunks + 1).astype(int).tolist()
        tables.append(pa.concat_tables([whole.slice(a, b - a) for a, b in pairwise(cuts)]))
    seats, pairs = score_tables(tables[0], tables[1], tables[2], shipped())
    direct = score_hands(cards, np.zeros((n, players), np.int16), rules_like())
    assert np.array_equal(seats.column("points").to_numpy(), direct.points.values.reshape(-1))
    assert np.array_equal(pairs.column("points").to_numpy(), direct.pairs.points.values.reshape(-1))
    assert np.array_equal(seats.column("is_foul").to_numpy(), direct.is_foul.values.reshape(-1))
    assert seats.column("net").null_count + pairs.column("amount").null_count > 0
