"""Chapter 24: the computer in a sealed game. Only the owner of a plan can reveal it, so the computer waits for that."""

import shutil
from pathlib import Path

import pytest

from tarawa_cli.games.malta.players import PLAYERS
from tests.malta.shell import done, malta

SAVES = Path(__file__).parent.parent / "saves" / "mail" / "0.2.1"
PLAYED = [name if name != "expert" else "expert --playouts 2" for name in PLAYERS]
"""The players, each with what keeps it quick."""
DUE = {"sealed-due": "29jun-am", "sealed-second-due": "29jun-pm"}

pytestmark = pytest.mark.usefixtures("in_a_folder")


def started(name: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game by mail as it was handed over, to play on."""
    shutil.copytree(SAVES / name, "game")
    monkeypatch.setenv("TARAWA_SAVE", "game/game.toml")
    return Path("game/game.toml")


@pytest.fixture(params=DUE)
def due(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The turn whose sealed plan is due."""
    started(request.param, monkeypatch)
    return DUE[request.param]


@pytest.mark.parametrize("player", PLAYERS)
def test_24_3_advice_is_to_reveal_what_is_due(due: str, player: str) -> None:
    why = f"the sealed plan of {due} is due"
    assert done("legal").out == "reveal\n"
    assert done(f"advise --player {player}").out == f"reveal\n  {why}\n"
    assert done(f"advise --phase --player {player}").out == f"reveal\n  {why}\n"
    assert done(f"advise --player {player} --json").json["advice"] == {
        "command": "reveal",
        "figures": "",
        "why": why,
        "player": player,
    }
    plan = done(f"advise --phase --player {player} --json").json["plan"]
    assert [(order["command"], order["why"]) for order in plan["orders"]] == [("reveal", why)]


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize(
    "line", ["autoplay", "autoplay -n", "autoplay --until turn 9", "advise --do", "advise --phase --do"]
)
def test_24_3_the_computer_reveals_nothing_by_itself(due: str, line: str, player: str) -> None:
    before = Path("game/game.toml").read_bytes()
    refused = malta(f"{line} --player {player}")
    told = f"refused (24.3): the sealed plan of {due} is due\n  try: reveal\n"
    assert (refused.code, refused.out, refused.err) == (1, "", told)
    assert malta(f"{line} --player {player} --json").error["hint"] == "reveal"
    assert Path("game/game.toml").read_bytes() == before


def test_24_3_the_allies_are_not_told_to_reveal(due: str) -> None:
    for line in ("advise", "autoplay"):
        refused = malta(f"{line} --as allied")
        assert (refused.code, "not your turn: axis to move" in refused.err) == (1, True)


@pytest.mark.sample(3)
@pytest.mark.parametrize("player", PLAYED)
def test_24_3_the_chances_of_a_game_whose_plan_is_due_can_be_foreseen(due: str, player: str) -> None:
    assert "where the Axis drop" in done(f"forecast --games 1 --player {player}").out


@pytest.mark.sample(5)
@pytest.mark.parametrize("player", PLAYED)
def test_24_3_the_computer_plays_up_to_the_plan_that_is_due(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started("sealed-planned", monkeypatch)
    stopped = done(f"autoplay --player {player}")
    assert stopped.err.splitlines()[-1] == "note: the sealed plan of 29jun-am is due: `reveal`"
    assert "→ reveal" in stopped.out
    assert done("legal").out.splitlines()[-1] == "reveal"
    done("reveal")
    again = done(f"autoplay --player {player} --json")
    assert again.json["note"] == "the sealed plan of 29jun-pm is due: `reveal`"
    assert done("verify").code == 0


@pytest.mark.parametrize("player", PLAYERS)
def test_24_3_a_side_that_is_left_to_the_computer_waits_too(player: str, monkeypatch: pytest.MonkeyPatch) -> None:
    started("sealed-planned", monkeypatch)
    done(f"delegate all --player {player}")
    malta("next")
    assert done("legal").out.splitlines()[-1] == "reveal"
    done("reveal")
    assert done("verify").code == 0


def test_24_3_what_is_sealed_is_not_to_be_sealed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    started("sealed-none", monkeypatch)
    assert "→ seal FILE" in done("status").out
    done("seal")
    told = done("status").out
    assert "seal FILE" not in told
    assert "the plan is sealed" in told
    assert "→ next — finish the plan" in told
    assert malta("seal").code == 1
