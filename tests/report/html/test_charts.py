import xml.etree.ElementTree as ElementTree

from ofc_audit.report.html.charts import Bar, Column, bar_chart, histogram, share_bar


def _shapes(svg: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(tag))


def test_a_share_bar_is_as_long_as_its_shares() -> None:
    svg = share_bar([("good", 0.75), ("none", 0.0), ("bad", 0.25)], "points: <all>")
    assert [(r.get("class"), r.get("x"), r.get("width")) for r in _shapes(svg, "rect")] == [
        ("good", "0.000%", "75.000%"),
        ("bad", "75.000%", "25.000%"),
    ]
    assert ElementTree.fromstring(svg).get("aria-label") == "points: <all>"


def test_bars_share_a_scale_from_zero() -> None:
    svg = bar_chart([Bar("top", 2.0, "2.00"), Bar("middle", 1.0, "1.00", "b"), Bar("none", 0.0, "0")], "royalties")
    rects = _shapes(svg, "rect")
    assert [(r.get("class"), r.get("width")) for r in rects] == [
        ("tone-a", "230.0"),
        ("tone-b", "115.0"),
        ("tone-a", "0.0"),
    ]
    assert [t.text for t in _shapes(svg, "text")] == ["top", "2.00", "middle", "1.00", "none", "0"]


def test_columns_are_stacked_and_the_highest_is_labelled() -> None:
    svg = histogram([Column("-5", (1, 1), "a"), Column("", (4, 0), "b")], ("a", "b"), "points", "points of a hand")
    assert [(r.get("class"), r.get("height")) for r in _shapes(svg, "rect")] == [
        ("tone-a", "37.5"),
        ("tone-b", "37.5"),
        ("tone-a", "150.0"),
    ]
    assert [t.text for t in _shapes(svg, "text")] == ["-5", "4", "points of a hand"]
    assert [t.text for t in _shapes(svg, "title")] == ["a", "b"]


def test_nothing_to_show_is_an_empty_chart() -> None:
    assert _shapes(bar_chart([], "nothing"), "rect") == []
    assert _shapes(histogram([], ("a",), "nothing", "axis"), "rect") == []
