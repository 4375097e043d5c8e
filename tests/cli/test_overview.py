"""The first screen on a terminal: map, goal and next steps in one screen, and nothing twice."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.cli import look
from tarawa_cli.cli.look import LEAST_MAP, LEAST_TEXT, MORE, _entries, _that_fit
from tarawa_cli.games.malta import views as malta_looks
from tarawa_cli.games.tarawa import views as tarawa_looks
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.presentation import Asked, Look
from tests.cli.tools import Game, tarawa
from tests.screens.golden import Screen, Terminal, check_fits, shown

NEW = {"tarawa": ("red-beach-3", "second-morning", "last-night", "campaign"), "malta": ("hal-far", "herkules")}
STARTS = [(program, scenario) for program, names in NEW.items() for scenario in names]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """What the map was asked for; it takes as many rows as it may."""
    seen: list[Asked] = []

    def drawn(match: Match[Any], asked: Asked) -> Look:
        seen.append(asked)
        wide, high = asked.screen[:2]
        rows = [match.game.narration.headline(match.state)[:wide], *(["~" * wide] * (high - 1))]
        return Look("map", "map", list, lambda: "\n".join(rows))

    for looks in (tarawa_looks, malta_looks):
        monkeypatch.setitem(looks.LOOKS, "map", drawn)
    return seen


@pytest.mark.sample(5)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 20), (200, 50)])
@pytest.mark.parametrize(("program", "scenario"), STARTS)
def test_new_and_status_fill_one_screen(program: str, scenario: str, size: tuple[int, int], asked: list[Asked]) -> None:
    on, save = Terminal(*size, "none"), "game.toml"
    for screen in (
        shown(on, program, "new", scenario, "--seed", 3, "--save", save),
        shown(on, program, "status", "--save", save),
    ):
        check_fits(screen)
        assert len(screen.lines) == on.height - 1, "the map takes what is left"
        assert sum(line.startswith("Goal: ") for line in screen.lines) == 1
        assert any(line.startswith("  → ") for line in screen.lines)
        told = [line for line in screen.lines if line.strip("~ ")]
        assert len(set(told)) == len(told), "nothing twice"
    assert all(each.screen.height >= min(LEAST_MAP, size[1] - LEAST_TEXT - 3) for each in asked)
    assert not any(each.next_step for each in asked), "the map leaves the next step to the screen"


def test_the_headline_is_left_out_where_the_title_of_the_map_tells_it(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def titled(match: object, asked: Asked) -> Look:
        return Look("map", "map", list, lambda: "BETIO · Turn 1 · Pre-invasion bombardment\n~~~")

    def untitled(match: object, asked: Asked) -> Look:
        return Look("map", "map", list, lambda: "~~~")

    for draw in (titled, untitled):
        monkeypatch.setitem(tarawa_looks.LOOKS, "map", draw)
        text = shown(Terminal(colours="none"), "tarawa", "status", "--save", game.path).text
        assert text.count("Pre-invasion bombardment") == 1


def test_the_name_of_the_scenario_is_left_out_where_the_title_of_the_map_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def titled(match: object, asked: Asked) -> Look:
        return Look("map", "map", list, lambda: "Red Beach 3 · Turn 1 · Embarking\n~~~")

    monkeypatch.setitem(tarawa_looks.LOOKS, "map", titled)
    lines = shown(Terminal(colours="none"), "tarawa", "new", "red", "--seed", 3, "--save", "a.toml").lines
    assert lines[:2] == ["a.toml (seed 3)", "Red Beach 3 · Turn 1 · Embarking"]


def test_a_screen_with_few_rows_has_no_map(game: Game, asked: list[Asked]) -> None:
    screen = shown(Terminal(80, 12, "none"), "tarawa", "status", "--save", game.path)
    check_fits(screen)
    assert asked == []
    assert screen.lines[0].startswith("Turn 1 ·")


def test_in_a_pipe_in_json_and_in_full_the_report_is_as_ever(game: Game, asked: list[Asked]) -> None:
    report = game("status").out
    assert "Morale" in report
    assert game("status", "--full").out == report
    assert shown(Terminal(80, 24, "none"), "tarawa", "status", "--full", "--save", game.path).text == report
    on_terminal = shown(Terminal(), "tarawa", "status", "--json", "--save", game.path).text
    assert on_terminal == game("status", "--json").out
    assert "You win by clearing" in tarawa("new", "campaign", "--save", "other.toml").out
    assert asked == []


def test_new_says_where_the_introduction_is(asked: list[Asked]) -> None:
    screen = shown(Terminal(), "tarawa", "new", "red", "--seed", 3, "--save", "a.toml")
    assert screen.lines[0] == "Red Beach 3: a.toml (seed 3)"
    assert "  → scenarios red-beach-3 — print its introduction" in screen.lines
    assert "Amtracs (lvt) drive" in tarawa("scenarios", "red-beach-3").out


def test_the_introduction_of_a_scenario_of_one_s_own_comes_before_the_screen(
    tmp_path: Path, asked: list[Asked]
) -> None:
    own = '[scenario]\nid = "x"\nname = "X"\nbase = "campaign"\nintroduction = "Land, and hold."\n'
    (tmp_path / "own.toml").write_text(own)
    screen = shown(Terminal(), "tarawa", "new", tmp_path / "own.toml", "--save", tmp_path / "a.toml")
    assert "Land, and hold." in screen.lines
    assert not any("print its introduction" in line for line in screen.lines)


def test_notes_count_as_rows(game: Game, asked: list[Asked]) -> None:
    game.do("bombard")
    screen = shown(Terminal(80, 24, "none"), "tarawa", "status", "--at", "0", "--save", game.path)
    assert screen.lines[0].startswith("note: position")
    check_fits(screen)


def test_a_name_without_blanks_goes_on_in_the_next_row(tmp_path: Path, asked: list[Asked]) -> None:
    check_fits(shown(Terminal(40, 24, "none"), "tarawa", "new", "red", "--save", tmp_path / f"{'x' * 90}.toml"))


def test_hostile_words_are_shown_and_not_obeyed(tmp_path: Path, asked: list[Asked]) -> None:
    own = '[scenario]\nid = "x"\nname = "X\\u001b[2J"\nbase = "campaign"\n'
    (tmp_path / "own.toml").write_text(own)
    screen = shown(Terminal(80, 24, "256"), "tarawa", "new", tmp_path / "own.toml", "--save", tmp_path / "a.toml")
    assert "\x1b[2J" not in screen.text
    assert "\\x1b[2J" in screen.text


@pytest.mark.parametrize("program", ["tarawa", "malta"])
def test_ascii_and_colours_reach_the_map(program: str, asked: list[Asked], tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    shown(Terminal(80, 24, "16", light=True), program, "new", NEW[program][0], "--ascii", "--save", save)
    shown(Terminal(80, 24, "256"), program, "status", "--save", save)
    assert [(each.screen.colours, each.screen.light, each.screen.ascii) for each in (asked[0], asked[-1])] == [
        (16, True, True),
        (256, False, False),
    ]


@pytest.mark.parametrize(("program", "scenario"), STARTS)
def test_in_ascii_there_is_nothing_else(program: str, scenario: str) -> None:
    for command in (("new", scenario, "--seed", 3), ("status",)):
        assert shown(Terminal(), program, *command, "--ascii", "--save", "game.toml").text.isascii()


# ── Steps that do not fit


def lines(*steps: str) -> list[list[str]]:
    return _entries(steps, 80)


def test_all_steps_are_shown_if_they_fit() -> None:
    steps = ("  due: 2/8A", "  → embark 2/8A", "    or others", "  → next")
    assert _that_fit(lines(*steps), 4, 80) == [*steps]


def test_otherwise_the_first_one_and_commands_go_first() -> None:
    steps = ["  You must decide", "  a", "  b", *(f"  → decide {n}" for n in range(5)), "  → legal"]
    assert _that_fit(lines(*steps), 5, 80) == ["  You must decide", "  → decide 0", "  → decide 1", "  → legal", MORE]


def test_a_long_list_is_cut() -> None:
    kept = _that_fit(_entries(["  due: " + "2/8A " * 60, "  → next"], 80), 4, 80)
    assert len(kept) == 4
    assert kept[1].endswith(" …")
    assert kept[2:] == ["  → next", MORE]


@pytest.fixture
def over(tmp_path: Path, asked: list[Asked]) -> Callable[[Terminal], Screen]:
    from tests.cli.test_ending import POSITION, WON
    from tests.cli.tools import game_at

    game = game_at(tmp_path, POSITION, "--dice", "manual")
    game.do(WON)
    return lambda terminal: shown(terminal, "tarawa", "status", "--save", game.path)


def test_a_game_that_is_over_says_so_and_has_no_goal_any_more(over: Callable[[Terminal], Screen]) -> None:
    screen = over(Terminal(80, 24, "none"))
    check_fits(screen)
    assert "Victory: " in screen.text
    assert "Goal:" not in screen.text
    assert look.MORE in screen.lines
