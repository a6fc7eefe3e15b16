"""Every example of every rule book, through the whole program: what it says is scored so, verified as a claim, and found when changed."""

import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from ofc_audit.rulesets import load_rules
from ofc_audit.warehouse.build import build
from rules.casefile import Book, Example, Hand, Player, read_book
from rules.casewords import Fact
from rules.records import Change, changes_of, placed_at, records_of

BOOKS = sorted(Path(__file__).parent.glob("*.cases"))
Row = dict[str, Any]
ROYALTY_COLUMNS = ("top_royalties", "middle_royalties", "bottom_royalties")
RESULTS = ("hands", "seats", "scored_seats", "scored_pairs", "findings", "verdicts", "seat_verdicts")


@dataclass
class Result:
    """What the program makes of one hand."""

    seats: list[Row] = field(default_factory=list)
    pairs: dict[tuple[int, int], Row] = field(default_factory=dict)
    findings: list[Row] = field(default_factory=list)
    verdicts: dict[str, Row] = field(default_factory=dict)
    seat_verdicts: dict[tuple[str, int], Row] = field(default_factory=dict)


@cache
def book_of(path: Path) -> Book:
    """A rule book."""
    return read_book(path)


@cache
def changes(path: Path, number: int) -> tuple[Change, ...]:
    """Every change of an example of a book."""
    return tuple(changes_of(book_of(path).examples[number]))


def hand_lines(path: Path) -> Iterator[str]:
    """The record of every example of a book, and of every change, as lines; a change of a hand that stands alone has that hand only."""
    book = book_of(path)
    is_classic = load_rules()[book.rules].value("deal.streets") != (5, 3, 3, 3, 3)
    for number, example in enumerate(book.examples):
        records = records_of(book, example, is_classic)
        yield from (json.dumps(one) for one in placed_at(records, example, f"{path.stem}.{number}.0"))
        for copy_no, change in enumerate(changes(path, number), 1):
            changed = placed_at(change.of(records), example, f"{path.stem}.{number}.{copy_no}")
            yield from (json.dumps(one) for one in (changed if example.is_sequence else [changed[change.hand]]))


@cache
def played() -> dict[str, Result]:
    """What the program makes of all books, by hand id, in one build."""
    folder = Path(tempfile.mkdtemp(prefix="ofc-cases-"))
    try:
        given = folder / "hands.jsonl"
        given.write_text("".join(line + "\n" for path in BOOKS for line in hand_lines(path)), "utf-8")
        built = build([str(given)], folder / "out")
        assert built.n_rejects == 0, pq.read_table(folder / "out/parquet/rejects.parquet").to_pylist()[:3]
        tables = {name: pq.read_table(folder / f"out/parquet/{name}.parquet").to_pylist() for name in RESULTS}
    finally:
        shutil.rmtree(folder)
    return _results(tables)


def _results(tables: dict[str, list[Row]]) -> dict[str, Result]:
    by_key: dict[int, Result] = defaultdict(Result)
    for seat, scored in zip(tables["seats"], tables["scored_seats"], strict=True):
        assert (seat["hand_key"], seat["acting_order"]) == (scored["hand_key"], scored["acting_order"])
        by_key[seat["hand_key"]].seats.append(seat | scored)
    for row in tables["scored_pairs"]:
        by_key[row["hand_key"]].pairs[row["a"], row["b"]] = row
    for row in tables["findings"]:
        by_key[row["hand_key"]].findings.append(row)
    for row in tables["verdicts"]:
        by_key[row["hand_key"]].verdicts[row["dimension"]] = row
    for row in tables["seat_verdicts"]:
        by_key[row["hand_key"]].seat_verdicts[row["dimension"], row["acting_order"]] = row
    return {hand["hand_id"]: by_key[hand["hand_key"]] for hand in tables["hands"]}


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
        if not fact.is_known:
            self.hold(line, what, None, got)
        elif not (may_be_open and got is None):
            self.hold(line, what, fact.value, got)


def hold_player(told: Told, player: Player, row: Row) -> None:
    facts, line, who = player.facts, player.line, player.name
    if "foul" in facts or "royalties" in facts:
        told.hold(line, f"foul of {who}", "foul" in facts, row["is_foul"])
    for column, fact in zip(ROYALTY_COLUMNS, facts.get("royalties", ()), strict=False):
        told.fact(line, f"{column} of {who}", fact, row[column])
    if "points" in facts:
        told.fact(line, f"points of {who}", facts["points"], row["points"])
    if "net" in facts and "rake" not in facts:
        net = Fact(Decimal(facts["net"].value) if facts["net"].is_said else None, facts["net"].is_known)
        told.fact(line, f"net of {who}", net, row["net"], may_be_open=True)
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
                amount = Fact(Decimal(fact.value) if fact.is_said else None, fact.is_known)
                told.fact(pair.line, f"amount of {what}", amount, got[name], may_be_open=True)
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
        told.hold(line, dimension, (verdict, reason), (row["verdict"], row["reason"] if reason else None))


def hold_example(path: Path, example: Example) -> list[str]:
    """What the program says otherwise than the example as it stands."""
    book, told = book_of(path), Told()
    number = book.examples.index(example)
    results = [played()[f"{path.stem}.{number}.0.{place}"] for place in range(len(example.hands))]
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
    messages = [row["message"] for result in results for row in result.findings]
    told.otherwise += [
        f"line {example.hands[place].line}: found {check} {name}: {messages}" for place, check, name in got
    ]
    return told.otherwise


def hold_changes(path: Path, example: Example) -> list[str]:
    """Facts that can be changed without the change being found."""
    number, otherwise = book_of(path).examples.index(example), []
    announced = [(place, check) for place, hand in enumerate(example.hands) for check, _ in hand.found]
    for copy_no, change in enumerate(changes(path, number), 1):
        places = range(len(example.hands)) if example.is_sequence else [change.hand]
        results = {place: played()[f"{path.stem}.{number}.{copy_no}.{place}"] for place in places}
        rest = [(place, check) for place, check, _ in found(results)]
        for one in announced:
            if one in rest:
                rest.remove(one)
        if len(rest) != 1 or rest[0][0] != change.hand or rest[0][1] not in change.checks:
            otherwise.append(f"{change}: {' or '.join(change.checks)} expected, found {rest}")
    return otherwise


EXAMPLES = [
    pytest.param(path, example, id=f"{path.stem}: {example.heading}")
    for path in BOOKS
    for example in book_of(path).examples
]


def show(path: Path, otherwise: list[str]) -> None:
    """Fails with what is otherwise, a line each."""
    if otherwise:
        pytest.fail("\n".join([path.name, *otherwise]), pytrace=False)


@pytest.mark.parametrize(("path", "example"), EXAMPLES)
def test_example(path: Path, example: Example) -> None:
    show(path, hold_example(path, example))


@pytest.mark.parametrize(("path", "example"), EXAMPLES)
def test_every_fact_changed_is_found(path: Path, example: Example) -> None:
    show(path, hold_changes(path, example))
