"""The audit across hands, stretch by stretch: each with the hands before it that its chains need, so that memory does not grow.

What a chain of hands says of a dimension replaces what the hand alone could say; the verdicts of both become one table here. Scored
tables are laid anew where a chain knows more than the hand: a limit of stays, money that is settled for the match.
"""

from collections.abc import Mapping
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.audit.run_sql import RUNS
from ofc_audit.audit.stack_sql import CHANGED
from ofc_audit.audit.view import Ints, View, flags, ints
from ofc_audit.rulesets import RuleSet
from ofc_audit.tables import conform, schema, table
from ofc_audit.warehouse.engine import quoted, view_of_parquet
from ofc_audit.warehouse.known import SCORED, due_of_chains, with_amounts, with_stays
from ofc_audit.warehouse.lay import OrderedWriter, groups
from ofc_audit.warehouse.stage import Progress
from ofc_audit.warehouse.stretches import Stretch, stretches

_VERDICT_KEYS: Mapping[str, str] = {"verdicts": "hand_key", "seat_verdicts": "hand_key, acting_order"}


def audit_across(
    con: duckdb.DuckDBPyConnection,
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    n_hands: int,
    progress: Progress | None = None,
    *,
    knows_more: bool = True,
    own: range | None = None,
) -> None:
    """Writes `verdicts`, `seat_verdicts`, `fantasy_runs` and `stack_changes` to `folder`, and what chains found to `<staged>/chain_findings.parquet`.

    Reads the hand tables, the scored tables and `id_clashes` in `folder` and, in `staged`, what single hands gave. The scored
    tables are laid anew where chains may know more than single hands. `own`: as in `stretches`; the others' rows are not written.
    """
    from ofc_audit.audit.chains import audit_chains
    from ofc_audit.audit.numbering import audit_numbering
    from ofc_audit.audit.stacks import audit_stacks
    from ofc_audit.audit.totals import audit_totals
    from ofc_audit.audit.tournaments import audit_tournaments
    from ofc_audit.score.effective import effective_rules

    view_of_parquet(con, "id_clashes", folder / "id_clashes.parquet")
    view_of_parquet(con, "hand_findings", staged / "hand_findings.parquet")
    writers = {name: OrderedWriter(name, folder / f"{name}.parquet") for name in _VERDICT_KEYS}
    relaid = {name: OrderedWriter(name, staged / f"relaid_{name}.parquet") for name in (SCORED if knows_more else ())}
    runs = OrderedWriter("fantasy_runs", folder / "fantasy_runs.parquet")
    changes = OrderedWriter("stack_changes", folder / "stack_changes.parquet")
    found = pq.ParquetWriter(staged / "chain_findings.parquet", schema("findings"), compression="lz4")
    for stretch in stretches(folder, staged, tuple(_VERDICT_KEYS), own=own):
        for name, data in stretch.tables.items():
            con.register(name, data)
        effective, index = effective_rules(stretch.tables["hands"], rules)
        con.register(
            "hand_rules", pa.table({"hand_key": stretch.tables["hands"].column("hand_key"), "rules_no": index})
        )
        audit_chains(con, effective)
        audit_tournaments(con, effective)
        audit_stacks(con, effective)
        audit_numbering(con)
        audit_totals(con)
        scored = _audit_matches(con, stretch, View(stretch.tables, effective, index))
        new = "select hand_key from hand_order where is_new"
        findings = con.sql(
            f"from (from chain_findings union all from match_findings) where hand_key in ({new})"
        ).to_arrow_table()
        found.write_table(conform("findings", findings))
        changes.write(con.sql(CHANGED).to_arrow_table())
        reader = con.sql(RUNS).to_arrow_reader(1 << 13)
        for group in groups(reader, "place_no", stretch.last_group, stretch.first_group):
            runs.write(group)
        for name, writer in writers.items():
            reader = con.sql(_merged(name)).to_arrow_reader(1 << 13)
            for group in groups(reader, "place_no", stretch.last_group, stretch.first_group):
                writer.write(group)
        for name, writer in relaid.items():
            for rows in stretch.groups_of(scored[name]):
                writer.write(rows)
        if progress:
            progress("chains", min(stretch.end, n_hands), n_hands)
    for writer in (*writers.values(), *relaid.values(), runs, changes):
        writer.close()
    found.close()
    for name in relaid:
        (staged / f"relaid_{name}.parquet").replace(folder / f"{name}.parquet")


def _audit_matches(con: duckdb.DuckDBPyConnection, stretch: Stretch, view: View) -> Mapping[str, pa.Table]:
    """Registers `match_findings`, `match_verdicts` and `match_seat_verdicts`; gives the scored tables with what chains and matches add."""
    from ofc_audit.audit.matches import audit_matches

    due = due_of_chains(con)
    scored = {name: view.tables[name] for name in SCORED}
    scored["scored_seats"] = with_stays(scored["scored_seats"], due)
    matched = None
    if view.tables["hands"].column("match_id").null_count < view.n_hands:
        keys = view.hand_key
        excluded = np.isin(keys, _keys(con, "select hand_key from id_clashes where kind = 'conflict'"))
        accused = np.isin(keys, _keys(con, "select hand_key from hand_findings where check_id like 'settle.%'"))
        earned = flags(due, "is_fantasy_next").astype(np.int64)
        matched = audit_matches(view, excluded, stretch.after, earned, accused)
        if matched.is_settled.any():
            pairs = matched.is_settled[view.pair_hand]
            amount = np.where(pairs, matched.amount, ints(scored["scored_pairs"], "amount"))
            total = view.pair_totals(amount)
            net = np.where(matched.is_settled[view.seat_hand], total, ints(scored["scored_seats"], "net"))
            scored = with_amounts(scored, amount, net)
    for name in ("findings", "verdicts", "seat_verdicts"):
        con.register(f"match_{name}", schema(name).empty_table() if matched is None else getattr(matched, name))
    return scored


def _keys(con: duckdb.DuckDBPyConnection, query: str) -> Ints:
    return np.asarray(con.sql(query).to_arrow_table().column(0), np.int64)


def _merged(name: str) -> str:
    """The verdicts of matches over those of chains over those of hands; a wrong one over all."""
    key = _VERDICT_KEYS[name]
    names = ", ".join(c.name for c in table(name).columns)
    dimensions = ", ".join(quoted(value) for value in table(name).column("dimension").values)
    seat = ", acting_order" if "acting_order" in key else ""
    return f"""
        with told as (
            select {names}, 2 as weight from chain_{name}
            union all
            select {names}, 1 as weight from match_{name}
        ),
        better as (
            select {names} from told
            qualify row_number() over (partition by {key}, dimension order by (verdict = 'wrong')::integer desc, weight) = 1
        ),
        merged as (
            from better
            union all
            select {names} from hand_{name} anti join better using ({key}, dimension)
        )
        select merged.*, hand_order as place_no
        from merged join hand_order using (hand_key)
        where is_new
        order by hand_order{seat}, list_position([{dimensions}], dimension)
    """
