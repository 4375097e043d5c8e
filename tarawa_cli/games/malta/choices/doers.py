"""Who can do something to a hex now: the legal orders, read by the hex that they name."""

from tarawa_cli.games.malta.choices.legal import commands
from tarawa_cli.games.malta.geography.grid import is_hex
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.hexes import Hex


def doers(state: State) -> dict[Hex, dict[str, list[str]]]:
    """By hex and order, the units that some legal order sends there."""
    found: dict[Hex, dict[str, dict[str, None]]] = {}
    for command in commands(state):
        name, *words = command.split()
        hexes = [word for word in words if is_hex(word)]
        if hexes:
            named = found.setdefault(hexes[-1], {}).setdefault(name, {})
            named.update((word, None) for word in words if word in state.units or word == "--air")
    return {at: {name: _named(units) for name, units in orders.items()} for at, orders in found.items()}


def _named(units: dict[str, None]) -> list[str]:
    return ["planes" if unit == "--air" else unit for unit in units]
