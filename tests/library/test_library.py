"""The public names: games from Python, both games, sides and views, saving without losing anything."""

import doctest
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import tarawa_cli
from tarawa_cli import BadFile, BadOrder, GameError, Refused, load, simulate, start
from tests.kit.waiting import PATIENCE

HERE = Path(__file__).parent
MODULES = ["tarawa_cli", *(f"tarawa_cli.library.{name}" for name in ("game", "position", "simulation", "starting"))]


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_docstrings_are_true(name: str) -> None:
    assert doctest.testmod(import_module(name)).failed == 0


def test_every_public_name_is_there_and_has_a_docstring() -> None:
    assert len(tarawa_cli.__all__) == 15
    assert all(getattr(tarawa_cli, name).__doc__ for name in tarawa_cli.__all__)
    assert set(tarawa_cli.__all__) <= set(dir(tarawa_cli))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = tarawa_cli.nothing


def test_importing_the_package_loads_nothing_of_it() -> None:
    code = "import sys, tarawa_cli; print([name for name in sys.modules if name.startswith('tarawa_cli.')])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "[]\n"


def test_a_program_that_uses_only_public_names_passes_mypy_strict(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(HERE / "sample.py")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=HERE.parents[1])
    assert ended.returncode == 0, ended.stdout


def test_a_program_that_uses_only_public_names_runs(tmp_path: Path) -> None:
    command = [sys.executable, str(HERE / "sample.py"), str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.splitlines()[0].startswith("8 supply-points marines")
    assert ended.stdout.splitlines()[-1] == "True 2 True True"


@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "second-morning"), ("malta", "cottonera")])
def test_a_game_is_the_one_that_the_program_would_play(game: str, scenario: str, tmp_path: Path) -> None:
    mine = start(scenario, game=game, seed=5)
    for _ in range(30):
        mine.play(mine.legal()[0])
    path = mine.save(tmp_path / "mine.toml")
    ended = subprocess.run(
        [sys.executable, "-m", "tarawa_cli", game, "verify", "--save", path], capture_output=True, text=True
    )
    assert "proven" in ended.stdout, ended.stdout + ended.stderr


@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "second-morning"), ("malta", "herkules")])
def test_every_unit_hex_and_area_can_be_looked_at_by_its_name(game: str, scenario: str) -> None:
    it = start(scenario, game=game, seed=5)
    assert all(unit.id == name for name, unit in it.units.items())
    assert all(hex.id == name and set(hex.units) <= set(it.units) for name, hex in list(it.hexes.items())[::10])
    assert all(area.id == name and set(area.hexes) <= set(it.hexes) for name, area in it.areas.items())


def test_a_beach_of_several_areas_has_the_hexes_of_all() -> None:
    areas = start("second-morning", seed=5).areas
    assert areas["red1"].hexes == areas["beak"].hexes + areas["green"].hexes + areas["pocket"].hexes


def test_what_is_legal_can_be_played_and_what_is_refused_changes_nothing() -> None:
    game = start("second-morning", seed=5)
    before = game.text_map()
    with pytest.raises(Refused) as refused:
        game.play("attack 2/8A --on 2828")
    assert refused.value.rule
    with pytest.raises(BadOrder):
        game.play("fly to the moon")
    assert game.text_map() == before
    assert game.play(game.legal()[0]).orders


def test_an_order_gives_its_events_with_their_rolls() -> None:
    game = start("cottonera", game="malta", seed=7)
    game.play("next axis-combat --yes")
    game.play("policy allied support never")
    played = game.play("attack i-33 ii-33 liv-gen --on 1911")
    assert played.rolls
    assert all(roll.facts["dice"] and roll.rule for roll in played.rolls)
    assert "1911" in played.text


@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "last-night"), ("malta", "cottonera")])
def test_the_log_repeats_what_each_order_gave_even_of_a_loaded_game(game: str, scenario: str, tmp_path: Path) -> None:
    it = start(scenario, game=game, seed=5)
    given = []
    for number in range(40):
        legal = it.legal()
        given.append(it.play(legal[number * 7919 % len(legal)]))
    again = load(it.save(tmp_path / "it.toml"))
    for log in (it.log(), again.log()):
        assert [played.orders for played in log] == [[order] for played in given for order in played.orders]
        assert [event for played in log for event in played.events] == [e for played in given for e in played.events]
        assert [(played.turn, played.phase) for played in log] == [(played.turn, played.phase) for played in given]
        assert log[-1].text == given[-1].text
    assert [played.orders for played in it.at(-10).log()] == [played.orders for played in it.log()[:-10]]
    assert any(played.rolls for played in again.log())


