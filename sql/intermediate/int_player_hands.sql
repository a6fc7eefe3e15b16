-- One row per player and hand that statistics count.
-- grain: hand_key, acting_order
-- column player_id: The account; where a file of aliases joins accounts, the one that stands for all of the person's at this site.
-- column account_id: The account that played.
-- column person: The person, where a file of aliases names one.
-- column player_name: The name as shown, or the person's.
-- column position: Where he acts: first, second, third, or button for the last.
-- column own_state: normal, or fantasy where he is in Fantasyland; null where the record does not tell.
-- column opponents_state: some where any opponent is in Fantasyland, none where none is; null where the record does not tell.
-- column foul_order: Which rows are out of order: top over middle, middle over bottom, or both; null where it is no foul.
-- column top_forfeited: Royalties that the top of a foul would have earned, 0 where it is no foul; null where the royalty table is unknown.
-- column middle_forfeited: Those of the middle, likewise.
-- column bottom_forfeited: Those of the bottom, likewise.
-- column forfeited: All three together.
-- column run_no: In Fantasyland, the how many-th hand of the run it is; null where its beginning is not on record.
-- column entered_with: In Fantasyland, the top that earned the run: QQ, KK, AA or trips; null where it is not on record.
-- column enters_with: For an entry into Fantasyland from outside it, the top that earned it: QQ, KK, AA or trips.
with counted as (
    select * from stg_counted_hands
),

players as (
    select * from stg_seats
),

pair_sums as (
    select * from stg_seat_pairs
),

joined as (
    select * from aliases
),

foul_rows as (
    select * from fouls
),

runs as (
    select * from fantasy_runs
),

states as (
    select
        hand_key,
        count(*) filter (is_fantasy) as in_fantasy,
        count(*) filter (is_fantasy is null) as not_told
    from players
    group by hand_key
),

final as (
    select
        counted.hand_key,
        players.acting_order,
        counted.site,
        counted.club_id,
        counted.table_id,
        counted.match_id,
        counted.rules_id,
        counted.ended_at,
        counted.currency,
        counted.chip_price,
        counted.chip_currency,
        counted.point_value,
        counted.n_seats,
        coalesce(joined.player_id, players.player_id) as player_id,
        players.player_id as account_id,
        joined.person,
        coalesce(joined.person, players.player_name) as player_name,
        case
            when players.acting_order = counted.n_seats - 1 then 'button'
            when players.acting_order = 0 then 'first'
            when players.acting_order = 1 then 'second'
            when players.acting_order = 2 then 'third'
        end as position,
        players.is_fantasy,
        players.fantasy_cards,
        case players.is_fantasy when true then 'fantasy' when false then 'normal' end as own_state,
        case
            when states.in_fantasy - coalesce(players.is_fantasy, false)::integer > 0 then 'some'
            when states.not_told - (players.is_fantasy is null)::integer = 0 then 'none'
        end as opponents_state,
        players.streets,
        players.street_ms,
        players.street_auto,
        players.is_auto,
        players.used_ms,
        players.is_foul,
        foul_rows.foul_order,
        foul_rows.dead_street,
        coalesce(foul_rows.top_forfeited, case when not players.is_foul then 0 end) as top_forfeited,
        coalesce(foul_rows.middle_forfeited, case when not players.is_foul then 0 end) as middle_forfeited,
        coalesce(foul_rows.bottom_forfeited, case when not players.is_foul then 0 end) as bottom_forfeited,
        coalesce(
            foul_rows.top_forfeited::integer + foul_rows.middle_forfeited + foul_rows.bottom_forfeited,
            case when not players.is_foul then 0 end
        ) as forfeited,
        players.top_category,
        players.middle_category,
        players.bottom_category,
        players.top_royalties,
        players.middle_royalties,
        players.bottom_royalties,
        players.royalties,
        players.points,
        players.is_fantasy_next,
        case
            when players.is_fantasy or players.is_fantasy_next is not true then null
            when players.top_category = 3 then 'trips'
            when players.top_rank = 12 then 'AA'
            when players.top_rank = 11 then 'KK'
            when players.top_rank = 10 then 'QQ'
        end as enters_with,
        runs.run_no,
        runs.entry_hand_key,
        runs.entered_with,
        players.computed_net,
        players.claimed_net,
        players.claimed_rake,
        coalesce(pair_sums.pairs, 0) as pairs,
        coalesce(pair_sums.scoops_for, 0) as scoops_for,
        coalesce(pair_sums.scoops_against, 0) as scoops_against,
        coalesce(pair_sums.foul_scoops_for, 0) as foul_scoops_for,
        coalesce(pair_sums.foul_scoops_against, 0) as foul_scoops_against,
        coalesce(pair_sums.top_won, 0) as top_won,
        coalesce(pair_sums.top_lost, 0) as top_lost,
        coalesce(pair_sums.middle_won, 0) as middle_won,
        coalesce(pair_sums.middle_lost, 0) as middle_lost,
        coalesce(pair_sums.bottom_won, 0) as bottom_won,
        coalesce(pair_sums.bottom_lost, 0) as bottom_lost,
        pair_sums.royalties_won,
        pair_sums.royalties_conceded
    from counted
    inner join players using (hand_key)
    inner join states using (hand_key)
    left join pair_sums using (hand_key, acting_order)
    left join foul_rows using (hand_key, acting_order)
    left join runs using (hand_key, acting_order)
    left join joined on counted.site = joined.site and players.player_id = joined.account_id
)

select * from final
