"""A mapping proposed for a table, as TOML with what is unsure of it and why: what cannot be told stays commented out, with the candidates."""

import json
import re
import textwrap
from collections.abc import Iterator

from ofc_audit.read.source import Source
from ofc_audit.read.table_fields import FIELDS, ROWS
from ofc_audit.read.table_guess import GUESSED_WORDS, Guess, look_at, told_words
from ofc_audit.read.table_mapping import HEAD_KEY, VERSION, CardShape, MappingError, NumberShape, parse_mapping
from ofc_audit.read.table_sums import payment_per_point

WIDTH = 80
_SITE = re.compile(r"[^A-Za-z0-9_-]+")
_ALWAYS = (
    "hand_id",
    "player_id",
    "fantasy",
    "top",
    "middle",
    "bottom",
    "points",
    "net",
    "stack",
    "ended_at",
    "table_id",
)
"""Fields that are named even where no column is found for them: most audits need them."""
_WORTH = ("rules_id", "option_scoring", "option_royalties", "currency", "point_value")
_CANDIDATES = {
    "option_scoring": '"1-6" or "2-4", where the rule set leaves it to the table',
    "option_royalties": '"american" or "none", where the rule set leaves it to the table',
    "currency": 'an ISO code such as "EUR"',
}


def propose(source: Source, sheet: str | None = None, table: str | None = None, rules: tuple[str, ...] = ()) -> str:
    """The text of a mapping for a table. Raises TableError where it is none.

    `rules`: the rule sets known. A proposal that lacks what every mapping needs says so in its first lines.
    """
    guess = look_at(source, sheet, table)
    body = "\n".join(_lines(guess, source, rules)) + "\n"
    head = f"{HEAD_KEY} = {VERSION}\n"
    try:
        parse_mapping((head + body).encode(), "mapping")
    except MappingError as error:
        head = f"# NOT COMPLETE: {str(error).removeprefix('mapping: ')}\n{head}"
    return "".join(f"{line}\n" for text in (head + body).split("\n")[:-1] for line in _fitted(text))


