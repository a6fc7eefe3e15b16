"""The reader that `ofc_text` is measured against: Python, one compiled pattern with groups per kind of line, lists of
columns.

It reads clean input only and gives the same tables as the reader of the package; the bench asserts that.
"""

import json
import re
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pyarrow as pa

from ofc_audit.cards import CARD_TEXT
from ofc_audit.money import NULL
from ofc_audit.read.assemble import assemble
from ofc_audit.read.batch import CardRows, HandBatch, RawHands, StreetRows

HEADER = re.compile(
    r"OFC Hand #(.+?): (.+?), ([0-9.]+) (\S+) per point - (\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d) UTC"
)
TOURNAMENT = re.compile(r"Tournament #(.+?)(?:, level (\d+))?")
MATCH = re.compile(r"Match #(.+?)(?:, hand (\d+))?")
TABLE = re.compile(r"Table '(.*)', site (.+)")
SEAT = re.compile(
    r"Seat (\d+): (.+?)(?: \((\d+(?:\.\d{1,4})?)\))?(?:(, sitting out)|(, Fantasyland)(?: (\d+) cards)?)?"
)
BUTTON = re.compile(r"Seat (\d+) is the button")
EVENT = re.compile(r"Seat (\d+): (disconnected|connected)")
MARK = re.compile(r"\*\*\* (STREET (\d)|FANTASYLAND|SHOWDOWN|PAIRS|RESULT|END) \*\*\*")
DEALT = re.compile(r"Seat (\d+): dealt \[([^]]*)\]")
PLACED = re.compile(
    r"Seat (\d+):(?: top \[([^]]*)\])?(?: middle \[([^]]*)\])?(?: bottom \[([^]]*)\])?(?: discards \[([^]]*)\])?"
    r"(?: \((?:(\d+(?:\.\d{1,3})?) s)?(?:, )?(auto)?\))?"
)
ROYALTIES = re.compile(r"Seat (\d+): royalties (\d+) \+ (\d+) \+ (\d+)")
FOUL = re.compile(r"Seat (\d+): foul")
_MONEY = r"[+-]?\d+(?:\.\d{1,4})?"
PAIR = re.compile(
    r"Seat (\d+) v Seat (\d+): ?(?:rows ([+-]?[01]) ([+-]?[01]) ([+-]?[01]))?(?:(?:, )?bonus ([+-]?\d+))?"
    rf"(?:(?:, )?royalties (\d+) - (\d+))?(?:(?:, )?points ([+-]?\d+))?(?:(?:, )?amount ({_MONEY}))?"
)
RESULT = re.compile(
    rf"Seat (\d+): (?:points ([+-]?\d+))?(?:(?:, )?net ({_MONEY}))?(?:(?:, )?rake ({_MONEY}))?"
    rf"(?:(?:, )?stack ({_MONEY}))?"
)
NEXT = re.compile(r"Seat (\d+): (?:(no Fantasyland next)|Fantasyland (?:(\d+) cards )?next)")
BOUNTY = re.compile(r"Seat (\d+): bounty (\d+(?:\.\d{1,4})?)")
PLACE = re.compile(r"Seat (\d+): place (\d+)")
OPTION = re.compile(
    r"scoring (?P<option_scoring>1-6|2-4)|royalties settle (?P<option_royalty_settlement>\w+)"
    r"|royalties (?P<option_royalties>[\w.-]+)|(?P<option_fantasyland>progressive|fixed)|(?P<option_one_hand>one hand)"
    r"|match cap (?P<match_cap>[\d.]+)"
)
CODE = {text: code for code, text in enumerate(CARD_TEXT)}
TEXT_COLUMNS = ("hand_id", "rules_id", "currency", "option_scoring", "option_royalties", "option_royalty_settlement")
TEXT_COLUMNS += (
    "option_fantasyland",
    "match_id",
    "tournament_id",
    "levels",
    "table_id",
    "site",
    "sitting_out",
    "events",
)
INT_COLUMNS = ("point_value", "ended_at", "match_cap", "hand_no", "level", "rake", "first_line", "last_line")
INT_COLUMNS += ("first_byte", "last_byte")
SEAT_COLUMNS = ("hand", "acting_order", "seat_no", "is_fantasy", "fantasy_cards", "stack", "line", "board_line")
CLAIMS = ("is_foul", "top_royalties", "middle_royalties", "bottom_royalties", "points", "net", "rake", "stack")
CLAIMS += ("is_fantasy_next", "fantasy_next", "bounty", "place", "showdown_line", "line")
PAIR_COLUMNS = ("hand", "pair_no", "a", "b", "top", "middle", "bottom", "bonus", "royalties_a", "royalties_b")
PAIR_COLUMNS += ("points", "amount", "is_swapped", "line")
FLAGS = {"is_foul", "is_fantasy_next"}


