"""A turn as a battle report: who came and how, who attacked where, how the day ended."""

from itertools import groupby, takewhile

from tarawa_cli.games.malta.model.names import FACE_DOWN
from tarawa_cli.games.malta.model.state import ENDINGS, RESIGNED, State
from tarawa_cli.games.malta.model.unit import ABSENT, LOST, turn_of
from tarawa_cli.games.malta.model.unit_types import SIDES, Ability
from tarawa_cli.games.malta.narration.sentences import (
    FEW,
    PLAYERS,
    are,
    both,
    capitalised,
    companies_in_words,
    counted,
    number,
    place,
    steps_lost,
    title,
    together,
    troops,
    type_of,
)
from tarawa_cli.games.malta.rules.ch06_movement import TAKING
from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import least, most
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, NamedTuple, Sequence
from tarawa_cli.kernel.standard import partial

# ── The events of a turn, for its report


class TurnEvents:
    """What happened in a turn, in order, and the position that it led to."""

    def __init__(self, events: Iterable[Event], state: State) -> None:
        self.events = list(events)
        self.state = state

    def of(self, type: str, rule: str = "") -> list[Event]:
        return [event for event in self.events if event.type == type and rule in ("", event.rule)]

    def units(self, type: str, rule: str = "") -> list[str]:
        """The units of all events of a type."""
        return [unit for event in self.of(type, rule) for unit in units_of(event)]


def units_of(event: Event) -> list[str]:
    facts = event.facts
    return [*facts["units"]] if "units" in facts else [facts["unit"]]


def is_end(event: Event) -> bool:
    """Whether a unit is gone."""
    return event.type == "unit-lost" or (event.type == "step-lost" and not event.facts["left"])


# ── The part of a turn's report before the fighting


_WEATHER = {
    "clear": "The day broke clear.",
    "cloudy": "Clouds hung over the island.",
    "rain": "It rained and the roads turned to mud.",
}
_NAVY = {
    "two-ships-leave": "The Royal Navy put to sea",
    "all-ships-leave": "The Royal Navy put to sea in strength",
    "the-fleet-comes": "The Royal Navy came in force and swept warships and transports from the beaches",
}


def morning(turn: TurnEvents) -> Iterator[str]:
    for event in turn.of("weather-changed"):
        yield _WEATHER[event.facts["weather"]]
    yield from _strikes(turn)
    yield from _navy(turn)
    for event in turn.of("ammunition-landed"):
        loads, stock = counted(event.facts["landed"], "load"), number(event.facts["stock"])
        yield f"The Axis landed {loads} of ammunition and had {stock} in stock."
    yield from (f"An aide took over from {title(unit)}." for unit in turn.units("aide-arrived"))
    back = [title(unit) for unit in turn.units("leader-back")]
    if back:
        yield f"{both(back)} {'was back at his post' if len(back) == 1 else 'were back at their posts'}."


def _strikes(turn: TurnEvents) -> Iterator[str]:
    """Planes over the coast guns (17.5)."""
    flown = len(turn.of("strike-flown"))
    if not flown:
        return
    destroyed = [title(gun) for gun in turn.units("unit-lost", "17.5")]
    silenced = len(turn.of("gun-silenced"))
    came = [f"destroyed {both(destroyed)}"] if destroyed else []
    came += [f"silenced {number(silenced)} for the day"] if silenced else []
    effect = f": they {' and '.join(came)}" if came else ", without effect"
    yield f"Bombers attacked {counted(flown, 'coast battery', 'coast batteries')}{effect}."


def _navy(turn: TurnEvents) -> Iterator[str]:
    """The Royal Navy (17.6)."""
    for event in turn.of("navy-came"):
        result = turn.state.charts.table("royal-navy").result(event.facts["die"], "1")
        left = [title(one.facts["ship"]) for one in turn.of("ship-left")]
        if result in _NAVY:
            yield f"{_NAVY[result]}{f': {both(left)} had to leave' if left else ''}."


# ── From the sea


def at_sea(turn: TurnEvents) -> Iterator[str]:
    yield from _duel(turn)
    yield from _landings(turn)
    drowned = turn.units("unit-lost", "18.5")
    if drowned:
        names = troops(drowned, turn.state)
        yield capitalised(f"{names} {are(names)} lost in the surf")
    back = turn.units("thrown-back")
    if back:
        names = troops(back, turn.state)
        yield capitalised(f"{names} {are(names)} thrown back to the ships")


