"""What a batch claims about points."""

import numpy as np

from ofc_audit.audit.score_model import ROWS
from ofc_audit.audit.view import View, flags, ints
from ofc_audit.money import NULL


class ScoreClaims:
    """All claims about points, laid onto seats and pairs; none of hands that are not judged."""

    def __init__(self, view: View) -> None:
        table = view.tables["claims"]
        self.foul = flags(table, "is_foul").astype(np.int64)
        self.royalties = np.stack([ints(table, f"{row}_royalties") for row in ROWS], axis=1)
        self.points = ints(table, "points")
        self.rows = np.stack([view.claimed_pair(row) for row in ROWS], axis=1)
        self.bonus = view.claimed_pair("bonus")
        self.royalties_a = view.claimed_pair("royalties_a")
        self.royalties_b = view.claimed_pair("royalties_b")
        self.pair_points = view.claimed_pair("points")
        judged_seat = view.complete[view.seat_hand]
        judged_pair = view.complete[view.pair_hand]
        self.foul = np.where(judged_seat, self.foul, -1)
        self.royalties = np.where(judged_seat[:, None], self.royalties, NULL)
        self.points = np.where(judged_seat, self.points, NULL)
        self.rows = np.where(judged_pair[:, None], self.rows, NULL)
        for name in ("bonus", "royalties_a", "royalties_b", "pair_points"):
            setattr(self, name, np.where(judged_pair, getattr(self, name), NULL))
