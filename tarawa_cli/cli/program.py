"""`tarawa`: how the current command runs, the saves that it plays, and how every error gets a sentence and a code.

Typer takes longer to start than most commands take, so a line goes straight to the reader of its command, and to
Typer only if that reader leaves it alone.
"""

import os
import sys
from contextvars import ContextVar
from io import TextIOWrapper

from tarawa_cli.games import GAMES, TARAWA
from tarawa_cli.kernel.engine import session, sides
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError
from tarawa_cli.kernel.game import Game, Program, Setup
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Final, Iterator, Mapping, NamedTuple, NoReturn
from tarawa_cli.kernel.saves import savefile, toml
from tarawa_cli.kernel.saves.files import check_no_link, read_regular
from tarawa_cli.kernel.standard import cached_property, contextmanager, suppress

if TYPE_CHECKING:
    from tarawa_cli.kernel.players import Bots


class Run(NamedTuple):
    """How one command runs. A line at the prompt is a command of its own."""

    program: Program
    side: str = ""
    """The side that plays; empty for all sides."""
    bot: str = ""
    """What `--bot` names."""
    colour: str = "auto"
    """What `--color` says."""
    quiet: bool = False
    verbose: bool = False
    at_prompt: bool = False
    ignored_settings: str = ""
    """The path of unusable settings, once they were reported."""


_FIRST: Final = Run(TARAWA)
_RUN: Final = ContextVar("run", default=_FIRST)
"""The current command. A thread has its own context, and gets a copy from the code that starts it."""


def current_run() -> Run:
    return _RUN.get()


def change_run(**changed: Any) -> None:
    """Change how the current command runs."""
    _RUN.set(_RUN.get()._replace(**changed))


class OtherGame(BadFile):
    """The save belongs to the game of another program."""


def start(program: Program) -> None:
    """Begin a command of a program, which plays for all sides unless one is named."""
    before = _RUN.get()
    _RUN.set(Run(program, at_prompt=before.at_prompt, ignored_settings=before.ignored_settings))


def play_as(word: str, environment: Mapping[str, str] = os.environ) -> None:
    """Play and look as one side, if `--as` or the environment names one."""
    change_run(side=sides.chosen(own_game().sides, word, environment))


def side() -> str:
    """The side that plays; empty for all sides."""
    return current_run().side


def running() -> Program:
    return current_run().program


def own_game() -> Game[Any]:
    """The game of this program."""
    return GAMES(running().game)


def game_of(name: str) -> Game[Any]:
    """The game that a save names; BadFile, if another program plays it."""
    if name in GAMES.names and name != running().game:
        raise OtherGame(f"this is a game of {name}: use the program {name}")
    return GAMES(name)


def find_bots() -> "Bots":
    """The program that plays where a save says `bot`, and how long it may think, by `--bot` and the user's settings."""
    from tarawa_cli.cli.opponents import bots_by_settings  # start-up

    return bots_by_settings(running().game, current_run().bot)


def look(save: str, at: str = "") -> Match[Any]:
    """The match in a save, for reading only; as it was at another moment, if one is named."""
    return Saved(save).at(at)


class Saved:
    """A save to look at, at one moment or several; it is read once."""

    def __init__(self, path: str) -> None:
        self.path = path

    @cached_property
    def present(self) -> Match[Any]:
        return _with_bots(session.look(game_of, self.path, side()))

    def at(self, moment: str = "") -> Match[Any]:
        """The match at a moment of its journal, or in a revision; the present if none is named."""
        if not moment:
            return self.present
        from tarawa_cli.kernel.saves import history  # start-up

        present, known = None, history.MOMENTS
        unread = () if history.is_in_journal(moment) else (GameError,)  # git may hold a save that is gone or damaged
        with suppress(*unread):
            present = self.present
            known = history.moments(present)
        if present and (word := history.in_journal(present, moment)):
            return history.at_moment(present, word)
        match = session.load(game_of, self.path, history.at_revision(self.path, moment, known), side=side())
        match.moment = f"in {moment}"
        return match


def look_any(save: str) -> Match[Any]:
    """The match in a save of any game, for reading only, as the named side knows it."""
    match = session.look(GAMES, save)
    own = match.game.id == running().game
    match.side = side() if own else sides.chosen(match.game.sides, "", os.environ)
    return match


@contextmanager
def held(save: str, scenario: str = "") -> Iterator[Match[Any]]:
    """The match in a save, locked for one command."""
    with session.held(game_of, save, scenario, side()) as match:
        yield _with_bots(match)


def _with_bots(match: Match[Any]) -> Match[Any]:
    match.find_bots = find_bots
    return match


def begun(setup: Setup, seed: int | None) -> Match[Any]:
    """A new match, which is not saved yet."""
    match: Match[Any] = Match(own_game(), setup, seed)
    match.side = side()
    return _with_bots(match)


# ── The current game: the save that is meant when none is named
#
# `saves/.current` remembers one name for each game. `new` and `use` write it; `--save` and $TARAWA_SAVE go before it.


FOLDER = "saves"
CURRENT = f"{FOLDER}/.current"
"""The file that names the current game."""
LAST_RESORT = f"{FOLDER}/game.toml"
ENVIRONMENT = "TARAWA_SAVE"
_LARGEST = 100_000
_IGNORED = "# The player's own, and nothing for git.\n.current\n.history*\n*.bak\n*.*.toml\n.*.new\n"


def check_name(where: str, path: str) -> None:
    """BadOrder, if no text file could name a save that is called like this, as `.current` must."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        raise BadOrder(f"{where} {shown(path)}: the name is not UTF-8 text", hint="rename the file or folder") from None
    if "\0" in path:
        raise BadOrder(f"{where} {shown(path)}: no file has a NUL in its name")


def current_save() -> str:
    """The current game's save; if `.current` cannot be read, its own path, so that the error names it."""
    try:
        return _current_saves().get(running().game, LAST_RESORT)
    except BadFile:
        return CURRENT


