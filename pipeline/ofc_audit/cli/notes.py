"""What a run has to say beside its report: files it left out or found no hand in, hands that do not follow `--rules`."""

from collections.abc import Mapping, Sequence
from typing import Any

CP1252 = "windows-1252 (detected)"
SHOWN_PATHS = 3
"""Files named in a note; run.json has all."""


def notes_of(run: Mapping[str, Any]) -> list[str]:
    """The notes on a run, one line each."""
    return [
        *_left_out(run["left_out"]),
        *_without_hands(run["inputs"]),
        *_of_guessed_letters(run["inputs"]),
        *_other_rules(run["default_rules"]),
        *_aliases(run.get("aliases")),
    ]


def _left_out(left_out: Sequence[Mapping[str, str]]) -> list[str]:
    notes = []
    for reason in sorted({each["reason"] for each in left_out}):
        paths = [each["path"] for each in left_out if each["reason"] == reason]
        notes.append(f"not read, {reason}: {_counted(paths)}; name one to have it read")
    return notes


def _without_hands(inputs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Files of a known format of which nothing was stored and nothing rejected: without a word they would look as if they were read."""
    paths = [
        one["source_file"]
        for one in inputs
        # What is a table and was read with no mapping is a mapping itself.
        if one["format"]
        and not one["n_found"]
        and not one["reject_bytes"]
        and (one["format"] != "table" or one["mapping_sha256"])
    ]
    return [f"no hand found, and nothing to reject: {_counted(sorted(paths))}"] if paths else []


def _of_guessed_letters(inputs: Sequence[Mapping[str, Any]]) -> list[str]:
    """Files whose letters are told by nothing: in another code page each would be another letter, and names would be wrong without a word."""
    paths = [one["source_file"] for one in inputs if one["encoding"] == CP1252]
    hint = "; where names look wrong, save the file as UTF-8, or name the encoding of a table in its mapping (file.encoding)"
    return [f"no UTF-8, read as Windows-1252: {_counted(sorted(paths))}{hint}"] if paths else []


def _counted(paths: Sequence[str]) -> str:
    from ofc_audit.report.text import visible

    shown = ", ".join(map(visible, paths[:SHOWN_PATHS])) + (", …" if len(paths) > SHOWN_PATHS else "")
    return f"{len(paths)} ({shown})"


def _other_rules(default: Mapping[str, Any] | None) -> list[str]:
    if default is None:
        return []
    notes = []
    if not default["n_given"]:
        notes.append(
            f"--rules {default['rules_id']} changes nothing: every hand names its rules or tells them by its play"
        )
    if default["others"]:
        named = ", ".join(f"{name} ({n:,})" for name, n in sorted(default["others"].items()))
        notes.append(
            f"--rules {default['rules_id']} is not for hands that name other rules or tell them by their play: {named}"
        )
    return notes


def _aliases(aliases: Mapping[str, Any] | None) -> list[str]:
    """What a file of aliases joins, and the accounts in it that no hand has."""
    from ofc_audit.report.text import visible

    if aliases is None:
        return []
    persons, accounts = aliases["persons"], aliases["accounts"]
    whose = "1 person" if persons == 1 else f"{persons:,} persons"
    notes = [f"statistics add up {accounts:,} accounts of {whose} ({visible(aliases['file'])})"]
    for one in aliases["unknown"][:SHOWN_PATHS]:
        known = one["player_of_that_name"]
        hint = "" if known is None else f"; a player shown by that name has the account {visible(known)}"
        account = visible(f"{one['site']}:{one['account']}")
        notes.append(f"{visible(one['place'])}: no hand has an account {account}{hint}")
    if len(aliases["unknown"]) > SHOWN_PATHS:
        notes.append(f"and {len(aliases['unknown']) - SHOWN_PATHS} more accounts that no hand has; run.json has all")
    return notes
