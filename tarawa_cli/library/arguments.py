"""Checks of the arguments of public functions, so that a wrong one is named in the error."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tarawa_cli.kernel.errors import BadFile, BadOrder


def check_text(**given: object) -> None:
    """TypeError, if one of these arguments is not text."""
    for name, value in given.items():
        if not isinstance(value, str):
            raise TypeError(f"{name} must be a str, not {type(value).__name__}")


def check_number(name: str, value: object, low: int, high: int) -> None:
    """TypeError, if a number is none; BadOrder, if it is out of range."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{name} must be an int, not {type(value).__name__}")
    if not low <= value <= high:
        raise BadOrder(f"{name} {value}: must be {low} to {high}")


def check_named(name: str, value: object, example: str) -> None:
    """TypeError, if an argument does not give values by name."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} must be a mapping such as {example}, not {type(value).__name__}")


def check_players(name: str, value: object, example: str) -> None:
    """TypeError, if an argument does not name a player for each of some sides."""
    check_named(name, value, example)
    if isinstance(value, Mapping):
        check_text(**{f"{name}[{side!r}]": player for side, player in value.items()})


@contextmanager
def replacing_by_force() -> Iterator[None]:
    """A file that is not replaced is refused with what replaces it here, not in a shell."""
    try:
        yield
    except BadFile as error:
        if "--force" in error.hint:
            raise BadFile(error.message, hint="force=True replaces it") from None
        raise
