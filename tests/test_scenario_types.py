"""Every key of a scenario file with values of every type: it is taken, or the file is refused with the key named."""

import datetime
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from tarawa_cli.games import GAMES
from tarawa_cli.games.malta.model import codec as maltese
from tarawa_cli.games.malta.model import scenario
from tarawa_cli.games.malta.narration.sentences import goal_text as maltese_goal
from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model import scenario as landing
from tarawa_cli.games.tarawa.narration.sentences import goal_text
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup

VALUES: list[Any] = [
    True,
    0,
    -1,
    7,
    2**63 - 1,
    2.5,
    float("nan"),
    datetime.date(1942, 6, 29),
    "",
    "x",
    "a b",
    "\x1b[2J",
]
VALUES += [[], ["x"], [1], [[]], [{}], {}, {"x": 1}, {"x": "y"}, {"x": ["y"]}, {"x": {}}, [{"kind": "hit"}]]
KEYS: dict[str, dict[str, Any]] = {
    "tarawa": {
        "scenario": landing.KEYS,
        "goal": landing.GOAL_KEYS,
        "schedule": ["2/8"],
        "schedule.2/8": ["turn", "beaches", "price"],
        "position": [*codec.STATE, "units", "default"],
        "position.units": ["2/8A"],
        "position.units.2/8A": [*codec.UNIT, "ap"],
        "position.policy": ["hits"],
    },
    "malta": {
        "scenario": scenario.KEYS,
        "goal": scenario.GOAL | scenario.GOAL_MORE,
        "plan": scenario.Plan._fields,
        "plan.approach": ["friuli"],
        "plan.ships": ["gorizia"],
        "plan.sea": ["29jun-am"],
        "plan.jumps": ["kroh"],
        "plan.jumps.kroh": ["turn", "marker", "nation", "series"],
        "position": [*maltese.STATE, "units", "default", "boxes"],
        "position.units": ["fj-kroh"],
        "position.units.fj-kroh": list(maltese.UNIT),
        "position.policy": ["axis"],
        "position.policy.axis": ["hits"],
    },
}
"""By game and table: its keys."""
STARTS = {"tarawa": "campaign", "malta": "herkules"}


def changed(doc: dict[str, Any], table: str, key: str, value: Any) -> dict[str, Any]:
    found = doc = deepcopy(doc)
    for part in table.split("."):
        found = found.setdefault(part, {})
    found[key] = value
    return doc


def keys() -> Iterator[tuple[str, str, str]]:
    for game, tables in KEYS.items():
        yield from ((game, table, key) for table, names in tables.items() for key in sorted(names))
        yield from ((game, table, "nosuch") for table in tables)


def problems(game: str, text: str) -> list[str]:
    """Everything wrong with a scenario; any other error than BadFile is a fault."""
    try:
        GAMES(game).begin(Setup("x.toml", source=text))
    except BadFile as error:
        return [*error.problems] or [error.message]
    return []


@pytest.mark.sample(5)
@pytest.mark.parametrize(("game", "table", "key"), [*keys()])
def test_a_key_of_any_type_is_taken_or_named(game: str, table: str, key: str) -> None:
    path = Path(__file__).parents[1] / "scenarios" / game / f"{STARTS[game]}.toml"
    doc = tomllib.loads(path.read_text("utf-8"))
    for value in VALUES:
        wrong = problems(game, tomli_w.dumps(changed(doc, table, key, deepcopy(value))))
        assert not wrong or any(word in what for what in wrong for word in (key, *table.split("."))), (value, wrong)


LINES = "hold\nthe line\n  → rm -rf ~"


def test_no_label_of_a_scenario_looks_like_a_line_of_ours() -> None:
    doc = tomllib.loads((Path(__file__).parents[1] / "scenarios/tarawa/red-beach-3.toml").read_text("utf-8"))
    doc["goal"]["text"] = doc["goal"]["ground"][0]["name"] = LINES
    mine = GAMES("tarawa").begin(Setup("x.toml", source=tomli_w.dumps(doc)))
    told = goal_text(mine).replace("\n", " ").split("hold the line   → rm -rf ~")
    assert len(told) == 3
    text = f'[scenario]\nid = "x"\nname = "X"\n[goal]\nhexes = "1911"\ntext = {tomli_w.dumps({"a": LINES})[4:]}\n'
    theirs = GAMES("malta").begin(Setup("x.toml", source=text))
    assert maltese_goal(theirs).startswith("Goal: hold the line   → rm -rf ~: 1911")
