"""The queries of `audit.stacks`, in the order in which they run; each becomes a temp table of its name.

A transition is a hand and the one before it at its table. What a player had after the one is known from what was claimed, else from what was
computed; what he brings to the other is stated. How far the two can be held against each other is the transition's `bond`.
"""

from collections.abc import Mapping

from ofc_audit.audit.stack_finding_sql import STACK_FINDINGS

# Without a table, hands follow each other within their match only.
_HANDS = """
    with played as (
        select
            h.hand_key, o.hand_order, h.hand_id, h.site, h.club_id, h.table_id, h.match_id, h.hand_no, h.tournament_id, h.ended_at, h.currency,
            h.point_value, h.status, h.source_file, h.first_line, h.last_line, h.rake,
            r.rules_no, r.has_match, r.scope, r.scope_source, r.is_rake_free, r.is_by_level,
            list(s.player_id order by s.player_id) as players,
            sum(s.stack) as brought,
            count(s.stack) = count(*) as is_brought_known
        from hands as h
        join hand_order as o using (hand_key)
        join seats as s using (hand_key)
        left join hand_rules as n using (hand_key)
        left join stack_rules as r using (rules_no)
        left join id_clashes as x on x.hand_key = h.hand_key and x.kind = 'conflict'
        where x.hand_key is null and (h.table_id is not null or h.match_id is not null)
        group by all
    ),
    seated as (
        select *, dense_rank() over (order by site, club_id, table_id, case when table_id is null then match_id end) as table_no from played
    ),
    counted as (
        select *, sum((status = 'cancelled')::integer) over (partition by table_no order by hand_order) as n_cancelled
        from seated
    )
    select
        *,
        lag(hand_key) over w as previous,
        lag(hand_id) over w as id_before,
        lag(match_id) over w as match_before,
        lag(hand_no) over w as number_before,
        lag(tournament_id) over w as tournament_before,
        lag(ended_at) over w as ended_before,
        lag(currency) over w as currency_before,
        lag(rules_no) over w as rules_before,
        lag(players) over w as players_before,
        lag(n_cancelled) over w as cancelled_before
    from counted
    where status <> 'cancelled'
    window w as (partition by table_no order by hand_order)
"""

# `match`, `tournament` and `table`: no hand can have been played between the two. The same with `_unseen`: one may have been.
_LINKS = """
    with told as (
        select
            *,
            has_match and match_id = match_before as is_same_match,
            tournament_id is not null and tournament_id = tournament_before as is_same_tournament,
            hand_no = number_before + 1 as is_next,
            players = players_before and epoch(ended_at - ended_before) < $pause as is_shortly_after
        from stack_hands
        where previous is not null
    ),
    timed as (select *, hand_no is null and number_before is null and is_shortly_after as is_soon from told)
    select
        *,
        case
            when rules_no is null or rules_no is distinct from rules_before or cancelled_before <> n_cancelled
                or currency is distinct from currency_before then null
            when is_same_match and scope = 'match' then 'settled at the end'
            when is_same_match and scope = 'hand' and is_next then 'match'
            when is_same_match and scope = 'hand' and hand_no > number_before + 1 then 'match_gap'
            when is_same_match then null
            when is_same_tournament and not has_match and is_next then 'tournament'
            when is_same_tournament and (not has_match and is_soon or has_match and hand_no = 1 and is_shortly_after) then 'tournament_unseen'
            when tournament_id is not null or tournament_before is not null or is_by_level then null
            when has_match and match_id is not null and match_before is not null then 'between matches'
            when has_match then null
            when is_next and epoch(ended_at - ended_before) < $long_pause then 'table'
            when is_soon then 'table_unseen'
        end as bond
    from timed
"""

# Every reading of what he had counts: where the site errs in a hand it may play on with what it claims, or with what would have been right.
# Hands are put beside hands first, and players then: the other way round everybody's hands meet all his others.
_SEATS = """
    with own as materialized (
        select l.*, s.acting_order, s.player_id, s.player_name, s.stack, s.line
        from stack_links as l
        join seats as s using (hand_key)
        where s.stack is not null
    ),
    earlier as materialized (
        select p.hand_key, p.player_id, p.stack, c.stack as told_after, c.net, c.rake, c.bounty, e.net as computed_net
        from seats as p
        join claims as c using (hand_key, acting_order)
        join scored_seats as e using (hand_key, acting_order)
    ),
    here as (
        select
            own.*,
            e.told_after, e.stack + e.net as net_after,
            case when own.scope = 'hand' then e.stack + e.computed_net - coalesce(e.rake, 0) end as computed_after,
            e.rake is not null or b.rake = 0 or own.is_rake_free or e.computed_net <= 0 as is_rake_known,
            e.stack as stack_before, e.bounty
        from own
        join earlier as e on e.hand_key = own.previous and e.player_id = own.player_id
        join stack_hands as b on b.hand_key = own.previous
    ),
    due as (
        select
            *,
            case
                when bond = 'settled at the end' then stack_before
                else coalesce(told_after, net_after, if(is_rake_known, computed_after, null))
            end as had,
            -- A match that was settled and goes on is told of by its length, whichever stacks it goes on with.
            if(
                bond = 'settled at the end',
                net_after is not null and stack = coalesce(told_after, net_after),
                stack = told_after or stack = net_after or stack = computed_after or stack = coalesce(told_after, net_after) + bounty
            ) as is_carried
        from here
    ),
    -- A stack that the hand itself contradicts is told of there.
    contradicted as (
        select hand_key, acting_order from hand_findings where check_id = 'settle.stack'
    )
    select
        due.*,
        case when coalesce(is_carried, false) then 0 else stack - had end as change,
        f.hand_key is not null as is_contradicted
    from due
    left join contradicted as f using (hand_key, acting_order)
"""