def _current_saves() -> dict[str, str]:
    """The saves that are remembered, by game."""
    if not os.path.lexists(CURRENT):
        return {}
    check_no_link(CURRENT)
    try:
        doc = toml.parse(toml.decode(read_regular(CURRENT, CURRENT, _LARGEST, ""), CURRENT), CURRENT)
        if not all(isinstance(name, str) and "\0" not in name for name in doc.values()):
            raise BadFile(f"{CURRENT} does not hold names of games and their saves")
        return doc
    except BadFile as error:
        raise BadFile(error.message, hint=f"remove {CURRENT}; it only records which game is the current one") from None


def make_current(path: str) -> None:
    """From now on this is the current game. BadFile if the file there is not ours; it is left as it is."""
    _write_current(_current_saves() | {running().game: _lasting(path)})


def forget_current(path: str) -> None:
    """Forget the current game if its save is gone."""
    names = _current_saves()
    if names.get(running().game) == _lasting(path):
        _write_current({game: name for game, name in names.items() if game != running().game})


def _write_current(names: dict[str, str]) -> None:
    savefile.write(savefile.make_folder(CURRENT), "".join(f"{line}\n" for line in toml.lines(names)))


def ignore_own_files() -> str:
    """Have git ignore what is the player's own, unless they have a `.gitignore`; why it cannot be done, or nothing."""
    ignored = os.path.join(FOLDER, ".gitignore")
    if not os.path.lexists(ignored):
        try:
            savefile.create(ignored, _IGNORED)
        except BadFile as error:
            return f"note: cannot make git ignore your own files in {FOLDER}/: {error.message}"
    return ""


def _lasting(path: str) -> str:
    """A path that still works later: relative if the file is below this folder, otherwise in full."""
    below = os.path.relpath(path)
    written = os.path.abspath(path) if below.startswith(os.pardir) else below
    check_name(CURRENT, written)
    return written


def is_among_saves(path: str) -> bool:
    """Whether a save is in the folder of games."""
    return os.path.dirname(os.path.abspath(path)) == os.path.abspath(FOLDER)


def saves_found() -> list[str]:
    """The names of all that may be games in that folder, without their ending."""
    try:
        names = os.listdir(FOLDER)
    except OSError:
        return []
    return sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml") and not _is_aside(name))


def _is_aside(name: str) -> bool:
    """Whether a file is no game: hidden, or a side's secrets beside one."""
    from tarawa_cli.kernel.mail.secret_files import is_name  # start-up

    return name.startswith(".") or is_name(name, own_game().sides.names)


def save_path(name: str) -> str:
    return os.path.join(FOLDER, f"{name}.toml")


# ── The program


# what the scripts of `completion` call; Typer's own completion knows no save, and is off
COMPLETER = "__complete"


def main(running: Program = TARAWA) -> None:
    """The program; it ends the process."""
    from tarawa_cli.cli import output  # start-up

    try:
        if isinstance(sys.stdout, TextIOWrapper):  # a sign that the terminal does not have is no reason to fail
            sys.stdout.reconfigure(errors="replace")
        code = _run(sys.argv[1:], running)
        output.flush()
    except output.Untold as error:
        code = output.fail(error, as_json=False)
    except KeyboardInterrupt:
        code = 130
    _end(code)


def _end(code: int) -> NoReturn:
    """End at once.

    Everything is written, and shutting down the interpreter would take longer than the order did. Only a command that
    has started other processes must clean up first.
    """
    with suppress(OSError, ValueError):
        if sys.stderr:
            sys.stderr.flush()
    if "multiprocessing" in sys.modules:
        sys.exit(code)
    os._exit(code)


def _run(arguments: list[str], running: Program = TARAWA) -> int:
    """Carry out one command line; its exit code."""
    start(running)
    from tarawa_cli.cli.output import Untold, fail, fail_usage, hush  # start-up

    if arguments[:1] == [COMPLETER]:
        from tarawa_cli.cli.completing import answer  # start-up

        return answer(arguments[1:])
    as_json = "--json" in arguments
    try:
        return _carry_out(arguments)
    except Untold as error:
        return fail(error, as_json=False)
    except GameError as error:
        return fail(error, as_json)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # nobody reads the help: Typer ends the process itself
            hush()
            return 0
        raise
    except OSError as error:
        return fail(_of_the_system(error), as_json)
    except Exception as error:
        return fail_usage(error, as_json)


def _carry_out(arguments: list[str]) -> int:
    from tarawa_cli.cli.commands import command_first, find, full_name, is_without_command, read_line  # start-up

    arguments = [_usual(arguments), *arguments] if is_without_command(arguments) else command_first(arguments)
    name, *rest = arguments
    name = name if not name or name.startswith("-") else full_name(name)
    command = find(name)
    read = read_line(command.grammar, rest) if command else None
    if command and read:
        return command.carry_out(read) or 0
    from tarawa_cli.cli.typer_app import run  # start-up

    return run([name, *rest])


def _usual(arguments: list[str]) -> str:
    """The command of a line that names none: the status of the current game, or help if there is no game yet."""
    from tarawa_cli.cli.commands import SAVE  # start-up

    named = os.environ.get(ENVIRONMENT) or any(word.split("=", 1)[0] in SAVE.names for word in arguments)
    return "status" if named or os.path.lexists(current_save()) else "help"


def _of_the_system(error: OSError) -> BadFile:
    """An error of the system without a message of ours."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return BadFile("the folder that this command runs in is gone")
    return BadFile(f"{error.filename or 'input or output failed'}: {error.strerror}")
