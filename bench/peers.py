"""Installs the packages that benchmarks are held beside, one by one out of `requirements-bench.lock`: `python bench/peers.py`.

A package that has no build for this machine keeps none of the others away; it is named, and the benchmark names it
again. Every package comes by the hashes of the lock, and only as a build: nothing is compiled.
"""

import re
import subprocess
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

LOCK = Path(__file__).resolve().parents[1] / "requirements-bench.lock"
PIP = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")


def pinned(text: str) -> dict[tuple[str, str], str]:
    """What a lock pins: each (name, version) with its lines, hashes included."""
    blocks = re.findall(r"^([a-z0-9.-]+)==(\S+) (\\\n(?:    --hash=\S+(?: \\)?\n)+)", text, re.MULTILINE)
    return {(name, number): f"{name}=={number} {hashes}" for name, number, hashes in blocks}


def is_here(name: str, number: str) -> bool:
    """Whether that version is installed."""
    try:
        return version(name) == number
    except PackageNotFoundError:
        return False


def main() -> int:
    """Installs what is not here; 0 in any case, for a benchmark goes on without a peer."""
    for (name, number), lines in pinned(LOCK.read_text("utf-8")).items():
        if is_here(name, number):
            continue
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "one.lock"
            file.write_text(lines, "utf-8")
            words = ("--no-deps", "--only-binary", ":all:", "--require-hashes", "-r", str(file))
            if subprocess.run([*PIP, *words], check=False).returncode:
                print(
                    f"MISSING: {name} {number} cannot be installed here; nothing is measured beside it", file=sys.stderr
                )
    return 0


if __name__ == "__main__":
    sys.exit(main())
