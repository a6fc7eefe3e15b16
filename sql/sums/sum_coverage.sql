-- How many hands, and how much money, are verified, wrong, waived, unverifiable or not applicable in each dimension, and why.
-- grain: dimension, verdict, reason, currency, chip_price, chip_currency
-- Every stored hand is in it once per dimension, cancelled, incomplete and conflicting hands too.
-- column verdict: The answer, with waived for what is wrong and let stand by a waiver.
-- column reason: Of an unverifiable or not applicable dimension: the missing fact; of a waived one the reason of the waiver.
-- column hands: Hands with this verdict for this reason.
-- column money: What was won in those hands whose money is known.
-- column money_hands: Those hands whose money is known.
with all_verdicts as (
    select * from verdicts
),

hand_money as (
    select * from int_hand_money
),

all_findings as (
    select * from findings
),

waived_hands as (
    select hand_key, min_by(waived, finding_no) as reason
    from all_findings
    where severity <> 'note'
    group by hand_key
    having bool_and(waived is not null)
),

answered as (
    select
        all_verdicts.hand_key,
        all_verdicts.dimension,
        case
            when all_verdicts.verdict = 'wrong' and waived_hands.hand_key is not null then 'waived'
            else all_verdicts.verdict
        end as verdict,
        case
            when all_verdicts.verdict = 'wrong' then waived_hands.reason
            else all_verdicts.reason
        end as reason
    from all_verdicts
    left join waived_hands using (hand_key)
),

final as (
    select
        answered.dimension,
        answered.verdict,
        answered.reason,
        hand_money.currency,
        hand_money.chip_price,
        hand_money.chip_currency,
        count(*) as hands,
        sum(hand_money.money)::decimal(18, 4) as money,
        count(hand_money.money) as money_hands
    from answered
    inner join hand_money using (hand_key)
    group by
        answered.dimension,
        answered.verdict,
        answered.reason,
        hand_money.currency,
        hand_money.chip_price,
        hand_money.chip_currency
)

select * from final
