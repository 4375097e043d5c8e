"""What happens to battalions and their companies: break-up, joining, the steps of both (13)."""

from collections.abc import Iterable

from tarawa_cli.games.malta.model.places import LOST, POOL
from tarawa_cli.games.malta.model.state import State, hex_of
from tarawa_cli.games.malta.model.unit import RESTS, Unit
from tarawa_cli.kernel.play import event

_JOINED = {name: one.joined for name, one in Unit.traits.items() if one.joined}
"""What a battalion's companies have from it, and it from them."""


@event
def broken_up(state: State, *, unit: str, companies: list[str]) -> None:
    """Put the companies of a battalion in its place, with its state and flags (13.1, 13.2)."""
    battalion = state.units[unit]
    for company in state.named(companies):
        state.units.put(company, battalion.at)
        company.steps, company.reduced = 1, False
        for name in _JOINED:
            setattr(company, name, getattr(battalion, name))
    state.units.put(battalion, POOL)
    battalion.companies = ()
    battalion.steps = len(state.companies_out(battalion))
    battalion.end(RESTS)


@event
def joined(state: State, *, unit: str, companies: list[str], at: str, how: str) -> None:
    """Join companies into their battalion, in the worst state and with the flags of all (13.2)."""
    battalion, newcomers = state.units[unit], state.named(companies)
    together = newcomers if battalion.is_broken else [battalion, *newcomers]
    numbers = () if battalion.is_broken else battalion.numbers
    _put_together(battalion, together)
    state.units.put(battalion, at)
    battalion.moved = how
    for company in newcomers:
        state.units.put(company, POOL)
        company.end(RESTS)
    _count(battalion, (*numbers, *(number_of(company) for company in newcomers)))


def _put_together(battalion: Unit, units: list[Unit]) -> None:
    for name, together in _JOINED.items():
        setattr(battalion, name, together([getattr(unit, name) for unit in units]))


def number_of(company: Unit) -> int:
    return int(company.id.removeprefix(f"{company.type.of}-"))


def _count(battalion: Unit, numbers: Iterable[int]) -> None:
    """A step for each company; which they are is kept only if they are not the strongest."""
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
    """Its stragglers are back (17.8)."""
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
    """A battalion's counter after a loss: in the pool as long as companies live, lost after the last."""
    if battalion.is_broken or not battalion.steps:
        battalion.steps = len(state.companies_out(battalion))
        state.units.put(battalion, POOL if battalion.steps else LOST)
        if battalion.is_broken:
            battalion.end(RESTS)


@event
def formation_changed(state: State, *, units: list[str], to: str) -> None:
    """Independent units are attached, or are a formation of their own again (15.2)."""
    for unit in state.named(units):
        unit.formation = to
