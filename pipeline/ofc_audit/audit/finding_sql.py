"""Rows of table findings from a relation that says where something is wrong."""

from collections.abc import Mapping

from ofc_audit.tables import SQL_TYPES, table


def findings_query(check: str, relation: str, given: Mapping[str, str]) -> str:
    """A query of the findings of a check, one for each row of `relation`, of the declared columns in order and types.

    `given`: columns as expressions over the relation; hand, file and severity are the usual ones unless given, all others null.
    """
    columns = {
        "finding_no": "0",
        "severity": "'error'",
        "hand_key": "hand_key",
        "check_id": f"'{check}'",
        "source_file": "source_file",
    }
    columns |= given
    listed = (f"({columns.get(c.name, 'null')})::{SQL_TYPES[c.type]} as {c.name}" for c in table("findings").columns)
    return f"select {', '.join(listed)} from {relation}"
