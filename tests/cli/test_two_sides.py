"""The whole command line with a game of two sides: the guard, the question put to the other side, and its secrets."""

import io
import subprocess
from contextlib import redirect_stderr, redirect_stdout
from hashlib import sha256
from pathlib import Path

import pytest

from tarawa_cli.cli import commands as shell
from tarawa_cli.cli import program
from tarawa_cli.cli.commands import commands
from tarawa_cli.cli.main import _run
from tarawa_cli.games import GAMES
from tarawa_cli.kernel.game import Program, Setup, Wording
from tests.cli.tools import Result, tarawa

COACH = {"--player": Wording("coach", "coach")}
WORDS = {"new": {"SCENARIO": Wording("sprint")}, "autoplay": COACH, "advise": COACH, "simulate": COACH}
WORDS |= {"forecast": COACH, "delegate": COACH}
RIVALS = Program("rivals", "rivals", "A race of two coaches.", WORDS)
SECRET = "xyzzy"
STEP, FORK = 4, 6
BOTH = "leave out --as, and $TARAWA_SIDE, to play for all sides"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(GAMES.names, "rivals", "tests.kernel.rivals")
    monkeypatch.setenv("TARAWA_DEBUG", "1")  # a traceback is a failure
    monkeypatch.delenv("TARAWA_SIDE", raising=False)
    monkeypatch.chdir(tmp_path)


