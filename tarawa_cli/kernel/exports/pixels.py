"""Pictures made of pixels: a map as PNG, a game as a GIF with a frame for each turn.

Two libraries do the work. They are no part of an ordinary install, and are imported only here.
"""

from io import BytesIO

from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.hints import Any, Iterable, Iterator
from tarawa_cli.kernel.saves import journal
from tarawa_cli.kernel.saves.journal import Broken
from tarawa_cli.kernel.standard import import_module

WIDE = 1400
_MOVING = 1000
"""The width of a GIF, which holds many pictures."""
_SECONDS = 1.2
_LAST = 4.0
"""How long a frame is shown, and the last one."""
_COLOURS = 255


def png(svg: str, wide: int = 0) -> bytes:
    """A drawing as pixels."""
    return bytes(_library("resvg_py").svg_to_bytes(svg_string=svg, width=wide or WIDE))


def gif(still: str, changing: Iterable[str], wide: int = 0) -> bytes:
    """Drawings one after the other on one that stays, round and round; all in the colours of the last one."""
    image = _library("PIL.Image")
    ground = image.open(BytesIO(png(still, wide or _MOVING))).convert("RGBA")

    def pixels(drawing: str) -> Any:
        return image.alpha_composite(ground, image.open(BytesIO(png(drawing, wide or _MOVING)))).convert("RGB")

    frames = [*map(pixels, changing)]
    palette = frames[-1].quantize(_COLOURS)
    frames = [frame.quantize(palette=palette, dither=image.Dither.NONE) for frame in frames]
    made = BytesIO()
    shown = [int(1000 * seconds) for seconds in (*[_SECONDS] * (len(frames) - 1), _LAST)]
    frames[0].save(made, "GIF", save_all=True, append_images=frames[1:], duration=shown, loop=0)
    return made.getvalue()


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        needs = f"PNG and GIF need a library that is not installed: {name.partition('.')[0]}"
        raise BadFile(needs, hint="pip install 'tarawa-cli[pictures]'; svg and html need none") from None


def each_turn(match: Match[Any]) -> Iterator[Match[Any]]:
    """The match at its start, after each turn, and as it is; only as it is, if its journal cannot be replayed."""
    turn, shown = None, 0
    try:
        steps = [] if match.outdated else journal.replay(match.game, match.setup, match.source, match.entries)
        for step in steps:
            now = match.game.moment(step.state).turn
            match.state = step.state
            if now != turn:
                turn, shown = now, step.number
                yield match
    except Broken:
        pass
    if shown != len(match.entries) or turn is None:
        yield match
