"""Ships and coast guns exchange fire (16.55, 16.79), then other coast guns fire at wave boxes (16.56).

The Axis name the ships' targets first (`shoot`), then the Allies are asked for the guns' (`shoot`); then all dice are
thrown, and results come together. After that the guns that did not fire at ships name wave boxes.
"""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.board import distance
from tarawa_cli.games.malta.model.names import known_as
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.unit import WAVES, box_of, target_name
from tarawa_cli.games.malta.model.work import FireStage, StepsLeft, UnitId, WaveBox, decision, work
from tarawa_cli.games.malta.rules.ch09_combat.hits import chosen_by_answer
from tarawa_cli.games.malta.rules.ch16_special_units import ask_to_reveal
from tarawa_cli.games.malta.rules.ch16_special_units.planes_and_ships import ships
from tarawa_cli.games.malta.rules.ch18_landings import in_box, points, sails
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hints import Iterator

DONE, ALL = "done", "all"
SHIPS, WAVES_STAGE = "ships", "waves"


# ── Who can fire at what


def coast_guns(state: State) -> list[Unit]:
    """Coast guns on the map."""
    return [unit for unit in state.units.values() if unit.can("coast-gun") and unit.on_map]


@rule("16.79")
def ship_targets(state: State, ship: Unit) -> list[Unit]:
    """Coast guns in range of a ship that has not fired this turn."""
    if ship.fired or not ship.on_map:
        return []
    return [gun for gun in coast_guns(state) if distance(ship.at, gun.at) <= ship.type.range]


def boxes(state: State) -> list[str]:
    """Wave boxes with units that land this turn, by hex: `1816:1`."""
    beaches = sorted(at for at in state.board.zone_of if sails(state, at))
    return [f"{at}:{wave}" for at in beaches for wave in WAVES if in_box(state, at, wave)]


@rule("16.55", "16.56", "17.5")
def gun_targets(state: State, gun: Unit, stage: str) -> list[str]:
    """The targets of a coast gun that has not fired: ships in the first stage, wave boxes in the second."""
    ready = gun.can("coast-gun") and gun.on_map and gun.id not in state.aims and gun.id not in state.silenced
    if not ready or not gun.type.factors:
        return []
    reach = gun.type.range
    if stage == SHIPS:
        return [ship.id for ship in ships(state) if distance(gun.at, ship.at) <= reach]
    return [box for box in boxes(state) if distance(gun.at, target_hex(state, box)) <= reach]


def able_guns(state: State, stage: str) -> list[Unit]:
    return [gun for gun in coast_guns(state) if gun_targets(state, gun, stage)]


def target_hex(state: State, target: str) -> Hex:
    """Where a ship is, or the beach of a wave box."""
    box = box_of(target)
    return box[0] if box else state.units[target].at


# ── The law


def stage_of(state: State) -> str:
    """What the Allied player is asked about: ships or waves; nothing while the Axis name targets."""
    asked = state.question
    return str(asked.facts["stage"]) if asked and asked.handler is ask_coast else ""


@rule("16.55", "16.56", "16.79")
def check_shoot(state: State, by: Unit, target: str) -> None:
    """Refuse a shot out of turn, or at a target out of range."""
    stage = stage_of(state)
    if by.can("ship") and not stage:
        _check_ship(state, by, target)
    elif by.can("coast-gun") and stage:
        _check_gun(state, by, target, stage)
    elif by.can("coast-gun"):
        raise Refused("16.79", "the ships choose their targets first, then the coast guns", "next")
    elif by.can("ship"):
        raise Refused("16.79", "the coast guns choose their targets now", f"decide {DONE}")
    else:
        raise Refused("16.79", f"{by.id} is neither a warship nor a coast gun", lambda: _example(state))


def _check_ship(state: State, ship: Unit, target: str) -> None:
    if ship.fired:
        raise Refused("16.79", f"{ship.id} already has a target or has fired this turn", lambda: _example(state))
    if target not in [gun.id for gun in ship_targets(state, ship)]:
        why = f"ships fire at coast guns in range; the range of {ship.id} is {ship.type.range} hexes"
        raise Refused("16.79", why, lambda: _example(state))


