-- How many hands, and how much money, are verified, wrong, waived, unverifiable or not applicable in each dimension, and why.
-- grain: dimension, verdict, reason, currency, chip_price, chip_currency
-- Every stored hand is in it once per dimension, cancelled, incomplete and conflicting hands too. Money of different currencies is never added,
-- and chips of different worth are different currencies.
-- A wrong verdict is waived where the hand has waived findings and no other error or warning; table verdicts says wrong all the same.
-- column verdict: The answer, with waived for what is wrong and let stand by a waiver.
-- column reason: Of an unverifiable or not applicable dimension: the missing fact; of a waived one the reason of the waiver.
-- column hands: Hands with this verdict for this reason.
-- column money: What was won in those hands whose money is known.
-- column money_hands: Those hands whose money is known.
with sums as (
    select * from sum_coverage
),

final as (
    select
        dimension,
        verdict,
        reason,
        currency,
        chip_price,
        chip_currency,
        hands,
        money,
        money_hands
    from sums
)

select * from final