def test_the_log_of_a_view_has_nothing_hidden() -> None:
    game = start("herkules", game="malta", seed=1, options={"plan": "own"})
    game.play("zone zone-1 0506 --turn 29jun-am")
    (own,), (others,) = game.view("axis").log(), game.view("allied").log()
    assert ("0506" in own.orders[0], "0506" in own.text) == (True, True)
    assert (others.orders, others.events, others.text) == (["the Axis plan their drops"], [], "")
    with pytest.raises(BadOrder, match="a fork has no past"):
        game.fork(1).log()


def test_undo_and_redo_give_the_same_position() -> None:
    game = start("second-morning", seed=5)
    first = game.text_map()
    game.play(game.legal()[0])
    after = game.units
    game.undo()
    assert game.text_map() == first
    game.redo()
    assert game.units == after


def test_a_view_shows_nothing_hidden_and_takes_only_its_orders(tmp_path: Path) -> None:
    game = start("herkules", game="malta", seed=1)
    allied, axis = game.view("allied"), game.view("axis")
    assert axis.legal() == game.legal()
    assert allied.legal() == []
    with pytest.raises(Refused):
        allied.play(game.legal()[0])
    path = game.save(tmp_path / "it.toml")
    assert [load(path, side=side).units for side in game.sides] == [axis.units, allied.units]
    assert "drop zone kroh" in axis.text_map()
    assert "drop zone kroh" not in allied.text_map()
    with pytest.raises(BadOrder):
        allied.view("axis")
    axis.play(axis.legal()[0])
    assert game.at(-1).facts != game.facts or game.at(-1).units != game.units


def test_the_past_can_be_looked_at_and_not_changed(tmp_path: Path) -> None:
    game = start("second-morning", seed=5)
    first = game.units
    game.play(game.legal()[0])
    past = game.at(0)
    assert past.units == first
    with pytest.raises(BadOrder, match="cannot be changed"):
        past.play(past.legal()[0])
    with pytest.raises(BadOrder, match="cannot be changed"):
        past.save(tmp_path / "past.toml")
    with pytest.raises(BadOrder):
        game.at("HEAD~1")


def test_a_fork_has_other_dice_and_leaves_the_game_alone(tmp_path: Path) -> None:
    game = start("last-night", seed=5)
    before = game.text_map()
    fork = game.fork(1)
    fork.play("next")
    assert fork.phase != game.phase
    assert game.text_map() == before
    for forbidden in (lambda: fork.save(tmp_path / "fork.toml"), fork.undo, lambda: fork.at(0), fork.film):
        with pytest.raises(BadOrder, match="a fork has no past"):
            forbidden()


# ── Saving


def test_a_save_that_somebody_else_has_changed_is_not_overwritten(tmp_path: Path) -> None:
    path = start("second-morning", seed=5).save(tmp_path / "one.toml")
    mine, theirs = load(path), load(path)
    theirs.play(theirs.legal()[0])
    theirs.save()
    written = Path(path).read_text("utf-8")
    mine.play(mine.legal()[1])
    with pytest.raises(BadFile, match="has changed since it was read"):
        mine.save()
    assert Path(path).read_text("utf-8") == written
    theirs.play(theirs.legal()[0])
    assert theirs.save() == path


def test_a_new_save_replaces_nothing_unless_by_force_and_then_keeps_it(tmp_path: Path) -> None:
    there = tmp_path / "notes.toml"
    there.write_text("my notes\n")
    game = start("second-morning", seed=5)
    with pytest.raises(BadFile) as refused:
        game.save(there)
    assert refused.value.hint == "force=True replaces it"
    assert there.read_text() == "my notes\n"
    game.save(there, force=True)
    assert (tmp_path / "notes.toml.bak").read_text() == "my notes\n"
    with pytest.raises(BadFile, match="already exists"):
        game.film(there.with_suffix(".toml.bak"))
    with pytest.raises(BadOrder, match="is the save itself"):
        game.film(there, force=True)


def test_a_link_is_not_followed_and_secrets_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "real.txt").write_text("something\n")
    (tmp_path / "link.toml").symlink_to(tmp_path / "real.txt")
    game = start("cottonera", game="malta", seed=5)
    with pytest.raises(BadFile, match="is a link"):
        game.save(tmp_path / "link.toml", force=True)
    with pytest.raises(BadOrder, match="holds a side's secrets"):
        game.save(tmp_path / "it.axis.toml")
    with pytest.raises(BadOrder, match="no file yet"):
        game.save()
    assert (tmp_path / "real.txt").read_text() == "something\n"


