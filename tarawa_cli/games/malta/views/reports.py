"""The same looks as text: `status`, `hex`, `area`; eighty columns, no colour needed."""

from tarawa_cli.games.malta.model.places import in_words, turn_of, wave_of, zone_of
from tarawa_cli.games.malta.model.state import POLICIES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.narration.sentences import PLAYERS, goal_text, next_steps
from tarawa_cli.games.malta.views import facts
from tarawa_cli.games.malta.views.situation import surrender_lines, whose_turn
from tarawa_cli.games.malta.views.unit_reports import unit_line
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.hints import Any, Iterable, Iterator
from tarawa_cli.kernel.narration.visible import wrapped

MOST = 10
"""Units of a box that are named."""
_AT_SEA = ("approach", "embark")


def status(state: State, match: Match[State]) -> str:
    """The whole situation on one screen."""
    blocks = [
        whose_turn(state, match) or next_steps(state),
        "\n".join(wrapped(line, 2) for line in standing(state, match)),
        _tally(state),
        "\n".join(wrapped(line, 2) for line in [*_boxes(state), *_policies(state)]),
    ]
    return "\n\n".join(block for block in blocks if block)


def standing(state: State, match: Match[State]) -> Iterator[str]:
    scenario = state.setting.scenario
    tries = f"; mulligans {match.mulligans}" if match.mulligans else ""
    peeks = f"; peeks {match.peeks}" if match.peeks else ""
    yield f"{scenario.name}, to the end of {state.charts.turn(scenario.last).id}; weather {state.weather}{tries}{peeks}"
    if not state.outcome:
        yield from filter(None, [goal_text(state)])
    yield from surrender_lines(state)
    yield f"Axis ammunition in stock: {state.stock}{_air(state)}"
    yield from _lasting(state)


def _lasting(state: State) -> Iterator[str]:
    """Lasting facts: silenced guns, the Royal Navy, dismantled strongpoints, planned drops."""
    silenced = sorted(id for id in state.silenced if state.units[id].on_map)  # an older save may hold lost ones
    if silenced:
        yield f"Coast guns silenced for the day: {', '.join(silenced)}"
    if state.royal_navy:
        yield f"Royal Navy roll: {state.royal_navy}"
    if state.dismantled:
        yield f"Strongpoints dismantled: {state.dismantled}"
    for name, zone in state.plan.items():
        series = "; ".join(zone.series) or "no series yet"
        yield f"Drop zone {name}, {zone.nation}, {state.charts.turn(zone.turn).id} at {zone.marker}: {series}"


def _air(state: State) -> str:
    from tarawa_cli.games.malta.rules.ch09_combat.attack import air_markers  # start-up

    return f"; air support markers left: {air_markers(state)}" if state.active == "axis" else ""


ROWS = {
    "on_map": "units on the map",
    "steps": "steps on the map",
    "steps_lost": "steps lost",
    "disorganised": "Disorganised",
    "demoralised": "Demoralised",
    "unsupplied": "out of supply",
    "guns": "guns ready to fire",
}


def _tally(state: State) -> str:
    """What both sides have, side by side."""
    counts = [facts.counts(state, side) for side in SIDES]
    rows = [f"  {name:20}" + "".join(f"{count[key]:>8}" for count in counts) for key, name in ROWS.items()]
    return "\n".join([f"{'':22}" + "".join(f"{PLAYERS[side]:>8}" for side in SIDES), *rows])


def _boxes(state: State) -> Iterator[str]:
    """Units in play that are not on the map; those at sea are listed above in the phases that use them."""
    for box, units in state.boxes().items():
        if state.phase in _AT_SEA and (zone_of(box) or wave_of(box)):
            continue
        more = f" and {len(units) - MOST} more" if len(units) > MOST else ""
        name = in_words(box) if turn_of(box) else box
        yield f"{name} ({len(units)}): {', '.join(units[:MOST])}{more}"


def _policies(state: State) -> Iterator[str]:
    """Standing answers that are not the usual ones."""
    for side in SIDES:
        own = [f"{name} {answer}" for name, answer in state.policies[side].items() if answer != POLICIES[name][0]]
        if own:
            yield f"standing answers, {PLAYERS[side]}: {', '.join(own)}"


# ── Hexes


