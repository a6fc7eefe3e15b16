"""The models that relate rows of one hand only, made for some thousand hands at a time, and their checks.

No join of two relations with a row per seat ever runs over all hands, so that memory does not grow with them; and which process makes
which hands changes nothing.
"""

import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa

from ofc_audit.tables import all_tables
from ofc_audit.warehouse.engine import in_memory, view_of_parquet
from ofc_audit.warehouse.lay import LAID_BY_HAND, group_starts, some_row_groups
from ofc_audit.warehouse.models import Model, load_models
from ofc_audit.warehouse.run import CheckFailure, HandsMade, check_of, failed, prepare, run_check

GROUPS_AT_ONCE = 2
"""Row groups of hands that are made at once: fewer cost more planning of queries, more cost more memory."""

_WORD = re.compile(r"[a-z_][a-z_0-9]*")
_kept = threading.local()


class HandModels:
    """The models that work hand by hand, and a database in memory to make them in, one slice of hands after the other; with the sums of
    each slice, where they are asked for."""

    def __init__(self, models: Sequence[Model], with_sums: bool) -> None:
        self._models = [model for model in models if model.is_by_hand or (with_sums and model.layer == "sums")]
        self._con = in_memory()
        prepare(self._con)
        self.reads = _columns_read(self._models)
        """The declared tables that the models read, with those of their columns that a model speaks of."""

    def make(self, tables: Mapping[str, pa.Table | Path]) -> HandsMade:
        """Makes the models for the hands of `tables`, the declared tables that they read by name: rows, or a Parquet file of a table
        that has few.

        Rows keep the order of the hands. Raises ModelError, naming the file, for a query that fails.
        """
        made: dict[str, pa.Table] = {}
        failures = []
        try:
            for name, data in tables.items():
                if isinstance(data, Path):
                    view_of_parquet(self._con, name, data)
                else:
                    self._con.register(name, data)
            for model in self._models:
                try:
                    found = self._run(model, made)
                except duckdb.InterruptException:
                    raise
                except duckdb.Error as error:
                    raise failed(model, error) from error
                if found:
                    failures.append(found)
        finally:
            for name, data in (dict(tables) | made).items():
                if isinstance(data, pa.Table):
                    self._con.unregister(name)
        return HandsMade(made, tuple(failures))

    def _run(self, model: Model, made: dict[str, pa.Table]) -> CheckFailure | None:
        if model.layer == "intermediate":
            made[model.name] = self._con.sql(model.sql).to_arrow_table()
            self._con.register(model.name, made[model.name])
        elif model.layer == "sums":
            made[model.name] = self._con.sql(model.sql).to_arrow_table()
            return None
        elif model.layer == "staging":
            # A table and not a view: it is read more than once.
            self._con.execute(f"create or replace temp table {model.name} as {model.sql}")
        return run_check(self._con, *check_of(model))


def _columns_read(models: Sequence[Model]) -> dict[str, list[str]]:
    read: dict[str, list[str]] = {}
    for name, declared in all_tables().items():
        words = {word for model in models if name in model.reads for word in _WORD.findall(model.sql)}
        if words:
            read[name] = [column.name for column in declared.columns if column.name in words]
    return read


def pieces(folder: Path) -> list[range]:
    """The row groups of the hand tables in `folder`, so many at a time as are made at once."""
    n_groups = len(group_starts(folder / "hands.parquet"))
    return [range(at, min(at + GROUPS_AT_ONCE, n_groups)) for at in range(0, n_groups, GROUPS_AT_ONCE)]


def make_hands(folder: Path, groups: range, with_sums: bool = False) -> HandsMade:
    """Our own models for the hands of some row groups of the tables in `folder`; what it needs is kept for the next call."""
    if not hasattr(_kept, "models"):
        _kept.models = {}
    models: HandModels = _kept.models.get(with_sums) or HandModels(load_models(), with_sums)
    _kept.models[with_sums] = models
    tables: dict[str, pa.Table | Path] = {}
    for name, columns in models.reads.items():
        path = folder / f"{name}.parquet"
        tables[name] = some_row_groups(path, groups, columns) if name in LAID_BY_HAND else path
    return models.make(tables)


@dataclass(frozen=True)
class HandsFile:
    """What came of some hands, left in a file by the process that made it: the tables as streams of Arrow, one after the other."""

    path: Path
    tables: tuple[str, ...]
    failures: tuple[CheckFailure, ...]


def leave_hands(folder: Path, into: Path, groups: range) -> HandsFile:
    """As `make_hands`, left in a file in `into`: what goes through a pipe is copied eight times, a file that both map into memory once."""
    made = make_hands(folder, groups)
    path = into / f"{groups.start}.arrows"
    with pa.OSFile(str(path), "wb") as sink:
        for rows in made.tables.values():
            with pa.ipc.new_stream(sink, rows.schema) as stream:
                stream.write_table(rows)
    return HandsFile(path, tuple(made.tables), made.failures)


def take_hands(left: Iterable[HandsFile]) -> Iterator[HandsMade]:
    """What was left in files, each of which is there until the next one is asked for."""
    for file in left:
        with pa.memory_map(str(file.path)) as source:
            made = HandsMade({name: pa.ipc.open_stream(source).read_all() for name in file.tables}, file.failures)
        yield made
        del made
        file.path.unlink()
