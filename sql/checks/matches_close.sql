-- Of a whole match with no hand whose money is wrong or cannot be told, what was brought is what was left and raked.
with matches as (
    select * from match_chips
),

all_hands as (
    select * from hands
),

all_verdicts as (
    select * from verdicts
),

in_doubt as (
    select distinct all_hands.site, all_hands.club_id, all_hands.table_id, all_hands.match_id
    from all_verdicts
    inner join all_hands using (hand_key)
    where
        all_hands.match_id is not null
        and (
            (all_verdicts.dimension = 'money' and all_verdicts.verdict in ('wrong', 'unverifiable'))
            or (all_verdicts.dimension = 'match' and all_verdicts.verdict <> 'verified')
        )
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
