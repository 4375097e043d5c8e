"""The first screen at every phase of both games: it fits, tells the goal once, and says what to do."""

from pathlib import Path

import pytest

from tests.screens.golden import Terminal, check_fits, shown

SAVES = Path(__file__).resolve().parents[1] / "saves" / "0.2.2"
POSITIONS = [
    (program, path.stem)
    for program in ("tarawa", "malta")
    for path in sorted((SAVES / program).glob("*.toml"))
    if "journal = [" in path.read_text(encoding="utf-8")
]
TERMINALS = [Terminal(), Terminal(80, 24, "none"), Terminal(120, 40)]


@pytest.mark.sample(11)
@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda terminal: terminal.name)
@pytest.mark.parametrize(("program", "name"), POSITIONS)
def test_the_first_screen_fits_at_every_phase(program: str, name: str, terminal: Terminal) -> None:
    screen = shown(terminal, program, "status", "--save", SAVES / program / f"{name}.toml")
    check_fits(screen)
    goals = [line for line in screen.lines if line.startswith("Goal: ")]
    assert len(goals) == (0 if name.startswith("over-") else 1)
    assert any("→ " in line for line in screen.lines)
    told = [line.strip() for line in screen.lines if len(line.strip()) > 12]
    assert len(set(told)) == len(told), "nothing twice"
