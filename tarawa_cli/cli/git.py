"""For git: differences between saves that read like a battle report, and messages for commits."""

import os
import re
from collections.abc import Iterator

from tarawa_cli.cli import output, program
from tarawa_cli.cli.commands import JSON, SAVE, SAVES, choice
from tarawa_cli.cli.history import print_rows
from tarawa_cli.kernel import savefile, toml
from tarawa_cli.kernel.chronicle import Row, bare_rows, remark, replay, seen_state
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, Refused
from tarawa_cli.kernel.files import read_regular, reason
from tarawa_cli.kernel.grammar import Grammar, Word
from tarawa_cli.kernel.hints import Any, NamedTuple
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.session import Match
from tarawa_cli.kernel.visible import cut, on_one_line, plural

GIT = Grammar(
    "git",
    """Have git show saves as a battle report.

`git setup` tells the repository of the save, once: in .gitattributes, which saves are games, and in the repository's
own configuration, what makes them readable. From then on `git diff`, `git log -p` and `git show` tell what happened.
Whoever clones the repository says `git setup` too. Git itself calls `git textconv FILE`: it prints a save.""",
    (Word("setup|textconv", "What to do."), Word("FILE", "A save, for textconv.", 0)),
    (SAVE, JSON),
)
MESSAGE = Grammar(
    "message",
    """A commit message: what has happened since the last commit.

The first line says how the game stands, the others what was ordered and what came of it. Both sides read the same
repository, so it tells nothing that one of them keeps secret, whoever asks for it.""",
    options=(SAVE, JSON),
)
LONGEST_SUBJECT = 72
ATTRIBUTES = ".gitattributes"


def git_(what: str, file: str = "", *, save: str, json: bool) -> None:
    kind = choice("git", what, ["setup", "textconv"])
    if kind == "setup" and file:
        raise BadOrder("git setup takes no file", hint="the save is named with --save")
    if kind == "textconv" and not file:
        raise BadOrder("git textconv needs a file", hint="git textconv saves/game.toml")
    if kind == "setup":
        _set_up(save, json)
    elif json:
        raise BadOrder("git textconv prints a report for git, not JSON", hint="export json")
    else:
        _print_report(file)


def _git(folder: str, *words: str) -> bytes | None:
    """What git answers; None if it says no."""
    import subprocess

    try:
        done = subprocess.run(["git", "-C", folder, *words], stdin=subprocess.DEVNULL, capture_output=True, check=False)
    except OSError as error:
        raise BadFile(f"cannot call git: {reason(error)}") from None
    return None if done.returncode else done.stdout


def _home(save: str) -> tuple[str, str]:
    """The folder and the name of a save."""
    return os.path.split(os.path.realpath(save))


# ── Setting up


class Step(NamedTuple):
    """Something that git must know, and whether it is new."""

    where: str
    text: str
    new: bool


def _set_up(save: str, as_json: bool) -> None:
    folder, name = _home(save)
    found = _git(folder, "rev-parse", "--show-toplevel") if os.path.isdir(folder) else None
    if found is None:
        raise BadFile(f"{save} is not in a git repository", hint="make one with: git init")
    top = os.path.realpath(os.fsdecode(found).rstrip("\n"))
    steps = [_write_attributes(top, folder, name), _write_config(top)]
    if as_json:
        output.say_answer("git setup", steps=[step._asdict() for step in steps])
        return
    for step in steps:
        output.say(f"{step.where}: {step.text}{'' if step.new else ' (as before)'}")
    output.say("git diff, git log -p and git show now show saves as battle reports")


def _write_attributes(top: str, folder: str, name: str) -> Step:
    """Name the saves; a whole folder only if it is one of saves."""
    line = f"{_pattern(top, folder, name)} diff={program.running().name}"
    path = os.path.join(top, ATTRIBUTES)
    old = toml.decode(read_regular(path, path, savefile.LARGEST, ""), path) if os.path.lexists(path) else ""
    new = line not in old.splitlines()
    if new:
        savefile.write(path, "".join(f"{each}\n" for each in [*old.splitlines(), line]))
    return Step(ATTRIBUTES, line, new)


def _pattern(top: str, folder: str, name: str) -> str:
    """A pattern of .gitattributes; signs that mean something there are escaped."""
    below = os.path.relpath(folder, top)
    parts = [] if below == os.curdir else below.split(os.sep)
    escaped = [re.sub(r"([\[\]?*\\])", r"\\\1", part) for part in [*parts, name]]
    if parts[-1:] == [SAVES]:
        escaped[-1] = "*.toml"
    path = f"/{'/'.join(escaped)}"
    return toml.text(path) if re.search(r'[\s"]', path) else path


