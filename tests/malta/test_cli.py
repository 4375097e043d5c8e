"""The program `malta`, by the whole command line."""

import io
import re
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from tarawa_cli.cli.program import _run
from tarawa_cli.games import MALTA
from tarawa_cli.games.malta.model import scenario
from tests.cli.tools import Result, tarawa

LOOKS = [
    *(
        "status",
        "map",
        "map 1911",
        "map i-33 -r 1",
        "map harbour --layer terrain",
        "map --sea",
        "map --layer control",
        "map --layer zoc",
        "map --diff 1",
        "map 1911 --diff 1 2 --ascii",
        "diff 1",
        "area zone:south",
        "area northern",
        "units ready",
        "units infantry",
        "units 1911",
        "units i-3",
        "units lost",
    ),
    *("units", "units axis", "units livorno", "units shaken", "unit i-33", "unit 2rwk", "hex 1911", "hex mdina"),
    *("hex 0101", "area harbour", "legal", "legal i-33", "table", "table crt", "table bombardment", "table terrain"),
    *(
        "table units",
        "table turns",
        "table values",
        "table modifiers",
        "table weather",
        "rule",
        "rule 9.92",
        "rule 19.41",
    ),
    *("scenarios", "scenarios cottonera", "log", "verify", "policy", "advise", "export json", "export svg"),
    *("export position", "simulate -g 2", "forecast -g 1", "autoplay --dry-run", "odds attack i-33 ii-33 --on 1911"),
]


@pytest.fixture(autouse=True)
def in_a_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TARAWA_DEBUG", "1")  # a traceback is a failure
    monkeypatch.delenv("TARAWA_SIDE", raising=False)
    monkeypatch.chdir(tmp_path)


