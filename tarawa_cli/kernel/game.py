"""What a game offers, so that the kernel can run, save, undo and prove it, and the command line can show it."""

from sys import modules

from tarawa_cli.kernel.engine.grammar import Option, OrderLine
from tarawa_cli.kernel.engine.order_words import Action, Expanded, shown
from tarawa_cli.kernel.engine.play import Play, Stacked, question, run
from tarawa_cli.kernel.engine.sides import Sides
from tarawa_cli.kernel.errors import BadFile, Refused
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable, Generic, Mapping, NamedTuple, Sequence, TypeVar
from tarawa_cli.kernel.saves.readers import merge_patch
from tarawa_cli.kernel.standard import cache, import_module, short_digest

if TYPE_CHECKING:
    from tarawa_cli.kernel.engine.grammar import Orders
    from tarawa_cli.kernel.presentation import (
        ExportsPart,
        LegalPart,
        LibraryPart,
        NarrationPart,
        PlayersPart,
        ViewsPart,
    )

S = TypeVar("S", bound=Stacked)
PARTS = ("narration", "views", "legal", "library", "exports", "players")
"""What the command line asks of a game, part by part (`presentation`)."""


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


@cache
def finder(package: str) -> Callable[[str], Any]:
    """How a game finds what lives at `module:name` in its package; the module is imported only then."""

    def find(home: str) -> Any:
        name, _, member = home.partition(":")
        module = f"{package}.{name}"
        return getattr(modules.get(module) or import_module(module), member)

    return find


class Moment(NamedTuple):
    """When something happens, in a game that has turns and phases."""

    turn: int = 0
    phase: str = ""
    last: int = 0
    """The last turn that there can be."""
    over: str = ""
    """The paragraph by which the game is over; empty while it continues."""
    phases: Sequence[str] = ()
    """The phases of a turn, in their order; parts of one end in a number, as `impulse-2` does."""
    names: Sequence[str] = ()
    """The names of the turns, from the first, if they have any besides numbers."""

    def turn_name(self, turn: int) -> str:
        """`turn 29`, with its name if it has one."""
        return f"turn {turn} ({self.names[turn - 1]})" if 0 < turn <= len(self.names) else f"turn {turn}"


