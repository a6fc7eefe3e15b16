"""Corrections: for every error the payments that put it right, or why none follows; row group by row group of the hands with wrong money."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.audit.corrections import Answer, Cause, answers
from ofc_audit.audit.owed import Owed, owed
from ofc_audit.audit.payments import HOUSE
from ofc_audit.audit.view import decimal_of, ints
from ofc_audit.money import MONEY, NULL, money_ints
from ofc_audit.read.batch import HAND_TABLES
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.effective import effective_rules
from ofc_audit.warehouse.correct_sql import BOUNTIES, CAUSES_NOW, CORRECTIONS, PAYMENTS, TOLD, UNCORRECTED, prepared
from ofc_audit.warehouse.engine import Opened, quoted, view_of_parquet
from ofc_audit.warehouse.known import SCORED
from ofc_audit.warehouse.lay import lay, lay_nothing

_READ = (*HAND_TABLES, *SCORED)


def lay_corrections(opened: Opened, folder: Path, rules: Mapping[str, RuleSet]) -> int:
    """Writes `corrections` and `uncorrected` from the tables in `folder`; gives how many corrections there are.

    What is right is what the final scored tables give on the stacks as recorded; hands that are in conflict with another record of
    their deal are not corrected.
    """
    severity = pq.read_table(folder / "findings.parquet", columns=["severity"]).column("severity")
    if not pc.any(pc.equal(severity, "error")).as_py():
        for name in ("corrections", "uncorrected"):
            lay_nothing(name, folder / f"{name}.parquet")
        return 0
    with opened() as con:
        return _lay(con, folder, rules)


def _lay(con: duckdb.DuckDBPyConnection, folder: Path, rules: Mapping[str, RuleSet]) -> int:
    for name in (*HAND_TABLES, *SCORED, "findings", "verdicts", "id_clashes"):
        view_of_parquet(con, name, folder / f"{name}.parquet")
    for name, query in prepared(quoted(folder / "hands.parquet")).items():
        con.execute(f"create or replace table {name} as {query}")
    con.execute(f"create or replace table payments ({PAYMENTS})")
    con.execute(f"create or replace table told ({TOLD})")
    for tables in _wrong_hands(con, folder):
        _correct(con, tables, rules)
    con.execute(f"insert into payments {BOUNTIES}")
    n = lay(con, "corrections", CORRECTIONS, folder / "corrections.parquet")
    view_of_parquet(con, "corrections", folder / "corrections.parquet")
    lay(con, "uncorrected", UNCORRECTED, folder / "uncorrected.parquet")
    return n


def _wrong_hands(con: duckdb.DuckDBPyConnection, folder: Path) -> Iterator[dict[str, pa.Table]]:
    """The tables of the hands in which money has to be settled anew, those of one row group after the other."""
    wanted = con.sql("select distinct settled_key from causes").to_arrow_table().column(0).combine_chunks()
    files = {name: pq.ParquetFile(folder / f"{name}.parquet") for name in _READ}
    for group in range(files["hands"].num_row_groups if len(wanted) else 0):
        keys = files["hands"].read_row_group(group, columns=["hand_key"]).column(0)
        chosen = keys.filter(pc.is_in(keys, wanted)).combine_chunks()
        if not len(chosen):
            continue
        read = {name: file.read_row_group(group) for name, file in files.items()}
        yield {name: data.filter(pc.is_in(data.column("hand_key"), chosen)) for name, data in read.items()}
    for file in files.values():
        file.close()


def _correct(con: duckdb.DuckDBPyConnection, tables: Mapping[str, pa.Table], rules: Mapping[str, RuleSet]) -> None:
    """Adds what is owed in some hands to `payments`, and to `told` whether it could be told."""
    keys = tables["hands"].column("hand_key")
    con.register("settled_now", pa.table({"settled_key": keys}))
    found = con.sql(CAUSES_NOW).to_arrow_table()
    con.unregister("settled_now")
    effective, index = effective_rules(tables["hands"], rules)
    causes, due_price = _causes(found, keys.to_pylist())
    due = owed(tables, effective, index, np.array(due_price, np.int64))
    payments = list(_payments(tables, causes, due))
    if payments:
        con.register("given", pa.Table.from_pylist(payments, _PAYMENT_SCHEMA))
        con.execute("insert into payments from given")
        con.unregister("given")
    moved = _any_owed(tables, due)
    con.register("given", pa.table({"key": keys, "reason": pa.array(due.reason, pa.string()), "moved": moved}))
    con.execute("insert into told from given")
    con.unregister("given")


_PAYMENT_SCHEMA = pa.schema(
    [
        ("finding_no", pa.int64()),
        ("settled_key", pa.int64()),
        ("kind", pa.string()),
        ("is_shared", pa.bool_()),
        ("from_order", pa.int8()),
        ("to_order", pa.int8()),
        ("amount", MONEY),
    ]
)


def _causes(found: pa.Table, keys: Sequence[int]) -> tuple[list[list[Cause]], list[int]]:
    """For each hand, what was found wrong that may make its payments wrong, and the price a point should have cost, `NULL` where its own."""
    place = {key: at for at, key in enumerate(keys)}
    causes: list[list[Cause]] = [[] for _ in keys]
    due_price = [NULL] * len(keys)
    deltas, prices = money_ints(found.column("money_delta")), money_ints(found.column("due_price"))
    for row, delta, price in zip(found.to_pylist(), deltas.tolist(), prices.tolist(), strict=True):
        at = place[row["settled_key"]]
        orders = (row["acting_order"], row["other_order"]) if row["is_in_hand"] else ()
        seats = tuple(order for order in orders if order is not None)
        money = None if delta == NULL else delta
        causes[at].append(Cause(row["finding_no"], row["check_id"], seats, money, row["is_waived"]))
        if price != NULL:
            due_price[at] = price
    return causes, due_price


def _payments(
    tables: Mapping[str, pa.Table], causes: Sequence[Sequence[Cause]], due: Owed
) -> Iterator[dict[str, object]]:
    start = 0
    rows = zip(
        tables["hands"].column("hand_key").to_pylist(), tables["hands"].column("n_seats").to_pylist(), strict=True
    )
    for at, (key, n_seats) in enumerate(rows):
        amounts = due.amount[start : start + n_seats].tolist()
        start += n_seats
        if due.reason[at]:
            continue
        for one in answers(causes[at], dict(enumerate(amounts))):
            yield _payment(one, key, bool(due.is_at_due_price[at]))


def _payment(one: Answer, key: int, is_at_due_price: bool) -> dict[str, object]:
    payer, payee, amount = one.payment
    return {
        "finding_no": one.finding_no,
        "settled_key": key,
        "kind": "price" if is_at_due_price else "net",
        "is_shared": one.is_shared,
        "from_order": None if payer == HOUSE else payer,
        "to_order": None if payee == HOUSE else payee,
        "amount": decimal_of(amount),
    }


def _any_owed(tables: Mapping[str, pa.Table], due: Owed) -> pa.Array:
    """(n_hands,) whether anybody is owed anything that can be told."""
    of_seat = np.repeat(np.arange(tables["hands"].num_rows), ints(tables["hands"], "n_seats"))
    some = (due.amount != NULL) & (due.amount != 0)
    return pa.array(np.bincount(of_seat[some], minlength=tables["hands"].num_rows) > 0)