def money(text: str) -> int:
    """Ten-thousandths of a decimal."""
    whole, _, decimals = text.partition(".")
    value = abs(int(whole)) * 10_000 + (int(decimals.ljust(4, "0")) if decimals else 0)
    return -value if text[0] == "-" else value


def maybe_money(text: str | None) -> int:
    """Ten-thousandths, NULL for nothing."""
    return NULL if text is None else money(text)


def maybe_int(text: str | None) -> int:
    """A whole number, NULL for nothing."""
    return NULL if text is None else int(text)


class Columns:
    """All columns of the hands read so far, as lists."""

    def __init__(self) -> None:
        self.hands: dict[str, list[Any]] = {name: [] for name in (*TEXT_COLUMNS, *INT_COLUMNS)}
        self.hands |= {"option_one_hand": [], "last_of_match": [], "is_cancelled": []}
        self.seats: dict[str, list[int]] = {name: [] for name in SEAT_COLUMNS}
        self.names: list[str] = []
        self.claims: dict[str, list[int]] = {name: [] for name in CLAIMS}
        self.pairs: dict[str, list[int]] = {name: [] for name in PAIR_COLUMNS}
        self.cards: dict[str, tuple[list[int], list[int], list[int], list[int]]] = {
            name: ([], [], [], []) for name in ("placed", "discarded", "dealt", "shown")
        }
        self.streets: tuple[list[int], list[int], list[int], list[int]] = ([], [], [], [])
        self.discards_known: list[bool] = []
        self.dealt_known: list[bool] = []

    def add_cards(self, what: str, seat: int, row: int, street: int, text: str) -> int:
        """The cards of one bracket; how many they are."""
        seats, rows, streets, codes = self.cards[what]
        words = text.split()
        for word in words:
            seats.append(seat)
            rows.append(row)
            streets.append(street)
            codes.append(CODE[word])
        return len(words)


def read(data: bytes, source_file: str) -> HandBatch:
    """The hands of a clean file."""
    columns = Columns()
    hand: dict[str, Any] = {}
    offset = hand_bytes = 0
    number = 0
    for raw in data.splitlines(keepends=True):
        number += 1
        line = raw.rstrip(b"\r\n").decode()
        if line.startswith("OFC Hand #"):
            hand = start_hand(line, number, offset)
        elif line and not line.startswith("# "):
            read_line(hand, line, number)
            if line == "*** END ***":
                hand["last_line"], hand["last_byte"] = number, offset + len(raw) - 1
                hand_bytes += offset + len(raw) - hand["first_byte"]
                finish_hand(columns, hand)
        offset += len(raw)
    return assemble(
        raw_hands(columns, source_file), None, n_lines=number, n_bytes=len(data), blank_bytes=len(data) - hand_bytes
    )


def start_hand(line: str, number: int, offset: int) -> dict[str, Any]:
    """A hand from its header."""
    match = HEADER.fullmatch(line)
    assert match is not None, line
    hand_id, rules, value, currency, *when = match.groups()
    year, month, day, hour, minute, second = map(int, when)
    ended_at = int(datetime(year, month, day, hour, minute, second, tzinfo=UTC).timestamp()) * 1_000_000
    return {
        "hand_id": hand_id,
        "rules_id": rules,
        "point_value": money(value),
        "currency": currency,
        "ended_at": ended_at,
        "first_line": number,
        "first_byte": offset,
        "section": "head",
        "street": 0,
        "seats": [],
        "play": [],
        "pairs": [],
        "sitting": [],
        "event_list": [],
        "claims": {},
    }


