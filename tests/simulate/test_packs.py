"""Packs of tables: bounded files, the same whatever the number of processes, with the truth and the lies beside them."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from ofc_audit.simulate.asked import first_match
from ofc_audit.simulate.faults import FAULTS
from ofc_audit.simulate.output import write_simulation
from ofc_audit.simulate.packs import Job, make_packs, packs_of
from ofc_audit.simulate.plan import Plan
from ofc_audit.tables import schema
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.errors import OutputRefusedError
from ofc_audit.warehouse.spread import Crew
from simulate.histories import CAPTURES, OPERATORS, RULES, options_of, players_of

TRUTH = (
    "hands",
    "seats",
    "boards",
    "claims",
    "claimed_pairs",
    "scored_seats",
    "scored_pairs",
    "true_stacks",
    "planted_faults",
)


def job(rules_id: str = "pokerbet", n: int = 90, seed: int = 3, form: str = "ofc_text", **given: Any) -> Job:
    faults = {name: given.pop(name) for name in ("faults", "kinds", "pack_hands") if name in given}
    plan = Plan(options=options_of(rules_id), first_match=first_match(seed), **given)
    return Job(RULES[rules_id], plan, n, seed, form, **faults)


def tree(folder: Path) -> dict[str, str]:
    """The digests of all files by path."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def truth(folder: Path, name: str) -> pa.Table:
    return pq.read_table(folder / "truth" / name)


def test_packs_share_all_hands_as_whole_tables() -> None:
    asked = job(n=90, hands_per_table=6, pack_hands=20)
    found = packs_of(asked)
    assert [n for _, n in found] == [18, 18, 18, 18, 18]
    assert [(pack.first_table, pack.first_hand) for pack, _ in found] == [(3 * at, 18 * at) for at in range(5)]
    assert sum(n for _, n in packs_of(job(n=91, hands_per_table=6, pack_hands=20))) == 91


@pytest.mark.parametrize(
    ("rules_id", "form"),
    [("pokerbet", "ofc_text"), ("spartan_refant14", "capture_hh"), ("upoker_refant14", "capture_hh")],
)
def test_hands_of_all_packs_are_different_hands(rules_id: str, form: str, tmp_path: Path) -> None:
    list(
        make_packs(
            job(rules_id, 100, form=form, pack_hands=20, hands_per_table=10, leaves=0.1 * (form == "capture_hh")),
            tmp_path,
            Crew(),
        )
    )
    hands = truth(tmp_path, "hands")
    places = set(zip(hands.column("table_id").to_pylist(), hands.column("hand_id").to_pylist(), strict=True))
    assert len(places) == hands.num_rows == 100
    assert len(set(hands.column("deal_key").to_pylist())) == 100
    assert len(list((tmp_path / "hands").iterdir())) == 5


def test_the_same_bytes_in_one_process_and_when_done_again(tmp_path: Path) -> None:
    asked = job(n=70, pack_hands=30, hands_per_table=10, faults=0.1, kinds=tuple(FAULTS))
    for name in ("one", "again"):
        write_simulation(asked, tmp_path / name, 1)
    assert tree(tmp_path / "one") == tree(tmp_path / "again")
    other = job(n=70, seed=4, pack_hands=30, hands_per_table=10, faults=0.1, kinds=tuple(FAULTS))
    write_simulation(other, tmp_path / "other", 1)
    assert tree(tmp_path / "other").keys() == tree(tmp_path / "one").keys()
    assert not set(tree(tmp_path / "other").values()) & {
        digest for path, digest in tree(tmp_path / "one").items() if path.startswith("hands/")
    }


def test_the_number_of_processes_changes_nothing(tmp_path: Path) -> None:
    asked = job(n=70, hands_per_table=10, pack_hands=20, policies=("random",))
    for processes in (1, 2):
        write_simulation(asked, tmp_path / str(processes), processes)
    assert tree(tmp_path / "1") == tree(tmp_path / "2")


