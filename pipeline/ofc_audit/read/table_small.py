"""Small tables that are no text (Parquet, SQLite, XLSX) brought to it, so that they may be laid together as small texts are."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ofc_audit.read.source import Source, binary_kind
from ofc_audit.read.table_forms import FORMS, text_of_form
from ofc_audit.read.table_laid import is_line_by_line
from ofc_audit.read.table_mapping import MappingError, TableMapping
from ofc_audit.read.table_own import OWN, OWN_HEADINGS
from ofc_audit.read.table_parquet import PARQUET, parquet_texts
from ofc_audit.read.table_place import mapping_of
from ofc_audit.read.table_text import Content, TableError

MOST_BYTES = 1 << 16
"""Bytes of text up to which a table is laid together with others."""


def as_texts(sources: Sequence[Source]) -> list[tuple[Source, str | None] | None]:
    """Each source as text, with the form it was brought out of (None: it is text); None for one that is read by itself, where what is wrong
    with it is said."""
    found: list[tuple[Source, str | None] | None] = [
        None if source.encoding is None else (source, None) for source in sources
    ]
    for at, mapping, text, form in _brought(sources):
        if is_line_by_line(text):
            # What was found once is not looked for again.
            where = sources[at].mapping if mapping.where == OWN else mapping.where
            found[at] = replace(sources[at], data=text, mapping=where), form
    return found


def _brought(sources: Sequence[Source]) -> Iterator[tuple[int, TableMapping, Content, str]]:
    parquet: dict[tuple[str, str], tuple[TableMapping, list[int]]] = {}
    for at, source in enumerate(sources):
        if source.encoding is not None:
            continue
        try:
            mapping = mapping_of(source)
            if binary_kind(source.data) == FORMS[0]:
                parquet.setdefault((mapping.where, mapping.sha256), (mapping, []))[1].append(at)
            else:
                begun = OWN_HEADINGS if mapping.where == OWN else b""
                yield at, mapping, *text_of_form(source, mapping, begun, MOST_BYTES)
        except (MappingError, TableError):
            continue
    for mapping, files in parquet.values():
        for at, text in zip(files, parquet_texts([sources[at].data for at in files], mapping), strict=True):
            if text is not None and len(text) <= MOST_BYTES:
                yield at, mapping, text, PARQUET
