"""`advise` gives its reasons in figures, quickly, and never an order that changes nothing."""

import re
import shlex
from pathlib import Path

import pytest

from tarawa_cli.games import MALTA, TARAWA
from tarawa_cli.kernel.game import Program
from tests.cli.tools import command

GAMES = [(TARAWA, "second-morning"), (TARAWA, "campaign"), (MALTA, "hal-far"), (MALTA, "herkules")]
COUNTED = ("attack", "demolish", "fire", "move", "suppress", "strike", "shoot", "break-through", "bombard", "decide")
FIGHTS = ("attack", "break-through")
FIGURES = {
    "tarawa": r"(takes|clears) .* in \d+ %, costs \d+\.\d steps?",
    "malta": r"\d+ % chance to take \d{4}, losing \d+\.\d steps? on average, the enemy \d+\.\d",
}


@pytest.mark.sample(5)
@pytest.mark.parametrize(("program", "scenario"), GAMES, ids=[scenario for _, scenario in GAMES])
def test_a_reason_is_a_figure(program: Program, scenario: str, tmp_path: Path) -> None:
    save, before, kinds = tmp_path / "game.toml", "", set[str]()
    assert command(program, "new", scenario, "--seed", 5, "--save", save).code == 0
    for _ in range(90):
        found = command(program, "advise", "--json", "--save", save)
        if found.code:
            break
        advice = found.json["advice"]
        name = advice["command"].split()[0]
        kinds.add(name)
        if name in COUNTED:
            assert re.search(r"\d|none|nobody", advice["figures"]), advice
        if name in FIGHTS:
            assert re.fullmatch(FIGURES[program.game], advice["figures"]), advice
        assert "stands better" not in advice["figures"] + advice["why"]
        assert command(program, *shlex.split(advice["command"]), "--save", save).code == 0, advice
        text = save.read_text(encoding="utf-8").partition("journal = [")[0]
        position = "\n".join(line for line in text.splitlines() if not line.startswith("digest"))
        assert position != before, f"{advice['command']} has changed nothing"
        before = position
    assert "next" in kinds
    assert len(kinds) > 4
