"""What the HTML report shows, gathered from the results and shortened to what a page can hold; every cut is counted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ofc_audit.cards import EMPTY, RANKS, SUITS
from ofc_audit.findings import CHECKS
from ofc_audit.report.audit_rows import count_findings, finding_rows, lines_for, reject_rows, where_words
from ofc_audit.report.charts import share_bar
from ofc_audit.report.corrections import player_rows
from ofc_audit.report.finding_text import explain_command
from ofc_audit.report.rakes import identified_rakes
from ofc_audit.report.rendering import cell_text
from ofc_audit.report.store import Store
from ofc_audit.report.summary import VERDICTS, add_up, coverage_rows, file_rows
from ofc_audit.report.text import money_text, signed, visible
from ofc_audit.report.words import ROW_NAMES, row_words
from ofc_audit.tables import table

Row = dict[str, Any]

MAX_FINDINGS = 200
MAX_REJECTS = 100
MAX_SUMS = 500
MAX_PLAYERS = 2000
MAX_FILES = 300
MAX_NAME = 80
MAX_TEXT = 600
BEFORE_MARK, AFTER_MARK = 80, 140
"""Characters of a source line kept around what is meant."""

SUIT_SIGNS = "♣♦♥♠"
ROW_SLICES = (slice(0, 3), slice(3, 8), slice(8, 13))


def cut(text: object, limit: int = MAX_NAME) -> str:
    """A text shortened to `limit` characters, with what cannot be seen made visible."""
    shown = visible(str(text))
    return shown if len(shown) <= limit else shown[: limit - 1] + "…"


@dataclass(frozen=True)
class Cut:
    """Rows shown, and how many there are in all."""

    rows: Sequence[Row]
    n_all: int

    @property
    def n_left(self) -> int:
        """How many are not shown."""
        return self.n_all - len(self.rows)


def coverage(store: Store) -> list[Row]:
    """Per dimension: a bar of its verdicts in hands, one in money for each currency, and the numbers behind them with
    their reasons."""
    rows = coverage_rows(store)
    blocks = []
    for dimension in table("verdicts").column("dimension").values:
        own = [row for row in rows if row["dimension"] == dimension]
        total, _ = add_up(own)
        if not total:
            continue
        bars = [_bar("hands", f"{total:,} hands", [(row["verdict"], row["hands"]) for row in own], str(dimension))]
        for currency in sorted({row["currency"] for row in own if row["currency"] is not None and row["money"]}):
            money = [(row["verdict"], row["money"]) for row in own if row["currency"] == currency and row["money"]]
            text = f"{money_text(sum(amount for _, amount in money), group=True)} {cut(currency, 12)}"
            bars.append(_bar("money", text, money, str(dimension)))
        blocks.append({"dimension": dimension, "bars": bars, "verdicts": _verdict_rows(own, total)})
    return blocks


def _bar(unit: str, total_text: str, amounts: Sequence[tuple[str, Any]], dimension: str) -> Row:
    total = sum(amount for _, amount in amounts)
    shares = [(verdict, float(sum(a for v, a in amounts if v == verdict) / total)) for verdict in VERDICTS]
    words = ", ".join(f"{verdict} {100 * share:.1f} %" for verdict, share in shares if share)
    svg = share_bar([(f"verdict-{v.replace(' ', '-')}", share) for v, share in shares], f"{dimension}, {unit}: {words}")
    return {"unit": unit, "total": total_text, "svg": svg}


def _verdict_rows(own: Sequence[Row], total: int) -> list[Row]:
    rows = []
    for verdict in VERDICTS:
        part = [row for row in own if row["verdict"] == verdict]
        if not part:
            continue
        hands, money = add_up(part)
        reasons: list[Row] = []
        for reason in dict.fromkeys(row["reason"] for row in part if row["reason"] is not None):
            n, amount = add_up([row for row in part if row["reason"] == reason])
            reasons.append({"reason": cut(reason, 160), "hands": n, "money": amount})
        reasons.sort(key=lambda row: -row["hands"])
        rows.append(
            {
                "verdict": verdict,
                "hands": hands,
                "share": f"{100 * hands / total:.1f} %",
                "money": money,
                "reasons": reasons,
            }
        )
    return rows


def rakes(store: Store) -> Cut:
    """The rake of each club whose rake is identified, with how many payments of winners it explains."""
    rows = identified_rakes(store)
    shown = [
        {
            "club": cut(row["club"]),
            "said": cut(row["said"], 300),
            "explained": row["explained"],
            "n_wins": row["n_wins"],
        }
        for row in rows[:MAX_SUMS]
    ]
    return Cut(shown, len(rows))


def corrections(store: Store) -> Cut:
    """What each player is owed in all, for each currency."""
    rows = player_rows(store)
    shown = [
        {
            "where": cut(row["where"]),
            "who": cut(row["who"]),
            "currency": cut(row["currency"] or "", 12),
            **{name: money_text(row[name], group=True) for name in ("receives", "pays", "owed")},
        }
        for row in rows[:MAX_SUMS]
    ]
    return Cut(shown, len(rows))


def findings(store: Store) -> tuple[list[Row], Cut]:
    """Findings grouped by check, the gravest checks first, each with its line, its deltas and the boards of its
    hand."""
    rows = finding_rows(store, limit=MAX_FINDINGS)
    lines = lines_for(store, rows)
    boards = _boards(store, sorted({row["hand_key"] for row in rows if row["hand_key"] is not None}))
    where = where_words((), store.folder)
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row["check_id"], []).append(_finding(row, lines, boards, where))
    order = {"error": 0, "warning": 1, "note": 2}
    counts = {
        row["check_id"]: row["n"] for row in store.rows("select check_id, count(*) as n from findings group by 1")
    }
    grouped: list[Row] = [
        {
            "check_id": check_id,
            "severity": members[0]["severity"],
            "title": CHECKS[check_id].title if check_id in CHECKS else "",
            "protects": CHECKS[check_id].protects if check_id in CHECKS else "",
            "n_all": counts[check_id],
            "rows": members,
        }
        for check_id, members in groups.items()
    ]
    grouped.sort(key=lambda group: (order[group["severity"]], -group["n_all"]))
    return grouped, Cut(rows, count_findings(store))


def _finding(
    row: Row, lines: Mapping[tuple[str, int], str], boards: Mapping[int, list[Row]], where: Sequence[str]
) -> Row:
    line = lines.get((row["source_file"], row["first_line"]))
    deltas = []
    if row["points_delta"]:
        deltas.append(f"{signed(row['points_delta'])} points")
    if row["money_delta"]:
        deltas.append(f"{money_text(row['money_delta'], sign=True)} {row['currency'] or ''}".strip())
    place = "" if row["source_file"] is None else cut(row["source_file"], 200)
    if row["first_line"] is not None:
        place += f":{row['first_line']}"
    return {
        "no": row["finding_no"],
        "severity": row["severity"],
        "hand": None if row["hand_id"] is None else cut(f"{row['site']} {row['hand_id']}"),
        "players": [cut(name) for name in (row["player"], row["other_player"]) if name is not None],
        "place": place,
        "line": None if line is None else _marked(line, row["mark"]),
        "message": cut(row["message"], MAX_TEXT),
        "rule": None if row["rule_key"] is None else f"{row['rule_key']}: {cut(row['rule_source'], 240)}",
        "consequences": None if row["consequences"] is None else cut(row["consequences"], MAX_TEXT),
        "waived": None if row["waived"] is None else cut(row["waived"], MAX_TEXT),
        "deltas": deltas,
        "explain": None if row["hand_id"] is None else visible(explain_command(row, where)),
        "boards": boards.get(row["hand_key"], []),
    }


def _marked(line: str, mark: object) -> tuple[str, str, str]:
    """The line in three parts: before what is meant, what is meant, and after it; shortened on both sides."""
    at = line.find(mark) if isinstance(mark, str) and mark else -1
    if at < 0 or not isinstance(mark, str):
        return cut(line, BEFORE_MARK + AFTER_MARK), "", ""
    before, after = visible(line[:at]), line[at + len(mark) :]
    return (
        (before if len(before) <= BEFORE_MARK else "…" + before[-BEFORE_MARK:]),
        cut(mark, AFTER_MARK),
        cut(after, AFTER_MARK),
    )


def _boards(store: Store, hand_keys: Sequence[int]) -> dict[int, list[Row]]:
    rows = store.rows(
        "select b.hand_key, p.player_name, p.is_fantasy, b.cards, s.is_foul, "
        "s.top_category, s.middle_category, s.bottom_category, "
        "s.top_royalties, s.middle_royalties, s.bottom_royalties, s.points from boards as b "
        "join seats as p using (hand_key, acting_order) join scored_seats as s using (hand_key, acting_order) "
        "where b.hand_key in (select unnest($1::bigint[])) order by b.hand_key, b.acting_order",
        [list(hand_keys)],
    )
    boards: dict[int, list[Row]] = {}
    for row in rows:
        drawn = []
        for name, where in zip(ROW_NAMES, ROW_SLICES, strict=True):
            cards = [card for card in row["cards"][where] if card != EMPTY]
            drawn.append(
                {
                    "name": name,
                    "cards": [{"rank": RANKS[c // 4], "suit": SUITS[c % 4], "sign": SUIT_SIGNS[c % 4]} for c in cards],
                    "words": row_words(cards, row[f"{name}_category"]),
                    "royalties": row[f"{name}_royalties"],
                }
            )
        points = "" if row["points"] is None else f"{signed(row['points'])} points"
        boards.setdefault(row["hand_key"], []).append(
            {
                "player": cut(row["player_name"]),
                "is_fantasy": row["is_fantasy"],
                "is_foul": row["is_foul"],
                "points": points,
                "rows": drawn,
            }
        )
    return boards


def rejects(store: Store) -> Cut:
    """Rejected stretches with the first line of each."""
    rows = []
    for row in reject_rows(store, MAX_REJECTS):
        first = row["raw"][:4096].splitlines()[:1]
        rows.append(
            {
                "place": f"{cut(row['source_file'], 200)}:{row['first_line']}",
                "n_hands": row["n_hands"],
                "reason": cut(row["reason"], MAX_TEXT),
                "line": cut(first[0].decode("utf-8", "backslashreplace"), 160) if first else "",
            }
        )
    return Cut(rows, int(store.value("select count(*) from rejects")))


def files(store: Store) -> Cut:
    """The files that were read, with their SHA-256."""
    rows = file_rows(store)
    shown = [
        {**row, "source_file": cut(row["source_file"], 200), "format": row["format"] or "not recognised"}
        for row in rows[:MAX_FILES]
    ]
    return Cut(shown, len(rows))


@dataclass(frozen=True)
class PlayerColumn:
    """A column of the player table: its heading, and what it means."""

    name: str
    heading: str
    meaning: str


PLAYER_COLUMNS = (
    PlayerColumn("player_name", "Player", "The name as shown, with site and rule set"),
    PlayerColumn("hands", "Hands", "Complete hands"),
    PlayerColumn("foul_rate", "Fouls", "Fouls per normal hand, with a 95 % interval"),
    PlayerColumn("fantasy_entry_rate", "FL entry", "Entries into Fantasyland per normal hand, with a 95 % interval"),
    PlayerColumn("fantasy_stay_rate", "FL stay", "Stays per fantasy hand, with a 95 % interval"),
    PlayerColumn("fantasy_frequency", "FL hands", "Fantasy hands of all hands"),
    PlayerColumn("royalty_yield", "Royalties/h", "Royalties collected per hand"),
    PlayerColumn("points_per_hand", "Points/h", "Points per hand, mean ± standard error"),
    PlayerColumn("points", "Points", "Points in all"),
    PlayerColumn("scoops_for", "Scoops", "Scoops made and suffered, pair by pair"),
)


def players(store: Store) -> Cut:
    """Players with the most hands first; each cell has its text, an interval below it, and the number to sort by."""
    rows = store.rows(f"select * from player_stats order by hands desc, site, rules_id, player_id limit {MAX_PLAYERS}")
    shown: list[Row] = []
    for row in rows:
        cells = [_player_cell(row, column.name) for column in PLAYER_COLUMNS]
        shown.append({"cells": cells, "is_small": row["is_small_sample"]})
    return Cut(shown, int(store.value("select count(*) from player_stats")))


def _player_cell(row: Row, name: str) -> Row:
    value = row[name]
    below, text = "", cell_text(value, "int")
    if name == "player_name":
        return {"text": cut(value), "below": f"{cut(row['site'])} · {row['rules_id'] or 'rules not known'}", "sort": ""}
    if name in ("foul_rate", "fantasy_entry_rate", "fantasy_stay_rate", "fantasy_frequency"):
        text = cell_text(value, "share")
        low, high = row.get(f"{name}_low"), row.get(f"{name}_high")
        below = "" if low is None or high is None else f"{100 * low:.1f}–{100 * high:.1f}"
    elif name == "points_per_hand" and value is not None:
        text = f"{value:+.2f}"
        below = "" if row.get("points_se") is None else f"± {row['points_se']:.2f}"
    elif name == "royalty_yield":
        text = cell_text(value, "number")
    elif name == "points":
        text = cell_text(value, "points")
    elif name == "scoops_for":
        text = f"{row['scoops_for']:,} : {row['scoops_against']:,}"
    return {"text": text, "below": below, "sort": "" if value is None else f"{value}"}
