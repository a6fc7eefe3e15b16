"""Rule books through the whole program: read, scored, audited by hand and across hands, each example and each of its facts changed."""

import json
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from ofc_audit.rulesets import load_rules
from ofc_audit.warehouse.build import build
from rules.casefile import Book
from rules.records import Change, Record, changes_of, placed_at, records_of

Row = dict[str, Any]
BETWEEN_HANDS = ("settle.carried", "source.copied_hand")
"""What a book does not show: its hands bring the stacks that their example needs, and it shows the same boards again and again."""
RESULTS = ("hands", "seats", "scored_seats", "scored_pairs", "findings", "verdicts", "seat_verdicts")
PINEAPPLE = (5, 3, 3, 3, 3)


@dataclass
class Result:
    """What the program makes of one hand."""

    seats: list[Row] = field(default_factory=list)
    pairs: dict[tuple[int, int], Row] = field(default_factory=dict)
    findings: list[Row] = field(default_factory=list)
    verdicts: dict[str, Row] = field(default_factory=dict)
    seat_verdicts: dict[tuple[str, int], Row] = field(default_factory=dict)
    brings_other_stacks: bool = False
    """Whether its stacks are not those of the example's hand before, which makes its money wrong by itself."""


class Run:
    """All hands of some books in one build; examples by the number of their book and their own."""

    def __init__(self, books: Sequence[Book]) -> None:
        self.changes = {
            (n, number): tuple(changes_of(example))
            for n, book in enumerate(books)
            for number, example in enumerate(book.examples)
        }
        self.books = books
        folder = Path(tempfile.mkdtemp(prefix="ofc-cases-"))
        try:
            given = folder / "hands.jsonl"
            given.write_text("".join(json.dumps(record) + "\n" for record in self._records()), "utf-8")
            built = build([str(given)], folder / "out")
            assert built.n_rejects == 0, pq.read_table(folder / "out/parquet/rejects.parquet").to_pylist()[:3]
            tables = {name: pq.read_table(folder / f"out/parquet/{name}.parquet").to_pylist() for name in RESULTS}
        finally:
            shutil.rmtree(folder)
        self.results = _results(tables)

    def _records(self) -> Iterator[Record]:
        """The hands of every example and of every change; a change of a hand that stands alone has that hand only."""
        rules = load_rules()
        for n, book in enumerate(self.books):
            is_classic = rules[book.rules].value("deal.streets") != PINEAPPLE
            for number, example in enumerate(book.examples):
                records = records_of(book, example, is_classic)
                yield from placed_at(records, example, f"{n}.{number}.0")
                for copy_no, change in enumerate(self.changes[n, number], 1):
                    changed = placed_at(change.of(records), example, f"{n}.{number}.{copy_no}")
                    yield from changed if example.is_sequence else [changed[change.hand]]

    def as_it_stands(self, book_no: int, number: int) -> list[Result]:
        """What the program makes of the hands of an example."""
        hands = self.books[book_no].examples[number].hands
        return [self.results[f"{book_no}.{number}.0.{place}"] for place in range(len(hands))]

    def changed(self, book_no: int, number: int) -> Iterator[tuple[Change, Mapping[int, Result]]]:
        """Every change of an example, and what the program makes of its hands then."""
        example = self.books[book_no].examples[number]
        for copy_no, change in enumerate(self.changes[book_no, number], 1):
            places = range(len(example.hands)) if example.is_sequence else [change.hand]
            yield change, {place: self.results[f"{book_no}.{number}.{copy_no}.{place}"] for place in places}


def _results(tables: dict[str, list[Row]]) -> dict[str, Result]:
    by_key: dict[int, Result] = defaultdict(Result)
    for seat, scored in zip(tables["seats"], tables["scored_seats"], strict=True):
        assert (seat["hand_key"], seat["acting_order"]) == (scored["hand_key"], scored["acting_order"])
        by_key[seat["hand_key"]].seats.append(seat | scored)
    for row in tables["scored_pairs"]:
        by_key[row["hand_key"]].pairs[row["a"], row["b"]] = row
    for row in tables["findings"]:
        if row["check_id"] == "settle.carried":
            by_key[row["hand_key"]].brings_other_stacks = True
        if row["check_id"] not in BETWEEN_HANDS:
            by_key[row["hand_key"]].findings.append(row)
    for row in tables["verdicts"]:
        by_key[row["hand_key"]].verdicts[row["dimension"]] = row
    for row in tables["seat_verdicts"]:
        by_key[row["hand_key"]].seat_verdicts[row["dimension"], row["acting_order"]] = row
    return {hand["hand_id"]: by_key[hand["hand_key"]] for hand in tables["hands"]}
