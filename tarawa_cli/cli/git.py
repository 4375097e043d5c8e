"""For git: diffs of saves that read like a battle report, and commit messages."""

import os
import re

from tarawa_cli.cli import output, program
from tarawa_cli.cli.answers import digest
from tarawa_cli.cli.commands import JSON, SAVE, choice
from tarawa_cli.cli.history import names_its_side, print_rows
from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.grammar import Grammar, Word
from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, Refused
from tarawa_cli.kernel.hints import Any, Iterator, NamedTuple
from tarawa_cli.kernel.narration.chronicle import LogRow, bare_rows, remark, replay, seen_state
from tarawa_cli.kernel.narration.digest import MOST
from tarawa_cli.kernel.narration.visible import cut, on_one_line, plural
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.saves import git, savefile, toml
from tarawa_cli.kernel.saves.files import read_regular

GIT = Grammar(
    "git",
    """Show saves as battle reports in git, or write a commit message.

`git setup` prepares the repository of the save, once. It writes to .gitattributes which files are saves, and to the
repository's own configuration how to read them. From then on `git diff`, `git log -p` and `git show` show what
happened. Run `git setup` in every clone. In a game of two sides, `git setup --as SIDE` shows
only what that side may know. `git message` prints a commit message: what has happened since the last commit. Git itself
calls `git textconv FILE`, which prints a save.""",
    (Word("setup|message|textconv", "Choose what to do."), Word("FILE", "Name a save, for textconv.", 0)),
    (SAVE, JSON),
)
MESSAGE = Grammar(
    "message",
    """Write a commit message: what has happened since the last commit.

The first line gives the position, the others what the orders did, biggest first. Both sides read the same
repository, so it holds nothing that one of them keeps secret, no matter who runs it.""",
    options=(SAVE, JSON),
)
LONGEST_SUBJECT = 72
ATTRIBUTES = ".gitattributes"


def git_(what: str, file: str = "", *, save: str, json: bool) -> None:
    kind = choice("git", what, ["setup", "message", "textconv"])
    if kind != "textconv" and file:
        raise BadOrder(f"git {kind} takes no file", hint="name the save with --save")
    if kind == "textconv" and not file:
        raise BadOrder("git textconv needs a file", hint="git textconv saves/game.toml")
    if kind == "setup":
        _set_up(save, json)
    elif kind == "message":
        message_(save=save, json=json)
    elif json:
        raise BadOrder("git textconv prints a report for git, not JSON", hint="export json")
    else:
        _print_report(file)


# ── Setting up


class GitSetting(NamedTuple):
    """Something that git must know, and whether it is new."""

    where: str
    text: str
    new: bool


def _set_up(save: str, as_json: bool) -> None:
    found = git.repository(save)
    steps = _write(found, _attributes(found))
    if as_json:
        output.say_answer("git setup", steps=[step._asdict() for step in steps])
        return
    for step in steps:
        output.say(f"{step.where}: {step.text}{'' if step.new else ' (as before)'}")
    output.say(_shown_now())


def _shown_now() -> str:
    """What git shows from now on."""
    sides, side = program.own_game().sides, program.side()
    whose = f", with what the {sides.title(side)} may know" if side else ""
    told = f"git diff, git log -p and git show now show saves as battle reports{whose}"
    if side or not sides.several:
        return told
    ways = ", or ".join(f"git setup --as {name}" for name in sides.names)
    return f"{told}\nthey show the secrets of both sides; to see only what your side may know: {ways}"


class Attributes(NamedTuple):
    """The file of attributes, as it should be."""

    path: str
    line: str
    text: str
    new: bool


def _attributes(found: git.Repository) -> Attributes:
    """Name the saves; a whole folder only if it is one of saves."""
    line = f"{_pattern(found.path)} diff={program.running().name}"
    path = os.path.join(found.top, ATTRIBUTES)
    if os.path.islink(path):  # git does not follow it; whoever made it would get a copy of what it points to
        raise BadFile(f"{path} is a link to another file", hint=f"put a file in its place: rm {ATTRIBUTES}")
    old = toml.decode(read_regular(path, path, savefile.LARGEST, ""), path) if os.path.lexists(path) else ""
    lines = old.splitlines()
    placed = _placed(line, lines)
    return Attributes(path, line, "".join(f"{each}\n" for each in placed), placed != lines)


