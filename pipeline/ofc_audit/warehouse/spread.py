"""Work on some hands at a time, spread over processes: the results come in the order of the work, whoever did it.

A stage is a function of some rows to some rows; which process calls it changes no byte. Python runs one thread of its own at a time, so
that processes are what makes a second core count. They begin anew and not as copies, for a copy would take over locks of threads
that it does not have; beginning costs half a second each, so little work is done by the caller itself.

The pool of the standard library can wait for ever when it is interrupted while it hands out work, and its processes outlive a caller that
was killed. Here each process has one pipe of its own, whose end is the end of its work.
"""

import io
import os
import pickle
import queue
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from types import MappingProxyType, TracebackType
from typing import Any, Self, TypeVar

import pyarrow as pa

from ofc_audit.warehouse.errors import BuildError

Item = TypeVar("Item")
Result = TypeVar("Result")

WORTH_IT = 5
"""Pieces of work from which on processes are begun: less is done before they are ready."""
AT_ONCE = 2
"""Pieces that a process is given at a time, the one it works at and the next; memory of results that wait is bounded by it."""


class Crew:
    """Processes that work for one build, begun when there is work for them; with one process the caller does all of it.

    A context manager: leaving it ends the processes.
    """

    def __init__(self, processes: int = 1) -> None:
        if processes < 1:
            raise ValueError(f"{processes} processes: at least one is needed")
        self.processes = processes
        self._workers: list[_Worker] = []

    def __enter__(self) -> Self:
        """Begins nothing yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Ends the processes."""
        self.end()

    def end(self) -> None:
        """Ends the processes, in the middle of what they are at; the next work begins others."""
        for worker in self._workers:
            worker.end()
        self._workers.clear()

    def is_worth(self, n_pieces: int) -> bool:
        """Whether so many pieces of work are spread."""
        return self.processes > 1 and (n_pieces >= WORTH_IT or (bool(self._workers) and n_pieces > 1))

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
        if not self._workers:
            self._workers = [_Worker.begun() for _ in range(self.processes)]
        try:
            yield from _in_order(self._workers, work, iter(pieces))
        finally:
            # Whoever stops in the middle wants no more of this work, and its results must not be taken for those of the next.
            if any(worker.at for worker in self._workers):
                self.end()


@dataclass
class _Worker:
    """A process at the other end of a pipe, and the numbers of the pieces that it was given, in order."""

    process: BaseProcess
    pipe: Connection
    at: list[int] = field(default_factory=list)

    @classmethod
    def begun(cls) -> Self:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(theirs,), daemon=True)
        process.start()
        theirs.close()
        return cls(process, ours)

    def give(self, words: object) -> None:
        """Hands over words. Raises BuildError when nobody is there to take them."""
        try:
            self.pipe.send_bytes(_packed(words))
        except OSError:
            raise _gone() from None

    def answer(self) -> tuple[bool, Any]:
        """Whether the work was done, and the result or the error. Raises BuildError when the process is gone."""
        try:
            done, result = pickle.loads(self.pipe.recv_bytes())
        except (EOFError, OSError):
            raise _gone() from None
        return done, result

    def end(self) -> None:
        self.process.terminate()
        self.process.join()
        self.pipe.close()
        self.at.clear()


def _in_order(workers: Sequence[_Worker], work: Callable[[Item], Result], pieces: Iterator[Item]) -> Iterator[Result]:
    for worker in workers:
        worker.give(("work", work))
    done: dict[int, tuple[bool, Any]] = {}
    given, taken, is_more = 0, 0, True
    while True:
        while is_more and given - taken < AT_ONCE * len(workers):
            free = min(workers, key=lambda worker: len(worker.at))
            try:
                piece = next(pieces)
            except StopIteration:
                is_more = False
                break
            free.give(("piece", piece))
            free.at.append(given)
            given += 1
        if taken == given:
            return
        while taken not in done:
            for pipe in wait([worker.pipe for worker in workers if worker.at]):
                worker = next(worker for worker in workers if worker.pipe is pipe)
                answer = worker.answer()
                done[worker.at.pop(0)] = answer
        is_done, result = done.pop(taken)
        taken += 1
        if not is_done:
            raise result
        yield result


def _gone() -> BuildError:
    return BuildError(
        "a worker process was ended from outside, as happens where memory runs out; no results were replaced:"
        " run it again, in fewer processes for less memory (--threads, --processes)"
    )


def _serve(pipe: Connection) -> None:
    """The life of a process of a crew: it works at what comes through the pipe, leaves Ctrl-C to its caller, and ends when that is gone."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    pa.set_cpu_count(1)
    come: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def take() -> None:
        # Always ready to take, so that nobody waits to hand over while the other waits to do so too.
        try:
            while True:
                come.put(pipe.recv_bytes())
        except (EOFError, OSError):
            os._exit(0)

    threading.Thread(target=take, daemon=True).start()
    work: Callable[[Any], Any] | None = None
    while True:
        word, given = pickle.loads(come.get())
        if word == "work":
            work = given
            continue
        assert work is not None
        try:
            answer = _packed((True, work(given)))
        except Exception as error:
            answer = _refused(error)
        pipe.send_bytes(answer)


def _refused(error: Exception) -> bytes:
    """An error for the caller, with where it was raised, for no traceback goes through a pipe."""
    import traceback

    error.add_note("".join(traceback.format_exception(error)))
    try:
        packed = _packed((False, error))
        pickle.loads(packed)
    except Exception:
        return _packed((False, RuntimeError("".join(traceback.format_exception(error)))))
    return packed


class _Pickler(pickle.Pickler):
    """Arrow tables go as streams, for a slice would take all that it is cut from along; frozen mappings as what they hold."""

    def reducer_override(self, obj: object) -> Any:
        """How to make the object again, where there is another way than its own."""
        if isinstance(obj, pa.Table):
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, obj.schema) as writer:
                writer.write_table(obj)
            return _table, (sink.getvalue().to_pybytes(),)
        if isinstance(obj, MappingProxyType):
            return MappingProxyType, (dict(obj),)
        return NotImplemented


def _packed(words: object) -> bytes:
    sink = io.BytesIO()
    _Pickler(sink, pickle.HIGHEST_PROTOCOL).dump(words)
    return sink.getvalue()


def _table(stream: bytes) -> pa.Table:
    return pa.ipc.open_stream(stream).read_all()
