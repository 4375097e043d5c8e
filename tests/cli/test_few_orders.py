"""How many orders it takes: to the first attack, and through a turn of the campaign."""

from pathlib import Path

from tests.cli.tools import Game

LANDING = (
    *("embark --due", "next", "advance --all", "next impulse-2", "advance --all", "next impulse-3", "advance --all"),
    *("next actions", "attack 2/8 --on 2626 --shore"),
)
BATTALIONS = ("2/2", "3/2", "2/8", "3/8", "1/2")


def test_the_first_attack_of_red_beach_3_is_the_ninth_order(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", "3", "--hits", "step")
    for order in LANDING:
        game.do(order)
    assert "Marine Attack on 2626" in game.do("log").out
    assert len(LANDING) <= 10


def test_a_campaign_turn_takes_fifteen_orders_with_landing_and_suppression_delegated(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", "1943", "--hits", "step")
    game.do("bombard")
    game.do(next(line for line in game.legal if line.startswith("chits")))
    game.do("next")
    game.do("delegate landing suppression")
    for turn in (1, 2, 3):
        assert (game.state["turn"], game.state["phase"]) == (turn, "actions")
        orders = [order for name in BATTALIONS for order in fought(game, name)] + onward(game)
        assert 5 < len(orders) <= 15


def fought(game: Game, battalion: str) -> list[str]:
    """A battalion fires, attacks and digs in, as far as the law lets it."""
    attack = next((line for line in game.legal if line.startswith(f"attack {battalion}")), "")
    hex = attack.partition("--on ")[2].partition(" ")[0]
    wanted = [f"fire {battalion} {hex} --times 2", f"attack {battalion} --on {hex}"] if hex else [f"dig {battalion}"]
    return [order for order in wanted if game(*order.split()).code in (0, 5)]


def onward(game: Game) -> list[str]:
    """On to the next turn's actions."""
    game.do("next")
    if game.state["phase"] == "actions":
        return ["next"]
    game.do("next actions")
    return ["next", "next actions"]
