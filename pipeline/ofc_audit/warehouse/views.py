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

from ofc_audit.data import data_dir
from ofc_audit.warehouse.engine import quoted
from ofc_audit.warehouse.models import ModelError, relations_read

_TEXT = re.compile(r"'(?:[^']|'')*'")
_TOKEN = re.compile(r'"[^"]*"|\w+|\s+|[^\w\s]')
_SHOWN = re.compile(r"(?:\b([a-z_]\w*)\.)?\b([a-z_]\w*)\b")
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


def _items(code: str) -> list[str]:
    """What a query selects, one text for each column: what stands between `select` and `from`, at the commas outside parentheses."""
    items, depth = [""], 0
    for word in _TOKEN.findall(code)[1:]:
        depth += word.count("(") - word.count(")")
        if depth == 0 and word == "from":
            break
        if depth == 0 and word == ",":
            items.append("")
        else:
            items[-1] += word
    return items


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
            con.execute(";".join(comments))
        except duckdb.Error as error:
            raise ModelError(f"views/{view.file}: {str(error).splitlines()[0]}") from error


def _meanings(view: View, meanings: Mapping[tuple[str, str], str]) -> dict[str, str]:
    """What each column of a view means: as its head says, else as the column that it shows."""
    code = _TEXT.sub("''", view.sql)
    tables = relations_read(code)
    found = {}
    for item in _items(code):
        alias = item.rpartition('"')[0].rpartition('"')[2]
        meaning = view.columns.get(alias)
        for table, column in () if meaning else _SHOWN.findall(item):
            read = [table] if table in tables else tables
            meaning = meaning or next((meanings[t, column] for t in read if (t, column) in meanings), None)
        if meaning is None:
            raise ModelError(f"views/{view.file}: nothing says what column {alias} means; add `-- column {alias}: …`")
        found[alias] = meaning
    strangers = sorted(set(view.columns) - set(found))
    if strangers:
        raise ModelError(f"views/{view.file}: its head speaks of {strangers[0]}, which is no column of it")
    return found
