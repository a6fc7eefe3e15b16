"""Which mapping a table is read with: the one named for the whole run, the one that bears its name, or the one of its folder."""

import hashlib
import os
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from ofc_audit.read.inputs import shown_path, system_path
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
    """The mapping made for one source: named for the run, or after the file. A file inside an archive may have one beside the archive, named
    after either."""
    if source.mapping is not None:
        return Path(source.mapping)
    given, within = given_file(source)
    places = [given]
    if within:
        unpacked = re.split(r"[!/\\]", within)[-1]
        places = [given + system_path(within), os.path.join(os.path.dirname(given), system_path(unpacked)), given]  # noqa: PTH118, PTH120
    return next((Path(place + SUFFIX) for place in places if _is_file(place + SUFFIX)), None)


def mapping_path(source: Source) -> Path | None:
    """The file of the mapping that a source is read with; None where there is none, and for one that is a mapping itself."""
    if is_mapping(bytes(source.data[:_HEAD_BYTES])):
        return None
    own = own_mapping(source)
    if own is not None:
        return own
    folder = os.path.dirname(given_file(source)[0])  # noqa: PTH120
    if source.name == "-" or not _is_file(os.path.join(folder, FILE_NAME)):  # noqa: PTH118
        return None
    if source.encoding is not None and _own_form(source) is not None:
        # What this program wrote tells what it is; the mapping is for the others of the folder.
        return None
    beside = Path(folder) / FILE_NAME
    return beside if is_mapping(beside.read_bytes()) else None


def given_file(source: Source) -> tuple[str, str]:
    """The file that a source is or is packed in, as the system names it, and where in it the source is packed (`!…`; empty where it is not)."""
    shown = _file_of(source.name) if source.given is None else shown_path(source.given)
    return source.given or system_path(shown), source.name[len(shown) :]


def _file_of(name: str) -> str:
    """The file that a source is, or is packed in."""
    if (at := name.find("!")) < 0:
        return name
    while at >= 0 and not _is_file(system_path(name[:at])):
        at = name.find("!", at + 1)
    return name if at < 0 or _is_file(system_path(name)) else name[:at]


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
    form = _own_form(source)
    if form is None:
        raise no_mapping(source)
    return parse_mapping(own_mapping_text(form).encode(), OWN)


def _own_form(source: Source) -> str | None:
    """The form of a delimited table that this program wrote; None for any other."""
    return next((form for form, line in OWN_LINES.items() if bytes(source.data[: len(line)]) == line), None)


def no_mapping(source: Source) -> MappingError:
    """What is said of a table that nothing tells how to read."""
    given, within = given_file(source)
    beside = "beside the archive (one inside is not used)" if within else "beside the file"
    return MappingError(
        f"a table, and nothing says which column is what: `ofc map FILE` proposes a mapping; put it {beside} as"
        f" {shown_path(os.path.basename(given))}{SUFFIX}, or name it with --mapping"  # noqa: PTH119
    )
