"""What the command line needs of the race, in one module: no map, no hexes or areas, no odds, no rules to read."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from tarawa_cli.kernel.board.tables import Table
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.exports.film import Camera
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.narration.digest import Change, DigestLine
from tarawa_cli.kernel.players import Choice
from tarawa_cli.kernel.players.simulation import GameSeries
from tarawa_cli.kernel.presentation import Asked, Exports, Figures, Look, Looks, Opening, Pages, Situation, none
from tests.kernel import toy
from tests.kernel.toy import DUEL, GROUND, SCENARIOS, Order, Race, ahead
from tests.kernel.toy_film import RaceCamera

# ── Telling


def sentences(events: Iterable[Event], state: Race) -> list[str]:
    return [f"  {event.type} {event.facts}  [{event.rule}]" for event in events]


summarize = sentences


def digest(events: Sequence[Event], state: Race) -> list[DigestLine]:
    return [DigestLine(0, f"{event.type} {event.facts}") for event in events if event.type != "roll"]


def headline(state: Race) -> str:
    return " · ".join(f"{runner} at {at}" for runner, at in state.at.items())


def outlook(state: Race, events: Iterable[Event]) -> str:
    return next_steps(state) if state.stack else headline(state)


def next_steps(state: Race) -> str:
    return "\n".join([headline(state), *(f"  → {command}" for command in legal(state))])


def opening(state: Race) -> Opening:
    return Opening("race", f"A race over {state.length} fields", "")


def changed(before: Race, after: Race, found: Sequence[Change]) -> list[str]:
    return [f"  {change.text()}" for change in found]


def report_turn(events: Sequence[Event], state: Race) -> list[str]:
    return [f"{event.type} {event.facts}" for event in events]


def dated(state: Race, turn: int) -> tuple[str, str]:
    return f"Turn {turn}", "the day"


def score(state: Race) -> str:
    return f"the first is at {max(state.at.values())} of {state.length}"


# ── Looking


def brief(state: Race, match: Match[Race]) -> dict[str, Any]:
    return {"at": dict(state.at), "fork": bool(state.stack), "mulligans": match.mulligans}


def highlights(state: Race) -> dict[str, str]:
    return dict.fromkeys(state.at, "good")


def situation(match: Match[Race]) -> Situation:
    return Situation(["Goal: be the first"], next_steps(match.state))


def _status(match: Match[Race], asked: Asked) -> Look:
    return Look("status", "state", lambda: brief(match.state, match), lambda: next_steps(match.state))


def _units(match: Match[Race], asked: Asked) -> Look:
    at = {runner: at for runner, at in match.state.at.items() if runner.startswith(asked.word)}
    return Look(f"units {asked.word}".rstrip(), "units", lambda: at, lambda: "\n".join(at))


def _unit(match: Match[Race], asked: Asked) -> Look:
    runner = find_name(asked.word, match.state.at, "runner")
    at = match.state.at[runner]
    return Look(f"unit {runner}", "unit", lambda: {"at": at}, lambda: f"{runner} at {at}")


def ending(match: Match[Race], in_full: bool) -> Look:
    by = f"{match.state.outcome} has won, with {len(match.entries)} orders"
    return Look("ending", "ending", lambda: {"winner": match.state.outcome}, lambda: by)


LOOKS: Looks = {"status": _status, "units": _units, "unit": _unit}


# ── Choices

WORDS = {"units": lambda state: list(state.at), "able": lambda state: list(state.at)}


def legal(state: Race) -> list[str]:
    if state.outcome:
        return []
    if state.stack:
        return ["decide short", "decide long"]
    able = [runner for runner, at in state.at.items() if at < state.length]
    duels = [f"duel {one} {other}" for one, other in permutations(state.at, 2) if ahead(state, one, other)]
    return [*(f"race {runner}" for runner in able), *duels, "gust"]


def legal_for(state: Race, word: str) -> tuple[str, list[str]]:
    runner = find_name(word, state.at, "runner")
    return runner, [command for command in legal(state) if runner in command.split()]


def idle(state: Race, name: str) -> list[tuple[str, str]]:
    return [("1.1", f"{name} has arrived")]


def odds(state: Race, tokens: list[str]) -> Look:
    raise none("odds")


def next_words(state: Race, words: list[str], last: str) -> list[str]:
    begun = [command.split() for command in legal(state)]
    return [command[len(words)] for command in begun if command[: len(words)] == words and len(command) > len(words)]


def remark(state: Race, word: str) -> str:
    return f"at {state.at[word]}" if word in state.at else ""


# ── Library


def _table(state: Race | None, name: str) -> Look:
    if not name:
        return Look("table", "tables", lambda: [GROUND.id], lambda: f"{GROUND.id} {GROUND.name}")
    find_name(name, [GROUND.id], "table")
    rows = {row.span: row.result for row in GROUND.columns[""]}
    return Look(f"table {GROUND.id}", "table", lambda: rows, lambda: "\n".join(rows.values()))


def _scenarios(state: Race | None, name: str) -> Look:
    if not name:
        return Look("scenarios", "scenarios", lambda: list(SCENARIOS), lambda: "\n".join(SCENARIOS))
    found = find_name(name, SCENARIOS, "scenario")
    return Look(f"scenarios {found}", "scenario", lambda: SCENARIOS[found], lambda: str(SCENARIOS[found]))


PAGES: Pages = {"table": _table, "scenarios": _scenarios}
SOURCES = {"R": "rulebook", "X": "reconstruction"}
LISTS = {"tables": lambda: {GROUND.id: GROUND.name}, "scenarios": lambda: dict.fromkeys(SCENARIOS, "")}


def table(state: Race, id: str) -> Table:
    return {GROUND.id: GROUND, DUEL.id: DUEL}[id]


def examples(command: str) -> list[str]:
    return ["race red"] if command == "race" else []


def check_tables(own: dict[str, Any], path: str) -> list[str]:
    if set(own) - {"length"}:
        raise BadFile(f"{path}: the only table of a race is its length")
    return []


# ── Exports


def camera(state: Any) -> Camera:
    return RaceCamera()


EXPORTS: Exports = {
    "json": lambda match, asked: brief(match.state, match),
    "html": lambda match, asked: html(match, camera(match.state)),
}


# ── Players


class Leader:
    """Runs with whoever is ahead."""

    def choose(self, state: Race) -> Choice:
        if state.stack:
            return Choice(Order("decide", ("long",)), "it is sure")
        return Choice(Order("race", (max(state.at, key=lambda runner: state.at[runner]),)), "he is ahead")


PLAYERS: Mapping[str, str] = {"leader": "tests.kernel.toy_door:Leader"}


def player(name: str, seed: str = "") -> Leader:
    return Leader()


def play_series(series: GameSeries, jobs: int) -> Iterator[dict[str, Any]]:
    for number in range(series.games):
        match, orders = Match(toy.GAME, series.setup, series.seed + number), 0
        while not toy.GAME.moment(match.state).over:
            perform(match, player(series.player).choose(match.state).order.in_words())
            orders += 1
        yield {"seed": match.seed, "orders": orders}


def figures(series: GameSeries, played: Sequence[dict[str, Any]]) -> Figures:
    orders = sum(game["orders"] for game in played) / len(played)
    return Figures({"orders": orders}, [f"orders {orders:.1f}"])


prospects = None
