"""Changes on land: units and hexes, battalions and companies (13), fights (9), supply (8) and ammunition (12)."""

from tarawa_cli.games.malta.model.state import ATTACKER, DEFENDER, STATES, Fight, State, hex_of
from tarawa_cli.games.malta.model.unit import ABSENT, BREAKTHROUGH, LOST, OFF_TABLE, POOL, Unit
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import event
from tarawa_cli.kernel.hints import Iterable

# ── What happens to units and hexes: moves, losses, states, ammunition


@event
def moved(state: State, *, unit: str, route: list[Hex], how: str) -> None:
    """A unit goes from hex to hex; a combat unit takes all that it goes through."""
    mover = state.units[unit]
    state.units.put(mover, route[-1])
    mover.moved = how
    if mover.can("combat"):
        take(state, mover.side, route)


@event
def advanced(state: State, *, unit: str, to: Hex) -> None:
    mover = state.units[unit]
    state.units.put(mover, to)
    mover.advanced = state.phase.endswith("-combat") and mover.can("combat")
    if mover.can("combat"):
        take(state, mover.side, [to])


@event
def broken_through(state: State, *, units: list[str], to: Hex) -> None:
    """Move one hex, ignoring zones of control (10.3)."""
    for unit in state.named(units):
        state.units.put(unit, to)
        take(state, unit.side, [to])


def take(state: State, side: str, hexes: list[Hex]) -> None:
    """Hexes change hands; a strongpoint is gone where Axis units stay (16.2)."""
    if side == "axis":
        state.control.update(hexes)
        state.strongpoints.discard(hexes[-1])
    else:
        state.control.difference_update(hexes)


@event
def retreated(state: State, *, units: list[str], to: Hex) -> None:
    for id in units:
        state.units.put(state.units[id], to)


@event
def displaced(state: State, *, unit: str, to: str) -> None:
    """A headquarters or a leader goes elsewhere, or is out of the game."""
    gone = state.units[unit]
    state.units.put(gone, to)
    if to == LOST:
        gone.steps = 0
    if to == ABSENT:
        gone.moved = ""


@event
def step_lost(state: State, *, unit: str, left: int) -> None:
    state.units[unit].revealed = True
    take_steps(state, state.units[unit], left)


@event
def unit_lost(state: State, *, unit: str) -> None:
    """Eliminate a unit; it is revealed (16.5), and no gun aims at it any more."""
    state.units[unit].revealed = True
    if state.units[unit].type.dummy:
        state.aims = {by: target for by, target in state.aims.items() if target != unit}
    take_steps(state, state.units[unit], 0)


@event
def state_changed(state: State, *, unit: str, to: str) -> None:
    assert to in STATES
    state.units[unit].state = to


@event
def leader_back(state: State, *, unit: str, to: Hex) -> None:
    state.units.put(state.units[unit], to)


# ── What happens to battalions and their companies


_JOINED = {name: one.joined for name, one in Unit.traits.items() if one.joined}
"""The traits that a battalion passes on to its companies, and they to it."""


@event
def broken_up(state: State, *, unit: str, companies: list[str]) -> None:
    """Replace a battalion by its companies, with its state and flags (13.1, 13.2)."""
    battalion = state.units[unit]
    for company in state.named(companies):
        state.units.put(company, battalion.at)
        company.steps, company.reduced = 1, False
        for name in _JOINED:
            setattr(company, name, getattr(battalion, name))
    state.units.put(battalion, POOL)
    battalion.companies = ()
    battalion.steps = len(state.companies_out(battalion))
    battalion.end(OFF_TABLE)


