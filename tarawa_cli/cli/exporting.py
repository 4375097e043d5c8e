"""Files for others: positions, pictures, films, reports."""

import os
from typing import Any

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import AT, JSON, SAVE, choice
from tarawa_cli.cli.look import is_place
from tarawa_cli.kernel import savefile
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.grammar import Grammar, Option, Word
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.orders import shown
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import visible

LAND = "land"
"""The place that is all the land there is."""
EXPORT = Grammar(
    "export",
    """The position as a file: scenario, JSON, map, film or report.

A map may be of a part: export svg land, export svg red3 red3.svg. A word alone that is a place is one; any other is the
file.""",
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
MAPS = ("svg",)


def export_(
    what: str, where: str = "", file: str = "", *, layer: str = "", force: bool, at: str, save: str, json: bool
) -> None:
    exports = program.own_game().exporting.EXPORTS
    kind = choice("export", what, list(exports))
    match = program.look(save, at)
    where, file = _place_and_file(match, kind, where, file)
    output.note_moment(match)
    made = exports[kind](match, Asked(where, layer=layer))
    text = made if isinstance(made, str) else output.json_text(made, indent=2) + "\n"
    if json:
        answer: dict[str, Any] = {"text": text} if file == "-" else {"file": file}
        told = output.answer_text(f"export {kind}", **answer, state=match.game.looking.brief(match.state, match))
    else:
        told = output.Ready(visible(f"written: {file}" if file != "-" else text.rstrip("\n")))
    if file != "-":
        write_file(file, text, save, force)
    output.tell([told], f"{file} is written" if file != "-" else "")


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


def write_file(file: str, text: str, save: str, force: bool) -> None:
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
