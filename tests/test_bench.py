"""The benchmarks: what they hand on arrives, ratios point the right way, goals are held to, and each still runs on a handful of hands."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
BENCH = ROOT / "bench"
sys.path.insert(0, str(BENCH))

import check  # noqa: E402
import figures as figures_module  # noqa: E402
import goals  # noqa: E402
import growth  # noqa: E402
import hands as hands_module  # noqa: E402
import peers  # noqa: E402
import publish  # noqa: E402
import run as bench_run  # noqa: E402
from chart import page, ratio_bars  # noqa: E402
from figures import FIGURES_FILE, Figure, Side, in_turn, ratio, read_figures  # noqa: E402
from growth_chart import growth_svg  # noqa: E402
from process import cost_of  # noqa: E402
from profile_stages import Recorder, seen_queries  # noqa: E402
from work import WORKS  # noqa: E402

OURS = Figure("score", "pokerbet, 3 players", "score_tables", "hands/s", (4e6, 5e6, 6e6), is_ours=True)
LOOP = Figure("score", "pokerbet, 3 players", "C loop, gcc -O2", "hands/s", (10e6, 10e6, 20e6))


def test_ratio_is_of_rounds_and_above_one_where_we_are_better() -> None:
    assert ratio(OURS, LOOP) == pytest.approx(0.4)
    fast = Figure("run", "a day", "ours", "s", (2.0,), is_ours=True)
    slow = Figure("run", "a day", "theirs", "s", (5.0,))
    assert ratio(fast, slow) == pytest.approx(2.5)
    small = Figure("run", "peak", "ours", "MB", (100.0, 300.0, 200.0), is_ours=True)
    assert ratio(small, Figure("run", "peak", "theirs", "MB", (50.0,))) == pytest.approx(0.25)


def test_sides_go_in_turn_and_hand_on_what_they_came_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "figures"
    monkeypatch.setenv(FIGURES_FILE, str(file))
    calls: list[str] = []
    ticks = iter([0.0, 1.0, 1.0, 3.0, 3.0, 5.0, 5.0, 9.0])
    sides = [Side("a", lambda: calls.append("a"), 10.0, is_ours=True), Side("b", lambda: calls.append("b"), 10.0)]
    in_turn("s", "c", "hands", sides, 2, lambda: next(ticks))
    figures_module.missing("s", "z", "no build")
    assert calls == ["a", "b", "a", "b", "a", "b"]
    found, lost = read_figures(file)
    assert found == [
        Figure("s", "c", "a", "hands/s", (10.0, 5.0), is_ours=True),
        Figure("s", "c", "b", "hands/s", (5.0, 2.5)),
    ]
    assert lost == [{"missing": "z", "section": "s", "why": "no build"}]


def test_goals_are_held_against_figures_and_ratios() -> None:
    found = {(mark.wanted, mark.is_reached) for mark in goals.marks([OURS, LOOP])}
    assert ("at least 4,000,000 hands/s", True) in found
    assert ("at least 0.33 × C loop, gcc -O2", True) in found
    slow = Figure("everyday", "ofc --help", "a cold process", "s", (0.4,), is_ours=True)
    assert [(mark.wanted, mark.is_reached) for mark in goals.marks([slow])] == [("at most 0.300 s", False)]
    assert goals.marks([LOOP]) == []


def test_table_shows_every_other_side_beside_ours() -> None:
    alone = Figure("run", "2,000 hands, peak", "ofc run", "MB", (312.4,), is_ours=True)
    lines = bench_run.table([OURS, LOOP, alone]).splitlines()
    assert lines[1].split("  ")[-1].strip() == "0.40"
    assert lines[2].rstrip().endswith("312.4 MB")


def test_page_names_machine_goals_ratios_and_what_is_missing() -> None:
    machine = {"processors": 2, "processor": "one <fast>", "memory_mb": 8000, "python": "3.11.1"}
    lost = [{"section": "ranks", "missing": "eval7", "why": "no build"}]
    record = {"machine": machine, "commit": "abc", "at": "2026-01-01T00:00Z", "sections": {"ranks": {"missing": lost}}}
    text = page(record, [OURS, LOOP], goals.marks([OURS, LOOP]))
    for words in ("one &lt;fast&gt;", "not measured", "eval7 (no build)", "0.40 × · 5 M : 10 M hands/s", "reached"):
        assert words.lower() in text.lower(), words
    assert "http" not in text
    assert "<script" not in text
    assert 'class="mark"' in ratio_bars([(OURS, LOOP)], "x")


def test_every_benchmark_is_there() -> None:
    assert sorted(path.name for path in BENCH.glob("*_bench.py")) == sorted(bench_run.SECTIONS.values())


def test_goals_name_sections_that_are_measured() -> None:
    assert {goal.section for goal in goals.GOALS} <= set(bench_run.SECTIONS)


def test_unknown_name_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench_run.main(["speed"]) == 2
    assert capsys.readouterr().err == f"no benchmark 'speed'; there are {', '.join(bench_run.SECTIONS)}\n"


@pytest.mark.parametrize(
    ("script", "words", "sides"),
    [
        ("score_bench.py", ["300", "1"], {"score_tables", "plain Python"}),
        ("ranks_bench.py", ["2000"], {"rank_boards", "phevaluator"}),
        ("statistics_bench.py", ["5000"], {"duckdb", "pandas"}),
    ],
)
def test_results_are_compared_on_few_hands(script: str, words: list[str], sides: set[str], tmp_path: Path) -> None:
    """A column that the package gains and the sides beside it do not have ends the comparison: here, not months later."""
    file = tmp_path / "figures"
    environment = os.environ | {FIGURES_FILE: str(file), figures_module.BRIEF: "1"}
    command = [sys.executable, str(BENCH / script), *words]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert sides <= {figure.side for figure in read_figures(file)[0]}


def test_a_run_keeps_the_sections_that_were_measured_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "fake.py"
    line = {"section": "score", "case": "c", "side": "ours", "unit": "s", "rounds": [1.0], "is_ours": True}
    script.write_text(f"import os\nopen(os.environ['{FIGURES_FILE}'], 'a').write({json.dumps(line)!r} + '\\n')\n")
    (tmp_path / "fails.py").write_text("raise SystemExit(3)\n")
    monkeypatch.setattr(bench_run, "HERE", tmp_path)
    monkeypatch.setattr(bench_run, "SECTIONS", {"score": "fake.py", "read": "fake.py", "run": "fails.py"})
    out = tmp_path / "out"
    assert bench_run.main(["score", "--out", str(out)]) == 0
    assert bench_run.main(["read", "run", "--out", str(out)]) == 1
    assert "fails.py failed with status 3" in capsys.readouterr().err
    assert list(json.loads((out / "bench.json").read_text("utf-8"))["sections"]) == ["score", "read"]
    assert "How fast" in (out / "bench.html").read_text("utf-8")


def test_copies_of_hands_differ_in_who_and_where_and_in_nothing_else(
    tmp_path: Path,
) -> None:
    hand = (
        "OFC Hand #{n}-1: pokerbet\nMatch #{n}, hand 1\nTable 'Lotus 7', site pokerbet\nSeat 1: Ana (25.00)\n"
        "Seat 1: dealt [7h 5s]\n*** END ***\n\n"
    )
    played = tmp_path / "hands" / "played-3" / "hands"
    played.mkdir(parents=True)
    (played / "hands-00001.txt").write_text("".join(hand.format(n=1000 + n) for n in range(3)), "utf-8")
    folder = hands_module.folder_of(5, tmp_path, 3)
    first, second = (path.read_text("utf-8") for path in sorted(folder.iterdir()))
    assert (first.count("*** END ***"), second.count("*** END ***")) == (3, 2)
    assert second.splitlines()[:5] == [
        "OFC Hand #100021000-1: pokerbet",
        "Match #100021000, hand 1",
        "Table 'Lotus 100027', site pokerbet",
        "Seat 1: Ana10002 (25.00)",
        "Seat 1: dealt [7h 5s]",
    ]
    assert second == first.replace("10001", "10002")[: len(second)]


def test_cost_counts_the_memory_of_workers_too() -> None:
    work = "x = bytearray(60_000_000); import time; time.sleep(0.4)"
    both = f"import subprocess, sys; p = subprocess.Popen([sys.executable, '-c', {work!r}]); {work}; p.wait()"
    cost = cost_of([sys.executable, "-c", both])
    assert 120 < cost.peak_mb < 250
    assert cost.cpu_seconds < cost.seconds
    with pytest.raises(RuntimeError, match="ended with status 3: why"):
        cost_of([sys.executable, "-c", "import sys; sys.stderr.write('why'); sys.exit(3)"])


def test_peers_are_installed_one_by_one_by_their_hashes() -> None:
    found = peers.pinned((ROOT / "requirements-bench.lock").read_text("utf-8"))
    assert {"eval7", "phevaluator", "treys", "pokerkit", "polars"} <= {name for name, _ in found}
    assert all("--hash=sha256:" in lines and lines.count("==") == 1 for lines in found.values())


def checked(name: str, was: float | None, now: float) -> check.Checked:
    return check.Checked(name, was, now)


def test_a_change_of_more_than_a_tenth_is_marked_as_a_ratio() -> None:
    expected = {"commit": "abc1234", "at": "2026-01-02T03:04Z"}
    found = [
        checked("score", 2.0, 2.19),
        checked("read", 2.0, 2.21),
        checked("build", 2.0, 1.7),
        checked("new", None, 3.0),
    ]
    assert check.lines_of(found, expected) == [
        "Speed, in yardsticks of the same run (was: abc1234, 2026-01-02)",
        "                             was      is    change",
        "score                       2.00    2.19       +9%",
        "read                        2.00    2.21      +10%   SLOWER by more than a tenth",
        "build                       2.00    1.70      -15%   faster",
        "new                                 3.00",
    ]


def test_what_is_slower_is_measured_again_before_it_is_marked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    took = iter([9.0, 9.0, 3.0, 3.0, 3.0, 3.0])
    work = check.WORKS["score"].__class__(lambda _: lambda: None, "arrays", 2)
    monkeypatch.setattr(check, "WORKS", {"w": work})
    unit = object()
    monkeypatch.setattr(check, "YARDSTICKS", {"arrays": lambda: lambda: unit})
    monkeypatch.setattr(check, "timed", lambda do: 1.0 if do() is unit else next(took))
    assert check.measure("w", 3.0, tmp_path).now == 3.0
    assert next(took, None) is None


def test_only_far_slower_on_the_same_machine_fails(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "expected.json"
    monkeypatch.setattr(check, "EXPECTED", file)
    monkeypatch.setattr(check, "WORKS", {"w": None})
    monkeypatch.setattr(check, "measure", lambda name, was, _: checked(name, was, 3.3))
    assert check.main(["--write"]) == 0
    kept = json.loads(file.read_text("utf-8"))
    for was, machine, status in ((2.1, {}, 0), (2.0, {}, 1), (2.0, {"processor": "another"}, 0)):
        record = kept | {"yardsticks": {"w": was}, "machine": kept["machine"] | machine}
        file.write_text(json.dumps(record), "utf-8")
        assert check.main([]) == status
    said = capsys.readouterr()
    assert "Far slower than before: w. Meant? Then: python bench/check.py --write" in said.err
    assert "not of a machine and versions like these" in said.out


def test_figures_that_are_come_up_to_are_of_the_work_that_is_watched() -> None:
    assert set(json.loads(check.EXPECTED.read_text("utf-8"))["yardsticks"]) == set(WORKS)


def size(hands: int, seconds: float) -> dict[str, object]:
    return {
        "hands": hands,
        "input_mb": hands * 0.0024,
        "results_mb": hands * 0.001,
        "seconds": seconds,
        "cpu_seconds": seconds * 1.5,
        "peak_mb": 700.0,
        "commit": "abc",
    }


def test_growth_is_told_per_hand_and_drawn_beside_proportion() -> None:
    sizes = {"10000": size(10_000, 2.0), "1000000": size(1_000_000, 60.0)}
    assert [line.split()[4] for line in growth.table(sizes).splitlines()[1:]] == ["200.0", "60.0"]
    svg = growth_svg(sizes.values())
    assert 'aria-label="10,000 hands 2 s, 700 MB; 1,000,000 hands 60 s, 700 MB"' in svg
    assert "in proportion" in svg
    assert svg.count("<circle") == 6


def test_sizes_that_were_measured_are_not_measured_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    done: list[int] = []

    def measure(n_hands: int, _: Path) -> dict[str, object]:
        done.append(n_hands)
        if n_hands == 30:
            raise RuntimeError("30 hands need 9 GB")
        return size(n_hands, 1.0)

    monkeypatch.setattr(growth, "measure", measure)
    monkeypatch.setattr(growth, "OUT", tmp_path)
    keep = ("--keep", str(tmp_path / "growth.json"))
    assert growth.main([*keep, "20", "10"]) == 0
    assert growth.main([*keep, "20", "30", "40"]) == 1
    assert done == [20, 10, 30, 40]
    assert "30 hands need 9 GB" in capsys.readouterr().err
    assert list(json.loads((tmp_path / "growth.json").read_text("utf-8"))["sizes"]) == ["10", "20", "40"]


def test_profile_tells_stages_and_their_queries_apart() -> None:
    import duckdb

    def adds_up(con: duckdb.DuckDBPyConnection) -> None:
        con.execute("select sum(i) from range(3000000) t(i)").fetchall()

    recorder = Recorder()
    with seen_queries(), duckdb.connect() as con:
        recorder("one", 0, None)
        adds_up(con)
        recorder("two", 0, None)
        sum(range(300_000))
        recorder.end()
    one, two = recorder.stages()
    assert (one.name, two.name) == ("one", "two")
    assert one.kinds["database"] > 0.5
    assert one.calls[0][0].endswith("adds_up, a query")
    assert two.kinds["package"] > 0.9
    assert not hasattr(duckdb.DuckDBPyConnection.execute, "__wrapped__")


def test_what_a_benchmark_runs_ends_with_it(tmp_path: Path) -> None:
    mark = tmp_path / "pid"
    inner = f"import os, pathlib, time; pathlib.Path({str(mark)!r}).write_text(str(os.getpid())); time.sleep(60)"
    outer = f"import sys; from process import cost_of; cost_of([sys.executable, '-c', {inner!r}])"
    environment = os.environ | {"PYTHONPATH": str(BENCH)}
    with subprocess.Popen([sys.executable, "-c", outer], env=environment) as process:
        while not (mark.exists() and mark.read_text("utf-8")):
            time.sleep(0.05)
        process.terminate()
    assert process.returncode == 128 + 15
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text("utf-8")), 0)


def test_of_many_cases_the_one_that_is_furthest_from_the_goal_is_shown() -> None:
    cases = [Figure("score", f"rules {n}", "score_tables", "hands/s", (n * 1e6,), is_ours=True) for n in range(1, 7)]
    assert [(mark.case, mark.is_reached) for mark in goals.marks(cases)] == [("rules 1, last of 6", False)]
    assert [mark.case for mark in goals.marks(cases[1:4])] == ["rules 2", "rules 3", "rules 4"]


def test_page_on_speed_is_that_of_its_figures() -> None:
    record = json.loads((ROOT / "docs" / publish.RECORD).read_text("utf-8"))
    for name, text in publish.pages(record).items():
        assert (ROOT / "docs" / name).read_text("utf-8") == text, "run: python bench/publish.py --page"
    page_text = publish.pages(record)["speed.md"]
    assert "None" not in page_text
    busy = {"sections": {name: section | {"load": 9.0} for name, section in record["now"]["sections"].items()}}
    assert "The machine was busy" in publish.pages(record | {"now": record["now"] | busy})["speed.md"]


def test_figures_of_a_short_run_are_not_published(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(publish, "OUT", tmp_path)
    assert publish.main([]) == 2
    for name in ("growth.json", "profile.json"):
        (tmp_path / name).write_text("{}", "utf-8")
    (tmp_path / "bench.json").write_text(json.dumps({"sections": {"ranks": {"is_brief": True}}}), "utf-8")
    assert publish.main([]) == 2
    assert "section ranks was measured in short" in capsys.readouterr().err
