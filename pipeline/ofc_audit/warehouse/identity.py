"""Which records are one hand, which only claim to be, and in what order hands were played: SQL over all staged records.

A record is known by its hand_key (all its content) and its deal_key (who sat where with which cards):
* the same hand_key again is a duplicate, kept once;
* the same site, club, table and hand id with the same deal_key but other content is one hand where the records contradict each other in
  nothing (see `unite`), else a conflict: both stay, neither counts;
* the same id with another deal is another hand under a reused id: both count.
A record that names no club or no table may be of the one that all others with its site and id name.
Nothing here depends on the names of files or on the order in which they were given.
"""

import duckdb

NATURAL = """
create or replace macro natural_order(id) as array_to_string(list_transform(
    regexp_extract_all(id, '[0-9]+|[^0-9]+'),
    lambda part: case when part[1] between '0' and '9'
        then lpad(length(ltrim(part, '0'))::varchar, 6, '0') || ltrim(part, '0') else part end
), '')
"""
"""Ids as text whose runs of digits sort as the numbers they are: the length of each goes before it."""

_KEPT = """
create table kept as
with repeated as (
    select hand_key from staged_hands group by hand_key having count(*) > 1
),
copies as (
    select h.raw_hand, h.hand_key, h.unknown_keys, h.first_byte, s.sha256
    from staged_hands as h
    semi join repeated using (hand_key)
    join read_sources as s using (source_no)
),
-- Names and unknown keys are no content of a hand: they decide first, so that the copy kept does not depend on the files.
names as (
    select raw_hand, string_agg(player_name, chr(0) order by acting_order) as names
    from staged_seats semi join copies using (raw_hand) group by raw_hand
),
sides as (
    select raw_hand, string_agg(is_swapped::varchar, '' order by a, b) as sides
    from staged_claimed_pairs semi join copies using (raw_hand) group by raw_hand
),
ranked as (
    select
        c.raw_hand,
        row_number() over (
            partition by c.hand_key
            order by n.names, c.unknown_keys nulls first, d.sides nulls first, c.sha256, c.first_byte
        ) as copy_no
    from copies as c left join names as n using (raw_hand) left join sides as d using (raw_hand)
)
select h.raw_hand
from staged_hands as h
anti join (select raw_hand from ranked where copy_no > 1) using (raw_hand)
"""

_SAME_ID = """
create or replace table same_id as
with hands as (
    select raw_hand, hand_key, deal_key, site, club_id, table_id, hand_id, status
    from staged_hands semi join kept using (raw_hand)
),
repeated as (
    select site, hand_id from hands group by site, hand_id having count(*) > 1
),
-- Hardly any id is repeated: what is to be known of those that are is asked of them alone.
shared as (
    select
        site, hand_id,
        case when count(distinct club_id) = 1 then min(club_id) end as one_club,
        case when count(distinct table_id) = 1 then min(table_id) end as one_table
    from hands semi join repeated using (site, hand_id) group by site, hand_id
)
select h.*, coalesce(h.club_id, s.one_club) as in_club, coalesce(h.table_id, s.one_table) as at_table
from hands as h join shared as s using (site, hand_id)
"""
"""Records whose site and id others have too, with the club and the table that they are taken to be of."""

_HAND_ORDER = """
create table hand_order as
with hands as (
    select raw_hand, hand_key, site, club_id, table_id, match_id, hand_no, ended_at, hand_id
    from staged_hands semi join kept using (raw_hand)
),
-- A match is one stretch of its table's time.
timed as (
    select *, min(ended_at) over (partition by site, club_id, table_id, match_id) as begins_at
    from hands where match_id is not null
    union all
    select *, ended_at as begins_at from hands where match_id is null
),
ordered as (
    select raw_hand, hand_key
    from timed
    order by
        site, club_id nulls first, table_id nulls first,
        begins_at nulls last, natural_order(match_id) nulls first, match_id nulls first,
        case when match_id is not null then hand_no end nulls last,
        ended_at nulls last, hand_no nulls last, natural_order(hand_id), hand_id, hand_key
)
select raw_hand, hand_key, row_number() over () as hand_order from ordered
"""

_SAME_IDS = """
create table same_ids as
with candidates as (
    select same_id.*, hand_order.hand_order
    from same_id join hand_order using (raw_hand)
),
placed as (
    select
        *,
        count(*) over deal as n_in_deal,
        row_number() over (deal order by hand_order) as no_in_deal,
        first_value(hand_order) over (deal order by hand_order) as first_of_deal,
        row_number() over (id order by hand_order) as no_in_id,
        first_value(hand_order) over (id order by hand_order) as first_of_id
    from candidates
    window
        id as (partition by site, club_id, table_id, hand_id),
        deal as (partition by site, in_club, at_table, hand_id, deal_key)
)
select
    hand_key, hand_order, n_in_deal > 1 as is_conflict,
    case when no_in_deal > 1 then 'conflict' when no_in_id > 1 then 'reused' end as kind,
    case when no_in_deal > 1 then first_of_deal else first_of_id end as other_order
from placed
"""

_ID_CLASHES = """
create table id_clashes as
select
    s.hand_key, o.hand_key as other_hand_key, s.kind, h.source_file as other_file,
    h.first_line as other_first_line, h.last_line as other_last_line
from same_ids as s
join hand_order as o on o.hand_order = s.other_order
join staged_hands as h using (raw_hand)
where s.kind is not null
order by s.hand_order
"""


def keep(con: duckdb.DuckDBPyConnection) -> None:
    """Creates `kept(raw_hand)`, the records that stay, one of each content, and `same_id`, those whose site and id others have too."""
    for statement in (NATURAL, _KEPT, _SAME_ID):
        con.execute(statement)


def identify(con: duckdb.DuckDBPyConnection) -> None:
    """Creates `hand_order`, `id_clashes` and `conflicts` from `kept`, `staged_*` and `read_sources`.

    hand_order(raw_hand, hand_key, hand_order): the records kept, counted from 1 without gaps: site, club, table, then match and hand
    number, else time, else the site's numeric id, then content. conflicts(hand_key): hands that must not enter statistics.
    """
    con.execute(_HAND_ORDER)
    find_clashes(con)
    con.execute("create table conflicts as select hand_key from same_ids where is_conflict order by hand_order")


def find_clashes(con: duckdb.DuckDBPyConnection) -> None:
    """Creates `same_ids` and `id_clashes` from `hand_order`, `kept` and `staged_hands`, which need not have others than those that share a
    site and an id."""
    for statement in (_SAME_ID, _SAME_IDS, _ID_CLASHES):
        con.execute(statement)


def source_counts(con: duckdb.DuckDBPyConnection) -> dict[int, tuple[int, int]]:
    """For each source number with hands that stay: how many are stored, and how many are kept as cancelled."""
    rows = con.execute(
        """
        select source_no, count(*) filter (status <> 'cancelled'), count(*) filter (status = 'cancelled')
        from staged_hands semi join kept using (raw_hand) group by source_no
        """
    ).fetchall()
    return {int(no): (int(stored), int(cancelled)) for no, stored, cancelled in rows}
