-- How much was won in each stored hand.
-- grain: hand_key
-- column money: What all winners won together: as the site says, after rake, where it names every player's net; else as computed, before rake; null where neither is known.
-- column is_claimed: Whether `money` is what the site says.
with all_hands as (
    select * from hands
),

players as (
    select * from stg_seats
),

won as (
    select
        hand_key,
        case when count(claimed_net) = count(*) then sum(greatest(claimed_net, 0)) end as claimed,
        case when count(computed_net) = count(*) then sum(greatest(computed_net, 0)) end as computed
    from players
    group by hand_key
),

final as (
    select
        all_hands.hand_key,
        all_hands.currency,
        all_hands.chip_price,
        all_hands.chip_currency,
        coalesce(won.claimed, won.computed)::decimal(18, 4) as money,
        won.claimed is not null as is_claimed
    from all_hands
    left join won using (hand_key)
)

select * from final
