"""The canonical writer of `ofc_text`: hand tables in, the record for people out.

What a hand does not say is left out. What the format has no words for raises ValueError with the hand and the
column: nothing is dropped in silence. Reading the text back gives the same hand keys.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, BinaryIO

import pyarrow as pa

from ofc_audit.cards import CARD_TEXT, EMPTY
from ofc_audit.money import amount_text
from ofc_audit.read.batch import ROW_SIZES
from ofc_audit.read.hand_rows import HandRows
from ofc_audit.read.text_head import time_text
from ofc_audit.read.text_seats import MAX_PLAYERS
from ofc_audit.read.write_rows import Row, each_hand

_ROW_NAMES = ("top", "middle", "bottom")
_ROW_SLICES = (slice(0, 3), slice(3, 8), slice(8, 13))
_UNKNOWN_STREET = 255
_NO_WORDS = ("club_id", "chip_price", "chip_currency", "is_observed", "unknown_keys")
_NOT_BELOW_ZERO = ("match_cap", "point_value", "rake", "hand_no", "level")
_LINE_BREAK = re.compile(r"[\r\n]")
_PARSED_BACK = re.compile(r"[A-Za-z0-9_.-]+")
_UNCLEAR_NAME = re.compile(r'["\r\n,]| \(|\A\s|\s\Z|\A\Z|[\x00-\x1f\x7f]')
_EVENT_WORDS = ("disconnected", "connected")


def write(tables: Mapping[str, pa.Table], out: BinaryIO) -> None:
    """Writes the hands in their order, a blank line between two. Raises ValueError naming what the format cannot
    carry.
    """
    for number, rows in enumerate(each_hand(tables)):
        text = "\n".join(_Hand(*rows).lines()) + "\n"
        out.write((("\n" if number else "") + text).encode("utf-8"))


def _signed(value: int) -> str:
    return f"+{value}" if value > 0 else str(value)


def _signed_money(value: int) -> str:
    return f"+{amount_text(value)}" if value > 0 else amount_text(value)


def _cards(codes: Sequence[int]) -> str:
    return "[" + " ".join(CARD_TEXT[code] for code in codes) + "]"


class _Hand:
    """One hand being written: its rows of the tables, and the words for what cannot be said."""

    def __init__(self, hand: Row, seats: list[Row], boards: list[Row], claims: list[Row], pairs: list[Row]) -> None:
        self.hand = hand
        self.seats = sorted(seats, key=_order)
        self.boards = sorted(boards, key=_order)
        self.claims = sorted(claims, key=_order)
        self.pairs = sorted(pairs, key=lambda row: int(row["pair_no"]))
        self.numbers = [row["seat_no"] for row in self.seats]

    def refuse(self, what: str) -> ValueError:
        return ValueError(f"hand {self.hand['site']} {self.hand['hand_id']}: ofc_text has no words for {what}")

    def want(self, column: str) -> Any:
        if self.hand[column] is None:
            raise self.refuse(f"a hand without {column}")
        return self.hand[column]

    def lines(self) -> list[str]:
        for column in _NO_WORDS:
            if self.hand[column] is not None:
                raise self.refuse(column)
        for row, columns in (
            (self.hand, _NOT_BELOW_ZERO),
            *((seat, ("seat_no", "stack", "fantasy_cards")) for seat in self.seats),
        ):
            self._check_sign(row, columns)
        for claim in self.claims:
            self._check_sign(claim, ("rake", "stack", "fantasy_next", "bounty", "place"))
        self._check_order()
        lines = [self._header(), *self._head(), *self._seat_lines(), *self._streets(), *self._showdown()]
        lines += [*self._pair_lines(), *self._results()]
        if self.hand["status"] == "cancelled":
            lines.append("Hand cancelled")
        return [*lines, "*** END ***"]

    def _check_sign(self, row: Row, columns: Sequence[str]) -> None:
        for column in columns:
            if row[column] is not None and row[column] < 0:
                raise self.refuse(f"a {column} below zero")

    def _check_order(self) -> None:
        if any(number is None for number in self.numbers):
            raise self.refuse("a player without a seat number")
        if len(self.numbers) > MAX_PLAYERS or len(set(self.numbers)) != len(self.numbers):
            raise self.refuse("these seat numbers")
        button = self.numbers[-1]
        turned = sorted(self.numbers, key=lambda number: (number <= button, number))
        if turned != self.numbers:
            raise self.refuse(f"players acting in the order of seats {self.numbers}, which is not round the table")

    def _word(self, column: str, end: str) -> str:
        """A text that must read back as it was: no line break, not empty, nothing in it that ends it."""
        text = str(self.want(column))
        if not text or _LINE_BREAK.search(text) or end in text:
            raise self.refuse(f"the {column} {text!r}")
        return text

    def _header(self) -> str:
        currency = self._word("currency", " ")
        return (
            f"OFC Hand #{self._word('hand_id', ': ')}: {self._word('rules_id', ', ')}, "
            f"{amount_text(self.want('point_value'))} {currency} per point - {time_text(self.want('ended_at'))} UTC"
        )

    def _head(self) -> Iterator[str]:
        hand = self.hand
        options = list(self._options())
        if options:
            yield "Options: " + ", ".join(options)
        if hand["tournament_id"] is not None:
            level = "" if hand["level"] is None else f", level {hand['level']}"
            yield f"Tournament #{self._id('tournament_id', ', level ')}{level}"
        elif hand["level"] is not None:
            raise self.refuse("a level without a tournament")
        if hand["levels"] is not None:
            prices = json.loads(hand["levels"])
            yield "Levels: " + ", ".join(f"{level} {prices[level]}" for level in sorted(prices, key=int))
        if hand["match_id"] is not None:
            number = "" if hand["hand_no"] is None else f", hand {hand['hand_no']}"
            yield f"Match #{self._id('match_id', ', hand ')}{number}"
            if hand["last_of_match"] is None:
                raise self.refuse("a match of which it is unknown whether it goes on")
        elif hand["hand_no"] is not None:
            raise self.refuse("a hand number without a match")
        elif hand["last_of_match"] is False:
            raise self.refuse("last_of_match without a match")
        if hand["last_of_match"]:
            yield "Last hand of the match"
        site = self._word("site", "', site ")
        if hand["table_id"] is None:
            yield f"Site {site}"
        elif _LINE_BREAK.search(hand["table_id"]):
            raise self.refuse(f"the table_id {hand['table_id']!r}")
        else:
            yield f"Table '{hand['table_id']}', site {site}"

    def _id(self, column: str, mark: str) -> str:
        """An id at the end of whose line a number may stand: it must not look as if it had one."""
        text = self._word(column, "\n")
        if text.rpartition(" ")[0].endswith(mark.rstrip()) or text.endswith(mark):
            raise self.refuse(f"the {column} {text!r}")
        return text

    def _options(self) -> Iterator[str]:
        hand = self.hand
        if hand["option_scoring"] is not None:
            yield f"scoring {hand['option_scoring']}"
        if hand["option_royalties"] is not None:
            if not _PARSED_BACK.fullmatch(hand["option_royalties"]):
                raise self.refuse(f"royalties {hand['option_royalties']!r}")
            yield f"royalties {hand['option_royalties']}"
        if hand["option_royalty_settlement"] is not None:
            yield f"royalties settle {hand['option_royalty_settlement']}"
        if hand["option_fantasyland"] is not None:
            yield str(hand["option_fantasyland"])
        if hand["option_one_hand"]:
            yield "one hand"
        elif hand["option_one_hand"] is False:
            raise self.refuse("one_hand = false")
        if hand["match_cap"] is not None:
            yield f"match cap {amount_text(hand['match_cap'])}"

    def _seat_lines(self) -> Iterator[str]:
        texts = {row["seat_no"]: self._seat(row) for row in self.seats}
        for number in json.loads(self.hand["sitting_out"] or "[]"):
            if number in texts:
                raise self.refuse(f"seat {number} sitting out and playing")
            # Who sits out is known by his seat only; a line needs a name, and the seat's own number is no player's.
            texts[number] = f'Seat {number}: "", sitting out'
        yield from (texts[number] for number in sorted(texts))
        yield f"Seat {self.numbers[-1]} is the button"
        for event in json.loads(self.hand["events"] or "[]"):
            if set(event) != {"seat", "what"} or event["what"] not in _EVENT_WORDS or event["seat"] not in texts:
                raise self.refuse(f"the event {json.dumps(event)}")
            yield f"Seat {event['seat']}: {event['what']}"

    def _seat(self, row: Row) -> str:
        if row["player_id"] != row["player_name"]:
            raise self.refuse("a player id beside the name")
        if row["is_hero"] is not None:
            raise self.refuse("is_hero")
        name = row["player_name"]
        shown = json.dumps(name, ensure_ascii=False).replace("\x7f", "\\u007f") if _UNCLEAR_NAME.search(name) else name
        text = f"Seat {row['seat_no']}: {shown}"
        if row["stack"] is not None:
            text += f" ({amount_text(row['stack'])})"
        if row["is_fantasy"]:
            text += ", Fantasyland" if row["fantasy_cards"] is None else f", Fantasyland {row['fantasy_cards']} cards"
        return text

    def _streets(self) -> Iterator[str]:
        """The STREET sections, then FANTASYLAND; a board of unknown streets stands in the showdown alone."""
        sections: dict[int, list[str]] = {}
        for seat, board in zip(self.seats, self.boards, strict=True):
            for street, lines in self._seat_streets(seat, board):
                sections.setdefault(street, []).extend(lines)
        normal = sorted(street for street in sections if street)
        if normal != list(range(1, len(normal) + 1)):
            raise self.refuse(f"streets {normal}, of which one is missing")
        for street in normal:
            yield f"*** STREET {street} ***"
            yield from sections[street]
        if 0 in sections:
            yield "*** FANTASYLAND ***"
            yield from sections[0]

    def _seat_streets(self, seat: Row, board: Row) -> Iterator[tuple[int, list[str]]]:
        auto = board["street_auto"]
        if auto is None:
            known = [board["discards"], board["dealt"], board["street_ms"]]
            if any(street != _UNKNOWN_STREET for street in board["streets"]) or any(
                value is not None for value in known
            ):
                raise self.refuse("cards of known streets without saying whether they were placed automatically")
            return
        first = 0 if seat["is_fantasy"] else 1
        if any(
            street == _UNKNOWN_STREET and code != EMPTY
            for code, street in zip(board["cards"], board["streets"], strict=True)
        ):
            raise self.refuse("a board with cards of unknown streets beside known ones")
        times = board["street_ms"] or [None] * len(auto)
        for place, (is_auto, ms) in enumerate(zip(auto, times, strict=True)):
            street = first + place
            lines = []
            name = f"Seat {seat['seat_no']}:"
            dealt = _of_street(board["dealt"], board["dealt_streets"], street)
            if dealt:
                lines.append(f"{name} dealt {_cards(dealt)}")
            placed = self._placed(board, street)
            discards = _of_street(board["discards"], board["discard_streets"], street)
            if board["discards"] is not None and not self._is_silent(board, street, len(discards), len(dealt)):
                placed += f" discards {_cards(discards)}"
            if ms is not None:
                seconds = f"{ms // 1000}.{ms % 1000:03d}".rstrip("0")
                seconds += "0" if seconds.endswith(".") else ""
                placed += f" ({seconds} s, auto)" if is_auto else f" ({seconds} s)"
            elif is_auto:
                placed += " (auto)"
            if placed:
                lines.append(name + placed)
            if not lines:
                raise self.refuse(f"street {street} of seat {seat['seat_no']}, of which nothing is known")
            yield street, lines

    def _is_silent(self, board: Row, street: int, n_discards: int, n_dealt: int) -> bool:
        """Whether a street of known discards may leave them out: it has none, and silence is read as none."""
        if n_discards:
            return False
        if n_dealt:
            n_placed = sum(
                at == street and code != EMPTY for at, code in zip(board["streets"], board["cards"], strict=True)
            )
            return bool(n_dealt == n_placed)
        return street == 1 and bool(board["discards"])

    def _placed(self, board: Row, street: int) -> str:
        text = ""
        for row, where in zip(_ROW_NAMES, _ROW_SLICES, strict=True):
            codes = [
                c
                for c, s in zip(board["cards"][where], board["streets"][where], strict=True)
                if s == street and c != EMPTY
            ]
            if codes:
                text += f" {row} {_cards(codes)}"
        return text

    def _showdown(self) -> Iterator[str]:
        lines = [line for row in zip(self.seats, self.boards, self.claims, strict=True) for line in self._shown(*row)]
        if lines:
            yield "*** SHOWDOWN ***"
            yield from lines

    def _shown(self, seat: Row, board: Row, claim: Row) -> Iterator[str]:
        name = f"Seat {seat['seat_no']}:"
        shown = board["shown"] if any(code != EMPTY for code in board["shown"]) else board["cards"]
        rows = []
        for row, where, size in zip(_ROW_NAMES, _ROW_SLICES, ROW_SIZES, strict=True):
            codes = [code for code in shown[where] if code != EMPTY]
            assert len(codes) <= size
            if codes:
                rows.append(f"{row} {_cards(codes)}")
        if rows:
            yield f"{name} {' '.join(rows)}"
        royalties = [claim[f"{row}_royalties"] for row in _ROW_NAMES]
        if all(value is not None and value >= 0 for value in royalties):
            yield f"{name} royalties {royalties[0]} + {royalties[1]} + {royalties[2]}"
            if claim["is_foul"] is None:
                raise self.refuse("royalties without saying whether the board is a foul")
        elif any(value is not None for value in royalties):
            raise self.refuse("royalties of some rows only, or below zero")
        elif claim["is_foul"] is False:
            raise self.refuse("a board claimed legal without royalties")
        if claim["is_foul"]:
            yield f"{name} foul"

    def _pair_lines(self) -> Iterator[str]:
        if self.pairs:
            yield "*** PAIRS ***"
        for place, pair in enumerate(self.pairs):
            if pair["pair_no"] != place:
                raise self.refuse("pairs that are not numbered from 0 on")
            parts = []
            rows = [pair[row] for row in _ROW_NAMES]
            if all(value is not None for value in rows):
                parts.append("rows " + " ".join(map(_signed, rows)))
            elif any(value is not None for value in rows):
                raise self.refuse("a pair with some rows only")
            if pair["bonus"] is not None:
                parts.append(f"bonus {_signed(pair['bonus'])}")
            royalties = [pair["royalties_a"], pair["royalties_b"]]
            if all(value is not None and value >= 0 for value in royalties):
                parts.append(f"royalties {royalties[0]} - {royalties[1]}")
            elif any(value is not None for value in royalties):
                raise self.refuse("a pair with royalties of one side only, or below zero")
            if pair["points"] is not None:
                parts.append(f"points {_signed(pair['points'])}")
            if pair["amount"] is not None:
                parts.append(f"amount {amount_text(pair['amount'])}")
            if not parts:
                raise self.refuse("a pair of which nothing is said")
            yield f"Seat {self.numbers[pair['a']]} v Seat {self.numbers[pair['b']]}: " + ", ".join(parts)

    def _results(self) -> Iterator[str]:
        yield "*** RESULT ***"
        for number, claim in zip(self.numbers, self.claims, strict=True):
            parts = []
            if claim["points"] is not None:
                parts.append(f"points {_signed(claim['points'])}")
            if claim["net"] is not None:
                parts.append(f"net {_signed_money(claim['net'])}")
            for name in ("rake", "stack"):
                if claim[name] is not None:
                    parts.append(f"{name} {amount_text(claim[name])}")
            if parts:
                yield f"Seat {number}: " + ", ".join(parts)
        for number, claim in zip(self.numbers, self.claims, strict=True):
            if claim["is_fantasy_next"]:
                count = "" if claim["fantasy_next"] is None else f"{claim['fantasy_next']} cards "
                yield f"Seat {number}: Fantasyland {count}next"
            elif claim["is_fantasy_next"] is False:
                yield f"Seat {number}: no Fantasyland next"
            if claim["bounty"] is not None:
                yield f"Seat {number}: bounty {amount_text(claim['bounty'])}"
            if claim["place"] is not None:
                yield f"Seat {number}: place {claim['place']}"
        if self.hand["rake"] is not None:
            yield f"Rake {amount_text(self.hand['rake'])}"


def _order(row: Row) -> int:
    return int(row["acting_order"])


def _of_street(codes: Sequence[int] | None, streets: Sequence[int] | None, street: int) -> list[int]:
    if codes is None or streets is None:
        return []
    return [code for code, at in zip(codes, streets, strict=True) if at == street]


def write_rows(rows: HandRows, out: BinaryIO) -> None:
    """Writes hands that the format holds whole."""
    write(rows.tables, out)
