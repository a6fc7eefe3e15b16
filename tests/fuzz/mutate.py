"""Damaging a good hand: bytes, lines, words, values and the tree of a record, each as real damage or an odd program would.

A mutant is told by its reader, a seed and a number, and is the same on every machine.
"""

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from fuzz.targets import Target

_WORD = re.compile(rb"[A-Za-z_]+|[0-9]+|[^\sA-Za-z0-9_]")
_NUMBER = re.compile(rb"-?[0-9]+(?:\.[0-9]+)?")
_CARD = re.compile(rb"[2-9TJQKA][cdhs]")
_TEXT = re.compile(rb'"[^"\n]{0,40}"')
_PAIR = re.compile(rb'"[A-Za-z_]+"\s*:\s*(?:"[^"]*"|[0-9.-]+|true|false|null)\s*,')
_LONGEST = 1 << 14
_CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
_ODD_NUMBERS = (
    *("0", "-0", "-1", "1e5", "1E400", "-1e-400", "00", "+1", "1.", ".5", "0x10", "NaN", "Infinity", "1_000", "1,5", "1 430,50"),
    *("127", "128", "255", "256", "32768", "65536", "2147483647", "2147483648", "4294967296", "9223372036854775807"),
    *("9223372036854775808", "-9223372036854775808", "18446744073709551616", "99999999999999.9999", "100000000000000"),
    *("0.00001", "1" * 40, "9" * 400, "٣", "１２", "½", "1" + "0" * 5000),
)  # fmt: skip
_ODD_TEXT = (
    *("", " ", "\t", "\0", "\x1a", "\x7f", "\x10", "\ufeff", "\u202e", "\u2028", "\x85", "\xa0", "🂡", "Đông", "e\u0301", "\\", "'", '"'),
    *("'; drop table hands;--", "=cmd()", "$1", "%s", "{}", "<b>", "null", "true", "None", "-", "a" * 1000, "Xj", "Qh Qh", "10h", "qH"),
)  # fmt: skip
ODD_BYTES = (
    *(b"\xff", b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf", b"\xef\xbb", b"\xc3", b"\x81", b"\xc3\x28", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
    *(b"\0", b"\0\0\0\0", b"\x1a", b"\r", b"\n", b"\r\n", b"\n\r", b"\n\n\n", b"\x0b", b"\x0c", b"\x1c", b"\x85", b"\xe2\x80\xa8", b"\xa0"),
)  # fmt: skip
_ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 13, 255, 256, 1 << 31, 1 << 63, 1 << 64, 10**30, 0.1, 1e300, -0.0, "", " ", "0", "1.00", "-1"),
    *([], {}, [[]], [None], [1], ["Qh"], ["Qh", "Qh"], {"": None}, {"a": [1]}, [[1, 2], [3]], "Qh", "1e5", "\ud800", "\0", "a" * 1000),
)  # fmt: skip


def mutant(target: Target, seed: int, number: int) -> bytes:
    """The mutant of a number: one to four changes of a good hand."""
    rng = Random(f"{target.format} {seed} {number}")
    # Most begin with the short hand, which costs less to read than a whole one.
    return changed(rng.choice(target.seeds) if rng.random() < 0.2 else target.short, target, rng)


def changed(data: bytes, target: Target, rng: Random) -> bytes:
    """Bytes after one to four changes."""
    changes = CHANGES + _JSON_CHANGES * target.is_json
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        data = rng.choice(changes)(data, target, rng)[: 4 * _LONGEST]
    return data


def _place(data: bytes, rng: Random) -> int:
    return rng.randrange(len(data) + 1)


def _stretch(data: bytes, rng: Random) -> tuple[int, int]:
    start = _place(data, rng)
    return start, min(len(data), start + rng.choice((1, 1, 2, 4, 9, 30, 100, 500)))


def _some(pattern: re.Pattern[bytes], data: bytes, rng: Random) -> tuple[int, int]:
    """Where some match of a pattern stands; an empty stretch at the start where none is near."""
    match = pattern.search(data, rng.randrange(len(data) + 1)) or pattern.search(data)
    return match.span() if match else (0, 0)


