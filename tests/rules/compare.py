"""An example held against what the program makes of it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from rules.casefile import Example, Hand, Player
from rules.casewords import Fact
from rules.records import Change
from rules.runner import Result, Row

ROYALTY_COLUMNS = ("top_royalties", "middle_royalties", "bottom_royalties")


def found(results: Mapping[int, Result]) -> list[tuple[int, str, str | None]]:
    """Hand, check and player of every finding."""
    rows = []
    for place, result in results.items():
        for row in result.findings:
            order = row["acting_order"]
            rows.append((place, row["check_id"], None if order is None else result.seats[order]["player_name"]))
    return sorted(rows, key=str)


class Told:
    """What the program says otherwise than an example, in words with the line."""

    def __init__(self) -> None:
        self.otherwise: list[str] = []

    def hold(self, line: int, what: str, said: Any, got: Any) -> None:
        if said != got:
            self.otherwise.append(f"line {line}, {what}: the example says {said!r}, the program {got!r}")

    def fact(self, line: int, what: str, fact: Fact, got: Any, may_be_open: bool = False) -> None:
        """A value that the rules tell must be computed; money that is settled over several hands is left to the audit."""
        if fact.is_wrong:
            return
        if not fact.is_known:
            self.hold(line, what, None, got)
        elif not (may_be_open and got is None):
            self.hold(line, what, fact.value, got)


def decimal(fact: Fact) -> Fact:
    """An amount as tables hold it."""
    return replace(fact, value=Decimal(fact.value)) if fact.is_said else fact


def hold_player(told: Told, player: Player, row: Row) -> None:
    facts, line, who = player.facts, player.line, player.name
    if "foul" in facts or "royalties" in facts:
        told.hold(line, f"foul of {who}", "foul" in facts, row["is_foul"])
    for column, fact in zip(ROYALTY_COLUMNS, facts.get("royalties", ()), strict=False):
        told.fact(line, f"{column} of {who}", fact, row[column])
    if "points" in facts:
        told.fact(line, f"points of {who}", facts["points"], row["points"])
    if "net" in facts and "rake" not in facts:
        told.fact(line, f"net of {who}", decimal(facts["net"]), row["net"], may_be_open=True)
    if "next" in facts:
        is_next = bool(facts["next"].value) if facts["next"].is_said else None
        told.hold(line, f"Fantasyland of {who} next", is_next, row["is_fantasy_next"])
        told.fact(line, f"Fantasyland cards of {who} next", facts["next"], row["fantasy_next"])


def hold_pairs(told: Told, hand: Hand, result: Result) -> None:
    order = {player.name: place for place, player in enumerate(hand.players)}
    for pair in hand.pairs:
        a, b = order[pair.a], order[pair.b]
        turn = 1 if a < b else -1
        row = result.pairs[min(a, b), max(a, b)]
        what = f"{pair.a} v {pair.b}"
        got: Row = {"rows": tuple(turned(row[name], turn) for name in ("top", "middle", "bottom"))}
        got |= {name: turned(row[name], turn) for name in ("bonus", "points", "amount")}
        got["royalties"] = tuple(row[f"royalties_{side}"] for side in ("ab" if turn > 0 else "ba"))
        for name, fact in pair.facts.items():
            if name == "amount":
                told.fact(pair.line, f"amount of {what}", decimal(fact), got[name], may_be_open=True)
            elif isinstance(fact, Fact):
                told.fact(pair.line, f"{name} of {what}", fact, got[name])
            else:
                for one, value in zip(fact, got[name], strict=True):
                    told.fact(pair.line, f"{name} of {what}", one, value)


def turned(value: Any, turn: int) -> Any:
    """From the other side."""
    return None if value is None else value * turn


def hold_verdicts(told: Told, hand: Hand, result: Result) -> None:
    expected = {}
    if not hand.is_board:
        for dimension, fact in (("points", "points"), ("money", "net")):
            if all(player.facts.get(fact, Fact(None)).is_said for player in hand.players):
                expected[dimension] = ("verified", None, hand.line)
    order = {player.name: place for place, player in enumerate(hand.players)}
    for one in hand.verdicts:
        if one.player is None:
            expected[one.dimension] = (one.verdict, one.reason, one.line)
        else:
            row = result.seat_verdicts[one.dimension, order[one.player]]
            got = (row["verdict"], row["reason"] if one.reason else None)
            told.hold(one.line, f"{one.dimension} of {one.player}", (one.verdict, one.reason), got)
    for dimension, (verdict, reason, line) in expected.items():
        row = result.verdicts[dimension]
        if dimension == "money" and result.brings_other_stacks:
            continue
        told.hold(line, dimension, (verdict, reason), (row["verdict"], row["reason"] if reason else None))


def otherwise(example: Example, results: Sequence[Result]) -> list[str]:
    """What the program says otherwise than the example as it stands."""
    told = Told()
    for hand, result in zip(example.hands, results, strict=True):
        for player, row in zip(hand.players, result.seats, strict=False):
            hold_player(told, player, row)
        hold_pairs(told, hand, result)
        hold_verdicts(told, hand, result)
    announced = [(place, *one) for place, hand in enumerate(example.hands) for one in hand.found]
    got = found(dict(enumerate(results)))
    for place, check, name in announced:
        match = [one for one in got if one == (place, check, name or one[2])]
        if match:
            got.remove(match[0])
        else:
            told.otherwise.append(f"line {example.hands[place].line}: not found: {check} {name or ''}")
    for place, check, name in got:
        messages = [row["message"] for row in results[place].findings if row["check_id"] == check]
        told.otherwise.append(f"line {example.hands[place].line}: found {check} {name}: {' '.join(messages)}")
    return told.otherwise


def not_found(example: Example, changed: Iterable[tuple[Change, Mapping[int, Result]]]) -> list[str]:
    """Facts that can be changed without just that being found."""
    announced = [(place, check) for place, hand in enumerate(example.hands) for check, _ in hand.found]
    result = []
    for change, results in changed:
        rest = [(place, check) for place, check, _ in found(results)]
        for one in announced:
            if one in rest:
                rest.remove(one)
        wanted = {(change.hand, check) for check in change.checks}
        if not rest or not wanted.issuperset(rest) or (len(rest) > 1 and "settle.rake" not in change.checks):
            result.append(f"{change}: {' or '.join(change.checks)} expected, found {rest}")
    return result
