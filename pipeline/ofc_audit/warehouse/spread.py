"""Work on some hands at a time, spread over processes: the results come in the order of the work, whoever did it.

A stage is a function of some rows to some rows; which process calls it changes no byte. Python runs one thread of its own at a time, so
that processes are what makes a second core count. They begin anew and not as copies, for a copy would take over locks of threads
that it does not have; beginning costs half a second each, so little work is done by the caller itself.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from types import TracebackType
from typing import Self, TypeVar

from ofc_audit.warehouse.errors import BuildError

Item = TypeVar("Item")
Result = TypeVar("Result")

WORTH_IT = 5
"""Pieces of work from which on processes are begun: less is done before they are ready."""
AHEAD = 1
"""Pieces that wait for each process beside the one it works at: the memory of results that nobody has taken yet is bounded by it."""


class Crew:
    """Processes that work for one build, begun when there is work for them; with one process the caller does all of it.

    A context manager: leaving it ends the processes, after what they are at.
    """

    def __init__(self, processes: int = 1) -> None:
        if processes < 1:
            raise ValueError(f"{processes} processes: at least one is needed")
        self.processes = processes
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Self:
        """Begins nothing yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
            self._pool = None

    def is_worth(self, n_pieces: int) -> bool:
        """Whether so many pieces of work are spread."""
        return self.processes > 1 and (n_pieces >= WORTH_IT or (self._pool is not None and n_pieces > 1))

    def over(self, work: Callable[[Item], Result], pieces: Sequence[Item]) -> Iterator[Result]:
        """What `work` gives for each of the pieces, in their order.

        `work` is a function of a module, or a partial of one, and all that goes in and out can be pickled. Raises what `work` raises,
        and BuildError when a process was ended from outside.
        """
        return self.over_stream(work, pieces, self.is_worth(len(pieces)))

    def over_stream(
        self, work: Callable[[Item], Result], pieces: Iterable[Item], is_spread: bool | None = None
    ) -> Iterator[Result]:
        """As `over`, for pieces that come one by one; they are asked for as they are needed."""
        if not (self.processes > 1 if is_spread is None else is_spread):
            yield from map(work, pieces)
            return
        pool = self._begun()
        waiting: deque[Future[Result]] = deque()
        try:
            for piece in pieces:
                waiting.append(pool.submit(work, piece))
                if len(waiting) > self.processes * (1 + AHEAD):
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenProcessPool:
            raise BuildError(
                "a worker process was ended from outside, as happens where memory runs out; nothing was changed:"
                " run it again, with --threads 1 for less memory"
            ) from None
        finally:
            for future in waiting:
                future.cancel()

    def _begun(self) -> ProcessPoolExecutor:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(self.processes, mp_context=get_context("spawn"), initializer=_begin)
        return self._pool


def _begin() -> None:
    """Sets up a process of a crew: it leaves Ctrl-C to the one that began it, ends when that one is gone, and keeps to one core."""
    import multiprocessing
    import signal
    from multiprocessing.connection import wait

    import pyarrow as pa

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pa.set_cpu_count(1)
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            import os

            wait([parent.sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()
