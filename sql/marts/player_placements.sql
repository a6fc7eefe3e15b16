-- Which rows each player fills when: cards laid on each street, and how often a row is empty or full after it, outside Fantasyland.
-- grain: site, rules_id, player_id, street, row_name
-- Hands: complete ones outside Fantasyland of which the street of every card is known.
-- column street: 1 to 5, 1 to 9 in the classic deal.
-- column row_name: top, middle or bottom.
-- column hands: Hands of which all streets are known; the denominator of the rest.
-- column cards: Cards laid in this row on this street.
-- column cards_per_hand: Cards laid in this row on this street per hand.
-- column empty_hands: Hands in which the row is empty after this street.
-- column empty_rate: Hands in which the row is empty after this street per hand.
-- column empty_rate_low: Lower end of its 95 % interval.
-- column empty_rate_high: Upper end of its 95 % interval.
-- column full_hands: Hands in which the row is full after this street.
-- column full_rate: Hands in which the row is full after this street per hand.
-- column full_rate_low: Lower end of its 95 % interval.
-- column full_rate_high: Upper end of its 95 % interval.
with groups as (
    select * from sum_player_placements
),

last_streets as (
    select
        site,
        rules_id,
        player_id,
        max(last_street) as last_street
    from groups
    group by site, rules_id, player_id
),

-- After the last street of a hand no card is laid, and every row is full.
later as (
    select
        groups.site,
        groups.rules_id,
        groups.player_id,
        groups.row_name,
        unnest(generate_series(groups.last_street + 1, last_streets.last_street)) as street,
        groups.hands,
        0::bigint as cards,
        0::bigint as empty_hands,
        groups.hands as full_hands
    from groups
    inner join last_streets
        on
            groups.site = last_streets.site
            and groups.rules_id is not distinct from last_streets.rules_id
            and groups.player_id = last_streets.player_id
    where groups.street = groups.last_street and groups.last_street < last_streets.last_street
),

by_street as (
    select
        site,
        rules_id,
        player_id,
        row_name,
        street,
        hands,
        cards,
        empty_hands,
        full_hands
    from groups
    union all
    select
        site,
        rules_id,
        player_id,
        row_name,
        street,
        hands,
        cards,
        empty_hands,
        full_hands
    from later
),

sums as (
    select
        site,
        rules_id,
        player_id,
        street,
        row_name,
        sum(hands)::bigint as hands,
        sum(cards)::bigint as cards,
        sum(empty_hands)::bigint as empty_hands,
        sum(full_hands)::bigint as full_hands
    from by_street
    group by site, rules_id, player_id, street, row_name
),

final as (
    select
        site,
        rules_id,
        player_id,
        street,
        row_name,
        hands,
        cards,
        ratio(cards, hands) as cards_per_hand,
        empty_hands,
        ratio(empty_hands, hands) as empty_rate,
        wilson_low(empty_hands, hands) as empty_rate_low,
        wilson_high(empty_hands, hands) as empty_rate_high,
        full_hands,
        ratio(full_hands, hands) as full_rate,
        wilson_low(full_hands, hands) as full_rate_low,
        wilson_high(full_hands, hands) as full_rate_high
    from sums
)

select * from final
