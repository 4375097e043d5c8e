"""`tarawa`: finds the command that is asked for, and turns every error into a sentence and an exit code.

Typer takes longer to start than most commands take, so a line goes straight to the reader of its command, and to
Typer only if that reader leaves it alone.
"""

import os
import sys
from io import TextIOWrapper

from tarawa_cli.cli import program
from tarawa_cli.games import TARAWA
from tarawa_cli.kernel.errors import BadFile, GameError
from tarawa_cli.kernel.game import Program
from tarawa_cli.kernel.hints import NoReturn
from tarawa_cli.kernel.standard import suppress

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
    program.start(running)
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
