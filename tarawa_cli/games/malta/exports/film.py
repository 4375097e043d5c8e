"""What a film of the invasion is made of: hexes and counters as pieces, figures for its charts.

It is made from what a side may know of each position.
"""

import re

from tarawa_cli.games.malta.exports.picture import counters, ground
from tarawa_cli.games.malta.exports.picture.counters import Boxes
from tarawa_cli.games.malta.exports.picture.ground import ALLIED, AXIS, EDGE, GRID, HEAD
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import ABSENT, POOL, in_words
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.digest import highlights
from tarawa_cli.games.malta.narration.sentences import PLAYERS
from tarawa_cli.games.malta.views import facts, reports
from tarawa_cli.games.malta.views.reports import unit_summary
from tarawa_cli.games.malta.views.scene import Counters, Position
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.exports.counters import Box, tally
from tarawa_cli.kernel.exports.film import (
    ATTACK,
    DRIFT,
    FIRE,
    JUMP,
    MOVE,
    SUPPORT,
    Act,
    Chart,
    FilmPiece,
    Frame,
    Places,
    Said,
    Trace,
    lying,
)
from tarawa_cli.kernel.exports.svg import Markup, Point, element, joined, picture
from tarawa_cli.kernel.hints import Any, Iterator, Mapping, Sequence
from tarawa_cli.kernel.scene import Counter, HexView
from tarawa_cli.kernel.standard import attrgetter

# ── Acts: moves, drops and landings, fights with their support, guns, losses


_ONE = {"advanced": "to", "displaced": "to", "stepped": "to", "headquarters-back": "to", "leader-back": "to"}
_SHIPS = ("ship-placed", "ship-sailed")
_MANY = {"retreated": "to", "broken-through": "to", "landed": "at"}
_OUT_OF_THE_AIR = {"came-down": "to", "air-landed": "at"}
_OVER = re.compile(r" over (\d{4})$")
"""The hex over which a series jumped, in what its roll is on."""
_BEGUN = ("attack-begun", "close-fight-begun")
_GOES_ON = ("defence-supported", "command-taken", "fight-decided", "hits-taken", "hit-spared", "fight-over")
_GUNS = {"gun-fired": ("unit", "at"), "fired-at-planes": ("gun", "at"), "aimed": ("by", "at")}


def acts(
    events: Sequence[Event], places: Places, said: Said, earlier: Sequence[Act], planned: Mapping[str, Hex]
) -> Iterator[Act]:
    """The acts of one order; a fight continued from the order before is shown again.

    `planned` is where the drop markers were planned to come down, by zone.
    """
    trace = Trace(places)
    if any(event.type in _GOES_ON for event in events) and not any(event.type in _BEGUN for event in events):
        trace.acts += [act._replace(words="") for act in earlier if act.kind in (ATTACK, SUPPORT)]
    over = ""
    for event in events:
        if event.type == "roll" and (found := _OVER.search(event.facts.get("on", ""))):
            over = found[1]
        elif event.type == "marker-down":
            _marker(trace, planned.get(event.facts["zone"], ""), event.facts["hex"])
        elif event.type in _OUT_OF_THE_AIR:
            at = event.facts[_OUT_OF_THE_AIR[event.type]]
            for unit in event.facts["units"]:
                trace.drop(unit, over if event.type == "came-down" else "", at)
        else:
            _one(trace, event, said)
    return trace.finished()


def _marker(trace: Trace, planned: Hex, down: Hex) -> None:
    """The drift of a drop zone."""
    if planned and down and planned != down:
        trace.acts.append(Act(DRIFT, "", (planned, down)))


def _one(trace: Trace, event: Event, said: Said) -> None:
    facts = event.facts
    if event.type == "moved":
        trace.move(facts["unit"], *facts["route"])
    elif event.type in _ONE:
        trace.move(facts["unit"], facts[_ONE[event.type]])
    elif event.type in _SHIPS:
        trace.move(facts["ship"], facts["to"])
    elif event.type in _MANY:
        for unit in facts["units"]:
            trace.move(unit, facts[_MANY[event.type]])
    elif event.type in _BEGUN:
        for unit in facts["by"]:
            trace.aim(SUPPORT, unit, facts["on"])
        for unit in facts["units"]:
            trace.aim(ATTACK, unit, facts["on"])
    elif event.type in ("bombarded", "support-given"):
        for unit in facts["by"]:
            trace.aim(SUPPORT if event.type == "support-given" else FIRE, unit, facts["hex"])
    elif event.type == "defence-supported":
        target = next((act.path[-1] for act in trace.acts if act.kind == ATTACK), "")
        for unit in facts["by"]:
            trace.aim(SUPPORT, unit, target)
    elif event.type in _GUNS:
        by, at = (facts[name] for name in _GUNS[event.type])
        trace.aim(FIRE, by, at if at.isdigit() else trace.at(at))
    elif event.type == "roll":
        _rolled(trace, event, said)
    elif event.type == "step-lost":
        trace.lose(facts["unit"], "\u22121")
    elif event.type == "unit-lost":
        trace.lose(facts["unit"], "lost")
    elif event.type == "state-changed" and facts["to"]:
        trace.lose(facts["unit"], facts["to"])


