"""What the queries of `audit.tournaments` share: the hands of tournaments in their order, and what becomes of their answers."""

from collections.abc import Mapping

# A hand is linked to the one before it at its table where nothing can have been played in between: everybody who is in Fantasyland
# earned it there.
_HANDS = """
    with played as (
        select
            h.hand_key, o.hand_order, h.site, h.club_id, h.tournament_id, h.table_id, h.match_id, h.hand_no, h.hand_id, h.ended_at, h.level,
            h.levels, h.point_value, h.currency, h.last_of_match, h.source_file, h.first_line, h.last_line, r.*,
            dense_rank() over (order by h.site, h.club_id nulls first, h.tournament_id nulls first, h.table_id nulls first) as table_no
        from hands as h
        join hand_order as o using (hand_key)
        join hand_rules as n using (hand_key)
        join tournament_rules as r using (rules_no)
        left join id_clashes as x on x.hand_key = h.hand_key and x.kind = 'conflict'
        where h.status <> 'cancelled' and x.hand_key is null
    ),
    ordered as (
        select
            *,
            case when table_id is not null then lag(hand_key) over w end as previous,
            lag(level) over w as level_before,
            lag(match_id) over w as match_before,
            lag(hand_no) over w as number_before,
            lag(ended_at) over w as ended_before
        from played
        window w as (partition by table_no order by hand_order)
    ),
    fantasy as (
        select
            o.hand_key,
            bool_or(s.is_fantasy) as is_fantasy_hand,
            bool_and(not s.is_fantasy or coalesce(e.is_fantasy_next, false)) as is_earned
        from ordered as o
        join seats as s using (hand_key)
        left join seats as p on p.hand_key = o.previous and p.player_id = s.player_id
        left join scored_seats as e on e.hand_key = p.hand_key and e.acting_order = p.acting_order
        group by o.hand_key
    ),
    linked as (
        select
            *,
            coalesce(previous is not null and case
                when match_id is not null and match_id = match_before then hand_no > number_before
                else ended_at > ended_before
            end, false) as is_ordered,
            coalesce(hand_no = number_before + 1, hand_no is null and number_before is null) as is_next_number
        from ordered
        join fantasy using (hand_key)
    ),
    numbered as (
        select
            *,
            is_fantasy_hand and is_earned and is_ordered and is_next_number and match_id is not distinct from match_before as is_linked
        from linked
    )
    select
        *,
        sum((not is_linked)::integer) over w as price_unit,
        sum((not is_fantasy_hand)::integer) over w as unit
    from numbered
    window w as (partition by table_no order by hand_order)
"""

# What each player of a hand has after it, as far as the record tells.
_SEATS = """
    select
        h.hand_key, h.hand_order, h.table_no, h.tournament_id, h.table_id, h.match_id, h.hand_no, h.unit, h.has_match,
        case when h.has_match and h.match_id is not null then 'match ' || h.match_id when h.table_id is not null then 'hand ' || h.unit end as span,
        s.acting_order, s.player_id, s.player_name, s.stack, c.place, c.bounty, c.line,
        coalesce(c.stack, s.stack + c.net, case when h.scope = 'hand' then s.stack + e.net end) as stack_after,
        e.is_fantasy_next
    from tournament_hands as h
    join seats as s using (hand_key)
    join claims as c using (hand_key, acting_order)
    join scored_seats as e using (hand_key, acting_order)
"""

STEPS: Mapping[str, str] = {"tournament_hands": _HANDS, "tournament_seats": _SEATS}

AMOUNT = "regexp_replace({}::varchar, '([.][0-9]{{2}}[0-9]*?)0*$', '\\1')"
"""An amount as text, with two places or as many of four as it needs."""


_FINDINGS = "from price_findings union all by name from place_findings union all by name from bounty_findings"

# A wrong answer makes the money of its hand wrong. One that cannot be told leaves open only what the hand alone has verified.
_JUDGED = """
    select hand_key, null::tinyint as acting_order, verdict, reason from price_verdicts
    union all
    select hand_key, acting_order, verdict, reason from place_verdicts
    union all
    select hand_key, acting_order, verdict, reason from bounty_verdicts
"""

_VERDICTS = """
    with per_hand as (
        select hand_key, bool_or(verdict = 'wrong') as is_wrong, min(reason) filter (verdict = 'unverifiable') as reason
        from tournament_judged
        group by hand_key
    )
    select
        hand_key, 'money' as dimension, if(is_wrong, 'wrong', 'unverifiable') as verdict, if(is_wrong, null, per_hand.reason) as reason
    from per_hand
    left join hand_verdicts as h using (hand_key)
    where is_wrong or (h.dimension = 'money' and h.verdict = 'verified')
    qualify row_number() over (partition by hand_key) = 1
"""

_SEAT_VERDICTS = """
    with per_seat as (
        select
            s.hand_key, s.acting_order, bool_or(j.verdict = 'wrong') as is_wrong,
            min(j.reason) filter (j.verdict = 'unverifiable') as reason
        from tournament_judged as j
        join scored_seats as s
            on s.hand_key = j.hand_key
            and (s.acting_order = j.acting_order or (j.acting_order is null and s.points is distinct from 0))
        group by s.hand_key, s.acting_order
    )
    select
        hand_key, acting_order, 'money' as dimension, if(is_wrong, 'wrong', 'unverifiable') as verdict,
        if(is_wrong, null, per_seat.reason) as reason
    from per_seat
    left join hand_seat_verdicts as h using (hand_key, acting_order)
    where is_wrong or (h.dimension = 'money' and h.verdict = 'verified')
    qualify row_number() over (partition by hand_key, acting_order) = 1
"""

RESULTS: Mapping[str, str] = {
    "tournament_findings": _FINDINGS,
    "tournament_judged": _JUDGED,
    "tournament_verdicts": _VERDICTS,
    "tournament_seat_verdicts": _SEAT_VERDICTS,
}
