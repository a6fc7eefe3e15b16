"""The dossier of a finding, or of a hand: everything somebody needs who has to decide on it, on one page.

The hand drawn as a table with its boards, street by street; pair by pair the arithmetic beside what the site said; the rule and its
source; the lines of the file with the place marked; what follows, and who owes whom what; checksums of inputs and rule sets.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ofc_audit.findings import CHECKS
from ofc_audit.report.audit_rows import finding_rows, where_words
from ofc_audit.report.corrections import correction_rows
from ofc_audit.report.finding_text import explain_command
from ofc_audit.report.hand import SECTIONS, HandView, load_hand
from ofc_audit.report.hand_text import APART
from ofc_audit.report.html.arithmetic import pair_rows, seat_rows
from ofc_audit.report.html.cards import boards_of, draw_board
from ofc_audit.report.html.excerpt import excerpt
from ofc_audit.report.html.findings import MAX_TEXT, findings, place_of
from ofc_audit.report.html.grid import Cell, Grid, Shown, grid_of, rows_command
from ofc_audit.report.html.match import hand_before, match_grid
from ofc_audit.report.html.page import cut, render_page
from ofc_audit.report.html.street import streets_of
from ofc_audit.report.store import Store
from ofc_audit.report.text import money_text, signed, visible
from ofc_audit.rulesets import RuleSet, describe
from ofc_audit.rulesets.describe import RuleRow

Row = dict[str, Any]

MAX_CORRECTIONS = 200


@dataclass(frozen=True)
class Case:
    """What a dossier is about: a finding, its hand, or both; `explain` is the command that shows the hand in a terminal."""

    finding: Row | None
    view: HandView | None
    explain: str | None

    @property
    def is_faulty(self) -> bool:
        """Whether there is anything wrong, not waived: the finding, or of a hand without one any of its findings."""
        about = [self.finding] if self.finding is not None else [] if self.view is None else self.view.findings
        return any(row["severity"] != "note" and row["waived"] is None for row in about)


def load_case(store: Store, finding_no: int, rules: Mapping[str, RuleSet]) -> Case:
    """The finding of that number with its hand. Raises KeyError where there is none."""
    rows = finding_rows(store, numbers=[finding_no])
    if not rows:
        raise KeyError(f"no finding {finding_no}")
    row = rows[0]
    view = None if row["hand_key"] is None else load_hand(store, row["hand_key"], rules)
    return Case(row, view, None if row["hand_id"] is None else _explain(store, row))


def case_of_hand(store: Store, hand_key: int, rules: Mapping[str, RuleSet]) -> Case:
    """A hand without a finding in particular. Raises KeyError where there is none."""
    view = load_hand(store, hand_key, rules)
    named = [view.hand["site"], view.hand["hand_id"]]
    n_same_id = store.value("select count(*) from hands where site = $1 and hand_id = $2", named)
    return Case(None, view, _explain(store, view.hand | {"n_same_id": n_same_id}))


def _explain(store: Store, row: Row) -> str:
    where = where_words(store.paths, store.folder if store.is_kept else None)
    return visible(explain_command(row, where))


def render_case(store: Store, case: Case) -> str:
    """The dossier as one HTML document."""
    finding, view = case.finding, case.view
    hand = None if view is None else view.hand
    title = "" if hand is None else f"hand {cut(hand['hand_id'])} of {cut(hand['site'])}"
    if finding is not None:
        title = f"Finding {finding['finding_no']:,}" + (f", {title}" if title else "")
    others = findings(store, *_others(finding, view))
    return render_page(
        "dossier.html.j2",
        store,
        title=title[:1].upper() + title[1:],
        has_cards=view is not None,
        finding=None if finding is None else _told(finding),
        deciding=None if finding is None or view is None else _deciding(view, finding),
        explain=case.explain,
        excerpt=None if finding is None else excerpt(store, finding),
        facts=[] if view is None else _facts(view),
        also=[] if view is None else _records(view),
        boards=[] if view is None else _boards(view),
        seats=[] if view is None else seat_rows(view),
        streets=[] if view is None else streets_of(view),
        pairs=[] if view is None else pair_rows(view),
        verdicts=[] if view is None else view.verdicts,
        stated=[] if view is None else [cut(text, 200) for text in view.stated],
        rules=None if view is None or view.rules is None else _rules_grid(view.rules, finding),
        rules_id=None if view is None or view.rules is None else view.rules.id,
        before=None if view is None else _before(store, view.hand),
        match=None if view is None else match_grid(store, view.hand),
        corrections=None if finding is None else _corrections(store, finding),
        uncorrected=None if finding is None else _uncorrected(store, finding),
        others=others,
        files=_files(finding, view),
    )


def _others(finding: Row | None, view: HandView | None) -> tuple[str, Sequence[object]]:
    """The other findings about the same hand; of a finding about a file none."""
    if view is None:
        return "false", ()
    return "hand_key = $1 and finding_no <> $2", (
        view.hand["hand_key"],
        -1 if finding is None else finding["finding_no"],
    )


def _told(row: Row) -> Row:
    check = CHECKS.get(row["check_id"])
    deltas = []
    if row["points_delta"] is not None:
        deltas.append(f"{signed(row['points_delta'])} points")
    if row["money_delta"] is not None:
        deltas.append(f"{money_text(row['money_delta'], sign=True)} {row['currency'] or ''}".strip())
    return {
        "no": row["finding_no"],
        "check_id": row["check_id"],
        "severity": row["severity"],
        "title": check.title if check else row["check_id"],
        "protects": check.protects if check else "",
        "players": [cut(name) for name in (row["player"], row["other_player"]) if name is not None],
        "message": cut(row["message"], 4 * MAX_TEXT),
        "claimed": None if row["claimed"] is None else cut(row["claimed"], MAX_TEXT),
        "computed": None if row["computed"] is None else cut(row["computed"], MAX_TEXT),
        "deltas": deltas,
        "rule_key": row["rule_key"],
        "rule_source": None if row["rule_source"] is None else cut(row["rule_source"], MAX_TEXT),
        "consequences": [cut(one, MAX_TEXT) for one in (row["consequences"] or "").split("; ") if one],
        "waived": None if row["waived"] is None else cut(row["waived"], MAX_TEXT),
        "place": place_of(row),
    }


def _deciding(view: HandView, finding: Row) -> RuleRow | None:
    """The parameter that decides, as the rule set of the hand has it."""
    if view.rules is None or finding["rule_key"] is None:
        return None
    return next((row for row in describe(view.rules) if row.key == finding["rule_key"]), None)


def _facts(view: HandView) -> list[dict[str, str]]:
    hand = view.hand
    value = hand["point_value"]
    facts = [
        ("Site", cut(hand["site"]), "" if hand["club_id"] is None else f"club {cut(hand['club_id'])}"),
        ("Hand", cut(hand["hand_id"]), "" if hand["table_id"] is None else f"table {cut(hand['table_id'])}"),
        ("Rule set", hand["rules_id"] or "not known", "" if view.rules is None else view.rules.title),
    ]
    if value is not None:
        facts.append(("A point", f"{money_text(value)} {hand['currency'] or ''}".strip(), ""))
    if hand["match_id"] is not None:
        number = "" if hand["hand_no"] is None else f"hand no. {hand['hand_no']}"
        facts.append(("Match", cut(hand["match_id"]), number))
    if hand["ended_at"] is not None:
        facts.append(("Ended", f"{hand['ended_at']:%Y-%m-%d %H:%M:%S}", "UTC"))
    return [{"name": name, "value": text, "below": below, "tone": ""} for name, text, below in facts]


def _records(view: HandView) -> list[str]:
    """The places of all records that tell of the hand."""
    return [
        f"{cut(row['source_file'], 200)}:{row['first_line']}-{row['last_line']} ({row['format']})"
        for row in (view.hand, *view.also)
    ]


def _boards(view: HandView) -> list[Row]:
    boards = []
    for seat in view.seats:
        if seat["board"] is None:
            continue
        board = draw_board(seat["player_name"], seat, seat["board"]["cards"], seat["scored"])
        place = "button" if seat["acting_order"] == len(view.seats) - 1 else f"acts {_PLACES[seat['acting_order']]}"
        stack = "" if seat["stack"] is None else f"stack {money_text(seat['stack'], group=True)}"
        boards.append(board | {"seat": ", ".join(filter(None, (place, stack)))})
    return boards


_PLACES = ("first", "second", "third")


def _rules_grid(rules: RuleSet, finding: Row | None) -> Grid:
    key = None if finding is None else finding["rule_key"]
    rows = [
        {"key": row.key, "value": row.value, "sentence": row.sentence, "source": row.source}
        for row in describe(rules)
        if row.section in SECTIONS and row.key not in APART
    ]
    shown = (
        Shown("Rule", lambda row: Cell(row["key"], "decides here" if row["key"] == key else "")),
        Shown("Value", lambda row: Cell(cut(row["value"], 300))),
        Shown("In words", lambda row: Cell(cut(row["sentence"], MAX_TEXT))),
        Shown("Source", lambda row: Cell(cut(row["source"], 300))),
    )
    return grid_of(shown, rows, len(rows))


def _before(store: Store, hand: Row) -> Row | None:
    """The hand before with its boards."""
    row = hand_before(store, hand)
    return (
        None
        if row is None
        else {"hand_id": row["hand_id"], "boards": boards_of(store, [row["hand_key"]])[row["hand_key"]]}
    )


def _corrections(store: Store, finding: Row) -> Grid:
    shown = (
        Shown("Pays", "payer"),
        Shown("Is paid", "payee"),
        Shown("Amount", "amount", "money"),
        Shown("Currency", "currency"),
        Shown(
            "For", lambda row: Cell("this and other findings of the hand or match together" if row["is_shared"] else "")
        ),
        Shown("Settled in hand", "settled_hand_id"),
    )
    rows = [row for row in correction_rows(store) if row["finding_no"] == finding["finding_no"]]
    return grid_of(shown, rows, MAX_CORRECTIONS, rows_command(store, "corrections"))


def _uncorrected(store: Store, finding: Row) -> str | None:
    """Why no payment follows, where that is told."""
    rows = store.rows("select reason from uncorrected where finding_no = $1", [finding["finding_no"]])
    return cut(str(rows[0]["reason"]).capitalize(), MAX_TEXT) if rows else None


def _files(finding: Row | None, view: HandView | None) -> frozenset[str]:
    """The files that the finding and its hand rest on."""
    names = set() if finding is None or finding["source_file"] is None else {finding["source_file"]}
    if view is not None:
        names |= {row["source_file"] for row in (view.hand, *view.also)}
    return frozenset(names)
