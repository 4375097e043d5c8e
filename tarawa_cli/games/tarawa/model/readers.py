"""Readers of what a position of Tarawa holds: names of what is on its map and in its lists, and places."""

from collections.abc import Callable
from typing import Any

from tarawa_cli.games.tarawa.geography.grid import is_hex
from tarawa_cli.games.tarawa.model.board import PIER_FOOT
from tarawa_cli.games.tarawa.model.charts import CRAFT, REGIMENTS
from tarawa_cli.games.tarawa.model.state import NOWHERE, Setting
from tarawa_cli.kernel import readers
from tarawa_cli.kernel.readers import Known, Wrong, short

Reader = readers.Reader[Setting]


class _Any:
    """Holds every name."""

    def __contains__(self, name: object) -> bool:
        return True


_KNOWN = {
    "any": Known("", lambda _: _Any()),
    "defended": Known("a land hex that must be cleared", lambda setting: setting.board.defended),
    "free": Known("a landing or airstrip hex", lambda setting: setting.board.free),
    "land": Known("a land hex", lambda setting: setting.board.land),
    "pillbox": Known("a pillbox hex", lambda setting: setting.board.pillboxes),
    "area": Known("an area", lambda setting: setting.board.areas),
    "unit": Known("a unit", lambda setting: setting.charts.units),
    "battalion": Known("a battalion", lambda setting: setting.charts.battalions),
    "regiment": Known("a regiment", lambda _: REGIMENTS),
    "craft": Known("a kind of craft", lambda _: CRAFT),
    "place": Known("a land hex or the foot of the pier", lambda setting: {*setting.board.land, PIER_FOOT}),
    "track": Known("a track", lambda setting: setting.scenario.tracks),
}


def names(kind: str, make: Callable[[list[str]], Any]) -> Reader:
    return readers.names(_KNOWN[kind], make)


def counts(kind: str, low: int, high: int) -> Reader:
    return readers.counts(_KNOWN[kind], low, high)


def place(setting: Setting, value: Any) -> str:
    if not isinstance(value, str):
        raise Wrong(f"must be a text, not {short(value)}")
    if value in NOWHERE:
        return value
    kind, colon, rest = value.partition(":")
    if not colon:
        if is_hex(value) and value in setting.board.terrain and value not in setting.board.pier:
            return value
    elif (kind == "pier" and rest in (*setting.board.pier_route[:-1], "1431")) or (
        kind == "in" and rest in setting.charts.units and setting.charts.units[rest].is_craft
    ):
        return value
    raise Wrong(f'{short(value)} is no place: a hex, "pier:HEX", "in:CRAFT" or one of {", ".join(NOWHERE)}')
