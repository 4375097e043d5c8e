"""What the tests of chapter 19 share: plans, jumpers in their aircraft, and what a landing costs them."""

from typing import Any

from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.rules.ch19_drops import loss_modifiers
from tests.malta.common import HELD, table

FAR: dict[str, Any] = {"2rwk": "0605"}


def zone(*series: str, marker: str = "1414", turn: str = "29jun-am", nation: str = "german") -> dict[str, Any]:
    return {"turn": turn, "marker": marker, "nation": nation, "series": list(series)}


def plane(units: dict[str, Any], *series: str, **keys: Any) -> State:
    """Jumpers over Siggiewi on the first morning, all others far away."""
    waiting = {id: "air" for text in series for id in text.split() if id in CHARTS.units}
    given: dict[str, Any] = {"turn": "29jun-am", "phase": "airborne", "plan": {"kroh": zone(*series)}, "policy": HELD}
    return table(FAR | waiting | units, **(given | keys))


def planning(units: dict[str, Any], **keys: Any) -> State:
    return table(FAR | units, turn="29jun-am", phase="plan-drops", **keys)


def loss(units: dict[str, Any], at: str) -> int:
    state = table(FAR | units, turn="29jun-am", phase="airborne")
    return sum(modifier.value for modifier in loss_modifiers(state, at))
