"""Records and lines of the dealer put together: which of them tell of one hand, and which hands are of one game.

A hand begins with the announcements before it (a new game, who is in Fantasyland) or its record, has `Hand #n finished`, and ends with the
total and the payouts behind it. A record and a line of the dealer that name the same players, one right after the other, tell of one hand.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from ofc_audit.read.json_strict import shown
from ofc_audit.read.swc_lines import Kind, Line
from ofc_audit.read.swc_spec import Record

ALONE = "has no finished hand before it"


@dataclass(frozen=True)
class Piece:
    """A stretch of a file, by its bytes in the chunk and the number of its line: a record, a line of the dealer, or damage."""

    start: int
    stop: int
    line: int
    value: Record | Line | str
    """A text is the reason why the piece is damaged."""
    is_hand: bool = True
    """Whether a damaged piece is a hand that was found."""


@dataclass
class Hand:
    """What the pieces of a hand tell. `game` counts the games of a file, `number` the hands of a game."""

    pieces: list[Piece]
    record: Record | None = None
    record_line: int = 0
    points: dict[str, int] = field(default_factory=dict)
    points_line: int = 0
    totals: dict[str, int] = field(default_factory=dict)
    wins: dict[str, int] = field(default_factory=dict)
    fantasy: set[str] = field(default_factory=set)
    next_fantasy: set[str] = field(default_factory=set)
    game: int | None = None
    number: int | None = None
    planned: int | None = None
    played: int | None = None
    is_followed: bool = False
    is_alone: bool = False
    """Whether no line of the dealer can be told to be this record's."""
    damage: str | None = None

    @property
    def is_finished(self) -> bool:
        """Whether the dealer has told its points."""
        return self.number is not None

    @property
    def names(self) -> set[str]:
        """Who plays, as far as it is told."""
        return {player.name for player in self.record.players} if self.record else set(self.points)

    @property
    def is_last(self) -> bool | None:
        """Whether the game ended with this hand."""
        return True if self.number is not None and self.played == self.number else False if self.is_followed else None

    def refuse(self, reason: str) -> None:
        """Marks the hand as damaged; the first reason stands."""
        self.damage = self.damage or reason


class Log:
    """The hands of a file. Pieces are handed in by chunks; a game may not go on from one to the next."""

    def __init__(self) -> None:
        self.hands: list[Hand] = []
        self.damaged: list[Piece] = []
        self._game = self._last = 0
        self._is_over = True
        self._hand: Hand | None = None
        self._before: Hand | None = None
        self._tail: list[Piece] = []
        self._announced: set[str] = set()
        self._said: Mapping[Kind, Callable[[Piece, Line], None]] = {
            "start": self._start,
            "fantasy": self._fantasy,
            "hand": self._finish,
            "total": self._total,
            "win": self._win,
            "end": self._end,
        }

    def take(self, pieces: Iterable[Piece]) -> None:
        """Puts the pieces of a chunk together, in their order."""
        for piece in pieces:
            if isinstance(piece.value, str):
                self._close()
                self.damaged.append(piece)
            elif isinstance(piece.value, Record):
                self._record(piece, piece.value)
            else:
                self._said[piece.value.kind](piece, piece.value)
        self._close()

    def _close(self) -> None:
        """Ends the hand; announcements behind it are its own, for nothing follows them. Announcements without a hand are notes."""
        hand = self._hand
        if hand is not None and (hand.is_finished or hand.record):
            hand.pieces += self._tail
            self._add(hand)
        self._hand, self._tail, self._announced = None, [], set()

    def _add(self, hand: Hand) -> None:
        hand.next_fantasy |= self._announced
        strangers = sorted((hand.fantasy | set(hand.wins) | set(hand.totals)) - hand.names)
        if strangers:
            hand.refuse(f"the dealer names {shown(strangers[0])}, who does not play the hand")
        self.hands.append(hand)

    def _begin(self) -> Hand:
        """A new hand, with the announcements that stand before it."""
        before, tail, announced = self._hand, self._tail, set(self._announced)
        if before is not None and (before.is_finished or before.record):
            self._announced = set()
            self._add(before)
        elif before is not None:
            return before
        self._hand = Hand(tail, fantasy=announced)
        self._tail, self._announced = [], set()
        return self._hand

    def _record(self, piece: Piece, record: Record) -> None:
        hand, names = self._hand, {player.name for player in record.players}
        points = record.points
        is_free = hand is not None and hand.record is None
        if hand is not None and is_free and hand.is_finished and not self._tail and names == hand.names:
            if points == hand.points:
                hand.pieces.append(piece)
                hand.record, hand.record_line = record, piece.line
                return
            # Whether the hand before or the next is meant cannot be told without points.
            hand = self._begin()
            hand.is_alone = points is None
        elif hand is None or hand.is_finished or not is_free:
            hand = self._begin()
        hand.pieces.append(piece)
        hand.record, hand.record_line = record, piece.line

    def _start(self, piece: Piece, line: Line) -> None:
        self._close()
        self._hand = Hand([piece], planned=line.number)
        self._is_over = True

    def _fantasy(self, piece: Piece, line: Line) -> None:
        hand = self._hand
        if hand is None:
            hand = self._hand = Hand([])
        if hand.is_finished:
            self._tail.append(piece)
            self._announced.add(line.name)
        else:
            hand.pieces.append(piece)
            hand.fantasy.add(line.name)

    def _finish(self, piece: Piece, line: Line) -> None:
        hand, points = self._hand, dict(line.scores)
        if hand is None or hand.is_finished or hand.is_alone or (hand.record and hand.names != set(points)):
            hand = self._begin()
        if self._is_over or line.number <= self._last:
            self._game += 1
            self._before = None
        self._is_over, self._last = False, line.number
        hand.game, hand.number, hand.points, hand.points_line = self._game, line.number, points, piece.line
        hand.pieces.append(piece)
        if self._before is not None:
            self._before.is_followed = True
            if self._before.number == line.number - 1:
                self._before.next_fantasy |= hand.fantasy
        self._before = hand
        told = hand.record.points if hand.record else None
        if told is not None and told != points:
            name = min(name for name in points if points[name] != told[name])
            hand.refuse(f"the dealer gives {shown(name)} {points[name]:+d}, and the record {told[name]:+d}")

    def _behind(self, piece: Piece, line: Line) -> Hand | None:
        """The hand that a line about its end belongs to; None, and the piece is damaged, where there is none."""
        hand = self._hand
        if hand is None or not (hand.is_finished or hand.record):
            self._close()
            self.damaged.append(Piece(piece.start, piece.stop, piece.line, f"a line about {line.kind} {ALONE}", False))
            return None
        hand.pieces += [*self._tail, piece]
        self._tail = []
        return hand

    def _total(self, piece: Piece, line: Line) -> None:
        hand = self._behind(piece, line)
        if hand is not None:
            if hand.totals or not hand.is_finished:
                hand.refuse("the dealer tells a total twice" if hand.totals else "the dealer tells a total of no hand")
            hand.totals = dict(line.scores)

    def _win(self, piece: Piece, line: Line) -> None:
        hand = self._behind(piece, line)
        if hand is not None:
            if line.name in hand.wins:
                hand.refuse(f"the dealer pays {shown(line.name)} twice")
            hand.wins[line.name] = line.amount

    def _end(self, piece: Piece, line: Line) -> None:
        hand = self._behind(piece, line)
        if hand is not None:
            hand.played = line.number
            self._is_over = True
