"""The events of a turn, and its story before the fighting: weather, bombers, fleets, landings and drops."""

from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.narration.naming import (
    are,
    both,
    capitalised,
    companies_in_words,
    counted,
    number,
    place,
    title,
    together,
    troops,
)
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Iterable, Iterator

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
