"""`ofc run --engine spark`: what is said where something that Spark needs is not there."""

import sys
from pathlib import Path

import pytest

from cli.conftest import Ofc
from ofc_audit.cluster import spark
from ofc_audit.cluster.spark import EngineMissingError, require_java


def test_without_pyspark_the_package_is_named(ofc: Ofc, made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "pyspark"] or ["pyspark"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "pyspark", None)
    ran = ofc("run", str(made / "hands.txt"), "--out", str(made / "new"), "--engine", "spark")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "ofc: the engine spark needs PySpark, which is not installed; install it: pip install 'ofc-audit[cluster]'\n"
    )
    assert not (made / "new").exists()


def test_without_java_it_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("SPARK_REMOTE", raising=False)
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EngineMissingError) as without:
        require_java()
    assert str(without.value) == (
        "the engine spark needs Java 17 or 21, and there is no `java` on the PATH and no JAVA_HOME; install it (Debian,"
        " Ubuntu: apt-get install openjdk-17-jre-headless) or set JAVA_HOME to it"
    )
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    with pytest.raises(EngineMissingError, match=f"JAVA_HOME is {tmp_path}, where there is none"):
        require_java()
    java = tmp_path / "bin" / "java"
    java.parent.mkdir()
    java.touch(0o755)
    require_java()


def test_a_master_is_for_a_cluster(ofc: Ofc, made: Path) -> None:
    ran = ofc("run", str(made / "hands.txt"), "--out", str(made / "new"), "--master", "yarn")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "ofc: --master yarn is for --engine spark; add it, or leave --master away\n"


def test_spark_is_loaded_by_nothing_else() -> None:
    assert not any(name.startswith("pyspark") for name in vars(spark))
