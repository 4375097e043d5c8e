"""What has changed from one moment, save or revision to another."""

import os

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.kernel.comparison import changes
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.past import is_in_journal
from tarawa_cli.kernel.session import Match

DIFF = Grammar(
    "diff",
    """Compare two moments, saves or git revisions.

A moment is named as for --at: 12 is after 12 entries, -3 three entries ago, t5 the end of turn 5, HEAD~2 in git.""",
    (
        Word("A", "Name a moment, another save, or a revision.", signed=True),
        Word("B", "Compare with this instead of now.", 0, signed=True),
    ),
    (SAVE, JSON),
)


def diff_(one: str, other: str = "", *, save: str, json: bool) -> None:
    before, after = _match(one, save), _match(other, save)
    found = [*changes(_dump(before), _dump(after))]
    told = after.game.telling.changed(before.state, after.state, found)
    if json:
        output.say_answer(
            f"diff {one} {other}".rstrip(),
            before=_facts(before),
            after=_facts(after),
            changes=[change.as_json() for change in found],
            sentences=told,
            state=after.game.looking.brief(after.state, after),
        )
    else:
        output.say("\n".join([f"from {_when(before)}", f"to   {_when(after)}", *(told or ["  nothing has changed"])]))


def _match(word: str, save: str) -> Match[Any]:
    """The game at a moment, or in another save."""
    if word and not is_in_journal(word) and os.path.isfile(word):
        return program.look(word)
    return program.look(save, word)


def _dump(match: Match[Any]) -> dict[str, Any]:
    document: dict[str, Any] = match.game.dump(match.state)
    return document


def _facts(match: Match[Any]) -> dict[str, Any]:
    return {"entry": len(match.entries), "headline": match.game.telling.headline(match.state)}


def _when(match: Match[Any]) -> str:
    return f"{match.game.telling.headline(match.state)} (entry {len(match.entries)})"
