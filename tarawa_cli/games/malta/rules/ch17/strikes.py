"""Air strikes on coast guns (17.5), each morning."""

from tarawa_cli.games.malta.model import apply, names
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.model.work import UnitId, work
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch16.dummy import ask_to_reveal
from tarawa_cli.games.malta.rules.ch17.weather import daily
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.play import Play
from tarawa_cli.kernel.visible import plural


@rule("17.5")
def strikes_left(state: State) -> int:
    return daily(state, "strikes") - state.strikes


def targets(state: State) -> list[Unit]:
    """Coast guns that can be struck: all on the map, those that are ready to fire before the silenced ones."""
    guns = [unit for unit in state.units.values() if _can_be_struck(unit)]
    return sorted(guns, key=lambda gun: gun.id in state.silenced)


def _can_be_struck(unit: Unit) -> bool:
    return unit.can("coast-gun") and unit.on_map


def can_strike(state: State) -> bool:
    return strikes_left(state) > 0 and bool(targets(state))


@rule("17.5")
def check_strike(state: State, guns: list[Unit]) -> None:
    for gun in guns:
        known = names.known_as(state, gun) if gun.on_map else gun.id
        if not _can_be_struck(gun):
            raise Refused("17.5", f"{known} is not a coast gun on the map", lambda: _example(state))
    left = strikes_left(state)
    if len(guns) > left:
        raise Refused(
            "17.5", f"{plural(len(guns), 'air strike')} ordered, {left} left this morning", lambda: _example(state)
        )


def _example(state: State) -> str:
    return f"strike {names.known_as(state, targets(state)[0])}" if can_strike(state) else "next"


def strike(play: Play[State], guns: list[Unit]) -> None:
    """One strike after the other."""
    for gun in reversed(guns):
        play.push(fly, gun=gun.id)
    ask_to_reveal(play, guns)


@work
@rule("17.5", "16.5")
def fly(play: Play[State], gun: UnitId) -> None:
    """One strike; it is not flown if the gun is destroyed by now. A dummy that is hit shows itself, and is gone."""
    state, target = play.state, play.state.units[gun]
    if not _can_be_struck(target):
        return
    known = names.known_as(state, target)
    apply.strike_flown(play, "17.5", gun=known)
    row, _ = play.roll(state.charts.table("air-strike"), rule="17.5", column="1", on=known)
    if row.result == "destroyed" or (row.result == "silenced" and target.type.dummy):
        apply.unit_lost(play, "17.5", unit=gun)
    elif row.result == "silenced" and gun not in state.silenced:
        apply.gun_silenced(play, "17.5", gun=known)


def end_strikes(play: Play[State]) -> None:
    apply.strikes_over(play, "17.5")
