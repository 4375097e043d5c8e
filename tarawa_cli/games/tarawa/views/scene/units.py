"""The units of Betio as counters: tags, names, AP, pins, supply, work."""

from tarawa_cli.games.tarawa.legal.unit_filters import is_ready, takes_part
from tarawa_cli.games.tarawa.model.board import FRONT, parts
from tarawa_cli.games.tarawa.model.state import State, Unit, ap_left
from tarawa_cli.games.tarawa.model.unit_types import UnitType
from tarawa_cli.games.tarawa.views.scene.ground import mark
from tarawa_cli.kernel.board.traits import signs
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.scene.model import Counter, Mark

_LETTERS = {"sherman": "M", "stuart": "S", "lvt": "v", "lcvp": "b", "lcm": "m", "artillery": "g"}
"""Where the letter of the counter would not tell kinds apart."""


def counters(state: State, in_full: bool = True) -> dict[str, Counter]:
    """Every unit on the map; in full with all that has befallen it, else only whether it is pinned."""
    return {unit.id: counter(state, unit, in_full) for unit in on_map(state)}


def on_map(state: State) -> list[Unit]:
    """Marines, then craft, then craft going home, each in the order of the units."""
    return sorted((unit for unit in state.units.values() if unit.on_map), key=_rank)


def _rank(unit: Unit) -> int:
    return unit.type.is_craft + (unit.homeward or unit.emptied)


def counter(state: State, unit: Unit, in_full: bool = True) -> Counter:
    active = takes_part(state, unit)
    ready = active and not unit.pins and is_ready(state, unit)
    place = parts(unit.at)
    return Counter(
        unit.id,
        state.hex_of(unit),
        "marines",
        formation(unit.type),
        unit.kind,
        _tag(unit),
        _name(unit),
        str(unit.steps),
        unit.steps,
        unit.type.steps,
        ready,
        tuple(_marks(state, unit, active)) if in_full else tuple(_pins(unit)),
        place.craft,
        f"supplies for {unit.supplies}" if unit.load else "",
        active and not ready,
        {"pier": bool(place.pier)},
    )


def formation(type: UnitType) -> str:
    """Whose colour a counter has."""
    if type.is_craft:
        return "craft"
    return type.regiment or ("tanks" if type.is_tank else "scouts")


def _tag(unit: Unit) -> str:
    """`38` for 3/8, `3E` for its engineers, `g1` for 1/10, `M1` for a tank, `v1` for a craft, `$3` for supplies."""
    if unit.load:
        return f"${unit.supplies[0]}"
    nature = unit.type.nature
    if nature.formation == "own":
        return unit.id[:2].capitalize()
    if nature.formation != "battalion":
        return letter(unit.type) + (unit.id[0] if "/" in unit.id else unit.id[-1])
    battalion, _, rest = unit.id.partition("/")
    return battalion + ("E" if rest.endswith("E") else rest[0])


def letter(type: UnitType) -> str:
    """The letter of a unit that is not named after its battalion; a small one for craft."""
    own = type.nature.letter.lower() if type.is_craft else type.nature.letter
    return _LETTERS.get(type.kind, own)


def _name(unit: Unit) -> str:
    """A name of at most four signs: `3/8A`, `lvt1`, `shm1`, `cv10`."""
    text = unit.id
    for short in unit.type.nature.short:
        text = text if len(text) <= 4 else short + text[len(text.rstrip("0123456789")) :]
    text = text.replace("-", "")
    digits = text[len(text.rstrip("0123456789")) :]
    return text if len(text) <= 4 else text[: 4 - len(digits)] + digits


def _marks(state: State, unit: Unit, active: bool) -> Iterator[Mark]:
    """What a close view says below its name."""
    if active:
        left = f"{ap_left(state, unit):g}"
        yield mark("ap", f"∙{left}", f"{left} AP")
    yield from _pins(unit)
    if unit.course:
        way = heading(state, unit)
        yield mark("course", f">{way}", f"drifts {way}")
    if state.is_ashore(unit):
        yield from _supply(state, unit)
    yield from (mark(sign.name, sign.text, sign.words) for sign in signs(unit))
    if unit.load:
        yield mark("cargo", f"${unit.supplies}", f"supplies for {unit.supplies}")
    if unit.on_pier:
        yield mark("on-pier", "pier", "on the pier")


def _pins(unit: Unit) -> Iterator[Mark]:
    if unit.pins:
        yield mark("pin", "!" * unit.pins, f"pinned{f' ×{unit.pins}' if unit.pins > 1 else ''}", unit.pins)


def _supply(state: State, unit: Unit) -> Iterator[Mark]:
    if unit.supply not in ("active", "none"):
        return
    from tarawa_cli.games.tarawa.narration.supply_status import words  # start-up
    from tarawa_cli.games.tarawa.rules.ch07_actions.ground import is_isolated

    if unit.supply == "active":
        yield mark("supplied", "+", words(state, unit))
    else:
        sign = "??" if is_isolated(state, unit) else "?"
        yield mark("unsupplied", f"{sign}{unit.unsupplied or ''}", words(state, unit))


def heading(state: State, unit: Unit) -> str:
    """Where a change of course will take a unit (6.4)."""
    beaches = state.board.beaches
    ahead = FRONT[beaches[unit.beach].facing] if unit.beach in beaches else ("left", "right")
    return ahead[unit.course == "right"]
