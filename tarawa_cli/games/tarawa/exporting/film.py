"""What a film of the battle is made of: hexes, areas and counters as pieces, figures for its charts, turning points."""

from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

from tarawa_cli.games.tarawa.exporting.acts import acts
from tarawa_cli.games.tarawa.exporting.picture import counters, ground, lines, markers, style
from tarawa_cli.games.tarawa.exporting.picture.sheet import GRID, SIZE
from tarawa_cli.games.tarawa.exporting.picture.stage import Stage
from tarawa_cli.games.tarawa.looking import facts, reports
from tarawa_cli.games.tarawa.looking.scene.ground import owner
from tarawa_cli.games.tarawa.model.places import ABSENT, OFF_MAP
from tarawa_cli.games.tarawa.model.state import BUSY, State, Unit
from tarawa_cli.games.tarawa.rules.ch08.supply import supplied_by
from tarawa_cli.games.tarawa.telling.highlights import highlights
from tarawa_cli.games.tarawa.telling.sentences import TRACK_NAMES
from tarawa_cli.kernel.film import Chart, Frame, Piece
from tarawa_cli.kernel.film.acts import Act, Places, Said
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.play import Event
from tarawa_cli.kernel.render.counters import Box, tally
from tarawa_cli.kernel.render.markup import Markup, element, joined
from tarawa_cli.kernel.render.svg import Point, picture
from tarawa_cli.kernel.session import Match

_NOWHERE = Point(0, 0)
_HEX = ("status", "standing", "demolished", "suppressed", "improved", "head")
_UNIT = ("at", "steps", "pins", "supply", "ap", "course", "load", *BUSY, "homeward")
_ALL = attrgetter("id", *(name for name in Unit.__slots__ if name != "fired"))
"""All of a unit that its words follow from."""
_AREA = ("secured", "suppressed", "chit", "raid")
_NAMES = {
    "casualties": "casualties",
    "held": "hexes held",
    "cleared": "cleared of defenders",
    "secured": "areas secured",
    "steps": "steps ashore",
    "ashore": "units ashore",
    "afloat": "units afloat",
    "lost": "lost",
    "shore": "shore points",
    "stock": "supply points",
}
_CHARTS = {
    "Casualties": ("casualties",),
    "Ground": ("held", "cleared"),
    "Morale": ("japanese", "marines"),
    "Marines ashore": ("steps", "ashore"),
}


