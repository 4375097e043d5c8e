"""Two hex wargames, Tarawa and Island of Death: played from a shell, or from Python with the names listed here.

    >>> import tarawa_cli
    >>> game = tarawa_cli.start("red-beach-3", seed=3)
    >>> game.legal()[0]
    'embark 2/8A lvt-1 red3 1424'

Each name is imported when it is first used, so that the programs start as fast as without them.
"""

__version__ = "0.3.1"
__all__ = [
    "Area",
    "BadFile",
    "BadOrder",
    "Event",
    "Game",
    "GameError",
    "Hex",
    "Played",
    "Refused",
    "Simulation",
    "Unit",
    "load",
    "scenarios",
    "simulate",
    "start",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tarawa_cli.kernel.engine.play import Event
    from tarawa_cli.kernel.errors import BadFile, BadOrder, GameError, Refused
    from tarawa_cli.library.game import Game
    from tarawa_cli.library.position import Area, Hex, Played, Unit
    from tarawa_cli.library.simulation import Simulation, simulate
    from tarawa_cli.library.starting import load, scenarios, start

_HOMES = {
    "kernel.engine.play": ("Event",),
    "kernel.errors": ("BadFile", "BadOrder", "GameError", "Refused"),
    "library.game": ("Game",),
    "library.position": ("Area", "Hex", "Played", "Unit"),
    "library.simulation": ("Simulation", "simulate"),
    "library.starting": ("load", "scenarios", "start"),
}
"""By module: the names that it gives to the package."""


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            from importlib import import_module  # start-up  # noqa: TID251 - no program asks for a name

            found: object = getattr(import_module(f"{__name__}.{home}"), name)
            globals()[name] = found
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*__all__, *globals()])