@event
def joined(state: State, *, unit: str, companies: list[str], at: str, how: str) -> None:
    """Join companies into their battalion, in the worst state and with the flags of all (13.2)."""
    battalion, newcomers = state.units[unit], state.named(companies)
    together = newcomers if battalion.is_broken else [battalion, *newcomers]
    numbers = () if battalion.is_broken else battalion.numbers
    for name, joined_value in _JOINED.items():
        setattr(battalion, name, joined_value([getattr(unit, name) for unit in together]))
    state.units.put(battalion, at)
    battalion.moved = how
    for company in newcomers:
        state.units.put(company, POOL)
        company.end(OFF_TABLE)
    _count(battalion, (*numbers, *(number_of(company) for company in newcomers)))


def number_of(company: Unit) -> int:
    return int(company.id.removeprefix(f"{company.type.of}-"))


def _count(battalion: Unit, numbers: Iterable[int]) -> None:
    """Count a step for each company; their numbers are kept only if they are not the strongest."""
    known = tuple(sorted(numbers))
    battalion.steps = len(known)
    battalion.companies = () if known == tuple(range(1, len(known) + 1)) else known


@event
def step_returned(state: State, *, unit: str) -> None:
    """A replacement: the strongest company that a battalion lacks is there again (17.4)."""
    battalion = state.units[unit]
    numbers = [*battalion.numbers, *(number_of(company) for company in state.companies_out(battalion))]
    missing = next(company for company in state.companies_of(battalion) if number_of(company) not in numbers)
    state.units.put(missing, POOL)
    missing.steps = 1
    _count(battalion, (*battalion.numbers, number_of(missing)))


@event
def company_reduced(state: State, *, unit: str) -> None:
    """The weaker side of a company (19.46)."""
    state.units[unit].reduced = True


@event
def company_restored(state: State, *, unit: str) -> None:
    """The stragglers of a company are back (17.8)."""
    state.units[unit].reduced = False


def take_steps(state: State, unit: Unit, left: int) -> None:
    """Set the steps of a unit: the weakest companies are lost first, and without steps it is lost."""
    if unit.side == "axis" and not any(map(unit.can, ("hq", "lead", "ship"))):
        state.lost_steps += unit.steps - left
    unit.companies = unit.companies[:left]
    unit.steps = left
    if not left:
        state.units.put(unit, LOST)
        state.silenced.discard(unit.id)
        if unit.type.dummy:  # nobody need know any more where it lay (24.3)
            state.seals = {key: digest for key, digest in state.seals.items() if not hex_of(key)}
    _settle(state, state.units[unit.type.of] if unit.type.of else unit)


def _settle(state: State, battalion: Unit) -> None:
    """Place a battalion's counter after a loss: in the pool while companies are left, lost after the last."""
    if battalion.is_broken or not battalion.steps:
        battalion.steps = len(state.companies_out(battalion))
        state.units.put(battalion, POOL if battalion.steps else LOST)
        if battalion.is_broken:
            battalion.end(OFF_TABLE)


@event
def formation_changed(state: State, *, units: list[str], to: str) -> None:
    """Independent units are attached, or are a formation of their own again (15.2)."""
    for unit in state.named(units):
        unit.formation = to


# ── What happens in a fight, from the support given to the last step lost (9)


@event
def support_given(state: State, *, hex: Hex, by: list[str]) -> None:
    """Guns are assigned and fire, whether or not an attack follows; a marker is spent (9.2)."""
    state.assigned[hex] = [*state.assigned.get(hex, []), *by]
    _fire(state, by)


@event
def bombarded(state: State, *, hex: Hex, by: list[str], strength: int) -> None:
    """Units that bombard a hex do not support the attack on it (10.1)."""
    state.assigned[hex] = [id for id in state.assigned[hex] if id not in by]
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
    """Record how a side takes its hits."""
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


# ── What changes in supply (8) and ammunition (12)


@event
def supply_checked(state: State, *, out: list[str], back: list[str]) -> None:
    """Record who is now out of supply, and who is supplied again."""
    for ids, supplied in ((out, False), (back, True)):
        for unit in state.named(ids):
            unit.supplied = supplied


@event
def ammunition_given(state: State, *, units: list[str], stock: int) -> None:
    state.stock = stock
    for id in units:
        state.units[id].ammo = True
