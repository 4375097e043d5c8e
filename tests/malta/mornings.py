"""What the tests of chapter 17 share: the moment before a day begins, and each phase of its morning."""

from typing import Any

from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tests.malta.common import table

FAR: dict[str, Any] = {"i-33": "1513", "2rwk": "0810"}
"""Two battalions out of each other's way."""
GUNS: dict[str, Any] = {"cg-benghisa": "2016", "cg-ben6": "2016", "cg-dummy": "1509"}


def dawn(units: dict[str, Any], turn: str = "30jun-am", **keys: Any) -> State:
    """The last moment before a morning; nothing is landed, because the Axis control nothing."""
    before = CHARTS.turn(CHARTS.turn_numbers[turn] - 1).id
    return table(FAR | units, turn=before, phase="allied-combat", **keys)


def morning(units: dict[str, Any], phase: str, turn: str = "30jun-am", **keys: Any) -> State:
    return table(FAR | units, turn=turn, phase=phase, **keys)


def straggling(units: dict[str, Any]) -> State:
    fj = {"fj-kroh": {"at": "pool"}, "fj-kroh-1": {"at": "1515", "reduced": True}}
    return table(fj | {"2rwk": "0810"} | units, phase="allied-combat", turn="29jun-am")
