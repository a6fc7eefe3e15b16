"""Names and ids in the manner of each room; none is anybody's."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ofc_audit.simulate.rooms import Room

Ints = npt.NDArray[np.int64]

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Max", "Nia", "Ole", "Pia")
_WORDS = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heron", "islet", "juniper", "kelp", "larch")
_THINGS = ("brook", "crane", "dune", "finch", "gale", "hill", "lark", "moss", "oak", "reed", "stone", "wren")


def player_names(first: Sequence[str], numbers: Sequence[int]) -> list[str]:
    """The names of players by number, those given first, then everyday ones, then numbered ones."""
    known = [*first, *(name for name in NAMES if name not in first)]
    return [known[number] if number < len(known) else f"player{number + 1}" for number in numbers]


def capture_names(site: str, numbers: Sequence[int], seed: int) -> list[str]:
    """Account names of players by number, as a recorded room shows them."""
    if site == "spartan":
        size = len(_WORDS) * len(_THINGS)
        start = seed * 31
        return [
            f"{_WORDS[(start + i) % len(_WORDS)]}{_THINGS[(start + i * 5) % size // len(_WORDS)]}{10 + i}"
            for i in numbers
        ]
    return [f"pid0{1_000_000 + (seed * 7_919 + i * 104_729) % 9_000_000}" for i in numbers]


def table_ids(room: Room, numbers: Sequence[int], seed: int) -> list[str]:
    """The ids of tables by number."""
    if not room.is_capture:
        return [f"Lotus {number + 1}" for number in numbers]
    if room.site == "spartan":
        return [f"{number + 1:03x}-{(seed * 2_654_435_761 + number * 97) % (1 << 32):08x}" for number in numbers]
    return [str(60_000_000 + seed % 1_000 * 20_011 + number * 13) for number in numbers]


def hand_ids(
    room: Room, tables: Sequence[str], lane: Ints, match: Ints, hand_no: Ints, ended: Ints, seed: int, first_hand: int
) -> list[str]:
    """(n,) the room's own id of each hand, at the table `tables` (n,); `first_hand` hands were played elsewhere."""
    if not room.is_capture:
        return [f"{m}-{h}" for m, h in zip(match.tolist(), hand_no.tolist(), strict=True)]
    if room.site == "spartan":
        # One numbering for the whole room, with gaps: other tables play too.
        place = np.empty(len(ended), np.int64)
        place[np.lexsort((lane, ended))] = np.arange(first_hand, first_hand + len(ended))
        return [str(number) for number in (290_000_000 + seed * 100_003 % 9_000_000 + 61 * place + ended % 53).tolist()]
    if room.site == "upoker":
        return [f"{table}-{h}" for table, h in zip(tables, hand_no.tolist(), strict=True)]
    return [f"260301180000-{table}-{h:07d}-1" for table, h in zip(tables, hand_no.tolist(), strict=True)]
