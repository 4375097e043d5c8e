"""The figures of many games, as a table."""

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import CLEARED, OUTCOMES, RESIGNED
from tarawa_cli.games.tarawa.players.record import ARRIVALS, LOOKS, NIGHTS
from tarawa_cli.kernel.hints import Any, Callable, Sequence
from tarawa_cli.kernel.players.simulation import Figure, Series, figure
from tarawa_cli.kernel.presentation import Figures

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


def figures(series: Series, games: Games) -> Figures:
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
