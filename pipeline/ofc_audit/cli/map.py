"""`ofc map`: a mapping proposed for a table, with what is unsure of it."""

from pathlib import Path
from typing import Annotated

import typer

from ofc_audit.cli.console import FOUND, OK, Output, SetupError, say


def propose_mapping(
    path: Annotated[
        str, typer.Argument(metavar="FILE", show_default=False, help="A table: CSV, TSV, Parquet, XLSX or SQLite.")
    ],
    sheet: Annotated[
        str | None, typer.Option("--sheet", metavar="NAME", show_default=False, help="The sheet of a workbook.")
    ] = None,
    table: Annotated[
        str | None,
        typer.Option("--table", metavar="NAME", show_default=False, help="The table or view of a SQLite database."),
    ] = None,
) -> int:
    """Propose a mapping for a table by looking at it.

    The mapping is printed as TOML, to be kept beside the file as FILE.mapping.toml or named with --mapping. What is unsure says so and why;
    what cannot be told is commented out. Exit status 1 when it lacks something that every mapping needs.
    """
    from ofc_audit.cli.setup import rules_of
    from ofc_audit.read.source import open_sources
    from ofc_audit.read.table_propose import is_complete, propose
    from ofc_audit.read.table_text import TableError

    if Path(path).is_dir():
        raise SetupError(f"{path} is a folder; name one table")
    try:
        sources = list(open_sources([path]))
    except FileNotFoundError as error:
        raise SetupError(str(error)) from None
    if len(sources) != 1 or sources[0].problem:
        problem = sources[0].problem if len(sources) == 1 else f"holds {len(sources)} files; unpack it and name one"
        raise SetupError(f"{path}: {problem}")
    try:
        proposal = propose(sources[0], sheet, table, tuple(rules_of(None)))
    except TableError as error:
        raise SetupError(f"{path}: {error}") from None
    Output().write(proposal)
    if is_complete(proposal):
        return OK
    say("ofc: the mapping is not complete; its first line says what is missing")
    return FOUND
