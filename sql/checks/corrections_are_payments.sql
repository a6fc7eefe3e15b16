-- A correction is a payment above nothing between two parties, of whom one at least is a player, and answers an error that is not waived.
with all_corrections as (
    select * from corrections
),

all_findings as (
    select * from findings
),

final as (
    select all_corrections.correction_no, all_corrections.finding_no
    from all_corrections
    left join all_findings using (finding_no)
    where
        all_corrections.amount <= 0
        or all_corrections.from_order is not distinct from all_corrections.to_order
        or (all_corrections.from_order is null) <> (all_corrections.from_player is null)
        or (all_corrections.to_order is null) <> (all_corrections.to_player is null)
        or all_findings.severity is distinct from 'error'
        or all_findings.waived is not null
)

select * from final
