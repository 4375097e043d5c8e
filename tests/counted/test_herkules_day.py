"""A day of Herkules as the Axis against the computer: 50 orders, and every division lands as planned."""

from pathlib import Path

import pytest

from tarawa_cli.games import MALTA
from tarawa_cli.games.malta.model import scenario
from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.unit import wave_box
from tests.counted.hand import BY_HAND, Hand

MOST, TURNS = 50, 4
MOVES = 3
"""The most in a turn."""
PLAN = scenario.load(scenario.locate("herkules", ".")).plan
SEA = {(landing.unit, wave_box(landing.at, landing.wave)) for landing in PLAN.sea if landing.turn <= TURNS}
LATER = {name for name, zone in PLAN.jumps.items() if CHARTS.turn_numbers[zone["turn"]] > TURNS}
"""Who is to land from the sea on the first day, with their boxes; drop zones of later days."""
AT_SEA = ("embark", "ships", "coast-fire", "first-wave", "second-wave")


class General(Hand):
    """Lands and drops by the plan, brings up who is not at the front, and attacks where it costs the enemy more."""

    def day(self) -> None:
        for order in ("policy axis routine", "policy axis hits cheapest", "policy axis support worthwhile"):
            self.must(order)
        self.must("next air-strikes")
        while self.state["turn_number"] <= TURNS and not self.state["outcome"]:
            self._phase(self.state["phase"])

    def _phase(self, phase: str) -> None:
        if self.state["pending"]:
            self.must(f"decide {self.state['pending']['options'][0]}")
        elif phase in AT_SEA:
            self.must("land")
        elif phase == "airborne":
            self.must("drop")
        elif phase == "air-strikes" and any(order.startswith("strike") for order in self.legal):
            self.must("strike all")
        elif phase == "axis-movement":
            self._march()
        elif phase == "axis-support":
            self._support()
        elif phase == "axis-combat":
            self._attack()
        else:
            self.must("next")

    def _march(self) -> None:
        """Those who are not beside an enemy go where they are, nearest first."""
        foes = {unit["at"] for unit in self.look("units allied")["units"]}
        front = {near for at in foes if at in malta().adjacent for near in malta().adjacent[at]} - foes
        behind = [unit for unit in self.look("units axis")["units"] if unit["at"] not in front and unit["strength"][0]]
        for unit in sorted(behind, key=lambda unit: -unit["strength"][0])[:MOVES]:
            moves = [order for order in self.legal if order.startswith(f"move {unit['id']} ")]
            if there := [order for order in moves if order.split()[-1] in front]:
                self.must(there[0])
        self.must("next axis-support")

    def _support(self) -> None:
        """Planes for a hex beside one's own."""
        own = {unit["at"] for unit in self.look("units axis")["units"]}
        hexes = [order.split()[1] for order in self.legal if order.endswith("--air")]
        if at := next((at for at in hexes if not own.isdisjoint(malta().adjacent[at])), ""):
            self.must(f"support {at} --air")
        self.must("next axis-combat")

    def _attack(self) -> None:
        """The first hex where an attack by all who can should cost the enemy more; then the next phase."""
        hexes = dict.fromkeys(order.split()[-1] for order in self.legal if order.startswith("attack"))
        best = next((at for at in hexes if self._gain(at) > 0), "")
        self.must(f"attack all --on {best}" if best else "next")

    def _gain(self, at: str) -> float:
        """Steps that an attack by all who can should cost the enemy, less one's own."""
        steps = self.look(f"odds {at}")["odds"]["expected_steps"]
        return float(steps["allied"] - steps["axis"])


def _battalion(unit: str) -> str:
    return CHARTS.units[unit].of or unit


@pytest.mark.long
@pytest.mark.parametrize("seed", [3, 5])
def test_a_day_of_herkules_takes_fifty_orders_and_all_land_as_planned(seed: int, tmp_path: Path) -> None:
    hand = General(MALTA, tmp_path / "game.toml", "herkules", "--seed", seed, "--allied", "computer")
    hand.day()
    assert hand.state["turn_number"] == TURNS + 1
    assert not [order for order in hand.orders if order.split()[0] in BY_HAND]
    embarked = [(unit, event["to"]) for event in hand.events if event["type"] == "embarked" for unit in event["units"]]
    assert {(_battalion(unit), box) for unit, box in embarked} == SEA
    ashore = {unit for event in hand.events if event["type"] == "landed" for unit in event["units"]}
    lost = {event["unit"] for event in hand.events if event["type"] == "unit-lost"}
    assert {unit for unit, _ in embarked} <= ashore | lost
    assert set(hand.state["plan"]) == LATER
    assert len(hand.orders) <= MOST, hand.orders
