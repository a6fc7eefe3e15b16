-- A verdict says why it cannot be told or is not applicable; of a verified one it says at most what it rests on beside the rules, of a wrong one nothing.
-- scope: hand
with all_verdicts as (
    select * from verdicts
),

final as (
    select hand_key, dimension, verdict, reason
    from all_verdicts
    where
        (verdict in ('unverifiable', 'not applicable') and reason is null)
        or (verdict = 'wrong' and reason is not null)
)

select * from final
