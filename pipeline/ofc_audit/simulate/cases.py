"""One sample history: what it is played under, what is done to it, and how its input is made."""

import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from importlib import import_module
from pathlib import Path
from typing import Any

import pyarrow as pa

from ofc_audit.rulesets import RuleSet, load_rules
from ofc_audit.score.batch import score_tables
from ofc_audit.simulate.edits import Tables, choose, hand_rows, rekey, row_of, set_column
from ofc_audit.simulate.faults import plant
from ofc_audit.simulate.plan import AS_THE_ROOM
from ofc_audit.simulate.play import play
from ofc_audit.tables import schema

FILE_NAMES = {
    "ofc_text": "hands.txt",
    "ofc_jsonl": "hands.jsonl",
    "capture_hh": "hands.hh",
    "swc_capture": "hands.log",
    "table": "hands.csv",
}
_WRITERS = {"swc_capture": "ofc_audit.simulate.swc_log"}
"""Formats that no record is converted to, with what tells simulated hands in them."""
MAX_HANDS = 6
N_PLAYED, HANDS_PER_TABLE = 240, 24

Edit = Callable[[Tables], dict[str, pa.Table]]
TextEdit = Callable[[str], str]


@dataclass(frozen=True)
class Case:
    """One sample: under which rule set it is played, in which format written, and what is done to it.

    `fault` names the fault; without one the case is a stretch with all that `shows` names in it. `edit` changes
    the tables, `text_edit` the finished text. `before` and `after`: how many hands round the faulty one belong to it.
    """

    rules_id: str
    name: str
    format: str
    seed: int
    fault: str | None = None
    shows: tuple[str, ...] = ()
    before: int = 0
    after: int = 0
    players: tuple[int, ...] = (2, 3)
    options: Mapping[str, str | bool] = field(default_factory=dict)
    stack: str = AS_THE_ROOM
    plays: Mapping[str, Any] = field(default_factory=dict)
    """What else is told to the simulator."""
    edit: Edit | None = None
    text_edit: TextEdit | None = None
    folder: str | None = None
    """Where the case lies when its format names no rule set."""

    @property
    def path(self) -> Path:
        """Where the case lies, below the folder of the samples."""
        return Path(self.folder or self.rules_id) / self.name / FILE_NAMES[self.format]


def _has(tables: Tables, hand: int, what: str) -> bool:
    """Whether a hand shows something: see the names in `_SHOWN`."""
    return _SHOWN[what](tables, hand)


def _shows_fantasy(tables: Tables, hand: int) -> bool:
    return any(seat["is_fantasy"] for seat in hand_rows(tables, "seats", hand))


def _shows_scoop(tables: Tables, hand: int) -> bool:
    pairs = hand_rows(tables, "claimed_pairs", hand)
    return any(abs(pair["top"] + pair["middle"] + pair["bottom"]) == 3 and pair["bonus"] for pair in pairs)


def _shows_cap(tables: Tables, hand: int) -> bool:
    price = row_of(tables, "hands", hand)["point_value"]
    pairs = hand_rows(tables, "claimed_pairs", hand)
    return any(pair["amount"] is not None and abs(pair["amount"]) < abs(pair["points"]) * price for pair in pairs)


def _shows_early_end(tables: Tables, hand: int) -> bool:
    row = row_of(tables, "hands", hand)
    left = [claim["stack"] for claim in hand_rows(tables, "claims", hand)]
    return bool(row["last_of_match"]) and row["hand_no"] < len(left) and sum(stack > 0 for stack in left) == 1


def _shows_refused_stay(tables: Tables, hand: int) -> bool:
    """A condition for staying is met, and the player who met it has stayed too often."""
    one = choose(tables, [hand])
    refused = [not claim["is_fantasy_next"] for claim in hand_rows(tables, "claims", hand)]
    if not _shows_fantasy(tables, hand) or not any(refused):
        return False
    scored = score_tables(one["hands"], one["seats"], one["boards"], load_rules())[0].to_pylist()
    return any(row["is_stay_qualified"] and no for row, no in zip(scored, refused, strict=True))


