"""What came of a run: coverage by dimension in hands and money, files with their counts, findings by check."""

import json
import shlex
from collections.abc import Sequence
from decimal import Decimal
from pathlib import PurePath
from typing import Any

from ofc_audit.report.rakes import summary_of_rakes
from ofc_audit.report.rendering import Field, plain_value, render_rows
from ofc_audit.report.store import Store
from ofc_audit.report.text import money_text, reject_reason, visible, wrap
from ofc_audit.tables import table
from ofc_audit.warehouse.units import UNIT

Row = dict[str, Any]

VERDICTS = ("verified", "wrong", "waived", "unverifiable", "not applicable")
TOP_REASONS = 3
"""Reasons shown below a verdict in the summary for people; the other forms have all."""
TOP_FILES = 10
"""Files shown in the summary for people; the others are counted in one line."""
TOP_REJECTS = 3
"""Rejected stretches told in the summary for people; the command that tells all of them follows."""

COVERAGE_FIELDS = (
    Field("dimension", "dimension"),
    Field("verdict", "verdict"),
    Field("reason", "reason"),
    Field("currency", "currency"),
    Field("hands", "hands", "int"),
    Field("money", "money", "money"),
)
COVERAGE_SHOWN = (
    Field("dimension", "dimension"),
    Field("verdict", "verdict", wraps=True),
    Field("hands", "hands", "int"),
    Field("share", "share", "share"),
    Field("money", "money won", wraps=True),
)
FILE_FIELDS = (
    Field("source_file", "file"),
    Field("format", "format"),
    Field("n_found", "hands", "int"),
    Field("n_stored", "stored", "int"),
    Field("n_duplicates", "dupl.", "int"),
    Field("n_cancelled", "canc.", "int"),
    Field("n_rejected", "rejected", "int"),
)
REJECTED_FIELDS = (
    Field("stretches", "stretches", "int"),
    Field("files", "files", "int"),
    Field("hands", "damaged hands", "int"),
    Field("bytes", "bytes", "int"),
)
COUNT_FIELDS = (
    Field("severity", "severity"),
    Field("check_id", "check"),
    Field("n", "findings", "int"),
    Field("waived", "waived", "int"),
    Field("title", "what does not hold", wraps=True),
)


WAIVER_FIELDS = (
    Field("waiver_no", "no.", "int"),
    Field("check_id", "check"),
    Field("matched", "matches", "int"),
    Field("waived", "waived", "int"),
    Field("argued_by", "by", wraps=True),
    Field("reason", "reason", wraps=True),
)


def coverage_rows(store: Store) -> list[Row]:
    """One row per dimension, verdict, reason and currency, which chips of each worth are: how many hands, and how much was won in them."""
    rows = store.rows(f"select dimension, verdict, reason, {UNIT} as currency, hands, money from hand_coverage")
    dimensions = table("verdicts").column("dimension").values
    return sorted(
        rows,
        key=lambda row: (
            dimensions.index(row["dimension"]),
            VERDICTS.index(row["verdict"]),
            -row["hands"],
            row["reason"] or "",
            row["currency"] or "",
        ),
    )


def _money_words(amounts: dict[str, Decimal]) -> str:
    """Money in two currencies at most; a line has no room for more, which stand in the report and the other formats."""
    amounts = {currency: amount for currency, amount in amounts.items() if amount} or dict(list(amounts.items())[:1])
    if len(amounts) > 2:
        return f"{len(amounts)} currencies"
    return ", ".join(f"{money_text(amount, group=True)} {currency}" for currency, amount in sorted(amounts.items()))


def add_up(rows: Sequence[Row]) -> tuple[int, str]:
    """Hands of coverage rows, and their money in words, each currency for itself."""
    money: dict[str, Decimal] = {}
    for row in rows:
        if row["money"] is not None and row["currency"] is not None:
            money[row["currency"]] = money.get(row["currency"], Decimal(0)) + row["money"]
    return sum(row["hands"] for row in rows), _money_words(money)


def coverage_shown(rows: Sequence[Row]) -> list[Row]:
    """Coverage for people: a row per dimension and verdict that occurs, below it the most frequent reasons."""
    shown: list[Row] = []
    for dimension in table("verdicts").column("dimension").values:
        own = [row for row in rows if row["dimension"] == dimension]
        total, _ = add_up(own)
        label = str(dimension)
        for verdict in VERDICTS:
            part = [row for row in own if row["verdict"] == verdict]
            if not part:
                continue
            hands, money = add_up(part)
            shown.append(
                {"dimension": label, "verdict": verdict, "hands": hands, "share": hands / total, "money": money}
            )
            label = ""
            shown += _reasons(part, total)
    return shown


