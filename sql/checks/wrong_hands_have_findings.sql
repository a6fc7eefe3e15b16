-- A hand that is wrong in some dimension has a finding that says how, or a hand of the same match or table has: one mistake makes others.
with all_verdicts as (
    select * from verdicts
),

all_findings as (
    select * from findings
),

all_hands as (
    select * from hands
),

wrong_hands as (
    select
        all_hands.site,
        all_hands.club_id,
        all_hands.table_id,
        all_hands.match_id,
        all_verdicts.hand_key,
        all_verdicts.dimension
    from all_verdicts
    join all_hands using (hand_key)
    where all_verdicts.verdict = 'wrong'
),

found_at as (
    select distinct all_hands.site, all_hands.club_id, all_hands.table_id, all_hands.match_id
    from all_findings
    join all_hands using (hand_key)
),

final as (
    select wrong_hands.hand_key, wrong_hands.dimension
    from wrong_hands
    anti join all_findings on all_findings.hand_key = wrong_hands.hand_key
    where not exists (
        select 1
        from found_at
        where
            found_at.site = wrong_hands.site
            and found_at.club_id is not distinct from wrong_hands.club_id
            and found_at.table_id is not distinct from wrong_hands.table_id
            and found_at.match_id is not distinct from wrong_hands.match_id
    )
)

select * from final
