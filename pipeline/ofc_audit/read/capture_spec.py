"""What a capture record holds: its keys with their kinds, and one record at a time checked in words.

The record is kept by Arrow under `SCHEMA`, in which `handData` has its one hand as `id` and `players` instead of a key that
is the hand's id.
"""

import re
from collections.abc import Mapping
from datetime import datetime

import pyarrow as pa

from ofc_audit.read.json_strict import TYPE_WORDS, Damage, Number, dump, shown, utf8

_AMOUNT = pa.decimal128(18, 4)
PLAYER_KINDS: Mapping[str, tuple[pa.DataType, str]] = {
    "inFantasy": (pa.bool_(), "true or false"),
    "orderIndex": (pa.int64(), "a whole number"),
    "result": (pa.int64(), "a whole number"),
    "win": (_AMOUNT, "a number of at most 14 digits and four decimals"),
    "hero": (pa.bool_(), "true or false"),
    "playerName": (pa.string(), "text"),
    "playerId": (pa.string(), "text"),
    "rows": (pa.string(), "text"),
    "dead": (pa.string(), "text"),
}
HAND_KINDS: Mapping[str, tuple[pa.DataType, str]] = {
    "stakes": (_AMOUNT, "a number of at most 14 digits and four decimals"),
    "appName": (pa.string(), "text"),
    "price": (pa.string(), "text"),
    "joined": (pa.bool_(), "true or false"),
    "clubId": (pa.string(), "text"),
    "roomId": (pa.string(), "text"),
    "rules": (pa.string(), "text"),
    "endDateTime": (pa.string(), "text"),
}
NEEDED_OF_PLAYER = ("inFantasy", "orderIndex", "rows")
PLAYER = pa.struct([pa.field(name, kind) for name, (kind, _) in PLAYER_KINDS.items()])
SCHEMA = pa.schema(
    [pa.field(name, kind) for name, (kind, _) in HAND_KINDS.items()]
    + [pa.field("handData", pa.struct([pa.field("id", pa.string()), pa.field("players", pa.list_(PLAYER))]))]
)

SITES = {"Ppp": "pppoker", "Upoker": "upoker", "Spartan": "spartan"}
"""Site by `appName`; the oldest records have none and are PPPoker's."""
RULES = {"progressive17_nojokers": "progressive17", "progressive16_refant14_nojokers": "refant14"}
"""The end of the rule set's id by the record's `rules`."""
POINTLESS = ("spartan",)
"""Sites whose `result` is no count of points."""
MOST_PLAYERS = 4
JOKERS = re.compile(r"(?<!no)jokers")
PRICE = re.compile(r"([0-9]{1,13}(?:\.[0-9]{1,4})?)([A-Za-z]{1,12})")
TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}:[0-9]{2}")
_ROW = r"(?:[2-9TJQKA][cdhs][0-9](?: [2-9TJQKA][cdhs][0-9])*)?"
_CARDS = re.compile(_ROW)
_BOARD = re.compile(f"{_ROW}/{_ROW}/{_ROW}")
_DECIMAL = re.compile(r"-?[0-9]{1,14}(?:\.[0-9]{1,4})?")
_MOST_INT = 10**9


def _of_kind(value: object, kind: pa.DataType) -> bool:
    if pa.types.is_boolean(kind):
        return isinstance(value, bool)
    if pa.types.is_string(kind):
        return isinstance(value, str) and not isinstance(value, Number)
    if isinstance(value, bool):
        return False
    if pa.types.is_integer(kind):
        return isinstance(value, int) and abs(value) < _MOST_INT
    return isinstance(value, int | Number) and _DECIMAL.fullmatch(str(value)) is not None


def _is_time(text: str) -> bool:
    if not TIME.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def _checked(given: dict[str, object], kinds: Mapping[str, tuple[pa.DataType, str]], where: str) -> dict[str, object]:
    """The keys of the format with a value of their kind; null is as good as absent. Raises Damage."""
    result = {}
    for key, (kind, words) in kinds.items():
        value = given.get(key)
        if value is None:
            continue
        if not _of_kind(value, kind):
            raise Damage(f"{where}{key} is {shown(value)}; {words} is needed")
        result[key] = value
    return result


