"""The state of a game: everything on the table, and nothing that the map or the charts say.

Names here are the keys of a save and of a scenario's `[position]`. Questions that only look (`where is`, `who is
there`) are here too; whatever changes state is in `apply`.
"""

from tarawa_cli.games.tarawa import rule
from tarawa_cli.games.tarawa.model.board import (
    ABSENT,
    PIER_FOOT,
    Board,
    aboard,
    betio,
    on_pier,
    secured_areas,
    uncleared_hexes,
)
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.unit import Unit as Unit
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import Roster, cloner
from tarawa_cli.kernel.engine.play import Frame
from tarawa_cli.kernel.engine.sides import StandingAnswer
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable
from tarawa_cli.kernel.standard import cache, cached_property

if TYPE_CHECKING:
    from tarawa_cli.games.tarawa.model.scenario import Scenario

# ── The phases of a turn in order (3)


IMPULSES = (1, 2, 3)
PHASES = (
    "bombardment",
    "support",
    "supply-points",
    "embark",
    *(f"{part}-{n}" for n in IMPULSES for part in ("impulse", "anti-landing", "suppression")),
    "beach-landing",
    "traps",
    "actions",
    "offensive-fire",
    "supply-check",
    "night",
    "morale",
    "final",
)
PHASE_NAMES = {
    "bombardment": "Pre-invasion bombardment",
    "support": "Shore support",
    "supply-points": "Supply points",
    "embark": "Embarking",
    "impulse": "Invasion impulse",
    "anti-landing": "Japanese anti-landing fire",
    "suppression": "Direct suppression",
    "beach-landing": "Beach landing",
    "traps": "Traps and snipers",
    "actions": "Marine actions",
    "offensive-fire": "Japanese offensive fire",
    "supply-check": "Supply check",
    "night": "Night events",
    "morale": "Morale",
    "final": "Final phase",
}


def phase_name(phase: str) -> str:
    """Its name, with the number of the impulse."""
    name, _, number = phase.rpartition("-")
    return f"{PHASE_NAMES[name]} {number}" if number.isdigit() else PHASE_NAMES[phase]


# ── Standing answers


POLICIES = {
    "hits": StandingAnswer(
        "what a hit costs",
        "7.3",
        {
            "ask": "you decide each time",
            "step": "a step of the unit",
            "morale": "a box of its regiment's morale, as long as there is one",
        },
        "morale while the regiment is above 0, otherwise a step",
    ),
    "empty-lvt": StandingAnswer(
        "where amtracs go that have unloaded",
        "6.5",
        {"pool": "home to the pool, for the next wave", "wait": "to the edge, to take loads over from boats"},
        "pool",
    ),
    "empty-phases": StandingAnswer(
        "phases in which no unit is due, or no unit ashore has AP",
        "3",
        {"wait": "wait for `next`", "pass": "end by themselves"},
        "pass",
        routine="pass",
    ),
    "suppress": StandingAnswer(
        "fire of the ships between two impulses",
        "6.7",
        {"ask": "you name the areas", "always": "they fire on every area that they can; it costs nothing"},
        "always",
        routine="always",
    ),
    "gain": StandingAnswer(
        "which regiment gains a box of morale for a pillbox hex",
        "9.2.4",
        {
            "ask": "you decide each time",
            "only": "the only one that can; you are asked if there are more",
            "lowest": "the one with the lowest morale",
        },
        "lowest",
        routine="only",
    ),
    "heads": StandingAnswer(
        "when you are asked for a supply head",
        "8.3",
        {
            "ask": "whenever there is room for one",
            "needed": "only for 2731, or for units that have no line to a head",
        },
        "needed, and rarely at other times",
        routine="needed",
    ),
}
ATTRIBUTES = {name: name.replace("-", "_") for name in POLICIES} | {"heads": "new_heads"}
"""What the state calls each of them."""


# ── Outcomes, and what a game is played on


