-- Every hand has exactly one verdict in each of the five dimensions.
-- scope: hand
-- found counts verdicts on layout, points, money, Fantasyland and match as 1, 10, 100, 1000 and 10000.
with all_hands as (
    select * from hands
),

all_verdicts as (
    select * from verdicts
),

told as (
    select
        hand_key,
        case dimension
            when 'layout' then 1
            when 'points' then 10
            when 'money' then 100
            when 'fantasyland' then 1000
            when 'match' then 10000
        end as found
    from all_verdicts
    union all
    select hand_key, 100000 as found from all_hands
),

final as (
    select hand_key, sum(found) as found
    from told
    group by hand_key
    having sum(found) <> 111111
)

select * from final
