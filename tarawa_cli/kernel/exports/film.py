"""A game as a film: every step of its journal as the difference from the step before.

A game says what its pictures are made of (`Camera`), and makes acts of its events: who goes where, who attacks whom,
what is lost. The steps come from a replay. Texts and drawings that come again are kept once, in pools; a step names
them by number.
"""

from itertools import takewhile

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.exports.svg import Markup, Point
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Protocol, Sequence
from tarawa_cli.kernel.narration.chronicle import LogRow, bare_rows, remark, replayed, seen_state
from tarawa_cli.kernel.narration.digest import explained, is_roll
from tarawa_cli.kernel.narration.story import GameWatcher, noted
from tarawa_cli.kernel.narration.visible import on_one_line, visible
from tarawa_cli.kernel.saves.journal import ReplayedEntry, contradicted

MOVE, ATTACK, SUPPORT, FIRE, STRIKE, LOSS = "move", "attack", "support", "fire", "strike", "loss"
JUMP, DRIFT = "jump", "drift"
"""Out of the air, from above the hex where one ends; and off one's course, over land, sea or in the air."""

Said = Callable[[Event], str]
"""The result of a roll, in words."""
Places = Mapping[str, str]
"""The hex of every unit that the picture shows, before the order."""


class Act(NamedTuple):
    """Something that is seen on the map."""

    kind: str
    who: str
    """The piece that does it or that it happens to, or nothing."""
    path: tuple[str, ...]
    """From its first hex to its last one; another piece can stand for a hex. A strike has a target only, and who
    comes from off the map has one hex only."""
    words: str = ""
    """The result, in words."""


class Trace:
    """Collects acts; it tracks the place of every unit after each event."""

    def __init__(self, places: Places) -> None:
        self._places = dict(places)
        self.acts: list[Act] = []

    def at(self, unit: str) -> Hex:
        return self._places.get(unit, "")

    def move(self, unit: str, *route: Hex) -> None:
        """Along a route without its first hex; a unit that continues makes one path of it."""
        hexes = tuple(hex for hex in route if hex.isdigit())
        if not hexes:
            return
        last = self.acts[-1] if self.acts else None
        if last and last.kind == MOVE and last.who == unit:
            self.acts[-1] = last._replace(path=last.path + hexes)
        else:
            self.acts.append(Act(MOVE, unit, tuple(filter(None, (self.at(unit), *hexes)))))
        self._places[unit] = hexes[-1]

    def drop(self, unit: str, over: Hex, at: Hex) -> None:
        """Out of the air, with the wind from the hex over which a unit jumped."""
        self.acts.append(Act(JUMP, unit, (over, at) if over and over != at else (at,)))
        self._places[unit] = at

    def drift(self, unit: str) -> None:
        """The last move of a unit was not of its own choice."""
        for place in range(len(self.acts) - 1, -1, -1):
            if self.acts[place].kind == MOVE and self.acts[place].who == unit:
                self.acts[place] = self.acts[place]._replace(kind=DRIFT)
                return

    def aim(self, kind: str, unit: str, at: str, words: str = "") -> None:
        """From where a unit is to a target; a strike if nobody knows from where."""
        start = self.at(unit)
        if at:
            known = start and start != at
            self.acts.append(Act(kind, unit, (start, at), words) if known else Act(STRIKE, "", (at,), words))

    def lose(self, unit: str, words: str) -> None:
        if at := self.at(unit):
            self.acts.append(Act(LOSS, unit, (at,), words))

    def finished(self) -> Iterator[Act]:
        """The acts; who stays where he is has not moved."""
        return (act for act in self.acts if len(act.path) == 1 or len(set(act.path)) > 1)


class FilmPiece(NamedTuple):
    """A thing in the picture that can change or be asked about: a counter, a hex with what lies on it, a name."""

    layer: str
    """The group of the backdrop in which it is drawn; nothing if it is not on the map."""
    at: Point
    """Where its origin lies."""
    drawn: Markup
    """Drawn around its origin."""
    facts: Mapping[str, str | int]
    """What it is, as the JSON object of a look says it; what is 0, false or empty is left out."""
    text: str
    """The same in words."""


def lying(piece: FilmPiece, depth: int) -> FilmPiece:
    """A counter with a number of others above it in its stack."""
    return piece._replace(facts={**piece.facts, "below": depth}) if depth else piece


Frame = Mapping[str, FilmPiece]
"""The pieces of a position, by name. Names of hexes are numbers."""


class Chart(NamedTuple):
    """Figures that are drawn together over the course of a game."""

    title: str
    figures: Mapping[str, str]
    """Their names, and what they are called."""
    colours: Mapping[str, str]
    """The colour of each: that of its side on the map."""


