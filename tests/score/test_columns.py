"""Arrow columns in and out of the scorer."""

from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest

from ofc_audit.money import MONEY, NULL, money_ints
from ofc_audit.score import columns
from ofc_audit.score.masked import Masked
from ofc_audit.tables import ARROW_TYPES

AMOUNTS = [Decimal("1.5000"), None, Decimal("-0.0001"), Decimal("99999999999999.9999"), Decimal("0")]


def test_money_both_ways() -> None:
    array = pa.array(AMOUNTS, MONEY)
    ints = money_ints(array)
    assert ints.tolist() == [15_000, NULL, -1, 10**18 - 1, 0]
    assert columns.column(Masked(ints, ints != NULL), MONEY).equals(array)
    assert money_ints(pa.chunked_array([array[1:3], array[3:]])).tolist() == [NULL, -1, 10**18 - 1, 0]
    assert money_ints(pa.array([], MONEY)).tolist() == []


@pytest.mark.parametrize(
    ("values", "name", "expected"),
    [
        (np.array([[True, False, True]]), "bool", [True, None, True]),
        (np.array([[3, 4, -5]], np.int8), "int8", [3, None, -5]),
        (np.array([[3, 4, 7462]], np.uint16), "uint16", [3, None, 7462]),
        (np.array([[3, 4, -5]], np.int8), "int16", [3, None, -5]),
    ],
)
def test_masked_arrays_become_columns_with_nulls(values: np.ndarray, name: str, expected: list[object]) -> None:
    column = columns.column(Masked(values, np.array([[True, False, True]])), ARROW_TYPES[name])
    column.validate(full=True)
    assert column.type == ARROW_TYPES[name]
    assert column.null_count == 1
    assert column.to_pylist() == expected
    assert columns.column(Masked(values), ARROW_TYPES[name]).null_count == 0


def test_unknown_values_do_not_leak_into_the_buffers() -> None:
    column = columns.column(Masked(np.array([7, 99], np.int32), np.array([True, False])), pa.int32())
    assert np.frombuffer(column.buffers()[1], np.int32).tolist() == [7, 0]


def test_whole_numbers_with_and_without_nulls() -> None:
    assert columns.whole_numbers(pa.array([1, 2], pa.int8())).dtype == np.int8
    assert columns.whole_numbers(pa.array([1, None], pa.int8()), -1).tolist() == [1, -1]
    assert columns.whole_numbers(pa.array([None], pa.int8())).tolist() == [NULL]


def test_boards_are_a_view_of_one_chunk_and_right_in_slices() -> None:
    flat = pa.array(np.arange(39, dtype=np.uint8))
    array = pa.FixedSizeListArray.from_arrays(flat, type=ARROW_TYPES["board"])
    assert np.shares_memory(columns.boards(array), flat.to_numpy())
    assert columns.boards(array[1:2]).tolist() == [list(range(13, 26))]
    assert columns.boards(array[1:]).tolist() == np.arange(13, 39).reshape(2, 13).tolist()
    assert columns.boards(pa.chunked_array([array[2:], array[:1]])).tolist() == [list(range(26, 39)), list(range(13))]


def test_flags() -> None:
    flags = columns.flags(pa.chunked_array([[True, False], [True]]))
    assert flags.dtype == np.bool_
    assert flags.tolist() == [True, False, True]


def test_money_of_several_seats_in_rows() -> None:
    ints = np.array([[15_000, 0], [-1, 20_000]])
    column = columns.column(Masked(ints, np.array([[True, False], [True, True]])), MONEY)
    assert column.to_pylist() == [Decimal("1.5000"), None, Decimal("-0.0001"), Decimal("2.0000")]
