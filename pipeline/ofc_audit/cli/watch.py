"""`ofc watch`: a folder kept under audit; what appears in it is imported."""

import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ofc_audit.cli.console import FOUND, OK, Output, SetupError, say, width
from ofc_audit.cli.notes import notes_of
from ofc_audit.cli.options import MappingOption, RulesDirOption, RulesOption, ThreadsOption, WaiversOption
from ofc_audit.cli.setup import Inputs, built, require_recognised, rules_of
from ofc_audit.cli.stopping import stopped_cleanly

if TYPE_CHECKING:
    from ofc_audit.warehouse.summary import RunResult
    from ofc_audit.warehouse.watch import Due

RETRY = 60.0
"""Seconds after which an import that failed is tried again, where nothing changes before."""


def watch(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", show_default=False, help="The folder of hand histories, with all below it."),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", show_default=False, help="The folder for the results; replaced whole."),
    ],
    every: Annotated[
        float, typer.Option("--every", metavar="SECONDS", min=0.1, help="Look at the folder so often.")
    ] = 5.0,
    once: Annotated[bool, typer.Option("--once", help="Import what is whole now, and leave.")] = False,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
    waivers: WaiversOption = None,
    threads: ThreadsOption = None,
) -> int:
    """Import what appears in a folder, until stopped.

    DIR then holds what ofc run FOLDER would leave, all files of the folder and nothing else: a file that changes is read
    anew, one that goes away takes its hands with it. A file is imported when two looks in a row find it unchanged, so
    between one and two times SECONDS after it was written; hidden and temporary names are left alone. Each import writes
    one line with its counts, and reads rule sets and waivers anew.

    Results are replaced at once: Ctrl-C, a signal or a crash leaves those before or those after. While ofc watch runs, no
    other command writes to DIR.

    Exit status with --once as that of ofc run; 130 when stopped.
    """
    from ofc_audit.warehouse.errors import BuildError
    from ofc_audit.warehouse.place import absolute, locked, refuse_foreign, refuse_inside

    if not folder.is_dir():
        is_there = folder.exists()
        raise SetupError(f"{folder} is a file; name the folder it lies in" if is_there else f"no such folder: {folder}")
    rules_of(rules_dir)
    try:
        refuse_inside(absolute(out), [str(folder)])
        refuse_foreign(absolute(out))
        with stopped_cleanly(), locked(absolute(out)):
            return _watch(
                _Importer(Inputs([str(folder)], rules_dir, waivers, rules_id, mapping, threads=threads), out),
                str(folder),
                every,
                once,
            )
    except BuildError as error:
        raise SetupError(str(error)) from None


def _watch(importer: "_Importer", folder: str, every: float, once: bool) -> int:
    from ofc_audit.warehouse.watch import Watched

    watched = Watched(folder)
    watched.look()
    while True:
        time.sleep(every)
        due = watched.look()
        if due is not None and importer.is_worth(due):
            try:
                importer.run(due)
                watched.note(due)
            except (SetupError, OSError) as error:
                if once:
                    raise
                importer.failed(due, str(error))
        if once:
            return _leave(importer.out, len(watched.imported), watched.waiting)


def _leave(out: Path, n_imported: int, n_waiting: int) -> int:
    from ofc_audit.report.store import open_store
    from ofc_audit.report.summary import is_faulty

    if not n_imported:
        raise SetupError("no file is whole; nothing was imported" if n_waiting else "no files: the folder is empty")
    if n_waiting:
        say(f"ofc: still being written, left for the next time: {n_waiting}")
    with open_store(out) as store:
        return FOUND if is_faulty(store) else OK


@dataclass
class _Importer:
    """Builds the results anew from the files that are whole, and says what came of it."""

    inputs: "Inputs"
    out: Path
    _failed: "tuple[Due, str] | None" = None
    _failed_at: float = 0.0
    _notes: Sequence[str] = field(default_factory=list)

    def is_worth(self, due: "Due") -> bool:
        """Whether an import is tried: not the one that failed a moment ago."""
        return self._failed is None or due != self._failed[0] or time.monotonic() - self._failed_at >= RETRY

    def failed(self, due: "Due", problem: str) -> None:
        """Notes that an import failed for a reason that somebody can mend, and says it, but not twice in a row."""
        if self._failed is None or self._failed[1] != problem:
            say(f"ofc: nothing was imported, the results stay as they are: {problem}")
        self._failed, self._failed_at = (due, problem), time.monotonic()

    def run(self, due: "Due") -> None:
        """One import. Raises SetupError and OSError for what somebody can mend."""
        from ofc_audit.report.html.run import write_report
        from ofc_audit.report.text import wrap

        def finish(folder: Path, record: Mapping[str, Any]) -> None:
            require_recognised(folder, record)
            write_report(folder, record, self.out)

        started = time.monotonic()
        result = built(self.inputs, self.out, finish, only=frozenset(due.files), is_locked=True)
        self._failed = None
        text = _line(due, result, time.monotonic() - started)
        # One line for a log; on a terminal what goes on in the next line begins with blanks.
        lines = wrap(text, width(), indent="    ", first="") if sys.stdout.isatty() else [text]
        Output().write("\n".join(lines) + "\n")
        notes = notes_of(result.run)
        for note in notes:
            if note not in self._notes:
                say(f"ofc: {note}")
        self._notes = notes


def _line(due: "Due", result: "RunResult", seconds: float) -> str:
    counts, n_findings = result.counts, sum(result.findings_by_severity.values())
    moment = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime())
    files = f"{len(due.files):,} file{'s' * (len(due.files) != 1)}"
    # Bytes that no hand could be made of are no hands rejected: a table without a mapping would pass for one without hands.
    stretches = f" ({n:,} stretch{'es' * (n != 1)} set aside)" if (n := result.n_rejects) else ""
    return (
        f"{moment}: {files} ({due.n_new:,} new, {due.n_changed:,} changed, {due.n_gone:,} gone): {counts['n_found']:,}"
        f" hand{'s' * (counts['n_found'] != 1)} found"
        f" = {counts['n_stored']:,} stored + {counts['n_duplicates']:,} duplicate + {counts['n_cancelled']:,} cancelled"
        f" + {counts['n_rejected']:,} rejected{stretches}; {n_findings:,} findings; {seconds:.1f} s"
    )
