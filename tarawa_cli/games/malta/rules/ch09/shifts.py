"""The column shifts of an attack (9.92, 9.93, 9.95), each with its name and paragraph."""

from collections.abc import Iterable, Iterator

from tarawa_cli.games.malta.model.places import ABSENT
from tarawa_cli.games.malta.model.state import AIR_MARKER, DEMORALISED, Fight, State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import is_fort
from tarawa_cli.games.malta.rules.ch09.strengths import is_one_formation
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
    attackers, defenders = state.named(fight.attackers), state.named(fight.defenders)
    facing = [unit for at in fight.origins for unit in state.units_at(at) if unit.side == attackers[0].side]
    if _armour_counts(attackers, _not_supporting(defenders, fight)):
        yield state.charts.modifier("armour-attacks")
    if _armour_counts(defenders, _not_supporting(facing, fight)):
        yield state.charts.modifier("armour-defends")


def _not_supporting(units: list[Unit], fight: Fight) -> list[Unit]:
    return [unit for unit in units if unit.id not in (*fight.offence, *fight.support)]


def _armour_counts(units: list[Unit], enemies: list[Unit]) -> bool:
    """Tanks with men beside them, and no gun of the enemy's that could stop the best of them."""
    escorted = {unit.at for unit in units if unit.can("escort")}
    tanks = [unit for unit in units if unit.can("tank") and unit.state != DEMORALISED and unit.at in escorted]
    best = max((tank.type.armour for tank in tanks), default=0)
    return bool(tanks) and not any(enemy.type.antitank >= best for enemy in enemies)


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
    """Every battalion is in play, ashore, not Demoralised, and here; a remnant of one step may be elsewhere."""
    battalions = [
        unit for unit in state.units.values() if unit.type.type and unit.type.regiment == regiment and _plays(unit)
    ]
    parts = {unit.id: _parts(state, unit) for unit in battalions}
    if not all(its and all(part.on_map and part.state != DEMORALISED for part in its) for its in parts.values()):
        return False
    away = [unit for unit in battalions if any(part not in taking_part for part in parts[unit.id])]
    here = len(battalions) - len(away)
    return not away or (all(state.steps_left(u) == 1 for u in away) and here >= state.charts.value("remnants"))


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
    """Of units that have a defence, the sum by steps, and the steps; a Demoralised unit's is one lower."""
    lower = state.charts.value("demoralised-morale")
    counted = [unit for unit in units if unit.strength[1]]
    steps = sum(unit.steps for unit in counted)
    total = sum((unit.type.morale + lower * (unit.state == DEMORALISED)) * unit.steps for unit in counted)
    return total, steps


def _morale(state: State, fight: Fight) -> Iterator[Modifier]:
    ours, our_steps = morale_of(state, state.named(fight.attackers))
    theirs, their_steps = morale_of(state, state.named(fight.defenders))
    if not our_steps or not their_steps:
        return
    better = nearest(ours * their_steps - theirs * our_steps, our_steps * their_steps)
    shift = min(max(better, state.charts.value("morale-least")), state.charts.value("morale-most"))
    if shift:
        yield state.charts.modifier("morale", shift, f"{ours / our_steps:.1f} against {theirs / their_steps:.1f}")


def nearest(value: int, parts: int) -> int:
    """The whole number nearest to so many parts of one, halves toward zero."""
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
