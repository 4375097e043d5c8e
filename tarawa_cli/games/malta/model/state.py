"""The state of a game: its phases, its options, and everything that is on the table.

It holds nothing that the map or the charts say. Names here are the keys of a save and of a scenario's `[position]`.
Questions that only look are here too; whatever changes state is in `apply`.
"""

from tarawa_cli.games.malta import data, rule
from tarawa_cli.games.malta.model import policies
from tarawa_cli.games.malta.model.board import Board, malta
from tarawa_cli.games.malta.model.charts import CHARTS, Charts, TurnBox
from tarawa_cli.games.malta.model.unit import ABSENT, LOST, POOL, turn_of
from tarawa_cli.games.malta.model.unit import DEMORALISED as DEMORALISED
from tarawa_cli.games.malta.model.unit import DISORGANISED as DISORGANISED
from tarawa_cli.games.malta.model.unit import OK as OK
from tarawa_cli.games.malta.model.unit import STATES as STATES
from tarawa_cli.games.malta.model.unit import Unit as Unit
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import Roster, cloner
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.play import Frame
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable, Collection, Mapping, NamedTuple
from tarawa_cli.kernel.standard import cache, cached_property

if TYPE_CHECKING:
    from tarawa_cli.games.malta.model.scenario import Scenario

# ── The phases of a day in their order (4)


INITIAL = (
    "setup-allied",
    "setup-axis",
    "approach",
    "formations",
    "weather",
    "air-strikes",
    "plan-drops",
    "aides",
    "replacements",
    "absorb",
    "ammunition",
    "dismantle",
    "royal-navy",
)
"""The initial segment, once a day (4.1); before the first one the players may set up their own way (22)."""
LANDINGS = ("embark", "ships", "coast-fire", "first-wave", "second-wave", "airborne")
LAND = ("movement", "support", "bombardment", "combat", "breakthrough")
PHASES = (
    *INITIAL,
    "axis-status",
    *LANDINGS,
    *(f"axis-{part}" for part in LAND),
    "allied-status",
    *(f"allied-{part}" for part in LAND),
    "surrender",
    "transition",
)


# ── The options of a new game (`new --setup own --plan own --with 8ko,1ches`)


OWN = "own"


class Options(NamedTuple):
    own_setup: bool = False
    """The Allied player sets up the units (22)."""
    own_plan: bool = False
    """The Axis player makes the plan (22)."""
    more: tuple[str, ...] = ()
    """Units of the variants that take part."""
    delayed: bool = False
    """Landings may be delayed (22.39)."""
    alone: bool = False
    """One person plays both sides (21)."""
    sealed: bool = False
    """The save holds plans of drops only as digests (24.3)."""


USUAL_OPTIONS = Options()


@rule("22")
def read_options(given: Mapping[str, Any]) -> Options:
    """The options as `new` and a save write them; BadOrder for an unknown one."""
    if "sealed" in given and "plan" not in given:
        raise BadOrder("--sealed needs --plan own: the printed plan is not a secret")
    unknown = sorted(set(given) - {"setup", "plan", "with", "delayed", "alone", "sealed"})
    if unknown:
        raise BadOrder(f"options: Malta has no option {shown(unknown[0])}")
    return Options(
        _own_option(given, "setup"),
        _own_option(given, "plan"),
        _optional_units(given.get("with", "")),
        *(_flag_option(given, name) for name in ("delayed", "alone", "sealed")),
    )


def _own_option(given: Mapping[str, Any], name: str) -> bool:
    if given.get(name, OWN) != OWN:
        raise BadOrder(f"--{name} {shown(str(given[name]))}: must be {OWN}")
    return name in given


def _flag_option(given: Mapping[str, Any], name: str) -> bool:
    if given.get(name, True) is not True:
        raise BadOrder(f"--{name} takes no value")
    return name in given


def _optional_units(names: Any) -> tuple[str, ...]:
    """Units that are optional, in the order of the unit list."""
    if not isinstance(names, str):
        raise BadOrder("--with: must be names of optional units, separated by commas")
    optional = [id for id, unit in CHARTS.units.items() if unit.optional]
    found = {find_name(word.strip(), optional, "optional unit") for word in names.split(",") if word.strip()}
    return tuple(id for id in optional if id in found)


# ── The position


OUTCOMES = {
    "axis": "the Axis have reached their goal",
    "allied": "the Allies have held out",
    "surrender": "Malta surrenders, the Axis have won",
    "called-off": "the invasion is called off, the Allies have won",
    "stands": "Malta stands, the Allies have won",
}
RESIGNED = {
    "axis-resigned": "the Axis have resigned, the Allies have won",
    "allied-resigned": "the Allies have resigned, the Axis have won",
}
ENDINGS = OUTCOMES | RESIGNED
"""How a game can end: by the rules, or because a side gives it up."""
AIR_MARKER = "air"
"""An air support marker among the guns that are assigned to a hex (9.2)."""
POLICIES: dict[str, tuple[str, ...]] = {name: tuple(policy.answers) for name, policy in policies.POLICIES.items()}
"""Standing answers (24.2), the usual one first. `hits` is for both roles, until `attack-hits` is set on its own."""
ATTACKER, DEFENDER = 0, 1
DUMMY = "dummy:"
"""The prefix of the key under which the dummy's place in its stack is sealed; its hex follows (24.3)."""
_ALLIED = ("setup-allied", "absorb", "dismantle")
"""Phases of the Allied player in the initial segment, and before it."""


