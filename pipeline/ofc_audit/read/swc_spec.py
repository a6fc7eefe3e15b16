"""The tracker's record of an OFC hand on SwC, one object at a time, strictly: its keys, what each may hold, and what is refused by name.

The tracker puts 0 where it saw nothing: a stack of 0 is none that plays, nothing collected is no claim, and points of 0 are none where its
`result` has settled no points. Cards are text (`10h`, `Th`), numbers (rank × 4 + suit) or `--` for an empty place.
"""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from ofc_audit.cards import CARD_TEXT, N_CARDS
from ofc_audit.money import amount_units
from ofc_audit.read.json_strict import TYPE_WORDS, Damage, Number, dump, shown, utf8
from ofc_audit.read.jsonl_spec import INT16, INT32

ROWS = ("top", "middle", "bottom")
SIZES = {"top": 3, "middle": 5, "bottom": 5}
MOST_PLAYERS = 4
NO_CARD = "--"
GAMES = {"ofc": None, "ofcp": True}
"""The tracker's names of games, and whether they are Pineapple; its `ofc` stands for games it does not know too."""

_CODES = {text: code for code, text in enumerate(CARD_TEXT)}
_CODES |= {text.replace("T", "10"): code for text, code in _CODES.items() if text[0] == "T"}
_AMOUNT = re.compile(r"[0-9]{1,14}(?:\.[0-9]{1,4}0*)?", re.ASCII)
_POINTS = re.compile(r"[+-]?[0-9]{1,9}(?:\.0+)?", re.ASCII)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RECORD = {
    "site",
    "hand_id",
    "table_id",
    "timestamp",
    "variant",
    "players",
    "rounds",
    "result",
    "validation",
    "raw_refs",
}
_PLAYER = {"name", "seat_idx", "starting_stack", *ROWS, "active", "points", "collected"}
_ROUND = {"round", "step_num", "player", "dealt", "placed", "discarded", "placed_slots", "layout", "active", "source"}
_VARIANT = {"family", "variant", "pineapple", "deuce_to_seven", "rows", "hand_py_importable"}
_RESULT = {"points_settled", "rows", "points_breakdown", "collections"}
_VALIDATION = {"valid", "errors", "warnings"}


@dataclass
class Player:
    """A player as the record has him; None is unknown. `cards`: codes by row."""

    name: str
    seat_idx: int | None
    stack: int | None
    cards: tuple[list[int], list[int], list[int]]
    active: list[int]
    points: int | None
    collected: int | None


@dataclass
class Round:
    """A step in which something changed for a player (his index): cards dealt, placed as (row, code), and discarded."""

    player: int
    dealt: list[int]
    placed: list[tuple[int, int]]
    discarded: list[int]


@dataclass
class Record:
    """One hand; `time` in microseconds since 1970, `unknown` the keys that the shape does not define."""

    site: str
    hand_id: str
    table_id: str | None
    time: int | None
    is_pineapple: bool | None
    players: list[Player]
    rounds: list[Round]
    unknown: dict[str, object] = field(default_factory=dict)

    @property
    def points(self) -> dict[str, int] | None:
        """The points of each player, where all are known."""
        known = {player.name: player.points for player in self.players if player.points is not None}
        return known if len(known) == len(self.players) else None


def record_of(value: object) -> Record:
    """A decoded object as a record. Raises Damage."""
    top = _object(value, "the line")
    unknown: dict[str, object] = {}
    _rest(top, _RECORD, "", unknown)
    for key in ("site", "hand_id", "players"):
        if key not in top:
            raise Damage(f"{key} is missing")
    players = [_player(one, f"players[{at}]", unknown) for at, one in enumerate(_list(top["players"], "players"))]
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise Damage(f"players: {len(players)}, where 2 to {MOST_PLAYERS} play")
    names = {player.name: at for at, player in enumerate(players)}
    seats = [player.seat_idx for player in players if player.seat_idx is not None]
    if len(names) < len(players) or len(set(seats)) < len(seats):
        raise Damage("players: a name or a seat_idx stands there twice")
    is_pineapple = _variant(top.get("variant"), unknown)
    _validation(top.get("validation"), unknown)
    _result(top.get("result"), players, unknown)
    rounds = [_round(one, f"rounds[{at}]", names, unknown) for at, one in enumerate(_list(top.get("rounds"), "rounds"))]
    _list(top.get("raw_refs"), "raw_refs")
    record = Record(
        _text(top["site"], "site"),
        _id(top["hand_id"], "hand_id"),
        None if top.get("table_id") is None else _id(top["table_id"], "table_id"),
        None if top.get("timestamp") is None else _time(top["timestamp"]),
        is_pineapple,
        players,
        rounds,
        dict(sorted(unknown.items())),
    )
    for text in (record.site, record.hand_id, record.table_id or "", *names, dump(record.unknown)):
        utf8(text)
    return record


