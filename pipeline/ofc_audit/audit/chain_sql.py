"""The queries of `audit.chains`, in the order in which they run; each becomes a temp table of its name."""

from collections.abc import Mapping

from ofc_audit.audit.chain_finding_sql import CHAIN_FINDINGS

_PLAYERS = """
    select hand_key, list(player_id order by player_id) as players
    from seats
    group by hand_key
"""

# A loser who pays less than his points are worth was capped; where points or money are not stated it cannot be told, but where no cap is.
_CAPPED = """
    select
        hand_key,
        bool_or(s.points < 0 and c.net > s.points * h.point_value) as is_capped,
        bool_or((s.points is null or c.net is null or h.point_value is null) and not coalesce(r.is_uncapped, false)) as is_cap_unknown
    from scored_seats as s
    join claims as c using (hand_key, acting_order)
    join hands as h using (hand_key)
    left join hand_rules as hr using (hand_key)
    left join chain_rules as r using (rules_no)
    group by hand_key
"""

_LINKS = """
    with played as (
        select
            h.hand_key, o.hand_order, h.hand_id, h.rules_id, h.status, h.hand_no, h.ended_at, h.site, h.club_id, h.table_id,
            r.rules_no is not null as has_rules, coalesce(r.has_match, false) as has_match, r.button, r.sources,
            r.stay_limit, r.cards_on_stay, r.is_stay_as_before,
            h.match_id, h.source_file, h.first_line, h.last_line, p.players, c.is_capped, c.is_cap_unknown,
            coalesce(x.kind = 'conflict', false) as is_conflict
        from hands as h
        join hand_order as o using (hand_key)
        left join hand_rules as hr using (hand_key)
        left join chain_rules as r using (rules_no)
        left join chain_players as p using (hand_key)
        left join chain_capped as c using (hand_key)
        left join id_clashes as x using (hand_key)
    ),
    numbered as (
        select
            *,
            lag(hand_no) over w as number_before,
            lag(hand_key) over w as key_before,
            lag(status) over w as status_before
        from played
        where not is_conflict
        window w as (partition by site, club_id, table_id, case when has_match then match_id end order by hand_order)
    ),
    runs as (
        select
            *,
            key_before is null
            or (has_match and (match_id is null or hand_no is null or number_before is null or hand_no <> number_before + 1))
            or (not has_match and hand_no is not null and number_before is not null and hand_no not in (number_before, number_before + 1))
            or (not has_match and (hand_no is null) <> (number_before is null)) as is_gap
        from numbered
    ),
    stretches as (
        select
            *,
            sum(is_gap::integer) over (
                partition by site, club_id, table_id, case when has_match then match_id end order by hand_order
            ) as stretch,
            sum((status <> 'complete')::integer) over (
                partition by site, club_id, table_id, case when has_match then match_id end order by hand_order
            ) as n_broken
        from runs
    ),
    dealt as (
        select
            *,
            lag(hand_key) over w as previous,
            lag(players) over w as players_before,
            lag(ended_at) over w as ended_before,
            lag(is_capped) over w as capped_before,
            lag(is_cap_unknown) over w as cap_unknown_before,
            lag(status) over w as dealt_status_before,
            lag(n_broken) over w as n_broken_before,
            lag(hand_id) over w as id_before,
            row_number() over w as place_in_stretch,
            -- A number for each unbroken chain, which window functions can group by.
            dense_rank() over (order by site, club_id, table_id, case when has_match then match_id end, stretch) as chain_no
        from stretches
        where status <> 'cancelled'
        window w as (
            partition by site, club_id, table_id, case when has_match then match_id end, stretch order by hand_order
        )
    )
    select
        hand_key, hand_id, rules_id, status, hand_no, has_rules, has_match, match_id, button, sources,
        source_file, first_line, last_line, previous, id_before, is_gap,
        stay_limit, cards_on_stay, is_stay_as_before, chain_no, place_in_stretch,
        players is not distinct from players_before as has_same_players,
        -- Of two hands with number 1 the later one is not known to be the first.
        has_match and match_id is not null and hand_no = 1 and key_before is null as is_first,
        key_before is null as has_none_before,
        -- Where a table may have restarted without a word.
        not has_match and (
            coalesce(capped_before, false)
            or coalesce(cap_unknown_before, true)
            or dealt_status_before <> 'complete'
            or n_broken - (status <> 'complete')::integer > n_broken_before
            or (players is distinct from players_before and coalesce(epoch(ended_at - ended_before) >= $pause, true))
            or coalesce(epoch(ended_at - ended_before) >= case when hand_no is null then $pause else $long_pause end, true)
        ) as may_restart,
        n_broken - (status <> 'complete')::integer > n_broken_before as has_cancelled_between
    from dealt
"""

