-- With its corrections every net is what the pairs give, less a rake of a winner; hands at another price and partly waived ones aside.
with all_corrections as (
    select * from corrections
),

all_findings as (
    select * from findings
),

claimed as (
    select * from claims
),

computed as (
    select * from scored_seats
),

aside as (
    select settled_hand_key from all_corrections where kind = 'price'
    union
    select all_corrections.settled_hand_key
    from all_corrections
    join all_findings on all_corrections.settled_hand_key = all_findings.hand_key
    where all_findings.waived is not null
    union
    select all_corrections.settled_hand_key
    from all_corrections
    join all_findings on all_corrections.hand_key = all_findings.hand_key
    where all_findings.waived is not null
),

sides as (
    select settled_hand_key, to_order as acting_order, amount from all_corrections where kind = 'net'
    union all
    select settled_hand_key, from_order as acting_order, -amount as amount from all_corrections where kind = 'net'
),

corrected as (
    select settled_hand_key as hand_key from sides
    except
    select settled_hand_key as hand_key from aside
),

moved as (
    select settled_hand_key as hand_key, acting_order, sum(amount) as amount
    from sides
    group by settled_hand_key, acting_order
),

final as (
    select
        claimed.hand_key,
        claimed.acting_order,
        claimed.net,
        moved.amount,
        computed.net as computed_net
    from claimed
    semi join corrected on claimed.hand_key = corrected.hand_key
    join computed on claimed.hand_key = computed.hand_key and claimed.acting_order = computed.acting_order
    left join moved on claimed.hand_key = moved.hand_key and claimed.acting_order = moved.acting_order
    where
        claimed.net is not null
        and (
            computed.net is null
            or claimed.net + coalesce(moved.amount, 0) > computed.net
            or claimed.net + coalesce(moved.amount, 0) < least(computed.net, 0)
        )
)

select * from final