def _player(value: object, path: str, unknown: dict[str, object]) -> Player:
    player = _object(value, path)
    _rest(player, _PLAYER, path, unknown)
    if "name" not in player:
        raise Damage(f"{path}.name is missing")
    rows = []
    for row in ROWS:
        if row not in player:
            raise Damage(f"{path}.{row} is missing")
        cards = _cards(player[row], f"{path}.{row}")
        if len(cards) > SIZES[row]:
            raise Damage(f"{path}.{row}: {len(cards)} cards, where {SIZES[row]} fit")
        rows.append(cards)
    seat = player.get("seat_idx")
    stack, collected = (_amount(player.get(key), f"{path}.{key}") for key in ("starting_stack", "collected"))
    return Player(
        _text(player["name"], f"{path}.name"),
        None if seat is None else _whole(seat, f"{path}.seat_idx", INT16),
        stack or None,
        (rows[0], rows[1], rows[2]),
        _cards(player.get("active"), f"{path}.active"),
        None if player.get("points") is None else _points(player["points"], f"{path}.points"),
        collected or None,
    )


def _round(value: object, path: str, names: dict[str, int], unknown: dict[str, object]) -> Round:
    step = _object(value, path)
    _rest(step, _ROUND, path, unknown)
    name = step.get("player")
    if not isinstance(name, str) or name not in names:
        raise Damage(f"{path}.player: {shown(name)} is none of the players")
    for key in ("round", "step_num"):
        if step.get(key) is not None:
            _whole(step[key], f"{path}.{key}", INT32)
    rows = _object(step.get("placed", {}), f"{path}.placed")
    strange = sorted(set(rows) - set(ROWS))
    if strange:
        raise Damage(f"{path}.placed: {shown(strange[0])} is no row; rows are top, middle and bottom")
    placed = [(ROWS.index(row), code) for row in rows for code in _cards(rows[row], f"{path}.placed.{row}")]
    return Round(
        names[name],
        _cards(step.get("dealt"), f"{path}.dealt"),
        placed,
        _cards(step.get("discarded"), f"{path}.discarded"),
    )


def _variant(value: object, unknown: dict[str, object]) -> bool | None:
    """Whether the game is Pineapple; None where the record does not tell."""
    if value is None:
        return None
    variant = _object(value, "variant")
    _rest(variant, _VARIANT, "variant", unknown)
    for key in ("pineapple", "deuce_to_seven", "hand_py_importable"):
        if variant.get(key) is not None and not isinstance(variant[key], bool):
            raise Damage(f"variant.{key}: {shown(variant[key])}; allowed is true or false")
    game, family = variant.get("variant"), variant.get("family", "ofc")
    if variant.get("deuce_to_seven") or game == "ofcp_27":
        raise Damage("variant: a game with deuce-to-seven in the middle row is not supported")
    if family != "ofc" or (game is not None and (not isinstance(game, str) or game not in GAMES)):
        raise Damage(
            f"variant: {shown(game if family == 'ofc' else family)} is not known; known are {', '.join(GAMES)}"
        )
    if variant.get("rows", SIZES) != SIZES:
        raise Damage("variant.rows: the rows of a board hold 3, 5 and 5 cards")
    by_name = None if game is None else GAMES[game]
    told = variant.get("pineapple")
    if by_name and told is False:
        raise Damage(f"variant: {shown(game)} is Pineapple, and pineapple is false")
    return by_name or told or None


def _validation(value: object, unknown: dict[str, object]) -> None:
    """What the tracker itself says of its record: one that it calls invalid is refused, its warnings are kept."""
    if value is None:
        return
    validation = _object(value, "validation")
    _rest(validation, _VALIDATION, "validation", unknown)
    errors = _list(validation.get("errors"), "validation.errors")
    if validation.get("valid") is False or errors:
        raise Damage(f"validation: the tracker calls its record invalid: {shown(errors[0]) if errors else 'no reason'}")
    if validation.get("valid") not in (None, True):
        raise Damage(f"validation.valid: {shown(validation['valid'])}; allowed is true or false")
    warnings = _list(validation.get("warnings"), "validation.warnings")
    if warnings:
        unknown["validation.warnings"] = warnings


