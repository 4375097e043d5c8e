"""Bombardment (10.1) by guns, ships and planes assigned to a hex."""

from collections.abc import Iterable, Iterator

from tarawa_cli.games.malta.model import apply, results
from tarawa_cli.games.malta.model.state import AIR_MARKER, DEMORALISED, State, Unit, other_side
from tarawa_cli.games.malta.model.work import StepsLeft, UnitIds, decision, work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import is_fort
from tarawa_cli.games.malta.rules.ch07.stacking import equivalents
from tarawa_cli.games.malta.rules.ch09.hits import lose_step, mark, worth
from tarawa_cli.games.malta.rules.ch09.strengths import Line, halved
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import Annotated, NamedTuple
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.readers import choice, count
from tarawa_cli.kernel.unfinished import Question

TABLE = "bombardment"


class Barrage(NamedTuple):
    """The strength, column and shifts of a bombardment."""

    lines: tuple[Line, ...]
    heads: str
    """The row of heads, by what is in the hex."""
    start: str | None
    """The column before shifts; None: too weak for any."""
    shifts: list[Modifier]

    @property
    def total(self) -> int:
        return sum(line.value for line in self.lines)


@rule("10.1")
def reckon(state: State, at: Hex, by: Iterable[str]) -> Barrage:
    """Strength, row and column, and all shifts."""
    lines = tuple(Line(id, fire(state, id, at)) for id in by)
    heads = row(state, at)
    start = state.charts.table(TABLE).column_for(sum(line.value for line in lines), heads=heads)
    return Barrage(lines, heads, start, list(shifts(state, at)))


@rule("10.1")
def fire(state: State, id: str, at: Hex) -> int:
    """What one of them counts: guns and ships are halved at a town and at night, and by nothing else."""
    if id == AIR_MARKER:
        return state.charts.value("bombardment-air")
    unit = state.units[id]
    value = unit.type.bombard if unit.can("ship") else unit.type.weakened(unit.type.offence, unit.steps)
    for halves in (state.board.terrain[at] == "town", state.night):
        value = halved(value) if halves else value
    return value


def targets(state: State, at: Hex) -> list[Unit]:
    """The enemy units in a hex."""
    return [unit for unit in state.units_at(at) if unit.side == other_side(state.active)]


@rule("10.1")
def row(state: State, at: Hex) -> str:
    """By battalion equivalents, at least 1; the last row only with a headquarters."""
    units = targets(state, at)
    full = state.charts.value("stacking")
    count = min(max(1, equivalents(units)), full)
    return f"{count}-hq" if count == full and any(unit.can("hq") for unit in units) else str(count)


@rule("10.1")
def shifts(state: State, at: Hex) -> Iterator[Modifier]:
    units = [unit for unit in targets(state, at) if not unit.can("lead")]
    if any(unit.can("gun") for unit in units):
        yield state.charts.modifier("bombardment-guns")
    if is_fort(state, at):
        yield state.charts.modifier("bombardment-fort")
    around = [unit for other in state.board.adjacent[at] for unit in state.units_at(other)]
    if not any(unit.side == state.active for unit in around):
        yield state.charts.modifier("bombardment-far")
    if units and all(unit.can("tank") for unit in units):
        yield state.charts.modifier("bombardment-tanks")


# ── The law


@rule("10.1")
def check_bombard(state: State, at: Hex, by: tuple[str, ...]) -> None:
    given = state.given.get(at, [])
    if at in state.bombarded:
        raise Refused("10.1", f"{at} has already been bombarded in this phase", lambda: _example(state))
    if not given:
        raise Refused("10.1", f"nothing was assigned to {at} (9.2)", lambda: _example(state))
    missing = [id for id in by if id not in given]
    if missing:
        named = "no planes were" if missing[0] == AIR_MARKER else f"{missing[0]} was not"
        raise Refused("10.1", f"{named} assigned to {at}", lambda: _example(state))
    found = reckon(state, at, by)
    if found.start is None:
        least = next(head for head in state.charts.table(TABLE).heads[found.heads] if head != "-")
        why = f"a strength of {found.total} is too low for {at}: {least} is needed"
        raise Refused("10.1", why, lambda: _example(state))


def _example(state: State) -> str:
    able = bombardable(state)
    return f"bombard {able[0]}" if able else "next"


def bombardable(state: State) -> list[Hex]:
    """Hexes that can be bombarded with all that was assigned to them, by number."""
    hexes = sorted(at for at in state.given if at not in state.bombarded and state.given[at] and targets(state, at))
    return [at for at in hexes if reckon(state, at, state.given[at]).start]


# ── Carrying it out


@rule("10.1")
def bombard(play: Play[State], at: Hex, by: tuple[str, ...]) -> None:
    state = play.state
    found = reckon(state, at, by)
    assert found.start is not None
    apply.bombarded(play, "10.1", hex=at, by=list(by), strength=found.total)
    table = state.charts.table(TABLE)
    result = play.roll(table, rule="10.1", column=found.start, shifts=found.shifts, on=at)[0].result
    letter, steps = results.barrage(result)
    if letter:
        units = [unit.id for unit in targets(state, at) if not unit.can("lead")]
        most = sum(unit.steps for unit in state.named(units)) // 2  # a maximum, so rounded down
        play.push(shelled, units=units, left=steps, most=most, letter=letter)


@work
@rule("10.1")
def shelled(play: Play[State], units: list[str], left: int, most: int, letter: str) -> None:
    """Lose the next step to a bombardment, of the owner's choice; then apply D or Z."""
    able = alive(play.state, units)
    if not able:
        return
    if not left or not most:
        _shake(play, able, letter, most)
        return
    policy = play.state.policies[able[0].side]["steps"]
    if policy == "ask" and len(able) > 1:
        play.push(ask_shell_step, units=units, left=left, most=most, letter=letter)
        return
    choose = min if policy == "weakest" else max
    shell_answered(play, choose(able, key=worth).id, units, left, most, letter)


def alive(state: State, units: list[str]) -> list[Unit]:
    return [unit for unit in state.named(units) if unit.steps and unit.on_map]


@decision
def ask_shell_step(
    state: State,
    units: UnitIds,
    left: Annotated[int, count(1, 2)],
    most: StepsLeft,
    letter: Annotated[str, choice("D", "Z")],
) -> Question:
    able = alive(state, units)
    text = f"Who loses a step to the bombardment ({left} to lose)?"
    return Question(text, [unit.id for unit in able], able[0].side)


@ask_shell_step.answered
def shell_answered(play: Play[State], answer: str, units: list[str], left: int, most: int, letter: str) -> None:
    play.push(shelled, units=units, left=left - 1, most=most - 1, letter=letter)
    lose_step(play, play.state.units[answer], "10.1")


def _shake(play: Play[State], units: list[Unit], letter: str, most: int) -> None:
    """Not more than half of the steps in the hex are lost in one bombardment, Demoralised units included."""
    for unit in units:
        costs = letter == "Z" and unit.state == DEMORALISED
        if not unit.can("coast-gun") and (most or not costs):
            mark(play, unit, letter, "10.1")
            most -= costs