def _rolled(trace: Trace, event: Event, said: Said) -> None:
    """Write the result of a roll beside the target of the last act at it, or draw a shot."""
    on = event.facts.get("on", "")
    found = re.search(r"\b\d{4}\b", on)
    target = trace.at(on) or (found[0] if found else "")
    for place in range(len(trace.acts) - 1, -1, -1):
        act = trace.acts[place]
        jumped = act.kind == JUMP and act.who == on
        if jumped or (act.kind not in (MOVE, JUMP, DRIFT) and act.path[-1] == target and not act.words):
            trace.acts[place] = act._replace(words=said(event))
            return
    if target:
        trace.aim(FIRE, "", target, said(event))


# ── The film


_NOWHERE = Point(0, 0)
_CORNER = Point(0, HEAD - EDGE)
_BELOW = Point(EDGE, GRID.end.y + EDGE)
"""The corner of the boxes, below the map."""
_BOXES_HIGH = 700
_SIZE = GRID.end.moved(EDGE, _BOXES_HIGH + 2 * EDGE - _CORNER.y)
_HEX = ("control", "strongpoint")
_UNIT = tuple(name for name, one in Unit.traits.items() if one.film)
_ALL = attrgetter("id", "type", *Unit.traits)
"""The facts that a unit's text depends on; other units do not change it."""
_COUNTED = ("steps", "steps_lost", "on_map", "disorganised", "demoralised")
_NAMES = {"ground": "Axis hexes", "objectives": "Axis objectives, by weight", "stock": "Axis ammunition"}
_CHARTS = {
    "Steps on the map": {"axis_steps": "Axis", "allied_steps": "Allies"},
    "Steps lost": {"axis_steps_lost": "Axis", "allied_steps_lost": "Allies"},
    "Axis ground": {"ground": "hexes", "objectives": "objectives, by weight"},
}


