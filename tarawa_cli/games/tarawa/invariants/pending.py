"""Unfinished work in a document: which stacks of frames may occur, and what must be true of each frame.

A document is only written while a question waits for the player, so only a few stacks can occur. Any other stack could
make the engine fail later, so it is refused on reading. But a question is never refused just because today's rules
would not ask it: older rules may have asked it in an older save.
"""

import re

from tarawa_cli.games.tarawa.model.board import neighbours
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.engine.play import Frame, is_question
from tarawa_cli.kernel.hints import Any, Callable, Iterable, Iterator, Sequence

# the stacks that a phase can leave, from the bottom to the question on top
_HIT = "(hits )?hit"
_STACKS = {
    "actions": f"(move )?{_HIT}|(attack|demolish) {_HIT}|clear|gain( gain)?",
    "anti-landing": f"arrive (anti-landing )?{_HIT}",
    "offensive-fire": f"(arrive (offensive-fire )?|sequence ){_HIT}",
    "night": f"arrive ({_HIT}|raid|raid-marker|(banzai |(general-banzai )?(banzai-round )?)vacated retreat way)",
}


# ── What may be unfinished in a position


def problems(state: State) -> Iterator[str]:
    """Why the unfinished work of a position could not be finished."""
    if not state.stack:
        return
    kinds = [frame.kind for frame in state.stack]
    if not is_question(state.stack[-1]):
        yield "pending: the last must be a question"
    elif not re.fullmatch(_STACKS.get(state.phase.rstrip("-123"), ""), " ".join(kinds)):
        yield f"pending: {', '.join(kinds[:9])} cannot be unfinished in phase `{state.phase}`"
    else:
        yield from _disagreements(state.stack)
        for frame in state.stack:
            if check := _CHECKS.get(frame.kind):
                yield from (f"pending: {frame.kind}: {what}" for what in check(state, **frame.facts))


def _disagreements(frames: list[Frame]) -> Iterator[str]:
    """All frames about a unit or a hex must name the same one; fire at a moving unit hits no other."""
    for fact in ("unit", "hex"):
        about = {frame.facts[fact] for frame in frames if fact in frame.facts}
        if fact == "unit" and frames[0].kind == "move":
            about.update(id for frame in frames for id in frame.facts.get("units", ()))
        if len(about) > 1:
            yield f"pending: all must be about the same {fact}, not {', '.join(sorted(about))}"


def _not_ashore(state: State, units: Iterable[str]) -> Iterator[str]:
    return (f"{id} is not ashore" for id in units if not state.is_ashore(state.units[id]))


def _hits(state: State, units: list[str]) -> Iterator[str]:
    for id in units:
        if not state.units[id].on_map:
            yield f"{id} is not on the map"


def _hit(state: State, unit: str) -> Iterator[str]:
    if not state.units[unit].on_map:
        yield f"{unit} is not on the map"
    if not state.units[unit].type.regiment:
        yield f"{unit} has no regiment, so it loses a step and nobody is asked (7.3)"


def _move(state: State, unit: str, route: list[str]) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch07_actions.moving_recovery import no_halt  # start-up

    yield from _not_ashore(state, [unit])
    blocked = no_halt(state, state.units[unit]) & set(route)
    yield from (f"there is no room for {unit} in {at} (7.6)" for at in sorted(blocked))


def _attack(state: State, on: list[str], **facts: Any) -> Iterator[str]:
    if len(on) > state.charts.value("attack-targets"):
        yield "too many targets (7.2.4)"
    yield from _clear(state, on)
    yield from _assault(state, on, **facts)


def _demolish(state: State, on: list[str], **facts: Any) -> Iterator[str]:
    if len(on) != 1 or not state.pillboxes_standing(on[0]):
        yield "the target must be one hex with a pillbox that stands (7.2.5)"
    yield from _clear(state, on)
    yield from _assault(state, on, **facts)


def _assault(
    state: State, on: list[str], units: list[str], support: list[str], shore: int, left: list[str]
) -> Iterator[str]:
    """Units in `left` still draw fire; some of the others may be lost by now."""
    yield from (f"{id} in `left` is not one of the units" for id in left if id not in units)
    yield from _not_ashore(state, (id for id in units if id in left or state.units[id].steps))
    for unit in (state.units[id] for id in left):
        if not unit.hex or not set(on) & set(neighbours(unit.hex)):
            yield f"{unit.id} is not next to {' or '.join(on)}"
    yield from (f"{id} cannot support" for id in support if not state.units[id].type.support)


def _clear(state: State, on: list[str], units: Sequence[str] = ()) -> Iterator[str]:
    return (f"{at} is not an uncleared hex" for at in on if not state.is_uncleared(at))


def _round(state: State, heads: list[str], units: list[str]) -> Iterator[str]:
    return (f"{id} is a craft" for id in units if state.units[id].type.is_craft)


def _retreat(state: State, unit: str, left: int, hex: str) -> Iterator[str]:
    return _not_ashore(state, [unit])


def _way(state: State, unit: str, on: list[str]) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch10_night.banzai import is_open  # start-up

    retreating = state.units[unit]
    if state.is_ashore(retreating):
        around = neighbours(retreating.hex)
        closed = [at for at in on if at not in around or not is_open(state, retreating, at)]
        yield from (f"{unit} cannot fall back to {at}" for at in closed)


def _raid(state: State, hits: int, pins: int) -> Iterator[str]:
    from tarawa_cli.games.tarawa.rules.ch10_night import bombed, most_hits  # start-up

    most = sum(most_hits(state, unit) for unit in bombed(state))
    if hits > most:
        yield f"the units ashore can take {most} hits, not {hits} (10.1.1)"


_CHECKS: dict[str, Callable[..., Iterable[str]]] = {
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
