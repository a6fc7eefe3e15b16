"""One speller for each format: a hand as data becomes a record. A new format gets all dirty inputs by adding its own.

What a format cannot say is left out by its speller, and `says` names what it can: `stacks`, `money`, `points`, `tables`, `times`,
`cancelled`.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ofc_audit.read.reader import read_source
from ofc_audit.read.source import source_of_bytes
from read.dirt.hands import Hand, Seat
from read.table_files import HEADINGS, MAPPING
from read.text_hands import Read, assert_accounts

ROWS = ("top", "middle", "bottom")
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


@dataclass(frozen=True)
class Format:
    """A format as the dirty inputs need it."""

    name: str
    spell: Callable[[Hand], str]
    says: frozenset[str]
    head: str = ""
    """What stands once, before the first record."""
    header: str = ""
    """The beginning of a record, for damage to it."""
    lower: str = ""
    """The same beginning as another client spells it."""

    def file(self, *hands: Hand, between: str = "") -> str:
        """A file of hands."""
        return self.head + between.join(map(self.spell, hands))

    def hand_id(self, hand: Hand) -> str:
        """The id that a hand has in the tables."""
        return capture_id(hand) if self.name == "capture_hh" else str(hand.number)

    def __str__(self) -> str:
        return self.name


def text_name(name: str) -> str:
    """A name as `ofc_text` writes it: as JSON where it could be misread."""
    odd = re.search(r'["\r\n,]| \(|^\s|\s$|^$', name)
    return json.dumps(name) if odd else name


def ofc_text(hand: Hand) -> str:
    """The record for people."""
    lines = [
        f"OFC Hand #{hand.number}: {hand.rules}, {hand.point_value} {hand.currency} per point - {hand.time} UTC",
        "Options: scoring 1-6, royalties american",
        f"Table '{hand.table}', site pokerbet",
        *(
            f"Seat {n}: {text_name(seat.name)} ({seat.stack})"
            + f", Fantasyland {seat.fantasy} cards" * bool(seat.fantasy)
            for n, seat in enumerate(hand.seats, 1)
        ),
        f"Seat {len(hand.seats)} is the button",
        "*** SHOWDOWN ***",
        *(
            f"Seat {n}: " + " ".join(f"{row} [{' '.join(cards)}]" for row, cards in seat.rows.items())
            for n, seat in enumerate(hand.seats, 1)
        ),
        *(f"Seat {n}: foul" for n, seat in enumerate(hand.seats, 1) if seat.fouled),
        "*** RESULT ***",
        *(
            f"Seat {n}: points {signed(str(seat.points))}, net {signed(seat.net)}"
            for n, seat in enumerate(hand.seats, 1)
        ),
        *(["Hand cancelled"] if hand.cancelled else []),
        "*** END ***",
    ]
    return "\n".join(lines) + "\n"


def signed(amount: str) -> str:
    """An amount with a plus where it is above zero."""
    return amount if amount.startswith("-") or not amount.strip("0.,") else f"+{amount}"


def ofc_jsonl(hand: Hand) -> str:
    """The record for programs, names as they are."""
    seats = [
        {
            **{"seat": n, "player": seat.name, "stack": seat.stack, "fantasy": seat.fantasy, "streets": [seat.rows]},
            "claims": ({"foul": True} if seat.fouled else {}) | {"points": seat.points, "net": seat.net},
        }
        for n, seat in enumerate(hand.seats, 1)
    ]
    record = {
        **{"ofc": 1, "site": "pokerbet", "hand_id": str(hand.number), "table": hand.table},
        **{"rules": hand.rules, "options": {"scoring": "1-6", "royalties": "american"}},
        **{"ended_at": hand.time.replace(" ", "T") + "Z", "currency": hand.currency, "point_value": hand.point_value},
        **({"status": "cancelled"} if hand.cancelled else {}),
        "seats": seats,
    }
    return json.dumps(record, ensure_ascii=False) + "\n"


def capture_id(hand: Hand) -> str:
    """A hand's number as the app writes it."""
    return f"240305211509-64802820-{hand.number:07}-1"


def capture_hh(hand: Hand) -> str:
    """The pretty print of the capture tool; streets as if each card had come as early as it can."""
    players = []
    for order, seat in enumerate(hand.seats):
        street = iter("0000011223344")
        rows = "/".join(" ".join(card + next(street) for card in cards) for cards in seat.rows.values())
        players.append(
            {
                **{"inFantasy": False, "result": seat.points, "playerName": seat.name, "orderIndex": order},
                **{"hero": not order, "dead": "", "rows": rows, "win": Raw(seat.net), "playerId": f"id of {seat.name}"},
            }
        )
    record: dict[str, Any] = {
        **{"stakes": Raw(hand.point_value), "handData": {capture_id(hand): players}, "appName": "Ppp"},
        **{"price": "1USD", "joined": True, "clubId": "45083", "rules": "progressive17_nojokers"},
        **{"endDateTime": hand.time, "roomId": hand.table},
    }
    text = json.dumps(record, indent=4, ensure_ascii=False)
    text = re.sub(r'"raw (.*?)"', r"\1", text)
    return text.replace('"handData": {\n        "', '"handData": {"').replace("\n        ]\n    }", "\n    ]}") + "\n"


class Raw(str):
    """A number written as it is."""

    __slots__ = ()

    def __new__(cls, text: str) -> "Raw":
        return super().__new__(cls, f"raw {text}")


