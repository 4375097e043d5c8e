"""Tarawa as the kernel sees it."""

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.model import codec, scenario
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import PHASES, Setting, State
from tarawa_cli.games.tarawa.orders import ORDERS, check_order, is_plain
from tarawa_cli.kernel.engine.grammar import OrderLine, parsed
from tarawa_cli.kernel.engine.order_words import Expanded
from tarawa_cli.kernel.engine.sides import Sides
from tarawa_cli.kernel.game import Moment, Setup
from tarawa_cli.kernel.hints import Any, Iterator
from tarawa_cli.kernel.saves.scenarios import ScenarioGame


class Tarawa(ScenarioGame[State]):
    id = "tarawa"
    rules = 5
    orders = ORDERS
    sides: Sides[State] = Sides("marines")
    data, scenario, codec = data.FILES, scenario, codec

    def make_setting(self, setup: Setup, scenario: Any) -> Setting:
        return Setting(scenario, Charts(setup.tables))

    def started(self, state: State) -> Iterator[str]:
        if state.secured:
            from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import never_secured  # start-up

            yield from never_secured(state)
        if state.setting.scenario.goal:
            from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import is_over_at_start  # start-up

            if is_over_at_start(state):
                yield "goal: the position has already reached it"

    def problems(self, state: State) -> list[str]:
        return invariants(state)

    def expand(self, state: State, line: OrderLine) -> Expanded:
        words = parsed(ORDERS, line)
        if is_plain(state, words):
            return Expanded([words])
        from tarawa_cli.games.tarawa.orders import expansion  # start-up

        return expansion.expand(state, words)

    def check(self, state: State, action: Any) -> None:
        check_order(state, action)

    def moment(self, state: State) -> Moment:
        return Moment(state.turn, state.phase, state.setting.scenario.length, "12" if state.outcome else "", PHASES)


GAME = Tarawa()
