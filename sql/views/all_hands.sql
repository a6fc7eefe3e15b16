-- All hands
-- One row per hand: when, where, for what, who played and who won, and whether it is verified.
-- column Players: The players in acting order; the last has the button.
-- column Points: Points of each by our computation, in the same order; a question mark where they cannot be told.
-- column Verdict: Wrong where any dimension is, verified where all that apply are, else cannot be told.
-- column Place: The file and the line at which the record begins.
select
    hands.site as "Site",
    hands.club_id as "Club",
    hands.table_id as "Table",
    hands.hand_id as "Hand",
    hands.ended_at as "Ended",
    hands.rules_id as "Rule set",
    hands.point_value as "A point is worth",
    hands.currency as "Currency",
    seated.players as "Players",
    seated.points as "Points",
    judged.verdict as "Verdict",
    hands.source_file || ':' || hands.first_line as "Place",
    hands.hand_key as "Hand key"
from hands
left join (
    select
        seats.hand_key,
        string_agg(seats.player_name, ', ' order by seats.acting_order) as players,
        string_agg(coalesce(scored_seats.points::varchar, '?'), ', ' order by seats.acting_order) as points
    from seats
    left join scored_seats using (hand_key, acting_order)
    group by seats.hand_key
) as seated using (hand_key)
left join (
    select
        hand_key,
        case
            when bool_or(verdict = 'wrong') then 'wrong'
            when bool_or(verdict = 'unverifiable') then 'cannot be told'
            else 'verified'
        end as verdict
    from verdicts
    group by hand_key
) as judged using (hand_key)