def _flip(data: bytes, _: Target, rng: Random) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _put_bytes(data: bytes, _: Target, rng: Random) -> bytes:
    at = _place(data, rng)
    return data[:at] + rng.choice((rng.choice(ODD_BYTES), rng.randbytes(rng.randrange(1, 9)))) + data[at:]


def _delete(data: bytes, _: Target, rng: Random) -> bytes:
    start, stop = _stretch(data, rng)
    return data[:start] + data[stop:]


def _repeat(data: bytes, _: Target, rng: Random) -> bytes:
    start, stop = _stretch(data, rng)
    times = rng.choice((1, 1, 2, 10, 100))
    return data[:start] + (data[start:stop] * times)[:_LONGEST] + data[start:]


def _move(data: bytes, _: Target, rng: Random) -> bytes:
    start, stop = _stretch(data, rng)
    rest = data[:start] + data[stop:]
    at = _place(rest, rng)
    return rest[:at] + data[start:stop] + rest[at:]


def _truncate(data: bytes, _: Target, rng: Random) -> bytes:
    at = _place(data, rng)
    return data[:at] if rng.random() < 0.7 else data[at:]


def _glue(data: bytes, target: Target, rng: Random) -> bytes:
    other = rng.choice(target.seeds)
    cut, start = _place(data, rng), rng.choice((0, 0, _place(other, rng)))
    return data[:cut].rstrip(b"\n" if rng.random() < 0.5 else b"") + other[start:]


def _insert_hand(data: bytes, target: Target, rng: Random) -> bytes:
    at = _place(data, rng)
    return data[:at] + rng.choice(target.seeds) + data[at:]


def _lines(data: bytes, target: Target, rng: Random) -> bytes:
    lines = data.splitlines(keepends=True) or [b""]
    at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    kind = rng.randrange(8)
    if kind == 0:
        del lines[at]
    elif kind == 1:
        lines.insert(other, lines[at])
    elif kind == 2:
        lines[at], lines[other] = lines[other], lines[at]
    elif kind == 3:
        lines[at] = lines[at].rstrip(b"\r\n")
    elif kind == 4:
        lines[at:at] = [b"\n"] * rng.choice((1, 2, 50))
    elif kind == 5:
        lines.insert(at, rng.choice(rng.choice(target.seeds).splitlines(keepends=True)))
    elif kind == 6:
        low, high = sorted((at, other))
        lines[low:high] = reversed(lines[low:high])
    else:
        lines[at] = b" " * rng.choice((1, 4, 200)) + lines[at].rstrip(b"\r\n") + b" " * rng.choice((0, 1, 9)) + b"\n"
    return b"".join(lines)


def _line_ends(data: bytes, _: Target, rng: Random) -> bytes:
    return data.replace(b"\n", rng.choice((b"\r\n", b"\r", b"\n\n", b"\r\r\n", b"\n\0", b" \n")))


def _words(data: bytes, target: Target, rng: Random) -> bytes:
    (start, stop), (low, high) = _some(_WORD, data, rng), _some(_WORD, data, rng)
    kind = rng.randrange(5)
    new = (
        b"",
        rng.choice(target.words).encode(),
        data[low:high],
        data[start:stop].swapcase() if rng.random() < 0.5 else data[start:stop] * 2,
        rng.choice(_ODD_TEXT).encode(),
    )[kind]
    return data[:start] + new + data[stop:]


def _put_word(data: bytes, target: Target, rng: Random) -> bytes:
    at = _place(data, rng)
    return data[:at] + rng.choice((rng.choice(target.words), rng.choice(_ODD_TEXT))).encode() + data[at:]


def _replaced(pattern: re.Pattern[bytes], new: Callable[[Random, bytes], bytes]) -> "Change":
    def change(data: bytes, _: Target, rng: Random) -> bytes:
        start, stop = _some(pattern, data, rng)
        return data[:start] + new(rng, data[start:stop]) + data[stop:] if stop > start else data

    return change


