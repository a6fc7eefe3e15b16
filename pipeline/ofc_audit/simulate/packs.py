"""Playing any number of hands: packs of tables, each played, lied about and written by itself, in as many processes as
there are processors.

What a pack holds depends on the seed and its number alone, so the number of processes changes nothing, and memory does not
grow with the number of hands.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import score_tables
from ofc_audit.simulate.lies import lie
from ofc_audit.simulate.plan import AS_THE_ROOM, Plan, session_of
from ofc_audit.simulate.play import simulate
from ofc_audit.simulate.session import Pack, Session
from ofc_audit.tables import empty
from ofc_audit.warehouse.spread import Crew

PACK_HANDS = 20_000
"""How many hands a file holds, where a job does not say."""
ENDINGS = {"ofc_text": "txt", "ofc_jsonl": "jsonl", "capture_hh": "hh", "table": "csv"}
HANDS, TRUTH = "hands", "truth"
_LIES = 1
"""What sets the chance of lies apart from the chance of the play, so that the same hands are played with and without."""


@dataclass(frozen=True)
class Job:
    """What is simulated: `faults` is the share of hands that are lied about, `kinds` of what kinds, none for no lies.

    A pack, and so a file, has `pack_hands` hands or less, of whole tables.
    """

    rules: RuleSet
    plan: Plan
    n_hands: int
    seed: int
    format_id: str
    faults: float = 0.0
    kinds: Sequence[str] = ()
    pack_hands: int = PACK_HANDS


@dataclass(frozen=True)
class Made:
    """What became of a pack: the file of its hands with its SHA-256, and how many lies there are of each kind."""

    file: str
    sha256: str
    n_hands: int
    n_bytes: int
    lies: Counter[str]
    n_hidden: int
    n_missed: int


def check_job(job: Job) -> None:
    """Raises ValueError for what cannot be simulated."""
    if job.n_hands < 1:
        raise ValueError(f"the number of hands is 1 or more, not {job.n_hands}")
    if job.seed < 0:
        raise ValueError(f"a seed is a whole number from 0 on, not {job.seed}")
    if not 1 <= job.plan.hands_per_table <= job.pack_hands:
        raise ValueError(f"a table has 1 to {job.pack_hands} hands, not {job.plan.hands_per_table}")
    if not 0 <= job.faults <= 1:
        raise ValueError(f"faults is a share of hands, from 0 to 1, not {job.faults}")
    session = session_of(job.rules, 1, job.seed, job.plan, Pack())
    _check_use(job, session)
    if job.format_id == "table":
        if job.faults:
            raise ValueError(
                "what a table shows of a fault is not declared: lies are told in the other formats (faults)"
            )
    elif session.room.is_capture != (job.format_id == "capture_hh"):
        allowed = "capture_hh and table" if session.room.is_capture else "ofc_text, ofc_jsonl and table"
        raise ValueError(f"{job.rules.id}: its hands are recorded in {allowed}, not in {job.format_id}")


def _check_use(job: Job, session: Session) -> None:
    """Raises ValueError for a setting that would change nothing: whoever gave it expects that it does."""
    plan, rules_id = job.plan, job.rules.id
    if plan.stack not in (AS_THE_ROOM, None) and not session.has_stacks:
        raise ValueError(f"{rules_id}: its record has no stacks; players can have hidden ones (hidden_stacks)")
    if plan.cap is not None and session.room.pays_from_pool:
        raise ValueError(
            f"{rules_id}: the room pays from a pool, where losers and winners are both limited to what they have (cap)"
        )
    if plan.cap is not None and not session.has_stacks:
        raise ValueError(f"{rules_id}: nothing is capped where nobody has a stack (cap)")
    if plan.plays_on and not session.plays_on_after_the_end:
        raise ValueError(f"{rules_id}: Fantasyland is not played when one player has everything (plays_on)")


def packs_of(job: Job) -> list[tuple[Pack, int]]:
    """The packs, each with its number of hands."""
    per_table = job.plan.hands_per_table
    n_tables = job.pack_hands // per_table
    per_pack = n_tables * per_table
    return [
        (Pack(number, number * n_tables, number * per_pack, per_table), min(per_pack, job.n_hands - number * per_pack))
        for number in range(-(-job.n_hands // per_pack))
    ]


def make_pack(job: Job, pack: Pack, n_hands: int, folder: Path) -> Made:
    """Play one pack, and write its hands and its truth below `folder`."""
    made = simulate(job.rules, n_hands, job.seed, job.plan, pack)
    hands, seats, boards = (made.tables[name] for name in ("hands", "seats", "boards"))
    scored, pairs = score_tables(hands, seats, boards, {job.rules.id: job.rules})
    tables, planted, n_missed = made.tables, empty("planted_faults"), 0
    if job.kinds:
        rng = np.random.default_rng((job.seed, pack.number, _LIES))
        told = lie(tables, job.rules, job.faults, job.kinds, job.format_id, rng)
        tables, planted, n_missed = told.tables, told.planted, told.n_missed
    truth = made.tables | {"scored_seats": scored, "scored_pairs": pairs}
    truth |= {"true_stacks": made.true_stacks, "planted_faults": planted}
    for name, table in truth.items():
        _write_part(table, folder / TRUTH / name / f"part-{pack.number + 1:05d}.parquet")
    path = folder / HANDS / f"hands-{pack.number + 1:05d}.{ENDINGS[job.format_id]}"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as out:
        import_module(f"ofc_audit.read.write_{job.format_id}").write(tables, out)
    with path.open("rb") as written:
        digest = hashlib.file_digest(written, "sha256").hexdigest()
    hidden = planted.num_rows - int(np.count_nonzero(np.asarray(planted.column("is_visible"))))
    lies = Counter(planted.column("fault").to_pylist())
    return Made(f"{HANDS}/{path.name}", digest, hands.num_rows, path.stat().st_size, lies, hidden, n_missed)


def _write_part(table: pa.Table, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(table, path, compression="zstd")


def make_packs(job: Job, folder: Path, crew: Crew) -> Iterator[Made]:
    """Make all packs, in their order, by the processes of a crew. Raises BuildError when one of them was ended from outside."""
    todo = packs_of(job)
    return crew.over_stream(partial(_make, job, folder), todo, crew.processes > 1 and len(todo) > 1)


def _make(job: Job, folder: Path, pack: tuple[Pack, int]) -> Made:
    return make_pack(job, *pack, folder)
