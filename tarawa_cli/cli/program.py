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
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, GameError
from tarawa_cli.kernel.game import Game, Program, Setup
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Final, Iterator, Mapping, NamedTuple, NoReturn
from tarawa_cli.kernel.standard import contextmanager, suppress

if TYPE_CHECKING:
    from tarawa_cli.kernel.players.computer_player import Bots


class Run(NamedTuple):
    """How one command runs. A line at the prompt is a command of its own."""

    program: Program
    side: str = ""
    """The side that plays and looks; empty if all sides share one table."""
    bot: str = ""
    """What `--bot` names."""
    colour: str = "auto"
    """What `--color` says."""
    quiet: bool = False
    verbose: bool = False
    at_prompt: bool = False


_FIRST: Final = Run(TARAWA)
_RUN: Final = ContextVar("run", default=_FIRST)
"""The current command. A thread has its own context: whoever starts one hands over a copy."""


def current_run() -> Run:
    return _RUN.get()


def change_run(**changed: Any) -> None:
    """From now on the current command runs like this."""
    _RUN.set(_RUN.get()._replace(**changed))


class OtherGame(BadFile):
    """A save that another program plays."""


def start(program: Program) -> None:
    """Begin a command of a program, which plays for all sides until told otherwise."""
    _RUN.set(Run(program, at_prompt=_RUN.get().at_prompt))


def play_as(word: str, environment: Mapping[str, str] = os.environ) -> None:
    """Play and look as one side, if `--as` or the environment names one."""
    change_run(side=sides.chosen(own_game().sides, word, environment))


def side() -> str:
    """Who plays and looks; nothing if it is everybody at one table."""
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
    if not at:
        return _with_bots(session.look(game_of, save, side()))
    from tarawa_cli.kernel.saves import history  # start-up

    match, known = None, history.MOMENTS
    unread = () if history.is_in_journal(at) else (GameError,)  # git may hold a save that is gone or damaged
    with suppress(*unread):
        match = session.look(game_of, save, side())
        known = history.moments(match)
    if match and (word := history.in_journal(match, at)):
        history.go_back(match, word)
        return match
    match = session.load(game_of, save, history.at_revision(save, at, known), side=side())
    match.moment = f"in {at}"
    return match


def look_any(save: str) -> Match[Any]:
    """The match in a save of any game, for reading only, as far as the side that is named knows it."""
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
    """End at once: all is written, and taking the interpreter down would last longer than the order did.

    Only a command that has started other processes must clean up first.
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
    finally:
        _warn_of_secrets()


def _warn_of_secrets() -> None:
    """Say so, if a secret that this command has written may be committed by accident."""
    from tarawa_cli.cli.output import Fault, note, warning  # start-up

    secret_files = sys.modules.get("tarawa_cli.kernel.mail.secret_files")  # what writes a secret has loaded it
    for text in secret_files.take_warnings() if secret_files else ():
        note(Fault(warning(text)))


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
    from tarawa_cli.cli import current  # start-up
    from tarawa_cli.cli.commands import ENVIRONMENT, SAVE

    named = os.environ.get(ENVIRONMENT) or any(word.split("=", 1)[0] in SAVE.names for word in arguments)
    return "status" if named or os.path.lexists(current.save()) else "help"


def _of_the_system(error: OSError) -> BadFile:
    """An error that nobody has put into words."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return BadFile("the folder that this command runs in is gone")
    return BadFile(f"{error.filename or 'input or output failed'}: {error.strerror}")
