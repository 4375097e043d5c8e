"""A game as a story, turn by turn in the game's own sentences, and the result of a finished game.

The result is compared with many computer games; its turning points and what to do next come with it.
"""

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Protocol, TypeVar
from tarawa_cli.kernel.narration.chronicle import LogRow, bare_rows, replayed, seen_state
from tarawa_cli.kernel.narration.visible import folded, on_one_line, plural
from tarawa_cli.kernel.players.simulation import Facts, Result, better_than, span
from tarawa_cli.kernel.presentation import Look
from tarawa_cli.kernel.saves import journal
from tarawa_cli.kernel.saves.journal import ReplayedEntry
from tarawa_cli.kernel.standard import cached_property

WIDE = 80
FILM, REPORT = "film.html", "report.html"


class TurningPoint(NamedTuple):
    """A turning point of a game, and its turn."""

    turn: int
    what: str


class FollowUp(NamedTuple):
    """Something to do after a game."""

    command: str
    why: str


class EndReport:
    """The result of a finished game, in facts and as text; a game says how its turns and figures are called."""

    names: Mapping[str, str] = {}
    """What the figures are called, if not by their keys."""

    def __init__(
        self, match: Match[Any], own: Result, many: Mapping[str, Any], steps: Iterable[FollowUp], in_full: bool = True
    ) -> None:
        self.match, self.own, self.many, self.steps = match, own, many, [*steps]
        self.in_full = in_full
        """Whether to tell what the game turned on, too: for that its journal is replayed."""

    @cached_property
    def points(self) -> list[TurningPoint]:
        """The turning points, turn by turn."""
        return self.turned() if self.in_full else []

    def look(self) -> Look:
        return Look("ending", "ending", self.facts, self.text)

    def facts(self) -> Facts:
        beside = None
        if self.many:
            told = ("player", "rules", "games", "figures")
            ends = {end: one["games"] for end, one in self.many["ends"].items()}
            beside = {key: self.many[key] for key in told} | {"ends": ends, "better_than": self.better}
        return {
            "figures": dict(self.own.figures),
            "beside": beside,
            **({"turning_points": [point._asdict() for point in self.points]} if self.in_full else {}),
            "next": [step._asdict() for step in self.steps],
        }

    @property
    def better(self) -> float:
        return round(better_than(self.many, self.own), 3)

    def text(self) -> str:
        steps = (f"  → {command}{f' — {why}' if why else ''}" for command, why in self.steps)
        return f"{self.came_to()}\n\n{_block(['What next', *steps])}"

    def came_to(self) -> str:
        """The comparison with other games, and the turning points."""
        return "\n\n".join(_block(lines) for lines in (self._beside(), self._turned()) if lines)

    # ── What games say in their own words

    def turned(self) -> list[TurningPoint]:
        """What the game turned on, turn by turn, as far as its journal can be replayed; a game need not name any."""
        return []

    def judged(self) -> str:
        """How good it was compared with the others."""
        return f"you did better than {percent(self.better)} of them"

    def when(self, turn: int) -> str:
        """A turn, as it is called."""
        return f"turn {turn}"

    def why_none(self) -> str:
        """Why the computer has played no game like this one."""
        if self.match.setup.tables:
            return "this game uses custom tables"
        if self.match.outdated:
            return f"{journal.WHY[self.match.outdated]} since this game was played"
        return (
            "this game uses a custom scenario" if self.match.setup.source else "this game was played under other rules"
        )

    # ── Blocks of text

    def _beside(self) -> list[str]:
        if not self.many:
            return [f"No computer games to compare with: {self.why_none()}."]
        games = self.many["games"]
        ends = ((end, one["games"]) for end, one in self.many["ends"].items() if one["games"])
        wide = max(12, *(len(self._name(name)) + 2 for name in self.own.figures))
        return [
            f"Compared with {games:,} computer games ({self.many['player']})",
            f"  {self.judged()}",
            f"  theirs: {', '.join(f'{end} {percent(number / games)}' for end, number in ends)}",
            f"  {'':{wide}}{'yours':>8}{'theirs':>9}   (median, and 10 % to 90 %)",
            *(self._row(name, value, wide) for name, value in self.own.figures.items()),
            *(f"  {text}" for text in _helped(self.match)),
        ]

    def _name(self, figure: str) -> str:
        return self.names.get(figure, figure.replace("_", " "))

    def _row(self, name: str, value: float, wide: int) -> str:
        middle, low, high = span(self.many["figures"][name])
        return f"  {self._name(name):{wide}}{value:>8,.0f}{middle:>9,.0f}   {low:,.0f} to {high:,.0f}"

    def _turned(self) -> list[str]:
        return (
            ["Turning points", *(f"  {self.when(turn)}: {what}" for turn, what in self.points)] if self.points else []
        )


