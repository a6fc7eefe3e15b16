"""A build on Spark gives the tables of one machine, also when a worker is killed in the middle of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cluster.builds import SmallGroups, build_both, differing, histories, small_tasks
from cluster.conftest import MISSING
from ofc_audit.cluster.blocks import HOME, Block
from ofc_audit.cluster.engine import File
from ofc_audit.cluster.spark import Spark, open_session

if MISSING:
    pytest.skip("builds on Spark need " + "; ".join(MISSING), allow_module_level=True)


@pytest.fixture(scope="module")
def spark() -> Iterator[Spark]:
    # A task is tried four times, where the default for one machine is once.
    engine = Spark(open_session("local[2,4]"))
    yield engine
    engine.close()


def test_blocks_meet_where_they_are_sent(spark: Spark) -> None:
    def send(number: int, _: object) -> Iterator[Block]:
        for to in range(5):
            yield Block(to, "word", number, bytes([number, to]))
        yield Block(HOME, "said", number, b"x" * number)

    def count(number: int, blocks: list[Block]) -> Iterator[Block]:
        assert all(block.data == bytes([block.seq, number]) for block in blocks)
        yield Block(HOME, "met", number, bytes(sorted(block.seq for block in blocks)))
        yield Block(number, "kept", 0, b"")

    sent = spark.start(7, send).kept()
    assert {(block.seq, block.data) for block in sent.collect("said")} == {(n, b"x" * n) for n in range(7)}
    met = sent.exchange(5).map(count)
    assert {(block.seq, block.data) for block in met.collect("met")} == {(n, bytes(range(7))) for n in range(5)}
    # What a function sends to its own number the next one finds in the same place.
    again = met.map(lambda number, blocks: [Block(HOME, "again", number, bytes([len(blocks)]))])
    assert sorted((block.seq, block.data) for block in again.collect("again")) == [(n, b"\x01") for n in range(5)]
    sent.forget()


def test_spark_gives_the_tables_of_one_machine_though_workers_are_killed(
    spark: Spark, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_tasks(monkeypatch)
    killed = tmp_path / "killed"
    killed.mkdir()

    def kill_some(number: int) -> None:
        """Ends the worker of the first task that asks with this number, once in each of the first stages."""
        import os
        import signal

        for nth in range(3):
            try:
                (killed / f"{number}-{nth}").touch(exist_ok=False)
            except FileExistsError:
                continue
            if number == nth:
                os.kill(os.getpid(), signal.SIGKILL)
            return

    alone, spread = build_both(histories(tmp_path / "in"), tmp_path, SmallGroups(spark, kill_some))
    assert differing(alone, spread) == []
    # Workers were killed in three tasks, and these were run again.
    assert {"0-0", "1-1", "2-2"} <= {path.name for path in killed.iterdir()}


def test_spark_lists_and_reads_paths_that_name_their_file_system(spark: Spark, tmp_path: Path) -> None:
    folder = tmp_path / "in [1]"
    (folder / "day").mkdir(parents=True)
    (folder / "a.txt").write_bytes(b"one")
    (folder / "day" / "b {2}.txt").write_bytes(b"")
    root = f"file://{tmp_path}/in*"
    listed = spark.listed(root)
    assert [(path.rpartition("/")[2], size) for path, size in listed] == [("a.txt", 3), ("b {2}.txt", 0)]
    files = spark.files([File(n, 10 + n, *one) for n, one in enumerate(listed)]).exchange(2)
    met = files.map(lambda number, blocks: [Block(HOME, "met", number, one.data + bytes([one.seq])) for one in blocks])
    assert sorted((block.seq, block.data) for block in met.collect("met")) == [(0, b"one\x0a"), (1, b"\x0b")]
    with pytest.raises(FileNotFoundError, match="no such file or folder"):
        spark.listed(f"file://{tmp_path}/nothing")
    with pytest.raises(FileNotFoundError, match="No FileSystem for scheme"):
        spark.listed("nosuch://host/hands")
