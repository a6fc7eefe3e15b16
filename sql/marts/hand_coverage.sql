-- How many hands, and how much money, are verified, wrong, unverifiable or not applicable in each dimension, and why.
-- grain: dimension, verdict, reason, currency
-- Every stored hand is in it once per dimension, cancelled, incomplete and conflicting hands too. Money of different currencies is never added.
-- column hands: Hands with this verdict for this reason.
-- column money: What was won in those hands whose money is known.
-- column money_hands: Those hands whose money is known.
with all_verdicts as (
    select * from verdicts
),

hand_money as (
    select * from int_hand_money
),

final as (
    select
        all_verdicts.dimension,
        all_verdicts.verdict,
        all_verdicts.reason,
        hand_money.currency,
        count(*) as hands,
        sum(hand_money.money)::decimal(18, 4) as money,
        count(hand_money.money) as money_hands
    from all_verdicts
    inner join hand_money using (hand_key)
    group by all_verdicts.dimension, all_verdicts.verdict, all_verdicts.reason, hand_money.currency
)

select * from final
