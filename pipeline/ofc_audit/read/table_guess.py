"""What the columns of a table are, told by their headings and by what is in them: the evidence on which a mapping is proposed."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
import pyarrow as pa

from ofc_audit.read.scan import Buffer
from ofc_audit.read.source import Source
from ofc_audit.read.table_cards import CardWords
from ofc_audit.read.table_fields import FIELDS
from ofc_audit.read.table_forms import text_of_form
from ofc_audit.read.table_headings import meaning
from ofc_audit.read.table_mapping import DELIMITERS, CardShape, FileShape, NumberShape, TableMapping, Words
from ofc_audit.read.table_rows import TextRows, split_rows
from ofc_audit.read.table_sums import doubt_point_value, hold_against_sums, told_by_sums
from ofc_audit.read.table_text import Content, TableError, guess_delimiter, is_blank, whole_lines
from ofc_audit.read.table_times import read_times
from ofc_audit.read.table_values import amounts, counts, flags, whole_numbers

SAMPLE_BYTES = 1 << 21
SAMPLE_ROWS = 5_000
MOST_HEADINGS = 50
"""Lines before the headings."""
MOST_OF = 0.9
"""Share of filled cells that must read as something for a column to be taken for it."""
TIME_FORMS = (
    "iso",
    "%Y-%m-%d %H:%M",
    "%d.%m.%Y %H:%M:%S",
    "%d.%m.%Y %H:%M",
    "%Y/%m/%d %H:%M:%S",
    "%Y/%m/%d %H:%M",
    "%d/%m/%Y %H:%M:%S",
    "%m/%d/%Y %H:%M:%S",
    "%d/%m/%Y %H:%M",
    "%m/%d/%Y %H:%M",
    "%m/%d/%Y %I:%M:%S %p",
    "%m/%d/%Y %I:%M %p",
    "%d.%m.%Y",
    "unix",
    "unix_ms",
    "excel",
)
NUMBER_SHAPES = (
    NumberShape(),
    NumberShape(",", (".", " ", "\u00a0", "\u202f", "'", "’")),
    NumberShape(".", (",", " ", "\u00a0", "\u202f", "'", "’")),
)
_TRUE = ("true", "yes", "y", "1", "x", "ja", "j", "si", "sí", "oui", "да", "sim")
_FALSE = ("false", "no", "n", "0", "-", "nein", "nei", "non", "нет", "não")
GUESSED_WORDS = Words(_TRUE, _FALSE)

How = Literal["heading", "values"]


@dataclass
class Column:
    """A column of the sample: its heading and cells (null empty)."""

    heading: str
    cells: pa.Array

    @property
    def filled(self) -> pa.Array:
        """The cells that hold something."""
        return self.cells.drop_null()

    def share(self, bad: np.ndarray) -> float:
        """The share of filled cells that are not bad."""
        n = len(self.cells) - self.cells.null_count
        return 0.0 if not n else 1 - float(bad.sum()) / n


@dataclass
class Guess:
    """What is told of a table. `columns`: field → place; `how`: what told it; `doubts`: of places and of keys what is unsure."""

    columns: list[Column]
    file: FileShape
    found: dict[str, int] = field(default_factory=dict)
    how: dict[str, How] = field(default_factory=dict)
    doubts: dict[str, str] = field(default_factory=dict)
    unfit: dict[int, str] = field(default_factory=dict)
    numbers: NumberShape = field(default_factory=NumberShape)
    cards: CardShape | None = None
    time: str | None = None
    names_zone: bool = False

    def take(self, name: str, place: int, how: How) -> None:
        """Notes that a column is a field."""
        self.found[name], self.how[name] = place, how

    def free(self) -> list[int]:
        """The places of columns that are no field yet."""
        return [at for at in range(len(self.columns)) if at not in self.found.values()]


def look_at(source: Source, sheet: str | None, table: str | None) -> Guess:
    """What a source's columns are. Raises TableError where it is no table."""
    file, rows, heading = _sample(source, FileShape(sheet=sheet, table=table))
    headings = [heading.cells(at)[0].as_py() or "" for at in range(int(heading.n_cells[0]))]
    columns = [Column(text.strip("\ufeff \t"), rows.cells(at)) for at, text in enumerate(headings)]
    guess = Guess(columns, file)
    _numbers(guess)
    _cards(guess)
    _by_headings(guess)
    _times(guess)
    _by_values(guess)
    return guess