class MalteseCamera:
    """Takes the pictures of one game, and caches what it has drawn."""

    def __init__(self, state: State) -> None:
        self.board = state.board
        self._hexes: dict[tuple[Any, ...], FilmPiece] = {}
        self._faces: dict[tuple[Any, ...], Markup] = {}
        self._told: dict[tuple[Any, ...], tuple[dict[str, str | int], str]] = {}
        self._sign: tuple[Any, ...] = ()
        """A key of what the ground looks like, with its pieces and hexes."""
        self._ground: dict[str, FilmPiece] = {}
        self._views: Mapping[Hex, HexView] = {}
        self._counters = Counters()
        self._drawn: dict[str, tuple[Counter, Box, int, FilmPiece]] = {}
        empty = Position(state)
        land = self.board.land
        self.still: Frame = {at: self._hex(empty, at) for at in sorted(self.board.terrain) if at not in land}
        self.names: Mapping[str, str] = _NAMES | {
            f"{side}_{count}": f"{PLAYERS[side]}: {reports.ROWS[count]}" for side in SIDES for count in _COUNTED
        }
        self.charts: Sequence[Chart] = [
            Chart(title, figures, {name: ALLIED if name.startswith("allied_") else AXIS for name in figures})
            for title, figures in _CHARTS.items()
        ]
        self._places = Position(state)
        self._planned: dict[str, Hex] = {}
        """The planned hexes of drop markers by zone, as far as the film has shown them."""
        self._boxes = Boxes(state, _BELOW, _SIZE.x - 2 * EDGE, _BOXES_HIGH)

    def backdrop(self) -> Markup:
        above = (element("g", Markup(""), id=name) for name in ("boxes", "units", "tallies"))
        return picture(
            _SIZE,
            ground.sheet(),
            ground.patterns(),
            element("rect", class_="sea", y=_CORNER.y, width=_SIZE.x, height=_SIZE.y),
            element("g", *ground.plain(self.board), id="ground"),
            element("g", *ground.lines(self._places), id="lines", pointer_events="none"),
            element("g", *self._boxes.frames(), id="frames"),
            element("g", Markup(""), id="hexes"),
            ground.numbers(sorted(self.board.terrain)),
            element("g", *ground.names(self._places, ()), id="names", pointer_events="none"),
            *above,
            corner=_CORNER,
            class_="malta",
        )

    # ── Pieces

    def frame(self, state: State) -> Frame:
        self._planned |= {name: zone.marker for name, zone in state.plan.items()}
        given = tuple((at, *guns) for at, guns in state.assigned.items())
        sign = (frozenset(state.control), frozenset(state.strongpoints), given, tuple(state.plan.items()))
        if self._sign != sign:
            position = Position(state)
            self._sign, self._views = sign, position.scene.hexes
            self._ground = {at: self._hex(position, at) for at in sorted(self.board.land)}
        position = Position(state, self._views, self._counters)
        return {
            **self._ground,
            "the boxes": FilmPiece("boxes", _NOWHERE, joined(self._boxes.labels(position)), {}, ""),
            **dict(self._units(position)),
        }

    def _hex(self, position: Position, at: Hex) -> FilmPiece:
        state = position.state
        jumps = tuple(position.scene.hexes[at].notes["jumps"])
        given = tuple(state.assigned.get(at, ()))
        sign = (at, at in state.control, at in state.strongpoints, given, jumps, *ground.front_of(state, at))
        if sign not in self._hexes:
            drawn = joined([*ground.control_of(position.state, at), *counters.of_hex(position, at, _NOWHERE)])
            fact = facts.hex_facts(state, at, position.field) | {"zoc": [], "units": []}
            told = "\n".join(reports.hex_summary(state, fact)).removeprefix(at).lstrip(": ")
            kept = {name: _plain(fact[name]) for name in _HEX if fact[name]} | ({"covers": 1} if jumps else {})
            self._hexes[sign] = FilmPiece("hexes", GRID.centre(at), drawn, kept, told)
        return self._hexes[sign]

    def _units(self, position: Position) -> Iterator[tuple[str, FilmPiece]]:
        """Every unit in play, on the map or in a box, except companies inside their battalion."""
        shown = set()
        state = position.state
        for stack in counters.stacks(position):
            for depth, (counter, box) in enumerate(stack.counters):
                shown.add(counter.id)
                yield counter.id, self._counter(state, counter, box, depth)
            if len(stack.counters) > 1:
                top = stack.counters[0]
                drawn = tally(top.box.around(), len(stack.counters))
                yield f"stack {stack.at} {top.unit.side}", FilmPiece("tallies", top.box.middle, drawn, {}, "")
        for counter, box in self._boxes.counters(position):
            shown.add(counter.id)
            yield counter.id, self._counter(state, counter, box)
        for unit in state.units.values():
            if unit.id not in shown and not unit.in_battalion and unit.at not in (ABSENT, POOL):
                yield unit.id, self._piece(state, unit, "", _NOWHERE, Markup(""))

    def _counter(self, state: State, counter: Counter, box: Box, depth: int = 0) -> FilmPiece:
        """A counter at its depth in a stack, drawn again only if its unit or place has changed."""
        kept = self._drawn.get(counter.id)
        if not kept or kept[0] is not counter or kept[1:3] != (box, depth):
            piece = self._piece(state, state.units[counter.id], "units", box.middle, self._face(counter, box))
            self._drawn[counter.id] = kept = counter, box, depth, lying(piece, depth)
        return kept[3]

    def _face(self, unit: Counter, box: Box) -> Markup:
        sign = (
            unit.id,
            box.wide,
            box.high,
            counters.kinds(unit),
            unit.numbers,
            unit.steps,
            str(unit.marks),
            unit.notes.get("ammo"),
        )
        if sign not in self._faces:
            self._faces[sign] = counters.bare(unit, box.around())
        return self._faces[sign]

    def _piece(self, state: State, unit: Unit, layer: str, at: Point, drawn: Markup) -> FilmPiece:
        sign = _ALL(unit)
        if sign not in self._told:
            fact = facts.unit_facts(unit)
            kept = {name: _plain(fact[name]) for name in _UNIT if fact[name]}
            kept |= {} if unit.on_map else {"place": in_words(unit.at)}
            self._told[sign] = kept, "\n".join(unit_summary(state, unit))
        return FilmPiece(layer, at, drawn, *self._told[sign])

    # ── Figures

    def figures(self, state: State) -> dict[str, int]:
        counts = {side: facts.counts(state, side) for side in SIDES}
        held = sum(weight for at, weight in self.board.objectives.items() if at in state.control)
        both = {f"{side}_{name}": counts[side][name] for name in _COUNTED for side in SIDES}
        return both | {"ground": len(state.control), "objectives": held, "stock": state.stock}

    def highlight(self, events: Sequence[Event], state: State) -> str:
        return "; ".join(highlights(events, state))

    def acts(self, events: Sequence[Event], places: Places, said: Said, earlier: Sequence[Act]) -> Iterator[Act]:
        return acts(events, places, said, earlier, self._planned)

    def course(self, state: State) -> Any:
        from tarawa_cli.games.malta.views.course import GameCourse  # start-up

        return GameCourse(state)

    def turned(self, match: Match[State], course: Any) -> dict[int, str]:
        from tarawa_cli.games.malta.views.course import computer_games, turning_points  # start-up

        turns = course.turns if course else {}
        return dict(turning_points(turns, match.state.board, computer_games(match).get("ground", {})))


def _plain(value: Any) -> str | int:
    return int(value) if isinstance(value, bool) else value if isinstance(value, str | int) else str(value)
