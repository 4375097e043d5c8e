"""What `export` writes, by name."""

from tarawa_cli.games.malta.exporting.position_file import position
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.door import Exports
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any
from tarawa_cli.kernel.look import Asked
from tarawa_cli.kernel.session import Match

if TYPE_CHECKING:
    from tarawa_cli.kernel.film import Camera


def _position(match: Match[State], asked: Asked) -> str:
    return position(match.state, match.side)


def _json(match: Match[State], asked: Asked) -> dict[str, Any]:
    from tarawa_cli.games.malta.looking.facts import whole

    return whole(match.state, match)


def _svg(match: Match[State], asked: Asked) -> str:
    from tarawa_cli.games.malta.exporting.picture import svg

    return svg(match.state, asked)


def _report(match: Match[State], asked: Asked) -> str:
    from tarawa_cli.games.malta.exporting.report import html

    return html(match)


def _film(match: Match[State], asked: Asked) -> str:
    from tarawa_cli.kernel.film.page import html

    return html(match, camera(match.state))


def camera(state: State) -> "Camera":
    from tarawa_cli.games.malta.exporting.film import MalteseCamera

    return MalteseCamera(state)


EXPORTS: Exports = {"position": _position, "json": _json, "svg": _svg, "html": _film, "report": _report}
