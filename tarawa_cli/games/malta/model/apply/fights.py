"""What happens in a fight, from the support given to the last step lost (9)."""

from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, Fight, State
from tarawa_cli.games.malta.model.unit import BREAKTHROUGH
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import event


@event
def support_given(state: State, *, hex: Hex, by: list[str]) -> None:
    """Guns fire now, whatever comes of it; a marker is spent (9.2)."""
    state.given[hex] = [*state.given.get(hex, []), *by]
    _fire(state, by)


@event
def bombarded(state: State, *, hex: Hex, by: list[str], strength: int) -> None:
    """Who bombards a hex does not support the attack on it (10.1)."""
    state.given[hex] = [id for id in state.given[hex] if id not in by]
    state.bombarded.add(hex)


def _fire(state: State, guns: list[str]) -> None:
    for id in guns:
        if id in state.units:
            state.units[id].fired, state.units[id].ammo = True, False


@event
def attack_begun(state: State, *, units: list[str], on: Hex, defenders: list[str], by: list[str]) -> None:
    origins = tuple(sorted({state.units[id].at for id in units}))
    state.fight = Fight(tuple(units), tuple(defenders), on, origins, offence=tuple(by))
    state.assaulted.add(on)
    for id in units:
        state.units[id].attacked = True


@event
def breakthrough_tried(state: State, *, leader: str, units: list[str], succeeds: bool) -> None:
    """Record that a leader has tried; a stack that succeeds cannot try again (10.3)."""
    state.units[leader].tried = True
    for unit in state.named(units):
        unit.advanced = not succeeds


@event
def breakthroughs_ended(state: State) -> None:
    state.assaulted.clear()
    for unit in state.units.values():
        unit.end(BREAKTHROUGH)


def _now(state: State) -> Fight:
    assert state.fight is not None
    return state.fight


@event
def defence_supported(state: State, *, by: list[str]) -> None:
    state.fight = _now(state)._replace(support=(*_now(state).support, *by))
    _fire(state, by)


@event
def command_taken(state: State, *, leader: str) -> None:
    state.fight = _now(state)._replace(led=(*_now(state).led, leader))


@event
def fight_decided(state: State, *, hits: list[int], marks: list[str], sappers: bool) -> None:
    state.fight = _now(state)._replace(hits=(hits[0], hits[1]), marks=(marks[0], marks[1]), sappers=sappers)


@event
def hits_taken(state: State, *, role: int, steps: int, hexes: int) -> None:
    """A side has said how it takes its hits."""
    fight = _now(state)
    state.fight = fight._replace(hits=_with(fight.hits, role, 0), back=_with(fight.back, role, hexes))


@event
def hit_spared(state: State, *, role: int, left: int) -> None:
    """Overkill on one side saves the other a hit (9.94)."""
    state.fight = _now(state)._replace(hits=_with(_now(state).hits, role, left))


def _with(pair: tuple[int, int], role: int, value: int) -> tuple[int, int]:
    return (value, pair[DEFENDER]) if role == ATTACKER else (pair[ATTACKER], value)


@event
def fight_over(state: State, *, on: Hex) -> None:
    state.fight = None
