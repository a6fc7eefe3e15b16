"""The canonical writer of `ofc_jsonl`, version 1: hand tables in, one JSON object a line out.

What a hand does not say is left out. What the format has no key for raises ValueError with the hand and what it is: nothing is
dropped in silence. Reading the lines back gives the same hand keys, and keys that the format does not define stand where they
stood.
"""

import json
import re
from collections.abc import Mapping
from itertools import chain
from typing import Any, BinaryIO

import pyarrow as pa

from ofc_audit.cards import CARD_TEXT, EMPTY
from ofc_audit.money import amount_text
from ofc_audit.read.json_strict import decode, dump
from ofc_audit.read.jsonl_spec import FIRST_STREET_CARDS, INT16, MOST_SEATS, MOST_STREETS, VERSION
from ofc_audit.read.text_head import time_text
from ofc_audit.read.write_rows import Row, each_hand

_ROWS = {"top": slice(0, 3), "middle": slice(3, 8), "bottom": slice(8, 13)}
_UNKNOWN_STREET = 255
_NO_KEY = ("club_id", "chip_price", "chip_currency", "is_observed")
_OPTIONS = {
    "scoring": "option_scoring",
    "fantasyland": "option_fantasyland",
    "one_hand": "option_one_hand",
    "royalties": "option_royalties",
    "royalty_settlement": "option_royalty_settlement",
}
_INNER_PATH = re.compile(
    r"(?P<name>options|tournament|seats|pairs|events)(?:\[(?P<at>\d+)\])?"
    r"(?:\.(?P<inner>claims|streets)(?:\[(?P<inner_at>\d+)\])?)?\.(?P<key>[^.\[].*)",
    re.DOTALL,
)

Json = dict[str, Any]


def write(tables: Mapping[str, pa.Table], out: BinaryIO) -> None:
    """Writes the hands in their order, one a line. Raises ValueError naming what the format cannot carry."""
    for rows in each_hand(tables):
        out.write((dump(_Hand(*rows).record()) + "\n").encode("utf-8"))


