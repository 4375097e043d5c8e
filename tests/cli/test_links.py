"""Links in a folder that somebody else has made: no file of the player's is changed through them."""

import os
import subprocess
from pathlib import Path

import pytest

from tarawa_cli.cli import play
from tests.cli.tools import SEED, Game, Result, tarawa

PRECIOUS = "export PATH=mine\n"


@pytest.fixture(params=["a file", "nothing", "TOML", "a pipe"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """What a link leads to, outside the folder of the game."""
    home = tmp_path / "home"
    home.mkdir()
    if request.param == "a pipe":
        os.mkfifo(home / "file")
    elif request.param != "nothing":
        (home / "file").write_text(PRECIOUS if request.param == "a file" else 'x = ["y"]\n')
    return home / "file"


def seen(target: Path) -> object:
    """What is there, byte for byte."""
    return sorted((path.name, path.is_file() and path.read_bytes()) for path in target.parent.iterdir())


def refused(result: Result, link: Path) -> None:
    """The exit code, which link, and what to do."""
    assert result.code == 3
    assert f"{link} is a link to" in result.err or f"{link} is not a file" in result.err
    assert "remove" in result.err or "not a file" in result.err


# ── The program's own files


def test_the_current_game_is_not_written_through_a_link(target: Path) -> None:
    os.mkdir("saves")
    link = Path("saves/.current")
    link.symlink_to(target)
    before = seen(target)
    result = tarawa("new", "--seed", SEED)
    assert result.code == 0
    assert "this game is not the current one: saves/.current is a link to" in result.err
    refused(tarawa("use", "campaign"), link)
    assert (seen(target), link.is_symlink()) == (before, True)
    link.unlink()
    assert tarawa("use", "campaign").code == 0


def test_what_git_ignores_is_not_written_through_a_link(target: Path) -> None:
    os.mkdir("saves")
    Path("saves/.gitignore").symlink_to(target)
    before = seen(target)
    for words in (["new", "--seed", SEED], ["use", "campaign"]):
        assert tarawa(*words).code == 0
    assert (seen(target), Path("saves/.gitignore").is_symlink()) == (before, True)


def test_the_attributes_of_git_are_not_written_through_a_link(target: Path) -> None:
    subprocess.run(["git", "init", "-q"], check=True)
    assert tarawa("new", "--seed", SEED).code == 0
    Path(".gitattributes").symlink_to(target)
    before = seen(target)
    result = tarawa("git", "setup")
    assert result.code == 3
    assert ".gitattributes" in result.err
    assert (seen(target), Path(".gitattributes").is_symlink()) == (before, True)


def test_the_history_of_the_prompt_is_not_written_through_a_link(target: Path) -> None:
    pytest.importorskip("readline")
    os.mkdir("saves")
    history = Path("saves/.history")
    history.symlink_to(target)
    before = seen(target)
    play.prepare(str(history))()
    assert (seen(target), history.is_symlink()) == (before, True)
    assert not play.is_own(str(history))
    history.unlink()
    play.prepare(str(history))()
    assert history.is_file()


def test_a_history_that_is_a_pipe_does_not_keep_the_prompt_waiting() -> None:
    pytest.importorskip("readline")
    os.mkfifo("history")
    play.prepare("history")()


# ── Saves and what is kept of them


def test_a_new_game_is_not_written_through_a_link_that_leads_to_no_save(target: Path) -> None:
    os.mkdir("saves")
    link = Path("saves/campaign.toml")
    link.symlink_to(target)
    before = seen(target)
    for words in (["--force"], ["--force", "--dry-run"], ["--force", "--save", link]):
        refused(tarawa("new", *words), link)
    assert (seen(target), link.is_symlink()) == (before, True)
    assert tarawa("new").code == 0, "without force it takes the next free name"


def test_a_link_to_a_save_is_a_save(tmp_path: Path, game: Game) -> None:
    link = tmp_path / "link.toml"
    link.symlink_to("game.toml")
    assert tarawa("bombard", "-s", link).code == 0
    assert tarawa("new", "--force", "-s", link).code == 0
    assert tarawa("bombard", "-s", link).code == 0
    assert link.is_symlink()
    assert "bombard" in game.path.read_text()


def test_the_old_game_is_kept_in_the_place_of_a_save_and_of_nothing_else(tmp_path: Path, game: Game) -> None:
    kept, other = tmp_path / "game.toml.bak", tmp_path / "other"
    other.write_text(PRECIOUS)
    before = game.bytes
    for make in (lambda: kept.write_text(PRECIOUS), lambda: kept.symlink_to("other"), lambda: kept.symlink_to("x")):
        make()
        result = game("new", "--force")
        assert (result.code, "game.toml.bak is not a save, and would be replaced" in result.err) == (3, True)
        assert (game.bytes, other.read_text()) == (before, PRECIOUS)
        assert kept.is_symlink() or kept.read_text() == PRECIOUS
        kept.unlink()
    for _ in range(2):
        assert game("new", "--force").code == 0
    kept.write_bytes(before[: len(before) // 2])
    assert game("new", "--force").code == 0, "a damaged save may go"


# ── Exports, which the player names himself


@pytest.mark.parametrize("line", ["export json", "chronicle"])
def test_an_export_is_not_written_through_a_link(game: Game, target: Path, line: str) -> None:
    link = Path("map.json")
    link.symlink_to(target)
    before = seen(target)
    for force in ([], ["--force"]):
        refused(game(*line.split(), link, *force), link)
    assert (seen(target), link.is_symlink()) == (before, True)


def test_an_export_may_go_through_a_linked_folder(game: Game, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    Path("linked").symlink_to("real")
    assert game("export", "json", "linked/map.json").code == 0
    assert game("export", "json", "linked/map.json", "--force").code == 0
    assert (tmp_path / "real" / "map.json").is_file()


# ── Files that are not ours


@pytest.mark.parametrize("content", ['tarawa = "x"\n[alias]\n', "count = 3\n", PRECIOUS, '["a"]\nb = ["c"]\n'])
def test_a_file_in_the_place_of_the_current_game_that_is_not_ours_stays(content: str) -> None:
    os.mkdir("saves")
    Path("saves/.current").write_text(content)
    assert "this game is not the current one: saves/.current" in tarawa("new").err
    assert tarawa("use", "campaign").code == 3
    assert Path("saves/.current").read_text() == content


def test_an_empty_file_is_taken_for_the_current_game() -> None:
    os.mkdir("saves")
    Path("saves/.current").touch()
    assert tarawa("new").err == ""


def test_new_says_what_is_true_if_only_git_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    from tarawa_cli.kernel.errors import BadFile
    from tarawa_cli.kernel.saves import savefile

    real = savefile.create

    def create(path: str, text: str) -> None:
        if path.endswith(".gitignore"):
            raise BadFile(f"cannot write {path}: No space left on device")
        real(path, text)

    monkeypatch.setattr(savefile, "create", create)
    result = tarawa("new", "--seed", SEED)
    assert result.code == 0
    assert "not the current one" not in result.err
    assert "cannot make git ignore" in result.err
    assert "No space left on device" in result.err
    assert tarawa("use").out.endswith("\n")
    assert Path("saves/.current").read_text() == 'tarawa = "saves/campaign.toml"\n'