def read_line(hand: dict[str, Any], line: str, number: int) -> None:
    """One line, by the section it stands in."""
    section = hand["section"]
    if line.startswith("*** "):
        match = MARK.fullmatch(line)
        assert match is not None, line
        hand["section"] = "STREET" if match.group(2) else match.group(1)
        hand["street"] = int(match.group(2) or 0)
    elif not line.startswith("Seat "):
        read_fact(hand, line)
    elif section == "head":
        match = SEAT.fullmatch(line)
        if match is not None:
            seat_no, name, stack, sits_out, fantasy, count = match.groups()
            if sits_out:
                hand["sitting"].append(int(seat_no))
            else:
                cards = maybe_int(count) if fantasy else 0
                hand["seats"].append((int(seat_no), name, maybe_money(stack), fantasy is not None, cards, number))
        else:
            match = BUTTON.fullmatch(line)
            assert match is not None, line
            hand["button"] = int(match.group(1))
            hand["section"] = "ready"
    elif line.endswith("connected"):
        match = EVENT.fullmatch(line)
        assert match is not None, line
        hand["event_list"].append({"seat": int(match.group(1)), "what": match.group(2)})
    elif section in ("STREET", "FANTASYLAND"):
        match = DEALT.fullmatch(line)
        if match is None:
            match = PLACED.fullmatch(line)
            assert match is not None, line
            hand["play"].append((False, hand["street"], number, *match.groups()))
        else:
            hand["play"].append((True, hand["street"], number, *match.groups()))
    elif section == "SHOWDOWN":
        read_showdown(hand, line, number)
    elif section == "PAIRS":
        match = PAIR.fullmatch(line)
        assert match is not None, line
        hand["pairs"].append((number, *match.groups()))
    else:
        read_result(hand, line, number)


def read_fact(hand: dict[str, Any], line: str) -> None:
    """A line of the head that is no seat, the rake, or the mark of a cancelled hand."""
    if line.startswith("Options: "):
        for part in line[9:].split(", "):
            match = OPTION.fullmatch(part)
            assert match is not None, line
            hand[str(match.lastgroup)] = match.group(str(match.lastgroup))
    elif line.startswith("Table '"):
        match = TABLE.fullmatch(line)
        assert match is not None, line
        hand["table_id"], hand["site"] = match.groups()
    elif line.startswith("Site "):
        hand["site"] = line[5:]
    elif line.startswith("Match #"):
        match = MATCH.fullmatch(line)
        assert match is not None, line
        hand["match_id"], hand["hand_no"] = match.group(1), maybe_int(match.group(2))
    elif line == "Last hand of the match":
        hand["last_of_match"] = 1
    elif line.startswith("Tournament #"):
        match = TOURNAMENT.fullmatch(line)
        assert match is not None, line
        hand["tournament_id"], hand["level"] = match.group(1), maybe_int(match.group(2))
    elif line.startswith("Levels: "):
        prices = dict(part.split(" ") for part in line[8:].split(", "))
        hand["levels"] = json.dumps(prices, sort_keys=True)
    elif line.startswith("Rake "):
        hand["rake"] = money(line[5:])
    else:
        assert line == "Hand cancelled", line
        hand["is_cancelled"] = 1


def read_showdown(hand: dict[str, Any], line: str, number: int) -> None:
    """A board shown, royalties or a foul."""
    match = ROYALTIES.fullmatch(line)
    if match is not None:
        claim = hand["claims"].setdefault(int(match.group(1)), {})
        claim["top_royalties"], claim["middle_royalties"], claim["bottom_royalties"] = map(int, match.groups()[1:])
        claim.setdefault("is_foul", 0)
        claim.setdefault("showdown_line", number)
        return
    match = FOUL.fullmatch(line)
    if match is not None:
        claim = hand["claims"].setdefault(int(match.group(1)), {})
        claim["is_foul"], claim["showdown_line"] = 1, number
        return
    match = PLACED.fullmatch(line)
    assert match is not None, line
    hand["play"].append((None, -1, number, *match.groups()))


