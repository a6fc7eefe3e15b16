"""Examples as `ofc_jsonl` records, and the same records with one fact changed, which the audit must find."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from ofc_audit.cards import CARD_TEXT
from rules.casefile import Book, Example, Hand, Player
from rules.casewords import Fact

Record = dict[str, Any]
Path = tuple[str | int, ...]

START = datetime(2026, 3, 1, 18, 0, tzinfo=UTC)
STREETS = {False: (5, 2, 2, 2, 2), True: (5, 1, 1, 1, 1, 1, 1, 1, 1)}
"""Cards placed street by street, in the Pineapple and in the classic deal."""
SOMEBODY = "Somebody"
"""The silent opponent of a board alone."""
ROWS = ("top", "middle", "bottom")


@dataclass(frozen=True)
class Change:
    """One fact changed: the hand of the example, where in its record, the new value, and which checks may find it."""

    hand: int
    path: Path
    value: Any
    checks: tuple[str, ...]

    def of(self, records: list[Record]) -> list[Record]:
        """The records with the fact changed."""
        result = list(records)
        result[self.hand] = json.loads(json.dumps(records[self.hand]))
        at = result[self.hand]
        for step in self.path[:-1]:
            at = at[step]
        at[self.path[-1]] = self.value
        if self.checks == CHECKS_OF["foul"]:
            at.pop("royalties", None)
        return result

    def __str__(self) -> str:
        return f"hand {self.hand + 1}, {' '.join(str(step) for step in self.path)} = {self.value!r}"


def records_of(book: Book, example: Example, is_classic: bool) -> list[Record]:
    """The hands of an example as records, without what makes them unique: see `placed_at`."""
    numbers: dict[str, int] = {}
    for hand in example.hands:
        for name in [player.name for player in hand.players] + [
            hand.items[key] for key in hand.items if key == "sits_out"
        ]:
            numbers.setdefault(name, len(numbers) + 1)
    return [_record(book, example, place, hand, numbers, is_classic) for place, hand in enumerate(example.hands)]


def placed_at(records: list[Record], example: Example, key: str) -> list[Record]:
    """The records at a table of their own; boards alone and single hands at one each."""
    result = []
    for place, (record, hand) in enumerate(zip(records, example.hands, strict=True)):
        table = key if example.is_sequence else f"{key}.{place}"
        # A site of its own: rooms in which many hands are wrong are looked at as a whole, and a book repeats its boards.
        own = {**record, "site": f"{record['site']} {key}", "hand_id": f"{key}.{place}", "table": table}
        if "match_id" in record:
            own["match_id"] = f"{table}.{hand.items.get('match', 1)}"
        if "tournament" in record:
            own["tournament"] = {**record["tournament"], "id": f"{record['tournament']['id']}.{key}"}
        result.append(own)
    return result


def _record(book: Book, example: Example, place: int, hand: Hand, numbers: dict[str, int], is_classic: bool) -> Record:
    table = hand.table
    options = {
        key: table[key]
        for key in ("scoring", "royalties", "royalty_settlement", "fantasyland", "one_hand", "match_cap")
        if table.get(key)
    }
    record: Record = {"ofc": 1, "site": book.site, "hand_id": "", "rules": book.rules, "options": options}
    record["ended_at"] = (START + timedelta(minutes=place)).strftime("%Y-%m-%dT%H:%M:%SZ")
    record["currency"], record["point_value"] = table["currency"], hand.items.get("price", table["price"])
    if example.is_sequence:
        in_match = [
            one for one in example.hands[: place + 1] if one.items.get("match", 1) == hand.items.get("match", 1)
        ]
        record["hand_no"] = hand.items.get("no", len(in_match) if table.get("matches") else place + 1)
        if table.get("matches"):
            record["match_id"] = ""
    if table.get("tournament"):
        record["tournament"] = {"id": table["tournament"]}
        record["tournament"] |= {"level": hand.items["level"]} if "level" in hand.items else {}
        record["tournament"] |= {"point_value_by_level": table["levels"]} if "levels" in table else {}
    if hand.items.get("last"):
        record["last_of_match"] = True
    if hand.items.get("cancelled"):
        record["status"] = "cancelled"
    if "sits_out" in hand.items:
        record["sitting_out"] = [numbers[hand.items["sits_out"]]]
    record["seats"] = [_seat(player, numbers[player.name], table, is_classic) for player in hand.players]
    gone = [player.name for player in hand.players if player.is_disconnected]
    if gone:
        record["events"] = [{"seat": numbers[name], "what": "disconnected"} for name in gone]
    if hand.is_board:
        record["seats"].append(_seat(_somebody(hand.players[0]), 99, table, is_classic))
    if hand.pairs:
        record["pairs"] = [_pair(pair.facts, numbers[pair.a], numbers[pair.b]) for pair in hand.pairs]
    if table.get("no_rake") or "rake" in hand.items:
        record["rake"] = hand.items.get("rake", "0.00")
    return record


def _somebody(player: Player) -> Player:
    """Thirteen cards that are not the player's."""
    taken = {card for row in player.rows for card in row}
    rest = [card for card in CARD_TEXT if card not in taken]
    return Player(SOMEBODY, (rest[:3], rest[3:8], rest[8:13]), player.line)


