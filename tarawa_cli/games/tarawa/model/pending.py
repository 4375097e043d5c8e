"""Unfinished work in a document: what each kind of frame holds, and which frames may lie on which.

A document is only written while a question waits for the player, so only a few stacks can occur. Any other stack could
make the engine fail later, so it is refused on reading. But a question is never refused just because today's rules
would not ask it: older rules may have asked it in an older save.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from tarawa_cli.games.tarawa.geography.grid import neighbours
from tarawa_cli.games.tarawa.model.readers import Reader, names
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.phases import UNFINISHED
from tarawa_cli.kernel import readers
from tarawa_cli.kernel.hints import Any
from tarawa_cli.kernel.play import Frame
from tarawa_cli.kernel.readers import Wrong, choice, count, text
from tarawa_cli.kernel.tables import MOST_PARTS

LONGEST = 99
"""The most hexes in a route, which may go back and forth."""


def _one(kind: str) -> Reader:
    def alone(found: list[str]) -> str:
        if len(found) != 1:
            raise Wrong(f"must be one {kind}, not {len(found)}")
        return found[0]

    named = names(kind, alone)
    return lambda setting, value: named(setting, text(setting, value))


def _some(kind: str, least: int = 1, most: int = 0) -> Reader:
    """A list of different things, or of up to so many things that may repeat."""

    def checked(found: list[str]) -> list[str]:
        if len(found) < least:
            raise Wrong(f"must name at least {least}")
        if most and len(found) > most:
            raise Wrong(f"must name at most {most}")
        if not most and len(set(found)) < len(found):
            raise Wrong("must name each only once")
        return found

    return names(kind, checked)


_STAGE = choice("local", "general", "again")
_ASSAULT = {
    "units": _some("unit"),
    "on": _some("land"),
    "support": _some("unit", 0),
    "shore": count(0, 1),
    "left": _some("unit", 0),
}
# the facts of each kind of frame, and how each is read
FACTS: dict[str, dict[str, Reader]] = {
    "sequence": {},
    "arrive": {},
    "anti-landing": {"left": _some("unit")},
    "move": {"unit": _one("unit"), "route": _some("land", 1, LONGEST)},
    "attack": _ASSAULT,
    "demolish": _ASSAULT,
    "offensive-fire": {"left": _some("area")},
    "banzai": {"left": count(1, 1)},
    "general-banzai": {"left": _some("area")},
    "banzai-round": {"heads": _some("land", 0), "units": _some("unit", 0)},
    "retreat": {"unit": _one("unit"), "left": count(0, 2), "hex": _one("land")},
    "vacated": {"hex": _one("land"), "unit": _one("unit"), "stage": _STAGE},
    "hits": {"units": _some("unit", 1, MOST_PARTS)},
    "hit": {"unit": _one("unit")},
    "raid": {"hits": count(1, MOST_PARTS), "pins": count(0, 1)},
    "raid-marker": {"areas": _some("area")},
    "way": {"unit": _one("unit"), "on": _some("place")},
    "clear": {"on": _some("land"), "units": _some("unit")},
    "gain": {"regiments": _some("regiment")},
}
# the stacks that a phase can leave, from the bottom to the question on top
_HIT = "(hits )?hit"
_STACKS = {
    "actions": f"(move )?{_HIT}|(attack|demolish) {_HIT}|clear|gain( gain)?",
    "anti-landing": f"arrive (anti-landing )?{_HIT}",
    "offensive-fire": f"(arrive (offensive-fire )?|sequence ){_HIT}",
    "night": f"arrive ({_HIT}|raid|raid-marker|(banzai |(general-banzai )?(banzai-round )?)vacated retreat way)",
}


stack = readers.stack(FACTS)
"""Reads the frames of a document: each fact must be there, have its type, and name something that exists."""


# ── What may be unfinished in a position


def problems(state: State) -> Iterator[str]:
    """Why the unfinished work of a position could not be finished."""
    if not state.stack:
        return
    kinds = [frame.kind for frame in state.stack]
    if kinds[-1] not in UNFINISHED.questions:
        yield "pending: the last must be a question"
    elif not re.fullmatch(_STACKS.get(state.phase.rstrip("-123"), ""), " ".join(kinds)):
        yield f"pending: {', '.join(kinds[:9])} cannot be unfinished in phase `{state.phase}`"
    else:
        yield from _of_one_mind(state.stack)
        for frame in state.stack:
            yield from (f"pending: {frame.kind}: {what}" for what in _of_kind(state, frame))


def _of_one_mind(frames: list[Frame]) -> Iterator[str]:
    """All work on one unit or hex, from bottom to top, must be about the same one; who moves is fired at alone."""
    for fact in ("unit", "hex"):
        about = {frame.facts[fact] for frame in frames if fact in frame.facts}
        if fact == "unit" and frames[0].kind == "move":
            about.update(id for frame in frames for id in frame.facts.get("units", ()))
        if len(about) > 1:
            yield f"pending: all must be about the same {fact}, not {', '.join(sorted(about))}"


def _of_kind(state: State, frame: Frame) -> Iterable[str]:
    check = _CHECKS.get(frame.kind)
    return check(state, frame.facts) if check else ()


def _not_ashore(state: State, units: Iterable[str]) -> Iterator[str]:
    return (f"{id} is not ashore" for id in units if not state.is_ashore(state.units[id]))


def _hits(state: State, facts: dict[str, Any]) -> Iterator[str]:
    for id in facts["units"]:
        if not state.units[id].on_map:
            yield f"{id} is not on the map"


def _hit(state: State, facts: dict[str, Any]) -> Iterator[str]:
    unit = state.units[facts["unit"]]
    if not unit.on_map:
        yield f"{unit.id} is not on the map"
    if not unit.type.regiment:
        yield f"{unit.id} has no regiment, so it loses a step and nobody is asked (7.3)"


def _move(state: State, facts: dict[str, Any]) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch07.moving import no_halt

    unit = state.units[facts["unit"]]
    yield from _not_ashore(state, [unit.id])
    blocked = no_halt(state, unit) & set(facts["route"])
    yield from (f"there is no room for {unit.id} in {at} (7.6)" for at in sorted(blocked))


def _attack(state: State, facts: dict[str, Any]) -> Iterator[str]:
    if len(facts["on"]) > state.charts.value("attack-targets"):
        yield "too many targets (7.2.4)"
    yield from _clear(state, facts)
    yield from _assault(state, facts)


def _demolish(state: State, facts: dict[str, Any]) -> Iterator[str]:
    if len(facts["on"]) != 1 or not state.pillboxes_standing(facts["on"][0]):
        yield "the target must be one hex with a pillbox that stands (7.2.5)"
    yield from _clear(state, facts)
    yield from _assault(state, facts)


def _assault(state: State, facts: dict[str, Any]) -> Iterator[str]:
    """Units in `left` still draw fire; some of the others may be lost by now."""
    left = facts["left"]
    yield from (f"{id} in `left` is not one of the units" for id in left if id not in facts["units"])
    yield from _not_ashore(state, (id for id in facts["units"] if id in left or state.units[id].steps))
    for unit in (state.units[id] for id in left):
        if not unit.hex or not set(facts["on"]) & set(neighbours(unit.hex)):
            yield f"{unit.id} is not next to {' or '.join(facts['on'])}"
    yield from (f"{id} cannot support" for id in facts["support"] if not state.units[id].type.support)


def _clear(state: State, facts: dict[str, Any]) -> Iterator[str]:
    return (f"{at} is not an uncleared hex" for at in facts["on"] if not state.is_uncleared(at))


def _round(state: State, facts: dict[str, Any]) -> Iterator[str]:
    return (f"{id} is a craft" for id in facts["units"] if state.units[id].type.is_craft)


def _retreat(state: State, facts: dict[str, Any]) -> Iterator[str]:
    return _not_ashore(state, [facts["unit"]])


def _way(state: State, facts: dict[str, Any]) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch10.banzai import is_open

    unit = state.units[facts["unit"]]
    if state.is_ashore(unit):
        around = neighbours(unit.hex)
        closed = [at for at in facts["on"] if at not in around or not is_open(state, unit, at)]
        yield from (f"{unit.id} cannot fall back to {at}" for at in closed)


def _raid(state: State, facts: dict[str, Any]) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch10.night import bombed, most_hits

    most = sum(most_hits(state, unit) for unit in bombed(state))
    if facts["hits"] > most:
        yield f"the units ashore can take {most} hits, not {facts['hits']} (10.1.1)"


_CHECKS: dict[str, Callable[[State, dict[str, Any]], Iterable[str]]] = {
    "hits": _hits,
    "hit": _hit,
    "move": _move,
    "attack": _attack,
    "demolish": _demolish,
    "clear": _clear,
    "banzai-round": _round,
    "retreat": _retreat,
    "way": _way,
    "raid": _raid,
}
