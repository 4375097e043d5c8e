"""Saves, scenarios and tables that were made to deceive: what they hold is shown and never obeyed by a terminal."""

import json
import re
import unicodedata
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from tarawa_cli.cli import completing
from tests.cli.tools import SEED, Game, Result, game_at, tarawa

SIGNS = "\x1b]0;owned\x07\x1b[2J\x9b31m\x08\r\x7f\x85\u2028\u202e\u2066\u200b\ufeff\U000e0041"
WORD = "".join(f"\\U{ord(sign):08x}" for sign in SIGNS)
"""The same in a TOML text."""
COLOUR = re.compile("\x1b\\[[0-9;]*m")


def harmless(result: Result) -> None:
    """No sign in the output that a terminal would obey, but the ends of lines."""
    for text in (result.out, result.err):
        found = {sign for sign in text if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp")} - {"\n"}
        assert not found, text
    assert result.code in (0, 1, 2, 3)
    assert "Traceback" not in result.err
    assert "should not have happened" not in result.err


SCENARIO = f"""
[scenario]
id = "test{WORD}"
name = "A test{WORD}"
description = "{WORD}"
introduction = "Dear player{WORD}\\ttab"
base = "campaign"
[goal]
text = "Take it{WORD}"
ground = [{{ name = "hexes{WORD}", hexes = ["2726", "2727"] }}]
"""


@pytest.fixture
def game(tmp_path: Path) -> Game:
    """A game of a scenario whose every text is hostile."""
    (tmp_path / "test.toml").write_text(SCENARIO, encoding="utf-8")
    return Game(tmp_path / "game.toml", "test.toml", "--seed", SEED)


LOOKS = [
    *(["status"], ["map"], ["map", "red3"], ["units", "all"], ["unit", "2/8A"], ["hex", "2726"], ["area", "red3"]),
    *(["legal"], ["odds", "bombard"], ["log"], ["log", "--commands"], ["verify"], ["policy"], ["advise"]),
    *(["table", "units"], ["export", "position"], ["export", "json"], ["export", "svg"], ["export", "html"]),
    *(["bombard"], ["autoplay", "-n"]),
]


@pytest.mark.parametrize("words", LOOKS, ids=" ".join)
@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["text", "json"])
def test_a_hostile_scenario_is_shown_by_every_command_and_obeyed_by_none(
    game: Game, words: list[str], as_json: list[str]
) -> None:
    result = game(*words, *as_json)
    harmless(result)
    assert result.code == 0


def test_the_texts_of_a_hostile_scenario_are_there_to_be_seen(game: Game, tmp_path: Path) -> None:
    told = tarawa("new", "test.toml", "--save", tmp_path / "other.toml")
    harmless(told)
    assert "A test\\x1b]0;owned\\x07\\x1b[2J\\x9b31m\\x08\\r\\x7f\\x85\\u2028\\u202e" in told.out
    assert "Take it\\x1b" in game("status").out
    assert json.loads(game("status", "--json").out)["state"]["goal"]["text"] == f"Take it{SIGNS}"


def test_a_hostile_position_is_exported_as_it_is_and_can_be_played(game: Game, tmp_path: Path) -> None:
    text = game("export", "position").out
    (tmp_path / "again.toml").write_text(text, encoding="utf-8")
    assert game("export", "position", tmp_path / "file.toml").code == 0
    assert (tmp_path / "file.toml").read_text() == text
    again = Game(tmp_path / "again-game.toml", "again.toml")
    assert again.state["goal"]["text"] == f"Take it{SIGNS}"


def test_exported_pictures_and_pages_hold_only_what_xml_allows(game: Game) -> None:
    ElementTree.fromstring(game("export", "svg").out)
    page = game("export", "html").out
    assert page.isascii()
    assert "&#27;" not in page
    assert "\ufffd".encode("ascii", "xmlcharrefreplace").decode() in page


def test_our_own_colours_are_still_there(game: Game) -> None:
    for where in ([], ["red3"]):
        coloured = game("map", *where, "--color", "always").out
        assert COLOUR.search(coloured)
        assert "\x1b" not in COLOUR.sub("", coloured)
        assert "\x1b" not in game("map", *where, "--color", "never").out


# ── Saves


def with_journal(game: Game, *entries: str) -> None:
    text = game.path.read_text(encoding="utf-8")
    lines = "".join(f'    "{entry}",\n' for entry in entries)
    game.path.write_text(text.replace("journal = []", f"journal = [\n{lines}]"), encoding="utf-8")


