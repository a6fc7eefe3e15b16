"""What is no rule book is refused, by file and line."""

from pathlib import Path

import pytest

from rules.casefile import CaseError, read_book

HEAD = "# x\nsite: pokerbet\ntable: 1-6, 1.00 EUR a point\n### One\n"
ANA = "Ana: Qh Qd 4c / 9s 9c 5d 5h 2c / Ah Kh 8h 6h 3h"
FACTS = "foul, royalties, points, net, rake, stack, place, bounty, enters, stays, no entry, leaves"
BO = "Bo: Jc Td 3s / 7c 7d 6s 4d 2h / Ks Kc 8d 8c As"


def read(tmp_path: Path, text: str) -> str:
    """What is said of a file of that text, without its name."""
    path = tmp_path / "x.cases"
    path.write_text(text, "utf-8")
    with pytest.raises(CaseError) as error:
        read_book(path)
    assert str(error.value).startswith("x.cases:")
    return str(error.value).removeprefix("x.cases:")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# y\n", "1: `# x` stands once, at the head: the rule set, as the file is named"),
        ("# x\nsite: pokerbet\n", "2: a rule book has `# <rule set>`, `site: …`, and examples under `### …`"),
        (f"# x\n{ANA}\n", f"2: {ANA!r} stands before the first example"),
        (HEAD + "Ana: Qh Qd / 9s 9c 5d 5h 2c / Ah Kh 8h 6h 3h\n", "5: a board has three, five and five cards, not 2 / 5 / 5"),
        (HEAD + ANA.replace("4c", "Qd") + "\n", "5: a card is on the board twice"),
        (HEAD + f"{ANA}\nBo: Qh Td 3s / 7c 7d 6s 4d 2h / Ks Kc 8d 8c As\n", "5: cards that are in the hand twice: Qh"),
        (HEAD + f"{ANA}\n", "5: a hand has two players at least; a board alone begins with `board:`"),
        (HEAD + f"{ANA} | wins\n{BO}\n", f"5: unknown fact 'wins'; allowed: {FACTS}"),
        (HEAD + f"{ANA} | points 1, points 2\n{BO}\n", "5: points is said twice"),
        (HEAD + f"{ANA} | foul, royalties 0 0 0\n{BO}\n", "5: a foul has no royalties: say one of the two"),
        (HEAD + f"{ANA} | royalties 0 0\n{BO}\n", "5: 3 numbers are wanted, not '0 0'"),
        (HEAD + f"{ANA} | net 1\n{BO}\n", "5: '1' is no amount; allowed: 1.50, an amount with ? or ! behind it, ?"),
        (HEAD + f"{ANA} | stays 14\n{BO}\n", "5: 'stays 14': of a player not in Fantasyland say enters or no entry"),
        (HEAD + f"{ANA}\n{BO}\nAna v Cy: points 1\n", "7: Cy is not in this hand"),
        (HEAD + f"{ANA}\n{BO}\npoints cannot be told\n", "7: `cannot be told` has a reason behind a colon, and nothing else has"),
        (HEAD + f"hand 2\n{ANA}\n{BO}\n", "5: hand 1 is next"),
        (HEAD + f"{ANA}\n{BO}\nAna wins\n", "7: no line of a rule book: 'Ana wins'"),
        (HEAD + f"table: three rows\n{ANA}\n{BO}\n", "5: unknown word of a table 'three rows'; README.md lists what is allowed"),
        (HEAD + f"{ANA}\n{BO}\n### One\n", "7: the heading 'One' is there twice"),
        (HEAD + "### Two\n", "4: the example 'One' has no hand"),
    ],
)  # fmt: skip
def test_what_is_no_rule_book_is_refused_by_line(tmp_path: Path, text: str, said: str) -> None:
    assert read(tmp_path, text) == said


def test_every_line_of_the_example_in_the_readme_is_read(tmp_path: Path) -> None:
    readme = (Path(__file__).parent / "README.md").read_text("utf-8")
    text = "\n".join(line[4:] for line in readme.splitlines() if line.startswith("    "))
    path = tmp_path / "pokerbet.cases"
    path.write_text(text, "utf-8")
    (example,) = read_book(path).examples
    assert [player.name for player in example.hands[0].players] == ["Ana", "Bo"]
    assert list(example.hands[0].pairs[0].facts) == ["rows", "bonus", "royalties", "points", "amount"]
