-- What can be told
-- In each dimension how many hands are verified, wrong or cannot be told, and why.
-- column Hands %: Of all stored hands.
select
    dimension as "Dimension",
    verdict as "Verdict",
    reason as "Reason",
    sum(hands)::bigint as "Hands",
    round(100 * sum(hands) / sum(sum(hands)) over (partition by dimension), 1) as "Hands %"
from hand_coverage
group by dimension, verdict, reason