def _block(lines: Iterable[str]) -> str:
    return "\n".join(folded(line, WIDE, " " * 6) for line in lines)


def percent(part: float) -> str:
    return f"{part * 100:.0f} %"


def _helped(match: Match[Any]) -> Iterator[str]:
    """What the computer does without."""
    helps = [(match.mulligans, "mulligan"), (match.peeks, "peek"), (match.edits, "hand edit")]
    if used := [plural(number, name) for number, name in helps if number]:
        yield f"You used {', '.join(used)}; the computer none."


def computer_games(match: Match[Any], recorded: Mapping[str, Any]) -> Mapping[str, Any]:
    """The results of many games of the same scenario; nothing if there are none under the same rules and tables."""
    setup = match.setup
    if setup.source or setup.tables or match.outdated:
        return {}
    found: Mapping[str, Any] = recorded.get(setup.scenario, {})
    return found if found.get("rules") == match.game.rules else {}


# ── Turning points


class GameWatcher(Protocol):
    """Watches a game order by order."""

    state: Any

    def take(self, events: Iterable[Event]) -> None: ...


C = TypeVar("C", bound=GameWatcher)


def watched(match: Match[Any], begin: Callable[[Any], C]) -> C | None:
    """The course of a game, from its journal; None if that can no longer be replayed."""
    if match.outdated:
        return None
    course: C | None = None
    try:
        for step in journal.replay(match.game, match.setup, match.source, match.entries):
            course = noted(course, begin, step)
    except journal.Broken:
        return None
    return course


def noted(course: C | None, begin: Callable[[Any], C], step: journal.ReplayedEntry) -> C:
    """The course of a game with one more step of its journal, begun with the first."""
    course = course or begin(step.state)
    course.state = step.state
    course.take(step.events)
    return course


def merged(points: Iterable[TurningPoint]) -> list[TurningPoint]:
    """One point for each turn, in order."""
    found: dict[int, list[str]] = {}
    for turn, what in sorted(points, key=lambda point: point.turn):
        found.setdefault(turn, []).append(what)
    return [TurningPoint(turn, "; ".join(what)) for turn, what in found.items()]


def lead(held: Mapping[int, float], theirs: Mapping[str, float]) -> Iterator[tuple[int, bool]]:
    """The turn since which a game has stayed ahead of the computer's median game, or behind it; empty if always."""
    ahead = {turn: now > theirs[str(turn)] for turn, now in held.items() if now != theirs.get(str(turn), now)}
    changes = [turn for turn, before in zip([*ahead][1:], ahead, strict=False) if ahead[turn] != ahead[before]]
    if changes:
        yield changes[-1], ahead[changes[-1]]


# ── What next