def _fitted(line: str) -> list[str]:
    """A line of comment broken at blanks, where it is too long; what stands for itself goes on as it is."""
    if len(line) <= WIDTH or not line.startswith("# "):
        return [line]
    indent = "# " + " " * (len(line) - len(line[1:].lstrip(" ")) + 1)
    return textwrap.wrap(line, WIDTH, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _remarked(line: str, remark: str) -> list[str]:
    """A line with a remark behind it, or before it where both are too long for one."""
    both = f"{line}  # {remark}"
    return [both] if len(both) <= WIDTH else [_comment(remark), line]


def is_complete(proposal: str) -> bool:
    """Whether a proposal can be used as it is."""
    return not proposal.startswith("# NOT COMPLETE")


def _lines(guess: Guess, source: Source, rules: tuple[str, ...]) -> Iterator[str]:
    yield from _file(guess)
    yield from _order(guess)
    yield from _columns(guess)
    yield from _constants(guess, source, rules)
    yield from _cards(guess)
    yield from _values(guess)


def _text(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, tuple | list):
        return "[" + ", ".join(map(_text, value)) + "]"
    if isinstance(value, str):
        # TOML's basic strings are JSON's, but for DEL and half characters, which no cell holds.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    return str(value)


def _comment(text: str) -> str:
    return "# " + re.sub(r"[\x00-\x1f\x7f]+", " ", text)


def _file(guess: Guess) -> Iterator[str]:
    file = guess.file
    yield "\n[file]"
    if file.delimiter is not None:
        yield f"delimiter = {_text(file.delimiter)}"
    if file.sheet is not None:
        yield f"sheet = {_text(file.sheet)}"
    if file.table is not None:
        yield f"table = {_text(file.table)}"
    if file.heading_row != 1:
        yield f"heading_row = {file.heading_row}"
    left = _left_out(guess)
    if left:
        yield _comment("Columns that are left out; name them in [columns] where they mean something:")
        for at in left:
            yield _comment(
                f"  {guess.columns[at].heading!r}: {guess.unfit.get(at, 'its heading means nothing that is known')}{_example(guess, at)}"
            )
        names = {guess.columns[at].heading for at in left if guess.columns[at].heading}
        yield f"ignored = {_text(sorted(names))}"


def _left_out(guess: Guess) -> list[int]:
    return [at for at in guess.free() if guess.columns[at].heading or len(guess.columns[at].filled)]


def _example(guess: Guess, at: int) -> str:
    filled = guess.columns[at].filled
    return f"; such as {filled[0].as_py()[:40]!r}" if len(filled) else ""


def _order(guess: Guess) -> Iterator[str]:
    yield "\n[hands]"
    found = guess.found
    if "acting_order" in found:
        column = guess.columns[found["acting_order"]].filled.to_pylist()
        yield 'order = "acting_order"'
        yield f"first = {0 if '0' in column else 1}"
    elif "seat_no" in found and ("is_button" in found or "button_seat" in found):
        yield 'order = "seat_no"'
    else:
        yield _comment(
            "UNSURE: nothing tells the acting order (left of the button first, the button last); it is taken that the rows of a hand stand in"
            ' it. Otherwise: "acting_order" with a column of places, or "seat_no" with is_button or button_seat.'
        )
        yield 'order = "rows"'
    if "hand_id" not in found:
        yield _comment(
            "Where hands have no id, say which columns have one value in all rows of a hand and another in the next:"
        )
        yield _comment("has_id = false")
        yield _comment('same = ["table_id", "ended_at"]')


def _columns(guess: Guess) -> Iterator[str]:
    yield "\n[columns]"
    headings = [column.heading for column in guess.columns]
    needs_order = "acting_order" in guess.found or (
        "seat_no" in guess.found and {"is_button", "button_seat"} & set(guess.found)
    )
    for name, one in FIELDS.items():
        if name in guess.found:
            at = guess.found[name]
            heading = headings[at]
            value = at + 1 if not heading or headings.count(heading) > 1 else heading
            if name in ("is_button", "button_seat") and not needs_order:
                yield _comment(f"{name} = {_text(value)}  needs a column seat_no beside it")
                continue
            doubt, line = guess.doubts.get(name), f"{name} = {_text(value)}"
            if doubt or guess.how.get(name) != "heading":
                yield from _remarked(line, f"UNSURE: {doubt}" if doubt else "told by its cells alone")
            else:
                yield line
        elif name in _ALWAYS and not (name in ROWS and {"board", "row_cards"} & set(guess.found)):
            yield _comment(f'{name} = "…"  {one.meaning}: {guess.doubts.get(name) or "no column looks like it"}')


def _constants(guess: Guess, source: Source, rules: tuple[str, ...]) -> Iterator[str]:
    yield "\n[constants]"
    if "site" not in guess.found:
        stem = source.name.replace("\\", "/").rpartition("/")[2].partition(".")[0]
        yield _comment("UNSURE: the table does not say the site; the name of the file stands for it.")
        yield f"site = {_text(_SITE.sub('_', stem).strip('_').lower() or 'unnamed')}"
    for name in _WORTH:
        if name in guess.found:
            continue
        told = _CANDIDATES.get(name)
        if name == "rules_id":
            told = f"one of {', '.join(rules)}" if rules else "see ofc rules list"
        if name == "point_value":
            paid = payment_per_point(guess)
            if paid is not None:
                yield _comment(
                    f"{name} = {_text(paid[0])}  {FIELDS[name].meaning}: the net is so much for each point in {paid[1]} of {paid[2]} rows"
                )
                continue
            told = 'such as "0.50"'
        yield _comment(f'{name} = "…"  {FIELDS[name].meaning}: {told}')
    if "fantasy" not in guess.found:
        yield _comment("fantasy = 0  where the game has no Fantasyland")


def _cards(guess: Guess) -> Iterator[str]:
    cards = guess.cards
    if cards is None:
        return
    if cards != CardShape():
        yield "\n[cards]"
    if "cards" in guess.doubts:
        yield _comment(
            f"UNSURE: {guess.doubts['cards']}. Here: ranks first (number = rank × 4 + suit), clubs, diamonds, hearts, spades."
        )
        yield 'major = "rank"  # or "suit": number = suit × 13 + rank'
        yield 'suits = ["c", "d", "h", "s"]'
    for name in ("spelling", "separator", "street", "first_number"):
        value = getattr(cards, name)
        if value != getattr(CardShape(), name):
            yield f"{name} = {_text(value)}"
    if cards.street == "suffix":
        first = 0 if any("0" in _street_digits(guess, name) for name in ROWS) else 1
        yield f"first_street = {first}"


def _street_digits(guess: Guess, name: str) -> set[str]:
    """The digits that cells of a column end with."""
    if name not in guess.found:
        return set()
    return set(
        re.findall(r"([0-9])(?:\W|$)", " ".join(guess.columns[guess.found[name]].filled.slice(0, 500).to_pylist()))
    )


def _values(guess: Guess) -> Iterator[str]:
    numbers = guess.numbers
    if numbers != NumberShape():
        yield "\n[numbers]"
        if "numbers" in guess.doubts:
            yield _comment(f"UNSURE: {guess.doubts['numbers']}.")
        yield f"decimal = {_text(numbers.decimal)}"
        if numbers.thousands:
            yield f"thousands = {_text(numbers.thousands)}"
    names = [name for name, one in FIELDS.items() if one.kind in ("flag", "count")]
    true, false = told_words(guess, names)
    defaults = ({*GUESSED_WORDS.true[:4]}, {*GUESSED_WORDS.false[:4]})
    if not set(true) <= defaults[0] or not set(false) <= defaults[1]:
        yield "\n[words]"
        yield f"true = {_text(true or ['true'])}"
        yield f"false = {_text(false or ['false'])}"
    if "ended_at" in guess.found:
        yield "\n[times]"
        if "times" in guess.doubts:
            yield _comment(f"UNSURE: {guess.doubts['times']}.")
        yield f"format = {_text(guess.time)}"
        if not guess.names_zone and guess.time not in ("unix", "unix_ms"):
            yield _comment(
                'UNSURE: the times name no zone. Say it, such as "UTC" or "Europe/Oslo"; while it is unknown they are taken for UTC.'
            )
            yield 'zone = "unknown"'
