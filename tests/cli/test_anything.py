"""Whatever is typed, the program ends in a sentence and one of its exit codes."""

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tarawa_cli.cli.commands import commands
from tests.cli.tools import SEED, Game, Result, asked_game, tarawa
from tests.tarawa.tools import random_state

WORDS = [
    *(
        "2/8A",
        "2/8",
        "hawkins",
        "lvt-1",
        "lcvp-1",
        "sherman-1",
        "2/10",
        "supply",
        "none",
        "red3",
        "red2",
        "beak",
        "temakin",
    ),
    *(
        "1424",
        "1524",
        "1431",
        "2731",
        "9999",
        "0000",
        "beach:red2",
        "６",
        "",
        " ",
        "-",
        "--",
        "-1",
        "0",
        "3",
        "1e9",
        "all",
    ),
    *(
        "--all",
        "--bairiki",
        "--for",
        "--delay",
        "--json",
        "--dry-run",
        "-n",
        "--dice",
        "4,2",
        "--check",
        "--keep-going",
    ),
    *("--commands", "--turn", "--radius", "--layer", "terrain", "--ascii", "--color", "always", "position", "json"),
    *("hits", "ask", "step", "morale", "empty-lvt", "wait", "decide", "6.6.1", "japanese-fire", "campaign", "--force"),
    *(
        "--help",
        "--seed",
        "--tables",
        "--hits",
        "--version",
        "/dev/null",
        "..",
        "nosuch.toml",
        "--nosuch",
        "=",
        "--dice=6",
    ),
]
anything = st.lists(
    st.one_of(
        st.sampled_from(WORDS),
        st.text(st.characters(exclude_characters="\0/", exclude_categories=["Cs"]), max_size=6),
    ),
    max_size=6,
)
names = st.one_of(st.sampled_from(commands()), st.sampled_from(["", "STATUS", "tarawa", "--json", "nosuch"]))
often = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest.fixture(scope="module")
def saves() -> Iterator[list[bytes]]:
    """Saves in several phases, one with a decision pending."""
    with tempfile.TemporaryDirectory() as folder:
        start = Path(folder)
        games = [
            Game(start / "new.toml", "--seed", SEED),
            Game(start / "embark.toml", "--seed", SEED).to_embark(),
            Game(start / "impulse.toml", "--seed", SEED).to_impulse(),
            asked_game(start / "asked.toml"),
        ]
        yield [game.bytes for game in games]


def sound(result: Result, words: list[str]) -> None:
    """An exit code of ours, no traceback, errors where they belong."""
    assert result.code in (0, 1, 2, 3, 4), words
    for text in (result.out, result.err):
        assert "Traceback" not in text
        assert "should not have happened" not in text
    if "--json" in words and not {"--help", "-h", "--version"} & set(words):
        assert result.out.count("\n") == 1
        assert json.loads(result.out)["ok"] is (result.code == 0)
    elif result.code not in (0, 1):
        assert result.err, words
        assert result.out == ""


@often
@given(name=names, rest=anything, save=st.integers(0, 3))
def test_random_words(saves: list[bytes], tmp_path: Path, name: str, rest: list[str], save: int) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(saves[save])
    words = [name, "-s", str(path), *rest]
    result = tarawa(*words)
    sound(result, words)
    if result.code and "--keep-going" not in words:
        assert path.read_bytes() == saves[save]
    assert tarawa("status", "-s", path).code == 0, "whatever happened, the save is sound"


def _but_peeks(save: bytes) -> bytes:
    """A save without the count of dice that a refused script has shown."""
    return re.sub(rb"^(digest|peeks) = .*\n", b"", save, flags=re.MULTILINE)


@often
@given(lines=st.lists(st.tuples(names, anything), max_size=4), save=st.integers(0, 3))
def test_random_scripts(saves: list[bytes], tmp_path: Path, lines: list[tuple[str, list[str]]], save: int) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(saves[save])
    script = "\n".join(" ".join([name, *rest]) for name, rest in lines).encode()
    for extra in ([], ["--keep-going"]):
        words = ["run", "-", "-s", str(path), *extra]
        result = tarawa(*words, stdin=script)
        assert result.code in (0, 1, 2, 3, 4)
        assert "Traceback" not in result.err
        assert "should not have happened" not in result.err
        if result.code and not extra:
            assert _but_peeks(path.read_bytes()) == _but_peeks(saves[save])
    assert tarawa("verify", path).code == 0


@pytest.mark.sample(5)
@pytest.mark.parametrize("seed", range(8))
def test_every_report_of_any_position(tmp_path: Path, seed: int) -> None:
    """Positions such as play may bring, with everything on the table at once."""
    from tarawa_cli.games.tarawa.exports import position

    (tmp_path / "position.toml").write_text(position(random_state(seed)), encoding="utf-8")
    game = Game(tmp_path / "game.toml", "position.toml")
    state = game.state
    words = [["status"], ["map"], ["units", "all"], ["legal"], ["log"], ["export", "position"], ["map", "2731"]]
    words += [["unit", id] for id in list(state["units"])[seed::5]]
    words += [["area", id] for id in state["areas"]]
    words += [["hex", id] for id in ("2731", "2626", "2531", "1431", "1424", "2327", "1405", "3340")]
    words += [["map", "--layer", layer] for layer in ("terrain", "areas", "control", "supply")]
    for command in words:
        result = game(*command)
        sound(result, command)
        assert result.code == 0, command
    for command in (["status"], ["units", "all"], ["area", "red3"]):
        assert max(map(len, game(*command).out.splitlines())) <= 80, command
