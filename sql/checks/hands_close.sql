-- In no hand whose money is verified does a winner win what no loser lost, less rake.
-- scope: hand
with chips as (
    select * from int_hand_chips
),

all_verdicts as (
    select * from verdicts
),

final as (
    select chips.hand_key, chips.won, chips.lost, chips.rake
    from chips
    inner join all_verdicts using (hand_key)
    where
        all_verdicts.dimension = 'money'
        and all_verdicts.verdict = 'verified'
        and chips.lost - chips.won - chips.rake <> 0
)

select * from final
