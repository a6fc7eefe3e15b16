"""The database of a run before anything is in it: every relation, and what it and each of its columns mean.

A thousand comments, each a statement of its own, and the plans of fifty queries cost more than the hands of a small file; the
empty database is therefore made once in a process, and copied.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import duckdb

from ofc_audit.tables import all_tables, ddl, run_tables
from ofc_audit.warehouse.adding import require_adding_up, types_of
from ofc_audit.warehouse.engine import database, quoted
from ofc_audit.warehouse.models import Model, ModelError, load_models
from ofc_audit.warehouse.run import create_relations
from ofc_audit.warehouse.views import make_views


@dataclass(frozen=True)
class Blank:
    """An empty database as the bytes of its file, and what each column of each relation means."""

    content: bytes
    meanings: Mapping[str, Mapping[str, str]]


@cache
def blank() -> Blank:
    """The empty database of our own tables, models and views.

    Raises ModelError, naming the file, for a model that cannot be made, a column without a meaning and a meaning without its column.
    """
    models = load_models()
    with TemporaryDirectory(prefix="ofc-") as folder:
        path = Path(folder) / "blank.duckdb"
        with database(path, Path(folder) / "spill", 1) as con:
            # In one transaction, for the disk is waited for at the end of each.
            con.execute("begin")
            con.execute("".join(ddl(name) for name in run_tables()))
            create_relations(con, models)
            meanings = describe(con, models)
            make_views(con)
            con.execute("commit")
        return Blank(path.read_bytes(), meanings)


@contextmanager
def blank_aside() -> Iterator[Callable[[], Blank]]:
    """Begins to make the empty database, which is nearly all the database's own work, beside what comes next; gives what waits for it."""
    with ThreadPoolExecutor(1) as pool:
        yield pool.submit(blank).result


def describe(con: duckdb.DuckDBPyConnection, models: Sequence[Model]) -> dict[str, dict[str, str]]:
    """Comments the relations of models and their columns, which are in `con`; gives what each column means, of declared tables too.

    Raises ModelError, naming the file, for a column without a meaning, a meaning without its column, and a column of a sum that cannot be
    added up.
    """
    meanings = {name: {c.name: c.meaning for c in t.columns} for name, t in all_tables().items()}
    for model in models:
        if model.layer != "checks":
            meanings[model.name] = own = _meanings(con, model, meanings)
            if model.layer == "sums":
                continue
            kind = "view" if model.layer == "staging" else "table"
            about = " ".join([model.title, f"Key: {', '.join(model.grain)}.", *model.notes])
            comments = [f"comment on {kind} {model.name} is {quoted(about)}"]
            comments += [f"comment on column {model.name}.{name} is {quoted(meaning)}" for name, meaning in own.items()]
            con.execute(";".join(comments))
    return meanings


def _meanings(
    con: duckdb.DuckDBPyConnection, model: Model, meanings: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """What each column of a model means: as its head says, else as in what it reads."""
    names = types_of(con, model.name)
    if model.layer == "sums":
        require_adding_up(model, names)
    strangers = sorted((set(model.columns) | set(model.grain)) - set(names))
    if strangers:
        raise ModelError(f"{model.file}: its head speaks of {strangers[0]}, which is no column of it")
    inherited: dict[str, str] = {}
    for read in reversed(model.reads):
        inherited |= meanings[read]
    own = {name: model.columns.get(name) or inherited.get(name, "") for name in names}
    silent = [name for name, meaning in own.items() if not meaning]
    if silent:
        raise ModelError(f"{model.file}: nothing says what column {silent[0]} means; add `-- column {silent[0]}: …`")
    return own