def _sample(source: Source, file: FileShape) -> tuple[FileShape, TextRows, TextRows]:
    """How the file is laid out, its first rows, and the row of headings."""
    data: Content = source.data
    delimiter: str | None = ","
    if source.encoding is None:
        data, _ = text_of_form(source, _plain_mapping(file))
    head = whole_lines(bytes(data[:SAMPLE_BYTES]), len(data) <= SAMPLE_BYTES)
    if source.encoding is not None:
        delimiter = guess_delimiter(head[: 1 << 16], least=2) or guess_delimiter(head, least=2)
        if delimiter is None and len(head.split()) == 0:
            raise TableError("no table: nothing stands in it")
        if (
            delimiter is None
            and len(head.strip().splitlines()) == 1
            and any(mark.encode() in head for mark in DELIMITERS)
        ):
            raise TableError("the table has no rows below its headings, and a mapping is told by what stands in them")
        if delimiter is None:
            raise TableError("no table: its lines are not cut into columns by a comma, a semicolon, a tab or a bar")
    try:
        head.decode()
    except UnicodeDecodeError:
        raise TableError(
            "the table is no UTF-8 and no Windows-1252: name its encoding in a mapping (file.encoding)"
        ) from None
    byte = DELIMITERS[str(delimiter)]
    rows, _ = split_rows(Buffer(head), byte)
    rows = rows.take(np.flatnonzero(~is_blank(rows, byte))[: SAMPLE_ROWS + MOST_HEADINGS])
    if not len(rows):
        raise TableError("the table has no rows")
    width = Counter(rows.n_cells.tolist()).most_common(1)[0][0]
    first = int(np.flatnonzero(rows.n_cells == width)[0])
    body = rows.take(np.flatnonzero((rows.n_cells == width) & (np.arange(len(rows)) > first))[:SAMPLE_ROWS])
    if not len(body):
        raise TableError("the table has no rows below its headings")
    line = int(rows.line[first])
    if source.encoding is None:
        line = 1 + sum(1 for _ in re.finditer(rb"\n", head[: int(rows.start[first])]))
    shape = replace(file, delimiter=delimiter if source.encoding is not None else None, heading_row=line)
    return shape, body, rows.take(np.array([first]))


def _plain_mapping(file: FileShape) -> TableMapping:
    """A mapping that says nothing but which sheet or table is read."""
    from ofc_audit.read.table_mapping import HandShape, Times

    return TableMapping("", "", file, HandShape(), {}, {}, CardShape(), {}, NumberShape(), Words(), Times())


def _numbers(guess: Guess) -> None:
    """The marks of numbers: those under which most cells with digits read as amounts."""

    def looks(text: str) -> bool:
        return (
            re.fullmatch(r"[+\u2212-]?[0-9][0-9.,' \u00a0\u202f’]*", text) is not None
            and re.search(r"[.,]", text) is not None
        )

    cells = [text for column in guess.columns for text in set(column.filled.to_pylist()) if looks(text)][:20_000]
    if not cells:
        return
    texts = pa.array(cells)
    counts_of = [int((~amounts(texts, shape, is_signed=True)[1]).sum()) for shape in NUMBER_SHAPES]
    best = counts_of.index(max(counts_of))
    used = [mark for mark in NUMBER_SHAPES[best].thousands if any(mark in text for text in cells)]
    guess.numbers = replace(NUMBER_SHAPES[best], thousands=tuple(used))
    if counts_of.count(max(counts_of)) > 1 and any("," in text for text in cells):
        guess.doubts["numbers"] = (
            "a comma may be the decimal mark, or stand between thousands: the cells read either way"
        )


