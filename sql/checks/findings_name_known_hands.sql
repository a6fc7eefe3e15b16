-- A finding is about a stored hand, or about a file.
with all_findings as (
    select * from findings
),

all_hands as (
    select * from hands
),

final as (
    select all_findings.finding_no, all_findings.hand_key, all_findings.check_id
    from all_findings
    anti join all_hands using (hand_key)
    where all_findings.hand_key is not null or all_findings.source_file is null
)

select * from final