class _Hand:
    """One hand being written: its rows of the tables, and the words for what cannot be said."""

    def __init__(self, hand: Row, seats: list[Row], boards: list[Row], claims: list[Row], pairs: list[Row]) -> None:
        self.hand = hand
        self.seats, self.boards, self.claims = (
            sorted(rows, key=lambda row: int(row["acting_order"])) for rows in (seats, boards, claims)
        )
        self.pairs = sorted(pairs, key=lambda row: int(row["pair_no"]))
        self.numbers = [row["seat_no"] for row in self.seats]

    def refuse(self, what: str) -> ValueError:
        return ValueError(f"hand {self.hand['site']} {self.hand['hand_id']}: ofc_jsonl has no key for {what}")

    def record(self) -> Json:
        for column in _NO_KEY:
            if self.hand[column] is not None:
                raise self.refuse(column)
        self._check_seats()
        record: Json = {"ofc": VERSION, "site": self._text("site"), "hand_id": self._text("hand_id")}
        record |= _said(match_id=self.hand["match_id"], hand_no=self._count(self.hand, "hand_no"))
        record |= _said(table=self.hand["table_id"]) | {"rules": self._text("rules_id")}
        options = _said(**{key: self.hand[column] for key, column in _OPTIONS.items()})
        options |= _said(match_cap=self._amount(self.hand, "match_cap"))
        record |= {"options": options} if options else {}
        record |= {"ended_at": time_text(self._want("ended_at")).replace(" ", "T") + "Z"}
        record |= {"currency": self._text("currency"), "point_value": self._price()}
        record |= self._tournament()
        record |= {"status": "cancelled"} if self.hand["status"] == "cancelled" else {}
        record |= self._last_of_match()
        record["seats"] = [self._seat(*rows) for rows in zip(self.seats, self.boards, self.claims, strict=True)]
        if self.pairs:
            record["pairs"] = [self._pair(place, pair) for place, pair in enumerate(self.pairs)]
        for column in ("sitting_out", "events"):
            if self.hand[column] is not None:
                record[column] = json.loads(self.hand[column])
        record |= _said(rake=self._amount(self.hand, "rake"))
        self._restore(record)
        return record

    def _want(self, column: str) -> Any:
        if self.hand[column] is None:
            raise self.refuse(f"a hand without {column}")
        return self.hand[column]

    def _text(self, column: str) -> str:
        text = str(self._want(column))
        if not text:
            raise self.refuse(f"an empty {column}")
        return text

    def _count(self, row: Row, column: str, least: int = 0) -> int | None:
        value: int | None = row[column]
        if value is not None and value < least:
            raise self.refuse(f"a {column} below {least}")
        return value

    def _amount(self, row: Row, column: str) -> str | None:
        value = self._count(row, column)
        return None if value is None else amount_text(value)

    def _price(self) -> str:
        self._want("point_value")
        price = self._amount(self.hand, "point_value")
        assert price is not None
        return price

    def _tournament(self) -> Json:
        levels = None if self.hand["levels"] is None else json.loads(self.hand["levels"])
        level = self._count(self.hand, "level")
        said = _said(id=self.hand["tournament_id"], level=level, point_value_by_level=levels)
        return {"tournament": said} if said else {}

    def _last_of_match(self) -> Json:
        last, in_match = self.hand["last_of_match"], self.hand["match_id"] is not None
        if in_match and last is None:
            raise self.refuse("a match of which it is unknown whether it goes on")
        if not in_match and last is False:
            raise self.refuse("last_of_match without a match")
        return {"last_of_match": True} if last else {}

    def _check_seats(self) -> None:
        if not 1 <= len(self.seats) <= MOST_SEATS:
            raise self.refuse(f"{len(self.seats)} players")
        if [row["acting_order"] for row in self.seats] != list(range(len(self.seats))):
            raise self.refuse("players whose acting orders are not numbered from 0 on")
        if any(number is None for number in self.numbers):
            raise self.refuse("a player without a seat number")
        if len(set(self.numbers)) != len(self.numbers) or not all(0 <= number <= INT16 for number in self.numbers):
            raise self.refuse(f"the seat numbers {self.numbers}")
        for number in json.loads(self.hand["sitting_out"] or "[]"):
            if number in self.numbers:
                raise self.refuse(f"seat {number} sitting out and playing")

    def _seat(self, seat: Row, board: Row, claim: Row) -> Json:
        if seat["player_id"] != seat["player_name"]:
            raise self.refuse("a player id beside the name")
        if seat["is_hero"] is not None:
            raise self.refuse("is_hero")
        cards = self._count(seat, "fantasy_cards")
        if seat["is_fantasy"] != (cards != 0):
            raise self.refuse(f"is_fantasy = {seat['is_fantasy']} with {cards} cards")
        result: Json = {"seat": seat["seat_no"], "player": seat["player_name"]}
        result |= _said(stack=self._amount(seat, "stack"))
        result |= {"fantasy": True if cards is None else cards, "streets": self._streets(seat, board)}
        claims = self._claims(claim)
        return result | ({"claims": claims} if claims else {})

    def _streets(self, seat: Row, board: Row) -> list[Json]:
        """The entries of a board, one for each street; one for a board whose streets are unknown, one in Fantasyland."""
        if any(code != EMPTY for code in board["shown"]):
            raise self.refuse("a showdown that differs from the streets")
        auto, n_placed = board["street_auto"], sum(code != EMPTY for code in board["cards"])
        numbers = self._street_numbers(seat, board, n_placed)
        times = board["street_ms"] or [None] * len(numbers)
        marks = auto or [False] * len(numbers)
        if not len(times) == len(marks) == len(numbers):
            raise self.refuse("times of other streets than those with cards")
        entries = [self._entry(board, *parts) for parts in zip(numbers, times, marks, strict=True)]
        self._check_entries(board, entries)
        return entries

    def _street_numbers(self, seat: Row, board: Row, n_placed: int) -> list[int]:
        auto = board["street_auto"]
        of_cards = {
            street for code, street in zip(board["cards"], board["streets"], strict=True) if code != EMPTY
        } | set(chain(board["discard_streets"] or (), board["dealt_streets"] or ()))
        if of_cards == {_UNKNOWN_STREET} and not seat["is_fantasy"] and (auto is None or len(auto) == 1):
            if n_placed <= FIRST_STREET_CARDS:
                raise self.refuse(f"a board of {n_placed} cards of unknown streets")
            is_told = any(auto or ()) or any(ms is not None for ms in board["street_ms"] or ())
            if is_told != (auto is not None):
                raise self.refuse("a board of unknown streets that is timed or not placed automatically")
            return [_UNKNOWN_STREET]
        numbers = [0] if seat["is_fantasy"] else list(range(1, MOST_STREETS + 1))
        numbers = numbers[: len(auto or ())]
        if not of_cards <= set(numbers) or len(numbers) != len(auto or ()):
            raise self.refuse(f"cards of streets {sorted(of_cards)} where {len(auto or ())} streets are known")
        if numbers == [1] and n_placed > FIRST_STREET_CARDS:
            raise self.refuse(f"{n_placed} cards on the one street of a board")
        if not numbers and (board["discards"] is not None or board["dealt"] is not None):
            raise self.refuse("discards or dealt cards of no street")
        return numbers

    def _entry(self, board: Row, street: int, ms: int | None, is_auto: bool) -> Json:
        entry: Json = {}
        dealt = _of_street(board["dealt"], board["dealt_streets"], street)
        # The list of a player who was dealt nothing stands in his first entry.
        if dealt or (board["dealt"] == [] and street in (0, 1, _UNKNOWN_STREET)):
            entry["dealt"] = dealt
        for row, where in _ROWS.items():
            entry[row] = _of_street(board["cards"][where], board["streets"][where], street)
        discards = _of_street(board["discards"], board["discard_streets"], street)
        # Silence means none where as many cards were dealt as placed, unknown elsewhere.
        if board["discards"] is not None and (discards or not _says_none(entry)):
            entry["discards"] = discards
        return entry | _said(ms=ms) | ({"auto": True} if is_auto else {})

    def _check_entries(self, board: Row, entries: list[Json]) -> None:
        """Hidden discards must not look like none: they do where as many cards were dealt as placed."""
        if board["discards"] is None and entries and all(map(_says_none, entries)):
            raise self.refuse("hidden discards where as many cards were dealt as placed")

    def _claims(self, claim: Row) -> Json:
        royalties = [claim[f"{row}_royalties"] for row in _ROWS]
        is_next, count = claim["is_fantasy_next"], self._count(claim, "fantasy_next")
        if (is_next is None and count is not None) or (is_next is False and count != 0) or (is_next and count == 0):
            raise self.refuse(f"is_fantasy_next = {is_next} with {count} cards")
        return _said(
            foul=claim["is_foul"],
            royalties=self._whole(royalties, "royalties of some rows only"),
            points=claim["points"],
            net=None if claim["net"] is None else amount_text(claim["net"]),
            rake=self._amount(claim, "rake"),
            stack=self._amount(claim, "stack"),
            fantasy_next=True if is_next and count is None else count,
            bounty=self._amount(claim, "bounty"),
            place=self._count(claim, "place", 1),
        )

    def _pair(self, place: int, pair: Row) -> Json:
        if pair["pair_no"] != place:
            raise self.refuse("pairs that are not numbered from 0 on")
        return {"a": self.numbers[pair["a"]], "b": self.numbers[pair["b"]]} | _said(
            rows=self._whole([pair[row] for row in _ROWS], "a pair with some rows only"),
            bonus=pair["bonus"],
            royalties=self._whole([pair["royalties_a"], pair["royalties_b"]], "royalties of one side of a pair"),
            points=pair["points"],
            amount=None if pair["amount"] is None else amount_text(pair["amount"]),
        )

    def _whole(self, values: list[int | None], what: str) -> list[int | None] | None:
        """A list of which all values are known, None where none is."""
        if all(value is None for value in values):
            return None
        if any(value is None for value in values):
            raise self.refuse(what)
        return values

    def _restore(self, record: Json) -> None:
        """Puts the keys that the format does not define back where they stood."""
        if self.hand["unknown_keys"] is None:
            return
        unknown, _ = decode(self.hand["unknown_keys"], 0)
        assert isinstance(unknown, dict)
        for path, value in unknown.items():
            place, key = _place_of(record, path)
            if place is None:
                raise self.refuse(f"the key {path!r} of others, whose place is not in the hand")
            place[key] = value


def _place_of(record: Json, path: str) -> tuple[Json | None, str]:
    """The object of a record that a path leads to, and its key there; None where the record has no such object."""
    match = _INNER_PATH.fullmatch(path)
    if match is None:
        return record, _key(path)
    place: Any = record
    for name, at in ((match["name"], match["at"]), (match["inner"], match["inner_at"])):
        if name is None:
            continue
        if at is None:
            place = place.setdefault(name, {})
        elif int(at) < len(place.get(name, ())):
            place = place[name][int(at)]
        else:
            return None, ""
    return place, _key(match["key"])


def _key(text: str) -> str:
    """A key from its form in a path."""
    return str(json.loads(text)) if text.startswith('"') else text


def _says_none(entry: Json) -> bool:
    """Whether an entry without discards says that there were none."""
    return "dealt" in entry and len(entry["dealt"]) == sum(len(entry[row]) for row in _ROWS)


def _said(**values: Any) -> Json:
    """What is known."""
    return {key: value for key, value in values.items() if value is not None}


def _of_street(codes: list[int] | None, streets: list[int] | None, street: int) -> list[str]:
    if codes is None or streets is None:
        return []
    return [CARD_TEXT[code] for code, at in zip(codes, streets, strict=True) if at == street and code != EMPTY]
