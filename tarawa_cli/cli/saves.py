"""Several games side by side: which there are, and which one is played."""

import os
from collections.abc import Iterator

from tarawa_cli.cli import current, output, program
from tarawa_cli.cli.commands import ENVIRONMENT, JSON, SAVE
from tarawa_cli.cli.commands import SAVES as FOLDER
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import is_file_name
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.orders import find_name
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import on_one_line, quoted

SAVES = Grammar(
    "saves",
    """Your games: scenario, turn, when last played.

The last one played comes first; * marks the current one, which commands play that name no save.""",
    options=(SAVE, JSON),
)
USE = Grammar(
    "use",
    """Go on with another game, or say which one is current.

Commands that name no save play the current game. `new` makes its game the current one, if it lies in saves/.""",
    (Word("GAME", "A name from `saves`, or a file; without it, the current game.", 0),),
    (SAVE, JSON),
)


class Kept(NamedTuple):
    """A game in the folder."""

    path: str
    played: float
    """When its file was last written, in seconds."""
    match: Match[Any] | None
    fault: str = ""
    """Why it cannot be opened."""


def saves_(*, save: str, json: bool) -> None:
    kept = sorted(_kept(), key=lambda game: (-game.played, game.path))
    if json:
        output.say_answer("saves", saves=[_facts(game, save) for game in kept])
    elif kept:
        output.say("\n".join(_rows(kept, save)))
    else:
        output.say(f"no games in {FOLDER}/ yet; start one with: {program.running().name} new")


def _kept() -> Iterator[Kept]:
    """The games of this program, and what cannot be opened."""
    for path in map(current.path_of, current.found()):
        if os.path.isfile(path):
            played = os.stat(path).st_mtime
            try:
                yield Kept(path, played, program.look(path))
            except program.OtherGame:
                continue
            except BadFile as error:
                yield Kept(path, played, None, on_one_line(error.message))


def _is_same(path: str, save: str) -> bool:
    return os.path.realpath(path) == os.path.realpath(save)


def _facts(game: Kept, save: str) -> dict[str, Any]:
    from datetime import UTC, datetime

    played = datetime.fromtimestamp(int(game.played), UTC).isoformat()
    facts = {"save": game.path, "current": _is_same(game.path, save), "played": played}
    return facts | (_brief(game.match) if game.match else {"error": game.fault})


def _brief(match: Match[Any]) -> dict[str, Any]:
    opening, moment = match.game.telling.opening(match.state), match.game.moment(match.state)
    facts = {"scenario": opening.id, "name": opening.name, "turn": moment.turn, "last": moment.last}
    return facts | {"phase": moment.phase, "over": bool(moment.over), "orders": len(match.entries)}


def _rows(kept: list[Kept], save: str) -> Iterator[str]:
    """A line for each game, in columns."""
    cells = [_cells(game) for game in kept]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for game, row in zip(kept, cells, strict=True):
        mark = "*" if _is_same(game.path, save) else " "
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"{mark} {line}  {game.fault}".rstrip()


def _cells(game: Kept) -> list[str]:
    """Name, scenario, turn, last played."""
    from time import localtime, strftime

    name = quoted(os.path.basename(game.path).removesuffix(".toml"))
    played = strftime("%Y-%m-%d %H:%M", localtime(game.played))
    if not game.match:
        return [name, "?", "", played]
    return [name, game.match.game.telling.opening(game.match.state).name, _stage(game.match), played]


def _stage(match: Match[Any]) -> str:
    moment = match.game.moment(match.state)
    turn = f"turn {moment.turn} of {moment.last}" if moment.turn else f"{len(match.entries)} orders"
    return f"{turn}, over" if moment.over else turn


def use_(game: str = "", *, save: str, json: bool) -> None:
    path = _path(game) if game else save
    match = program.look(path)
    if game:
        current.remember(path)
        current.tell_git()
    if json:
        state = match.game.looking.brief(match.state, match)
        output.say_answer(f"use {path}", save=path, state=state)
        return
    output.say(f"{match.game.telling.opening(match.state).name}: {on_one_line(path)}")
    output.say(match.game.telling.headline(match.state))
    if game and os.environ.get(ENVIRONMENT):
        output.note(f"note: ${ENVIRONMENT} is set and goes before it")


def _path(word: str) -> str:
    """The save that a word means: a game in the folder, or a file."""
    if is_file_name(word):
        return word
    try:
        return current.path_of(find_name(word, current.found(), "game"))
    except BadOrder as error:
        if os.path.isfile(word):
            return word
        raise BadOrder(error.message, hint=error.hint or "saves") from None
