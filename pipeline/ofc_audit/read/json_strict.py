"""One JSON text at a time, strictly: what the vectorised readers fall back on for records that are damaged or unusual.

Strict means: no key twice in an object, no NaN, no half of a surrogate pair. A number that is no short whole number stays text
(`Number`), so that nothing passes through binary floating point.
"""

import json
import re
from typing import NoReturn

_BLANKS = re.compile(rb"(?:[\x00-\x20\x7f]|\xef\xbb\xbf)*")
TEXT_BLANKS = re.compile("[\x00-\x20\x7f\ufeff]*")
"""White space, byte order marks and control characters: what may stand between records."""
_BLANK_END = re.compile(rb"(?:[\x00-\x20\x7f]|\xef\xbb\xbf)+\Z")
_LONGEST_INT = 18
_DEEP = re.compile(r'(?:[^\[\]{}"]*+(?:"[^"\\]*+(?:\\.[^"\\]*+)*+"[^\[\]{}"]*+)*+[\[{]){64}', re.DOTALL)
"""Lists and objects that open one in another before any closes: it is quickly told, where decoding a thousand of them takes its time."""
TOO_DEEP = "lists or objects are nested too deep"
_WINDOW = 1 << 16
_MARGIN = 16

TYPE_WORDS = {
    dict: "an object",
    list: "a list",
    str: "text",
    bool: "a truth value",
    int: "a number",
    type(None): "null",
}


class Damage(Exception):
    """Why a record cannot be read, in words; `at` is the place in the text, where it is known."""

    def __init__(self, reason: str, at: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at


class Number(str):
    """A JSON number that is no whole number of at most 18 digits, as it is written."""

    __slots__ = ()


def _whole(text: str) -> int | Number:
    return int(text) if len(text) <= _LONGEST_INT else Number(text)


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result = dict(pairs)
    if len(result) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise Damage(f"key {shown(twice)} stands twice in one object")
    return result


def _constant(text: str) -> NoReturn:
    raise Damage(f"{text} is no JSON number")


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=Number, parse_int=_whole, parse_constant=_constant)


def decode(text: str, at: int) -> tuple[object, int]:
    """The JSON value that begins at `at`, and where it ends. Raises Damage."""
    # A failure costs time in proportion to the text it is shown, so a long text is shown piece by piece.
    size = _WINDOW
    if _DEEP.match(text, at):
        raise Damage(TOO_DEEP)
    while True:
        part = text[at : at + size] if len(text) - at > size else text[at:]
        is_cut = at + size < len(text)
        try:
            value, end = _DECODER.raw_decode(part)
        except json.JSONDecodeError as error:
            if is_cut and (error.msg.startswith("Unterminated") or error.pos + _MARGIN > len(part)):
                size *= 16
                continue
            if error.pos >= len(part.rstrip()) or error.msg.startswith("Unterminated"):
                raise Damage("the text ends within the object", at + error.pos) from None
            raise Damage(error.msg[:1].lower() + error.msg[1:].removesuffix(" at"), at + error.pos) from None
        except RecursionError:
            raise Damage(TOO_DEEP) from None
        return value, at + end


def dump(value: object) -> str:
    """A decoded value as JSON again, numbers as they were written. Raises Damage for one that is nested too deep."""
    try:
        return _dump(value)
    except RecursionError:
        raise Damage(TOO_DEEP) from None


def _dump(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_dump(key)}: {_dump(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_dump, value)) + "]"
    return str(value) if isinstance(value, Number) else json.dumps(value, ensure_ascii=False)


def utf8(text: str) -> bytes:
    """Text as UTF-8. Raises Damage for half of a surrogate pair."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise Damage("an escape (\\ud800 to \\udfff) is half of a surrogate pair") from None


def loose_text(raw: bytes) -> str:
    """Bytes as text in which each byte that is no UTF-8 is a lone surrogate; see `ByteCount` and `damaged_byte`."""
    return raw.decode("utf-8", "surrogateescape")


class ByteCount:
    """Turns places in a text made by `loose_text` into byte offsets; asked for in ascending order, which costs one walk through the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._is_ascii = text.isascii()
        self._at = self._byte = 0

    def __call__(self, at: int) -> int:
        if self._is_ascii:
            return at
        if at < self._at:
            self._at = self._byte = 0
        self._byte += len(self._text[self._at : at].encode("utf-8", "surrogateescape"))
        self._at = at
        return self._byte


def damaged_byte(text: str) -> str | None:
    """The reason why a stretch made by `loose_text` is no UTF-8; None where it is."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return f"byte {ord(text[error.start]) - 0xDC00:#04x} is no UTF-8"
    return None


def trim(raw: bytes, start: int, end: int) -> tuple[int, int]:
    """The stretch without blanks at its ends; an empty one at `end` where nothing else is in it."""
    match = _BLANKS.match(raw, start, end)
    start = match.end() if match else start
    if start < end:
        # The blanks at the end are searched in growing windows: a pattern anchored at the end is slow over a long text.
        window = 64
        while True:
            low = max(start, end - window)
            tail = _BLANK_END.search(raw, low, end)
            if tail is None or tail.start() > low or low == start:
                break
            window *= 8
        end = tail.start() if tail else end
    return start, end


def shown(value: object) -> str:
    """A value as a reason quotes it: JSON, shortened."""
    text = dump(value) if not isinstance(value, dict | list) else TYPE_WORDS[type(value)]
    part = text[:80]
    if not part.isprintable():
        part = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in part)
    return part + ("…" if len(text) > 80 else "")
