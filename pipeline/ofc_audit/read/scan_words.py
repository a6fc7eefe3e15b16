"""Tables of words, to tell many classes of lines apart by their first eight bytes in one go."""

from collections.abc import Mapping

import numpy as np

from ofc_audit.read.scan_bytes import Bytes, Words

_WORD32 = np.uint64(0xFFFFFFFF)
_SLOT_BITS = 6
_SLOT_SHIFT = np.uint64(32 - _SLOT_BITS)


class WordTable:
    """Words of four to eight bytes, told apart all at once: one multiplication and one comparison a lane, however
    many there are.
    """

    def __init__(self, words: Mapping[bytes, int]) -> None:
        for word in words:
            if len(word) < 4 or any(other != word and other.startswith(word[:8]) for other in words):
                raise ValueError(f"{word!r} does not tell itself apart from the other words by four to eight bytes")
        firsts = np.array([int.from_bytes(word[:4], "little") for word in words], np.uint64)
        # Words that begin alike share a slot of the first table and are told apart one after the other.
        self._factor, slots = _perfect_factor(np.unique(firsts))
        slot = ((firsts * self._factor) & _WORD32) >> _SLOT_SHIFT
        depth = int(np.bincount(slot.astype(np.int64), minlength=slots).max())
        self._mask = np.zeros((depth, slots), np.uint64)
        self._want = np.ones((depth, slots), np.uint64)
        self._value = np.zeros((depth, slots), np.uint8)
        level = np.zeros(slots, np.int64)
        for at, (word, value) in zip(slot.astype(np.int64).tolist(), words.items(), strict=True):
            self._mask[level[at], at] = (1 << (8 * min(len(word), 8))) - 1
            self._want[level[at], at] = int.from_bytes(word[:8], "little")
            self._value[level[at], at] = value
            level[at] += 1

    def values(self, words: Words) -> Bytes:
        """The value of the word that each of `words` begins with, 0 for none."""
        slot = (((words & _WORD32) * self._factor) & _WORD32) >> _SLOT_SHIFT
        result = np.zeros(len(words), np.uint8)
        for mask, want, value in zip(self._mask, self._want, self._value, strict=True):
            result += ((words & mask[slot]) == want[slot]) * value[slot]
        return result


def _perfect_factor(firsts: Words) -> tuple[np.uint64, int]:
    """An odd factor that brings each of a few 32-bit words to a slot of its own, and the number of slots."""
    factor = np.uint64(0x9E3779B1)
    while True:
        slot = ((firsts * factor) & _WORD32) >> _SLOT_SHIFT
        if len(np.unique(slot)) == len(firsts):
            return factor, 1 << _SLOT_BITS
        factor = (factor * np.uint64(0x2545F491) + np.uint64(2)) & _WORD32 | np.uint64(1)
