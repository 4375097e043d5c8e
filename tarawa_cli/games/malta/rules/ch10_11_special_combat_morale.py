"""Chapters 10 and 11: special combat, and the recovery of morale."""

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.charts import barrage_result
from tarawa_cli.games.malta.model.state import AIR_MARKER, DEMORALISED, OK, STATES, State, Unit, other_side
from tarawa_cli.games.malta.model.work import StepsLeft, UnitIds, decision, work
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex, is_fort
from tarawa_cli.games.malta.rules.ch06_movement import can_cross, can_overrun, overrun
from tarawa_cli.games.malta.rules.ch07_08_stacking_supply import equivalents, has_room
from tarawa_cli.games.malta.rules.ch09_combat import StrengthLine, halved, planned
from tarawa_cli.games.malta.rules.ch09_combat.attacking import check_odds, open_attack
from tarawa_cli.games.malta.rules.ch09_combat.hits import chosen_by_answer, lose_step, mark
from tarawa_cli.games.malta.rules.ch12_15_artillery_to_formations import helps_recovery, leads, rolls_command
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.play import Play, Question
from tarawa_cli.kernel.errors import Refused, allows
from tarawa_cli.kernel.hints import Annotated, Iterable, Iterator, NamedTuple
from tarawa_cli.kernel.saves.readers import choice, count

# ── 10 Special combat


# ── Bombardment (10.1) by guns, ships and planes assigned to a hex


TABLE = "bombardment"


class BombardmentOdds(NamedTuple):
    """The strength, column and shifts of a bombardment."""

    lines: tuple[StrengthLine, ...]
    heads: str
    """The row of heads, by what is in the hex."""
    start: str | None
    """The column before shifts; None: too weak for any."""
    shifts: list[Modifier]

    @property
    def total(self) -> int:
        return sum(line.value for line in self.lines)


@rule("10.1")
def bombardment_odds(state: State, at: Hex, by: Iterable[str]) -> BombardmentOdds:
    """Strength, row and column, and all shifts."""
    lines = tuple(StrengthLine(id, fire(state, id, at)) for id in by)
    heads = row(state, at)
    start = state.charts.table(TABLE).column_for(sum(line.value for line in lines), heads=heads)
    return BombardmentOdds(lines, heads, start, list(shifts(state, at)))


@rule("10.1")
def fire(state: State, id: str, at: Hex) -> int:
    """The strength of one of them: guns and ships are halved against a town and at night, and by nothing else."""
    if id == AIR_MARKER:
        return state.charts.value("bombardment-air")
    unit = state.units[id]
    value = unit.type.bombard if unit.can("ship") else unit.type.weakened(unit.type.offence, unit.steps)
    for halves in (state.board.terrain[at] == "town", state.night):
        value = halved(value) if halves else value
    return value


def targets(state: State, at: Hex) -> list[Unit]:
    """The enemy units in a hex."""
    return state.side_at(other_side(state.active), at)


@rule("10.1")
def row(state: State, at: Hex) -> str:
    """The row by battalion equivalents, at least 1; the last row only with a headquarters."""
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
    given = state.assigned.get(at, [])
    if at in state.bombarded:
        raise Refused("10.1", f"{at} has already been bombarded in this phase", lambda: _example_of_bombardment(state))
    if not given:
        raise Refused("10.1", f"nothing was assigned to {at} (9.2)", lambda: _example_of_bombardment(state))
    missing = [id for id in by if id not in given]
    if missing:
        named = "no planes were" if missing[0] == AIR_MARKER else f"{missing[0]} was not"
        raise Refused("10.1", f"{named} assigned to {at}", lambda: _example_of_bombardment(state))
    found = bombardment_odds(state, at, by)
    if found.start is None:
        least = next(head for head in state.charts.table(TABLE).heads[found.heads] if head != "-")
        why = f"a strength of {found.total} is too low for {at}: {least} is needed"
        raise Refused("10.1", why, lambda: _example_of_bombardment(state))


def _example_of_bombardment(state: State) -> str:
    able = bombardable(state)
    return f"bombard {able[0]}" if able else "next"


def bombardable(state: State) -> list[Hex]:
    """Hexes that can be bombarded with all that was assigned to them, by number."""
    hexes = sorted(
        at for at in state.assigned if at not in state.bombarded and state.assigned[at] and targets(state, at)
    )
    return [at for at in hexes if bombardment_odds(state, at, state.assigned[at]).start]


