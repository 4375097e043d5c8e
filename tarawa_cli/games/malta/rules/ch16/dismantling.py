"""Strongpoints dismantled for engineers (16.25)."""

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.places import POOL
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rulebook import rule
from tarawa_cli.games.malta.rules.ch05.zones import Field
from tarawa_cli.games.malta.rules.ch07.stacking import has_room
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.play import Play


@rule("16.25")
def dismantlable(state: State) -> list[Hex]:
    """Strongpoints that no Axis unit is next to, by number."""
    return [at for at in sorted(state.strongpoints) if not _threatened(state, at)]


def _threatened(state: State, at: Hex) -> bool:
    near = [unit for hex in (at, *state.board.adjacent[at]) for unit in state.units_at(hex)]
    return any(unit.side == "axis" for unit in near)


def waiting(state: State) -> list[Unit]:
    """Engineers who have not come in yet."""
    return [unit for unit in state.units.values() if unit.type.entry == "strongpoint" and unit.at == POOL]


def engineers_due(state: State) -> int:
    """Companies that the strongpoints dismantled so far have set free, and that have not come in."""
    never = waiting(state)
    came = sum(unit.type.entry == "strongpoint" and unit not in never for unit in _in_game(state))
    return min(len(never), state.dismantled // state.charts.value("engineers") - came)


def _in_game(state: State) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.at != "absent"]


def homes(state: State) -> list[Unit]:
    """Headquarters with room for a company of engineers, in the order of the units."""
    never, field = waiting(state), Field(state)
    headquarters = [unit for unit in state.units.values() if unit.side == "allied" and unit.can("hq") and unit.on_map]
    return [unit for unit in headquarters if never and has_room(field, unit.at, [never[0]])]


@rule("16.25")
def check_dismantle(state: State, hexes: tuple[Hex, ...], home: Unit | None) -> None:
    for at in hexes:
        if at not in state.strongpoints:
            raise Refused("16.25", f"there is no strongpoint in {at}", lambda: _example(state))
        if _threatened(state, at):
            raise Refused("16.25", f"an Axis unit is in {at} or next to it", lambda: _example(state))
    if home and home not in homes(state):
        why = f"{home.id} is not an Allied headquarters on the map with room for engineers"
        raise Refused("16.25", why, lambda: _example(state))


def _example(state: State) -> str:
    found = dismantlable(state)
    return f"dismantle {found[0]}" if found else "next"


def dismantle(play: Play[State], hexes: tuple[Hex, ...], home: Unit | None) -> None:
    for at in hexes:
        apply.strongpoint_dismantled(play, "16.25", hex=at)
    bring_engineers(play, home)


@rule("16.25")
def bring_engineers(play: Play[State], home: Unit | None = None) -> None:
    """Every company that is due comes in with a headquarters, the one that was named if there is room."""
    while engineers_due(play.state) > 0 and (places := homes(play.state)):
        to = home if home in places else places[0]
        apply.engineers_arrived(play, "16.25", unit=waiting(play.state)[0].id, to=to.at)


def asks_dismantle(state: State) -> bool:
    return state.policies["allied"]["dismantle"] == "ask" and bool(dismantlable(state))
