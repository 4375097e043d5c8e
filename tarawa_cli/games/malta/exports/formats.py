"""What `export` writes, by name."""

from tarawa_cli.games.malta import find
from tarawa_cli.games.malta.exports.position_file import position
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.defaults import exports
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.presentation import Exports

ELSEWHERE = {"camera": "exports.film:MalteseCamera"}


def _position(match: Match[State]) -> str:
    return position(match.state, match.side)


EXPORTS: Exports = exports(find, _position, ELSEWHERE["camera"])
