"""Which other scoring explains the points of a room whose hands do not fit the rule set they name.

Tried are the scorings that a table can choose (method, royalties on, off or by another table, how royalties settle), all together, and the
scorings of the other rule sets known; the one with the fewest changes that explains nearly all hands is what fits.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from ofc_audit.audit.scores import audit_scores
from ofc_audit.audit.view import Ints, View
from ofc_audit.rulesets import UNKNOWN, RuleSet, all_parameters, value_text
from ofc_audit.score.effective import effective_rules, rules_of_hand

MIN_WRONG = 5
"""Hands with wrong points below which a club or a table is not asked whether its rules fit."""
WRONG_SHARE = (3, 10)
"""The share of hands with wrong points above which it is asked."""
FIT_SHARE = (19, 20)
"""The share of hands that another scoring must explain."""
MIN_UNEXPLAINED = 20
"""Hands with wrong points that no scoring explains, and more than half of all, which are one cause all the same."""
MIN_ALL_WRONG, FINDINGS_A_HAND = 3, 2
"""So are fewer hands, where every one has wrong points, and as many findings about them a hand: a mistake of a hand is one finding."""

_OPTIONS = {
    "option_scoring": "score.method",
    "option_royalties": "score.royalties",
    "option_royalty_settlement": "score.royalty_settlement",
}
_SCORING = ("score", "board")
"""The sections of parameters that points depend on."""
_ALL_WRONG = f"""(
    bool_and(is_wrong) and count(*) >= {MIN_ALL_WRONG} and sum(n_score_findings) >= {FINDINGS_A_HAND} * count(*)
)"""
_POOL = ("site", "club_id", "rules_id", "played")


@dataclass(frozen=True)
class Candidate:
    """Another scoring: the columns of table `hands` that bring it about, and the parameters it changes with both values."""

    columns: Mapping[str, str]
    changes: tuple[tuple[str, str, str], ...]

    def apply(self, hands: pa.Table) -> pa.Table:
        """Table `hands` as if every hand said that it is scored so."""
        for name, word in self.columns.items():
            at = hands.column_names.index(name)
            hands = hands.set_column(at, hands.schema.field(name), pa.repeat(pa.scalar(word), hands.num_rows))
        return hands


def begin(con: duckdb.DuckDBPyConnection) -> None:
    """Creates temp table `fit_members` (place, scope_no): the hands that one cause has been found for, none yet."""
    con.execute("create or replace temp table fit_members (place bigint, scope_no bigint)")


def find_suspects(con: duckdb.DuckDBPyConnection, by_table: bool) -> int:
    """Creates temp tables `fit_scopes` and `fit_hands` (place, scope_no, is_wrong) over relation `evidence`; gives how many scopes there are.

    A scope is a club under one effective rule set or, `by_table`, one of its tables, of whose judged hands too many have wrong points.
    Hands in `fit_members` are left aside.
    """
    wrong, of = WRONG_SHARE
    names = (*_POOL, "table_id") if by_table else _POOL
    same = " and ".join(f"e.{name} is not distinct from s.{name}" for name in names)
    con.execute(f"""
        create or replace temp table fit_scopes as
        select row_number() over (order by first_place) + coalesce((select max(scope_no) from fit_members), 0) as scope_no, *
        from (
            select {", ".join(names)}, min(place) as first_place
            from evidence anti join fit_members using (place)
            where is_judged
            group by all
            having count(*) filter (where is_wrong) * {of} > count(*) * {wrong}
                and (count(*) filter (where is_wrong) >= {MIN_WRONG} or {_ALL_WRONG})
        )
    """)
    con.execute(f"""
        create or replace temp table fit_hands as
        select e.place, s.scope_no, e.is_wrong, e.n_score_findings
        from evidence as e join fit_scopes as s on {same} anti join fit_members using (place)
        where e.is_judged
    """)
    [(n_scopes,)] = con.execute("select count(*) from fit_scopes").fetchall()
    return int(n_scopes)


def suspects(con: duckdb.DuckDBPyConnection) -> list[tuple[int, int, str, int, int, bool]]:
    """The scopes of `fit_hands`: number, place of the first hand with wrong points, rule set, judged hands, wrong hands, and whether it is
    one cause even where no scoring explains it.
    """
    return con.execute(f"""
        select scope_no, min(place) filter (where is_wrong), any_value(rules_id), count(*), count(*) filter (where is_wrong),
            (count(*) filter (where is_wrong) >= {MIN_UNEXPLAINED} and count(*) filter (where is_wrong) * 2 > count(*)) or {_ALL_WRONG}
        from fit_hands join fit_scopes using (scope_no) group by scope_no order by scope_no
    """).fetchall()


def accept(con: duckdb.DuckDBPyConnection, scope_no: int) -> None:
    """Puts the hands of a suspected scope into `fit_members`."""
    con.execute("insert into fit_members select place, scope_no from fit_hands where scope_no = $1", [scope_no])


def _scoring(rules: RuleSet) -> tuple[object, ...]:
    """All that points depend on."""
    cells = tuple(cell.value for cell in rules.royalty_table().cells.values())
    keys = [key for key in all_parameters() if key.split(".")[0] in _SCORING and key != "score.royalties"]
    return (*(value_text(rules.value(key)) for key in keys), cells)


def candidates(hand: Mapping[str, Any], rules: Mapping[str, RuleSet]) -> list[Candidate]:
    """The other scorings that are tried for hands like this row of table `hands`, those with fewer changes first."""
    own = rules_of_hand(hand, rules)
    assert own is not None, "only hands under a known rule set are judged"
    met, result = {_scoring(own)}, []
    keys = [key for key in all_parameters() if key.split(".")[0] in _SCORING]
    for columns in sorted(_choices(own, rules), key=lambda one: ("rules_id" in one, len(one))):
        played = rules_of_hand({**hand, **columns}, rules)
        assert played is not None, "only known rule sets are tried"
        scoring = _scoring(played)
        if scoring not in met:
            met.add(scoring)
            changed = [key for key in keys if played.value(key) != own.value(key)]
            changes = tuple((key, value_text(own.value(key)), value_text(played.value(key))) for key in changed)
            result.append(Candidate(columns, changes))
    return result


def _choices(own: RuleSet, rules: Mapping[str, RuleSet]) -> Iterator[Mapping[str, str]]:
    """Columns of table `hands` with other words: options of the table where its own are known, then other rule sets."""
    for words in product(*([None, *_words(own, key)] for key in _OPTIONS.values())):
        yield {name: word for name, word in zip(_OPTIONS, words, strict=True) if word is not None}
    for other in rules.values():
        if other.period is None:
            yield {"rules_id": other.id}


def _words(own: RuleSet, key: str) -> Sequence[str]:
    value = own.value(key)
    if value is UNKNOWN:
        return ()
    words = own.royalty_names if key == "score.royalties" else all_parameters()[key].values
    return [str(word) for word in words if word != value]


def count_fits(tables: Mapping[str, pa.Table], rules: Mapping[str, RuleSet], candidate: Candidate) -> Ints:
    """(n_hands,) 1 where the points that the record states are those of the candidate."""
    hands = candidate.apply(tables["hands"])
    effective, index = effective_rules(hands, rules)
    scores = audit_scores(View({**tables, "hands": hands}, effective, index))
    return np.asarray(scores.is_verified, np.int64)


def choose(tried: Sequence[Candidate], n_fits: Sequence[int], n_hands: int) -> int | None:
    """Which candidate explains nearly all hands: the one that explains most, of several the first; None where none does."""
    part, of = FIT_SHARE
    best = max(range(len(tried)), key=lambda at: (n_fits[at], -at), default=None)
    return best if best is not None and n_fits[best] * of >= n_hands * part else None
