"""The rake of every club from all of its hands, and the money of single hands that was open only for want of it.

Twice through the hands, row group by row group: first the different winnings of each club are counted, with what was taken of them; then
hands whose rake was unknown are held against what their club takes. What follows the inferred rake exactly is verified, with `INFERRED` as
the reason; what does not stays unverifiable: an inferred rule accuses nobody.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from ofc_audit.audit.view import Ints, Mask, View, ints
from ofc_audit.audit.winnings import StatedRakes, Winnings, leaves_rake_open
from ofc_audit.infer.clubs import Club, InferredRakes, clubs_of, rakes_table
from ofc_audit.infer.rakes import Wins, infer_rake
from ofc_audit.money import NULL
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.effective import DECIDING, effective_rules
from ofc_audit.warehouse.engine import Opened, quoted
from ofc_audit.warehouse.lay import OrderedWriter, group_starts, row_group, some_row_groups
from ofc_audit.warehouse.revise import has_reason, rewrite, with_told
from ofc_audit.warehouse.spread import Crew

INFERRED = "rake inferred"
"""The reason of a verified verdict on money that rests on an inferred rake."""
NOT_AS_INFERRED = "rake not as inferred"
"""The reason of an unverifiable one that contradicts it."""
OPEN_RAKE = "rake unknown"
"""The reason of verdicts that an inferred rake may close."""
MOST_WINS = 10_000
"""Different winnings of a club that are looked at, those of most hands first."""

_ALONE, _SHARED, _POT = range(3)
_COLUMNS: Mapping[str, Sequence[str]] = {
    "hands": (
        *("hand_key", *DECIDING, "site", "club_id", "currency", "tournament_id"),
        *("n_seats", "status", "point_value", "rake"),
    ),
    "seats": ("acting_order",),
    "claims": ("net", "rake"),
    "scored_pairs": ("a", "b", "points", "amount"),
}
"""What is read of the hands."""


def infer(
    opened: Opened,
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    crew: Crew | None = None,
) -> InferredRakes:
    """Writes `inferred_rakes` to `folder` and revises in `staged` what single hands gave; gives the rakes found.

    `folder` holds the hand tables, the scored tables and `id_clashes`.
    """
    clashes = pq.read_table(folder / "id_clashes.parquet").filter(pc.field("kind") == "conflict")
    conflicts = np.concatenate([ints(clashes, name) for name in ("hand_key", "other_hand_key")])
    found = infer_rakes(opened, folder, staged, rules, conflicts, crew)
    writer = OrderedWriter("inferred_rakes", folder / "inferred_rakes.parquet")
    writer.write(rakes_table(found))
    writer.close()
    apply_rakes(folder, staged, rules, conflicts, found, crew)
    return found


def infer_rakes(
    opened: Opened,
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    conflicts: Ints,
    crew: Crew | None = None,
) -> InferredRakes:
    """The rake of every club in the laid hands, as far as their winnings tell.

    `folder` holds the hand tables and the scored tables, `staged` what single hands gave; `conflicts`: keys of hands that are on record
    twice, told differently: they tell nothing.
    """
    numbers: dict[Club, int] = {}
    path = staged / "winnings.parquet"
    writer = pq.ParquetWriter(path, _COUNTED, compression="lz4")
    for rows in count_winnings(folder, staged, rules, conflicts, numbers, crew):
        writer.write_table(rows)
    writer.close()
    if not numbers:
        return InferredRakes()
    with opened() as con:
        return rakes_of(con, f"read_parquet({quoted(path)})", {number: club for club, number in numbers.items()})


def count_winnings(
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    conflicts: Ints,
    numbers: dict[Club, int],
    crew: Crew | None = None,
) -> Iterator[pa.Table]:
    """The different winnings of each club in some hands: its number, what kind, what was won and taken, and how many hands have it.

    `numbers` is made longer by clubs not met before.
    """
    work = partial(count_group, folder, staged, dict(rules), conflicts)
    groups = range(len(group_starts(folder / "hands.parquet")))
    for clubs, rows in (crew or Crew()).over(work, groups):
        if rows.num_rows:
            known = np.array([numbers.setdefault(club, len(numbers)) for club in clubs], np.int64)
            yield rows.set_column(0, "club_no", pa.array(known[ints(rows, "club_no")]))


def rakes_of(con: duckdb.DuckDBPyConnection, winnings: str, clubs: Mapping[int, Club]) -> InferredRakes:
    """The rake of every club from all winnings, as `count_winnings` gives them; `winnings` is a relation of `con`."""
    wins = con.sql(
        f"""
        select club_no, kind, gross, rake, sum(n)::bigint as n
        from {winnings}
        group by club_no, kind, gross, rake
        qualify row_number() over (partition by club_no, kind order by sum(n) desc, gross, rake) <= {MOST_WINS}
        order by club_no, kind, gross, rake
        """
    ).to_arrow_table()
    number, kind = ints(wins, "club_no"), ints(wins, "kind")
    gross, rake, n = (ints(wins, name) for name in ("gross", "rake", "n"))
    found = InferredRakes()
    for at in np.unique(number).tolist():
        alone, shared, pots = (
            Wins.of(gross[chosen], rake[chosen], n[chosen])
            for chosen in ((number == at) & (kind == of) for of in (_ALONE, _SHARED, _POT))
        )
        found.clubs[clubs[at]] = infer_rake(alone, shared, pots)
    found.clubs = {club: found.clubs[club] for club in sorted(found.clubs)}
    return found


def apply_rakes(
    folder: Path,
    staged: Path,
    rules: Mapping[str, RuleSet],
    conflicts: Ints,
    found: InferredRakes,
    crew: Crew | None = None,
) -> None:
    """Revises what single hands gave: money that was open only for want of the rake is verified where it follows the inferred one."""
    if not found.tells_anything:
        return

    groups = [group for group, _ in group_starts(folder / "hands.parquet") if has_reason(staged, group, OPEN_RAKE)]
    if groups:
        work = partial(revise_group, folder, staged, dict(rules), conflicts, found)
        revised = iter((crew or Crew()).over(work, groups))
        last = len(group_starts(folder / "hands.parquet"))
        rewrite(staged, (next(revised) if group in groups else {} for group in range(last)))


def revise_group(
    folder: Path, staged: Path, rules: Mapping[str, RuleSet], conflicts: Ints, found: InferredRakes, group: int
) -> Mapping[str, pa.Table]:
    """The verdicts of single hands of a row group with what the rakes found add to them."""
    view = _view(folder, group, rules)
    given = {name: row_group(staged / f"hand_{name}.parquet", group) for name in ("verdicts", "seat_verdicts")}
    return _revised(view, _sound(view, given["verdicts"], conflicts), given, found)


_COUNTED = pa.schema(
    [("club_no", pa.int64()), ("kind", pa.int8()), ("gross", pa.int64()), ("rake", pa.int64()), ("n", pa.int64())]
)


def count_group(
    folder: Path, staged: Path, rules: Mapping[str, RuleSet], conflicts: Ints, group: int
) -> tuple[list[Club], pa.Table]:
    """The winnings in a row group of hands as `count_winnings` gives them, and the clubs that the numbers stand for."""
    hands = some_row_groups(folder / "hands.parquet", range(group, group + 1), list(DECIDING))
    effective, _ = effective_rules(hands, rules)
    numbers: dict[Club, int] = {}
    if not any(leaves_rake_open(one) for one in effective):
        return [], _COUNTED.empty_table()
    view = _view(folder, group, rules)
    rows = _counted(view, _sound(view, row_group(staged / "hand_verdicts.parquet", group), conflicts), numbers)
    counted = pa.concat_tables([_COUNTED.empty_table(), *rows])
    return list(numbers), counted


def _view(folder: Path, group: int, rules: Mapping[str, RuleSet]) -> View:
    """What rakes are found from, of a row group of hands."""
    groups = range(group, group + 1)
    tables = {
        name: some_row_groups(folder / f"{name}.parquet", groups, list(names)) for name, names in _COLUMNS.items()
    }
    return View(tables, *effective_rules(tables["hands"], rules))


def _sound(view: View, verdicts: pa.Table, conflicts: Ints) -> Mask:
    """(n_hands,) hands of which neither layout nor points nor money is wrong, and that are on record once."""
    wrong = verdicts.filter(pc.equal(verdicts["verdict"], "wrong")).column("hand_key").to_numpy()
    return ~np.isin(view.hand_key, wrong) & ~np.isin(view.hand_key, conflicts)


def _counted(view: View, sound: Mask, numbers: dict[Club, int]) -> Iterator[pa.Table]:
    """The different winnings of each club with how many hands have them, `numbers` made longer by clubs not met before."""
    found, stated = Winnings(view, sound), StatedRakes(view, sound)
    pot, pot_gross, pot_rake = found.pots()
    by_hand = np.arange(view.n_hands)
    kinds: Sequence[tuple[str, int, Mask, Ints, Ints, Ints]] = (
        ("hand", _ALONE, found.alone, view.seat_hand, found.gross, found.rake),
        ("hand", _SHARED, found.won & ~found.alone, view.seat_hand, found.gross, found.rake),
        ("hand", _POT, pot, by_hand, pot_gross, pot_rake),
        ("match_end", _ALONE, stated.alone, view.seat_hand, stated.gross, stated.rake),
        ("match_end", _SHARED, stated.won & ~stated.alone, view.seat_hand, stated.gross, stated.rake),
    )
    for taken, kind, chosen, hand, gross, rake in kinds:
        told = np.flatnonzero(chosen & (rake != NULL))
        if not len(told):
            continue
        clubs, number = clubs_of(view.tables["hands"].take(pa.array(hand[told])), taken)
        club_no = np.array([numbers.setdefault(club, len(numbers)) for club in clubs], np.int64)[number]
        rows, n = np.unique(np.stack([club_no, gross[told], rake[told]], axis=1), axis=0, return_counts=True)
        columns = (rows[:, 0], np.full(len(rows), kind), rows[:, 1], rows[:, 2], n)
        yield pa.table([pa.array(one) for one in columns], names=_COUNTED.names).cast(_COUNTED)


def _revised(view: View, sound: Mask, given: Mapping[str, pa.Table], found: InferredRakes) -> Mapping[str, pa.Table]:
    """Verdicts on some hands, `given` by single hands, with what the rakes found add to them."""
    won = Winnings(view, sound)
    due = found.take(view, won.gross)
    is_told = won.won & (due != NULL) & (won.rake != NULL)
    follows, deviates = is_told & (won.rake == due), is_told & won.is_certain & (won.rake != due)
    hands, seats = given["verdicts"], given["seat_verdicts"]
    open_hand, open_seat = _is_open(hands), _is_open(seats)
    open_seat &= open_hand[view.seat_hand]
    closed, against = open_seat & follows, open_seat & deviates
    left = view.any_seat(open_seat & ~closed)
    return {
        "verdicts": _told(hands, view.any_seat(closed) & ~left, view.any_seat(against)),
        "seat_verdicts": _told(seats, closed, against),
    }


def _is_open(verdicts: pa.Table) -> Mask:
    """Of each verdict on money, in their order, whether it is open for want of the rake."""
    is_open = pc.and_(pc.equal(verdicts["reason"], OPEN_RAKE), pc.equal(verdicts["verdict"], "unverifiable"))
    laid: Mask = np.asarray(pc.fill_null(is_open, False), bool)
    return laid[_money_rows(verdicts)]


def _told(verdicts: pa.Table, closed: Mask, against: Mask) -> pa.Table:
    """Verdicts with some of those on money verified, and some open for another reason."""
    money = _money_rows(verdicts)
    is_closed, is_against = np.zeros((2, len(money)), bool)
    is_closed[money], is_against[money] = closed, against
    is_closed, is_against = pa.array(is_closed), pa.array(is_against)
    reason = pc.if_else(is_against, NOT_AS_INFERRED, pc.if_else(is_closed, INFERRED, verdicts["reason"]))
    return with_told(verdicts, {"verdict": pc.if_else(is_closed, "verified", verdicts["verdict"]), "reason": reason})


def _money_rows(verdicts: pa.Table) -> Mask:
    rows: Mask = np.asarray(pc.equal(verdicts["dimension"], "money"), bool)
    return rows
