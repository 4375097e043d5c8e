"""Commands that are printed to be pasted: a shell reads their words back as they were, whoever has made them up."""

import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games import GAMES
from tarawa_cli.kernel.engine.order_words import Expanded, find_name
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.visible import pasted
from tarawa_cli.kernel.players import Choice
from tests.cli.tools import SEED, tarawa
from tests.malta.shell import called, done, malta

NAME = "$(touch${IFS}PWNED)"
SCENARIO = f"""
[scenario]
id = "x"
name = "X"

[position]
turn = "29jun-am"
phase = "airborne"
default = "absent"
units.fj-kroh = {{ at = "air" }}
units.2rwk = {{ at = "1911" }}
units.hq-malta = {{ at = "1810" }}
plan."{NAME}" = {{ turn = "29jun-am", marker = "1414", nation = "german", series = ["fj-kroh"] }}
"""


@pytest.fixture
def hostile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game with a drop zone that no file may have: should one come in all the same, it must do no harm."""
    monkeypatch.setattr("tarawa_cli.games.malta.model.codec.is_zone_name", lambda word: True, raising=False)
    Path("x.toml").write_text(SCENARIO, "utf-8")
    done("new x.toml --seed 3")


def read_by_bash(command: str) -> list[str]:
    """The words that a program gets if a command is pasted."""
    done = subprocess.run(["bash", "-c", f"printf '%s\\n' {command}"], capture_output=True, text=True, check=True)
    assert not Path("PWNED").exists()
    return done.stdout.splitlines()


@pytest.mark.usefixtures("hostile")
def test_legal_orders_arrows_and_hints() -> None:
    legal = next(line for line in done("legal").out.splitlines() if line.startswith("cancel"))
    arrow = next(line for line in done("status").out.splitlines() if "→ cancel" in line)
    hint = called(["cancel", NAME, "2rwk"]).err.partition("try: ")[2].strip()
    for line in (legal, arrow.partition("→ ")[2].partition(" — ")[0], hint):
        assert read_by_bash(line) == ["cancel", NAME]
        assert called([*shlex.split(line), "--dry-run"]).code == 0
    assert malta("legal --json").json["commands"][0] == f"cancel {NAME}", "words for programs are not quoted"


class Advisor:
    """A player who cancels the jump."""

    def choose(self, state: Any) -> Choice:
        return Choice(GAMES("malta").read(state, ["cancel", NAME]), "it is too far")


@pytest.mark.usefixtures("hostile")
def test_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tarawa_cli.cli.computer._player", lambda *_: Advisor())
    for line in (done("advise").out, done("autoplay --dry-run").out.partition("begin with ")[2]):
        assert read_by_bash(line.splitlines()[0]) == ["cancel", NAME]


def test_names_of_games(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("a b", "a\n* c", "$(touch PWNED)", "good"):
        tarawa("new", "red-beach-3", "--seed", SEED, "-s", os.path.join(tmp_path, "saves", f"{name}.toml"))
    listed = [line[2:].split("  ")[0] for line in tarawa("saves").out.splitlines()]
    assert sorted(listed) == ["$'a\\x0a* c'", "'$(touch PWNED)'", "'a b'", "good"]
    assert tarawa("use", "a").err.splitlines()[0].endswith("fits more than one game: $'a\\x0a* c', 'a b'")
    assert tarawa("use", "a").err.splitlines()[1].strip() == "type more of it, e.g. $'a\\x0a* c'"
    assert tarawa("use", "(touch PWNED)").err.splitlines()[1].strip() == "did you mean '$(touch PWNED)'?"
    assert len(tarawa("use", "a\n* c").out.splitlines()) == 2, "and no line of its own"


def test_hints_with_names() -> None:
    with pytest.raises(BadOrder) as told:
        find_name("x", ["x y", "x;z"], "thing")
    assert (told.value.message, told.value.hint) == (
        "'x' fits more than one thing: 'x y', 'x;z'",
        "type more of it, e.g. 'x y'",
    )
    fire = GAMES("tarawa").orders["fire"]
    with pytest.raises(BadOrder) as told:
        Expanded([fire.in_words("a;b"), fire.in_words("c")]).only()
    assert told.value.hint == "odds fire 'a;b'"


@pytest.mark.parametrize(
    ("game", "scenario"),
    [(game, name) for game in ("tarawa", "malta") for name in GAMES(game).library.LISTS["scenarios"]()],
)
def test_no_order_of_ours_needs_quotation_marks(game: str, scenario: str) -> None:
    ours = GAMES(game)
    state = ours.begin(Setup(scenario))
    found = ours.legal.legal(state)
    assert found
    for line in found:
        assert pasted(line) == line
        assert ours.read(state, shlex.split(pasted(line))).text() == line
