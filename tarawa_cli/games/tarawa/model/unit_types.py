"""Kinds of units (2.1): their numbers, abilities and appearance, all read from units.toml.

Rules, sentences and pictures ask what a unit can do, never for its kind: a new kind is just a new entry in that file.
"""

from tarawa_cli.kernel.hints import Any, Iterator, Literal, NamedTuple, get_args
from tarawa_cli.kernel.standard import cached_property

Ability = Literal[
    "attacks",  # 7.2.4
    "demolishes",  # 7.2.5
    "supports-from-afar",  # 7.2.3: it need not be next to the target
    "recovers",  # 7.2.6
    "digs-in",  # 11.1
    "ignores-pins",  # 7.5
    "armoured",  # 7.1: traps do not hurt it
    "counts-as-casualties",  # 7.4
    "heartens-japanese",  # 9.2.1: its loss raises their morale
    "goes-to-wreck",  # 10.1.4
    "opens-pier",  # 11.33: its walk proves the pier
    "starts-on-pier",  # 6.2, 14.1: it comes without a craft, and may leave the pier for the water
    "goes-to-bairiki",  # 11.2
    "heavy",  # 13.2: a free plan counts it
    "supplied-along",  # 8.3: it shares the direct supply of a battalion in its area
    "takes-loads-over",  # 6.3, 6.5, 14.1: it is put out empty, waits at the edge, and takes loads over there
    "hands-loads-over",  # 6.3
]
ABILITIES: tuple[Ability, ...] = get_args(Ability)
REGIMENT = {"2": "2nd", "6": "6th", "8": "8th", "10": "10th"}
REGIMENTS = tuple(REGIMENT.values())
SUPPLY = "supply"
"""The load of craft that is not a unit."""


class Nature(NamedTuple):
    """What all counters of an entry have in common."""

    plural: str
    moves: str
    """foot, gun, tank or craft."""
    formation: str
    """battalion, regiment, own or none: the formation that its name shows."""
    stacks: str
    """battalion, engineers or other (7.6); nothing for craft."""
    crosses: str
    """When a craft crosses the reef (6.3): always, high-water or never; nothing for others."""
    abilities: frozenset[str]
    letter: str
    symbol: str
    short: tuple[str, ...]
    title: str

    @property
    def wades(self) -> bool:
        """Whether it can be unloaded into the water (6.3)."""
        return self.moves in ("foot", "tank")


class _Printed(NamedTuple):
    id: str
    kind: str
    name: str
    ap: tuple[int, int]
    steps: int
    support: dict[str, int]
    carries: tuple[str, ...]
    battalion: str
    """`2/8` for 2/8A, 2/8B and 2/8E; Hawkins is a battalion of his own; others have none."""
    regiment: str
    """The morale track of the unit; tanks, craft and Hawkins have none."""


class UnitType(_Printed):
    """A counter as printed (2.1), with the abilities of its kind."""

    nature: Nature

    def can(self, what: Ability) -> bool:
        return what in self.nature.abilities

    @cached_property
    def is_craft(self) -> bool:
        return self.nature.moves == "craft"

    @cached_property
    def is_tank(self) -> bool:
        return self.nature.moves == "tank"

    @cached_property
    def is_gun(self) -> bool:
        return self.nature.moves == "gun"

    @cached_property
    def on_foot(self) -> bool:
        """Whether it is infantry or engineers: they fire, and wade on when their craft is lost (7.2.2, 6.6.2)."""
        return self.nature.moves == "foot"

    @cached_property
    def stacks(self) -> str:
        return self.nature.stacks

    @cached_property
    def crosses(self) -> str:
        return self.nature.crosses


def nature(sheet: dict[str, Any]) -> Nature:
    return Nature(
        sheet["plural"],
        sheet["moves"],
        sheet["formation"],
        sheet.get("stacks", ""),
        sheet.get("crosses", ""),
        frozenset(sheet["abilities"]),
        sheet["letter"],
        sheet["symbol"],
        tuple(sheet.get("short", ())),
        sheet.get("title", ""),
    )


def unit_types(sheet: dict[str, Any]) -> Iterator[UnitType]:
    """The counters that an entry stands for."""
    shared = nature(sheet)
    for id in sheet["ids"]:
        found = UnitType(
            id,
            sheet["kind"],
            sheet["name"],
            tuple(sheet["ap"]),
            sheet["steps"],
            sheet.get("support", {}),
            tuple(sheet.get("carries", ())),
            _battalion(id, shared.formation),
            _regiment(id, shared.formation),
        )
        found.nature = shared
        yield found


def _battalion(id: str, formation: str) -> str:
    return {"battalion": id[:-1], "own": id}.get(formation, "")


def _regiment(id: str, formation: str) -> str:
    return REGIMENT[id.partition("/")[2].rstrip("ABE")] if formation in ("battalion", "regiment") else ""