def _check_gun(state: State, gun: Unit, target: str, stage: str) -> None:
    found = gun_targets(state, gun, stage)
    if target not in found:
        rule, what = ("16.55", "warships") if stage == SHIPS else ("16.56", "wave boxes")
        where = f"can fire at {what} in range: {', '.join(found)}" if found else f"has no {what} in range"
        why = f"{gun.id} {'is silenced' if gun.id in state.silenced else where}"
        raise Refused(rule, why, lambda: f"shoot {gun.id} {found[0]}" if found else f"decide {DONE}")


def _example(state: State) -> str:
    if stage_of(state):
        return f"decide {DONE}"
    pairs = ((ship, gun) for ship in ships(state) for gun in ship_targets(state, ship))
    found = next(pairs, None)
    return f"shoot {found[0].id} {known_as(state, found[1])}" if found else "next"


# ── Targets of the guns


@work
@rule("16.55", "24.2")
def name_targets(play: Play[State], stage: FireStage) -> None:
    """Choose the targets of the Allied guns, by the standing answer or one by one."""
    state = play.state
    if not able_guns(state, stage):
        return
    answer = state.policies["allied"]["coast"]
    if answer == "ask":
        play.push(ask_coast, stage=stage)
    else:
        aim_all(play, stage, [gun for gun in able_guns(state, stage) if _suits(state, gun, stage, answer)])


def _suits(state: State, gun: Unit, stage: str, answer: str) -> bool:
    """`landing` keeps guns for the wave boxes, unless they reach none."""
    return answer == "ships" or stage != SHIPS or not gun_targets(state, gun, WAVES_STAGE)


def aim_all(play: Play[State], stage: str, guns: list[Unit]) -> None:
    """Aim each of these guns at its best target, spread over the targets."""
    for gun in guns:
        found = gun_targets(play.state, gun, stage)
        at = max(found, key=lambda target: _target_score(play.state, gun, target))
        apply.aimed(play, "16.55" if stage == SHIPS else "16.56", by=gun.id, at=at)


def _target_score(state: State, gun: Unit, target: str) -> tuple[bool, int, int]:
    """Close targets first, then those at which fewer dice are aimed, then what is worth most."""
    aimed = sum(state.units[id].type.factors for id, at in state.aims.items() if at == target)
    box = box_of(target)
    value = sum(map(points, in_box(state, *box))) if box else state.units[target].type.bombard
    return bool(close_by(state, gun, target)), -aimed, value


@decision
def ask_coast(state: State, stage: FireStage) -> Question:
    guns = able_guns(state, stage)
    what = "ships" if stage == SHIPS else "wave boxes"
    text = f"Fire the coast guns at {what}? `all` or `done`"
    if guns:
        example = f"shoot {guns[0].id} {gun_targets(state, guns[0], stage)[0]}"
        able = ", ".join(gun.id for gun in guns)
        text = f"Coast guns that can fire at {what}: {able}. Choose targets (`{example}`), then `done`; or `all`"
    return Question(text, [ALL, DONE], "allied")


@ask_coast.answered
def coast_answered(play: Play[State], answer: str, stage: str) -> None:
    if answer == ALL:
        aim_all(play, stage, able_guns(play.state, stage))


def aim(play: Play[State], by: Unit, target: str) -> None:
    """Record a target; the question ends when every gun that can fire has one."""
    stage = stage_of(play.state)
    rule = "16.79" if by.can("ship") else "16.55" if stage == SHIPS else "16.56"
    apply.aimed(play, rule, by=by.id, at=target)
    if stage and not able_guns(play.state, stage):
        play.pop()


# ── The exchange


@work
@rule("16.55", "16.79")
def exchange(play: Play[State]) -> None:
    """Fire all shots, then apply all hits."""
    state = play.state
    shots = [(by, target) for by in state.units for target in [state.aims.get(by)] if target]
    hit = [target for by, target in shots if state.units[by].can("ship") and ship_hits(play, state.units[by], target)]
    at_ships = [(by, target) for by, target in shots if state.units[by].can("coast-gun")]
    sunk = [target for by, target in at_ships if _fires(play, state.units[by], target, "16.55")]
    for id in dict.fromkeys(hit):
        apply.unit_lost(play, "16.79", unit=id)
    for id in dict.fromkeys(sunk):
        apply.unit_lost(play, "16.55", unit=id)


@rule("16.79")
def ship_hits(play: Play[State], ship: Unit, gun: str) -> bool:
    """Roll a die for a hit; heavy guns hit more easily."""
    heavy = ship.type.bombard >= play.state.charts.value("heavy-ship")
    modifiers = [play.state.charts.modifier("heavy-ship")] if heavy else []
    known = known_as(play.state, play.state.units[gun])
    table, on = play.state.charts.table("ship-fire"), f"{known} by {ship.id}"
    row, _ = play.roll(table, modifiers, rule="16.79", column="1", on=on, subject=known)
    return row.result != "-"


