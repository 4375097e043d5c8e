"""Colour in what is printed besides maps, sparingly: headings, commands to type, units by side, good and bad results.

Text is composed without colour and read here once more, line by line; so every sentence is the same with and without.
"""

import os
import sys

from tarawa_cli.cli import output
from tarawa_cli.cli.program import change_run, current_run, running
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Iterable, Iterator, Mapping, Sequence
from tarawa_cli.kernel.narration.visible import Screen, visible
from tarawa_cli.kernel.scene import Line, StyledText
from tarawa_cli.kernel.scene.paint import Ink, Palette, paint
from tarawa_cli.kernel.standard import cache

INKS: Palette = {
    "heading": Ink(bold=True),
    "command": Ink("#5fd7d7", fg16=6, light=Ink("#00696e", fg16=4)),
    "rule": Ink("#8a8a8a", fg16=8, light=Ink("#767676", fg16=8)),
    "good": Ink("#5fd787", fg16=10, light=Ink("#007a4d", fg16=2)),
    "bad": Ink("#ff7f66", fg16=9, light=Ink("#b3261e", fg16=1)),
    "warning": Ink("#ffd75f", fg16=11, light=Ink("#8a6100", fg16=1)),
}
_SIDES = (
    Ink("#87afff", fg16=12, light=Ink("#1f4e9c", fg16=4)),
    Ink("#ffaf5f", fg16=3, light=Ink("#9a4b00", fg16=5)),
)
"""The inks of the last side, the one before it, and so on."""
_AROUND = "()[],;:."
_RESULTS = ("good", "bad")
"""Words for the result of an event, painted only next to its paragraph."""
GOAL = "Goal:"
_FAULTS = ("refused", "stopped")


def coloured(text: str, match: Match[Any]) -> str:
    """A text about a game, made visible, and painted if there are colours."""
    return _painted(text, _Words(match)) if output.colours() else visible(text)


def coloured_lines(lines: Iterable[str], match: Match[Any]) -> list[str]:
    """Lines as `output.tell` takes them, with those about the game painted if there are colours."""
    if not output.colours():
        return [*lines]
    words = _Words(match)
    return [line if isinstance(line, output.Note | output.Ready) else _ready(line, words) for line in lines]


def _ready(line: str, words: "_Words") -> output.Ready:
    text = visible(line)
    return output.Ready(_painted(output.fitted(text) if output.on_terminal() else text, words))


def _painted(text: str, words: "_Words") -> str:
    screen = Screen(colours=output.colours(), light=is_light())
    return paint(_pieces(text.split("\n"), words), words.inks, screen)


class _Words:
    """The words of a game that are painted, each with its ink."""

    def __init__(self, match: Match[Any]) -> None:
        sides = match.game.sides.names[::-1]
        self.inks = {**INKS, **{side: _SIDES[number % len(_SIDES)] for number, side in enumerate(sides)}}
        self.words: Mapping[str, str] = match.game.views.highlights(match.state)


def _pieces(lines: Sequence[str], words: _Words) -> Iterator[Line]:
    command = False  # whether a command goes on in the next line
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        plain = line.lstrip(" ")
        indent = line[: len(line) - len(plain)]
        if (plain.startswith("→ ") and (len(indent) <= 2 or " — " in plain)) or (command and len(indent) > 2):
            typed, dash, why = plain.partition(" — ")
            command = not dash
            yield [StyledText(indent), StyledText(typed, "command"), *_worded(dash + why, words)]
            continue
        command = False
        if line.startswith(GOAL):
            yield [StyledText(GOAL, "heading"), *_worded(line.removeprefix(GOAL), words)]
        elif _is_heading(plain, bool(indent), after):
            yield [StyledText(indent), StyledText(plain, "heading")]
        else:
            yield _worded(line, words)


