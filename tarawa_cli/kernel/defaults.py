"""Defaults for each part of `presentation`, for what a game leaves out.

A small game needs none of its own words: events are shown by their names and facts, legal is what the fields of its
orders can name and the law allows, and a player that plays at random follows from that.
"""

from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.engine.legal import Cost
from tarawa_cli.kernel.engine.order_words import find_name
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, allows
from tarawa_cli.kernel.game import Game, finder
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, Sequence
from tarawa_cli.kernel.narration.digest import Change, DigestLine
from tarawa_cli.kernel.players import Chance, Player, play_on
from tarawa_cli.kernel.presentation import (
    Asked,
    Exports,
    Facts,
    Figures,
    Look,
    Looks,
    Opening,
    Pages,
    Prospects,
    Situation,
    none,
)

if TYPE_CHECKING:
    from tarawa_cli.kernel.board.tables import Table
    from tarawa_cli.kernel.players.simulation import GameSeries


class _Of:
    """A part of a game."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game


class NarrationDefaults(_Of):
    def sentences(self, events: Iterable[Event], state: Any) -> list[str]:
        return [f"  {in_words(event)}  [{event.rule}]" for event in events]

    def summarize(self, events: Iterable[Event], state: Any) -> list[str]:
        return self.game.narration.sentences(events, state)

    def digest(self, events: Sequence[Event], state: Any) -> list[DigestLine]:
        return [DigestLine(0, line.strip()) for line in self.game.narration.sentences(events, state)]

    def headline(self, state: Any) -> str:
        now = self.game.moment(state)
        turn, over = now.turn_name(now.turn) if now.turn else "", "the game is over" if now.over else ""
        return " · ".join(filter(None, [turn, now.phase, over])) or self.game.id

    def outlook(self, state: Any, events: Iterable[Event]) -> str:
        telling = self.game.narration
        return telling.next_steps(state) if state.stack else telling.headline(state)

    def next_steps(self, state: Any) -> str:
        steps = [f"  → {command}" for command in self.game.legal.legal(state)]
        return "\n".join([self.game.narration.headline(state), *steps])

    def reason(self, state: Any, line: OrderLine) -> str:
        return ""

    def find_waste(self, state: Any) -> list[str]:
        return []

    def basis(self, state: Any, events: Sequence[Event]) -> list[str]:
        return []

    def opening(self, state: Any) -> Opening:
        return Opening(self.game.id, self.game.id.capitalize(), "")

    def changed(self, before: Any, after: Any, found: Sequence[Change]) -> list[str]:
        return [f"  {change.text()}" for change in found]

    def report_turn(self, events: Sequence[Event], state: Any) -> list[str]:
        return [line.strip() for line in self.game.narration.sentences(events, state)]

    def dated(self, state: Any, turn: int) -> tuple[str, str]:
        return f"Turn {turn}", f"Turn {turn}"

    def score(self, state: Any) -> str:
        return ""


def in_words(event: Event) -> str:
    """An event by its name and its facts."""
    facts = ", ".join(f"{name} {value}" for name, value in event.facts.items() if value not in ([], ""))
    return f"{event.type.replace('-', ' ')}: {facts}" if facts else event.type.replace("-", " ")


class ViewsDefaults(_Of):
    ending = None

    @property
    def LOOKS(self) -> Looks:
        return {"status": self._status}

    def _status(self, match: Match[Any], asked: Asked) -> Look:
        looking, state = self.game.views, match.state
        facts = {**looking.brief(state, match), **self.game.dump(state)}
        return Look("status", "state", lambda: facts, lambda: self.game.narration.next_steps(state))

    def brief(self, state: Any, match: Match[Any]) -> Facts:
        now = self.game.moment(state)
        return {"turn": now.turn, "phase": now.phase, "over": bool(now.over), "to_act": self.game.sides.to_act(state)}

    def highlights(self, state: Any) -> Mapping[str, str]:
        return {}

    def situation(self, match: Match[Any]) -> Situation:
        return Situation([], self.game.narration.next_steps(match.state))


class LegalDefaults(_Of):
    WORDS: Mapping[str, Callable[[Any], list[str]]] = {}

    def legal(self, state: Any) -> list[str]:
        """Every order that the declared fields can name, as far as the law allows it."""
        orders = self.game.orders
        offered = [order for name in orders if not orders[name].macro for order in orders.kind(name).offers(state)]
        return [order.text() for order in offered if allows(self.game.check, state, order)]

    def legal_for(self, state: Any, word: str) -> tuple[str, list[str]]:
        names = self.game.legal.WORDS.get("units")
        name = find_name(word, names(state), "unit") if names else word
        return name, [command for command in self.game.legal.legal(state) if name in command.split()]

    def idle(self, state: Any, name: str) -> list[tuple[str, str]]:
        return [("", f"there is nothing for {name} to do now")]

    def costs(self, state: Any, orders: Iterable[OrderLine]) -> list[Cost | None]:
        return [None for _ in orders]

    def reach(self, state: Any, word: str) -> Mapping[str, Cost]:
        return {}

    def odds(self, state: Any, tokens: list[str]) -> Look:
        raise none("odds")

    def next_words(self, state: Any, words: list[str], last: str) -> Iterable[str]:
        """The words that stand next in a legal order that begins so."""
        begun = [command.split() for command in self.game.legal.legal(state)]
        fits = [command for command in begun if command[: len(words)] == words and len(command) > len(words)]
        return dict.fromkeys(command[len(words)] for command in fits if command[len(words)].startswith(last))

    def remark(self, state: Any, word: str) -> str:
        return ""


class LibraryDefaults(_Of):
    SOURCES: Mapping[str, str] = {}

    @property
    def LISTS(self) -> Mapping[str, Callable[[], dict[str, str]]]:
        return {"scenarios": lambda: dict(self.game.scenarios)}

    @property
    def PAGES(self) -> Pages:
        return {"scenarios": self._scenarios}

    def _scenarios(self, state: Any, word: str) -> Look:
        known = self.game.scenarios
        if not word:
            lines = [f"  {name} — {title}" for name, title in known.items()]
            return Look("scenarios", "scenarios", lambda: [*known], lambda: "\n".join(["Scenarios:", *lines]))
        name = find_name(word, known, "scenario")
        facts = {"id": name, "name": known[name]}
        return Look(f"scenarios {name}", "scenario", lambda: facts, lambda: f"{known[name]} (`{name}`)")

    def table(self, state: Any, id: str) -> "Table":
        raise none("tables")

    def examples(self, command: str) -> list[str]:
        return []

    def check_tables(self, own: Facts, path: str) -> list[str]:
        raise BadFile(f"{path} cannot be used: this game has no tables that can be replaced")


class ExportsDefaults(_Of):
    @property
    def EXPORTS(self) -> Exports:
        return {"json": lambda match, asked: self.game.views.LOOKS["status"](match, asked).facts()}

    def camera(self, state: Any) -> None:
        return None


def exports(find: Callable[[str], Any], position: Callable[[Match[Any]], str], camera: str) -> Exports:
    """The exports of a game that has a map, a report and a film, each where both games have it."""

    def film(match: Match[Any], asked: Asked) -> str:
        from tarawa_cli.kernel.exports.film_page import html  # start-up

        return html(match, find(camera)(match.state))

    return {
        "position": lambda match, asked: position(match),
        "json": lambda match, asked: find("views.facts:whole")(match.state, match),
        "svg": lambda match, asked: find("exports.picture:svg")(match.state, asked),
        "html": film,
        "report": lambda match, asked: find("exports.report:html")(match),
    }


class PlayersDefaults(_Of):
    PLAYERS: Mapping[str, str] = {"random": ""}
    PHASES: Mapping[str, Sequence[str]] = {}
    prospects: Prospects | None = None

    def player(self, name: str, seed: str = "") -> Player[Any]:
        """A player by name, made where the game says; one without a home plays at random."""
        home = self.game.players.PLAYERS[name]
        if not home:
            return Chance(self._any, seed)
        made: Player[Any] = finder(self.game.package)(home)(seed)
        return made

    def _any(self, state: Any, below: Callable[[int], int]) -> Any:
        legal = self.game.legal.legal(state)
        return self.game.read(state, legal[below(len(legal))].split()) if legal else None

    def play_series(self, series: "GameSeries", jobs: int) -> Iterator[Facts]:
        """The number of orders and the outcome of each game."""
        from tarawa_cli.kernel.players.simulation import paired  # start-up

        for number in range(series.games):
            seed = series.seed + number
            state = self.game.load(series.setup, series.start) if series.start else self.game.begin(series.setup)
            chosen = paired(self.game, series, self.game.players.player, str(seed))
            orders = sum(1 for _ in play_on(self.game, state, chosen, seed))
            yield {"seed": seed, "orders": orders, "outcome": state.outcome}

    def figures(self, series: "GameSeries", played: Sequence[Facts]) -> Figures:
        outcomes = [str(game["outcome"]) for game in played]
        ends = {outcome: outcomes.count(outcome) for outcome in sorted(set(outcomes))}
        orders = sum(game["orders"] for game in played) / len(played)
        told = ", ".join(f"{outcome} {count}" for outcome, count in ends.items())
        return Figures({"orders": orders, "outcomes": ends}, [f"{told}; {orders:.1f} orders in a game"])
