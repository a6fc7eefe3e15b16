"""The words of keys computed in C (see `read/identity.py`, which defines them)."""

import ctypes
from typing import Any

import numpy as np
import numpy.typing as npt

from ofc_audit.compiled import library

Words = npt.NDArray[np.uint64]


def _at(array: npt.NDArray[Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


def mixed(words: Words, salt: np.uint64) -> Words:
    """Each word with the salt added, mixed."""
    words = np.ascontiguousarray(words)
    found, out = library(), np.empty(len(words), np.uint64)
    assert found is not None
    found.mix_words(_at(words), ctypes.c_int64(len(words)), ctypes.c_uint64(int(salt)), _at(out))
    return out


def mixed_rows(values: npt.NDArray[Any], edges: npt.NDArray[np.int32], salt: np.uint64) -> Words:
    """One word for each row of values (bytes or int64): those from edges[i] to edges[i + 1]."""
    found, out = library(), np.empty(len(edges) - 1, np.uint64)
    assert found is not None
    values, edges = np.ascontiguousarray(values), np.ascontiguousarray(edges)
    mix = found.mix_rows if values.dtype == np.uint8 else found.mix_number_rows
    mix(_at(values), _at(edges), ctypes.c_int64(len(out)), ctypes.c_uint64(int(salt)), _at(out))
    return out


def add_words(keys: Words, owner: npt.NDArray[np.int64], words: Words) -> None:
    """Adds each word to the key of its owner, in place."""
    found = library()
    assert found is not None
    owner, words = np.ascontiguousarray(owner), np.ascontiguousarray(words)
    found.add_words(_at(keys), _at(owner), _at(words), ctypes.c_int64(len(owner)))
