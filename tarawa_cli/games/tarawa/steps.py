"""What can be done next, phase by phase, as commands ready to type."""

from collections.abc import Callable, Iterable

from tarawa_cli.games.tarawa.rules.allowance import ap_left
from tarawa_cli.games.tarawa.state import State, Unit


def steps(state: State) -> list[str]:
    """The player's choices now, the most useful first."""
    if state.question:
        from tarawa_cli.games.tarawa.questions import question

        asked = question(state)
        return [asked.text, *(f"decide {option}" for option in asked.options[:8])]
    tell = _STEPS.get(state.phase.rstrip("-123"))
    return tell(state) if tell else ["next"]


def _bombardment(state: State) -> list[str]:
    if state.chits_due:
        some = " ".join(list(state.board.areas)[: state.chits_due])
        return [f"chits AREA… — {state.chits_due} areas, one chit each, e.g. chits {some}"]
    if state.chits:
        return ["next"]
    return ["bombard", "bombard --delay 1 — gives up the first impulse for +1 (2 for +2)"]


def _list(things: Iterable[str], limit: int = 12) -> str:
    names = list(things)
    return " ".join(names[:limit]) + (f" … ({len(names) - limit} more)" if len(names) > limit else "")


def _embark(state: State) -> list[str]:
    """Who is due, which craft are free, who still waits at the edge."""
    from tarawa_cli.games.tarawa.rules.plan import beaches_for, is_due

    due: dict[str, list[str]] = {}
    for unit in state.units.values():
        if is_due(state, unit):
            where = "pier head 1431, 1432" if unit.id == "hawkins" else " ".join(beaches_for(state, unit))
            due.setdefault(where, []).append(unit.id)
    lines = [f"due on {where}: {_list(units, 16)}" for where, units in due.items()]
    lines.append(f"craft in the pool: {_pool(state) or 'none'}")
    waiting = [f"{unit.id} ({unit.at})" for unit in _at_edge(state)]
    lines += [f"at the edge: {_list(waiting)}"] if waiting else []
    lines += (
        [f"supply points to send: {state.stock} (embark supply CRAFT BEACH --for BATTALION)"] if state.stock else []
    )
    example = _example(state)
    return [*lines, *([example] if example else []), "next — when all are embarked that you want"]


def _pool(state: State) -> str:
    """How many of each kind of craft are free."""
    kinds: dict[str, list[str]] = {}
    for unit in state.units.values():
        if unit.at == "pool":
            kinds.setdefault(unit.kind, []).append(unit.id.split("-")[1])
    return ", ".join(f"{kind}-{'/'.join(numbers)}" for kind, numbers in kinds.items())


def _at_edge(state: State) -> list[Unit]:
    terrain = state.board.terrain
    return [u for u in state.units.values() if u.type.is_craft and terrain.get(u.at) == "entry" and not u.homeward]


def _example(state: State) -> str:
    from tarawa_cli.games.tarawa.legal import legal

    return next((command for command in legal(state) if command.startswith("embark")), "")


def _impulse(state: State) -> list[str]:
    """Who can still move, which boats are still loaded, who is held."""
    from tarawa_cli.games.tarawa.rules.advancing import movers
    from tarawa_cli.games.tarawa.rules.unloading import unloadings

    able = movers(state)
    boats = [u for u in _at_edge(state) if unloadings(state, u)]
    pinned = [u.id for u in state.units.values() if u.pins and (u.on_pier or state.board.is_water(u.at))]
    lines = []
    if able:
        lines.append(f"can move: {_list(_with_load(state, u) for u in able)}")
        lines.append("advance --all — everybody by the shortest way, or advance UNIT [HEX…]")
    if boats:
        lines.append(f"boats still loaded: {_list(_with_load(state, u) for u in boats)}")
        lines.append(f"unload {boats[0].id} — or unload CRAFT HEX_OR_CRAFT")
    lines += [f"pinned, sitting it out: {_list(pinned)}"] if pinned else []
    return [*lines, f"next — {'the Japanese fire' if able or boats else 'nobody is left to move'}"]


def _with_load(state: State, unit: Unit) -> str:
    passenger = state.passenger(unit) if unit.type.is_craft else None
    load = f"[{passenger.id}]" if passenger else f"[{unit.load}]" if unit.load else ""
    course = f" course {unit.course}" if unit.course else ""
    return f"{unit.id}{load}({unit.hex}, {ap_left(state, unit):g} AP{course})"


def _suppression(state: State) -> list[str]:
    from tarawa_cli.games.tarawa.rules.suppression import suppressible

    left = [area for area in suppressible(state) if area not in state.suppression_tried]
    return [*(f"suppress {area}" for area in left), "next"]


def _actions(state: State) -> list[str]:
    """Who can still act, and what the nearest enemy hexes are."""
    from tarawa_cli.games.tarawa.legal import legal

    ashore = [u for u in state.units.values() if state.is_ashore(u)]
    able = [u for u in ashore if not u.pins and not u.walking and ap_left(state, u) > 0]
    pinned = [u.id for u in ashore if u.pins]
    lines = [f"can act: {_list((f'{u.id}({u.hex}, {ap_left(state, u):g} AP)' for u in able), 10)}"]
    lines += [f"pinned: {_list(pinned)}"] if pinned else []
    lines += [f"shore points left: {state.shore}"] if state.shore else []
    commands = legal(state)
    for name in ("fire", "attack", "demolish", "move", "dig", "recover", "wreck"):
        lines += [command for command in commands if command.startswith(f"{name} ")][:1]
    return [*lines, "next — the Japanese fire"]


def _supply_points(state: State) -> list[str]:
    from tarawa_cli.games.tarawa.rules.supply import suppliable

    return [f"supply points: {state.stock}", *(f"supply {name}" for name in suppliable(state)[:10]), "next"]


def _supply_check(state: State) -> list[str]:
    from tarawa_cli.games.tarawa.rules.supply import head_sites

    return [f"head HEX — a supply head may be set up at: {_list(head_sites(state), 16)}", "next"]


_STEPS: dict[str, Callable[[State], list[str]]] = {
    "bombardment": _bombardment,
    "embark": _embark,
    "impulse": _impulse,
    "suppression": _suppression,
    "actions": _actions,
    "supply-points": _supply_points,
    "supply-check": _supply_check,
}