def test_the_record_says_what_was_asked_and_lists_its_files(tmp_path: Path) -> None:
    record = write_simulation(job(n=30), tmp_path / "out", 1)
    assert record == json.loads((tmp_path / "out" / "simulation.json").read_text("utf-8"))
    assert (record["rules_id"], record["n_hands"], record["seed"], record["n_lies"]) == ("pokerbet", 30, 3, 0)
    assert record["plan"]["options"] == {"scoring": "1-6"}
    assert (record["plan"]["stack"], record["plan"]["point_value"]) == ("25.00", "0.50")
    (file,) = record["files"]
    assert file["sha256"] == tree(tmp_path / "out")[file["file"]]


def test_the_truth_is_in_the_declared_tables(tmp_path: Path) -> None:
    write_simulation(job(n=30, faults=0.2, kinds=tuple(FAULTS)), tmp_path / "out", 1)
    assert sorted(path.name for path in (tmp_path / "out" / "truth").iterdir()) == sorted(TRUTH)
    for name in TRUTH:
        assert truth(tmp_path / "out", name).schema.equals(schema(name)), name


def audited(paths: list[Path], out: Path) -> tuple[list[dict[str, Any]], pa.Table]:
    """The findings on some simulations, and their hands."""
    build([str(path / "hands") for path in paths], out, threads=1)
    tables = {name: pq.read_table(out / "parquet" / f"{name}.parquet") for name in ("findings", "hands", "rejects")}
    assert tables["rejects"].num_rows == 0
    return tables["findings"].to_pylist(), tables["hands"]


def test_a_clean_simulation_has_no_findings_under_any_rule_set_in_any_format(tmp_path: Path) -> None:
    folders = []
    for number, rules_id in enumerate(sorted(RULES)):
        forms = ("capture_hh", "table") if rules_id in CAPTURES else ("ofc_text", "ofc_jsonl", "table")
        for at, form in enumerate(forms):
            folders.append(tmp_path / f"{rules_id}-{form}")
            asked = job(rules_id, 24, 3 * number + at, form, hands_per_table=12, n_players=players_of(rules_id))
            write_simulation(asked, folders[-1], 1)
    findings, hands = audited(folders, tmp_path / "out")
    assert findings == []
    assert hands.num_rows == 24 * len(folders)


MISHAPS = (
    ("openface_pineapple", {"leaves": 0.1, "top_ups": 0.2, "stack": "10", "timeouts": 0.1}),
    (
        "pppoker_progressive17",
        {"leaves": 0.1, "top_ups": 0.2, "stack": "10", "hidden_stacks": True, "policies": ("chaser",)},
    ),
    ("spartan_refant14", {"leaves": 0.1, "hidden_stacks": True}),
    ("arena_progressive", {"leaves": 0.1, "policies": ("chaser",)}),
)


def test_who_comes_goes_and_buys_chips_makes_no_findings(tmp_path: Path) -> None:
    folders = []
    for number, (rules_id, given) in enumerate(MISHAPS):
        form = "ofc_text" if rules_id in OPERATORS else "capture_hh"
        folders.append(tmp_path / rules_id)
        write_simulation(job(rules_id, 120, 50 + number, form, **given), folders[-1], 1)
        players = truth(folders[-1], "seats").group_by("player_id").aggregate([("hand_key", "count")])
        assert players.num_rows > 8
    assert audited(folders, tmp_path / "out")[0] == []


def test_every_lie_is_listed_and_all_else_is_told_as_it_was(tmp_path: Path) -> None:
    write_simulation(job(n=120, faults=0.1, kinds=("scoop_not_paid", "net_off")), tmp_path / "lies", 1)
    lies = truth(tmp_path / "lies", "planted_faults").to_pylist()
    assert len(lies) in (12, 13)
    assert {lie["fault"] for lie in lies} == {"scoop_not_paid", "net_off"}
    findings, hands = audited([tmp_path / "lies"], tmp_path / "out")
    assert {finding["hand_key"] for finding in findings} == {lie["hand_key"] for lie in lies if lie["is_visible"]}
    told, true = (
        set(hands.column("hand_key").to_pylist()),
        set(truth(tmp_path / "lies", "hands").column("hand_key").to_pylist()),
    )
    assert {lie["hand_key"] for lie in lies} == told - true - _played_on(lies, told, true)
    assert {lie["true_hand_key"] for lie in lies} <= true - told


