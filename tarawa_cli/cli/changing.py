"""The one way in and out of a changed save: hold it, work on it, compose what will be told, write it once, tell.

Whatever fails before the save is written leaves it as it was. Whatever fails after that says what was done.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from tarawa_cli.cli import output, program
from tarawa_cli.kernel import session
from tarawa_cli.kernel.journal import WHY
from tarawa_cli.kernel.session import Match


class Told(NamedTuple):
    """What a command will tell, composed to the last word, and whether the save is to be written before."""

    lines: list[str]
    code: int = 0
    keep: bool = True


Hold = AbstractContextManager[Match[Any]]


def change(
    save: str,
    work: Callable[[Match[Any]], Told],
    hold: Hold | None = None,
    keep: Callable[[str, Match[Any]], None] = session.keep,
) -> int:
    """Take a save through one piece of work; the exit code."""
    done = ""
    with hold or program.held(save) as match:
        told = work(match)
        if told.keep:
            keep(save, match)
            done = f"the command was carried out, and {save} is written"
    output.tell(told.lines, done)
    return told.code


def outside_note(match: Match[Any]) -> list[str]:
    """What has happened to a save from outside, and the next command records."""
    edited = "this save was edited by hand; the journal now says so" if match.edited else ""
    why = f"{WHY[match.outdated]} since this save was written" if match.outdated else ""
    kept = f"{why}; the journal now holds a snapshot, and nothing before it can be taken back" if why else ""
    return [output.Note(f"note: {text}") for text in (edited, kept) if text]
