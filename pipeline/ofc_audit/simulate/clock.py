"""The clock: players whose time runs out, or who lose their connection, and where the site then puts their cards.

Follows clock.hand_seconds, clock.time_bank_seconds and clock.auto_order.
"""

from dataclasses import dataclass

import numpy as np

from ofc_audit.cards import EMPTY
from ofc_audit.simulate.deal import Cards, Deal, Ints
from ofc_audit.simulate.session import Session
from ofc_audit.simulate.state import Mask

_SLOTS = np.array([8, 9, 10, 11, 12, 3, 4, 5, 6, 7, 0, 1, 2])
"""The places of a board in the order in which the site fills them: bottom, middle, top."""
_SECONDS = 120
"""The time for a hand in a room whose rules do not say how long it is."""


@dataclass(frozen=True)
class Clock:
    """Of n players: the street from which on the site places (0: none), whether he lost his connection, and the time
    bank (milliseconds) that he had left then.
    """

    auto_from: Ints
    is_cut: Mask
    bank_ms: Ints


def run_out(rng: np.random.Generator, fantasy: Ints, bank_used: Mask, session: Session) -> Clock:
    """Whose time runs out in a hand, and on which street; one in two of them by losing his connection.

    Nobody's time runs out in Fantasyland, where no rule says what then happens. The bank is used up at once, and is
    full again at a new table only.
    """
    n = len(fantasy)
    if not session.timeouts:
        return Clock(np.zeros(n, np.int64), np.zeros(n, bool), np.zeros(n, np.int64))
    is_late = (rng.random(n) < session.timeouts) & (fantasy == 0)
    street = rng.integers(1, session.deal.n_streets + 1, n)
    is_cut = is_late & (rng.random(n) < 0.5)
    bank = session.played.value("clock.time_bank_seconds")
    seconds = bank if isinstance(bank, int) else 0
    return Clock(np.where(is_late, street, 0), is_cut, np.where(is_late & ~bank_used, seconds * 1000, 0))


def place_automatically(
    cards: Cards, streets: Cards, discards: Cards, dealt: Cards, auto_from: Ints, deal: Deal
) -> tuple[Cards, Cards, Cards]:
    """Boards, streets (n, 13) and discards (n, 4) as the site leaves them: from street `auto_from` on (0: never) each
    card goes, in the order dealt, to the first row with room, bottom, then middle, then top, and the last card of a
    street that discards is discarded.
    """
    cards, streets, discards = cards.copy(), streets.copy(), discards.copy()
    late = np.flatnonzero(auto_from)
    since = auto_from[late]
    board, on, thrown = cards[late], streets[late], discards[late]
    is_open = on >= since[:, None]
    board[is_open], on[is_open] = EMPTY, EMPTY
    for street, (start, size, placed) in enumerate(zip(deal.starts, deal.streets, deal.placed, strict=True), 1):
        who = np.flatnonzero(since <= street)
        for card in range(start, start + placed):
            at = _SLOTS[(board[who][:, _SLOTS] == EMPTY).argmax(axis=1)]
            board[who, at], on[who, at] = dealt[late[who], card], street
        if size > placed:
            thrown[who, street - 2] = dealt[late[who], start + placed]
    cards[late], streets[late], discards[late] = board, on, thrown
    return cards, streets, discards


def clock_ms(ms: Ints, auto_from: Ints, is_cut: Mask, bank_ms: Ints, session: Session) -> Ints:
    """(n, streets) the times of players, of whom some ran out of time: what was left on that street, nothing after it.

    Whoever lost his connection is given his time bank from the beginning of that street on.
    """
    seconds = session.played.value("clock.hand_seconds")
    limit = (seconds if isinstance(seconds, int) else _SECONDS) * 1000
    street = np.arange(1, ms.shape[1] + 1)[None, :]
    since = auto_from[:, None]
    before = np.where(street < since, ms, 0).sum(axis=1)
    left = np.where(is_cut, bank_ms, limit + bank_ms - before)
    timed = np.where(street < since, ms, np.where(street == since, left[:, None], 0))
    return np.where(since > 0, timed, ms)
