"""Chapter 24: games by mail: how often the game changes hands, and what the guard lets each side do."""

from pathlib import Path

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import POLICIES, State
from tarawa_cli.games.malta.model.unit_types import SIDES
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import Pairing
from tests.malta.shell import done, malta

ANSWERS = {
    "hits": "cheapest", "attack-hits": "cheapest", "steps": "weakest", "retreat": "nearest-hq",
    "support": "worthwhile", "absorb": "always",
    "dismantle": "never", "coast": "landing", "follow": "all", "bombardment": "needed",
}  # fmt: skip
TURNS = 4


def sittings(match: Match[State], name: str) -> list[str]:
    """Who has sat down to play, one after the other, in four turns; each is guarded and knows only what he may."""
    players, last = Pairing(GAME, {side: player(name, "by mail") for side in SIDES}), match.truth.turn + TURNS
    found: list[str] = []
    while not match.truth.outcome and match.truth.turn < last:
        found += [match.to_act] if found[-1:] != [match.to_act] else []
        perform(match, players.choose(match.truth).order.in_words(), by=match.to_act)
    return found


def mailed(scenario: str, *, answered: bool) -> Match[State]:
    match: Match[State] = Match(GAME, Setup(scenario), 7)
    for side in SIDES:
        for name, answer in ANSWERS.items():
            if answered:
                perform(match, ["policy", side, name, answer], by=side)
    return match


def test_24_2_there_is_a_standing_answer_for_everything() -> None:
    assert set(ANSWERS) == set(POLICIES)
    assert all(answer in POLICIES[name] and answer != "ask" for name, answer in ANSWERS.items())


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("scenario", "name"),
    [(scenario, name) for scenario in ("hal-far", "cottonera", "south-beach") for name in ("random", "historical")]
    + [("herkules", "historical")],
)
def test_24_2_with_standing_answers_four_turns_take_eight_hand_overs(scenario: str, name: str) -> None:
    assert sittings(mailed(scenario, answered=True), name) == ["axis", "allied"] * TURNS


def test_24_2_without_them_they_take_more() -> None:
    assert len(sittings(mailed("cottonera", answered=False), "historical")) > 2 * TURNS


# ── The guard at the command line


@pytest.fixture
def begun(in_a_folder: None) -> Path:
    """Cottonera, with the Axis to move."""
    done("new cottonera --seed 7")
    return Path("saves/cottonera.toml")


def test_24_1_nobody_takes_back_the_orders_of_the_other(begun: Path) -> None:
    assert malta("policy allied hits hold --as allied").code == 0
    assert malta("next axis-combat --yes --as axis").code == 0
    before = begun.read_bytes()
    for line in ("undo", "undo -n", "undo 2", "undo --json", "redo"):
        result = malta(f"{line} --as allied")
        assert result.code == 1, line
        assert begun.read_bytes() == before
    assert "is an order by axis, and you play allied" in malta("undo --as allied").err
    assert malta("undo --as axis").code == 0
    assert "is an order by allied, and you play axis" in malta("undo --as axis").err
    assert malta("redo --as allied").code == 1


def test_24_1_at_one_table_both_agree_to_take_back(begun: Path) -> None:
    before = malta("log --commands").out
    assert malta("policy allied hits hold").code == malta("next axis-combat --yes").code == 0
    assert malta("undo 2").code == 0
    assert malta("log --commands").out == before
    assert malta("redo 2").code == 0


def test_24_2_a_side_sets_its_own_standing_answers_alone(begun: Path) -> None:
    before = begun.read_bytes()
    for side, other in (SIDES, SIDES[::-1]):
        result = malta(f"policy {other} hits hold --as {side}")
        assert (result.code, result.err.startswith("refused (24.1): ")) == (1, True)
        assert begun.read_bytes() == before
    for side in SIDES:
        assert malta(f"policy {side} hits hold --as {side}").code == 0, "in anybody's turn"


def test_24_1_a_script_is_guarded_line_by_line(begun: Path) -> None:
    before = begun.read_bytes()
    for line in ("policy allied hits hold", "move 2rwk 1910", "undo"):
        result = malta("run - --as axis", f"policy axis hits hold\nnext\n{line}\n")
        if line == "undo":
            assert result.code == 0, "one's own order"
        else:
            assert result.code == 1
            assert result.err.startswith("refused")
            assert "line 3" in result.err
            assert begun.read_bytes() == before
    assert malta("run - --as allied --check", "next\n").code == 1
    assert "1 command done, 1 skipped" in malta(
        "run - --as allied --keep-going", "next\npolicy allied hits hold\n"
    ).out.replace("commands", "command")


def test_24_1_the_computer_and_delegated_phases_heed_the_guard(begun: Path) -> None:
    before = begun.read_bytes()
    for line in ("autoplay", "advise --do", "next turn --yes", "decide hold"):
        assert malta(f"{line} --as allied").code == 1, line
        assert begun.read_bytes() == before
    assert malta("autoplay --quiet --as axis").code == 0
    entries = malta("log --json").json["entries"]
    assert {entry["side"] for entry in entries} == {"axis"}
