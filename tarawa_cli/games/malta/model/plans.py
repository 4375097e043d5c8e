"""The series of a drop zone and their units (19.2)."""

from tarawa_cli.games.malta.model.readers import OFFSETS
from tarawa_cli.games.malta.model.state import Zone
from tarawa_cli.kernel.hints import NamedTuple


class Series(NamedTuple):
    """Units that drop together, and their offset from the marker: `ne1`, or nothing."""

    units: tuple[str, ...]
    offset: str = ""

    def text(self) -> str:
        return " ".join(filter(None, [*self.units, self.offset]))


def read_series(text: str) -> Series:
    *units, last = text.split()
    return Series(tuple(units), last) if units and last in OFFSETS else Series((*units, last))


def series_of(zone: Zone) -> list[Series]:
    return [read_series(text) for text in zone.series]


def units_of(zone: Zone) -> list[str]:
    return [id for series in series_of(zone) for id in series.units]


def without(zone: Zone, units: list[str]) -> Zone:
    """A drop zone without some units, and without empty series."""
    kept = [Series(tuple(id for id in one.units if id not in units), one.offset) for one in series_of(zone)]
    return zone._replace(series=tuple(one.text() for one in kept if one.units))
