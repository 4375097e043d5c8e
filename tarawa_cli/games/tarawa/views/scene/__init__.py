"""Betio as a scene: what is on the map in a position, from which all maps, pictures and films are drawn."""

from tarawa_cli.games.tarawa.model.board import GRID, Board, neighbours
from tarawa_cli.games.tarawa.model.sequence import phase_name
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.views.scene import ground
from tarawa_cli.games.tarawa.views.scene.ground import mark
from tarawa_cli.games.tarawa.views.scene.palette import legend
from tarawa_cli.games.tarawa.views.scene.panels import figures, panels
from tarawa_cli.games.tarawa.views.scene.units import counters
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Callable, Collection
from tarawa_cli.kernel.scene.model import Counter, HexView, Mark, Name, Scene

LAYERS = ("units", "terrain", "areas", "control", "supply", "reach")
_OVERLAYS: dict[str, Callable[[State], Callable[[State, HexView], HexView]]] = {
    "terrain": lambda _: ground.printed,
    "areas": lambda _: ground.by_area,
    "control": lambda _: ground.controlled,
    "supply": ground.Supplied,
}


def scene(
    state: State,
    layer: str = "units",
    *,
    before: State | None = None,
    marked: Collection[Hex] = (),
    reach: dict[Hex, float] | None = None,
    in_full: bool = True,
) -> Scene:
    """All that is on the map; in a layer, since an earlier position, or with what a unit can reach and at what cost.

    Not in full it is what the whole map shows, without what only close views tell of units.
    """
    board = state.board
    views = ground.water() | {at: ground.view(state, at) for at in (*board.area_of, board.wreck)}
    if layer in _OVERLAYS:
        over = _OVERLAYS[layer](state)
        views = {at: over(state, view) for at, view in views.items()}
    shown = counters(state, in_full) if layer not in ("terrain", "areas") else {}
    extra = _extra(before, state, reach or {})
    for at, signs in extra.items():
        views[at] = views[at]._replace(marks=(*signs, *views[at].marks))
    return Scene(
        GRID,
        f"{'BETIO' if not marked else ' '.join(sorted(marked))} · {told(state)}",
        views,
        shown,
        _edges(board),
        names=[Name(beach.name.upper(), _short(beach.name), beach.landing) for beach in board.beaches.values()],
        panels=panels(state),
        figures=figures(state),
        legend=legend(state.charts, board),
        weights=_weights(state, shown, extra),
        open_grounds=("reef",),
        folded=("no units", "open reef"),
        marked=frozenset(marked),
    )


def told(state: State) -> str:
    """Turn, date and phase."""
    return f"Turn {state.turn} · {state.charts.turn(state.turn).label} · {phase_name(state.phase)}"


def _short(name: str) -> str:
    return name.upper().replace(" BEACH", "")


def _edges(board: Board) -> dict[tuple[Hex, Hex], str]:
    return (
        dict.fromkeys(board.roads, "road")
        | dict.fromkeys(board.ditches, "ditch")
        | dict.fromkeys(board.pier_sides, "pier")
    )


def _extra(before: State | None, state: State, reach: dict[Hex, float]) -> dict[Hex, list[Mark]]:
    """Signs for what has changed, the most important first, and for what can be reached."""
    found: dict[Hex, list[Mark]] = {}
    if before:
        from tarawa_cli.games.tarawa.views.scene.differences import marks  # start-up

        found = marks(before, state)
    for at, price in reach.items():
        found.setdefault(at, []).append(mark("reach", f"{price:g}", f"{price:g} AP to go there"))
    return found


def _weights(state: State, shown: dict[str, Counter], new: Collection[Hex]) -> dict[Hex, int]:
    """How much there is to see: land, fronts, and where somebody or something new is."""
    weights = dict.fromkeys(state.board.land, 1)
    held = state.cleared | state.occupied
    enemy = state.board.defended - state.cleared
    few, many = sorted((held, enemy), key=len)
    front = {(at, other) for at in few for other in neighbours(at) if other in many}
    weights |= dict.fromkeys((at for side in front for at in side if at in held), 2)
    for at in (*state.heads, *((state.board.wreck,) if state.wreck == "occupied" else ())):
        weights[at] = 2
    return weights | dict.fromkeys((one.at for one in shown.values()), 3) | dict.fromkeys(new, 3)
