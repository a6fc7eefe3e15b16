"""What the part in C found, as columns: stretches of the bytes as texts, and boards from cards that stand one behind the other."""

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.cards import EMPTY
from ofc_audit.compiled import library
from ofc_audit.money import NULL, validity
from ofc_audit.read.batch import Ints
from ofc_audit.read.boards import Boards, counted_lists
from ofc_audit.tables import ARROW_TYPES

Flat = Mapping[str, npt.NDArray[Any]]


class Columns(ctypes.Structure):
    """A table of the part in C (`compiled/columns.h`): columns one behind the other, with room for `most` rows, of which `n` are filled."""

    _fields_ = (("values", ctypes.c_void_p), ("most", ctypes.c_int64), ("n", ctypes.c_int64))


@dataclass(frozen=True)
class Form:
    """What a scan of the part in C writes: tables by their columns, and arrays by the rows that they have one of each: (name, type, width).

    `room`: for each of these rows a text of so many bytes has room at first, and so many are left where one record needs them; the scan is
    begun anew where it stopped, with twice the room, until all of the text is read.
    """

    function: str
    state: type[ctypes.Structure]
    tables: Mapping[str, tuple[str, ...]]
    arrays: Mapping[str, tuple[str, Any, int]]
    room: Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Scanned:
    """What was written: the columns of each table, the arrays, and the state that the scan ended in."""

    state: Any
    columns: Mapping[str, Mapping[str, Ints]]
    arrays: Flat


MOST_BYTES = 1 << 30
"""Larger chunks, which hold a line of that length, are not for the part in C: places in its texts are 32 bits wide."""


def scanned(form: Form, data: bytes) -> Scanned | None:
    """What the part in C writes of a chunk that begins at a line's start; None where there is none for it."""
    found = library()
    if found is None or len(data) > MOST_BYTES:
        return None
    state = form.state()
    tables: dict[str, Ints] = {}
    arrays: dict[str, npt.NDArray[Any]] = {}
    times = 1
    while True:
        most = {name: (len(data) // size + 16) * times + least for name, (size, least) in form.room.items()}
        n = {name: int(getattr(state, name).n if name in form.tables else getattr(state, f"n_{name}")) for name in most}
        for name, columns in form.tables.items():
            tables[name] = _wider(tables.get(name), np.empty((len(columns), most[name]), np.int64), n[name])
            setattr(state, name, Columns(tables[name].ctypes.data, most[name], n[name]))
        for name, (rows, kind, width) in form.arrays.items():
            arrays[name] = _longer(arrays.get(name), np.empty(most[rows] * width, kind), n[rows] * width)
            setattr(state, name, arrays[name].ctypes.data)
        for name in most.keys() - form.tables.keys():
            setattr(state, f"most_{name}", most[name])
        text = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p)
        getattr(found, form.function)(text, ctypes.c_int64(len(data)), ctypes.byref(state))
        if not state.is_full:
            break
        times *= 2
    columns_of = {
        name: dict(zip(columns, tables[name][:, : getattr(state, name).n], strict=True))
        for name, columns in form.tables.items()
    }
    return Scanned(state, columns_of, {name: _filled(state, form, name, array) for name, array in arrays.items()})


def _wider(old: Ints | None, new: Ints, n: int) -> Ints:
    if old is not None:
        new[:, :n] = old[:, :n]
    return new


def _longer(old: npt.NDArray[Any] | None, new: npt.NDArray[Any], n: int) -> npt.NDArray[Any]:
    if old is not None:
        new[:n] = old[:n]
    return new


def _filled(state: Any, form: Form, name: str, array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    rows, _, width = form.arrays[name]
    n = getattr(state, rows).n if rows in form.tables else getattr(state, f"n_{rows}")
    filled = array[: n * width]
    return filled if width == 1 else filled.reshape(n, width)


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


def optional_spans(data: bytes, start: Ints, stop: Ints) -> pa.Array:
    """Stretches of the data as texts, for a column that most hands leave out."""
    return spans(data, start, stop) if start.max(initial=NULL) >= 0 else pa.nulls(len(start), pa.string())


def repeated(text: str, n: int) -> pa.Array:
    """One text n times."""
    return pa.array([text], pa.string()).take(pa.array(np.zeros(n, np.int64)))


def distinct(texts: pa.Array) -> tuple[Ints, Ints, list[str]]:
    """The places of the texts that are not null, which distinct text each of them is, and the distinct texts."""
    coded = texts.drop_null().dictionary_encode()
    known = np.flatnonzero(np.asarray(texts.is_valid()))
    return known, np.asarray(coded.indices, np.int64), coded.dictionary.to_pylist()


def flat_boards(flat: Flat, seats: Mapping[str, Ints]) -> Boards:
    """Boards of (n, 13) `cards` and `streets`, and of lists one behind the other, counted in `seats`; what a format does not tell is left out."""
    n = len(flat["cards"])

    def cards(name: str, count: str) -> pa.Array:
        if name not in flat:
            return pa.nulls(n, ARROW_TYPES["uint8_list"])
        return counted_lists(seats[count], pa.array(flat[name]), "uint8_list")

    untold = pa.nulls(n, ARROW_TYPES["int32_list"]), pa.nulls(n, ARROW_TYPES["bool_list"])
    street_ms, street_auto = _streets(flat, seats) if "ms" in flat else untold
    return Boards(
        cards=flat["cards"],
        streets=flat["streets"],
        shown=flat["shown"] if "shown" in flat else np.full_like(flat["cards"], EMPTY),
        discards=cards("discards", "n_discards"),
        discard_streets=cards("discard_streets", "n_discards"),
        dealt=cards("dealt", "n_dealt"),
        dealt_streets=cards("dealt_streets", "n_dealt"),
        street_ms=street_ms,
        street_auto=street_auto,
    )


def _streets(flat: Flat, seats: Mapping[str, Ints]) -> tuple[pa.Array, pa.Array]:
    """Lists of the time that each street took, null where none is told of a seat, and of whether it was placed automatically."""
    n_streets = seats["n_streets"]
    has_time = seats["has_time"] == 1
    timed = pa.array(np.repeat(has_time, n_streets))
    times = pa.array(flat["ms"], mask=flat["is_timed"] == 0).filter(timed)
    autos = pa.array(flat["is_auto"] == 1)
    return (
        counted_lists(np.where(has_time, n_streets, NULL), times, "int32_list"),
        counted_lists(np.where(n_streets > 0, n_streets, NULL), autos, "bool_list"),
    )
