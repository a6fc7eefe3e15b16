-- One row per player dealt into a hand: his pairs, added up.
-- grain: hand_key, acting_order
-- Scoops count pairs, not hands: against two opponents there can be two.
-- column pairs: Pairs he is in whose rows are known.
-- column scoops_for: Opponents of whom he won all three rows.
-- column scoops_against: Opponents who won all three rows of him.
-- column foul_scoops_for: Of scoops_for, those against an opponent's foul.
-- column foul_scoops_against: Of scoops_against, those for his own foul.
-- column top_won: Opponents whose top he beat; a legal board beats a foul.
-- column top_lost: Opponents whose top beat his.
-- column middle_won: Opponents whose middle he beat.
-- column middle_lost: Opponents whose middle beat his.
-- column bottom_won: Opponents whose bottom he beat.
-- column bottom_lost: Opponents whose bottom beat his.
-- column royalties_won: Royalties collected from his opponents, added up over pairs; null where any of them is unknown.
-- column royalties_conceded: Royalties his opponents collected from him, likewise.
with sides as (
    select * from stg_pair_sides
),

final as (
    select
        hand_key,
        acting_order,
        count(is_scoop_for) as pairs,
        count(*) filter (is_scoop_for) as scoops_for,
        count(*) filter (is_scoop_against) as scoops_against,
        count(*) filter (is_scoop_for and is_opponent_foul) as foul_scoops_for,
        count(*) filter (is_scoop_against and is_foul) as foul_scoops_against,
        count(*) filter (top = 1) as top_won,
        count(*) filter (top = -1) as top_lost,
        count(*) filter (middle = 1) as middle_won,
        count(*) filter (middle = -1) as middle_lost,
        count(*) filter (bottom = 1) as bottom_won,
        count(*) filter (bottom = -1) as bottom_lost,
        case when count(royalties_won) = count(*) then sum(royalties_won)::integer end as royalties_won,
        case when count(royalties_conceded) = count(*) then sum(royalties_conceded)::integer end as royalties_conceded
    from sides
    group by hand_key, acting_order
)

select * from final
