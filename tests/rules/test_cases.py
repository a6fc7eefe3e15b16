"""Every example of every rule book, through the whole program: what it says is scored so, verified as a claim, and found when changed."""

from functools import cache
from pathlib import Path

import pytest

from rules.casefile import read_book
from rules.compare import not_found, otherwise
from rules.runner import Run

BOOKS = [read_book(path) for path in sorted(Path(__file__).parent.glob("*.cases"))]
EXAMPLES = [
    pytest.param(n, number, id=f"{book.rules}: {example.heading}")
    for n, book in enumerate(BOOKS)
    for number, example in enumerate(book.examples)
]
SHOWN = 6
"""How many lines a failed example shows."""


@cache
def run() -> Run:
    """All books, in one build."""
    return Run(BOOKS)


def show(book_no: int, lines: list[str]) -> None:
    """Fails with what is otherwise, a line each."""
    if lines:
        more = [f"and {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
        pytest.fail("\n".join([f"{BOOKS[book_no].rules}.cases", *lines[:SHOWN], *more]), pytrace=False)


@pytest.mark.parametrize(("book_no", "number"), EXAMPLES)
def test_example(book_no: int, number: int) -> None:
    show(book_no, otherwise(BOOKS[book_no].examples[number], run().as_it_stands(book_no, number)))


@pytest.mark.parametrize(("book_no", "number"), EXAMPLES)
def test_every_fact_changed_is_found(book_no: int, number: int) -> None:
    show(book_no, not_found(BOOKS[book_no].examples[number], run().changed(book_no, number)))
