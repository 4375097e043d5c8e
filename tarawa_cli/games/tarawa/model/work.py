"""Unfinished work: the names of all work and questions in a save, and the values that a save may hold of them.

A parameter of a handler is one of the types below, or a type with a reader of its own; a frame in a file must fit it.
"""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.model.unit import Reader, read_names
from tarawa_cli.kernel.board.tables import MOST_PARTS
from tarawa_cli.kernel.engine.play import Handlers
from tarawa_cli.kernel.hints import Annotated
from tarawa_cli.kernel.saves.readers import Wrong, choice, count, text

LONGEST = 99
"""The most hexes in a route, which may go back and forth."""
HANDLERS: Handlers[State] = Handlers(
    "tarawa_cli.games.tarawa",
    {
        "sequence": "phases:sequence",
        "arrive": "phases:arrive",
        "anti-landing": "phases.landing:fire_at_each",
        "move": "rules.ch07_actions.moving_recovery:move_on",
        "attack": "rules.ch07_actions.assault:attack",
        "demolish": "rules.ch07_actions.assault:demolish",
        "offensive-fire": "phases.actions:offensive_fire",
        "banzai": "rules.ch10_night.banzai:local_banzai",
        "general-banzai": "rules.ch10_night.banzai:banzai_in_each_area",
        "banzai-round": "rules.ch10_night.banzai:second_round",
        "retreat": "rules.ch10_night.banzai:retreat",
        "vacated": "rules.ch10_night.banzai:vacated",
        "hits": "rules.japanese_fire:take_hits",
        "hit": "rules.japanese_fire:ask_hit",
        "raid": "rules.ch10_night:ask_raid",
        "raid-marker": "rules.ch10_night:ask_raid_marker",
        "way": "rules.ch10_night.banzai:ask_way",
        "clear": "rules.ch07_actions.assault:ask_clear",
        "gain": "rules.ch07_actions.assault:ask_gain",
    },
)
"""Work that is always done before a question has no name: no save ever holds it."""
work, decision = HANDLERS.work, HANDLERS.decision


def one_of(kind: str) -> Reader:
    """One thing of a kind."""

    def alone(found: list[str]) -> str:
        if len(found) != 1:
            raise Wrong(f"must be one {kind}, not {len(found)}")
        return found[0]

    named = read_names(kind, alone)
    return lambda setting, value: named(setting, text(setting, value))


def list_of(kind: str, least: int = 1, most: int = 0) -> Reader:
    """A list of different things, or with `most` of up to that many things that may repeat."""

    def checked(found: list[str]) -> list[str]:
        if len(found) < least:
            raise Wrong(f"must name at least {least}")
        if most and len(found) > most:
            raise Wrong(f"must name at most {most}")
        if not most and len(set(found)) < len(found):
            raise Wrong("must name each only once")
        return found

    return read_names(kind, checked)


UnitId = Annotated[str, one_of("unit")]
UnitIds = Annotated[list[str], list_of("unit")]
MaybeUnitIds = Annotated[list[str], list_of("unit", 0)]
HitUnits = Annotated[list[str], list_of("unit", 1, MOST_PARTS)]
"""Units with one hit each; a unit hit twice is listed twice."""
LandHex = Annotated[str, one_of("land")]
LandHexes = Annotated[list[str], list_of("land")]
MaybeLandHexes = Annotated[list[str], list_of("land", 0)]
Route = Annotated[list[str], list_of("land", 1, LONGEST)]
RetreatHexes = Annotated[list[str], list_of("place")]
Areas = Annotated[list[str], list_of("area")]
Regiments = Annotated[list[str], list_of("regiment")]
Hits = Annotated[int, count(1, MOST_PARTS)]
Flag = Annotated[int, count(0, 1)]
"""1 for yes, 0 for no."""
BanzaisLeft = Annotated[int, count(1, 1)]
"""Two banzais at most: while one is struck, at most one is left."""
RetreatLeft = Annotated[int, count(0, 2)]
Stage = Annotated[str, choice("local", "general", "again")]
