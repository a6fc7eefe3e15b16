"""What was won, raked and bought at a table on a day, and what a match left of the chips that were brought to it."""

from datetime import UTC, datetime
from decimal import Decimal

from sql.played import played
from sql.relations import relations, rows_of


def change(hand: int, seat: int, had: str, kind: str, by: str) -> dict[str, object]:
    amounts = {"had": Decimal(had), "stack": Decimal(had) + Decimal(by), "change": Decimal(by)}
    return {"hand_key": hand, "acting_order": seat, "previous_hand_key": 1, "kind": kind, **amounts}


def test_a_table_day() -> None:
    given = played()
    for hand, day in zip(given["hands"], (5, 5, 6), strict=True):
        hand |= {"table_id": "Rose", "ended_at": datetime(2024, 3, day, 23, 59, tzinfo=UTC)}
    given["claims"][1] |= {"net": Decimal(-18), "rake": Decimal("0.5")}
    given["stack_changes"] = [
        change(1, 0, "0", "rebuy", "25"),
        change(2, 0, "3", "top-up", "22"),
        change(2, 1, "7", "taken off", "-2"),
        change(3, 0, "5", "wrong", "-1"),
        change(3, 1, "5", "unknown", "4"),
    ]
    con, failures = relations(given, marts=("table_days", "match_chips"))
    assert failures == []
    columns = "day::varchar, hands, money_hands, won, lost, raked_hands, rake, unaccounted, rebuys, top_ups, bought, taken_off"
    rows = rows_of(con, f"select {columns}, wrong_changes, wrong_change, unknown_changes from table_days order by 1")
    assert [list(row.values()) for row in rows] == [
        ["2024-03-05", 2, 2, 37, 38, 1, 1, 0, 1, 1, 47, 2, 0, 0, 0],
        ["2024-03-06", 1, 1, 16, 16, 0, None, None, 0, 0, 0, 0, 1, -1, 1],
    ]


def test_a_match_from_its_first_hand_to_its_last() -> None:
    given = played()
    for number, hand in enumerate(given["hands"], 1):
        hand |= {"match_id": "9", "hand_no": number, "last_of_match": number == 3}
    stacks = [("100", "117"), ("100", "82"), ("117", "137"), ("82", "62"), ("137", "121"), ("62", "78")]
    given["claims"][1]["net"] = Decimal(-18)
    for at, (stack, after) in enumerate(stacks):
        given["seats"][at]["stack"], given["claims"][at]["stack"] = Decimal(stack), Decimal(after)
        given["claims"][at]["rake"] = Decimal("0.5") if at < 2 else Decimal(0)
    con, failures = relations(given, marts=("table_days", "match_chips"))
    assert failures == []
    query = (
        "select hands, first_hand_no, last_hand_no, is_whole, brought, left_after, rake, unaccounted from match_chips"
    )
    assert [list(row.values()) for row in rows_of(con, query)] == [[3, 1, 3, True, 200, 199, 1, 0]]
    given["claims"][4]["rake"] = None
    con, _ = relations(given, marts=("table_days", "match_chips"))
    assert [list(row.values())[-2:] for row in rows_of(con, query)] == [[None, None]]
    given["hands"][1]["hand_no"] = 7
    con, _ = relations(given, marts=("table_days", "match_chips"))
    assert [list(row.values())[:4] for row in rows_of(con, query)] == [[3, 1, 7, False]]


def test_of_two_hands_with_one_number_the_same_is_the_first_in_whatever_order_they_come() -> None:
    given = played()
    for number, hand in enumerate(given["hands"], 1):
        hand |= {"match_id": "9", "hand_no": 1, "last_of_match": number == 3}
    stacks = [("100", "117"), ("100", "82"), ("117", "137"), ("82", "62"), ("137", "121"), ("63", "67")]
    for at, (stack, after) in enumerate(stacks):
        given["seats"][at]["stack"], given["claims"][at]["stack"] = Decimal(stack), Decimal(after)
    query = "select brought, left_after, is_whole from match_chips"
    found = []
    for turn in (1, -1):
        con, _ = relations({name: rows[::turn] for name, rows in given.items()}, marts=("match_chips",))
        found.append([list(row.values()) for row in rows_of(con, query)])
    # The hand with the least key is the first, the one with the greatest the last.
    assert found == [[[200, 188, False]]] * 2
