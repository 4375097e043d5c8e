"""The pipeline of one command: read → check → resolve with dice → events → journal → save."""

import os

from tarawa_cli.kernel.board.dice import AutoDice, Dice, GivenDice, NoDice, Phrases, UnmadeDice, sides_without_phrase
from tarawa_cli.kernel.engine import sides
from tarawa_cli.kernel.engine.grammar import OrderLine
from tarawa_cli.kernel.engine.order_words import Action
from tarawa_cli.kernel.engine.play import Event, Play, Stacked
from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError
from tarawa_cli.kernel.game import Game, Moment, Setup
from tarawa_cli.kernel.hints import (
    TYPE_CHECKING,
    Any,
    Callable,
    Generic,
    Iterator,
    Mapping,
    NamedTuple,
    Sequence,
    TypeVar,
)
from tarawa_cli.kernel.saves import journal, savefile
from tarawa_cli.kernel.saves.journal import Broken, Entry, is_count
from tarawa_cli.kernel.saves.save_header import (
    ALL_PHASES,
    HEAD,
    OPTIONAL_KEYS,
    Mail,
    Recorded,
    header,
    setup_of,
    wrong_head,
)
from tarawa_cli.kernel.standard import cached_property, contextmanager

if TYPE_CHECKING:
    from tarawa_cli.kernel.mail.sittings import Post, Sittings
    from tarawa_cli.kernel.players import Bots

S = TypeVar("S", bound=Stacked)
GameOf = Callable[[str], Game[Any]]
"""Finds a game by its name."""
Stage = tuple[int, str, str]
"""Turn, phase, and who is to move."""


class Done(NamedTuple):
    """A command that has been carried out."""

    command: str
    dice: list[int]
    events: list[Event]


class BatchPart(NamedTuple):
    """How an order belongs to others that are given together with it."""

    joined: bool = False
    """Whether it follows one of them."""
    more: bool = False
    """Whether dice may be left for those that follow it."""


_ALONE = BatchPart()


