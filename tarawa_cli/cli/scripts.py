"""Files of commands."""

from tarawa_cli.cli import answers, output, program
from tarawa_cli.cli.answers import of_many, outlook
from tarawa_cli.cli.commands import JSON, SAVE, STRICT, is_shared, is_strict, unshortened
from tarawa_cli.cli.files import read_text
from tarawa_cli.cli.orders import as_commands, read_dice
from tarawa_cli.cli.transaction import ComposedOutput, change, outside_note
from tarawa_cli.games import GAMES
from tarawa_cli.kernel.board.dice import WouldRoll
from tarawa_cli.kernel.engine import batch, session
from tarawa_cli.kernel.engine.batch import Stopped
from tarawa_cli.kernel.engine.grammar import Grammar, Option, Word
from tarawa_cli.kernel.engine.order_words import shown, split_line
from tarawa_cli.kernel.engine.session import Done, Match
from tarawa_cli.kernel.errors import BadOrder, GameError
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.narration.digest import shortened
from tarawa_cli.kernel.narration.visible import plural
from tarawa_cli.kernel.saves import history
from tarawa_cli.kernel.saves.journal import JOINED

RUN = Grammar(
    "run",
    "Carry out a file of orders, all or nothing.",
    (Word("FILE|-", "Read orders from a file, one per line; # begins a comment, - is standard input."),),
    (
        Option("--check", "Only check, up to the first roll of dice; write nothing.", also="--dry-run", short="-n"),
        Option("--keep-going", "Skip lines that are refused."),
        STRICT,
        SAVE,
        JSON,
    ),
)

_NOTES = 3
"""The most lines of notes that are printed."""
LARGEST_SCRIPT = 4_000_000
LONGEST_LINE = 10_000


class ScriptLine(NamedTuple):
    """A line of a script that holds a command."""

    number: int
    words: list[str]
    dice: str
    joined: bool
    """Whether it says that it belongs to the line before it, as `log --commands` marks it."""


def _lines(text: str) -> Iterator[ScriptLine]:
    for number, line in enumerate(text.splitlines(), 1):
        words = split_line(line)
        if words and len(line) > LONGEST_LINE:
            raise BadOrder(f"line {number}: {len(line)} characters are too many for a command")
        if words and words[0] in (program.running().name, *GAMES.names):
            words = words[1:]
        if words:
            yield ScriptLine(number, *_without_dice(words), line.split()[-1] == JOINED)


def script_lines(text: str) -> list[list[str]]:
    """The words of every line with a command."""
    return [line.words for line in _lines(text)]


def _without_dice(words: list[str]) -> tuple[list[str], str]:
    for place, word in enumerate(words):
        if word == "--dice":
            return words[:place] + words[place + 2 :], " ".join(words[place + 1 : place + 2]) or "nothing"
        if word.startswith("--dice="):
            return words[:place] + words[place + 1 :], word.removeprefix("--dice=")
    return words, ""


def run_(file: str, *, check: bool, keep_going: bool, strict: bool, save: str, json: bool) -> int:
    lines = list(_lines(read_text(file, LARGEST_SCRIPT)))

    def work(match: Match[Any]) -> ComposedOutput:
        note, back = outside_note(match), batch.way_back(match)
        try:
            played = _play(match, lines, keep_going, check, is_strict(strict))
        except GameError as error:
            if not match.thrown or match.manual or check:
                raise
            back()
            return _peeked(match, error, json)
        kept = match if played.done and not check else None
        told = _report_run(match, played, check, json)
        return ComposedOutput(
            [*(note if kept else []), *told], kept, played.errors[0][1].exit_code if played.errors else 0
        )

    return change(save, work)


class ScriptResult(NamedTuple):
    """The result of a script."""

    done: list[list[Done]]
    """The plain orders of each command that was carried out, even if only in part."""
    errors: list[tuple[int, GameError]]
    """Lines that were skipped, and why."""
    noted: list[str]
    """Notes, including what was wasted."""
    wasted: list[str]
    """What was wasted on the way."""
    rolls: int = 0
    """The line that would have rolled dice, where they may not be seen."""


def _peeked(match: Match[Any], error: GameError, as_json: bool) -> ComposedOutput:
    """Record a peek: the script was refused after it had rolled, so the player has seen dice."""
    session.note_peek(match)
    error.message += "; nothing was done, but dice were rolled before it, and the save counts a peek"
    return ComposedOutput(
        output.failure(error, as_json), match, error.exit_code, "nothing was done, but a peek was counted"
    )


