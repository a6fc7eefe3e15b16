"""Work spread over processes: the order of the work, its errors, and an end that leaves nobody behind."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pytest

from ofc_audit.warehouse import lay, spread
from ofc_audit.warehouse.build import build
from ofc_audit.warehouse.errors import BuildError
from ofc_audit.warehouse.lay import group_starts
from ofc_audit.warehouse.spread import AT_ONCE, WORTH_IT, Crew, _packed


def slow_square(number: int) -> tuple[int, int]:
    """The square, later for smaller numbers, and who worked it out."""
    time.sleep(0.002 * (10 - number % 10))
    return number * number, os.getpid()


def refuse_seven(number: int) -> int:
    if number == 7:
        raise ValueError("seven")
    return number


def end_at_once(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


class OddError(Exception):
    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} {second}")


def refuse_oddly(number: int) -> int:
    raise OddError("no pickle", f"carries this {number}")


def without_a_row(rows: pa.Table) -> pa.Table:
    assert rows.schema.metadata == {b"kept": b"yes"}
    return rows.slice(0, rows.num_rows - 1)


@pytest.fixture(scope="module")
def crew() -> Iterator[Crew]:
    with Crew(2) as two:
        yield two


def test_results_come_in_the_order_of_the_work(crew: Crew) -> None:
    results = list(crew.over(slow_square, range(20)))
    assert [square for square, _ in results] == [number * number for number in range(20)]
    assert os.getpid() not in {who for _, who in results}


def test_one_process_is_the_caller() -> None:
    with Crew() as alone:
        assert {who for _, who in alone.over(slow_square, range(8))} == {os.getpid()}


def test_little_work_begins_no_process() -> None:
    with Crew(2) as two:
        assert {who for _, who in two.over(slow_square, range(WORTH_IT - 1))} == {os.getpid()}
        assert not two.is_worth(WORTH_IT - 1)
        assert two.is_worth(WORTH_IT)


def test_an_error_of_the_work_is_the_caller_s(crew: Crew) -> None:
    results = crew.over(refuse_seven, range(12))
    assert [next(results) for _ in range(7)] == list(range(7))
    with pytest.raises(ValueError, match="seven"):
        next(results)
    assert list(crew.over(refuse_seven, range(6))) == list(range(6))


def test_work_is_asked_for_as_it_is_needed(crew: Crew) -> None:
    asked = []

    def pieces() -> Iterator[int]:
        for number in range(50):
            asked.append(number)
            yield number

    results = crew.over_stream(slow_square, pieces(), True)
    next(results)
    assert len(asked) <= 2 * AT_ONCE
    results.close()  # type: ignore[attr-defined]


def test_a_process_that_was_killed_is_told() -> None:
    with Crew(2) as two, pytest.raises(BuildError, match="ended from outside"):
        list(two.over(end_at_once, range(12)))


def test_a_slice_of_a_table_goes_alone(crew: Crew) -> None:
    rows = pa.table({"number": range(100_000)}, metadata={"kept": "yes"})
    slices = [rows.slice(start, 10) for start in range(0, 60, 10)]
    assert len(_packed(slices[0])) < 2_000
    assert list(crew.over(without_a_row, slices)) == [rows.slice(start, 9) for start in range(0, 60, 10)]


def test_whoever_stops_in_the_middle_gets_nothing_of_it_later(crew: Crew) -> None:
    results = crew.over(slow_square, range(20))
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert list(crew.over(refuse_seven, range(6))) == list(range(6))


def test_an_error_that_no_pickle_carries_is_told_in_words(crew: Crew) -> None:
    with pytest.raises(RuntimeError, match="no pickle carries"):
        list(crew.over(refuse_oddly, range(6)))


def test_no_process_is_no_crew() -> None:
    with pytest.raises(ValueError, match="0 processes"):
        Crew(0)


ORPHANS = """
import os, time
from ofc_audit.warehouse.spread import Crew
if __name__ == "__main__":
    with Crew(2) as crew:
        print(*{who for who in crew.over(pow_of, range(20))}, flush=True)
        time.sleep(60)
"""


def test_whoever_is_killed_leaves_no_process_behind(tmp_path: Path) -> None:
    script = tmp_path / "orphans.py"
    script.write_text(
        ORPHANS.replace(
            "import os, time", "import os, time\ndef pow_of(n):\n    time.sleep(0.01)\n    return os.getpid()"
        )
    )
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        workers = [int(word) for word in process.stdout.readline().split()]
        process.kill()
    assert workers
    for _ in range(100):
        if not any(Path(f"/proc/{worker}").exists() and "Z" not in state(worker) for worker in workers):
            return
        time.sleep(0.05)
    raise AssertionError(f"of {workers} some are still there")


def state(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "Z"


def test_a_build_by_several_processes_is_that_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Small groups, and none too few to be spread.
    monkeypatch.setattr(lay, "HANDS_PER_GROUP", 32)
    monkeypatch.setattr(spread, "WORTH_IT", 1)
    samples = Path(__file__).resolve().parents[2] / "sample_histories"
    for processes in (1, 2):
        build([str(samples)], tmp_path / str(processes), processes=processes, threads=1)
    alone, together = (tmp_path / str(processes) / "parquet" for processes in (1, 2))
    names = sorted(path.name for path in alone.iterdir())
    assert names == sorted(path.name for path in together.iterdir())
    assert [name for name in names if (alone / name).read_bytes() != (together / name).read_bytes()] == []
    assert len(group_starts(together / "hands.parquet")) > 1