# ── Carrying it out


@rule("10.1")
def bombard(play: Play[State], at: Hex, by: tuple[str, ...]) -> None:
    state = play.state
    found = bombardment_odds(state, at, by)
    assert found.start is not None
    apply.bombarded(play, "10.1", hex=at, by=list(by), strength=found.total)
    table = state.charts.table(TABLE)
    result = play.roll(table, rule="10.1", column=found.start, shifts=found.shifts, on=at)[0].result
    letter, steps = barrage_result(result)
    if letter:
        units = [unit.id for unit in targets(state, at) if not unit.can("lead")]
        most = sum(unit.steps for unit in state.named(units)) // 2  # a maximum, so rounded down
        play.push(shelled, units=units, left=steps, most=most, letter=letter)


@work
@rule("10.1")
def shelled(play: Play[State], units: list[str], left: int, most: int, letter: str) -> None:
    """Lose the next step to a bombardment, of the owner's choice; then apply D or Z."""
    able = play.state.remaining(units)
    if not able:
        return
    if not left or not most:
        _shake(play, able, letter, most)
        return
    chosen = chosen_by_answer(play.state, able)
    if chosen:
        shell_answered(play, chosen.id, units, left, most, letter)
    else:
        play.push(ask_shell_step, units=units, left=left, most=most, letter=letter)


@decision
def ask_shell_step(
    state: State,
    units: UnitIds,
    left: Annotated[int, count(1, 2)],
    most: StepsLeft,
    letter: Annotated[str, choice("D", "Z")],
) -> Question:
    able = state.remaining(units)
    text = f"Who loses a step to the bombardment ({left} to lose)?"
    return Question(text, [unit.id for unit in able], able[0].side)


@ask_shell_step.answered
def shell_answered(play: Play[State], answer: str, units: list[str], left: int, most: int, letter: str) -> None:
    play.push(shelled, units=units, left=left - 1, most=most - 1, letter=letter)
    lose_step(play, play.state.units[answer], "10.1")


def _shake(play: Play[State], units: list[Unit], letter: str, most: int) -> None:
    """Apply D or Z; at most half of the steps in the hex are lost in one bombardment, including Demoralised units."""
    for unit in units:
        costs = letter == "Z" and unit.state == DEMORALISED
        if not unit.can("coast-gun") and (most or not costs):
            mark(play, unit, letter, "10.1")
            most -= costs


# ── Breakthrough (10.3)


@rule("10.3")
def leaders_for(state: State, units: list[Unit]) -> list[Unit]:
    """Leaders of the stack's formation with it or next to it who have not tried in this phase, the best first."""
    near = {units[0].at, *state.board.adjacent[units[0].at]}
    found = [
        unit
        for unit in state.units.values()
        if unit.side == units[0].side and unit.can("lead") and unit.at in near and not unit.tried
        if all(
            leads(state, unit, each.formation) or (each.side == "allied" and each.formation == "fortress")
            for each in units
        )
    ]
    return sorted(found, key=lambda leader: -leader.rating)


@rule("10.3")
def stacks(state: State) -> list[list[Unit]]:
    """Units of the active side that advanced and may continue, by hex, where a leader can still try."""
    own = [unit for unit in state.units.values() if unit.side == state.active and unit.on_map]
    able = [unit for unit in own if unit.advanced and unit.state == OK]
    found = [[unit for unit in able if unit.at == at] for at in sorted({unit.at for unit in able})]
    return [stack for stack in found if leaders_for(state, stack)]


def next_hexes(field: HexIndex, units: list[Unit]) -> list[Hex]:
    """The hexes to which a stack can move before it attacks, ignoring zones of control."""
    at = units[0].at
    return [
        there
        for there in field.board.adjacent[at]
        if all(can_cross(unit.type.mobility, at, there) and can_overrun(field, unit, there) for unit in units)
        and has_room(field, there, units)
    ]


