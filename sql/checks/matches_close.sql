-- Of a whole match with no hand of which anything was found, or whose money cannot be told, what was brought is what was left and raked.
with matches as (
    select * from match_chips
),

all_hands as (
    select * from hands
),

all_verdicts as (
    select * from verdicts
),

all_findings as (
    select * from findings
),

doubts as (
    select hand_key
    from all_verdicts
    where
        (dimension = 'money' and verdict in ('wrong', 'unverifiable'))
        or (dimension = 'match' and verdict <> 'verified')
    union all
    select hand_key
    from all_findings
    where severity <> 'note'
),

in_doubt as (
    select distinct all_hands.site, all_hands.club_id, all_hands.table_id, all_hands.match_id
    from doubts
    inner join all_hands using (hand_key)
    where all_hands.match_id is not null
),

final as (
    select matches.site, matches.table_id, matches.match_id, matches.unaccounted
    from matches
    where
        matches.is_whole
        and matches.unaccounted <> 0
        and not exists (
            select 1
            from in_doubt
            where
                in_doubt.site = matches.site
                and in_doubt.club_id is not distinct from matches.club_id
                and in_doubt.table_id is not distinct from matches.table_id
                and in_doubt.match_id = matches.match_id
        )
)

select * from final
