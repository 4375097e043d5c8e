"""Readers of plain values: each gives what a key may hold, or says why a value cannot stand there."""

from collections.abc import Callable, Iterable
from typing import Any

from tarawa_cli.games.tarawa.model.board import PIER_FOOT, PIER_HEAD
from tarawa_cli.games.tarawa.model.places import OFF_MAP, Parts, Place, parts
from tarawa_cli.games.tarawa.model.state import Setting
from tarawa_cli.games.tarawa.model.unit_types import REGIMENTS


class Wrong(ValueError):
    """Why a value cannot stand where it stands."""


Reader = Callable[[Setting, Any], Any]


def count(low: int, high: int) -> Reader:
    def read(_: Setting, value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise Wrong(f"must be a whole number from {low} to {high}, not {short(value)}")
        return value

    return read


def flag(_: Setting, value: Any) -> bool:
    if not isinstance(value, bool):
        raise Wrong(f"must be true or false, not {short(value)}")
    return value


def choice(*options: str) -> Reader:
    def read(_: Setting, value: Any) -> str:
        if value not in options or not isinstance(value, str):
            raise Wrong(f"must be one of {', '.join(o or repr(o) for o in options)}, not {short(value)}")
        return value

    return read


def _names(value: Any) -> list[str]:
    """A list of names: an array, or one text with spaces."""
    if isinstance(value, str):
        return value.split()
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return value
    raise Wrong(f"must be a text or an array of texts, not {short(value)}")


def _known(names: Iterable[str], allowed: Callable[[str], bool], what: str) -> list[str]:
    names = list(names)
    unknown = [name for name in names if not allowed(name)]
    if unknown:
        raise Wrong(f"{', '.join(map(short, unknown[:5]))}: not {what}")
    return names


def _allowed(kind: str, setting: Setting) -> tuple[Callable[[str], bool], str]:
    board = setting.board
    if kind == "defended":
        return board.defended.__contains__, "a land hex that must be cleared"
    if kind == "free":
        return board.free.__contains__, "a landing or airstrip hex"
    if kind == "land":
        return board.land.__contains__, "a land hex"
    if kind == "pillbox":
        return board.pillboxes.__contains__, "a pillbox hex"
    if kind == "area":
        return board.areas.__contains__, "an area"
    if kind == "unit":
        return setting.charts.units.__contains__, "a unit"
    if kind == "battalion":
        return setting.charts.battalions.__contains__, "a battalion"
    if kind == "regiment":
        return REGIMENTS.__contains__, "a regiment"
    if kind == "craft":
        return setting.charts.craft.__contains__, "a kind of craft"
    if kind == "place":
        return {*board.land, PIER_FOOT}.__contains__, "a land hex or the foot of the pier"
    if kind == "track":
        return setting.scenario.tracks.__contains__, "a track"
    return (lambda _: True), ""


def names(kind: str, make: Callable[[list[str]], Any]) -> Reader:
    def read(setting: Setting, value: Any) -> Any:
        return make(_known(_names(value), *_allowed(kind, setting)))

    return read


def counts(kind: str, low: int, high: int) -> Reader:
    number = count(low, high)

    def read(setting: Setting, value: Any) -> dict[str, int]:
        if not isinstance(value, dict):
            raise Wrong(f"must be a table, not {short(value)}")
        known = _known(value, *_allowed(kind, setting))
        return {name: number(setting, value[name]) for name in known}

    return read


def text(_: Setting, value: Any) -> str:
    if not isinstance(value, str):
        raise Wrong(f"must be a text, not {short(value)}")
    return value


def place(setting: Setting, value: Any) -> Place:
    if not isinstance(value, str):
        raise Wrong(f"must be a text, not {short(value)}")
    if value in OFF_MAP or _is_on_map(setting, parts(value)):
        return Place(value)
    raise Wrong(f'{short(value)} is no place: a hex, "pier:HEX", "in:CRAFT" or one of {", ".join(OFF_MAP)}')


def _is_on_map(setting: Setting, at: Parts) -> bool:
    board, carrier = setting.board, setting.charts.units.get(at.craft)
    if at.pier:
        return at.pier in (*PIER_HEAD, *board.pier_route[:-1])
    return (at.hex in board.terrain and at.hex not in board.pier) or bool(carrier and carrier.is_craft)


def short(value: Any) -> str:
    """A value in a message, cut if it is long."""
    text = repr(value)
    return text if len(text) <= 40 else text[:40] + "…"
