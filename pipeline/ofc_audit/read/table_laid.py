"""Small tables laid one behind the other: which of them may be, and what then is beyond doubt.

Tables of one mapping and one line of headings make one table, in which the headings stand again. What a table tells of its rows as a whole
must not come from its neighbours: a quote left open, a cell filled down, an hour that occurs twice, a hand whose rows are scattered.
"""

import codecs
import re
from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.read.batch import Ints, Mask
from ofc_audit.read.scan import Buffer, split_lines
from ofc_audit.read.source import Source
from ofc_audit.read.table_fields import KEY_FIELDS
from ofc_audit.read.table_hands import TWICE
from ofc_audit.read.table_mapping import DELIMITERS, TableMapping
from ofc_audit.read.table_own import OWN_HEADINGS
from ofc_audit.read.table_place import is_mapping, mapping_path
from ofc_audit.read.table_rows import QUOTE, is_regular, led_quotes
from ofc_audit.read.table_text import HEAD_BYTES, Content, TableText, guess_delimiter, whole_lines

_HEADINGS = re.compile(rb"(?:\xef\xbb\xbf)?[\r\n]*([^\r\n]+)[\r\n]")
_NOTHING = bytes(range(33)) + b'\x7f",;|'
_LINES_OF_CELLS = re.compile(rb'(?:(?:"[^"\r\n]*+(?:""[^"\r\n]*+)*+")?[,\n])*+')
_WHOLE_QUOTES = re.compile(rb'(?:[^"]*(?<![^,;\t|\r\n])"[^"]*+(?:""[^"]*+)*+"(?![^,;\t|\r\n]))*+[^"]*')
"""A text in which every quote opens a cell, closes it or is doubled within."""


def is_line_by_line(text: Content) -> bool:
    """Whether a text that was made of a table's cells has a line for each row."""
    return _LINES_OF_CELLS.fullmatch(text) is not None


def kin_of(source: Source) -> tuple[str, bytes, bool] | None:
    """What tables have in common that may be laid together, of each as text: the mapping, the line of headings, and whether it was brought out
    of a form; None for one that may not be."""
    data, is_form = bytes(source.data), source.encoding is None
    match = _HEADINGS.match(data)
    if match is None or is_mapping(data):
        return None
    headings = match[1]
    if headings.count(b'"') % 2 or not headings.strip(_NOTHING):
        return None
    if not is_form and not _WHOLE_QUOTES.fullmatch(data.removeprefix(codecs.BOM_UTF8)):
        return None
    path = mapping_path(source)
    if path is None and not data.startswith(OWN_HEADINGS):
        return None
    return "" if path is None else str(path), headings, is_form


def may_be_laid(mapping: TableMapping) -> bool:
    """Whether tables of a mapping are read the same laid together: nothing is filled down, and their first lines are headings."""
    shape = mapping.file
    return not shape.fill_down and shape.encoding is None and shape.heading_row == 1


def is_told_apart(text: TableText, delimiter: str | None, sources: Sequence[Source]) -> bool:
    """Whether each table would be cut into rows and cells as they are cut together; `delimiter`: the one that is known."""
    buf = Buffer(bytes(text.data))
    quotes = buf.find(QUOTE)
    if len(quotes):
        _, behind_marks = led_quotes(buf, split_lines(buf).start)
        if not is_regular(buf, quotes, text.delimiter, is_last=True, led_quote=behind_marks):
            return False
    marks = [mark for mark, byte in DELIMITERS.items() if bytes([byte]) in text.heading]
    if delimiter is not None or marks == [","]:
        return True
    heads = (whole_lines(bytes(source.data[:HEAD_BYTES]), source.n_bytes <= HEAD_BYTES) for source in sources)
    return all(DELIMITERS[guess_delimiter(head, least=2) or ","] == text.delimiter for head in heads)


def beyond_doubt(hands: Sequence[pa.Table], mapping: TableMapping, start: Ints) -> Mask:
    """(n_files,) tables whose hands stand each in one place, and at a time that needs no other hand to be told."""
    hand = pa.concat_tables(hands).select(["first_byte", "unknown_keys", *KEY_FIELDS]).combine_chunks()
    owner = np.searchsorted(start, np.asarray(hand.column("first_byte"), np.int64), "right") - 1
    is_sure = np.ones(len(start), bool)
    twice = pc.fill_null(pc.match_substring(hand.column("unknown_keys"), TWICE), False)
    is_sure[owner[np.asarray(twice)]] = False
    if mapping.hands.has_id and len(owner):
        key = owner
        for name in KEY_FIELDS:
            coded = hand.column(name).chunk(0).dictionary_encode()
            code = np.asarray(pc.fill_null(coded.indices, -1), np.int64)
            _, key = np.unique(key * (len(coded.dictionary) + 1) + code + 1, return_inverse=True)
        is_sure[owner[np.bincount(key)[key] > 1]] = False
    return is_sure
