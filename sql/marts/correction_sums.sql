-- What each player, and the house, has to receive and to pay over all corrections, each currency for itself.
-- grain: site, club_id, tournament_id, player_id, currency, chip_price, chip_currency
-- Chips of different clubs, tournaments and worth are different currencies. The sums of a club and currency, the house's among them, are 0.
-- column player_id: The account; null for the house.
-- column player_name: The name as shown last; null for the house.
-- column payments: Corrections in which he pays or is paid.
-- column receives: What he is paid in them.
-- column pays: What he pays in them.
-- column owed: What he is owed on balance; negative when he owes it.
with all_corrections as (
    select * from corrections
),

sides as (
    select
        correction_no,
        site,
        club_id,
        tournament_id,
        currency,
        chip_price,
        chip_currency,
        to_player as player_id,
        to_name as player_name,
        amount as receives,
        0::decimal(18, 4) as pays
    from all_corrections
    union all
    select
        correction_no,
        site,
        club_id,
        tournament_id,
        currency,
        chip_price,
        chip_currency,
        from_player as player_id,
        from_name as player_name,
        0::decimal(18, 4) as receives,
        amount as pays
    from all_corrections
),

final as (
    select
        site,
        club_id,
        tournament_id,
        player_id,
        last(player_name order by correction_no) as player_name,
        currency,
        chip_price,
        chip_currency,
        count(*) as payments,
        sum(receives)::decimal(18, 4) as receives,
        sum(pays)::decimal(18, 4) as pays,
        (sum(receives) - sum(pays))::decimal(18, 4) as owed
    from sides
    group by site, club_id, tournament_id, player_id, currency, chip_price, chip_currency
)

select * from final
