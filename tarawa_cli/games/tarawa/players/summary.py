"""What many games have in common, as a table."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model.state import OUTCOMES
from tarawa_cli.games.tarawa.players.record import ARRIVALS, LOOKS, NIGHTS
from tarawa_cli.kernel.door import Figures, Series

Games = Sequence[dict[str, Any]]
CLEARED = ("victory", "pyrrhic", "ruined")


class Figure(NamedTuple):
    """A row of the summary: the middle of some games, and what lies between a tenth of them at either end."""

    name: str
    games: int
    middle: float
    low: float
    high: float
    band: tuple[float, float] | None = None

    @property
    def holds(self) -> bool | None:
        """Whether it is as chapter 15 wants it; None if it says nothing about it."""
        return None if self.band is None else self.band[0] <= self.middle <= self.band[1]

    def facts(self) -> dict[str, Any]:
        facts = self._asdict()
        return facts | {"band": list(self.band) if self.band else None, "holds": self.holds}


def share(values: Sequence[float], part: float) -> float:
    """The value below which a part of the others lie; the middle of two at the half."""
    ordered = sorted(values)
    place = part * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def outcomes(games: Games) -> dict[str, int]:
    """How many games ended in each way."""
    return {name: sum(1 for game in games if game["outcome"] == name) for name in OUTCOMES}


def summary(games: Games, *, length: int, judged: bool, goal: bool = False) -> list[Figure]:
    """All figures that some game has; with the bands of chapter 15 if the games are such as it speaks of.

    A scenario with a `goal` of its own is not about the whole island.
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
    found = (_figure(name, [read(game) for game in games], bands.get(name)) for name, read in rows)
    return [figure for figure in found if figure]


def _when(look: str) -> str:
    return look if look == "end" else f"turn {look}"


def _figure(name: str, values: list[Any], band: list[float] | None) -> Figure | None:
    """Whether something happened is told as a share, how many banzais as an average, all else by its middle."""
    known = [float(value) for value in values if value is not None]
    if not known:
        return None
    average = sum(known) / len(known)
    middle = average if name in _AVERAGES or name.startswith("banzais") else share(known, 0.5)
    limits = (band[0], band[1]) if band else None
    return Figure(name, len(known), middle, share(known, 0.1), share(known, 0.9), limits)


_AVERAGES = ("island cleared", "goal reached", "called off")
_SHARES = ("island", "goal", "called", "steps")


def figures(series: Series, games: Games) -> Figures:
    """The figures of a series, with the bands of chapter 15 if it is the battle that they are about."""
    from tarawa_cli.games.tarawa.game import GAME

    scenario = GAME.setting(series.setup).scenario
    judged = series.setup.scenario == "campaign" and series.player == "historical"
    found = summary(games, length=scenario.length, judged=judged, goal=bool(scenario.goal))
    facts = {"outcomes": outcomes(games), "figures": [figure.facts() for figure in found]}
    return Figures(facts, lines(games, found))


def lines(games: Games, figures: Sequence[Figure]) -> list[str]:
    """The summary as text."""
    told = [f"{name} {number} ({number / len(games):.1%})" for name, number in outcomes(games).items() if number]
    wanted = "   chapter 15" if any(figure.band for figure in figures) else ""
    text = [", ".join(told), "", f"{'':32}{'middle':>9}{'10 %':>9}{'90 %':>9}{wanted}"]
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
        return f"{value:.1%}"
    if figure.name.startswith("banzais"):
        return f"{value:.1f}"
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"


def table(games: Games) -> list[list[str]]:
    """Every game as a row of plain cells, under a row of names."""
    rows = [_flat(game) for game in games]
    return [list(rows[0]), *([_cell(value) for value in row.values()] for row in rows)]


def _flat(game: dict[str, Any]) -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in game.items():
        if isinstance(value, dict):
            flat |= {f"{key} {name}": inner for name, inner in value.items()}
        elif isinstance(value, list):
            flat |= {f"{key} {number}": inner for number, inner in enumerate(value, 1)}
        else:
            flat[key] = value
    return flat


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return f"{value:.4f}" if isinstance(value, float) else str(value)