def hex_of(key: str) -> Hex:
    """The hex of a seal on the dummy's place; nothing, if it is a seal on a plan."""
    return key.removeprefix(DUMMY) if key.startswith(DUMMY) else ""


def other_side(side: Side) -> Side:
    return "allied" if side == "axis" else "axis"


class Fight(NamedTuple):
    """An attack that is being carried out; pairs are attacker's, defender's."""

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    on: Hex
    origins: tuple[Hex, ...]
    """The hexes from which it was made."""
    offence: tuple[str, ...] = ()
    """Guns, ships and planes that support the attack."""
    support: tuple[str, ...] = ()
    """Guns and ships that support the defence."""
    led: tuple[str, ...] = ()
    """Leaders whose command helps."""
    sappers: bool = False
    """Whether engineers gave their column, and so bear the losses (9.92)."""
    hits: tuple[int, int] = (0, 0)
    """Hits still to be taken."""
    back: tuple[int, int] = (0, 0)
    """Hexes of retreat."""
    marks: tuple[str, str] = ("", "")
    """D or Z."""
    close: bool = False
    """Whether the fight is in one hex, after a landing or a drop (18.6, 19.5)."""

    def units(self, role: int) -> tuple[str, ...]:
        return self.defenders if role == DEFENDER else self.attackers


class DropZone(NamedTuple):
    """A drop zone that is planned (19.2)."""

    turn: int
    marker: Hex
    nation: str
    series: tuple[str, ...] = ()
    """Units, then the offset from the marker if there is one: `fj-heydte ne1`."""


class Setting:
    """Scenario, options, charts and map, which do not change in play."""

    def __init__(self, scenario: "Scenario", options: Options = USUAL_OPTIONS, charts: Charts = CHARTS) -> None:
        self.scenario = scenario
        self.options = options
        self.charts = charts
        self.board: Board = malta()
        self.written: dict[str, Any] = {}
        """A new game without its units, as plain values; filled when first needed."""

    @cached_property
    def fresh(self) -> "State":
        """A new game, with which a save is compared."""
        fresh = State(self)
        if self.scenario.position.get("default") == ABSENT:
            for unit in fresh.units.values():
                unit.at = POOL if unit.type.of else ABSENT
        return fresh


@cache
def _player_of(phase: str) -> Side:
    return "allied" if phase.startswith("allied") or phase in _ALLIED else "axis"


@cache
def _cloner() -> Callable[[Unit], Unit]:
    return cloner(Unit)


