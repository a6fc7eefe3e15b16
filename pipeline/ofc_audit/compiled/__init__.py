"""The part in C: an accelerator that may be missing, with the same results byte for byte.

It is built when the package is installed where there is a C compiler, or by `python -m ofc_audit.compiled`. Where there is none, or it was
built from other sources than those beside it, or `OFC_COMPILED=0` is set, everything is done in numpy.
"""

import ctypes
import hashlib
import os
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
LIBRARY = FOLDER / "ofc_compiled.so"
SWITCH = "OFC_COMPILED"


def sources() -> list[Path]:
    """The sources in C."""
    return sorted(FOLDER.glob("*.[ch]"))


def fingerprint() -> str:
    """What the sources hold: a library tells the one that it was built from."""
    digest = hashlib.sha256()
    for path in sources():
        digest.update(path.read_bytes())
    return digest.hexdigest()[:32]


@cache
def library() -> ctypes.CDLL | None:
    """The built library; None where there is none that these sources made, or it is switched off."""
    if os.environ.get(SWITCH) == "0":
        return None
    try:
        # Looked for before it is loaded: what is loaded once stays, also when another is put in its place.
        return ctypes.CDLL(str(LIBRARY)) if fingerprint().encode() in LIBRARY.read_bytes() else None
    except OSError:
        return None
