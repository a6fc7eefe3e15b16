-- What each player did in each kind of hand: by the number of players, his place, and who is in Fantasyland.
-- grain: site, rules_id, player_id, n_seats, acting_order, own_state, opponents_state
-- any: position, person
-- all: account_ids
-- max: latest
-- at max latest: player_name
-- Hands outside Fantasyland, in it and not known to be either are rows of their own, so no count is made for each of them.
-- column player_name: The name the player had last.
-- column latest: When the last hand in which he had a name ended, and its key.
-- column account_ids: The accounts that are added up here.
-- column hands: Hands of the group.
-- column fouls: Fouls among them.
-- column auto_known_hands: Hands whose record says who placed the cards.
-- column auto_hands: Hands in which the site placed a street itself.
-- column auto_fouls: Fouls in such hands.
-- column next_hands: Hands of which it can be told whether they earn a hand in Fantasyland.
-- column next_fantasy: Hands that earn one.
-- column entries_qq: Entries with a pair of queens on top.
-- column entries_kk: Entries with a pair of kings on top.
-- column entries_aa: Entries with a pair of aces on top.
-- column entries_trips: Entries with three of a kind on top.
-- column royalties: Royalties of his boards; a foul has none.
-- column royalty_hands: Hands whose royalties are known.
-- column royalties_squared: Sum of the squares of the royalties, hand by hand.
-- column top_royalties: Of royalties, those of the top row.
-- column middle_royalties: Of royalties, those of the middle row.
-- column bottom_royalties: Of royalties, those of the bottom row.
-- column clean_royalty_hands: Of royalty_hands, those without a foul.
-- column forfeited_royalties: Royalties that the rows of his fouls would have earned.
-- column forfeited_hands: Hands of which that is known, 0 for one that is no foul.
-- column forfeited_squared: Sum of the squares of what was forfeited, hand by hand.
-- column royalties_won: Royalties collected from opponents, added up over pairs.
-- column royalties_conceded: Royalties opponents collected from him, added up over pairs.
-- column royalty_pair_hands: Hands in which both are known.
-- column royalties_won_squared: Sum of the squares of what was collected, hand by hand.
-- column royalties_conceded_squared: Sum of the squares of what was conceded, hand by hand.
-- column royalties_won_conceded: Sum of what was collected times what was conceded, hand by hand.
-- column points: Points against all opponents.
-- column points_hands: Hands whose points are known.
-- column points_squared: Sum of the squares of the points, hand by hand.
-- column timed_hands: Hands with a known time.
-- column used_squared: Sum of the squares of the times, hand by hand.
with player_hands as (
    select * from int_player_hands
),

final as (
    select
        site,
        rules_id,
        player_id,
        n_seats,
        acting_order,
        own_state,
        opponents_state,
        any_value(position) as position,
        any_value(person) as person,
        list_sort(list(distinct account_id)) as account_ids,
        max(struct_pack(t := ended_at, k := hand_key)) filter (player_name is not null) as latest,
        arg_max(player_name, struct_pack(t := ended_at, k := hand_key)) as player_name,
        count(*) as hands,
        count(*) filter (is_foul) as fouls,
        count(is_auto) as auto_known_hands,
        count(*) filter (is_auto) as auto_hands,
        count(*) filter (is_auto and is_foul) as auto_fouls,
        count(is_fantasy_next) as next_hands,
        count(*) filter (is_fantasy_next) as next_fantasy,
        count(*) filter (enters_with = 'QQ') as entries_qq,
        count(*) filter (enters_with = 'KK') as entries_kk,
        count(*) filter (enters_with = 'AA') as entries_aa,
        count(*) filter (enters_with = 'trips') as entries_trips,
        sum(royalties)::bigint as royalties,
        count(royalties) as royalty_hands,
        sum(royalties::bigint * royalties::bigint) as royalties_squared,
        sum(top_royalties) filter (royalties is not null)::bigint as top_royalties,
        sum(middle_royalties) filter (royalties is not null)::bigint as middle_royalties,
        sum(bottom_royalties) filter (royalties is not null)::bigint as bottom_royalties,
        count(royalties) filter (not is_foul) as clean_royalty_hands,
        sum(forfeited)::bigint as forfeited_royalties,
        count(forfeited) as forfeited_hands,
        sum(forfeited::bigint * forfeited::bigint) as forfeited_squared,
        sum(royalties_won) filter (royalties_conceded is not null)::bigint as royalties_won,
        sum(royalties_conceded) filter (royalties_won is not null)::bigint as royalties_conceded,
        count(royalties_won + royalties_conceded) as royalty_pair_hands,
        sum(
            royalties_won::bigint * royalties_won::bigint) filter (royalties_conceded is not null
        ) as royalties_won_squared,
        sum(
            royalties_conceded::bigint * royalties_conceded::bigint) filter (royalties_won is not null
        ) as royalties_conceded_squared,
        sum(royalties_won::bigint * royalties_conceded::bigint) as royalties_won_conceded,
        sum(points)::bigint as points,
        count(points) as points_hands,
        sum(points::bigint * points::bigint) as points_squared,
        sum(pairs)::bigint as pairs,
        sum(scoops_for)::bigint as scoops_for,
        sum(scoops_against)::bigint as scoops_against,
        sum(foul_scoops_for)::bigint as foul_scoops_for,
        sum(foul_scoops_against)::bigint as foul_scoops_against,
        count(used_ms) as timed_hands,
        sum(used_ms)::bigint as used_ms,
        sum(used_ms::hugeint * used_ms::hugeint) as used_squared
    from player_hands
    group by site, rules_id, player_id, n_seats, acting_order, own_state, opponents_state
)

select * from final
