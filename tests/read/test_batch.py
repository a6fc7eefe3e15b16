"""What no table can hold is a reject of its hand, whichever reader finds it."""

from dataclasses import replace

import numpy as np
import pytest

from ofc_audit.money import NULL
from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import CardRows, RawHands, StreetRows, misfits


def two_hands() -> RawHands:
    """Two hands of one player each, of whom nothing is known."""
    hand = np.arange(2)
    return RawHands(
        n_hands=2,
        hands={"hand_no": np.array([1, 2]), "source_file": _texts("f"), "format": _texts("x"), "site": _texts("s")}
        | {"hand_id": _texts("1")} | dict.fromkeys(("first_line", "last_line", "first_byte", "last_byte"), hand + 1),
        seats={"hand": hand, "acting_order": np.zeros(2, np.int64), "player_id": _texts("a"), "player_name": _texts("a")},
        placed=CardRows(), discarded=CardRows(), discards_known=np.zeros(2, bool), dealt=CardRows(),
        dealt_known=np.zeros(2, bool), shown=CardRows(),
        streets=StreetRows(np.array([1]), np.array([1], np.uint8), np.array([NULL]), np.array([0], np.int8)),
        claims={"points": np.array([NULL, 5]), "net": np.array([NULL, 10])},
        pairs={"hand": np.array([1]), "a": np.array([0]), "b": np.array([1]), "pair_no": np.array([0]), "bonus": np.array([3])}
        | {"is_swapped": np.array([0], np.int8)},
    )  # fmt: skip


def _texts(text: str):  # type: ignore[no-untyped-def]
    import pyarrow as pa

    return pa.array([text] * 2, pa.string())


def test_what_fits_is_no_misfit_and_the_number_for_unknown_is_none() -> None:
    assert misfits(two_hands()) == {}


@pytest.mark.parametrize(
    ("part", "name", "value", "told"),
    [
        ("hands", "hand_no", [1 << 40, 1], {0: "hand_no: 1099511627776 is out of range; -2147483648 to 2147483647 fit"}),
        ("seats", "acting_order", [0, 128], {1: "acting_order: 128 is out of range; -128 to 127 fit"}),
        ("claims", "points", [NULL, -(1 << 31) - 1], {1: "points: -2147483649 is out of range; -2147483648 to 2147483647 fit"}),
        ("claims", "net", [10**18, NULL], {0: f"net: {10**18} is out of range; {1 - 10**18} to {10**18 - 1} fit"}),
        ("pairs", "bonus", [1 << 15], {1: "bonus: 32768 is out of range; -32768 to 32767 fit"}),
    ],
)  # fmt: skip
def test_a_number_that_no_column_holds_is_named(part: str, name: str, value: list[int], told: dict[int, str]) -> None:
    raw = two_hands()
    raw = replace(raw, **{part: {**getattr(raw, part), name: np.array(value)}})
    assert misfits(raw) == told
    # What is left fits.
    keep = np.ones(2, bool)
    keep[list(told)] = False
    assert assemble(raw.keep(keep), None, n_lines=1, n_bytes=1, blank_bytes=0).hands.num_rows == 1


def test_a_time_of_a_street_that_no_column_holds_is_named() -> None:
    raw = two_hands()
    raw = replace(raw, streets=replace(raw.streets, ms=np.array([1 << 31])))
    assert misfits(raw) == {1: "ms: 2147483648 is out of range; -2147483648 to 2147483647 fit"}
