"""What the command line needs of the race of two coaches. It shows all that the position holds, wherever it can.

So whatever it gets to know, a player gets to know too: a test looks for the other's plan in every answer.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.exports.film import Camera
from tarawa_cli.kernel.exports.film_page import html
from tarawa_cli.kernel.narration.digest import DigestLine
from tarawa_cli.kernel.players import Choice
from tarawa_cli.kernel.players.simulation import GameSeries
from tarawa_cli.kernel.presentation import Asked, Exports, Figures, Look, Looks, Opening, Pages
from tests.kernel import rivals, toy_door
from tests.kernel.rivals import SIDES, Rivalry
from tests.kernel.toy import Order
from tests.kernel.toy_film import RaceCamera

sentences, score, check_tables, LISTS = toy_door.sentences, toy_door.score, toy_door.check_tables, toy_door.LISTS
report_turn, dated = toy_door.report_turn, toy_door.dated
situation, highlights = toy_door.situation, toy_door.highlights
changed, table, SOURCES = toy_door.changed, toy_door.table, toy_door.SOURCES
examples = toy_door.examples

# ── Telling

summarize = sentences


def digest(events: Sequence[Event], state: Rivalry) -> list[DigestLine]:
    return [DigestLine(0, f"{event.type} {event.facts}") for event in events if event.type != "roll"]


def headline(state: Rivalry) -> str:
    return f"{rivals.GAME.sides.to_act(state) or 'nobody'} is to act: {state}"


def outlook(state: Rivalry, events: Iterable[Event]) -> str:
    return headline(state)


def next_steps(state: Rivalry) -> str:
    return headline(state)


def opening(state: Rivalry) -> Opening:
    return Opening("race", f"A race of two coaches: {state}", "")


# ── Looking


def brief(state: Rivalry, match: Match[Rivalry]) -> dict[str, Any]:
    return {"to_act": rivals.GAME.sides.to_act(state), **rivals.GAME.dump(state)}


def _status(match: Match[Rivalry], asked: Asked) -> Look:
    return Look("status", "state", lambda: brief(match.state, match), lambda: headline(match.state))


def _all(name: str) -> Any:
    """A look at everything, under a name."""
    return lambda match, asked: Look(name, name, lambda: str(match.state), lambda: str(match.state))


ending = None
LOOKS: Looks = {"status": _status, **{name: _all(name) for name in ("map", "units", "unit", "hex", "area", "policy")}}


# ── Choices


def _words(state: Rivalry) -> list[str]:
    """Both names, and all plans."""
    return [*SIDES, *state.plans.values()]


WORDS = dict.fromkeys(("units", "hexes", "areas", "places", "groups", "able", "foreseen", "turns"), _words)


def legal(state: Rivalry) -> list[str]:
    policies = [f"policy {side} {way}" for side in SIDES for way in rivals.WAYS]
    ways = ["decide long", "decide short"]
    return [
        *policies,
        *(ways if state.stack else [f"race {state.turn}", f"plan {state.plans.get(state.turn, 'fast')}"]),
    ]


def legal_for(state: Rivalry, word: str) -> tuple[str, list[str]]:
    return find_name(word, _words(state), "runner"), legal(state)


def idle(state: Rivalry, name: str) -> list[tuple[str, str]]:
    return [("1.1", str(state))]


def odds(state: Rivalry, tokens: list[str]) -> Look:
    return Look("odds", "odds", lambda: str(state), lambda: str(state))


def next_words(state: Rivalry, words: list[str], last: str) -> list[str]:
    return _words(state)


def remark(state: Rivalry, word: str) -> str:
    return str(state.plans)


# ── Library


def _page(name: str) -> Any:
    return lambda state, word: Look(name, name, lambda: str(state), lambda: str(state))


PAGES: Pages = {name: _page(name) for name in ("table", "rule", "scenarios")}


# ── Exports


def camera(state: Any) -> Camera:
    return RaceCamera()


EXPORTS: Exports = {
    "json": lambda match, asked: brief(match.state, match),
    "html": lambda match, asked: html(match, camera(match.state)),
}


# ── Players


class Coach:
    """Runs, and sends the rival the long way."""

    def choose(self, state: Rivalry) -> Choice:
        why = f"knowing {state.plans}"
        return Choice(Order("decide", ("long",)) if state.stack else Order("race", (state.turn,)), why)


PLAYERS: Mapping[str, str] = {"coach": "tests.kernel.rivals_door:Coach"}


def player(name: str, seed: str = "") -> Coach:
    return Coach()


def play_series(series: GameSeries, jobs: int) -> Iterator[dict[str, Any]]:
    for number in range(series.games):
        match: Match[Any] = Match(rivals.GAME, series.setup, series.seed + number)
        if series.start:
            match.state = rivals.GAME.load(series.setup, series.start)
        while not rivals.GAME.moment(match.state).over:
            perform(match, Coach().choose(match.state).order.in_words())
        yield {"seed": match.seed, "winner": match.state.outcome}


def figures(series: GameSeries, played: Sequence[dict[str, Any]]) -> Figures:
    return Figures({"games": len(played)}, [str(len(played))])


def prospects(series: GameSeries, played: Sequence[dict[str, Any]]) -> Figures:
    return Figures({"from": series.start}, [str(series.start)])
