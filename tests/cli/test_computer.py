"""`autoplay`, `advise`, `simulate`."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.tools import tarawa as run
from tests.kit.waiting import PATIENCE
from tests.tarawa.tables import FILE


def tree(folder: Path) -> dict[str, bytes]:
    """Every file with its content."""
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def new(*more: str) -> None:
    assert run("new", "red-beach-3", "--seed", "7", "--tables", FILE, *more).code == 0


def test_autoplay_leaves_an_ordinary_game(tmp_path: Path) -> None:
    new()
    done = run("autoplay", "--until", "turn", "3", "-v")
    assert done.code == 0, done.err
    assert "> embark 2/8A lvt-1 red3 1424  (it is due, and an amtrac brings it ashore)" in done.out
    assert "turn  2: " in done.out
    assert "Turn 3" in done.out
    assert run("verify").code == 0
    commands = run("log", "--commands").out
    assert run("new", "red-beach-3", "--seed", "7", "--tables", FILE, "--save", "b.toml").code == 0
    Path("all.txt").write_text(commands, encoding="utf-8")
    assert run("run", "all.txt", "--save", "b.toml").code == 0
    assert Path("saves/red-beach-3.toml").read_bytes() == Path("b.toml").read_bytes()


def test_autoplay_to_the_end_and_then_no_further(tmp_path: Path) -> None:
    new()
    done = run("autoplay", "-q")
    assert done.code == 0
    assert "> " not in done.out
    again = run("autoplay")
    assert again.code == 1
    assert "the game is over" in again.err
    assert run("advise").code == 1


@pytest.mark.parametrize("until", [["turn", "2"], ["2"], ["turn 2"]])
def test_the_turn_may_be_given_in_several_ways(tmp_path: Path, until: list[str]) -> None:
    new()
    assert run("autoplay", "--until", *until, "-q").code == 0
    assert json.loads(run("status", "--json").out)["state"]["turn"] == 2


@pytest.mark.parametrize(
    "words",
    [
        ["--until", "turn"], ["--until", "turn", "x"], ["--until", "turn", "1"], ["--until", "turn", "6"],
        ["--until", ""], ["--until", "turn", "2", "3"], ["--until", "²"], ["--player", "nobody"], ["2"],
    ],
)  # fmt: skip
def test_bad_words_are_told_and_change_nothing(tmp_path: Path, words: list[str]) -> None:
    new()
    before = tree(tmp_path)
    done = run("autoplay", *words)
    assert (done.code, done.out) == (2, "")
    assert done.err
    assert tree(tmp_path) == before


def test_the_computer_does_not_roll_the_players_own_dice(tmp_path: Path) -> None:
    new("--force", "--dice", "manual")
    before = tree(tmp_path)
    done = run("autoplay")
    assert done.code == 4
    assert "its own dice" in done.err or "their own dice" in done.err
    assert tree(tmp_path) == before


def test_a_dry_run_says_how_it_would_begin(tmp_path: Path) -> None:
    new()
    before = tree(tmp_path)
    assert (
        run("autoplay", "-n", "--player", "strong").out
        == "legal: strong would begin with embark 2/8A lvt-1 red3 1424\n"
    )
    assert tree(tmp_path) == before


def test_autoplay_as_json_has_all_commands_and_events(tmp_path: Path) -> None:
    new()
    answer = json.loads(run("autoplay", "--until", "turn", "2", "--json").out)
    assert answer["ok"]
    assert answer["commands"][0]["command"] == "embark 2/8A lvt-1 red3 1424"
    assert answer["state"]["turn"] == 2
    assert any(event["type"] == "roll" for event in answer["events"])


def test_advice_is_legal_and_changes_nothing(tmp_path: Path) -> None:
    new()
    before = tree(tmp_path)
    advice = json.loads(run("advise", "--json").out)["advice"]
    assert advice["player"] == "strong"
    assert advice["why"]
    assert run("advise").out.splitlines()[0] == advice["command"]
    assert tree(tmp_path) == before
    assert run(*advice["command"].split()).code == 0


def test_simulate_needs_no_save_and_tells_the_same_however_it_is_played(tmp_path: Path) -> None:
    words = ["simulate", "-g", "2", "--scenario", "red-beach-3", "--seed", "3"]
    text = run(*words)
    assert text.code == 0
    assert text.err == ""
    assert "red-beach-3: 2 games from seed 3" in text.out
    *games, told = map(json.loads, run(*words, "--json").out.splitlines())
    assert told["simulation"]["games"] == 2
    assert [game["seed"] for game in games] == [3, 4]
    rows = list(csv.DictReader(io.StringIO(run(*words, "--csv").out)))
    assert [row["outcome"] for row in rows] == [game["outcome"] for game in games]
    assert tree(tmp_path) == {}


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["-g", "0"], 2),
        (["-j", "257"], 2),
        (["--player", "x"], 2),
        (["--scenario", "nowhere"], 2),
        (["--scenario", "no/such.toml"], 3),
        (["--tables", "no.toml"], 3),
        (["--csv", "--json"], 2),
        (["--seed", "-1"], 2),
    ],
)
def test_what_simulate_cannot_do_is_told_before_it_plays(tmp_path: Path, words: list[str], code: int) -> None:
    done = run("simulate", *words)
    assert done.code == code
    assert "Traceback" not in done.err


# Plays games until the third is finished; then somebody presses Ctrl-C, for all processes of the terminal.
INTERRUPTED = """
import os, signal, sys
from tarawa_cli.cli import simulating
from tarawa_cli.cli.program import main

