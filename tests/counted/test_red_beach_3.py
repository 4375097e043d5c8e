"""Red Beach 3 by hand: won on three seeds in 50 orders or fewer, and nobody stands idle who could well attack."""

from pathlib import Path

import pytest

from tarawa_cli.games import TARAWA
from tests.counted.hand import BY_HAND, Hand
from tests.tarawa.tables import FILE

FAIR, DARING = 0.5, 0.4
"""A chance that is always taken; one that is taken once fire can do no more."""
MOST, FIRST_ATTACK = 50, 8
ASSAULTS = ("attack", "demolish")
SHOTS = 2
"""How often a hex is fired at in a turn."""
Ways = dict[str, tuple[str, float]]
"""The best way to take each hex, with its chance."""


class Lieutenant(Hand):
    """Lands, fires at what is best attacked, and attacks; a chance of a half is never passed by."""

    def play(self) -> str:
        for order in ("policy routine", "policy hits morale"):
            self.must(order)
        while not self.state["outcome"]:
            self._phase(self.state["phase"].rstrip("-123"))
        return str(self.state["outcome"])

    def _phase(self, phase: str) -> None:
        if phase == "embark":
            self._embark()
        elif phase in ("impulse", "suppression"):
            self.must("land")
        elif phase == "supply-points":
            self.must("supply all")
        elif phase == "supply-check":
            self.must(next(order for order in self.legal if order.startswith("head")))
        else:
            self._fight()

    def _embark(self) -> None:
        """The first wave beside a pillbox; later supplies first, for whoever landed first."""
        state = self.state
        for battalion in ("2/8", "3/8")[: state["stock"]]:
            able = (order for order in self.legal if order.startswith("embark supply lvt") and battalion in order)
            if order := next(able, ""):
                self.must(order)
        land = "land 2/8 2627 --due" if state["turn"] == 1 else "land --due"
        if not self.type(land) and not self.type("land"):
            self.must("next")

    # ── Ashore

    def _fight(self) -> None:
        turn, fired = self.state["turn"], dict[str, int]()
        while (self.state["turn"], self.state["phase"], self.state["outcome"]) == (turn, "actions", None):
            ways = self._ways()
            best = max(ways, key=lambda at: (ways[at][1] >= FAIR, self._worth(at, ways[at])), default="")
            chance = ways[best][1] if best else 0.0
            shot = self._shot(ways, fired) if chance < FAIR else ""
            if shot:
                self.must(shot)
            elif chance >= DARING:
                self.must(ways[best][0])
            else:
                assert all(chance < FAIR for _, chance in ways.values()), "somebody is idle who could attack"
                self.must("next")

    def _ways(self) -> Ways:
        assaults = [order.split() for order in self.legal if order.split()[0] in ASSAULTS]
        hexes = {order[order.index("--on") + 1] for order in assaults}
        best = {at: self.look(f"odds {at}")["odds"]["ways"][0] for at in sorted(hexes)}
        return {at: (way["command"], way["chance"]) for at, way in best.items()}

    def _worth(self, at: str, way: tuple[str, float]) -> float:
        """The chance, more for the pillbox that the goal wants, less for hexes that it does not want."""
        hexes, pillboxes = self.state["goal"]["parts"]
        wanted = 0.3 * (at in pillboxes["left"] and not pillboxes["met"])
        return way[1] + wanted - 0.5 * (at not in hexes["left"])

    def _shot(self, ways: Ways, fired: dict[str, int]) -> str:
        """Fire at the most promising hex, by everybody beside it who can then still attack or support."""
        ap = {unit["id"]: unit["ap"] for unit in self.look("units ashore")["units"]}
        able: dict[str, list[str]] = {}
        for _, unit, at in (order.split() for order in self.legal if order.startswith("fire") and "--" not in order):
            if at in ways and fired.get(at, 0) < SHOTS and ap[unit] > _kept(unit):
                able.setdefault(at, []).append(unit)
        if not able:
            return ""
        at = max(sorted(able), key=lambda at: self._worth(at, ways[at]) + 0.15 * len(able[at]))
        fired[at] = fired.get(at, 0) + 1
        times = min(4, *(int(ap[unit] - _kept(unit)) for unit in able[at]))
        return f"fire {','.join(able[at])} {at} --times {max(1, times)}"


def _kept(unit: str) -> int:
    """AP for the attack of a half-battalion, or for the support of others."""
    return 3 if unit[-1] in "AB" else 1


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", [6, 8, 9])
def test_red_beach_3_is_won_by_hand_in_fifty_orders(seed: int, tmp_path: Path) -> None:
    hand = Lieutenant(TARAWA, tmp_path / "game.toml", "red-beach-3", "--seed", seed, "--tables", FILE)
    assert hand.play() == "victory"
    assert not [order for order in hand.orders if order.split()[0] in BY_HAND]
    first = next(place for place, order in enumerate(hand.orders, 1) if order.split()[0] in ASSAULTS)
    assert first <= FIRST_ATTACK, hand.orders
    assert len(hand.orders) <= MOST, hand.orders
