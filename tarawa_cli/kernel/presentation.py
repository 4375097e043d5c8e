"""What the command line needs of a game besides its rules, in six parts.

A game offers each part as a module, imported when it is asked for. `state` is the game's own: the command line only
passes it on from a match. A game registers what it has by name; for anything else the command line says that this game
has none.
"""

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import alternatives, find_name, shown
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.sides import is_free
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import (
    TYPE_CHECKING,
    Any,
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Protocol,
    Sequence,
)
from tarawa_cli.kernel.narration.visible import Screen
from tarawa_cli.kernel.standard import cache

if TYPE_CHECKING:
    from tarawa_cli.kernel.board.tables import Table
    from tarawa_cli.kernel.engine.grammar import OrderLine
    from tarawa_cli.kernel.engine.legal import Cost
    from tarawa_cli.kernel.exports.film import Camera
    from tarawa_cli.kernel.narration.digest import Change, DigestLine
    from tarawa_cli.kernel.players import Player
    from tarawa_cli.kernel.players.simulation import GameSeries
    from tarawa_cli.kernel.scene import Scene

Facts = dict[str, Any]


# ── What a view is asked, and what it gives


STILL, CHANGING = "still", "changing"


class Look(NamedTuple):
    """What is shown, as text or as facts under its key in the JSON object; only the form asked for is computed."""

    command: str
    """The command, with names in full."""
    key: str
    facts: Callable[[], Any]
    text: Callable[[], str]
    more: Mapping[str, Callable[[], Any]] = {}
    """Further keys of the JSON object."""


class Asked(NamedTuple):
    """What to look at: a word, or nothing; and how to draw a map."""

    word: str = ""
    radius: int | None = None
    """How far a close view reaches; None is as far as the game likes."""
    layer: str = ""
    before: Any = None
    """The state since which a map marks what has changed."""
    verbose: bool = False
    """Whether long lists are shown in full."""
    sea: bool = False
    """The whole sheet, with the sea around the land."""
    parts: str = ""
    """Of a picture only `STILL`, what is always the same, or only `CHANGING`, the rest; everything if empty."""
    pixels: int = 0
    """How wide a picture is; 0 if it scales to its page."""
    screen: Screen = Screen()
    """What a map is drawn for: its size and colours."""
    next_step: bool = True
    """Whether the map may end with the next step; not so where goal and next steps are printed below it.

    Either way a map for a screen of so many rows begins with a title that names turn and phase.
    """


class Situation(NamedTuple):
    """What a player needs to know besides the map, for the first screen."""

    goal: Sequence[str]
    """The goal and the progress toward it, in a line or two; empty once the game is over."""
    next: str
    """The headline, and what whoever looks can do now: each step indented by two, what belongs to it by more."""


Looks = Mapping[str, Callable[[Match[Any], Asked], Look]]
"""By the command's name."""
Pages = Mapping[str, Callable[[Any, str], Look]]
"""A page needs no match: it takes a state or None, and a word or nothing."""


def layer_of(asked: Asked, layers: Sequence[str]) -> str:
    """The layer of a map that is asked for, or the first."""
    try:
        return find_name(asked.layer or layers[0], layers, "choice")
    except BadOrder:
        raise BadOrder(f"--layer {shown(asked.layer)}: must be {alternatives(layers)}") from None


def map_look(asked: Asked, text: str, described: "Callable[[], tuple[Scene, Collection[Hex]]]") -> Look:
    """A map: its text, and as facts the hexes and counters that it shows."""
    described = cache(described)

    def hexes() -> Any:
        from tarawa_cli.kernel.scene import hex_facts  # start-up

        return hex_facts(*described())

    def counters() -> Any:
        from tarawa_cli.kernel.scene import counter_facts  # start-up

        return counter_facts(*described())

    more = {"hexes": hexes, "counters": counters}
    return Look(f"map {asked.word}".rstrip(), "map", lambda: text.split("\n"), lambda: text, more)


def usual_looks(find: Callable[[str], Any]) -> Looks:
    """`status`, `map` and `unit` of a game with `views.facts`, `views.reports`, `views.map_views` and `model.names`."""

    def status(match: Match[Any], asked: Asked) -> Look:
        facts, text = find("views.facts:whole"), find("views.reports:status")
        return Look("status", "state", lambda: facts(match.state, match), lambda: text(match.state, match))

    def map(match: Match[Any], asked: Asked) -> Look:
        may_act = is_free(match.game.sides, match.state, match.side)
        layer = layer_of(asked, find("views.map_views:LAYERS"))
        asked = asked._replace(layer=layer, next_step=asked.next_step and may_act)
        described, text = find("views.map_views:described"), find("views.map_views:picture")
        return map_look(asked, text(match.state, asked), lambda: described(match.state, asked))

    def unit(match: Match[Any], asked: Asked) -> Look:
        it = find("model.names:unit")(match.state, asked.word)
        facts, text = find("views.facts:unit_in_full"), find("views.reports:unit")
        return Look(
            f"unit {it.id}", "unit", lambda: facts(match.state, it), lambda: text(match.state, it, asked.verbose)
        )

    return {"status": status, "map": map, "unit": unit}


def none(what: str) -> BadOrder:
    return BadOrder(f"this game has no {what}")


# ── Narration


class Opening(NamedTuple):
    """The scenario of a game, its introduction, which may be empty, and its goal, if it has one of its own."""

    id: str
    name: str
    introduction: str
    goal: str = ""