class Game(Generic[S]):
    """A game. A small one defines the abstract members and its orders; everything else has a default."""

    id: str
    """The word in a save's `game =`."""
    rules: int = 1
    """The version of its rules: every change of what an order does gets a new one."""
    orders: "Orders[S]"
    """The grammar of every order by its name, in the order in which help lists them."""
    sides: Sides[S] = Sides("player")
    """Its sides: `Sides("marines")`, or for more than one a class of the game's own."""
    parts: Mapping[str, str] = {}
    """By part (see `presentation`): its module in the game's package; a part that is not named has the defaults."""
    scenarios: Mapping[str, str] = {}
    """The scenarios of a game that has no files of them, with their titles."""
    law_of_end = ""
    """The paragraph by which nothing can be ordered once the game is over."""
    law_of_questions = ""
    """The paragraph by which a question is answered before anything else is done."""

    # ── For the kernel

    def complete(self, setup: Setup) -> Setup:
        """The setup with the text of a scenario that is not shipped, read from its file."""
        return setup

    def digest(self, setup: Setup) -> str:
        """A digest of scenario and data, which a save records.

        It must be the same in every process: a set has no order, so sort it first.
        """
        return short_digest(
            repr((self.id, setup.scenario, sorted(setup.tables.items()), sorted(setup.options.items())))
        )

    def begin(self, setup: Setup) -> S:
        """The position in which a scenario starts."""
        raise NotImplementedError

    def load(self, setup: Setup, doc: dict[str, Any]) -> S:
        """The state that a document holds; BadFile lists everything wrong with it."""
        raise NotImplementedError

    def dump(self, state: S) -> dict[str, Any]:
        """The state as plain values in a fixed order; `load` gives the same state back."""
        raise NotImplementedError

    def changes(self, state: S, kept: dict[str, Any]) -> dict[str, Any]:
        """What has changed in `dump` since the last call with `kept`, as a merge patch; at first all of it."""
        before, kept["document"] = kept.get("document", {}), self.dump(state)
        return merge_patch(before, kept["document"])

    def read(self, state: S, line: OrderLine) -> Action:
        """The order that the words mean; BadOrder if they mean nothing."""
        return self.orders.read(state, line)

    def expand(self, state: S, line: OrderLine) -> Expanded:
        """The plain orders that the words mean, each of which `read` takes; asked only if the grammar says `several`.

        A unit that is named by itself always takes part, whatever the law says. Of units that are named together (a
        battalion, all), those that cannot do it now are left out; Refused, if that leaves nobody.
        """
        from tarawa_cli.kernel.engine.batch import one_each  # start-up

        return one_each(self, state, line)

    def check(self, state: S, action: Any) -> None:
        """Refused, if the rules forbid it. This is the law, and it changes nothing."""
        self.check_open(state, action.name)
        action.check(state)

    def check_open(self, state: S, name: str) -> None:
        """Refuse what must wait for an answer, or comes after the end."""
        if self.moment(state).over:
            why = "you can still look around, `undo` the last order, or start a `new` game"
            raise Refused(self.law_of_end, "the game is over", why)
        if state.stack and not self.orders[name].answers:
            raise Refused(self.law_of_questions, "a decision is pending: answer it first", lambda: _answer(self, state))

    def resolve(self, play: Play[S], action: Any) -> None:
        """Carry out an order that `check` allows, up to the next thing that the player must do."""
        action.resolve(play)
        run(play)

    def moment(self, state: S) -> Moment:
        """The current turn and phase."""
        return Moment(over=self.law_of_end if getattr(state, "outcome", "") else "")

    # ── For the command line: see `presentation`

    narration: "NarrationPart"
    views: "ViewsPart"
    legal: "LegalPart"
    library: "LibraryPart"
    exports: "ExportsPart"
    players: "PlayersPart"

    @property
    def package(self) -> str:
        """The package that the game's modules are in."""
        return type(self).__module__.rpartition(".")[0]

    def __getattr__(self, name: str) -> Any:
        """A part, which is made when it is first asked for."""
        if name not in PARTS:
            raise AttributeError(f"a game has no {name}")
        home = self.parts.get(name)
        part = Part(self, name, import_module(f"{self.package}.{home}") if home else None)
        setattr(self, name, part)
        return part


class Part:
    """A part of a game: what its module has, what that says is elsewhere, and the default for all that is left out.

    `ELSEWHERE` in a module names the home of a member as `module:name`, which is imported when it is asked for.
    """

    def __init__(self, game: Game[Any], name: str, module: Any) -> None:
        self._game, self._name, self._module = game, name, module

    def __getattr__(self, name: str) -> Any:
        if hasattr(self._module, name):
            return getattr(self._module, name)
        elsewhere: Mapping[str, str] = getattr(self._module, "ELSEWHERE", {})
        if name in elsewhere:
            return finder(self._game.package)(elsewhere[name])
        from tarawa_cli.kernel import defaults  # start-up

        return getattr(getattr(defaults, f"{self._name.capitalize()}Defaults")(self._game), name)


def _answer(game: Game[Any], state: Any) -> str:
    """The order that gives the first answer to the open question."""
    name = next(name for name in game.orders if game.orders[name].answers)
    return next((f"{name} {option}" for option in question(state).options), name)


class Games:
    """Finds a game by its name, and imports it only then."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def __call__(self, name: str) -> Game[Any]:
        if name not in self.names:
            raise BadFile(f"this save belongs to a game that is not installed: {shown(name)}")
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
    """The levels of the computer, from the easiest, and the player for each."""
