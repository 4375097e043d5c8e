"""What a film of the battle is made of: hexes, areas and counters as pieces, charts, turning points, the action."""

from tarawa_cli.games.tarawa.exports.picture import counters, ground
from tarawa_cli.games.tarawa.exports.picture.ground import GRID, JAPANESE_INK, MARINES_INK, SIZE, Stage
from tarawa_cli.games.tarawa.model.board import ABSENT, OFF_MAP, neighbours
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.narration.sentences import TRACK_NAMES
from tarawa_cli.games.tarawa.narration.turn_report import highlights
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import supplied_by
from tarawa_cli.games.tarawa.views import facts, reports
from tarawa_cli.games.tarawa.views.ground import owner
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.units import signs
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.exports.counters import Box, tally
from tarawa_cli.kernel.exports.film import (
    ATTACK,
    FIRE,
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
from tarawa_cli.kernel.hints import Any, Iterator, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.standard import attrgetter

_NOWHERE = Point(0, 0)
_HEX = ("status", "standing", "demolished", "suppressed", "improved", "head")
_UNIT = (*(name for name, one in Unit.traits.items() if one.film), "ap")
_ALL = attrgetter("id", "spent", *Unit.traits)
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


class _Marked(NamedTuple):
    """What the look of hexes follows from."""

    won: frozenset[Hex]
    lying: frozenset[tuple[Hex, str, int]]
    """What lies on a hex, and how much of it."""
    taken: frozenset[Hex]
    """Where units are."""
    wreck: str


class BetioCamera:
    """Takes the pictures of one game; what it has drawn once it keeps."""

    def __init__(self, state: State) -> None:
        self.board = state.board
        empty = Stage(state, bare=True)
        self._empty = empty
        self._hexes: dict[tuple[Any, ...], FilmPiece] = {}
        self._areas: dict[tuple[Any, ...], FilmPiece] = {}
        self._seen: dict[str, tuple[tuple[Any, ...], FilmPiece]] = {}
        self._clear: dict[tuple[str, frozenset[Hex]], Point | None] = {}
        self._faces: dict[tuple[Any, ...], Markup] = {}
        self._latest: dict[str, tuple[tuple[Any, ...], FilmPiece]] = {}
        self._told: dict[tuple[Any, ...], tuple[dict[str, str | int], str]] = {}
        self._last: tuple[_Marked, dict[str, FilmPiece]] | None = None
        self._hexes_of = {id: frozenset(area.hexes) for id, area in self.board.areas.items()}
        self._run_over = {
            id: frozenset((*hexes, *(other for at in hexes for other in ground.beside(at))))
            for id, hexes in self._hexes_of.items()
        }
        """The hexes over which the name of an area may run."""
        self._changing = sorted({*self.board.land, self.board.wreck})
        self._known = frozenset(self._changing)
        self.still: Frame = {at: self._hex(empty, at) for at in sorted(self.board.terrain) if at not in self._changing}
        self.names: Mapping[str, str] = (
            _NAMES
            | {str(place): name for place, name in OFF_MAP.items()}
            | {name: f"{TRACK_NAMES[name]} morale" for name in state.tracks}
        )
        self.charts: Sequence[Chart] = [
            Chart(
                title,
                {name: self.names[name] for name in figures if name in self.names},
                {name: JAPANESE_INK if name == "japanese" else MARINES_INK for name in figures},
            )
            for title, figures in _CHARTS.items()
        ]

    def backdrop(self) -> Markup:
        words = element("g", *ground.beaches(self._empty), id="names", pointer_events="none")
        above = (element("g", Markup(""), id=name) for name in ("areas", "units", "tallies"))
        return picture(
            SIZE,
            ground.style_sheet(),
            ground.patterns(),
            element("rect", class_="sea", width=SIZE.x, height=SIZE.y),
            element("g", *ground.plain(self.board), id="ground"),
            element("g", *ground.lines(self._empty), id="lines", pointer_events="none"),
            element("g", Markup(""), id="hexes"),
            ground.numbers(self.board, sorted(self.board.terrain)),
            words,
            *above,
            class_="betio",
        )

    # ── Pieces

    def frame(self, state: State) -> Frame:
        stage = Stage(state)
        taken = frozenset(stage.taken)
        return {
            **self._ground(stage, taken),
            **self._areas_now(stage, taken),
            **dict(self._units(stage)),
        }

    def _ground(self, stage: Stage, taken: frozenset[Hex]) -> Frame:
        """All hexes that change; drawn anew are those on which something has changed, or beside which the front has."""
        state = stage.state
        won = frozenset((*state.cleared, *state.occupied))
        kinds = {"demolished": state.demolished, "suppressed": state.suppressed}
        lying = {(at, kind, value) for kind, values in kinds.items() for at, value in values.items()}
        lying |= {(at, "improved", 1) for at in state.improved} | {(at, "head", 1) for at in state.heads}
        marked = _Marked(won, frozenset(lying), taken, state.wreck)
        if self._last is None:
            self._last = marked, {at: self._hex(stage, at) for at in self._changing}
        elif self._last[0] != marked:
            found = {**self._last[1]}
            found.update((at, self._hex(stage, at)) for at in self._changed(self._last[0], marked))
            self._last = marked, found
        return self._last[1]

    def _changed(self, before: "_Marked", now: "_Marked") -> list[Hex]:
        won = before.won ^ now.won
        found = {*won, *(other for at in won for other in neighbours(at)), *(before.taken ^ now.taken)}
        found |= {at for at, _, _ in before.lying ^ now.lying} | {self.board.wreck}
        return sorted(found & self._known)

    def _hex(self, stage: Stage, at: Hex) -> FilmPiece:
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
            drawn = joined([*ground.control_of(stage, at), *counters.of_hex(stage, at, _NOWHERE)])
            self._hexes[sign] = FilmPiece("hexes", GRID.centre(at), drawn, kept, told)
        return self._hexes[sign]

    def _areas_now(self, stage: Stage, taken: frozenset[Hex]) -> Frame:
        """All areas; an area is looked at again when something has changed in any of them, or a unit over its name."""
        state = stage.state
        fought = (state.cleared, state.occupied, frozenset(state.area_suppression), state.chits, state.raids)
        for id in self.board.areas:
            sign = (fought, taken & self._run_over[id])
            if id not in self._seen or self._seen[id][0] != sign:
                kept = (*fought[:3], {**state.chits}, {**state.raids})
                self._seen[id] = (kept, sign[1]), self._area(stage, id, taken)
        return {f"area {id}": piece for id, (_, piece) in self._seen.items()}

    def _area(self, stage: Stage, id: str, taken: frozenset[Hex]) -> FilmPiece:
        """Its name, where no unit hides it, and what is going on there."""
        state, hexes = stage.state, self._hexes_of[id]
        covered = (id, taken & self._run_over[id])
        if covered not in self._clear:
            self._clear[covered] = ground.area_place(stage, id)
        won = (state.cleared & hexes, state.occupied & hexes)
        marks = (id in state.area_suppression, state.chits.get(id), state.raids.get(id))
        sign = (id, *won, state.is_secured(id), *marks)
        place = self._clear[covered]
        if (sign, place) not in self._areas:
            self._areas[sign, place] = _named(stage, id, place)
        return self._areas[sign, place]

    def _units(self, stage: Stage) -> Iterator[tuple[str, FilmPiece]]:
        for stack in counters.stacks(stage):
            for depth, (unit, box) in enumerate(stack.counters):
                passenger = counters.passenger_of(stage, unit)
                yield unit.id, lying(self._counter(stage, unit, box, bool(passenger or unit.load)), depth)
                if passenger:
                    yield passenger.id, lying(self._counter(stage, passenger, counters.hold(box), False), depth)
            if len(stack.counters) > 1:
                top = stack.counters[0].box
                drawn = tally(top.around(), len(stack.counters))
                yield f"stack {stack.at}", FilmPiece("tallies", top.middle, drawn, {}, "")
        for unit in stage.state.units.values():
            if unit.at in OFF_MAP and unit.at != ABSENT and not unit.type.is_craft:
                yield unit.id, self._off_map(stage.state, unit)

    def _counter(self, stage: Stage, unit: Unit, box: Box, loaded: bool) -> FilmPiece:
        """A counter on the map; the same piece as before while nothing about its unit has changed."""
        key = (self._sign(stage.state, unit), box, loaded)
        if unit.id not in self._latest or self._latest[unit.id][0] != key:
            face = self._face(stage, unit, box, loaded)
            self._latest[unit.id] = key, self._piece(stage.state, unit, key[0], "units", box.middle, face)
        return self._latest[unit.id][1]

    def _face(self, stage: Stage, unit: Unit, box: Box, loaded: bool) -> Markup:
        counter = (unit.id, unit.steps, unit.pins, unit.course, unit.beach, unit.load, unit.supply)
        shape = (box.wide, box.high, loaded, unit.homeward, unit.emptied, stage.state.is_ashore(unit))
        sign = (*counter, *shape, *signs(unit))
        if sign not in self._faces:
            here = box.around()
            crate = [counters.crate(unit, here)] if unit.load else []
            parts = [*counters.face(stage, unit, here, loaded), *crate]
            self._faces[sign] = element("g", *parts, class_=counters.kinds(unit))
        return self._faces[sign]

    def _off_map(self, state: State, unit: Unit) -> FilmPiece:
        key = (self._sign(state, unit), None, False)
        if unit.id not in self._latest or self._latest[unit.id][0] != key:
            self._latest[unit.id] = key, self._piece(state, unit, key[0], "", _NOWHERE, Markup(""))
        return self._latest[unit.id][1]

    def _sign(self, state: State, unit: Unit) -> tuple[Any, ...]:
        """All that the words of a unit follow from."""
        passenger = state.passenger(unit) if unit.type.is_craft else None
        by = supplied_by(state, unit) if state.is_ashore(unit) else None
        level = state.level(unit.type.regiment) if unit.type.regiment else 0
        return (_ALL(unit), passenger and passenger.id, state.hex_of(unit), by, state.turn, level)

    def _piece(
        self, state: State, unit: Unit, sign: tuple[Any, ...], layer: str, at: Point, drawn: Markup
    ) -> FilmPiece:
        if sign not in self._told:
            fact = facts.unit_facts(state, unit)
            kept = {name: _plain(fact[name]) for name in _UNIT if fact[name]}
            self._told[sign] = kept, "\n".join(reports.unit_summary(state, unit, fact))
        return FilmPiece(layer, at, drawn, *self._told[sign])

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

    def course(self, state: State) -> Any:
        from tarawa_cli.games.tarawa.views.course import GameCourse  # start-up

        return GameCourse(state)

    def turned(self, match: Match[State], course: Any) -> dict[int, str]:
        from tarawa_cli.games.tarawa.views.course import computer_games, turning_points  # start-up

        turns = course.turns if course else {}
        return dict(turning_points(turns, match.state, computer_games(match).get("ground", {})))


def _named(stage: Stage, id: str, place: Point | None) -> FilmPiece:
    """An area at a place; nothing is drawn of it if there is none."""
    fact = facts.area_facts(stage.state, id)
    kept = {name: _plain(fact[name]) for name in _AREA if fact[name]} | {"cleared": len(fact["cleared"])}
    drawn = joined([*ground.area(stage, id, _NOWHERE), *counters.of_area(stage, id, _NOWHERE)] if place else [])
    return FilmPiece("areas", place or _NOWHERE, drawn, kept, fact["name"])


def _plain(value: Any) -> str | int:
    return int(value) if isinstance(value, bool) else value if isinstance(value, str | int) else f"{value:g}"


# ── The action: moves, assaults with their support, fire of either side, losses

_ROUTES = {"advanced": "unit", "walked": "unit"}
_STEPS = {"moved": ("unit", "to"), "landed": ("unit", "hex"), "went-homeward": ("craft", "to")}
_STEPS |= {"wades-on": ("unit", "hex"), "left-pier": ("unit", "to"), "retreated": ("unit", "to")}
_STEPS |= {"unloaded": ("unit", "to")}
_ASSAULTS = ("marine-attack", "demolition")


def acts(events: Sequence[Event], places: Places, said: Said) -> Iterator[Act]:
    """The acts of one order, in their order."""
    trace, fight = Trace(places), _Fight()
    for event in events:
        facts = event.facts
        if event.type in _ROUTES:
            trace.move(facts["unit"], *facts["route"])
        elif event.type in _STEPS:
            who, to = _STEPS[event.type]
            trace.move(facts[who], facts[to].rpartition(":")[2])
        elif event.type == "course-run":
            trace.drift(facts["unit"])
        elif event.type in ("assaulted", "ap-spent"):
            fight.attackers.append(facts["unit"])
        elif event.type == "supported":
            fight.supporters.append(facts["unit"])
        elif event.type == "roll":
            _rolled(trace, fight, event, said)
        elif event.type == "banzai-struck":
            trace.aim(ATTACK, "", facts["hex"])
        elif event.type == "steps-lost":
            trace.lose(facts["unit"], f"\u2212{facts['steps']}")
        elif event.type in ("unit-lost", "pinned"):
            trace.lose(facts["unit"], event.type.removeprefix("unit-"))
    fight.unanswered(trace)
    return trace.finished()


class _Fight:
    """Who has come forward so far, and what the defenders have rolled."""

    def __init__(self) -> None:
        self.attackers: list[str] = []
        self.supporters: list[str] = []
        self.fired: list[tuple[str, str]] = []
        """At whom the defenders have fired, and what came of it."""

    def unanswered(self, trace: Trace, by: str = "") -> None:
        """Draw the defenders' fire, from their hex if that is known."""
        for unit, words in self.fired:
            at = trace.at(unit)
            if by and at and by != at:
                trace.acts.append(Act(FIRE, "", (by, at), words))
            else:
                trace.aim(FIRE, "", at, words)
        self.fired.clear()


def _rolled(trace: Trace, fight: _Fight, event: Event, said: Said) -> None:
    table, on = event.facts["table"], event.facts.get("on", "")
    if table == "japanese-fire":
        fight.fired.append((on, said(event)))
    elif table in _ASSAULTS:
        fight.unanswered(trace, by=on)
        for unit in fight.supporters:
            trace.aim(SUPPORT, unit, on)
        for place, unit in enumerate(fight.attackers):
            trace.aim(ATTACK, unit, on, said(event) if not place else "")
        fight.supporters.clear()
    elif table == "marine-fire":
        target = on if on.isdigit() else f"area {on}"
        trace.aim(FIRE, fight.attackers[-1] if fight.attackers else "", target, said(event))
    elif table in ("traps", "banzai") and on:
        trace.aim(FIRE, "", trace.at(on) or f"area {on}", said(event))
