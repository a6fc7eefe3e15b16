"""One cause of many hands: the hands held against what the room really does, and what is left to be said of each.

A hand that another price or another scoring explains is audited again under it. What was found before was its consequence; what is found
still is a mistake of its own. Which is false, the stake or the payouts, the rule set or the points, cannot be told from the record.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from ofc_audit.audit.hands import audit_tables
from ofc_audit.audit.view import Ints, Mask
from ofc_audit.infer.rule_fit import Candidate
from ofc_audit.infer.subset import chosen_hands, key_column, laid_over
from ofc_audit.money import NULL, amount_text, money_array, money_ints
from ofc_audit.rulesets import RuleSet
from ofc_audit.score.batch import score_tables

Tables = Mapping[str, pa.Table]
_SCORED = ("scored_seats", "scored_pairs")


@dataclass(frozen=True)
class Shared:
    """What a group of hands shares: (n_hands,) the price paid, `NULL` where none but the one stated; and which of `fits` (-1 none)."""

    price: Ints
    fit: Ints
    fits: Mapping[int, Candidate | None]
    """The scoring that fits each scope; None where none known does."""


def stake_reason(price: int, stated: int) -> str:
    """Why money cannot be told where a table pays another price than it states."""
    return f"stake does not fit: pays {amount_text(price)} per point, {amount_text(stated)} stated"


RULES_REASON = "rules do not fit"
"""Why points, and money for them, cannot be told where the hands are scored in another way than the rule set named."""


def apply_causes(tables: Tables, found: Tables, rules: Mapping[str, RuleSet], shared: Shared) -> dict[str, pa.Table]:
    """What is left of findings, verdicts and seat verdicts in hands that share a cause; `tables` with the scored tables."""
    result = dict(found)
    keys = key_column(tables["hands"])
    unexplained = np.isin(shared.fit, [number for number, one in shared.fits.items() if one is None])
    # Points that are right under the rules stated, and under those that fit, are right.
    is_wrong = np.isin(keys, _wrong_points(found["verdicts"]))
    shared = replace(shared, fit=np.where(is_wrong & ~unexplained, shared.fit, -1))
    if unexplained.any():
        result = _without_scores(result, keys, unexplained)
    again = (shared.fit >= 0) | (shared.price != NULL)
    if again.any():
        result = _audited_again(tables, result, rules, shared, again)
    return result


def _wrong_points(verdicts: pa.Table) -> Ints:
    is_wrong = pc.and_(pc.equal(verdicts.column("dimension"), "points"), pc.equal(verdicts.column("verdict"), "wrong"))
    return key_column(verdicts.filter(is_wrong))


def _audited_again(
    tables: Tables, found: Tables, rules: Mapping[str, RuleSet], shared: Shared, again: Mask
) -> dict[str, pa.Table]:
    order = key_column(tables["hands"])
    sub = chosen_hands(tables, again)
    price, fit = shared.price[again], shared.fit[again]
    stated = money_ints(sub["hands"].column("point_value"))
    sub["hands"] = _as_played(sub["hands"], np.where(price != NULL, price, stated), fit, shared.fits)
    sub["scored_seats"], sub["scored_pairs"] = score_tables(sub["hands"], sub["seats"], sub["boards"], rules)
    batch = audit_tables(sub, rules)
    keys = order[again]
    # Where the hand itself fits what it states better than what the others share, it stays as it was.
    n_new, n_old = (_count(data, keys) for data in (batch.findings, found["findings"]))
    kept = keys[n_new <= n_old]
    reason, points = np.full(len(keys), None, object), np.full(len(keys), None, object)
    priced = np.flatnonzero(price != NULL)
    reason[priced] = [stake_reason(int(price[at]), int(stated[at])) for at in priced]
    reason[fit >= 0] = points[fit >= 0] = RULES_REASON
    told = {
        "findings": batch.findings,
        "verdicts": _open(_open(batch.verdicts, "money", keys, reason), "points", keys, points),
        "seat_verdicts": _open(batch.seat_verdicts, "money", keys, reason),
    }
    return {
        name: laid_over(found[name], data.filter(pa.array(np.isin(key_column(data), kept))), kept, order)
        for name, data in told.items()
    }


def _as_played(hands: pa.Table, price: Ints, fit: Ints, fits: Mapping[int, Candidate | None]) -> pa.Table:
    """Table `hands` with the prices and the scorings that the room really has."""
    at = hands.column_names.index("point_value")
    hands = hands.set_column(at, hands.schema.field(at), money_array(price, price != NULL))
    parts = []
    for number in np.unique(fit).tolist():
        candidate = fits.get(number)
        part = hands.filter(pa.array(fit == number))
        parts.append(part if candidate is None else candidate.apply(part))
    order = np.concatenate([np.flatnonzero(fit == number) for number in np.unique(fit)])
    return pa.concat_tables(parts).take(pa.array(np.argsort(order))).combine_chunks()


def _count(findings: pa.Table, keys: Ints) -> Ints:
    """(n_keys,) findings of each hand."""
    of = np.sort(key_column(findings))
    return np.searchsorted(of, keys, "right") - np.searchsorted(of, keys, "left")


def _open(data: pa.Table, dimension: str, keys: Ints, reason: npt.NDArray[np.object_]) -> pa.Table:
    """Verdicts with what would be verified, or open for another reason, left open for that of the hand; None where it stays."""
    order = np.argsort(keys)
    of_row = key_column(data)
    at = np.minimum(np.searchsorted(keys[order], of_row), len(keys) - 1)
    here = reason[order][at]
    here[keys[order][at] != of_row] = None
    not_wrong = (_words(data, "dimension") == dimension) & np.isin(
        _words(data, "verdict"), ["verified", "unverifiable"]
    )
    return _with_verdicts(data, not_wrong & np.array([one is not None for one in here], bool), here)


def _without_scores(found: Tables, keys: Ints, chosen: Mask) -> dict[str, pa.Table]:
    """Findings without those about points, and verdicts on points and money left open, in hands that no scoring known explains.

    Who enters Fantasyland follows from the same comparison of rows: what is announced is not held against it.
    """
    findings = found["findings"]
    mine = np.isin(key_column(findings), keys[chosen])
    checks = findings.column("check_id")
    is_score = np.asarray(pc.or_(pc.starts_with(checks, "score."), pc.equal(checks, "fantasy.claim")), bool)
    left = findings.filter(pa.array(~(mine & is_score)))
    accused = key_column(left.filter(pc.starts_with(left.column("check_id"), "settle.")))
    result = {"findings": left}
    for name in ("verdicts", "seat_verdicts"):
        data = found[name]
        of_row = key_column(data)
        dimension, verdict = _words(data, "dimension"), _words(data, "verdict")
        here = np.isin(of_row, keys[chosen])
        about = (dimension == "points") | ((dimension == "money") & ~np.isin(of_row, accused))
        open_now = here & about & np.isin(verdict, ["verified", "wrong"])
        result[name] = _with_verdicts(data, open_now, np.full(len(of_row), RULES_REASON, object))
    return result


def _words(data: pa.Table, name: str) -> npt.NDArray[np.object_]:
    return np.array(data.column(name).to_pylist(), object)


def _with_verdicts(data: pa.Table, changed: Mask, reason: npt.NDArray[np.object_]) -> pa.Table:
    """Verdicts in the mask as unverifiable, with the reason."""
    if not changed.any():
        return data
    for name, values in (
        ("verdict", np.where(changed, "unverifiable", _words(data, "verdict"))),
        ("reason", np.where(changed, reason, _words(data, "reason"))),
    ):
        at = data.column_names.index(name)
        data = data.set_column(at, data.schema.field(name), pa.array(values.tolist(), pa.string()))
    return data
