-- Coverage counts every stored hand once in each dimension.
with coverage as (
    select * from hand_coverage
),

all_hands as (
    select * from hands
),

stored as (
    select count(*) as n from all_hands
),

covered as (
    select dimension, sum(hands) as n from coverage group by dimension
),

final as (
    select covered.dimension, covered.n, stored.n as n_stored
    from covered
    cross join stored
    where covered.n <> stored.n
)

select * from final