def _is_heading(plain: str, indented: bool, after: str) -> bool:
    """A phase that begins; or, if it is not indented, the position, an entry, or a heading of others."""
    if plain.startswith("── "):
        return True
    number = plain.partition(" ")[0]
    is_entry = number[-1:] in (".", "+") and number[:-1].isdigit()
    over_columns = plain.count("  ") > 2 and not any(map(str.isdigit, plain))
    return bool(plain) and not indented and (" · " in plain or is_entry or over_columns or after.startswith("  "))


def _worded(line: str, words: _Words) -> list[StyledText]:
    """A sentence: its paragraph is dim, the result of a roll stands out, and some of its words have inks."""
    body, bracket, rule = line.rpartition("  [")
    if not bracket or not rule.endswith("]"):
        body, bracket, rule = line, "", ""
    found, usual = list[StyledText](), ""
    parts = body.split(" ")
    for number, word in enumerate(parts):
        core = word.strip(_AROUND)
        before, _, behind = word.partition(core) if core else (word, "", "")
        gap = " " if number else ""
        ink = words.words.get(core, usual)
        if (ink in _RESULTS and not bracket) or (ink == "warning" and _is_counted(parts[number + 1 :])):
            ink = usual
        found += [StyledText(gap + before, usual), StyledText(core, ink), StyledText(behind, usual)]
        usual = "heading" if word == "→" else usual
    return [*found, StyledText(bracket + rule, "rule")]


def _is_counted(after: list[str]) -> bool:
    """Whether a number follows a word: then the word only says what is counted."""
    return next(filter(None, after), "").isdigit()


# ── Notes and errors


def note(text: str) -> str:
    """A note, a refusal or an error, already visible: how it begins, and what would work."""
    screen = Screen(colours=output.colours(sys.stderr), light=is_light())
    return paint([_noted(line) for line in text.split("\n")], INKS, screen)


def _noted(line: str) -> Line:
    kind, colon, rest = line.partition(": ")
    if kind == "  try":
        return [StyledText("  try: "), StyledText(rest, "command")]
    if not colon or line.startswith(" "):
        return [StyledText(line)]
    is_fault = kind.startswith(_FAULTS) or kind == running().name
    ink = "bad" if is_fault else "warning" if kind in ("note", "warning") else ""
    return [StyledText(kind + ":", ink), StyledText(f" {rest}")]


# ── Light or dark


BACKGROUNDS = ("dark", "light")


def is_light() -> bool:
    """Whether the background is light: as the player says in `config.toml`, or else as the terminal says."""
    path = output.config_path()
    said, fault = _background(path)
    if fault:
        _report(path, fault)
    return said == "light" if said else _seems_light(os.environ.get("COLORFGBG", ""))


def _seems_light(colours: str) -> bool:
    """Read $COLORFGBG: `15;0` is white on black.

    The last number is the background; 7 and most bright ones are light.
    """
    background = colours.rpartition(";")[2]
    return background.isascii() and background.isdigit() and (int(background) == 7 or 8 < int(background) < 16)


@cache
def _background(path: str) -> tuple[str, str]:
    """What the settings say of the background, and why they cannot be used."""
    if not path or not os.path.lexists(path):
        return "", ""
    try:
        return _checked(path), ""
    except BadFile as error:
        return "", error.message


def _report(path: str, fault: str) -> None:
    """Report once that the settings are ignored. Printing the note asks for the background again."""
    if path != current_run().ignored_settings:
        change_run(ignored_settings=path)
        output.note(output.warning(f"{fault}; these settings are ignored"))


def _checked(path: str) -> str:
    from tarawa_cli.kernel.saves import toml  # start-up
    from tarawa_cli.kernel.saves.files import read_regular

    settings = toml.parse(toml.decode(read_regular(path, path, output.LARGEST_FILE, ""), path), path)
    if unknown := [name for name in settings if name not in ("background", "bots")]:
        raise BadFile(f"{path}: unknown setting {shown(unknown[0])}, there are only background and bots")
    said = settings.get("background", "")
    if said not in ("", *BACKGROUNDS):
        raise BadFile(f'{path}: background must be "dark" or "light", not {shown(str(said))}')
    return str(said)
