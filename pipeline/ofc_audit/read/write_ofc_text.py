"""The writer of `ofc_text`, version 1: hand tables in, the record for people out.

What a hand does not say is left out. What the format cannot hold raises ValueError with the hand and what it is: nothing is
dropped in silence (`carry` tells hands with less). Reading the text back gives the same hand keys.

Every kind of line is made for all hands at once, as an Arrow array of text with the place of each line; put in order, the
text of the array is the file.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.cards import EMPTY
from ofc_audit.money import NULL
from ofc_audit.read.batch import Ints
from ofc_audit.read.board_view import ROW_OF, Entries
from ofc_audit.read.carry import held
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.limits_ofc_text import silent
from ofc_audit.read.write_columns import (
    CARDS,
    Text,
    amount,
    choose,
    gather_cards,
    join,
    listed,
    number,
    or_nothing,
    quoted,
    signed,
    slices,
    time,
)

_HAND, _SECTION = 1 << 40, 1 << 32
"""How far apart the places of hands and of their sections are."""
_SEATS, _BUTTON, _STREETS, _FANTASY, _SHOWDOWN, _PAIRS, _RESULT, _END = (
    at * _SECTION for at in (1, 2, 3, 13, 14, 15, 16, 17)
)
_AFTER_PLAYERS = 1 << 20
_ROWS = ("top", "middle", "bottom")
_THOUSANDTHS = pa.array([f"{part:03d}".rstrip("0") or "0" for part in range(1_000)])
_UNCLEAR_NAME = r'["\r\n,]| \(|\A[\s\pZ\x{85}]|[\s\pZ\x{85}]\z|\A\z|[\x00-\x1f\x7f]'
"""Names that could be misread: they are written as JSON strings."""


def write(tables: Mapping[str, pa.Table], out: BinaryIO) -> None:
    """Writes the hands in their order, a blank line between two. Raises ValueError naming what the format cannot carry."""
    write_rows(held(tables, "ofc_text"), out)


def write_rows(rows: HandRows, out: BinaryIO) -> None:
    """Writes hands that the format holds whole."""
    for place, some in enumerate(slices(rows)):
        if place:
            out.write(b"\n")
        out.write(_Lines(some).content())


@dataclass
class _Lines:
    """The lines of some hands: what they say, and where each stands."""

    rows: HandRows
    at: list[Ints] = field(default_factory=list)
    text: list[Text] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hands = np.arange(self.rows.n_hands) * _HAND
        self.seat_hand = self.hands[self.rows.owner["seats"]]
        self.acting = self.rows.place["seats"]
        self.number = self.rows.ints("seats", "seat_no")
        self.seat = join("Seat ", number(self.number), ":")

    def add(self, at: Ints, text: Text) -> None:
        """Lines at their places; what is null is no line."""
        if text.null_count:
            known = np.asarray(text.is_valid())
            at, text = at[known], text.drop_null()
        self.at.append(at)
        self.text.append(text)

    def same(self, at: Ints, line: str) -> None:
        self.add(at, pa.array([line], pa.string()).take(pa.array(np.zeros(len(at), np.int64))))

    def content(self) -> memoryview:
        self._head()
        self._seats()
        self._streets()
        self._showdown()
        self._pairs()
        self._results()
        self.same(self.hands[1:] - 1, "")
        order = np.argsort(np.concatenate(self.at), kind="stable")
        text = pa.concat_arrays([text.cast(pa.large_string()) for text in self.text])
        ended = pc.binary_join_element_wise(text, *(pa.scalar(end, pa.large_string()) for end in ("\n", "")))
        lines = ended.take(pa.array(order))
        start, stop = np.frombuffer(lines.buffers()[1], np.int64)[[lines.offset, lines.offset + len(lines)]]
        return memoryview(lines.buffers()[2])[int(start) : int(stop)]

    def _head(self) -> None:
        rows = self.rows

        def text(name: str) -> Text:
            return rows.column("hands", name)

        def integer(name: str) -> Text:
            return number(rows.ints("hands", name))

        price, moment = amount(rows.ints("hands", "point_value")), time(text("ended_at"))
        self.add(
            self.hands,
            join("OFC Hand #", text("hand_id"), ": ", text("rules_id"), ", ", price, " ", text("currency"), " per point - ", moment, " UTC"),
        )  # fmt: skip
        options = listed(
            ", ",
            join("scoring ", text("option_scoring")),
            join("royalties ", text("option_royalties")),
            join("royalties settle ", text("option_royalty_settlement")),
            text("option_fantasyland"),
            choose(rows.flags("hands", "option_one_hand") == 1, "one hand"),
            join("match cap ", amount(rows.ints("hands", "match_cap"))),
        )
        self.add(self.hands + 1, choose(np.asarray(pc.binary_length(options)) > 0, join("Options: ", options)))
        level = or_nothing(join(", level ", integer("level")))
        self.add(self.hands + 2, join("Tournament #", text("tournament_id"), level))
        self.add(self.hands + 3, _by_value(text("levels"), _levels))
        hand_no = or_nothing(join(", hand ", integer("hand_no")))
        self.add(self.hands + 4, join("Match #", text("match_id"), hand_no))
        self.same(self.hands[rows.flags("hands", "last_of_match") == 1] + 5, "Last hand of the match")
        table = join("Table '", text("table_id"), "', site ", text("site"))
        self.add(self.hands + 6, pc.coalesce(table, join("Site ", text("site"))))

    def _seats(self) -> None:
        rows = self.rows
        name = rows.column("seats", "player_name")
        unclear = pc.match_substring_regex(name, _UNCLEAR_NAME)
        shown = pc.if_else(unclear, pc.replace_substring(quoted(name), "\x7f", "\\u007f"), name)
        stack = or_nothing(join(" (", amount(rows.ints("seats", "stack")), ")"))
        cards = rows.ints("seats", "fantasy_cards")
        counted = join(", Fantasyland ", number(np.where(cards > 0, cards, NULL)), " cards")
        there = choose(rows.flags("seats", "is_fantasy") == 1, pc.fill_null(counted, ", Fantasyland"), "")
        self.add(self.seat_hand + _SEATS + self.number, join(self.seat, " ", shown, stack, there))
        # Who sits out is known by his seat only; a line needs a name, and the seat's own number is no player's.
        self._several("sitting_out", _SEATS, lambda seats: [(seat, f'Seat {seat}: "", sitting out') for seat in seats])
        button = self.number[self.rows.starts["seats"][1:] - 1]
        self.add(self.hands + _BUTTON, join("Seat ", number(button), " is the button"))
        self._several(
            "events",
            _BUTTON,
            lambda events: [(at, f"Seat {event['seat']}: {event['what']}") for at, event in enumerate(events, start=1)],
        )

    def _several(self, name: str, section: int, lines_of: Callable[[Any], list[tuple[int, str]]]) -> None:
        """The lines that a JSON list of a hand makes, each with its place in the section: made once for all hands of the same list."""
        coded = self.rows.column("hands", name).dictionary_encode()
        lines = [lines_of(json.loads(value)) for value in coded.dictionary.to_pylist()]
        count = np.array([len(some) for some in lines], np.int64)
        hand = np.flatnonzero(np.asarray(coded.is_valid()))
        which = np.asarray(coded.indices.drop_null(), np.int64)
        n = count[which]
        item = np.arange(int(n.sum())) + np.repeat((np.cumsum(count) - count)[which] - (np.cumsum(n) - n), n)
        places = np.array([at for some in lines for at, _ in some], np.int64)
        texts = pa.array([text for some in lines for _, text in some], pa.string())
        self.add(self.hands[np.repeat(hand, n)] + section + places[item], texts.take(pa.array(item)))

    def _streets(self) -> None:
        """Two lines for each player and street: what he was dealt, and where he put it."""
        view = self.rows.view
        entries = Entries(view, np.maximum(view.n_auto, 0))
        board, street, n = entries.board, entries.column, entries.n
        dealt, n_dealt = self._listed("dealt", "dealt_streets", entries)
        discards, _ = self._listed("discards", "discard_streets", entries)
        is_street = view.is_placed & (view.n_auto > 0)[:, None]
        seat, column = np.nonzero(is_street)
        group = entries.of((seat, view.streets[is_street].astype(np.int64))) * 3 + ROW_OF[column]
        placed = gather_cards(view.cards[is_street], group, n * 3, " ")
        parts = [self._row(placed.take(pa.array(np.arange(n) * 3 + row)), name) for row, name in enumerate(_ROWS)]
        tells = (view.n_discards >= 0)[board] & ~silent(view)[board, street]
        ms, is_auto = view.times()[board, street], view.marks()[board, street] == 1
        seconds = join(
            " (",
            number(np.where(ms < 0, NULL, ms // 1000)),
            ".",
            _THOUSANDTHS.take(pa.array(np.maximum(ms, 0) % 1000)),
            " s",
        )
        timed = join(seconds, choose(is_auto, ", auto)", ")"))
        untimed = choose(is_auto, " (auto)", "")
        said = join(*parts, choose(tells, join(" discards [", discards, "]"), ""), pc.coalesce(timed, untimed))
        section = np.where(view.is_fantasy[board], _FANTASY, _STREETS + street * _SECTION)
        at = self.seat_hand[board] + section
        name = self.seat.take(pa.array(board))
        self.add(at + 4 * self.acting[board] + 1, choose(n_dealt > 0, join(name, " dealt [", dealt, "]")))
        self.add(at + 4 * self.acting[board] + 2, choose(np.asarray(pc.binary_length(said)) > 0, join(name, said)))
        sections = np.unique(at)
        of = sections % _HAND
        marks = join("*** STREET ", number((of - _STREETS) // _SECTION), " ***")
        self.add(sections, choose(of == _FANTASY, "*** FANTASYLAND ***", marks))

    def _listed(self, cards: str, streets: str, entries: Entries) -> tuple[Text, Ints]:
        """The cards of a list by street entry, and how many there are."""
        entry = entries.of(self.rows.view.listed(streets))
        codes = np.asarray(self.rows.items(cards)[1])
        return gather_cards(codes, entry, entries.n, " "), np.bincount(entry, minlength=entries.n)

    @staticmethod
    def _row(cards: Text, name: str) -> Text:
        """A row of cards with its name, nothing where it holds none."""
        return choose(np.asarray(pc.binary_length(cards)) > 0, join(f" {name} [", cards, "]"), "")

    def _showdown(self) -> None:
        rows, view = self.rows, self.rows.view
        shown = rows.board("shown")
        is_shown = (shown != EMPTY).any(axis=1)
        cards = np.where(is_shown[:, None], shown, view.cards)
        seat, column = np.nonzero(cards != EMPTY)
        texts = gather_cards(cards[seat, column], seat * 3 + ROW_OF[column], view.n * 3, " ", CARDS)
        said = join(
            *(self._row(texts.take(pa.array(np.arange(view.n) * 3 + row)), name) for row, name in enumerate(_ROWS))
        )
        at = self.seat_hand + _SHOWDOWN + 4 * self.acting
        first = len(self.at)
        self.add(at + 1, choose(np.asarray(pc.binary_length(said)) > 0, join(self.seat, said)))
        royalties = [number(rows.ints("claims", f"{row}_royalties")) for row in _ROWS]
        self.add(at + 2, join(self.seat, " royalties ", royalties[0], " + ", royalties[1], " + ", royalties[2]))
        self.add(at + 3, choose(rows.flags("claims", "is_foul") == 1, join(self.seat, " foul")))
        said_at = np.concatenate(self.at[first:])
        self.same(np.unique(said_at // _HAND) * _HAND + _SHOWDOWN, "*** SHOWDOWN ***")

    def _pairs(self) -> None:
        rows = self.rows
        first = rows.starts["seats"][rows.owner["claimed_pairs"]]

        def value(name: str) -> Ints:
            return rows.ints("claimed_pairs", name)

        a, b = (number(self.number[first + value(side)]) for side in "ab")
        row_texts = [signed(value(row)) for row in _ROWS]
        parts = listed(
            ", ",
            join("rows ", row_texts[0], " ", row_texts[1], " ", row_texts[2]),
            join("bonus ", signed(value("bonus"))),
            join("royalties ", number(value("royalties_a")), " - ", number(value("royalties_b"))),
            join("points ", signed(value("points"))),
            join("amount ", amount(value("amount"))),
        )
        at = self.hands[rows.owner["claimed_pairs"]] + _PAIRS
        self.same(np.unique(at), "*** PAIRS ***")
        self.add(at + 1 + rows.place["claimed_pairs"], join("Seat ", a, " v Seat ", b, ": ", parts))

    def _results(self) -> None:
        rows = self.rows

        def value(name: str) -> Ints:
            return rows.ints("claims", name)

        self.same(self.hands + _RESULT, "*** RESULT ***")
        parts = listed(
            ", ",
            join("points ", signed(value("points"))),
            join("net ", amount(value("net"), "+")),
            join("rake ", amount(value("rake"))),
            join("stack ", amount(value("stack"))),
        )
        at = self.seat_hand + _RESULT + 1
        self.add(at + self.acting, choose(np.asarray(pc.binary_length(parts)) > 0, join(self.seat, " ", parts)))
        at = at + _AFTER_PLAYERS + 4 * self.acting
        cards, is_next = value("fantasy_next"), rows.flags("claims", "is_fantasy_next")
        count = or_nothing(join(number(np.where(cards > 0, cards, NULL)), " cards "))
        coming = choose(is_next == 0, " no Fantasyland next")
        self.add(at, join(self.seat, choose(is_next == 1, join(" Fantasyland ", count, "next"), coming)))
        self.add(at + 1, join(self.seat, " bounty ", amount(value("bounty"))))
        self.add(at + 2, join(self.seat, " place ", number(value("place"))))
        self.add(self.hands + _END, join("Rake ", amount(rows.ints("hands", "rake"))))
        cancelled = np.asarray(pc.equal(rows.column("hands", "status"), "cancelled"))
        self.same(self.hands[cancelled] + _END + 1, "Hand cancelled")
        self.same(self.hands + _END + 2, "*** END ***")


def _by_value(column: pa.Array, text: Callable[[str], str]) -> Text:
    """A text for each value, made once for all rows that have it."""
    coded = column.dictionary_encode()
    texts = [text(value) for value in coded.dictionary.to_pylist()]
    return pa.array(texts, pa.string()).take(coded.indices)


def _levels(prices: str) -> str:
    by_level = json.loads(prices)
    return "Levels: " + ", ".join(f"{level} {by_level[level]}" for level in sorted(by_level, key=int))
