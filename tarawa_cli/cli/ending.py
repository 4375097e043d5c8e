"""What a game came to, told when it is over, if the game has something to say of it."""

from tarawa_cli.kernel.hints import TYPE_CHECKING, Any
from tarawa_cli.kernel.session import Match

if TYPE_CHECKING:
    from tarawa_cli.kernel.look import Look


def told(match: Match[Any], in_full: bool = True) -> "Look | None":
    """What there is to tell, in full or without what takes a replay; None while the game continues."""
    if not match.game.moment(match.state).over:
        return None
    ending = match.game.looking.ending
    return ending(match, in_full) if ending else None


def lines(match: Match[Any]) -> list[str]:
    """As text, after whatever else is told, in short."""
    look = told(match)
    if not look:
        return []
    from tarawa_cli.cli.answers import ending

    return [line for block in ending(look.text()) for line in ("", block)]


def facts(match: Match[Any]) -> dict[str, Any]:
    """As a part of a JSON object."""
    look = told(match)
    return {look.key: look.facts()} if look else {}
