"""`--engine`: a cluster for the work of a command, or none."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ofc_audit.cli.console import SetupError
from ofc_audit.cli.options import Engine

if TYPE_CHECKING:
    from ofc_audit.warehouse.build import Elsewhere


@contextmanager
def cluster_of(engine: Engine, master: str | None) -> "Iterator[Elsewhere | None]":
    """The cluster that an engine is asked for, gone afterwards; None for this machine.

    Raises SetupError where PySpark or Java is not there, and for a master without a cluster.
    """
    if engine is Engine.local:
        if master is not None:
            raise SetupError(f"--master {master} is for --engine spark; add it, or leave --master away")
        yield None
        return
    from ofc_audit.cluster.build import Cluster
    from ofc_audit.cluster.spark import EngineMissingError, Spark, open_session

    try:
        spark = Spark(open_session(master))
    except EngineMissingError as error:
        raise SetupError(str(error)) from None
    try:
        yield Cluster(spark)
    finally:
        spark.close()
