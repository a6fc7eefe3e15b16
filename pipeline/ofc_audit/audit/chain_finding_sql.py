"""What chains found as rows of table findings, in words: queries over relation `found`, a row for each seat or button that is wrong."""

from ofc_audit.audit.finding_sql import findings_query

_WHY_DUE = """
    case
        when was_fantasy then 'stayed by the hand before'
        when top_category = 3 then 'earned it with ' || repeat(substr('23456789TJQKA', top_rank + 1, 1), 3) || ' on top of the hand before'
        else 'earned it with ' || repeat(substr('23456789TJQKA', top_rank + 1, 1), 2) || ' on top of the hand before'
    end
"""


_RULE_KEY = """
    case
        when is_due and is_fantasy and was_fantasy then 'fantasyland.cards_on_stay'
        when is_due and is_fantasy then 'fantasyland.cards'
        when was_fantasy and was_limited then 'fantasyland.stay_limit'
        when was_fantasy then 'fantasyland.stay'
        else 'fantasyland.entry'
    end
"""

_WRONG = f"""(
    select *, {_WHY_DUE} as why_due, {_RULE_KEY} as rule_key,
        case when is_first or not is_due then 'fantasy.undue' when not is_fantasy then 'fantasy.denied' else 'fantasy.cards' end as check_found
    from found
)"""

FANTASY_FINDINGS = findings_query(
    "",
    _WRONG,
    {
        "check_id": "check_found",
        "acting_order": "acting_order",
        "claimed": "case when not is_fantasy then 'no Fantasyland' "
        "when fantasy_cards is null then 'Fantasyland' else fantasy_cards || ' cards' end",
        "computed": "case when not is_due then 'no Fantasyland' when due_cards is null then 'Fantasyland' else due_cards || ' cards' end",
        "message": """case check_found
        when 'fantasy.denied' then player_name || ' ' || why_due || ' (' || id_before || ') and is not in Fantasyland here.'
        when 'fantasy.cards' then player_name || ' ' || why_due || ' (' || id_before || '): ' || due_cards || ' cards are due, '
            || fantasy_cards || ' were dealt.'
        else case
            when is_first then player_name || ' is in Fantasyland in the first hand of a match, where nothing is due.'
            else player_name || ' is in Fantasyland and did not earn it in the hand before (' || id_before || ').' end
        end""",
        "rule_key": "rule_key",
        "rule_source": "sources[rule_key]",
        "first_line": "coalesce(line, first_line)",
        "last_line": "coalesce(line, last_line)",
        "mark": "case when is_fantasy then 'Fantasyland' end",
    },
)

BUTTON_FINDINGS = findings_query(
    "match.button",
    "found",
    {
        "acting_order": "acting_order",
        "claimed": "'seat ' || seat_no",
        "computed": "'seat ' || due_seat",
        "message": "'Seat ' || seat_no || ' (' || player_name || ') has the button; it was on seat ' || seat_before || ' in the hand before (' "
        "|| id_before || ') and goes to seat ' || due_seat || '.'",
        "rule_key": "'fantasyland.button'",
        "rule_source": "sources['fantasyland.button']",
        "first_line": "first_line",
        "last_line": "last_line",
        "mark": "'button'",
    },
)

CLAIM_FINDINGS = findings_query(
    "fantasy.claim",
    "found",
    {
        "acting_order": "acting_order",
        "claimed": "case when not was_told then 'no Fantasyland' when told_cards is null then 'Fantasyland' else told_cards || ' cards' end",
        "computed": "case when not is_due then 'no Fantasyland' when due_cards is null then 'Fantasyland' else due_cards || ' cards' end",
        "message": "player_name || ' meets a condition for staying in Fantasyland hand ' || run_length || ' in a row; the rules allow '"
        " || stay_limit || case stay_limit when 1 then ' stay' else ' stays' end || ' in a row: '"
        " || case when is_due then 'another hand is due.' else 'no other is due.' end",
        "rule_key": "'fantasyland.stay_limit'",
        "rule_source": "sources['fantasyland.stay_limit']",
        "first_line": "coalesce(line, first_line)",
        "last_line": "coalesce(line, last_line)",
        "mark": "'Fantasyland'",
    },
)
