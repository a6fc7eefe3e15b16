"""Options that several commands have, declared once."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """The forms of a tabular output."""

    table = "table"
    json = "json"
    csv = "csv"
    md = "md"


class Engine(StrEnum):
    """Where a run does its work."""

    local = "local"
    spark = "spark"


FormatOption = Annotated[Format, typer.Option("--format", "-f", help="How the output is written.")]
RulesDirOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--rules-dir",
        metavar="DIR",
        help="A folder of your own rule sets, read after those that ofc.toml names; may be given several times.",
    ),
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        "--rules",
        metavar="ID",
        show_default=False,
        help="The rule set of hands that name none and do not tell it by their play (see ofc rules list); hands that do keep"
        " theirs.",
    ),
]
MappingOption = Annotated[
    Path | None,
    typer.Option(
        "--mapping",
        metavar="FILE",
        show_default=False,
        help="The mapping that tables are read with (see ofc map); one beside a table, FILE.mapping.toml or mapping.toml, is used"
        " when left away.",
    ),
]
WaiversOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--waivers",
        metavar="FILE",
        help="A file of known, argued disagreements that are let stand, read after those that ofc.toml names; may be given"
        " several times.",
    ),
]
AliasesOption = Annotated[
    Path | None,
    typer.Option(
        "--aliases",
        metavar="FILE",
        show_default=False,
        help="A file (TOML or CSV) of accounts that belong to one person; statistics add them up and say so.",
    ),
]
ZoneOption = Annotated[
    str | None,
    typer.Option(
        "--zone",
        metavar="ZONE",
        show_default=False,
        help="The time zone of days, weeks and sessions, such as Europe/Berlin; UTC when left away.",
    ),
]
DayCutOption = Annotated[
    str | None,
    typer.Option(
        "--day-cut",
        metavar="TIME",
        show_default=False,
        help="When a day of play begins, such as 06:00; midnight when left away.",
    ),
]
WeekEndOption = Annotated[
    str | None,
    typer.Option(
        "--week-end",
        metavar="'DAY TIME'",
        show_default=False,
        help="The last minute of a week; 'sunday 23:59' when left away.",
    ),
]
SessionGapOption = Annotated[
    int | None,
    typer.Option(
        "--session-gap",
        metavar="MINUTES",
        min=1,
        show_default=False,
        help="A pause longer than this ends a player's session; 60 when left away.",
    ),
]
ThreadsOption = Annotated[
    int | None,
    typer.Option(
        "--threads",
        metavar="N",
        min=1,
        max=64,
        show_default=False,
        help="So many cores may be busy; those there are, 4 at most, when left away. More need more memory; the results are the"
        " same.",
    ),
]
EngineOption = Annotated[
    Engine,
    typer.Option(
        "--engine",
        help="Where the work is done: on this machine, or in tasks of a Spark cluster (see docs/cluster.md). The results are the same.",
    ),
]
MasterOption = Annotated[
    str | None,
    typer.Option(
        "--master",
        metavar="URL",
        show_default=False,
        help="With --engine spark: the cluster, such as spark://host:7077, yarn or local[4]; as spark-submit or Spark's settings say when"
        " left away.",
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="One parameter changed, as ofc rules show writes it (score.method=2-4); may be given several times.",
    ),
]
InputArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH…|DIR",
        show_default=False,
        help="Hand histories (files, folders, patterns, - for standard input), or the output folder of an earlier run.",
    ),
]
