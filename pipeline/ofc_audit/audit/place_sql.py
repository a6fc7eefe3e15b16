"""The places of eliminated players as queries: two claims of one table against each other.

A hand and the fantasy hands after it are one unit: whoever is out in an earlier unit has the worse place, and a player who still has chips
the better one. Within a unit, more chips at the start of the match (of the hand, where there are no matches), then the first from the left
of the button in the unit's last hand. Two seats of a table always differ in that, so registration never decides at one.
"""

from collections.abc import Mapping

from ofc_audit.audit.finding_sql import findings_query

# Fantasyland that is still due after the last hand on record says that the unit goes on, unseen.
_UNITS = """
    with last_hands as (
        select *, row_number() over (partition by table_no, unit order by hand_order desc) as from_last
        from tournament_hands
    )
    select
        l.table_no, l.unit,
        any_value(l.hand_key) filter (from_last = 1) as last_hand,
        arg_min(l.hand_key, l.hand_order) as first_hand,
        bool_or(l.is_fantasy_hand and not l.is_linked) as is_blurred,
        coalesce(bool_and(s.is_fantasy_next = false) filter (from_last = 1), false)
            or bool_or(coalesce(l.last_of_match, false)) filter (from_last = 1) as is_closed
    from last_hands as l
    join tournament_seats as s using (hand_key)
    group by all
"""

_CLAIMS = """
    with last_claims as (
        select *
        from tournament_seats
        where place is not null
        qualify row_number() over (partition by table_no, player_id order by hand_order desc) = 1
    )
    select
        c.*, h.hand_id, h.places, h.places_source, h.source_file, h.first_line, h.last_line, u.is_closed, u.is_blurred,
        c.stack_after = 0 as is_out,
        2 * c.unit + (c.stack_after > 0)::integer as lasted,
        case when c.has_match then m.stack when not u.is_blurred then f.stack end as stack_at_start,
        e.acting_order as last_acting_order
    from last_claims as c
    join tournament_hands as h using (hand_key)
    join place_units as u on u.table_no = c.table_no and u.unit = c.unit
    left join tournament_seats as m
        on m.table_no = c.table_no and m.match_id = c.match_id and m.hand_no = 1 and m.player_id = c.player_id
    left join tournament_seats as f on f.hand_key = u.first_hand and f.player_id = c.player_id
    left join tournament_seats as e on e.hand_key = u.last_hand and e.player_id = c.player_id
    qualify row_number() over (partition by c.hand_key, c.acting_order order by m.hand_order) = 1
"""

# By the rules `a` has the better place of the two; where the record does not tell which has it, `criterion` is null and both orders are there.
_PAIRS = """
    with paired as (
        select
            a.*, b.hand_key as other_hand, b.acting_order as other_order, b.player_name as other_name, b.place as other_place,
            b.hand_id as other_id, b.stack_at_start as other_stack, b.last_acting_order as other_last,
            list_position(a.places, 'stack_before_match') = 2 as by_stack,
            list_position(a.places, 'left_of_button') = if(list_position(a.places, 'stack_before_match') = 2, 3, 2) as by_button,
            a.lasted > b.lasted as is_later
        from place_claims as a
        join place_claims as b
            on a.table_no = b.table_no and a.player_id <> b.player_id and a.lasted >= b.lasted
        where b.is_out and a.tournament_id is not null and a.table_id is not null and a.places[1] = 'later_elimination'
    ),
    decided as (
        select
            *,
            case
                when is_later then 'later_elimination'
                when by_stack and stack_at_start <> other_stack then 'stack_before_match'
                when by_stack and (stack_at_start is null or other_stack is null) then null
                when by_button and is_closed and not is_blurred and last_acting_order <> other_last then 'left_of_button'
            end as criterion
        from paired
    )
    select *
    from decided
    where criterion is null
        or criterion = 'later_elimination'
        or (criterion = 'stack_before_match' and stack_at_start > other_stack)
        or (criterion = 'left_of_button' and last_acting_order < other_last)
"""

_WRONG = """
    select *
    from place_pairs
    where criterion is not null and place >= other_place
    qualify row_number() over (partition by hand_key, acting_order order by other_place, other_name, other_hand) = 1
"""

_VERDICTS = """
    with told as (
        select hand_key, acting_order, 'wrong' as verdict, null as reason from place_wrong
        union all
        select hand_key, acting_order, 'unverifiable', case
            when places is null then 'rule unknown: tournament.places'
            when tournament_id is null or table_id is null then 'place: table unknown'
            when stack_after is null then 'place: stack unknown'
            end
        from place_claims
        union all
        select hand_key, acting_order, 'unverifiable', if(by_stack and (stack_at_start is null or other_stack is null),
            'place: stack before the match unknown', 'place: seats in the last hand unknown')
        from place_pairs
        where criterion is null
    )
    select * from told where verdict = 'wrong' or reason is not null
"""

_WHY = """case criterion
    when 'later_elimination' then if(is_out, 'is out later than ', 'still has chips after ') || other_name || ' (' || other_id || ')'
        || if(is_out, '', ' is out')
    when 'stack_before_match' then 'had more chips at the start of the ' || if(has_match, 'match', 'hand') || ' than ' || other_name
        || ', who is out in the same hand'
    else 'sits before ' || other_name || ' from the left of the button, who is out in the same hand with as many chips at the start'
    end"""

_FINDINGS = findings_query(
    "tournament.place",
    "place_wrong",
    {
        "acting_order": "acting_order",
        "other_order": "if(other_hand = hand_key, other_order, null)",
        "claimed": "'place ' || place",
        "computed": "'before place ' || other_place",
        "message": f"player_name || ' ' || {_WHY} || ': his place is better than ' || other_place || ', the place of ' || other_name || '; '"
        " || place || ' is claimed.'",
        "rule_key": "'tournament.places'",
        "rule_source": "places_source",
        "first_line": "coalesce(line, first_line)",
        "last_line": "coalesce(line, last_line)",
        "mark": "'place ' || place",
    },
)

STEPS: Mapping[str, str] = {
    "place_units": _UNITS,
    "place_claims": _CLAIMS,
    "place_pairs": _PAIRS,
    "place_wrong": _WRONG,
    "place_verdicts": _VERDICTS,
    "place_findings": _FINDINGS,
}
