"""Which part of a map of flat hexes fits a screen, and how large its hexes are."""

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Collection, Iterable, Sequence
from tarawa_cli.kernel.scene.canvas import Size
from tarawa_cli.kernel.scene.model import Scene


def window(scene: Scene, rows: Sequence[int], lines: int, high: int) -> Sequence[int]:
    """As many rows as there are lines for, where the fighting is."""
    most = max(1, (lines - high // 2) // high)
    if most >= len(rows):
        return rows
    weights = dict.fromkeys(rows, 0)
    for at, weight in fighting(scene).items():
        if scene.grid.row(at) in weights:
            weights[scene.grid.row(at)] += weight
    middle = sum(row * weight for row, weight in weights.items()) / (sum(weights.values()) or 1)

    def merit(start: int) -> tuple[int, float]:
        """All of the fighting, and as near to the middle as can be."""
        part = rows[start : start + most]
        return sum(weights[row] for row in part), -abs((part[0] + part[-1]) / 2 - middle)

    best = max(range(len(rows) - most + 1), key=merit)
    return rows[best : best + most]


def fighting(scene: Scene) -> dict[Hex, int]:
    """How much goes on in a hex: more where enemies are near."""
    sides: dict[str, set[Hex]] = {}
    for at, stack in scene.stacks().items():
        if at in scene.hexes:
            for counter in stack:
                sides.setdefault(counter.side, set()).add(at)
    found: dict[Hex, int] = {}
    for side, hexes in sides.items():
        enemies = {at for other, theirs in sides.items() if other != side for at in theirs}
        for at in hexes:
            near = any(scene.grid.distance(at, enemy) <= 2 for enemy in enemies)
            found[at] = found.get(at, 0) + (8 if near else 1)
    return found


def close_size(scene: Scene, shown: Collection[Hex], width: int, most: Iterable[int], widest: int = 24) -> Size | None:
    """The size of a close view: as wide as fits, as tall as some number of lines allows; None if it is too wide."""
    places = [scene.grid.place(at) for at in shown]
    columns = len({place.x for place in places})
    high, wide = max(place.y for place in places) - min(place.y for place in places), width // columns
    if wide < 9:
        return None
    limit = min(most)
    fits = [lines for lines in (6, 5, 4) if (high // 2 + 1) * lines + (high % 2) * (lines // 2) <= limit]
    return Size(min(wide, widest), fits[0] if fits else 4)


def parted(scene: Scene, shown: Collection[Hex], count: int) -> list[list[Hex]]:
    """Hexes split from west to east into parts of at most that many columns."""
    columns = sorted({scene.grid.place(at).x for at in shown})
    size = -(-len(columns) // -(-len(columns) // count)) if columns else 1
    parts = [columns[start : start + size] for start in range(0, len(columns), size)]
    return [[at for at in sorted(shown) if scene.grid.place(at).x in part] for part in parts]
