"""What of a watched folder is whole, and what has to be imported.

A file is whole when two looks in a row find it with the same size, time and number: nobody writes to it between them. The clocks of the
writer and of the watcher are never compared, so that it works on shares of other machines. A file that was imported and changes again
holds the next import back for `PATIENCE` looks; then it is read as it stands, for leaving it out would take its hands away. So does a
folder that cannot be looked into, as on a share that is away for a moment.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ofc_audit.read.inputs import Walk, find_inputs

State: TypeAlias = tuple[int, int, int]
"""Size in bytes, time of the last change in ns, number of the file."""

PATIENCE = 12
"""Looks for which a file that was imported and is written to without pause, or a folder that is away, holds an import back."""


@dataclass(frozen=True)
class Due:
    """An import that is due: the files that it reads with the state they were found in, and how they differ from those imported."""

    files: Mapping[str, State]
    n_new: int
    n_changed: int
    n_gone: int


@dataclass
class Watched:
    """A watched folder: what the last look found, and what was imported."""

    folder: str
    imported: dict[str, State] = field(default_factory=dict)
    _seen: dict[str, State] | None = None
    _patience: int = PATIENCE

    @property
    def waiting(self) -> int:
        """Files of the last look that are not imported as they were found."""
        return sum(self.imported.get(path) != state for path, state in (self._seen or {}).items())

    def look(self) -> Due | None:
        """Looks at the folder; gives the import that is due, if any. The first look only notes what is there."""
        before, (now, is_complete) = self._seen, look_at(self.folder)
        self._seen = now
        if before is None:
            return None
        whole = {path: state for path, state in now.items() if before.get(path) == state}
        restless = [path for path in self.imported if path not in whole and (path in now or path in before)]
        if is_complete and not restless:
            self._patience = PATIENCE
        elif self._patience:
            self._patience -= 1
            return None
        files = whole | {path: now[path] for path in restless if path in now}
        if files == self.imported:
            return None
        n_new = sum(path not in self.imported for path in files)
        n_same = sum(self.imported.get(path) == state for path, state in files.items())
        return Due(files, n_new, len(files) - n_new - n_same, sum(path not in files for path in self.imported))

    def note(self, due: Due) -> None:
        """Notes that an import was made. What changed while it was read is imported again."""
        (now, _), self._patience = look_at(self.folder), PATIENCE
        self.imported = {path: state if now.get(path) == state else (-1, -1, -1) for path, state in due.files.items()}


def look_at(folder: str) -> tuple[dict[str, State], bool]:
    """The files of a folder that `ofc run` would read, with their states, and whether all of it could be looked at."""
    states: dict[str, State] = {}
    try:
        found = find_inputs([folder], Walk())
    except OSError:
        return states, False
    for each in found:
        try:
            state = Path(each.path).stat()
        except OSError:
            continue
        if each.problem is None:
            states[each.path] = (state.st_size, state.st_mtime_ns, state.st_ino)
    return states, all(each.problem is None for each in found)
