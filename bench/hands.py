"""Simulated hands in any number, quickly: one pack is played, and its copies are the same hands of other people at other tables.

Playing costs more than reading and auditing together, and what a hand costs to audit does not depend on who sits at it.
So `ofc simulate` plays one pack of three-player hands, 20,000 if no other size is asked for, and each further file of as
many has the number of its copy in every hand id, match, table and player. What is made stays in `bench/out/hands/` for the next time.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np

OUT = Path(__file__).resolve().parent / "out"
PACK = 20_000
DIGITS = 5
_MARK = b"\x00" * DIGITS
_PLACES = re.compile(rb"^(?:(?:OFC Hand #|Match #|Table '[^' ]+ )(?=\d)|Seat \d+: [^ :]+(?= \())", re.MULTILINE)
"""Ends where a copy's number goes: before the numbers of hands, matches and tables, behind the names of players."""
FIRST_COPY = 10_001
OFC = (sys.executable, "-c", "from ofc_audit.cli.main import main; main()")
"""The command, as this interpreter runs it."""


def folder_of(n_hands: int, out: Path = OUT, pack: int = PACK) -> Path:
    """A folder of text files with so many hands, made if there is none."""
    folder = out / "hands" / (str(n_hands) if pack == PACK else f"{n_hands}-by-{pack}")
    if folder.exists():
        return folder
    text = _pack(out, pack)
    making = folder.with_name(f"{folder.name}.making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    data = np.frombuffer(_PLACES.sub(rb"\g<0>" + _MARK, text), np.uint8).copy()
    marks = np.flatnonzero(data == 0).reshape(-1, DIGITS)
    ends = np.array([m.end() for m in re.finditer(rb"\*\*\* END \*\*\*\n\n?", data.tobytes())])
    for copy, first in enumerate(range(0, n_hands, pack), FIRST_COPY):
        data[marks] = np.frombuffer(str(copy).encode(), np.uint8)
        end = ends[min(pack, n_hands - first) - 1]
        data[:end].tofile(making / f"hands-{copy}.txt")
    making.rename(folder)
    return folder


def n_bytes(folder: Path) -> int:
    """Bytes of all files of a folder."""
    return sum(path.stat().st_size for path in folder.iterdir())


def _pack(out: Path, n_hands: int) -> bytes:
    """The text of the hands that are played."""
    played = out / "hands" / f"played-{n_hands}"
    if not played.exists():
        words = ("simulate", "pokerbet_progressive", "--option", "scoring=1-6", "--players", "3")
        command = [*OFC, *words, "--hands", str(n_hands), "--format", "ofc_text", "--out", str(played)]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
    (file,) = (played / "hands").iterdir()
    return file.read_bytes()