def _play(match: Match[Any], lines: list[ScriptLine], keep_going: bool, check: bool, strict: bool) -> ScriptResult:
    done: list[list[Done]] = []
    errors: list[tuple[int, GameError]] = []
    noted, wasted = list[str](), list[str]()
    follows = False
    for line in lines:
        back = batch.way_back(match) if check else lambda: None
        try:
            line = line._replace(joined=line.joined and follows)
            plain = _play_line(match, line, check, strict, noted, wasted)
            done.append([*done.pop(), *plain] if line.joined else plain)
            follows = line.words[0].lower() != "undo"
        except WouldRoll:
            back()
            return ScriptResult(done, errors, noted, wasted, line.number)
        except GameError as error:
            errors.append((line.number, _refused(error, line, keep_going)))
            done += [error.done] if isinstance(error, Stopped) else []
            follows = False
    return ScriptResult(done, errors, noted, wasted)


def _refused(error: GameError, line: ScriptLine, keep_going: bool) -> GameError:
    """The error with its line number; it is raised, and ends the script, unless the script is to keep going."""
    error = error.cause if isinstance(error, Stopped) and not keep_going else error
    error.message = f"line {line.number}: {error.message}"
    if not keep_going:
        raise error
    return error


def _play_line(
    match: Match[Any], line: ScriptLine, check: bool, strict: bool, noted: list[str], wasted: list[str]
) -> list[Done]:
    """Carry out a line; remarks about it are collected in `noted` and `wasted`."""
    words = unshortened(line.words)
    name, *rest = words
    if name.lower() == "delegate":
        return [_delegate(match, rest, check)]
    if name.lower() == "undo":
        return [_undo_line(match, rest)]
    if is_shared(name.lower()) and name.lower() not in match.game.orders:
        raise BadOrder(f"`{name}` is not an order; a script holds orders and `undo`")
    came = batch.carry_out(match, words, read_dice(line.dice), careful=strict, joined=line.joined, rehearsed=check)
    wasted += [f"line {line.number}: {text}" for text in came.wasted]
    noted += [f"line {line.number}: {text}" for text in [*came.unused, *came.wasted, came.note] if text]
    return came.done


def _undo_line(match: Match[Any], rest: list[str]) -> Done:
    count = rest[0] if rest else "1"
    if len(rest) > 1 or not (count.isascii() and count.isdigit() and 0 < int(count[:8]) <= 1_000_000):
        raise BadOrder(f"undo {shown(' '.join(rest))}: must be a number of commands", hint="undo 2")
    history.undo(match, int(count))
    return Done(f"undo {count}", [], [])


def _delegate(match: Match[Any], words: list[str], check: bool) -> Done:
    """`delegate` in a script, with the player that holds if none is named."""
    from tarawa_cli.cli.opponents import delegate, player_name, usual_player  # start-up

    named = [word for word in words if word not in ("--off", "--now")]
    player = "" if "--off" in words else player_name(usual_player())
    return delegate(match, named, player, now="--now" in words, rehearsed=check)


def _report_run(match: Match[Any], played: ScriptResult, check: bool, as_json: bool) -> Iterator[str]:
    done, errors, noted, wasted, rolls = played
    plain = [each for line in done for each in line]
    telling = match.game.narration
    if as_json:
        events, commands = [event.as_json() for each in plain for event in each.events], as_commands(plain)
        answer: dict[str, Any] = {"ok": not errors, "command": "run", "events": events, "commands": commands}
        if check:
            answer |= {"dry_run": True, "rolls_at": rolls or None}
        if noted:
            answer["notes"] = noted
        if wasted:
            answer["wasted"] = wasted
        if errors:
            answer["error"] = errors[0][1].facts()
            answer["errors"] = [{"line": number, **error.facts()} for number, error in errors]
        yield output.json_text(answer | answers.facts(match) | {"state": match.game.views.brief(match.state, match)})
        return
    lines = [line for each in plain for line in (f"> {each.command}", *telling.sentences(each.events, match.state))]
    refused = [line for _, error in errors for line in output.error_lines(error)]
    told = [f"note: {text}" for text in noted]
    kept = told if output.is_verbose() else shortened(told, 1 if match.when.over else _NOTES)
    beside = [output.Note(line) for line in kept]
    after = [outlook(telling.next_steps(match.state)), *answers.lines(match)]
    yield from lines if output.is_verbose() else of_many(match, lines, plain, ["", *beside, *refused, *after])
    yield from refused
    skipped = f", {len(errors)} skipped" if errors else ""
    if rolls:
        yield f"{plural(len(done), 'command')} checked{skipped}; line {rolls} is legal and rolls dice"
        yield "the lines after it were not checked; nothing was written"
        return
    written = "; nothing was written" if check else ""
    yield f"{plural(len(done), 'command')} {'checked' if check else 'done'}{skipped}{written}"
    yield from beside
    yield from after
