"""Whole builds of small files: what is left, what is the same whatever the files, and what happens when a build cannot go on."""

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from ofc_audit.tables import all_tables, run_tables, table
from ofc_audit.warehouse import build as build_module
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.errors import InternalError, LockHeldError, OutputRefusedError
from ofc_audit.warehouse.models import load_models
from ofc_audit.warehouse.place import locked
from warehouse.histories import hand, rows, write

MARTS = {model.name for model in load_models() if model.layer == "marts"}
PLACED = {name for name, t in all_tables().items() if t.place_columns}
BAD = hand("66").replace("bottom [Ah", "bottom [Xh")

FIRST = hand("1", time="2024-03-05 20:00:00") + hand("2", 1, time="2024-03-05 20:10:00")
SECOND = (
    hand("3", points=(16, -16), time="2024-03-05 20:20:00")
    + BAD
    + hand("4", 1, cancelled=True, time="2024-03-05 20:30:00")
)
THIRD = hand("2", time="2024-03-05 20:15:00") + hand("1", net=(9, -9), time="2024-03-05 20:00:00") + hand("5", 1)


def contents(out: Path) -> dict[str, Any]:
    """Every Parquet file: its bytes, or its rows without the columns that name places; `sources` is about files and left out."""
    found: dict[str, Any] = {}
    for path in sorted((out / "parquet").iterdir()):
        if path.stem == "sources":
            continue
        if path.stem in PLACED:
            found[path.stem] = pq.read_table(path).drop_columns(list(table(path.stem).place_columns)).to_pylist()
        else:
            found[path.stem] = path.read_bytes()
    return found


def test_a_build_leaves_every_table_and_mart_the_database_and_its_record(tmp_path: Path) -> None:
    paths = write(tmp_path / "in", {"a": FIRST, "b": SECOND, "c": "no hands here\n"})
    result = build(paths, tmp_path / "out")
    out = result.out_dir
    assert out == tmp_path / "out"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "out"]
    assert sorted(p.name for p in out.iterdir()) == ["ofc.duckdb", "parquet", "run.json"]
    assert {p.stem for p in (out / "parquet").iterdir()} == set(run_tables()) | MARTS
    for name in run_tables():
        (n,) = rows(out, f"select count(*) from {name}")[0]
        assert n == pq.read_metadata(out / "parquet" / f"{name}.parquet").num_rows
    comments = rows(
        out, "select column_name, comment from duckdb_columns() where table_name = 'player_stats' and comment is null"
    )
    assert comments == []
    assert result.check_failures == ()


def test_the_record_of_a_run_adds_up(tmp_path: Path) -> None:
    paths = write(
        tmp_path / "in", {"a": FIRST, "b": SECOND, "c": "no hands here\n", "d": FIRST, "e": FIRST + hand("9", 1)}
    )
    result = build(paths, tmp_path / "out")
    run = json.loads((tmp_path / "out" / "run.json").read_text())
    counts = {"found": 10, "stored": 4, "duplicates": 4, "cancelled": 1, "rejected": 1}
    assert run["counts"] == counts
    assert result.counts == {f"n_{key}": n for key, n in counts.items()}
    assert (result.n_recognised, result.n_rejects) == (4, 2)
    assert run["bytes"]["n_bytes"] == sum(len(Path(p).read_bytes()) for p in paths)
    assert run["bytes"]["n_bytes"] == sum(run["bytes"][key] for key in ("hand_bytes", "reject_bytes", "blank_bytes"))
    files = {Path(f["source_file"]).name: f for f in run["inputs"]}
    assert {
        name: (f["n_found"], f["n_stored"], f["n_duplicates"], f["n_cancelled"], f["n_rejected"])
        for name, f in files.items()
    } == {
        "a": (2, 2, 0, 0, 0),
        "b": (3, 1, 0, 1, 1),
        "c": (0, 0, 0, 0, 0),
        "d": (2, 0, 2, 0, 0),
        "e": (3, 1, 2, 0, 0),
    }
    assert (files["d"]["same_as"], files["a"]["same_as"], files["c"]["format"]) == (paths[0], None, None)
    (rule_set,) = run["rule_sets"]
    assert (rule_set["id"], rule_set["hands"], len(rule_set["sha256"])) == ("pokerbet_progressive", 5, 64)
    assert (run["program"], run["hands_without_rules"], run["failed_checks"]) == ("ofc-audit", 0, [])
    assert run["holds"] == ["ofc.duckdb", "parquet", "run.json"]
    by_dimension: dict[str, int] = {}
    for row in run["coverage"]:
        by_dimension[row["dimension"]] = by_dimension.get(row["dimension"], 0) + row["hands"]
    assert by_dimension == dict.fromkeys(("layout", "points", "money", "fantasyland", "match"), 5)
    (wrong,) = [row for row in run["coverage"] if row["dimension"] == "points" and row["verdict"] == "wrong"]
    assert (wrong["hands"], wrong["money"]) == (1, {"USD": "16.0000"})
    assert run["findings"]["by_severity"] == dict(result.findings_by_severity)
    assert sum(run["findings"]["by_check"].values()) == sum(result.findings_by_severity.values()) > 0
    assert run["peak_memory_bytes"] > 1 << 20
    assert list(run["timings_s"]) == [
        "read",
        "order",
        "audit",
        "fit",
        "infer",
        "chains",
        "merge",
        "correct",
        "load",
        "models",
    ]