@rule("10.3")
def check_breakthrough(state: State, units: list[Unit], to: Hex, on: Hex) -> None:
    """Refused unless the units advanced together, a leader is there, and the move and the attack are legal."""
    for unit in units:
        if unit.side != state.active:
            raise Refused("10.3", f"{unit.id} belongs to the other side", lambda: _example_of_breakthrough(state))
        if not unit.advanced:
            why = f"{unit.id} has not advanced in this combat phase"
            raise Refused("10.3", why, lambda: _example_of_breakthrough(state))
        if unit.state != OK:
            raise Refused("10.3", f"{unit.id} is {unit.state}", lambda: _example_of_breakthrough(state))
    if len({unit.at for unit in units}) > 1:
        raise Refused("10.3", "only one stack can break through at a time", lambda: _example_of_breakthrough(state))
    if not leaders_for(state, units):
        why = "no leader of its formation who can still try is in the stack's hex or next to it"
        raise Refused("10.3", why, lambda: _example_of_breakthrough(state))
    if to and to not in next_hexes(HexIndex(state), units):
        why = f"{to} is not a hex next to {units[0].at} that all of them can enter"
        raise Refused("10.3", why, lambda: _example_of_breakthrough(state))
    start = to or units[0].at
    for unit in units:
        if on not in state.board.adjacent[start] or not can_cross(unit.type.mobility, start, on):
            raise Refused("10.3", f"{unit.id} cannot attack {on} from {start}", lambda: _example_of_breakthrough(state))
    fight = planned(state, units, on)
    if not fight.defenders:
        raise Refused("9.1", f"cannot attack {on}: no enemy is there", lambda: _example_of_breakthrough(state))
    check_odds(state, fight._replace(offence=()), lambda: _example_of_breakthrough(state))


def _example_of_breakthrough(state: State) -> str:
    """A breakthrough that can be tried, as an order."""
    found = thrusts(state)
    if not found:
        return "next"
    units, to, on = found[0]
    return " ".join(filter(None, ["break-through", *(unit.id for unit in units), to, "--on", on]))


def is_open(state: State, units: list[Unit], to: Hex, on: Hex) -> bool:
    return allows(check_breakthrough, state, units, to, on)


def thrusts(state: State) -> list[tuple[list[Unit], Hex, Hex]]:
    """Every breakthrough of a whole stack: who, the hex it goes to first if any, and the hex it attacks."""
    enemy, field = other_side(state.active), HexIndex(state)
    found = []
    for units in stacks(state):
        for to in ("", *next_hexes(field, units)):
            around = state.board.adjacent[to or units[0].at]
            held = [at for at in around if field.units(enemy, at) and at != to]
            found += [(units, to, at) for at in held if is_open(state, units, to, at)]
    return found


# ── Carrying it out


@rule("10.3")
def break_through(play: Play[State], units: list[Unit], to: Hex, on: Hex) -> None:
    """Roll for the leader; if he succeeds, the stack moves and attacks, without support on either side."""
    leader = leaders_for(play.state, units)[0]
    ids = [unit.id for unit in units]
    urged = rolls_command(play, leader, "10.3")
    apply.breakthrough_tried(play, "10.3", leader=leader.id, units=ids, succeeds=urged)
    if not urged:
        return
    play.push(thrust, units=ids, on=on)
    if to:
        apply.broken_through(play, "10.3", units=ids, to=to)
        overrun(play, units[0].side, to)


@work
@rule("10.3")
def thrust(play: Play[State], units: list[str], on: Hex) -> None:
    open_attack(play, play.state.named(units), on, guns=False)


# ── 11 Morale


@rule("11.5")
def recover(play: Play[State]) -> None:
    """Each shaken unit of the active side that did not attack rolls a die."""
    state = play.state
    for unit in state.units.values():
        if unit.side == state.active and unit.on_map and unit.state != OK and not unit.attacked:
            _roll(play, unit)


def modifiers(state: State, unit: Unit) -> list[Modifier]:
    field = HexIndex(state)
    found = [] if unit.supplied else [state.charts.modifier("recovery-supply")]
    if field.is_beside_combat_unit(unit.side, unit.at):
        found.append(state.charts.modifier("recovery-enemy"))
    return [*found, *helps_recovery(state, unit)]


@rule("11.5", "9.93")
def _roll(play: Play[State], unit: Unit) -> None:
    state = play.state
    morale = unit.type.morale
    if unit.state == DEMORALISED:
        morale += state.charts.value("demoralised-morale")
    purpose = f"recovery, {morale} or less"
    thrown = play.throw(1, modifiers(state, unit), purpose=purpose, rule="11.5", on=unit.id)
    if thrown.dice[0] != state.charts.value("recovery-fails") and thrown.total <= morale:
        better = STATES[STATES.index(unit.state) - 1]
        apply.state_changed(play, "11.5", unit=unit.id, to=better)
