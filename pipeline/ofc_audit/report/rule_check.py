"""What became of a user's own files of rules, to read or as rows."""

from collections.abc import Iterator, Sequence

from ofc_audit.report.rendering import Field, Row
from ofc_audit.report.text import wrap
from ofc_audit.rulesets import FileReport

CHECK_FIELDS = (
    Field("file", "file"),
    Field("outcome", "outcome"),
    Field("text", "what is said of it", wraps=True),
)


def check_rows(reports: Sequence[FileReport]) -> list[Row]:
    """Rows `ok`, `warning` and `error`: one `ok` per file that can be used, one row per warning and per error."""
    rows: list[Row] = []
    for report in reports:
        said = [("error", text) for text in report.errors] + [("warning", text) for text in report.warnings]
        if report.rules is not None:
            said.insert(0, ("ok", _summary(report)))
        rows += [{"file": report.file, "outcome": outcome, "text": text} for outcome, text in said]
    return rows


def check_text(reports: Sequence[FileReport], width: int) -> str:
    """A line for each row: the file, `ok`, `warning` or `error`, and the text."""
    lines: list[str] = []
    for row in check_rows(reports):
        lines += wrap(f"{row['file']}: {row['outcome']}: {row['text']}", width, "    ", "")
    return "\n".join(lines) + "\n"


def _summary(report: FileReport) -> str:
    return "; ".join(_facts(report))


def _facts(report: FileReport) -> Iterator[str]:
    rules = report.rules
    assert rules is not None
    if rules.period is not None:
        yield f"stands in for {rules.period.instead_of} {rules.period}"
    if rules.extends is None:
        yield "extends nothing"
    else:
        changed = [_counted(report.n_changed, "parameter")]
        if report.n_cells:
            changed.append(_counted(report.n_cells, "royalty", "royalties"))
        yield f"extends {rules.extends} and changes {' and '.join(changed)}"
    yield f"{_counted(report.n_unknown, 'parameter')} unknown"


def _counted(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"