def test_names_order_and_gluing_of_files_change_nothing_but_places(tmp_path: Path) -> None:
    filed = [
        {"a": FIRST, "b": SECOND, "c": THIRD},
        {"z": THIRD, "y": FIRST, "x": SECOND},
        {"one": SECOND + THIRD + FIRST},
        {"m": SECOND, "n": FIRST + "\n\n" + THIRD, "o": FIRST},
        {"crlf": FIRST.replace("\n", "\r\n"), "bom": "\ufeff" + SECOND, "u": THIRD},
    ]
    found = []
    for n, files in enumerate(filed):
        out = build(write(tmp_path / f"in{n}", files), tmp_path / f"out{n}").out_dir
        found.append(contents(out))
    assert found[0].keys() == (set(run_tables()) | MARTS) - {"sources"}
    for other in found[1:4]:
        assert other == found[0]
    # A rejected stretch is kept as it stands, so other line ends are other bytes.
    assert {k: v for k, v in found[4].items() if k != "rejects"} == {
        k: v for k, v in found[0].items() if k != "rejects"
    }


def test_the_same_files_again_make_the_same_bytes(tmp_path: Path) -> None:
    paths = write(tmp_path / "in", {"a": FIRST, "b": SECOND, "c": THIRD})
    for out in ("one", "two"):
        build(paths, tmp_path / out)
    for path in (tmp_path / "one" / "parquet").iterdir():
        assert path.read_bytes() == (tmp_path / "two" / "parquet" / path.name).read_bytes()


def test_sources_are_the_same_under_other_names(tmp_path: Path) -> None:
    found = []
    for n, files in enumerate([{"a": FIRST, "b": SECOND}, {"b": FIRST, "a": SECOND}]):
        out = build(write(tmp_path / f"in{n}", files), tmp_path / f"out{n}").out_dir
        found.append(
            pq.read_table(out / "parquet" / "sources.parquet").drop_columns(["source_file", "same_as"]).to_pylist()
        )
    assert found[0] == found[1]


def test_nothing_recognised_is_a_result_all_the_same(tmp_path: Path) -> None:
    result = build(write(tmp_path / "in", {"a": "no hands here\n", "b": ""}), tmp_path / "out")
    assert (result.n_recognised, result.n_rejects, result.counts["n_found"]) == (0, 2, 0)
    assert rows(result.out_dir, "select n_hands from rejects") == [(0,), (0,)]
    assert rows(result.out_dir, "select count(*) from player_stats") == [(0,)]
    assert result.check_failures == ()


