-- Every error that is not waived is corrected, or is said to be uncorrected with the reason, and never both.
with all_findings as (
    select * from findings
),

all_corrections as (
    select * from corrections
),

all_uncorrected as (
    select * from uncorrected
),

corrected as (
    select distinct finding_no from all_corrections
),

final as (
    select all_findings.finding_no, corrected.finding_no as corrected_no, all_uncorrected.finding_no as uncorrected_no
    from all_findings
    left join corrected using (finding_no)
    left join all_uncorrected using (finding_no)
    where
        (all_findings.severity = 'error' and all_findings.waived is null)
        <> ((corrected.finding_no is not null) <> (all_uncorrected.finding_no is not null))
)

select * from final