class State:
    """A position in play."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.board = setting.board
        self.charts = setting.charts
        self.turn = 1
        self.phase = "approach"
        self.outcome = ""
        self.policies: dict[Side, dict[str, str]] = {
            side: {name: answers[0] for name, answers in POLICIES.items()} for side in SIDES
        }
        """Standing answers of each side (24.2)."""
        self.fight: Fight | None = None
        """The attack that is being carried out."""
        self.stack: list[Frame] = []
        """Unfinished work and questions, the topmost last."""
        self.units: Roster[Unit] = Roster(
            [(id, Unit(type, id in setting.options.more)) for id, type in self.charts.units.items()]
        )
        self._set_up_battle()
        self._set_up_turn()

    def _set_up_battle(self) -> None:
        """Set what lasts until something changes it."""
        self.weather = "clear"
        """Of the day (17.2)."""
        self.stock = 12
        """Ammunition of the Axis (12.54)."""
        self.control: set[Hex] = set()
        """Land that the Axis control; all other land is Allied."""
        self.strongpoints: set[Hex] = {sheet["hex"] for sheet in data.document("units.toml")["strongpoints"].values()}
        """Hexes with a strongpoint (16.2)."""
        self.lost_steps = 0
        """Ground steps that the Axis have lost (20.3)."""
        self.royal_navy = 0
        """What the Royal Navy rolled on 1 July; 0 until then (17.6)."""
        self.laid_upon = ""
        """The gun below the dummy in its stack; nothing if the dummy is at the bottom (16.5)."""
        self.silenced: set[str] = set()
        """Coast guns that are silent until the next morning (17.5)."""
        self.dismantled = 0
        """Strongpoints dismantled so far (16.25)."""
        self.delayed: set[str] = set()
        """Zones whose first waves sail a turn late (22.39)."""
        self.plan: dict[str, DropZone] = {}
        """Planned drops, by the name of their zone (19.3)."""
        self.seals: dict[str, str] = {}
        """In a sealed game, by turn: the digest of a plan that is not revealed yet; and of the dummy's place (24.3)."""
        self.planned_before: dict[str, list[str]] = {}
        """In a sealed game, by turn: the units that its plan named when it was revealed (24.3)."""
        self.replaced: set[str] = set()
        """Battalions that have had their replacement (17.4)."""

    def _set_up_turn(self) -> None:
        """Set what belongs to one turn, or to one phase of it."""
        self.assigned: dict[Hex, list[str]] = {}
        """Guns and planes assigned to a hex in this phase (9.2)."""
        self.bombarded: set[Hex] = set()
        """Hexes bombarded in this phase (10.1)."""
        self.assaulted: set[Hex] = set()
        """Hexes attacked in this phase (9.1)."""
        self.lifted = 0
        """Points that have embarked this turn (18.3)."""
        self.flown = 0
        """Air markers that were spent on beaches this turn (17.2, 18.6)."""
        self.aims: dict[str, str] = {}
        """Who fires at what in `coast-fire`: a ship at a gun, a gun at a ship or at a wave box (16.55, 16.79)."""
        self.strikes = 0
        """Air strikes flown in this morning (17.5)."""
        self.jumped = False
        """Whether the drops of this turn have been made (4.23)."""
        self.free: set[str] = set()
        """Units that may still move one hex after landing or dropping (18.7, 19.6), or be set up."""
        self.airlanded: dict[Hex, int] = {}
        """Points landed on each airfield this turn (16.1)."""

    def twin(self) -> "State":
        """A shallow copy: values that are replaced in it do not change here."""
        twin = State.__new__(State)
        vars(twin).update(vars(self))
        return twin

    def copied(self, shared: Callable[[Unit], bool] | None = None) -> "State":
        """An independent copy, for trials. Units for which `shared` is true must not change in it."""
        other = self.twin()
        vars(other).update({name: one.copy() for name, one in vars(self).items() if type(one) in (dict, set, list)})
        other.units = self.units.copied(_cloner(), shared)
        return other

    @property
    def box(self) -> TurnBox:
        return self.charts.turn(self.turn)

    @property
    def night(self) -> bool:
        return self.box.night

    @property
    def question(self) -> Frame | None:
        """The open question, which must be answered first."""
        return self.stack[-1] if self.stack else None

    @property
    def current_fight(self) -> Fight:
        """The attack that is being carried out, where there must be one."""
        assert self.fight is not None
        return self.fight

    @property
    def active(self) -> Side:
        """The side whose player turn it is; shared segments count as the Axis player's."""
        return _player_of(self.phase)

    def controller(self, at: Hex) -> Side:
        return "axis" if at in self.control else "allied"

    @property
    def prized(self) -> Collection[Hex]:
        """Hexes that decide the game: those of the scenario's goal (22), otherwise the objectives (20.3)."""
        goal = self.setting.scenario.goal
        return {*goal.hexes, *goal.needed} if goal else self.board.objectives

    def units_at(self, at: str) -> tuple[Unit, ...]:
        return self.units.at(at)

    def side_at(self, side: Side, at: str) -> list[Unit]:
        """The units of a side in a place."""
        return [unit for unit in self.units.at(at) if unit.side == side]

    def boxes(self) -> dict[str, list[str]]:
        """Units in play that are not on the map, by box; leaders on the track by their turn."""
        found: dict[str, list[str]] = {}
        for unit in self.units.values():
            if not unit.on_map and unit.at not in (LOST, ABSENT, POOL):
                found.setdefault(unit.at, []).append(unit.id)
        numbers = self.charts.turn_numbers
        return dict(sorted(found.items(), key=lambda box: (numbers.get(turn_of(box[0]), 0), box[0])))

    def named(self, ids: tuple[str, ...] | list[str]) -> list[Unit]:
        return [self.units[id] for id in ids]

    def remaining(self, ids: tuple[str, ...] | list[str]) -> list[Unit]:
        """Those of some units that are still on the map."""
        return [unit for unit in self.named(ids) if unit.steps and unit.on_map]

    def companies_of(self, battalion: Unit) -> list[Unit]:
        """The counters of a battalion's companies, on the table or not (13)."""
        count = len(battalion.type.type.companies) if battalion.type.type else 0
        return [self.units[f"{battalion.id}-{number}"] for number in range(1, count + 1)]

    def companies_out(self, battalion: Unit) -> list[Unit]:
        """The companies of a broken battalion that are left."""
        return [company for company in self.companies_of(battalion) if company.steps and not company.in_battalion]

    def steps_left(self, unit: Unit) -> int:
        """The remaining steps of a unit; those of companies count for their battalion."""
        if unit.type.of:
            return 0
        if not unit.type.type:
            return 0 if unit.is_broken else unit.steps
        return (0 if unit.is_broken else unit.steps) + len(self.companies_out(unit))