class NarrationPart(Protocol):
    """Sentences."""

    def sentences(self, events: Iterable[Event], state: Any) -> list[str]:
        """What happened, in order."""

    def summarize(self, events: Iterable[Event], state: Any) -> list[str]:
        """What happened, with the enemy's part summed up."""

    def digest(self, events: Sequence[Event], state: Any) -> "list[DigestLine]":
        """What others have done, the biggest first; `state` is what it led to."""

    def headline(self, state: Any) -> str:
        """The position in one line."""

    def outlook(self, state: Any, events: Iterable[Event]) -> str:
        """After an order: what came of it, the headline, what to do if something new has begun, how many are ready."""

    def next_steps(self, state: Any) -> str:
        """What the player can do now."""

    def reason(self, state: Any, line: "OrderLine") -> str:
        """What an order promises, in figures; nothing, if there is nothing to count."""

    def find_waste(self, state: Any) -> list[str]:
        """What would be wasted if the player ended their part now, counted from the state; a few words each."""

    def basis(self, state: Any, events: Sequence[Event]) -> list[str]:
        """What a roll was reckoned from, besides its modifiers: a line each.

        `events` are those of its order, up to the roll; `state` is the position in which the order was given.
        """

    def opening(self, state: Any) -> Opening: ...

    def changed(self, before: Any, after: Any, found: "Sequence[Change]") -> list[str]:
        """What has changed from one position to another; `found` holds all changes in what a save records."""

    def report_turn(self, events: Sequence[Event], state: Any) -> list[str]:
        """What a turn has brought, as a reader would like to hear it: a few paragraphs; `state` is what it led to."""

    def dated(self, state: Any, turn: int) -> tuple[str, str]:
        """A turn's title, and its day: figures are summed up by day."""

    def score(self, state: Any) -> str:
        """How far the game has come, in a few words."""


# ── Views


class ViewsPart(Protocol):
    """The position, to look at."""

    LOOKS: Looks
    """By command: status, map, units, unit, hex, area…"""

    def brief(self, state: Any, match: Match[Any]) -> Facts:
        """The facts that every JSON object carries."""

    def highlights(self, state: Any) -> Mapping[str, str]:
        """Words that text shows in colour: units, each with its side; `good` and `bad` results; states as `warning`."""

    def situation(self, match: Match[Any]) -> Situation:
        """Goal and next steps, for the screen that shows them below the map."""

    @property
    def ending(self) -> "Callable[[Match[Any], bool], Look] | None":
        """The result of a finished match, in full or without what takes a replay; None if a game has none to show."""


# ── Legal orders and odds


class LegalPart(Protocol):
    """What may be ordered, and with what chances."""

    WORDS: Mapping[str, Callable[[Any], list[str]]]
    """Names that TAB offers to the looking commands: units, hexes, areas…"""

    def legal(self, state: Any) -> list[str]:
        """Every legal order."""

    def legal_for(self, state: Any, word: str) -> tuple[str, list[str]]:
        """The full name of the unit that a word means, and its legal orders."""

    def idle(self, state: Any, name: str) -> list[tuple[str, str]]:
        """Why a unit without legal orders has none: paragraphs, and what each says."""

    def costs(self, state: Any, orders: "Iterable[OrderLine]") -> "list[Cost | None]":
        """What each of some plain orders costs before any dice; None for one that costs nothing, or is not legal."""

    def reach(self, state: Any, word: str) -> "Mapping[str, Cost]":
        """Every hex that the unit that a word means can get to now, with the cost."""

    def odds(self, state: Any, tokens: list[str]) -> Look:
        """The chances of every outcome of an order."""

    def next_words(self, state: Any, words: list[str], last: str) -> Iterable[str]:
        """The words that can come next in an order."""

    def remark(self, state: Any, word: str) -> str:
        """A few words about a name, for shells that show them."""


# ── Library


class LibraryPart(Protocol):
    """What can be read: tables, rules, scenarios."""

    PAGES: Pages
    """By command: table, rule, scenarios. Each takes the state of the current save, or None, and a word or none."""
    LISTS: Mapping[str, Callable[[], dict[str, str]]]
    """Names with their titles: tables, rules, scenarios."""
    SOURCES: Mapping[str, str]
    """By tag: where a table or number comes from."""

    def table(self, state: Any, id: str) -> "Table":
        """A table as the current game uses it."""

    def examples(self, command: str) -> list[str]:
        """Lines that show how a command is used, for its help; what follows a # is for the reader."""

    def check_tables(self, own: Facts, path: str) -> list[str]:
        """Warnings about the player's own tables; raises BadFile if they cannot be used at all."""


# ── Exports


Exports = Mapping[str, Callable[[Match[Any], Asked], str | Facts]]


class ExportsPart(Protocol):
    """Files for others to read."""

    EXPORTS: Exports
    """By name; facts are written as JSON."""

    def camera(self, state: Any) -> "Camera | None":
        """How a film of the game is made; None if the game has none."""


# ── Players


class Figures(NamedTuple):
    """The figures of many games."""

    facts: Facts
    lines: list[str]


Prospects = Callable[["GameSeries", Sequence[Facts]], Figures]


class PlayersPart(Protocol):
    """The computer players."""

    PLAYERS: Mapping[str, str]
    """By name: where each player is."""
    PHASES: Mapping[str, Sequence[str]]
    """The phases that can be left to a player, by what they are called: several may go by one name."""

    def player(self, name: str, seed: str = "") -> "Player[Any]":
        """A player by name; the seed is for players that choose by chance."""

    def play_series(self, series: "GameSeries", jobs: int) -> Iterator[Facts]:
        """The figures of each game of a series, in order."""

    def figures(self, series: "GameSeries", played: Sequence[Facts]) -> Figures: ...

    @property
    def prospects(self) -> "Prospects | None":
        """The forecast from games played on from a position; None if the game has no such figures."""
