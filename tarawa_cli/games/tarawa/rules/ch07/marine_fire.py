"""7.2.2: Marine fire suppresses a hex."""

from collections.abc import Sequence

from tarawa_cli.games.tarawa.geography.grid import distance, neighbours
from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07.ground import check_ap, check_can_act, is_unsupplied, standing
from tarawa_cli.games.tarawa.rules.ch07.support import check_shore, check_supporters, spend_support, support_modifiers
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.modifiers import Modifier
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.visible import plural


@rule("7.2.2")
def check_fire(state: State, unit: Unit, at: Hex, support: Sequence[str], shore: bool) -> None:
    check_can_act(state, unit)
    if not unit.type.on_foot:
        raise Refused(
            "7.2.2",
            f"only infantry and engineers can fire; {unit.id} can support",
            f"infantry or engineers next to {at}, with --support {unit.id}",
        )
    check_ap(state, unit, state.charts.value("fire-ap"), "7.2.2", "fire")
    if not state.is_uncleared(at):
        raise Refused("7.2.2", f"{at} is not an uncleared hex", _other_target(state, unit, at))
    if at not in neighbours(standing(unit)):
        raise Refused("7.2.2", f"{at} is not next to {unit.id}", _other_target(state, unit, at))
    if at in unit.fired:
        raise Refused("7.2", f"{unit.id} has suppressed {at} this turn already", _other_target(state, unit, at))
    check_supporters(state, [unit.id], support, [at], demolition=False)
    most = int(state.charts.value("fire-supporters"))
    if len(support) > most:
        helped = f" --support {' '.join(support[:most])}" if most else ""
        raise Refused("7.2.2", f"at most {plural(most, 'unit')} may support a fire", f"fire {unit.id} {at}{helped}")
    if shore:
        check_shore(state)


def _other_target(state: State, unit: Unit, at: Hex) -> str:
    """A legal fire at the hex nearest to the one named."""
    able = [hex for hex in neighbours(standing(unit)) if state.is_uncleared(hex) and hex not in unit.fired]
    nearest = min(able, key=lambda hex: (distance(hex, at), hex), default="")
    return f"fire {unit.id} {nearest}" if nearest else "nothing is left next to it to fire at"


@rule("7.2.2", "9.4")
def fire(play: Play[State], unit: Unit, at: Hex, support: Sequence[str], shore: bool) -> bool:
    """One fire; returns whether it leaves a suppression marker."""
    state = play.state
    apply.ap_spent(play, "7.2.2", unit=unit.id, cost=state.charts.value("fire-ap"))
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