def race(line: str, stdin: str = "") -> Result:
    """One command of the program, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = _run(line.split(), RIVALS)
    return Result(code, out.getvalue(), err.getvalue())


def done(line: str, stdin: str = "") -> Result:
    result = race(line, stdin)
    assert result.code == 0, result.err
    return result


@pytest.fixture
def begun() -> None:
    """Red is to act, and has a plan, with a luck of 3."""
    done("new --dice manual")
    done(f"plan {SECRET} --dice 3")


@pytest.fixture
def asked(begun: None) -> None:
    """Red is at a fork, and Blue is asked."""
    done(f"race red --dice {FORK}")


@pytest.fixture(params=["straight", "by Typer"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "by Typer":
        monkeypatch.setattr(shell, "read_line", lambda *_: None)


# ── The guard


@pytest.mark.usefixtures("begun", "either_way")
def test_an_order_of_the_other_side_is_refused(tmp_path: Path) -> None:
    before = (tmp_path / "saves/sprint.toml").read_bytes()
    for line in (f"race red --as blue --dice {STEP}", "race red --as blue -n", f"plan slow --as blue --dice {STEP}"):
        result = race(line)
        assert (result.code, result.out) == (1, "")
        assert result.err == f"refused: red is to act, and you are blue\n  wait until red has acted; or {BOTH}\n"
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
    assert "blue is to act, and you are red" in result.err
    assert done("decide long --as blue --json").state["at"] == {"red": 2, "blue": 0}


@pytest.mark.usefixtures("begun", "either_way")
def test_an_order_may_name_its_side() -> None:
    done("policy blue long --as blue")  # in the other's turn
    for side, other, why in (("red", "blue", "it is your turn as red"), ("blue", "red", "wait until red has acted")):
        result = race(f"policy {other} short --as {side}")
        assert result.code == 1
        assert why in result.err
    assert "that is an order of blue, and you are red" in race("policy blue short --as red").err
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
    assert "--as" not in tarawa("status", "--help").out
    assert "--as" in race("status --help").out


@pytest.mark.usefixtures("begun")
def test_a_script_holds_orders_of_one_side() -> None:
    script = f"race red --dice {STEP}\nrace blue --dice {STEP}\n"
    result = race("run - --as red", script)
    assert result.code == 1
    assert "line 2: blue is to act, and you are red" in result.err
    assert "1 command done, 1 skipped" in race("run - --as red --keep-going", script).out
    assert race("run - --as red", "undo").code == 0
    done("run -", script)


@pytest.mark.usefixtures("begun")
def test_a_side_takes_back_only_its_own_orders() -> None:
    done(f"race red --dice {STEP}")
    for line in ("undo", "undo --dry-run", "undo --json"):
        assert race(f"{line} --as blue").code == 1
    assert race("undo --as blue").err == f"refused: entry 2 is an order of red, and you are blue\n  {BOTH}\n"
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
        assert "red is to act, and you are blue" in race(f"{line} --as blue").err
    assert done("advise --as red").out.startswith("race red\n")
    played = done("autoplay --as red --json").json
    assert {entry["command"].split()[1] for entry in played["commands"]} == {"red"}
    assert played["state"]["to_act"] == "blue"
    done("autoplay --as blue")
    assert done("autoplay --json").state["to_act"] == "", "without a side it plays both"


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
    assert told.splitlines()[0].startswith("blue is to act. ")
    assert "What has happened since the last order of blue:\n1. red: plan …\n" in told
    assert "2. red: race red   (dice 6)\n" in told
    assert SECRET not in told
    answer = done("handover --json").json
    assert (answer["to"], [entry["command"] for entry in answer["entries"]]) == ("blue", ["plan …", "race red"])


@pytest.mark.usefixtures("asked")
def test_a_sitting_does_not_end_while_one_is_still_to_act() -> None:
    assert race("handover --as blue") == (
        1,
        "",
        "refused: it is still your turn as blue\n  `status` says what you can do\n",
    )
    done("decide long")
    assert "Nothing has happened since the last order of blue." in done("handover --as red").out


@pytest.mark.usefixtures("asked")
def test_the_log_since_the_last_order_of_ones_own() -> None:
    assert [line for line in done("log --since-mine --as blue").out.splitlines() if line[0].isdigit()] == [
        "1. red: plan …",
        "2. red: race red   (dice 6)",
    ]
    assert done("log --since-mine --as red").out == "nothing yet\n"
    done("decide long")
    assert done("log --since-mine --as red --commands").out == "decide long\n"
    assert race("log --since-mine").code == 2


# ── Dice that nobody has picked


@pytest.fixture
def mailed() -> None:
    done("new --mail")


@pytest.mark.usefixtures("mailed", "either_way")
def test_a_phrase_from_each_side_makes_the_dice(tmp_path: Path) -> None:
    assert "there are no dice yet: red and blue must say a phrase" in done("status").err
    assert "there are no dice yet: red is to say a phrase" in race("race red").err
    told = done("phrase over the moon --as blue").out
    assert "your phrase is sealed" in told
    assert "saves/sprint.blue.toml holds it" in told
    assert "over the moon" not in (tmp_path / "saves/sprint.toml").read_text()
    assert "not made yet" in done("verify").out
    assert race("phrase --as blue").err == "refused: you have given your phrase: red is to act\n"
    assert race("handover --as red").code == 1, "red is to act"
    assert "red is to act" in done("handover --as blue").out
    assert "now it is for blue" in done("phrase  by  mail --as red").out
    seed = int(sha256(b"by mail\nover the moon").hexdigest()[:12], 16)
    assert f"the dice are made: seed {seed}" in done("phrase --as blue").out
    assert f"from seed {seed}, made from the phrases of red and blue" in done("verify").out
    done("race red")
    assert race("phrase once more --as red").err == f"refused: the dice are made: seed {seed}\n"


@pytest.mark.usefixtures("mailed", "either_way")
def test_before_there_are_dice_a_side_gives_orders_that_need_none(tmp_path: Path) -> None:
    done("policy blue long --as blue")
    before = (tmp_path / "saves/sprint.toml").read_bytes()
    for line in ("race red", "autoplay"):
        result = race(line)
        assert (result.code, "there are no dice yet" in result.err) == (1, True)
    result = race("run - --keep-going", "race red\n")
    assert "0 commands done, 1 skipped" in result.out
    assert (tmp_path / "saves/sprint.toml").read_bytes() == before
    done("phrase over the moon --as blue")
    done("phrase by mail --as red")
    done("phrase --as blue")
    assert "policy blue long" in done("log").out
    assert "proven, 1 entry" in done("verify").out


@pytest.mark.usefixtures("mailed")
def test_a_phrase_that_was_sealed_is_not_changed(tmp_path: Path) -> None:
    done("phrase over the moon --as blue")
    assert race("phrase another --as blue").code == 1
    done("phrase mine --as red")
    assert "reveal it without words" in race("phrase another --as blue").err
    kept = tmp_path / "saves/sprint.blue.toml"
    right = kept.read_text()
    for wrong in (right.replace("moon", "sun"), "text = 3\n", "no toml"):
        kept.write_text(wrong)
        assert race("phrase --as blue").code == 3
    kept.unlink()
    assert "sprint.blue.toml is not here" in race("phrase --as blue").err
    kept.write_text(right)
    done("phrase --as blue")


@pytest.mark.usefixtures("mailed")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("phrase moon", "say which side you are"),
        ("phrase --as red", "say your phrase"),
        (f"phrase {'x' * 201} --as red", "at most 200 signs"),
        ("phrase \a --as red", "all of them printable"),
        ("new --mail --seed 3", "leave out --seed and --dice"),
        ("new --mail --dice manual", "leave out --seed and --dice"),
    ],
)
def test_a_phrase_that_will_not_do_is_refused(line: str, why: str) -> None:
    result = race(line)
    assert result.code == 2
    assert why in result.err


def test_a_game_with_other_dice_takes_no_phrase() -> None:
    done("new --seed 3")
    result = race("phrase moon --as red")
    assert (result.code, "are not made from phrases" in result.err) == (2, True)


@pytest.mark.usefixtures("mailed")
@pytest.mark.parametrize(("old", "new"), [("the moon", "the sun"), ("by mail", "by post"), ("seed = ", "seed = 1")])
def test_forged_phrases_and_seeds_are_found(tmp_path: Path, old: str, new: str) -> None:
    done("phrase over the moon --as blue")
    done("phrase by mail --as red")
    done("phrase --as blue")
    save = tmp_path / "saves/sprint.toml"
    save.write_text(save.read_text().replace(old, new))
    assert race("verify").code == 1


@pytest.mark.usefixtures("mailed")
@pytest.mark.parametrize("text", ["phrases = 3", "phrases.red = 3", "phrases.red.salt = 3", "phrases.red.x = 'x'", ""])
def test_phrases_that_cannot_be_read_are_told(tmp_path: Path, text: str) -> None:
    save = tmp_path / "saves/sprint.toml"
    lines = [line for line in save.read_text().splitlines() if not line.startswith("phrases")]
    save.write_text("\n".join([lines[0], text, *lines[1:]]))
    assert race("status").code == 3


# ── A side that the computer plays


def test_the_computer_plays_its_side_as_soon_as_it_is_its_turn() -> None:
    told = done("new --seed 2 --red computer").out
    assert "coach plays red\nyou play blue\n" in told
    assert "order-given" in told, "it has begun"
    assert done("status --json").state["to_act"] == "blue"
    for _ in range(20):
        state = done("status --json").state
        if not state["to_act"]:
            break
        done("decide short" if state["pending"] else "race blue")
    assert done("status --json").state["to_act"] == ""
    sides = {entry["side"] for entry in done("log --json").json["entries"]}
    assert sides == {"red", "blue"}
    done("verify")


def test_whoever_plays_against_the_computer_sees_and_orders_for_his_own_side() -> None:
    done("new --seed 2 --red coach --blue me")
    assert "red" not in race("race red").out
    assert race("race red").code == 1
    before = done("log --commands").out
    done("decide short" if done("status --json").state["pending"] else "race blue")
    done("undo")
    assert done("log --commands").out == before, "with all that the computer did after it"


def test_a_side_is_taken_over_from_the_computer() -> None:
    done("new --seed 2 --red coach")
    assert done("delegate --json").json["delegated"] == {"red": {"all": "coach"}}
    done("delegate --off --as red")
    assert done("delegate --json").json["delegated"] == {}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("new --red nobody", "--red 'nobody': must be me or computer or coach"),
        ("new --red coach --dice manual", "it plays only games that roll their own dice"),
        ("new --red coach --mail", "--mail is for people"),
        ("simulate --scenario sprint --blue nobody", "--blue 'nobody': must be"),
    ],
)
def test_an_opponent_who_cannot_play_is_refused(line: str, why: str, tmp_path: Path) -> None:
    result = race(line)
    assert result.code in (2, 4)
    assert why in result.err
    assert not (tmp_path / "saves").exists()


def test_games_of_any_two_players() -> None:
    told = done("simulate -g 2 --scenario sprint --red coach --blue coach --json").json["simulation"]
    assert told["sides"] == {"red": "coach", "blue": "coach"}
    done("new --seed 2")
    assert done("autoplay --red coach --json").state["to_act"] == ""


# ── What a side knows

LOOKS = (
    *(
        "status",
        "map",
        "units",
        "unit red",
        "hex 1",
        "area 1",
        "legal",
        "legal red",
        "policy",
        "odds race red",
        "table",
    ),
    *("rule", "scenarios", "log", "log --commands", "verify", "export json", "advise", "autoplay --dry-run", "undo -n"),
    *("undo", "autoplay", "autoplay --quiet", "run -", "run - --check", "completion bash", "simulate -g 1", "new"),
    *("redo -n", "redo", "saves", "use", "use sprint", "help", "help plan", "play"),
    *("git setup", "git textconv saves/sprint.toml", "message"),
    *("advise --do", "forecast -g 1"),
    *("race blue", "race blue -n", "race red", "plan fast", f"plan {SECRET[:2]}", "decide long", "policy blue long"),
    *("policy red long", "unit x", "legal x", "nonsense", "adopt saves/sprint.toml", "new --force", "--help", "plan"),
    *("why", "why 2", "why 3", "why --at 1", "odds 1", "rule word"),
    *("diff 0", "diff 1", "diff 2 1", "diff 0 -1", "status --at 1", "status --at 2", "map --at -1", "unit red --at 1"),
    *("units --at 3", "hex 1 --at 1", "area 1 --at 1", "odds race red --at 1", "log --at 3", "export json --at 3"),
    *("log --commands --at -1", "legal --at 3", "status --at t1", "status --at HEAD", "status --at 99", "diff 99"),
    *(
        "delegate",
        "delegate race",
        "handover",
        "log --since-mine",
        "log --story",
        "chronicle",
        "watch --for 0",
        "export html",
        "export html --at 3",
        "phrase",
        "phrase moon",
        "seal",
        "reveal",
    ),
    *("drop x", "drop xyzz", "drop zyxxy", "drop fast"),
)


@pytest.fixture
def blues() -> None:
    """Blue is to act; Red has a secret, and a die that was rolled for it."""
    done("new --seed 2")
    for name in ("plan", "drop", "plan"):
        done(f"{name} {SECRET}")
    done("race red")
    if done("status --json").state["pending"]:
        done("decide short")


@pytest.mark.usefixtures("blues", "either_way")
@pytest.mark.parametrize("line", LOOKS)
@pytest.mark.parametrize("json", ["", " --json"])
@pytest.mark.parametrize("turn", ["blue", "red"])
def test_no_command_tells_the_secret_of_the_other(line: str, json: str, turn: str) -> None:
    if turn == "red":
        done("policy red short")
        done("race blue")
        done(f"plan {SECRET}2")
    result = race(f"{line}{json} --as blue", "race blue\nplan later\n")
    assert SECRET not in result.out + result.err


@pytest.mark.usefixtures("blues")
def test_git_tells_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    for line in ("message", "message --json"):  # for a log that both sides read: not even its owner's
        assert not [who for who in ("", " --as blue", " --as red") if SECRET in done(line + who).out]
    assert SECRET not in done("git textconv saves/sprint.toml --as blue").out
    assert SECRET in done("git textconv saves/sprint.toml").out
    monkeypatch.setenv("TARAWA_SIDE", "blue")
    assert SECRET not in tarawa("git", "textconv", "saves/sprint.toml").out


@pytest.mark.usefixtures("blues", "either_way")
def test_what_a_side_has_taken_back_is_its_own_to_do_again() -> None:
    done("policy red short --as red")
    done("undo --as red")
    for line in ("redo --as blue", "redo --json --as blue", "redo -n --as blue"):
        result = race(line)
        assert result.code == 1
        assert "is an order of red, and you are blue" in result.out + result.err
    assert "done again: policy red short" in done("redo --as red").out


@pytest.mark.usefixtures("blues")
def test_every_command_was_asked_for_the_secret() -> None:
    program.start(RIVALS)
    assert set(commands()) <= {line.split()[0] for line in LOOKS}


@pytest.mark.usefixtures("blues")
@pytest.mark.parametrize(
    "line", ["status", "map", "legal", "odds race red", "log", "export json", "table", "log --commands"]
)
def test_its_owner_and_everybody_at_one_table_know_the_secret(line: str) -> None:
    if line == "legal":
        done("policy red long")
        done("race blue")
    for side in ("", " --as red"):
        assert SECRET in done(f"{line}{side}").out
        if line != "table":
            assert SECRET in done(f"{line}{side} --json").out


@pytest.mark.usefixtures("asked")
def test_the_log_of_a_side_holds_what_it_may_know() -> None:
    done("decide long")
    first, second, _ = done("log --json --as blue").json["entries"]
    assert (first["command"], first["side"], first["dice"]) == ("plan …", "red", [])
    assert first["events"] == [{"type": "planned", "rule": "2.2", "side": "red"}]
    assert (second["command"], second["dice"]) == ("race red", [FORK])
    assert done("log --commands --as blue").out == "# plan …\nrace red --dice 6\ndecide long\n"
    assert done("log --commands --as red").out == f"plan {SECRET} --dice 3\nrace red --dice 6\ndecide long\n"


@pytest.mark.usefixtures("asked")
def test_the_law_knows_the_secret_but_does_not_tell_it() -> None:
    done("decide long")
    result = race(f"plan {SECRET} --as blue --dice 1")
    assert result == (1, "", "refused (2.2): something that you do not know of forbids it\n")
    assert "red has the plan" in race(f"plan {SECRET} --dice 1").err
    assert race("race red --as blue --dice 1").err == "refused (2.1): blue is to run\n  try: race blue\n"


@pytest.mark.usefixtures("asked")
def test_a_name_that_a_side_does_not_know_is_unknown() -> None:
    done("decide long")
    assert race("drop xyzz --as blue") == (2, "", "rivals: there is no name 'xyzz'\n")
    assert race("drop xyzz") == (1, "", f"refused (2.3): red has the plan {SECRET}\n")
    done("race blue --dice 4")
    assert done("drop xyzz --as red --json").json["command"] == f"drop {SECRET}"


def test_a_new_game_is_looked_at_as_a_side_too() -> None:
    program.start(RIVALS)
    program.play_as("blue")
    assert program.begun(Setup("sprint"), 1).side == "blue"
    program.start(RIVALS)
    assert program.begun(Setup("sprint"), 1).side == ""


@pytest.mark.usefixtures("asked")
def test_a_broken_journal_tells_no_secret(tmp_path: Path) -> None:
    save = tmp_path / "saves/sprint.toml"
    save.write_text(save.read_text().replace(f"plan {SECRET} # 3", f"plan {SECRET} # 3 3"))
    for line in ("verify", "verify --json", "log", "undo", "log --json"):
        result = race(f"{line} --as blue")
        assert SECRET not in result.out + result.err
        assert "plan" not in result.out.replace('"plans"', "")
    assert SECRET in race("verify").out


@pytest.mark.usefixtures("begun")
def test_what_is_legal_is_what_the_side_may_order() -> None:
    assert done("legal --as blue").out.split("\n")[:-1] == [f"policy blue {way}" for way in ("ask", "long", "short")]
    assert f"plan {SECRET}" in done("legal --as red").out
    assert "policy blue" not in done("legal red --as red").out
    done("race red --dice 6")
    assert "decide long" in done("legal --as blue").out
    assert "decide long" not in done("legal --as red").out


@pytest.mark.usefixtures("blues")
def test_what_a_side_does_not_know_stays_in_the_save(tmp_path: Path) -> None:
    done("autoplay --as blue")
    assert f'plans.red = "{SECRET}"' in (tmp_path / "saves/sprint.toml").read_text()
    assert done("verify --as blue").out.startswith("sprint.toml: proven")


# ── TAB


def offered(line: str) -> list[str]:
    out = io.StringIO()
    with redirect_stdout(out):
        assert _run(["__complete", "fish", line], RIVALS) == 0
    return [word.partition("\t")[0] for word in out.getvalue().splitlines()]


@pytest.mark.usefixtures("begun")
def test_tab_offers_what_the_side_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    for line in ("rivals unit ", "rivals map ", "rivals odds race ", "rivals race "):
        assert offered(line) == ["red", "blue", SECRET]
        assert SECRET not in offered(line.replace("rivals ", "TARAWA_SIDE=blue rivals "))
        assert SECRET not in offered(f"{line}--as blue ")
        assert offered(f"{line}--as green ") == []
    assert offered("rivals status --as ") == ["red", "blue"]
    assert "--as" in offered("rivals status -")
    monkeypatch.setenv("TARAWA_SIDE", "blue")
    assert offered("rivals race ") == [], "it is not his turn"
    assert offered("rivals policy ") == ["red", "blue"]
    assert offered("rivals odds race ") == ["red", "blue"]


# ── Many at once


@pytest.mark.usefixtures("begun")
def test_the_guard_judges_each_plain_order() -> None:
    result = race(f"race red,blue --as red --dice {STEP},{STEP}")
    assert result.code == 5
    assert result.err.splitlines() == [
        "stopped: blue is to act, and you are red",
        "  done: race red",
        "  not done: race blue",
        f"  wait until blue has acted; or {BOTH}",
    ]
    assert race("undo --as blue").code == 1
    done("undo --as red")
    assert race(f"race blue,red --as red --dice {STEP},{STEP}").code == 1
    done(f"race red,blue --dice {STEP},{STEP}")
    assert race("undo --as red").code == 1, "one of the two was blue's"