# One wrong stack makes two transitions wrong, the second the opposite of the first. What two players' stacks differ by may be one mistake.
_CHANGES = """
    with off as (
        select
            *,
            lag(change) over earlier as change_before,
            lag(hand_key) over earlier as hand_of_change_before,
            lag(bond) over earlier as bond_before,
            count(*) filter (change <> 0) over hand as n_off,
            count(*) filter (change > 0) over hand as n_rises,
            sum(change) over hand as total_change
        from stack_seats
        where change is not null
        window earlier as (partition by table_no, player_id order by hand_order), hand as (partition by hand_key)
    )
    select
        *,
        case
            when bond is null or is_contradicted then 'unknown'
            when hand_of_change_before = previous and change = -change_before
                and bond = bond_before and bond not in ('between matches', 'table_unseen') then 'undone'
            when bond in ('match', 'tournament', 'settled at the end') then 'wrong'
            when bond = 'tournament_unseen' then if(n_rises in (0, n_off), 'wrong', 'unknown')
            when bond = 'table' and n_off = 2 and total_change = 0 then 'wrong'
            when bond = 'table' and change < 0 then 'wrong'
            when bond = 'table_unseen' and change < 0 then if(n_rises = 0, 'wrong', 'unknown')
            when bond = 'match_gap' or n_rises not in (0, n_off) then 'unknown'
            when change < 0 then 'taken off'
            when had = 0 then 'rebuy'
            when stack % (10 * point_value) = 0 then 'top-up'
            else 'rise'
        end as kind
    from off
    where change <> 0
"""

# Where money has gone from one stack to another it is told once, of him who lost it.
_WRONG = """
    with wrong as (
        select *, n_off = 2 and total_change = 0 as is_exchange
        from stack_changes
        where kind = 'wrong'
    )
    select w.*, o.acting_order as other_order, o.player_name as other_name, o.had as other_had, o.stack as other_stack
    from wrong as w
    left join wrong as o on w.is_exchange and o.hand_key = w.hand_key and o.acting_order <> w.acting_order
    where not w.is_exchange or w.change < 0
"""

# Over hands that are missing, the players who are still there cannot have more together than they had.
_TOTALS = """
    with totals as (
        select s.hand_key, sum(s.stack) as has, count(*) as n
        from stack_seats as s
        where s.bond = 'match_gap'
        group by s.hand_key
    ),
    before as (
        select l.hand_key, count(*) filter (c.stack is null and p.stack + c.net is null) as n_unknown, sum(coalesce(c.stack, p.stack + c.net)) as had
        from stack_links as l
        join seats as p on p.hand_key = l.previous
        join claims as c on c.hand_key = p.hand_key and c.acting_order = p.acting_order
        where l.bond = 'match_gap'
        group by l.hand_key
    )
    select l.*, b.had, t.has
    from totals as t
    join before as b using (hand_key)
    join stack_links as l using (hand_key)
    where not exists (from hand_findings as f where f.hand_key = l.previous and (f.check_id like 'settle.%' or f.check_id like 'score.%'))
        and b.n_unknown = 0 and l.is_brought_known and t.n = len(l.players) and t.has > b.had
"""

_VERDICTS = """
    select distinct hand_key, 'money' as dimension, 'wrong' as verdict, null as reason
    from (select hand_key from stack_changes where kind = 'wrong' union all select hand_key from stack_totals)
"""

_SEAT_VERDICTS = """
    select hand_key, acting_order, 'money' as dimension, 'wrong' as verdict, null as reason from stack_changes where kind = 'wrong'
"""

STEPS: Mapping[str, str] = {
    "stack_hands": _HANDS,
    "stack_links": _LINKS,
    "stack_seats": _SEATS,
    "stack_changes": _CHANGES,
    "stack_wrong": _WRONG,
    "stack_totals": _TOTALS,
    "stack_findings": STACK_FINDINGS,
    "stack_verdicts": _VERDICTS,
    "stack_seat_verdicts": _SEAT_VERDICTS,
}

CHANGED = """
    select c.hand_key, c.acting_order, c.previous as previous_hand_key, c.had, c.stack, c.change, c.kind
    from stack_changes as c
    join hand_order as o using (hand_key)
    where o.is_new
    order by o.hand_order, c.acting_order
"""
"""The rows of table `stack_changes` of the new hands, in order."""
