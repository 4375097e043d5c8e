"""What `new` takes in this game alone: own set-up, own plan, units of the variants."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import Setting, State, read_options
from tarawa_cli.kernel.engine import session
from tarawa_cli.kernel.errors import BadFile, BadOrder
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import savefile
from tests.malta.common import scenario
from tests.malta.shell import done, malta


def test_22_units_of_the_variants_are_in_a_game_that_wants_them() -> None:
    setting = Setting(scenario({}), read_options({"with": "1ches, 88cn"}))
    state = State(setting)
    assert [state.units[id].at for id in ("1ches", "88cn", "8ko")] == ["1911", "follow-up:south", "absent"]


def test_the_save_keeps_the_options_and_reads_them_again() -> None:
    match = session.Match(GAME, Setup("herkules", options={"with": "8ko", "delayed": True}), 3)
    content = savefile.dissect(match.text(), "a save")
    again = session.load(lambda _: GAME, "saves/x.toml", content)
    assert again.setup.options == {"with": "8ko", "delayed": True}
    assert again.state.setting.options.more == ("8ko",)


@pytest.mark.usefixtures("in_a_folder")
@pytest.mark.parametrize("name", ["cottonera", "hal-far", "last-stand", "south-beach"])
def test_22_39_landings_are_delayed_in_the_whole_battle_alone(name: str) -> None:
    refused = malta(f"new {name} --delayed")
    assert refused.code == 2
    assert f"--delayed works only in `herkules`, not in `{name}` (22.39)" in refused.err
    assert "new herkules --delayed" in refused.err
    assert not Path("saves").exists(), "no save is left behind"
    done("new herkules --delayed")


@pytest.mark.usefixtures("in_a_folder")
def test_22_39_an_older_save_with_the_option_elsewhere_still_opens() -> None:
    text = session.Match(GAME, Setup("south-beach"), 3).text()
    Path("old.toml").write_text(text.replace("rules = 3\n", "rules = 2\noptions.delayed = true\n"))
    for line in ("status", "log", "next", "next", "undo", "status"):
        done(f"{line} --save old.toml")


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"with": "2rif"}, "optional unit"),
        ({"with": 3}, "names of optional units"),
        ({"setup": "mine"}, "must be own"),
        ({"alone": "yes"}, "no value"),
        ({"colour": "red"}, "no option"),
    ],
)
def test_options_that_mean_nothing_are_told(given: dict[str, Any], why: str) -> None:
    with pytest.raises(BadOrder, match=why):
        GAME.begin(Setup("cottonera", options=given))
    with pytest.raises(BadFile, match=why):
        GAME.load(Setup("cottonera", options=given), {})


def test_options_are_part_of_what_a_game_came_from() -> None:
    assert GAME.digest(Setup("cottonera")) != GAME.digest(Setup("cottonera", options={"alone": True}))
