"""The sittings of a game by mail, as its journal records them: whose turn it is to sit, and every link checked.

A sitting is what one side does between two hand-overs. Sitting 0 belongs to the side that starts the game, sitting 1 to
the side that joins it, and from then on they take turns. Besides orders, the journal holds:

    anchor SIDE C HEX               chain C of a side, by its anchor
    sit SIDE K LINK                 a side opens sitting K with the next link of its chain
    resume                          what waited for dice is carried out
    handover SIDE K LINK HEAD M P E the side closes sitting K with a link (- if its chain is lost); HEAD covers all
                                    entries so far, and the mulligans, peeks and hand edits counted by then
    accept                          the other side's hand edit, snapshot, lost chain or `back` is agreed to
    decline                         … or not, and the game is abandoned
    back K                          a side asks to return to the end of sitting K
"""

from tarawa_cli.kernel.engine.order_words import shown
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Callable, Iterable, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.mail import dice
from tarawa_cli.kernel.mail.dice import Source
from tarawa_cli.kernel.saves.journal import Entry, read_entry
from tarawa_cli.kernel.saves.save_header import Mail

NONE = "-"
"""In the place of a link that is lost."""
FIRST_WITH_DICE = 2
_READABLE = 16
"""Of a link or digest, to read; the save and JSON hold all of them."""


class Counts(NamedTuple):
    """What a save counts of things that leave no entry."""

    mulligans: int
    peeks: int
    edits: int


class Chain(NamedTuple):
    """What is known of a side's chain."""

    number: int
    anchor: str
    last: str
    """The last link that was shown."""
    place: int = 0

    @property
    def left(self) -> int:
        return dice.LENGTH - self.place


class Waiting(NamedTuple):
    """An order that waits for the dice of the other side's next sitting."""

    command: str
    side: str
    """Who gave it."""
    root: str = ""
    """Of the sitting in which it was given; nothing, once the players have agreed to go back to it."""

    def source(self, root: str, rolled: Mapping[str, int]) -> Source:
        """Where its dice come from, in the sitting in which it is carried out."""
        return Source(root, rolled, waited=self.side, root_then=self.root)


class Sitting(NamedTuple):
    """A sitting that was handed over."""

    side: str
    head: str
    anchors: tuple[str, ...]
    """Of all sides, in the game's order."""
    link: str
    entry: int
    """The number of the entry that closed it."""
    counts: Counts
    waiting: Waiting | None


