"""Paths of keys in an `ofc_jsonl` record that the format does not define, such as `seats[0].claims.note`."""

import json
import re

INNER_PATH = re.compile(
    r"(?P<name>options|tournament|seats|pairs|events)(?:\[(?P<at>\d+)\])?"
    r"(?:\.(?P<inner>claims|streets)(?:\[(?P<inner_at>\d+)\])?)?\.(?P<key>[^.\[].*)",
    re.DOTALL,
)
"""A path to a key of an inner object; every other path is a key of the record itself."""


def key_of(text: str) -> str:
    """A key from its form in a path."""
    return str(json.loads(text)) if text.startswith('"') else text
