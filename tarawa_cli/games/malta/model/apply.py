"""Every change of state: one function an event, with plain facts."""

from tarawa_cli.games.malta.model.places import LOST
from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, STATES, Fight, State
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import event

# ── The sequence


@event
def phase_begun(state: State, *, phase: str) -> None:
    state.phase = phase


@event
def turn_begun(state: State, *, turn: int) -> None:
    state.turn = turn


@event
def counters_readied(state: State) -> None:
    """The end of a turn: who has moved, fired or attacked may do so again (4.42)."""
    for unit in state.units.values():
        unit.moved, unit.fired, unit.attacked = "", False, False


@event
def combat_phase_ended(state: State) -> None:
    """Support that found no attack is lost (9.2)."""
    state.given.clear()
    state.assaulted.clear()


@event
def policy_set(state: State, *, side: str, policy: str, value: str) -> None:
    state.policies["axis" if side == "axis" else "allied"][policy] = value


@event
def game_over(state: State, *, outcome: str) -> None:
    state.outcome = outcome


# ── Units and hexes


@event
def moved(state: State, *, unit: str, route: list[Hex], how: str) -> None:
    """A unit goes from hex to hex; a combat unit takes all that it goes through."""
    mover = state.units[unit]
    mover.at, mover.moved = route[-1], how
    if mover.can("combat"):
        _take(state, mover.side, route)


@event
def advanced(state: State, *, unit: str, to: Hex) -> None:
    state.units[unit].at = to
    _take(state, state.units[unit].side, [to])


def _take(state: State, side: str, hexes: list[Hex]) -> None:
    """Hexes change hands; a strongpoint is gone where Axis units stay (16.2)."""
    if side == "axis":
        state.control.update(hexes)
        state.strongpoints.discard(hexes[-1])
    else:
        state.control.difference_update(hexes)


@event
def retreated(state: State, *, units: list[str], to: Hex) -> None:
    for id in units:
        state.units[id].at = to


@event
def displaced(state: State, *, unit: str, to: str) -> None:
    """A headquarters or a leader goes elsewhere, or is out of the game."""
    state.units[unit].at = to
    if to == LOST:
        state.units[unit].steps = 0


@event
def step_lost(state: State, *, unit: str, left: int) -> None:
    state.units[unit].steps, state.units[unit].revealed = left, True
    if not left:
        state.units[unit].at = LOST


@event
def unit_lost(state: State, *, unit: str) -> None:
    """All steps at once; now everybody sees what it was (16.5)."""
    state.units[unit].steps, state.units[unit].at, state.units[unit].revealed = 0, LOST, True


@event
def state_changed(state: State, *, unit: str, to: str) -> None:
    assert to in STATES
    state.units[unit].state = to


@event
def ammunition_given(state: State, *, units: list[str], stock: int) -> None:
    state.stock = stock
    for id in units:
        state.units[id].ammo = True


@event
def leader_back(state: State, *, unit: str, to: Hex) -> None:
    state.units[unit].at = to


# ── A fight


@event
def support_given(state: State, *, hex: Hex, by: list[str]) -> None:
    """Guns fire now, whatever comes of it; a marker is spent (9.2)."""
    state.given[hex] = [*state.given.get(hex, []), *by]
    _fire(state, by)


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
def fight_over(state: State) -> None:
    state.fight = None