def arena_jsonl(hand: Hand) -> str:
    """The log of the arena: what each player was dealt and placed, what was shown, and the points."""
    n = len(hand.seats)
    shown = {card for seat in hand.seats for cards in seat.rows.values() for card in cards}
    left = iter([card for card in DECK if card not in shown])
    names = [hand.seats[(at - 1) % n].name for at in range(n)]
    lines: list[dict[str, Any]] = [{"seats": names}]
    events: list[dict[str, Any]] = []
    for at, seat in enumerate(hand.seats):
        places = [(card, row) for row in ROWS for card in seat.rows[row]]
        for size in (5, 2, 2, 2, 2):
            now, places = places[:size], places[size:]
            gone = [next(left)] if size == 2 and now else []
            if now:
                dealt = [card for card, _ in now] + gone
                events.append({"event": "deal", "seat": (at + 1) % n, "cards": dealt, "count": len(dealt)})
                placed = [{"card": card, "row": row} for card, row in now]
                events.append(
                    {
                        "event": "place",
                        "seat": (at + 1) % n,
                        "placements": placed,
                        "discarded": gone,
                        "count": len(gone),
                    }
                )
    for at, seat in enumerate(hand.seats):
        royalties = dict(zip(ROWS, seat.royalties, strict=True))
        events.append(
            {"event": "showdown", "seat": (at + 1) % n, **seat.rows, "royalties": royalties, "fouled": seat.fouled}
        )
    events += [{"event": "score", "seat": (at + 1) % n, "points": seat.points} for at, seat in enumerate(hand.seats)]
    lines += [{"ev": event} for event in events]
    return "".join(
        json.dumps({"hand": hand.number, **line}, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines
    )


def table(hand: Hand) -> str:
    """Two rows of an export that the mapping of the tests reads."""

    def cell(text: str) -> str:
        return '"' + text.replace('"', '""') + '"' if re.search(r'[",\r\n]|^\s|\s$', text) else text

    def row(seat: Seat) -> str:
        cards = [" ".join(seat.rows[name]) for name in ROWS]
        cells = [
            str(hand.number),
            hand.table,
            hand.time,
            seat.name,
            str(seat.fantasy),
            seat.stack,
            *cards,
            str(seat.points),
            seat.net,
            "yes" if hand.cancelled else "no",
        ]
        return ",".join(map(cell, cells))

    return "".join(row(seat) + "\n" for seat in hand.seats)


def swc_capture(hand: Hand) -> str:
    """The record of the tracker, which saw nobody's hand: what each placed, street by street in turn, and the points."""
    steps = []
    streets = [[(card, row) for row in ROWS for card in seat.rows[row]] for seat in hand.seats]
    for first, last in ((0, 5), (5, 7), (7, 9), (9, 11), (11, 13)):
        for seat, cards in zip(hand.seats, streets, strict=True):
            placed: dict[str, list[str]] = {}
            for card, row in cards[first:last]:
                placed.setdefault(row, []).append(card)
            if placed:
                steps.append({"player": seat.name, "dealt": [], "placed": placed, "discarded": []})
    players = [
        {
            **{"name": seat.name, "seat_idx": n, "starting_stack": seat.stack, **seat.rows, "active": []},
            **{"points": str(seat.points), "collected": "0"},
        }
        for n, seat in enumerate(hand.seats, 1)
    ]
    record = {
        **{"site": "SealsWithClubs", "hand_id": str(hand.number), "table_id": hand.table},
        **{"timestamp": hand.time.replace(" ", "T") + "+00:00"},
        "variant": {"deuce_to_seven": False, "family": "ofc", "pineapple": True, "variant": "ofcp"},
        "players": players,
        "rounds": [{"round": number, "step_num": number + 1, **step} for number, step in enumerate(steps, 1)],
        "result": {"points_settled": {seat.name: seat.points for seat in hand.seats}},
        "validation": {"errors": [], "valid": True, "warnings": []},
    }
    return json.dumps(record, ensure_ascii=False) + "\n"


EVERYTHING = frozenset({"stacks", "money", "points", "tables", "times", "cancelled"})
FORMATS = {
    one.name: one
    for one in (
        Format("ofc_text", ofc_text, EVERYTHING, header="OFC Hand #", lower="ofc hand#"),
        Format("ofc_jsonl", ofc_jsonl, EVERYTHING, header='{"ofc": 1,', lower='{"OFC": 1,'),
        Format(
            "capture_hh", capture_hh, EVERYTHING - {"stacks", "cancelled"}, header='"handData"', lower='"handdata"'
        ),
        Format("arena_jsonl", arena_jsonl, frozenset({"points"}), header='{"hand":', lower='{"Hand":'),
        Format(
            "swc_capture",
            swc_capture,
            frozenset({"stacks", "points", "tables", "times"}),
            header='{"site":',
            lower='{"Site":',
        ),
        Format("table", table, EVERYTHING, head=f"{HEADINGS},Off\n"),
    )
}  # fmt: skip


def mapping(folder: Path) -> str:
    """The mapping of the tables, as a file."""
    path = folder / "mapping.toml"
    path.write_text(MAPPING.replace("[constants]", 'is_cancelled = "Off"\n[constants]'), "utf-8")
    return str(path)


def reading(form: Format, folder: Path) -> Callable[..., Read]:
    """Reads bytes of a format; asserts that every byte is accounted for."""
    return partial(_read, form.name, mapping(folder) if form.name == "table" else None)


def _read(name: str, mapped: str | None, data: str | bytes, chunk_bytes: int = 1 << 24) -> Read:
    source = replace(source_of_bytes("input", data.encode() if isinstance(data, str) else data), mapping=mapped)
    result = Read(list(read_source(source, chunk_bytes)), bytes(source.data))
    if name != "table":
        assert_accounts(result)
    return result
