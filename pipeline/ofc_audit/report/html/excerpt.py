"""The lines of a file that a finding is about, with those around them, the place marked; only from the very bytes that were audited."""

from typing import Any

from ofc_audit.report.html.findings import marked
from ofc_audit.report.html.page import cut
from ofc_audit.report.lines import fetch_lines
from ofc_audit.report.store import Store

Row = dict[str, Any]

AROUND = 3
"""Lines shown before the first and after the last line that is meant."""
MAX_LINES = 12
"""Lines shown of what is meant."""
MAX_LINE = 2000
"""Characters shown of a line that is meant, on either side of the mark: a record may be one line."""
MAX_OTHER = 160
"""Characters shown of a line around it."""


def excerpt(store: Store, finding: Row) -> Row:
    """Numbered lines, those that are meant flagged and the words in the first of them marked; a reason where there are none."""
    file, first = finding["source_file"], finding["first_line"]
    if file is None or first is None:
        return {"lines": [], "reason": "The finding is about no single line."}
    last = min(finding["last_line"] or first, first + MAX_LINES - 1)
    sha256 = store.rows("select sha256 from sources where source_file = $1", [file])
    known = {file: sha256[0]["sha256"]} if sha256 else {}
    found = fetch_lines({file: range(max(first - AROUND, 1), last + AROUND + 1)}, known)
    if not found:
        reason = "The file is gone, has changed since it was audited, or is no text: its lines are not shown."
        return {"lines": [], "reason": reason}
    lines = []
    for (_, number), text in sorted(found.items()):
        is_meant = first <= number <= last
        limit = MAX_LINE if is_meant else MAX_OTHER
        parts = marked(text, finding["mark"], limit, limit) if number == first else (cut(text, limit), "", "")
        lines.append({"number": number, "parts": parts, "is_meant": is_meant})
    return {"lines": lines, "reason": ""}
