-- How each player enters Fantasyland, by the top that earns it, and what the hands of the runs yield, the first one apart.
-- grain: site, rules_id, player_id, entered_with
-- column entered_with: The top that earns or earned it: QQ, KK, AA or trips.
-- column entries: Entries with this top.
-- column entry_points: Points of the hands that earned them.
-- column entry_points_hands: Those whose points are known.
-- column next_hands: First hands in Fantasyland after such a top.
-- column next_royalties: Royalties of those.
-- column next_royalty_hands: Those whose royalties are known.
-- column next_royalties_squared: Sum of the squares of their royalties, hand by hand.
-- column next_points: Points of those.
-- column next_points_hands: Those whose points are known.
-- column next_points_squared: Sum of the squares of their points, hand by hand.
-- column next_fouls: Fouls among them.
-- column next_stays: Those that earned another.
-- column next_stay_hands: Those of which that can be told.
-- column run_hands: Hands in Fantasyland of such runs, stays too.
-- column run_points: Points of those.
-- column run_points_hands: Those whose points are known.
with player_hands as (
    select * from int_player_hands
),

entering as (
    select
        site,
        rules_id,
        player_id,
        enters_with as entered_with,
        true as is_entry,
        false as is_next,
        is_foul,
        is_fantasy_next,
        royalties::bigint as royalties,
        points::bigint as points
    from player_hands
    where enters_with is not null
    union all
    select
        site,
        rules_id,
        player_id,
        entered_with,
        false as is_entry,
        run_no = 1 as is_next,
        is_foul,
        is_fantasy_next,
        royalties::bigint as royalties,
        points::bigint as points
    from player_hands
    where entered_with is not null and run_no is not null
),

final as (
    select
        site,
        rules_id,
        player_id,
        entered_with,
        count(*) filter (is_entry) as entries,
        sum(points) filter (is_entry)::bigint as entry_points,
        count(points) filter (is_entry) as entry_points_hands,
        count(*) filter (is_next) as next_hands,
        sum(royalties) filter (is_next)::bigint as next_royalties,
        count(royalties) filter (is_next) as next_royalty_hands,
        sum(royalties * royalties) filter (is_next)::bigint as next_royalties_squared,
        sum(points) filter (is_next)::bigint as next_points,
        count(points) filter (is_next) as next_points_hands,
        sum(points * points) filter (is_next)::bigint as next_points_squared,
        count(*) filter (is_foul and is_next) as next_fouls,
        count(*) filter (is_fantasy_next and is_next) as next_stays,
        count(is_fantasy_next) filter (is_next) as next_stay_hands,
        count(*) filter (not is_entry) as run_hands,
        sum(points) filter (not is_entry)::bigint as run_points,
        count(points) filter (not is_entry) as run_points_hands
    from entering
    group by site, rules_id, player_id, entered_with
)

select * from final
