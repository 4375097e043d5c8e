"""A hex from afar: the ground, and in each of the five layers the most important signs."""

from collections.abc import Callable, Iterator

from tarawa_cli.games.tarawa.looking.text_map.scene import SIGNS, Mark, Scene
from tarawa_cli.games.tarawa.model.board import LAND, PIER_FOOT
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.hints import NamedTuple


class Look(NamedTuple):
    """A hex from afar: its most important sign, and its signs if there is room for more."""

    short: Mark
    full: tuple[Mark, ...]


# ── The ground


def _plain(mark: Mark) -> Look:
    return Look(mark, (mark,))


def _water(scene: Scene, at: Hex) -> Look:
    """Water, in a layer that is about land."""
    return _plain(scene.marks["pier" if at in scene.board.pier else "reef"])


def ground(scene: Scene, at: Hex) -> Look:
    """A hex without units: its terrain, and who holds it."""
    kind = scene.board.terrain[at]
    if at in scene.board.defended:
        return _defended(scene, at, owned(scene, at, scene.marks[kind]))
    if kind in ("landing", "entry"):
        return _of_beach(scene, at, kind)
    return wreck(scene) if at == scene.board.wreck else _plain(owned(scene, at, scene.marks[kind]))


def owned(scene: Scene, at: Hex, mark: Mark) -> Mark:
    """A sign for ground in the colour of its owner; nobody holds what has not been entered."""
    if at in scene.state.cleared or at in scene.state.occupied:
        return mark._replace(style="own ground")
    return mark._replace(style="held ground") if at in scene.board.defended else mark


def _defended(scene: Scene, at: Hex, terrain: Mark) -> Look:
    """Land with defenders, cleared or not, and its pillboxes."""
    clear = at in scene.state.cleared
    status = scene.marks["cleared" if clear else "held"]
    if at in scene.board.pillboxes:
        boxes = pillboxes(scene, at)
        return Look(boxes[0], (terrain, *boxes, status))
    if clear:
        return Look(status, (terrain, status))
    return Look(Mark(terrain.text, status.style, f"{terrain.key} bare"), (terrain, status, status))


def pillboxes(scene: Scene, at: Hex) -> tuple[Mark, ...]:
    """The standing pillboxes, then the destroyed ones."""
    standing = _standing(scene.state, at)
    ruins = scene.board.pillboxes[at] - standing
    return (scene.marks["pillbox"],) * standing + (scene.marks["ruin"],) * ruins


def _standing(state: State, at: Hex) -> int:
    """How many pillboxes stand; clearing a hex destroys all."""
    return 0 if at in state.cleared else state.pillboxes_standing(at)


def _of_beach(scene: Scene, at: Hex, kind: str) -> Look:
    """A landing or entry hex, with the short name of its beach."""
    beach = scene.board.landing[at] if kind == "landing" else scene.board.entry_beach(at)
    mark = owned(scene, at, scene.marks[kind])
    number = beach[-1] if beach[-1].isdigit() else ""
    text = mark.text + (number or beach[0]) if kind == "entry" else (beach[0] + number if number else beach[:2])
    return Look(mark, tuple(Mark(sign, mark.style, f"{kind}:{text}") for sign in text))


def wreck(scene: Scene) -> Look:
    mark, held = scene.marks["wreck"], scene.marks["held"]
    return Look(mark, (mark, held) if scene.state.wreck == "occupied" else (mark,))


# ── The layers from afar


def _terrain_look(scene: Scene, at: Hex) -> Look:
    """Only what is printed on the map."""
    kind = "wreck" if at == scene.board.wreck else scene.board.terrain[at]
    mark = scene.marks[kind]
    return Look(mark, (mark,) * 3 if kind in LAND else (mark,))


def _units_look(scene: Scene, at: Hex) -> Look:
    stack = scene.units(at)
    if stack:
        return _stack(scene, at, stack)
    return _plain(scene.marks["head"]) if at in scene.state.heads else ground(scene, at)


def _stack(scene: Scene, at: Hex, stack: list[Unit]) -> Look:
    """Units from afar: letters for a stack or a load, steps for a unit alone, and markers on the hex."""
    first = scene.letter(stack[0])
    second = _second(scene, stack)
    markers = [scene.marks[key] for key in _markers(scene.state, at, stack)]
    fighting = [unit for unit in stack if not (unit.homeward or unit.emptied)]
    short = scene.marks["stack"] if len(fighting) > 1 else first
    if scene.width == 2 and markers and markers[0].key != "pin":
        return Look(short, (first, markers[0]))
    return Look(short, (first, second, *markers))


def _second(scene: Scene, stack: list[Unit]) -> Mark:
    """What stands beside the first letter: another unit, the load of a craft, or the steps."""
    if len(stack) > 2:
        return scene.marks["more"]
    if len(stack) == 2:
        return _paired(scene.letter(stack[1]))
    passenger = scene.passenger(stack[0])
    if passenger:
        return _paired(scene.letter(passenger))
    return scene.marks["load"] if stack[0].load else scene.steps(stack[0])


def _paired(mark: Mark) -> Mark:
    return mark._replace(key=f"{mark.key} pair")


def _markers(state: State, at: Hex, stack: list[Unit]) -> Iterator[str]:
    if at in state.heads:
        yield "head"
    if at in state.improved:
        yield "improved"
    if any(unit.pins for unit in stack):
        yield "pin"


def areas_look(scene: Scene, at: Hex) -> Look:
    """The letter of the area: capitals fill the hex while it is uncleared; otherwise one small letter."""
    if at not in scene.board.area_of:
        return _water(scene, at)
    letter = scene.board.areas[scene.board.area_of[at]].letter
    if scene.state.is_uncleared(at):
        mark = Mark(letter, "held", "capital")
        return Look(mark, (mark,) * 3)
    return _plain(Mark(letter.lower(), "cleared", "small"))


def _control_look(scene: Scene, at: Hex) -> Look:
    if at not in scene.board.area_of:
        return _water(scene, at)
    mark = scene.marks[control(scene.state, at)]
    if stack := scene.units(at):
        letter = scene.letter(stack[0])
        return Look(letter, (letter, mark))
    if mark.key == "held":
        return Look(mark, (mark,) * 3)
    secured = scene.marks["secured"]
    return Look(secured, (mark, secured)) if scene.board.area_of[at] in scene.secured else _plain(mark)


def control(state: State, at: Hex) -> str:
    """The sign for the owner of a land hex."""
    status = state.hex_status(at)
    if status == "airstrip":
        return "entered" if at in state.occupied else "unentered"
    return "held" if status == "uncleared" else status


def _supply_look(scene: Scene, at: Hex) -> Look:
    """Friendly ground that supply lines reach, and the units on it."""
    if scene.state.is_uncleared(at):
        return _plain(scene.marks["held"])
    if not traces(scene, at):
        return _water(scene, at)
    line = scene.marks["head" if at in scene.state.heads else "joined" if at in scene.joined else "cut"]
    stack = scene.units(at)
    if not stack:
        return _plain(line)
    letter = scene.letter(stack[0])
    adrift = Mark(letter.text.lower(), SIGNS["adrift"].style, f"{letter.key} adrift")
    return Look(letter if at in scene.joined else adrift, (letter, line))


def traces(scene: Scene, at: Hex) -> bool:
    """Whether supply lines can reach a hex."""
    return at == PIER_FOOT or at in scene.board.area_of


LOOKS: dict[str, Callable[[Scene, Hex], Look]] = {
    "units": _units_look,
    "terrain": _terrain_look,
    "areas": areas_look,
    "control": _control_look,
    "supply": _supply_look,
}