OUTCOMES = {
    "victory": "Victory: Betio is cleared",
    "pyrrhic": "Pyrrhic victory: Betio is cleared, but at too high a price",
    "ruined": "Defeat: Betio is cleared, but the division is ruined",
    "time": "Defeat: Betio is not cleared in time",
    "called-off": "Defeat: the invasion is called off",
}
RESIGNED = "resigned"
ENDINGS = OUTCOMES | {RESIGNED: "Defeat: you have resigned"}
"""How a game can end: by the rules, or because the player gives it up."""
CLEARED = ("victory", "pyrrhic", "ruined")
"""Outcomes of a game in which the goal was reached, at whatever price."""
GOAL_OUTCOMES = ENDINGS | {
    "victory": "Victory: goal reached",
    "pyrrhic": "Pyrrhic victory: goal reached, but at too high a price",
    "ruined": "Defeat: goal reached, but the division is ruined",
    "time": "Defeat: goal not reached in time",
}
_AT_FOOT = on_pier(PIER_FOOT)


class Setting:
    """What a game is played on: scenario, charts, map. It does not change during play."""

    def __init__(self, scenario: "Scenario", charts: Charts) -> None:
        self.scenario = scenario
        self.charts = charts
        self.board: Board = betio()
        self.due: dict[int, frozenset[str]] = {}
        """The units that may come by the timetable, by turn; filled when first needed."""
        self.written: tuple[list[Any], dict[str, Any]] | None = None
        """Values of a new game, and as a save writes them; filled when first needed."""

    @cached_property
    def fresh(self) -> "State":
        """A new game, which is never played; a save holds the differences from it."""
        fresh = State(self)
        if self.scenario.position.get("default") == "absent":
            for unit in fresh.units.values():
                unit.at = ABSENT
        return fresh

    @cached_property
    def places(self) -> dict[str, int]:
        """The order of tracks and areas in a save."""
        return {name: number for number, name in enumerate([*self.scenario.tracks, *self.board.areas])}


@cache
def _cloner() -> Callable[[Unit], Unit]:
    return cloner(Unit)


class _Fixed:
    """The parts of a position that do not change during play."""

    __slots__ = ("board", "charts")

    def __init__(self, setting: Setting) -> None:
        self.board = setting.board
        self.charts = setting.charts


