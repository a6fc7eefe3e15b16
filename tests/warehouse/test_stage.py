"""Staging: which record a row belongs to, the books of each file, files given more than once."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from ofc_audit.read.reader import read_source
from ofc_audit.read.source import Source, source_of_bytes
from ofc_audit.warehouse.errors import InternalError
from ofc_audit.warehouse.records import raw_hands
from ofc_audit.warehouse.stage import ReadSource, Staging, stage
from ofc_audit.warehouse.staged import read_staged
from warehouse.histories import hand

PAIRS = "*** PAIRS ***\nSeat 1 v Seat 2: rows +1 +1 +1, bonus +3, royalties 11 - 0, points +17, amount 17.00\n*** RESULT ***"


def with_pairs(hand_id: str) -> str:
    return hand(hand_id).replace("*** RESULT ***", PAIRS)


def source(text: str, name: str = "a.txt") -> Source:
    return source_of_bytes(name, text.encode())


def staged(folder: Path, *sources: Source) -> list[ReadSource]:
    with Staging(folder) as staging:
        return stage(sources, staging)


def test_rows_belong_to_the_record_they_stand_in_even_when_it_stands_there_twice() -> None:
    text = with_pairs("2") + hand("3", 1) + with_pairs("2") + with_pairs("1")
    (batch,) = read_source(source(text))
    owners = raw_hands(batch, 100)
    assert owners["hands"].tolist() == [100, 101, 102, 103]
    assert owners["seats"].tolist() == [100, 100, 101, 101, 102, 102, 103, 103]
    lines = np.asarray(batch.claimed_pairs.column("line"))
    assert dict(zip(lines.tolist(), owners["claimed_pairs"].tolist(), strict=True)) == {11: 100, 39: 102, 54: 103}


def test_rows_out_of_order_are_an_internal_error() -> None:
    (batch,) = read_source(source(hand("1") + hand("2", 1)))
    with pytest.raises(InternalError, match=r"^rows of seats are not in the order of the hands$"):
        raw_hands(replace(batch, seats=batch.seats.take([2, 3, 0, 1])), 0)


def test_a_pair_of_no_hand_is_an_internal_error() -> None:
    (batch,) = read_source(source(with_pairs("1")))
    (other,) = read_source(source(with_pairs("2")))
    with pytest.raises(InternalError, match=r"^a row of claimed_pairs belongs to none of the hands$"):
        raw_hands(replace(batch, claimed_pairs=other.claimed_pairs), 0)


def test_the_books_divide_every_byte_and_line(tmp_path: Path) -> None:
    good = hand("1")
    bad = hand("2").replace("bottom [Ah", "bottom [Xh")
    (book,) = staged(tmp_path / "s", source(good + "\n\n" + bad + "# end\n"))
    assert (book.format, book.encoding, book.n_hands, book.n_rejected) == ("ofc_text", "utf-8", 1, 1)
    assert book.n_lines == 29
    assert book.hand_bytes + book.reject_bytes + book.blank_bytes == book.n_bytes == len(good + bad) + 8
    assert book.hand_bytes >= len(good) - 1


def test_books_that_do_not_balance_are_an_internal_error() -> None:
    book = ReadSource(0, "a.txt", "0", None, None, 10, hand_bytes=4, reject_bytes=3, blank_bytes=2)
    with pytest.raises(InternalError) as error:
        book.require_balance()
    assert str(error.value) == "a.txt: 10 bytes were read and 9 are accounted for (hands 4, rejects 3, blanks 2)"


def test_a_copy_of_a_file_is_not_read_and_the_same_file_named_twice_is_one(tmp_path: Path) -> None:
    text = hand("1") + hand("2", 1)
    books = staged(tmp_path / "s", source(text, "a"), source(text, "b"), source(text, "a"), source(hand("3"), "c"))
    assert [(b.source_no, b.name, b.same_as, b.n_hands) for b in books] == [
        (0, "a", None, 2),
        (1, "b", 0, 2),
        (3, "c", None, 1),
    ]
    assert read_staged(tmp_path / "s", "hands").column("source_no").to_pylist() == [0, 0, 3]


def test_files_that_cannot_be_opened_are_no_copies_of_one_another(tmp_path: Path) -> None:
    broken = [Source(name, b"", "e3b0", None, "cannot be opened: no") for name in ("a", "b")]
    books = staged(tmp_path / "s", *broken)
    assert [(b.name, b.same_as, b.format) for b in books] == [("a", None, None), ("b", None, None)]
    assert pq.read_table(tmp_path / "s" / "rejects.parquet").column("source_file").to_pylist() == ["a", "b"]


def test_records_are_numbered_over_all_files(tmp_path: Path) -> None:
    staged(tmp_path / "s", source(hand("1"), "a"), source(hand("2") + hand("3", 1), "b"))
    for name, numbers in (("hands", [0, 1, 2]), ("seats", [0, 0, 1, 1, 2, 2]), ("claims", [0, 0, 1, 1, 2, 2])):
        assert read_staged(tmp_path / "s", name).column("raw_hand").to_pylist() == numbers