def _cards(guess: Guess) -> None:
    """How cards are written, from the columns that hold lists of them."""
    shapes = [
        CardShape(spelling=spelling, separator=mark, street=street)
        for street in ("none", "suffix")
        for spelling in ("rank_suit", "suit_rank")
        for mark in (" ", ",", ";", "-", "/", "|", "")
    ]
    score = [0.0] * len(shapes)
    for column in guess.columns:
        texts = column.filled.slice(0, 200)
        if not len(texts) or not any(character.isalpha() or character in "♣♦♥♠" for character in str(texts[0].as_py())):
            continue
        for at, shape in enumerate(shapes):
            fit = card_counts(texts, shape)
            score[at] += float((fit > 0).mean()) if len(fit) else 0.0
    best = max(range(len(shapes)), key=lambda at: score[at])
    if score[best] >= MOST_OF:
        guess.cards = shapes[best]
        return
    numbers = [column for column in guess.columns if _card_numbers(column)]
    if len(numbers) >= 2:
        cells = " ".join(text for column in numbers for text in column.filled.slice(0, 500).to_pylist())
        mark = next((one for one in (",", ";", "-", "/", "|") if one in cells), " ")
        first = 0 if "0" in re.split(r"\D+", cells) or "52" not in re.split(r"\D+", cells) else 1
        guess.cards = CardShape(spelling="numbers", separator=mark, first_number=first)
        guess.doubts["cards"] = "numbers do not tell whether ranks or suits come first, nor in which order suits stand"


def _card_numbers(column: Column) -> bool:
    texts = column.filled.slice(0, 200).to_pylist()
    fits = [re.fullmatch(r"\s*[0-9]{1,2}(?:[ ,;/|-]+[0-9]{1,2}){2,12}\s*", text) is not None for text in texts]
    return bool(fits) and sum(fits) >= MOST_OF * len(fits)


def card_counts(texts: pa.Array, shape: CardShape) -> np.ndarray:
    """(n,) how many cards each cell holds, 0 where it holds something else."""
    cards = CardWords(shape).read(texts)
    count = np.bincount(cards.cell, minlength=len(texts))
    count[cards.bad] = 0
    return count


def _by_headings(guess: Guess) -> None:
    """Columns whose heading means a field, where their cells are values of it."""
    for at, column in enumerate(guess.columns):
        name = meaning(column.heading)
        if name is None:
            continue
        if name in guess.found:
            guess.unfit[at] = f"its heading means {name}, as {guess.columns[guess.found[name]].heading!r} does"
        elif not len(column.filled):
            guess.unfit[at] = f"its heading means {name}, and all its cells are empty"
        elif (why := misfit(guess, name, column)) is not None:
            guess.unfit[at] = f"its heading means {name}, but {why}"
        else:
            guess.take(name, at, "heading")
    if "player_id" not in guess.found and "player_name" in guess.found:
        guess.take("player_id", guess.found.pop("player_name"), "heading")
        guess.how.pop("player_name")


def misfit(guess: Guess, name: str, column: Column) -> str | None:
    """Why the cells of a column are no values of a field; None where they are."""
    one, texts = FIELDS[name], column.filled
    kind = one.kind
    if kind == "text":
        words = set(texts.to_pylist())
        return f"its cells are none of {', '.join(one.words)}" if one.words and not words <= set(one.words) else None
    if kind == "cards":
        if guess.cards is None:
            return "its cells are no cards in any spelling that is known"
        shape = guess.cards
        counted = card_counts(texts, replace(shape, none=(*shape.none, "none", "–")))
        limit = {"top": 3, "middle": 5, "bottom": 5}.get(name, 52)
        if name == "board":
            return None if _looks_like_boards(texts, shape) else "its cells are no three rows of cards"
        if limit == 5 and (counted == 3).mean() >= MOST_OF:
            return "its cells are of three cards, as a top row has"
        is_fit = ((counted > 0) & (counted <= limit)).mean() >= MOST_OF or name == "discards"
        return None if is_fit else "its cells are no cards of that row"
    if kind == "time":
        return None if best_time(texts) else "its cells are no times in any form that is known"
    if kind == "flag":
        _, bad = flags(texts, GUESSED_WORDS)
    elif kind == "count":
        _, bad = counts(texts, guess.numbers, GUESSED_WORDS, one.high)
    elif kind == "int":
        _, bad = whole_numbers(texts, guess.numbers, one.low, one.high)
    elif kind in ("money", "signed_money"):
        _, bad = amounts(texts, guess.numbers, is_signed=kind == "signed_money")
    else:
        bad = np.array([re.fullmatch(r"-?\d+(?:[ ,;/+|]+-?\d+)*", text) is None for text in texts.to_pylist()])
    share = 1 - float(bad.mean())
    if share >= MOST_OF:
        return None
    shown = texts[int(np.flatnonzero(bad)[0])].as_py()
    return f"{shown[:40]!r} and others are no {one.kind.replace('_', ' ')}s of it"


