"""Tasks on Apache Spark: the one file that knows it. Blocks are the rows of a data frame, and functions run in `mapInArrow`.

A task that is lost is run again by Spark, from what it was given: functions depend on nothing else, so that the blocks are the same.
"""

import os
import re
import shutil
import sys
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from ofc_audit.cluster.blocks import HOME, Block
from ofc_audit.cluster.engine import CONTENT, File, Function, mapped

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PACKAGE = "pip install 'ofc-audit[cluster]'"
_SCHEMA = "to long, kind string, seq long, data binary"
_ARROW = pa.schema([("to", pa.int64()), ("kind", pa.string()), ("seq", pa.int64()), ("data", pa.binary())])
_BATCH_BYTES = 8 << 20
"""Bytes of blocks that are handed to Spark together, about."""
_ROWS_AT_ONCE = 64
"""Blocks that Spark hands to a function together: their size is ours, not that of rows."""
_GLOB = re.compile(r"[\\\[\]{}*?]")
_SETTINGS = {
    "spark.sql.execution.arrow.maxRecordsPerBatch": str(_ROWS_AT_ONCE),
    # Blocks are compressed already, and addressed one by one: partitions that Spark joined would make tasks uneven.
    "spark.sql.adaptive.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


class EngineMissingError(Exception):
    """Something that Spark needs is not there: the message says what, and how to get it."""


@dataclass
class Spark:
    """Tasks of a Spark session."""

    session: "SparkSession"

    def start(self, n_tasks: int, function: Function) -> "SparkBlocks":
        """See `Engine`."""
        numbers = self.session.range(0, n_tasks, 1, max(1, n_tasks))

        def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for number in batch.column(0).to_pylist():
                    yield from _batches(iter(function(number, ())))

        return SparkBlocks(numbers.mapInArrow(run, _SCHEMA))

    def listed(self, path: str) -> list[tuple[str, int]]:
        """See `Engine`: by the file systems of Hadoop, which Spark reads with."""
        hadoop = self.session.sparkContext._jvm.org.apache.hadoop.fs
        named = hadoop.Path(path)
        try:
            system = named.getFileSystem(self.session.sparkContext._jsc.hadoopConfiguration())
            matched = system.globStatus(named) or []
            found = []
            for each in matched:
                below = system.listFiles(each.getPath(), True)
                while below.hasNext():
                    one = below.next()
                    found.append((one.getPath().toString(), int(one.getLen())))
        except Exception as error:
            told = getattr(error, "java_exception", None)
            if told is None:
                raise
            raise FileNotFoundError(f"{path}: {told.getMessage()}") from None
        if not matched:
            raise FileNotFoundError(f"no such file or folder: {path}")
        return sorted(found)

    def files(self, addressed: Sequence[File]) -> "SparkBlocks":
        """See `Engine`: as Spark's source `binaryFile` reads them."""
        of_path = {one.path: one for one in addressed}

        def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for path, content in zip(batch.column(0).to_pylist(), batch.column(1), strict=True):
                    one = of_path[path]
                    yield _batch([Block(one.to, CONTENT, one.seq, content.as_buffer().to_pybytes())])

        # Spark leaves empty files out.
        empty = [(one.to, CONTENT, one.seq, bytearray()) for one in addressed if not one.n_bytes]
        blocks = self.session.createDataFrame(empty, _SCHEMA)
        # It takes names for patterns.
        names = [_GLOB.sub(r"\\\g<0>", one.path) for one in addressed if one.n_bytes]
        if names:
            read = self.session.read.format("binaryFile").load(names).select("path", "content")
            blocks = blocks.union(read.mapInArrow(run, _SCHEMA))
        return SparkBlocks(blocks)

    def close(self) -> None:
        """Ends the session."""
        self.session.stop()


class SparkBlocks:
    """Blocks as rows of a data frame."""

    def __init__(self, frame: "DataFrame") -> None:
        self._frame = frame

    def map(self, function: Function) -> "SparkBlocks":
        """See `Blocks`."""

        def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            yield from _batches(mapped(_blocks(batches), function))

        return SparkBlocks(self._frame.mapInArrow(run, _SCHEMA))

    def exchange(self, n_tasks: int) -> "SparkBlocks":
        """See `Blocks`."""
        from pyspark.sql.functions import col

        frame = self._frame.where((col("to") >= 0) & (col("to") < n_tasks))
        n_parts = max(1, n_tasks)
        # Where Spark cannot be told the partition, several numbers may share one, which then does them one after the other.
        is_told = hasattr(frame, "repartitionById")
        frame = frame.repartitionById(n_parts, col("to").cast("int")) if is_told else frame.repartition(n_parts, "to")
        return SparkBlocks(frame.sortWithinPartitions("to"))

    def kept(self) -> "SparkBlocks":
        """See `Blocks`."""
        from pyspark import StorageLevel

        return SparkBlocks(self._frame.persist(StorageLevel.DISK_ONLY))

    def forget(self) -> None:
        """See `Blocks`."""
        self._frame.unpersist()

    def only(self, *kinds: str) -> "SparkBlocks":
        """See `Blocks`."""
        from pyspark.sql.functions import col

        return SparkBlocks(self._frame.where(col("kind").isin(*kinds)))

    def but(self, *kinds: str) -> "SparkBlocks":
        """See `Blocks`."""
        from pyspark.sql.functions import col

        return SparkBlocks(self._frame.where(~col("kind").isin(*kinds)))

    def collect(self, *kinds: str) -> Iterator[Block]:
        """See `Blocks`."""
        from pyspark.sql.functions import col

        frame = self._frame.where((col("to") == HOME) & col("kind").isin(*kinds))
        for row in frame.toLocalIterator(prefetchPartitions=True):
            yield Block(row.to, row.kind, row.seq, bytes(row.data))


def _blocks(batches: Iterator[pa.RecordBatch]) -> Iterator[Block]:
    for batch in batches:
        to, kind, seq = (batch.column(at).to_pylist() for at in range(3))
        for at, data in enumerate(batch.column(3)):
            yield Block(to[at], kind[at], seq[at], data.as_buffer().to_pybytes())


def _batches(blocks: Iterator[Block]) -> Iterator[pa.RecordBatch]:
    waiting: list[Block] = []
    n_bytes = 0
    for block in blocks:
        waiting.append(block)
        n_bytes += len(block.data)
        if n_bytes >= _BATCH_BYTES:
            yield _batch(waiting)
            waiting, n_bytes = [], 0
    if waiting:
        yield _batch(waiting)


def _batch(blocks: list[Block]) -> pa.RecordBatch:
    columns: list[list[Any]] = [[getattr(block, name) for block in blocks] for name in _ARROW.names]
    return pa.record_batch(columns, schema=_ARROW)


def open_session(master: str | None = None) -> "SparkSession":
    """The session of the running application, as `spark-submit` begins it, or a new one: on `master`, else as Spark's own settings say,
    else on the cores of this machine.

    Raises EngineMissingError where PySpark or Java is not there.
    """
    try:
        from pyspark.errors import PySparkException
        from pyspark.sql import SparkSession
    except ImportError:
        raise EngineMissingError(
            f"the engine spark needs PySpark, which is not installed; install it: {PACKAGE}"
        ) from None
    require_java()
    # Workers are the Python that runs this, unless the cluster has one of its own.
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.appName("ofc-audit")
    if master is not None:
        builder = builder.master(master)
    for key, value in _SETTINGS.items():
        builder = builder.config(key, value)
    # It speaks of a pandas that is not used here.
    warnings.filterwarnings("ignore", category=FutureWarning, module="pyspark")
    try:
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        return session
    except (PySparkException, RuntimeError) as error:
        raise EngineMissingError(f"Spark did not start: {str(error).splitlines()[0]}") from None


def require_java() -> None:
    """Raises EngineMissingError where Spark would find no Java, which it reports as a failure of its own."""
    if os.environ.get("SPARK_REMOTE"):
        return
    home = os.environ.get("JAVA_HOME")
    java = shutil.which("java", path=os.path.join(home, "bin")) if home else shutil.which("java")  # noqa: PTH118
    if java is None:
        where = (
            f"JAVA_HOME is {home}, where there is none" if home else "there is no `java` on the PATH and no JAVA_HOME"
        )
        raise EngineMissingError(
            f"the engine spark needs Java 17 or 21, and {where}; install it (Debian, Ubuntu: apt-get install"
            " openjdk-17-jre-headless) or set JAVA_HOME to it"
        )
