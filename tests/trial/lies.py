"""The lying half: one fault to a table, whole histories read and audited as they are, and each lie held against what was found of it."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.simulate.edits import OWNED, Tables, join, keys_of, owners
from ofc_audit.simulate.fault import Fault, Planted
from ofc_audit.simulate.faults import FAULTS, plant
from ofc_audit.warehouse.build import build
from trial.settings import HANDS_PER_TABLE, RULES, Setting, file_name, settings_of, write

TABLES_AT_ONCE = 16
"""Tables of a setting that are played at once."""
STARTS = 5
"""Hands of a table before which none is lied about, at the most."""
SEEDS = 100
"""Seeds that a setting has in one task."""
TABLES_TRIED = 3
"""How many tables are looked at for a seat and a size of a kind, before the next is taken."""
ROOM_WIDE = {"stake_misstated", "scoring_misstated"}
"""Kinds of a whole table that are told once for all tables of a room: one to a run, or it could not be told of which table it speaks."""
UNWRITTEN = 6
"""How often in a row the formats of a room may have no words for a kind before it is left."""
ROUNDS = 3
"""How often every setting, seat and size of a kind is tried for one lie before the kind is left."""


@dataclass(frozen=True)
class LieTask:
    """So many lies under one rule set, in its formats by turns, each format audited in one run; reproducible by its seed."""

    rules_id: str
    n_lies: int
    seed: int
    kinds: tuple[str, ...] = tuple(FAULTS)
    part: int = 0
    n_parts: int = 1
    """The settings are shared out among so many tasks; this is one of them."""


@dataclass(frozen=True)
class Where:
    """A table that was played: its setting, the seed of the play and its number among the tables of that seed."""

    setting: str
    seed: int
    number: int


@dataclass
class Told:
    """A lie and what the audit found at its table."""

    kind: str
    rules_id: str
    file_format: str
    where: Where
    seat: int | None
    size: str | None
    hand_id: str
    check_ids: tuple[str, ...]
    also: tuple[str, ...]
    hidden: str | None
    """Why nobody can see it, as declared."""
    hand_ids: tuple[str, ...] = ()
    """The hands in which its finding may stand."""
    found: list[tuple[str, bool, str]] = field(default_factory=list)
    """The findings at its table: the check, whether it stands in a hand in which it may, and what it says."""

    @property
    def is_found(self) -> bool:
        """Whether anything was found."""
        return bool(self.found)

    @property
    def is_named(self) -> bool:
        """Whether the declared check found it where it may, and nothing but its declared consequences was found besides."""
        own = [check in self.check_ids and in_place for check, in_place, _ in self.found]
        return any(own) and all(
            is_own or check in self.also for is_own, (check, _, _) in zip(own, self.found, strict=True)
        )

    @property
    def n_extra(self) -> int:
        """Findings besides the one."""
        return max(0, len(self.found) - 1)

    def line(self) -> str:
        """The lie in a line: what `--only` takes to tell it again, where it is, and what was to be found."""
        turn = [] if self.seat is None and self.size is None else ["" if self.seat is None else str(self.seat)]
        turn += [] if self.size is None else [self.size]
        key = ",".join(
            [self.kind, self.rules_id, self.file_format, str(self.where.seed), str(self.where.number), *turn]
        )
        return f"{key} in {self.where.setting!r}, hand {self.hand_id}, expected {' or '.join(self.check_ids)}"


class _Pool:
    """The tables of one setting, played as they are needed, from every `step`th seed on, so that no other setting has it."""

    def __init__(self, setting: Setting, seed: int, step: int) -> None:
        self.setting, self._seed, self._step = setting, seed, step
        self._waiting: list[tuple[Where, dict[str, pa.Table]]] = []

    def waiting(self) -> list[tuple[Where, dict[str, pa.Table]]]:
        """Tables at which nobody has lied yet."""
        if not self._waiting:
            self._waiting = list(played(self.setting, self._seed))
            self._seed += self._step
        return self._waiting

    def pass_over(self, n: int) -> None:
        """Leave tables that suited nobody."""
        del self._waiting[:n]


def played(setting: Setting, seed: int) -> Iterator[tuple[Where, dict[str, pa.Table]]]:
    """Table after table of a setting, each apart, with all that the room reckons."""
    tables = setting.reckoned(TABLES_AT_ONCE * HANDS_PER_TABLE, seed)
    names = np.asarray(tables["hands"].column("table_id").to_pylist())
    starts = np.flatnonzero(np.concatenate([[True], names[1:] != names[:-1]]))
    stops = np.append(starts[1:], len(names))
    owner = {name: owners(tables, name) for name in OWNED}
    for number, (start, stop) in enumerate(zip(starts.tolist(), stops.tolist(), strict=True)):
        own = {"hands": tables["hands"].slice(start, stop - start)}
        for name in OWNED:
            first, last = np.searchsorted(owner[name], [start, stop]).tolist()
            own[name] = tables[name].slice(first, last - first)
        yield Where(setting.name, seed, number), own


def _turns(fault: Fault, most_players: int) -> list[tuple[int | None, Any]]:
    """The seats and sizes of a kind, in turn; first anybody."""
    seats = list(range(most_players)) if fault.has_seats else [None]
    sizes = list(fault.sizes) or [None]
    return list(product(seats, sizes))


class _Liar:
    """One kind of fault going round the settings of a rule set."""

    def __init__(self, fault: Fault, pools: Sequence[_Pool], most_players: int, shift: int) -> None:
        self.fault, self.pools = fault, list(pools)
        self.turns = _turns(fault, most_players)
        self._n, self._shift = 0, shift
        self._fitted: set[str] = set()

    def lie(self) -> tuple[Where, dict[str, pa.Table], Planted] | None:
        """A table at which the kind was done; None where it is done nowhere under this rule set."""
        n_failed = 0
        while self.pools and n_failed < ROUNDS * len(self.pools) * len(self.turns):
            pool = self.pools[(self._n + self._shift) % len(self.pools)]
            seat, size = self.turns[(self._n // len(self.pools) + self._shift) % len(self.turns)]
            fitted = pool.setting.name in self._fitted
            done = self._try(pool, seat if fitted else None, size if fitted else None)
            if done:
                self._fitted.add(pool.setting.name)
                self._n += 1
                return done
            n_failed += 1
            if fitted:
                self._n += 1
                # The same tables would be looked at again and again where no other kind takes them.
                pool.pass_over(TABLES_TRIED if n_failed % len(self.turns) == 0 else 0)
            else:
                self.pools.remove(pool)
        return None

    def _try(self, pool: _Pool, seat: int | None, size: Any) -> tuple[Where, dict[str, pa.Table], Planted] | None:
        waiting = pool.waiting()
        for at in range(min(TABLES_TRIED, len(waiting))):
            where, tables = waiting[at]
            try:
                told, planted = plant(
                    tables,
                    RULES,
                    self.fault.name,
                    where.number % STARTS,
                    seat=seat,
                    size=size,
                    says_less=pool.setting.recorded,
                )
            except ValueError:
                continue
            except Exception as error:
                # A kind that breaks at one table must not end a trial of hours; it is said, and counts as not done here.
                print(
                    f"BROKEN: {self.fault.name} at {where}, seat {seat}, size {size}: {error!r}",
                    file=sys.stderr,
                    flush=True,
                )
                continue
            del waiting[at]
            return where, told, planted
        return None


def tell(task: LieTask) -> Iterator[tuple[Where, str, dict[str, pa.Table], Planted]]:
    """The lies of a task with their formats, kind after kind in turn, each at a table of its own, until there are enough."""
    settings = [one for one in settings_of(task.rules_id) if one.for_lies]
    n = len(settings)
    pools = [_Pool(setting, task.seed * SEEDS * n + number, n) for number, setting in enumerate(settings)]
    pools = pools[task.part % n :: task.n_parts]
    most = int(RULES[task.rules_id].value("deal.players_max"))  # type: ignore[call-overload]
    liars = [_Liar(FAULTS[kind], pools, most, task.seed + number) for number, kind in enumerate(task.kinds)]
    formats = settings[0].formats
    turn, left = 0, task.n_lies
    told_of_the_room: set[tuple[str, str]] = set()
    n_unwritten: Counter[str] = Counter()
    while liars and left:
        file_format = formats[(turn + turn // len(pools)) % len(formats)]
        for liar in list(liars):
            kind = liar.fault.name
            if (kind, file_format) in told_of_the_room:
                if all((kind, one) in told_of_the_room for one in formats):
                    liars.remove(liar)
                continue
            done = liar.lie() if left else None
            if done and kind in ROOM_WIDE:
                told_of_the_room.add((kind, file_format))
            if done and _can_be_written(file_format, done[1]):
                left -= 1
                n_unwritten[kind] = 0
                yield done[0], file_format, *done[1:]
                continue
            n_unwritten[kind] += 1
            if left and (not done or n_unwritten[kind] > UNWRITTEN):
                liars.remove(liar)
        turn += 1


def _can_be_written(file_format: str, tables: Tables) -> bool:
    """Whether a format has words for the hands in which a kind was done."""
    try:
        write(tables, file_format)
    except ValueError:
        return False
    return True


def run_lies(task: LieTask) -> list[Told]:
    """Tell the lies of a task, write them, read and audit them, and hold each against what was found of it."""
    told: list[Told] = []
    histories: dict[str, dict[str, list[dict[str, pa.Table]]]] = {}
    lie_of: dict[str, Told] = {}
    for where, file_format, tables, planted in tell(task):
        told.append(_as_told(task, where, file_format, tables, planted))
        lie_of |= dict.fromkeys(tables["hands"].column("table_id").to_pylist(), told[-1])
        histories.setdefault(file_format, {}).setdefault(where.setting, []).append(tables)
    for file_format, by_setting in histories.items():
        for row in _findings(file_format, by_setting):
            _note(lie_of.get(row["table_id"]), row)
    return told


def _note(one: Told | None, row: Mapping[str, Any]) -> None:
    """A finding put down to the lie at its table; one about no table of ours is said, for nothing else may be found."""
    if one is None:
        print(f"ELSEWHERE: {row['check_id']}: {row['message']}", file=sys.stderr, flush=True)
    else:
        one.found.append((row["check_id"], row["hand_id"] in one.hand_ids, row["message"]))


def _findings(file_format: str, by_setting: Mapping[str, Sequence[Tables]]) -> list[dict[str, Any]]:
    """What a run of the program finds in histories, a file for each setting."""
    with TemporaryDirectory() as scratch:
        files = []
        for number, parts in enumerate(by_setting.values()):
            path = Path(scratch) / f"{number:02}-{file_name(file_format)}"
            path.write_bytes(write(join(*parts), file_format))
            files.append(str(path))
        build(files, Path(scratch) / "out", threads=1)
        parquet = Path(scratch) / "out" / "parquet"
        hands = pq.read_table(parquet / "hands.parquet", columns=["hand_key", "table_id", "hand_id"]).to_pylist()
        place = {row.pop("hand_key"): row for row in hands}
        nowhere = {"table_id": None, "hand_id": None}
        rows = pq.read_table(parquet / "findings.parquet").to_pylist()
    return [{**row, **place.get(row["hand_key"], nowhere)} for row in rows]


def _as_told(task: LieTask, where: Where, file_format: str, tables: Tables, planted: Planted) -> Told:
    fault, ids = planted.fault, tables["hands"].column("hand_id").to_pylist()
    return Told(
        fault.name,
        task.rules_id,
        file_format,
        where,
        planted.aim.seat if fault.has_seats else None,
        planted.aim.size if fault.sizes else None,
        planted.hand_id,
        planted.check_ids,
        fault.also,
        planted.why_hidden(file_format),
        tuple(hand_id for key, hand_id in zip(keys_of(tables).tolist(), ids, strict=True) if key in planted.hand_keys),
    )


def again(key: str) -> Told:
    """One lie told again, from the key of its line. Raises ValueError for a key that is none, or names what cannot be done."""
    words = [*key.split(","), "", ""]
    kind, rules_id, file_format, seed, number, seat, size = words[:7]
    settings = [one for one in settings_of(rules_id) if one.for_lies]
    setting = settings[int(seed) % len(settings)]
    where, tables = list(played(setting, int(seed)))[int(number)]
    asked: Any = {"seat": int(seat) if seat else None, "size": size or None, "says_less": setting.recorded}
    told, planted = plant(tables, RULES, kind, where.number % STARTS, **asked)
    one = _as_told(LieTask(rules_id, 1, int(seed)), where, file_format, told, planted)
    for row in _findings(file_format, {where.setting: [told]}):
        _note(one, row)
    return one
