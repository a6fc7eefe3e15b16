"""What stacks show from hand to hand, in words: queries over relation `found`, a row for each that is wrong."""

from ofc_audit.audit.finding_sql import findings_query
from ofc_audit.audit.tournament_sql import AMOUNT


def _amount(expression: str) -> str:
    return AMOUNT.format(f"({expression})")


_WHY = """case bond
    when 'settled at the end' then 'What is brought to a match stays the same until the match is settled.'
    when 'match' then 'During a match nobody puts chips on the table or takes any off.'
    when 'table' then 'Who plays on at a table leaves his chips there.'
    when 'table_unseen' then 'Who plays on at a table leaves his chips there.'
    else 'In a tournament nobody buys chips or takes any off the table.'
    end"""

_HAD = f"""case
    when bond = 'settled at the end' then ' has brought ' || {_amount("had")} || ' to the match by the hand before (' || id_before || ') and '
        || {_amount("stack")} || ' by this one'
    else ' had ' || {_amount("had")} || ' after the hand before (' || id_before || ') and brings ' || {_amount("stack")} || ' to this one'
    end"""

_EXCHANGED = f"""player_name || ' had ' || {_amount("had")} || ' and ' || other_name || ' ' || {_amount("other_had")}
    || if(bond = 'settled at the end', ' by', ' after') || ' the hand before (' || id_before || '); they bring ' || {_amount("stack")}
    || ' and ' || {_amount("other_stack")} || ' to this one: ' || {_amount("-change")} || ' of ' || player_name || ' went to ' || other_name
    || '. '"""

_ALONE = (
    f"""player_name || {_HAD} || ': ' || {_amount("abs(change)")} || if(change < 0, ' too little. ', ' too much. ')"""
)

CARRIED_FINDINGS = findings_query(
    "settle.carried",
    "found",
    {
        "acting_order": "acting_order",
        "other_order": "other_order",
        "claimed": f"'stack ' || {_amount('stack')}",
        "computed": f"'stack ' || {_amount('had')}",
        "money_delta": "change",
        "message": f"if(other_order is null, {_ALONE}, {_EXCHANGED}) || {_WHY}",
        "rule_key": "'settlement.scope'",
        "rule_source": "scope_source",
        "first_line": "coalesce(line, first_line)",
        "last_line": "coalesce(line, last_line)",
        "mark": _amount("stack"),
    },
)

TOTAL_FINDINGS = findings_query(
    "settle.carried",
    "found",
    {
        "claimed": f"'stacks ' || {_amount('has')}",
        "computed": f"'at most ' || {_amount('had')}",
        "money_delta": "has - had",
        "message": f"""'The players have ' || {_amount("has")} || ' together in hand ' || hand_no || ' of match ' || match_id || ', and had '
            || {_amount("had")} || ' after hand ' || number_before || ' (' || id_before || '): ' || {_amount("has - had")}
            || ' too much, whatever was played in between. During a match nobody puts chips on the table.'""",
        "rule_key": "'settlement.scope'",
        "rule_source": "scope_source",
        "first_line": "first_line",
        "last_line": "last_line",
    },
)
