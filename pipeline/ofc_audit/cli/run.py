"""`ofc run`: everything from files to the report."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from ofc_audit.cli.cluster import cluster_of
from ofc_audit.cli.console import FOUND, OK, Output, SetupError, say, width
from ofc_audit.cli.options import (
    AliasesOption,
    DayCutOption,
    Engine,
    EngineOption,
    Format,
    FormatOption,
    MappingOption,
    MasterOption,
    RulesDirOption,
    RulesOption,
    SessionGapOption,
    ThreadsOption,
    WaiversOption,
    WeekEndOption,
    ZoneOption,
)
from ofc_audit.cli.setup import Inputs, build_results, calendar_of, require_recognised


def run(
    paths: Annotated[
        list[str],
        typer.Argument(
            metavar="PATH…",
            show_default=False,
            help="Hand histories: files, folders, patterns ('week*/**/*.txt'), - for standard input.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", show_default=False, help="The folder for the results; replaced whole."),
    ],
    form: FormatOption = Format.table,
    rules_id: RulesOption = None,
    mapping: MappingOption = None,
    rules_dir: RulesDirOption = None,
    waivers: WaiversOption = None,
    aliases: AliasesOption = None,
    zone: ZoneOption = None,
    day_cut: DayCutOption = None,
    week_end: WeekEndOption = None,
    session_gap: SessionGapOption = None,
    threads: ThreadsOption = None,
    engine: EngineOption = Engine.local,
    master: MasterOption = None,
) -> int:
    """Read, score and audit hand histories.

    DIR then holds ofc.duckdb, parquet/, report.html and run.json. The summary says how many hands, and how much money,
    were verified, wrong, or could not be told.

    Folders are read with all below them, but for hidden and temporary files and links to folders. Archives and compressed
    files (zip, tar, gzip, zstd, bzip2, xz) are read as what is in them.
    """
    from ofc_audit.report.html.run import REPORT, write_report
    from ofc_audit.report.store import NoResultsError, open_store
    from ofc_audit.report.summary import is_faulty, render_summary

    def finish(folder: Path, record: Mapping[str, Any]) -> None:
        require_recognised(folder, record)
        write_report(folder, record, out)

    calendar = calendar_of(zone, day_cut, week_end, session_gap)
    inputs = Inputs(paths, rules_dir, waivers, rules_id, mapping, aliases, calendar, threads)
    with cluster_of(engine, master) as elsewhere:
        result = build_results(inputs, out, finish, elsewhere)
    for failure in result.check_failures:
        say(
            f"ofc: the results contradict themselves, a defect of this program: {failure.title} ({failure.n_rows} rows)"
        )
    try:
        with open_store(out) as store:
            Output().write(render_summary(store, form.value, width(), str(out / REPORT)))
            return FOUND if is_faulty(store) else OK
    except NoResultsError as error:
        raise SetupError(str(error)) from None
