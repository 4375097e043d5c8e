"""Starting, scripting, exporting."""

import os
import sys
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from tarawa_cli.cli import output
from tarawa_cli.cli.options import DEFAULT_SAVE, Json, Save
from tarawa_cli.cli.orders import read_dice
from tarawa_cli.games import GAMES
from tarawa_cli.kernel import savefile, session, toml
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.orders import find_name, split_line
from tarawa_cli.kernel.session import Done, Match

ScenarioName = Annotated[str, typer.Argument(metavar="[SCENARIO]", help="A name from `scenarios`, or a file.")]
Seed = Annotated[
    int, typer.Option("--seed", metavar="N", min=0, max=2**63 - 1, help="The dice's seed.", show_default="a fresh one")
]
DiceMode = Annotated[str, typer.Option("--dice", metavar="auto|manual", help="Who rolls the dice.")]
Hits = Annotated[str, typer.Option("--hits", metavar="ask|step|morale", help="How hits are taken.")]
TablesFile = Annotated[str, typer.Option("--tables", metavar="FILE", help="Your own tables and values.")]
Force = Annotated[bool, typer.Option("--force", help="Start anew over an old save.")]
Script = Annotated[str, typer.Argument(metavar="FILE|-", help="Commands, one a line, # comments; - is standard input.")]
Check = Annotated[bool, typer.Option("--check", help="Play it through, but write nothing.")]
KeepGoing = Annotated[bool, typer.Option("--keep-going", help="Skip lines that are refused.")]
What = Annotated[str, typer.Argument(metavar="position|json", help="A scenario that starts here, or the whole state.")]
Target = Annotated[str, typer.Argument(metavar="[FILE]", help="Where to; standard output if left out.")]


def new_(
    scenario: ScenarioName = "campaign",
    seed: Seed = -1,
    dice: DiceMode = "auto",
    hits: Hits = "ask",
    tables: TablesFile = "",
    force: Force = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
) -> None:
    """Start a game."""
    mode = find_name(dice, ["auto", "manual"], "way to roll dice")
    policy = find_name(hits, ["ask", "step", "morale"], "way to take hits")
    own = _own_tables(tables)
    folder = os.path.dirname(os.path.realpath(save))
    setup = Setup(_scenario(scenario, folder), folder, own)
    match: Match[Any] = Match(GAMES("tarawa"), setup, _seed(mode, seed))
    events = session.perform(match, ["policy", "hits", policy]).events if policy != "ask" else []
    session.begin(save, match, force=force)
    _report_new(match, save, json, [event.as_json() for event in events])


def _seed(mode: str, seed: int) -> int | None:
    if mode == "manual":
        return None
    return seed if seed >= 0 else int.from_bytes(os.urandom(4), "big")


def _own_tables(path: str) -> dict[str, Any]:
    if not path:
        return {}
    from tarawa_cli.games.tarawa.charts import check_own

    own = toml.parse(read_text(path), path)
    check_own(own, path)
    return own


def _scenario(name: str, folder: str) -> str:
    """The scenario as the save will name it: a shipped one's name, or a path from the save's folder."""
    from tarawa_cli.games.tarawa import scenario

    if "/" not in name and not name.endswith(".toml") and not os.path.isfile(name):
        return find_name(name, scenario.shipped(), "scenario")
    if name in scenario.shipped():
        return name
    path = os.path.relpath(os.path.realpath(name), folder)
    return path if "/" in path or path.endswith(".toml") else f"./{path}"


def _report_new(match: Match[Any], save: str, as_json: bool, events: list[dict[str, Any]]) -> None:
    from tarawa_cli.games.tarawa.facts import brief
    from tarawa_cli.games.tarawa.view import next_steps

    scenario = match.state.setting.scenario
    if as_json:
        answer = {"ok": True, "command": f"new {scenario.id}", "events": events, "state": brief(match.state, match)}
        output.say_json(answer | {"save": save, "seed": match.seed})
        return
    dice = "you give the dice" if match.manual else f"seed {match.seed}"
    output.say(f"{scenario.name}: {save} ({dice})")
    if scenario.introduction:
        output.say(f"\n{scenario.introduction}\n")
    output.say(next_steps(match.state))