class BetioCamera:
    """Takes the pictures of one game; what it has drawn once it keeps."""

    def __init__(self, state: State) -> None:
        self.board = state.board
        empty = Stage(state, bare=True)
        self._empty = empty
        self._hexes: dict[tuple[Any, ...], Piece] = {}
        self._areas: dict[tuple[Any, ...], Piece] = {}
        self._clear: dict[tuple[str, ...], Point | None] = {}
        self._faces: dict[tuple[Any, ...], Markup] = {}
        self._told: dict[tuple[Any, ...], tuple[dict[str, str | int], str]] = {}
        self._last: tuple[tuple[Any, ...], Frame] = ((), {})
        self._beside = {
            id: sorted({other for at in area.hexes for other in ground.beside(at)} - {*area.hexes})
            for id, area in self.board.areas.items()
        }
        """The hexes outside an area over which its name may run."""
        self._changing = sorted({*self.board.land, self.board.wreck})
        self.still: Frame = {at: self._hex(empty, at) for at in sorted(self.board.terrain) if at not in self._changing}
        self.names: Mapping[str, str] = (
            _NAMES
            | {str(place): name for place, name in OFF_MAP.items()}
            | {name: f"{TRACK_NAMES[name]} morale" for name in state.tracks}
        )
        self.charts: Sequence[Chart] = [
            Chart(title, {name: self.names[name] for name in figures if name in self.names})
            for title, figures in _CHARTS.items()
        ]

    def backdrop(self) -> Markup:
        words = element("g", *ground.beaches(self._empty), id="names", pointer_events="none")
        above = (element("g", Markup(""), id=name) for name in ("areas", "units", "tallies"))
        return picture(
            SIZE,
            style.sheet(),
            style.patterns(),
            element("rect", class_="sea", width=SIZE.x, height=SIZE.y),
            element("g", *ground.plain(self.board), id="ground"),
            element("g", *lines.lines(self._empty), id="lines", pointer_events="none"),
            element("g", Markup(""), id="hexes"),
            ground.numbers(self.board, sorted(self.board.terrain)),
            words,
            *above,
            class_="betio",
        )

    # ── Pieces

    def frame(self, state: State) -> Frame:
        stage = Stage(state)
        return {
            **self._ground(stage),
            **{f"area {id}": self._area(stage, id) for id in self.board.areas},
            **dict(self._units(stage)),
        }

    def _ground(self, stage: Stage) -> Frame:
        """All hexes that change; most orders change none."""
        state = stage.state
        won = (state.cleared, state.occupied, state.heads, frozenset(state.improved), state.wreck)
        marks = (tuple(state.demolished.items()), tuple(state.suppressed.items()), frozenset(stage.places))
        if self._last[0] != (won, marks):
            self._last = (won, marks), {at: self._hex(stage, at) for at in self._changing}
        return self._last[1]

    def _hex(self, stage: Stage, at: Hex) -> Piece:
        state = stage.state
        sign = (
            at,
            owner(state, at),
            state.demolished.get(at),
            state.suppressed.get(at),
            at in state.improved,
            at in state.heads,
            bool(stage.units(at)),
            at == self.board.wreck and state.wreck,
            *ground.front_of(stage, at),
        )
        if sign not in self._hexes:
            fact = facts.hex_facts(state, at)
            told = "\n".join(reports.hex_summary(state, fact)).removeprefix(f"{at} — ")
            kept = {name: _plain(fact[name]) for name in _HEX if fact[name]}
            self._hexes[sign] = Piece("hexes", GRID.centre(at), _on_hex(stage, at), kept, told)
        return self._hexes[sign]

    def _area(self, stage: Stage, id: str) -> Piece:
        """Its name, where no unit hides it, and what is going on there."""
        state = stage.state
        covered = (id, *(at for at in self.board.areas[id].hexes if stage.units(at)))
        covered += tuple(at for at in self._beside[id] if stage.units(at))
        if covered not in self._clear:
            self._clear[covered] = ground.area_place(stage, id)
        sign = (
            id,
            state.cleared,
            state.occupied,
            id in state.area_suppression,
            state.chits.get(id),
            state.raids.get(id),
        )
        if sign not in self._areas:
            self._areas[sign] = _named(stage, id)
        place = self._clear[covered]
        return self._areas[sign]._replace(at=place) if place else self._areas[sign]._replace(drawn=Markup(""))

    def _units(self, stage: Stage) -> Iterator[tuple[str, Piece]]:
        for stack in counters.stacks(stage):
            for unit, box in reversed(stack.counters):
                passenger = counters.passenger_of(stage, unit)
                yield unit.id, self._counter(stage, unit, box, bool(passenger or unit.load))
                if passenger:
                    yield passenger.id, self._counter(stage, passenger, counters.hold(box), False)
            if len(stack.counters) > 1:
                top = stack.counters[0].box
                drawn = tally(top.around(), len(stack.counters))
                yield f"stack {stack.at}", Piece("tallies", top.middle, drawn, {}, "")
        for unit in stage.state.units.values():
            if unit.at in OFF_MAP and unit.at != ABSENT and not unit.type.is_craft:
                yield unit.id, self._piece(stage.state, unit, "", _NOWHERE, Markup(""))

    def _counter(self, stage: Stage, unit: Unit, box: Box, loaded: bool) -> Piece:
        counter = (unit.id, unit.steps, unit.pins, unit.course, unit.beach, unit.load, unit.supply, unit.busy)
        shape = (box.wide, box.high, loaded, unit.homeward, unit.emptied, stage.state.is_ashore(unit))
        sign = (*counter, *shape)
        if sign not in self._faces:
            here = box.around()
            crate = [counters.crate(unit, here)] if unit.load else []
            parts = [*counters.face(stage, unit, here, loaded), *crate]
            self._faces[sign] = element("g", *parts, class_=counters.kinds(unit))
        return self._piece(stage.state, unit, "units", box.middle, self._faces[sign])

    def _piece(self, state: State, unit: Unit, layer: str, at: Point, drawn: Markup) -> Piece:
        passenger = state.passenger(unit) if unit.type.is_craft else None
        by = supplied_by(state, unit) if state.is_ashore(unit) else None
        regiment = unit.type.regiment
        sign = (*_ALL(unit), passenger and passenger.id, state.hex_of(unit), by, state.turn)
        sign += (state.level(regiment),) if regiment else ()
        if sign not in self._told:
            fact = facts.unit_facts(state, unit)
            kept = {name: _plain(fact[name]) for name in _UNIT if fact[name]}
            self._told[sign] = kept, "\n".join(reports.unit_summary(state, unit, fact))
        return Piece(layer, at, drawn, *self._told[sign])

    # ── Figures

    def figures(self, state: State) -> dict[str, int]:
        count = facts.counts(state)
        morale = {name: state.marker_level(name) for name in state.tracks}
        steps = sum(unit.steps for unit in state.ashore())
        tallies = {"casualties": state.casualties, "steps": steps, "shore": state.shore, "stock": state.stock}
        counted = ("held", "cleared", "secured", "ashore", "afloat", "lost")
        return tallies | morale | {name: count[name] for name in counted}

    def highlight(self, events: Sequence[Event], state: State) -> str:
        return "; ".join(highlights(events, state))

    def acts(self, events: Sequence[Event], places: Places, said: Said, earlier: Sequence[Act]) -> Iterator[Act]:
        return acts(events, places, said)

    def turned(self, match: Match[State]) -> dict[int, str]:
        from tarawa_cli.games.tarawa.looking.ending import Told

        return dict(Told(match).points)


def _named(stage: Stage, id: str) -> Piece:
    fact = facts.area_facts(stage.state, id)
    drawn = joined([*ground.area(stage, id, _NOWHERE), *markers.of_area(stage, id, _NOWHERE)])
    kept = {name: _plain(fact[name]) for name in _AREA if fact[name]} | {"cleared": len(fact["cleared"])}
    return Piece("areas", _NOWHERE, drawn, kept, fact["name"])


def _plain(value: Any) -> str | int:
    return int(value) if isinstance(value, bool) else value if isinstance(value, str | int) else f"{value:g}"


def _on_hex(stage: Stage, at: Hex) -> Markup:
    """Who holds a hex and what lies on it, around its centre."""
    return joined([*ground.control_of(stage, at), *markers.of_hex(stage, at, _NOWHERE)])
