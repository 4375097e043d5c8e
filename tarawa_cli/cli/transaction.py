"""The one way in and out of a changed save: hold it, work on it, compose the output, write the save once, print.

Whatever fails before the save is written leaves it as it was. Whatever fails after that says what was done.
"""

from tarawa_cli.cli import output, program
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import AbstractContextManager, Any, Callable, NamedTuple
from tarawa_cli.kernel.saves.journal import WHY


class ComposedOutput(NamedTuple):
    """The output of a command, complete, and what is written before it is printed."""

    lines: list[str]
    kept: Match[Any] | None
    """The match that goes into the save; None: nothing is written."""
    code: int = 0
    done: str = "the command was carried out"


Work = Callable[[Match[Any]], ComposedOutput]
Hold = AbstractContextManager[Match[Any]]
Keep = Callable[[str, Match[Any]], None]
Print = Callable[[list[str], str], None]
"""Prints the lines; the text says what was done, in case printing them fails."""


def change(
    save: str, work: Work, hold: Hold | None = None, keep: Keep = session.keep, show: Print = output.report
) -> int:
    """Carry out one piece of work on a save; returns the exit code."""
    done, warnings = "", list[str]()
    try:
        with hold or program.held(save) as match:
            warnings = match.warnings
            composed = _in_colour(work(match), match)
            if composed.kept:
                keep(save, composed.kept)
                done = f"{composed.done}, and {save} was written"
        show(composed.lines, done)
    finally:
        output.warn(warnings)
    return composed.code


def _in_colour(composed: ComposedOutput, match: Match[Any]) -> ComposedOutput:
    """The output, painted where there are colours."""
    if not output.colours():
        return composed
    from tarawa_cli.cli import colouring  # start-up

    return composed._replace(lines=colouring.coloured_lines(composed.lines, match))


def outside_note(match: Match[Any]) -> list[str]:
    """What has happened to a save from outside and the next command will record, a note each."""
    edited = "this save was edited by hand; the journal now records it" if match.edited else ""
    why = f"{WHY[match.outdated]} since this save was written" if match.outdated else ""
    kept = f"{why}; the journal now holds a snapshot, and nothing before it can be undone" if why else ""
    return [output.Note(f"note: {text}") for text in (edited, kept) if text]
