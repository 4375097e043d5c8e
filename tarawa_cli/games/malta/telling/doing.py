"""Lines that say what can be done."""

from collections.abc import Iterable

from tarawa_cli.games.malta.model.state import State

MOST = 12


def do(command: str, why: str = "") -> str:
    """A line with a command to type; other lines are information."""
    return f"→ {command}{f' — {why}' if why else ''}"


def some(names: Iterable[str], limit: int = MOST) -> str:
    """The first of many names, and how many more there are."""
    found = list(names)
    more = f" and {len(found) - limit} more" if len(found) > limit else ""
    return f"{', '.join(found[:limit])}{more}"


def plan_step(state: State, zone: str) -> str:
    """How a jump is planned: in the open, or sealed."""
    if state.setting.options.sealed and state.phase != "airborne":
        return do("seal FILE", "FILE holds `zone` and `series`, one a line; without FILE nobody jumps")
    return do(zone, "a drop zone, by a name of your own; then `series NAME UNIT…`: who jumps there")