# What each hand earns, with the limit of stays in a row: whoever is in Fantasyland for the n-th hand in a row has stayed n - 1 times.
_DUE = """
    with in_chain as (
        select
            s.hand_key, s.acting_order, s.player_id, s.is_fantasy, l.chain_no, l.place_in_stretch, l.is_first, l.stay_limit,
            case when l.is_stay_as_before then s.fantasy_cards else l.cards_on_stay end as stay_cards,
            l.place_in_stretch - row_number() over (
                partition by l.chain_no, s.player_id order by l.place_in_stretch
            ) as spell
        from seats as s
        join chain_links as l using (hand_key)
    ),
    islands as (
        select *, count(*) filter (not is_fantasy) over w as island, first_value(is_first) over w as begins_first
        from in_chain
        window w as (partition by chain_no, player_id, spell order by place_in_stretch)
    ),
    runs as (
        select
            *,
            count(*) filter (is_fantasy) over (
                partition by chain_no, player_id, spell, island order by place_in_stretch
            ) as run_length,
            -- Where the run begins is known when a hand outside Fantasyland, or the start of a match, comes before it.
            island > 0 or begins_first as is_run_whole
        from islands
    ),
    limited as (
        select
            e.hand_key, e.acting_order, e.is_foul, e.top_category, e.top_rank, e.is_fantasy_next, e.fantasy_next,
            r.stay_limit > 0 and r.is_fantasy and e.is_stay_qualified and e.is_fantasy_next is null as is_limited,
            r.run_length, r.is_run_whole, r.stay_limit, r.stay_cards
        from scored_seats as e
        left join runs as r using (hand_key, acting_order)
    )
    select
        hand_key, acting_order, is_foul, top_category, top_rank, coalesce(is_limited, false) as is_limited, run_length,
        coalesce(is_run_whole, false) as is_run_whole, stay_limit,
        case
            when not coalesce(is_limited, false) then is_fantasy_next
            when run_length > stay_limit then false
            when is_run_whole then true
        end as is_fantasy_next,
        case
            when not coalesce(is_limited, false) then fantasy_next
            when run_length > stay_limit then 0
            when is_run_whole then stay_cards
        end as fantasy_next
    from limited
"""

_SEATS = """
    with here as (
        select
            s.hand_key, s.acting_order, s.player_id, s.player_name, s.is_fantasy, s.fantasy_cards, s.line,
            h.status, h.site, h.rules_id, l.hand_key is not null as is_linked, l.has_rules, l.has_match, l.match_id, l.previous, l.is_gap,
            l.is_first, l.has_none_before, l.may_restart, l.id_before, l.sources, h.source_file, h.first_line, h.last_line
        from seats as s
        join hands as h using (hand_key)
        left join chain_links as l using (hand_key)
    ),
    due as (
        select
            here.*,
            p.player_id is not null as was_there,
            p.is_fantasy as was_fantasy,
            case when is_first then false else e.is_fantasy_next end as is_due,
            case when is_first then 0 else e.fantasy_next end as due_cards,
            c.is_fantasy_next as was_told,
            c.fantasy_next as told_cards,
            coalesce(c.stack = 0 or p.stack + c.net = 0, false) as was_out,
            e.is_foul as was_foul, e.is_limited as was_limited, e.top_category, e.top_rank
        from here
        left join seats as p on p.hand_key = here.previous and p.player_id = here.player_id
        left join chain_due as e on e.hand_key = p.hand_key and e.acting_order = p.acting_order
        left join claims as c on c.hand_key = p.hand_key and c.acting_order = p.acting_order
    ),
    judged as (
        select
            *,
            case
                when status = 'cancelled' then 'not applicable'
                when not is_linked then 'unverifiable'
                when not has_rules or is_fantasy is null then 'unverifiable'
                when is_first and not is_fantasy then 'verified'
                when is_first then 'wrong'
                when previous is null or not was_there or is_due is null then 'unverifiable'
                when is_due <> is_fantasy and (may_restart or was_out or status <> 'complete') then 'unverifiable'
                when is_due <> is_fantasy then 'wrong'
                when not is_due then 'verified'
                when due_cards is null or fantasy_cards is null then 'unverifiable'
                when due_cards <> fantasy_cards then 'wrong'
                else 'verified'
            end as verdict
        from due
    )
    select
        *,
        case
            when verdict = 'not applicable' then 'cancelled hand'
            when verdict <> 'unverifiable' then null
            when not is_linked then 'conflicting record'
            when not has_rules then 'rule set unknown' || coalesce(': ' || rules_id, '')
            when is_fantasy is null then 'Fantasyland not told'
            when has_match and match_id is null then 'chain broken: match unknown'
            when has_none_before then 'chain broken: no earlier hand'
            when previous is null then 'chain broken: missing hand'
            when not was_there then 'chain broken: not in the hand before'
            when is_due is null and was_foul is null then 'chain broken: restart'
            when is_due is null then 'rule unknown: fantasyland'
            when is_due <> is_fantasy and was_out then 'player out'
            when is_due <> is_fantasy and not may_restart then 'incomplete board'
            when is_due <> is_fantasy then 'chain broken: restart'
            when due_cards is null then 'rule unknown: fantasyland.cards'
            else 'card count not shown'
        end as reason,
        -- The hand before announced just what happened here: the mistake is that announcement's, and is named there.
        verdict = 'wrong' and was_told is not null and was_told <> is_due and was_told = is_fantasy
        or (verdict = 'wrong' and is_due and is_fantasy and told_cards is not null and told_cards <> due_cards and told_cards = fantasy_cards)
        as was_announced
    from judged
"""