def _duel(turn: TurnEvents) -> Iterator[str]:
    """Ships against coast guns (16.55, 16.79)."""
    if not turn.of("aimed") or not turn.of("coast-fire-over"):
        return
    silent = [title(gun) for gun in turn.units("unit-lost", "16.79")]
    sunk = [title(ship) for ship in turn.units("unit-lost", "16.55")]
    boats = together(turn.units("unit-lost", "16.56"))
    hit = [f"{both(silent)} {are(both(silent))} destroyed"] if silent else []
    hit += [f"{both(sunk)} {are(both(sunk))} sunk"] if sunk else []
    hit += [f"shells hit the boats of {both(boats)}"] if boats else []
    yield f"Warships and coast guns traded fire{f': {both(hit)}' if hit else ', without a hit'}."


def _landings(turn: TurnEvents) -> Iterator[str]:
    """Who came ashore, by zone."""
    zones: dict[str, dict[str, Hex]] = {}
    for event in turn.of("landed"):
        zone = turn.state.board.zone_of[event.facts["at"]]
        zones.setdefault(zone, {}).update(dict.fromkeys(event.facts["units"], event.facts["at"]))
    for zone, ashore in zones.items():
        beaches = [place(at) for at in dict.fromkeys(ashore.values())]
        yield f"In the {zone} {troops(ashore, turn.state)} came ashore at {both(beaches)}."


# ── From the air


def from_the_air(turn: TurnEvents) -> Iterator[str]:
    yield from _jumps(turn)
    if drowned := together(turn.units("fell-into-sea")):
        yield capitalised(f"{both(drowned)} fell into the sea")
    if home := together(turn.units("series-cancelled")):
        yield capitalised(f"{both(home)} found only sea below and flew home")
    if reduced := len(turn.of("company-reduced", "19.46")):
        yield capitalised(f"{companies_in_words(reduced)} came down scattered")
    if gone := together(turn.units("unit-lost", "19.46")):
        yield capitalised(f"{both(gone)} {are(both(gone))} lost in the drop")
    for at, units in _by_place(turn, "air-landed", "at").items():
        yield f"Planes brought {troops(units, turn.state)} to {place(at)}."


def _jumps(turn: TurnEvents) -> Iterator[str]:
    """The units that came down, by place (19.41)."""
    found = _by_place(turn, "came-down", "to")
    if found:
        first, *others = (f"{troops(units, turn.state)}|at {place(at)}" for at, units in found.items())
        told = [first.replace("|", " came down "), *(other.replace("|", " ") for other in others)]
        yield f"Paratroops dropped: {both(told)}."


def _by_place(turn: TurnEvents, type: str, key: str) -> dict[Hex, list[str]]:
    found: dict[Hex, list[str]] = {}
    for event in turn.of(type):
        found.setdefault(event.facts[key], []).extend(event.facts["units"])
    return found


Tell = Callable[[TurnEvents], Iterator[str]]
_BEGUN = ("attack-begun", "close-fight-begun")
_OVER = (*_BEGUN, "fight-over", "phase-begun")
_TAKEN = ("hex-taken", "beach-taken")
_ATTACKED = {"axis": "The Axis attacked", "allied": "The Allies hit back"}
_LOSERS = {"axis": "the Axis lost", "allied": "the Allies lost"}


def report_turn(events: Sequence[Event], state: State) -> list[str]:
    """A paragraph each for the morning, for sea and air, for the attacks of each side, for losses, and for the end."""
    turn = TurnEvents(events, state)
    parts: tuple[tuple[Tell, ...], ...] = (
        (morning,),
        (at_sea, from_the_air),
        *((partial(marches, side=side), partial(_attacks, side=side)) for side in SIDES),
        (_gone, morale_sentences),
        (_evening, ended),
    )
    told = (" ".join(line for tell in tells for line in tell(turn)) for tells in parts)
    return [paragraph for paragraph in told if paragraph] or ["There was no fighting."]


# ── Marches


def marches(turn: TurnEvents, side: str) -> Iterator[str]:
    """Cities and objectives taken by moving into them (6)."""
    moves = [event for event in turn.events if event.remark.startswith(TAKING) and side_of(event.facts["unit"]) == side]
    for gains, events in groupby(moves, lambda event: event.remark.removeprefix(TAKING)):
        yield capitalised(f"{troops([event.facts['unit'] for event in events], turn.state)} moved into {gains}")


# ── Fights