def _seat(player: Player, number: int, table: Record, is_classic: bool) -> Record:
    seat: Record = {"seat": number, "player": player.name}
    stack = player.stack or table.get("stacks")
    if stack and stack != "?":
        seat["stack"] = stack
    seat["fantasy"] = player.fantasy
    seat["streets"] = _dealt_streets(player) if player.dealt else _streets(player, is_classic)
    claims: Record = {}
    if "foul" in player.facts or "royalties" in player.facts:
        claims["foul"] = "foul" in player.facts
    royalties = player.facts.get("royalties", ())
    if royalties and all(fact.is_said for fact in royalties):
        claims["royalties"] = [fact.value for fact in royalties]
    for name in ("points", "net", "rake", "stack", "place", "bounty", "next"):
        if name in player.facts and player.facts[name].is_said:
            claims["fantasy_next" if name == "next" else name] = player.facts[name].value
    return {**seat, "claims": claims}


def _streets(player: Player, is_classic: bool) -> list[Record]:
    """A board that says nothing of its deal: laid from the bottom up, with discards unknown."""
    cards = [(card, row) for row in reversed(ROWS) for card in player.rows[ROWS.index(row)]]
    streets = []
    for n in (13,) if player.fantasy else STREETS[is_classic]:
        street: Record = {row: [card for card, where in cards[:n] if where == row] for row in ROWS}
        streets.append(street)
        cards = cards[n:]
    return streets


def _dealt_streets(player: Player) -> list[Record]:
    streets = []
    for dealt, seconds, is_auto in player.dealt or ():
        street: Record = {"dealt": dealt}
        street |= {row: [card for card in dealt if card in cards] for row, cards in zip(ROWS, player.rows, strict=True)}
        thrown = [card for card in dealt if not any(card in cards for cards in player.rows)]
        if thrown:
            street["discards"] = thrown
        if seconds:
            street["ms"] = int(Decimal(seconds) * 1000)
        if is_auto:
            street["auto"] = True
        streets.append(street)
    return streets


def _pair(facts: dict[str, Any], a: int, b: int) -> Record:
    pair: Record = {"a": a, "b": b}
    for name, fact in facts.items():
        if isinstance(fact, Fact):
            if fact.is_said:
                pair[name] = fact.value
        elif all(part.is_said for part in fact):
            pair[name] = [part.value for part in fact]
    return pair


# Changes

CHECKS_OF: dict[str, tuple[str, ...]] = {
    "foul": ("score.foul",),
    "royalties": ("score.royalties",),
    "points": ("score.points",),
    # Where no stacks are known, money that appears at the table is all that can be seen.
    "net": ("settle.net", "settle.conservation"),
    "rake": ("settle.rake", "settle.net"),
    "stack": ("settle.stack",),
    "place": ("tournament.place",),
    "bounty": ("tournament.bounty",),
    "next": ("fantasy.claim",),
}
CHECKS_OF_PAIR: dict[str, tuple[str, ...]] = {
    "rows": ("score.rows",),
    "bonus": ("score.scoop",),
    "royalties": ("score.royalties",),
    "points": ("score.pair_points",),
    "amount": ("settle.amount",),
}


def _further(value: int | str) -> int | str:
    """A value further from zero: no cap, no rake and no rounding makes more of a number."""
    if isinstance(value, int):
        return value + (1 if value >= 0 else -1)
    amount = Decimal(value)
    return str(amount + (Decimal("0.01") if amount >= 0 else Decimal("-0.01")))


def changes_of(example: Example) -> Iterator[Change]:
    """Every fact that the rules tell, changed, one at a time."""
    for place, hand in enumerate(example.hands):
        for number, player in enumerate(hand.players):
            at: Path = ("seats", number, "claims")
            yield from _changes_of_player(place, at, player, bool(hand.items.get("last")))
        for number, pair in enumerate(hand.pairs):
            for name, fact in pair.facts.items():
                checks = CHECKS_OF_PAIR[name]
                if isinstance(fact, Fact):
                    if fact.is_told:
                        yield Change(place, ("pairs", number, name), _further(fact.value), checks)
                elif all(part.is_said for part in fact):
                    for part, one in enumerate(fact):
                        if one.is_told:
                            value = (1 if one.value == 0 else -one.value) if name == "rows" else one.value + 1
                            yield Change(place, ("pairs", number, name, part), value, checks)


def _changes_of_player(place: int, at: Path, player: Player, is_last: bool) -> Iterator[Change]:
    facts = player.facts
    if "foul" in facts or "royalties" in facts:
        yield Change(place, (*at, "foul"), "foul" not in facts, CHECKS_OF["foul"])
    royalties = facts.get("royalties", ())
    if all(fact.is_said for fact in royalties):
        for row, fact in enumerate(royalties):
            if fact.is_told:
                yield Change(place, (*at, "royalties", row), fact.value + 1, CHECKS_OF["royalties"])
    for name in ("points", "net", "rake", "stack", "place", "bounty"):
        fact = facts.get(name, Fact(None))
        # How much a bounty is no rule says, only whose it is.
        if fact.is_told and not (name == "bounty" and Decimal(fact.value)):
            # The places of players at other tables are not known: what is found is that two have changed places.
            value = fact.value - 1 or 2 if name == "place" else _further(fact.value)
            yield Change(place, (*at, name), value, CHECKS_OF[name])
    going_on = facts.get("next", Fact(None))
    # Nothing is due from the last hand of a match, nor to who is out: there a Fantasyland not announced is no mistake.
    is_out = is_last or ("stack" in facts and Decimal(facts["stack"].value or 1) == 0)
    if going_on.is_said and not (is_out and going_on.value):
        yield Change(place, (*at, "fantasy_next"), 0 if going_on.value else 14, CHECKS_OF["next"])
        if going_on.value and going_on.is_known:
            yield Change(place, (*at, "fantasy_next"), going_on.value + 1, CHECKS_OF["next"])
