"""`undo --to`: back to a moment, as `--at` names it, through whatever was given in one go."""

import json
from pathlib import Path

import pytest

from tests.cli.tools import Game, tarawa, untouched
from tests.malta.shell import done, malta


@pytest.fixture
def played(tmp_path: Path, once: bytes) -> Game:
    """Three turns by the computer: one command."""
    game = Game(tmp_path / "game.toml", "red-beach-3")
    game.path.write_bytes(once)
    return game


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    game = Game(tmp_path_factory.mktemp("once") / "game.toml", "red-beach-3", "--seed", "7", "--hits", "step")
    game.do("autoplay --until turn 4 -q")
    return game.bytes


def as_it_was(game: Game, moment: str) -> dict[str, object]:
    """The position then, without what counts how often something was taken back."""
    state: dict[str, object] = game.json("status", "--at", moment)["state"]
    return {**state, "mulligans": 0}


@pytest.mark.parametrize(("moment", "kept"), [("5", 5), ("0", 0), ("-3", None), ("t2", None), ("T1", None)])
def test_undo_goes_back_to_a_moment_even_if_it_lies_within_a_command(
    played: Game, moment: str, kept: int | None
) -> None:
    journal, then = played.journal, as_it_was(played, moment)
    told = played.do(f"undo --to {moment}")
    assert told.out.startswith(f"undone: {journal[-1].removesuffix(' #+')}")
    assert {**played.state, "mulligans": 0} == then
    assert kept in (None, len(played.journal))
    assert played.journal == journal[: len(played.journal)]
    assert played("verify").code == 0
    played.do(f"redo {1 if played.journal else 2}")
    assert played.journal == journal
    assert played("verify").code == 0


def test_the_end_of_a_turn_is_what_at_shows_as_its_end(played: Game) -> None:
    played.do("undo --to t2")
    state = played.state
    assert (state["turn"], state["phase"]) == (3, "embark")
    assert played.json("undo", "--to", "t1")["state"]["turn"] == 2


def test_what_is_left_of_a_command_is_one_command(played: Game) -> None:
    played.do("undo --to 5")
    played.do("undo")
    assert len(played.journal) == 1, "`policy hits step` is a command of its own"


def test_a_dry_run_changes_nothing(played: Game) -> None:
    with untouched(played.path):
        told = played("undo", "--to", "20", "--dry-run")
    assert told.out.startswith("would be undone: ")
    assert len(json.loads(played("undo", "--to", "20", "-n", "--json").out)["undone"]) == len(played.journal) - 20


def test_a_hand_edit_is_an_entry_too(played: Game) -> None:
    count = len(played.journal)
    text = played.path.read_text("utf-8")
    played.path.write_text(text.replace("casualties = ", "casualties = 1", 1), "utf-8")
    assert played.do(f"undo --to {count}").out.startswith("undone: the save was edited by hand: casualties\n")


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("--to 9999", 2, "--to '9999': the journal has only"),
        ("--to -9999", 2, "--to '-9999': the journal has only"),
        ("--to t4", 1, "turn 4 has not ended: it is turn 4\n  try: undo --to t3"),
        ("--to HEAD", 2, "--to 'HEAD' is not a moment of the journal\n  undo --to 120, or undo --to t3"),
        ("--to x", 2, "--to 'x' is not a moment of the journal"),
        ("--to -0", 1, "nothing can be undone: the journal ends with entry"),
        ("2 --to 5", 2, "undo takes a number of commands or --to, not both"),
    ],
)
def test_what_is_no_moment_to_go_back_to_is_refused(played: Game, words: str, code: int, told: str) -> None:
    with untouched(played.path):
        refused = played("undo", *words.split())
    assert (refused.code, refused.out) == (code, "")
    assert told in refused.err
    assert "--at" not in refused.err


def test_nothing_is_taken_back_across_a_snapshot(played: Game) -> None:
    text = played.path.read_text("utf-8")
    played.path.write_text(text.replace('data = "', 'data = "0', 1), "utf-8")
    refused = played("undo", "--to", "3")
    assert (refused.code, "scenario or tables have changed" in refused.err) == (1, True)
    played.do("next --yes")
    snapshot = next(n for n, line in enumerate(played.journal, 1) if "snapshot" in line or "changed" in line)
    assert played("undo", "--to", str(snapshot - 2)).code == 1
    assert "--at" not in played("undo", "--to", "3").err


def test_a_side_takes_back_nothing_of_the_other(tmp_path: Path) -> None:
    done("new cottonera --seed 5")
    done("autoplay --until turn 30 -q")
    refused = tarawa("undo", "--to", "0", "--save", "saves/cottonera.toml")
    assert refused.code == 3, "a game of another program"
    before = Path("saves/cottonera.toml").read_bytes()
    assert malta("undo --to 0 --as allied").code == 1
    assert Path("saves/cottonera.toml").read_bytes() == before
    done("undo --to 0")
    assert done("log --commands").out == ""
