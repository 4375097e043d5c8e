"""Fights in the hex (19.5): who comes down on an enemy, or lands on one, fights him there at once."""

from tarawa_cli.games.malta import find
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import ATTACKER, State, Unit
from tarawa_cli.games.malta.model.work import LandHex, work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field, blocks
from tarawa_cli.games.malta.rules.ch09.attack import command
from tarawa_cli.games.malta.rules.ch09.hits import fight_of, lose_step
from tarawa_cli.games.malta.rules.ch09.overrun import overrun, refuge
from tarawa_cli.games.malta.rules.ch09.retreat import AT_A_COST, is_costly, open_hexes
from tarawa_cli.games.malta.rules.ch09.retreat import retreat as retreat_on
from tarawa_cli.games.malta.rules.ch14.leaders import at_risk
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Play


def _there(state: State, at: Hex, side: str) -> list[Unit]:
    return [unit for unit in state.units_at(at) if unit.side == side]


@rule("19.5")
def begin(play: Play[State], at: Hex, by: tuple[str, ...] = ()) -> None:
    """One attack by all Axis combat units in a hex on all Allied units there, or whatever stands in its place.

    `by` supports it (18.6). What becomes of those who cannot stay is for the frame `expelled` to say.
    """
    state = play.state
    axis, allied = _there(state, at, "axis"), _there(state, at, "allied")
    fighting = [unit for unit in axis if unit.can("combat")]
    if not axis or not allied:
        return
    if not fighting:
        flee(play, at)
    elif not any(map(blocks, allied)):
        clear(play, at)
    else:
        ids, defenders = [unit.id for unit in fighting], [unit.id for unit in allied]
        apply.close_fight_begun(play, "19.5", units=ids, on=at, defenders=defenders, by=list(by))
        play.push(command, asked=0)


@work
def jump_fight(play: Play[State], hex: LandHex) -> None:
    begin(play, hex)


@rule("19.5")
def clear(play: Play[State], at: Hex) -> None:
    """Overrun units that cannot defend the hex, and take it."""
    apply.hex_taken(play, "19.5", hex=at)
    overrun(play, "axis", at)


@work
@rule("19.5", "18.6")
def expelled(play: Play[State]) -> None:
    """After the fight the hex is taken, or the paratroops must leave."""
    state, at = play.state, fight_of(play.state).on
    if state.phase != "airborne":
        find("rules.ch18.storm:decided")(play, at)
    elif not any(unit.can("combat") for unit in _there(state, at, "axis")):
        flee(play, at)
    elif not any(map(blocks, _there(state, at, "allied"))):
        clear(play, at)
    else:
        retreat(play, at)


@rule("19.5")
def retreat(play: Play[State], at: Hex) -> None:
    """One hex (9.6), or all are eliminated."""
    state, stack = play.state, _there(play.state, at, "axis")
    if open_hexes(Field(state), stack, at, [at], [at], 1):
        play.push(retreat_on, units=[unit.id for unit in stack], left=1, way=[at], role=ATTACKER)
        return
    for unit in stack:
        if not unit.can("lead"):
            apply.unit_lost(play, "19.5", unit=unit.id)
    for unit in stack:
        if unit.can("lead"):
            at_risk(play, unit)


@rule("19.5", "9.7", "14.4")
def flee(play: Play[State], at: Hex) -> None:
    """Without Allied combat units, guns retreat a hex or are lost, and headquarters and leaders may escape."""
    state = play.state
    guns = [unit for unit in _there(state, at, "axis") if unit.can("gun")]
    if guns:
        _fall_back(play, guns, at)
    for unit in _there(state, at, "axis"):
        if unit.can("hq"):
            apply.displaced(play, "9.7", unit=unit.id, to=refuge(state, unit))
        elif unit.can("lead"):
            at_risk(play, unit)


def _fall_back(play: Play[State], guns: list[Unit], at: Hex) -> None:
    field = Field(play.state)
    found = open_hexes(field, guns, at, [at], [at], 1)
    if not found:
        for gun in guns:
            apply.unit_lost(play, "19.5", unit=gun.id)
        return
    costly = is_costly(field, guns, found[0])
    apply.retreated(play, "9.6", units=[gun.id for gun in guns], to=found[0])
    if costly:
        play.remark(AT_A_COST)
        lose_step(play, guns[0], "9.6")
