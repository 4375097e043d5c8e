"""24.3: with `--as`, no command tells what the other side keeps secret.

Two games are alike but for secrets: the plan of the jumps, or which of two coast guns lying face down is the dummy;
and standing answers that nothing has asked for yet.
Whatever the other side asks for must be the same in both, to the letter.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tarawa_cli.cli import program
from tarawa_cli.cli.commands import commands
from tarawa_cli.games import MALTA
from tests.cli.tools import Result
from tests.malta.shell import called, done, malta

SCENARIO = """
[scenario]
id = "hidden"
name = "Two secrets"
last = "1jul-pm"

[position]
turn = "29jun-am"
phase = "air-strikes"
weather = "clear"
default = "absent"
strongpoints = ""

[position.units]
2rwk = { at = "1911" }
2d = { at = "1615" }
hq-malta = { at = "1810" }
FIRST = { at = "1911" }
SECOND = { at = "1509" }
fj-kroh = { at = "air" }
fj-heydte = { at = "air" }
hq-ramcke = { at = "air" }
i-33 = { at = "1616" }
ii-33 = { at = "1912" }
liv-gen = { at = "1912" }
"""
GUNS = (("cg-rocco", "cg-dummy"), ("cg-dummy", "cg-rocco"))
PLANS = (
    ("zone xyzzy 1414 --turn 1jul-am", "series xyzzy fj-kroh --offset ne1", "zone grue 1212 --turn 1jul-am"),
    ("zone plugh 1215 --turn 1jul-pm", "series plugh fj-heydte", "zone twisty 1013 --turn 1jul-am"),
)
ANSWERS = {
    "axis": ("policy allied coast ships", "policy allied coast landing"),
    "allied": ("policy axis coast ships", "policy axis coast landing"),
}
"""What the other side answers, by who looks."""
WORDS = {
    "allied": ("xyzzy", "plugh", "grue", "twisty", "coast ships", "coast landing"),
    "axis": ("cg-dummy", "cg-rocco", "dummy battery", "San Rocco", "coast ships", "coast landing"),
}
"""What the other side never reads."""

ORDERS = (
    *(
        "land",
        "land -n",
        "drop",
        "policy axis routine",
        "policy",
        "policy allied hits hold",
        "policy axis hits hold",
        "next",
        "next -n",
        "decide",
        "decide hold",
    ),
    *("decide done", "move 2d 1614", "move i-33 1617", "infiltrate 2d 1614", "break 2d", "join 2d"),
    *("support 1911", "bombard 1911", "attack i-33 --on 1615", "attack ii-33 liv-gen --on 1911 -n", "break-through"),
    *("attack ii-33 liv-gen --on 1911", "ammo liv-gen", "attach ii-33 livorno", "detach ii-33"),
    *("strike coast-gun-1911", "strike coast-gun-1509 -n", "strike cg-dummy", "strike cg-rocco", "replace i-33"),
    *("absorb 2d", "dismantle 1911", "zone xyzzy 1414 --turn 1jul-am", "zone x 1414 --turn 1jul-am"),
    *("series xyzzy fj-kroh", "series x fj-heydte", "cancel xyzzy", "cancel x", "cancel plugh", "step 2d 1614"),
    *("step --auto", "airland fj-kroh 1916", "sealed 1jul-am " + "0" * 64, "revealed 1jul-am --lost"),
    *("approach livorno north", "embark --plan", "place cg-dummy 1209", "place 2d 1614", "sail x 1", "shoot x 1911"),
    *("shoot coast-gun-1911 1616", "shoot cg-rocco 1616:1", "resign", "resign -n"),
)
LOOKS = (
    *("status", "status --at 1", "status --at 2", "status --at t1", "status --at HEAD", "status --at 99", "map"),
    *("map --sea", "map 1911", "map zone:south", "map 1414 --radius 3", "map --layer control", "map --layer zoc"),
    *("map --at -1", "map --diff 0", "map --diff 0 2", "units", "units ready", "units axis", "units --at 1"),
    *("unit fj-kroh", "unit fj-heydte", "unit cg-dummy", "unit cg-rocco", "unit coast-gun-1911", "unit 2rwk"),
    *("unit coast-gun-1509", "unit fj-kroh --at 1", "hex 1911", "hex 1414", "hex 1509", "hex 1911 --at 1"),
    *("area south", "legal", "legal fj-kroh", "legal cg-dummy", "legal coast-gun-1911", "legal --at 1"),
    *("odds attack ii-33 liv-gen --on 1911", "odds strike coast-gun-1911", "odds strike coast-gun-1509", "odds 1911"),
    *("odds attack ii-33 liv-gen --on 1911 --at 1", "rule", "rule word", "scenarios"),
    *("log", "log --commands", "log --at 3", "log --story", "log --since-mine", "chronicle", "verify", "why", "why 1"),
    *("why 2", "diff 0", "diff 1", "diff 2 1", "diff 0 -1", "diff 99", "handover", "phrase", "phrase moon", "seal"),
    *("resume", "accept", "decline", "back 2", "anchor --lost", "log --enemy"),
    *("seal -", "reveal", "reveal --lost", "saves", "use", "use hidden", "help", "help zone", "play"),
    *("new hidden.toml --seed 3 --save new.toml", "new --force --seed 3 --save saves/hidden.toml", "adopt hidden.toml"),
    *("run -", "run - --check", "run - --keep-going", "completion bash"),
    *("undo", "undo -n", "undo 3", "redo", "redo -n", "delegate", "delegate combat", "advise", "advise --do"),
    *("autoplay movement", "autoplay --until turn 2 --quiet", "autoplay --until turn 2 --dry-run", "forecast -g 1"),
    *("simulate -g 1 --scenario cottonera --player random", "watch --for 0 --port 0"),
    *("export json", "export json --at 1", "export svg", "export svg 1911", "export html", "export html --at 2"),
    *("export report", "export report --at 2", "export svg --layer supply", "export svg --layer zoc"),
    *("export position", "git setup", "git textconv saves/hidden.toml", "message", "nonsense", "table"),
    *("mail", "show 1911", "show i-33", "show coast-gun-1911"),
    *("advise --phase", "forecast -g 2 --player random"),
)
LINES = (*ORDERS, *LOOKS)
KNOWN = {
    "axis": ("units", "export json", "map 1911", "export report", "policy", "status", "log"),
    "allied": ("log", "export json", "export html", "export report", "policy", "status"),
}
"""Where the owner of a secret, which this side must not know, can see it at any time."""
TABS = (
    *("malta unit ", "malta unit c", "malta strike ", "malta cancel ", "malta series ", "malta legal ", "malta map "),
    *("malta odds strike ", "malta hex ", "malta zone ", "malta move ", "malta decide ", "malta shoot ", "malta "),
)


pytestmark = pytest.mark.usefixtures("in_a_folder")


def begun(guns: tuple[str, str], plan: tuple[str, ...], answer: str, until: str) -> None:
    """A game in which the Axis plan jumps, up to a phase; in that of the plans, they have taken one back."""
    Path("hidden.toml").write_text(SCENARIO.replace("FIRST", guns[0]).replace("SECOND", guns[1]))
    done("new hidden.toml --seed 8")
    done(answer)
    if until == "air-strikes":
        return
    done("next")
    for line in plan:
        done(line)
    if until == "plan-drops":
        done("undo")
    else:
        done("policy allied hits hold")
        done(f"next {until} --yes")


LOOKED = {
    "axis": ("air-strikes", "axis-combat", "allied-movement"),
    "allied": ("plan-drops", "axis-combat", "allied-movement"),
}
SECRETS = {
    "axis": [(guns, PLANS[0], answer) for guns, answer in zip(GUNS, ANSWERS["axis"], strict=True)],
    "allied": [(GUNS[0], plan, answer) for plan, answer in zip(PLANS, ANSWERS["allied"], strict=True)],
}
Pair = tuple[Path, Path]


@pytest.fixture(
    scope="module", params=[(side, phase) for side, phases in LOOKED.items() for phase in phases], ids="-".join
)
def games(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str, Pair]:
    """Who looks and when, and two games that differ only in what he must not know."""
    side, phase = request.param
    made = []
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("TARAWA_SIDE", raising=False)
        for guns, plan, answer in SECRETS[side]:
            patch.chdir(tmp_path_factory.mktemp(phase))
            begun(guns, plan, answer, phase)
            subprocess.run(["git", "init", "-q"], check=True)
            made.append(Path.cwd())
    return side, phase, (made[0], made[1])


def asked(folder: Path, words: list[str], stdin: str = "") -> Result:
    """What a command prints in a copy of a game; all copies have the same path, one after the other."""
    here = Path("copy")
    shutil.copytree(folder, here)
    for made in here.rglob("*"):
        os.utime(made, (0, 0))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        result = called(words, stdin)
    shutil.rmtree(here)
    return result


def alike(pair: Pair, words: list[str], stdin: str = "") -> Result:
    """What a command prints in both games; the digest of a scenario of one's own and an address are no secrets."""
    one, other = (asked(folder, words, stdin) for folder in pair)
    masked = [re.sub(r'"data": "[0-9a-f]+"|127.0.0.1:[0-9]+/[0-9a-f]+', "…", result.out) for result in (one, other)]
    assert (one.code, masked[0], one.err) == (other.code, masked[1], other.err), "the secret makes a difference"
    return one


