"""The journal of a game by mail played again: every link, digest and die is worked out anew."""

from tarawa_cli.kernel.engine.order_words import shown, split_line
from tarawa_cli.kernel.engine.play import Stacked
from tarawa_cli.kernel.errors import BadFile, GameError
from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.hints import Any, Iterator, TypeVar
from tarawa_cli.kernel.mail.dice import MustWait, Source, carried_over, carry_out
from tarawa_cli.kernel.mail.sittings import Post, Sittings
from tarawa_cli.kernel.saves.journal import Broken, Entry, ReplayedEntry, next_step, read_entry

S = TypeVar("S", bound=Stacked)


def replay_by_mail(
    game: Game[S], setup: Setup, post: Post, entries: list[str], first: ReplayedEntry
) -> Iterator[ReplayedEntry]:
    """As `journal.replay`. What comes before the first step is not played again, but its links are checked."""
    replay = _Replay(game, setup, post, entries)
    for number, text in enumerate(entries[: first.number], 1):
        replay.take(number, text)
    step = first
    yield step
    for number, text in enumerate(entries[first.number :], first.number + 1):
        try:
            step = replay.next(step, text)
        except GameError as error:
            raise Broken(number, f"{shown(text, 100)}: {error.message}") from None
        yield step


class _Replay:
    def __init__(self, game: Game[Any], setup: Setup, post: Post, entries: list[str]) -> None:
        self.game, self.setup, self.sittings = game, setup, post.sittings()
        words = (text.split() for text in entries if text.startswith("back "))
        self._wanted = {number for _, number, *_ in words if number.isdigit()}
        self._ends: dict[int, dict[str, Any]] = {}
        """Positions at the end of the sittings that somebody asks to return to."""

    def take(self, number: int, text: str) -> None:
        try:
            self.sittings.take(text)
        except GameError as error:
            raise Broken(number, f"{shown(text, 100)}: {error.message}") from None

    def next(self, before: ReplayedEntry, text: str) -> ReplayedEntry:
        entry, sittings = read_entry(text), self.sittings
        asked, back, waiting = sittings.asked, sittings.back, sittings.waiting
        side, root = sittings.side, sittings.root
        sittings.take(text)
        step = before._replace(number=before.number + 1, entry=entry, events=[], order=None, side=side or sittings.side)
        if entry.outside:
            return next_step(self.game, self.setup, before, entry)._replace(rolled=before.rolled)
        if entry.name == "handover" and str(sittings.current - 1) in self._wanted:
            self._ends[sittings.current - 1] = self.game.dump(before.state)
        if entry.name == "sit":
            return step._replace(rolled=carried_over(before.rolled, bool(waiting)))
        if entry.name == "accept" and asked == "back" and back:
            return step._replace(state=self._end_of(back[0]))
        if entry.name == "resume" and waiting:
            return self._played(step, waiting.command, waiting.source(root, step.rolled))
        return step if entry.is_mail else self._ordered(step, entry, Source(root, step.rolled, side))

    def _end_of(self, sitting: int) -> Any:
        if sitting not in self._ends:
            raise BadFile(f"the end of sitting {sitting} cannot be replayed")
        return self.game.load(self.setup, self._ends[sitting])

    def _ordered(self, step: ReplayedEntry, entry: Entry, source: Source) -> ReplayedEntry:
        if not entry.waits:
            return self._played(step, entry.command, source)
        copy = self.game.load(self.setup, self.game.dump(step.state))
        order = self.game.read(step.state, split_line(entry.command))
        self.game.check(step.state, order)
        if not must_wait(self.game, copy, order, source):
            raise BadFile("this order need not wait for dice")
        return step._replace(order=order)

    def _played(self, step: ReplayedEntry, command: str, source: Source) -> ReplayedEntry:
        """An order carried out with the dice of the sitting, which must be those that are recorded."""
        state, recorded = step.state, step.entry.dice
        order = self.game.read(state, split_line(command))
        self.game.check(state, order)
        try:
            play, dice = carry_out(self.game, state, order, source)
        except MustWait:
            raise BadFile("this order must wait for the dice of the next sitting") from None
        if tuple(dice.rolled) != recorded:
            told = " ".join(map(str, recorded)) or "none"
            raise BadFile(f"the dice are recorded as {told}, but the links give {' '.join(map(str, dice.rolled))}")
        used = step.used + len(recorded)
        return step._replace(events=play.events, state=play.state, used=used, order=order, rolled=dice.left)


def must_wait(game: Game[S], copy: S, order: Any, source: Source) -> bool:
    """Whether an order needs dice of the next sitting; it is tried on a copy of the position."""
    try:
        carry_out(game, copy, order, source)
    except MustWait:
        return True
    return False


def checked(post: Post, entries: list[str]) -> Sittings:
    """The sittings of a journal. BadFile names the entry that is wrong."""
    sittings = post.sittings()
    for text in entries:
        try:
            sittings.take(text)
        except BadFile as error:
            raise BadFile(f"the journal breaks at entry {sittings.number}: {error.message}") from None
    return sittings
