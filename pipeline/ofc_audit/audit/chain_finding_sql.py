"""What chains found as rows of table findings, in words: one query over `chain_seats`, `chain_buttons` and `chain_limited_claims`."""

from collections.abc import Mapping

from ofc_audit.tables import SQL_TYPES, table

_WHY_DUE = """
    case
        when was_fantasy then 'stayed by the hand before'
        when top_category = 3 then 'earned it with ' || repeat(substr('23456789TJQKA', top_rank + 1, 1), 3) || ' on top of the hand before'
        else 'earned it with ' || repeat(substr('23456789TJQKA', top_rank + 1, 1), 2) || ' on top of the hand before'
    end
"""


def _finding_columns(given: Mapping[str, str]) -> str:
    """All columns of table findings in order, `given` as expressions and the others null, each of its declared type."""
    return ", ".join(
        f"({given.get(c.name, 'null')})::{SQL_TYPES[c.type]} as {c.name}" for c in table("findings").columns
    )


CHAIN_FINDINGS = f"""
    with wrong as (
        select
            *,
            case when is_first or not is_due then 'fantasy.undue' when not is_fantasy then 'fantasy.denied' else 'fantasy.cards' end as check_id,
            {_WHY_DUE} as why_due
        from chain_seats
        where verdict = 'wrong' and not was_announced
    )
    select {
    _finding_columns(
        {
            "finding_no": "0",
            "hand_key": "hand_key",
            "check_id": "check_id",
            "severity": "'error'",
            "acting_order": "acting_order",
            "claimed": "case when not is_fantasy then 'no Fantasyland' "
            "when fantasy_cards is null then 'Fantasyland' else fantasy_cards || ' cards' end",
            "computed": "case when not is_due then 'no Fantasyland' when due_cards is null then 'Fantasyland' else due_cards || ' cards' end",
            "message": '''case check_id
            when 'fantasy.denied' then player_name || ' ' || why_due || ' (' || id_before || ') and is not in Fantasyland here.'
            when 'fantasy.cards' then player_name || ' ' || why_due || ' (' || id_before || '): ' || due_cards || ' cards are due, '
                || fantasy_cards || ' were dealt.'
            else case
                when is_first then player_name || ' is in Fantasyland in the first hand of a match, where nothing is due.'
                else player_name || ' is in Fantasyland and did not earn it in the hand before (' || id_before || ').' end
            end''',
            "rule_key": "case check_id when 'fantasy.cards' then case when was_fantasy then 'fantasyland.cards_on_stay' else 'fantasyland.cards' end "
            "else case when was_fantasy then 'fantasyland.stay' else 'fantasyland.entry' end end",
            "rule_source": "due_source",
            "source_file": "source_file",
            "first_line": "coalesce(line, first_line)",
            "last_line": "coalesce(line, last_line)",
            "mark": "case when is_fantasy then 'Fantasyland' end",
        }
    )
}
    from wrong
    union all
    select {
    _finding_columns(
        {
            "finding_no": "0",
            "hand_key": "hand_key",
            "check_id": "'match.button'",
            "severity": "'error'",
            "acting_order": "acting_order",
            "claimed": "'seat ' || seat_no",
            "computed": "'seat ' || due_seat",
            "message": "'Seat ' || seat_no || ' (' || player_name || ') has the button; it was on seat ' || seat_before || ' in the hand before (' "
            "|| id_before || ') and goes to seat ' || due_seat || '.'",
            "rule_key": "'fantasyland.button'",
            "rule_source": "button_source",
            "source_file": "source_file",
            "first_line": "first_line",
            "last_line": "last_line",
            "mark": "'button'",
        }
    )
}
    from chain_buttons
    union all
    select {
    _finding_columns(
        {
            "finding_no": "0",
            "hand_key": "hand_key",
            "check_id": "'fantasy.claim'",
            "severity": "'error'",
            "acting_order": "acting_order",
            "claimed": "case when not was_told then 'no Fantasyland' when told_cards is null then 'Fantasyland' else told_cards || ' cards' end",
            "computed": "case when not is_due then 'no Fantasyland' when due_cards is null then 'Fantasyland' else due_cards || ' cards' end",
            "message": "player_name || ' meets a condition for staying in Fantasyland hand ' || run_length || ' in a row; the rules allow '"
            " || stay_limit || case stay_limit when 1 then ' stay' else ' stays' end || ' in a row: '"
            " || case when is_due then 'another hand is due.' else 'no other is due.' end",
            "rule_key": "'fantasyland.stay_limit'",
            "rule_source": "limit_source",
            "source_file": "source_file",
            "first_line": "first_line",
            "last_line": "last_line",
            "mark": "'Fantasyland'",
        }
    )
}
    from chain_limited_claims
"""