def _placed(line: str, lines: list[str]) -> list[str]:
    """The lines of the file with ours among them.

    The last line that names a save wins. Each program shows the saves of all, but only the one of a game with several
    sides knows which side looks: so its line comes after those of the others.
    """
    pattern = line.rpartition(" ")[0]
    rivals = [n for n, each in enumerate(lines) if each in {f"{pattern} diff={name}" for name in GAMES.names} - {line}]
    if program.own_game().sides.several:
        late = line in lines and lines.index(line) > max(rivals, default=-1)
        return lines if late else [*(each for each in lines if each != line), line]
    place = min(rivals, default=len(lines))
    return lines if line in lines else [*lines[:place], line, *lines[place:]]


def _pattern(path: str) -> str:
    """A pattern of .gitattributes; signs that mean something there are escaped."""
    parts = path.split(os.sep)
    escaped = [re.sub(r"([\[\]?*\\])", r"\\\1", part) for part in parts]
    if parts[-2:-1] == [program.FOLDER]:
        escaped[-1] = "*.toml"
    pattern = f"/{'/'.join(escaped)}"
    if not pattern.isprintable():
        raise BadFile(f"{ATTRIBUTES} cannot name {shown(path)}", hint="rename it, e.g. with mv")
    return toml.text(pattern) if re.search(r'[\s"]', pattern) else pattern


def _write(found: git.Repository, attributes: Attributes) -> list[GitSetting]:
    """Tell git which files are saves and how to make one readable; both, or nothing."""
    side = program.side()
    key = f"diff.{program.running().name}.textconv"
    command = f"{_own_path()} git textconv{f' --as {side}' if side else ''}"
    old = git.setting(found, key)
    if old != command:
        git.change_setting(found, key, command)
    try:
        if attributes.new:
            savefile.write(attributes.path, attributes.text)
    except BadFile as error:
        if old != command:
            _put_back(found, key, old, error)
        raise
    return [
        GitSetting(ATTRIBUTES, attributes.line, attributes.new),
        GitSetting("git config", f"{key} = {command}", old != command),
    ]


def _put_back(found: git.Repository, key: str, old: str | None, why: BadFile) -> None:
    try:
        git.change_setting(found, key, old)
    except BadFile:
        raise BadFile(f"{why.message}; but {key} is set in {found.config}", hint=f"git config --unset {key}") from None


def _own_path() -> str:
    """How git can call this program, as a word for its shell."""
    import shlex  # start-up
    import shutil
    import sys

    name, started = program.running().name, os.path.abspath(sys.argv[0])
    if os.path.basename(started) == name and os.path.isfile(started):
        return shlex.quote(started)
    beside = os.path.join(os.path.dirname(sys.executable), name)
    return shlex.quote(beside if os.path.isfile(beside) else shutil.which(name) or name)


# ── The report


def _print_report(file: str) -> None:
    """Print a readable save.

    A file that is not a save is printed unchanged, because git would take a refusal for a fault; but not for a side,
    since it may be a save that only a newer program can read.
    """
    try:
        match = program.look_any(file)
        told = [*_summary(match)]
    except GameError:
        raw = read_regular(file, file, savefile.LARGEST, "")
        if side := program.side():
            output.say(f"(not shown to {side}: this save cannot be read, and may hold what {side} may not know)")
            return
        output.say(raw.decode("utf-8", "replace").rstrip("\n"))
        return
    output.say("\n".join(told))
    rows = bare_rows(match)
    if broken := replay(match, rows):
        output.say(f"({cut(broken)})")
    print_rows(rows, match)


