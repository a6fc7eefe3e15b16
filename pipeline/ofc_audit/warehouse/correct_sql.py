"""Queries of the corrections: which findings make which payments wrong, and what is said of those of which no payment follows."""

from collections.abc import Mapping

from ofc_audit.audit.corrections import PAID_WRONGLY
from ofc_audit.warehouse.engine import quoted

_PAID_WRONGLY = ", ".join(quoted(check) for check in PAID_WRONGLY)

_ERRORS = """
    select finding_no, hand_key, check_id, acting_order, other_order, money_delta, computed, waived is not null as is_waived
    from findings
    where severity = 'error' and hand_key is not null
"""

_MONEY = "select hand_key, verdict, reason from verdicts where dimension = 'money'"

# The hand in which the money of each hand with errors moved: itself, or the hand with which its match was settled.
_SETTLED = """
    with placed as (
        select hands.hand_key, hands.site, hands.club_id, hands.table_id, hands.match_id, file_row_number as place
        from read_parquet({hands}, file_row_number = true) as hands
    ),
    waiting as (
        select distinct placed.*
        from placed
        join errors using (hand_key)
        join hand_money as money using (hand_key)
        where money.verdict = 'not applicable' and money.reason = 'settled at match end' and placed.match_id is not null
    ),
    ends as (
        select waiting.hand_key, last.hand_key as settled_key
        from waiting
        join placed as last
            on last.site = waiting.site and last.match_id = waiting.match_id
            and last.club_id is not distinct from waiting.club_id and last.table_id is not distinct from waiting.table_id
            and last.place > waiting.place
        join hand_money as money on money.hand_key = last.hand_key
        where money.verdict <> 'not applicable'
        qualify row_number() over (partition by waiting.hand_key order by last.place) = 1
    )
    select hand_key, settled_key from ends
"""

_CAUSES = f"""
    select
        e.finding_no, e.hand_key, coalesce(s.settled_key, e.hand_key) as settled_key, e.check_id, e.acting_order, e.other_order,
        e.money_delta, s.settled_key is null as is_in_hand, e.is_waived,
        case when e.check_id = 'tournament.price' then try_cast(e.computed as decimal(18, 4)) end as due_price
    from errors as e
    left join settled as s using (hand_key)
    join hand_money as m on m.hand_key = coalesce(s.settled_key, e.hand_key)
    where m.verdict = 'wrong'
        and (e.check_id like 'score.%' or e.check_id in ({_PAID_WRONGLY}))
        and coalesce(s.settled_key, e.hand_key) not in (from in_conflict)
        and e.hand_key not in (select hand_key from in_doubt)
"""

_IN_CONFLICT = """
    select hand_key from id_clashes where kind = 'conflict'
    union
    select other_hand_key from id_clashes where kind = 'conflict'
"""


# Where a whole room is found to pay or score otherwise than it states, which of both is right is open, and with it every payment there.
# Told for a club it holds in the club, else at the table.
_IN_DOUBT = """
    with room as (
        select f.finding_no, h.site, h.club_id, h.rules_id, case when h.club_id is null then h.table_id end as table_id
        from findings as f
        join hands as h using (hand_key)
        where f.check_id in ('settle.point_value', 'source.rules_fit')
    )
    select h.hand_key, min(room.finding_no) as finding_no
    from hands as h
    semi join errors using (hand_key)
    join room
        on room.site = h.site and room.club_id is not distinct from h.club_id and room.rules_id is not distinct from h.rules_id
        and (room.club_id is not null or room.table_id is not distinct from h.table_id)
    group by h.hand_key
"""


def prepared(hands: str) -> Mapping[str, str]:
    """Relations that the corrections are made from, each after those it reads; `hands`: the file of that table, as an SQL text."""
    return {
        "errors": _ERRORS,
        "hand_money": _MONEY,
        "settled": _SETTLED.format(hands=hands),
        "in_conflict": _IN_CONFLICT,
        "in_doubt": _IN_DOUBT,
        "causes": _CAUSES,
    }


PAYMENTS = (
    "finding_no bigint, settled_key bigint, kind varchar, is_shared boolean, from_order tinyint, to_order tinyint, "
    "amount decimal(18, 4)"
)
"""Columns of the payments found."""
TOLD = "settled_key bigint, reason varchar, moved boolean"
"""Columns of what is said of each hand settled anew: why it cannot be told, empty where it can, and whether anybody is owed anything."""

CAUSES_NOW = "select causes.* from causes join settled_now using (settled_key) order by settled_key, finding_no"
"""The causes of the hands in `settled_now`."""

