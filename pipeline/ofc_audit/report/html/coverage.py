"""Coverage for a page: per dimension how many hands, and how much money, were verified, wrong or cannot be told, and why."""

from collections.abc import Sequence
from typing import Any

from ofc_audit.report.html.charts import share_bar
from ofc_audit.report.html.page import cut
from ofc_audit.report.store import Store
from ofc_audit.report.summary import VERDICTS, add_up, coverage_rows
from ofc_audit.report.text import money_text
from ofc_audit.tables import table

Row = dict[str, Any]


def coverage(store: Store) -> list[Row]:
    """Per dimension: a bar of its verdicts in hands, one in money for each currency, and the numbers behind them with
    their reasons."""
    rows = coverage_rows(store)
    blocks = []
    for dimension in table("verdicts").column("dimension").values:
        own = [row for row in rows if row["dimension"] == dimension]
        total, _ = add_up(own)
        if not total:
            continue
        bars = [_bar("hands", f"{total:,} hands", [(row["verdict"], row["hands"]) for row in own], str(dimension))]
        for currency in sorted({row["currency"] for row in own if row["currency"] is not None and row["money"]}):
            money = [(row["verdict"], row["money"]) for row in own if row["currency"] == currency and row["money"]]
            text = f"{money_text(sum(amount for _, amount in money), group=True)} {cut(currency, 30)}"
            bars.append(_bar("money", text, money, str(dimension)))
        blocks.append({"dimension": dimension, "bars": bars, "verdicts": _verdict_rows(own, total)})
    return blocks


def _bar(unit: str, total_text: str, amounts: Sequence[tuple[str, Any]], dimension: str) -> Row:
    total = sum(amount for _, amount in amounts)
    shares = [(verdict, float(sum(a for v, a in amounts if v == verdict) / total)) for verdict in VERDICTS]
    words = ", ".join(f"{verdict} {100 * share:.1f} %" for verdict, share in shares if share)
    svg = share_bar([(f"verdict-{v.replace(' ', '-')}", share) for v, share in shares], f"{dimension}, {unit}: {words}")
    return {"unit": unit, "total": total_text, "svg": svg}


def _verdict_rows(own: Sequence[Row], total: int) -> list[Row]:
    rows = []
    for verdict in VERDICTS:
        part = [row for row in own if row["verdict"] == verdict]
        if not part:
            continue
        hands, money = add_up(part)
        reasons: list[Row] = []
        for reason in dict.fromkeys(row["reason"] for row in part if row["reason"] is not None):
            n, amount = add_up([row for row in part if row["reason"] == reason])
            reasons.append({"reason": cut(reason, 160), "hands": n, "money": amount})
        reasons.sort(key=lambda row: -row["hands"])
        rows.append(
            {
                "verdict": verdict,
                "hands": hands,
                "share": f"{100 * hands / total:.1f} %",
                "money": money,
                "reasons": reasons,
            }
        )
    return rows
