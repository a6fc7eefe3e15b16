"""Where the project's own data files are: `schemas/`, `sql/` and a page of `docs/`, in a checkout or inside the installed wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_dir(name: str) -> Path:
    """The folder `schemas`, `sql` or `docs`: the wheel's copy where there is one, else the checkout's.

    Raises FileNotFoundError, with what to do, when the installation has neither.
    """
    for root in (_PACKAGE / "_data", _PACKAGE.parents[1]):
        if (root / name).is_dir():
            return root / name
    raise FileNotFoundError(
        f"the installation is incomplete: no folder {name!r} beside {_PACKAGE}; install ofc-audit again"
    )
