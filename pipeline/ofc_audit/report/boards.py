"""Boards as people and programs write them: `Qs 8h 5d/Th 6c Jc 3h Qd/Kh 4d 7c As Ad`, top, middle and bottom, read and
scored."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ofc_audit.cards import CARD_TEXT, EMPTY, RANK_OF_BYTE, SUIT_OF_BYTE, card_code
from ofc_audit.money import NULL, amount_text, amount_units
from ofc_audit.report.text import join_words
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.hands import ScoredHands, score_hands
from ofc_audit.score.masked import Cards, Ints
from ofc_audit.score.pairs import pairs_of
from ofc_audit.score.settlement import Settlement, settle

EXAMPLE = "Qs 8h 5d/Th 6c Jc 3h Qd/Kh 4d 7c As Ad"
MAX_PLAYERS = 4
ROWS = (("top", 3), ("middle", 5), ("bottom", 5))
FANTASY_COUNTS = (13, 17)
"""Least and most cards that a Fantasyland hand is dealt."""

_AMOUNT = re.compile(r"[0-9]{1,14}(\.[0-9]{1,4})?")
_PLAIN_LENGTH = len(EXAMPLE)
_RANK_AT = np.arange(13) * 3
_BETWEEN = np.frombuffer(b"  /    /    ", np.uint8)


@dataclass(frozen=True)
class TypedHand:
    """One hand as it was typed: a board for each player in acting order, and what is known beside the cards.

    `fantasy` counts as `score_hands` does: 0, the cards dealt, -1 for a count that is not known. Money is in
    ten-thousandths, `NULL` where it was not given.
    """

    boards: tuple[str, ...]
    fantasy: tuple[int, ...]
    stacks: tuple[int, ...] | None = None
    point_value: int | None = None

    @property
    def has_money(self) -> bool:
        """Whether anything was said of money, so that an answer about money is due."""
        return self.stacks is not None or self.point_value is not None


def read_amount(text: str) -> int:
    """An amount such as `0.50` in ten-thousandths. Raises ValueError for anything else, a sign included."""
    if not _AMOUNT.fullmatch(text):
        raise ValueError(f"{text!r} is no amount; write digits and at most four places, such as 0.50")
    return amount_units(text)


def read_board(text: str) -> list[int]:
    """The thirteen card codes of a board. Raises ValueError, naming the row or the card, for anything else."""
    rows = text.split("/")
    if len(rows) != len(ROWS):
        raise ValueError(f"{_counted(len(rows), 'row')}; a board is top/middle/bottom, such as {EXAMPLE}")
    codes: list[int] = []
    for (name, size), row in zip(ROWS, rows, strict=True):
        words = row.split()
        codes += [card_code(word) for word in words]
        if len(words) != size:
            raise ValueError(f"the {name} row holds {_counted(len(words), 'card')}; it needs {size}")
    return codes


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def read_boards(hands: Sequence[Sequence[str]]) -> tuple[list[Cards | None], dict[int, str]]:
    """For each hand its (p, 13) card codes, or None and, by the hand's index, the reason why not."""
    flat = [board for boards in hands for board in boards]
    codes, is_plain = _plain_codes(flat)
    arrays: list[Cards | None] = []
    problems: dict[int, str] = {}
    at = 0
    for index, boards in enumerate(hands):
        end = at + len(boards)
        if not is_plain[at:end].all():
            for seat in range(at, end):
                if is_plain[seat]:
                    continue
                try:
                    codes[seat] = read_board(flat[seat])
                except ValueError as error:
                    problems.setdefault(index, f"board {seat - at + 1}: {error}")
        arrays.append(codes[at:end])
        at = end
    for index in _with_duplicates(arrays, problems):
        array = arrays[index]
        assert array is not None
        problems[index] = _duplicate(array)
    return [None if index in problems else array for index, array in enumerate(arrays)], problems


def _plain_codes(boards: Sequence[str]) -> tuple[Cards, npt.NDArray[np.bool_]]:
    """(n, 13) codes of boards with single blanks and slashes, all at once, and which of them were so written."""
    codes = np.full((len(boards), 13), EMPTY, np.uint8)
    is_plain = np.array([len(board) == _PLAIN_LENGTH and board.isascii() for board in boards], bool)
    text = "".join(board for board, plain in zip(boards, is_plain.tolist(), strict=True) if plain)
    grid = np.frombuffer(text.encode("ascii"), np.uint8).reshape(-1, _PLAIN_LENGTH)
    ranks, suits = RANK_OF_BYTE[grid[:, _RANK_AT]], SUIT_OF_BYTE[grid[:, _RANK_AT + 1]]
    good = (ranks != EMPTY).all(1) & (suits != EMPTY).all(1) & (grid[:, _RANK_AT[1:] - 1] == _BETWEEN).all(1)
    at = np.flatnonzero(is_plain)
    is_plain[at] = good
    codes[at[good]] = (ranks * 4 + suits)[good]
    return codes, is_plain


