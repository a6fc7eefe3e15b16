"""The audit across hands, stretch by stretch: each with the hands before it that its chains need, so that memory does not grow.

What a chain of hands says of a dimension replaces what the hand alone could say; the verdicts of both become one table here. Scored
tables are laid anew where a chain knows more than the hand: a limit of stays, money that is settled for the match.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.audit.view import Ints, Mask
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import conform, schema
from ofc_audit.warehouse.known import SCORED
from ofc_audit.warehouse.lay import OrderedWriter
from ofc_audit.warehouse.spread import Crew
from ofc_audit.warehouse.stage import Progress
from ofc_audit.warehouse.stretches import Span, Stretch, read_clashes, read_stretch, spans

_VERDICTS = ("verdicts", "seat_verdicts")
_GIVEN = ("findings", *_VERDICTS)
_LAID = (*_VERDICTS, "fantasy_runs", "stack_changes")

_ROYALTIES = ("top_royalties", "middle_royalties", "bottom_royalties")
_PARTS = ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b")
_UNASKED: Mapping[str, Sequence[str]] = {
    "hands": (
        *("chip_price", "chip_currency", "is_observed", "sitting_out", "events", "unknown_keys"),
        *("format", "first_byte", "last_byte"),
    ),
    "seats": ("is_hero",),
    "claims": ("is_foul", *_ROYALTIES, "showdown_line"),
    "claimed_pairs": _PARTS,
    "scored_seats": ("top_value", "middle_value", "bottom_value", "middle_category", "bottom_category", *_ROYALTIES),
    "scored_pairs": _PARTS,
}
"""Columns that tell nothing across hands: what a hand is made of was judged with the hand."""


def audit_across(
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    n_hands: int,
    progress: Progress | None = None,
    crew: Crew | None = None,
    *,
    knows_more: bool = True,
    own: range | None = None,
) -> None:
    """Writes `verdicts`, `seat_verdicts`, `fantasy_runs` and `stack_changes` to `folder`, and what chains found to `<staged>/chain_findings.parquet`.

    Reads the hand tables, the scored tables and `id_clashes` in `folder` and, in `staged`, what single hands gave. The scored
    tables are laid anew where chains may know more than single hands. `own`: as in `spans`; the others' rows are not written.
    """
    relaid = SCORED if knows_more else ()
    writers = {name: OrderedWriter(name, folder / f"{name}.parquet") for name in _LAID}
    writers |= {name: OrderedWriter(name, staged / f"relaid_{name}.parquet") for name in relaid}
    found = pq.ParquetWriter(staged / "chain_findings.parquet", schema("findings"), compression="lz4")
    pieces = spans(folder, own)
    work = partial(audit_stretch, folder, staged, dict(rules), relaid)
    for span, rows in zip(pieces, (crew or Crew()).over(work, pieces), strict=True):
        for name, writer in writers.items():
            for data in rows[name]:
                writer.write(data)
        for data in rows["findings"]:
            found.write_table(data)
        if progress:
            progress("chains", min(span.end, n_hands), n_hands)
    for writer in writers.values():
        writer.close()
    found.close()
    for name in relaid:
        (staged / f"relaid_{name}.parquet").replace(folder / f"{name}.parquet")


def audit_stretch(
    folder: Path, staged: Path, rules: Mapping[str, RuleSet], relaid: Sequence[str], span: Span
) -> Mapping[str, Sequence[pa.Table]]:
    """The rows of a stretch, by table: of tables by hand one for each of its row groups, of `findings` and `stack_changes` one for all.

    `relaid`: scored tables that are given too, with what chains and matches know. A function of the files alone, so that it does not matter
    where and in which order stretches are looked at.
    """
    without = {name: names for name, names in _UNASKED.items() if name not in relaid}
    stretch = read_stretch(folder, span, (), staged, _GIVEN, without)
    clashes = read_clashes(folder / "id_clashes.parquet").of(stretch.tables["hands"])
    return dict(_audited(stretch, rules, clashes, relaid))


def _audited(
    stretch: Stretch, rules: Mapping[str, RuleSet], clashes: tuple[Mask, Mask], relaid: Sequence[str]
) -> Iterator[tuple[str, Sequence[pa.Table]]]:
    from ofc_audit.audit.chain_due import with_stays
    from ofc_audit.audit.chains import audit_chains
    from ofc_audit.audit.course import Course
    from ofc_audit.audit.numbering import audit_numbering
    from ofc_audit.audit.runs import fantasy_runs
    from ofc_audit.audit.stacks import audit_stacks
    from ofc_audit.audit.totals import audit_totals
    from ofc_audit.audit.tournaments import audit_tournaments
    from ofc_audit.audit.view import View
    from ofc_audit.score.effective import effective_rules
    from ofc_audit.warehouse.across_matches import settled
    from ofc_audit.warehouse.across_verdicts import Told, lay_verdicts

    tables = stretch.tables
    view = View(tables, *effective_rules(tables["hands"], rules))
    course = Course(view, *clashes)
    alone = tables["hand_findings"]
    chains, stacks = audit_chains(course, alone), audit_stacks(course, alone)
    given = {name: tables[f"hand_{name}"] for name in _VERDICTS}
    tournaments = audit_tournaments(course, given)
    scored = {**{name: tables[name] for name in SCORED}, "scored_seats": with_stays(tables["scored_seats"], chains.due)}
    matched = settled(course, stretch.after, chains.due, alone, scored)
    told = Told(stretch, course, chains, stacks, tournaments, matched)

    findings = [*chains.findings, *stacks.findings, *audit_numbering(course), *audit_totals(course, alone)]
    findings += [one for one in (tournaments.get("findings"), matched and matched.findings) if one is not None]
    yield "findings", [_of_new(conform("findings", one), stretch) for one in findings if one.num_rows]
    yield "stack_changes", [stacks.table(stretch.n_before)]
    runs, hand = fantasy_runs(chains, stretch.n_before)
    yield "fantasy_runs", _cut(runs, hand, stretch)
    yield from lay_verdicts(told)
    for name in relaid:
        yield name, list(stretch.groups_of((matched.scored if matched else scored)[name]))


def _of_new(findings: pa.Table, stretch: Stretch) -> pa.Table:
    """Findings about the new hands."""
    new = stretch.tables["hands"].column("hand_key").slice(stretch.n_before).combine_chunks()
    return findings.filter(pc.is_in(findings.column("hand_key"), new))


def _cut(data: pa.Table, hand: Ints, stretch: Stretch) -> list[pa.Table]:
    """Rows whose hands lie at these places, for each row group of hands."""
    bounds = [np.searchsorted(hand, ends).tolist() for ends in stretch.ends]
    return [data.slice(first, stop - first) for first, stop in bounds]
