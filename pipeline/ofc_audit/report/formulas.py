"""Texts that a spreadsheet would run as formulas, disarmed.

A name may be `=1+1`, and a file of comma-separated values has no other way to say that it is a name than an apostrophe before it. It is put
before a text that begins with a sign of formulas (also in full width, also behind blanks and invisible characters), and within a text
where a spreadsheet that separates by semicolons, tabs or line breaks would begin a cell with one. A text that has such an apostrophe
already gets one more: whoever takes one away at each of these places has the text again.
"""

import re

_BLANKS = "[ \u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]*"
_SIGNS = "=+@＝＋－＠\\-"
NUMBER_PATTERN = "^[+-]?[0-9]+(\\.[0-9]+)?$"
AT_START = f"^({_BLANKS}'*[{_SIGNS}\t\r\n])"
_WITHIN = f"([;\t\r\n])({_BLANKS}'*[{_SIGNS}])"
REPLACEMENTS = ((AT_START, r"'\1"), (_WITHIN, r"\1'\2"))
"""Patterns and what is put in their place, one after the other; written so that `re` and RE2 read them alike."""


def neutral(text: str) -> str:
    """A text for a spreadsheet, with an apostrophe where it would run it as a formula; a plain number stays."""
    if re.fullmatch(NUMBER_PATTERN[1:-1], text):
        return text
    for pattern, replacement in REPLACEMENTS:
        text = re.sub(pattern, replacement, text)
    return text
