"""Starting, scripting, exporting."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import count
from typing import Any, NamedTuple

from tarawa_cli.cli import current, ending, output, program
from tarawa_cli.cli.changing import change, outside_note
from tarawa_cli.cli.commands import AT, COMMANDS, DRY_RUN, JSON, SAVE, SAVES, TABLES, Value, choice, players_by_side
from tarawa_cli.cli.orders import as_commands, read_dice
from tarawa_cli.kernel import groups, savefile, session, toml
from tarawa_cli.kernel.changing import Told
from tarawa_cli.kernel.dice import WouldRoll
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError
from tarawa_cli.kernel.files import read_regular, reason, too_large
from tarawa_cli.kernel.game import Setup, is_file_name
from tarawa_cli.kernel.grammar import Grammar, Number, Option, Word
from tarawa_cli.kernel.groups import Stopped
from tarawa_cli.kernel.journal import JOINED
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.onward import ends, go_on
from tarawa_cli.kernel.orders import find_name, shown, split_line
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.savehead import WHOLE
from tarawa_cli.kernel.session import Done, Match
from tarawa_cli.kernel.visible import plural

PICKED = f"{SAVES}/SCENARIO.toml"
"""Where a new game goes if nobody says where: under its scenario's name, and a number if that is taken."""
NEW = Grammar(
    "new",
    """Start a game, and make it the current one.

It gets a free name in saves/: red-beach-3.toml, then red-beach-3-2.toml. A game that you put elsewhere with --save is
played with --save, or after `use FILE`.""",
    (Word("SCENARIO", "A name from `scenarios`, or a file.", 0),),
    (
        Option("--seed", "The dice's seed.", "N", number=Number(0, 2**63 - 1), unsaid="a fresh one"),
        Option("--dice", "Who rolls the dice.", "auto|manual", default="auto"),
        Option("--hits", "How hits are taken.", "ANSWER", if_worded=True),
        Option("--mail", "Make the dice of a phrase from each side, so that nobody picks them."),
        TABLES,
        Option("--force", "Start anew over an old save, which is kept with .bak after its name."),
        SAVE._replace(default=PICKED),
        JSON,
        DRY_RUN,
    ),
)
RUN = Grammar(
    "run",
    "A file of commands in one go, all or nothing.",
    (Word("FILE|-", "Commands, one a line, # comments; - is standard input."),),
    (
        Option("--check", "Only check, up to the first roll; write nothing.", also="--dry-run", short="-n"),
        Option("--keep-going", "Skip lines that are refused."),
        SAVE,
        JSON,
    ),
)
ADOPT = Grammar(
    "adopt",
    """Put a scenario file into an old save that only names it.

Saves made now hold their scenario. One that was made by an older version may name a file outside its folder; that is
read only if you name it yourself, and from then on the save needs no other file.""",
    (Word("FILE", "The scenario that the game was started from."),),
    (SAVE, JSON),
)
EXPORT = Grammar(
    "export",
    "The position as a file: scenario, JSON, map, or report.",
    (Word("WHAT", "What to write."), Word("FILE", "Where to; standard output if left out.", 0, default="-")),
    (Option("--force", "Write over an old file."), AT, SAVE, JSON),
)

LARGEST_TABLES = 1_000_000
LARGEST_SCRIPT = 4_000_000
LONGEST_LINE = 10_000


def new_(
    scenario: str = "",
    *,
    seed: int | None,
    dice: str,
    hits: str | None = None,
    mail: bool,
    tables: str,
    force: bool,
    save: str,
    json: bool,
    dry_run: bool,
    **own_options: Value,
) -> None:
    mode = choice("--dice", dice, ["auto", "manual"])
    policy = _standing_answer(hits)
    own = own_tables(tables)
    if not save:
        raise BadOrder("--save: an empty name is no file")
    folder = os.path.dirname(os.path.realpath(save))
    setup = Setup(scenario_name(scenario, folder), folder, own.tables, options=_chosen(own_options))
    if save == PICKED:
        save = _picked(setup.scenario, force)
    if dry_run and os.path.lexists(save) and not force:
        raise BadFile(f"{save} exists already", hint="add --force to start anew in its place")

    def work(match: Match[Any]) -> Told:
        events = session.perform(match, policy).events if policy else []
        events += _first_orders(match)
        told = _report_new(match, save, json, events, own.warnings)
        return Told([*told], None if dry_run else match)

    match = _by_mail(setup, mode, seed) if mail else program.begun(setup, _seed(mode, seed))
    if opponents := players_by_side(own_options):
        _check_opponents(match, mail)
        session.oppose(match, opponents)
    change(save, work, nullcontext(match), partial(_begin, force=force))


