"""Setting a Fantasyland hand: the best legal board among many that are tried."""

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import EMPTY
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.fantasyland import qualify_stays
from ofc_audit.score.fouls import find_fouls
from ofc_audit.score.ranks import rank_boards
from ofc_audit.simulate.deal import MAX_DISCARDS, N_PLACED, Cards, Ints
from ofc_audit.simulate.policies import known_royalties

N_TRIES = 120
_STAY_WORTH = 15.0
_LAST = 1e9


def _orders(rng: np.random.Generator, cards: Cards, has: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
    """(n, tries, m) orders in which to lay out the cards dealt, bottom first: by rank groups, by suits, by chance."""
    n, most = cards.shape
    rank, suit = (cards >> 2).astype(np.float32), cards & 3
    same_rank = ((rank[:, :, None] == rank[:, None, :]) & has[:, None, :]).sum(axis=2)
    same_suit = ((suit[:, :, None] == suit[:, None, :]) & has[:, None, :]).sum(axis=2)
    noise = rng.random((n, N_TRIES, most), dtype=np.float32)
    # One number per rank and try keeps a group of one rank together while the groups change places.
    of_rank = np.take_along_axis(
        rng.random((n, N_TRIES, 13), dtype=np.float32),
        np.broadcast_to(rank[:, None, :].astype(np.int64), noise.shape),
        axis=2,
    )
    of_suit = np.take_along_axis(
        rng.random((n, N_TRIES, 4), dtype=np.float32),
        np.broadcast_to(suit[:, None, :].astype(np.int64), noise.shape),
        axis=2,
    )
    weight = np.linspace(0, 1, N_TRIES, dtype=np.float32)[None, :, None]
    by_rank = same_rank[:, None, :] * 20 + rank[:, None, :] * (1 - weight) + of_rank * 30 * weight
    by_suit = same_suit[:, None, :] * 2 + of_suit * 8 + rank[:, None, :] * 0.1 + noise * 6 * weight
    key = np.where((np.arange(N_TRIES) % 3 == 0)[None, :, None], by_suit, by_rank + noise * 12 * weight)
    key[:, N_TRIES * 9 // 10 :] = noise[:, N_TRIES * 9 // 10 :]
    key = np.where(has[:, None, :], key, -_LAST)
    return np.argsort(-key, axis=2, kind="stable")


def set_fantasy(rng: np.random.Generator, dealt: Cards, n_cards: Ints, rules: RuleSet) -> tuple[Cards, Cards]:
    """Boards (n, 13) and discards (n, 4, 255 where there is none) of players in Fantasyland, dealt `n_cards` (n,) of
    `dealt` (n, m).

    Of `N_TRIES` boards the one with the most royalties is set, a stay counting as fifteen points; a foul only where all
    are.
    """
    boards, discards = np.empty((len(dealt), 13), np.uint8), np.full((len(dealt), 4), EMPTY, np.uint8)
    step = 512
    for first in range(0, len(dealt), step):
        rows = slice(first, first + step)
        boards[rows], discards[rows] = _set_some(rng, dealt[rows], n_cards[rows], rules)
    return boards, discards


def _set_some(rng: np.random.Generator, dealt: Cards, n_cards: Ints, rules: RuleSet) -> tuple[Cards, Cards]:
    n, most = dealt.shape
    has = np.arange(most)[None, :] < n_cards[:, None]
    laid = np.take_along_axis(np.broadcast_to(dealt[:, None, :], (n, N_TRIES, most)), _orders(rng, dealt, has), axis=2)
    # The first five cards are the bottom, the next five the middle, then the top.
    board = np.concatenate([laid[:, :, 10:13], laid[:, :, 5:10], laid[:, :, 0:5]], axis=2)
    rows = rank_boards(np.ascontiguousarray(board.reshape(n * N_TRIES, 13)))
    foul = find_fouls(*rows, None, rules)
    pay = (rows[1].astype(np.float32) + rows[2]) / 20_000
    for table, value in zip(known_royalties(rules), rows, strict=True):
        pay += table.values[value]
    pay += _STAY_WORTH * qualify_stays(rows, foul, rules).values
    pay[foul.values] = -1
    best = pay.reshape(n, N_TRIES).argmax(axis=1)
    everyone = np.arange(n)
    thrown = np.full((n, MAX_DISCARDS), EMPTY, np.uint8)
    thrown[:, : most - N_PLACED] = laid[everyone, best, N_PLACED:]
    thrown[np.arange(N_PLACED, N_PLACED + MAX_DISCARDS)[None, :] >= n_cards[:, None]] = EMPTY
    return board[everyone, best], thrown
