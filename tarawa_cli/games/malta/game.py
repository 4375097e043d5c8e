"""Malta as the kernel sees it."""

import os.path
from collections.abc import Mapping

from tarawa_cli.games.malta import data, find
from tarawa_cli.games.malta.model import codec, options, scenario
from tarawa_cli.games.malta.model.charts import CHARTS, Charts
from tarawa_cli.games.malta.model.state import Setting, State
from tarawa_cli.games.malta.orders import ORDERS, Order, check_order, read_order
from tarawa_cli.games.malta.phases import PHASES
from tarawa_cli.games.malta.sides import MALTESE
from tarawa_cli.kernel.digest import short_digest
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import Moment, Setup, is_file_name
from tarawa_cli.kernel.grammar import Grammar
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any
from tarawa_cli.kernel.orders import Meant
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.scenarios import REMEMBERED
from tarawa_cli.kernel.sides import Sides

if TYPE_CHECKING:
    from tarawa_cli.kernel.door import Choices, Exporting, Library, Looking, Players, Telling

_FILES = ("map.toml", "units.toml", "tables.toml", "charts.toml")


class Malta:
    id = "malta"
    rules = 3
    orders: Mapping[str, Grammar] = ORDERS
    sides: Sides[State] = MALTESE

    def __init__(self) -> None:
        self._settings: dict[str, Setting] = {}

    def complete(self, setup: Setup) -> Setup:
        if setup.source or not is_file_name(setup.scenario):
            return setup
        path = scenario.locate(setup.scenario, setup.folder)
        return setup._replace(scenario=os.path.basename(path), source=scenario.read(path))

    def digest(self, setup: Setup) -> str:
        chosen = [repr(sorted(setup.options.items()))] if setup.options else []
        texts = [self._scenario(setup).content, repr(setup.tables), *chosen, *map(data.text, _FILES)]
        return short_digest("\0".join(texts))

    def begin(self, setup: Setup) -> State:
        setting = self.setting(setup)
        state = codec.load(setting, setting.scenario.position, setup.scenario)
        find("rules.ch22.beginning:begin")(state)
        return state

    def load(self, setup: Setup, doc: dict[str, Any]) -> State:
        try:
            setting = self.setting(setup)
        except BadOrder as error:
            raise BadFile(error.message, hint=error.hint) from None
        return codec.load(setting, doc, "the save")

    def dump(self, state: State) -> dict[str, Any]:
        return codec.dump(state)

    def read(self, state: State, tokens: list[str]) -> Order:
        return read_order(state, tokens)

    def meant(self, state: State, tokens: list[str]) -> Meant:
        found: Meant = find("orders.many:meant")(state, tokens)
        return found

    def check(self, state: State, action: Any) -> None:
        check_order(state, action)

    def resolve(self, play: Play[State], action: Any) -> None:
        action.resolve(play)

    def moment(self, state: State) -> Moment:
        over = "22" if state.outcome else ""
        return Moment(state.turn, state.phase, state.setting.scenario.last, over, PHASES, tuple(CHARTS.turn_numbers))

    @property
    def telling(self) -> "Telling":
        from tarawa_cli.games.malta.telling import sentences

        return sentences

    @property
    def looking(self) -> "Looking":
        from tarawa_cli.games.malta.looking import looks

        return looks

    @property
    def choices(self) -> "Choices":
        from tarawa_cli.games.malta.choices import asked

        return asked

    @property
    def library(self) -> "Library":
        from tarawa_cli.games.malta.looking import library

        return library

    @property
    def exporting(self) -> "Exporting":
        from tarawa_cli.games.malta.exporting import exports

        return exports

    @property
    def players(self) -> "Players":
        from tarawa_cli.games.malta import players

        return players

    def setting(self, setup: Setup) -> Setting:
        key = repr(setup)
        if key not in self._settings:
            if setup.tables:
                from tarawa_cli.games.malta.model.own_tables import check_own

                check_own(setup.tables, "the custom tables of the save")
            charts = Charts(setup.tables) if setup.tables else CHARTS
            if len(self._settings) >= REMEMBERED:
                self._settings.clear()
            self._settings[key] = Setting(self._scenario(setup), options.read(setup.options), charts)
        return self._settings[key]

    def _scenario(self, setup: Setup) -> scenario.Scenario:
        if setup.source:
            return scenario.parsed(setup.source, setup.scenario)
        try:
            return scenario.load(scenario.locate(setup.scenario, setup.folder))
        except BadOrder as error:
            raise BadFile(error.message, hint=error.hint) from None


GAME = Malta()
