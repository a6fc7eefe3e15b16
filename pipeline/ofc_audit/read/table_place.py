"""Which mapping a table is read with: the one named for the whole run, the one that bears its name, or the one of its folder."""

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ofc_audit.read.source import Source
from ofc_audit.read.table_mapping import (
    FILE_NAME,
    HEAD_KEY,
    SUFFIX,
    MappingError,
    TableMapping,
    load_mapping,
    parse_mapping,
)
from ofc_audit.read.table_own import OWN, OWN_LINES, own_mapping_text

_IS_MAPPING = re.compile(rb"\A(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*" + HEAD_KEY.encode() + rb"[ \t]*=")
_HEAD_BYTES = 1 << 14


def is_mapping(head: bytes) -> bool:
    """Whether a file begins as a mapping does: its first key is `ofc_mapping`."""
    return _IS_MAPPING.match(head[:_HEAD_BYTES]) is not None


def with_mapping(sources: Iterator[Source], mapping: Path | None) -> Iterator[Source]:
    """The sources, to be read with a mapping where one is named."""
    for source in sources:
        yield source if mapping is None else replace(source, mapping=str(mapping))


def own_mapping(source: Source) -> Path | None:
    """The mapping made for one source: named for the run, or after the file. A file inside an archive may have one beside the archive."""
    if source.mapping is not None:
        return Path(source.mapping)
    places = dict.fromkeys((source.name, _file_of(source.name)))
    return next((path_of(place + SUFFIX) for place in places if _is_file(_system(place + SUFFIX))), None)


def mapping_path(source: Source) -> Path | None:
    """The file of the mapping that a source is read with; None where there is none, and for one that is a mapping itself."""
    if is_mapping(bytes(source.data[:_HEAD_BYTES])):
        return None
    own = own_mapping(source)
    if own is not None:
        return own
    if source.name == "-" or not _is_file(os.path.join(os.path.dirname(_system(_file_of(source.name))), FILE_NAME)):  # noqa: PTH118, PTH120
        return None
    beside = path_of(_file_of(source.name)).parent / FILE_NAME
    return beside if is_mapping(beside.read_bytes()) else None


def _file_of(name: str) -> str:
    """The file that a source is, or is packed in."""
    if (at := name.find("!")) < 0:
        return name
    while at >= 0 and not _is_file(_system(name[:at])):
        at = name.find("!", at + 1)
    return name if at < 0 or _is_file(_system(name)) else name[:at]


def path_of(name: str) -> Path:
    """The path of a source's name, which is kept as UTF-8 whatever the locale."""
    return Path(_system(name) or ".")


def _system(name: str) -> str:
    return os.fsdecode(name.encode("utf-8", "surrogateescape"))


def _is_file(path: str) -> bool:
    """Whether there is such a file: asked several times for each of thousands of tables, where a `Path` costs more than the answer."""
    return os.path.isfile(path)  # noqa: PTH113


def mapping_sha256(source: Source) -> str | None:
    """The SHA-256 of the mapping that a source is read with; None where there is none."""
    path = mapping_path(source)
    try:
        return None if path is None else _sha256(path, path.stat().st_mtime_ns, path.stat().st_size)
    except OSError:
        return None


@lru_cache(maxsize=64)
def _sha256(path: Path, _mtime_ns: int, _n_bytes: int) -> str:
    """The SHA-256 of a file as it is at a time: a folder of tables has one mapping."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def mapping_of(source: Source) -> TableMapping:
    """The mapping that a source is read with; a table that this program wrote needs none. Raises MappingError where there is none, or one
    that cannot be."""
    path = mapping_path(source)
    if path is not None:
        return load_mapping(path)
    if source.encoding is None:
        # What is no text shows its headings when it is brought to one.
        return parse_mapping(own_mapping_text().encode(), OWN)
    form = next((form for form, line in OWN_LINES.items() if bytes(source.data[: len(line)]) == line), None)
    if form is None:
        raise no_mapping(source)
    return parse_mapping(own_mapping_text(form).encode(), OWN)


def no_mapping(source: Source) -> MappingError:
    """What is said of a table that nothing tells how to read."""
    return MappingError(
        f"a table, and nothing says which column is what: `ofc map FILE` proposes a mapping; put it beside the file as"
        f" {path_of(_file_of(source.name)).name}{SUFFIX}, or name it with --mapping"
    )
