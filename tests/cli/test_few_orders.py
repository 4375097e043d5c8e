"""How many orders it takes: to the first attack, and through a turn of the campaign.

Every line that a player types counts, refused or not, and so does every answer to a question. It is played as on a
terminal: what would be wasted is refused unless the player says `--yes`.
"""

from pathlib import Path

import pytest

from tarawa_cli.cli import output
from tests.cli.tools import Game

OVER_THE_REEF = (
    *("embark --due", "next", "advance --all", "next impulse-2 --yes", "advance --all", "next impulse-3 --yes"),
    *("advance --all", "next actions --yes"),
)
"""In haste: without the ships' fire, and with the tank left in its lighter."""
WITH_CARE = (
    *("embark --due", "next", "unload --all", "advance --all", "next", "suppress --all", "next"),
    *("advance --all", "next", "suppress --all", "next", "advance --all", "next", "suppress --all", "next"),
)
"""Nothing is wasted."""
BATTALIONS = ("2/2", "3/2", "2/8", "3/8", "1/2")
HELP = ("autoplay", "delegate", "advise", "run")


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "on_terminal", lambda: True)


class Player:
    """Someone at the keyboard, and all that he has typed."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.typed: list[str] = []

    def types(self, line: str) -> bool:
        """A line, and the answers to what it asks; whether it was carried out, as far as dice allow."""
        self.typed.append(line)
        done = self.game(*line.split()).code in (0, 5)
        if done and self.game.state["pending"]:
            self.types(next(order for order in self.game.legal if order.startswith("decide")))
        return done

    def plays(self, lines: tuple[str, ...]) -> bool:
        """Line after line; nobody types `advance --all` when all are ashore."""
        return all((line == "advance --all" and line not in self.game.legal) or self.types(line) for line in lines)

    def target(self, battalion: str) -> str:
        """A hex that a battalion can attack, as its map shows; nothing if there is none."""
        attack = next((line for line in self.game.legal if line.startswith(f"attack {battalion}")), "")
        return attack.partition("--on ")[2].partition(" ")[0]


def attacked(player: Player) -> bool:
    """Whether 2/8 has come ashore next to the enemy, and attacks."""
    at = player.target("2/8")
    return bool(at) and player.types(f"attack 2/8 --on {at} --shore")


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_first_attack_of_red_beach_3_is_the_ninth_order(tmp_path: Path, seed: int) -> None:
    player = Player(Game(tmp_path / "game.toml", "red-beach-3", "--seed", seed, "--hits", "step"))
    assert player.plays(OVER_THE_REEF)
    assert attacked(player)
    assert "Marine Attack on" in player.game.do("log").out
    assert len(player.typed) <= 10, player.typed
    assert not any(line.startswith(HELP) for line in player.typed)


def test_with_care_it_is_the_sixteenth(tmp_path: Path) -> None:
    player = Player(Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3, "--hits", "step"))
    assert player.plays(WITH_CARE)
    assert attacked(player)
    assert "Marine Attack on" in player.game.do("log").out


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", [1943, 1, 2, 3])
def test_a_campaign_turn_takes_fifteen_orders_with_landing_and_suppression_delegated(tmp_path: Path, seed: int) -> None:
    game = Game(tmp_path / "game.toml", "campaign", "--seed", seed, "--hits", "step")
    game.do("bombard")
    game.do(next(line for line in game.legal if line.startswith("chits")))
    game.do("next")
    game.do("delegate landing suppression --now")
    for turn in (1, 2, 3):
        assert (game.state["turn"], game.state["phase"]) == (turn, "actions")
        player = Player(game)
        for battalion in BATTALIONS:
            fight(player, battalion)
        end_turn(player)
        assert 5 < len(player.typed) <= 15, player.typed


def fight(player: Player, battalion: str) -> None:
    """A battalion fires and attacks, or digs in where there is nobody to attack; off the beach it cannot do either."""
    if at := player.target(battalion):
        player.types(f"fire {battalion} {at} --times 2")
        player.types(f"attack {battalion} --on {at}")
    elif any(line.startswith(f"dig {battalion}") for line in player.game.legal):
        player.types(f"dig {battalion}")


def end_turn(player: Player) -> None:
    """On to the next turn's actions."""
    while player.types("next actions --yes" if player.game.state["phase"] != "actions" else "next --yes"):
        if player.game.state["phase"] == "actions":
            return
    raise AssertionError(player.typed)
