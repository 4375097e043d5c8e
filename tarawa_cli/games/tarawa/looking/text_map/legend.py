"""Below the map: the legend of the signs in the picture, the areas, and the markers that lie on them."""

from collections.abc import Collection, Iterable, Iterator

from tarawa_cli.games.tarawa.looking.text_map.scene import PALETTE, Mark, Scene, Sign
from tarawa_cli.games.tarawa.model.board import Area
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.telling.sentences import headline
from tarawa_cli.games.tarawa.telling.supply_status import by_words
from tarawa_cli.kernel.hexes import Hex
from tarawa_cli.kernel.render.hexmap import Line, Piece, in_rows, paint


def page(
    scene: Scene, lines: list[Line], areas: Iterable[Area], width: int, colour: bool, closely: Collection[Hex] = ()
) -> str:
    """A picture with its legend, the markers on its areas, and in a close view the supply of its units."""
    below = [*in_rows(legend(scene), width), *in_rows(_area_entries(scene, areas), width)]
    notes = [*_since(scene), *_notes(scene.state, areas), *_at_wreck(scene), *_supplies(scene, closely)]
    told = [line for note in notes for line in in_rows(note, width)]
    return paint([*lines, [], *below, *told], PALETTE if colour else None)


def legend(scene: Scene) -> list[Line]:
    """The meaning of each sign in a drawn scene."""
    used: dict[str, list[str]] = {}
    for key in sorted(word for keys in scene.used for word in keys.split()):
        name, _, sample = key.partition(":")
        used.setdefault(name, []).append(sample)
    told = {name: sign for name, sign in scene.signs.items() if name in used and sign.meaning}
    return [_entry(scene.marks[name], sign, used[name]) for name, sign in told.items()]


def _entry(mark: Mark, sign: Sign, samples: list[str]) -> Line:
    named = " ".join(dict.fromkeys(sample for sample in samples if sample))
    return [Piece(named or mark.text, mark.style), Piece(f" {sign.meaning}{' of that beach' * bool(named)}")]


def _area_entries(scene: Scene, areas: Iterable[Area]) -> Iterator[Line]:
    """Areas with their letters and how much of them is cleared, in the layers that are about that."""
    if scene.layer != "areas" and scene.width:
        return
    for area in areas:
        defended = [at for at in area.hexes if at in scene.board.defended]
        cleared = sum(at in scene.state.cleared for at in defended)
        yield [Piece(area.letter, "number"), Piece(f" {area.name} ({area.id}) cleared {cleared}/{len(defended)}")]


def _supplies(scene: Scene, closely: Collection[Hex]) -> Iterator[list[Line]]:
    """The supply of each unit, unless it is plain general supply or none, which its counter shows (8.2, 8.4)."""
    if scene.layer not in ("units", "supply"):
        return
    seen = [unit for unit in scene.state.ashore() if unit.hex in closely and unit.supply != "none"]
    for words, units in by_words(scene.state, seen).items():
        if words != "general":
            yield [[Piece(f"supply {words}:", "label")], *([Piece(id, "marine")] for id in units)]


def _at_wreck(scene: Scene) -> Iterator[list[Line]]:
    """The party at the wreck, which may not have landed yet (10.1.4)."""
    party = [unit.id for unit in scene.state.units.values() if unit.wrecking]
    if party and scene.layer == "units":
        yield [[Piece("at the wreck:", "label")], *([Piece(id, "marine")] for id in party)]


def _since(scene: Scene) -> Iterator[list[Line]]:
    """From when to when the picture shows what has changed."""
    if scene.before:
        yield [[Piece("changes:", "label")], [Piece(f"from {headline(scene.before)}")]]
        yield [[Piece(f"         to {headline(scene.state)}")]]


def _notes(state: State, areas: Iterable[Area]) -> Iterator[list[Line]]:
    """Markers that lie on whole areas."""
    shown = list(areas)
    kinds = {
        "chits": {area: f" {value or 'blank'}" for area, value in state.chits.items()},
        "area suppression": dict.fromkeys(state.area_suppression, ""),
        "air raid": {area: f" ({turns})" for area, turns in state.raids.items()},
    }
    for kind, values in kinds.items():
        entries = [[Piece(area.id + values[area.id], "marker")] for area in shown if area.id in values]
        if entries:
            yield [[Piece(f"{kind}:", "label")], *entries]
