"""The end of a sitting in a game of several sides: whose turn it is now, and what they will see."""

from tarawa_cli.cli import output
from tarawa_cli.cli.answers import digest
from tarawa_cli.cli.commands import JSON, SAVE
from tarawa_cli.cli.history import row_lines
from tarawa_cli.cli.transaction import ComposedOutput, change
from tarawa_cli.kernel.engine.grammar import Grammar, Option
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile, BadOrder, Refused
from tarawa_cli.kernel.hints import Any, Iterator, Mapping, NamedTuple
from tarawa_cli.kernel.narration.chronicle import LogRow, bare_rows, replay, seen_state, since_own
from tarawa_cli.kernel.narration.digest import height
from tarawa_cli.kernel.narration.visible import cut, visible

HANDOVER = Grammar(
    "handover",
    """End your sitting, and print what the other side needs to know.

The text is for a mail or a commit message. It shows whose turn it is, and sums up what has happened since their last
sitting, as far as they may know it; `log --since-mine` lists it order by order. In a game by mail it closes your
sitting in the save, and the other side's first one joins the game. Given twice, it prints the same and writes nothing
more. If it is still your turn, it is refused (exit code 1).

With --commit, git commits the save and no other file, with this text as its message; with --push it pushes the branch
too. If git refuses, run it again once that is fixed.""",
    options=(
        Option("--commit", "Commit the save with git, and nothing else."),
        Option("--push", "Commit it, and push the branch."),
        SAVE,
        JSON,
    ),
)
_FEW = 8
"""Up to this many orders are listed one by one."""
_REST = "log --since-mine"
"""The command that shows the other side what a summary leaves out."""


class Handed(NamedTuple):
    """What goes to the other side."""

    to: str
    headline: str
    summary: list[str]
    rows: list[LogRow]
    broken: str


def handover_(*, commit: bool, push: bool, save: str, json: bool) -> None:
    ready = list[tuple[Letter, ByGit | None]]()

    def work(match: Match[Any]) -> ComposedOutput:
        if not match.game.sides.several:
            raise BadOrder("this game has no other side to hand it over to")
        by_git = _by_git(match, push) if commit or push else None
        new = False
        if match.mail:
            from tarawa_cli.kernel.mail import desk  # start-up

            new = desk.hand_over(match)
        letter = Letter(match, news(match, match.sittings.side if match.mail else _taker(match)))
        ready.append((letter, by_git))
        return ComposedOutput(letter.lines(json), match if new else None, done="your sitting is handed over")

    def show(_: list[str], done: str) -> None:
        letter, by_git = ready[0]
        _tell(letter, json, by_git, done)

    change(save, work, show=show)


class ByGit(NamedTuple):
    """A commit of the save by git, and whether it is pushed."""

    sender: Any
    push: bool

    def send(self, text: str) -> dict[str, str]:
        """The commit, and where it was pushed to."""
        from tarawa_cli.kernel.saves import git  # start-up

        commit = git.commit(self.sender, text)
        return {"commit": commit} | ({"pushed": git.push(self.sender)} if self.push else {})


def _by_git(match: Match[Any], push: bool) -> ByGit:
    """Where git puts the save; what it would refuse is refused before the sitting is closed."""
    from tarawa_cli.kernel.mail import secret_files  # start-up
    from tarawa_cli.kernel.saves import git

    secrets = [secret_files.path_of(match.path, side) for side in match.game.sides.names]
    return ByGit(git.sender(match.path, secrets, push), push)


def _tell(letter: "Letter", as_json: bool, by_git: ByGit | None, done: str = "") -> None:
    """Print the text, once git has taken it."""
    if not by_git:
        output.tell(letter.lines(as_json), done)
        return
    try:
        sent = by_git.send(visible(letter.text()))
    except BadFile as error:
        if not as_json:
            output.tell(letter.lines(as_json), done)
        message = f"{error.message} ({done})" if done else error.message
        raise BadFile(message, hint=error.hint or "handover --commit") from None
    lines = [] if as_json else ["", _sent(sent, letter.match.path)]
    output.tell([*letter.lines(as_json, **sent), *lines], done)


def _sent(sent: Mapping[str, str], save: str) -> str:
    """What git has done, in a line."""
    commit, where = sent["commit"], sent.get("pushed", "")
    done = f"committed {save} as {commit}" if commit else f"{save} was committed before"
    return f"{done}, pushed to {where}" if where else done


class Letter(NamedTuple):
    """What the other side gets."""

    match: Match[Any]
    handed: Handed

    def text(self) -> str:
        return "\n".join(_lines(self.match, self.handed))

    def lines(self, as_json: bool, **more: Any) -> list[str]:
        if not as_json:
            return [self.text()]
        to, _, summary, rows, broken = self.handed
        entries = [row.as_json() for row in rows]
        return [output.answer_text("handover", to=to, summary=summary, entries=entries, note=broken, **more)]


def _taker(match: Match[Any]) -> str:
    giver, taker = match.side, next(iter(match.waits_for), match.to_act)
    if giver and giver == taker and not match.when.over:
        raise Refused("", f"it is still your turn as {giver}", "`status` shows what you can do")
    return taker or giver


def news(match: Match[Any], taker: str) -> Handed:
    """What has happened since the other side's last sitting, as far as both sides may know it."""
    telling, common = match.game.narration, seen_state(match, match.state, public=True)
    rows = bare_rows(match, public=True)
    broken = replay(match, rows, public=True)
    rows = since_own(rows, taker)
    events = [event for row in rows for event in row.events]
    summary = digest(match, events, common, _REST) if events else []
    return Handed(taker, telling.headline(common), summary, rows, broken)


def _lines(match: Match[Any], handed: Handed) -> Iterator[str]:
    to, headline, summary, rows, broken = handed
    over = match.when.over or (match.mail and match.sittings.over)
    title = match.game.sides.title(to)
    yield headline if over else f"{title} to move. {headline}"
    since = f"since the last sitting of the {title}"
    yield ""
    yield f"What has happened {since}:" if rows else f"Nothing has happened {since}."
    yield from summary
    orders = [*row_lines(rows, match)]
    if height(orders) <= _FEW:
        yield from ["", *orders] if orders else []
    else:
        yield f"`{_REST}` lists it order by order."
    if broken:
        yield f"note: {cut(broken)}"
