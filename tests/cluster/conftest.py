"""Spark for the tests that need it: they are skipped in one place, which says what is missing and how to get it."""

import importlib.util
import shutil

MISSING = [
    *(() if importlib.util.find_spec("pyspark") else ("PySpark: `make cluster` installs it and runs these tests",)),
    *(() if shutil.which("java") else ("Java 17: apt-get install openjdk-17-jre-headless",)),
]
"""What the tests on Spark need and is not there."""
