"""Which lines of a log belong to which hand, and which to none.

A hand goes from the line that opens it to its last event. Where the opening line of a hand is damaged or lost, its events stand behind
the hand before; they are told apart from it by the number that every line has, so that the damage costs no other hand.
"""

import re
from dataclasses import dataclass

import numpy as np

from ofc_audit.money import NULL
from ofc_audit.read.arena_lines import SHORTEST, ArenaLines, trimmed
from ofc_audit.read.arena_spec import number_of
from ofc_audit.read.batch import Ints, Mask
from ofc_audit.read.json_values import ints_of, is_null
from ofc_audit.read.scan import Buffer, Lines

_NUMBER = re.compile(rb'(?:[\x00-\x20\x7f]|\xef\xbb\xbf)*\{\s*"hand"\s*:\s*(\d{1,15})\s*,(\s*"seats"\s*:)?')
"""How a line of the format begins, damaged or not: the number of its hand, and whether it opens it."""


@dataclass(frozen=True)
class Stray:
    """Lines behind one another that belong to no hand that can be read, by index: `hand` is the hand that they follow (-1: none).

    `is_hand`: a hand was there, for an event or a number of it is left.
    """

    first: int
    last: int
    hand: int
    is_hand: bool


@dataclass(frozen=True)
class Parts:
    """The hands that are opened by a line that is read: of each such line the hand (-1: none), of each hand its first and last line.

    `n_damaged` of each hand: whether a damaged line stands within it.
    """

    hand: Ints
    first: Ints
    last: Ints
    has_damage: Mask
    strays: list[Stray]


def divide(read: ArenaLines, buf: Buffer, lines: Lines) -> Parts:
    """The parts of a chunk that is cut before opening lines."""
    damaged = np.array(sorted(read.damaged), np.int64)
    at = np.concatenate([read.line, damaged])
    order = np.argsort(at, kind="stable")
    is_good = (np.arange(len(at)) < len(read.line))[order]
    number = np.concatenate([ints_of(read.table.column("hand").combine_chunks()), np.full(len(damaged), NULL)])
    opens = np.concatenate([~is_null(read.table.column("seats").combine_chunks()), np.zeros(len(damaged), bool)])
    may_tell = np.flatnonzero(lines.end[damaged] - lines.start[damaged] >= SHORTEST)
    for i, line in zip((may_tell + len(read.line)).tolist(), damaged[may_tell].tolist(), strict=True):
        raw = buf.slice(int(lines.start[line]), int(lines.end[line]))
        match = _NUMBER.match(raw)
        if match:
            number[i], opens[i] = int(match[1]), match[2] is not None
        elif (told := number_of(trimmed(raw))) is not None:
            # Another order of keys: the number is as good as that of a line whose damage Arrow does not see.
            number[i], opens[i] = told
    at, number, opens = at[order], number[order], opens[order]
    if not len(at):
        return Parts(np.empty(0, np.int64), at, at, np.empty(0, bool), [])
    return _parts(at, number, opens, is_good)


def _parts(at: Ints, number: Ints, opens: Mask, is_good: Mask) -> Parts:
    """The parts of the lines that hold something, each with its index, its number (`NULL`: none) and whether it opens a hand."""
    begins = opens.copy()
    begins[0] = True
    starts = np.flatnonzero(begins)
    section = np.cumsum(begins) - 1
    is_own = number == number[starts][section]
    # The last line with the number of the line that opens the hand is the last of the hand.
    place = np.arange(len(at))
    last = np.maximum.reduceat(np.where(is_own, place, 0), starts)
    is_opened = (opens & is_good)[starts]
    within = is_opened[section] & (place <= last[section])
    hand_no = np.cumsum(is_opened) - 1
    hand = np.where(within, hand_no[section], -1)
    has_damage = np.zeros(int(is_opened.sum()), bool)
    has_damage[hand[within & ~is_good]] = True
    strays = _strays(at, number, opens, np.flatnonzero(~within), np.where(is_opened, hand_no, -1)[section])
    return Parts(hand[is_good], at[starts[is_opened]], at[last[is_opened]], has_damage, strays)


def _strays(at: Ints, number: Ints, opens: Mask, outside: Ints, after: Ints) -> list[Stray]:
    """The stretches of lines outside of hands: one for each hand that was there, as far as numbers tell."""
    found: list[Stray] = []
    begin, known = 0, NULL
    for i, place in enumerate(outside.tolist()):
        is_next = i > 0 and outside[i - 1] == place - 1 and after[outside[i - 1]] == after[place]
        own = int(number[place])
        is_other = own not in (NULL, known) and known != NULL
        if i and (not is_next or opens[place] or is_other):
            found.append(_stray(at, outside[begin:i], known, after))
            begin, known = i, NULL
        known = own if own != NULL else known
    if len(outside):
        found.append(_stray(at, outside[begin:], known, after))
    return found


def _stray(at: Ints, places: Ints, number: int, after: Ints) -> Stray:
    return Stray(int(at[places[0]]), int(at[places[-1]]), int(after[places[0]]), number != NULL)