# Whoever collected a bounty wrongly owes it to the one player who won it, if he is named, was in the hand and was paid none; where there are
# no bounties, to the house.
BOUNTIES = """
    select
        e.finding_no, e.hand_key, 'bounty', false, e.acting_order, any_value(w.acting_order), any_value(c.bounty)
    from errors as e
    join claims as c on c.hand_key = e.hand_key and c.acting_order = e.acting_order
    left join seats as w on w.hand_key = e.hand_key and w.player_name = e.computed and w.acting_order <> e.acting_order
    left join claims as wc on wc.hand_key = w.hand_key and wc.acting_order = w.acting_order
    where e.check_id = 'tournament.bounty' and not e.is_waived and e.hand_key not in (from in_conflict)
    group by e.finding_no, e.hand_key, e.acting_order, e.computed
    having (count(w.acting_order) = 1 and coalesce(any_value(wc.bounty), 0) = 0)
        or (count(w.acting_order) = 0 and e.computed = 'no bounty')
"""
"""Payments of bounties."""

CORRECTIONS = """
    select
        row_number() over (order by p.finding_no, p.from_order nulls last, p.to_order nulls last) as correction_no,
        p.finding_no, e.hand_key, p.settled_key as settled_hand_key, e.check_id, p.kind, p.is_shared,
        h.site, h.club_id, h.tournament_id, h.table_id, h.hand_id, h.ended_at,
        p.from_order, f.player_id as from_player, f.player_name as from_name,
        p.to_order, t.player_id as to_player, t.player_name as to_name,
        p.amount, h.currency, h.chip_price, h.chip_currency
    from payments as p
    join errors as e using (finding_no)
    join hands as h on h.hand_key = e.hand_key
    left join seats as f on f.hand_key = p.settled_key and f.acting_order = p.from_order
    left join seats as t on t.hand_key = p.settled_key and t.acting_order = p.to_order
    order by correction_no
"""

UNCORRECTED = """
    with open as (
        select e.*, coalesce(s.settled_key, e.hand_key) as settled_key
        from (
            select finding_no, hand_key, check_id from findings where severity = 'error' and waived is null
        ) as e
        left join settled as s using (hand_key)
        anti join corrections as c on c.finding_no = e.finding_no
    ),
    shared as (
        select distinct settled_hand_key, min(finding_no) over (partition by settled_hand_key) as first_no
        from corrections
        where is_shared
    ),
    waived as (select distinct settled_key from causes where is_waived)
    select
        o.finding_no, o.hand_key, o.check_id,
        case
            when o.hand_key is null then 'about more than one hand: which payments are wrong cannot be told'
            when o.hand_key in (from in_conflict) or o.settled_key in (from in_conflict)
                then 'two records of the deal disagree: which of them was paid cannot be told'
            when o.check_id like 'fantasy.%' then 'Fantasyland has no price: what it would have won cannot be told'
            when o.check_id like 'layout.%' or o.check_id like 'clock.%'
                then 'what the right cards in the right rows would have won cannot be told'
            when o.check_id like 'match.%' then 'what the right hands, players and button would have come to cannot be told'
            when o.check_id = 'tournament.place' then 'what a place pays is not on record'
            when o.check_id = 'tournament.bounty' then 'who is owed the bounty cannot be told'
            when o.check_id = 'settle.carried' then 'a stack changed between two hands: who has the difference is not on record'
            when o.check_id = 'settle.stack' then 'a stack is stated wrongly; what was won and lost is judged by itself'
            when o.finding_no not in (select finding_no from causes) and o.check_id not like 'score.%' and o.check_id not like 'settle.%'
                then 'no payment follows from it'
            when d.finding_no is not null then 'which stake and rules the room really had is in doubt (finding ' || d.finding_no
                || '): what is right cannot be told'
            when s.first_no is not null then 'told together with finding ' || s.first_no
            when t.settled_key is null and m.verdict = 'not applicable' then 'no money can be told: ' || case m.reason
                when 'settled at match end' then 'the end of the match is not on record' else m.reason end
            when t.settled_key is null and m.verdict = 'unverifiable' then 'no money can be told: ' || m.reason
            when t.settled_key is null or not t.moved and t.reason = '' then 'nobody was paid wrongly'
            when t.reason <> '' then 'no money can be told: ' || t.reason
            when o.settled_key in (from waived) then 'another finding is waived, and what each of them moved cannot be told apart'
            else 'what is owed is told by the other findings of the hand'
        end as reason
    from open as o
    left join told as t using (settled_key)
    left join in_doubt as d on d.hand_key = o.hand_key
    left join hand_money as m on m.hand_key = o.settled_key
    left join shared as s on s.settled_hand_key = o.settled_key
    order by o.finding_no
"""
"""Errors of which no payment follows; what is said of money comes last, for it is asked only where a finding is about money."""
