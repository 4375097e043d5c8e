"""Commands that change a save: the kernel's way in and out, with what the player sees at its end."""

from collections.abc import Callable

from tarawa_cli.cli import output, program
from tarawa_cli.kernel import changing, session
from tarawa_cli.kernel.changing import Hold, Keep, Told
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.session import Match


def change(save: str, work: Callable[[Match[Any]], Told], hold: Hold | None = None, keep: Keep = session.keep) -> int:
    """Carry out one piece of work on a save; returns the exit code."""
    return changing.change(save, hold or program.held(save), work, output.tell, keep)


def outside_note(match: Match[Any]) -> list[str]:
    """Notes of what has happened to a save from outside."""
    return [output.Note(f"note: {text}") for text in changing.from_outside(match)]