def _write_config(top: str) -> Step:
    """Tell git how to make a save readable."""
    key, command = f"diff.{program.running().name}.textconv", f"{_own_path()} git textconv"
    new = _git(top, "config", "--local", "--get", key) != f"{command}\n".encode()
    if new and _git(top, "config", "--local", key, command) is None:
        raise BadFile(f"git cannot write its configuration in {top}")
    return Step("git config", f"{key} = {command}", new)


def _own_path() -> str:
    """How git can call this program, as a word for its shell."""
    import shlex
    import shutil
    import sys

    name, started = program.running().name, os.path.abspath(sys.argv[0])
    if os.path.basename(started) == name and os.path.isfile(started):
        return shlex.quote(started)
    beside = os.path.join(os.path.dirname(sys.executable), name)
    return shlex.quote(beside if os.path.isfile(beside) else shutil.which(name) or name)


# ── The report


def _print_report(file: str) -> None:
    """A save to read; what is none is printed as it is, because git would take a refusal for a fault."""
    try:
        match = program.look_any(file)
        told = [*_summary(match)]
    except GameError:
        raw = read_regular(file, file, savefile.LARGEST, "")
        output.say(raw.decode("utf-8", "replace").rstrip("\n"))
        return
    output.say("\n".join(told))
    rows = bare_rows(match)
    if broken := replay(match, rows):
        output.say(f"({cut(broken)})")
    print_rows(rows, match)


def _summary(match: Match[Any]) -> Iterator[str]:
    """The game, and where it stands."""
    opening, telling = match.game.telling.opening(match.state), match.game.telling
    dice = "dice given by the player" if match.manual else f"seed {match.seed}"
    yield f"{opening.name} ({opening.id}, {dice})"
    status = match.game.looking.LOOKS["status"](match, Asked()).text()
    yield status.replace(telling.next_steps(match.state), telling.headline(match.state))
    if match.taken_back:
        yield f"{plural(len(match.taken_back), 'command')} taken back"
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
    subject = subject if before else f"{match.game.telling.opening(known).name}: {subject}"
    body = [*_body(match, rows[same:], known), *_remarks(match, before, len(then) - same)]
    if before and not body:
        raise Refused("", f"nothing has happened in {save} since the last commit")
    if json:
        output.say_answer("message", subject=subject, body=body, state=match.game.looking.brief(known, match))
    else:
        output.say("\n".join([subject, *(["", *body] if body else [])]))


def _committed(save: str) -> savefile.Content | None:
    """The save as the last commit holds it; None if it holds none."""
    folder, name = _home(save)
    if _git(folder, "rev-parse", "--show-toplevel") is None:
        raise BadFile(f"{save} is not in a git repository", hint="make one with: git init")
    raw = _git(folder, "cat-file", "blob", f"HEAD:./{name}")
    return None if raw is None else savefile.dissect(toml.decode(raw, name), f"{name} in the last commit")


def _common(one: list[str], other: list[str]) -> int:
    """How many entries at the start are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))


def _subject(match: Match[Any], known: Any) -> str:
    """How the game stands, in a line."""
    telling, moment = match.game.telling, match.game.moment(known)
    when = f"{moment.told(moment.turn).capitalize()}, {moment.phase}: " if moment.turn else ""
    line = telling.headline(known) if moment.over else f"{when}{telling.score(known)}"
    return on_one_line(line if len(line) <= LONGEST_SUBJECT else f"{line[: LONGEST_SUBJECT - 1]}…")


def _body(match: Match[Any], rows: list[Row], known: Any) -> Iterator[str]:
    """What was ordered, by turn and phase, and what came of it, without the rolls."""
    heading = ""
    for row in rows:
        now = f"Turn {row.turn}, {row.phase}" if row.phase else heading
        if now != heading:
            yield now
            heading = now
        whose = f"{row.side}: " if row.side and match.game.sides.several else ""
        yield f"- {whose}{on_one_line(remark(row.entry))}"
        events = [event for event in row.events if "dice" not in event.facts]
        yield from (f"  {line.strip()}" for line in match.game.telling.sentences(events, known))


def _remarks(match: Match[Any], before: savefile.Content | None, gone: int) -> Iterator[str]:
    """What the journal does not tell of itself."""
    if gone:
        yield f"{plural(gone, 'order')} of the last commit taken back"
    mulligans = match.mulligans - before.doc["mulligans"] if before else match.mulligans
    if mulligans > 0:
        yield f"{plural(mulligans, 'mulligan')}"
