-- A verdict says why it cannot be told, and says no more where it can.
-- scope: hand
with all_verdicts as (
    select * from verdicts
),

final as (
    select hand_key, dimension, verdict, reason
    from all_verdicts
    where (verdict in ('unverifiable', 'not applicable')) <> (reason is not null)
)

select * from final
