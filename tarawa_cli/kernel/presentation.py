"""What the command line needs of a game besides its rules, in six parts.

A game offers each part as a module, imported when it is asked for. `state` is the game's own: the command line only
passes it on from a match. A game registers what it has by name; for anything else the command line says that this game
has none.
"""

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.views import Asked, Look, Looks, Pages, Situation
from tarawa_cli.kernel.hints import (
    TYPE_CHECKING,
    Any,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    NamedTuple,
    Protocol,
    Sequence,
)

if TYPE_CHECKING:
    from tarawa_cli.kernel.board.tables import Table
    from tarawa_cli.kernel.engine.grammar import OrderLine
    from tarawa_cli.kernel.engine.legal import Cost
    from tarawa_cli.kernel.exports.film import Camera
    from tarawa_cli.kernel.narration.digest import Change, DigestLine
    from tarawa_cli.kernel.players.computer_player import Player
    from tarawa_cli.kernel.players.simulation import Series

Facts = dict[str, Any]


# ── Telling


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

    def in_short(self, events: Iterable[Event], state: Any) -> list[str]:
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

    def wasted(self, state: Any) -> list[str]:
        """What would be wasted if the player ended his part now, counted from the state; a few words each."""

    def basis(self, state: Any, events: Sequence[Event]) -> list[str]:
        """What a roll was reckoned from, besides its modifiers: a line each.

        `events` are those of its order, up to the roll; `state` is the position in which the order was given.
        """

    def opening(self, state: Any) -> Opening: ...

    def changed(self, before: Any, after: Any, found: "Sequence[Change]") -> list[str]:
        """What has changed from one position to another; `found` holds all changes in what a save records."""

    def account(self, events: Sequence[Event], state: Any) -> list[str]:
        """What a turn has brought, as a reader would like to hear it: a few paragraphs; `state` is what it led to."""

    def dated(self, state: Any, turn: int) -> tuple[str, str]:
        """A turn's title, and its day: figures are summed up by day."""

    def score(self, state: Any) -> str:
        """How far the game has come, in a few words."""


# ── Looking


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
        """The result of a finished match, in full or without what takes a replay; None if a game tells nothing."""


# ── Choices


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
        """Lines that show how a command is used, for its help; after a # stands what is for the reader."""

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


Prospects = Callable[["Series", Sequence[Facts]], Figures]


class PlayersPart(Protocol):
    """The computer players."""

    PLAYERS: Mapping[str, str]
    """By name: where each player is."""
    PHASES: Mapping[str, Sequence[str]]
    """The phases that can be left to a player, by what they are called: several may go by one name."""

    def player(self, name: str, seed: str = "") -> "Player[Any]":
        """A player by name; the seed is for players that choose by chance."""

    def play_series(self, series: "Series", jobs: int) -> Iterator[Facts]:
        """The figures of each game of a series, in order."""

    def figures(self, series: "Series", played: Sequence[Facts]) -> Figures: ...

    @property
    def prospects(self) -> "Prospects | None":
        """What games that were played on from a position say of it; None if the game has no such figures."""
