-- Who owes whom
-- One row per payment that puts right what was paid wrongly.
-- column Pays: Who pays; the house where it is nobody at the table.
-- column Is paid: Who is paid; the house where it is nobody at the table.
-- column Why: The sentence of the finding that it puts right.
select
    corrections.site as "Site",
    corrections.club_id as "Club",
    corrections.table_id as "Table",
    corrections.hand_id as "Hand",
    corrections.ended_at as "Ended",
    coalesce(corrections.from_name, 'the house') as "Pays",
    coalesce(corrections.to_name, 'the house') as "Is paid",
    corrections.amount as "Amount",
    corrections.currency as "Currency",
    findings.message as "Why",
    corrections.finding_no as "Finding"
from corrections
left join findings using (finding_no)