def test_no_files_at_all_are_a_result(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    result = build([str(tmp_path / "in")], tmp_path / "out")
    assert rows(result.out_dir, "select count(*) from sources") == [(0,)]


def test_standard_input_is_a_file(tmp_path: Path) -> None:
    result = build(["-"], tmp_path / "out", stdin=io.BytesIO(FIRST.encode()))
    assert rows(result.out_dir, "select source_file, n_stored from sources") == [("-", 2)]


def test_what_finish_adds_is_put_in_place_with_the_rest_and_may_be_replaced(tmp_path: Path) -> None:
    paths = write(tmp_path / "in", {"a": FIRST})
    seen: list[int] = []

    def finish(folder: Path, run: Mapping[str, Any]) -> None:
        assert not (tmp_path / "out").exists() or seen
        seen.append(run["counts"]["stored"])
        (folder / "page.html").write_text("page")

    for _ in range(2):
        build(paths, tmp_path / "out", finish=finish)
    assert seen == [2, 2]
    assert (tmp_path / "out" / "page.html").read_text() == "page"
    assert json.loads((tmp_path / "out" / "run.json").read_text())["holds"] == [
        "ofc.duckdb",
        "page.html",
        "parquet",
        "run.json",
    ]


def test_progress_names_the_stages_and_counts_the_hands(tmp_path: Path) -> None:
    told: list[tuple[str, int, int | None]] = []
    build(write(tmp_path / "in", {"a": FIRST}), tmp_path / "out", progress=lambda *step: told.append(step))
    assert [step[0] for step in told if step[1] == 0] == [
        "read",
        "order",
        "audit",
        "fit",
        "infer",
        "chains",
        "merge",
        "correct",
        "load",
        "models",
    ]
    assert ("read", 2, None) in told
    assert ("audit", 2, 2) in told


@pytest.mark.parametrize("error", [KeyboardInterrupt, InternalError, MemoryError])
@pytest.mark.parametrize("stage", ["identify", "judge", "fill_database", "swap"])
def test_whatever_stops_a_build_the_old_result_stays_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stage: str, error: type[BaseException]
) -> None:
    build(write(tmp_path / "in", {"a": FIRST}), tmp_path / "out")
    before = {p: p.read_bytes() for p in (tmp_path / "out").rglob("*") if p.is_file()}

    def stop(*_: object) -> None:
        raise error

    monkeypatch.setattr(build_module, stage, stop)
    with pytest.raises(error):
        build(write(tmp_path / "in", {"b": SECOND}), tmp_path / "out")
    assert {p: p.read_bytes() for p in (tmp_path / "out").rglob("*") if p.is_file()} == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "out"]


def test_a_folder_that_is_not_ours_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    write(tmp_path / "out", {"letter.txt": "dear"})
    with pytest.raises(OutputRefusedError):
        build(write(tmp_path / "in", {"a": FIRST}), tmp_path / "out")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["in", "out"]
    assert (tmp_path / "out" / "letter.txt").read_text() == "dear"


def test_an_empty_folder_is_used_and_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "out").symlink_to("real")
    result = build(write(tmp_path / "in", {"a": FIRST}), tmp_path / "out")
    assert result.out_dir == tmp_path / "real"
    assert (tmp_path / "out").is_symlink()
    assert (tmp_path / "out" / "run.json").exists()


def test_two_builds_into_one_folder_do_not_run_at_once(tmp_path: Path) -> None:
    paths = write(tmp_path / "in", {"a": FIRST})
    with locked(tmp_path / "out"), pytest.raises(LockHeldError):
        build(paths, tmp_path / "out")
    assert build(paths, tmp_path / "out").counts["n_stored"] == 2


def test_a_path_that_does_not_exist_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        build([str(tmp_path / "gone")], tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_names_are_data_to_the_database(tmp_path: Path) -> None:
    names = ("O'Neil", "x'); drop table hands;--")
    text = hand("1", names=[json.dumps(name) for name in names])
    result = build(write(tmp_path / "it's; drop", {"f'1.txt": text}), tmp_path / "o'ut")
    assert rows(result.out_dir, "select player_id from player_stats order by 1") == [(names[0],), (names[1],)]
    assert rows(result.out_dir, "select source_file from hands") == [(f"{tmp_path}/it's; drop/f'1.txt",)]


def test_a_hand_under_unknown_rules_is_counted_and_scored_as_far_as_it_can(tmp_path: Path) -> None:
    result = build(write(tmp_path / "in", {"a": hand("1", rules="house_rules")}), tmp_path / "out")
    assert (result.run["rule_sets"], result.run["hands_without_rules"]) == ([], 1)
    found = rows(
        result.out_dir, "select player_id, hands, fouls, foul_rate, points, royalties from player_stats order by 1"
    )
    assert found == [("Ana", 1, 0, 0.0, None, None), ("Bo", 1, 0, 0.0, None, None)]
