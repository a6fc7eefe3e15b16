"""Marts made again over some of the hands, or for other groups of them, by their own text: what a model means is said once.

A mart reads sums, and these relations with a row per seat or pair. In their place stand temporary views of the same names, which hold the rows
chosen; the texts of the sums and of the mart are then run as they are.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ofc_audit.data import data_dir
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.models import relations_read

Execute = Callable[[str], Any]
"""Runs a statement on the database of results."""

WHOLE = frozenset({"calendar", "aliases"})
"""Relations that are not about hands: they are read as they are, unless another stands in their place."""
_GRAIN = re.compile(r"^-- grain: (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Mart:
    """The text of a mart, its key, and the relations it reads."""

    name: str
    sql: str
    grain: tuple[str, ...]
    reads: tuple[str, ...]

    @property
    def is_by_calendar(self) -> bool:
        """Whether it, or a sum that it reads, goes by table calendar."""
        return "calendar" in self.reads or any(one.is_by_calendar for one in map(find_sum, self.reads) if one)


@cache
def find_mart(name: str) -> Mart | None:
    """The mart of that name; nothing where there is none."""
    return _found(name, "marts")


@cache
def find_sum(name: str) -> Mart | None:
    """The sum of that name; nothing where there is none."""
    return _found(name, "sums")


def _found(name: str, layer: str) -> Mart | None:
    path = data_dir("sql") / layer / f"{name}.sql"
    if not path.is_file():
        return None
    sql = path.read_text("utf-8")
    grain = tuple(_GRAIN.search(sql)[1].split(", "))  # type: ignore[index]
    return Mart(name, sql, grain, relations_read(sql))


def stand_in(execute: Execute, name: str, query: str) -> None:
    """Puts the rows of a query in the place of a relation, for as long as the database is open; the query names the relation itself
    by its full name, `stored(name)`."""
    execute(f"create or replace temp view {name} as {query}")


def stored(execute: Execute, name: str) -> str:
    """The full name of a relation as it is kept, whatever stands in its place."""
    [(database,)] = execute("select current_database()").fetchall()
    return '"' + str(database).replace('"', '""') + f'".main.{name}'


def recompute(execute: Execute, name: str, replaced: Sequence[str]) -> None:
    """Makes mart `name`, and the sums and marts it reads, as temporary tables of their own names over what stands in the place of the relations
    in `replaced`.

    Raises InternalError for a mart that reads hands by a relation that nothing was put in the place of: it would count all of them.
    """
    _make(execute, name, frozenset(replaced), set())


def _make(execute: Execute, name: str, replaced: frozenset[str], made: set[str]) -> None:
    mart = find_mart(name) or find_sum(name)
    if mart is None:
        raise InternalError(f"{name} is no mart")
    for read in mart.reads:
        if read in replaced or read in WHOLE or read in made:
            continue
        if (find_mart(read) or find_sum(read)) is None:
            raise InternalError(f"{name} reads {read}, which has all hands")
        _make(execute, read, replaced, made)
    execute(f"create or replace temp table {name} as {mart.sql}")
    made.add(name)


def clear(execute: Execute) -> None:
    """Takes away everything that stands in the place of a relation, and what was made over it."""
    for kind in ("view", "table"):
        for (name,) in execute(f"select {kind}_name from duckdb_{kind}s() where temporary and not internal").fetchall():
            execute(f'drop {kind} temp."{name}"')
