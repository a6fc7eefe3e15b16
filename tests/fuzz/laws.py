"""The laws that hold for whatever is read: nothing raised, every byte in one place, places that agree, reasons that are given."""

import re
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from ofc_audit.read.batch import HandBatch

Ints = npt.NDArray[np.int64]

_BLANK = re.compile(rb"(?:[\x00-\x20\x7f]|\xef\xbb\xbf)*")
_BLANKS = bytes(range(33)) + b"\x7f"


class Broken(Exception):
    """A law that an input broke, in words."""


def check_accounts(data: bytes, batches: Sequence[HandBatch], outside: re.Pattern[bytes] | None = None) -> None:
    """Every byte belongs to one hand, one reject or a blank, counts and lines agree with places, and each reject says why.

    `outside`: how lines begin that belong to no hand where they stand outside of one.
    """
    hands = _joined(batches, "hands")
    rejects = _joined(batches, "rejects")
    if any(batch.decoded_from for batch in batches):
        _check_gathered(batches)
        return
    first = np.concatenate([_ints(hands, "first_byte"), _ints(rejects, "first_byte")])
    stop = np.concatenate([_ints(hands, "last_byte"), _ints(rejects, "last_byte")]) + 1
    _require(bool((first >= 0).all() and (stop <= len(data)).all() and (stop > first).all()), "a place out of the file")
    order = np.argsort(first, kind="stable")
    _require(bool((first[order][1:] >= stop[order][:-1]).all()), "a byte belongs to two stretches")
    _require(sum(batch.n_bytes for batch in batches) == len(data), "batches do not have the bytes of the file")
    blank = sum(batch.blank_bytes for batch in batches)
    _require(int((stop - first).sum()) + blank == len(data), "bytes are not accounted for")
    _require_blank(data, first[order], stop[order], outside)
    _require_lines(data, batches, hands, rejects)
    columns = ["reason", "raw", "first_byte", "first_line", "last_line", "n_hands", "source_file"]
    for row in rejects.select(columns).to_pylist():
        _require(bool(row["reason"].strip()), "a reject without a reason")
        # A hand has a line of its own at least.
        most = row["last_line"] - row["first_line"] + 1
        _require(0 <= row["n_hands"] <= most and bool(row["source_file"]), "a reject without its file or count")
        raw = row["raw"]
        _require(
            data[row["first_byte"] : row["first_byte"] + len(raw)] == raw, "a reject with other bytes than its own"
        )
    _require_rows(batches)


def _check_gathered(batches: Sequence[HandBatch]) -> None:
    """Of rows that were brought together from several places: places count in what they make, batch by batch."""
    for batch in batches:
        taken = sum(
            int((_ints(table, "last_byte") - _ints(table, "first_byte") + 1).sum())
            for table in (batch.hands, batch.rejects)
        )
        _require(taken + batch.blank_bytes == batch.n_bytes, "bytes are not accounted for")
    _require(
        all(reason.strip() for batch in batches for reason in batch.rejects["reason"].to_pylist()),
        "a reject without a reason",
    )
    _require_rows(batches)


def guards_unchanged(batches: Sequence[HandBatch], starts: Ints, column: str, expected: Ints) -> Ints:
    """The indices of the good hands, by where they start in the file, that are not read as the hands that they are.

    Of rows that were brought together the places are others, so there the hands are looked for by their keys.
    """
    hands = _joined(batches, "hands")
    first, keys = (_ints(hands, name) for name in ("first_byte", column))
    if any(batch.decoded_from for batch in batches):
        return np.flatnonzero(~np.isin(expected, keys))
    if not len(first):
        return np.arange(len(starts))
    near = np.minimum(np.searchsorted(first, starts), len(first) - 1)
    return np.flatnonzero((first[near] != starts) | (keys[near] != expected))


def keys_of(batches: Sequence[HandBatch], column: str = "hand_key") -> list[int]:
    """The keys of all hands, in the order of the file."""
    return [int(key) for key in _ints(_joined(batches, "hands"), column)]


def _require(holds: bool, law: str) -> None:
    if not holds:
        raise Broken(law)


def _joined(batches: Sequence[HandBatch], name: str) -> pa.Table:
    return pa.concat_tables([getattr(batch, name) for batch in batches])


def _ints(data: pa.Table, name: str) -> Ints:
    return np.asarray(data.column(name), np.int64)


def _require_blank(data: bytes, first: Ints, stop: Ints, outside: re.Pattern[bytes] | None) -> None:
    starts, stops = np.concatenate([[0], stop]), np.concatenate([first, [len(data)]])
    for start, end in zip(starts.tolist(), stops.tolist(), strict=True):
        if start == end or not (left := data[start:end].strip(_BLANKS)):
            continue
        for line in left.replace(b"\r", b"\n").split(b"\n"):
            if _BLANK.fullmatch(line) is None:
                text = line[_BLANK.match(line).end() :]  # type: ignore[union-attr]
                _require(
                    outside is not None and outside.match(text) is not None,
                    f"bytes that are no blanks belong to nothing: {line[:80]!r}",
                )


def _require_lines(data: bytes, batches: Sequence[HandBatch], hands: pa.Table, rejects: pa.Table) -> None:
    """Lines and bytes name the same places. A line ends with LF, CR LF or CR."""
    found = np.frombuffer(data, np.uint8)
    is_cr, is_lf = found == 13, found == 10
    is_end = is_lf | is_cr
    is_end[:-1] &= ~(is_cr[:-1] & is_lf[1:])
    ends = np.flatnonzero(is_end)
    n_lines = len(ends) + int(len(data) > 0 and not is_end[-1])
    _require(sum(batch.n_lines for batch in batches) == n_lines, "lines are not accounted for")
    for table in (hands, rejects):
        for line, byte in (("first_line", "first_byte"), ("last_line", "last_byte")):
            at = np.searchsorted(ends, _ints(table, byte)) + 1
            _require(bool((at == _ints(table, line)).all()), f"{line} is not the line of {byte}")


def _require_rows(batches: Sequence[HandBatch]) -> None:
    """Each hand has the seats, boards and claims that it counts."""
    for batch in batches:
        n_seats = int(_ints(batch.hands, "n_seats").sum())
        for name in ("seats", "boards", "claims"):
            _require(getattr(batch, name).num_rows == n_seats, f"{name} are not as many as the seats")