def malta(line: str, stdin: str = "") -> Result:
    """One command of the program, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin.encode())))
        code = _run(line.split(), MALTA)
    return Result(code, out.getvalue(), err.getvalue())


@pytest.fixture
def begun() -> None:
    assert malta("new --seed 7").code == 0
    assert malta("next").code == 0
    assert malta("next").code == 0


@pytest.mark.sample(11)
@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("side", ["", " --as axis", " --as allied"])
@pytest.mark.parametrize("line", LOOKS)
def test_every_look_answers_as_text_and_as_json(line: str, side: str) -> None:
    result = malta(line + side)
    if line in ("export position", "advise", "autoplay --dry-run", "forecast -g 1") and side:
        assert result.code in (0, 1)
        return
    assert result.code == 0, result.err
    assert result.out.strip() or line == "legal i-33"
    if not line.startswith("export"):
        assert malta(f"{line} --json{side}").last_json["ok"] is True


@pytest.mark.usefixtures("begun")
def test_an_attack_with_a_question_to_the_other_side_from_order_to_proof() -> None:
    assert "Allied: Which guns" in malta("attack i-33 ii-33 liv-gen --on 1911 --as axis").out
    refused = malta("decide done --as axis")
    assert (refused.code, refused.err.split("\n")[0]) == (
        1,
        "refused (24.1): not your turn: allied to move, and you play axis",
    )
    done = malta("decide done --as allied --json")
    assert done.json["state"]["pending"]["side"] in ("axis", "allied")
    assert malta("verify").code == 0
    assert malta("undo").code == 0
    assert malta("verify").code == 0
    assert "allied: decide done" not in malta("log").out


@pytest.mark.usefixtures("begun")
def test_a_script_holds_the_orders_of_malta() -> None:
    script = "malta policy allied hits hold\npolicy allied support never\nattack i-33 ii-33 --on 1911\n"
    done = malta("run -", script)
    assert done.code == 0, done.err
    commands = malta("log --commands").out
    assert "attack i-33 ii-33 --on 1911" in commands


def test_a_whole_game_by_the_computer_is_proven() -> None:
    assert malta("new --seed 3").code == 0
    played = malta("autoplay --quiet")
    assert played.code == 0, played.err
    assert "The game is over" in malta("status").out
    assert malta("verify").code == 0
    assert malta("next").code == 1


@pytest.mark.usefixtures("begun")
def test_an_exported_position_is_a_scenario_that_starts_there() -> None:
    assert malta("export position here.toml").code == 0
    before = malta("status --json").state
    started = malta("new here.toml --save other.toml --seed 1")
    assert started.code == 0, started.err
    after = malta("status --json --save other.toml").state
    assert {key: before[key] for key in ("turn", "phase", "units", "control")} == {
        key: after[key] for key in ("turn", "phase", "units", "control")
    }


def test_25_each_program_names_the_one_that_plays_a_save() -> None:
    assert malta("new --save m.toml").code == 0
    assert tarawa("new", "--save", "t.toml").code == 0
    for line in ("status", "next"):
        assert malta(f"{line} --save t.toml")[::2] == (3, "malta: this is a game of tarawa: use the program tarawa\n")
        other = tarawa(line, "--save", "m.toml")
        assert (other.code, other.err) == (3, "tarawa: this is a game of malta: use the program malta\n")


def test_the_commands_of_an_introduction_can_be_played() -> None:
    introduction = scenario.load(scenario.shipped()["cottonera"]).introduction
    lines = re.findall(r"^  malta (.*)$", introduction, re.MULTILINE)
    assert malta("new --seed 1").code == 0
    for line in lines:
        assert malta(line).code == 0, line
    assert len(lines) == 6


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("attack i-33", 2),
        ("attack --on 1911", 2),
        ("attack moby --on 1911", 2),
        ("attack i-33 i-33 --on 1911", 2),
        ("attack i-33 --on 9999", 2),
        ("attack i-33 --on 1812", 1),
        ("move i-33 1912", 1),
        ("support 1911 --air", 1),
        ("infiltrate i-33 1912 1913", 2),
        ("move 1912", 2),
        ("decide hold", 1),
        ("policy axis hits tea", 2),
        ("hex 12345", 2),
        ("unit moby", 2),
        ("area moby", 2),
        ("units moby", 2),
        ("rule 99", 2),
        ("table moby", 2),
        ("odds next", 2),
        ("map moby", 2),
        ("map --layer moby", 2),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(line: str, code: int) -> None:
    result = malta(line)
    assert (result.code, result.out) == (code, "")
    assert result.err.strip()


@pytest.mark.usefixtures("begun")
def test_tab_offers_words() -> None:
    told = io.StringIO()
    with redirect_stdout(told):
        assert _run(["__complete", "bash", "malta attack i-33 --on "], MALTA) == 0
    assert told.getvalue().split() == ["1911", "2010"]


@pytest.mark.usefixtures("begun")
def test_an_answer_that_does_not_fit_is_met_with_those_that_do() -> None:
    malta("attack i-33 ii-33 liv-gen --on 1911")
    wrong = malta("decide hold")
    assert (wrong.code, wrong.err) == (
        2,
        "malta: there is no answer 'hold'\n  choose one of: done, all, 12f-1, 26d-6, haa-7, laa-3m\n",
    )
    assert malta("policy axis hits maybe").err.endswith("choose one of: ask, hold, retreat, cheapest\n")


@pytest.mark.usefixtures("in_a_folder")
def test_an_empty_scenario_is_told() -> None:
    Path("empty.toml").write_text("\n")
    told = malta("new empty.toml")
    assert (told.code, "empty.toml is not a scenario: it is empty" in told.err) == (3, True)


@pytest.mark.usefixtures("begun")
def test_a_coast_gun_that_is_not_in_the_game_is_no_target() -> None:
    told = malta("shoot i-33 cg-bingemma")
    assert (told.code, told.err.startswith("refused (16.79)")) == (1, True)


@pytest.mark.usefixtures("begun")
def test_policy_shows_one_side_or_one_answer() -> None:
    assert malta("policy axis hits").out.splitlines()[-1] == "policy axis hits ask"
    assert "policy allied" not in malta("policy axis").out
    assert malta("policy hits").out.splitlines()[-2:] == ["policy axis hits ask", "policy allied hits ask"]
    assert malta("policy axis coast").out == "# coast: only the allied side is asked\n"
    assert (
        malta("policy hits hold").err == "malta: policy hits hold: name the side first\n  try: policy axis hits hold\n"
    )
