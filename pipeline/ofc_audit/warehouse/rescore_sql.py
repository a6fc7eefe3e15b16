"""The queries of `warehouse.rescore`: what an earlier hand means for later ones, and sums by player and table.

They read `facts` and `due` as `warehouse.rescore_hands` gives them, `seats` of the results, and one another.
"""

from collections.abc import Mapping

from ofc_audit.tables import table

_SCOPE = "site, club_id, table_id, match_scope"
_SAME_SCOPE = " and ".join(f"hands.{name} is not distinct from scopes.{name}" for name in _SCOPE.split(", "))
_UNIT = "currency, chip_price, chip_currency"

_LINKS = f"""
    select
        place_no,
        lead(hand_key) over w as next_key,
        -- A room's own numbering may repeat a number; a number left out is a hand that is missing.
        coalesce(lead(hand_no) over w - hand_no in (0, 1), true) and (hand_no is null) = (lead(hand_no) over w is null) as is_next
    from facts
    where status <> 'cancelled' and left_out is distinct from 'conflicting record'
    window w as (partition by {_SCOPE} order by place_no)
"""

# A difference that the play recorded has followed anyway is none, and what cannot be told by the rules the next hand may tell.
_RESOLVED = """
    with met as (
        select
            due.place_no, due.kind, due.new_next, due.new_cards,
            links.next_key is not null and links.is_next as has_next,
            seats.player_id is not null as is_there, seats.is_fantasy, seats.fantasy_cards
        from due
        left join links using (place_no)
        left join seats on seats.hand_key = links.next_key and links.is_next and seats.player_id = due.player_id
    )
    select
        place_no,
        case
            when kind = 3 or new_next < 0 then kind
            when is_there and new_next = 0 and not is_fantasy then 0
            when is_there and new_next = 1 and is_fantasy and fantasy_cards = new_cards then 0
            when has_next and not is_there and new_next = 0 then 0
            when kind = 4 and is_there and is_fantasy <> (new_next = 1) then 1
            when kind = 4 and is_there and is_fantasy and fantasy_cards <> new_cards then 2
            else kind
        end as kind
    from met
"""

_CHANGES = """
    select place_no, min(kind) as kind from resolved where kind <> 0 group by place_no
"""

_SCOPES = f"""
    select
        {_SCOPE},
        min(place_no) filter (where kind < 4) as first_change,
        arg_min(hand_key, place_no) filter (where kind < 4) as change_key,
        min(place_no) as first_doubt,
        arg_min(hand_key, place_no) as doubt_key
    from changes join facts using (place_no)
    group by {_SCOPE}
"""

_HANDS = f"""
    select
        hands.*,
        case changes.kind when 1 then 'fantasyland' when 2 then 'cards' when 3 then 'button' when 4 then 'unknown' end as play_change,
        case
            when other_deal is not null then 'other deal'
            when hands.place_no > scopes.first_change then 'hypothetical'
            when hands.place_no > scopes.first_doubt then 'uncertain'
            else 'as played'
        end as basis,
        case
            when other_deal is not null then null
            when hands.place_no > scopes.first_change then scopes.change_key
            when hands.place_no > scopes.first_doubt then scopes.doubt_key
        end as basis_hand_key
    from facts as hands
    left join changes using (place_no)
    left join scopes on {_SAME_SCOPE}
"""

STEPS: Mapping[str, str] = {"links": _LINKS, "resolved": _RESOLVED, "changes": _CHANGES, "scopes": _SCOPES}
"""Tables by name, in the order in which they are made."""

HANDS = f"""
    with judged as ({_HANDS})
    select {", ".join(column.name for column in table("rescore_hands").columns)}, place_no from judged order by place_no
"""
"""Table `rescore_hands`, with `place_no`."""


def _money(expression: str, name: str) -> str:
    return f"({expression})::decimal(18, 4) as {name}"