class State(_Fixed):
    """A position during play."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting)
        self.setting = setting
        self.turn = 1
        self.phase = "bombardment"
        self.outcome = ""
        self.tracks: dict[str, int] = dict(setting.scenario.tracks)
        """The box of each morale marker, counted from the 0 box (9)."""
        self.operative: dict[str, int] = dict(self.tracks)
        """The box of each operative level (3.5.1)."""
        self.casualties = 0
        self.stock = 0
        """Supply points."""
        self.hits = "ask"
        """Standing answer: take hits as step, as morale, or ask (7.3)."""
        self.empty_lvt = "pool"
        """Standing order: empty amtracs go to the pool or wait (6.5)."""
        self.empty_phases = "wait"
        """Standing order: phases with nothing in them that matters wait for the player, or pass."""
        self.suppress = "ask"
        """Standing order: ships fire where the player says, or on every area that they can (6.7)."""
        self.gain = "ask"
        """Standing answer: which regiment gains a box for a pillbox hex (9.2.4)."""
        self.new_heads = "ask"
        """Standing answer: whether the player is asked to place heads that no unit needs (8.3)."""
        self.stack: list[Frame] = []
        """Unfinished work and questions, the topmost last."""
        self.units: Roster[Unit] = Roster([(id, Unit(type)) for id, type in self.charts.units.items()])
        self._set_up_ground()
        self._set_up_battle()
        self._set_up_turn()

    def _set_up_ground(self) -> None:
        """Chits, hexes and areas."""
        self.delay = 0
        """Impulses of turn 1 given up for the bombardment (5.1)."""
        self.chits_due = 0
        """Chits that the bombardment has won and the player has not placed."""
        self.chits: dict[str, int] = {}
        self.cleared: frozenset[Hex] = frozenset()
        self.occupied: frozenset[Hex] = frozenset()
        """Landing and airstrip hexes that have been entered."""
        self.heads: frozenset[Hex] = frozenset()
        self.demolished: dict[Hex, int] = {}
        """Demolition steps; they are never repaired (7.2.5)."""
        self.suppressed: dict[Hex, int] = {}
        self.area_suppression: set[str] = set()
        self.suppression_tried: set[str] = set()
        """Areas rolled against in this suppression segment (6.7)."""
        self.improved: set[Hex] = set()
        self.secured: set[str] = set()
        """Areas that have ever been secured (9.2.2)."""

    def _set_up_battle(self) -> None:
        """What lasts until something changes it."""
        self.craft_lost: dict[str, int] = {}
        """Lost craft by kind that have not yet counted toward a return (7.2.6)."""
        self.paid: set[str] = set()
        """Prices in morale that have been paid (13.1, 13.2)."""
        self.plan: list[str] = []
        """The regiments chosen for the first wave (13.2)."""
        self.raids: dict[str, int] = {}
        """Air-raid markers: day turns left, by area (10.1.1)."""
        self.submarine = False
        self.carrier = False
        self.supply_loss = 0
        """Permanent penalty to supply rolls (10.1.2, 10.1.3)."""
        self.shore_loss = 0
        """Permanent loss of shore points (10.1.3, 10.1.5)."""
        self.wreck = ""
        """The wreck: `occupied`, then `cleared`; nothing before (10.1.4)."""
        self.wreck_fire = 0
        """Turns in which all shore points were used on the wreck."""

    def _set_up_turn(self) -> None:
        """What belongs to one turn."""
        self.shore = 0
        """Shore points left this turn."""
        self.shore_used = False
        self.pier_walked = False
        self.pier_landings = 0
        """Units landed on the pier this turn (11.33)."""
        self.pier_artillery = 0
        self.heavy_embarked: set[str] = set()
        """Tank and artillery units that have come this turn (13.2)."""
        self.no_embarking = False
        """The invasion falters: no unit can embark this turn (9.2.3)."""
        self.direct_supply: set[str] = set()
        """Battalions supplied directly this turn (8.3)."""
        self.wreck_assigned = False
        self.wreck_party = False

    def twin(self) -> "State":
        """The same position; what is replaced in it stays as it is here."""
        twin = State.__new__(State)
        twin.board, twin.charts = self.board, self.charts
        vars(twin).update(vars(self))
        return twin

    def copied(self, shared: Callable[[Unit], bool] | None = None) -> "State":
        """An independent copy, to try something out on. Units for which `shared` holds must not change in it."""
        other = self.twin()
        vars(other).update({name: one.copy() for name, one in vars(self).items() if type(one) in (dict, set, list)})
        other.units = self.units.copied(_cloner(), shared)
        return other

    @property
    def night(self) -> bool:
        return self.charts.turn(self.turn).night

    @property
    def high_water(self) -> bool:
        return self.turn in self.charts.value("high-water")

    @property
    def impulse(self) -> int:
        """The impulse, 1 to 3, that an impulse, fire or suppression phase belongs to; otherwise 0."""
        return int(self.phase[-1]) if self.phase[-1].isdigit() else 0

    @property
    def question(self) -> Frame | None:
        """The question that the player must answer first, if any."""
        return self.stack[-1] if self.stack else None

    @property
    def ending(self) -> str:
        """How the game ended, in words; empty during play. A scenario with a goal has its own words (13.3)."""
        with_goal = self.setting.scenario.goal and self.uncleared
        return (GOAL_OUTCOMES if with_goal else ENDINGS).get(self.outcome, "")

    def level(self, track: str) -> int:
        """The operative morale level, used by every modifier (9)."""
        return self.charts.levels[self.operative[track]]

    def marker_level(self, track: str) -> int:
        return self.charts.level(self.tracks[track])

    # ── Hexes

    def is_friendly(self, at: Hex) -> bool:
        """Whether a hex is cleared, landing or airstrip. 2632 counts only for support, retreat and supply lines."""
        return at in self.cleared or at in self.board.free

    def is_uncleared(self, at: Hex) -> bool:
        return at in self.board.defended and at not in self.cleared

    @property
    def uncleared(self) -> frozenset[Hex]:
        return uncleared_hexes(self.cleared)

    def hex_status(self, at: Hex) -> str:
        """uncleared, cleared, landing, airstrip, reef, entry, pier or sea."""
        terrain = self.board.terrain.get(at, "sea")
        if at in self.board.defended:
            return "cleared" if at in self.cleared else "uncleared"
        return "reef" if terrain == "obstacles" else terrain

    def is_secured(self, area: str) -> bool:
        """Whether an area has no uncleared hex in it or within three hexes, and its airstrip entered (2.2, 9.2.2)."""
        return area in self.areas_secured

    @property
    def areas_secured(self) -> frozenset[str]:
        return secured_areas(self.cleared, self.occupied)

    def pillboxes_standing(self, at: Hex) -> int:
        """The number of pillboxes not demolished; clearing a hex destroys all in it (7.2.4, 7.2.5)."""
        built = self.board.pillboxes.get(at, 0)
        return built - self.pillboxes_demolished(at) if built else 0

    def pillboxes_demolished(self, at: Hex) -> int:
        return self.demolished.get(at, 0) // int(self.charts.value("pillbox-steps"))

    def whole_demolition(self, at: Hex) -> int:
        """The number of demolition steps that destroy all pillboxes of a hex (11.37)."""
        return self.board.pillboxes.get(at, 0) * int(self.charts.value("pillbox-steps"))

    # ── Units

    def units_at(self, at: str) -> tuple[Unit, ...]:
        """Units in a place, e.g. `2531`, `pier:1832`, `in:lvt-2`."""
        return self.units.at(at)

    def passenger(self, craft: Unit) -> Unit | None:
        inside = self.units.at(aboard(craft.id))
        return inside[0] if inside else None

    def is_loaded(self, craft: Unit) -> bool:
        return bool(craft.load) or self.passenger(craft) is not None

    def is_ashore(self, unit: Unit) -> bool:
        """Whether a unit is on land, or on 2632 in the land phase."""
        if unit.at in self.board.land:
            return not unit.type.is_craft
        return unit.at == _AT_FOOT and not self.impulse

    def ashore(self) -> list[Unit]:
        land, foot = self.board.land, "" if self.impulse else _AT_FOOT
        return [u for u in self.units.values() if (u.at in land and not u.type.is_craft) or u.at == foot]

    def on_the_way(self) -> list[Unit]:
        """Units and craft on the reef or on the pier, in the order of the unit list."""
        places = self.board.ways_in
        return [unit for unit in self.units.values() if unit.at in places]

    def is_afloat(self, unit: Unit) -> bool:
        """Whether a unit is on a reef or entry hex, in a craft or wading."""
        return bool(unit.craft) or self.board.is_water(unit.at)

    def hex_of(self, unit: Unit) -> Hex:
        """The hex or pier hex of a unit, or of the craft that carries it; nothing off the map."""
        return self.units[unit.craft].hex if unit.craft else unit.hex

    @cached_property
    def tracks_order(self) -> tuple[str, ...]:
        return tuple(self.tracks)


@rule("7.2", "6.4")
def allowance(state: State, unit: Unit) -> float:
    """Printed AP of the visible side, reduced if its regiment's operative morale is negative.

    It never falls below the least allowance. A unit without a regiment has its printed AP.
    """
    type = unit.type
    printed = type.ap[unit.on_back]
    if not type.regiment:
        return printed
    level, least = state.level(type.regiment), state.charts.value("least-ap")
    reduced = printed + level if level < 0 else printed
    return float(reduced if reduced > least else least)


def ap_left(state: State, unit: Unit) -> float:
    """The AP that a unit can still spend; after a flip, those of its new side less what is spent."""
    left = allowance(state, unit) - unit.spent
    return left if left > 0 else 0


def headline(state: State) -> str:
    """Turn, date, phase."""
    return f"Turn {state.turn} · {state.charts.turn(state.turn).label} · {phase_name(state.phase)} (`{state.phase}`)"
