"""The column shifts of an attack (9.92, 9.93, 9.95), each with its name and paragraph."""

from collections.abc import Iterable, Iterator
from math import prod

from tarawa_cli.games.malta.model.places import ABSENT
from tarawa_cli.games.malta.model.state import AIR_MARKER, ATTACKER, DEFENDER, DEMORALISED, Fight, State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import is_fort
from tarawa_cli.games.malta.rules.ch09.strengths import fighting, is_one_formation
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.modifiers import Modifier


@rule("9.92")
def shifts(state: State, fight: Fight) -> list[Modifier]:
    """All that apply, in the order of the paragraph; in the hex itself there is no room for some of them (19.5)."""
    massed = [] if fight.close else [*_envelopment(state, fight), *_integrity(state, fight)]
    return [
        *([] if fight.close else _armour(state, fight)),
        *_engineers(state, fight),
        *massed,
        *_mixed(state, fight),
        *_morale(state, fight),
        *_air(state, fight),
        *_command(state, fight),
    ]


def _armour(state: State, fight: Fight) -> Iterator[Modifier]:
    if _armour_counts(state, state.named(fight.attackers)):
        yield state.charts.modifier("armour-attacks")
    if _armour_counts(state, state.named(fight.defenders)):
        yield state.charts.modifier("armour-defends")


@rule("9.92")
def _armour_counts(state: State, units: Iterable[Unit]) -> bool:
    """Whether tanks in order fight with men in their hex, whether or not these attack themselves."""
    return any(unit.can("tank") and unit.state != DEMORALISED and _is_escorted(state, unit) for unit in units)


def _is_escorted(state: State, tank: Unit) -> bool:
    return any(unit.can("escort") for unit in state.units_at(tank.at))


def has_sappers(state: State, fight: Fight) -> bool:
    """Whether engineers attack a fort from every hex that it is attacked from."""
    sappers = {unit.at for unit in state.named(fight.attackers) if unit.can("engineer")}
    return is_fort(state, fight.on) and set(fight.origins) <= sappers


def _engineers(state: State, fight: Fight) -> Iterator[Modifier]:
    if has_sappers(state, fight):
        yield state.charts.modifier("engineers")


def _envelopment(state: State, fight: Fight) -> Iterator[Modifier]:
    if len(fight.origins) >= state.charts.value("envelopment"):
        yield state.charts.modifier("envelopment", of=f"{len(fight.origins)} hexes")


def _integrity(state: State, fight: Fight) -> Iterator[Modifier]:
    whole = whole_regiments(state, state.named(fight.attackers))
    if whole:
        yield state.charts.modifier("attacker-integrity", of=whole[0])
    whole = whole_regiments(state, state.named(fight.defenders))
    if whole:
        yield state.charts.modifier("defender-integrity", of=whole[0])


@rule("9.92", "9.95")
def whole_regiments(state: State, taking_part: list[Unit]) -> list[str]:
    """Regiments and brigades all of whose battalions take part, in the order of the units."""
    names = dict.fromkeys(unit.type.regiment for unit in taking_part if unit.type.regiment)
    return [name for name in names if _is_whole(state, name, taking_part)]


def _is_whole(state: State, regiment: str, taking_part: list[Unit]) -> bool:
    """Every battalion is in play, ashore, not Demoralised, and here; a remnant of one step may be elsewhere.

    One battalion alone is never whole (9.95).
    """
    battalions = [unit for unit in state.named(state.charts.battalions_in.get(regiment, ())) if _plays(unit)]
    parts = {unit.id: _parts(state, unit) for unit in battalions}
    if not all(its and all(part.on_map and part.state != DEMORALISED for part in its) for its in parts.values()):
        return False
    away = [unit for unit in battalions if any(part not in taking_part for part in parts[unit.id])]
    here = len(battalions) - len(away)
    return here >= state.charts.value("remnants") and all(state.steps_left(unit) == 1 for unit in away)


def _plays(battalion: Unit) -> bool:
    return not (battalion.type.optional and battalion.at == ABSENT)


def _parts(state: State, battalion: Unit) -> list[Unit]:
    """Everything that is left of a battalion: its counter, its companies, or both."""
    return [*([battalion] if battalion.steps and not battalion.is_broken else []), *state.companies_out(battalion)]


def _mixed(state: State, fight: Fight) -> Iterator[Modifier]:
    attackers = [unit for unit in state.named(fight.attackers) if unit.formation != "fortress"]
    if any(not is_one_formation(attackers[0], unit) for unit in attackers[1:]):
        yield state.charts.modifier("mixed")


@rule("9.92", "9.93")
def morale_of(state: State, units: Iterable[Unit]) -> tuple[int, int]:
    """The average morale as a fraction, (0, 0) of nobody: each unit counts once, a Demoralised unit's is one lower.

    What fights of one battalion counts as one unit, with the average of its parts.
    """
    lower = state.charts.value("demoralised-morale")
    battalions: dict[str, list[int]] = {}
    for unit in units:
        morale = unit.type.morale + lower * (unit.state == DEMORALISED)
        battalions.setdefault(unit.type.of or unit.id, []).append(morale)
    if not battalions:
        return 0, 0
    shares = prod(len(parts) for parts in battalions.values())
    total = sum(sum(parts) * (shares // len(parts)) for parts in battalions.values())
    return total, shares * len(battalions)


def _morale(state: State, fight: Fight) -> Iterator[Modifier]:
    ours, of_us = morale_of(state, fighting(state, fight, ATTACKER))
    theirs, of_them = morale_of(state, fighting(state, fight, DEFENDER))
    if not of_them:
        return
    better = nearest(ours * of_them - theirs * of_us, of_us * of_them)
    shift = min(max(better, state.charts.value("morale-least")), state.charts.value("morale-most"))
    if shift:
        yield state.charts.modifier("morale", shift, f"{ours / of_us:.1f} against {theirs / of_them:.1f}")


def nearest(value: int, parts: int) -> int:
    """The whole number nearest to a fraction, halves toward zero."""
    size = (2 * abs(value) + parts - 1) // (2 * parts)
    return size if value > 0 else -size


def _air(state: State, fight: Fight) -> Iterator[Modifier]:
    markers = fight.offence.count(AIR_MARKER)
    if markers:
        yield state.charts.modifier("air", markers)


def _command(state: State, fight: Fight) -> Iterator[Modifier]:
    attacking = state.units[fight.attackers[0]].side
    for leader in fight.led:
        name = "command-attacks" if state.units[leader].side == attacking else "command-defends"
        yield state.charts.modifier(name, of=leader)


def heads(state: State, on: Hex) -> str:
    """The row of column heads (9.4)."""
    return "night" if state.night else state.charts.terrain[state.board.terrain[on]].crt
