"""The hands and sections of `ofc_text`: which line stands where, and whether they come in order.

A line that looks like a header, well spelt or not, begins a hand, and the hand goes on to its `*** END ***`, or, where
that is missing, to the next header. What stands outside hands and is neither blank nor a note is stray.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ofc_audit.read.scan import Buffer, Bytes, Ints, Lines, Mask
from ofc_audit.read.text_damage import Damage
from ofc_audit.read.text_kinds import N_STREETS, Kind, SeatLines, Section, find_kinds, find_lines

_ALLOWED = np.zeros((len(Kind), len(Section.__members__) + N_STREETS - 1), bool)
"""Which kinds may stand in which section. Unknown lines are told apart by name, marks by their order."""
_ALLOWED[[Kind.UNKNOWN, Kind.BLANK, Kind.NOTE, Kind.HEADER, Kind.BUTTON, Kind.MARK, Kind.END]] = True
_ALLOWED[Kind.OPTIONS : Kind.SEAT + 1, Section.HEAD] = True
_ALLOWED[Kind.EVENT, Section.READY : Section.END] = True
_ALLOWED[Kind.CANCELLED, Section.READY : Section.END] = True
_ALLOWED[Kind.DEALT, Section.STREET : Section.FANTASYLAND + 1] = True
_ALLOWED[Kind.PLACED, Section.STREET : Section.SHOWDOWN + 1] = True
_ALLOWED[[Kind.ROYALTIES, Kind.FOUL], Section.SHOWDOWN] = True
_ALLOWED[Kind.PAIR, Section.PAIRS] = True
_ALLOWED[Kind.RESULT : Kind.RAKE + 1, Section.RESULT] = True


@dataclass(frozen=True)
class Layout:
    """The lines of a chunk with what they are.

    Per line: `kind`, `hand` (index of the found hand, -1 outside), `section`, `section_marks` (the section that
    this line begins, -1 for most). Per hand: `first` and `last` line. `seats`: the lines that begin with `Seat`.
    """

    buf: Buffer
    lines: Lines
    kind: Bytes
    hand: Ints
    section: Bytes
    section_marks: Ints
    first: Ints
    last: Ints
    seats: SeatLines

    @property
    def n_hands(self) -> int:
        """How many headers were found."""
        return len(self.first)

    @cached_property
    def _kind_in_hand(self) -> Bytes:
        return np.where(self.hand >= 0, self.kind, np.uint8(Kind.UNKNOWN))

    @cached_property
    def _seat_kind_in_hand(self) -> Bytes:
        return self._kind_in_hand[self.seats.line]

    def of_kind(self, kind: Kind) -> Ints:
        """The lines of one kind (but `UNKNOWN`) that stand in a hand, ascending."""
        return np.flatnonzero(self._kind_in_hand == kind)

    def of_seats(self, kind: Kind) -> Ints:
        """The rows of `seats` whose lines are of one kind and stand in a hand, ascending."""
        return np.flatnonzero(self._seat_kind_in_hand == kind)


def lay_out(buf: Buffer, first_number: int, not_utf8: Ints) -> tuple[Layout, Damage]:
    """The layout of a chunk that begins at a line's start, and the damage that shows in kinds and order of lines alone.

    `not_utf8` are positions of bytes that are no UTF-8: only notes may have such.
    """
    lines, words, header = find_lines(buf, first_number)
    kind, section_of_mark, seats = find_kinds(buf, lines, words)
    kind[header] = Kind.HEADER
    undecodable = np.searchsorted(lines.start, not_utf8, side="right") - 1
    undecodable = undecodable[kind[undecodable] != Kind.NOTE]
    kind[undecodable[kind[undecodable] != Kind.HEADER]] = Kind.UNKNOWN
    is_header = kind == Kind.HEADER
    first = np.flatnonzero(is_header)
    hand = np.cumsum(is_header) - 1
    last, hand, has_end = _hands(first, hand, np.flatnonzero(kind == Kind.END), len(lines))

    section_of_mark[is_header] = Section.HEAD
    section_of_mark[kind == Kind.BUTTON] = Section.READY
    is_mark = section_of_mark >= 0
    mark = np.flatnonzero(is_mark & (hand >= 0))
    latest = np.zeros(len(lines), np.int64)
    latest[mark] = mark
    section = np.maximum(section_of_mark[np.maximum.accumulate(latest)], 0).astype(np.uint8)
    # Before the button `Seat 1: ` introduces a player, whatever his name reads like.
    kind[seats.line[seats.has_colon & (section[seats.line] == Section.HEAD)]] = Kind.SEAT

    kind[undecodable[kind[undecodable] == Kind.SEAT]] = Kind.UNKNOWN
    layout = Layout(buf, lines, kind, hand, section, section_of_mark, first, last, seats)
    damage = Damage(buf, lines, hand, first)
    damage.add(undecodable[hand[undecodable] >= 0], "bytes that are no UTF-8", rank=1)
    _check_kinds(layout, damage)
    _check_marks(mark, section_of_mark, layout, damage)
    _check_head(layout, damage)
    _check_cancelled(layout, damage)
    if not has_end.all():
        content = np.where((kind != Kind.BLANK) & (kind != Kind.NOTE), np.arange(len(lines)), 0)
        stops = np.maximum.accumulate(content)[last[~has_end]]
        damage.add(stops, "the hand stops here without `*** END ***`", rank=0)
    return layout, damage


def stray_stretches(layout: Layout) -> Iterator[tuple[int, int]]:
    """First and last line of each stretch outside hands that holds more than blanks and notes; each ends with an
    END at the latest.
    """
    stray = np.flatnonzero((layout.hand < 0) & (layout.kind != Kind.BLANK) & (layout.kind != Kind.NOTE))
    if not len(stray):
        return
    before = np.searchsorted(layout.first, stray)
    new = np.r_[True, (before[1:] != before[:-1]) | (layout.kind[stray[:-1]] == Kind.END)]
    starts = np.flatnonzero(new)
    for begin, stop in zip(starts.tolist(), [*starts[1:].tolist(), len(stray)], strict=True):
        yield int(stray[begin]), int(stray[stop - 1])


def section_name(section: int) -> str:
    """A section as it is written between its stars; of the head, in words."""
    if section < Section.STREET:
        return "the head"
    if section < Section.FANTASYLAND:
        return f"STREET {section - Section.STREET + 1}"
    return Section(section).name


def _hands(first: Ints, stretch: Ints, ends: Ints, n_lines: int) -> tuple[Ints, Ints, Mask]:
    """The last line of each hand, the hand of each line, and which hands have their END."""
    last = np.full(len(first), -1, np.int64)
    inside = ends[stretch[ends] >= 0]
    # Written backwards, so that the first END of each stretch is the one that stays.
    last[stretch[inside[::-1]]] = inside[::-1]
    has_end = last >= 0
    last = np.where(has_end, last, np.append(first[1:], n_lines)[: len(first)] - 1)
    inside_hand = stretch >= 0
    if len(first):
        inside_hand &= np.arange(n_lines) <= last[np.maximum(stretch, 0)]
    return last, np.where(inside_hand, stretch, -1), has_end


def _check_kinds(layout: Layout, damage: Damage) -> None:
    inside = layout.hand >= 0
    damage.add(np.flatnonzero((layout.kind == Kind.UNKNOWN) & inside), "no such line is defined")
    misplaced = np.flatnonzero(~_ALLOWED[layout.kind, layout.section] & inside)
    for section in np.unique(layout.section[misplaced]).tolist():
        where = (
            "between the button and the first section" if section == Section.READY else f"in {section_name(section)}"
        )
        damage.add(misplaced[layout.section[misplaced] == section], f"this line does not belong {where}")


def _check_marks(mark: Ints, section: Ints, layout: Layout, damage: Damage) -> None:
    """Sections in order, none twice, streets one by one from 1, the button before them all."""
    if not len(mark):
        return
    now, hand = section[mark], layout.hand[mark]
    before = np.r_[-1, now[:-1]]
    before[np.r_[True, hand[1:] != hand[:-1]]] = -1
    bad = (now <= before) & (now != Section.HEAD)
    damage.add(mark[bad & (now == Section.READY)], "a second button")
    bad &= now != Section.READY
    for old in np.unique(before[bad]).tolist():
        reason = f"this section stands after {section_name(old)}; each stands once and in its order"
        damage.add(mark[bad & (before == old)], reason)
    is_street = (now >= Section.STREET) & (now < Section.FANTASYLAND) & (now > before)
    gap = is_street & (now != Section.STREET) & (before != now - 1)
    damage.add(mark[gap], "the street before this one is missing")
    damage.add(
        mark[(now > Section.READY) & (before == Section.HEAD)], "no line before this one says who has the button"
    )


def _check_head(layout: Layout, damage: Damage) -> None:
    kind = layout.kind
    line = np.flatnonzero(
        (layout.hand >= 0) & (layout.section == Section.HEAD) & (kind >= Kind.HEADER) & (kind <= Kind.SEAT)
    )
    now = np.where(kind[line] == Kind.SITE, Kind.TABLE, kind[line]).astype(np.int64)
    is_back = np.r_[False, (now[1:] < now[:-1]) | ((now[1:] == now[:-1]) & (now[1:] != Kind.SEAT))]
    bad = line[is_back & (now != Kind.HEADER)]
    damage.add(bad, "this line stands twice, or behind one that it should precede")


def _check_cancelled(layout: Layout, damage: Damage) -> None:
    kind = layout.kind
    cancelled = layout.of_kind(Kind.CANCELLED)
    if len(cancelled):
        content = np.flatnonzero((kind != Kind.BLANK) & (kind != Kind.NOTE))
        following = content[np.minimum(np.searchsorted(content, cancelled, side="right"), len(content) - 1)]
        damage.add(cancelled[kind[following] != Kind.END], "`Hand cancelled` stands right before `*** END ***` only")
