"""Names that people type, found among those that hands have; where there is none, those near it."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from ofc_audit.report.store import Store
from ofc_audit.report.text import join_words, visible

_NEAR = 0.75
"""How alike a name must be (Jaro and Winkler, 0 to 1) to be named."""
_MOST_NAMED = 5
_LAST_NAME = """
    select distinct site, player_id from player_stats
    where player_id = $1 or lower(player_name) = lower($1) order by all
"""
_ONCE = """
    select distinct site, player_id from int_player_hands
    where account_id = $1 or lower(player_name) = lower($1) order by all
"""


_NAMES = """
    select player_name as name from player_stats
    union
    select player_id from player_stats where lower(player_id) not in (select lower(player_name) from player_stats)
"""


def resolve_players(store: Store, what: str, names: Sequence[str], sites: Sequence[str] = ()) -> list[tuple[str, str]]:
    """Accounts (site and id) by id or name, whatever its case: the name an account had last, else one that it had once.

    Raises ValueError, with near matches, for a name that nobody has.
    """
    wanted = {site.lower() for site in sites}
    found: dict[tuple[str, str], None] = {}
    for name in names:
        rows = store.rows(_LAST_NAME, [name]) or store.rows(_ONCE, [name])
        if not rows:
            near = _near(store, name, _NAMES, "ofc stats without --player lists them")
            raise ValueError(f"no {what} {visible(name)!r}; {near}")
        here = [row for row in rows if not wanted or row["site"].lower() in wanted]
        if not here:
            elsewhere = join_words([visible(row["site"]) for row in rows])
            raise ValueError(
                f"no {what} {visible(name)!r} at {join_words(sites, 'or')}; there is one elsewhere: {elsewhere}"
            )
        found |= dict.fromkeys((row["site"], row["player_id"]) for row in here)
    return list(found)


def require_known(store: Store, what: str, column: str, names: Sequence[str]) -> list[str]:
    """The values of a column of table `hands` that are called so, whatever their case.

    Raises ValueError, with near matches, for a name that no hand has.
    """
    found: dict[str, None] = {}
    for name in names:
        rows = store.rows(
            f"select distinct {column} as name from hands where lower({column}) = lower($1) order by name", [name]
        )
        if not rows:
            known = f"select distinct {column} as name from hands where {column} is not null"
            raise ValueError(f"no {what} {visible(name)!r}; {_near(store, name, known, f'no hand names a {what}')}")
        found |= dict.fromkeys(row["name"] for row in rows)
    return list(found)


def _near(store: Store, name: str, known: str, otherwise: str) -> str:
    rows = store.rows(
        "select name, count(*) over () as n, jaro_winkler_similarity(lower(name), lower($1)) as likeness "
        f"from ({known}) order by likeness desc, name limit {_MOST_NAMED}",
        [name],
    )
    alike = [visible(row["name"]) for row in rows if row["likeness"] >= _NEAR]
    if alike:
        return f"near it: {join_words(alike, 'or')}"
    if rows and rows[0]["n"] <= _MOST_NAMED:
        return f"there is {join_words(sorted(visible(row['name']) for row in rows))}"
    return otherwise


def near_words(name: str, known: Iterable[str], otherwise: str) -> str:
    """Which of the known names are near one that is not known; `otherwise` where none is."""
    alike = get_close_matches(name, list(known), 3)
    return f"near it: {join_words(alike, 'or')}" if alike else otherwise
