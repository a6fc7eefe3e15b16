-- Hands with errors
-- One row per hand in which an error was found that nobody waived: what it is, in a sentence, and what it is worth.
-- column Errors: How many there are in the hand.
-- column Checks: The checks that found them.
-- column Money: What these errors are worth together, each without its sign, where it can be told.
-- column What is wrong: The sentences of the findings.
-- column Place: The file and the line of the first of them.
select
    hands.site as "Site",
    hands.club_id as "Club",
    hands.table_id as "Table",
    hands.hand_id as "Hand",
    hands.ended_at as "Ended",
    count(*) as "Errors",
    string_agg(distinct findings.check_id, ', ' order by findings.check_id) as "Checks",
    sum(abs(findings.money_delta))::decimal(18, 4) as "Money",
    any_value(hands.currency) as "Currency",
    string_agg(findings.message, ' ' order by findings.finding_no) as "What is wrong",
    arg_min(findings.source_file || ':' || findings.first_line, findings.finding_no) as "Place",
    hands.hand_key as "Hand key"
from findings
join hands using (hand_key)
where findings.severity = 'error' and findings.waived is null
group by hands.hand_key, hands.site, hands.club_id, hands.table_id, hands.hand_id, hands.ended_at