def _shows_frozen_price(tables: Tables, hand: int) -> bool:
    row = row_of(tables, "hands", hand)
    return bool(row["levels"]) and Decimal(json.loads(row["levels"])[str(row["level"])]) != row["point_value"]


def _shows_nothing_to_lose(tables: Tables, hand: int) -> bool:
    """A fantasy hand after one player has won everything."""
    stacks = [seat["stack"] for seat in hand_rows(tables, "seats", hand)]
    return _shows_fantasy(tables, hand) and sum(stack > 0 for stack in stacks) == 1


def _n_seats(n: int) -> Callable[[Tables, int], bool]:
    return lambda tables, hand: int(row_of(tables, "hands", hand)["n_seats"]) == n


def _claims(name: str) -> Callable[[Tables, int], bool]:
    return lambda tables, hand: any(claim[name] for claim in hand_rows(tables, "claims", hand))


_SHOWN: Mapping[str, Callable[[Tables, int], bool]] = {
    "fantasy": _shows_fantasy,
    "stay refused": _shows_refused_stay,
    "foul": _claims("is_foul"),
    "scoop": _shows_scoop,
    "capped": _shows_cap,
    "two": _n_seats(2),
    "three": _n_seats(3),
    "four": _n_seats(4),
    "early end": _shows_early_end,
    "played for nothing": _shows_nothing_to_lose,
    "rake": _claims("rake"),
    "frozen price": _shows_frozen_price,
    "place": _claims("place"),
    "bounty": _claims("bounty"),
    "automatic": lambda tables, hand: any(True in (b["street_auto"] or ()) for b in hand_rows(tables, "boards", hand)),
    "disconnected": lambda tables, hand: row_of(tables, "hands", hand)["events"] is not None,
}
"""What a case can be asked to show, by name, and whether a hand shows it."""


def _stretches(tables: Tables, n_hands: int) -> Iterator[range]:
    """The stretches a case can be cut from: whole matches of `n_hands` to six hands, or `n_hands` in a row at one
    table.
    """
    rows = tables["hands"].select(["match_id", "table_id"]).to_pylist()
    start = 0
    for hand in range(1, len(rows) + 1):
        if hand == len(rows) or rows[hand] != rows[start]:
            if rows[start]["match_id"] is not None and hand < len(rows) and n_hands <= hand - start <= MAX_HANDS:
                yield range(start, hand)
            elif rows[start]["match_id"] is None:
                yield from (range(first, first + n_hands) for first in range(start, hand - n_hands + 1))
            start = hand


def _clean(tables: Tables, case: Case) -> dict[str, pa.Table]:
    for stretch in _stretches(tables, case.before + 1 + case.after):
        if all(any(_has(tables, hand, what) for hand in stretch) for what in case.shows):
            return choose(tables, stretch)
    raise ValueError(f"{case.path}: no stretch of the hands played shows {', '.join(case.shows)}")


def _faulty(tables: Tables, case: Case, rules: Mapping[str, RuleSet]) -> dict[str, pa.Table]:
    assert case.fault is not None
    n = tables["hands"].num_rows
    start = case.before
    while start < n:
        changed, planted = plant(tables, rules, case.fault, start)
        stretch = range(planted.hand - case.before, planted.hand + case.after + 1)
        start = planted.hand + 1
        if stretch.stop > n or len({_match(changed, hand) for hand in stretch}) > 1:
            continue
        if not all(any(_has(changed, hand, what) for hand in stretch) for what in case.shows):
            continue
        # From the first hand of a match on, what was due in a hand is known.
        if row_of(changed, "hands", stretch.start)["hand_no"] != 1 and _match(changed, stretch.start)[0] is not None:
            continue
        added = range(n, changed["hands"].num_rows)
        return choose(changed, [*stretch, *added])
    raise ValueError(f"{case.path}: no hand of those played shows the fault {case.fault}")