def _summary(match: Match[Any]) -> Iterator[str]:
    """The game and its position."""
    opening, telling = match.game.narration.opening(match.state), match.game.narration
    dice = "dice given by the player" if match.manual else f"seed {match.seed}"
    yield f"{opening.name} ({opening.id}, {dice})"
    status = match.game.views.LOOKS["status"](match, Asked()).text()
    yield status.replace(telling.next_steps(match.state), telling.headline(match.state))
    if match.taken_back:
        yield f"{plural(len(match.taken_back), 'command')} undone"
    yield ""


# ── The message


def message_(*, save: str, json: bool) -> None:
    match = program.look(save)
    rows = bare_rows(match, public=True)
    replay(match, rows, public=True)
    known = seen_state(match, match.state, public=True)
    before = _committed(save)
    then = savefile.journal_entries(before.journal) if before else []
    same = _common(then, match.entries)
    subject = _subject(match, known)
    subject = subject if before else f"{match.game.narration.opening(known).name}: {subject}"
    body = [*_body(match, rows[same:], known), *_remarks(match, before, len(then) - same)]
    if before and not body:
        raise Refused("", f"nothing has happened in {save} since the last commit")
    if json:
        output.say_answer("message", subject=subject, body=body, state=match.game.views.brief(known, match))
    else:
        output.say("\n".join([subject, *(["", *body] if body else [])]))


def _committed(save: str) -> savefile.Content | None:
    """The save as the last commit holds it; None if it holds none."""
    try:
        raw = git.stored(save, "HEAD", savefile.LARGEST)
    except git.Unknown:
        return None
    name = os.path.basename(save)
    return savefile.dissect(toml.decode(raw, name), f"{name} in the last commit")


def _common(one: list[str], other: list[str]) -> int:
    """How many entries at the start are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _subject(match: Match[Any], known: Any) -> str:
    """The position in one line."""
    telling, moment = match.game.narration, match.game.moment(known)
    when = f"{moment.turn_name(moment.turn).capitalize()}, {moment.phase}: " if moment.turn else ""
    line = telling.headline(known) if moment.over else f"{when}{telling.score(known)}"
    return on_one_line(line if len(line) <= LONGEST_SUBJECT else f"{line[: LONGEST_SUBJECT - 1]}…")


def _body(match: Match[Any], rows: list[LogRow], known: Any) -> Iterator[str]:
    """The orders and their results, if that is short; otherwise the number of orders, and a digest."""
    lines = [*_by_order(match, rows, known)]
    if len(lines) <= MOST:
        yield from lines
        return
    events = [event for row in rows for event in row.events]
    orders = [row for row in rows if not row.entry.outside and not row.entry.is_mail]
    if orders:
        yield f"{plural(len(orders), 'order')}, {_span(match, orders)}"
    yield from (text for line in digest(match, events, known, "log") for text in line.split("\n"))
    yield from (f"- {on_one_line(remark(row.entry))}" for row in rows if row.entry.outside)


def _by_order(match: Match[Any], rows: list[LogRow], known: Any) -> Iterator[str]:
    """The orders by turn and phase, with their results but without the rolls."""
    heading = ""
    for row in rows:
        now = f"Turn {row.turn}, {row.phase}" if row.phase else heading
        if now != heading:
            yield now
            heading = now
        whose = f"{row.side}: " if names_its_side(row, match) else ""
        yield f"- {whose}{on_one_line(remark(row.entry))}"
        events = [event for event in row.events if "dice" not in event.facts]
        yield from (f"  {line.strip()}" for line in match.game.narration.sentences(events, known))


def _span(match: Match[Any], rows: list[LogRow]) -> str:
    """The phases in which the first and the last order were given."""
    first, last = (f"turn {row.turn}, {row.phase}" if row.phase else "" for row in (rows[0], rows[-1]))
    return first if first == last else f"{first} to {last}"


def _remarks(match: Match[Any], before: savefile.Content | None, gone: int) -> Iterator[str]:
    """What the journal does not show."""
    if gone:
        yield f"{plural(gone, 'order')} of the last commit undone"
    mulligans = match.mulligans - before.doc["mulligans"] if before else match.mulligans
    if mulligans > 0:
        yield f"{plural(mulligans, 'mulligan')}"
