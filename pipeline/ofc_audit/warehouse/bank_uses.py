"""Who used a time bank that must last for all hands at a table, read from the hand tables of a build row group by row group."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.audit.time_bank import least_clock, taken, uses
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.effective import effective_rules


def bank_uses(folder: Path, rules: Mapping[str, RuleSet]) -> Iterator[pa.Table]:
    """Tables as `audit.time_bank.USES` says, from the hands in `folder`; of hands that took no longer than any clock only the times are read."""
    least = least_clock(tuple(rules.values()))
    if least is None:
        return
    hands, boards = (pq.ParquetFile(folder / f"{name}.parquet") for name in ("hands", "boards"))
    for group in range(boards.num_row_groups):
        times = boards.read_row_group(group, columns=["hand_key", "acting_order", "street_ms"])
        long = times.filter(pa.array(taken(times) > least))
        if long.num_rows:
            of_group = hands.read_row_group(group)
            yield uses(of_group, long, *effective_rules(of_group, rules))
    hands.close()
    boards.close()
