"""Faults of a whole table: it pays another stake than its records state, or scores by other rules than they name."""

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.money import NULL, money_array, money_ints
from ofc_audit.score.batch import score_tables
from ofc_audit.score.effective import effective_rules
from ofc_audit.simulate.edits import Tables, UnsuitableError, choose, owners, rekey, row_of, set_column
from ofc_audit.simulate.fault import CAPTURE, Aim, Fault, Rules

Ints = npt.NDArray[np.int64]

STAKE_DIVISOR = 5
"""What is stated of the stake that is paid."""
MIN_SHOWING, MIN_TOTALS = 3, 2
"""Hands that pay their points in full, and different totals among them, without which a stake does not show."""
MIN_WRONG = 5
"""Hands with other points, and more than a third of all, without which a scoring does not show."""


def stake_misstated(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The records of a table state a fifth of the stake that it pays."""
    table = _whole_table(tables, aim.hand)
    here = choose(tables, table)
    played = effective_rules(here["hands"], rules)[0]
    if any(one is None or one.value("settlement.scope") != "hand" for one in played):
        raise UnsuitableError
    price = money_ints(here["hands"].column("point_value"))
    if here["hands"].column("levels").null_count < len(table) or (price == NULL).any() or (price % STAKE_DIVISOR).any():
        raise UnsuitableError
    totals = _paid_in_full(here, rules, price)
    if len(totals) < MIN_SHOWING or len(set(totals)) < MIN_TOTALS:
        raise UnsuitableError
    stated = money_ints(tables["hands"].column("point_value"))
    stated[table] //= STAKE_DIVISOR
    return set_column(tables, "hands", "point_value", money_array(stated, stated != NULL))


def _whole_table(tables: Tables, hand: int) -> Ints:
    """The hands of a table, the first of which is `hand`."""
    row = row_of(tables, "hands", hand)
    names = zip(*(tables["hands"].column(name).to_pylist() for name in ("site", "table_id")), strict=True)
    table = np.flatnonzero([name == (row["site"], row["table_id"]) for name in names])
    if table[0] != hand:
        raise UnsuitableError
    return table


def _paid_in_full(tables: Tables, rules: Rules, price: Ints) -> list[int]:
    """The points of the first pair of each hand, or of its first player who wins of nobody, that is paid for them in full."""
    keyed = rekey(tables)
    _, pairs = score_tables(keyed["hands"], keyed["seats"], keyed["boards"], rules)
    totals = []
    for hand, key in enumerate(keyed["hands"].column("hand_key").to_pylist()):
        is_mine = pc.equal(pairs.column("hand_key"), key)
        scored = {(row["a"], row["b"]): row["points"] for row in pairs.filter(is_mine).to_pylist()}
        paid = _amounts(keyed, hand, scored)
        totals += [abs(points) for points, amount in paid if points and amount == points * int(price[hand])][:1]
    return totals


def _amounts(tables: Tables, hand: int, scored: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    """(points, money in ten-thousandths) of the claimed pairs of a hand or, where there are none, of who wins of nobody."""
    pairs = tables["claimed_pairs"].filter(pa.array(owners(tables, "claimed_pairs") == hand))
    if pairs.num_rows:
        amounts = money_ints(pairs.column("amount")).tolist()
        return list(zip(pairs.column("points").to_pylist(), amounts, strict=True))
    claims = tables["claims"].filter(pa.array(owners(tables, "claims") == hand))
    result = []
    for seat, net in enumerate(money_ints(claims.column("net")).tolist()):
        own = [points if a == seat else -points for (a, b), points in scored.items() if seat in (a, b)]
        if max(own) <= 0:
            result.append((sum(own), net))
    return result


def scoring_misstated(tables: Tables, rules: Rules, aim: Aim) -> dict[str, pa.Table]:
    """The records of a table state the other scoring method than the one it is scored by."""
    table = _whole_table(tables, aim.hand)
    here = choose(tables, table)
    if not here["claimed_pairs"].num_rows:
        raise UnsuitableError
    methods = {None if one is None else one.value("score.method") for one in effective_rules(here["hands"], rules)[0]}
    if methods not in ({"1-6"}, {"2-4"}):
        raise UnsuitableError
    other = "2-4" if methods == {"1-6"} else "1-6"
    words = np.array(tables["hands"].column("option_scoring").to_pylist(), object)
    words[table] = other
    changed = set_column(tables, "hands", "option_scoring", pa.array(words.tolist(), pa.string()))
    told = rekey(choose(changed, table))
    scored, _ = score_tables(told["hands"], told["seats"], told["boards"], rules)
    claimed = np.asarray(told["claims"].column("points").fill_null(0))
    differs = np.asarray(scored.column("points").fill_null(0)) != claimed
    n_wrong = len(set(np.asarray(told["claims"].column("hand_key"))[differs].tolist()))
    if n_wrong < MIN_WRONG or 3 * n_wrong <= len(table):
        raise UnsuitableError
    return changed


KINDS = (
    Fault(
        stake_misstated,
        "settle.point_value",
        "states a fifth of the stake that a whole table pays",
        carries=False,
        reach="table",
    ),
    Fault(
        scoring_misstated,
        "source.rules_fit",
        "states another scoring than a whole table is scored by",
        carries=False,
        hidden={CAPTURE: "a recording states no scoring"},
        reach="table",
    ),
)
