"""Every field of every recorded hand, against a plain reading of the files with nothing but the JSON decoder."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from ofc_audit.read.capture_hh import read
from ofc_audit.read.source import source_of_bytes

pytestmark = pytest.mark.handed

SITES = {"Ppp": "pppoker", "Upoker": "upoker", "Spartan": "spartan"}
RULES = {"progressive17_nojokers": "progressive17", "progressive16_refant14_nojokers": "refant14"}
Row = dict[str, Any]


def files(shared: Path) -> list[Path]:
    """The recorded files."""
    return sorted((shared / "real_hands").rglob("*.hh"))


def plain_hands(text: str) -> Iterator[tuple[Row, int, int, int]]:
    """Each object of a file with its first line and its first and last character; numbers are exact."""
    decoder = json.JSONDecoder(parse_float=Decimal)
    at = 0
    while True:
        at += len(text[at:]) - len(text[at:].lstrip())
        if at == len(text):
            return
        value, end = decoder.raw_decode(text, at)
        yield value, text.count("\n", 0, at) + 1, at, end - 1
        at = end


def code(card: str) -> int:
    """Rank × 4 + suit."""
    return "23456789TJQKA".index(card[0]) * 4 + "cdhs".index(card[1])


def placed(cards: str, is_fantasy: bool) -> list[tuple[int, int]]:
    """Cards with their streets, by street and falling code."""
    pairs = [(0 if is_fantasy else int(word[2]) + 1, -code(word)) for word in cards.split()]
    return [(street, -minus) for street, minus in sorted(pairs)]


def wanted_hand(value: Row, hand_id: str, site: str) -> Row:
    """The row of table `hands` that a record means."""
    price = re.fullmatch(r"([0-9.]+)([A-Z]+)", value.get("price", ""))
    number = None
    if site != "spartan":
        number = int(hand_id.split("-")[2 if site == "pppoker" else 1])
    n_cards = [len(re.findall(r"\w\w\d", player["rows"])) for player in value["handData"][hand_id]]
    return {
        "site": site,
        "hand_id": hand_id,
        "club_id": value["clubId"],
        "table_id": value["roomId"],
        "rules_id": f"{site}_{RULES[value['rules']]}",
        "hand_no": number,
        "ended_at": datetime.fromisoformat(value["endDateTime"] + "+00:00"),
        "currency": "chips",
        "point_value": Decimal(value["stakes"]),
        "chip_price": Decimal(price[1]) if price else None,
        "chip_currency": price[2] if price else None,
        "is_observed": not value["joined"],
        "n_seats": len(n_cards),
        "status": "complete" if set(n_cards) == {13} else "incomplete",
        "unknown_keys": None,
        "match_id": None,
        "format": "capture_hh",
    }


def wanted_player(player: Row, site: str) -> tuple[Row, Row, Row]:
    """The rows of `seats`, `boards` and `claims` that a player of a record means."""
    is_fantasy = player["inFantasy"]
    dead = placed(player["dead"], is_fantasy)
    cards, streets = [], []
    for row, size in zip(player["rows"].split("/"), (3, 5, 5), strict=True):
        found = placed(row, is_fantasy)
        cards += [card for _, card in found] + [255] * (size - len(found))
        streets += [street for street, _ in found] + [255] * (size - len(found))
    seat = {
        "acting_order": player["orderIndex"],
        "seat_no": None,
        "player_id": player["playerId"],
        "player_name": player["playerName"],
        "is_fantasy": is_fantasy,
        "fantasy_cards": (13 + len(dead) if dead else None) if is_fantasy else 0,
        "is_hero": player["hero"],
        "stack": None,
    }
    board = {
        "cards": cards,
        "streets": streets,
        "discards": [card for _, card in dead] or None,
        "discard_streets": [street for street, _ in dead] or None,
        "dealt": None,
        "is_complete": 255 not in cards,
        "shown": [255] * 13,
    }
    claim = {
        "points": None if site == "spartan" else player.get("result"),
        "net": None if "win" not in player else Decimal(player["win"]),
        "rake": None,
        "is_foul": None,
        "top_royalties": None,
    }
    return seat, board, claim


def picked(row: Row, like: Row) -> Row:
    """The columns of a row that are compared."""
    return {name: row[name] for name in like}


def test_every_field_of_every_recorded_hand(shared: Path) -> None:
    n_hands = n_players = 0
    sites: Counter[str] = Counter()
    for path in files(shared):
        content = path.read_bytes()
        (batch,) = read(source_of_bytes(path.name, content))
        assert batch.rejects.num_rows == 0
        assert batch.claimed_pairs.num_rows == 0
        hands = iter(batch.hands.to_pylist())
        rows = zip(batch.seats.to_pylist(), batch.boards.to_pylist(), batch.claims.to_pylist(), strict=True)
        text = content.decode("ascii")
        lines = text.split("\n")
        n_bytes = 0
        for value, first_line, first, last in plain_hands(text):
            site = SITES[value.get("appName", "Ppp")]
            ((hand_id, players),) = value["handData"].items()
            hand = next(hands)
            want = wanted_hand(value, hand_id, site)
            want |= {"source_file": path.name, "first_byte": first, "last_byte": last, "first_line": first_line}
            want |= {"last_line": first_line + text.count("\n", first, last)}
            assert picked(hand, want) == want
            for player in sorted(players, key=lambda player: player["orderIndex"]):
                seat, board, claim = next(rows)
                for row, like in zip((seat, board, claim), wanted_player(player, site), strict=True):
                    assert picked(row, like) == like
                    assert row["hand_key"] == hand["hand_key"]
                    assert row["acting_order"] == player["orderIndex"]
                # Each line named is the one that states the fact, of this player.
                for line, key in ((seat["line"], "playerName"), (board["line"], "rows"), (claim["line"], "result")):
                    if key not in player:
                        assert line is None
                        continue
                    assert hand["first_line"] <= line <= hand["last_line"]
                    assert lines[line - 1].strip().rstrip(",") == f'"{key}": {json.dumps(player[key])}'
                n_players += 1
            n_bytes += last - first + 1
            n_hands += 1
            sites[site] += 1
        assert next(hands, None) is None
        assert next(rows, None) is None
        assert n_bytes + batch.blank_bytes == batch.n_bytes == len(content)
        assert batch.n_lines == len(content.splitlines())
    assert (n_hands, n_players) == (1526, 3550)
    assert sites == {"pppoker": 860, "spartan": 490, "upoker": 176}


def test_ids_rooms_and_what_is_odd(shared: Path) -> None:
    keys: Counter[tuple[str, str]] = Counter()
    contents: set[int] = set()
    statuses: Counter[str] = Counter()
    rooms, clubs = set(), set()
    for path in files(shared):
        for batch in read(source_of_bytes(path.name, path.read_bytes())):
            keys.update(zip(batch.hands["site"].to_pylist(), batch.hands["hand_id"].to_pylist(), strict=True))
            contents.update(batch.hands["hand_key"].to_pylist())
            statuses.update(batch.hands["status"].to_pylist())
            rooms.update(zip(batch.hands["site"].to_pylist(), batch.hands["table_id"].to_pylist(), strict=True))
            clubs.update(batch.hands["club_id"].to_pylist())
    # One id is used for two hands, a voided one and the one played after it.
    assert [key for key, n in keys.items() if n > 1] == [("pppoker", "200831135626-21117867-0000008-1")]
    assert len(contents) == 1526
    assert statuses == {"complete": 1523, "incomplete": 3}
    assert Counter(site for site, _ in rooms) == {"pppoker": 36, "spartan": 10, "upoker": 9}
    assert {"2976456", "45083"} <= clubs


def test_all_files_glued_are_the_same_hands(shared: Path) -> None:
    parts = [path.read_bytes() for path in files(shared)]
    apart = [key for part in parts for batch in read(source_of_bytes("x", part)) for key in keys_of(batch)]
    glued = [
        key for batch in read(source_of_bytes("x", b"\xef\xbb\xbf".join(parts)), 100_000) for key in keys_of(batch)
    ]
    assert glued == apart


def keys_of(batch: Any) -> list[int]:
    """The keys of a batch's hands."""
    return batch.hands["hand_key"].to_pylist()  # type: ignore[no-any-return]
