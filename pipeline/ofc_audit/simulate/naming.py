"""Names and ids in the manner of each room; none is anybody's."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ofc_audit.simulate.rooms import Room

Ints = npt.NDArray[np.int64]

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max", "Nia", "Ole", "Pia")
_WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "islet", "juniper", "kelp", "larch")
_THINGS = ("brook", "crane", "dune", "finch", "gale", "hill", "lark", "moss", "oak", "reed", "stone", "wren")


def player_names(first: Sequence[str], n: int) -> list[str]:
    """`n` names, those given first, then everyday ones, then numbered ones."""
    known = [*first, *(name for name in NAMES if name not in first)]
    return [*known, *(f"player{number}" for number in range(len(known) + 1, n + 1))][:n]


def capture_names(site: str, n: int, seed: int) -> list[str]:
    """`n` account names as a recorded room shows them."""
    if site == "spartan":
        size = len(_WORDS) * len(_THINGS)
        start = seed * 31
        return [
            f"{_WORDS[(start + i) % len(_WORDS)]}{_THINGS[(start + i * 5) % size // len(_WORDS)]}{10 + i}"
            for i in range(n)
        ]
    return [f"pid0{1_000_000 + (seed * 7_919 + i * 104_729) % 9_000_000}" for i in range(n)]


def table_ids(room: Room, n: int, seed: int) -> list[str]:
    """The ids of `n` tables."""
    if not room.is_capture:
        return [f"Lotus {number + 1}" for number in range(n)]
    if room.site == "spartan":
        return [f"{number + 1:03x}-{(seed * 2_654_435_761 + number * 97) % (1 << 32):08x}" for number in range(n)]
    return [str(60_000_000 + seed % 1_000 * 20_011 + number * 13) for number in range(n)]


def hand_ids(
    room: Room, tables: Sequence[str], lane: Ints, match: Ints, hand_no: Ints, ended: Ints, seed: int
) -> list[str]:
    """(n,) the room's own id of each hand."""
    if not room.is_capture:
        return [f"{m}-{h}" for m, h in zip(match.tolist(), hand_no.tolist(), strict=True)]
    if room.site == "spartan":
        # One numbering for the whole room, with gaps: other tables play too.
        place = np.empty(len(ended), np.int64)
        place[np.lexsort((lane, ended))] = np.arange(len(ended))
        return [str(number) for number in (290_000_000 + seed * 100_003 % 9_000_000 + 61 * place + ended % 53).tolist()]
    if room.site == "upoker":
        return [f"{tables[table]}-{h}" for table, h in zip(lane.tolist(), hand_no.tolist(), strict=True)]
    return [f"260301180000-{tables[table]}-{h:07d}-1" for table, h in zip(lane.tolist(), hand_no.tolist(), strict=True)]
