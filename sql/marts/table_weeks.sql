-- What was won, lost, raked, bought and taken off at each table in each week, each currency for itself.
-- grain: site, club_id, table_id, week_ending, currency, chip_price, chip_currency
-- Money is that of the hands that count; in matches settled at their end it is in their last hand. Changes of stacks are counted in the hand that shows them.
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
-- column rebuys: How often somebody who had nothing left bought in again.
-- column top_ups: How often somebody brought more to a hand than he had had, in other ways.
-- column bought: What was bought in all these ways.
-- column taken_off: What players took off the table between hands, where that is allowed.
-- column wrong_changes: Stacks that changed between two hands though no rule allows it.
-- column wrong_change: By how much, added up with its sign.
-- column unknown_changes: Stacks that changed where a hand may be missing in between.
with sums as (
    select * from sum_tables
),

counted as (
    select * from stg_counted_hands
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

changes_by_table as (
    select
        counted.site,
        counted.club_id,
        counted.table_id,
        week_ending(counted.ended_at, days.zone, days.week_end) as week_ending,
        counted.currency,
        counted.chip_price,
        counted.chip_currency,
        sum(changes_by_hand.rebuys) as rebuys,
        sum(changes_by_hand.top_ups) as top_ups,
        sum(changes_by_hand.bought) as bought,
        sum(changes_by_hand.taken_off) as taken_off,
        sum(changes_by_hand.wrong_changes) as wrong_changes,
        sum(changes_by_hand.wrong_change) as wrong_change,
        sum(changes_by_hand.unknown_changes) as unknown_changes
    from counted
    inner join changes_by_hand using (hand_key)
    cross join days
    group by
        counted.site,
        counted.club_id,
        counted.table_id,
        week_ending,
        counted.currency,
        counted.chip_price,
        counted.chip_currency
),

hands_by_table as (
    select
        site,
        club_id,
        table_id,
        week_ending,
        currency,
        chip_price,
        chip_currency,
        sum(hands)::bigint as hands,
        sum(points_hands)::bigint as points_hands,
        sum(points_won)::bigint as points_won,
        sum(money_hands)::bigint as money_hands,
        sum(won)::decimal(18, 4) as won,
        sum(lost)::decimal(18, 4) as lost,
        sum(raked_hands)::bigint as raked_hands,
        sum(rake)::decimal(18, 4) as rake,
        sum(unaccounted)::decimal(18, 4) as unaccounted
    from sums
    group by site, club_id, table_id, week_ending, currency, chip_price, chip_currency
),

final as (
    select
        hands_by_table.site,
        hands_by_table.club_id,
        hands_by_table.table_id,
        hands_by_table.week_ending,
        hands_by_table.currency,
        hands_by_table.chip_price,
        hands_by_table.chip_currency,
        hands_by_table.hands,
        hands_by_table.points_hands,
        hands_by_table.points_won,
        hands_by_table.money_hands,
        hands_by_table.won,
        hands_by_table.lost,
        hands_by_table.raked_hands,
        hands_by_table.rake,
        hands_by_table.unaccounted,
        coalesce(changes_by_table.rebuys, 0)::bigint as rebuys,
        coalesce(changes_by_table.top_ups, 0)::bigint as top_ups,
        coalesce(changes_by_table.bought, 0)::decimal(18, 4) as bought,
        coalesce(changes_by_table.taken_off, 0)::decimal(18, 4) as taken_off,
        coalesce(changes_by_table.wrong_changes, 0)::bigint as wrong_changes,
        coalesce(changes_by_table.wrong_change, 0)::decimal(18, 4) as wrong_change,
        coalesce(changes_by_table.unknown_changes, 0)::bigint as unknown_changes
    from hands_by_table
    left join changes_by_table
        on
            hands_by_table.site = changes_by_table.site
            and hands_by_table.club_id is not distinct from changes_by_table.club_id
            and hands_by_table.table_id is not distinct from changes_by_table.table_id
            and hands_by_table.week_ending is not distinct from changes_by_table.week_ending
            and hands_by_table.currency is not distinct from changes_by_table.currency
            and hands_by_table.chip_price is not distinct from changes_by_table.chip_price
            and hands_by_table.chip_currency is not distinct from changes_by_table.chip_currency
)

select * from final