ENTRIES = [
    f"bombard{WORD}",
    f"bombard # {WORD}",
    "bombard\\n1. a line of its own",
    f'* edited {{\\"state\\":{{\\"{WORD}\\":1}}}}',
    f"* {WORD}",
    f"chits {WORD}",
    WORD,
]


@pytest.mark.sample(5)
@pytest.mark.parametrize("entry", ENTRIES)
@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["text", "json"])
def test_a_hostile_journal_is_shown_by_every_command_and_obeyed_by_none(
    tmp_path: Path, entry: str, as_json: list[str]
) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    with_journal(game, entry)
    for words in (["status"], ["log"], ["log", "--commands"], ["verify"], ["undo"], ["export", "html"], ["bombard"]):
        result = game(*words, *as_json)
        harmless(result)
        if "html" not in words:
            assert not re.search("^1. a line of its own", result.out, re.MULTILINE), words


def test_log_shows_what_a_hostile_entry_holds(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    with_journal(game, f"bombard{WORD}")
    assert "1. bombard\\x1b]0;owned\\x07" in game("log").out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("turn = 1", f'"{WORD}" = 1\nturn = 1'),
        ("turn = 1", f'turn = "{WORD}"'),
        ('phase = "bombardment"', f'phase = "{WORD}"'),
        ('game = "tarawa"', f'game = "{WORD}"'),
        ('scenario = "campaign"', f'scenario = "{WORD}"'),
        ('scenario = "campaign"', f'scenario = "./{WORD}.toml"'),
        ("casualties = 0", f'casualties = 0\npaid = ["{WORD}"]'),
        ("casualties = 0", f'casualties = 0\ncleared = "{WORD}"'),
        ("casualties = 0", f'casualties = 0\npending = [{{ kind = "{WORD}" }}]'),
        ("casualties = 0", f'casualties = 0\npending = [{{ kind = "hit", unit = "{WORD}" }}]'),
        ("casualties = 0", f'casualties = 0\nunits."{WORD}" = {{ at = "2627" }}'),
        ("casualties = 0", f'casualties = 0\nunits."2/8A" = {{ at = "{WORD}" }}'),
        ("casualties = 0", f'casualties = 0\nunits."2/8A" = {{ "{WORD}" = 1 }}'),
        ("casualties = 0", f'casualties = 0\nunits."2/8A" = {{ group = "{WORD}" }}'),
        ("casualties = 0", f'casualties = 0\nunits.lvt-1 = {{ load = "{WORD}" }}'),
        ("casualties = 0", f'casualties = 0\npolicy."{WORD}" = 1'),
        ("mulligans = 0", f'mulligans = 0\ntables."{WORD}" = 1'),
        ("mulligans = 0", f'mulligans = 0\ntables.tables.japanese-fire."{WORD}" = "{WORD}"'),
        ("casualties = 0", f"casualties = 0\n{SIGNS[0]}"),
        ("casualties = 0", f"casualties = 0\n# {SIGNS[2:]}"),
    ],
)
@pytest.mark.parametrize("as_json", [[], ["--json"]], ids=["text", "json"])
def test_a_hostile_save_is_refused_or_shown_in_plain_signs(
    tmp_path: Path, old: str, new: str, as_json: list[str]
) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    text = game.path.read_text(encoding="utf-8")
    assert old in text
    game.path.write_text(text.replace(old, new), encoding="utf-8")
    for words in (["status"], ["verify"], ["bombard"], ["log"], ["export", "html"], ["export", "position"]):
        harmless(game(*words, *as_json))
    for shell in ("bash", "zsh", "fish"):
        harmless(tarawa("__complete", shell, f"tarawa decide --save {game.path} "))