def _with_duplicates(arrays: Sequence[Cards | None], problems: dict[int, str]) -> list[int]:
    whole = [
        (index, array)
        for index, array in enumerate(arrays)
        if array is not None and len(array) and index not in problems
    ]
    if not whole:
        return []
    lengths = np.array([array.size for _, array in whole])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    bits = np.uint64(1) << np.concatenate([array.reshape(-1) for _, array in whole]).astype(np.uint64)
    different = np.bitwise_count(np.bitwise_or.reduceat(bits, starts))
    return [whole[at][0] for at in np.flatnonzero(different != lengths).tolist()]


def _duplicate(cards: Cards) -> str:
    places: dict[int, int] = {}
    for board, codes in enumerate(cards.tolist(), 1):
        for code in codes:
            if code in places:
                where = [str(places[code]), str(board)]
                boards = f"board {board}" if where[0] == where[1] else f"boards {join_words(where)}"
                return f"{CARD_TEXT[code]} is there twice ({boards})"
            places[code] = board
    raise AssertionError("no card is there twice")


def score_typed(hands: Sequence[TypedHand], cards: Sequence[Cards], rules: RuleSet) -> list[dict[str, object]]:
    """The answer for each hand, all of one number of players, as `ofc score -` gives it: unknown is None, amounts are
    text.

    `net` is there when the hand says anything of money: what moves to each player, before rake.
    """
    scored = score_hands(np.stack(cards), np.array([hand.fantasy for hand in hands], np.int16), rules)
    answers = _answers(scored, len(hands[0].boards))
    with_money = [index for index, hand in enumerate(hands) if hand.has_money]
    if with_money:
        settled = _settle([hands[index] for index in with_money], scored, with_money, rules)
        for index, net in zip(with_money, _lists(settled.net.values, settled.net.known), strict=True):
            answers[index]["net"] = [None if amount is None else amount_text(amount) for amount in net]
    return answers


def _answers(scored: ScoredHands, n_players: int) -> list[dict[str, object]]:
    fouls = _lists(scored.is_foul.values, scored.is_foul.known)
    royalties = [_lists(row.values, row.known) for row in scored.royalties]
    points = _lists(scored.points.values, scored.points.known)
    fantasy = _lists(scored.fantasy.cards.values, scored.fantasy.cards.known)
    rows = [_lists(row.values, row.known) for row in scored.pairs.rows]
    bonus = _lists(scored.pairs.bonus.values, scored.pairs.bonus.known)
    pair_points = _lists(scored.pairs.points.values, scored.pairs.points.known)
    pairs = list(enumerate(pairs_of(n_players)))
    return [
        {
            "foul": fouls[h],
            "royalties": [list(row) for row in zip(royalties[0][h], royalties[1][h], royalties[2][h], strict=True)],
            "points": points[h],
            "pairs": [
                {
                    "a": a,
                    "b": b,
                    "rows": [rows[0][h][k], rows[1][h][k], rows[2][h][k]],
                    "bonus": bonus[h][k],
                    "points": pair_points[h][k],
                }
                for k, (a, b) in pairs
            ],
            "fantasy_next": fantasy[h],
        }
        for h in range(len(fouls))
    ]


def _settle(hands: Sequence[TypedHand], scored: ScoredHands, chosen: list[int], rules: RuleSet) -> Settlement:
    n_players = len(hands[0].boards)
    stacks = np.array([hand.stacks or (NULL,) * n_players for hand in hands], np.int64)
    value = np.array([NULL if hand.point_value is None else hand.point_value for hand in hands], np.int64)
    known = scored.pairs.points.known_mask[chosen]
    points: Ints = np.where(known, scored.pairs.points.values[chosen].astype(np.int64), NULL)
    return settle(points, value, stacks, rules)


def _lists(values: npt.NDArray[np.generic], known: npt.NDArray[np.bool_] | None) -> list[list[int | None]]:
    listed: list[list[int | None]] = values.tolist()
    if known is None or known.all():
        return listed
    for row, column in zip(*np.nonzero(~known), strict=True):
        listed[row][column] = None
    return listed
