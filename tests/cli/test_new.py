"""`new`: every option, scenarios by name and by path, and what it refuses."""

import shutil
from pathlib import Path

import pytest

from tests.cli.tools import SEED, Game, die, process, tarawa, untouched

SCENARIO = """\
[scenario]
id = "mine"
name = "My own"
base = "campaign"
[position]
turn = 2
phase = "embark"
shore = 3
"""


def test_the_defaults(tmp_path: Path) -> None:
    result = tarawa("new")
    assert result.code == 0
    assert "The battle of Betio: saves/campaign.toml (seed " in result.out
    assert "→ bombard" in result.out
    state = tarawa("status", "--json").state
    assert state["scenario"] == "campaign"
    assert state["policy"]["hits"] == "ask"
    assert 0 <= state["seed"] < 2**32
    assert (tmp_path / "saves" / "campaign.toml").is_file()


def test_a_fresh_seed_each_time(tmp_path: Path) -> None:
    seeds = {tarawa("new", "-s", tmp_path / f"{n}.toml", "--json").json["seed"] for n in range(4)}
    assert len(seeds) > 1


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_any_seed_gives_its_own_dice(tmp_path: Path, seed: int) -> None:
    game = Game(tmp_path / "game.toml", "--seed", seed)
    assert game.json("bombard")["events"][0]["dice"] == [die(1, seed)]
    assert game("verify").code == 0