def read_result(hand: dict[str, Any], line: str, number: int) -> None:
    """Points and money, Fantasyland to come, bounty or place."""
    match = RESULT.fullmatch(line)
    if match is not None:
        seat_no, points, net, rake, stack = match.groups()
        claim = hand["claims"].setdefault(int(seat_no), {})
        claim["points"], claim["net"], claim["rake"] = maybe_int(points), maybe_money(net), maybe_money(rake)
        claim["stack"], claim["line"] = maybe_money(stack), number
        return
    match = NEXT.fullmatch(line)
    if match is not None:
        claim = hand["claims"].setdefault(int(match.group(1)), {})
        claim["is_fantasy_next"] = 0 if match.group(2) else 1
        claim["fantasy_next"] = 0 if match.group(2) else maybe_int(match.group(3))
        return
    match = BOUNTY.fullmatch(line)
    if match is not None:
        hand["claims"].setdefault(int(match.group(1)), {})["bounty"] = money(match.group(2))
        return
    match = PLACE.fullmatch(line)
    assert match is not None, line
    hand["claims"].setdefault(int(match.group(1)), {})["place"] = int(match.group(2))


def finish_hand(columns: Columns, hand: dict[str, Any]) -> None:
    """A whole hand into the columns, its seats in acting order."""
    hands = columns.hands
    index = len(hands["hand_id"])
    if hand["sitting"]:
        hand["sitting_out"] = json.dumps(sorted(hand["sitting"]))
    if hand["event_list"]:
        hand["events"] = json.dumps(hand["event_list"])
    if "match_cap" in hand:
        hand["match_cap"] = money(hand["match_cap"])
    for name in TEXT_COLUMNS:
        hands[name].append(hand.get(name))
    for name in INT_COLUMNS:
        hands[name].append(hand.get(name, NULL))
    hands["option_one_hand"].append(1 if "option_one_hand" in hand else -1)
    hands["last_of_match"].append(hand.get("last_of_match", 0 if "match_id" in hand else -1))
    hands["is_cancelled"].append(hand.get("is_cancelled", 0))
    button = hand["button"]
    order = sorted(hand["seats"], key=lambda seat: (seat[0] <= button, seat[0]))
    first_row = len(columns.names)
    row_of = {}
    for acting, (seat_no, name, stack, is_fantasy, count, line) in enumerate(order):
        row_of[seat_no] = first_row + acting
        columns.names.append(name)
        values = (index, acting, seat_no, int(is_fantasy), count, stack, line, NULL)
        for column, value in zip(SEAT_COLUMNS, values, strict=True):
            columns.seats[column].append(value)
        claim = hand["claims"].get(seat_no, {})
        for column in CLAIMS:
            columns.claims[column].append(claim.get(column, -1 if column in FLAGS else NULL))
    finish_play(columns, hand, row_of)
    finish_pairs(columns, hand, row_of, index, first_row)