@pytest.mark.sample(23)
@pytest.mark.parametrize("number", range(len(LINES)), ids=LINES)
def test_24_3_no_command_tells_the_secret_of_the_other(number: int, games: tuple[str, str, Pair]) -> None:
    side, phase, pair = games
    json = (number + LOOKED[side].index(phase)) % 2  # each line in both forms, by and by
    words = [*LINES[number].split(), *["--json"][:json], "--as", side]
    result = alike(pair, words, "next\nzone x 1414 --turn 1jul-am\n")
    for word in WORDS[side]:
        assert word in LINES[number] or word not in result.out + result.err, word


@pytest.mark.sample(5)
@pytest.mark.parametrize("line", TABS)
def test_24_3_tab_offers_no_secret(line: str, games: tuple[str, str, Pair], monkeypatch: pytest.MonkeyPatch) -> None:
    side, _, pair = games
    monkeypatch.setenv("TARAWA_SIDE", side)
    offered = alike(pair, ["__complete", "fish", line])
    assert not [word for word in WORDS[side] if word in offered.out]


def test_24_3_every_command_was_asked() -> None:
    program.start(MALTA)
    assert set(commands()) <= {line.split()[0] for line in LINES}


@pytest.mark.sample(17)
@pytest.mark.parametrize("owned", [True, False], ids=["owner", "one table"])
def test_24_3_its_owner_and_everybody_at_one_table_know_the_secret(owned: bool, games: tuple[str, str, Pair]) -> None:
    """So the comparison would find it."""
    side, _, pair = games
    who = ["--as", "allied" if side == "axis" else "axis"] if owned else []
    for line in KNOWN[side]:
        one, other = (asked(folder, [*line.split(), *who]).out for folder in pair)
        assert one != other, line


