"""Many games by a computer player: what is watched in each, their figures, and the prospects of a game."""

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import CLEARED, OUTCOMES, RESIGNED, State
from tarawa_cli.games.tarawa.players import player
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Sequence
from tarawa_cli.kernel.players import simulation
from tarawa_cli.kernel.players.simulation import Figure, GameSeries, chances, chances_line, figure
from tarawa_cli.kernel.presentation import Figures

# ── What is watched in a game


LOOKS = (5, 14, 23)
"""The evenings on which the battle is measured."""
LAND = 303
ARRIVALS = ("amtracs of turn 1", "waders of turn 2", "1/8")
NIGHTS = 3


def held(state: State) -> float:
    """The share of the island that is cleared, or has been entered if it is beach or airstrip."""
    return (len(state.cleared) + len(state.occupied)) / len(state.board.land)


class Record:
    """Watches a game order by order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.orders = 0
        self.casualties: dict[str, int] = {}
        self.held: dict[str, float] = {}
        self.pillboxes: dict[int, int] = {}
        """The turn in which the first, second… pillbox hex was cleared."""
        self.banzais = [0] * NIGHTS
        self.collapse = 0
        """The first turn in which Japanese hexes fell without an attack."""
        self._group: dict[str, str] = {}
        self._arrived: dict[str, list[tuple[int, int]]] = {name: [] for name in ARRIVALS}
        self._turn = state.turn

    def take(self, events: Iterable[Event]) -> None:
        """Take note of an order that has been carried out."""
        self.orders += 1
        for event in events:
            watch = _WATCH.get(event.type)
            if watch:
                watch(self, event)

    def _turn_begun(self, event: Event) -> None:
        ended = event.facts["turn"] - 1
        if ended in LOOKS:
            self._measure(str(ended))
        self._turn = event.facts["turn"]

    def _game_over(self, event: Event) -> None:
        """Figures not reached by the end count as they stand then."""
        for turn in (*map(str, LOOKS), "end"):
            if turn not in self.held:
                self._measure(turn)

    def _measure(self, name: str) -> None:
        self.casualties[name] = self.state.casualties
        self.held[name] = held(self.state)

    def _hex_cleared(self, event: Event) -> None:
        if event.rule == "9.2.3":
            self.collapse = self.collapse or self._turn
        if event.facts["hex"] in self.state.board.pillboxes:
            self.pillboxes[len(self.pillboxes) + 1] = self._turn

    def _banzai_struck(self, event: Event) -> None:
        self.banzais[{6: 0, 7: 0, 15: 1, 16: 1}.get(self._turn, 2)] += 1

    # ── Arrivals

    def _embarked(self, event: Event) -> None:
        unit = self.state.units[event.facts["unit"]]
        crosses = self.state.units[event.facts["craft"]].type.crosses
        if not unit.type.can("attacks"):
            return
        if unit.type.battalion == "1/8":
            self._group[unit.id] = "1/8"
        elif self._turn == 1 and crosses == "always":
            self._group[unit.id] = "amtracs of turn 1"
        elif self._turn == 2 and crosses == "high-water":
            self._group[unit.id] = "waders of turn 2"

    def _arrives(self, event: Event) -> None:
        group = self._group.pop(event.facts["unit"], "")
        if group:
            unit = self.state.units[event.facts["unit"]]
            self._arrived[group].append((unit.steps, unit.type.steps))

    def arrivals(self) -> dict[str, float | None]:
        """The share of steps with which each group came ashore; None if nobody of it did."""
        shares: dict[str, float | None] = {}
        for name, units in self._arrived.items():
            full = sum(of for _, of in units)
            shares[name] = sum(steps for steps, _ in units) / full if full else None
        return shares

    def facts(self) -> dict[str, Any]:
        """All figures, in a fixed order."""
        return {
            "outcome": self.state.outcome,
            "turn": self.state.turn,
            "orders": self.orders,
            "casualties": self.casualties,
            "held": self.held,
            "pillboxes_turn_2": sum(1 for turn in self.pillboxes.values() if turn <= 2),
            "eighth_pillbox": self.pillboxes.get(8),
            "arrivals": self.arrivals(),
            "banzais": self.banzais,
            "collapse": self.collapse or None,
            "uncleared": len(self.state.uncleared),
        }


_WATCH = {
    "turn-begun": Record._turn_begun,
    "game-over": Record._game_over,
    "hex-cleared": Record._hex_cleared,
    "banzai-struck": Record._banzai_struck,
    "embarked": Record._embarked,
    "landing-turn-set": Record._arrives,
    "unit-lost": Record._arrives,
}


# ── The figures of many games


Games = Sequence[dict[str, Any]]


def outcomes(games: Games) -> dict[str, int]:
    """How many games ended in each way."""
    names = [*OUTCOMES, *([RESIGNED] if any(game["outcome"] == RESIGNED for game in games) else [])]
    return {name: sum(1 for game in games if game["outcome"] == name) for name in names}


def summary(games: Games, *, length: int, judged: bool, goal: bool = False) -> list[Figure]:
    """All figures that any game has, with the bands of chapter 15 if those apply.

    They do not apply to a scenario with a `goal` of its own, which is not about the whole island.
    """
    bands = data.document("bands.toml")["bands"] if judged else {}
    looks = [str(turn) for turn in LOOKS if turn < length]
    rows: list[tuple[str, Callable[[dict[str, Any]], Any]]] = [
        ("goal reached" if goal else "island cleared", lambda game: game["outcome"] in CLEARED),
        ("called off", lambda game: game["outcome"] == "called-off"),
        ("last turn", lambda game: game["turn"]),
        *((f"casualties, {_when(look)}", lambda game, look=look: game["casualties"][look]) for look in [*looks, "end"]),
        *((f"island held, {_when(look)}", lambda game, look=look: game["held"][look]) for look in [*looks, "end"]),
        ("pillbox hexes, turn 2", lambda game: game["pillboxes_turn_2"]),
        ("eighth pillbox hex, turn", lambda game: game["eighth_pillbox"]),
        *((f"steps ashore, {group}", lambda game, group=group: game["arrivals"][group]) for group in ARRIVALS),
        *((f"banzais, night {night + 1}", lambda game, night=night: game["banzais"][night]) for night in range(NIGHTS)),
        ("Japanese collapse, turn", lambda game: game["collapse"]),
        ("orders", lambda game: game["orders"]),
    ]
    values = {name: [read(game) for game in games] for name, read in rows}
    found = (figure(name, values[name], bands.get(name), average=_is_average(name)) for name in values)
    return [one for one in found if one]


def _when(look: str) -> str:
    return look if look == "end" else f"turn {look}"


def _is_average(name: str) -> bool:
    """Whether a figure is averaged: yes-or-no figures and banzais are; all others are given by their median."""
    return name in _AVERAGES or name.startswith("banzais")


_AVERAGES = ("island cleared", "goal reached", "called off")
_SHARES = ("island", "goal", "called", "steps")


def figures(series: GameSeries, games: Games) -> Figures:
    """The figures of a series, with the bands of chapter 15 if it plays that battle."""
    scenario = GAME.setting(series.setup).scenario
    judged = series.setup.scenario == "campaign" and series.player == "historical"
    found = summary(games, length=scenario.length, judged=judged, goal=bool(scenario.goal))
    facts = {"outcomes": outcomes(games), "figures": [figure.facts() for figure in found]}
    return Figures(facts, lines(games, found))


def lines(games: Games, figures: Sequence[Figure]) -> list[str]:
    """The summary as text."""
    told = [
        f"{name} {number} ({number / len(games) * 100:.1f} %)" for name, number in outcomes(games).items() if number
    ]
    wanted = "   chapter 15" if any(figure.band for figure in figures) else ""
    text = [", ".join(told), "", f"{'':32}{'median':>9}{'10 %':>9}{'90 %':>9}{wanted}"]
    return text + [_line(figure, len(games)) for figure in figures]


def _line(figure: Figure, games: int) -> str:
    row = f"{figure.name:32}{_number(figure, figure.middle):>9}"
    if figure.name not in _AVERAGES:
        row += f"{_number(figure, figure.low):>9}{_number(figure, figure.high):>9}"
    if figure.band:
        row = f"{row:59}   {_number(figure, figure.band[0])} to {_number(figure, figure.band[1])}: "
        row += "holds" if figure.holds else "does not hold"
    return row + (f"   in {figure.games} games" if figure.games < games else "")


def _number(figure: Figure, value: float) -> str:
    if figure.name.startswith(_SHARES):
        return f"{value * 100:.1f} %"
    if figure.name.startswith("banzais"):
        return f"{value:.1f}"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"


# ── The prospects of a game, from many that begin there


END = "end"
IN_WORDS = {
    "pyrrhic": "pyrrhic victory",
    "time": "out of time",
    "called-off": "called off",
    "ruined": "division ruined",
}
"""The ends whose names alone do not say enough."""


def prospects(series: GameSeries, games: Games) -> Figures:
    """The chances of every end, what it costs, and how far the battle has come on each evening until then."""
    told = chances(outcomes(games), len(games))
    rows = [*_rows(games, [*_evenings(series), END])]
    return Figures({"outcomes": told, "figures": [one.facts() for one in rows]}, [*_lines(told, rows)])


def _evenings(series: GameSeries) -> list[str]:
    """The last turns of the days still to come, the last day of the scenario aside: that is its end."""
    now = series.start["turn"] if series.start else 1
    return [str(turn) for turn in LOOKS if now <= turn < GAME.setting(series.setup).scenario.length]


def _rows(games: Games, looks: Sequence[str]) -> Iterator[Figure]:
    """Casualties and ground; an evening counts only in games that came so far."""
    for look in looks:
        reached = [game for game in games if look == END or game["turn"] > int(look)]
        for name in ("casualties", "held"):
            if one := figure(f"{name}, {look}", [game[name][look] for game in reached]):
                yield one
    if last := figure("last turn", [game["turn"] for game in games]):
        yield last


def _lines(told: dict[str, Any], rows: Sequence[Figure]) -> Iterator[str]:
    found = {one.name: one for one in rows}
    yield chances_line(told, IN_WORDS)
    yield f"casualties {_span(found['casualties, end'])}; the game ends in turn {_span(found['last turn'])}"
    yield "progress by day:"
    for name, one in found.items():
        what, _, look = name.partition(", ")
        if what == "casualties":
            when = "at the end" if look == END else f"end of turn {look}"
            held = found[f"held, {look}"]
            yield f"  {when:15} {_percent(held):>16} of the island held, casualties {_span(one)}"


def _span(one: Figure) -> str:
    low, high = f"{one.low:,.0f}", f"{one.high:,.0f}"
    return low if low == high else f"{low} to {high}"


def _percent(one: Figure) -> str:
    low, high = f"{one.low * 100:.0f}", f"{one.high * 100:.0f}"
    return f"{low} %" if low == high else f"{low} to {high} %"


# ── Many games


def play_game(series: GameSeries, number: int) -> dict[str, Any]:
    """The figures of one game of a series."""
    return simulation.play_game(GAME, series, number, player, Record)


def play_series(series: GameSeries, jobs: int) -> Iterator[dict[str, Any]]:
    """All games of a series, in order."""
    return simulation.play_series(play_game, series, jobs)
