"""Bounties as queries: who won the last comparison in which an eliminated player lost chips.

Bounties are collected when the match is over, so claims and eliminations of one match belong together; where there are no matches, those of
one hand with the fantasy hands that continue it. Whose bounty one is the record does not say: a claim is right when its player may have it
of anybody who is out.
"""

from collections.abc import Mapping

from ofc_audit.audit.finding_sql import findings_query
from ofc_audit.audit.tournament_sql import AMOUNT

# Out are those who have nothing after their last hand of the span; of whom that is not known may be out too.
_OUT = """
    with last_seats as (
        select *
        from tournament_seats
        where span is not null
        qualify row_number() over (partition by table_no, span, player_id order by hand_order desc) = 1
    )
    select * from last_seats where stack_after = 0 or stack_after is null
"""

# Comparisons in the order in which they were settled, from the side of the player who is out. Where that order is not known only a hand with
# one lost comparison tells.
_COMPARED = """
    with pairs as (
        select
            p.hand_key, unnest([p.a, p.b]) as acting_order, unnest([p.b, p.a]) as other_order,
            unnest([p.amount, -p.amount]) as amount, p.a, p.b,
            max(p.b) over (partition by p.hand_key) as button
        from scored_pairs as p
        semi join tournament_hands using (hand_key)
    )
    select
        o.hand_key as out_hand, o.acting_order as out_order, o.player_name, s.hand_key, h.hand_id, s.hand_order, s.stack_after, p.amount,
        w.player_id as winner_id, w.player_name as winner_name,
        row_number() over (
            partition by o.hand_key, o.acting_order
            order by s.hand_order, if(h.pair_order = 'button_first' and p.b < p.button, 1, 0), p.a, p.b
        ) as place_in_order,
        count(*) filter (p.amount is null or p.amount < 0) over (partition by o.hand_key, o.acting_order, s.hand_key) as n_lost,
        h.pair_order is null as is_order_unknown
    from bounty_out as o
    join tournament_seats as s
        on s.table_no = o.table_no and s.span = o.span and s.player_id = o.player_id
    join tournament_hands as h on h.hand_key = s.hand_key
    join pairs as p on p.hand_key = s.hand_key and p.acting_order = s.acting_order
    join tournament_seats as w on w.hand_key = p.hand_key and w.acting_order = p.other_order
"""

_COLLECTORS = """
    with last_loss as (
        select *
        from bounty_compared
        where amount is null or amount < 0
        qualify row_number() over (partition by out_hand, out_order order by place_in_order desc) = 1
    )
    select
        o.*, l.winner_id, l.winner_name, l.hand_id as lost_in, l.hand_order as lost_at,
        -- Told only by the hand after which he has nothing.
        coalesce(o.stack_after = 0 and l.amount < 0 and l.stack_after = 0 and not (l.is_order_unknown and l.n_lost > 1), false) as is_told
    from bounty_out as o
    left join last_loss as l on l.out_hand = o.hand_key and l.out_order = o.acting_order
"""

_CLAIMS = """
    select
        c.hand_key, c.acting_order, any_value(c.player_name) as player_name, any_value(c.bounty) as claimed_bounty, any_value(c.line) as line,
        any_value(h.bounty) as rule, any_value(h.bounty_source) as bounty_source, any_value(h.source_file) as source_file,
        any_value(h.first_line) as first_line, any_value(h.last_line) as last_line,
        count(o.hand_key) filter (o.stack_after = 0) as n_out,
        coalesce(bool_and(o.is_told), false) as is_told,
        coalesce(bool_or(o.is_told and o.winner_id = c.player_id), false) as is_his,
        string_agg(o.winner_name || ' from ' || o.player_name || ' (' || o.lost_in || ')', ', ' order by o.hand_order, o.acting_order) as why,
        string_agg(distinct o.winner_name, ', ' order by o.winner_name) as winners
    from tournament_seats as c
    join tournament_hands as h using (hand_key)
    left join bounty_collectors as o
        on o.table_no = c.table_no and o.span = c.span and o.player_id <> c.player_id
        -- Nobody collects of a player who loses his last chips later on.
        and coalesce(o.lost_at <= c.hand_order, true)
    where c.bounty > 0
    group by c.hand_key, c.acting_order
"""

_JUDGED = """
    select
        *,
        case
            when rule is null then 'rule unknown: tournament.bounty'
            when rule = 'none' then 'wrong'
            when is_his then 'right'
            when n_out = 0 then 'bounty: nobody is known to be out'
            when not is_told then 'bounty: last comparison unknown'
            else 'wrong'
        end as answer
    from bounty_claims
"""

_VERDICTS = """
    select
        hand_key, acting_order, if(answer = 'wrong', 'wrong', 'unverifiable') as verdict, if(answer = 'wrong', null, answer) as reason
    from bounty_judged
    where answer <> 'right'
"""

_FINDINGS = findings_query(
    "tournament.bounty",
    "bounty_judged where answer = 'wrong'",
    {
        "acting_order": "acting_order",
        "claimed": "player_name",
        "computed": "if(rule = 'none', 'no bounty', winners)",
        "message": "player_name || ' has a bounty of ' || "
        + AMOUNT.format("claimed_bounty")
        + " || '; ' || if(rule = 'none', 'there are none here.', "
        "'the last comparison that cost an eliminated player chips was won by ' || why || '.')",
        "rule_key": "'tournament.bounty'",
        "rule_source": "bounty_source",
        "first_line": "coalesce(line, first_line)",
        "last_line": "coalesce(line, last_line)",
        "mark": "'bounty'",
    },
)

STEPS: Mapping[str, str] = {
    "bounty_out": _OUT,
    "bounty_compared": _COMPARED,
    "bounty_collectors": _COLLECTORS,
    "bounty_claims": _CLAIMS,
    "bounty_judged": _JUDGED,
    "bounty_verdicts": _VERDICTS,
    "bounty_findings": _FINDINGS,
}
