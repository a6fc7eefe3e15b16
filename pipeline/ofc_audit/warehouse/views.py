"""Views with names for people: what somebody who opens the database in any SQL tool looks at first.

A view is one `select` in one file of `sql/views`. Its head is comment lines: the first is its name, then what it is, and
`-- column X: …` what a column means that is computed; any other has the meaning of the column that it shows. Views are for looking at,
with headings for people and what belongs together in one row; tables and marts are for computing with.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import duckdb
import sqlglot
from sqlglot import exp

from ofc_audit.data import data_dir
from ofc_audit.warehouse.engine import quoted
from ofc_audit.warehouse.models import ModelError

_COLUMN = re.compile(r"column ([^:]+): (.+)")


@dataclass(frozen=True)
class View:
    """One file of `sql/views`: its name, what it is, the meanings it gives, its query."""

    name: str
    file: str
    title: str
    columns: Mapping[str, str]
    sql: str


def load_views(root: Path | None = None) -> list[View]:
    """Every view, by file name. Raises ModelError, naming the file, for one without a name, a title or a query."""
    folder = (data_dir("sql") if root is None else root) / "views"
    return [_parsed(path.name, path.read_text("utf-8")) for path in sorted(folder.glob("*.sql"))]


def _parsed(file: str, text: str) -> View:
    lines = text.splitlines()
    head = [line[2:].strip() for line in lines if line.startswith("--")]
    columns = {match[1]: match[2] for line in head if (match := _COLUMN.fullmatch(line))}
    title = " ".join(line for line in head[1:] if not _COLUMN.fullmatch(line))
    if not head or not title:
        raise ModelError(f"views/{file}: the first lines say its name and what it is, as comments")
    return View(head[0], file, title, columns, "\n".join(line for line in lines if not line.startswith("--")))


def make_views(con: duckdb.DuckDBPyConnection) -> None:
    """Creates every view in a database that has the tables and marts, with comments.

    Raises ModelError, naming the file, for a query that fails and for a column that nothing gives a meaning.
    """
    rows = con.execute(
        "select table_name, column_name, comment from duckdb_columns() where comment is not null"
    ).fetchall()
    meanings = {(table, column): comment for table, column, comment in rows}
    for view in load_views():
        name = '"' + view.name.replace('"', '""') + '"'
        try:
            con.execute(f"create view {name} as {view.sql}")
            comments = [f"comment on view {name} is {quoted(view.title)}"]
            for column, meaning in _meanings(view, meanings).items():
                comments.append(f'comment on column {name}."{column}" is {quoted(meaning)}')
            # Each by itself would be a transaction of its own, and wait for the disk.
            con.execute(";".join(["begin", *comments, "commit"]))
        except duckdb.Error as error:
            raise ModelError(f"views/{view.file}: {str(error).splitlines()[0]}") from error


def _meanings(view: View, meanings: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """What each column of a view means: as its head says, else as the column that it shows."""
    query = sqlglot.parse_one(view.sql, read="duckdb")
    assert isinstance(query, exp.Select)
    tables = [table.name for table in query.find_all(exp.Table)]
    found = {}
    for each in query.expressions:
        meaning = view.columns.get(each.alias)
        for shown in () if meaning else each.find_all(exp.Column):
            read = [shown.table] if shown.table in tables else tables
            meaning = meaning or next((meanings[t, shown.name] for t in read if (t, shown.name) in meanings), None)
        if meaning is None:
            raise ModelError(
                f"views/{view.file}: nothing says what column {each.alias} means; add `-- column {each.alias}: …`"
            )
        found[each.alias] = meaning
    strangers = sorted(set(view.columns) - set(found))
    if strangers:
        raise ModelError(f"views/{view.file}: its head speaks of {strangers[0]}, which is no column of it")
    return found
