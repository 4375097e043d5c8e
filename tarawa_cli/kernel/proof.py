"""What replaying a journal proves of its save."""

from tarawa_cli.kernel import journal, phrases
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import NamedTuple, TypeVar
from tarawa_cli.kernel.journal import Broken, Era, contradicted
from tarawa_cli.kernel.play import Stacked
from tarawa_cli.kernel.session import Match

S = TypeVar("S", bound=Stacked)


class Proof(NamedTuple):
    """What replaying a journal has shown."""

    holds: bool
    entries: int
    broken_at: int
    reason: str
    since: int
    """The entry from which on the proof runs; 0 is the start of the game."""
    edits: list[int]
    """Entries that record a hand edit."""
    eras: list[Era]
    """What was played under which rules; the proof is only of the last one, and of none if the save is outdated."""
    outdated: str
    """What has changed since the save was written: rules or data; then nothing of it can be proven here."""


def prove(match: Match[S]) -> Proof:
    """Replay the journal and compare it with the save."""
    entries = match.entries
    since = journal.last_snapshot(entries)
    edits = [number for number, text in enumerate(entries, 1) if text.startswith(journal.EDITED)]
    eras = journal.eras(entries, match.rules, match.data)
    at = len(entries)
    try:
        reason = _contradiction(match, entries)
    except Broken as error:
        at, reason = error.number, match.told(error)
    except BadFile as error:  # a link of a game by mail
        reason = error.message
    return Proof(not reason, len(entries), at if reason else 0, reason, since, edits, eras, match.outdated)


def _contradiction(match: Match[S], entries: list[str]) -> str:
    """What speaks against the save; nothing if it holds as far as this program can tell."""
    changed = "the save was changed by hand since the last order" if match.edited else ""
    if match.phrases and (forged := phrases.wrong(match.phrases, match.game.sides.names, match.seed)):
        return forged
    less = fewer(match) if match.mail else ""  # links are checked, whatever the rules are now
    if match.outdated:
        return less or changed
    *_, last = journal.replay(match.game, match.setup, match.source, entries)
    counted = entries[journal.last_snapshot(entries) :]  # saves of 0.1.0 did not count them
    if match.edits < sum(text.startswith(journal.EDITED) for text in counted):
        return f"the save counts {match.edits} hand edits, and its journal records more"
    return contradicted(match, last) or less or changed


def fewer(match: Match[S]) -> str:
    """What a game by mail counts less of than at its last hand-over; nothing, if there is nothing."""
    closed = match.sittings.closed
    counts = closed[-1].counts._asdict() if closed else {}
    less = [name for name, number in counts.items() if getattr(match, name) < number]
    return f"the save counts fewer {' and '.join(less)} than at the last hand-over" if less else ""
