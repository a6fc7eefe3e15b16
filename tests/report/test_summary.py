from decimal import Decimal

from ofc_audit.report.store import Store
from ofc_audit.report.summary import add_up, coverage_shown, finding_counts, is_faulty, is_recognised, render_summary


def _row(
    verdict: str, reason: str | None, hands: int, money: str | None, currency: str | None = "EUR"
) -> dict[str, object]:
    amount = None if money is None else Decimal(money)
    return {
        "dimension": "money",
        "verdict": verdict,
        "reason": reason,
        "currency": currency,
        "hands": hands,
        "money": amount,
    }


def test_money_of_different_currencies_is_never_added() -> None:
    rows = [_row("wrong", None, 2, "1234.5"), _row("wrong", None, 3, "7", "USD"), _row("wrong", None, 1, None, None)]
    assert add_up(rows) == (6, "1,234.50 EUR, 7.00 USD")


def test_the_most_frequent_reasons_stand_below_their_verdict() -> None:
    rows = [_row("verified", None, 10, "1")]
    rows += [_row("unverifiable", f"reason {i}", i, None) for i in range(1, 6)]
    rows += [_row("unverifiable", "reason 1", 20, None, "USD")]
    shown = [(row["dimension"], row["verdict"], row["hands"], row["share"]) for row in coverage_shown(rows)]
    assert shown == [
        ("money", "verified", 10, 10 / 45),
        ("", "unverifiable", 35, 35 / 45),
        ("", "  reason 1", 21, 21 / 45),
        ("", "  reason 5", 5, 5 / 45),
        ("", "  reason 4", 4, 4 / 45),
        ("", "  2 other reasons", 5, 5 / 45),
    ]


def test_one_reason_more_is_shown_and_not_counted() -> None:
    rows = [_row("wrong", f"reason {i}", i, None) for i in range(1, 5)]
    assert [row["verdict"] for row in coverage_shown(rows)][1:] == [f"  reason {i}" for i in (4, 3, 2, 1)]


def test_findings_are_counted_the_gravest_first(store: Store) -> None:
    counts = [(row["severity"], row["check_id"], row["n"]) for row in finding_counts(store)]
    assert counts == [("error", "score.royalties", 1), ("note", "source.unknown_key", 1)]


def test_a_run_with_errors_or_rejects_is_faulty_and_notes_alone_are_not(store: Store) -> None:
    assert is_faulty(store)
    assert is_recognised(store)


def test_the_summary_for_people(store: Store) -> None:
    text = render_summary(store, "table", 80, "out/report.html")
    assert text.startswith(
        "FILES\n"
        "file       format    hands  stored  dupl.  canc.  rejected\n"
        "---------  --------  -----  ------  -----  -----  --------\n"
        "hands.txt  ofc_text      4       3      0      0         1\n"
        "\n"
        "REJECTED\n"
        "1 stretch of 1 file, 0 bytes, with 1 damaged hand\n"
        "  hands.txt:139: line 140: the hand stops here without `*** END ***`: `Seat 1:\n"
        "  Ana`\n"
        "\n"
        "COVERAGE, in hands\n"
    )
    assert text.endswith(
        "\nFINDINGS\n"
        "severity  check               findings  what does not hold\n"
        "--------  ------------------  --------  ----------------------------------------\n"
        "error     score.royalties            1  Royalties are those of the table\n"
        "note      source.unknown_key         1  The record has only keys that its format\n"
        "                                        defines\n"
        "\nReport: out/report.html\n"
    )
