"""Malta as the kernel sees it."""

from tarawa_cli.games.malta import data, find
from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model import codec, scenario
from tarawa_cli.games.malta.model.charts import CHARTS, Charts
from tarawa_cli.games.malta.model.state import PHASES, Setting, State, read_options
from tarawa_cli.games.malta.orders import ORDERS, check_order
from tarawa_cli.games.malta.sides import MALTESE
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.engine.order_words import Expanded
from tarawa_cli.kernel.engine.sides import Sides
from tarawa_cli.kernel.game import Moment, Setup
from tarawa_cli.kernel.hints import Any, Iterable
from tarawa_cli.kernel.saves.scenarios import ScenarioGame


class Malta(ScenarioGame[State]):
    id = "malta"
    rules = 3
    orders = ORDERS
    sides: Sides[State] = MALTESE
    data, scenario, codec = data.FILES, scenario, codec
    parts = {**ScenarioGame.parts, "views": "views", "exports": "exports"}

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