def test_a_save_cannot_make_an_error_look_like_two(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    text = game.path.read_text()
    for name in ("x/y\\nproven: all is well", "\\nproven: all is well"):
        game.path.write_text(text.replace('scenario = "campaign"', f'scenario = "{name}"'))
        assert not re.search("^proven", game("status").err, re.MULTILINE)
    game.path.write_text(text.replace("turn = 1", '"a\\nproven: all is well" = 1'))
    assert not re.search("^ *proven", game("status").err, re.MULTILINE)


# ── Scenarios, tables, names, words


@pytest.mark.parametrize(
    "text",
    [
        f'[scenario]\nid = 1\n"{WORD}" = 1\n',
        f'["{WORD}"]\n',
        f'[scenario]\nid = "x"\nname = "x"\nbase = "{WORD}"\n',
        f'[scenario]\nid = "x"\nname = "x"\nbeaches = ["{WORD}"]\n',
        f'[scenario]\nid = "x"\nname = "x"\nbase = "campaign"\ntracks = {{ "{WORD}" = 1 }}\n[schedule]\n"{WORD}" = 1\n',
        f'[scenario]\nid = "x"\nname = "x"\nbase = "campaign"\n[goal]\ntext = "x"\n"{WORD}" = 1\n',
        f'[scenario]\nid = "x"\nname = "x"\nbase = "campaign"\n[position]\n"{WORD}" = "{WORD}"\n',
        f"{SIGNS}",
        f"a = '{SIGNS}'\n",
    ],
)
def test_a_scenario_that_is_wrong_in_hostile_words_is_refused_in_plain_ones(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    for as_json in ([], ["--json"]):
        result = tarawa("new", "mine.toml", "--save", tmp_path / "game.toml", *as_json)
        harmless(result)
        assert result.code == 3


@pytest.mark.parametrize(
    "text",
    [
        f'["{WORD}"]\n',
        f'[tables]\n"{WORD}" = 1\n',
        f'[tables.japanese-fire.land]\n"{WORD}" = "{WORD}"\n',
        f'[tables.bombardment]\n"..3" = "{WORD}"\n"4.." = "3"\n',
        f'[units]\n"{WORD}" = 1\n[units.lvt]\n"{WORD}" = 1\n',
        f'[values]\n"{WORD}" = 1\n[modifiers]\n"{WORD}" = 1\n',
    ],
)
def test_tables_that_are_wrong_in_hostile_words_are_refused_in_plain_ones(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.toml").write_text(text, encoding="utf-8")
    result = tarawa("new", "--tables", "mine.toml", "--save", tmp_path / "game.toml")
    harmless(result)
    assert result.code == 3


NAME = SIGNS.replace("/", "")


@pytest.mark.parametrize(
    "words",
    [
        *(["unit", NAME], ["hex", NAME], ["area", NAME], ["map", NAME], ["units", NAME], ["legal", NAME]),
        *(["odds", NAME], ["odds", "fire", NAME], ["table", NAME], ["rule", NAME], ["scenarios", NAME]),
        *(["new", NAME], ["new", f"{NAME}.toml"], ["new", "--tables", NAME], ["new", "--dice", NAME]),
        *(["verify", NAME], ["status", "--save", NAME], ["run", NAME], ["export", NAME], ["completion", NAME]),
        *(["decide", NAME], ["fire", NAME, NAME], ["bombard", "--dice", NAME], ["bombard", "--delay", NAME]),
        *([NAME], ["status", NAME], [f"--{NAME}"], ["autoplay", "--until", NAME], ["policy", NAME, NAME]),
        *(
            ["map", "--layer", NAME],
            ["map", "--color", NAME],
            ["map", "--radius", NAME],
            ["simulate", "--player", NAME],
        ),
    ],
    ids=lambda words: words[0] if words[0] != NAME else "NAME",
)
def test_hostile_words_and_names_of_files_are_told_in_plain_ones(tmp_path: Path, words: list[str]) -> None:
    Game(tmp_path / "saves" / "game.toml", "--seed", SEED)
    for as_json in ([], ["--json"]):
        result = tarawa(*words, *as_json)
        harmless(result)
        assert result.code != 0


def test_a_file_with_a_hostile_name_can_be_used(tmp_path: Path) -> None:
    started = tarawa("new", "--save", f"{NAME}.toml")
    harmless(started)
    assert started.code == 0
    for words in (["status"], ["verify"], ["export", "html", f"{NAME}.html"]):
        result = tarawa(*words, "--save", f"{NAME}.toml")
        harmless(result)
        assert result.code == 0
    assert len([*tmp_path.iterdir()]) == 2


def test_a_hostile_script_is_refused_in_plain_words(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--seed", SEED)
    for line in (NAME, f"fire {NAME} 2726", f"undo {NAME}", f"bombard --dice {NAME}", f"bombard --{NAME}"):
        result = game("run", "-", stdin=line.encode())
        harmless(result)
        assert result.code == 2


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_offers_only_words_that_can_be_typed(monkeypatch: pytest.MonkeyPatch, shell: str) -> None:
    offered = {"plain": "a remark\n\x1b[2J", "two\nwords": "", SIGNS: ""}
    monkeypatch.setattr(completing, "offer", lambda _asked: offered)
    result = tarawa("__complete", shell, "tarawa unit ")
    harmless(result._replace(out=result.out.replace("\t", "")))  # fish wants it between word and remark
    assert [line[:5] for line in result.out.splitlines()] == ["plain"]


def test_a_position_with_hostile_names_cannot_be_started(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="is not a valid position"):
        game_at(tmp_path, f'"{WORD}" = 1\n')
