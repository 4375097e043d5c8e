"""A game of two sides: whose order it is, whose entry it was, and how a sitting ends."""

from pathlib import Path

import pytest

from tests.cli.tools import tarawa
from tests.cli.two_sides.tools import BOTH, FORK, SECRET, STEP, done, race

# ── The guard


@pytest.mark.usefixtures("begun", "either_way")
def test_an_order_of_the_other_side_is_refused(tmp_path: Path) -> None:
    before = (tmp_path / "saves/sprint.toml").read_bytes()
    for line in (f"race red --as blue --dice {STEP}", "race red --as blue -n", f"plan slow --as blue --dice {STEP}"):
        result = race(line)
        assert (result.code, result.out) == (1, "")
        assert (
            result.err
            == f"refused: not your turn: red to move, and you play blue\n  wait until red has moved; or {BOTH}\n"
        )
    assert (tmp_path / "saves/sprint.toml").read_bytes() == before
    done(f"race red --as red --dice {STEP}")
    done(f"race blue --dice {STEP}")


@pytest.mark.usefixtures("begun", "either_way")
def test_the_environment_names_a_side_and_the_option_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TARAWA_SIDE", "blue")
    assert race(f"race red --dice {STEP}").code == 1
    done(f"race red --dice {STEP} --as red")
    done(f"race blue --dice {STEP}")
    monkeypatch.setenv("TARAWA_SIDE", "")
    done(f"race red --dice {STEP}")


@pytest.mark.usefixtures("asked", "either_way")
def test_a_question_is_answered_by_the_side_that_is_asked() -> None:
    result = race("decide long --as red")
    assert result.code == 1
    assert "not your turn: blue to move, and you play red" in result.err
    assert done("decide long --as blue --json").state["at"] == {"red": 2, "blue": 0}


@pytest.mark.usefixtures("begun", "either_way")
def test_an_order_may_name_its_side() -> None:
    done("policy blue long --as blue")  # in the other's turn
    for side, other, why in (("red", "blue", "it is your turn as red"), ("blue", "red", "wait until red has moved")):
        result = race(f"policy {other} short --as {side}")
        assert result.code == 1
        assert why in result.err
    assert "that order belongs to blue, and you play red" in race("policy blue short --as red").err
    assert done(f"race red --dice {FORK} --as red --json").state["at"] == {"red": 2, "blue": 0}
    assert "'blue': 'long'" in done("policy --as red").out


