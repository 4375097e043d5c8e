"""Why a roll came out as it did."""

from itertools import takewhile

from tarawa_cli.cli import output, program
from tarawa_cli.cli.colouring import coloured
from tarawa_cli.cli.commands import AT, JSON, SAVE, aliases
from tarawa_cli.kernel import journal
from tarawa_cli.kernel.chronicle import Row, bare_rows, replay, seen_state
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.rolls import explained, is_roll
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import cut, on_one_line, plural

WHY = Grammar(
    "why",
    """Explain the last roll, line by line.

It shows the die, every modifier with its paragraph, the strengths behind a column, the row of the table, and the
result. `why fire` explains the last roll of that order or table, `why 2626 3` the third last that concerns 2626.""",
    (Word("[ORDER|TABLE|UNIT|HEX] [N]", "Explain the last roll that concerns this, or the Nth from the end.", 0, 2),),
    (AT, SAVE, JSON),
)


MOST = 1_000_000
HEX_DIGITS = 4


class Rolled(NamedTuple):
    """A roll of the journal, and what it brought about."""

    row: Row
    event: Event
    after: list[Event]


def why_(*words: str, at: str, save: str, json: bool) -> None:
    word, number = _asked(words)
    match = program.look(save, at)
    output.note_moment(match)
    rows = bare_rows(match)
    if broken := replay(match, rows):
        output.note(f"note: {cut(broken)}")
    found = _rolls(rows)
    rolled = _nth([each for each in found if _concerns(match, each, word)] if word else found, number, word)
    if json:
        facts = _facts(match, rolled) if rolled else None
        output.say_answer(
            " ".join(["why", *filter(None, [word]), str(number)]),
            why=facts,
            state=match.game.looking.brief(match.state, match),
        )
    else:
        text = "\n".join(_text(match, rolled)) if rolled else "no roll can be explained yet"
        output.say(coloured(text, match), painted=True)


def _facts(match: Match[Any], rolled: Rolled) -> dict[str, Any]:
    return {"entry": rolled.row.number, "roll": rolled.event.as_json(), "lines": _lines(match, rolled)}


def _text(match: Match[Any], rolled: Rolled) -> list[str]:
    heading = f"{rolled.row.number}. {on_one_line(rolled.row.entry.command)}"
    told = match.game.telling.sentences(rolled.after, match.state)
    return [heading, *_lines(match, rolled), *told]


def _asked(words: tuple[str, ...]) -> tuple[str, int]:
    """What the roll must concern, if anything, and which it is, counted from the end; four digits alone are a hex."""
    *rest, last = words or ("1",)
    if last.isascii() and last.isdigit() and (rest or len(last) != HEX_DIGITS):
        number = int(last[:8])
        if not 1 <= number <= MOST:
            raise BadOrder(f"why {shown(last)}: must be a number from 1 to {MOST:,}")
        return " ".join(rest), number
    if rest:
        raise BadOrder(f"why: {shown(last)} must be a number", hint=f"why {shown(rest[0])} 2")
    return last, 1


def _concerns(match: Match[Any], rolled: Rolled, word: str) -> bool:
    """Whether a roll belongs to an order or table of this name, or to one that names this unit or hex."""
    low, facts = aliases().get(word.lower(), word.lower()), rolled.event.facts
    name, *words = rolled.row.entry.command.lower().split()
    if name == low or low in words or low in str(facts.get("table", "")).split("-"):
        return True
    named = [str(value).lower() for key, value in facts.items() if key != "modifiers" and isinstance(value, str | list)]
    return low in named or (len(low) > 2 and (name.startswith(low) or str(facts.get("table", "")).startswith(low)))


def _nth(found: list[Rolled], number: int, word: str = "") -> Rolled | None:
    """The Nth from the end."""
    if word and not found:
        raise BadOrder(f"no roll concerns {shown(word)}", hint="why takes an order, a table, a unit or a hex")
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
