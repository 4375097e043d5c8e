"""The one-hex move after a landing or a drop (18.7, 19.6), and the stacking check after it."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.work import decision, work
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch06_movement import can_cross, can_overrun, guide, movers, overrun, stops, taking
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import fits, has_room
from tarawa_cli.games.malta.rules.ch09_combat.hits import chosen_by_answer
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import join, joinable, why_apart
from tarawa_cli.games.malta.rules.ch18_landings.beaches import has_landing_room
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Sequence


@rule("18.7", "19.6")
def step_hexes(field: HexIndex, unit: Unit) -> list[Hex]:
    """Where a unit may step, by number."""
    if unit.id not in field.state.free or not unit.on_map:
        return []
    return [there for there in field.board.adjacent[unit.at] if not _why_not(field, unit, there)[1]]


def paragraph(state: State) -> str:
    return "19.6" if state.phase == "airborne" else "18.7"


def _why_not(field: HexIndex, unit: Unit, to: Hex, together: Sequence[Unit] = ()) -> tuple[str, str]:
    """The paragraph and the reason for which a unit does not step to a hex; nothing if it may.

    A leader goes with any unit that he steps together with (6.5). Paratroops sort out their stacks
    afterwards; landed units must find room at once.
    """
    state, from_, led_by = field.state, unit.at, guide(unit, together)
    if unit.id not in state.free and unit.landed and field.in_enemy_zone(unit.side, from_):
        return paragraph(state), f"{unit.id} is in an enemy zone of control and cannot leave {from_}"
    if unit.id not in state.free:
        return paragraph(state), f"{unit.id} cannot move a hex now"
    if to not in field.board.adjacent[from_]:
        return paragraph(state), f"{unit.id} cannot step from {from_} to {to}: not adjacent"
    if not can_cross(led_by.type.mobility, from_, to):
        return "6.1", f"{unit.id} cannot go from {from_} into {to}"
    if not can_overrun(field, led_by, to):
        return "5.3", f"the enemy in {to} blocks {unit.id}"
    if state.phase != "airborne" and not has_landing_room(field, to, [unit]):
        return "7", f"{to} has no room for {unit.id}"
    return "", ""


def steppers(state: State) -> list[Unit]:
    field = HexIndex(state)
    return [unit for unit in state.units.values() if step_hexes(field, unit)]


@rule("18.7", "19.6")
def check_step(state: State, units: list[Unit], to: Hex) -> None:
    field = HexIndex(state)
    for unit in units:
        rule, why = _why_not(field, unit, to, units)
        if why:
            raise Refused(rule, why, lambda: _example(state))
    if state.phase != "airborne" and not has_landing_room(field, to, units):
        raise Refused("7", f"{to} has no room for all of them", lambda: _example(state))


def _example(state: State) -> str:
    able = steppers(state)
    return f"step {able[0].id} {step_hexes(HexIndex(state), able[0])[0]}" if able else "next"


def step(play: Play[State], unit: Unit, to: Hex) -> None:
    gains = taking(play.state, unit, [to])
    apply.stepped(play, paragraph(play.state), unit=unit.id, to=to)
    if gains:
        play.remark(gains)
    if unit.can("combat"):
        overrun(play, unit.side, to)


# ── By itself


@rule("19.6", "13.2")
def gather(play: Play[State]) -> None:
    """Companies step to where more of their battalion are, and battalions that are all together join."""
    state = play.state
    for unit in [unit for unit in state.units.values() if unit.type.of and unit.on_map]:
        better = _nearer_mates(state, unit)
        if better:
            step(play, unit, better)
    for battalion in list(state.units.values()):
        if battalion.is_broken and battalion.side == "axis":
            companies = joinable(state, battalion)
            is_whole = len(companies) > 1 and len(companies) == len(state.companies_out(battalion))
            if is_whole and not why_apart(state, battalion, companies)[1]:
                join(play, battalion, companies)


def _nearer_mates(state: State, unit: Unit) -> Hex:
    """The hex to which a company steps, if that is better than where it is."""
    field = HexIndex(state)
    found = [at for at in step_hexes(field, unit) if has_room(field, at, [unit])]
    best = max(found, key=lambda at: (_mates(state, unit, at), -int(at)), default="")
    return best if best and _mates(state, unit, best) > _mates(state, unit, unit.at) else ""


def _mates(state: State, unit: Unit, at: Hex) -> int:
    return sum(other.type.of == unit.type.of for other in state.units_at(at) if other is not unit)


# ── What a player can do to bring companies together


def suggest_join(state: State, battalion: Unit) -> str:
    """What brings the companies of a battalion together; else another battalion that can join."""
    if battalion.side != state.active or battalion.type.type is None:
        return _another_join(state)
    out = [unit for unit in state.companies_out(battalion) if unit.on_map]
    found = (
        order for unit in out for to in dict.fromkeys(other.at for other in out) if (order := _go(state, unit, to))
    )
    other = _another_join(state)
    return next(found, f"legal {battalion.id}" if other == "next" and battalion.on_map else other)


def _go(state: State, company: Unit, to: Hex) -> str:
    """The order that moves a company to a hex now; nothing if there is none."""
    if company.at == to:
        return ""
    if state.phase.endswith("-movement"):
        return f"move {company.id} {to}" if company in movers(state) and to in stops(HexIndex(state), company) else ""
    return f"step {company.id} {to}" if to in step_hexes(HexIndex(state), company) else ""


def _another_join(state: State) -> str:
    """A battalion whose companies can join now."""
    for unit in state.units.values():
        if unit.type.type and not why_apart(state, unit, joinable(state, unit))[1]:
            return f"join {unit.id}"
    return "next"


# ── The crowd


def end_steps(play: Play[State]) -> None:
    """End the one-hex moves; units over the stacking limit are lost."""
    if play.state.free or play.state.jumped:
        apply.steps_over(play, "19.6")
        play.push(crowd)


def crowded(state: State) -> list[Unit]:
    """Paratroops in the first hex, by number, that is over the stacking limit."""
    stacks = HexIndex(state).stacks["axis"]
    for at in sorted(stacks):
        if not fits(state, stacks[at]):
            newcomers = [unit for unit in stacks[at] if unit.landed and not unit.can("lead")]
            others_fit = fits(state, [unit for unit in stacks[at] if not unit.can("hq")])
            spare = [unit for unit in newcomers if unit.can("hq")] if others_fit else []
            return spare or [unit for unit in newcomers if unit.type.thirds] or newcomers
    return []


@work
@rule("7", "19.5")
def crowd(play: Play[State]) -> None:
    """Lose paratroops over the stacking limit, one by one, of the Axis player's choice."""
    able = crowded(play.state)
    if not able:
        return
    chosen = chosen_by_answer(play.state, able)
    if chosen:
        crowd_answered(play, chosen.id)
    else:
        play.push(ask_crowd_loss)


@decision
def ask_crowd_loss(state: State) -> Question:
    able = crowded(state)
    return Question(
        f"{able[0].at} is over the stacking limit: which paratroops are lost?", [unit.id for unit in able], "axis"
    )


@ask_crowd_loss.answered
def crowd_answered(play: Play[State], answer: str) -> None:
    apply.unit_lost(play, "7", unit=answer)
    play.push(crowd)
