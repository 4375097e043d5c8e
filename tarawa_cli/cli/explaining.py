"""Why a roll came out as it did."""

from itertools import takewhile

from tarawa_cli.cli import output, program
from tarawa_cli.cli.colouring import coloured
from tarawa_cli.cli.commands import AT, JSON, SAVE
from tarawa_cli.kernel import journal
from tarawa_cli.kernel.chronicle import Row, bare_rows, replay, seen_state
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import Grammar, Number, Word
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.rolls import explained, is_roll
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import cut, on_one_line, plural

WHY = Grammar(
    "why",
    """The last roll, line by line.

The die, every modifier with its paragraph, the strengths behind a column, the row of the table, and the result.""",
    (Word("N", "The Nth roll from the end.", 0, default="1", number=Number(1, 1_000_000)),),
    (AT, SAVE, JSON),
)


class Rolled(NamedTuple):
    """A roll of the journal, and what it brought about."""

    row: Row
    event: Event
    after: list[Event]


def why_(number: str, *, at: str, save: str, json: bool) -> None:
    match = program.look(save, at)
    output.note_moment(match)
    rows = bare_rows(match)
    if broken := replay(match, rows):
        output.note(f"note: {cut(broken)}")
    rolled = _nth(_rolls(rows), int(number))
    if json:
        facts = _facts(match, rolled) if rolled else None
        output.say_answer(f"why {number}", why=facts, state=match.game.looking.brief(match.state, match))
    else:
        text = "\n".join(_text(match, rolled)) if rolled else "no roll can be explained yet"
        output.say(coloured(text, match), painted=True)


def _facts(match: Match[Any], rolled: Rolled) -> dict[str, Any]:
    return {"entry": rolled.row.number, "roll": rolled.event.as_json(), "lines": _lines(match, rolled)}


def _text(match: Match[Any], rolled: Rolled) -> list[str]:
    heading = f"{rolled.row.number}. {on_one_line(rolled.row.entry.command)}"
    told = match.game.telling.sentences(rolled.after, match.state)
    return [heading, *_lines(match, rolled), *told]


def _nth(found: list[Rolled], number: int) -> Rolled | None:
    """The Nth from the end."""
    if found and len(found) < number:
        raise BadOrder(f"only {plural(len(found), 'roll')} can be explained")
    return found[-number] if found else None


def _rolls(rows: list[Row]) -> list[Rolled]:
    return [
        Rolled(row, event, [*takewhile(lambda each: not is_roll(each), row.events[place + 1 :])])
        for row in rows
        for place, event in enumerate(row.events)
        if is_roll(event)
    ]


def _lines(match: Match[Any], rolled: Rolled) -> list[str]:
    library, event = match.game.library, rolled.event
    table = library.table(match.state, event.facts["table"]) if event.type == "roll" else None
    first, *rest = explained(event, table, library.SOURCES)
    return [first, *(f"  {line}" for line in _basis(match, rolled)), *rest]


def _basis(match: Match[Any], rolled: Rolled) -> list[str]:
    """What the roll was reckoned from, in the position before its entry."""
    steps = journal.replay(match.game, match.setup, match.source, match.entries)
    before = next((step.state for step in steps if step.number == rolled.row.number - 1), None)
    if before is None:
        return []
    place = next(place for place, event in enumerate(rolled.row.events, 1) if event is rolled.event)
    return match.game.telling.basis(seen_state(match, before), rolled.row.events[:place])