def _check_opponents(match: Match[Any], mail: bool) -> None:
    from tarawa_cli.cli.computer import check_own_dice

    if mail:
        raise BadOrder("--mail is for people: the computer has no phrase to give")
    check_own_dice(match)


def _first_orders(match: Match[Any]) -> list[Event]:
    """What the computer does before the player comes in, if it plays a side."""
    if not match.opponents:
        return []
    from tarawa_cli.kernel import staff

    return staff.follow(match, Done("new", [], []), (0, "", "")).events


def _by_mail(setup: Setup, mode: str, seed: int | None) -> Match[Any]:
    """A new match whose dice the sides will make."""
    match = program.begun(setup, None)
    if not match.game.sides.several:
        raise BadOrder("this game has no other side to make dice with")
    if mode != "auto" or seed is not None:
        raise BadOrder("--mail makes the seed itself: leave out --seed and --dice")
    match.phrases = {side: {} for side in match.game.sides.names}
    return match


def _chosen(given: dict[str, Value]) -> dict[str, Value]:
    """The game's own options as the save keeps them: what is as usual is left out."""
    found: dict[str, Value] = {}
    for option in program.running().options:
        name = option.name.strip("-")
        value = given[name.replace("-", "_")]
        if isinstance(value, str) and "|" in option.takes:
            value = choice(option.name, value, option.takes.split("|"))
        if value and value != option.default:
            found[name] = value
    return found


def _picked(scenario: str, force: bool) -> str:
    """A free name for a game of this scenario; by force its first name, free or not."""
    stem = os.path.basename(scenario).removesuffix(".toml")
    names = (f"{SAVES}/{stem}{f'-{number}' if number > 1 else ''}.toml" for number in count(1))
    return next(name for name in names if force or not os.path.lexists(name))


def _begin(save: str, match: Match[Any], *, force: bool) -> None:
    """Write the new game, and remember it if it lies among the others."""
    session.begin(save, match, force=force)
    if current.is_among_saves(save):
        try:
            current.remember(save)
        except BadFile as error:
            output.note(f"note: this game is not the current one: {error.message}")


def _standing_answer(hits: str | None) -> list[str]:
    """The order that sets `--hits`, unless it is the default; only games with such an order have the option."""
    if hits is None:
        return []
    word = program.running().words["new"]["--hits"]
    answer = choice("--hits", hits, word.takes.split("|"))
    return ["policy", "hits", answer] if answer != word.default else []


def adopt_(file: str, *, save: str, json: bool) -> None:
    if not os.path.isfile(file):
        raise BadFile(f"there is no file {file}")

    def work(match: Match[Any]) -> Told:
        if not match.setup.source:
            raise BadOrder(f"{save} is a game of the shipped scenario {match.setup.scenario}: it needs no file")
        if match.edited:
            session.settle(match)
        if json:
            return Told([output.answer_text(f"adopt {file}", state=_brief(match))], match)
        return Told([f"{save} now holds its scenario, {match.game.telling.opening(match.state).name}"], match)

    change(save, work, program.held(save, file))


def _seed(mode: str, seed: int | None) -> int | None:
    if mode == "manual":
        return None
    return int.from_bytes(os.urandom(4), "big") if seed is None else seed


class OwnTables(NamedTuple):
    """The player's own tables, and what is odd about them."""

    tables: dict[str, Any] = {}
    warnings: Sequence[str] = ()


def own_tables(path: str) -> OwnTables:
    if not path:
        return OwnTables()
    own = toml.parse(read_text(path, LARGEST_TABLES), path)
    return OwnTables(own, program.own_game().library.check_tables(own, path))


def scenario_name(name: str, folder: str) -> str:
    """The scenario as the save will name it: a shipped one's name, or a path from the save's folder."""
    shipped = program.own_game().library.LISTS["scenarios"]()
    if not is_file_name(name) and not os.path.isfile(name):
        return find_name(name, shipped, "scenario")
    if name in shipped:
        return name
    if os.path.exists(name) and not os.path.isfile(name):
        raise BadFile(f"{name} is not a file")
    path = os.path.relpath(os.path.realpath(name), folder)
    return path if is_file_name(path) else f"./{path}"


def _brief(match: Match[Any]) -> dict[str, Any]:
    return match.game.looking.brief(match.state, match)