def finish_play(columns: Columns, hand: dict[str, Any], row_of: dict[int, int]) -> None:
    """Cards and streets of a hand."""
    streets: dict[tuple[int, int], list[Any]] = {}
    for is_dealt, street, line, seat_text, *rest in hand["play"]:
        seat = row_of[int(seat_text)]
        if is_dealt:
            entry = streets.setdefault((seat, street), [NULL, 0, 0, False, -1])
            entry[4] = columns.add_cards("dealt", seat, 0, street, rest[0])
            continue
        top, middle, bottom, discards, seconds, auto = rest
        what = "placed" if is_dealt is False else "shown"
        n_placed = 0
        for row, text in enumerate((top, middle, bottom)):
            if text is not None:
                n_placed += columns.add_cards(what, seat, row, max(street, 0), text)
        columns.seats["board_line"][seat] = line
        if what == "shown":
            continue
        entry = streets.setdefault((seat, street), [NULL, 0, 0, False, -1])
        entry[0] = NULL if seconds is None else money(seconds) // 10
        entry[1], entry[2], entry[3] = int(auto is not None), n_placed, discards is not None
        if discards is not None:
            columns.add_cards("discarded", seat, 0, street, discards)
    for seat in row_of.values():
        columns.discards_known.append(False)
        columns.dealt_known.append(False)
        own = sorted((street, entry) for (who, street), entry in streets.items() if who == seat)
        tells = any(entry[3] for _, entry in own)
        columns.discards_known[seat] = bool(own) and all(
            entry[3] or entry[2] == entry[4] or (street == 1 and entry[4] < 0 and tells) for street, entry in own
        )
        columns.dealt_known[seat] = any(entry[4] >= 0 for _, entry in own)
        for street, entry in own:
            for column, value in zip(columns.streets, (seat, street, entry[0], entry[1]), strict=True):
                column.append(value)


def finish_pairs(columns: Columns, hand: dict[str, Any], row_of: dict[int, int], index: int, first_row: int) -> None:
    """The pairs of a hand, from the side of the one who acts before."""
    for pair_no, (line, first, second, top, middle, bottom, bonus, left, right, points, amount) in enumerate(
        hand["pairs"]
    ):
        a, b = row_of[int(first)] - first_row, row_of[int(second)] - first_row
        is_swapped = a > b
        signed = [maybe_int(text) for text in (top, middle, bottom, bonus, points)] + [maybe_money(amount)]
        royalties = [maybe_int(left), maybe_int(right)]
        if is_swapped:
            a, b = b, a
            signed = [value if value == NULL else -value for value in signed]
            royalties.reverse()
        values = (index, pair_no, a, b, *signed[:4], *royalties, *signed[4:], int(is_swapped), line)
        for column, value in zip(PAIR_COLUMNS, values, strict=True):
            columns.pairs[column].append(value)


def raw_hands(columns: Columns, source_file: str) -> RawHands:
    """The columns as arrays."""
    n = len(columns.hands["hand_id"])
    hands: dict[str, Any] = {name: pa.array(columns.hands[name], pa.string()) for name in TEXT_COLUMNS}
    hands |= {name: np.array(columns.hands[name], np.int64) for name in INT_COLUMNS}
    hands |= {k: np.array(columns.hands[k], np.int8) for k in ("option_one_hand", "last_of_match", "is_cancelled")}
    hands |= {"format": pa.array(["ofc_text"] * n), "source_file": pa.array([source_file] * n)}
    seats: dict[str, Any] = {name: np.array(values, np.int64) for name, values in columns.seats.items()}
    seats["is_fantasy"] = seats["is_fantasy"].astype(np.int8)
    seats["player_id"] = seats["player_name"] = pa.array(columns.names, pa.string())
    claims = {k: np.array(v, np.int8 if k in FLAGS else np.int64) for k, v in columns.claims.items()}
    pairs: dict[str, Any] = {name: np.array(values, np.int64) for name, values in columns.pairs.items()}
    pairs["is_swapped"] = pairs["is_swapped"].astype(np.int8)
    rows = {
        name: CardRows(np.array(s, np.int64), np.array(r, np.uint8), np.array(t, np.uint8), np.array(c, np.uint8))
        for name, (s, r, t, c) in columns.cards.items()
    }
    seat, street, ms, auto = columns.streets
    return RawHands(
        n_hands=n,
        hands=hands,
        seats=seats,
        placed=rows["placed"],
        discarded=rows["discarded"],
        discards_known=np.array(columns.discards_known, bool),
        dealt=rows["dealt"],
        dealt_known=np.array(columns.dealt_known, bool),
        shown=rows["shown"],
        streets=StreetRows(
            np.array(seat, np.int64), np.array(street, np.uint8), np.array(ms, np.int64), np.array(auto, np.int8)
        ),
        claims=claims,
        pairs=pairs,
    )