class Camera(Protocol):
    """How a film of one game is made."""

    charts: Sequence[Chart]
    names: Mapping[str, str]
    """What figures, and places off the map, are called."""
    still: Frame
    """Pieces that never change."""

    def backdrop(self) -> Markup:
        """The picture without anything that changes; each layer is an empty group with its name as id."""

    def frame(self, state: Any) -> Frame:
        """All pieces that change."""

    def figures(self, state: Any) -> dict[str, int]:
        """All numbers, by name; those of the charts among them."""

    def highlight(self, events: Sequence[Event], state: Any) -> str:
        """The highlight of an order in a few words; empty if there is none."""

    def acts(self, events: Sequence[Event], places: Places, said: Said, earlier: Sequence[Act]) -> Iterable[Act]:
        """What is seen of an order on the map; `earlier` are the acts of the order before."""

    def course(self, state: Any) -> GameWatcher:
        """A recorder of the course of the game, from its first position."""

    def turned(self, match: Match[Any], course: Any) -> Mapping[int, str]:
        """The turning points by turn; `course` was given every step, or is None."""


Facts = dict[str, Any]


class Pool:
    """Texts by number, each kept once; 0 is the empty one."""

    def __init__(self) -> None:
        self.texts = [""]
        self._numbers = {"": 0}

    def number(self, text: str) -> int:
        if text not in self._numbers:
            self._numbers[text] = len(self.texts)
            self.texts.append(text)
        return self._numbers[text]


class Shot(NamedTuple):
    """A step, and what it has changed."""

    number: int
    entry: str
    """The line of the journal, and its number; 0 at the start."""
    facts: Facts
    changed: dict[str, FilmPiece | None]
    figures: dict[str, int]
    acts: Sequence[Act] = ()