PLAYERS = f"""
    with played as (
        select
            hands.site, hands.currency, hands.chip_price, hands.chip_currency, hands.place_no, seats.*,
            points_reason is null as has_points, worth_reason is null as has_worth, money_reason is null as has_money,
            basis = 'as played' as is_played
        from rescored_seats as seats join hands using (hand_key)
        where left_out is null
    )
    select
        site, player_id, arg_max(player_name, place_no) as player_name, {_UNIT},
        count(*) as hands,
        count(*) filter (where has_points) as points_hands,
        (sum(own_points) filter (where has_points))::bigint as own_points,
        (sum(new_points) filter (where has_points))::bigint as new_points,
        (sum(points_delta) filter (where has_points))::bigint as points_delta,
        (sum(greatest(points_delta, 0)) filter (where has_points))::bigint as points_gained,
        count(*) filter (where has_worth) as worth_hands,
        {_money("sum(own_worth) filter (where has_worth)", "own_worth")},
        {_money("sum(new_worth) filter (where has_worth)", "new_worth")},
        {_money("sum(worth_delta) filter (where has_worth)", "worth_delta")},
        count(*) filter (where has_money) as money_hands,
        {_money("sum(own_net) filter (where has_money)", "own_net")},
        {_money("sum(new_net) filter (where has_money)", "new_net")},
        {_money("sum(net_delta) filter (where has_money)", "net_delta")},
        count(paid_net) as paid_hands,
        {_money("sum(paid_net)", "paid_net")},
        count(*) filter (where is_played) as played_hands,
        (sum(points_delta) filter (where has_points and is_played))::bigint as played_points_delta,
        {_money("sum(worth_delta) filter (where has_worth and is_played)", "played_worth_delta")},
        {_money("sum(net_delta) filter (where has_money and is_played)", "played_net_delta")}
    from played
    group by site, player_id, {_UNIT}
    order by site, player_id, currency nulls first, chip_currency nulls first, chip_price nulls first
"""
"""Table `rescore_players`; reads `hands` (rescore_hands with `place_no`) and `rescored_seats`."""

_WON = """
    select
        hand_key, sum(greatest(own_points, 0)) as own_points_won, sum(greatest(new_points, 0)) as new_points_won,
        sum(greatest(own_worth, 0)) as own_worth_won, sum(greatest(new_worth, 0)) as new_worth_won,
        sum(greatest(own_net, 0)) as own_net_won, sum(greatest(new_net, 0)) as new_net_won
    from rescored_seats
    group by hand_key
"""

TABLES = f"""
    with won as ({_WON}),
    counted as (
        select
            hands.*, won.* exclude (hand_key), left_out is null as is_counted,
            left_out is null and points_reason is null as has_points,
            left_out is null and worth_reason is null as has_worth,
            left_out is null and money_reason is null as has_money,
            left_out is null and basis = 'as played' as is_played,
            play_change in ('fantasyland', 'cards', 'button') as is_change
        from hands left join won using (hand_key)
    )
    select
        site, club_id, table_id, {_UNIT},
        count(*) filter (where is_counted) as hands,
        count(*) filter (where not is_counted) as left_out_hands,
        count(*) filter (where has_points) as points_hands,
        (sum(own_points_won) filter (where has_points))::bigint as own_points_won,
        (sum(new_points_won) filter (where has_points))::bigint as new_points_won,
        (sum(points_moved) filter (where has_points))::bigint as points_moved,
        count(*) filter (where has_worth) as worth_hands,
        {_money("sum(own_worth_won) filter (where has_worth)", "own_worth_won")},
        {_money("sum(new_worth_won) filter (where has_worth)", "new_worth_won")},
        {_money("sum(worth_moved) filter (where has_worth)", "worth_moved")},
        count(*) filter (where has_money) as money_hands,
        {_money("sum(own_net_won) filter (where has_money)", "own_net_won")},
        {_money("sum(new_net_won) filter (where has_money)", "new_net_won")},
        {_money("sum(money_moved) filter (where has_money)", "money_moved")},
        count(*) filter (where is_played) as played_hands,
        (sum(points_moved) filter (where has_points and is_played))::bigint as played_points_moved,
        {_money("sum(worth_moved) filter (where has_worth and is_played)", "played_worth_moved")},
        {_money("sum(money_moved) filter (where has_money and is_played)", "played_money_moved")},
        count(*) filter (where is_counted and basis = 'other deal') as other_deal_hands,
        count(*) filter (where is_counted and basis = 'hypothetical') as hypothetical_hands,
        count(*) filter (where is_counted and basis = 'uncertain') as uncertain_hands,
        count(*) filter (where is_change) as changes,
        arg_min(hand_key, place_no) filter (where is_change) as first_change_hand_key
    from counted
    group by site, club_id, table_id, {_UNIT}
    order by site, club_id nulls first, table_id nulls first, currency nulls first, chip_currency nulls first, chip_price nulls first
"""
"""Table `rescore_tables`; reads `hands` (rescore_hands with `place_no`) and `rescored_seats`."""
