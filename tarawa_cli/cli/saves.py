"""The games in the folder, and which of them is the current one."""

import os

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.cli.program import ENVIRONMENT, FOLDER, check_name
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import is_file_name
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.narration.visible import on_one_line, quoted
from tarawa_cli.kernel.saves.files import check_no_link, reason

SAVES = Grammar(
    "saves",
    """List your games: scenario, turn, when last played.

The last one played comes first; * marks the current one, which commands without --save play.""",
    options=(SAVE, JSON),
)
USE = Grammar(
    "use",
    """Switch to another game, or list your games.

Commands without --save play the current game, which * marks in the list. `new` makes its game the current one, if it is
in saves/.""",
    (Word("GAME", "Name one of the games listed, or a file.", 0),),
    (
        Option("--rename", "Give the game, or the current one, this name.", "NAME", default=""),
        Option("--remove", "Remove the game; a copy is kept with .bak after its name."),
        SAVE,
        JSON,
    ),
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
    for path in map(program.save_path, program.saves_found()):
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
    from datetime import UTC, datetime  # start-up

    played = datetime.fromtimestamp(int(game.played), UTC).isoformat()
    facts = {"save": game.path, "current": _is_same(game.path, save), "played": played}
    return facts | (_brief(game.match) if game.match else {"error": game.fault})


def _brief(match: Match[Any]) -> dict[str, Any]:
    opening, moment = match.game.narration.opening(match.state), match.game.moment(match.state)
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
    from time import localtime, strftime  # start-up

    name = quoted(os.path.basename(game.path).removesuffix(".toml"))
    played = strftime("%Y-%m-%d %H:%M", localtime(game.played))
    if not game.match:
        return [name, "?", "", played]
    return [name, game.match.game.narration.opening(game.match.state).name, _stage(game.match), played]


def _stage(match: Match[Any]) -> str:
    moment = match.game.moment(match.state)
    turn = f"turn {moment.turn} of {moment.last}" if moment.turn else f"{len(match.entries)} orders"
    return f"{turn}, over" if moment.over else turn


def use_(game: str = "", *, rename: str, remove: bool, save: str, json: bool) -> None:
    if rename and remove:
        raise BadOrder("use takes --rename or --remove, not both")
    path = _path(game) if game else save
    if rename:
        _say_moved(f"use {path} --rename {rename}", "renamed", path, _rename(path, rename), json)
    elif remove:
        if not game:
            raise BadOrder("use --remove: name the game", hint=f"use {_called(save)} --remove")
        _say_moved(f"use {path} --remove", "removed, and kept as", path, _remove(path), json)
    elif game:
        _switch(path, json)
    else:
        saves_(save=save, json=json)


def _switch(path: str, as_json: bool) -> None:
    match = program.look(path)
    program.make_current(path)
    if told := program.ignore_own_files():
        output.note(told)
    if as_json:
        state = match.game.views.brief(match.state, match)
        output.say_answer(f"use {path}", save=path, state=state)
        return
    output.say(f"{match.game.narration.opening(match.state).name}: {on_one_line(path)}")
    output.say(match.game.narration.headline(match.state))
    if os.environ.get(ENVIRONMENT):
        output.note(f"note: ${ENVIRONMENT} is set and takes precedence")


def _called(path: str) -> str:
    """The name of a game as `use` takes it."""
    return quoted(os.path.basename(path).removesuffix(".toml"))


def _say_moved(command: str, what: str, old: str, new: str, as_json: bool) -> None:
    if as_json:
        output.say_answer(command, save=new)
    else:
        output.say(f"{on_one_line(old)} is {what} {on_one_line(new)}")


def _rename(path: str, name: str) -> str:
    """Give a game and its sides' secrets another name in the same folder; the new path."""
    from tarawa_cli.kernel.mail import secret_files  # start-up
    from tarawa_cli.kernel.saves import savefile

    program.look(path)
    check_no_link(path)
    new = os.path.join(os.path.dirname(path), f"{name.removesuffix('.toml')}.toml")
    check_name("--rename", new)
    names = program.own_game().sides.names
    if os.path.basename(name) != name or name.startswith((".", "-")) or secret_files.is_name(new, names):
        raise BadOrder(
            f"--rename {shown(name)}: not a name for a game", hint=f"use {_called(path)} --rename second-try"
        )
    secrets = [(secret_files.path_of(path, side), secret_files.path_of(new, side)) for side in names]
    moves = [(path, new), *(pair for pair in secrets if os.path.lexists(pair[0]))]
    for _, taken in moves:
        if os.path.lexists(taken):
            raise BadFile(f"{taken} already exists", hint="choose another name")
    with savefile.reserved(path):
        _move(moves)
    if _is_same(path, program.current_save()) or not os.path.lexists(program.current_save()):
        program.make_current(new)
    return new


def _move(moves: list[tuple[str, str]]) -> None:
    """Move files, never over another one; the old names are removed only once all new ones exist."""
    made: list[str] = []
    try:
        for old, new in reversed(moves):  # the save last: it is never without its secrets
            os.link(old, new)
            made.append(new)
    except OSError as error:
        for new in made:
            os.unlink(new)
        raise BadFile(f"{moves[0][0]} cannot be renamed: {reason(error)}", hint="the game is as it was") from None
    for old, _ in moves:
        os.unlink(old)


def _remove(path: str) -> str:
    """Take a game out of the list; its save stays with .bak after its name, as one that `new --force` replaces."""
    from tarawa_cli.kernel.saves import savefile  # start-up

    program.look(path)
    check_no_link(path)
    with savefile.reserved(path):
        savefile.back_up(path)
        os.unlink(path)
    program.forget_current(path)
    return f"{path}.bak"


def _path(word: str) -> str:
    """The save that a word means: a game in the folder, or a file."""
    if is_file_name(word):
        return word
    try:
        return program.save_path(find_name(word, program.saves_found(), "game"))
    except BadOrder as error:
        if os.path.isfile(word):
            return word
        raise BadOrder(error.message, hint=error.hint or "saves") from None
