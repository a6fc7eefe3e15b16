"""`ofc check-data`: do the tables of a run hold what they promise?"""

from pathlib import Path
from typing import Annotated

import typer

from ofc_audit.cli.console import FOUND, OK, Output, SetupError, say, width
from ofc_audit.cli.options import Format, FormatOption, RulesDirOption

INSTALL = "python -m pip install 'ofc-audit[contracts]'"


def check_data(
    folder: Annotated[Path, typer.Argument(metavar="DIR", show_default=False, help="The output folder of ofc run.")],
    only: Annotated[
        list[str] | None,
        typer.Option("--only", metavar="SUITE", help="Only this suite: a table, a mart, or another that is listed."),
    ] = None,
    examples: Annotated[
        int, typer.Option("--examples", metavar="N", min=0, help="How many rows to name of each broken expectation.")
    ] = 3,
    docs: Annotated[
        Path | None,
        typer.Option(
            "--docs",
            metavar="DIR",
            show_default=False,
            help="A new folder for Data Docs: pages to look through, offline.",
        ),
    ] = None,
    form: FormatOption = Format.table,
    rules_dir: RulesDirOption = None,
) -> int:
    """Hold the tables and marts of a run against their contracts.

    Types, keys, references, value sets and bounds follow from the declared tables; sums, rates, intervals and what play can
    come to are stated beside them (docs/contracts.md). Needs Great Expectations.

    Exit status: 0 every expectation is met; 1 one is broken; 2 there is nothing to look at, or the library is missing.
    """
    from ofc_audit.cli.progress import shown_progress
    from ofc_audit.cli.setup import rules_of
    from ofc_audit.cli.stopping import stopped_cleanly
    from ofc_audit.report.contracts import contracts_text
    from ofc_audit.report.data_docs import write_data_docs
    from ofc_audit.report.store import NoResultsError, open_store
    from ofc_audit.warehouse.contracts_derived import suites
    from ofc_audit.warehouse.contracts_frames import Frames, MissingLibraryError
    from ofc_audit.warehouse.contracts_rules import rule_facts
    from ofc_audit.warehouse.contracts_run import hold_suites, opened

    try:
        with open_store(folder) as store:
            run = store.run
    except NoResultsError as error:
        raise SetupError(str(error)) from None
    every = suites()
    known = [suite.name for suite in every]
    for name in only or ():
        if name not in known:
            raise SetupError(f"--only {name}: there is no such suite; there are {', '.join(known)}")
    chosen = [suite for suite in every if not only or suite.name in only]
    if docs is not None and docs.exists():
        raise SetupError(f"{docs} is there; name a new folder")
    rules = rules_of(rules_dir)
    facts = rule_facts(run, rules)
    missing = sorted({one["id"] for one in run.get("rule_sets") or ()} - set(rules))
    try:
        frames = Frames()
    except MissingLibraryError as error:
        raise SetupError(
            f"check-data needs Great Expectations and pandas ({error}); install them with: {INSTALL}"
        ) from None
    with stopped_cleanly(), opened(folder) as con, shown_progress() as progress:
        found = []
        for outcome in hold_suites(con, folder, chosen, frames, examples, facts):
            found.append(outcome)
            if progress is not None:
                progress("check", len(found), len(chosen))
    if docs is not None:
        write_data_docs(found, docs, str(folder))
        say(f"ofc: Data Docs: {docs / 'index.html'}")
    Output().write(contracts_text(found, missing, form.value, width()))
    return OK if all(one.is_met for one in found) else FOUND
