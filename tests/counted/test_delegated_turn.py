"""A campaign turn with landing and supply left to the computer: eight orders, and every ready unit is used."""

from pathlib import Path

import pytest

from tarawa_cli.games import TARAWA
from tests.cli.tools import command
from tests.counted.hand import Hand

MOST = 8
ACTS = ("attack", "demolish", "fire", "recover", "dig")
LEFT_TO_THE_COMPUTER = "delegate embark landing suppression supply-points supply-check --now"


class Colonel(Hand):
    """Attacks where the odds are best, has the others fire, rest or dig, and ends the turn."""

    def turn(self) -> None:
        self.must(LEFT_TO_THE_COMPUTER)
        assert self.state["phase"] == "actions"
        while len(self.orders) < MOST - 3 and (order := self._assault() or self._volley()):
            self.must(order)
        for order in ("recover all", "dig all"):
            if any(each.startswith(order.split()[0]) for each in self.legal):
                self.must(order)
        while order := self._volley():
            self.must(order)
        assert not self.idle()
        self.must("next")

    def _assault(self) -> str:
        """The best attack there is, at even odds or better."""
        assaults = [order.split() for order in self.legal if order.split()[0] in ACTS[:2]]
        hexes = {order[order.index("--on") + 1] for order in assaults}
        ways = [self.look(f"odds {at}")["odds"]["ways"][0] for at in sorted(hexes)]
        best = max(ways, key=lambda way: way["chance"], default=None)
        return str(best["command"]) if best and best["chance"] >= 0.5 else ""

    def _volley(self) -> str:
        """Everybody beside one hex fires at it: the hex with most who have done nothing yet."""
        able: dict[str, list[str]] = {}
        for _, unit, at, *more in (order.split() for order in self.idle() if order.startswith("fire")):
            if not more:
                able.setdefault(at, []).append(unit)
        at = max(sorted(able), key=lambda at: len(able[at]), default="")
        return f"fire {','.join(able[at])} {at} --times 3" if at else ""

    def idle(self) -> list[str]:
        """What units that have done nothing yet could do, besides moving."""
        ready = {unit["id"] for unit in self.look("units ready")["units"] if unit["ap"] == unit["allowance"]}
        return [order for order in self.legal if order.split()[0] in ACTS and ready & {*order.split()[1:2]}]


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_delegated_turn_of_the_campaign_takes_eight_orders(seed: int, tmp_path: Path) -> None:
    hand = Colonel(TARAWA, tmp_path / "game.toml", "campaign", "--seed", seed, "--hits", "step")
    for line in ("policy routine", "autoplay --until turn 4 --player historical --quiet"):
        assert command(TARAWA, *line.split(), "--save", hand.path).code == 0
    hand.turn()
    assert (hand.state["turn"], hand.state["phase"]) == (5, "actions")
    assert len(hand.orders) <= MOST, hand.orders