def _looks_like_boards(texts: pa.Array, shape: CardShape) -> bool:
    sample = texts.slice(0, 200).to_pylist()
    fits = 0
    for text in sample:
        rows = text.split("/")
        if len(rows) == 3:
            fits += int(bool((card_counts(pa.array(rows), shape)[1:] > 0).all()))
    return fits >= MOST_OF * len(sample)


def best_time(texts: pa.Array) -> str | None:
    """The form of times that most cells read in; None where none fits."""
    sample = texts.slice(0, 2_000)
    for form in TIME_FORMS:
        if float(read_times(sample, form).bad.mean()) <= 1 - MOST_OF:
            if form == "excel" and not _are_near(sample):
                continue
            return form
    return None


def _are_near(texts: pa.Array) -> bool:
    """Whether numbers are days of this century: any number would be a day of some."""
    return all(re.match(r"(?:3[6-9]|[45][0-9])[0-9]{3}(?:\.|$)", text) for text in texts.to_pylist())


def _times(guess: Guess) -> None:
    if "ended_at" not in guess.found:
        return
    texts = guess.columns[guess.found["ended_at"]].filled
    guess.time = best_time(texts)
    read = read_times(texts, guess.time or "iso")
    guess.names_zone = bool((read.offset != np.iinfo(np.int64).min)[~read.bad].all())
    if guess.time and "%d/%m" in guess.time:
        other = guess.time.replace("%d/%m", "%m/%d")
        if not read_times(texts, other).bad.any():
            guess.doubts["times"] = f"day and month may be the other way round ({other}): the cells read either way"


def _by_values(guess: Guess) -> None:
    """Fields that no heading told, from what cells hold: rows of boards by their cards, the hand by its rows, points and net by their sums."""
    if guess.cards is not None and not {"top", "middle", "bottom", "board", "row_cards"} & set(guess.found):
        _rows_by_cards(guess, guess.cards)
    if "hand_id" not in guess.found:
        _hand_by_rows(guess)
    if "hand_id" in guess.found:
        hold_against_sums(guess)
        told_by_sums(guess)
    doubt_point_value(guess)


def _rows_by_cards(guess: Guess, shape: CardShape) -> None:
    of_size: dict[int, list[int]] = {3: [], 5: []}
    for at in guess.free():
        texts = guess.columns[at].filled
        if not len(texts):
            continue
        if _looks_like_boards(texts, shape):
            guess.take("board", at, "values")
            return
        common, n = Counter(card_counts(texts, shape).tolist()).most_common(1)[0]
        if common in of_size and n >= MOST_OF * len(texts):
            of_size[common].append(at)
    if len(of_size[3]) == 1 and len(of_size[5]) == 2:
        for name, at in zip(("top", "middle", "bottom"), (*of_size[3], *of_size[5]), strict=True):
            guess.take(name, at, "values")
        guess.doubts["middle"] = "middle and bottom are told by their places alone"


def _is_one_to_a_hand(column: Column) -> bool:
    cells = column.cells.to_pylist()
    if None in cells or len(cells) < 4:
        return False
    changes = [0, *(at for at in range(1, len(cells)) if cells[at] != cells[at - 1]), len(cells)]
    sizes = np.diff(changes)
    return bool(len(set(cells)) == len(sizes) and (sizes[:-1] >= 2).all() and (sizes <= 4).all())


def _hand_by_rows(guess: Guess) -> None:
    """The one column whose cells are alike in rows that follow each other, two to four at a time, and come back nowhere."""
    fits = [at for at in guess.free() if _is_one_to_a_hand(guess.columns[at])]
    number = guess.found.get("hand_no")
    if number is not None and not fits and _is_one_to_a_hand(guess.columns[number]):
        guess.take("hand_id", guess.found.pop("hand_no"), "heading")
        guess.doubts["hand_id"] = "its heading means the number of the hand; no other column tells hands apart"
    elif len(fits) == 1:
        guess.take("hand_id", fits[0], "values")
    elif fits:
        names = ", ".join(guess.columns[at].heading for at in fits)
        guess.doubts["hand_id"] = f"several columns may be the hand: {names}"


def told_words(guess: Guess, names: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words for yes and no that columns of truth values hold, in lower case."""
    words = {
        text.lower()
        for name in names
        if name in guess.found
        for text in set(guess.columns[guess.found[name]].filled.to_pylist())
    }
    return sorted(words & set(_TRUE)), sorted(words & set(_FALSE))
