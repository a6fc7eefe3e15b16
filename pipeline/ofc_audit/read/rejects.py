"""Rejects: stretches of a file that no hand could be made of, as the declared table, and how their lines are quoted."""

from collections.abc import Sequence

import pyarrow as pa

from ofc_audit.tables import conform, schema

QUOTE_LIMIT = 80
"""Most characters of a line that a reason quotes."""
LEAST_GLUED = 200
"""Bytes of the shortest stretch that is looked at for hands of another format."""
MOST_LOOKED_AT = 16
"""Rejects made at once of which so many are looked at: what was glued together is in few stretches."""


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
    told = [
        why + _hint(text) if not n and len(text) >= LEAST_GLUED and at < MOST_LOOKED_AT else why
        for at, (why, n, text) in enumerate(zip(reason, n_hands, raw, strict=True))
    ]
    columns |= {"first_byte": first_byte, "last_byte": last_byte, "reason": told, "n_hands": n_hands, "raw": raw}
    declared = schema("rejects")
    return conform("rejects", pa.table({k: pa.array(v, declared.field(k).type) for k, v in columns.items()}))


def _hint(raw: bytes) -> str:
    """What is said of a stretch without a hand that is of another format: files of several were glued."""
    from ofc_audit.read.detect import glued_format

    form = glued_format(raw)
    return f"; it looks like {form}: hands of another format need a file of their own" if form else ""


def quoted(line: bytes) -> str:
    """A line as it is quoted in a reason: in quotes, shortened, with what cannot be printed written as escapes."""
    text = line[: 4 * QUOTE_LIMIT].decode("utf-8", "backslashreplace").strip("\r\n")
    shown = text[:QUOTE_LIMIT]
    if not shown.isprintable():
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in shown)
    return f"`{shown}`" + ("…" if len(text) > QUOTE_LIMIT or len(line) > 4 * QUOTE_LIMIT else "")
