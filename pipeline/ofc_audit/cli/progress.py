"""Progress on standard error, where somebody is watching it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int | None], None]

STAGES = {
    "read": "Reading",
    "order": "Putting in order",
    "audit": "Scoring and auditing",
    "chains": "Following Fantasyland",
    "merge": "Gathering",
    "load": "Filling the database",
    "models": "Statistics",
    "report": "Writing the report",
    "rescore": "Recomputing",
    "compare": "Comparing",
    "simulate": "Playing",
    "convert": "Converting",
}


@contextmanager
def shown_progress() -> Iterator[Progress | None]:
    """A function that shows the stage, and how many hands of how many are done; None when standard error is no
    terminal."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bars

    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
        tasks = {}

        def show(stage: str, done: int, total: int | None) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(STAGES.get(stage, stage), total=total)
            bars.update(tasks[stage], completed=done, total=total)

        yield show