def _report_new(
    match: Match[Any], save: str, as_json: bool, events: list[Event], warnings: Sequence[str]
) -> Iterator[str]:
    scenario = match.game.telling.opening(match.state)
    if as_json:
        facts = {"save": save, "seed": match.seed, "state": _brief(match), "warnings": list(warnings)}
        yield output.answer_text(f"new {scenario.id}", [event.as_json() for event in events], **facts)
        return
    yield from map(output.warning, warnings)
    yield f"{scenario.name}: {save} ({_dice(match)})"
    if os.path.exists(save):
        yield f"the old game is kept: {save}.bak"
    if scenario.introduction:
        yield f"\n{scenario.introduction}\n"
    yield from _opposition(match)
    if match.opponents:
        yield from match.game.telling.in_short(events, match.state)
    yield match.game.telling.next_steps(match.state)


def _opposition(match: Match[Any]) -> Iterator[str]:
    """Who plays what, if the computer plays."""
    for side in match.opponents:
        yield f"{match.delegated[side][WHOLE]} plays {side}"
    if match.opponents and match.side:
        yield f"you play {match.side}\n"


def _dice(match: Match[Any]) -> str:
    if match.phrases:
        return f"the dice are made of a phrase from each side: `phrase WORDS --as {match.waits_for[0]}` begins"
    return "you give the dice" if match.manual else f"seed {match.seed}"


def read_text(path: str, limit: int) -> str:
    """A file of the player's; `-` is standard input."""
    raw = _read_input(limit) if path == "-" else read_regular(path, path, limit, "a pipe is read with - for its name")
    return toml.decode(raw, "standard input" if path == "-" else path).removeprefix("\ufeff")


def _read_input(limit: int) -> bytes:
    if not sys.stdin:
        raise BadFile("there is no standard input")
    try:
        raw: bytes = sys.stdin.buffer.read(limit + 1)
    except (OSError, ValueError) as error:
        raise BadFile(f"cannot read standard input: {reason(error)}") from None
    if len(raw) > limit:
        raise too_large("standard input", limit)
    return raw


class Line(NamedTuple):
    """A line of a script that holds a command."""

    number: int
    words: list[str]
    dice: str
    joined: bool
    """Whether it says that it belongs to the line before it, as `log --commands` marks it."""