def read_text(path: str) -> str:
    """A file of the player's; `-` is standard input."""
    try:
        if path == "-":
            return toml.decode(sys.stdin.buffer.read(), "standard input")
        with open(path, "rb") as file:
            return toml.decode(file.read(savefile.LARGEST), path)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot read {path}: {savefile.reason(error)}") from None


def _lines(text: str) -> Iterator[tuple[int, list[str], str]]:
    """Number, words and dice of every line that holds a command."""
    for number, line in enumerate(text.splitlines(), 1):
        words = split_line(line)
        if words and words[0] == "tarawa":
            words = words[1:]
        if words:
            yield number, *_without_dice(words)


def _without_dice(words: list[str]) -> tuple[list[str], str]:
    for place, word in enumerate(words):
        if word == "--dice" and place + 1 < len(words):
            return words[:place] + words[place + 2 :], words[place + 1]
        if word.startswith("--dice="):
            return words[:place] + words[place + 1 :], word.removeprefix("--dice=")
    return words, ""


def run_(
    file: Script,
    check: Check = False,
    keep_going: KeepGoing = False,
    save: Save = DEFAULT_SAVE,
    json: Json = False,
) -> int:
    """A file of commands in one go: all or nothing, unless --keep-going."""
    lines = list(_lines(read_text(file)))
    with session.held(GAMES, save) as match:
        edited = match.edited
        done, errors = _play(match, lines, keep_going)
        if not check:
            session.keep(save, match)
    if edited:
        output.note("note: this save was edited by hand; the journal now says so")
    _report_run(match, done, errors, check, json)
    return errors[0][1].exit_code if errors else 0


def _play(
    match: Match[Any], lines: list[tuple[int, list[str], str]], keep_going: bool
) -> tuple[list[Done], list[tuple[int, GameError]]]:
    done: list[Done] = []
    errors: list[tuple[int, GameError]] = []
    for number, words, dice in lines:
        try:
            done.append(_play_line(match, words, dice))
        except GameError as error:
            error.message = f"line {number}: {error.message}"
            if not keep_going:
                raise
            errors.append((number, error))
    return done, errors


def _play_line(match: Match[Any], words: list[str], dice: str) -> Done:
    if words[0] != "undo":
        return session.perform(match, words, read_dice(dice))
    count = words[1] if len(words) > 1 else "1"
    if len(words) > 2 or not count.isdigit() or not 0 < int(count) < 1_000_000:
        raise BadOrder(f"undo {' '.join(words[1:])}: must be a number of commands")
    session.undo(match, int(count))
    return Done(f"undo {count}", [], [])


def _report_run(
    match: Match[Any], done: list[Done], errors: list[tuple[int, GameError]], check: bool, as_json: bool
) -> None:
    from tarawa_cli.games.tarawa.view import next_steps, sentences

    if as_json:
        from tarawa_cli.games.tarawa.facts import brief

        commands = [{"command": d.command, "events": [event.as_json() for event in d.events]} for d in done]
        failed = [{"line": number, **error.facts()} for number, error in errors]
        state = brief(match.state, match)
        output.say_json({"ok": not errors, "command": "run", "commands": commands, "errors": failed, "state": state})
        return
    for d in done:
        output.say(f"> {d.command}")
        for line in sentences(d.events, match.state):
            output.say(line)
    for _, error in errors:
        output.fail(error, False)
    output.say(f"{len(done)} commands {'would be done; nothing was written' if check else 'done'}")
    output.say(next_steps(match.state))


def export_(what: What, file: Target = "", force: Force = False, save: Save = DEFAULT_SAVE, json: Json = False) -> None:
    """The present position as a scenario, or the whole state as JSON."""
    kind = find_name(what, ["position", "json"], "thing to export")
    match = session.look(GAMES, save)
    text = _position(match) if kind == "position" else _state_json(match)
    if not file:
        output.say(text.rstrip("\n"))
        return
    if force and os.path.lexists(file):
        savefile.write(file, text)
    else:
        savefile.create(file, text)
    if json:
        output.say_json({"ok": True, "command": f"export {kind}", "file": file})
    else:
        output.say(f"written: {file}")


def _position(match: Match[Any]) -> str:
    from tarawa_cli.games.tarawa.exports import position

    return position(match.state)


def _state_json(match: Match[Any]) -> str:
    import json

    from tarawa_cli.games.tarawa.facts import whole

    return json.dumps(whole(match.state, match), ensure_ascii=False, indent=2) + "\n"
