"""The price of a point by level, and through Fantasyland, as queries.

`level` is the clock's when the hand ended, so a hand may have begun at any level from that of the hand before it on; where no hand before it
is known, at the level before. The fantasy hands that continue a hand cost what that hand cost.
"""

from collections.abc import Mapping

from ofc_audit.audit.finding_sql import findings_query
from ofc_audit.audit.tournament_sql import AMOUNT

_PRICES = """
    with begun as (
        select
            *,
            case
                when is_ordered and level_before <= level then level_before
                when level > 1 then level - 1
                else level
            end as first_level,
            first_value(point_value) over unit as unit_price,
            first_value(hand_id) over unit as unit_hand_id,
            first_value(hand_key) over unit as unit_hand
        from tournament_hands
        window unit as (partition by table_no, price_unit order by hand_order)
    ),
    listed as (
        select
            b.hand_key,
            any_value(p.price) filter (p.level = b.level) as level_price,
            coalesce(bool_or(p.price = b.point_value) filter (p.level < b.level), false) as is_earlier,
            count(p.level) filter (p.level < b.level) as n_earlier
        from begun as b
        left join level_prices as p on p.levels = b.levels and p.level between b.first_level and b.level
        group by b.hand_key
    )
    select
        b.*, l.level_price,
        -- The price of an earlier level, or one that is not listed, may have been in force when the hand began.
        l.is_earlier or l.n_earlier < b.level - b.first_level as may_be_earlier
    from begun as b
    join listed as l using (hand_key)
    where b.point_value is not null
"""

_JUDGED = """
    with by_level as (
        select
            *,
            case
                when levels is null or level is null then null
                when level_price is null then 'price of the level unknown'
                when point_value = level_price then 'right'
                when may_be_earlier then 'the level may have changed during the hand'
                else 'wrong'
            end as level_answer
        from price_hands
    ),
    by_unit as (
        select b.*, coalesce(first.level_answer = 'wrong', false) as is_first_wrong
        from by_level as b
        left join by_level as first on first.hand_key = b.unit_hand
    )
    select
        *,
        case
            when not is_fantasy_hand or is_frozen = false then level_answer
            when is_frozen and not is_linked then if(level_answer is null, null, 'chain broken: the hand before Fantasyland')
            when is_frozen and unit_price is null then 'chain broken: the hand before Fantasyland'
            when is_frozen and is_first_wrong then 'price of the hand before is wrong'
            when is_frozen then if(point_value = unit_price, 'right', 'wrong')
            when level_answer is null then null
            when is_linked and level_answer = 'wrong' and point_value <> unit_price and not is_first_wrong then 'wrong'
            when is_linked and level_answer = 'right' and point_value = unit_price then 'right'
            else 'rule unknown: fantasyland.price_frozen'
        end as answer,
        is_fantasy_hand and coalesce(is_frozen, false) as is_by_unit
    from by_unit
"""

_VERDICTS = """
    select hand_key, if(answer = 'wrong', 'wrong', 'unverifiable') as verdict, if(answer = 'wrong', null, answer) as reason
    from price_judged
    where answer <> 'right'
"""

_COST = "'A point costs ' || " + AMOUNT.format("point_value") + " || ' ' || coalesce(currency, '')"

_FINDINGS = findings_query(
    "tournament.price",
    "price_judged where answer = 'wrong'",
    {
        "claimed": AMOUNT.format("point_value"),
        "computed": AMOUNT.format("if(is_by_unit, unit_price, level_price)"),
        "message": f"""{_COST} || case
            when is_by_unit then ' in this fantasy hand; until Fantasyland is over it costs ' || {AMOUNT.format("unit_price")}
                || ', as in the hand that it continues (' || unit_hand_id || ').'
            else ' in this hand; at level ' || level || ' it costs ' || {AMOUNT.format("level_price")} || '.'
            end""",
        "rule_key": "if(is_by_unit, 'fantasyland.price_frozen', 'settlement.price')",
        "rule_source": "if(is_by_unit, price_frozen_source, price_source)",
        "first_line": "first_line",
        "last_line": "first_line",
        "mark": "'per point'",
    },
)

STEPS: Mapping[str, str] = {
    "price_hands": _PRICES,
    "price_judged": _JUDGED,
    "price_verdicts": _VERDICTS,
    "price_findings": _FINDINGS,
}
