"""What a game must offer, so that the kernel can run, save, undo and prove it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache

from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.grammar import Grammar, Option
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar
from tarawa_cli.kernel.orders import Action, Meant, shown
from tarawa_cli.kernel.play import Play, Stacked
from tarawa_cli.kernel.sides import Sides

if TYPE_CHECKING:
    from tarawa_cli.kernel.door import Choices, Exporting, Library, Looking, Players, Telling

S = TypeVar("S", bound=Stacked)


class Setup(NamedTuple):
    """What a game starts from; together with the journal, enough to play the same game again."""

    scenario: str
    """The name of a shipped scenario, or of a file; unless `source` holds its text, that file is in `folder`."""
    folder: str = "."
    """The save's folder."""
    tables: dict[str, Any] = {}
    """The player's own tables and values in place of reconstructed ones."""
    source: str = ""
    """The text of a scenario that is not shipped, so that a save needs no other file."""
    options: dict[str, Any] = {}
    """What the player chose by the game's own options of `new`; those left out are not in it."""


def is_file_name(scenario: str) -> bool:
    """Whether a scenario's name is that of a file, not of one that is shipped."""
    return "/" in scenario or scenario.endswith(".toml")


def finder(package: str) -> Callable[[str], Any]:
    """How a game finds what lives at `module:name` in its package; the module is imported only then."""

    @cache
    def find(home: str) -> Any:
        from importlib import import_module

        module, _, name = home.partition(":")
        return getattr(import_module(f"{package}.{module}"), name)

    return find


class Moment(NamedTuple):
    """When something happens, in a game that has turns and phases."""

    turn: int = 0
    phase: str = ""
    last: int = 0
    """The last turn that there can be."""
    over: str = ""
    """The paragraph by which the game is over; empty while it goes on."""
    phases: Sequence[str] = ()
    """The phases of a turn, in their order; parts of one end in a number, as `impulse-2` does."""
    names: Sequence[str] = ()
    """What the turns are called, from the first on, if they have names besides their numbers."""

    def told(self, turn: int) -> str:
        """`turn 29`, with its name if it has one."""
        return f"turn {turn} ({self.names[turn - 1]})" if 0 < turn <= len(self.names) else f"turn {turn}"


class Game(Protocol[S]):
    id: str
    rules: int
    """The version of its rules: every change of what an order does gets a new one."""
    orders: Mapping[str, Grammar]
    """The grammar of every order by its name, in the order in which help lists them."""
    sides: Sides[S]
    """Who plays it: `Sides("marines")`, or for more than one a class of the game's own."""

    def complete(self, setup: Setup) -> Setup:
        """The setup with the text of a scenario that is not shipped, read from its file."""

    def digest(self, setup: Setup) -> str:
        """A digest of scenario and data, so that a save knows what it came from."""

    def begin(self, setup: Setup) -> S:
        """The position in which a scenario starts."""

    def load(self, setup: Setup, doc: dict[str, Any]) -> S:
        """The state that a document holds; BadFile lists everything wrong with it."""

    def dump(self, state: S) -> dict[str, Any]:
        """The state as plain values in a fixed order; `load` gives the same state back."""

    def read(self, state: S, tokens: list[str]) -> Action:
        """The order that the words mean; BadOrder if they mean nothing."""

    def meant(self, state: S, tokens: list[str]) -> Meant:
        """The plain orders that the words mean, each of which `read` takes; asked only if the grammar says `several`.

        A unit that is named by itself always takes part, whatever the law says. Of units that are named together (a
        battalion, all), those that cannot do it now are left out; Refused, if that leaves nobody.
        """

    def check(self, state: S, action: Action) -> None:
        """Refused, if the rules forbid it. This is the law, and it changes nothing."""

    def resolve(self, play: Play[S], action: Action) -> None:
        """Carry out an order that `check` allows, up to the next thing that the player must do."""

    def moment(self, state: S) -> Moment:
        """The turn and phase that it is."""

    # ── For the command line: see `door`

    @property
    def telling(self) -> "Telling": ...
    @property
    def looking(self) -> "Looking": ...
    @property
    def choices(self) -> "Choices": ...
    @property
    def library(self) -> "Library": ...
    @property
    def exporting(self) -> "Exporting": ...
    @property
    def players(self) -> "Players": ...


class Games:
    """Finds a game by its name, and imports it only then."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def __call__(self, name: str) -> Game[Any]:
        if name not in self.names:
            raise BadFile(f"this save belongs to a game that is not installed: {shown(name)}")
        from importlib import import_module

        game: Game[Any] = import_module(self.names[name]).GAME
        return game


class Wording(NamedTuple):
    """A word or option of a command that all games share, as one of them knows it."""

    default: str = ""
    takes: str = ""
    """What a value is called; `a|b|c` are all that there are."""
    help: str = ""


class Program(NamedTuple):
    """A command of the shell that plays one game."""

    name: str
    game: str
    """The game's id."""
    title: str
    """What `--help` says first."""
    words: Mapping[str, Mapping[str, Wording]] = {}
    """By command and by the name in its grammar: the game's own words in the commands that all games share."""
    options: tuple[Option, ...] = ()
    """What `new` takes in this game alone; the save keeps it in `Setup.options`."""
    aliases: Mapping[str, str] = {}
    """Short names of the game's own orders; scripts take them too, the journal never holds one."""
    levels: Mapping[str, str] = {}
    """How well the computer plays a side, from the easiest on, and the player who plays so."""