def _player(value: object, where: str) -> dict[str, object]:
    if not isinstance(value, dict):
        raise Damage(f"{where} is {TYPE_WORDS.get(type(value), 'a number')}; an object is needed")
    player = _checked(value, PLAYER_KINDS, f"{where}.")
    for key in NEEDED_OF_PLAYER:
        if key not in player:
            raise Damage(f"{where} has no {key}")
    if "playerId" not in player and "playerName" not in player:
        raise Damage(f"{where} has neither playerId nor playerName")
    if not _BOARD.fullmatch(str(player["rows"])):
        raise Damage(
            f"{where}.rows is {shown(player['rows'])}; three rows of cards with their street, such as Ks1, are needed"
        )
    if not _CARDS.fullmatch(str(player.get("dead", ""))):
        raise Damage(f"{where}.dead is {shown(player['dead'])}; cards with their street, such as Ks1, are needed")
    codes = re.findall(r"\w\w([0-9])", str(player["rows"]))
    if not player["inFantasy"] and any(street > "4" for street in codes):
        raise Damage(f"{where}.rows names a street above 4")
    for place, (row, size) in enumerate(zip(str(player["rows"]).split("/"), (3, 5, 5), strict=True)):
        if len(row.split()) > size:
            raise Damage(
                f"{where}.rows: the {('top', 'middle', 'bottom')[place]} holds {len(row.split())} cards; {size} fit"
            )
    return player


def check_record(value: object) -> tuple[bytes, str | None]:
    """A decoded record as JSON for `SCHEMA`, and the keys that the format does not define, as JSON. Raises Damage."""
    if not isinstance(value, dict):
        raise Damage(f"{TYPE_WORDS.get(type(value), 'a number')} stands where a hand is expected")
    data = value.get("handData")
    if not isinstance(data, dict):
        raise Damage("the object has no handData with a hand in it")
    if len(data) != 1:
        raise Damage(f"handData holds {len(data)} hands; a record has one")
    record = _checked(value, HAND_KINDS, "")
    if "stakes" not in record:
        raise Damage("the record has no stakes")
    if str(record["stakes"]).startswith("-"):
        raise Damage(f"stakes is {shown(record['stakes'])}; a price per point is not below zero")
    if "endDateTime" in record and not _is_time(str(record["endDateTime"])):
        raise Damage(f"endDateTime is {shown(record['endDateTime'])}; a time such as 2020-08-29 21:30:26 is needed")
    if JOKERS.search(str(record.get("rules", ""))):
        raise Damage(f"rules {shown(record['rules'])}: a 54-card deck with jokers is not supported")
    if "appName" in record and record["appName"] not in SITES:
        raise Damage(f"appName is {shown(record['appName'])}; known are {', '.join(SITES)}")
    if "price" in record and not PRICE.fullmatch(str(record["price"])):
        raise Damage(f"price is {shown(record['price'])}; an amount with its currency, such as 0.9PHP, is needed")
    (hand_id, players), *_ = data.items()
    if not isinstance(players, list) or not 1 <= len(players) <= MOST_PLAYERS:
        raise Damage(f"hand {shown(hand_id)} has no list of 1 to {MOST_PLAYERS} players")
    checked = [_player(player, f"player {number}") for number, player in enumerate(players, 1)]
    if sorted(int(str(player["orderIndex"])) for player in checked) != list(range(len(checked))):
        raise Damage(f"the players' orderIndex are not 0 to {len(checked) - 1}, each once")
    unknown: dict[str, object] = {
        key: item for key, item in value.items() if key not in HAND_KINDS and key != "handData"
    }
    strange = [{k: v for k, v in p.items() if k not in PLAYER_KINDS} if isinstance(p, dict) else {} for p in players]
    if any(strange):
        unknown["players"] = strange
    record["handData"] = {"id": hand_id, "players": checked}
    keys = dump(unknown) if unknown else None
    if keys:
        utf8(keys)
    return utf8(dump(record)), keys
