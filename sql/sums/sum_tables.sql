-- What was won, lost and raked at each table on each day of play and in each week, each currency for itself.
-- grain: site, club_id, table_id, day, week_ending, currency, chip_price, chip_currency
-- Money is that of the hands that count; in matches settled at their end it is in their last hand.
-- column day: The day of play by the zone and the day cut of table calendar; null where the hands have no time.
-- column week_ending: The last day of the week by the zone and the end of a week of table calendar; null where the hands have no time.
-- column hands: Hands that count.
-- column points_hands: Those of them of which every player's points are known.
-- column points_won: What winners won in points in those; as much was lost.
-- column money_hands: Those of them of which every player's net is stated.
-- column won: What winners won in those, after rake.
-- column lost: What losers lost in those.
-- column raked_hands: Those of them of which the rake is stated too.
-- column rake: The rake stated in those.
-- column unaccounted: What losers lost in those less what winners won and what was raked: 0 where no money appears or vanishes.
with counted as (
    select * from stg_counted_hands
),

chips as (
    select * from int_hand_chips
),

days as (
    select * from calendar
),

dated as (
    select
        counted.hand_key,
        counted.site,
        counted.club_id,
        counted.table_id,
        play_day(counted.ended_at, days.zone, days.day_cut) as day,
        week_ending(counted.ended_at, days.zone, days.week_end) as week_ending,
        counted.currency,
        counted.chip_price,
        counted.chip_currency
    from counted
    cross join days
),

final as (
    select
        dated.site,
        dated.club_id,
        dated.table_id,
        dated.day,
        dated.week_ending,
        dated.currency,
        dated.chip_price,
        dated.chip_currency,
        count(*) as hands,
        count(chips.points_won) as points_hands,
        sum(chips.points_won)::bigint as points_won,
        count(chips.won) as money_hands,
        sum(chips.won)::decimal(18, 4) as won,
        sum(chips.lost)::decimal(18, 4) as lost,
        count(chips.won + chips.rake) as raked_hands,
        sum(chips.rake) filter (where chips.won is not null)::decimal(18, 4) as rake,
        sum(chips.lost - chips.won - chips.rake)::decimal(18, 4) as unaccounted
    from dated
    inner join chips using (hand_key)
    group by
        dated.site,
        dated.club_id,
        dated.table_id,
        dated.day,
        dated.week_ending,
        dated.currency,
        dated.chip_price,
        dated.chip_currency
)

select * from final