def _played_on(lies: list[dict[str, Any]], told: set[int], true: set[int]) -> set[int]:
    """Hands after a lie in its match, which the site goes on with on the stacks that it claims."""
    return (told - true) - {lie["hand_key"] for lie in lies}


def test_lies_meet_in_no_match(tmp_path: Path) -> None:
    write_simulation(job(n=60, faults=0.9, kinds=tuple(FAULTS)), tmp_path / "lies", 1)
    lies = truth(tmp_path / "lies", "planted_faults").column("true_hand_key").to_pylist()
    rows = truth(tmp_path / "lies", "hands").to_pylist()
    match = {row["hand_key"]: row["match_id"] for row in rows}
    assert len({match[key] for key in lies}) == len(lies)
    record = json.loads((tmp_path / "lies" / "simulation.json").read_text("utf-8"))
    assert record["n_lies"] == len(lies)
    assert record["n_lies"] + record["n_lies_missed"] in (54, 55)


def test_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    out = tmp_path / "out"
    write_simulation(job(n=10), out, 1)
    before = tree(out)
    with pytest.raises(OutputRefusedError, match="holds a simulation; say --replace, or name a new folder"):
        write_simulation(job(n=20), out, 1)
    assert tree(out) == before
    write_simulation(job(n=20), out, 1, replaces=True)
    assert truth(out, "hands").num_rows == 20
    (out / "mine.txt").write_text("notes", "utf-8")
    with pytest.raises(OutputRefusedError, match=r"holds 'mine\.txt', which no simulation wrote"):
        write_simulation(job(n=10), out, 1, replaces=True)
    with pytest.raises(OutputRefusedError, match="is a file; name a folder"):
        write_simulation(job(n=10), out / "mine.txt", 1, replaces=True)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            job(form="capture_hh"),
            "pokerbet: its hands are recorded in ofc_text, ofc_jsonl and table, not in capture_hh",
        ),
        (job("upoker_refant14"), "upoker_refant14: its hands are recorded in capture_hh and table, not in ofc_text"),
        (
            job(form="table", faults=0.1),
            r"what a table shows of a fault is not declared: lies are told in the other formats \(faults\)",
        ),
        (job(n=0), "the number of hands is 1 or more, not 0"),
        (job(hands_per_table=0), "a table has 1 to 20000 hands, not 0"),
        (job(seed=-1), "a seed is a whole number from 0 on, not -1"),
        (job(faults=1.5), "faults is a share of hands, from 0 to 1, not 1.5"),
        (job(leaves=0.1), r"pokerbet: nobody comes, goes or buys chips in a match or a tournament \(leaves, top_ups\)"),
        (
            job("spartan_refant14", form="capture_hh", stack="9"),
            "spartan_refant14: its record has no stacks; players can have .*",
        ),
        (job("arena_classic", cap="none"), r"arena_classic: nothing is capped where nobody has a stack \(cap\)"),
        (
            job("pppoker_refant14", form="capture_hh", hidden_stacks=True, cap="loser"),
            "pppoker_refant14: settlement.cap is both, not loser",
        ),
        (
            job("quadnet", plays_on=True),
            r"quadnet: Fantasyland is not played when one player has everything \(plays_on\)",
        ),
        (job("arena_classic", top_ups=0.1), r"arena_classic: who has no stack cannot buy up to one \(top_ups\)"),
    ],
)
def test_what_cannot_be_simulated_is_refused(asked: Job, said: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=f"^{said}$"):
        write_simulation(asked, tmp_path / "out", 1)
    assert not (tmp_path / "out").exists()
