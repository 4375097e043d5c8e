"""Readers for the names and places in a position of Tarawa."""

from tarawa_cli.games.tarawa.model.board import PIER_FOOT, PIER_HEAD
from tarawa_cli.games.tarawa.model.places import OFF_MAP, Parts, Place, parts
from tarawa_cli.games.tarawa.model.unit_types import REGIMENTS
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable
from tarawa_cli.kernel.saves import readers
from tarawa_cli.kernel.saves.readers import Known, Wrong, short

if TYPE_CHECKING:
    from tarawa_cli.games.tarawa.model.state import Setting

Reader = readers.Reader["Setting"]


class _Any:
    """A container that holds every name."""

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
    "craft": Known("a kind of craft", lambda setting: setting.charts.craft),
    "place": Known("a land hex or the foot of the pier", lambda setting: {*setting.board.land, PIER_FOOT}),
    "track": Known("a track", lambda setting: setting.scenario.tracks),
}


def names(kind: str, make: Callable[[list[str]], Any]) -> Reader:
    return readers.names(_KNOWN[kind], make)


def counts(kind: str, low: int, high: int) -> Reader:
    return readers.counts(_KNOWN[kind], low, high)


def place(setting: "Setting", value: Any) -> Place:
    if not isinstance(value, str):
        raise Wrong(f"must be a text, not {short(value)}")
    if value in OFF_MAP or _is_on_map(setting, parts(value)):
        return Place(value)
    raise Wrong(f'{short(value)} is not a place: a hex, "pier:HEX", "in:CRAFT" or one of {", ".join(OFF_MAP)}')


def _is_on_map(setting: "Setting", at: Parts) -> bool:
    board, carrier = setting.board, setting.charts.units.get(at.craft)
    if at.pier:
        return at.pier in (*PIER_HEAD, *board.pier_route[:-1])
    return (at.hex in board.terrain and at.hex not in board.pier) or bool(carrier and carrier.is_craft)
