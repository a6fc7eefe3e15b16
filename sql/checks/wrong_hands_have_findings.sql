-- A hand that is wrong in some dimension has a finding that says how.
-- scope: hand
with all_verdicts as (
    select * from verdicts
),

all_findings as (
    select * from findings
),

final as (
    select all_verdicts.hand_key, all_verdicts.dimension
    from all_verdicts
    anti join all_findings using (hand_key)
    where all_verdicts.verdict = 'wrong'
)

select * from final
