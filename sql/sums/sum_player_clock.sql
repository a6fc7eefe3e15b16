-- How long each player takes on each street, and how often the site places the cards for him.
-- grain: site, rules_id, player_id, street
-- max: longest_ms
-- column street: The street; 0 stands for Fantasyland, where all cards are placed at once.
-- column timed_streets: Streets of which the time is known.
-- column used_ms: Milliseconds used on them.
-- column ms_squared: Sum of the squares of the times, street by street.
-- column longest_ms: The longest time.
-- column auto_known: Streets of which it is known who placed the cards.
-- column auto_streets: Of those, streets that the site placed.
with player_hands as (
    select * from int_player_hands
),

by_street as (
    select
        site,
        rules_id,
        player_id,
        is_fantasy,
        street_ms,
        street_auto,
        unnest(generate_series(1, greatest(coalesce(len(street_ms), 0), coalesce(len(street_auto), 0)))) as place
    from player_hands
    where is_fantasy is not null and (street_ms is not null or street_auto is not null)
),

told as (
    select
        site,
        rules_id,
        player_id,
        case when is_fantasy then 0 else place end as street,
        street_ms[place]::bigint as ms,
        street_auto[place] as is_auto
    from by_street
),

final as (
    select
        site,
        rules_id,
        player_id,
        street,
        count(ms) as timed_streets,
        sum(ms)::bigint as used_ms,
        sum(ms::hugeint * ms::hugeint) as ms_squared,
        max(ms) as longest_ms,
        count(is_auto) as auto_known,
        count(*) filter (is_auto) as auto_streets
    from told
    group by site, rules_id, player_id, street
)

select * from final