class Match(Generic[S]):
    """A game in progress: what a save holds, in memory. It starts fresh, or from what was already played."""

    truth: S
    """The position."""
    side: str = ""
    """The side that plays; empty for all sides."""
    moment: str = ""
    """The moment shown, in words, if it is not the present."""
    find_bots: "Callable[[], Bots] | None" = None  # finds the program that plays where the save says `bot`
    bot_failure: GameError | None = None  # why that program gave no more orders
    _known: S | None = None
    """The position as the side knows it, computed when first needed."""
    _journal: str
    _made: list[str]
    """Entries that are not in the text yet."""
    _sittings: "Sittings | None" = None

    def __init__(self, game: Game[S], setup: Setup, seed: int | None, recorded: Recorded | None = None) -> None:
        self.game = game
        self.setup = setup = game.complete(setup)
        self.seed = seed
        """None: the player gives the dice, or the sides have not made them yet."""
        self.state = game.load(setup, recorded.doc) if recorded else game.begin(setup)
        so_far = recorded or Recorded({}, game.digest(setup), game.rules, journal=savefile.journal_text([]))
        self.data, self.rules, self.used = so_far.data, so_far.rules, so_far.used
        self.mulligans, self.peeks, self.edits = so_far.mulligans, so_far.peeks, so_far.edits
        self.taken_back = list(so_far.taken_back)
        self.phrases: Phrases = dict(so_far.phrases)
        self.mail = Mail(**so_far.mail) if so_far.mail else None
        self.rolled: Mapping[str, int] = so_far.rolled
        self.secrets: dict[str, dict[str, list[str]]] = {}
        """Entries for the side's own file, which is written before the save."""
        self.warnings: list[str] = []
        """Warnings that others may get what was written into that file."""
        self.path, self.thrown = "", 0
        """The save's file, if there is one; dice rolled since it was read."""
        self.journal, self.edited, self.delegated = so_far.journal, so_far.edited, dict(so_far.delegated)

    def copy(self) -> "Match[S]":
        """The same match, to put it back to another moment while this one stays."""
        made: Match[S] = object.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.journal = self.journal
        return made

    @property
    def journal(self) -> str:
        """The journal's text; entries made since it was last asked for are put in only now."""
        if self._made:
            self._journal, self._made = savefile.append_entries(self._journal, self._made), []
        return self._journal

    @journal.setter
    def journal(self, text: str) -> None:
        self._journal, self._made, self._sittings = text, [], None

    def enter(self, *entries: str) -> None:
        """Put entries at the end of the journal."""
        self._made += entries
        if self._sittings:
            self._sittings.take_all(entries)

    @property
    def sittings(self) -> "Sittings":
        """The sittings of a game by mail, with every link checked; BadFile, if one does not hold."""
        if self._sittings is None:
            from tarawa_cli.kernel.mail.dice import checked  # start-up

            self._sittings = checked(self.post, self.entries)
        return self._sittings

    @cached_property
    def post(self) -> "Post":
        """A game by mail before its first entry."""
        from tarawa_cli.kernel.mail.desk import post_of  # start-up

        return post_of(self)

    @property
    def source(self) -> "int | Post | None":
        """Where the dice come from: a seed, or the sides' chains; None, if the player gives them."""
        return self.post if self.mail else self.seed

    @property
    def state(self) -> S:
        """The position as far as the side knows it: everything that is printed is taken from here."""
        if not self.side:
            return self.truth
        if self._known is None:
            self._known = self.game.sides.view(self.truth, self.side)
        return self._known

    @state.setter
    def state(self, state: S) -> None:
        self.truth, self._known = state, None

    def known_to(self, side: str) -> S:
        """The position as far as another side knows it."""
        return self.game.sides.view(self.truth, side)

    @property
    def to_act(self) -> str:
        """The side to move, which every side may know; empty if any may."""
        if self.mail and (waiting := self.sittings.waiting):
            return self.sittings.other(waiting.side)
        return self.game.sides.to_act(self.truth)

    @property
    def to_reveal(self) -> str:
        """What must be revealed before the game continues; nothing, if it can."""
        return self.game.sides.to_reveal(self.truth)

    @property
    def sealed(self) -> list[str]:
        """What is sealed and not revealed yet, which every side may know."""
        return self.game.sides.sealed(self.truth)

    def to_seal(self, side: str, lines: list[list[str]]) -> dict[str, list[str]]:
        """The secret orders of a side as words, by the key under which they are sealed."""
        return self.game.sides.to_seal(self.truth, side, lines)

    @property
    def when(self) -> Moment:
        """The turn and phase, which every side may know."""
        return self.game.moment(self.truth)

    @property
    def stage(self) -> "Stage":
        """The turn, the phase, and who is to move."""
        return self.when.turn, self.when.phase, self.to_act or self.game.sides.names[0]

    @property
    def manual(self) -> bool:
        """Whether the player gives the dice."""
        return self.seed is None and not self.phrases and not self.mail

    @property
    def opponents(self) -> list[str]:
        """The sides that the computer plays as a whole."""
        return [side for side, own in self.delegated.items() if ALL_PHASES in own]

    @property
    def waits_for(self) -> Sequence[str]:
        """The sides whose phrases are needed before there are dice; none in most games."""
        return sides_without_phrase(self.phrases, self.game.sides.names) if self.phrases and self.seed is None else ()

    @property
    def entries(self) -> list[str]:
        """The journal as it is written; `chronicle` shows it as far as the side knows it."""
        return savefile.journal_entries(self.journal)

    @property
    def outdated(self) -> str:
        """What has changed since the save was written: rules, or data; nothing if neither has."""
        if self.rules != self.game.rules:
            return "rules"
        return "data" if self.data != self.present else ""

    @cached_property
    def present(self) -> str:
        """The digest of scenario and data as they are now."""
        return self.game.digest(self.setup)

    def dice(self, given_dice: Sequence[int] | None) -> Dice:
        if self.mail and not given_dice:
            from tarawa_cli.kernel.mail.desk import dice_of  # start-up

            return dice_of(self)
        if self.seed is None and self.phrases:
            return UnmadeDice(self.waits_for[0])
        if self.manual:
            if any(die not in range(1, 7) for die in given_dice or ()):
                raise BadOrder("a die shows 1 to 6", hint="e.g. --dice 4,2,6")
            return GivenDice(given_dice or ())
        if given_dice:
            raise BadOrder("this game rolls its own dice", hint="only a game started with --dice manual takes --dice")
        return AutoDice(self.seed or 0, self.used)

    def why_broken(self, error: Broken) -> str:
        """Why the journal breaks; the entry may hold what a side does not know."""
        return error.reason if not self.side else "it does not hold"

    def text(self) -> str:
        return savefile.compose({**header(self), **self.game.dump(self.truth)}, self.journal)


