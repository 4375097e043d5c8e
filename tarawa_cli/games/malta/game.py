"""Malta as the kernel sees it: its sides, and the game."""

from tarawa_cli.games.malta import data, find, rule
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model import codec, scenario
from tarawa_cli.games.malta.model.charts import CHARTS, Charts
from tarawa_cli.games.malta.model.names import FACE_DOWN, face_down
from tarawa_cli.games.malta.model.state import PHASES, POLICIES, Fight, Setting, State, Unit, hex_of, read_options
from tarawa_cli.games.malta.model.unit_types import SIDES, Kind, UnitType
from tarawa_cli.games.malta.orders import ORDERS, check_order, read_order
from tarawa_cli.kernel.board.units import Roster
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.engine.order_words import Action, Expanded
from tarawa_cli.kernel.engine.play import Event, asked_side
from tarawa_cli.kernel.engine.sides import Sides
from tarawa_cli.kernel.game import Moment, Setup
from tarawa_cli.kernel.hints import Any, Iterable
from tarawa_cli.kernel.saves.scenarios import ScenarioGame

# ── Sides: whose turn it is, who owns an order, and what the other side may not know (24)


_OPEN = ("unit-lost", "step-lost")
"""Events that turn a gun over."""
_HIDING = ("pick", "dummy-placed", "dummy-laid", "set-up")
"""Events that place the dummy battery (16.5)."""
_ANSWER = "policy-set"
_PLAYERS = {"axis": "Axis", "allied": "Allies"}
_PLANNING = ("zone-planned", "series-planned", "jump-cancelled")
"""Events that only the Axis see before the drop."""


class Maltese(Sides[State]):
    law = "24.1"
    mail_law = "24.4"
    law_of_seals = "24.3"

    @rule("24.2")
    def title(self, side: str) -> str:
        return _PLAYERS[side]

    def to_act(self, state: State) -> str:
        return "" if state.outcome else asked_side(state) or state.active

    @rule("24.4")
    def active(self, state: State) -> str:
        return "" if state.outcome else state.active

    @rule("24.1")
    def owner(self, state: State, order: Action) -> str:
        """A standing answer is its own side's at any time, and the dummy's place is the Allies'."""
        if order.name == "sealed" and hex_of(order.in_words().plain[0]):
            return "allied"
        return order.in_words().plain[0] if order.name == "policy" else self.to_act(state)

    @rule("24.2", "24.3", "16.5")
    def view(self, state: State, side: str) -> State:
        """The position as a side knows it: no hidden guns, plans of drops or standing answers of the other side."""
        state = _without_answers(state, side)
        if side == "allied":
            return _without_plan(state)
        names = face_down(state) if side == "axis" else {}
        if not names:
            return state
        known = state.twin()
        seen = [(id, unit) for id, unit in state.units.items() if unit.side == side or unit.revealed]
        known.units = Roster([*seen, *((name, _counter(state.units[id], name)) for id, name in names.items())])
        known.laid_upon = ""
        known.fight = _fight(state.fight, names)
        known.aims = {by: names.get(at, at) for by, at in state.aims.items() if by not in names}
        known.silenced = {names.get(id, id) for id in state.silenced}
        known.stack = [frame._replace(facts=_facts(frame.facts, names)) for frame in state.stack]
        return known

    def guess(self, known: State, side: str) -> tuple[State, str]:
        from tarawa_cli.games.malta.rules.ch24_two_players import guess  # start-up

        return guess(known, side)

    @rule("24.3")
    def seen_event(self, event: Event, side: str) -> Event | None:
        if event.type == _ANSWER and event.facts["side"] != side:
            return None
        if side == "allied":
            return None if event.type in _PLANNING else event
        if event.type in _OPEN:
            return event
        if event.type in _HIDING and event.rule in ("16.5", "22"):
            return None
        lists = {name: list(map(_masked, fact)) for name, fact in event.facts.items() if isinstance(fact, list)}
        return event._replace(facts=event.facts | lists)

    def to_seal(self, state: State, side: str, lines: list[list[str]]) -> dict[str, list[str]]:
        from tarawa_cli.games.malta.rules.ch24_two_players import to_seal  # start-up

        return to_seal(state, side, lines, read_order, check_order)

    def is_sealed(self, state: State) -> bool:
        return state.setting.options.sealed

    @rule("24.3")
    def seals_for_now(self, state: State) -> bool:
        """The drops of the first day; later ones are planned two days ahead."""
        return state.phase == "setup-axis"

    def to_reveal(self, state: State) -> str:
        from tarawa_cli.games.malta.rules.ch24_two_players import to_reveal  # start-up

        return to_reveal(state)

    def digest_of(self, state: State, key: str) -> str:
        return state.seals[key]

    def sealed(self, state: State) -> list[str]:
        return list(state.seals)

    @rule("24.3")
    def seen_order(self, order: Action, side: str) -> str:
        name, (key, *_) = order.name, [*order.in_words().plain, ""]
        if name == "policy" and key != side:
            return f"the {_PLAYERS[key]} change a standing answer"
        if side == "axis" and name == "revealed" and hex_of(key):
            return f"revealed {key}"
        if side == "allied" and name in ("zone", "series", "cancel"):
            return "the Axis plan their drops"
        return "the Allies set up" if side == "axis" and name == "place" and "cg-" in order.text() else order.text()