def _result(value: object, players: list[Player], unknown: dict[str, object]) -> None:
    """Holds the players' points and money against the result they come from; points of 0 that were never settled are unknown.

    How the site words rows, and its points row by row, are no claims: what they count is not known.
    """
    if value is None:
        return
    result = _object(value, "result")
    _rest(result, _RESULT, "result", unknown)
    for key in ("rows", "points_breakdown"):
        _object(result.get(key, {}), f"result.{key}")
    settled = _object(result.get("points_settled", {}), "result.points_settled")
    names = {player.name for player in players}
    strange = sorted(set(settled) - names)
    if strange:
        raise Damage(f"result.points_settled: {shown(strange[0])} is none of the players")
    for player in players:
        if player.name not in settled:
            player.points = player.points or None
            continue
        points = _points(settled[player.name], "result.points_settled")
        if player.points not in (None, points):
            raise Damage(f"points of {shown(player.name)} are {player.points}, and {points} in result.points_settled")
        player.points = points
    collected: dict[str, int] = {}
    for at, one in enumerate(_list(result.get("collections"), "result.collections")):
        path = f"result.collections[{at}]"
        collection = _object(one, path)
        name, amount = collection.get("player"), _amount(collection.get("pot"), f"{path}.pot")
        if not isinstance(name, str) or name not in names or amount is None:
            raise Damage(f"{path}: wanted are player, who plays the hand, and pot, an amount")
        collected[name] = collected.get(name, 0) + amount
    for player in players:
        amount = collected.get(player.name)
        if amount is not None and player.collected not in (None, amount):
            raise Damage(f"collected of {shown(player.name)} is not what result.collections come to")
        player.collected = player.collected or amount


def _rest(value: dict[str, Any], known: set[str], path: str, unknown: dict[str, object]) -> None:
    for key in value:
        if key not in known:
            dump(value[key])
            unknown[f"{path}.{key}" if path else key] = value[key]


def _object(value: object, path: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Damage(f"{path}: {_kind(value)}, where an object belongs")
    return value


def _list(value: object, path: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise Damage(f"{path}: {_kind(value)}, where a list belongs")
    return value


def _text(value: object, path: str) -> str:
    if type(value) is not str or not value:
        raise Damage(f"{path}: {shown(value)}, where text belongs")
    return value


def _id(value: object, path: str) -> str:
    """An id: text, or a whole number as text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return _text(value, path)


def _whole(value: object, path: str, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise Damage(f"{path}: {shown(value)}, where a whole number from 0 to {most} belongs")
    return value


def _written(value: object) -> str:
    """A number, or a number as text, as it is written."""
    return str(value) if isinstance(value, int | str) and not isinstance(value, bool) else ""


def _points(value: object, path: str) -> int:
    text = _written(value)
    if not _POINTS.fullmatch(text):
        raise Damage(f"{path}: {shown(value)}; points are whole numbers")
    return int(text.partition(".")[0])


def _amount(value: object, path: str) -> int | None:
    if value is None:
        return None
    text = _written(value)
    if not _AMOUNT.fullmatch(text):
        raise Damage(f"{path}: {shown(value)}, where an amount of mBTC with at most four decimals belongs")
    whole, _, part = text.partition(".")
    return amount_units(f"{whole}.{part[:4]}" if part else whole)


def _cards(value: object, path: str) -> list[int]:
    cards = []
    for card in _list(value, path):
        code = card if type(card) is int and 0 <= card < N_CARDS else _CODES.get(card) if type(card) is str else None
        if code is not None:
            cards.append(code)
        elif card != NO_CARD:
            raise Damage(
                f"{path}: {shown(card)} is no card; cards are 2c to As (10h or Th) or numbers 0 to {N_CARDS - 1}"
            )
    return cards


def _time(value: object) -> int:
    """A time with its zone, in microseconds since 1970."""
    try:
        time = datetime.fromisoformat(_text(value, "timestamp"))
    except ValueError:
        raise Damage(f"timestamp: {shown(value)}, where a time such as 2026-03-01T18:22:05Z belongs") from None
    if time.tzinfo is None:
        raise Damage(f"timestamp: {shown(value)} has no zone")
    try:
        return (time.astimezone(UTC) - _EPOCH) // timedelta(microseconds=1)
    except OverflowError:
        raise Damage(f"timestamp: {shown(value)} is out of range") from None


def _kind(value: object) -> str:
    return "a number" if isinstance(value, Number) else TYPE_WORDS[type(value)]
