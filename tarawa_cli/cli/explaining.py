"""Explain a roll, compare two moments, and print the game as a story."""

import os
from itertools import takewhile
from textwrap import fill

from tarawa_cli.cli import output, program
from tarawa_cli.cli.colouring import coloured
from tarawa_cli.cli.commands import AT, JSON, SAVE, aliases
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.mail import secret_files
from tarawa_cli.kernel.narration.chronicle import LogRow, bare_rows, replay, seen_state
from tarawa_cli.kernel.narration.digest import changes, explained, is_roll
from tarawa_cli.kernel.narration.story import Chapter, Story, markdown
from tarawa_cli.kernel.narration.visible import cut, on_one_line, plural, visible
from tarawa_cli.kernel.saves import journal
from tarawa_cli.kernel.saves.history import is_in_journal

# ── Why a roll came out as it did


WHY = Grammar(
    "why",
    """Explain the last roll, line by line.

It shows the die, every modifier with its paragraph, the strengths behind a column, the row of the table, and the
result. `why attack` explains the last roll of that order, `why attack 3` the third from last.""",
    (Word("[ORDER|TABLE|UNIT|HEX] [N]", "Explain the last roll that concerns this, or the Nth from the end.", 0, 2),),
    (AT, SAVE, JSON),
)


MOST = 1_000_000
HEX_DIGITS = 4


class Rolled(NamedTuple):
    """A roll of the journal, and what it caused."""

    row: LogRow
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
            state=match.game.views.brief(match.state, match),
        )
    else:
        text = "\n".join(_text(match, rolled)) if rolled else "no roll can be explained yet"
        output.say(coloured(text, match), painted=True)


def _facts(match: Match[Any], rolled: Rolled) -> dict[str, Any]:
    return {"entry": rolled.row.number, "roll": rolled.event.as_json(), "lines": _lines(match, rolled)}


def _text(match: Match[Any], rolled: Rolled) -> list[str]:
    heading = f"{rolled.row.number}. {on_one_line(rolled.row.entry.command)}"
    told = match.game.narration.sentences(rolled.after, match.state)
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


def _rolls(rows: list[LogRow]) -> list[Rolled]:
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
    """The strengths behind the roll, in the position before its entry."""
    steps = journal.replay(match.game, match.setup, match.source, match.entries)
    before = next((step.state for step in steps if step.number == rolled.row.number - 1), None)
    if before is None:
        return []
    place = next(place for place, event in enumerate(rolled.row.events, 1) if event is rolled.event)
    return match.game.narration.basis(seen_state(match, before), rolled.row.events[:place])


# ── `diff`


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
    saved = program.Saved(save)
    before, after = _match(one, saved), _match(other, saved)
    found = [*changes(_dump(before), _dump(after))]
    told = after.game.narration.changed(before.state, after.state, found)
    if json:
        output.say_answer(
            f"diff {one} {other}".rstrip(),
            before=_differences_as_facts(before),
            after=_differences_as_facts(after),
            changes=[change.as_json() for change in found],
            sentences=told,
            state=after.game.views.brief(after.state, after),
        )
    else:
        output.say("\n".join([f"from {_when(before)}", f"to   {_when(after)}", *(told or ["  nothing has changed"])]))


def _match(word: str, saved: program.Saved) -> Match[Any]:
    """The game at a moment, or in another save."""
    if word and not is_in_journal(word) and os.path.isfile(word):
        return program.look(word)
    return saved.at(word)


def _dump(match: Match[Any]) -> dict[str, Any]:
    document: dict[str, Any] = match.game.dump(match.state)
    return document


def _differences_as_facts(match: Match[Any]) -> dict[str, Any]:
    return {"entry": len(match.entries), "headline": match.game.narration.headline(match.state)}


def _when(match: Match[Any]) -> str:
    return f"{match.game.narration.headline(match.state)} (entry {len(match.entries)})"


# ── The game told as a story, on the terminal or as a file


CHRONICLE = Grammar(
    "chronicle",
    "Write the diary of the game as Markdown: the same as `log --story --markdown`.",
    (Word("FILE", "Write to this file.", 0, default="-"),),
    (Option("--force", "Overwrite an old file."), AT, SAVE, JSON),
)
_WIDEST = 80


def chronicle_(file: str, *, force: bool, at: str, save: str, json: bool) -> None:
    match = program.look(save, at)
    output.note_moment(match)
    text = markdown(Story(match))
    if file != "-":
        secret_files.write_export(file, text, save, force)
    if json:
        facts: dict[str, Any] = {"file": file} if file != "-" else {"text": text}
        told: str = output.answer_text("chronicle", **facts, state=match.game.views.brief(match.state, match))
    else:
        told = output.Ready(visible(f"written: {file}" if file != "-" else text.rstrip("\n")))
    output.tell([told], f"{file} was written" if file != "-" else "")


def print_diary(match: Match[Any], as_json: bool) -> None:
    """`log --story --markdown`: the same as `chronicle`, on standard output."""
    text = markdown(Story(match))
    if as_json:
        output.say_answer("log --story --markdown", text=text, state=match.game.views.brief(match.state, match))
    else:
        output.say(text.rstrip("\n"))


def tell(match: Match[Any], turn: int | None, last: int | None, as_json: bool) -> None:
    """`log --story`: every turn, one of them, or the last few; for a finished game also the turning points in them."""
    story = Story(match)
    if story.note:
        output.note(f"note: {cut(story.note)}")
    chapters = [chapter for chapter in story.chapters if not turn or chapter.turn == turn]
    chapters = chapters[-last:] if last else chapters
    shown = {chapter.turn for chapter in chapters}
    points = {turn: what for turn, what in story.turned().items() if turn in shown}
    if as_json:
        _answer(match, chapters, points)
    else:
        turned = [("Turning points", [f"{story.title(turn)}: {what}" for turn, what in points.items()])]
        blocks = [*((chapter.title, chapter.told) for chapter in chapters), *(turned if points else [])]
        text = "\n\n".join("\n".join([title, *map(_paragraph, told)]) for title, told in blocks)
        output.say(coloured(text or "nothing yet", match), painted=True)


def _answer(match: Match[Any], chapters: list[Chapter], points: dict[int, str]) -> None:
    facts: dict[str, Any] = {"story": [chapter.as_json() for chapter in chapters]}
    if points:
        facts["turning_points"] = [{"turn": turn, "what": what} for turn, what in points.items()]
    output.say_answer("log --story", **facts, state=match.game.views.brief(match.state, match))


def _paragraph(text: str) -> str:
    wide = min(_WIDEST, output.width())
    return fill(text, wide, initial_indent="  ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
