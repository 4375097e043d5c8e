"""7.2.2: Marine fire suppresses a hex."""

from collections.abc import Sequence

from tarawa_cli.games.tarawa import apply
from tarawa_cli.games.tarawa.rules.ground import check_ap, check_can_act, is_unsupplied, standing
from tarawa_cli.games.tarawa.rules.support import check_shore, check_supporters, spend_support, support_modifiers
from tarawa_cli.games.tarawa.state import State, Unit
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex, neighbours
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.rulebook import rule

FIRE_AP = 1


@rule("7.2.2")
def check_fire(state: State, unit: Unit, at: Hex, support: Sequence[str], shore: bool) -> None:
    check_can_act(state, unit)
    if not unit.type.on_foot:
        raise Refused(
            "7.2.2", f"only infantry and engineers fire; {unit.id} can support", f"fire … {at} --support {unit.id}"
        )
    check_adjacent_target(state, unit, at, "7.2.2")
    if at in unit.fired:
        raise Refused("7.2", f"{unit.id} has suppressed {at} this turn already", "another target, or an attack")
    check_ap(state, unit, FIRE_AP, "7.2.2", "fire")
    if len(support) > 1:
        raise Refused("7.2.3", "one unit at most supports a fire", f"fire {unit.id} {at} --support {support[0]}")
    check_supporters(state, [unit.id], support, [at], demolition=False)
    if shore:
        check_shore(state)


def check_adjacent_target(state: State, unit: Unit, at: Hex, rule: str) -> None:
    """An uncleared hex next to the unit."""
    beside = [hex for hex in neighbours(standing(unit)) if state.is_uncleared(hex)]
    hint = f"next to it: {' '.join(beside)}" if beside else "nothing uncleared is next to it: move"
    if not state.is_uncleared(at):
        raise Refused(rule, f"{at} is not an uncleared hex", hint)
    if at not in beside:
        raise Refused(rule, f"{at} is not next to {unit.id}", hint)


@rule("7.2.2", "9.4")
def fire(play: Play[State], unit: Unit, at: Hex, support: Sequence[str], shore: bool) -> bool:
    """One fire; true if it leaves a suppression marker."""
    state = play.state
    apply.ap_spent(play, "7.2.2", unit=unit.id, cost=FIRE_AP)
    spend_support(play, support, shore)
    modifiers = marine_morale(state) + support_modifiers(play, support, [at], shore, demolition=False)
    if is_unsupplied(unit):
        modifiers.append(state.charts.modifier("unsupplied-fire"))
    row, _ = play.roll(state.charts.table("marine-fire"), modifiers, rule="7.2.2", on=at)
    if row.result not in ("S", "S*"):
        return False
    apply.hex_suppressed(play, "7.2.2", unit=unit.id, hex=at, markers=state.suppressed.get(at, 0) + 1)
    return True


@rule("9.4")
def marine_morale(state: State) -> list[Modifier]:
    level = state.level("marines")
    return [Modifier(level, "Marine general morale", "9.4")] if level else []
