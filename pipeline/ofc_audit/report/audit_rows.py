"""Findings and rejected stretches of a run: as rows, and to read with their lines."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ofc_audit.report.finding_text import explain_command, quote_line, render_finding
from ofc_audit.report.lines import fetch_lines
from ofc_audit.report.rendering import Field
from ofc_audit.report.store import Store
from ofc_audit.report.text import reject_reason, visible, wrap

Row = dict[str, Any]

FINDING_FIELDS = (
    Field("finding_no", "no.", "int"),
    Field("severity", "severity"),
    Field("check_id", "check"),
    Field("site", "site"),
    Field("hand_id", "hand"),
    Field("player", "player"),
    Field("other_player", "opponent"),
    Field("claimed", "claimed"),
    Field("computed", "computed"),
    Field("points_delta", "points", "points"),
    Field("money_delta", "money", "money"),
    Field("currency", "currency"),
    Field("rule_key", "rule"),
    Field("rule_source", "source of the rule"),
    Field("source_file", "file"),
    Field("first_line", "line", "int"),
    Field("last_line", "last line", "int"),
    Field("message", "message"),
    Field("consequences", "consequences"),
    Field("waiver_no", "waiver", "int"),
    Field("waived", "waived"),
)
REJECT_FIELDS = (
    Field("source_file", "file"),
    Field("first_line", "line", "int"),
    Field("last_line", "last line", "int"),
    Field("n_hands", "hands", "int"),
    Field("reason", "reason"),
)

_FINDINGS = """
select
    f.*, h.site, h.hand_id, h.currency, a.player_name as player, b.player_name as other_player, i.n as n_same_id,
    case when f.claimed is null then 1 else row_number() over alike end as alike_no,
    case when f.claimed is null then 1 else count(*) over same end as n_alike
from findings as f
left join hands as h using (hand_key)
left join (select site, hand_id, count(*) as n from hands group by site, hand_id) as i
    on i.site = h.site and i.hand_id = h.hand_id
left join seats as a on a.hand_key = f.hand_key and a.acting_order = f.acting_order
left join seats as b on b.hand_key = f.hand_key and b.acting_order = f.other_order
where ($1 is null or f.check_id = $1) and ($2 is null or f.finding_no in (select unnest($2::bigint[])))
window
    same as (partition by h.site, h.rules_id, f.check_id, f.rule_key, f.claimed, f.computed),
    alike as (same order by f.finding_no)
"""
SHOWN_ALIKE = 3
"""Findings of one check that claim and find the same, on one site, which are shown one by one; more of them are counted in a line."""


def finding_rows(
    store: Store,
    check_id: str | None = None,
    limit: int | None = None,
    *,
    is_folded: bool = False,
    numbers: Sequence[int] | None = None,
) -> list[Row]:
    """Findings in their order with the hand and the players they are about; of one check, with one of some numbers, and at most
    `limit`, where asked; folded, only the first of many that are alike (`n_alike`; `alike_no` numbers them)."""
    fold = f"qualify {_SHOWN_ONE_BY_ONE}" if is_folded else ""
    cut = "" if limit is None else f"limit {int(limit)}"
    return store.rows(f"{_FINDINGS} {fold} order by f.finding_no {cut}", [check_id, numbers])


def count_findings(store: Store, check_id: str | None = None, *, is_folded: bool = False) -> int:
    """How many findings there are, of one check where asked; folded, without those that a line counts."""
    fold = f"qualify {_SHOWN_ONE_BY_ONE}" if is_folded else ""
    return int(store.value(f"select count(*) from ({_FINDINGS} {fold})", [check_id, None]))


# One that is left over takes no more room than the line that would count it.
_SHOWN_ONE_BY_ONE = f"(n_alike <= {SHOWN_ALIKE + 1} or alike_no <= {SHOWN_ALIKE})"


def reject_rows(store: Store, limit: int | None = None) -> list[Row]:
    """Rejected stretches in the order of their places."""
    cut = "" if limit is None else f"limit {int(limit)}"
    return store.rows(f"select * from rejects order by source_file, first_byte {cut}")


def lines_for(store: Store, rows: Sequence[Row]) -> Mapping[tuple[str, int], str]:
    """The source lines of findings, as far as their files are still what was audited."""
    wanted: dict[str, set[int]] = {}
    for row in rows:
        if row["source_file"] is not None and row["first_line"] is not None:
            wanted.setdefault(row["source_file"], set()).add(row["first_line"])
    known = {row["source_file"]: row["sha256"] for row in store.rows("select source_file, sha256 from sources")}
    return fetch_lines(wanted, known)


def render_findings(
    store: Store,
    rows: Sequence[Row],
    width: int,
    where: Sequence[str],
    audit_words: Sequence[str] = (),
    *,
    is_folded: bool = False,
) -> str:
    """Findings to read, one after another; `where` are the words that let `ofc explain` find the hands, `audit_words` those that let
    `ofc audit` find all findings of a check where some are folded away."""
    lines = lines_for(store, rows)
    parts = []
    for row in rows:
        explain = None if row["hand_id"] is None else explain_command(row, where)
        parts.append(render_finding(row, lines.get((row["source_file"], row["first_line"])), width, explain))
        if is_folded and row["alike_no"] == SHOWN_ALIKE and row["n_alike"] > SHOWN_ALIKE + 1:
            parts[-1] += _rest_of(row, width, audit_words)
    return "\n".join(parts)


def _rest_of(row: Row, width: int, audit_words: Sequence[str]) -> str:
    """The line that counts the findings like this one that are not shown."""
    found = f"{row['claimed']} for {row['computed']}" if row["computed"] is not None else f"{row['claimed']}"
    command = shlex.join(["ofc", "audit", *audit_words, "--check", row["check_id"]])
    text = f"… {row['n_alike'] - SHOWN_ALIKE:,} more like it ({found}); all of them: {command}"
    return "\n".join(wrap(visible(text), width)) + "\n"


def render_rejects(rows: Sequence[Row], width: int) -> str:
    """Rejected stretches to read: the place, the first line of the stretch, the reason."""
    parts = []
    for row in rows:
        what = (
            "1 hand rejected"
            if row["n_hands"] == 1
            else f"{row['n_hands']} hands rejected"
            if row["n_hands"]
            else "not a hand"
        )
        out = [f"{visible(row['source_file'])}:{row['first_line']}: {what}"]
        first = row["raw"][:4096].splitlines()[:1]
        if first and first[0].strip():
            out += quote_line(row["first_line"], first[0].decode("utf-8", "backslashreplace"), -1, 0, width)
        out += wrap(visible(reject_reason(row["reason"], row["first_line"])), width)
        parts.append("\n".join(out) + "\n")
    return "\n".join(parts)


def where_words(paths: Sequence[str], results: Path | None) -> list[str]:
    """The words after `ofc explain SITE HAND` that find the results again: none for the folder `out`."""
    if results is None:
        return list(paths)
    return [] if str(results) == "out" else ["--out", str(results)]