def close_by(state: State, gun: Unit, target: str) -> list[Modifier]:
    near = distance(gun.at, target_hex(state, target)) <= state.charts.value("coast-close")
    return [state.charts.modifier("coast-close")] if near else []


def _fires(play: Play[State], gun: Unit, target: str, rule: str) -> int:
    """Fire a gun, which reveals it (16.5)."""
    apply.gun_fired(play, rule, unit=gun.id, at=target)
    return volley_hits(play, gun, target, rule)


@rule("16.55", "16.56")
def volley_hits(play: Play[State], gun: Unit, target: str, rule: str) -> int:
    """Roll a die for each factor, and count the hits."""
    table, modifiers = play.state.charts.table("coast-guns"), close_by(play.state, gun, target)
    on = f"{target} by {gun.id}"
    rolls = (play.roll(table, modifiers, rule=rule, column="1", on=on, subject=target) for _ in range(gun.type.factors))
    return sum(row.result == "hit" for row, _ in rolls)


# ── Fire at the waves


@work
@rule("16.56")
def fire_at_waves(play: Play[State]) -> None:
    """Fire at the waves, one gun after the other, in the order of the units."""
    aims = [(by, target) for by in play.state.units for target in [play.state.aims.get(by, "")] if box_of(target)]
    for by, target in reversed(aims):
        play.push(volley, gun=by, box=target)


@work
def volley(play: Play[State], gun: UnitId, box: WaveBox) -> None:
    """Roll the dice of one gun, unless the box is empty."""
    if _aboard(play.state, box):
        hits = _fires(play, play.state.units[gun], box, "16.56")
        if hits:
            play.push(sink, box=box, left=hits)


def _aboard(state: State, box: str) -> list[Unit]:
    """Units that can be lost in a box: headquarters and leaders only after the others (16.56)."""
    known = box_of(box)
    there = in_box(state, *known) if known else []
    return [unit for unit in there if points(unit)] or there


@work
@rule("16.56")
def sink(play: Play[State], box: str, left: int) -> None:
    """Lose units of a box; the Axis player chooses."""
    able = _aboard(play.state, box)
    if not able:
        return
    chosen = chosen_by_answer(play.state, able)
    if chosen:
        sunk_answered(play, chosen.id, box, left)
    else:
        play.push(ask_sunk, box=box, left=left)


@decision
def ask_sunk(state: State, box: WaveBox, left: StepsLeft) -> Question:
    text = f"Coast guns hit {target_name(box)}: who is lost ({left} to lose)?"
    return Question(text, [unit.id for unit in _aboard(state, box)], "axis")


@ask_sunk.answered
def sunk_answered(play: Play[State], answer: str, box: str, left: int) -> None:
    if left > 1:
        play.push(sink, box=box, left=left - 1)
    apply.unit_lost(play, "16.56", unit=answer)


# ── The phase


def has_targets(state: State) -> bool:
    """Whether a ship can fire at a coast gun."""
    return any(ship_targets(state, ship) for ship in ships(state))


def is_due(state: State) -> bool:
    """Whether a ship or a coast gun can fire."""
    return has_targets(state) or any(able_guns(state, stage) for stage in (SHIPS, WAVES_STAGE))


@rule("4.22")
def fire(play: Play[State]) -> None:
    """Queue everything that follows once the ships' targets are chosen."""
    play.push(over)
    play.push(fire_at_waves)
    play.push(name_targets, stage=WAVES_STAGE)
    play.push(exchange)
    play.push(name_targets, stage=SHIPS)
    ask_to_reveal(play, play.state.named(list(play.state.aims.values())))


@work
def over(play: Play[State]) -> None:
    apply.coast_fire_over(play, "16.56")


def pairs(state: State) -> Iterator[tuple[Unit, str]]:
    """Every shot that can be ordered now, with the name of the target that both sides know."""
    stage = stage_of(state)
    if stage:
        yield from ((gun, target) for gun in able_guns(state, stage) for target in gun_targets(state, gun, stage))
    else:
        yield from ((ship, known_as(state, gun)) for ship in ships(state) for gun in ship_targets(state, ship))
