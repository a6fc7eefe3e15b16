"""The arithmetic of a hand for a page: seat by seat and pair by pair what the rules give beside what the site said."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from ofc_audit.report.hand import HandView, PairMoney, pair_money
from ofc_audit.report.hand_text import fantasy_words, foul_words, pair_money_words, row_words_of
from ofc_audit.report.html.cards import ROW_SLICES
from ofc_audit.report.html.page import cut
from ofc_audit.report.text import money_text, signed
from ofc_audit.report.words import ROW_NAMES

Row = dict[str, Any]


def seat_rows(view: HandView) -> list[Row]:
    """Per seat what is counted of it: name of the quantity, what the rules give, what the site said, whether they differ."""
    return [{"player": cut(seat["player_name"]), "facts": _seat_facts(view, seat)} for seat in view.seats]


def _seat_facts(view: HandView, seat: Mapping[str, Any]) -> list[Row]:
    scored, claim = seat["scored"] or {}, seat["claim"] or {}
    facts = [_fact("foul", _foul(scored), _foul(claim))]
    for name in ROW_NAMES:
        key = f"{name}_royalties"
        facts.append(_fact(f"royalties, {name}", _number(scored.get(key)), _number(claim.get(key))))
    facts.append(_fact("points", _points(scored.get("points")), _points(claim.get("points"))))
    is_per_match = view.rules is not None and view.rules.value("settlement.scope") == "match"
    net = scored.get("net")
    raked = None if net is None or claim.get("rake") is None else net - claim["rake"]
    if claim.get("rake") is not None and not is_per_match:
        facts.append(_fact("won or lost before rake", _money(net), ""))
        facts.append(_fact("rake", "", _money(claim["rake"], sign=False)))
        facts.append(_fact("net", _money(raked), _money(claim.get("net"))))
    else:
        facts.append(_fact("net", _money(net), _money(claim.get("net"))))
    facts.append(_fact("Fantasyland next", _fantasy(scored), _fantasy(claim)))
    for name, label in (("stack", "stack after"), ("bounty", "bounty"), ("place", "place")):
        if claim.get(name) is not None:
            facts.append(_fact(label, "", _money(claim[name], sign=False) if name != "place" else str(claim[name])))
    return [fact for fact in facts if fact["rules"] or fact["site"]]


def _fact(name: str, rules: str, site: str) -> Row:
    return {"name": name, "rules": rules, "site": site, "differs": bool(rules and site and rules != site)}


def _foul(row: Mapping[str, Any]) -> str:
    return "" if row.get("is_foul") is None else "yes" if row["is_foul"] else "no"


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def _points(value: int | None) -> str:
    return "" if value is None else signed(value)


def _money(value: Decimal | None, sign: bool = True) -> str:
    return "" if value is None else money_text(value, sign=sign, group=True)


def _fantasy(row: Mapping[str, Any]) -> str:
    if row.get("is_fantasy_next") is None:
        return ""
    words = fantasy_words(row)
    return {"no Fantasyland next": "no"}.get(
        words, words.removeprefix("Fantasyland next ").removeprefix("with ").strip(", ")
    )


def pair_rows(view: HandView) -> list[Row]:
    """Per pair the rows compared, the sum in which they end, and the money that follows, in the order of settlement."""
    by_key = {(pair["a"], pair["b"]): pair for pair in view.pairs}
    return [_pair(view, by_key[key], money) for key, money in pair_money(view).items()]


def _pair(view: HandView, pair: Row, money: PairMoney) -> Row:
    a, b = pair["a"], pair["b"]
    scored, claim = pair["scored"], pair["claim"]
    fouls = [order for order in (a, b) if (view.seats[order]["scored"] or {}).get("is_foul")]
    lines = []
    for name, where in zip(ROW_NAMES, ROW_SLICES, strict=True):
        if scored is None or scored[name] is None:
            continue
        words = [cut(row_words_of(view.seats[order], name, where)) for order in (a, b)]
        said = None if claim is None else claim[name]
        lines.append(
            {
                "name": name,
                "a": words[0],
                "b": words[1],
                "points": signed(scored[name]),
                "said": "" if said is None else signed(said),
                "differs": said is not None and said != scored[name],
            }
        )
    return {
        "a": cut(view.name(a)),
        "b": cut(view.name(b)),
        "rows": lines,
        "foul": foul_words(view, fouls) if fouls else "",
        "sums": _sums(scored, claim),
        "formula": _formula(scored),
        "money": pair_money_words(view, pair, money),
        "is_capped": money.is_capped,
    }


def _sums(scored: Mapping[str, Any] | None, claim: Mapping[str, Any] | None) -> Sequence[Row]:
    """Bonus, royalties, points and amount of a pair, from the first player's side, as computed and as the site said them."""
    ours, theirs = scored or {}, claim or {}
    sums = [
        _fact("bonus", _points(ours.get("bonus")), _points(theirs.get("bonus"))),
        _fact("royalties", _both(ours), _both(theirs)),
        _fact("points", _points(ours.get("points")), _points(theirs.get("points"))),
        _fact("amount", _money(ours.get("amount")), _money(theirs.get("amount"))),
    ]
    return [one for one in sums if one["rules"] or one["site"]]


def _both(row: Mapping[str, Any]) -> str:
    a, b = row.get("royalties_a"), row.get("royalties_b")
    return "" if a is None or b is None else f"{a} – {b}"


def _formula(scored: Mapping[str, Any] | None) -> str:
    """`1 + 1 − 1 + 0 + (15 − 6) = +10`: rows, bonus and royalties added up."""
    names = ("top", "middle", "bottom", "bonus", "royalties_a", "royalties_b", "points")
    if scored is None or any(scored[name] is None for name in names):
        return ""
    parts = [int(scored[name]) for name in names[:4]]
    text = " ".join(f"{'−' if part < 0 else '+'} {abs(part)}" for part in parts).removeprefix("+ ")
    total = sum(parts) + scored["royalties_a"] - scored["royalties_b"]
    if total != scored["points"]:
        return ""
    return f"{text} + ({scored['royalties_a']} − {scored['royalties_b']}) = {signed(total).replace('-', '−')}"
