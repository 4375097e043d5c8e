"""The journal as a story: every entry with what it brought about, and the turn and phase in which it was given."""

from typing import Any

from tarawa_cli.kernel import journal
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.journal import Broken, Entry
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.session import Match


class Row:
    """An entry; if it could be replayed, with what it brought about, and the turn and phase in which it was given."""

    def __init__(self, number: int, entry: Entry) -> None:
        self.number, self.entry = number, entry
        self.turn, self.phase = 0, ""
        self.events: list[Event] = []

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "turn": self.turn,
            "phase": self.phase,
            "command": self.entry.command,
            "dice": list(self.entry.dice),
            "events": [event.as_json() for event in self.events],
        }


def bare_rows(match: Match[Any]) -> list[Row]:
    """The entries alone."""
    return [Row(number, _entry(text)) for number, text in enumerate(match.entries, 1)]


def _entry(text: str) -> Entry:
    """A line of the journal, even one that a hand has spoilt."""
    try:
        return journal.read_entry(text)
    except BadFile:
        return Entry(text)


def replay(match: Match[Any], rows: list[Row]) -> str:
    """Play the journal again, to know what each entry brought about; what cannot be replayed is left bare.

    Returns why it could not be replayed to its end, or nothing.
    """
    turn, phase = 0, ""
    try:
        for step in journal.replay(match.game, match.setup, match.seed, match.entries):
            if step.number:
                row = rows[step.number - 1]
                row.turn, row.phase, row.events = turn, phase, step.events
            turn, phase = step.state.turn, step.state.phase
    except Broken as error:
        return f"the journal cannot be replayed beyond entry {error.number - 1}: {error.reason}"
    return ""


def remark(entry: Entry) -> str:
    """An entry to read: the command, or a change from outside in a few words."""
    if not entry.outside:
        return entry.command
    try:
        kind, patch = journal.read_outside(entry)
    except BadFile as error:
        return f"{entry.command} ({error.message})"
    why = {"edited": "the save was edited by hand", "restart": "scenario, tables or journal were changed"}[kind]
    return f"{why}: {', '.join(sorted(patch['state'])) or 'nothing in the position'}"