def test_a_game_by_mail_can_be_looked_at_and_not_played(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tarawa_cli", "malta", "--as", "axis", "new", "cottonera", "--mail"]
    subprocess.run([*command, "--save", str(tmp_path / "mail.toml")], check=True, capture_output=True)
    game = load(tmp_path / "mail.toml", side="axis")
    assert game.units
    with pytest.raises(BadOrder, match="by mail"):
        game.play("next")


@pytest.mark.parametrize("given", [{"game": "chess"}, {"scenario": "waterloo"}, {"side": "navy", "game": "malta"}])
def test_what_is_unknown_is_a_clear_error(given: dict[str, Any]) -> None:
    with pytest.raises(GameError):
        start(**given)


MALTA: dict[str, Any] = {"scenario": "cottonera", "game": "malta", "seed": 7}
WRONG: dict[str, Callable[[], object]] = {
    "seed must be an int, not str": lambda: start("last-night", seed="7"),  # type: ignore[arg-type]
    "scenario must be a str, not int": lambda: start(3),  # type: ignore[arg-type]
    "computer must be a mapping": lambda: start(**MALTA, computer="strong"),  # type: ignore[arg-type]
    "options must be a mapping": lambda: start(**MALTA, options=["own"]),  # type: ignore[arg-type]
    "an order must be a str or a list of its words": lambda: start(**MALTA).play(3),  # type: ignore[arg-type]
    "word 2 of the order must be a str": lambda: start(**MALTA).play(["move", 3]),  # type: ignore[list-item]
    "place must be a str, not int": lambda: start(**MALTA).text_map(1911),  # type: ignore[arg-type]
    "games must be an int, not str": lambda: simulate(games="3"),  # type: ignore[arg-type]
    "executor must have a method": lambda: simulate(games=1, executor=3),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("told", WRONG)
def test_an_argument_of_a_wrong_type_is_named(told: str) -> None:
    with pytest.raises(TypeError, match=told):
        WRONG[told]()


OUT_OF_RANGE: dict[str, Callable[[], object]] = {
    "seed -1: must be 0 to": lambda: start("last-night", seed=-1),
    "seed 9223372036854775808: must be": lambda: start("last-night", seed=2**63),
    "seed -2: must be 0 to": lambda: start("last-night", seed=1).fork(-2),
    "count 0: must be 1 to": lambda: start("last-night", seed=1).undo(0),
    "width -1: must be 0 to 8000": lambda: start("last-night", seed=1).svg(width=-1),
    "tarawa has no options": lambda: start("last-night", options={"plan": "own"}),
    "there is no moment '9'": lambda: start("last-night", seed=1).at(9),
    "there is no player 'expert:x'": lambda: simulate(games=1, player="expert:x"),
    "there is no player 'random:5'": lambda: simulate(games=1, player="random:5"),
}


@pytest.mark.parametrize("told", OUT_OF_RANGE)
def test_an_argument_out_of_range_is_refused(told: str) -> None:
    with pytest.raises(BadOrder, match=told):
        OUT_OF_RANGE[told]()


def test_a_computer_opponent_answers(tmp_path: Path) -> None:
    game = start("cottonera", game="malta", seed=7, computer={"allied": "strong"})
    assert game.side == "axis"
    played = game.play("next turn --yes")
    assert any(event.type == "order-given" for event in played.events)
    assert load(game.save(tmp_path / "it.toml")).side == "axis"


# ── Pictures


@pytest.mark.parametrize(("game", "scenario"), [("tarawa", "red-beach-3"), ("malta", "cottonera")])
def test_a_notebook_shows_the_map(game: str, scenario: str) -> None:
    it = start(scenario, game=game, seed=5)
    assert it._repr_svg_().startswith("<svg")
    assert "<svg" in it._repr_html_()
    assert "<pre>" in it._repr_html_()
    assert str(it) == it.text_map()
    assert all(len(line) <= 60 for line in it.text_map(width=60).splitlines()[:3])


# ── Many games


def test_an_executor_gives_the_same_figures() -> None:
    given: dict[str, Any] = {"player": "random", "games": 4, "seed": 11}
    alone = simulate("red-beach-3", **given)
    with ThreadPoolExecutor(2) as threads:
        assert simulate("red-beach-3", **given, executor=threads) == alone
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert simulate("red-beach-3", **given, executor=processes) == alone
    assert [game["seed"] for game in alone.played] == [11, 12, 13, 14]


def test_each_side_may_have_its_own_player() -> None:
    many = simulate("cottonera", game="malta", games=1, sides={"axis": "random"}, player="historical")
    assert many.played[0]["outcome"]
    with pytest.raises(BadOrder):
        simulate("cottonera", game="malta", player="nobody")
    with pytest.raises(BadOrder):
        simulate("cottonera", game="malta", games=0)
