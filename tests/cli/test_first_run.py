"""Several games side by side: names that `new` picks, the current game, and what goes before it."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.tools import SEED, Game, tarawa, untouched


def current() -> str:
    return Path("saves/.current").read_text("utf-8")


def test_new_picks_a_free_name_from_the_scenario_and_makes_it_current() -> None:
    for name in ("red-beach-3", "red-beach-3-2", "red-beach-3-3"):
        told = tarawa("new", "red", "--seed", SEED).out
        assert told.startswith(f"Red Beach 3: saves/{name}.toml (seed {SEED})\n")
        assert current() == f'tarawa = "saves/{name}.toml"\n'
        assert f"* {name} " in tarawa("use").out


def test_a_dry_run_names_the_save_and_remembers_nothing(tmp_path: Path) -> None:
    assert tarawa("new", "red", "--dry-run", "--json").json["save"] == "saves/red-beach-3.toml"
    assert list(tmp_path.iterdir()) == []


def test_a_scenario_of_the_players_own_gives_its_name(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "own.toml").write_text('[scenario]\nid = "x"\nname = "X"\nbase = "campaign"\n')
    assert tarawa("new", "mine/own.toml", "--json").json["save"] == "saves/own.toml"
    assert tarawa("verify").code == 0


def test_a_game_that_is_named_is_remembered_only_among_the_others(tmp_path: Path) -> None:
    Game(tmp_path / "elsewhere.toml")
    assert not (tmp_path / "saves").exists()
    assert tarawa("new", "--save", "saves/mine.toml").code == 0
    assert current() == 'tarawa = "saves/mine.toml"\n'


def test_the_environment_names_a_new_game_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TARAWA_SAVE", "variable.toml")
    assert tarawa("new", "--json").json["save"] == "variable.toml"
    assert tarawa("new").code == 3
    assert not (tmp_path / "saves").exists()


def test_what_goes_before_the_current_game(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("option.toml", "variable.toml", "saves/game.toml"):
        tarawa("new", "-s", name, "--seed", SEED)
    tarawa("new", "red", "--seed", 7)
    assert tarawa("status", "--json").state["scenario"] == "red-beach-3"
    tarawa("bombard", "-s", "variable.toml")
    tarawa("policy", "hits", "step", "-s", "option.toml")
    monkeypatch.setenv("TARAWA_SAVE", "variable.toml")
    assert tarawa("log", "--commands").out == "bombard\n"
    assert tarawa("log", "--commands", "-s", "option.toml").out == "policy hits step\n"
    monkeypatch.setenv("TARAWA_SAVE", "")
    Path("saves/.current").unlink()
    assert tarawa("status", "--json").state["scenario"] == "campaign", "saves/game.toml"


def test_orders_play_the_current_game() -> None:
    tarawa("new", "--seed", SEED)
    tarawa("new", "red")
    with untouched(Path("saves/red-beach-3.toml")):
        assert tarawa("use", "camp").code == 0
        assert tarawa("bombard").code == 0
    assert tarawa("log", "--commands").out == "bombard\n"
    assert tarawa("undo").code == 0


@pytest.mark.parametrize("word", ["campaign", "camp", "CAMPAIGN", "saves/campaign.toml", "./saves/campaign.toml"])
def test_use_takes_a_name_or_a_file(word: str) -> None:
    tarawa("new")
    tarawa("new", "red")
    result = tarawa("use", word)
    assert result.code == 0
    assert result.out.startswith("The battle of Betio: ")
    assert "Turn 1 ·" in result.out
    assert current() == 'tarawa = "saves/campaign.toml"\n'


def test_use_of_a_save_elsewhere(tmp_path: Path) -> None:
    Game(tmp_path / "away" / "game.toml", "red")
    os.mkdir("here")
    os.chdir("here")
    assert tarawa("use", "../away/game.toml").code == 0
    assert json.loads(current().partition(" = ")[2]) == str(tmp_path / "away" / "game.toml")
    assert tarawa("status", "--json").state["scenario"] == "red-beach-3"


def test_use_refuses_what_is_no_game() -> None:
    tarawa("new")
    before = current()
    assert tarawa("use", "nosuch").code == 2
    assert tarawa("use", "nosuch").err.splitlines()[1] == "  choose one of: campaign"
    assert tarawa("use", "nosuch.toml").code == 3
    Path("saves/bad.toml").write_text("[[[")
    assert tarawa("use", "bad").code == 3
    assert current() == before


def test_use_says_that_the_environment_goes_before(monkeypatch: pytest.MonkeyPatch) -> None:
    tarawa("new")
    monkeypatch.setenv("TARAWA_SAVE", "other.toml")
    assert "$TARAWA_SAVE is set" in tarawa("use", "campaign").err


def test_names_of_other_games_stay() -> None:
    os.mkdir("saves")
    Path("saves/.current").write_text('malta = "saves/cottonera.toml"\n')
    tarawa("new")
    assert current() == 'malta = "saves/cottonera.toml"\ntarawa = "saves/campaign.toml"\n'


@pytest.mark.parametrize("damage", [b"\xff", b"[[", b"tarawa = ", b"x" * 200_000])
def test_a_damaged_file_is_named_and_left_alone_until_it_is_removed(damage: bytes) -> None:
    tarawa("new", "--seed", SEED)
    Path("saves/.current").write_bytes(damage)
    for line in ("status", "bombard", "undo"):
        result = tarawa(line)
        assert (result.code, "saves/.current" in result.err) == (3, True), line
    assert tarawa("help").code == 0
    assert tarawa("saves").code == 0
    assert tarawa("use").out == tarawa("saves").out
    result = tarawa("use", "campaign")
    assert (result.code, "remove saves/.current" in result.err) == (3, True)
    assert "this game is not the current one: saves/.current" in tarawa("new").err
    assert Path("saves/.current").read_bytes() == damage
    Path("saves/.current").unlink()
    assert tarawa("use", "campaign").code == 0
    assert tarawa("bombard").code == 0


def test_a_current_game_that_is_gone_says_what_to_do() -> None:
    tarawa("new")
    Path("saves/campaign.toml").unlink()
    result = tarawa("status")
    assert result.code == 3
    assert "there is no save saves/campaign.toml" in result.err
    assert "`saves`" in result.err
    assert "no games in saves/ yet" in tarawa("saves").out


@pytest.fixture
def _greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with monkeypatch.context() as there:
        there.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("_greenwich")
def test_saves_lists_games_the_last_played_first() -> None:
    for scenario, when in (("campaign", 0), ("red", 86_400), ("last", 86_400), ("second", 3_600)):
        save = tarawa("new", scenario, "--seed", SEED, "--json").json["save"]
        os.utime(save, (when, when))
    Path("saves/broken.toml").write_text("<<<<<<< HEAD\n=======\n>>>>>>> x\n")
    os.utime("saves/broken.toml", (-1, -1))
    lines = tarawa("saves").out.splitlines()
    assert [line.split()[0] for line in lines] == ["last-night", "red-beach-3", "*", "campaign", "broken"]
    cells = [cell.strip() for cell in lines[1].split("  ") if cell.strip()]
    assert cells == ["red-beach-3", "Red Beach 3", "turn 1 of 5", "1970-01-02 00:00"]
    assert "holds a git merge conflict" in lines[-1]
    facts = tarawa("saves", "--json").json["saves"]
    assert [game["current"] for game in facts] == [False, False, True, False, False]
    assert facts[0] == {
        "save": "saves/last-night.toml",
        "current": False,
        "played": "1970-01-02T00:00:00+00:00",
        "scenario": "last-night",
        "name": "The last night",
        "turn": 24,
        "last": 26,
        "phase": facts[0]["phase"],
        "over": False,
        "orders": 0,
    }
    assert set(facts[-1]) == {"save", "current", "played", "error"}


def test_only_games_of_this_program_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    from tarawa_cli.games import GAMES
    from tests.kernel.tools import new_save

    monkeypatch.setitem(GAMES.names, "toy", "tests.kernel.toy")
    tarawa("new")
    new_save(Path("saves/race.toml"))
    assert [game["save"] for game in tarawa("saves", "--json").json["saves"]] == ["saves/campaign.toml"]


def test_force_keeps_the_old_game(game: Game) -> None:
    game.do("bombard")
    old = game.bytes
    result = game("new", "red", "--force", "--seed", 3)
    assert f"the old game is kept: {game.path}.bak\n" in result.out
    kept = game.path.with_name("game.toml.bak")
    assert kept.read_bytes() == old
    newer = game.bytes
    game("new", "--force")
    assert kept.read_bytes() == newer, "only the last one"
    assert sorted(path.name for path in game.path.parent.iterdir()) == ["game.toml", "game.toml.bak"]
    assert tarawa("verify", kept).code == 0


def test_force_without_a_name_takes_the_scenarios_own() -> None:
    tarawa("new", "--seed", 1)
    assert tarawa("new", "--seed", 2, "--force", "--json").json["save"] == "saves/campaign.toml"
    assert Path("saves/campaign.toml.bak").exists()


def test_force_keeps_a_link_a_link(tmp_path: Path, game: Game) -> None:
    (tmp_path / "link.toml").symlink_to("game.toml")
    old = game.bytes
    assert tarawa("new", "--force", "--save", "link.toml").code == 0
    assert (tmp_path / "link.toml").is_symlink()
    assert (tmp_path / "game.toml.bak").read_bytes() == old


def test_git_ignores_what_is_the_players_own() -> None:
    tarawa("new")
    assert Path("saves/.gitignore").read_text("utf-8").splitlines()[1:] == [
        ".current",
        ".history*",
        "*.bak",
        "*.*.toml",
        ".*.new",
    ]
    Path("saves/.gitignore").write_text("mine\n")
    tarawa("new")
    assert Path("saves/.gitignore").read_text("utf-8") == "mine\n"


def test_help_is_the_same_as_the_option() -> None:
    assert tarawa("help") == tarawa("--help")
    for name in ("embark", "new", "help"):
        assert tarawa("help", name) == tarawa(name, "--help")
    assert tarawa("help", "emb").out == tarawa("embark", "--help").out
    assert tarawa("help", "nosuch").code == 2
    answer = tarawa("help", "embark", "--json").json
    assert (answer["command"], answer["text"]) == ("help embark", tarawa("embark", "--help").out.strip("\n"))


def test_tab_offers_games_and_commands() -> None:
    tarawa("new")
    tarawa("new", "red")
    for line, wanted in {
        "tarawa use ": ["campaign", "red-beach-3"],
        "tarawa help emb": ["embark"],
        "tarawa --js": ["--json"],
        "tarawa --json --save x.toml bomb": ["bombard"],
        "tarawa --as mar": ["marines"],
        "tarawa --save ": [":files"],
    }.items():
        assert tarawa("__complete", "bash", line, line.rpartition(" ")[2]).out.split() == wanted, line


def test_tab_looks_at_the_current_game() -> None:
    tarawa("new", "red")
    assert tarawa("__complete", "bash", "tarawa embark 2/8A", "2/8A").out == "2/8A\n"


@pytest.mark.parametrize(
    ("word", "hint"),
    [("mpa", "did you mean map?"), ("demolsh", "did you mean demolish?"), ("xyzzy", "try: help --all")],
)
@pytest.mark.parametrize("way", [[], ["help"]])
def test_an_unknown_command_says_what_may_be_meant(way: list[str], word: str, hint: str) -> None:
    result = tarawa(*way, word)
    assert (result.code, result.err.splitlines()) == (2, [f"tarawa: there is no command {word!r}", f"  {hint}"])


def test_a_hint_that_only_begins_like_a_command_is_a_sentence(game: Game) -> None:
    hint = game("units", "nosuch").err.splitlines()[1]
    assert hint.startswith("  use ready, pinned"), "there is a command `use`"
    assert game("embark", "2/8A").err.splitlines()[1] == "  try: bombard"
