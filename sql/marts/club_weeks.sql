-- What was won, lost, raked, bought and taken off in each club in each week, each currency for itself: its tables added up.
-- grain: site, club_id, week_ending, currency, chip_price, chip_currency
-- A site without clubs is one; its club is null.
-- column tables: Tables at which such hands were played.
with table_sums as (
    select * from table_weeks
),

final as (
    select
        site,
        club_id,
        week_ending,
        currency,
        chip_price,
        chip_currency,
        count(*) as tables,
        sum(hands)::bigint as hands,
        sum(points_hands)::bigint as points_hands,
        sum(points_won)::bigint as points_won,
        sum(money_hands)::bigint as money_hands,
        sum(won)::decimal(18, 4) as won,
        sum(lost)::decimal(18, 4) as lost,
        sum(raked_hands)::bigint as raked_hands,
        sum(rake)::decimal(18, 4) as rake,
        sum(unaccounted)::decimal(18, 4) as unaccounted,
        sum(rebuys)::bigint as rebuys,
        sum(top_ups)::bigint as top_ups,
        sum(bought)::decimal(18, 4) as bought,
        sum(taken_off)::decimal(18, 4) as taken_off,
        sum(wrong_changes)::bigint as wrong_changes,
        sum(wrong_change)::decimal(18, 4) as wrong_change,
        sum(unknown_changes)::bigint as unknown_changes
    from table_sums
    group by site, club_id, week_ending, currency, chip_price, chip_currency
)

select * from final