class Sittings:
    """The sittings so far; `take` reads the journal entry by entry, and BadFile says what is wrong with one."""

    def __init__(self, mail: Mail, names: Sequence[str], start: str) -> None:
        self.mail, self.names = mail, names
        self.closed: list[Sitting] = []
        self.starter = ""
        self.chains: dict[str, Chain] = {}
        self.next_chains: dict[str, Chain] = {}
        """Chains that their sides use from their next sitting on."""
        self.opening = ""
        """The link that opened the current sitting; nothing, if it is not open."""
        self.root = ""
        """What the dice of the current sitting come from; nothing where there are none."""
        self.waiting: Waiting | None = None
        self.back: tuple[int, str] | None = None
        """The sitting to which a side asks to return, and that side."""
        self.edited_at = 0
        """The last entry that records a hand edit or a snapshot."""
        self.accepted: dict[str, int] = {}
        """The last entry by which each side has accepted something."""
        self.sealed_in: dict[str, int] = {}
        """In which sitting each secret was sealed."""
        self.losses = self.accepts = 0
        self.over = False
        """Whether the game was abandoned."""
        self.number = 0
        self._head = start
        self._covered: list[str] = []
        self.floor = 0
        """The last entry that no `undo` goes behind."""

    @property
    def current(self) -> int:
        """The number of the current sitting."""
        return len(self.closed)

    @property
    def side(self) -> str:
        """Whose sitting it is."""
        return self.side_of(self.current)

    def side_of(self, sitting: int) -> str:
        if not self.starter:
            return ""
        return self.starter if sitting % 2 == 0 else self.other(self.starter)

    def other(self, side: str) -> str:
        return self.names[1 - self.names.index(side)]

    @property
    def anchors(self) -> tuple[str, ...]:
        return tuple(self.chains[name].anchor if name in self.chains else NONE for name in self.names)

    @property
    def is_open(self) -> bool:
        """Whether the side has begun its sitting; the first two need no link for it."""
        return bool(self.opening) if self.current >= FIRST_WITH_DICE else self.side in self.chains

    @property
    def asked(self) -> str:
        """What the side whose sitting it is must accept before it plays on; nothing if there is nothing."""
        accepted = self.accepted.get(self.side, 0)
        if self.closed and accepted < self.closed[-1].entry:
            if self.closed[-1].link == NONE:
                return "loss"
            if self.back and self.back[1] != self.side:
                return "back"
        return "edit" if self.edited_at > accepted else ""

    def head(self, counts: Counts, more_losses: int = 0) -> str:
        """The digest of all that has happened up to the end of the current sitting."""
        losses = self.losses + more_losses
        return dice.hashed("tarawa-head/1", self.mail.game, self._head, *counts, losses, *self._covered)

    # ── Reading the journal

    def take_all(self, entries: Iterable[str]) -> "Sittings":
        for text in entries:
            self.take(text)
        return self

    def take(self, text: str) -> None:
        """Read the next entry."""
        self.number += 1
        if "\n" in text:
            raise BadFile("an entry of a game by mail is one line")
        entry = read_entry(text)
        if self.over:
            raise BadFile("the game was abandoned before this entry")
        if not _is_as_written(entry, text):
            raise BadFile("an entry of a game by mail must be written as this program writes it")
        if entry.is_mail:
            _TAKEN[entry.name](self, entry.command.split())
        elif entry.outside:
            self._take_outside()
        else:
            self._take_order(entry)
        if entry.is_mail or entry.outside:
            self.floor = self.number
        if entry.name != "handover":
            self._covered.append(text)
        else:
            self._covered = [text]

    def _take_outside(self) -> None:
        """A hand edit or a snapshot: both sides must accept it."""
        if not self.is_open:
            raise BadFile(f"a change by hand is recorded before {self.side or 'a side'} has opened its sitting")
        self.edited_at = self.number

    def _take_order(self, entry: Entry) -> None:
        order = shown(entry.command)
        if not self.is_open:
            raise BadFile(f"{order} comes before {self.side or 'the first side'} has opened its sitting")
        if self.waiting:
            raise BadFile(f"{order} comes while `{self.waiting.command}` waits for dice")
        if self.asked or self.back:
            raise BadFile(f"{order} comes before {self.asked or 'the return to an earlier sitting'} was accepted")
        if self.current >= FIRST_WITH_DICE and not self.root:
            raise BadFile(f"{order} is given in a sitting without dice")
        if entry.dice and not self.root:
            raise BadFile("dice were rolled before there were any")
        self._take_secret(entry.command.split())
        if entry.waits:
            self.waiting = Waiting(entry.command, self.side, self.root)

    def _take_secret(self, words: list[str]) -> None:
        """What is sealed must not meet the dice of the sitting in which it was sealed: its owner knows them."""
        if self.knows_dice_of(words):
            raise BadFile("it was sealed in this sitting, whose dice its owner knows")
        if words[0] == "sealed" and len(words) > 1:
            self.sealed_in[words[1]] = self.current

    def knows_dice_of(self, words: list[str]) -> bool:
        """Whether an order reveals what was sealed in this sitting, after its dice were known."""
        sealed = self.sealed_in.get(words[1]) if words[0] == "revealed" and len(words) > 1 else None
        return bool(self.root) and sealed == self.current

    def _take_anchor(self, words: list[str]) -> None:
        _, side, number, anchor = _fitting(words, 4)
        self.starter = self.starter or (side if side in self.names else "")
        known = self.chains.get(side)
        wanted = known.number + 1 if known else 1
        if not self.starter or side != self.side or number != str(wanted) or side in self.next_chains:
            raise BadFile(f"an anchor of {shown(side)} does not belong here")
        new = Chain(wanted, _checked(anchor), anchor)
        (self.next_chains if known else self.chains)[side] = new

    def _take_sit(self, words: list[str]) -> None:
        _, side, number, link = _fitting(words, 4)
        self._check_whose(side, number)
        if self.opening or self.current < FIRST_WITH_DICE:
            raise BadFile(f"sitting {self.current} is already open")
        self._follow(side, link)
        self.opening, closing = link, self.closed[-1].link
        if closing != NONE:
            self.root = dice.root(self.mail.game, self.anchors, self.current, side, closing, link)

    def _take_resume(self, words: list[str]) -> None:
        _fitting(words, 1)
        if not self.waiting or self.waiting.side == self.side or not self.root or self.asked:
            raise BadFile("nothing waits for the dice of this sitting")
        self.waiting = None

    def _take_handover(self, words: list[str]) -> None:
        _, side, number, link, head, *numbers = _fitting(words, 8)
        self._check_whose(side, number)
        counts = _counts(numbers)
        if self.closed and any(now < then for now, then in zip(counts, self.closed[-1].counts, strict=True)):
            raise BadFile("mulligans, peeks or hand edits are fewer than at the last hand-over")
        if self.asked and link != NONE:
            raise BadFile(f"sitting {number} is closed before {self.asked} was accepted")
        self._check_closing(side, link)
        if head != self.head(counts):
            raise BadFile("the digest of this hand-over is not that of the entries before it")
        if side in self.next_chains:
            self.chains[side] = self.next_chains.pop(side)
        self.closed.append(Sitting(side, head, self.anchors, link, self.number, counts, self.waiting))
        self.opening, self.root, self._head = "", "", head

    def _check_closing(self, side: str, link: str) -> None:
        """Check the link that closes the sitting."""
        if link == NONE:
            if side not in self.next_chains:
                raise BadFile(f"sitting {self.current} is closed without a link")
            self.losses += 1
        elif not self.is_open:
            raise BadFile(f"sitting {self.current} is closed before it was opened")
        elif self.current >= FIRST_WITH_DICE:
            self._follow(side, link)
        elif link != self.chains[side].anchor:
            raise BadFile("the first sitting of a side is closed with its anchor")

    def _take_accept(self, words: list[str]) -> None:
        _fitting(words, 1)
        asked = self.asked
        if not asked or not self.is_open:
            raise BadFile("there is nothing to accept here")
        self.accepts += 1
        self.accepted[self.side] = self.number
        if asked == "back" and self.back:
            waiting, self.back = self.closed[self.back[0]].waiting, None
            self.waiting = waiting._replace(root="") if waiting else None

    def _take_decline(self, words: list[str]) -> None:
        _fitting(words, 1)
        if not self.asked:
            raise BadFile("there is nothing to decline here")
        self.over = True

    def _take_back(self, words: list[str]) -> None:
        _, number = _fitting(words, 2)
        known = number.isascii() and number.isdigit() and FIRST_WITH_DICE <= int(number[:9]) < self.current
        if not known or not self.is_open or self.waiting or self.back or self.asked:
            raise BadFile(f"this is no place to ask for a return to sitting {shown(number)}")
        self.back = int(number), self.side

    def _check_whose(self, side: str, number: str) -> None:
        if side != self.side or number != str(self.current):
            raise BadFile(f"this is sitting {self.current}, of {self.side or 'nobody'}")

    def _follow(self, side: str, link: str) -> None:
        """Check that a link is the next one of a side's chain, and remember it."""
        if side not in self.chains:
            raise BadFile(f"{side} has not joined the game")
        known = self.chains[side]
        if dice.before(self.mail.game, side, known.number, known.place, _checked(link)) != known.last:
            raise BadFile(f"this is not the next link of {side}'s chain")
        self.chains[side] = known._replace(last=link, place=known.place + 1)


