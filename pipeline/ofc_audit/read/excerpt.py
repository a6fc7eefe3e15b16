"""Some lines of a chunk as a text of their own, and the way back from its places to those of the chunk."""

from dataclasses import dataclass, replace

import numpy as np

from ofc_audit.read.batch import Ints
from ofc_audit.read.scan import Lines


@dataclass(frozen=True)
class Excerpt:
    """Stretches of whole lines, joined: where each begins in the text and in the chunk, and how many lines are before it in the chunk."""

    text: bytes
    start: Ints
    origin: Ints
    line: Ints

    def numbered(self, lines: Lines, first_number: int) -> Lines:
        """The lines of the text with their numbers in the file; `first_number`: that of the chunk's first line."""
        index = np.arange(len(lines))
        owner = np.searchsorted(self.start, lines.start, side="right") - 1
        number = self.line[owner] + index - np.searchsorted(lines.start, self.start)[owner] + first_number
        return replace(lines, number=number)

    def places(self, at: Ints) -> Ints:
        """Places of the text in the chunk."""
        owner = np.searchsorted(self.start, at, side="right") - 1
        places: Ints = at - self.start[owner] + self.origin[owner]
        return places


def excerpt_of(data: bytes, start: Ints, stop: Ints, line: Ints) -> Excerpt:
    """The stretches of a chunk, which do not touch and of which each has bytes; `line`: how many lines are before each."""
    length = stop - start
    text = b"".join(data[a:b] for a, b in zip(start.tolist(), stop.tolist(), strict=True))
    return Excerpt(text, np.cumsum(length) - length, start, line)