def _lines(text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        words = split_line(line)
        if words and len(line) > LONGEST_LINE:
            raise BadOrder(f"line {number}: {len(line)} signs are no command")
        if words and words[0] == program.running().name:
            words = words[1:]
        if words:
            yield Line(number, *_without_dice(words), line.split()[-1] == JOINED)


def _without_dice(words: list[str]) -> tuple[list[str], str]:
    for place, word in enumerate(words):
        if word == "--dice":
            return words[:place] + words[place + 2 :], " ".join(words[place + 1 : place + 2]) or "nothing"
        if word.startswith("--dice="):
            return words[:place] + words[place + 1 :], word.removeprefix("--dice=")
    return words, ""


def run_(file: str, *, check: bool, keep_going: bool, save: str, json: bool) -> int:
    lines = list(_lines(read_text(file, LARGEST_SCRIPT)))

    def work(match: Match[Any]) -> Told:
        note, used = outside_note(match), match.used
        try:
            played = _play(match, lines, keep_going, check)
        except GameError as error:
            if match.used == used or match.manual or check:
                raise
            return _peeked(save, error, json)
        kept = match if played.done and not check else None
        told = _report_run(match, played, check, json)
        return Told([*(note if kept else []), *told], kept, played.errors[0][1].exit_code if played.errors else 0)

    return change(save, work)


class Played(NamedTuple):
    """What came of a script."""

    done: list[list[Done]]
    """The plain orders of each command that was carried out, even if only in part."""
    errors: list[tuple[int, GameError]]
    """Lines that were skipped, and why."""
    noted: list[str]
    """What was wasted on the way, and the like."""
    rolls: int = 0
    """The line that would have rolled dice, where they may not be seen."""


def _peeked(save: str, error: GameError, as_json: bool) -> Told:
    """Record a peek: the script was refused after it had rolled, so the player has seen dice."""
    before = program.look(save)
    session.note_peek(before)
    error.message += "; nothing was done, but dice were rolled before it, and the save counts a peek"
    return Told(output.failure(error, as_json), before, error.exit_code, "nothing was done but a peek")


def _play(match: Match[Any], lines: list[Line], keep_going: bool, check: bool) -> Played:
    done: list[list[Done]] = []
    errors: list[tuple[int, GameError]] = []
    noted: list[str] = []
    follows = False
    for line in lines:
        try:
            line = line._replace(joined=line.joined and follows)
            plain = _play_line(match, line, check, noted)
            done.append([*done.pop(), *plain] if line.joined else plain)
            follows = line.words[0].lower() != "undo"
        except WouldRoll:
            return Played(done, errors, noted, line.number)
        except GameError as error:
            errors.append((line.number, _refused(error, line, keep_going)))
            done += [error.done] if isinstance(error, Stopped) else []
            follows = False
    return Played(done, errors, noted)


def _refused(error: GameError, line: Line, keep_going: bool) -> GameError:
    """The error with its line number; it is raised, and ends the script, unless the script is to keep going."""
    error = error.cause if isinstance(error, Stopped) and not keep_going else error
    error.message = f"line {line.number}: {error.message}"
    if not keep_going:
        raise error
    return error


def _play_line(match: Match[Any], line: Line, check: bool, noted: list[str]) -> list[Done]:
    """Carry out a line; what is to be said beside it is put down in `noted`."""
    name, *rest = line.words
    if name.lower() == "delegate":
        return [_delegate(match, rest, check)]
    if name.lower() == "undo":
        return [_undo_line(match, rest)]
    if name.lower() in COMMANDS and name.lower() not in match.game.orders:
        raise BadOrder(f"`{name}` is no order; a script holds orders and `undo`")
    if grammar := ends(match, line.words):
        gone = go_on(match, grammar.read(line.words[1:]), read_dice(line.dice), joined=line.joined, rehearsed=check)
        noted += [f"line {line.number}: {text}" for text in [*gone.wasted, gone.note] if text]
        return gone.done
    orders = groups.meant(match, line.words).orders
    return groups.perform(match, orders, read_dice(line.dice), joined=line.joined, rehearsed=check)


def _undo_line(match: Match[Any], rest: list[str]) -> Done:
    count = rest[0] if rest else "1"
    if len(rest) > 1 or not (count.isascii() and count.isdigit() and 0 < int(count[:8]) <= 1_000_000):
        raise BadOrder(f"undo {shown(' '.join(rest))}: must be a number of commands", hint="undo 2")
    session.undo(match, int(count))
    return Done(f"undo {count}", [], [])


def _delegate(match: Match[Any], words: list[str], check: bool) -> Done:
    """`delegate` in a script, with the player that holds if none is named."""
    from tarawa_cli.cli.delegating import delegate

    named = [word for word in words if word != "--off"]
    player = "" if "--off" in words else program.running().words["delegate"]["--player"].default
    return delegate(match, named, player, check)


def _report_run(match: Match[Any], played: Played, check: bool, as_json: bool) -> Iterator[str]:
    done, errors, noted, rolls = played
    plain = [each for line in done for each in line]
    telling = match.game.telling
    if as_json:
        events, commands = [event.as_json() for each in plain for event in each.events], as_commands(plain)
        answer: dict[str, Any] = {"ok": not errors, "command": "run", "events": events, "commands": commands}
        if check:
            answer |= {"dry_run": True, "rolls_at": rolls or None}
        if noted:
            answer["notes"] = noted
        if errors:
            answer["error"] = errors[0][1].facts()
            answer["errors"] = [{"line": number, **error.facts()} for number, error in errors]
        yield output.json_text(answer | ending.facts(match) | {"state": _brief(match)})
        return
    for each in plain:
        yield f"> {each.command}"
        yield from telling.sentences(each.events, match.state)
    for _, error in errors:
        yield from output.error_lines(error)
    skipped = f", {len(errors)} skipped" if errors else ""
    if rolls:
        yield f"{plural(len(done), 'command')} checked{skipped}; line {rolls} is legal and rolls dice"
        yield "the lines after it were not checked; nothing was written"
        return
    written = "; nothing was written" if check else ""
    yield f"{plural(len(done), 'command')} {'checked' if check else 'done'}{skipped}{written}"
    yield from (output.Note(f"note: {text}") for text in noted)
    yield telling.next_steps(match.state)
    yield from ending.lines(match)


def export_(what: str, file: str, *, force: bool, at: str, save: str, json: bool) -> None:
    exports = program.own_game().exporting.EXPORTS
    kind = choice("export", what, list(exports))
    match = program.look(save, at)
    output.note_moment(match)
    made = exports[kind](match, Asked())
    text = made if isinstance(made, str) else output.json_text(made, indent=2) + "\n"
    if json:
        answer: dict[str, Any] = {"text": text} if file == "-" else {"file": file}
        told = output.answer_text(f"export {kind}", **answer, state=_brief(match))
    else:
        told = f"written: {file}" if file != "-" else text.rstrip("\n")
    if file != "-":
        _write_export(file, text, save, force)
    output.tell([told], f"{file} is written" if file != "-" else "")


def _write_export(file: str, text: str, save: str, force: bool) -> None:
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
