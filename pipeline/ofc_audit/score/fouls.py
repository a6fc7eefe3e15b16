"""Fouls: is bottom at least middle, and middle at least top?"""

import numpy as np

from ofc_audit.rulesets import RuleSet
from ofc_audit.score.masked import Mask, Masked, Values
from ofc_audit.score.params import flag
from ofc_audit.score.ranks import rank_tables


def find_fouls(
    top: Values, middle: Values, bottom: Values, complete: Mask | None, rules: RuleSet | None
) -> Masked[Mask]:
    """Whether each board is a foul (dead hand); not known for a board that is not complete.

    Bottom must be at least middle and middle at least top. Between top and middle the category decides, then the
    ranks in order as far as the three-card row goes. `board.equal_rows_legal` says whether equal rows are legal; they
    are where no rule set is given, as in every known one, and where it is unknown a board that hangs on it is not
    known.

    `top`, `middle`, `bottom`: (n,) row values; `complete`: (n,) boards with thirteen cards, None for all.
    """
    equal_legal = True if rules is None else flag(rules, "board.equal_rows_legal")
    lax = (bottom < middle) | (top > rank_tables().legal_top.take(middle, mode="clip"))
    if equal_legal:
        return Masked(lax, complete)
    strict = (bottom <= middle) | (top > rank_tables().legal_top_strict.take(middle, mode="clip"))
    if equal_legal is None:
        agreed = lax == strict
        return Masked(lax, agreed if complete is None else agreed & complete)
    return Masked(np.asarray(strict), complete)