class Reel:
    """The film of a match, which can grow with it."""

    def __init__(self, camera: Camera) -> None:
        self.camera = camera
        self.texts, self.drawings = Pool(), Pool()
        self.shots: list[Shot] = []
        self._entries: list[str] = []
        self._places: dict[str, str] = {}
        """Where the pieces of the last picture are; nothing for those that are nowhere."""
        self.note = ""
        """Why a part of the journal cannot be shown."""
        self._course: GameWatcher | None = None
        self.turned: dict[int, str] = {}
        """The turning points, by turn."""

    def follow(self, match: Match[Any]) -> int:
        """Add what has been played since; the number of shots that are as they were."""
        self._entries = ["", *match.entries]
        kept = self._common()
        del self.shots[kept:]
        frame, figures = self._position()
        self._places = {name: _place(piece) for name, piece in frame.items()}
        for place, (row, state) in enumerate(self._moments(match, bare_rows(match))):
            if place >= kept:
                frame, figures = self._shoot(match, row, state, frame, figures)
        course = None if self.note else self._course
        self.turned = {turn: visible(what) for turn, what in self.camera.turned(match, course).items()}
        return kept

    def _common(self) -> int:
        """How many shots belong to entries that still exist; a film without a whole replay is made again."""
        if self.note:
            return 0
        same = (self._entries[shot.number : shot.number + 1] == [shot.entry] for shot in self.shots)
        return sum(takewhile(bool, same))

    def _position(self) -> tuple[Frame, dict[str, int]]:
        """The picture after the last shot that is kept."""
        frame: dict[str, FilmPiece] = {}
        figures: dict[str, int] = {}
        for shot in self.shots:
            figures |= shot.figures
            for name, piece in shot.changed.items():
                if piece is None:
                    del frame[name]
                else:
                    frame[name] = piece
        return frame, figures

    def _moments(self, match: Match[Any], rows: list[LogRow]) -> Iterator[tuple[LogRow | None, Any]]:
        """Every position that can be shown, as far as the side knows it, with the entry that led to it."""
        last: ReplayedEntry | None = None
        self._course = None
        for last in self._replayed(match, rows):
            self._course = noted(self._course, self.camera.course, last)
            yield (rows[last.number - 1] if last.number else None), seen_state(match, last.state)
        if last is None or contradicted(match, last):
            self.note = self.note or "the save was edited by hand after its last order"
            yield None, match.state

    def _replayed(self, match: Match[Any], rows: list[LogRow]) -> Iterator[ReplayedEntry]:
        self.note = yield from replayed(match, rows)

    def _shoot(
        self, match: Match[Any], row: LogRow | None, state: Any, before: Frame, figures: dict[str, int]
    ) -> tuple[Frame, dict[str, int]]:
        frame, now = self.camera.frame(state), self.camera.figures(state)
        changed: dict[str, FilmPiece | None] = {name: None for name in before if name not in frame}
        changed |= {
            name: piece for name, piece in frame.items() if (old := before.get(name)) is not piece and old != piece
        }
        newer = {name: value for name, value in now.items() if figures.get(name) != value}
        acts = self._acts(match, row.events, state) if row else []
        self._places |= {name: _place(piece) for name, piece in changed.items()}
        facts = self._facts_of(match, row, state) | {"k": self._differences(before, changed), "f": newer}
        number = row.number if row else 0
        facts = {name: value for name, value in (facts | {"a": [*map(self._act, acts)]}).items() if value}
        self.shots.append(Shot(number, self._entries[number], facts, changed, newer, acts))
        return frame, now

    # ── What is seen of a step

    def _acts(self, match: Match[Any], events: Sequence[Event], state: Any) -> list[Act]:
        """Nothing is drawn of which the picture did not show where it was."""
        earlier = self.shots[-1].acts if self.shots else ()
        return [*self.camera.acts(events, self._hexes(), lambda event: _result(match, event, state), earlier)]

    def _hexes(self) -> dict[str, str]:
        """The hex of every piece that is in one, or in or on another piece that is."""
        inside = {name: self._places.get(at) or at for name, at in self._places.items() if at}
        return {name: at for name, at in inside.items() if at.isdigit()}

    def _act(self, act: Act) -> list[Any]:
        return [act.kind, act.who, " ".join(act.path), self.texts.number(visible(act.words))]

    # ── What is told of a step

    def _facts_of(self, match: Match[Any], row: LogRow | None, state: Any) -> Facts:
        text, events = self.texts.number, row.events if row else []
        moment = match.game.moment(state)
        facts: Facts = {"w": text(visible(match.game.narration.headline(state).partition(" (`")[0])), "t": moment.turn}
        if row:
            facts |= {"n": row.number, "c": text(on_one_line(remark(row.entry))), "j": int(row.entry.joined)}
            facts["s"] = text(row.side) if match.game.sides.several else 0
        else:
            facts["c"] = text(self.note or "the start")
        facts["l"] = [line for event in events for line in self._lines(match, event, state)]
        return facts | {"m": text(visible(self.camera.highlight(events, state)))}

    def _lines(self, match: Match[Any], event: Event, state: Any) -> Iterator[int | list[Any]]:
        """An event as a text; a roll with its dice, its result, and its modifiers."""
        text = self.texts.number
        for sentence in match.game.narration.sentences([event], state):
            dice = "".join(map(str, event.facts.get("dice", ()))) if event.type in ("roll", "throw", "pick") else ""
            why = [visible(part) for part in _why(match, event, state)]
            line = text((_in_short(visible(sentence), event) if why else visible(sentence)).strip())
            yield [line, dice, [*map(text, why)]] if dice else line

    # ── Differences

    def _differences(self, before: Frame, changed: dict[str, FilmPiece | None]) -> Facts:
        return {name: piece and self._difference(before.get(name), piece) for name, piece in changed.items()}

    def _difference(self, old: FilmPiece | None, new: FilmPiece) -> Facts:
        now, then = self._numbers(new), self._numbers(old) if old else {}
        facts = {name: value for name, value in now.items() if then.get(name) != value}
        before = old.facts if old else {}
        gone = {name: None for name in before if name not in new.facts}
        fresh = {name: value for name, value in new.facts.items() if before.get(name) != value}
        return facts | ({"f": gone | fresh} if gone or fresh else {})

    def _numbers(self, piece: FilmPiece) -> Facts:
        return {
            "l": piece.layer,
            "x": round(piece.at.x, 1),
            "y": round(piece.at.y, 1),
            "d": self.drawings.number(piece.drawn),
            "t": [*map(self.texts.number, visible(piece.text).split("\n"))],
        }

    # ── As JSON

    def still(self) -> Facts:
        """The pieces that never change."""
        return {name: self._difference(None, piece) for name, piece in self.camera.still.items()}

    def since(self, shots: int = 0, texts: int = 0, drawings: int = 0) -> Facts:
        """The film from a shot on, with the texts and drawings from these numbers on."""
        return {
            "steps": [shot.facts for shot in self.shots[shots:]],
            "texts": self.texts.texts[texts:],
            "drawings": self.drawings.texts[drawings:],
            "note": self.note,
            "turned": self.turned,
        }


def _place(piece: FilmPiece | None) -> str:
    """The hex or the other piece that a piece is in or on; nothing if it is nowhere."""
    return str(piece.facts["at"]).rpartition(":")[2] if piece and "at" in piece.facts else ""


_CAME_TO = " \u2192 "
"""What the sentence of a roll puts before its result."""


def _result(match: Match[Any], event: Event, state: Any) -> str:
    """The result of a roll, in words."""
    said = " ".join(match.game.narration.sentences([event], state))
    return said.rpartition(_CAME_TO)[2].partition("  [")[0].partition(" [")[0] if _CAME_TO in said else ""


def _in_short(sentence: str, event: Event) -> str:
    """The sentence of a roll without its sum, which is shown on demand."""
    before, colon, after = sentence.partition(": ")
    summed, arrow, result = after.rpartition(_CAME_TO)
    return f"{before}: {event.facts['total']}{arrow}{result}" if colon and arrow and summed else sentence


def _why(match: Match[Any], event: Event, state: Any) -> list[str]:
    if not is_roll(event):
        return []
    table = match.game.library.table(state, event.facts["table"]) if event.type == "roll" else None
    return explained(event, table, match.game.library.SOURCES)
