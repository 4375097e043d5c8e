"""Files for others: positions, pictures, films, reports."""

import os

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import AT, JSON, SAVE, choice
from tarawa_cli.cli.look import is_place
from tarawa_cli.kernel import savefile
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.grammar import Grammar, Option, Word
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import visible

LAND = "land"
"""The place that is all the land there is."""
EXPORT = Grammar(
    "export",
    """The position as a file: scenario, JSON, map, film or report.

A map may show a part: export svg land, export svg land land.svg. A single word is a place, if there is one of that
name; otherwise it is the file.""",
    (
        Word("WHAT", "What to write."),
        Word("WHERE", "Of a map: land, or a place as for `map`.", 0),
        Word("FILE", "Where to; standard output if left out.", 0),
    ),
    (
        Option("--layer", "What a map shows.", "LAYER", default="", if_worded=True),
        Option("--force", "Write over an old file."),
        AT,
        SAVE,
        JSON,
    ),
)
MAPS = ("svg", "png", "gif")
PIXELS = ("png", "gif")
"""What is made from the map of any game that has one; a GIF has a frame for each turn."""


def export_(
    what: str, where: str = "", file: str = "", *, layer: str = "", force: bool, at: str, save: str, json: bool
) -> None:
    exports = program.own_game().exporting.EXPORTS
    kind = choice("export", what, [*exports, *(PIXELS if "svg" in exports else ())])
    match = program.look(save, at)
    where, file = _place_and_file(match, kind, where, file)
    output.note_moment(match)
    asked = Asked(where, layer=layer)
    made = _pixels(match, kind, asked, file) if kind in PIXELS else exports[kind](match, asked)
    text = output.json_text(made, indent=2) + "\n" if isinstance(made, dict) else made
    if json:
        answer: dict[str, Any] = {"text": text} if file == "-" else {"file": file}
        told = output.answer_text(f"export {kind}", **answer, state=match.game.looking.brief(match.state, match))
    else:
        told = output.Ready(
            visible(f"written: {file}" if isinstance(text, bytes) or file != "-" else text.rstrip("\n"))
        )
    if file != "-":
        write_file(file, text, save, force)
    output.tell([told], f"{file} is written" if file != "-" else "")


def _pixels(match: Match[Any], kind: str, asked: Asked, file: str) -> bytes:
    """The map as PNG, or as it was turn by turn as GIF."""
    from tarawa_cli.kernel.film.pixels import each_turn, gif, png

    if file == "-":
        raise BadOrder(f"export {kind} needs a file to write to", hint=f"export {kind} map.{kind}")
    draw = match.game.exporting.EXPORTS["svg"]
    if kind == "png":
        return png(str(draw(match, asked)))
    return gif(str(draw(then, asked)) for then in each_turn(match))


def _place_and_file(match: Match[Any], kind: str, where: str, file: str) -> tuple[str, str]:
    """The place that is shown, or nothing, and the file; one word alone may be either."""
    if where and not file and not (kind in MAPS and _is_place(match, where)):
        return "", where
    if where and kind not in MAPS:
        why = f"export {kind}: {shown(where)} is one word too many"
        raise BadOrder(why, hint=f"only a map takes a place: {', '.join(MAPS)}")
    return where.lower() if where.lower() == LAND else where, file or "-"


def _is_place(match: Match[Any], word: str) -> bool:
    """A word with a dot is a file."""
    return word.lower() == LAND or ("." not in word and is_place(word, match))


def write_file(file: str, text: str | bytes, save: str, force: bool) -> None:
    """Over an old file only by force; never over the save, or over what is no file."""
    there = os.path.lexists(file)
    if there and not os.path.isfile(file):
        raise BadFile(f"{file} is not a file")
    if there and os.path.samefile(file, save):
        raise BadOrder(f"{file} is the save itself", hint="give the export another name")
    if there and not force:
        raise BadFile(f"{file} exists already", hint="add --force to write over it")
    if force:
        savefile.write(savefile.make_folder(file), text)
    else:
        savefile.create(file, text)
