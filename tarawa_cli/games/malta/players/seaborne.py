"""How a player brings his men ashore: who embarks, and at what the warships fire."""

from tarawa_cli.games.malta.geography.grid import distance
from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.orders import Order
from tarawa_cli.games.malta.orders.sea import Embark, Shoot
from tarawa_cli.games.malta.players.ground import Ground
from tarawa_cli.games.malta.rules.ch16.coast_guns import boxes, pairs, target_hex
from tarawa_cli.games.malta.rules.ch18.boxes import next_lift, possible
from tarawa_cli.kernel.hexes import Hex


def embark(state: State) -> tuple[Order, str] | None:
    """What the plan says; who is left over, or has no plan, goes where it costs the least."""
    if not state.setting.options.own_plan and not _is_planned_out(state):
        return Embark(), "as planned"
    ground = Ground(state, "axis")
    able = list(possible(state))
    if not able:
        return None
    unit, at, wave = max(able, key=lambda one: (_merit(ground, *one), one[0].id, one[1]))
    return Embark((unit.id,), at, wave), "the best beach that is open"


def _is_planned_out(state: State) -> bool:
    return next(next_lift(state), None) is None


def _merit(ground: Ground, unit: Unit, at: Hex, wave: int) -> float:
    """Beaches that are held, or weakly defended, and near to what is wanted; fighters before guns."""
    held = 4.0 if ground.state.controller(at) == "axis" else 0.0
    near = sum(
        defence for foe, defence in ground.strength.items() if foe == at or foe in ground.state.board.adjacent[at]
    )
    return held + ground.pull.get(at, 0.0) - 0.3 * near + (1.0 if unit.can("combat") else 0.0) - 0.1 * wave


def shoot(state: State) -> tuple[Order, str] | None:
    """Ships fire at guns that bear on beaches where somebody lands."""
    landing = [target_hex(state, box) for box in boxes(state)]
    shots = [(ship, target) for ship, target in pairs(state) if ship.can("ship")]
    if not shots or not landing:
        return None

    def merit(shot: tuple[Unit, str]) -> tuple[int, str, str]:
        gun = target_hex_of(state, shot[1])
        return -min(distance(gun, at) for at in landing), shot[0].id, shot[1]

    ship, target = max(shots, key=merit)
    return Shoot(ship.id, target), "it threatens the boats"


def target_hex_of(state: State, target: str) -> Hex:
    """Where a coast gun is, by whatever name it has."""
    unit = state.units.get(target)
    return unit.at if unit else target.rpartition("coast-gun-")[2][:4]
