"""Rejects: stretches of a file that no hand could be made of, as the declared table, and how their lines are quoted."""

from collections.abc import Sequence

import pyarrow as pa

from ofc_audit.tables import conform, schema

QUOTE_LIMIT = 80
"""Most characters of a line that a reason quotes."""


def rejects_table(
    source_file: str | Sequence[str],
    first_line: Sequence[int],
    last_line: Sequence[int],
    first_byte: Sequence[int],
    last_byte: Sequence[int],
    reason: Sequence[str],
    n_hands: Sequence[int],
    raw: Sequence[bytes],
) -> pa.Table:
    """Rejected stretches as the declared table, from equally long columns; of one file, or with the file of each."""
    files = [source_file] * len(reason) if isinstance(source_file, str) else source_file
    columns = {"source_file": files, "first_line": first_line, "last_line": last_line}
    columns |= {"first_byte": first_byte, "last_byte": last_byte, "reason": reason, "n_hands": n_hands, "raw": raw}
    declared = schema("rejects")
    return conform("rejects", pa.table({k: pa.array(v, declared.field(k).type) for k, v in columns.items()}))


def quoted(line: bytes) -> str:
    """A line as it is quoted in a reason: in quotes, shortened, with what cannot be printed written as escapes."""
    text = line[: 4 * QUOTE_LIMIT].decode("utf-8", "backslashreplace").strip("\r\n")
    shown = text[:QUOTE_LIMIT]
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in shown)
    return f"`{shown}`" + ("…" if len(text) > QUOTE_LIMIT or len(line) > 4 * QUOTE_LIMIT else "")