class FightReport(NamedTuple):
    """An attack and its events up to its end."""

    units: list[str]
    on: Hex
    defenders: list[str]
    after: list[Event]

    @property
    def side(self) -> str:
        return side_of(self.units[0])

    @property
    def taken(self) -> bool:
        """Whether the attackers hold the hex: they advanced, dropped or landed into it."""
        return any(
            (event.type == "advanced" and event.facts["to"] == self.on)
            or (event.type in _TAKEN and event.facts["hex"] == self.on)
            for event in self.after
        )

    @property
    def emptied(self) -> bool:
        """Whether no defender is left in the hex: all were eliminated or retreated."""
        return bool(self.defenders) and self._left("retreated", "displaced") >= {*map(_known, self.defenders)}

    @property
    def destroyed(self) -> bool:
        """Whether all defenders were eliminated, leaders aside."""
        return self._left() >= {_known(id) for id in self.defenders if not _can(id, "lead")}

    @property
    def thrown_back(self) -> bool:
        """Whether attackers retreated or were thrown back to the ships."""
        back = [event for event in self.after if event.type in ("retreated", "thrown-back")]
        return any(unit in self.units for event in back for unit in units_of(event))

    def _left(self, *how: str) -> set[str]:
        """Units that were eliminated, or removed in one of these ways."""
        return {_known(unit) for event in self.after if event.type in how or is_end(event) for unit in units_of(event)}

    def lost(self, own: bool) -> int:
        """Steps that one side lost in the fight; a unit lost as a whole counts as one."""
        return sum(
            event.type in ("step-lost", "unit-lost") and (side_of(event.facts["unit"]) == self.side) == own
            for event in self.after
        )


def fights(turn: TurnEvents) -> list[FightReport]:
    found = []
    for at, event in enumerate(turn.events):
        if event.type in _BEGUN:
            after = [*takewhile(lambda each: each.type not in _OVER, turn.events[at + 1 :])]
            found.append(FightReport([*event.facts["units"]], event.facts["on"], [*event.facts["defenders"]], after))
    return found


def side_of(id: str) -> str:
    """The side of a unit; one that is known only by its hex is an Allied coast gun."""
    type = type_of(id)
    return type.side if type else "allied"


def _known(id: str) -> str:
    """The name by which both sides know a unit, which may have been face down when it was attacked."""
    type = type_of(id)
    return FACE_DOWN if type is None or type.hidden else id


def _attacks(turn: TurnEvents, side: str) -> Iterator[str]:
    made = [fight for fight in fights(turn) if fight.side == side]
    if not made:
        return
    yield f"{_ATTACKED[side]} {_times(len(made))}."
    vain = [fight for fight in made if is_vain(fight)]
    yield from (capitalised(fight_in_words(fight, turn.state)) for fight in made if fight not in vain)
    if vain:
        where = both([place(at) for at in dict.fromkeys(fight.on for fight in vain)])
        yield f"{'An attack' if len(vain) == 1 else 'Attacks'} on {where} had no effect."
    for event in turn.of("broken-through"):
        if side_of(event.facts["units"][0]) == side:
            yield capitalised(f"{troops(event.facts['units'], turn.state)} broke through to {place(event.facts['to'])}")


def is_vain(fight: FightReport) -> bool:
    """Whether the attack had no effect."""
    return not (fight.taken or fight.emptied or fight.thrown_back or _cost(fight))


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{number(count)} times")


def fight_in_words(fight: FightReport, state: State) -> str:
    who, where = troops(fight.units, state), place(fight.on)
    if fight.taken or fight.emptied:
        did = "took" if fight.taken else "wiped out the defenders of" if fight.destroyed else "drove the defenders from"
        return f"{who} {did} {where}{_cost(fight)}{', but retreated' * fight.thrown_back}"
    own, other = fight.lost(own=True), fight.lost(own=False)
    failed = f"{are(who)} thrown back from {where}" if fight.thrown_back else f"could not take {where}"
    lost = f"lost {counted(own, 'step')}"
    if not other:
        return f"{who} {failed}{f' and {lost}' if own else ''}"
    cost = f"cost the enemy {counted(other, 'step')}"
    return f"{who} {failed}, {f'{lost} and' if own else 'but'} {cost}"


def _cost(fight: FightReport) -> str:
    """The losses of a successful attack, in words."""
    own, other = fight.lost(own=True), fight.lost(own=False)
    if own and other:
        return f", losing {counted(own, 'step')} and costing the enemy {number(other)}"
    if other:
        return f", costing the enemy {counted(other, 'step')}"
    return f", losing {counted(own, 'step')}" if own else ""


