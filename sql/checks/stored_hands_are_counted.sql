-- Every stored hand and every rejected one is counted in the file it came from.
with all_sources as (
    select * from sources
),

all_hands as (
    select * from hands
),

all_rejects as (
    select * from rejects
),

counted as (
    select
        coalesce(sum(n_stored + n_cancelled), 0) as n_hands,
        coalesce(sum(n_rejected) filter (same_as is null), 0) as n_rejected
    from all_sources
),

stored as (
    select count(*) as n from all_hands
),

rejected as (
    select coalesce(sum(n_hands), 0) as n from all_rejects
),

final as (
    select counted.n_hands, stored.n as n_stored, counted.n_rejected, rejected.n as n_in_rejects
    from counted
    cross join stored
    cross join rejected
    where counted.n_hands <> stored.n or counted.n_rejected <> rejected.n
)

select * from final