class ScenarioFacts(Protocol):
    """The texts of a scenario."""

    @property
    def id(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def description(self) -> str: ...


def next_steps(match: Match[Any], scenarios: Iterable[ScenarioFacts], won: bool) -> Iterator[FollowUp]:
    """The next of the scenarios after a victory, the same again after a defeat; then ways to look back at the game."""
    told = {one.id: f"{one.name}. {one.description}" for one in scenarios}
    now, order = match.setup.scenario, [*told]
    later = order[order.index(now) + 1 :][:1] if now in order and not match.setup.source else order[:1]
    again = [FollowUp(f"new {now}", "the same again, with different dice")] if now in order else []
    on = [FollowUp(f"new {name}", told[name]) for name in later]
    yield from [*on, *again] if won else [*again, *on]
    yield FollowUp("log --story", "every turn in words, and the turning points")
    yield FollowUp(f"export html {FILM}", "the game as a film for a browser")
    yield FollowUp(f"export report {REPORT}", "the report: the map, every unit, the whole journal")


TURN_BEGUN = "turn-begun"
"""The event that ends a turn and begins the next."""


class Chapter(NamedTuple):
    """A turn."""

    turn: int
    title: str
    day: str
    orders: int
    told: list[str]
    figures: dict[str, int]
    """At its end."""

    def as_json(self) -> dict[str, Any]:
        return self._asdict()


class Story:
    """The turns of a game, as far as the side that looks knows them."""

    def __init__(self, match: Match[Any]) -> None:
        self.match = match
        self.camera = match.game.exports.camera(match.state)
        self.note = ""
        """Why a part of the journal cannot be shown."""
        self._course: GameWatcher | None = None
        self.rows = bare_rows(match)
        """The journal, with what each entry caused."""
        self.chapters = list(self._chapters())

    @property
    def names(self) -> dict[str, str]:
        """What the figures are called."""
        return dict(self.camera.names) if self.camera else {}

    def turned(self) -> dict[int, str]:
        """The turning points of a finished game, by turn."""
        over = self.match.game.moment(self.match.state).over
        course = None if self.note else self._course
        return dict(self.camera.turned(self.match, course)) if over and self.camera else {}

    def title(self, turn: int) -> str:
        return next((chapter.title for chapter in self.chapters if chapter.turn == turn), f"Turn {turn}")

    def _chapters(self) -> Iterator[Chapter]:
        """Turn after turn; what ends a turn happens in the order that leads into the next one."""
        rows, state = self.rows, None
        turn, orders, events = 0, 0, list[Event]()
        for step in self._replayed(rows):
            if self.camera:
                self._course = noted(self._course, self.camera.course, step)
            state = seen_state(self.match, step.state)
            turn = turn or self.match.game.moment(state).turn
            orders += step.order is not None
            ended, *begun = by_turn(rows[step.number - 1].events if step.number else [])
            events += ended
            for part in begun:
                yield self._chapter(turn, orders, events, state)
                turn, orders, events = part[0].facts["turn"], 0, part
        if orders or events:
            yield self._chapter(turn, orders, events, state)

    def _replayed(self, rows: list[LogRow]) -> Iterator[ReplayedEntry]:
        self.note = yield from replayed(self.match, rows)

    def _chapter(self, turn: int, orders: int, events: list[Event], state: Any) -> Chapter:
        telling = self.match.game.narration
        figures = self.camera.figures(state) if self.camera else {}
        return Chapter(turn, *telling.dated(state, turn), orders, telling.report_turn(events, state), figures)


def by_turn(events: list[Event]) -> list[list[Event]]:
    """The events of an order, cut where a turn begins."""
    parts: list[list[Event]] = [[]]
    for event in events:
        if event.type == TURN_BEGUN:
            parts.append([])
        parts[-1].append(event)
    return parts


# ── As Markdown


def markdown(story: Story) -> str:
    """The diary of a game: figures by day, and a section for every turn."""
    match = story.match
    telling = match.game.narration
    head = [
        f"# {_escaped(telling.opening(match.state).name)}",
        _escaped(telling.headline(match.state).partition(" (`")[0]),
    ]
    note = [f"> {_escaped(story.note)}"] if story.note else []
    lines = [*head, *note, *_days(story), *_turns(story), *_turned(story)]
    return "\n\n".join(lines) + "\n"


def _turns(story: Story) -> Iterator[str]:
    day = ""
    for chapter in story.chapters:
        if chapter.day != day:
            day = chapter.day
            yield f"## {_escaped(day)}"
        yield f"### {_escaped(chapter.title)}"
        yield from map(_escaped, chapter.told)


def _days(story: Story) -> Iterator[str]:
    """A table: the figures at the end of each day."""
    ends = {chapter.day: chapter.figures for chapter in story.chapters}
    if not ends or not story.camera:
        return
    charted = dict.fromkeys(name for chart in story.camera.charts for name in chart.figures)
    rows = [["", *ends], ["---", *("---:" for _ in ends)]]
    rows += [[story.names[name], *(f"{figures[name]:,}" for figures in ends.values())] for name in charted]
    yield "\n".join(f"| {' | '.join(_escaped(cell) if cell[:3] != '---' else cell for cell in row)} |" for row in rows)


def _turned(story: Story) -> Iterator[str]:
    if points := story.turned():
        yield "## Turning points"
        yield "\n".join(f"- {_escaped(story.title(turn))}: {_escaped(what)}" for turn, what in points.items())


def _escaped(text: str) -> str:
    """A text that Markdown takes for nothing but text."""
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>#|!~&" else sign for sign in on_one_line(text))
