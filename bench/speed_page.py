"""`docs/speed.md` from `docs/speed.json`: nothing is measured here, so the page can be held to its figures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from figures import Figure, figure_of, number, ratio
from goals import marks

STAGES = {
    "read": "files to tables of hands",
    "order": "copies told apart, hands put in their order",
    "audit": "scoring, fouls, and what the site said against it, hand by hand",
    "fit": "the point value that explains what was paid",
    "infer": "rake and stacks that explain what was paid",
    "chains": "what goes across hands: Fantasyland, stacks, numbers, totals",
    "fouls": "where a fouled board was lost",
    "merge": "findings with their causes, verdicts",
    "correct": "who owes whom what",
    "load": "tables into the database, statistics that are made hand by hand",
    "models": "statistics, marts, checks of the results",
    "report": "the page of the run",
}
"""What a reader may want to know a stage by."""
NOT_OF_RESULTS = ("ofc --help", "ofc score")
"""Everyday commands that ask for no results, so that no size makes a difference."""
BUSY = 1.5
"""Programs that wait for each processor from which on seconds of the wall mean nothing."""
SECTIONS = {
    "ranks": "Ranking rows. Boards of three, five and five cards at random; the packages get the cards in their own form, made before the clock"
    " starts, and rank the rows of five (eval7 those of three too).",
    "score": "Scoring whole hands: ranks, fouls, royalties, pairs, Fantasyland, money with its caps, from Arrow tables to Arrow tables.",
    "read": "Reading text to tables, every byte accounted for.",
    "files": "Many files of one hand each beside one file of them all.",
    "cores": "The same run with one core and with all; the tables are the same to the byte.",
    "statistics": "Statistics of players from one Parquet file, on one core.",
    "simulate": "Hands that `ofc simulate` plays and writes.",
}
"""What the work of a section is; those of which a table of its own tells are not among them."""


def figures_of(record: Mapping[str, Any]) -> list[Figure]:
    """The figures of all sections of a record of `run.py`."""
    return [figure_of(figure) for section in record["sections"].values() for figure in section["figures"]]


def growth_figures(growth: Mapping[str, Any], but: Iterable[Figure]) -> list[Figure]:
    """What `growth.py` measured, as figures of the sections run and everyday; cases that are there already are left out."""
    found = []
    for one in growth["sizes"].values():
        size = f"{one['hands']:,} hands"
        found += [
            Figure("run", f"{size}, seconds", "ofc run", "s", (one["seconds"],), is_ours=True),
            Figure("run", f"{size}, peak", "ofc run", "MB", (one["peak_mb"],), is_ours=True),
        ]
        found += [
            Figure("everyday", f"{case}, of {size}", "a cold process", "s", (seconds,), is_ours=True)
            for case, seconds in one["everyday_s"].items()
            if case not in NOT_OF_RESULTS
        ]
    known = {(figure.section, figure.case) for figure in but}
    return [figure for figure in found if (figure.section, figure.case) not in known]


def speed_markdown(record: Mapping[str, Any]) -> str:
    """The page."""
    now = record["now"]
    figures, before = figures_of(now), figures_of(record["before"])
    figures += growth_figures(record["growth"], figures)
    before += growth_figures(record["growth_before"], before)
    lines = [
        "# Speed",
        "",
        "Generated from `docs/speed.json`; do not edit. `make speed` measures anew and writes both; `make bench` only measures and prints.",
        "",
        *_machine(record),
        "",
        *_busy([one.get("load") for of in (now["sections"], record["growth"]["sizes"]) for one in of.values()]),
        "## What was aimed at",
        "",
        *_goals(figures, before, record["before"]["commit"]),
        "",
        "## A whole run, by size",
        "",
        *_growth(record),
        "",
        "## Where the time of a run goes, and what limits it",
        "",
        *_profile(record["profile"]),
        "",
        "## Every day",
        "",
        *_everyday(figures, before),
        "",
        "## Beside others",
        "",
        "![Ratios as bars](speed-ratios.svg)",
        "",
        *_ratios(figures),
        *_missing(now),
        "## How it is measured",
        "",
        *HOW,
    ]
    return "\n".join(lines).rstrip() + "\n"


HOW = (
    "* The sides of a comparison go in turn, round by round, after one round without the clock; figures are medians, ratios the medians of the",
    "  ratios of the rounds. Results are compared before they are timed.",
    "* Work on one core is told in seconds of the processor, which on an idle core are those of the wall; whole runs and commands in those of",
    "  the wall.",
    "* In comparisons within one process the allocator keeps what it was given back, for all sides alike: whether a large array comes as fresh",
    "  pages or as used ones is otherwise chance, and a third of the time of short work.",
    "* Memory is that of all processes of a run at one moment, each with its part of what it shares, mapped files included.",
    "* The hands of whole runs are 20,000 simulated three-player hands (`pokerbet_progressive`, 63 lines and 2.3 KB each) and copies of them",
    "  under other ids, players and tables.",
    "* `make bench` runs all sections, `make bench ONLY=\"ranks score\"` some, `BRIEF=1` a short form; `make growth` the sizes, `make profile`",
    "  the stages. What was measured is kept in `bench/out/`, as data and as a page with all figures.",
    "* `make test` tells four pieces of work in yardsticks of the same run and marks what takes a tenth more than `bench/expected.json` says;",
    "  `make against REV=…` holds a checkout beside another commit, round by round.",
)  # fmt: skip


def _machine(record: Mapping[str, Any]) -> list[str]:
    now = record["now"]
    here, versions = now["machine"], now["versions"]
    packages = ", ".join(f"{name} {versions[name]}" for name in ("duckdb", "pyarrow", "numpy") if name in versions)
    part = "with the part in C" if here.get("is_compiled") else "without the part in C"
    return [
        f"Measured on {here['processors']} processors ({here['processor']}) with {here['memory_mb'] / 1000:.0f} GB, Python {here['python']},"
        f" {packages}, {part}: commit {now['commit']}, {now['at'][:10]}. Ratios hold elsewhere, other figures are of that machine. *Before* is"
        f" commit {record['before']['commit']}, on the same machine.",
    ]


def _busy(loads: Iterable[float | None]) -> list[str]:
    """A warning where there was more other work than the processors could do."""
    most = max((one or 0.0 for one in loads), default=0.0)
    if most <= BUSY:
        return []
    return [
        f"**The machine was busy with other work** ({most:.0f} programs waited for each processor): seconds of the wall, and the ratios of"
        " cores, say little; processor seconds, memory and other ratios hold.",
        "",
    ]


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> list[str]:
    """A table in Markdown; the columns numbered in `right` are set to the right."""
    line = [("---:" if place in right else "---") for place in range(len(head))]
    return [f"| {' | '.join(cells)} |" for cells in (head, line, *rows)]


def _goals(figures: Sequence[Figure], before: Sequence[Figure], commit: str) -> list[str]:
    was = {mark.goal: mark.measured for mark in marks(before)}
    rows = []
    held = marks(figures)
    for mark in held:
        earlier = was.get(mark.goal) if sum(one.goal is mark.goal for one in held) == 1 else None
        verdict = "reached" if mark.is_reached else "**not reached**"
        rows.append(
            (
                f"{mark.goal.section}: {mark.case}",
                mark.wanted,
                "" if earlier is None else number(earlier),
                number(mark.measured),
                verdict,
            )
        )
    return _table(("work", "wanted", f"before ({commit})", "measured", ""), rows, (2, 3))


def _growth(record: Mapping[str, Any]) -> list[str]:
    was = record["growth_before"]["sizes"]
    rows = []
    for key, one in record["growth"]["sizes"].items():
        earlier = was.get(key)
        rows.append(
            (
                f"{one['hands']:,}",
                f"{one['input_mb']:,.0f} MB",
                f"{one['seconds']:,.1f}",
                f"{one['cpu_seconds']:,.1f}",
                f"{one['cpu_seconds'] * 1e6 / one['hands']:,.0f}",
                f"{one['peak_mb']:,.0f} MB",
                f"{one['results_mb']:,.0f} MB",
                "" if earlier is None else f"{earlier['cpu_seconds']:,.1f} CPU-s, {earlier['peak_mb']:,.0f} MB",
            )
        )
    head = ("hands", "text", "seconds", "CPU-s", "µs of CPU a hand", "peak memory", "results", "before")
    return [*_table(head, rows, range(8)), "", "![Seconds and memory by number of hands](speed-growth.svg)"]


def _profile(profile: Mapping[str, Any]) -> list[str]:
    total = sum(stage["cpu_seconds"] for stage in profile["stages"])
    rows = []
    for stage in profile["stages"]:
        kinds = ", ".join(f"{kind} {share:.0%}" for kind, share in _largest(stage["kinds"].items()))
        calls = "; ".join(f"`{call}` {share:.0%}" for call, share in stage["calls"][:3])
        rows.append(
            (
                f"{stage['name']}",
                STAGES.get(stage["name"], ""),
                f"{stage['cpu_seconds']:.2f}",
                f"{stage['cpu_seconds'] / total:.0%}",
                kinds,
                calls.replace("|", "\\|"),
            )
        )
    said = (
        f"One run of {profile['hands']:,} hands on one core, {total:.1f} processor seconds in all; *who has them* is whose code runs: the database,"
        " Arrow and Parquet, functions of numpy, the part in C, threads beside that the main one waits for, or the package itself (operators on"
        " arrays among it)."
    )
    head = ("stage", "what it does", "CPU-s", "share", "who has them", "the calls with most of their own")
    return [said, "", *_table(head, rows, (2, 3))]


def _largest(kinds: Iterable[tuple[str, float]]) -> list[tuple[str, float]]:
    return sorted((one for one in kinds if one[1] >= 0.03), key=lambda one: -one[1])


def _everyday(figures: Sequence[Figure], before: Sequence[Figure]) -> list[str]:
    was = {one.case: one for one in before if one.section == "everyday"}
    rows = [
        (
            f"`{one.case.partition(',')[0]}`{one.case[len(one.case.partition(',')[0]) :]}",
            _seconds(was.get(one.case)),
            _seconds(one),
        )
        for one in figures
        if one.section == "everyday"
    ]
    return ["Whole processes, started cold.", "", *_table(("command", "before", "measured"), rows, (1, 2))]


def _seconds(figure: Figure | None) -> str:
    return "" if figure is None else f"{figure.value:.2f} s"


def _ratios(figures: Sequence[Figure]) -> list[str]:
    lines = []
    for name, said in SECTIONS.items():
        rows = [
            (
                ours.case,
                f"{number(ours.value)} {ours.unit}",
                other.side,
                f"{number(other.value)} {other.unit}",
                f"{ratio(ours, other):,.2f} ×",
            )
            for ours in figures
            if ours.is_ours and ours.section == name
            for other in figures
            if (other.section, other.case) == (ours.section, ours.case) and other is not ours
        ]
        if rows:
            head = ("work", "ofc-audit", "beside", "its figure", "ratio")
            lines += [f"### {name}", "", said, "", *_table(head, rows, (1, 3, 4)), ""]
    return lines


def _missing(now: Mapping[str, Any]) -> list[str]:
    lost = [one for section in now["sections"].values() for one in section["missing"]]
    words = ", ".join(f"{one['missing']} ({one['why']})" for one in lost)
    return [f"Not measured: {words}.", ""] if lost else []