# ── Losses


_TOLD = ("17.5", "16.79", "16.55", "16.56", "18.5", "19.41", "19.46")
"""Paragraphs of losses from the air and at sea, which are reported elsewhere."""


def _gone(turn: TurnEvents) -> Iterator[str]:
    """Units eliminated; headquarters come back and have their own sentence."""
    events = [event for event in turn.events if is_end(event) and event.rule not in _TOLD]
    gone = [unit for event in events for unit in units_of(event)]
    posts = [unit for unit in gone if _can(unit, "hq")]
    lost = {side: [unit for unit in gone if side_of(unit) == side and unit not in posts] for side in SIDES}
    told = [f"{_LOSERS[side]} {both(_titles(units))}" for side, units in lost.items() if units]
    if told:
        yield capitalised("; ".join(told))
    if posts:
        yield f"Headquarters overrun: {both(posts)}."


def _titles(units: list[str]) -> list[str]:
    """Units by their ids, coast guns by name."""
    coast = [unit for unit in units if _can(unit, "coast-gun") or not type_of(unit)]
    return [*together(unit for unit in units if unit not in coast), *map(title, coast)]


def _can(id: str, ability: Ability) -> bool:
    type = type_of(id)
    return type is not None and type.can(ability)


def morale_sentences(turn: TurnEvents) -> Iterator[str]:
    """Leaders wounded or lost (14.4), and units out of supply (8.4)."""
    for event in turn.of("displaced"):
        to, unit = event.facts["to"], event.facts["unit"]
        if turn_of(to) or to == ABSENT:
            yield capitalised(f"{_leader(unit, turn.state)} was wounded")
        elif to == LOST and _can(unit, "lead"):
            yield capitalised(f"{_leader(unit, turn.state)} was killed or taken")
    out = [unit for event in turn.of("supply-checked") for unit in event.facts["out"]]
    told = [
        f"{PLAYERS[side]} {_few(own)}" for side in SIDES if (own := [unit for unit in out if side_of(unit) == side])
    ]
    if told:
        yield f"Out of supply: {'; '.join(told)}."


def _leader(id: str, state: State) -> str:
    """A leader's title, or that of his aide, who has another rating (14.43)."""
    aide = state.units[id].rating != state.units[id].type.rating
    return f"the aide of {title(id)}" if aide else title(id)


def _few(units: list[str]) -> str:
    names = together(units)
    return both(names) if len(names) <= FEW else counted(len(names), "unit")


# ── The end of a day, and of the game


def _evening(turn: TurnEvents) -> Iterator[str]:
    """Ground held and steps lost, at the end of each day and of the game."""
    state = turn.state
    over, ended = turn.of("game-over"), turn.of("counters-readied")
    if not over and not (ended and state.charts.turn(state.turn - 1).night):
        return
    held = [state.board.name_of(at) or at for at in state.board.objectives if at in state.control]
    among = f", among them {both(held)}" if held else ""
    when = "When it was over," if over else "At the end of the day,"
    yield f"{when} the Axis held {counted(len(state.control), 'hex', 'hexes')} of the island{among}."
    own, other = counted(steps_lost(state, "axis"), "step"), steps_lost(state, "allied")
    yield f"They had lost {own}{'' if over else ' so far'}, the Allies {number(other) if other else 'none'}."


def ended(turn: TurnEvents) -> Iterator[str]:
    for event in turn.of("game-over"):
        yield capitalised(f"{ENDINGS[event.facts['outcome']]}{why_over(turn)}")


def why_over(turn: TurnEvents) -> str:
    """Why the game ended (20.3, 22), to follow the outcome; nothing if the last order is not known."""
    state, rolled = turn.state, turn.of("throw", "20.3")
    if state.outcome in RESIGNED:
        return ""
    if state.outcome not in ("surrender", "called-off"):
        return ": the last turn is over"
    if not turn.of("game-over"):
        return ""
    if not rolled:
        return (
            ": every city is in Axis hands"
            if state.outcome == "surrender"
            else ": no Axis troops are ashore and none are left to land"
        )
    total = rolled[-1].facts["total"]
    if state.outcome == "surrender":
        return f": dice and objectives made {total}, and {least(state)} was enough"
    return f": dice and objectives made {total}, and after such losses {most(state)} was too little"
