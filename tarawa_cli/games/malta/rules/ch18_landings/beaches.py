"""18.5 to 18.7: a wave lands: losses, waterline combat, the fight in the beach hex, and who stays."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.state import AIR_MARKER, State, Unit
from tarawa_cli.games.malta.model.unit import follow_up
from tarawa_cli.games.malta.model.work import LandHex, UnitIds, decision, work
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, blocks
from tarawa_cli.games.malta.rules.ch06_movement import overrun
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import fits
from tarawa_cli.games.malta.rules.ch09_combat import attack, defence
from tarawa_cli.games.malta.rules.ch09_combat.attacking import air_markers, open_close_fight
from tarawa_cli.games.malta.rules.ch09_combat.hits import chosen_by_answer, lose_step
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import joinable, left_alone, may_join
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import ships
from tarawa_cli.games.malta.rules.ch18_landings import bound_for, in_box, points, sails
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Annotated, Iterable
from tarawa_cli.kernel.saves.readers import count

# ── A wave lands (18.5)


def beaches_of(state: State, wave: int) -> list[Hex]:
    """Beach hexes that this wave goes to this turn, by number."""
    return [at for at in sorted(state.board.zone_of) if sails(state, at) and in_box(state, at, wave)]


def ashore(state: State, at: Hex) -> list[Unit]:
    """Who has landed in a beach hex with the wave that is landing."""
    return [unit for unit in state.units_at(at) if unit.id in state.free]


@rule("4.22")
def land(play: Play[State], wave: int) -> None:
    """Land a wave: all units land, losses are rolled, then the fights of each beach follow, by number."""
    hexes = beaches_of(play.state, wave)
    for at in hexes:
        units = _with_room(play.state, at, in_box(play.state, at, wave))
        if units:
            apply.landed(play, "18.3", units=[unit.id for unit in units], at=at)
    play.push(end_fights)
    for at in reversed(hexes):
        play.push(waterline, hex=at, part=ALLIED_FIRE)
    for at in hexes:
        _losses(play, at)


@rule("7")
def _with_room(state: State, at: Hex, units: list[Unit]) -> list[Unit]:
    """The units that find room on a beach, which may have filled up while its waves were delayed."""
    there = state.side_at("axis", at)
    landing: list[Unit] = []
    for unit in units:
        if fits(state, [*there, *landing, unit]):
            landing.append(unit)
    return landing


# ── Losses (18.5)


@rule("18.5")
def danger(state: State, at: Hex) -> list[Modifier]:
    """The modifier for an Allied unit in the hex or adjacent, or for one within two hexes."""
    places = {unit.at for unit in state.units.values() if unit.on_map and unit.side == "allied"}
    if places & {at, *state.board.adjacent[at]}:
        return [state.charts.modifier("landing-adjacent")]
    near = state.charts.value("landing-near")
    return [state.charts.modifier("landing-near")] if any(distance(at, other) <= near for other in places) else []


@rule("18.5")
def _losses(play: Play[State], at: Hex) -> None:
    """Roll landing losses for each unit, if an Allied unit is near."""
    modifiers = danger(play.state, at)
    units = [unit for unit in ashore(play.state, at) if points(unit)] if modifiers else []
    for unit in units:
        if is_lost(play, unit, modifiers):
            apply.unit_lost(play, "18.5", unit=unit.id)
    if any(unit.at != at for unit in units):
        left_alone(play, at, "axis")


def is_lost(play: Play[State], unit: Unit, modifiers: list[Modifier]) -> bool:
    """Roll whether a landing unit is lost."""
    table = play.state.charts.table("landing-loss")
    row, _ = play.roll(table, modifiers, rule="18.5", column="1", on=unit.id)
    return row.result == "eliminated"


# ── Waterline combat (18.6)


ALLIED_FIRE, AXIS_FIRE, STORM = 0, 1, 2


@work
@rule("18.6")
def waterline(play: Play[State], hex: LandHex, part: Annotated[int, count(ALLIED_FIRE, STORM)]) -> None:
    """Waterline combat on one beach: the Allies in or next to it fire, then the landed units; then both fight for it.

    Ships and planes can help in that fight. It is left out where one side has nobody to fight.
    """
    state, landed = play.state, ashore(play.state, hex)
    if not landed:
        return
    if part != STORM:
        play.push(waterline, hex=hex, part=part + 1)
    if part == ALLIED_FIRE:
        near = [unit for at in (hex, *state.board.adjacent[hex]) for unit in state.side_at("allied", at)]
        strength = sum(defence(unit) for unit in near if unit.can("combat"))
        if _hits(play, strength, hex, f"those who land in {hex}"):
            play.push(take_landing_losses, units=[unit.id for unit in landed])
    elif part == AXIS_FIRE:
        found = marks(state, hex)
        if len(found) > 1 and _axis_strength(state, hex):
            play.push(ask_mark, hex=hex)
        elif found:
            mark_answered(play, found[0], hex)
    elif not enemies_in(state, hex):
        settle(play, hex)
    elif not any(unit.can("combat") for unit in landed):
        throw_back(play, hex)
    elif helpers(state, hex) or air_help(state, hex):
        play.push(ask_storm, hex=hex)
    else:
        storm_answered(play, FIGHT, hex)


def _hits(play: Play[State], strength: int, target: Hex, on: str) -> bool:
    """Roll a die in the column of a strength; without strength there is no roll."""
    table = play.state.charts.table("waterline")
    column = table.column_for(strength, heads="strength")
    if not column:
        return False
    row, _ = play.roll(table, rule="18.6", column=column, on=f"{on}, strength {strength}", subject=target)
    return row.result == "X"


@rule("18.6")
def marks(state: State, at: Hex) -> list[Hex]:
    """Allied hexes that landed units can fire at, by number."""
    near = (at, *state.board.adjacent[at])
    return sorted(hex for hex in near if can_suffer(state.side_at("allied", hex)))


def can_suffer(units: Iterable[Unit]) -> list[Unit]:
    """Units that can lose the step: combat units and guns, headquarters only if no other is left."""
    found = [unit for unit in units if unit.steps and not unit.can("lead") and not unit.can("coast-gun")]
    return [unit for unit in found if not unit.can("hq")] or found


def _axis_strength(state: State, at: Hex) -> int:
    return sum(attack(unit) for unit in ashore(state, at))


@decision
def ask_mark(state: State, hex: LandHex) -> Question:
    text = f"Units landed in {hex} fire with strength {_axis_strength(state, hex)}: at which hex?"
    return Question(text, marks(state, hex), "axis")


@ask_mark.answered
def mark_answered(play: Play[State], answer: str, hex: Hex) -> None:
    if _hits(play, _axis_strength(play.state, hex), answer, f"{answer} from {hex}"):
        play.push(take_landing_losses, units=[unit.id for unit in play.state.side_at("allied", answer)])


# ── The step that it costs (18.6)


@work
@rule("18.6")
def take_landing_losses(play: Play[State], units: list[str]) -> None:
    """Lose a step of one of these units; the owner chooses."""
    state = play.state
    able = can_suffer(state.named(units))
    if not able:
        return
    chosen = chosen_by_answer(state, able)
    if chosen:
        lose_step(play, chosen, "18.6")
    else:
        play.push(ask_sufferer, units=units)


@decision
def ask_sufferer(state: State, units: UnitIds) -> Question:
    able = can_suffer(state.named(units))
    return Question("Waterline combat: who loses a step?", [unit.id for unit in able], able[0].side)


@ask_sufferer.answered
def sufferer_answered(play: Play[State], answer: str, units: list[str]) -> None:
    lose_step(play, play.state.units[answer], "18.6")


# ── The fight in the beach hex (18.6)


FIGHT = "fight"


def enemies_in(state: State, at: Hex) -> list[Unit]:
    """Allied combat units and guns in a hex."""
    return list(filter(blocks, state.side_at("allied", at)))


def helpers(state: State, at: Hex) -> list[Unit]:
    """Ships that can still help in a beach hex."""
    return [ship for ship in ships(state) if not ship.fired and distance(ship.at, at) <= ship.type.range]


def air_help(state: State, at: Hex) -> bool:
    return air_markers(state) > 0 and AIR_MARKER not in state.assigned.get(at, ())


def storm_hex(state: State) -> Hex:
    """The hex for whose fight the Axis are asked for ships and planes; nothing at other times."""
    asked = state.question
    return str(asked.facts["hex"]) if asked and asked.handler is ask_storm else ""


@rule("18.6", "9.2")
def check_storm_support(state: State, at: Hex, by: list[Unit], air: bool) -> None:
    """Refused, unless these ships and planes can help in the fight for the hex."""
    here = storm_hex(state)
    if at != here:
        raise Refused("18.6", f"the fight is for {here}", lambda: _example(state))
    if not by and not air:
        raise Refused("9.2", "nothing to assign: add --air, or ships with --by", lambda: _example(state))
    for unit in by:
        if unit not in helpers(state, at):
            why = f"only ships in range that have not fired support a landing, {unit.id} cannot"
            raise Refused("18.6", why, lambda: _example(state))
    if air and not air_help(state, at):
        raise Refused(
            "17.2", f"no air support is left this turn, or {at} already has an air marker", lambda: _example(state)
        )


def _example(state: State) -> str:
    at = storm_hex(state)
    able = helpers(state, at)
    if able:
        return f"support {at} --by {able[0].id}"
    return f"support {at} --air" if air_help(state, at) else f"decide {FIGHT}"


@decision
def ask_storm(state: State, hex: LandHex) -> Question:
    able = ", ".join(ship.id for ship in helpers(state, hex))
    names = " ".join(unit.id for unit in enemies_in(state, hex))
    help = f"support {hex}{f' --by {helpers(state, hex)[0].id}' if able else ''}{' --air' * air_help(state, hex)}"
    text = f"{names} hold{'s' * (' ' not in names)} {hex}: assign ships and planes (`{help}`), then `fight`"
    return Question(text, [FIGHT], "axis")


@ask_storm.answered
@rule("18.6", "19.5")
def storm_answered(play: Play[State], answer: str, hex: Hex) -> None:
    """One attack in the hex: no guns, no defensive support, and landed units take hits only as steps."""
    open_close_fight(play, hex, play.state.assigned.get(hex, ()))


@rule("18.6")
def decided(play: Play[State], at: Hex) -> None:
    """After the fight the landed units hold the hex or are thrown back."""
    apply.beach_support_spent(play, "18.6", hex=at)
    if enemies_in(play.state, at):
        throw_back(play, at)
    else:
        settle(play, at)


# ── The units that stay there (18.7), and their move of one hex


@rule("18.7", "16.2")
def settle(play: Play[State], at: Hex) -> None:
    """Take the beach if combat units stay, and overrun units that cannot defend it."""
    if any(unit.can("combat") for unit in ashore(play.state, at)):
        if at not in play.state.control or at in play.state.strongpoints:
            apply.beach_taken(play, "18.7", hex=at)
        overrun(play, "axis", at)
    elif play.state.side_at("allied", at):
        throw_back(play, at)


@rule("18.6")
def throw_back(play: Play[State], at: Hex) -> None:
    units = [unit.id for unit in ashore(play.state, at)]
    if units:
        apply.thrown_back(play, "18.6", units=units, to=follow_up(play.state.board.zone_of[at]))


@work
@rule("18.7")
def end_fights(play: Play[State]) -> None:
    """Let landed units move a hex, unless they are in an enemy zone of control."""
    field = HexIndex(play.state)
    units = [unit for unit in play.state.units.values() if unit.id in play.state.free and unit.on_map]
    able = [unit.id for unit in units if not field.in_enemy_zone("axis", unit.at)]
    apply.steps_allowed(play, "18.7", units=able)


@rule("7", "18.7")
def has_landing_room(field: HexIndex, at: Hex, newcomers: list[Unit]) -> bool:
    """Whether units fit into a hex with those already there and those still to land."""
    there = [unit for unit in field.units("axis", at) if unit not in newcomers]
    coming = bound_for(field.state, at) if at in field.board.zone_of else []
    return fits(field.state, [*there, *coming, *newcomers])


@rule("18.3", "18.7")
def joining(state: State) -> list[Unit]:
    """Battalions whose companies have landed this turn and can be the battalion again: no enemy is next to them."""
    return [
        unit
        for unit in state.units.values()
        if unit.is_broken and unit.side == "axis" and may_join(state, joinable(state, unit))
    ]
