"""What the part in C found, as columns: stretches of the bytes as texts, and boards from cards that stand one behind the other."""

import ctypes
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.cards import EMPTY
from ofc_audit.compiled import library
from ofc_audit.money import NULL, validity
from ofc_audit.read.batch import Ints
from ofc_audit.read.boards import Boards, counted_lists

Flat = Mapping[str, npt.NDArray[Any]]


def spans(data: bytes, start: Ints, stop: Ints) -> pa.Array:
    """Stretches of the data as texts; null where `start` is negative."""
    found = library()
    assert found is not None
    n = len(start)
    start, stop = np.ascontiguousarray(start), np.ascontiguousarray(stop)
    edges = np.empty(n + 1, np.int32)
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (start, stop)]
    base = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p)
    found.copy_spans(base, *pointers, ctypes.c_int64(n), ctypes.c_void_p(edges.ctypes.data), None)
    text = np.empty(int(edges[-1]), np.uint8)
    out = ctypes.c_void_p(text.ctypes.data)
    found.copy_spans(base, *pointers, ctypes.c_int64(n), ctypes.c_void_p(edges.ctypes.data), out)
    return pa.Array.from_buffers(pa.string(), n, [validity(start >= 0), pa.py_buffer(edges), pa.py_buffer(text)])


def repeated(text: str, n: int) -> pa.Array:
    """One text n times."""
    return pa.array([text], pa.string()).take(pa.array(np.zeros(n, np.int64)))


def distinct(texts: pa.Array) -> tuple[Ints, Ints, list[str]]:
    """The places of the texts that are not null, which distinct text each of them is, and the distinct texts."""
    coded = texts.drop_null().dictionary_encode()
    known = np.flatnonzero(np.asarray(texts.is_valid()))
    return known, np.asarray(coded.indices, np.int64), coded.dictionary.to_pylist()


def flat_boards(flat: Flat, seats: Mapping[str, Ints]) -> Boards:
    """Boards of (n, 13) `cards`, `streets` and, where a showdown can tell more, `shown`, and of lists one behind the other, counted in `seats`."""
    has_time = seats["has_time"] == 1
    n_streets = seats["n_streets"]
    timed = pa.array(np.repeat(has_time, n_streets))
    times = pa.array(flat["ms"], mask=flat["is_timed"] == 0).filter(timed)
    return Boards(
        cards=flat["cards"],
        streets=flat["streets"],
        shown=flat["shown"] if "shown" in flat else np.full_like(flat["cards"], EMPTY),
        discards=counted_lists(seats["n_discards"], pa.array(flat["discards"]), "uint8_list"),
        discard_streets=counted_lists(seats["n_discards"], pa.array(flat["discard_streets"]), "uint8_list"),
        dealt=counted_lists(seats["n_dealt"], pa.array(flat["dealt"]), "uint8_list"),
        dealt_streets=counted_lists(seats["n_dealt"], pa.array(flat["dealt_streets"]), "uint8_list"),
        street_ms=counted_lists(np.where(has_time, n_streets, NULL), times, "int32_list"),
        street_auto=counted_lists(
            np.where(n_streets > 0, n_streets, NULL), pa.array(flat["is_auto"] == 1), "bool_list"
        ),
    )
