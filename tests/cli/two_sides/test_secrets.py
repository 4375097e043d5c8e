"""A game of two sides: what each knows, and that no command tells it more."""

import io
import subprocess
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import commands
from tarawa_cli.cli.program import _run
from tarawa_cli.kernel.game import Setup
from tests.cli.tools import tarawa
from tests.cli.two_sides.mailed import BLUE, RED, Post
from tests.cli.two_sides.tools import FORK, RIVALS, SECRET, done, race

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
        "show red",
        "show 1",
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
        "handover --commit",
        "mail",
        "log --since-mine",
        "log --story",
        "chronicle",
        "watch --for 0",
        "export html",
        "export html --at 3",
        "phrase",
        "phrase moon",
        "resume",
        "accept",
        "decline",
        "back 2",
        "anchor --lost",
        "log --enemy",
        "seal",
        "reveal",
    ),
    *("drop x", "drop xyzz", "drop zyxxy", "drop fast"),
    *("resume", "accept", "decline", "back 2", "anchor", "anchor --lost"),
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


@pytest.mark.sample(17)
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


@pytest.mark.sample(17)
@pytest.mark.parametrize("line", LOOKS)
def test_no_command_tells_the_secret_of_the_other_in_a_game_by_mail(line: str, tmp_path: Path) -> None:
    post = Post(tmp_path)
    post.done(RED, f"plan {SECRET}")
    post.run(RED)
    assert SECRET not in post.handed(RED).out
    assert SECRET in post.save(BLUE).read_text(), "it is no sealed game: whoever opens the file can read it"
    for json in ("", " --json"):
        result = post(BLUE, f"{line}{json}", "race blue\nplan later\n")
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
        assert "is an order by red, and you play blue" in result.out + result.err
    assert "redone: policy red short" in done("redo --as red").out


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
    assert result == (1, "", "refused (2.2): something you do not know about forbids it\n")
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