def _reasons(part: Sequence[Row], total: int) -> list[Row]:
    reasons = list(dict.fromkeys(row["reason"] for row in part if row["reason"] is not None))
    counted = [(*add_up([row for row in part if row["reason"] == reason]), reason) for reason in reasons]
    counted.sort(key=lambda entry: -entry[0])
    # One reason left over takes no more room than the line that would count it.
    n_shown = TOP_REASONS if len(counted) > TOP_REASONS + 1 else len(counted)
    if rest := counted[n_shown:]:
        counted = [*counted[:n_shown], (sum(hands for hands, _, _ in rest), "", f"{len(rest)} other reasons")]
    return [
        {"dimension": "", "verdict": f"  {reason}", "hands": hands, "share": hands / total, "money": money}
        for hands, money, reason in counted
    ]


def waiver_rows(store: Store) -> list[Row]:
    """One row per waiver: how many findings it matches, how many of them it lets stand, and why."""
    return store.rows("select * from waivers order by waiver_no")


def file_rows(store: Store) -> list[Row]:
    """One row per file, those of which something was rejected first."""
    columns = ", ".join([*(f.name for f in FILE_FIELDS), "n_merged", "n_bytes", "sha256"])
    order = "n_rejected > 0 desc, reject_bytes > 0 desc, source_file"
    return store.rows(f"select {columns} from sources order by {order}")


def reject_counts(store: Store) -> Row:
    """How many stretches were rejected, in how many files, with how many hands; in how many copies of these files, where
    they are not told again; and how many bytes that is in all."""
    (counts,) = store.rows(
        "select count(*) as stretches, count(distinct source_file) as files, coalesce(sum(n_hands), 0)::bigint as hands, "
        "(select coalesce(sum(reject_bytes), 0)::bigint from sources) as bytes, "
        "(select count(*) from sources where same_as in (select source_file from rejects)) as copies from rejects"
    )
    return counts


def first_rejects(store: Store) -> list[Row]:
    """The first rejected stretch of each of the first files with one, damaged hands before what is no hand."""
    return store.rows(
        "select source_file, first_line, n_hands, reason from rejects "
        "qualify row_number() over (partition by source_file order by n_hands = 0, first_byte) = 1 "
        f"order by n_hands = 0, source_file limit {TOP_REJECTS}"
    )


def _rejected(store: Store, width: int, report: str | None) -> list[str]:
    """What was rejected, as no block or one: bytes that no hand could be made of are counted in no column of the files, so that a
    table without a mapping would read as a table without hands."""
    counts = reject_counts(store)
    if not counts["stretches"]:
        return []
    told = first_rejects(store)
    lines = ["REJECTED", *wrap(_reject_words(counts), width)]
    for row in told:
        reason = reject_reason(row["reason"], row["first_line"])
        text = f"{visible(row['source_file'])}:{row['first_line']}: {visible(reason)}"
        lines += wrap(text, width, indent="  ", first="  ")
    if counts["stretches"] > len(told) and report is not None:
        command = shlex.join(["ofc", "audit", str(PurePath(report).parent)])
        lines.append(f"  {counts['stretches'] - len(told):,} more; with their text: {command}")
    return ["\n".join(lines) + "\n"]


def _reject_words(counts: Row) -> str:
    def many(n: int, one: str, more: str) -> str:
        return f"{n:,} {one if n == 1 else more}"

    hands = many(counts["hands"], "damaged hand", "damaged hands") if counts["hands"] else "no damaged hand"
    stretches, n_bytes = many(counts["stretches"], "stretch", "stretches"), many(counts["bytes"], "byte", "bytes")
    copies = f" (and {many(counts['copies'], 'copy', 'copies')} of these)" if counts["copies"] else ""
    return f"{stretches} of {many(counts['files'], 'file', 'files')}{copies}, {n_bytes}, with {hands}"


