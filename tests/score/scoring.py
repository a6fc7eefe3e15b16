"""What the tests of the scorer share: boards from text, rule sets with single parameters changed, plain comparisons."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from ofc_audit.cards import EMPTY, card_codes
from ofc_audit.rulesets import RuleSet, load_rules
from ofc_audit.score.hands import ScoredHands, score_hands
from ofc_audit.score.masked import Masked
from ofc_audit.score.pairs import BoardRows, ScoredPairs, score_pairs

AMERICAN = {"scoring": "1-6", "royalties": "american"}


@cache
def shipped() -> Mapping[str, RuleSet]:
    """The rule sets of the project."""
    return load_rules()


class Changed:
    """A rule set with some parameters changed, for values that no shipped rule set has."""

    def __init__(self, rules: RuleSet, values: Mapping[str, Any]) -> None:
        """`values` by parameter key."""
        unknown_keys = [key for key in values if not rules.source(key)]
        assert not unknown_keys
        self._rules, self._values = rules, values
        self.id = rules.id

    def value(self, key: str) -> Any:
        """The changed value, else the rule set's."""
        return self._values[key] if key in self._values else self._rules.value(key)

    def royalty_table(self) -> Any:
        """The rule set's table."""
        return self._rules.royalty_table()


def rules_like(rules_id: str = "pokerbet", changed: Mapping[str, Any] | None = None, **options: Any) -> Any:
    """A shipped rule set with options as a hand states them (1-6 and American where not given) and parameters
    changed.
    """
    rules = shipped()[rules_id].with_options(**{**AMERICAN, **options})
    return Changed(rules, changed) if changed else rules


def board(text: str) -> np.ndarray:
    """(13,) codes of `top/middle/bottom`; rows that are short are filled with empty places."""
    codes = []
    for row, size in zip(text.split("/"), (3, 5, 5), strict=True):
        cards = card_codes(row)
        codes += cards + [EMPTY] * (size - len(cards))
    return np.array(codes, np.uint8)


def play(boards: Sequence[str], rules: Any, fantasy: Sequence[int] | None = None) -> ScoredHands:
    """One hand scored."""
    cards = np.stack([board(text) for text in boards])[None]
    return score_hands(cards, np.array([fantasy or [0] * len(boards)], np.int16), rules)


def pair_of_rows(rows: tuple[int, int, int], rules: Any, royalties: Any = None) -> ScoredPairs:
    """Two legal hands whose rows go as given, with royalties ((top, middle, bottom) of each) as if earned."""
    first = [np.array([[2], [2]], np.uint16) for _ in rows]
    for value, row in zip(first, rows, strict=True):
        value[1] = 2 - row
    nothing = Masked(np.zeros((2, 1), bool))
    earned = royalties or ((0, 0, 0), (0, 0, 0))
    points = [Masked(np.array([[earned[0][row]], [earned[1][row]]], np.int16)) for row in range(3)]
    return score_pairs(BoardRows(tuple(first), nothing, tuple(points)), rules)


def deals(n: int, n_players: int, seed: int) -> np.ndarray:
    """(n, players, 13) random boards, each hand from one deck."""
    rng = np.random.default_rng(seed)
    deck = rng.permuted(np.tile(np.arange(52, dtype=np.uint8), (n, 1)), axis=1)
    return np.ascontiguousarray(deck[:, : 13 * n_players]).reshape(n, n_players, 13)


def shown(masked: Any) -> list[Any]:
    """Values as a list, None where not known."""
    known, values = masked.known_mask.reshape(-1).tolist(), masked.values.reshape(-1).tolist()
    return [value if is_known else None for value, is_known in zip(values, known, strict=True)]


def plain_strength(ranks: Sequence[int], is_flush: bool = False) -> tuple[int, ...]:
    """Category and ranks in the order of comparison of three or five ranks, by counting; nothing of the scorer in
    it.
    """
    by_count = sorted(Counter(ranks).items(), key=lambda item: (item[1], item[0]), reverse=True)
    shape = tuple(n for _, n in by_count)
    order = tuple(rank for rank, n in by_count for _ in range(n))
    if len(ranks) == 5 and shape == (1, 1, 1, 1, 1):
        wheel = order == (12, 3, 2, 1, 0)
        straight = wheel or order[0] - order[4] == 4
        if wheel:
            order = (3, 2, 1, 0, -1)
        return ({(False, False): 0, (True, False): 4, (False, True): 5, (True, True): 8}[straight, is_flush], *order)
    categories = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (3,): 3, (2, 1): 1, (1, 1, 1): 0}
    return (categories[shape], *order)
