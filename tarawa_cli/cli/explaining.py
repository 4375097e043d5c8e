"""Why a roll came out as it did."""

from itertools import takewhile

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import AT, JSON, SAVE
from tarawa_cli.kernel.chronicle import Row, bare_rows, replay
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

The die, every modifier with its paragraph, the row of the table, and what came of it.""",
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
        output.say("\n".join(_text(match, rolled)) if rolled else "no roll can be explained yet")


def _facts(match: Match[Any], rolled: Rolled) -> dict[str, Any]:
    return {"entry": rolled.row.number, "roll": rolled.event.as_json(), "lines": _lines(match, rolled.event)}


def _text(match: Match[Any], rolled: Rolled) -> list[str]:
    heading = f"{rolled.row.number}. {on_one_line(rolled.row.entry.command)}"
    told = match.game.telling.sentences(rolled.after, match.state)
    return [heading, *_lines(match, rolled.event), *told]


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


def _lines(match: Match[Any], event: Event) -> list[str]:
    library = match.game.library
    table = library.table(match.state, event.facts["table"]) if event.type == "roll" else None
    return explained(event, table, library.SOURCES)
