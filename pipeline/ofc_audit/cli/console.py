"""What all commands share: exit statuses, errors of one line, and standard output as UTF-8 whatever the locale.

Nothing heavy is imported here, so that help and errors come at once.
"""

import os
import sys
from typing import TextIO

OK, FOUND, REFUSED, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses: nothing wrong · findings or rejects · usage, set-up or no file recognised · interrupted."""


class SetupError(Exception):
    """Something that the user can mend: one line that says what is wrong and what to do. Exit status 2."""


class Output:
    """Standard output as UTF-8. When the reader of a pipe has gone, the rest is dropped without a word."""

    def __init__(self) -> None:
        self.is_closed = sys.stdout is None

    def write(self, text: str) -> None:
        """Writes text, as far as anybody reads it. A character that UTF-8 cannot hold is written as an escape."""
        if not self.is_closed:
            self.is_closed = not _write(sys.stdout, text)


def say(text: str) -> None:
    """A line on standard error, for everything that is not the report itself."""
    if sys.stderr is not None:
        _write(sys.stderr, text + "\n")


def _write(stream: TextIO, text: str) -> bool:
    try:
        stream.buffer.write(text.encode("utf-8", "backslashreplace"))
        stream.flush()
    except BrokenPipeError:
        # The interpreter flushes the stream once more when it ends; there it must find something to write to.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return False
    return True


def width() -> int:
    """Columns of the terminal: `COLUMNS`, else what the terminal says, else 80."""
    from shutil import get_terminal_size

    return max(get_terminal_size((80, 24)).columns, 40)
