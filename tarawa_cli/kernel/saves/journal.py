"""The journal: one command a line with the dice it used, and what can be got back from it.

An entry reads `attack 2/8A --on 2828 # 4 2 6`, or `suppress red2 #+ # 4` if it was given together with the entry before
it; read as a line of a script, what follows `#` is a remark. An entry that starts with `*` is no command.
`* edited {…}` records a hand edit, as the difference from the position that the journal gives. `* snapshot {…}` records
a whole position, where the entries before it cannot be replayed, because they were played under other rules or tables,
or were damaged by hand. Nothing is ever replayed across a snapshot.
"""

from tarawa_cli.kernel.board.dice import GivenDice, auto_die
from tarawa_cli.kernel.engine.order_words import Action, shown, split_line
from tarawa_cli.kernel.engine.play import Event, Play, Stacked
from tarawa_cli.kernel.errors import BadFile, GameError, NeedDice
from tarawa_cli.kernel.game import Game, Setup
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, NamedTuple, TypeVar
from tarawa_cli.kernel.saves import toml
from tarawa_cli.kernel.standard import suppress

if TYPE_CHECKING:
    from tarawa_cli.kernel.engine.session import Match
    from tarawa_cli.kernel.mail.sittings import Post

S = TypeVar("S", bound=Stacked)

WHY = {
    "rules": "the rules have changed",
    "data": "scenario or tables have changed",
    "journal": "the journal was changed by hand",
}
"""Why a snapshot was made."""
_SNAPSHOT, EDITED = "* snapshot ", "* edited "
JOINED = "#+"
"""Marks an order that was given together with the one before it."""
WAITS = "#later"
"""Marks an order of a game by mail that waits for the dice of the other side's next sitting."""
MAIL = ("anchor", "sit", "resume", "handover", "accept", "decline", "back")
"""Entries of a game by mail that are no orders (`mail.sittings`)."""


class Entry(NamedTuple):
    command: str
    dice: tuple[int, ...] = ()
    joined: bool = False
    """Whether it was given together with the entry before it."""
    waits: bool = False
    """Whether it waits for dice, in a game by mail."""

    @property
    def name(self) -> str:
        return self.command.partition(" ")[0]

    @property
    def is_mail(self) -> bool:
        return self.name in MAIL

    @property
    def outside(self) -> bool:
        return self.command.startswith("* ")

    @property
    def is_snapshot(self) -> bool:
        return self.command.startswith(_SNAPSHOT)

    def text(self) -> str:
        command = f"{self.command} {JOINED}" if self.joined else self.command
        command = f"{command} {WAITS}" if self.waits else command
        return f"{command} # {' '.join(map(str, self.dice))}" if self.dice else command


def read_entry(text: str) -> Entry:
    if text.startswith("* "):
        return Entry(text)
    order, _, dice = text.partition(" # ")
    words = dice.split()
    if not all(word in ("1", "2", "3", "4", "5", "6") for word in words):
        raise BadFile(f"{shown(text, 100)}: what follows # must be dice")
    plain = order.removesuffix(f" {WAITS}")
    command = plain.removesuffix(f" {JOINED}")
    return Entry(command, tuple(map(int, words)), command != plain, plain != order)


def is_joined(text: str) -> bool:
    """Whether an entry belongs to the one before it; a damaged one does not."""
    return not text.startswith("* ") and text.partition(" # ")[0].removesuffix(f" {WAITS}").endswith(f" {JOINED}")


def begun(entries: list[str]) -> list[int]:
    """The numbers of entries with which a command begins: all but those that follow others of their group."""
    return [number for number, text in enumerate(entries, 1) if number == 1 or not is_joined(text)]


def groups(entries: Iterable[Entry]) -> list[list[Entry]]:
    """Entries by the commands that brought them about."""
    found: list[list[Entry]] = []
    for entry in entries:
        if found and entry.joined:
            found[-1].append(entry)
        else:
            found.append([entry])
    return found


