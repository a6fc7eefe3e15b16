"""What stacks were at least, proven by payments and winnings of the hands before at the same table."""

from pathlib import Path

import duckdb

from ofc_audit.warehouse.engine import quoted

PAUSE_SECONDS = 300
"""After so long a pause a player may have left and come back with other chips."""

# Whoever pays an amount had it, so a stack is at least what its player paid in a hand, moved on by all nets since. The bound runs on from
# hand to hand only where nobody can have taken chips off the table unseen: the room numbers its hands, no number is missing, the same
# players sit, every net is known, and no pause is long. Buying in makes a stack larger and leaves the bound true.
_FLOORS = """
    create or replace temp table stack_floors as
    with laid as (
        select *, file_row_number as row_no
        from read_parquet({hands}, file_row_number = true)
    ),
    conflicting as (
        select hand_key from read_parquet({id_clashes}) where kind = 'conflict'
        union
        select other_hand_key from read_parquet({id_clashes}) where kind = 'conflict'
    ),
    asked as (
        select distinct site, club_id, table_id, match_id
        from laid semi join searched_hands using (hand_key)
    ),
    dealt as (
        select
            s.hand_key,
            list(s.player_id order by s.player_id) as players,
            count(*) = count(c.net) and count(*) = count(s.player_id) as is_told
        from read_parquet({seats}) as s
        join read_parquet({claims}) as c using (hand_key, acting_order)
        group by s.hand_key
    ),
    played as (
        select
            l.hand_key, l.row_no, l.hand_id, l.hand_no, l.ended_at, l.currency, d.players, l.site, l.club_id, l.table_id, l.match_id,
            l.status = 'complete' and d.is_told and x.hand_key is null as is_sound
        from laid as l
        join dealt as d using (hand_key)
        left join conflicting as x using (hand_key)
        where exists (
            from asked as a
            where a.site is not distinct from l.site and a.club_id is not distinct from l.club_id
                and a.table_id is not distinct from l.table_id and a.match_id is not distinct from l.match_id
        )
    ),
    linked as (
        select
            *,
            coalesce(
                hand_no = lag(hand_no) over w + 1
                and is_sound and lag(is_sound) over w
                and players = lag(players) over w
                and currency is not distinct from lag(currency) over w
                and epoch(ended_at) - epoch(lag(ended_at) over w) between 0 and {pause} - 1,
                false
            ) as is_next
        from played
        window w as (partition by site, club_id, table_id, match_id order by row_no)
    ),
    runs as (
        select *, sum((not is_next)::integer) over (partition by site, club_id, table_id, match_id order by row_no) as run
        from linked
    ),
    moved as (
        select
            r.hand_key, r.row_no, r.hand_id, r.site, r.club_id, r.table_id, r.match_id, r.run, s.acting_order, s.player_id,
            greatest(-(c.net * 10000)::bigint, 0) as paid,
            coalesce(sum((c.net * 10000)::bigint) over (
                partition by r.site, r.club_id, r.table_id, r.match_id, r.run, s.player_id
                order by r.row_no rows between unbounded preceding and 1 preceding
            ), 0)::bigint as moved_before
        from runs as r
        join read_parquet({seats}) as s using (hand_key)
        join read_parquet({claims}) as c using (hand_key, acting_order)
    ),
    proven as (
        select
            hand_key, row_no, acting_order,
            (moved_before + max(paid - moved_before) over w)::bigint as floor,
            arg_max(hand_id, paid - moved_before) over w as since
        from moved
        window w as (
            partition by site, club_id, table_id, match_id, run, player_id
            order by row_no rows between unbounded preceding and 1 preceding
        )
    )
    select hand_key, row_no, acting_order, coalesce(floor, 0) as floor, since
    from proven semi join searched_hands using (hand_key)
    order by row_no, acting_order
"""


def make_floors(con: duckdb.DuckDBPyConnection, folder: Path) -> None:
    """Makes temp table `stack_floors` (hand_key, row_no, acting_order, floor in ten-thousandths, since): the least each stack can have been.

    One row for each player of the hands in `searched_hands`; `folder` has the hand tables and `id_clashes`: a hand that is on record twice,
    told differently, proves nothing.
    """
    paths = {name: quoted(folder / f"{name}.parquet") for name in ("hands", "seats", "claims", "id_clashes")}
    con.execute(_FLOORS.format(pause=PAUSE_SECONDS, **paths))