_BUTTONS = """
    with buttons as (
        select hand_key, arg_max(seat_no, acting_order) as seat_no, arg_max(player_name, acting_order) as player_name,
            arg_max(acting_order, acting_order) as acting_order, arg_max(line, acting_order) as line,
            bool_or(is_fantasy) as is_fantasy_hand, list(seat_no order by seat_no) as seat_nos, bool_and(seat_no is not null) as has_numbers
        from seats
        group by hand_key
    ),
    moves as (
        select
            l.*, b.seat_no, b.player_name, b.acting_order, b.line, before.seat_no as seat_before,
            case
                when l.button = 'stays' and b.is_fantasy_hand and list_contains(b.seat_nos, before.seat_no) then before.seat_no
                else coalesce(list_min(list_filter(b.seat_nos, lambda n: n > before.seat_no)), list_min(b.seat_nos))
            end as due_seat
        from chain_links as l
        join buttons as b using (hand_key)
        join buttons as before on before.hand_key = l.previous
        -- Rooms without matches are recorded ones, where it once stood still for no reason seen, or have it stay for Fantasyland by their rules.
        where (l.has_match and l.match_id is not null or l.button = 'stays' and not l.has_match and not l.may_restart and l.has_same_players)
            and l.button is not null and not l.has_cancelled_between
            and b.has_numbers and before.has_numbers and l.status <> 'cancelled'
            -- Where it stands still for Fantasyland and Fantasyland was given wrongly, that is the mistake, and where the button is follows from it.
            and not (l.button = 'stays' and l.hand_key in (select hand_key from chain_seats where verdict = 'wrong'))
    )
    select * from moves where seat_no <> due_seat
"""

# Announcements that only the limit of stays decides: single hands could not judge them.
_LIMITED_CLAIMS = """
    select
        l.hand_key, s.acting_order, s.player_name, c.is_fantasy_next as was_told, c.fantasy_next as told_cards, d.is_fantasy_next as is_due,
        d.fantasy_next as due_cards, d.run_length, d.stay_limit, l.sources, l.source_file, coalesce(c.line, l.first_line) as first_line,
        coalesce(c.line, l.last_line) as last_line
    from chain_due as d
    join claims as c using (hand_key, acting_order)
    join seats as s using (hand_key, acting_order)
    join chain_links as l using (hand_key)
    join hands as h using (hand_key)
    where d.is_limited and c.is_fantasy_next is not null and d.is_fantasy_next is not null and h.status = 'complete'
        and (c.is_fantasy_next or not coalesce(h.last_of_match, false) and coalesce(c.stack, s.stack + c.net) is distinct from 0)
        and (c.is_fantasy_next <> d.is_fantasy_next or c.is_fantasy_next and c.fantasy_next <> d.fantasy_next)
"""

_CHAIN_SEAT_VERDICTS = """
    select hand_key, acting_order, 'fantasyland' as dimension, verdict, reason from chain_seats
"""

_CHAIN_VERDICTS = """
    with claims_wrong as (
        select distinct c.hand_key
        from claims as c
        join scored_seats as s using (hand_key, acting_order)
        join hand_findings as f using (hand_key)
        where f.check_id = 'fantasy.claim' or (f.check_id = 'score.foul' and c.is_fantasy_next <> s.is_fantasy_next)
        union
        select hand_key from chain_limited_claims
    ),
    per_hand as (
        select
            hand_key,
            bool_or(verdict = 'wrong') or bool_or(w.hand_key is not null) as is_wrong,
            bool_and(verdict = 'not applicable') as is_off,
            bool_and(verdict = 'verified') as is_verified,
            arg_min(reason, acting_order) filter (verdict = 'unverifiable') as reason
        from chain_seats
        left join claims_wrong as w using (hand_key)
        group by hand_key
    )
    select
        hand_key, 'fantasyland' as dimension,
        case when is_off then 'not applicable' when is_wrong then 'wrong' when is_verified then 'verified' else 'unverifiable' end as verdict,
        case when is_off then 'cancelled hand' when is_wrong or is_verified then null else reason end as reason
    from per_hand
    union all
    select distinct hand_key, 'match', 'wrong', null from chain_buttons
"""

STEPS: Mapping[str, str] = {
    "chain_players": _PLAYERS,
    "chain_capped": _CAPPED,
    "chain_links": _LINKS,
    "chain_due": _DUE,
    "chain_seats": _SEATS,
    "chain_buttons": _BUTTONS,
    "chain_limited_claims": _LIMITED_CLAIMS,
    "chain_findings": CHAIN_FINDINGS,
    "chain_seat_verdicts": _CHAIN_SEAT_VERDICTS,
    "chain_verdicts": _CHAIN_VERDICTS,
}