# ── The pipeline of one order


def perform(
    match: Match[S],
    line: OrderLine,
    given_dice: Sequence[int] | None = None,
    part: BatchPart = _ALONE,
    *,
    by: str | None = None,
    rehearsed: bool = False,
) -> Done:
    """Carry out one plain order: words → order → check → resolve with dice → events → journal; `keep` writes the save.

    `by` is the side for which the computer gives it. `rehearsed`: nobody keeps the match, and WouldRoll is raised where
    the game's own dice would be seen. After a player's order the computer plays what is left to it. Whatever is raised,
    nothing has been written.
    """
    prepare(match)
    dice = match.dice(given_dice)
    action = read_order(match, line, by)
    before = match.stage if match.delegated else None
    done = _resolved(match, action, NoDice() if rehearsed and not match.manual else dice, part)
    if by is not None:
        hidden = match.side not in ("", by)
        return done._replace(command=match.game.sides.seen_order(action, match.side)) if hidden else done
    if before is None:
        return done
    from tarawa_cli.kernel.players import let_computer_play  # start-up

    return let_computer_play(match, done, before, rehearsed)


def prepare(match: Match[S]) -> None:
    """Before an order of a game by mail: check its links and the side's own file, and open the sitting."""
    if match.mail:
        from tarawa_cli.kernel.mail import desk  # start-up

        desk.prepare(match)


def read_order(match: Match[S], line: OrderLine, by: str | None = None) -> Action:
    """Read and check an order without carrying it out; as the side that plays, or by another."""
    side = match.side if by is None else by if match.game.sides.several else ""
    action = sides.read(match.game, match.truth, line, side)
    sides.check(match.game, match.truth, action, side, bool(match.mail), match.opponents)
    return action


def _resolved(match: Match[S], action: Action, dice: Dice, part: BatchPart) -> Done:
    """Carry out what the law has allowed, and enter it into the journal."""
    if match.mail and not isinstance(dice, NoDice):
        from tarawa_cli.kernel.mail import desk  # start-up

        return desk.carry_out(match, action, part)
    found = journal.unrecorded(match)
    play = Play(match.truth, dice)
    with _restored(match):
        match.game.resolve(play, action)
        if isinstance(dice, GivenDice) and not part.more:
            check_all_used(dice.given, len(dice.rolled))
    record(match, found)
    return enter_done(match, action.text(), play, part.joined)


def enter_done(match: Match[S], command: str, play: Play[S], joined: bool) -> Done:
    """Enter an order that was carried out into the journal; returns it as the side may know it."""
    dice = play.dice.rolled
    match.state = play.state
    match.used, match.thrown = match.used + len(dice), match.thrown + len(dice)
    match.enter(Entry(command, tuple(dice), joined).text())
    match.taken_back = []
    return Done(command, *sides.seen(match.game.sides, dice, play.events, match.side))


def check_all_used(given_dice: Sequence[int] | None, needed: int) -> None:
    """Raises BadOrder if the player has given more dice than were needed."""
    left = len(given_dice or ()) - needed
    if given_dice and left > 0:
        too_many = f"{left} {'die' if left == 1 else 'dice'} too many"
        raise BadOrder(f"{too_many}: {needed} {'was' if needed == 1 else 'were'} needed", hint="nothing was done")


def is_held_up(match: Match[S]) -> bool:
    """Whether a question is open, or it is another side's turn."""
    return is_waiting(match) or bool(match.truth.stack) or not sides.is_free(match.game.sides, match.truth, match.side)