def _new_number(rng: Random, old: bytes) -> bytes:
    if rng.random() < 0.6 or len(old) > 18:
        return rng.choice(_ODD_NUMBERS).encode()
    return str(int(float(old)) + rng.choice((-1, 1, 256))).encode()


def _encoding(data: bytes, _: Target, rng: Random) -> bytes:
    text = data.decode("utf-8", "replace")
    name = rng.choice(("latin-1", "cp1252", "cp866", "utf-16-le", "utf-7", "shift_jis"))
    return text.encode(name, "replace")


def _nest(data: bytes, _: Target, rng: Random) -> bytes:
    at = _place(data, rng)
    depth = rng.choice((3, 70, 600, 6000))
    opening, closing = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")"), (b'"', b'"'), (b"{", b"")))
    return data[:at] + opening * depth + rng.choice((b"", b"1")) + closing * rng.choice((depth, 0)) + data[at:]


def _tree(data: bytes, target: Target, rng: Random) -> bytes:
    """A change of one value or key of a JSON record, written in one of the ways in which programs write it."""
    try:
        lines = (
            [json.loads(line) for line in data.splitlines()] if target.format != "capture_hh" else [json.loads(data)]
        )
    except (ValueError, RecursionError):
        return data
    if not lines:
        return data
    at = rng.randrange(len(lines))
    _change_tree(lines[at], rng)
    layout: dict[str, Any] = rng.choice(({}, {"separators": (",", ":")}, {"ensure_ascii": False}, {"sort_keys": True}))
    if target.format == "capture_hh" or rng.random() < 0.02:
        layout = layout | {"indent": 4}
    try:
        return "\n".join(json.dumps(line, **layout) for line in lines).encode("utf-8", "surrogatepass") + b"\n"
    except (ValueError, RecursionError):
        return data


def _change_tree(value: Any, rng: Random) -> None:
    """Walks down some way and changes what is there."""
    while isinstance(value, dict | list) and value:
        key = rng.choice(list(value)) if isinstance(value, dict) else rng.randrange(len(value))
        child = value[key]
        if isinstance(child, dict | list) and child and rng.random() < 0.75:
            value = child
            continue
        kind = rng.randrange(6)
        if kind == 0:
            del value[key]
        elif kind == 1 and isinstance(value, dict):
            value[rng.choice(("", "x", "ofc", str(key).upper(), f"{key} ", "\0", "seat"))] = value.pop(key)
        elif kind == 1:
            value.append(child)
        elif kind == 2:
            value[key] = rng.choice(([child], {"x": child}, str(child), [child, child]))
        elif kind == 3:
            keys = list(value) if isinstance(value, dict) else range(len(value))
            other = rng.choice(list(keys))
            value[key], value[other] = value[other], value[key]
        else:
            value[key] = rng.choice(_ODD_VALUES)
        return


def _double_key(data: bytes, _: Target, rng: Random) -> bytes:
    """A key twice in an object, or a value where a key was."""
    start, stop = _some(_PAIR, data, rng)
    return data[:start] + data[start:stop] + data[start:]


Change = Callable[[bytes, Target, Random], bytes]

CHANGES: list[Change] = [
    *(_flip, _put_bytes, _delete, _repeat, _move, _truncate, _glue, _insert_hand, _lines, _lines, _lines, _line_ends),
    *(_words, _words, _words, _put_word, _encoding, _nest),
    _replaced(_NUMBER, _new_number),
    _replaced(_NUMBER, _new_number),
    _replaced(_CARD, lambda rng, _: rng.choice((*_CARDS, "Xj", "1s", "Q", "QhQd", "qh")).encode()),
    _replaced(_TEXT, lambda rng, _: json.dumps(rng.choice(_ODD_TEXT), ensure_ascii=rng.random() < 0.5).encode()),
]
_JSON_CHANGES: list[Change] = [_tree, _tree, _tree, _tree, _tree, _double_key]
