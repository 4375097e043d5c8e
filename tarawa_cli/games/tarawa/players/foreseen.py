"""What may become of a position, from many games that were played on from it."""

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.players.record import LOOKS
from tarawa_cli.games.tarawa.players.summary import outcomes
from tarawa_cli.kernel.hints import Any, Iterator, Sequence
from tarawa_cli.kernel.players.simulation import Figure, Series, chances, chances_line, figure
from tarawa_cli.kernel.presentation import Figures

Games = Sequence[dict[str, Any]]
END = "end"
IN_WORDS = {
    "pyrrhic": "pyrrhic victory",
    "time": "out of time",
    "called-off": "called off",
    "ruined": "division ruined",
}
"""The ends whose names alone do not say enough."""


def prospects(series: Series, games: Games) -> Figures:
    """The chances of every end, what it costs, and how far the battle has come on each evening until then."""
    told = chances(outcomes(games), len(games))
    rows = [*_rows(games, [*_evenings(series), END])]
    return Figures({"outcomes": told, "figures": [one.facts() for one in rows]}, [*_lines(told, rows)])


def _evenings(series: Series) -> list[str]:
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