def interrupting(games, count):
    for number, game in enumerate(games, 1):
        yield game
        if number == 3:
            os.killpg(0, signal.SIGINT)

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)
    simulating._with_progress = interrupting
    main()
"""


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_a_simulation_with_the_games_that_are_finished(tmp_path: Path, jobs: str) -> None:
    (tmp_path / "play.py").write_text(INTERRUPTED)
    words = ["simulate", "-g", "500", "-j", jobs, "--scenario", "red-beach-3", "--seed", "3"]
    done = subprocess.run(
        [sys.executable, "play.py", *words, "--json"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        start_new_session=True,
    )
    assert (done.returncode, done.stderr) == (130, "interrupted: 3 of 500 games are finished\n")
    *games, told = map(json.loads, done.stdout.splitlines())
    assert (told["simulation"]["games"], [game["seed"] for game in games]) == (3, [3, 4, 5])


def test_ctrl_c_before_a_game_is_finished_sums_up_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tarawa_cli.games.tarawa.players import simulation

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(simulation, "play_game", interrupted)
    for form in ([], ["--csv"], ["--json"]):
        done = run("simulate", "-g", "2", *form)
        assert done == (130, "", "interrupted: 0 of 2 games are finished\n")


# ── Phase by phase


def now() -> tuple[int, str]:
    state = json.loads(run("status", "--json").out)["state"]
    return state["turn"], state["phase"]


def test_the_computer_plays_just_one_phase_and_ends_it(tmp_path: Path) -> None:
    new()
    assert now() == (1, "embark")
    done = run("autoplay", "embark")
    assert done.code == 0, done.err
    assert now() == (1, "impulse-1")
    assert run("log", "--commands").out.splitlines()[-1] == "next #+"
    before = tree(tmp_path)
    again = run("autoplay", "embark")
    assert (again.code, again.err) == (
        1,
        "refused: this is `impulse-1`, not `embark`\n  try: autoplay --until embark\n",
    )
    assert tree(tmp_path) == before
    assert run("verify").code == 0


def test_the_computer_lands_and_the_player_fights(tmp_path: Path) -> None:
    new("--hits", "step")
    assert run("autoplay", "--until", "actions", "-q").code == 0
    assert now() == (1, "actions")
    before = tree(tmp_path)
    again = run("autoplay", "--until", "act")
    assert (again.code, again.out, again.err) == (
        0,
        "",
        "note: this is already `actions` of turn 1: nothing was done\n",
    )
    assert tree(tmp_path) == before, "it has been reached already"
    assert run("verify").code == 0


def test_a_plan_of_the_phase_is_what_the_computer_then_does_while_no_dice_fall(tmp_path: Path) -> None:
    new()
    before = tree(tmp_path)
    plan = json.loads(run("advise", "--phase", "--json").out)["plan"]["orders"]
    assert tree(tmp_path) == before
    assert all(one["certain"] and one["why"] for one in plan)
    assert run("advise", "--phase", "--do").code == 0
    first, *others = (one["command"] for one in plan)
    assert run("log", "--commands").out.splitlines() == [first, *(f"{other} #+" for other in others)]
    assert now() == (1, "impulse-1")


def test_a_plan_tells_odds_and_where_the_dice_begin_to_decide(tmp_path: Path) -> None:
    new("--hits", "step")
    assert run("autoplay", "--until", "actions", "-q").code == 0
    plan = json.loads(run("advise", "--phase", "--json").out)["plan"]["orders"]
    first = next(place for place, one in enumerate(plan) if not one["certain"])
    assert "%" in plan[first - 1]["odds"]
    assert not any(one["certain"] for one in plan[first:])
    assert run("advise", "--phase").out.count("from here on the dice decide; for example:") == 1


def test_advice_is_taken_in_one_word(tmp_path: Path) -> None:
    new()
    advice = json.loads(run("advise", "--json").out)["advice"]["command"]
    done = run("advise", "--do")
    assert done.code == 0
    assert f"> {advice}  (" in done.out
    assert run("log", "--commands").out == f"{advice}\n"


# ── One phase is one phase of one turn


@pytest.mark.parametrize("scenario", ["red-beach-3", "campaign"])
@pytest.mark.parametrize("words", [["advise", "--phase", "--do"], ["autoplay", "actions"]])
def test_a_phase_ends_with_its_turn_though_the_next_one_begins_at_once(scenario: str, words: list[str]) -> None:
    assert run("new", scenario, "--seed", "5", "--hits", "step", "--tables", FILE).code == 0
    assert run("autoplay", "--until", "actions", "-q").code == 0
    assert run("delegate", "embark", "landing", "suppression").code == 0
    for turn in (2, 3):
        assert run(*words).code == 0
        assert now() == (turn, "actions"), "all that lies between is left to the computer"


def test_a_phase_in_several_parts_ends_with_the_turn_too() -> None:
    assert run("new", "campaign", "--seed", "5", "--hits", "step", "--tables", FILE).code == 0
    assert run("autoplay", "--until", "landing", "-q").code == 0
    assert run("delegate", "suppression", "actions", "supply-check", "supply-points").code == 0
    assert run("autoplay", "landing", "-q").code == 0
    assert now() == (2, "embark")


@pytest.mark.parametrize(("phase", "turn"), [("supply-check", 2), ("supply-points", 2), ("bombardment", 3)])
def test_a_phase_that_never_waits_is_not_waited_for_beyond_its_turn(phase: str, turn: int) -> None:
    new("--hits", "step")
    assert run("autoplay", "--until", "actions", "-q").code == 0
    if turn == 3:
        assert run("autoplay", "--until", "turn", "2", "-q").code == 0
    stopped = run("autoplay", "--until", phase, "-q")
    assert (stopped.code, stopped.err) == (0, f"note: `{phase}` was skipped: this is `embark` of turn {turn}\n")
    assert now() == (turn, "embark")
    again = json.loads(run("autoplay", "--until", phase, "--json").out)
    assert again["note"].startswith(f"`{phase}` was skipped: this is `")
    assert again["state"]["turn"] == turn + 1


def test_a_phase_that_comes_is_reached_without_a_note() -> None:
    new("--hits", "step")
    assert run("autoplay", "--until", "suppression", "-q").err == ""
    assert now()[1].startswith("suppression")


def test_a_game_that_ends_on_the_way_to_a_phase_needs_no_note() -> None:
    new("--hits", "step")
    assert run("autoplay", "--until", "turn", "5", "-q").code == 0
    ended = run("autoplay", "--until", "bombardment", "-q")
    assert (ended.code, ended.err) == (0, "")
    assert json.loads(run("status", "--json").out)["state"]["outcome"]


# ── One command is one command to take back


@pytest.mark.parametrize(
    "words",
    [
        ["autoplay", "--until", "turn", "3", "-q"],
        ["autoplay", "-q"],
        ["autoplay", "embark"],
        ["advise", "--phase", "--do"],
        ["advise", "--do"],
    ],
)
def test_one_undo_takes_back_all_that_the_computer_did_by_one_command(words: list[str]) -> None:
    new("--hits", "step")
    assert run("embark", "2/8A", "lvt-1", "red3").code == 0
    before = json.loads(run("status", "--json").out)["state"]
    assert run(*words).code == 0
    played = json.loads(run("status", "--json").out)["state"]
    commands = run("log", "--commands").out
    assert run("undo").code == 0
    after = json.loads(run("status", "--json").out)["state"]
    assert after["mulligans"] <= 1
    assert {**after, "mulligans": 0} == {**before, "mulligans": 0}
    assert run("log", "--commands").out == "policy hits step\nembark 2/8A lvt-1 red3 1424\n"
    assert run("redo").code == 0
    assert run("log", "--commands").out == commands
    assert json.loads(run("status", "--json").out)["state"]["units"] == played["units"]
    assert run("verify").code == 0


def test_what_is_left_to_the_computer_is_taken_back_with_what_it_was_told_to_play() -> None:
    new("--hits", "step")
    assert run("delegate", "impulse", "suppression").code == 0
    assert run("autoplay", "embark", "-q").code == 0
    assert now() == (1, "actions")
    assert run("undo").code == 0
    assert (now(), run("log", "--commands").out) == ((1, "embark"), "policy hits step\n")


def test_what_the_computer_did_is_taken_back_order_by_order_from_a_script_without_the_marks() -> None:
    new()
    assert run("autoplay", "embark", "-q").code == 0
    commands = run("log", "--commands").out
    Path("plain.txt").write_text(commands.replace(" #+", ""), encoding="utf-8")
    assert run("new", "red-beach-3", "--seed", "7", "--tables", FILE, "--save", "b.toml").code == 0
    assert run("run", "plain.txt", "--save", "b.toml").code == 0
    assert run("undo", "--save", "b.toml").code == 0
    assert len(run("log", "--commands", "--save", "b.toml").out.splitlines()) == len(commands.splitlines()) - 1
