"""What a game that is over came to: beside many games by the computer, where it turned, what to play next."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from tarawa_cli.games.tarawa import data
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.players.course import Course, Turn, ended
from tarawa_cli.games.tarawa.telling.next_steps import do
from tarawa_cli.games.tarawa.telling.sentences import wrapped
from tarawa_cli.kernel import journal
from tarawa_cli.kernel.beside import Facts, better_than, span
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.look import Look
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import plural

FILE = "figures.toml"
FILM, REPORT = "film.html", "report.html"
WON = ("victory", "pyrrhic")


def ending(match: Match[State]) -> Look:
    """All of it; the journal is replayed for it."""
    told = Told(match)
    return Look("ending", "ending", told.facts, told.text)


class Point(NamedTuple):
    """Something that a game turned on, and when."""

    turn: int
    what: str


class Step(NamedTuple):
    """Something to do after a game."""

    command: str
    why: str


class Told:
    """What a game that is over came to."""

    def __init__(self, match: Match[State]) -> None:
        self.match, self.state = match, match.state
        self.own = ended(self.state)
        self.many = computer_games(match)
        self.points = turning_points(match, self.many.get("ground", {}))
        self.steps = [*_next(match)]

    def facts(self) -> Facts:
        beside = None
        if self.many:
            told = ("player", "rules", "games", "figures")
            ends = {end: one["games"] for end, one in self.many["ends"].items()}
            beside = {key: self.many[key] for key in told} | {"ends": ends, "better_than": self.better}
        return {
            "figures": dict(self.own.figures),
            "beside": beside,
            "turning_points": [point._asdict() for point in self.points],
            "next": [step._asdict() for step in self.steps],
        }

    @property
    def better(self) -> float:
        return round(better_than(self.many, self.own), 3)

    def text(self) -> str:
        return f"{self.came_to()}\n\n{_block(['What next', *(f'  {do(*step)}' for step in self.steps)])}"

    def came_to(self) -> str:
        """How it stands beside others, and where it turned."""
        return "\n\n".join(_block(lines) for lines in (self._beside(), self._turned()) if lines)

    def _beside(self) -> list[str]:
        if not self.many:
            return [f"No games by the computer to compare with: {_why_none(self.match)}."]
        games = self.many["games"]
        ends = ((end, one["games"]) for end, one in self.many["ends"].items() if one["games"])
        rows = (_row(name, value, self.many["figures"][name]) for name, value in self.own.figures.items())
        return [
            f"Beside {games:,} games by the computer ({self.many['player']})",
            f"  yours is better than {_percent(self.better)} of them",
            f"  theirs: {', '.join(f'{end} {_percent(number / games)}' for end, number in ends)}",
            f"  {'':12}{'yours':>8}{'theirs':>9}   (median, and 10 % to 90 %)",
            *rows,
            *(f"  {text}" for text in _helped(self.match)),
        ]

    def _turned(self) -> list[str]:
        if not self.points:
            return []
        label = self.state.charts.turn
        return ["Where it turned", *(f"  turn {turn}, {label(turn).label}: {what}" for turn, what in self.points)]


def _block(lines: list[str]) -> str:
    return "\n".join(wrapped(line, 6) for line in lines)


def _row(name: str, value: float, theirs: list[float]) -> str:
    middle, low, high = span(theirs)
    return f"  {name.replace('_', ' '):12}{value:>8,.0f}{middle:>9,.0f}   {low:,.0f} to {high:,.0f}"


def _percent(part: float) -> str:
    return f"{part * 100:.0f} %"


def _helped(match: Match[State]) -> Iterator[str]:
    """What the computer does without."""
    helps = [(match.mulligans, "mulligan"), (match.peeks, "peek"), (match.edits, "hand edit")]
    if used := [plural(number, name) for number, name in helps if number]:
        yield f"Yours had {', '.join(used)}; theirs had none."


def _why_none(match: Match[State]) -> str:
    """Why the computer has played no game like this one."""
    if match.setup.tables:
        return "yours has tables of its own"
    own = match.setup.source or match.setup.scenario not in recorded()
    return "yours has a scenario of its own" if own else "yours was played under other rules"


def computer_games(match: Match[State]) -> Mapping[str, Any]:
    """What many games of the same scenario came to; nothing if there are none under the same rules and tables."""
    setup = match.setup
    if setup.source or setup.tables or match.outdated:
        return {}
    found: Mapping[str, Any] = recorded().get(setup.scenario, {})
    return found if found.get("rules") == match.game.rules else {}


def recorded() -> Mapping[str, Any]:
    """What many games came to, by scenario."""
    return data.document(FILE)


# ── Turning points


def turning_points(match: Match[State], theirs: Mapping[str, float]) -> list[Point]:
    """What the game turned on, turn by turn, as far as the journal can be replayed."""
    turns = course(match)
    found = [*_firsts(turns, match.state), *_extremes(turns), *_lead(turns, theirs)]
    merged: dict[int, list[str]] = {}
    for turn, what in sorted(found, key=lambda point: point.turn):
        merged.setdefault(turn, []).append(what)
    return [Point(turn, "; ".join(what)) for turn, what in merged.items()]


def course(match: Match[State]) -> dict[int, Turn]:
    """What each turn has cost and gained; empty where that cannot be told any more."""
    if match.outdated:
        return {}
    watched: Course | None = None
    try:
        for step in journal.replay(match.game, match.setup, match.seed, match.entries):
            watched = watched or Course(step.state)
            watched.state = step.state
            watched.take(step.events)
    except journal.Broken:
        return {}
    return watched.turns if watched else {}


def _firsts(turns: dict[int, Turn], state: State) -> Iterator[Point]:
    """The first of its kind."""
    cleared = ((number, hex) for number, turn in turns.items() for hex in turn.cleared)
    boxes = (
        Point(at, f"the first pillbox hex is cleared, {_named(hex, state)}")
        for at, hex in cleared
        if hex in state.board.pillboxes
    )
    heads = (Point(number, f"the first supply head, {turn.heads[0]}") for number, turn in turns.items() if turn.heads)
    giving_up = "the Japanese begin to give up hexes without a fight"
    fallen = (Point(number, giving_up) for number, turn in turns.items() if turn.collapsed)
    for kind in (boxes, heads, fallen):
        yield from islice(kind, 1)


def _named(hex: Hex, state: State) -> str:
    return f"{hex} ({state.board.areas[state.board.area_of[hex]].name})"


def _extremes(turns: dict[int, Turn]) -> Iterator[Point]:
    """The costliest turn, the one that gained most, and the worst counter-attack."""
    at, turn = _most(turns, lambda turn: turn.casualties)
    if turn.casualties:
        lost = f", {plural(len(turn.units), 'unit')} lost" if turn.units else ""
        yield Point(at, f"the costliest turn, {turn.casualties:,} casualties{lost}")
    at, turn = _most(turns, lambda turn: len(turn.cleared))
    if len(turn.cleared) > 1:
        yield Point(at, f"the most ground in a turn, {len(turn.cleared)} hexes cleared")
    at, turn = _most(turns, lambda turn: len(turn.retaken))
    if turn.retaken:
        yield Point(at, f"the Japanese take back {', '.join(turn.retaken)}")


def _most(turns: dict[int, Turn], figure: Callable[[Turn], int]) -> tuple[int, Turn]:
    """The first turn with the most of something."""
    return max(turns.items(), key=lambda item: figure(item[1]), default=(0, Turn()))


def _lead(turns: dict[int, Turn], theirs: Mapping[str, float]) -> Iterator[Point]:
    """Since when the player has been ahead of the computer's median game, or behind it."""
    ahead = {n: turn.held > theirs[str(n)] for n, turn in turns.items() if turn.held != theirs.get(str(n), turn.held)}
    changes = [n for n, before in zip([*ahead][1:], ahead, strict=False) if ahead[n] != ahead[before]]
    if changes:
        at = changes[-1]
        how = "ahead of" if ahead[at] else "behind"
        held = f"{turns[at].held} hexes held, they held {theirs[str(at)]:.0f}"
        yield Point(at, f"from here on {how} the computer's median game ({held})")


# ── What next


def _next(match: Match[State]) -> Iterator[Step]:
    """The next scenario after a victory, the same again after a defeat, the film and the report."""
    shipped = {name: scenario.load(path) for name, path in scenario.shipped().items()}
    order = sorted(shipped, key=lambda name: shipped[name].order)
    now = match.setup.scenario
    later = order[order.index(now) + 1 :][:1] if now in order and not match.setup.source else order[:1]
    again = Step(f"new {now}", "the same again, with other dice") if now in order else None
    on = [Step(f"new {name}", _told(shipped[name])) for name in later]
    yield from filter(None, [*on, again] if match.state.outcome in WON else [again, *on])
    yield Step(f"export html {FILM}", "the game as a film, to look at in a browser")
    yield Step(f"export report {REPORT}", "the report: the map, every unit, the whole journal")


def _told(one: scenario.Scenario) -> str:
    return f"{one.name}. {one.description}"