def test_the_hits_policy_is_the_first_entry(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--hits", "mor")
    assert game.state["policy"]["hits"] == "morale"
    assert game.journal == ["policy hits morale"]
    assert game("verify").code == 0


def test_manual_dice(tmp_path: Path) -> None:
    game = Game(tmp_path / "game.toml", "--dice", "MANUAL")
    assert game.state["seed"] is None
    assert b'seed = "manual"' in game.bytes


@pytest.mark.parametrize(
    "options",
    [
        ["--dice", "loaded"],
        ["--hits", "never"],
        ["--seed", "x"],
        ["--seed", "-1"],
        ["--seed", str(2**63)],
        ["--seed", "9" * 400],
        ["nosuch"],
        ["campaign", "free"],
        ["--save", ""],
        [""],
    ],
)
def test_bad_usage(tmp_path: Path, options: list[str]) -> None:
    result = tarawa("new", *options)
    assert result.code == 2
    assert result.err
    assert list(tmp_path.iterdir()) == []


def test_an_old_save_stays_without_force(game: Game) -> None:
    game.do("bombard")
    with untouched(game.path):
        result = game("new")
        assert game("new", "--dry-run").code == 3
        assert game("new", "--dry-run", "--force").code == 0
    assert result.code == 3
    assert "already exists" in result.err
    assert "--force" in result.err
    assert game("new", "--force", "--seed", "1").code == 0
    assert game.journal == []


@pytest.mark.parametrize("damage", [b"", b"\xff\xfe\x00", b"turn = 1", b"[[["])
def test_force_over_a_damaged_file(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "game.toml"
    path.write_bytes(damage)
    assert tarawa("new", "-s", path).code == 3
    assert path.read_bytes() == damage
    assert tarawa("new", "-s", path, "--force").code == 0
    assert tarawa("verify", path).code == 0


def test_force_does_not_replace_a_folder(tmp_path: Path) -> None:
    assert tarawa("new", "-s", tmp_path, "--force").code == 3
    assert tmp_path.is_dir()


def test_a_dry_run_writes_nothing(tmp_path: Path) -> None:
    assert tarawa("new", "--dry-run").code == 0
    assert tarawa("new", "nosuch", "--dry-run").code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_scenario_by_path_is_kept_in_the_save(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "own.toml").write_text(SCENARIO)
    game = Game(tmp_path / "saves" / "game.toml", "mine/own.toml")
    assert b'scenario = "own.toml"' in game.bytes
    assert (game.state["turn"], game.state["phase"], game.state["shore"]) == (2, "embark", 3)
    elsewhere = process("status", "--json", "-s", game.path, cwd="/")
    assert elsewhere.state["turn"] == 2
    shutil.rmtree(tmp_path / "mine")
    shutil.move(tmp_path / "saves", tmp_path / "moved")
    assert process("verify", "moved/game.toml", cwd=tmp_path).code == 0


def test_a_scenario_beside_the_save_needs_no_ending(tmp_path: Path) -> None:
    (tmp_path / "own").write_text(SCENARIO)
    game = Game(tmp_path / "game.toml", "own")
    assert b'scenario = "own"' in game.bytes
    assert game.state["turn"] == 2


def test_a_file_does_not_hide_a_shipped_scenario(tmp_path: Path) -> None:
    (tmp_path / "campaign").write_text("nonsense")
    assert Game(tmp_path / "game.toml", "campaign").state["scenario"] == "campaign"


@pytest.mark.parametrize("word", ["CAMPAIGN", "camp", "Free"])
def test_scenarios_by_the_beginning_of_their_names(tmp_path: Path, word: str) -> None:
    assert Game(tmp_path / "game.toml", word).state["scenario"].startswith(word.lower())


def test_a_bad_scenario_names_file_key_and_reason_of_everything(tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(
        '[scenario]\nid = 3\nname = "x"\nbase = "nosuch"\nlength = 99\nextra = 1\n[position]\nturn = 77\n'
    )
    result = tarawa("new", "bad.toml")
    assert result.code == 3
    for what in ("bad.toml", "scenario.id", "scenario.base", "scenario.length", "scenario.extra", "position.turn"):
        assert what in result.err
    assert not (tmp_path / "saves").exists()


@pytest.mark.parametrize("name", ["./nosuch.toml", "nosuch.toml", "/nosuch/x.toml", "x/y"])
def test_a_scenario_file_that_is_not_there(name: str) -> None:
    result = tarawa("new", name)
    assert result.code == 3
    assert "No such file" in result.err


def test_own_tables(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("[modifiers]\nships-guns = 3\n")
    game = Game(tmp_path / "game.toml", tables="own.toml")
    rows = game.json("table", "modifiers")["table"]["rows"]
    assert rows["ships-guns"]["value"] == 3
    assert tarawa("table", "modifiers", "--json").json["table"]["rows"]["ships-guns"]["value"] == 2
    (tmp_path / "own.toml").unlink()
    assert game("verify").code == 0


DIPS = '[tables.demolition]\n"..4" = "-"\n"5" = "D2"\n"6.." = "D1"\n'
WARNING = "tables.demolition: 5 (D2) does more than 6+ (D1) (15)"


def test_15_own_tables_that_dip_are_taken_with_a_warning(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(DIPS)
    result = tarawa("new", "--tables", "own.toml")
    assert (result.code, result.err) == (0, f"warning: {WARNING}\n")
    assert tarawa("new", "--tables", "own.toml", "--force", "--json").json["warnings"] == [WARNING]
    assert tarawa("new", "--force", "--json").json["warnings"] == []


def test_15_simulate_warns_of_own_tables_too(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(DIPS)
    words = ("simulate", "-g", 1, "--player", "random", "--scenario", "last-night", "--tables", "own.toml")
    result = tarawa(*words, "--json")
    assert (result.code, result.last_json["warnings"]) == (0, [WARNING])
    assert f"warning: {WARNING}" in tarawa(*words).err


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"[modifiers]\nnosuch = 1\n", "modifiers.nosuch"),
        (b"[modifiers]\nreef = 9\n", "modifiers.reef"),
        (b"[nosuch]\nx = 1\n", "nosuch"),
        (b"[[", "not valid TOML"),
        (b"\xff", "not UTF-8"),
        (None, "No such file"),
    ],
)
def test_bad_own_tables(tmp_path: Path, text: bytes | None, what: str) -> None:
    if text is not None:
        (tmp_path / "own.toml").write_bytes(text)
    result = tarawa("new", "--tables", "own.toml")
    assert result.code == 3
    assert "own.toml" in result.err
    assert what in result.err


def test_where_the_save_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """--save, else $TARAWA_SAVE, else saves/game.toml."""
    for name in ("option", "variable", "saves/game"):
        tarawa("new", "-s", tmp_path / f"{name}.toml", "--seed", SEED)
    tarawa("bombard", "--save", "option.toml")
    assert tarawa("status", "-s", "option.toml", "--json").state["dice"] == 1
    assert tarawa("status", "--json").state["dice"] == 0
    monkeypatch.setenv("TARAWA_SAVE", "variable.toml")
    tarawa("policy", "hits", "step")
    assert tarawa("status", "--json").state["policy"]["hits"] == "step"
    assert tarawa("status", "--json", "-s", "option.toml").state["policy"]["hits"] == "ask"
    monkeypatch.setenv("TARAWA_SAVE", "")
    assert tarawa("status", "--json").state["policy"]["hits"] == "ask"