def hex(state: State, at: Hex) -> str:
    """Everything about a hex, and who can act there."""
    fact = facts.hex_facts(state, at)
    lines = [*hex_summary(state, fact), *_around(fact)]
    lines += [unit_line(state.units[id], "  ") for id in fact["units"]]
    return "\n".join([*lines, *_who_can(state, [at])])


def hex_summary(state: State, fact: dict[str, Any]) -> list[str]:
    """Everything about a hex except its units."""
    name = f" {fact['name']}" if fact["name"] else ""
    ground = [fact["terrain"], *([f"{fact['zone']} zone"] if fact["zone"] else [])]
    lines = [f"{fact['id']}{name}: {', '.join(ground)}"]
    return [*lines, *(f"  {line}" for line in _hex_lines(state, fact))]


def _hex_lines(state: State, fact: dict[str, Any]) -> Iterator[str]:
    if fact["region"]:
        yield f"{state.board.regions[fact['region']].name} ({fact['region']})"
    if fact["control"]:
        yield f"held by the {PLAYERS[fact['control']]}"
    if fact["zoc"]:
        yield f"in a zone of control of the {' and the '.join(PLAYERS[side] for side in fact['zoc'])}"
    if fact["objective"]:
        yield f"objective, weight {fact['objective']}"
    if fact["strongpoint"]:
        yield "strongpoint: a fort while an Allied combat unit is in it"
    if fact["port"]:
        yield f"quay of {fact['port']}"
    if fact["given"]:
        yield f"support assigned: {', '.join(fact['given'])}"
    if fact["units"]:
        yield f"stacking: {fact['equivalents']} of {state.charts.value('stacking')} battalion equivalents"


def _around(fact: dict[str, Any]) -> list[str]:
    """The hexsides, those of a kind together."""
    kinds: dict[str, list[str]] = {}
    for other, sides in fact["sides"].items():
        kinds.setdefault(" and ".join(sides) or "open", []).append(other)
    return [f"  adjacent, {kind}: {' '.join(others)}" for kind, others in kinds.items()]


_ACTS = {
    "move": "can be entered by",
    "infiltrate": "can be infiltrated by",
    "attack": "can be attacked by",
    "support": "can be fired at by",
    "bombard": "can be bombarded by",
}


def _who_can(state: State, hexes: Iterable[Hex], prefix: bool = False) -> list[str]:
    """Who can do what to some hexes now, a line for each hex and order."""
    from tarawa_cli.games.malta.legal.listing import orders_by_hex  # start-up

    able = orders_by_hex(state)
    return [
        wrapped(f"  {f'{at} ' if prefix else ''}{_ACTS[order]}: {_with_costs(state, order, units, at)}", 4)
        for at in hexes
        for order, units in able.get(at, {}).items()
        if order in _ACTS and not (prefix and order in ("move", "infiltrate"))
    ]


def _with_costs(state: State, order: str, units: list[str], at: Hex) -> str:
    """Units, each with the movement points that an order would cost it."""
    if order != "move":
        return " ".join(units)
    from tarawa_cli.games.malta.legal.costs import costs  # start-up

    prices = costs(state, [[order, unit, at] for unit in units])
    return ", ".join(f"{unit} ({cost.price})" if cost else unit for unit, cost in zip(units, prices, strict=True))


# ── Areas


def area(state: State, id: str) -> str:
    """Everything about a region, a landing zone or a brigade's sector."""
    fact = facts.area_facts(state, id)
    lines = [f"{id}: {fact['name']}, {fact['kind']}"]
    lines.append(f"  {len(fact['axis'])} of {len(fact['hexes'])} hexes held by the Axis")
    if fact["kind"] != "region":
        lines.append(wrapped(f"  hexes: {' '.join(fact['hexes'])}", 4))
    for at, weight in fact["objectives"].items():
        holder = PLAYERS[state.controller(at)]
        lines.append(f"  objective {at} {state.board.name_of(at)}: weight {weight}, held by the {holder}")
    if fact["strongpoints"]:
        lines.append(f"  strongpoints: {' '.join(fact['strongpoints'])}")
    lines += [wrapped(f"  {box}: {', '.join(units)}", 4) for box, units in fact["boxes"].items()]
    lines += [unit_line(state.units[unit], "  ") for unit in fact["units"]]
    enemies = dict.fromkeys(state.units[unit].at for unit in fact["units"])
    return "\n".join([*lines, *_who_can(state, enemies, prefix=True)])
