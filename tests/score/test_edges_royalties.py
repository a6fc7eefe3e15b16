"""Cells of the royalty tables by row value: their names in order, and that what is wholly known carries no mask."""

import numpy as np

from ofc_audit.score.ranks import PAIR, TRIPS
from ofc_audit.score.royalties import cells_of_values, royalty_tables, top_cell
from score.scoring import rules_like


def test_names_of_tops() -> None:
    assert [top_cell(category, 4) for category in (0, PAIR, TRIPS)] == ["", "66", "666"]


def test_cells_in_the_order_of_the_values() -> None:
    cells, of_value = cells_of_values("bottom")
    assert cells == ("", "trips", "straight", "flush", "full_house", "quads", "straight_flush", "royal_flush")
    assert len(of_value) == 7463
    assert np.bincount(of_value).tolist() == [1 + 1277 + 2860 + 858, 858, 10, 1277, 156, 156, 9, 1]
    cells, of_value = cells_of_values("top")
    assert cells == ("", *(rank * 2 for rank in "23456789TJQKA"), *(rank * 3 for rank in "23456789TJQKA"))
    assert np.bincount(of_value).tolist() == [1 + 286, *[12] * 13, *[1] * 13]


def test_a_table_without_a_lost_cell_carries_no_mask() -> None:
    assert [table.known for table in royalty_tables(rules_like())] == [None] * 3
    russian = royalty_tables(rules_like(royalties="russian"))
    assert [table.known is None for table in russian] == [True, False, False]
    assert [table.filled.dtype for table in russian] == [np.int16] * 3
