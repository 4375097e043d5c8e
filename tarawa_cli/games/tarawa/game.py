"""Tarawa as the kernel sees it."""

import os.path
from collections.abc import Iterator, Mapping

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model import codec, scenario
from tarawa_cli.games.tarawa.model.charts import Charts
from tarawa_cli.games.tarawa.model.state import Setting, State
from tarawa_cli.games.tarawa.orders import ORDERS, Order, check_order, is_plain, read_order
from tarawa_cli.games.tarawa.phases import PHASES
from tarawa_cli.kernel.digest import short_digest
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import Moment, Setup, is_file_name
from tarawa_cli.kernel.grammar import Grammar, OrderLine, parsed
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any
from tarawa_cli.kernel.orders import Meant
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.scenarios import REMEMBERED
from tarawa_cli.kernel.sides import Sides

if TYPE_CHECKING:
    from tarawa_cli.kernel.door import Choices, Exporting, Library, Looking, Players, Telling


class Tarawa:
    id = "tarawa"
    rules = 4
    orders: Mapping[str, Grammar] = ORDERS
    sides: Sides[State] = Sides("marines")

    def __init__(self) -> None:
        self._digests: dict[str, str] = {}
        self._settings: dict[str, Setting] = {}

    def complete(self, setup: Setup) -> Setup:
        if setup.source or not is_file_name(setup.scenario):
            return setup
        path = scenario.locate(setup.scenario, setup.folder)
        return setup._replace(scenario=os.path.basename(path), source=scenario.read(path))

    def digest(self, setup: Setup) -> str:
        key = repr(setup)
        if key not in self._digests:
            self._digests[key] = self._digest(setup)
        return self._digests[key]

    def _digest(self, setup: Setup) -> str:
        files = ("map.toml", "units.toml", "tables.toml", "charts.toml")
        texts = [self._scenario(setup).content, repr(setup.tables), *map(data.text, files)]
        return short_digest("\0".join(texts))

    def begin(self, setup: Setup) -> State:
        setting = self.setting(setup)
        state = codec.load(setting, setting.scenario.position, setup.scenario)
        wrong = list(_start_problems(state))
        if wrong:
            raise BadFile(f"{setup.scenario} is not a sound scenario:", problems=wrong)
        return state

    def load(self, setup: Setup, doc: dict[str, Any]) -> State:
        return codec.load(self.setting(setup), doc, "the save")

    def dump(self, state: State) -> dict[str, Any]:
        return codec.dump(state)

    def read(self, state: State, line: OrderLine) -> Order:
        return read_order(state, line)

    def meant(self, state: State, line: OrderLine) -> Meant:
        words = parsed(ORDERS, line)
        if is_plain(state, words):
            return Meant([words])
        from tarawa_cli.games.tarawa.orders import many

        return many.meant(state, words)

    def check(self, state: State, action: Any) -> None:
        check_order(state, action)

    def resolve(self, play: Play[State], action: Any) -> None:
        action.resolve(play)

    def moment(self, state: State) -> Moment:
        return Moment(state.turn, state.phase, state.setting.scenario.length, "12" if state.outcome else "", PHASES)

    @property
    def telling(self) -> "Telling":
        from tarawa_cli.games.tarawa.telling import sentences

        return sentences

    @property
    def looking(self) -> "Looking":
        from tarawa_cli.games.tarawa.looking import looks

        return looks

    @property
    def choices(self) -> "Choices":
        from tarawa_cli.games.tarawa.choices import asked

        return asked

    @property
    def library(self) -> "Library":
        from tarawa_cli.games.tarawa.looking import library

        return library

    @property
    def exporting(self) -> "Exporting":
        from tarawa_cli.games.tarawa.exporting import exports

        return exports

    @property
    def players(self) -> "Players":
        from tarawa_cli.games.tarawa import players

        return players

    def setting(self, setup: Setup) -> Setting:
        key = repr(setup)
        if key not in self._settings:
            if setup.tables:
                from tarawa_cli.games.tarawa.model.own_tables import check_own

                check_own(setup.tables, "the save's own tables")
            if len(self._settings) >= REMEMBERED:
                self._settings.clear()
            self._settings[key] = Setting(self._scenario(setup), Charts(setup.tables))
        return self._settings[key]

    def _scenario(self, setup: Setup) -> scenario.Scenario:
        if setup.source:
            return scenario.parsed(setup.source, setup.scenario)
        try:
            return scenario.load(scenario.locate(setup.scenario, setup.folder))
        except BadOrder as error:
            raise BadFile(error.message, hint=error.hint) from None


def _start_problems(state: State) -> Iterator[str]:
    """What is wrong with a position at the start of a game, though it can come about in play."""
    if state.secured:
        from tarawa_cli.games.tarawa.rules.ch07.clearing import never_secured

        yield from never_secured(state)
    if state.setting.scenario.goal:
        from tarawa_cli.games.tarawa.rules.ch12.victory import is_over_at_start

        if is_over_at_start(state):
            yield "goal: the position has reached it already"


GAME = Tarawa()
