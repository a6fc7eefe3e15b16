"""Where and of what figures are: the machine, the versions, the commit, the time."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from ofc_audit.compiled import library

PACKAGES = (
    "ofc-audit",
    "duckdb",
    "numpy",
    "pyarrow",
    "polars",
    "pandas",
    "eval7",
    "phevaluator",
    "treys",
    "pokerkit",
    "msgspec",
)


def machine() -> dict[str, object]:
    """Processors, what they are, memory in MB, system, Python, and whether the part in C is there; nothing that names the host."""
    return {
        "processors": os.cpu_count(),
        "processor": _from_file("/proc/cpuinfo", "model name") or platform.machine(),
        "memory_mb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e6),
        "system": platform.system(),
        "python": platform.python_version(),
        "is_compiled": library() is not None,
    }


def load() -> float | None:
    """How much other work there was for each processor in the minute before; above 1 it waited, and so did what is measured."""
    try:
        return round(os.getloadavg()[0] / (os.cpu_count() or 1), 1)
    except OSError:
        return None


def versions() -> dict[str, str]:
    """Versions of the packages that are installed here."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def commit() -> str:
    """The commit that is checked out, with `+` behind it where files differ from it; nothing outside a checkout."""
    git = ["git", "-C", str(Path(__file__).resolve().parent)]
    head = subprocess.run([*git, "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    changed = subprocess.run([*git, "status", "--porcelain", "-uno"], capture_output=True, text=True, check=False)
    return head.stdout.strip() + ("+" if changed.stdout.strip() else "")


def now() -> str:
    """The time to the minute, UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")


def _from_file(path: str, key: str) -> str | None:
    try:
        lines = Path(path).read_text("utf-8").splitlines()
    except OSError:
        return None
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(key)), None)
