"""Any moment of a game: `--at`, `diff`, `map --diff`."""

import re
import subprocess
from pathlib import Path

import pytest

from tarawa_cli import __version__
from tarawa_cli.kernel.saves import savefile
from tests.cli.test_git import Repository
from tests.cli.tools import Game, tarawa

LOOKS = (
    *("status", "map", "map red3", "units", "unit 2/8A", "hex 2626", "area red3", "legal", "log", "log --commands"),
    *("export json", "export svg", "export html", "export position"),
)


@pytest.fixture
def played(tmp_path: Path) -> Game:
    """The first landing of red-beach-3, and a little of the second turn."""
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 7)
    game.do("autoplay --until turn 2 --quiet --player historical")
    game.do("autoplay --until turn 3 --quiet --player historical")
    return game


@pytest.mark.parametrize("line", LOOKS)
def test_a_look_at_a_moment_is_the_look_of_that_time(line: str, tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", 1943)
    game.do("bombard")
    then = game.do(line).out
    game.do("chits beak green pocket red2 red3")
    assert game.do(line).out != then or line in ("hex 2626", "unit 2/8A", "units", "export svg")
    at = game.do(f"{line} --at 1")
    assert (at.out, at.err) == (then, "note: position after entry 1 of 2\n")


def test_odds_at_a_moment_are_those_of_that_time(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", 1943)
    then = game.do("odds bombard").out
    game.do("bombard")
    assert game("odds", "bombard").code == 1
    assert game.do("odds bombard --at 0").out == then


def test_turns_end_where_the_next_one_begins(played: Game) -> None:
    states = [played.json("status", "--at", word)["state"]["turn"] for word in ("t0", "t1", "t2")]
    assert states == [1, 2, 3]
    entries = played.json("log")["entries"]
    first = next(entry["number"] for entry in entries if entry["turn"] == 2)
    assert played.json("status", "--at", "t1")["at"] == first - 1


@pytest.mark.parametrize("word", ["t3", "t9"])
def test_a_turn_that_has_not_ended_is_refused(played: Game, word: str) -> None:
    result = played("map", "--at", word)
    assert (result.code, result.out) == (1, "")
    assert "has not ended: it is turn 3" in result.err


def test_the_last_turn_ends_with_the_game(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "red-beach-3", "--seed", 7)
    game.do("autoplay --quiet")
    assert game.json("status", "--at", "t5")["state"]["outcome"]
    assert game.json("status", "--at", "t4")["state"]["outcome"] is None


def test_a_scenario_that_begins_late_has_no_earlier_turns(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "last-night", "--seed", 7)
    assert game("status", "--at", "t23").code == 0
    result = game("status", "--at", "t3")
    assert result.code == 1
    assert "turn 3 cannot be shown: the journal begins in turn 24" in result.err


@pytest.mark.parametrize("line", ["diff -3 -1", "diff -3", "map --at -3", "status --at=-3"])
def test_a_moment_may_be_so_many_entries_ago(played: Game, line: str) -> None:
    assert played.do(line).out


def test_a_save_is_never_touched(played: Game) -> None:
    before = played.bytes
    for line in ("status --at t1", "map --diff t1", "diff t1", "map red3 --diff t1 t2"):
        played.do(line)
    assert played.bytes == before


# ── diff


def test_diff_tells_what_happened_in_sentences(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", 1943)
    game.do("bombard")
    game.do("chits beak green pocket red2 red3")
    lines = game.do("diff 1").out.splitlines()
    assert lines[0].startswith("from Turn 1 · ")
    assert lines[0].endswith("(entry 1)")
    assert lines[-1] == "  red3: chit none → -2"


def test_diff_of_a_moment_with_itself_is_nothing(played: Game) -> None:
    assert played.do("diff t1 t1").out.splitlines()[-1] == "  nothing has changed"


def test_diff_back_in_time_says_the_reverse(played: Game) -> None:
    forth, back = (played.json("diff", *moments)["changes"] for moments in (("t1", "t2"), ("t2", "t1")))
    assert {(*change["path"], str(change["after"])) for change in forth} == {
        (*change["path"], str(change["before"])) for change in back
    }


def test_diff_of_two_saves(played: Game, tmp_path: Path) -> None:
    other = Game(tmp_path / "other.toml", "red-beach-3", "--seed", 7)
    result = played.do(f"diff {other.path}").out
    assert result.splitlines()[1:] == played.do("diff 0").out.splitlines()[1:]
    assert tarawa("diff", other.path, played.path, "-s", other.path).out == result


def test_a_number_is_a_moment_even_if_a_file_is_called_so(
    played: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "0").write_text("nonsense")
    assert played("diff", "0").code == 0


@pytest.mark.parametrize("line", ["diff 1", "diff 1 -1", "map --diff 1", "map --diff 1 2", "map red3 --diff 1 --at -1"])
def test_two_moments_take_one_reading_of_the_save(played: Game, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    contents, reads = savefile._read, list[str]()
    monkeypatch.setattr(savefile, "_read", lambda file, path: reads.append(path) or contents(file, path))
    played.do(line)
    assert reads == [str(played.path)]


# ── map --diff


def test_the_map_marks_what_has_changed(played: Game) -> None:
    picture = played.do("map red3 --diff t1 t2 --ascii").out
    assert "> ground gained" in picture
    assert "3/8E -2" in picture
    assert "changes from Turn 2" in picture


def test_without_a_change_the_map_is_the_map(played: Game) -> None:
    plain, marked = (played.do(line).out.splitlines() for line in ("map red3", "map red3 --diff t2"))
    assert [line for line in marked if line not in plain] == [
        "changes from Turn 3 · 20 November, 13:00 · Embarking",
        "          to Turn 3 · 20 November, 13:00 · Embarking",
    ]


def test_the_second_moment_may_stand_in_both_places(played: Game) -> None:
    assert played.do("map --diff t1 t2").out == played.do("map --diff t1 --at t2").out
    assert played.do("map --diff 3 5").out == played.do("map --diff 3 --at 5").out
    assert played.do("map 2626 --diff 3").out == played.do("map 2626 --diff 3 -r 3").out
    assert played.do("map red3 --diff t1 5").out == played.do("map red3 --diff t1 --at 5").out


def test_a_second_word_without_diff_is_too_many(played: Game) -> None:
    result = played("map", "red3", "t1")
    assert (result.code, result.out) == (2, "")


# ── git


def test_a_revision_is_a_moment_too(tmp_path: Path) -> None:
    repository = Repository(tmp_path)
    game = Game(tmp_path / "game.toml", "--seed", 1943)
    repository.keep()
    repository.git("tag", "start")
    start = game.do("status").out
    game.do("bombard")
    repository.keep()
    for word in ("HEAD~1", "start", repository.git("rev-parse", "start").strip()):
        result = game.do(f"status --at {word}")
        assert (result.out, result.err) == (start, f"note: position in {word}\n")
    assert game.do("diff start HEAD").out == game.do("diff 0 1").out
    assert game.do("map --diff start HEAD").out == game.do("map --diff 0 1").out


@pytest.mark.parametrize("word", ["HEAD", "nonsense", "HEAD~99", "a b", "x:y", "\x1b[31m"])
def test_what_git_does_not_know_is_told(tmp_path: Path, word: str) -> None:
    Repository(tmp_path)
    result = Game(tmp_path / "game.toml", "--seed", 1943)("status", "--at", word)
    assert (result.code, result.out) == (2, "")
    assert "git has no 'game.toml' at" in result.err
    assert "\x1b" not in result.err


def test_a_save_outside_git_has_no_revisions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    result = Game(tmp_path / "game.toml", "--seed", 1943)("status", "--at", "HEAD")
    assert result.code == 2
    assert "not a git repository" in result.err


def test_a_turn_that_has_a_name_is_a_moment_and_a_tag_of_that_name_can_still_be_reached(tmp_path: Path) -> None:
    from tests.malta.shell import done, malta

    save = tmp_path / "it.toml"
    done(f"new cottonera --seed 3 --save {save}")
    for words in ("init -q", "add it.toml", "-c user.name=a -c user.email=a@b commit -qm start", "tag 6jul-am"):
        subprocess.run(["git", *words.split()], cwd=tmp_path, check=True)
    done(f"autoplay --until turn 30 --player historical --quiet --save {save}")
    done(f"next --yes --save {save}")

    def when(moment: str) -> str:
        return str(done(f"status --json --at {moment} --save {save}").json["state"]["turn"])

    assert when("6JUL-am") == when("t29") == "6jul-noon"
    assert when("tags/6jul-am") == "6jul-am"
    assert done(f"undo --to 6jul-am -n --save {save}").code == 0
    refused = malta(f"status --at 7jul-am --save {save}")
    assert (refused.code, "has not ended" in refused.err) == (1, True)
    unknown = malta(f"status --at nosuch --save {save}")
    assert (unknown.code, "tags/29jun-am for a tag of that name" in unknown.err.replace("\n  ", " ")) == (2, True)


@pytest.mark.parametrize("width", [50, 80, 120])
def test_the_title_of_a_comparison_is_never_cut(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.malta.shell import done

    monkeypatch.setenv("COLUMNS", str(width))
    save = Path(__file__).parents[1] / "saves" / __version__ / "malta" / "late-herkules-4.toml"
    head = done(f"map --diff -20 --save {save}").out.splitlines()[0]
    assert len(head) <= width
    assert re.search(r"(29 June, night|Axis movement|since 29 June, afternoon|Allies \d+)$", head.rstrip())