def finding_counts(store: Store) -> list[Row]:
    """One row per check that found something, the gravest first."""
    from ofc_audit.findings import CHECKS

    rows = store.rows(
        "select severity, check_id, count(*) filter (waived is null) as n, count(waived) as waived "
        "from findings group by severity, check_id "
        "order by list_position(['error', 'warning', 'note'], severity), n desc, check_id"
    )
    return [{**row, "title": CHECKS[row["check_id"]].title if row["check_id"] in CHECKS else ""} for row in rows]


def render_summary(store: Store, form: str, width: int, report: str | None) -> str:
    """The whole summary: for people, as Markdown, as one JSON object, or as CSV of the coverage; `report` is where the
    HTML is."""
    coverage, files, counts = coverage_rows(store), file_rows(store), finding_counts(store)
    waivers = waiver_rows(store)
    if form == "csv":
        return render_rows(COVERAGE_FIELDS, coverage, form)
    if form == "json":
        parts = {
            "files": (FILE_FIELDS, files),
            "findings": (COUNT_FIELDS, counts),
            "coverage": (COVERAGE_FIELDS, coverage),
            "waivers": (WAIVER_FIELDS, waivers),
        }
        listed: dict[str, object] = {
            name: [{f.name: plain_value(row[f.name]) for f in fields} for row in rows]
            for name, (fields, rows) in parts.items()
        }
        rejected = {name: plain_value(value) for name, value in reject_counts(store).items()}
        return json.dumps(listed | {"rejected": rejected, "report": report}, ensure_ascii=False, indent=1) + "\n"
    if form == "md":
        blocks = [
            ("Files", FILE_FIELDS, files),
            *([("Rejected", REJECTED_FIELDS, [rejected])] if (rejected := reject_counts(store))["stretches"] else []),
            ("Findings", COUNT_FIELDS, counts),
            ("Coverage", COVERAGE_FIELDS, coverage),
            *([("Waivers", WAIVER_FIELDS, waivers)] if waivers else []),
        ]
        return "\n".join(f"## {title}\n\n{render_rows(fields, rows, form)}" for title, fields, rows in blocks)
    blocks_below = [*render_waivers(waivers, width), *([rakes] if (rakes := summary_of_rakes(store, width)) else [])]
    return _for_people(coverage, files, counts, (_rejected(store, width, report), blocks_below), width, report)


def render_waivers(waivers: Sequence[Row], width: int) -> list[str]:
    """The waivers for people, as no block or one."""
    return ["WAIVERS\n" + render_rows(WAIVER_FIELDS, waivers, "table", width)] if waivers else []


def _for_people(
    coverage: list[Row],
    files: list[Row],
    counts: list[Row],
    blocks: tuple[list[str], list[str]],
    width: int,
    report: str | None,
) -> str:
    rejected, below = blocks
    total = {f.name: sum(row[f.name] for row in files) for f in FILE_FIELDS[2:]}
    shown = files[:TOP_FILES]
    if len(files) > TOP_FILES + 1:
        shown.append(_rest(files[TOP_FILES:]))
    elif len(files) > TOP_FILES:
        shown = files
    if len(files) > 1:
        shown = [*shown, {"source_file": f"{len(files)} files", "format": None, **total}]
    parts = ["FILES\n" + render_rows(FILE_FIELDS, shown, "table", width)]
    parts += rejected
    parts.append("COVERAGE, in hands\n" + render_rows(COVERAGE_SHOWN, coverage_shown(coverage), "table", width))
    if counts:
        fields = [f for f in COUNT_FIELDS if f.name != "waived" or any(row["waived"] for row in counts)]
        parts.append("FINDINGS\n" + render_rows(fields, counts, "table", width))
    else:
        parts.append("FINDINGS\nnone\n")
    parts += below
    if report is not None:
        parts.append(f"Report: {report}\n")
    return "\n".join(parts)


def _rest(files: list[Row]) -> Row:
    rest: Row = {"source_file": f"{len(files)} other files", "format": None}
    return rest | {f.name: sum(row[f.name] for row in files) for f in FILE_FIELDS[2:]}


def is_faulty(store: Store) -> bool:
    """Whether a run found anything wrong: a finding that is more than a note and not waived, a rejected stretch, or a fault of its
    own."""
    if store.run["failed_checks"]:
        return True
    grave = store.value("select count(*) from findings where severity <> 'note' and waived is null")
    return bool(grave) or bool(store.value("select count(*) from rejects"))


def is_recognised(store: Store) -> bool:
    """Whether the format of at least one file was recognised."""
    return bool(store.value("select count(*) from sources where format is not null"))
