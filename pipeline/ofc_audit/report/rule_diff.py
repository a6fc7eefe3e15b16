"""Two rule sets side by side, to read or as rows."""

from collections.abc import Sequence
from itertools import zip_longest

from ofc_audit.report.rendering import Field, Row
from ofc_audit.report.text import pad, wrap
from ofc_audit.rulesets import Difference, RuleSet, Side, differences, play_alike

_GAP = " | "


def diff_fields(a: RuleSet, b: RuleSet) -> tuple[Field, ...]:
    """Names in JSON and CSV are the same for any two rule sets; headings say which is which."""
    return (
        Field("key", "parameter"),
        Field("a", a.id),
        Field("b", b.id),
        Field("a_sentence", f"{a.id} in words"),
        Field("b_sentence", f"{b.id} in words"),
        Field("a_source", f"source of {a.id}"),
        Field("b_source", f"source of {b.id}"),
    )


def diff_rows(a: RuleSet, b: RuleSet) -> list[Row]:
    """One row per difference; none where the rule sets are the same in everything."""
    return [
        {
            "key": one.key,
            "a": one.a.value,
            "b": one.b.value,
            "a_sentence": one.a.sentence,
            "b_sentence": one.b.sentence,
            "a_source": one.a.source,
            "b_source": one.b.source,
        }
        for one in differences(a, b)
    ]


def diff_text(a: RuleSet, b: RuleSet, width: int) -> str:
    """Two rule sets in two columns: for each difference the values, what they mean, and their sources."""
    found = differences(a, b)
    lines = _beside(_heads(a), _heads(b), width, "")
    lines += ["", *wrap(_verdict(a, b, found), width)]
    section = ""
    for one in found:
        if one.section != section:
            section = one.section
            lines += ["", section.upper()]
        lines.append(f"  {one.key}")
        lines += _beside(_texts(one.a), _texts(one.b), width, "    ")
    return "\n".join(lines) + "\n"


def _heads(rules: RuleSet) -> list[str]:
    heads = [f"{rules.id}: {rules.title}"]
    if rules.period is not None:
        heads.append(f"In force {rules.period}, instead of {rules.period.instead_of}.")
    return heads


def _verdict(a: RuleSet, b: RuleSet, found: Sequence[Difference]) -> str:
    if not found:
        return f"{a.id} and {b.id} play alike: every parameter, royalty and option is the same."
    counted = f"{len(found)} differences" if len(found) > 1 else "1 difference"
    if play_alike(a, b):
        return f"{a.id} and {b.id} play alike where a hand states no options; {counted} where it does."
    return f"{counted}; whatever is not listed is the same."


def _texts(side: Side) -> list[str]:
    texts = [f"= {side.value}", side.sentence, f"Source: {side.source}"]
    return [*texts, f"Note: {side.note}"] if side.note else texts


def _beside(left: Sequence[str], right: Sequence[str], width: int, indent: str) -> list[str]:
    """Two columns of equal width; each text of one begins on the line of its counterpart."""
    room = (width - len(indent) - len(_GAP)) // 2
    lines = []
    for one, other in zip_longest(left, right, fillvalue=""):
        for a, b in zip_longest(wrap(one, room, "  ", ""), wrap(other, room, "  ", ""), fillvalue=""):
            lines.append(f"{indent}{pad(a, room)}{_GAP}{b}".rstrip())
    return lines
