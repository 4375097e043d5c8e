"""Commands that change a save: the kernel's way in and out, with what the player sees at its end."""

from tarawa_cli.cli import output, program, terminal
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.saves import transaction
from tarawa_cli.kernel.saves.transaction import ComposedOutput, Hold, Keep, Work


def change(save: str, work: Work, hold: Hold | None = None, keep: Keep = session.keep) -> int:
    """Carry out one piece of work on a save; returns the exit code."""
    return transaction.change(save, hold or program.held(save), _in_colour(work), output.report, keep)


def _in_colour(work: Work) -> Work:
    """The work, with what it tells painted where there are colours."""
    if not terminal.colours():
        return work
    from tarawa_cli.cli import colouring  # start-up

    def coloured(match: Match[Any]) -> ComposedOutput:
        told = work(match)
        return told._replace(lines=colouring.told(told.lines, match))

    return coloured


def outside_note(match: Match[Any]) -> list[str]:
    """Notes of what has happened to a save from outside."""
    return [output.Note(f"note: {text}") for text in transaction.from_outside(match)]
