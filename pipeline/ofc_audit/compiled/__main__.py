"""`python -m ofc_audit.compiled`: builds the part in C beside its sources. Exit status 2 where that cannot be done."""

import sys

from ofc_audit.compiled.build import build


def main() -> int:
    """Builds the library and says where it is, or why it could not be built."""
    problem = build()
    print(problem or "built", file=sys.stderr)
    return 2 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