def _without_answers(state: State, side: str) -> State:
    """The position with the usual standing answers of the other side, whatever they are (24.2)."""
    usual = {name: answers[0] for name, answers in POLICIES.items()}
    if all(answers == usual for other, answers in state.policies.items() if other != side):
        return state
    known = state.twin()
    known.policies = {other: answers if other == side else usual for other, answers in state.policies.items()}
    return known


def _without_plan(state: State) -> State:
    if not state.plan:
        return state
    known = state.twin()
    known.plan = {}
    return known


def _masked(id: object) -> object:
    """The id of a unit, or the common name of coast guns if it may be face down."""
    return FACE_DOWN if isinstance(id, str) and id in CHARTS.units and CHARTS.units[id].hidden else id


def _fight(fight: Fight | None, names: dict[str, str]) -> Fight | None:
    return fight._replace(defenders=tuple(names.get(id, id) for id in fight.defenders)) if fight else None


def _facts(facts: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    lists = {key: [names.get(id, id) for id in fact] for key, fact in facts.items() if key == "units"}
    return facts | lists | {key: names.get(fact, fact) for key, fact in facts.items() if key == "gun"}


def _counter(gun: Unit, name: str) -> Unit:
    counter = Unit(_backside(name, gun.type.kind, gun.type))
    counter.at, counter.revealed = gun.at, False
    return counter


def _backside(name: str, kind: Kind, gun: UnitType) -> UnitType:
    """What the back of every coast gun shows."""
    return UnitType(
        id=name, name="coast gun, face down", side="allied", nation="british", kind=kind, size="bty",
        formation="fortress", attack=0, defence=0, move=0, morale=gun.morale, mobility="static", steps=1, entry="setup",
        hidden=True,
    )  # fmt: skip


MALTESE = Maltese(*SIDES)


# ── The game


class Malta(ScenarioGame[State]):
    id = "malta"
    rules = 5
    orders = ORDERS
    sides: Sides[State] = MALTESE
    data, scenario, codec = data.FILES, scenario, codec
    own_tables = "model.charts:check_own"

    def make_setting(self, setup: Setup, scenario: Any) -> Setting:
        return Setting(scenario, read_options(setup.options), Charts(setup.tables) if setup.tables else CHARTS)

    def started(self, state: State) -> Iterable[str]:
        find("rules.ch20_22_victory_scenarios:begin")(state)
        return ()

    def problems(self, state: State) -> list[str]:
        return invariants(state)

    def expand(self, state: State, line: OrderLine) -> Expanded:
        found: Expanded = find("orders.expansion:expand")(state, line)
        return found

    def check(self, state: State, action: Any) -> None:
        check_order(state, action)

    def moment(self, state: State) -> Moment:
        over = "22" if state.outcome else ""
        return Moment(state.turn, state.phase, state.setting.scenario.last, over, PHASES, tuple(CHARTS.turn_numbers))


GAME = Malta()
