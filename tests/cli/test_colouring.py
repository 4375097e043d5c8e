"""Colour in what is printed besides maps: the same words with it and without."""

from pathlib import Path

import pytest

from tarawa_cli.cli import output, program
from tarawa_cli.cli.colouring import _SIDES, INKS, coloured
from tarawa_cli.games import MALTA
from tarawa_cli.kernel.scene.paint import Ink
from tests.cli.tools import Game, command, game_at
from tests.screens.golden import Screen, Terminal, shown

DARK = Terminal(100, 40, "true")
LOOKS = [
    "status --full",
    "units all",
    "unit 2/8A",
    "hex 2731",
    "area red3",
    "log",
    "why",
    "log --story",
]


@pytest.fixture
def landed(tmp_path: Path) -> Game:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 3, "--hits", "step")
    for order in ("embark --due", "next", "advance --all", "unload --all", "next", "suppress red3"):
        game.do(order)
    return game


def rgb(ink: Ink) -> tuple[int, ...]:
    return tuple(int(ink.fg[at : at + 2], 16) for at in (1, 3, 5))


def inked(screen: Screen, ink: Ink) -> list[str]:
    """All that is painted in one colour, piece by piece."""
    found, last = list[str](), None
    for row in screen.rows:
        for cell in row:
            if cell.style.fg == rgb(ink):
                found[-1:] = [found[-1] + cell.sign] if last is cell.style.fg and found else [*found[-1:], cell.sign]
            last = cell.style.fg
        last = None
    return found


@pytest.mark.parametrize("line", LOOKS)
def test_the_words_are_the_same_with_colour_and_without(line: str, landed: Game) -> None:
    words = (*line.split(), "--save", landed.path)
    plain = shown(DARK._replace(colours="none"), "tarawa", *words)
    assert shown(DARK, "tarawa", *words).lines == plain.lines
    assert "\x1b" not in plain.text
    assert "\x1b" not in landed(*line.split()).out, "nor in a pipe"


def test_odds_have_headings(game: Game) -> None:
    words = ("odds", "bombard", "--save", game.path)
    painted = shown(DARK, "tarawa", *words)
    assert painted.lines == shown(DARK._replace(colours="none"), "tarawa", *words).lines
    assert "\x1b[1mresult" in painted.text


def test_units_have_the_colour_of_their_side(tmp_path: Path) -> None:
    save = tmp_path / "malta.toml"
    assert command(MALTA, "new", "cottonera", "--seed", 7, "--save", save).code == 0
    screen = shown(DARK, "malta", "units", "--save", save)
    allied, axis = (inked(screen, ink) for ink in _SIDES)
    assert {"i-33", "fj-kroh"} <= set(axis)
    assert {"2rwk", "gort"} <= set(allied)
    assert not set(axis) & set(allied)


def test_results_are_good_or_bad_where_they_happen(landed: Game) -> None:
    log = shown(DARK, "tarawa", "log", "--save", landed.path)
    assert "suppressed" in inked(log, INKS["good"])
    assert "loses" in inked(log, INKS["bad"])
    report = shown(DARK, "tarawa", "status", "--full", "--save", landed.path)
    assert "cleared" not in inked(report, INKS["good"]), "0 of 219 cleared is no success"
    assert "[6.7]" in [text.strip() for text in inked(log, INKS["rule"])]


def test_headings_are_bold_and_sentences_are_not(landed: Game) -> None:
    log = shown(DARK, "tarawa", "log", "--save", landed.path)
    bold = ["".join(cell.sign for cell in row if cell.style.bold).strip() for row in log.rows]
    assert any(line.startswith("── Japanese anti-landing fire") for line in bold)
    assert any(line.startswith("1. turn 1") for line in bold)
    assert "S" in bold, "what a roll came to"
    assert not any("is suppressed" in line for line in bold)


def test_commands_to_type_stand_out(landed: Game) -> None:
    told = shown(DARK, "tarawa", "next", "--save", landed.path)
    assert "→ advance --all" in inked(told, INKS["command"])


def test_a_roll_that_is_folded_is_no_command(landed: Game) -> None:
    log = shown(DARK._replace(width=110), "tarawa", "log", "--save", landed.path)
    assert any(line.strip().startswith("→ course") for line in log.lines)
    assert not any("course" in text for text in inked(log, INKS["command"]))


def test_refusals_are_red_and_say_what_to_type(landed: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    said = landed("advance", "--all", "--color", "always").err
    assert said.startswith("\x1b[91mrefused (")
    assert "  try: \x1b[36mnext\x1b[0m\n" in said
    assert landed("nosuch").err.startswith("tarawa: ")


def test_what_can_be_pasted_and_json_stay_as_they_are(landed: Game) -> None:
    for line in ("legal", "log --commands", "status --json", "log --json", "help", "next --dry-run --json"):
        assert "\x1b" not in landed(*line.split(), "--color", "always").out, line


def test_hostile_names_are_shown_and_not_obeyed(tmp_path: Path) -> None:
    game = game_at(tmp_path, 'turn = 5\nphase = "actions"\ndefault = "absent"\n')
    text = "a\x1b[2Jb 2/8A \u202e loses\r\n── \x9b31m  [6.7]"
    output.choose_colour("always")
    painted = coloured(text, program.look(str(game.path)))
    output.choose_colour("auto")
    assert "\x1b[2J" not in painted
    assert "\\x1b[2J" in painted
    assert not {"\r", "\u202e", "\x9b"} & set(painted)
