"""Damage to hands of `ofc_text`: which hands cannot be read, and why, in words with the line.

The main road only notes lines; words are put together for damaged hands alone.
"""

import numpy as np

from ofc_audit.read.rejects import quoted
from ofc_audit.read.scan import Buffer, Cursor, Ints, Lines, Mask


class Damage:
    """What was found wrong with the hands of a chunk."""

    def __init__(self, buf: Buffer, lines: Lines, hand: Ints, first: Ints) -> None:
        self._buf, self._lines, self._hand, self._first = buf, lines, hand, first
        self.is_bad: Mask = np.zeros(len(first), bool)
        self._notes: list[tuple[int, Ints, Ints | None, str]] = []

    def add(self, line: Ints, reason: str, rank: int = 2, at: Ints | None = None) -> None:
        """Notes that lines (indices) are at fault, from position `at` on where that is known.

        Of several faults of a hand the one of lowest rank is told, of those the first line's, of those the first noted.
        """
        if len(line):
            self.is_bad[self._hand[line]] = True
            self._notes.append((rank, line, at, reason))

    def add_hands(self, hand: Ints, reason: str) -> None:
        """Notes that whole hands lack something; told where no line is at fault."""
        if len(hand):
            self.is_bad[hand] = True
            self._notes.append((3, self._first[hand], None, reason))

    def reasons(self) -> dict[int, str]:
        """The reason of each damaged hand, with its line counted from the hand's first."""
        best: dict[int, tuple[int, int, int, str]] = {}
        for rank, lines, at, reason in self._notes:
            places = np.full(len(lines), -1, np.int64) if at is None else at
            for line, place in zip(lines.tolist(), places.tolist(), strict=True):
                hand = int(self._hand[line])
                if hand not in best or (rank, line) < best[hand][:2]:
                    best[hand] = (rank, line, place, reason)
        return {hand: self._worded(hand, *fault) for hand, fault in sorted(best.items())}

    def _worded(self, hand: int, rank: int, line: int, at: int, reason: str) -> str:
        if rank == 3:
            return reason
        number = int(self._lines.number[line] - self._lines.number[self._first[hand]]) + 1
        start, end = int(self._lines.start[line]), int(self._lines.end[line])
        column = f", column {at - start + 1}" if at >= 0 else ""
        return f"line {number}{column}: {reason}: {quoted(self._buf.slice(start, end))}"


class Reading:
    """A cursor over lines of one kind, which notes a lane's first failure in the words of the step that failed."""

    def __init__(self, damage: Damage, line: Ints, cursor: Cursor) -> None:
        self.damage, self.line, self.cursor = damage, line, cursor
        self._told: Mask = np.zeros(len(line), bool)

    def expect(self, what: str) -> None:
        """Notes the lanes that have lost `ok` since the last call: `what` is what should have stood there."""
        if self.cursor.ok.all():
            return
        new = ~self.cursor.ok & ~self._told
        self.damage.add(self.line[new], f"expected {what}", at=self.cursor.pos[new])
        self._told |= new

    def refuse(self, lanes: Mask, reason: str) -> None:
        """Notes lanes that read well but say what cannot be."""
        lanes = lanes & ~self._told
        if lanes.any():
            self.damage.add(self.line[lanes], reason)
            self._told |= lanes

    def finish(self, what: str) -> None:
        """Wants the lines to end here; `what` may stand before the end."""
        self.cursor.at_end()
        self.expect(what)