def _is_as_written(entry: Entry, text: str) -> bool:
    """Whether an entry has no other blanks, dice or marks than it may have: digests cover them."""
    if entry.outside:
        return True
    if entry.is_mail and (entry.joined or entry.waits or (entry.dice and entry.name != "resume")):
        return False
    return entry._replace(command=" ".join(entry.command.split())).text() == text


def _fitting(words: list[str], count: int) -> list[str]:
    if len(words) != count:
        raise BadFile(f"{shown(' '.join(words))} has the wrong number of words")
    return words


def _checked(link: str) -> str:
    if not dice.is_hash(link):
        raise BadFile("a link has 64 hexadecimal digits")
    return link


def _counts(numbers: list[str]) -> Counts:
    if not all(number.isascii() and number.isdigit() and len(number) < 10 for number in numbers):
        raise BadFile("mulligans, peeks and hand edits are numbers")
    return Counts(*map(int, numbers))


_TAKEN: dict[str, Callable[[Sittings, list[str]], None]] = {
    "anchor": Sittings._take_anchor,
    "sit": Sittings._take_sit,
    "resume": Sittings._take_resume,
    "handover": Sittings._take_handover,
    "accept": Sittings._take_accept,
    "decline": Sittings._take_decline,
    "back": Sittings._take_back,
}


class Post(NamedTuple):
    """A game by mail before its first entry."""

    mail: Mail
    names: Sequence[str]
    start: str
    """A digest of what the game starts from."""

    def sittings(self) -> Sittings:
        return Sittings(self.mail, self.names, self.start)


def in_words(entry: Entry) -> str:
    """An entry that is no order, to read."""
    name, *words = entry.command.split()
    match (name, *words):
        case ("anchor", side, number, anchor):
            return f"{side} begins chain {number}: anchor {_short(anchor)}"
        case ("sit", side, number, link):
            return f"{side} opens sitting {number}: link {_short(link)}"
        case ("handover", side, number, link, head, *_):
            how = "no link, the chain is lost" if link == NONE else f"link {_short(link)}"
            return f"{side} hands over sitting {number}: {how}, digest {_short(head)}"
        case ("back", number):
            return f"back {number}: asks to return to the end of sitting {number}"
        case ("accept",):
            return "accept: the change is agreed to"
        case ("decline",):
            return "decline: the game is abandoned"
    return entry.command


def _short(digest: str) -> str:
    return f"{digest[:_READABLE]}…"
