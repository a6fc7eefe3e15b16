"""What the trial is played under: for each rule set the rooms, options, stacks and times that change what an audit must tell."""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import pyarrow as pa

from ofc_audit.rulesets import UNKNOWN, RuleSet, load_rules
from ofc_audit.simulate import play
from ofc_audit.simulate.cases import FILE_NAMES, both, no_pairs, without
from ofc_audit.simulate.edits import Tables, rekey, set_column
from ofc_audit.simulate.rooms import Rake, Room, Tournament, room_of

RULES = load_rules()
TEXT, JSONL, CAPTURE = "ofc_text", "ofc_jsonl", "capture_hh"
HANDS_PER_TABLE = 24
KNOCKOUT = Tournament(bounty="5.00")
BY_LEVEL = Tournament(((1, "0.50"), (12, "1.25")), 3)

Edit = Callable[[Tables], dict[str, pa.Table]]


@dataclass(frozen=True)
class Setting:
    """One way to play a rule set: the arguments of `play`, and what the record leaves unsaid of it."""

    rules_id: str
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    says_less: Edit | None = None
    for_lies: bool = True
    """Whether the half that lies is told in it too."""

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return RULES[self.rules_id]

    @property
    def formats(self) -> tuple[str, ...]:
        """The formats in which such a room is recorded."""
        return (CAPTURE,) if room_of(self.rules.sites[0]).is_capture else (TEXT, JSONL)

    def play(self, n_hands: int, seed: int, hands_per_table: int = HANDS_PER_TABLE) -> dict[str, pa.Table]:
        """So many hands as they are recorded, with match numbers and table names that no other setting and seed has."""
        return rekey(self.recorded(self.reckoned(n_hands, seed, hands_per_table)))

    def recorded(self, tables: Tables) -> dict[str, pa.Table]:
        """What the record says of hands of which everything is told."""
        return dict(tables) if self.says_less is None else self.says_less(tables)

    def reckoned(self, n_hands: int, seed: int, hands_per_table: int = HANDS_PER_TABLE) -> dict[str, pa.Table]:
        """The hands with all that the room reckons of them, whether its record says it or not."""
        tables = play(
            self.rules,
            n_hands,
            seed,
            **{"n_players": players_of(self.rules), **self.arguments},
            hands_per_table=hands_per_table,
            first_match=10_001 + seed * 100_000,
        )
        if CAPTURE not in self.formats:
            names = [f"{name} of {seed}" for name in tables["hands"].column("table_id").to_pylist()]
            tables = set_column(tables, "hands", "table_id", pa.array(names))
        return rekey(tables)


def players_of(rules: RuleSet) -> tuple[int, ...]:
    """All numbers of players that a rule set allows."""
    most = rules.value("deal.players_max")
    assert isinstance(most, int)
    return tuple(range(2, most + 1))


def write(tables: Tables, file_format: str) -> bytes:
    """The hands as a file of the format holds them."""
    out = io.BytesIO()
    import_module(f"ofc_audit.read.write_{file_format}").write(tables, out)
    return out.getvalue()


def file_name(file_format: str) -> str:
    """What a file of the format is called."""
    return FILE_NAMES[file_format]


def settings_of(rules_id: str) -> list[Setting]:
    """Every way in which the trial plays a rule set."""
    return [Setting(rules_id, *rest) for rest in _settings(RULES[rules_id])]


def _settings(rules: RuleSet) -> Iterator[tuple[Any, ...]]:
    room = room_of(rules.sites[0])
    yield from _captures(room) if room.is_capture else _operators(rules)


def _captures(room: Room) -> Iterator[tuple[Any, ...]]:
    yield "as the room plays", {}
    yield "careful players", {"policies": ("careful",)}
    yield "reckless players", {"policies": ("random",)}
    yield "another price", {"point_value": "2"}
    short = {"hidden_stacks": True, "stack": str(20 * _price(room)), "top_ups": 0.3}
    yield "stacks that run out unseen", short, None, False
    if room.rake == Rake():
        return  # Nobody takes rake there, so a club that does is no true room.
    yield "a club without rake", {"room": _with(room, club_id="99", rake=Rake())}
    yield "a club that rounds to whole chips", {"room": _with(room, club_id="98", rake=Rake(300, 10_000))}


def _operators(rules: RuleSet) -> Iterator[tuple[Any, ...]]:
    has_matches = rules.value("match.length") != "no_match"
    room = room_of(rules.sites[0])
    methods = ("1-6", "2-4") if rules.value("score.method") is UNKNOWN else (None,)
    needs = {"royalties": "american"} if rules.value("score.royalties") is UNKNOWN else {}
    base = {"scoring": methods[0], **needs}

    def ways(name: str, says_less: Edit | None = None, for_lies: bool = True, /, **more: Any) -> tuple[Any, ...]:
        options = {key: value for key, value in {**base, **more.pop("options", {})}.items() if value is not None}
        return name, {"options": options, **more}, says_less, for_lies

    yield ways("as the room plays")
    yield ways("careful players", policies=("careful",))
    yield ways("reckless players", policies=("random",))
    yield from (ways(f"{method} scoring", options={"scoring": method}) for method in methods[1:])
    yield ways("no pairs", no_pairs)
    yield ways("points and net only", both(no_pairs, _no_words))
    yield ways("points only", both(no_pairs, both(_no_words, without("claims", "net", "rake", "stack"))), False)
    yield ways("no rake stated", both(without("hands", "rake"), without("claims", "rake")))
    if rules.sites[0] in ("pokerbet", "quadnet"):
        yield ways("no royalties", options={"royalties": "none"})
    if rules.sites[0] == "openface":
        yield ways("winner takes royalties", options={"royalty_settlement": "winner_only"})
    if rules.value("clock.auto_order") not in (UNKNOWN, "none"):
        yield ways("time runs out", timeouts=0.1)
    if room.stack is None:
        return
    tight = str(16 * _price(room))
    yield ways("stacks that run out", stack=tight)
    yield ways("stacks not stated", both(without("seats", "stack"), without("claims", "stack")), False, stack=tight)
    if room.tournament is None:
        # What a cap may have cut where nobody's stack is stated is told by the captures, which have no pairs to be misread.
        yield ways("nobody has a stack", None, False, stack=None)
    if rules.value("settlement.cap") == "loser_or_both":
        yield ways("only losers capped", stack=tight, cap="loser")
    if has_matches:
        yield ways("a stake of the match", options={"match_cap": str(15 * _price(room))})
    if rules.value("match.fantasy_after_end") == "played":
        yield ways("Fantasyland after the end", stack=tight, plays_on=True)
    if rules.sites[0] == "pokerbet":
        yield ways("knockout", stack="20", point_value="1", tournament=KNOCKOUT)
        yield ways("levels", stack="40", tournament=BY_LEVEL)
    if rules.id in ("pokerbet", "quadnet"):
        yield ways("progressive, one hand", options={"fantasyland": "progressive", "one_hand": True})


_no_words = without("claims", "is_foul", "top_royalties", "middle_royalties", "bottom_royalties")


def _price(room: Room) -> int | float:
    return int(room.point_value) if "." not in room.point_value else float(room.point_value)


def _with(room: Room, **changes: Any) -> Room:
    from dataclasses import replace

    return replace(room, **changes)


def all_settings(rules_ids: Sequence[str] = tuple(sorted(RULES))) -> list[Setting]:
    """The settings of some rule sets."""
    return [setting for rules_id in rules_ids for setting in settings_of(rules_id)]