@pytest.mark.sample(5)
@pytest.mark.parametrize("who", ["", "--as axis", "--as allied"], ids=["one table", "axis", "allied"])
def test_24_3_a_commit_tells_nobodys_secret_whoever_writes_it(who: str, games: tuple[str, str, Pair]) -> None:
    """Both sides read the log of one repository."""
    side, _, pair = games
    told = alike(pair, ["message", *who.split()]).out
    assert " orders, turn " in told or "\n- axis: " in told or side == "axis", "it tells something"
    assert not [word for word in WORDS[side] if word in told]


def test_16_5_the_draw_of_the_dummy_is_told_to_the_allies_alone() -> None:
    done("new herkules --seed 7")
    done("next")
    for line in ("log", "log --json", "log --commands", "export html", "why", "why 1", "handover", "message"):
        told = malta(f"{line} --as axis")
        assert "cg-dummy" not in told.out + told.err
        assert "the dummy battery lies" not in told.out + told.err
        assert "one of 7" not in told.out + told.err
    assert "the dummy battery is in" in done("log --as allied").out


def test_24_2_a_standing_answer_of_the_other_is_told_as_such_and_one_s_own_in_full() -> None:
    done("new cottonera --seed 7")
    done("policy allied support always")
    done("policy axis hits hold")
    told = done("log --as axis").out
    assert "the Allies change a standing answer" in told
    assert "policy axis hits hold" in told
    assert "the Axis change a standing answer" in done("log --as allied").out
    for line in ("policy", "status", "log", "log --json", "export html", "export json", "status --json"):
        assert "support always" not in done(f"{line} --as axis").out, line
    own = done("policy --as axis").out
    assert "policy axis hits hold" in own
    assert "allied" not in own
    assert set(done("policy --json --as axis").json["policy"]) == {"axis"}
    assert "policy allied support always" in done("policy").out