@pytest.mark.usefixtures("begun", "either_way")
@pytest.mark.parametrize("line", ["race red", "status", "log", "verify", "scenarios", "run -", "simulate", "policy"])
def test_an_unknown_side_is_named_with_those_that_there_are(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert race(f"{line} --as green") == (2, "", "rivals: --as 'green': must be red or blue\n")
    monkeypatch.setenv("TARAWA_SIDE", "axis")
    assert race(line) == (2, "", "rivals: $TARAWA_SIDE is 'axis': must be red or blue\n")


def test_a_game_of_one_side_needs_no_guard(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TARAWA_SIDE", "axis")  # for another game
    assert tarawa("new", "--seed", "1", "--save", "betio.toml").code == 0
    assert tarawa("bombard", "--as", "marines", "--save", "betio.toml").code == 0
    assert tarawa("status", "--as", "mar", "--save", "betio.toml").code == 0
    for line in ("status", "bombard"):
        result = tarawa(line, "--as", "axis", "--save", "betio.toml")
        assert (result.code, result.err) == (2, "tarawa: --as 'axis': must be marines\n")
    assert "--as " not in tarawa("status", "--help").out
    assert "--as " in race("status --help").out


@pytest.mark.usefixtures("begun")
def test_a_script_holds_orders_of_one_side() -> None:
    script = f"race red --dice {STEP}\nrace blue --dice {STEP}\n"
    result = race("run - --as red", script)
    assert result.code == 1
    assert "line 2: not your turn: blue to move, and you play red" in result.err
    assert "1 command done, 1 skipped" in race("run - --as red --keep-going", script).out
    assert race("run - --as red", "undo").code == 0
    done("run -", script)


@pytest.mark.usefixtures("begun")
def test_a_side_takes_back_only_its_own_orders() -> None:
    done(f"race red --dice {STEP}")
    for line in ("undo", "undo --dry-run", "undo --json"):
        assert race(f"{line} --as blue").code == 1
    assert race("undo --as blue").err == f"refused: entry 2 is an order by red, and you play blue\n  {BOTH}\n"
    done(f"race blue --dice {STEP}")
    assert race("undo 2 --as blue").code == 1
    done("undo --as blue")
    done("undo 2 --as red")
    assert race("status --json").state["plans"] == {}


@pytest.mark.usefixtures("begun")
def test_a_side_does_not_take_back_a_hand_edit(tmp_path: Path) -> None:
    save = tmp_path / "saves/sprint.toml"
    save.write_text(save.read_text().replace("red = 0", "red = 2").replace(SECRET, "plugh"))
    for line in ("undo --as red", "undo --as blue", "undo --as blue --json"):
        result = race(line)
        assert result.code == 1
        assert "entry 2 is a hand edit" in result.out + result.err
    assert "plugh" not in done("log --as blue --json").out
    done("undo")


def test_the_computer_plays_one_side_until_the_other_must_act() -> None:
    done("new --seed 2")
    for line in ("autoplay", "advise", "autoplay --dry-run"):
        assert "not your turn: red to move, and you play blue" in race(f"{line} --as blue").err
    assert done("advise --as red").out.startswith("race red\n")
    played = done("autoplay --as red --json").json
    assert {entry["command"].split()[1] for entry in played["commands"]} == {"red"}
    assert played["state"]["to_act"] == "blue"
    done("autoplay --as blue")
    assert done("autoplay --json").state["to_act"] == "", "without a side it plays both"


# ── Many at once


@pytest.mark.usefixtures("begun")
def test_the_guard_judges_each_plain_order() -> None:
    result = race(f"race red,blue --as red --dice {STEP},{STEP}")
    assert result.code == 5
    assert result.err.splitlines() == [
        "stopped: not your turn: blue to move, and you play red",
        "  done: race red",
        "  not done: race blue",
        f"  wait until blue has moved; or {BOTH}",
    ]
    assert race("undo --as blue").code == 1
    done("undo --as red")
    assert race(f"race blue,red --as red --dice {STEP},{STEP}").code == 1
    done(f"race red,blue --dice {STEP},{STEP}")
    assert race("undo --as red").code == 1, "one of the two was blue's"


# ── Whose entry it was


@pytest.mark.usefixtures("asked")
def test_the_log_says_whose_entry_it_was() -> None:
    done("decide long")
    lines = [line for line in done("log").out.splitlines() if line[0].isdigit()]
    assert lines == [f"1. red: plan {SECRET}   (dice 3)", "2. red: race red   (dice 6)", "3. blue: decide long"]
    assert [entry["side"] for entry in done("log --json").json["entries"]] == ["red", "red", "blue"]


# ── The end of a sitting


@pytest.mark.usefixtures("asked")
def test_a_sitting_ends_with_what_the_other_side_needs_to_know() -> None:
    told = done("handover --as red").out
    assert told.splitlines()[0].startswith("Blue to move. ")
    assert "What has happened since the last sitting of the Blue:\n" in told
    assert "\n1. red: plan …\n" in told
    assert "2. red: race red   (dice 6)\n" in told
    assert SECRET not in told
    answer = done("handover --json").json
    assert (answer["to"], [entry["command"] for entry in answer["entries"]]) == ("blue", ["plan …", "race red"])


@pytest.mark.usefixtures("asked")
def test_a_sitting_does_not_end_while_one_is_still_to_act() -> None:
    assert race("handover --as blue") == (
        1,
        "",
        "refused: it is still your turn as blue\n  `status` shows what you can do\n",
    )
    done("decide long")
    told = done("handover --as red").out
    assert "\n1. red: plan …\n" in told, "an answer is no sitting"
    assert "3. blue: decide long\n" in told


@pytest.mark.usefixtures("asked")
def test_the_log_since_the_last_order_of_ones_own() -> None:
    assert [line for line in done("log --since-mine --as blue").out.splitlines() if line[0].isdigit()] == [
        "1. red: plan …",
        "2. red: race red   (dice 6)",
    ]
    assert done("log --since-mine --as red").out == "nothing yet\n"
    done("decide long")
    assert done("log --since-mine --as red --commands").out == "decide long\n"
    since = [entry["command"] for entry in done("log --since-mine --as blue --json").json["entries"]]
    assert since == ["plan …", "race red", "decide long"], "blue has only answered"
    assert [entry["number"] for entry in done("log --enemy --as blue --json").json["entries"]] == [1, 2, 3]
    assert done("log --enemy --as red").out == "nothing yet\n"
    done(f"race blue --dice {STEP}")
    assert [entry["number"] for entry in done("log --enemy --as red --json").json["entries"]] == [4]
    assert [entry["number"] for entry in done("log --enemy --as blue --json").json["entries"]] == [1, 2, 3]
    assert race("log --enemy").code == 2
    assert race("log --since-mine").code == 2
