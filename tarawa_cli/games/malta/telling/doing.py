"""Lines that say what can be done."""

from collections.abc import Iterable

MOST = 12


def do(command: str, why: str = "") -> str:
    """A line with a command to type; other lines are information."""
    return f"→ {command}{f' — {why}' if why else ''}"


def some(names: Iterable[str], limit: int = MOST) -> str:
    """The first of many names, and how many more there are."""
    found = list(names)
    more = f" and {len(found) - limit} more" if len(found) > limit else ""
    return f"{', '.join(found[:limit])}{more}"
