"""The same deal under another id."""

from pathlib import Path

import pyarrow as pa

from ofc_audit.tables import schema
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.copies import cards_keys
from warehouse.histories import hand, rows, write

COPIES = "select h.hand_id, message from findings join hands as h using (hand_key) where check_id = 'source.copied_hand' order by 1"


def found(tmp_path: Path, *hands: str) -> list[tuple[str, str]]:
    return rows(build(write(tmp_path / "in", {"a": "".join(hands)}), tmp_path / "out").out_dir, COPIES)  # type: ignore[return-value]


def test_the_later_hand_is_the_copy_whoever_played_it_and_wherever(tmp_path: Path) -> None:
    told = found(
        tmp_path,
        hand("1", table="Rose", time="2024-03-05 21:00:00"),
        hand("2", deal=1, time="2024-03-05 21:01:00"),
        hand("3", time="2024-03-06 08:00:00"),
        hand("4", names=("Cy", "Di"), table="Rose", time="2024-03-07 08:00:00"),
        hand("5", site="another", time="2024-03-08 08:00:00"),
    )
    assert told == [
        (
            "3",
            "Every board of hand 3 is one of hand 1, card for card (table Rose, ended 2024-03-05 21:00:00 UTC), with the same players: no two"
            " deals are alike by chance. Both count in the statistics.",
        ),
        (
            "4",
            "Every board of hand 4 is one of hand 1, card for card (ended 2024-03-05 21:00:00 UTC), with other players: no two deals are alike"
            " by chance. Both count in the statistics.",
        ),
    ]


def test_other_records_of_a_hand_and_cancelled_hands_are_no_copies(tmp_path: Path) -> None:
    told = found(
        tmp_path,
        hand("1", time="2024-03-05 21:00:00"),
        # The same id: a conflict, and a reused id, which have findings of their own.
        hand("1", time="2024-03-05 21:05:00"),
        hand("1", names=("Cy", "Di"), time="2024-03-05 21:06:00"),
        hand("2", cancelled=True, time="2024-03-05 21:07:00"),
    )
    assert told == []


def boards_of(*hands: tuple[int, list[list[int]]]) -> pa.Table:
    rows = [
        {"hand_key": key, "acting_order": n, "cards": cards, "is_complete": len(cards) == 13}
        for key, boards in hands
        for n, cards in enumerate(boards)
    ]
    for row in rows:
        row["cards"] = [*row["cards"], *[255] * (13 - len(row["cards"]))]  # type: ignore[misc]
    fields = [schema("boards").field(name) for name in ("hand_key", "acting_order", "cards", "is_complete")]
    return pa.Table.from_pylist(rows, pa.schema(fields))


def test_a_key_knows_rows_and_neither_players_nor_the_order_within_a_row() -> None:
    one, two = list(range(13)), list(range(13, 26))
    within_rows = [*one[2::-1], *one[7:2:-1], *one[:7:-1]]
    across_rows = [one[3], *one[1:3], one[0], *one[4:]]
    hands, keys = cards_keys(
        boards_of((7, [one, two]), (3, [two, within_rows]), (9, [across_rows, two]), (4, [one, two[:12]]), (5, [one]))
    )
    assert hands.tolist() == [7, 3, 9, 5]
    assert keys[0] == keys[1]
    assert len(set(keys.tolist())) == 3


def test_no_boards_have_no_keys() -> None:
    hands, keys = cards_keys(boards_of())
    assert (hands.tolist(), keys.tolist()) == ([], [])
