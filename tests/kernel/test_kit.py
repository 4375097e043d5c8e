"""The test kit works on the race as it does on any game: whatever it asks for, a game can give it."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.game import Setup
from tests.kernel import toy, toy_door
from tests.kernel.test_imports import imports
from tests.kernel.tools import ROOT
from tests.kernel.toy import GAME, Race
from tests.kernel.toy_subject import RACING
from tests.kit import law, scripted
from tests.kit.fuzzing import command, game
from tests.kit.fuzzing.game import Task
from tests.kit.recorded import behaves, fingerprint, recorded

Patch = pytest.MonkeyPatch
CLOSELY = {"undo_every": 10, "nasty_every": 3, "look_every": 3}
SPRINT = Setup("sprint")


def fuzz(*words: str) -> int:
    return command.main(RACING, "Races at random.", ["--scenario", "sprint", *words])


def test_the_kit_knows_no_game() -> None:
    paths = sorted((ROOT / "tests" / "kit").rglob("*.py"))
    found = {one.name for path in paths for one in imports(path.read_text("utf-8"), "tests.kit.x")}
    assert "tests.kit.subject.Subject" in found
    assert [
        name for name in sorted(found) if name.startswith(("tarawa_cli.games", "tests.tarawa", "tests.kernel"))
    ] == []


# ── Games at random


@pytest.mark.parametrize("player", ["uniform", "eager", "leader"])
def test_races_at_random_have_no_fault(player: str) -> None:
    for seed in range(5):
        report = game.play(RACING, Task("sprint", seed, player, **CLOSELY))
        assert report.fault == ""
        assert report.outcome in ("red", "blue")
        assert report.checks["positions looked at"]


def test_nasty_orders_for_the_race_are_refused_or_carried_out_soundly() -> None:
    checks = game.play(RACING, Task("sprint", 1, "uniform", **CLOSELY)).checks
    assert checks["nasty orders refused"]
    assert checks["orders taken back"]


def move_in_secret(patch: Patch) -> None:
    """A race that changes more than its events tell."""
    race = toy.race

    def cheat(play: Any, runner: str) -> None:
        race(play, runner)
        play.state.at["blue"] = 1

    patch.setattr(toy, "race", cheat)


def leave_a_trace(patch: Patch) -> None:
    law = toy.Toy.check

    def check(self: toy.Toy, state: Race, action: Any) -> None:
        try:
            law(self, state, action)
        except Refused:
            state.cheers["red"] = "boo"
            raise

    patch.setattr(toy.Toy, "check", check)


def list_too_much(patch: Patch) -> None:
    legal = toy_door.legal
    patch.setattr(toy_door, "legal", lambda state: [*legal(state), "duel red red"] if not state.outcome else [])


@pytest.mark.parametrize(
    ("break_it", "said"),
    [
        (move_in_secret, "fields of blue: 0 by what has happened, but 1 on the table"),
        (leave_a_trace, "leaves a trace"),
        (list_too_much, "'duel red red' is legal, but refused"),
    ],
)
def test_a_fault_of_the_race_is_found_and_left_in_a_file(
    break_it: Any, said: str, tmp_path: Path, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--games", "4", "--nasty-every", "2", "--look-every", "2", "--folder", str(tmp_path)]
    with monkeypatch.context() as patch:
        break_it(patch)
        assert fuzz(*words) == 1
        assert said in capsys.readouterr().out
        (path,) = tmp_path.glob("*.txt")
        assert fuzz("--replay", str(path)) == 1
        assert said in capsys.readouterr().out
    assert "toy new sprint" in path.read_text(encoding="utf-8")
    assert fuzz("--replay", str(path)) == 0


def test_the_summary_names_what_never_happened(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz("--games", "2", "--player", "leader", "--nasty-every", "0") == 0
    assert "never happened: cheer-spent, cheered" in capsys.readouterr().out


# ── The law


def test_what_is_listed_for_the_race_is_allowed() -> None:
    for at in ({"red": 0, "blue": 0}, {"red": 9, "blue": 1}, {"red": 0, "blue": 9}):
        race = Race(10, at)
        assert list(law.misjudged(GAME, race, toy_door.legal(race))) == []


def test_what_is_listed_wrongly_is_told() -> None:
    race = Race(10, {"red": 0, "blue": 9})
    refused, short = law.misjudged(GAME, race, ["duel red blue", "gust", "race r"])
    assert refused == "'duel red blue' is legal, but refused: red is too far behind blue"
    assert short == "'race r' is written 'race red'"


def test_what_is_allowed_but_not_listed_is_told() -> None:
    lines = ["cheer r go", "race red", "decide long", "nonsense", "cheer blue"]
    assert law.unlisted(GAME, Race(10, {"red": 0, "blue": 0}), lines) == ["cheer red go"]


# ── Scripts


def test_a_script_is_told_as_a_player_reads_it() -> None:
    match = scripted.start(GAME, SPRINT, {"at": {"red": 3, "blue": 0}})
    told = scripted.transcript(match, "race red # 6", "decide long")
    assert told[0] == "> race red # 6"
    assert told[2:] == ["> decide long", "  moved {'runner': 'red', 'fields': 2}  [1.3]"]
    assert match.state.at == {"red": 5, "blue": 0}


def test_a_script_must_give_the_dice_that_are_rolled() -> None:
    match = scripted.start(GAME, SPRINT)
    assert scripted.next_die(match, "race red") == "the ground on red"
    (roll,) = scripted.rolls(scripted.events(match, "cheer red go", "race red # 3"), "ground")
    assert (roll["dice"], scripted.modifiers(roll)) == ([3], {"a cheer": 1})


def test_a_refusal_must_leave_everything_as_it_was_and_help() -> None:
    match = scripted.start(GAME, SPRINT)
    scripted.do(match, "race red", 6)
    assert scripted.refused(match, "race blue").hint == "decide long"
    with pytest.raises(AssertionError):
        scripted.refused(scripted.start(GAME, SPRINT), "duel red red")  # there is no help with it


# ── Recorded games


def record(path: Path, seed: int) -> None:
    """A race by the leader, written down."""
    match, played = Match(GAME, SPRINT, seed), []
    while not match.state.outcome:
        line = toy_door.player("leader").choose(match.state).order.text()
        played.append(perform(match, line.split()))
    head = {"scenario": "sprint", "seed": seed, "rules": GAME.rules, "fingerprint": fingerprint(match, played)}
    remarks = [f"# {name}: {value}" for name, value in head.items()]
    path.write_text("\n".join([*remarks, "", *(done.command for done in played), ""]), encoding="utf-8")


def test_a_recorded_race_is_played_again_to_its_end(tmp_path: Path) -> None:
    record(tmp_path / "race.txt", 5)
    assert behaves(RACING, recorded(tmp_path / "race.txt")).state.outcome == "red"


def test_a_race_that_runs_otherwise_than_recorded_is_found_out(tmp_path: Path, monkeypatch: Patch) -> None:
    record(tmp_path / "race.txt", 5)
    found = recorded(tmp_path / "race.txt")
    with pytest.raises(AssertionError, match="raise `rules`"):
        behaves(RACING, found._replace(head=found.head | {"fingerprint": "another"}))
    monkeypatch.setattr(toy.Toy, "rules", 2)
    with pytest.raises(AssertionError, match="record the games anew"):
        behaves(RACING, found)