def is_waiting(match: Match[S]) -> bool:
    """Whether an order of a game by mail waits for dice, so that no other can be given."""
    return bool(match.mail and match.sittings.waiting)


@contextmanager
def _restored(match: Match[S]) -> Iterator[None]:
    """Restore the match if the player's dice do not fit, or there are none yet; other dice always fit."""
    before = match.game.dump(match.truth) if match.seed is None else None
    try:
        yield
    except GameError:
        if before is not None:
            match.state = match.game.load(match.setup, before)
        raise


def load(game_of: GameOf, path: str, content: savefile.Content, scenario: str = "", side: str = "") -> Match[Any]:
    """The match that a save's content holds. `scenario`: the file it was started from, if the player names it."""
    doc = dict(content.doc)
    head = {name: doc.pop(name, default) for name, default in HEAD.items()}
    wrong = [f"{name}: {why}" for name, why in wrong_head(head)]
    if wrong:
        raise BadFile(f"{path} is not a valid save:", problems=wrong)
    game = game_of(head["game"])
    if head["rules"] > game.rules:
        raise BadFile(
            f"{path} was played under newer rules (version {head['rules']}; this program has {game.rules})",
            hint="install a newer tarawa-cli",
        )
    counts = {name: head[name] for name in ("data", "rules", "mulligans", *OPTIONAL_KEYS)}
    recorded = Recorded(doc, used=head["dice"], journal=content.journal, edited=content.edited, **counts)
    seed = head["seed"] if is_count(head["seed"]) else None
    match = Match(game, setup_of(path, head, scenario), seed, recorded)
    match.side, match.path = side or only_person(match), path
    return match


def only_person(match: Match[Any]) -> str:
    """The only side that the computer does not play; empty if people play more than one."""
    left = [side for side in match.game.sides.names if side not in match.opponents]
    return left[0] if match.opponents and len(left) == 1 else ""


def look(games: GameOf, path: str, side: str = "") -> Match[Any]:
    """The match in a save, for reading only."""
    return load(games, path, savefile.read(path), side=side)


@contextmanager
def held(games: GameOf, path: str, scenario: str = "", side: str = "") -> Iterator[Match[Any]]:
    """The match in a save, locked for one command; `keep` writes it."""
    with savefile.locked(path) as content:
        yield load(games, path, content, scenario, side)


def keep(path: str, match: Match[Any], *, new: bool = False) -> None:
    """Write a match that is held, or a new one where there is no file; the side's own file first."""
    text = _readable(path, match)
    if match.secrets:
        from tarawa_cli.kernel.mail import secret_files  # start-up

        match.warnings += secret_files.add(path, match.side, match.secrets)
    (savefile.create if new else savefile.write)(path, text)


def _readable(path: str, match: Match[Any]) -> str:
    """The save's text, once it has been read again; BadFile if it cannot be, and the old save stays."""
    text = match.text()
    try:
        load(lambda _: match.game, path, savefile.dissect(text, path))
    except BadFile as error:
        raise BadFile(f"this order leads to a position that no save can hold: {error.message}") from None
    return text


def begin(path: str, match: Match[Any], *, force: bool) -> None:
    """Write the save of a new game; over an old one only with --force, and the old one is kept."""
    if force and os.path.exists(path):
        with savefile.reserved(path):
            savefile.back_up(path)
            keep(path, match)
    else:
        keep(path, match, new=True)


def settle(match: Match[S]) -> None:
    """Record in the journal what was changed in the save from outside; an order does this by itself."""
    record(match, journal.unrecorded(match))


def record(match: Match[S], entries: list[str]) -> None:
    """Enter changes from outside into the journal, so that the save is again as this program writes it."""
    match.enter(*entries)
    if entries:
        match.taken_back = []
    match.edits += match.edited
    match.edited, match.data, match.rules = False, match.present, match.game.rules


def note_peek(match: Match[S]) -> None:
    """Count a peek: dice were shown, but nothing was done. In a game by mail this opens the sitting."""
    prepare(match)
    settle(match)
    match.peeks += 1
