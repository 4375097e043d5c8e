"""The journal as a story: every entry with what it caused, and the turn and phase in which it was given."""

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.sides import Sides, seen
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Generator
from tarawa_cli.kernel.saves import journal
from tarawa_cli.kernel.saves.journal import Broken, Entry, ReplayedEntry

_RESTART = "* restart "
"""How saves of rules version 1 recorded what is a snapshot now."""
_UNKNOWN = "…"
"""An order of which a side knows nothing."""


class LogRow:
    """An entry; if it could be replayed, with what it caused, and the turn and phase in which it was given."""

    def __init__(self, number: int, entry: Entry, hidden: bool = False) -> None:
        self.number, self.entry = number, entry
        self.hidden = hidden
        """Whether the side that looks may not read it as it is written."""
        self.turn, self.phase, self.side = 0, "", ""
        self.answers = False
        """Whether it was given in the other side's player turn."""
        self.events: list[Event] = []

    def as_json(self) -> dict[str, Any]:
        return {
            "number": self.number,
            "turn": self.turn,
            "phase": self.phase,
            "side": self.side,
            "command": self.entry.command,
            "joined": self.entry.joined,
            "dice": list(self.entry.dice),
            "events": [event.as_json() for event in self.events],
        }


def readers(match: Match[Any], public: bool = False) -> tuple[str, ...]:
    """The sides that must read only what they may know: the one that looks, or all if every side may read it."""
    if public and match.game.sides.several:
        return match.game.sides.names
    return (match.side,) if match.side else ()


def bare_rows(match: Match[Any], public: bool = False) -> list[LogRow]:
    """The entries without their effects. What a side may read of them is known only after a replay."""
    entries = (_entry(text) for text in match.entries)
    if not readers(match, public):
        return [LogRow(number, entry) for number, entry in enumerate(entries, 1)]
    return [LogRow(number, _unread(entry), hidden=True) for number, entry in enumerate(entries, 1)]


def _unread(entry: Entry) -> Entry:
    """An entry of which it is not known yet what a side may read."""
    return entry if entry.is_mail else Entry(remark(entry, whole=False) if entry.outside else _UNKNOWN)


def _entry(text: str) -> Entry:
    """A line of the journal, even one that was damaged by hand."""
    try:
        return journal.read_entry(text)
    except BadFile:
        return Entry(text)


def replay(match: Match[Any], rows: list[LogRow], public: bool = False) -> str:
    """Play the journal again, to know what each entry caused; what cannot be replayed is left bare.

    Returns what could not be replayed and why, or nothing.
    """
    again = replayed(match, rows, public)
    while True:
        try:
            next(again)
        except StopIteration as end:
            return str(end.value)


def replayed(match: Match[Any], rows: list[LogRow], public: bool = False) -> Generator[ReplayedEntry, None, str]:
    """Like `replay`, but gives each step as soon as its row is filled in. Its state leaves nothing out."""
    if match.outdated:
        return f"{_unknown(len(rows))}: {journal.WHY[match.outdated]} since then"
    turn, phase, first, active = 0, "", journal.last_snapshot(match.entries), ""
    try:
        for step in journal.replay(match.game, match.setup, match.source, match.entries):
            if step.number > first:
                row = rows[step.number - 1]
                row.turn, row.phase, row.side, row.events = turn, phase, step.side, step.events
                row.answers = row.side != active and not row.entry.is_mail
                _reveal(row, step, match.game.sides, readers(match, public))
            turn, phase, *_ = match.game.moment(step.state)
            active = match.game.sides.active(step.state)
            yield step
    except Broken as error:
        return f"the journal cannot be replayed beyond entry {error.number - 1}: {match.why_broken(error)}"
    return f"{_unknown(first - 1)}: {remark(rows[first - 1].entry)}" if first else ""


def seen_state(match: Match[Any], state: Any, public: bool = False) -> Any:
    """A position of the replay, as the side that looks knows it, or as every side does."""
    for side in readers(match, public):
        state = match.game.sides.view(state, side)
    return state


def _reveal(row: LogRow, step: ReplayedEntry, sides: Sides[Any], known_to: tuple[str, ...]) -> None:
    """Put in what every one of some sides may know of an entry."""
    if not known_to or step.order is None:
        return
    command, dice = _told_to(step, sides, known_to), list(step.entry.dice)
    for side in known_to:
        dice, row.events = seen(sides, dice, row.events, side)
    row.entry = Entry(step.entry.command if step.entry.is_mail else command, tuple(dice), *step.entry[2:])
    row.hidden = command != step.entry.command


def _told_to(step: ReplayedEntry, sides: Sides[Any], known_to: tuple[str, ...]) -> str:
    """An order as some sides may read it; its owner reads it as it was given."""
    if step.order is None:
        return ""
    told = [sides.seen_order(step.order, side) for side in known_to if side != step.side]
    return next((text for text in told if text != step.order.text()), told[0] if told else step.entry.command)


def since_own(rows: list[LogRow], side: str) -> list[LogRow]:
    """What has come after the last sitting of a side, of rows that were replayed.

    In a game by mail that is its last hand-over; elsewhere its last order, but for answers in the other's turn.
    """
    own = {place: row.entry.name for place, row in enumerate(rows, 1) if row.side == side and not row.answers}
    handed = [place for place, name in own.items() if name == "handover"]
    return rows[max(handed or own, default=0) :]


def last_sitting(rows: list[LogRow], side: str) -> list[LogRow]:
    """The last sitting of the other side, with what was answered in it."""
    turns = [(place, row.side) for place, row in enumerate(rows) if row.side and not row.answers]
    begun = [place for place, whose in turns if whose != side]
    if not begun:
        return []
    before = [place for place, whose in turns if whose == side and place < begun[-1]]
    after = [place for place, whose in turns if whose == side and place > begun[-1]]
    first = next(place for place in begun if not before or place > before[-1])
    return rows[first : after[0] if after else None]


def _unknown(last: int) -> str:
    return f"what entries 1 to {last} did cannot be shown" if last > 1 else "entry 1 cannot be replayed"


def _changed(state: dict[str, Any], whole: bool) -> str:
    """What a hand has changed: keys, and the units and other names below them."""
    names = {key: [*value] if whole and isinstance(value, dict) else [] for key, value in sorted(state.items())}
    return ", ".join(f"{key} ({', '.join(map(str, inner))})" if inner else key for key, inner in names.items())


def remark(entry: Entry, whole: bool = True) -> str:
    """An entry to read: the command, or a change from outside in a few words; `whole`: with the names in it."""
    if entry.is_mail:
        from tarawa_cli.kernel.mail.sittings import in_words  # start-up

        return in_words(entry)
    if not entry.outside:
        return f"{entry.command} (waits for dice)" if entry.waits else entry.command
    if entry.command.startswith(_RESTART):
        return "from here the game continued with changed tables or a changed journal"
    try:
        kind, record = journal.read_outside(entry)
    except BadFile as error:
        return f"{entry.command} ({error.message})"
    if kind == "edited":
        return f"the save was edited by hand: {_changed(record['state'], whole) or 'nothing in the position'}"
    return f"snapshot: {journal.WHY[record['why']]}; replay starts here"
