"""Who a hand is: stable 63-bit keys of its normalised content, computed for all hands of a chunk at once.

Each value is mixed with a salt of its column and place (splitmix64) and the results are added, so that a key does not depend on
the order of rows, on the machine or on a library's version. Places (file, line, format) are no content, nor are keys that
the format does not define.
"""

import hashlib
from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import EMPTY
from ofc_audit.compiled import library
from ofc_audit.compiled.keys import add_words, mixed, mixed_rows
from ofc_audit.tables import table

Words = npt.NDArray[np.uint64]
Ints = npt.NDArray[np.int64]
Columns = Mapping[str, Mapping[str, pa.Array]]

_GOLD = np.uint64(0x9E3779B97F4A7C15)
_NOT_CONTENT = {"hand_key", "deal_key", "is_swapped", "player_name", "unknown_keys", "is_complete", "status", "n_seats"}
_MASK63 = np.uint64((1 << 63) - 1)


def mix(words: Words) -> Words:
    """splitmix64's finaliser, elementwise."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


@cache
def _salt(text: str) -> np.uint64:
    return np.uint64(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little"))


def _ragged(values: npt.NDArray[Any], edges: npt.NDArray[np.int32], salt: np.uint64) -> Words:
    """One word per row from rows of several values: position-salted, mixed, summed, with the length mixed in. Row i is the values (bytes or
    int64) from edges[i] to edges[i + 1]."""
    if library() is not None:
        return mixed_rows(values, edges, salt)
    counts = np.diff(edges).astype(np.int64)
    values = (values[edges[0] : edges[-1]]).astype(np.int64).view(np.uint64)
    starts = np.cumsum(counts) - counts
    place = (np.arange(len(values), dtype=np.int64) - np.repeat(starts, counts)).astype(np.uint64)
    mixed = mix(values + (place + np.uint64(1)) * _GOLD + salt)
    total = np.concatenate([np.zeros(1, np.uint64), np.cumsum(mixed, dtype=np.uint64)])
    return mix(total[starts + counts] - total[starts] + counts.astype(np.uint64) * _GOLD + salt)


def _even_edges(n: int, size: int) -> npt.NDArray[np.int32]:
    return np.arange(0, n * size + 1, size, dtype=np.int32)


def _mixed(words: Words, salt: np.uint64) -> Words:
    """`mix` of words with a salt added."""
    return mix(words + salt) if library() is None else mixed(words, salt)


def _string_words(array: pa.Array, salt: np.uint64) -> Words:
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    array = _filled(array, "")
    offsets = np.frombuffer(array.buffers()[1], np.int32)[array.offset : array.offset + len(array) + 1]
    data = array.buffers()[2]
    raw = np.frombuffer(data, np.uint8) if data is not None else np.empty(0, np.uint8)
    return _ragged(raw, offsets, salt)


def words_of(array: pa.Array, salt: np.uint64) -> Words:
    """(n,) one word per value; a null is a word of its own."""
    kind = array.type
    null = mix(np.full(1, salt ^ _GOLD))[0]
    if array.null_count == len(array):
        # Most columns of most formats.
        return np.full(len(array), null)
    if pa.types.is_string(kind):
        words = _string_words(array, salt)
    elif pa.types.is_fixed_size_list(kind):
        flat = np.asarray(array.flatten())
        words = _ragged(flat, _even_edges(len(array), kind.list_size), salt)
    elif pa.types.is_list(kind):
        counts = np.asarray(_filled(pc.list_value_length(array), 0), np.int64)
        inner = array.flatten()
        if kind.value_type != pa.uint8() or inner.null_count:
            inner = np.asarray(_filled(inner.cast(pa.int64()), -1), np.int64)
        words = _ragged(np.asarray(inner), np.concatenate([[0], np.cumsum(counts)]).astype(np.int32), salt)
    elif pa.types.is_decimal(kind):
        low = np.frombuffer(array.buffers()[1], np.uint64).reshape(-1, 2)[array.offset : array.offset + len(array), 0]
        words = _mixed(low, salt)
    else:
        ints = array.cast(pa.int64()) if not pa.types.is_boolean(kind) else array.cast(pa.int8()).cast(pa.int64())
        words = _mixed(np.asarray(_filled(ints, 0), np.int64).view(np.uint64), salt)
    if array.null_count:
        words = np.where(np.asarray(array.is_null()), null, words)
    return words


def _filled(array: pa.Array, value: int | str) -> pa.Array:
    return pc.fill_null(array, value) if array.null_count else array


def _row_words(columns: Mapping[str, pa.Array], names: list[str], prefix: str) -> Words:
    total: Words | None = None
    for name in names:
        word = _mixed(words_of(columns[name], _salt(f"{prefix}.{name}")), np.uint64(0))
        total = word if total is None else total + word
    assert total is not None
    return mix(total)


def _add(keys: Words, hand: Ints, words: Words) -> None:
    if library() is None:
        np.add.at(keys, hand, words)
    else:
        add_words(keys, hand, words)


def _finish(keys: Words) -> Ints:
    return (mix(keys) & _MASK63).view(np.int64)


def deal_keys(columns: Columns, owner: Mapping[str, Ints], n_hands: int) -> Ints:
    """(n_hands,) keys of which cards each board holds, by acting order.

    Neither rows, names nor streets are part of it: records of one deal may name players and streets in other ways, or not at all, and one
    that puts a card in another row tells the same deal differently. Hands of which no card is known are told apart by their ids and players.
    """
    boards = columns["boards"]
    cards = np.asarray(boards["cards"].flatten()).reshape(-1, 13)
    flat = np.sort(cards, axis=1).reshape(-1)
    salt = _salt("deal.cards")
    word = mix(words_of(boards["acting_order"], salt)) + _ragged(flat, _even_edges(len(cards), 13), salt)
    keys = np.zeros(n_hands, np.uint64)
    _add(keys, owner["boards"], mix(word))
    no_card = np.ones(n_hands, bool)
    no_card[owner["boards"][(cards != EMPTY).any(axis=1)]] = False
    if no_card.any():
        keys[no_card] += mix(words_of(columns["hands"]["hand_id"], salt))[no_card]
        unseen = no_card[owner["seats"]]
        _add(keys, owner["seats"][unseen], _row_words(columns["seats"], ["acting_order", "player_id"], "deal")[unseen])
    return _finish(keys)


def hand_keys(columns: Columns, owner: Mapping[str, Ints]) -> Ints:
    """(n_hands,) keys of site, hand id and all content that is not a place."""
    keys = _row_words(columns["hands"], content_columns("hands"), "hands").copy()
    # Whether a hand is complete follows from its boards; that it was cancelled is told.
    keys[np.asarray(pc.equal(columns["hands"]["status"], "cancelled"))] += _salt("hands.cancelled")
    for name in ("seats", "boards", "claims", "claimed_pairs"):
        if len(owner[name]):
            _add(keys, owner[name], _row_words(columns[name], content_columns(name), name))
    return _finish(keys)


def content_columns(name: str) -> list[str]:
    """The columns of a hand table that tell the content of a hand: no keys, places or names, nor what follows from others."""
    return [c.name for c in table(name).columns if not c.place and c.name not in _NOT_CONTENT]