class Broken(Exception):
    """The journal does not hold from this entry on."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(reason)
        self.number = number
        self.reason = reason


class ReplayedEntry(NamedTuple):
    """One entry replayed: its events, the state after it, dice used so far, the order, and the side that gave it."""

    number: int
    entry: Entry
    events: list[Event]
    state: Any
    used: int
    order: Action | None = None
    side: str = ""
    rolled: Mapping[str, int] = {}
    """Dice rolled in the current sitting by their labels, in a game by mail."""


def replay(game: Game[S], setup: Setup, source: "int | Post | None", entries: list[str]) -> Iterator[ReplayedEntry]:
    """Play the journal again with its own dice, from the start or from its last snapshot.

    `source` is where the dice come from: a seed, or the sides' chains in a game by mail; None: the player gives them.
    Raises Broken at the first entry that does not hold.
    """
    step = first_step(game, setup, entries)
    if not isinstance(source, int | None):
        from tarawa_cli.kernel.mail.dice import replay_by_mail  # start-up

        yield from replay_by_mail(game, setup, source, entries, step)
        return
    yield step
    for number, text in enumerate(entries[step.number :], step.number + 1):
        try:
            step = next_step(game, setup, step, read_entry(text))
        except GameError as error:
            raise Broken(number, f"{shown(text, 100)}: {error.message}") from None
        check_dice(step, source)
        yield step


def first_step(game: Game[S], setup: Setup, entries: list[str]) -> ReplayedEntry:
    """The step that a replay starts from."""
    number = last_snapshot(entries)
    if not number:
        return ReplayedEntry(0, Entry(""), [], game.begin(setup), 0)
    try:
        entry = read_entry(entries[number - 1])
        _, record = read_outside(entry)
        state = game.load(setup, record["state"])
        return ReplayedEntry(number, entry, [], state, record["dice"], rolled=record.get("rolled", {}))
    except GameError as error:
        raise Broken(number, f"the snapshot cannot be read: {error.message}") from None


def next_step(game: Game[S], setup: Setup, before: ReplayedEntry, entry: Entry) -> ReplayedEntry:
    """The entry after a step, carried out on the same state."""
    number, state = before.number + 1, before.state
    if not entry.outside:
        order = game.read(state, split_line(entry.command))
        side = game.sides.owner(state, order)
        return ReplayedEntry(
            number, entry, repeat(game, state, order, entry), state, before.used + len(entry.dice), order, side
        )
    _, record = read_outside(entry)
    return ReplayedEntry(number, entry, [], game.load(setup, merged(game.dump(state), record["state"])), record["dice"])


def last_snapshot(entries: list[str]) -> int:
    """The number of the last snapshot; 0 if there is none."""
    return max((number for number, text in enumerate(entries, 1) if text.startswith(_SNAPSHOT)), default=0)


def repeat(game: Game[S], state: S, order: Action, entry: Entry) -> list[Event]:
    """An order again, on its recorded dice."""
    game.check(state, order)
    dice = GivenDice(entry.dice)
    play = Play(state, dice)
    try:
        game.resolve(play, order)
    except NeedDice as error:
        raise BadFile(f"it records {len(entry.dice)} dice, too few for {error.purpose}") from None
    if dice.left:
        raise BadFile(f"it records {dice.left} more dice than were rolled")
    return play.events


def check_dice(step: ReplayedEntry, seed: int | None) -> None:
    if seed is None:
        return
    for place, die in enumerate(step.entry.dice, step.used - len(step.entry.dice) + 1):
        right = auto_die(seed, place)
        if die != right:
            raise Broken(step.number, f"die {place} is recorded as {die}, but seed {seed} gives {right}")


class RulesVersion(NamedTuple):
    """Entries in a row that were played under the same rules and tables."""

    first: int
    last: int
    rules: int
    data: str

    def __str__(self) -> str:
        return f"entry {self.first}" if self.first == self.last else f"entries {self.first} to {self.last}"


def rules_versions(entries: list[str], rules: int, data: str) -> list[RulesVersion]:
    """The journal cut at its snapshots; what follows the last one was played under these rules and data."""
    found: list[RulesVersion] = []
    first = 1
    for number, text in enumerate(entries, 1):
        if text.startswith(_SNAPSHOT):
            before = snapshot_facts(text).get("before", {"rules": 0, "data": ""})
            found += [RulesVersion(first, number - 1, before["rules"], before["data"])] if number > first else []
            first = number
    return [*found, RulesVersion(first, len(entries), rules, data)]


def snapshot_facts(text: str) -> dict[str, Any]:
    """What a snapshot records; nothing if it is damaged."""
    try:
        return read_outside(Entry(text))[1]
    except BadFile:
        return {}


def read_outside(entry: Entry) -> tuple[str, dict[str, Any]]:
    """What an entry that is no command records: its kind, and its facts."""
    kind, _, text = entry.command.removeprefix("* ").partition(" ")
    if kind not in _RECORDS:
        raise BadFile(f"an entry that starts with * must be one of: {', '.join(_RECORDS)}")
    record = _read_json(text)
    facts = _RECORDS[kind] | {"rolled": lambda value: value is None or are_labels(value)}
    if record is None or any(not fits(record.get(name)) for name, fits in facts.items()):
        raise BadFile(f"the journal records {kind!r} in a way that cannot be read")
    return kind, record


def _read_json(text: str) -> dict[str, Any] | None:
    import json  # start-up

    try:
        record = json.loads(text)
        toml.bounded(record)
        json.dumps(record, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _is_version(value: object) -> bool:
    """What a snapshot says of the rules and data before it."""
    return isinstance(value, dict) and is_count(value.get("rules")) and isinstance(value.get("data"), str)


def are_labels(value: object) -> bool:
    """Whether it says how many dice were rolled for each label."""
    return isinstance(value, dict) and all(is_count(number) for number in value.values())


_EDIT: dict[str, Callable[[object], bool]] = {"dice": is_count, "state": lambda value: isinstance(value, dict)}
_RECORDS = {
    "edited": _EDIT,
    "snapshot": _EDIT | {"why": lambda value: isinstance(value, str) and value in WHY, "before": _is_version},
}


def edited_entry(before: dict[str, Any], after: dict[str, Any], dice: int) -> str:
    """What a hand has changed, as the difference of two documents."""
    return _record("edited", {"dice": dice, "state": difference(before, after)})


def snapshot_entry(
    why: str, rules: int, data: str, dice: int, state: dict[str, Any], rolled: Mapping[str, int] | None = None
) -> str:
    """A whole position; `rules` and `data` are those that were played under before it."""
    facts = {"why": why, "before": {"rules": rules, "data": data}, "dice": dice, "state": state}
    return _record("snapshot", facts | ({"rolled": rolled} if rolled else {}))


def _record(kind: str, facts: dict[str, Any]) -> str:
    import json  # start-up

    return f"* {kind} {json.dumps(facts, ensure_ascii=False, separators=(',', ':'))}"


def difference(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """What must be set (None: removed) to make one document into the other."""
    patch: dict[str, Any] = {name: None for name in before if name not in after}
    for name, value in after.items():
        old = before.get(name)
        if isinstance(value, dict) and isinstance(old, dict):
            inner = difference(old, value)
            if inner:
                patch[name] = inner
        elif name not in before or old != value:
            patch[name] = value
    return patch


def merged(doc: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """The document with a difference put in."""
    result = dict(doc)
    for name, value in patch.items():
        old = result.get(name)
        if value is None:
            result.pop(name, None)
        elif isinstance(value, dict) and isinstance(old, dict):
            result[name] = merged(old, value)
        else:
            result[name] = value
    return result


# ── The journal beside its save


def contradicted(match: "Match[Any]", last: ReplayedEntry) -> str:
    """What speaks against the save in the last step that its journal gives; nothing if they agree."""
    if last.used != match.used:
        return f"the save counts {match.used} dice, the journal {last.used}"
    if last.rolled != match.rolled:
        return "the save and the journal count different dice in this sitting"
    change = difference(match.game.dump(last.state), match.game.dump(match.truth))
    if change:
        due = "the journal gives" if match.entries else "the scenario starts with, and the journal is empty"
        return f"the position is not the one {due}: {', '.join(sorted(change))}"
    return ""


def unrecorded(match: "Match[Any]") -> list[str]:
    """An entry for a hand edit or new rules or data that the journal does not know of yet, if there are any."""
    if not match.edited and not match.outdated:
        return []
    now = match.game.dump(match.truth)
    if not match.outdated:
        with suppress(Broken):
            *_, last = replay(match.game, match.setup, match.source, match.entries)
            return [edited_entry(match.game.dump(last.state), now, match.used)]
    why = match.outdated or "journal"
    return [snapshot_entry(why, match.rules, match.data, match.used, now, match.rolled)]