def _match(tables: Tables, hand: int) -> tuple[str | None, str]:
    row = row_of(tables, "hands", hand)
    return row["match_id"], row["table_id"]


def make(case: Case, rules: Mapping[str, RuleSet]) -> bytes:
    """The input of a case, as its file holds it."""
    tables = play(
        rules[case.rules_id],
        N_PLAYED,
        case.seed,
        options=case.options,
        n_players=case.players,
        hands_per_table=HANDS_PER_TABLE,
        policies=("careful",),
        stack=case.stack,
        **case.plays,
        # Ids of their own for each case: all of them are audited together.
        first_match=case.seed * 10_000 + 1,
    )
    chosen = _clean(tables, case) if case.fault is None else _faulty(tables, case, rules)
    if case.edit is not None:
        chosen = rekey(case.edit(chosen))
    out = io.BytesIO()
    writer = _WRITERS.get(case.format, f"ofc_audit.read.write_{case.format}")
    import_module(writer).write(chosen, out)
    text = out.getvalue()
    return text if case.text_edit is None else case.text_edit(text.decode("utf-8")).encode("utf-8")


def without(table: str, *columns: str) -> Edit:
    """An edit that makes columns unknown throughout."""

    def edit(tables: Tables) -> dict[str, pa.Table]:
        result = dict(tables)
        for column in columns:
            kind = schema(table).field(column).type
            result = set_column(result, table, column, pa.nulls(result[table].num_rows, kind))
        return result

    return edit


def both(*edits: Edit) -> Edit:
    """One edit after another."""

    def edit(tables: Tables) -> dict[str, pa.Table]:
        result = dict(tables)
        for one in edits:
            result = one(result)
        return result

    return edit


def no_pairs(tables: Tables) -> dict[str, pa.Table]:
    """The record settles no pairs."""
    return {**tables, "claimed_pairs": schema("claimed_pairs").empty_table()}


def other_rules(tables: Tables) -> dict[str, pa.Table]:
    """The record names a rule set that nobody knows."""
    n = tables["hands"].num_rows
    return set_column(tables, "hands", "rules_id", pa.repeat("moonlight_pineapple", n))


def lose_line(words: str) -> TextEdit:
    """A text edit that loses the second line with `words` in it."""

    def edit(text: str) -> str:
        lines = text.splitlines(keepends=True)
        at = [number for number, line in enumerate(lines) if words in line]
        return "".join(line for number, line in enumerate(lines) if number != at[1])

    return edit


def dealer_alone(text: str) -> str:
    """A text edit that leaves the dealer's words and takes the tracker's records away."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("{"))


def miscount(words: str, first: TextEdit) -> TextEdit:
    """A text edit that gives the last player one point more in the second line with `words`, after `first` was done."""

    def edit(text: str) -> str:
        lines = first(text).splitlines(keepends=True)
        at = [number for number, line in enumerate(lines) if words in line][1]
        rest, points = lines[at].rsplit(": ", 1)
        lines[at] = f"{rest}: {int(points) + 1:+d}\n"
        return "".join(lines)

    return edit


def cut_second_object(text: str) -> str:
    """A text edit that breaks the second object off in the middle, as a crash of the recorder does."""
    starts = [at for at in range(len(text)) if text.startswith("{\n", at) and (at == 0 or text[at - 1] == "\n")]
    middle = text.index('"rows"', starts[1])
    return text[: middle + 20] + "\n\n" + text[starts[2] :]


def spoil_second_line(text: str) -> str:
    """A text edit that puts a card that does not exist into the second line."""
    lines = text.splitlines(keepends=True)
    at = lines[1].index('"dealt": ["') + len('"dealt": ["')
    lines[1] = lines[1][:at] + "1" + lines[1][at + 1 :]
    return "".join(lines)


def spoil_third_row(text: str) -> str:
    """A text edit that takes the last cell off the third row of players, as a cut of a column too far does."""
    lines = text.splitlines(keepends=True)
    lines[3] = lines[3].rstrip("\n").rpartition(",")[0] + "\n"
    return "".join(lines)
