-- What was won, lost, raked, bought and taken off at each table on each day of play, each currency for itself.
-- grain: site, club_id, table_id, day, currency, chip_price, chip_currency
-- Money is that of the hands that count; in matches settled at their end it is in their last hand. Changes of stacks are counted in the hand that shows them.
-- column day: The day of play by the zone and the day cut of table calendar; null where the hands have no time.
-- column hands: Hands that count.
-- column points_hands: Those of them of which every player's points are known.
-- column points_won: What winners won in points in those; as much was lost.
-- column money_hands: Those of them of which every player's net is stated.
-- column won: What winners won in those, after rake.
-- column lost: What losers lost in those.
-- column raked_hands: Those of them of which the rake is stated too.
-- column rake: The rake stated in those.
-- column unaccounted: What losers lost in those less what winners won and what was raked: 0 where no money appears or vanishes.
-- column rebuys: How often somebody who had nothing left bought in again.
-- column top_ups: How often somebody brought more to a hand than he had had, in other ways.
-- column bought: What was bought in all these ways.
-- column taken_off: What players took off the table between hands, where that is allowed.
-- column wrong_changes: Stacks that changed between two hands though no rule allows it.
-- column wrong_change: By how much, added up with its sign.
-- column unknown_changes: Stacks that changed where a hand may be missing in between.
with counted as (
    select * from stg_counted_hands
),

chips as (
    select * from int_hand_chips
),

changes as (
    select * from stack_changes
),

days as (
    select * from calendar
),

changes_by_hand as (
    select
        hand_key,
        count(*) filter (where kind = 'rebuy') as rebuys,
        count(*) filter (where kind in ('top-up', 'rise')) as top_ups,
        sum(change) filter (where kind in ('rebuy', 'top-up', 'rise')) as bought,
        -sum(change) filter (where kind = 'taken off') as taken_off,
        count(*) filter (where kind = 'wrong') as wrong_changes,
        sum(change) filter (where kind = 'wrong') as wrong_change,
        count(*) filter (where kind = 'unknown') as unknown_changes
    from changes
    group by hand_key
),

dated as (
    select
        counted.hand_key,
        counted.site,
        counted.club_id,
        counted.table_id,
        play_day(counted.ended_at, days.zone, days.day_cut) as day,
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
        sum(chips.lost - chips.won - chips.rake)::decimal(18, 4) as unaccounted,
        coalesce(sum(changes_by_hand.rebuys), 0)::bigint as rebuys,
        coalesce(sum(changes_by_hand.top_ups), 0)::bigint as top_ups,
        coalesce(sum(changes_by_hand.bought), 0)::decimal(18, 4) as bought,
        coalesce(sum(changes_by_hand.taken_off), 0)::decimal(18, 4) as taken_off,
        coalesce(sum(changes_by_hand.wrong_changes), 0)::bigint as wrong_changes,
        coalesce(sum(changes_by_hand.wrong_change), 0)::decimal(18, 4) as wrong_change,
        coalesce(sum(changes_by_hand.unknown_changes), 0)::bigint as unknown_changes
    from dated
    inner join chips using (hand_key)
    left join changes_by_hand using (hand_key)
    group by
        dated.site,
        dated.club_id,
        dated.table_id,
        dated.day,
        dated.currency,
        dated.chip_price,
        dated.chip_currency
)

select * from final
