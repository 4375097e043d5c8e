"""The game told as a story, on the terminal or as a file."""

from textwrap import fill

from tarawa_cli.cli import output, program, terminal
from tarawa_cli.cli.colouring import coloured
from tarawa_cli.cli.commands import AT, JSON, SAVE
from tarawa_cli.cli.exporting import write_file
from tarawa_cli.kernel.grammar import Grammar, Option, Word
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.story import Chapter, Story, markdown
from tarawa_cli.kernel.visible import cut, visible

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
        write_file(file, text, save, force)
    if json:
        facts: dict[str, Any] = {"file": file} if file != "-" else {"text": text}
        told: str = output.answer_text("chronicle", **facts, state=match.game.looking.brief(match.state, match))
    else:
        told = output.Ready(visible(f"written: {file}" if file != "-" else text.rstrip("\n")))
    output.tell([told], f"{file} is written" if file != "-" else "")


def print_diary(match: Match[Any], as_json: bool) -> None:
    """`log --story --markdown`: the same as `chronicle`, on standard output."""
    text = markdown(Story(match))
    if as_json:
        output.say_answer("log --story --markdown", text=text, state=match.game.looking.brief(match.state, match))
    else:
        output.say(text.rstrip("\n"))


def tell(match: Match[Any], turn: int | None, last: int | None, as_json: bool) -> None:
    """`log --story`: every turn, one of them, or the last few; of a game that is over, what it turned on in these."""
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
    output.say_answer("log --story", **facts, state=match.game.looking.brief(match.state, match))


def _paragraph(text: str) -> str:
    wide = min(_WIDEST, terminal.width())
    return fill(text, wide, initial_indent="  ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
