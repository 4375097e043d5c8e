"""The looking commands: what they say, and that it fits the screen."""

import re
from pathlib import Path

import pytest

import tarawa_cli
from tarawa_cli.games.tarawa import data
from tests.cli.tools import Game, asked_game, tarawa


def widest(text: str) -> int:
    return max(len(line) for line in text.splitlines())


def commands_in(text: str) -> list[str]:
    """What `status` says to type."""
    return [line.split("→ ")[1].split(" — ")[0] for line in text.splitlines() if line.startswith("  → ")]


def test_status_says_what_to_do_next_all_the_way(game: Game) -> None:
    seen = []
    for _ in range(14):
        text = game("status").out
        seen.append(game.state["phase"])
        assert text.startswith("Turn 1 · 20 November, 09:00 · ")
        assert widest(text) <= 80
        commands = [command for command in commands_in(text) if command in ("next", "bombard")]
        examples = [command for command in game.legal if command.startswith(("chits", "embark", "advance --all"))]
        assert commands or examples
        game.do((examples or commands)[0])
    assert {"bombardment", "embark"} <= set(seen)


def test_the_map_of_another_moment_has_no_next_step(game: Game) -> None:
    game.to_impulse()
    assert "→ " in game("map", "--height", "24").out.splitlines()[-1]
    assert "→ " not in game("map", "--height", "24", "--at", "0").out


def test_everything_that_status_says_to_type_is_legal(game: Game) -> None:
    game.to_impulse()
    for command in commands_in(game("status").out):
        assert game(*command.split(), "--dry-run").code == 0, command


def test_status_tells_tracks_points_and_areas(game: Game) -> None:
    text = game("status").out
    for words in ("Casualties 0", "shore points 0", "supply points 0", "mulligans 0", "Japanese ", "operative"):
        assert words in text
    assert "  Japanese        −3 ○○○○○○○○●○○ +3   +2, first box     +2, first box\n" in text
    for area in game.state["areas"].values():
        assert f"{area['letter']} {area['id']}" in text


def test_status_lists_boats_still_loaded(game: Game) -> None:
    game.to_impulse()
    assert "boats still loaded: lcvp-1 [2/8E] 14" in game("status").out
    assert "can move: " in game("status").out
    game.do("advance --all")
    game.do("unload lcvp-1")
    assert "boats still loaded" not in game("status").out
    assert "no unit is left to move" in game("status").out


def test_a_decision_comes_first(tmp_path: Path) -> None:
    text = asked_game(tmp_path / "game.toml")("status").out
    assert text.splitlines()[1].startswith("  You must decide: ")
    assert commands_in(text)[0].startswith("decide ")


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("", ["2/8A", "2/8E", "hawkins", "lvt-1", "lcvp-1"]),
        ("afloat", ["2/8A", "2/8E", "lvt-1", "lcvp-1"]),
        ("pier", ["hawkins"]),
        ("1431", ["hawkins"]),
        ("ashore", []),
        ("lost", []),
        ("2/8", ["2/8A", "2/8B", "2/8E"]),
        ("LCM", ["lcm-1", "lcm-2", "lcm-3", "lcm-4"]),
        ("red3", []),
        ("sherm", ["sherman-1", "sherman-2", "sherman-3"]),
        ("10th", ["1/10", "2/10", "3/10", "4/10"]),
        ("green", []),
        ("tem", []),
        ("haw", ["hawkins"]),
    ],
)
def test_unit_filters(game: Game, word: str, found: list[str]) -> None:
    game.to_impulse()
    listed = [unit["id"] for unit in game.json("units", *([word] if word else []))["units"]]
    assert sorted(listed) == sorted(found)
    text = game("units", word).out
    assert widest(text) <= 80
    assert all(id in text for id in found)


def test_more_unit_filters(game: Game) -> None:
    game.to_impulse()
    every = {unit["id"] for unit in game.json("units", "ALL")["units"]}
    assert len(every) > 60
    assert {unit["id"] for unit in game.json("units", "craft")["units"]} < every
    assert "2/2A" in {unit["id"] for unit in game.json("units", "due")["units"]}
    assert "lvt-2" in {unit["id"] for unit in game.json("units", "pool")["units"]}
    assert {unit["beach"] for unit in game.json("units", "1424")["units"]} == {"red3"}
    assert widest(game("units", "all").out) <= 80


def test_a_unit_says_where_it_is_and_what_it_may_do(game: Game) -> None:
    game.to_impulse()
    text = game("unit", "2/8A").out
    assert "2/8A — half-battalion, 8th Marines" in text
    assert "in lvt-1, at 14" in text
    assert "steps 8 of 8" in text
    assert "can now:\n    advance lvt-1  # 7 AP\n" in text
    assert "on the pier, at 1431" in game("unit", "hawkins").out
    assert "in the pool" in game("unit", "lvt-8").out
    late = game("unit", "1/6A").out
    assert "still to come" in late
    assert "can do nothing now" in late


def test_a_hex_says_who_can_reach_it(game: Game) -> None:
    game.to_impulse()
    near = game.json("legal", "lvt-1")["commands"][1].split()[-1]
    text = game("hex", near).out
    assert f"who can reach it:\n    advance lvt-1 {near}" in text
    assert "who can reach it" not in game("hex", "4017").out
    assert game.json("hex", "4017")["hex"]["reach"] == []
    at = game.json("unit", "lvt-1")["unit"]["at"]
    assert "lvt-1" in game("hex", at).out


def test_the_way_to_a_hex_works_as_it_says(game: Game) -> None:
    game.to_impulse()
    near = game.json("legal", "lvt-1")["commands"][1].split()[-1]
    further = game.json("hex", near)["hex"]["neighbours"]
    ways = [way for hex in further for way in game.json("hex", hex)["hex"]["reach"] if way.startswith("advance lvt-1")]
    assert len(ways) > 1
    for way in ways:
        assert game(*way.split(), "-n").code == 0


def test_an_area_in_eighty_columns(game: Game) -> None:
    for area in game.state["areas"]:
        text = game("area", area).out
        assert f" {area} — " in text
        assert widest(text) <= 80


def test_every_legal_command_passes_a_dry_run(game: Game) -> None:
    game.to_embark()
    commands = game.legal
    assert commands[-1] == "next"
    assert len(commands) > 10
    for command in commands:
        assert game(*command.split(), "-n").code == 0, command
    assert game.json("legal", "hawkins")["commands"] == ["embark hawkins 1431", "embark hawkins 1432"]
    assert game("legal").out.splitlines() == commands


# ── The map


@pytest.mark.parametrize("layer", ["units", "terrain", "areas", "control", "supply"])
@pytest.mark.parametrize("columns", ["80", "130", "200"])
def test_the_whole_island_in_the_columns_there_are(
    game: Game, monkeypatch: pytest.MonkeyPatch, layer: str, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    text = game("map", "--layer", layer.upper()).out
    assert widest(text) <= int(columns)
    assert len(text.splitlines()) > 20
    assert "\x1b" not in text
    assert game("map", "--layer", layer, "--ascii").out.isascii()


@pytest.mark.parametrize("columns", ["²", "٨٠", "9" * 5000, "-80", "0", "8e1", "99999999"])
def test_columns_that_are_no_number_of_columns_are_none(
    game: Game, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    usual = game("map").out
    monkeypatch.setenv("COLUMNS", columns)
    assert game("map") == (0, usual, "")


def test_layers_differ(game: Game) -> None:
    layers = {game("map", "--layer", layer).out for layer in ("units", "terrain", "areas", "control", "supply")}
    assert len(layers) == 5


@pytest.mark.parametrize(
    "where", ["red3", "RED3", "beach:red2", "beach:GREEN", "2731", "lvt-1", "2/8A", "hawkins", "tem"]
)
def test_close_views_have_hex_numbers(game: Game, where: str) -> None:
    game.to_impulse()
    text = game("map", where).out
    assert len(set(re.findall(r"\b[1-4]\d[0-5]\d\b", text))) > 6
    assert text != game("map").out


def test_a_bare_red2_is_the_area_and_the_beach_has_its_prefix(game: Game) -> None:
    assert game("map", "red2").out != game("map", "beach:red2").out


def test_the_radius(game: Game) -> None:
    sizes = [len(game("map", "2731", "--radius", radius).out) for radius in (0, 1, 3, 6)]
    assert sizes == sorted(set(sizes))
    assert "2731" in game("map", "2731", "-r", "0").out


@pytest.mark.parametrize("where", ["nosuch", "beach:nosuch", "beach:", "9999", "re", "lvt-8", "1/6A"])
def test_what_is_not_on_the_map(game: Game, where: str) -> None:
    result = game("map", where)
    assert (result.code, result.out) == (2, "")


def test_colour(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = game("map").out
    assert game("map", "--color", "never").out == plain
    coloured = game("map", "--color", "always").out
    assert "\x1b[" in coloured
    without = re.sub(r"\x1b\[[0-9;]*m", "", coloured)
    assert "\x1b" not in without
    assert "░" in plain, "without colours, signs say who holds the ground"
    assert "░" not in without
    monkeypatch.setenv("NO_COLOR", "1")
    assert game("map").out == plain
    assert not any("\x1b" in line for line in game.json("map", "--color", "always")["map"])
    assert game("map", "--json", "--color", "pink").code == 2


# ── Reference

PARAGRAPHS = data.document("rules.toml")


def test_every_paragraph_answers_and_its_code_is_there() -> None:
    root = Path(tarawa_cli.__file__).parents[1]
    homes = 0
    for number, entry in PARAGRAPHS.items():
        fact = tarawa("rule", number, "--code", "--json").json["rule"]
        assert (fact["rule"], fact["title"]) == (number, entry["title"])
        assert all(other in PARAGRAPHS for other in fact["see"]), number
        assert all(tarawa("table", table).code == 0 for table in fact["tables"]), number
        for place in fact["code"]:
            file, line, name = re.fullmatch(r"(\S+):(\d+) (\S+)", place).groups()  # type: ignore[union-attr]
            below = "\n".join((root / file).read_text().splitlines()[int(line) - 1 :][:12])
            assert re.search(rf"(def|class) {name.split('.')[-1]}\b", below), place
            homes += 1
    assert homes > 30


def test_a_paragraph_to_read() -> None:
    text = tarawa("rule", "6.6.1").out
    assert text.startswith("6.6.1 Anti-landing fire")
    assert "Tables: japanese-fire" in text
    assert "In the code" not in text
    place = "In the code: tarawa_cli/games/tarawa/rules/japanese_fire.py:"
    assert place in tarawa("rule", "6.6.1", "--code").out
    assert tarawa("rule", " 6.6.1. ").out == text
    assert widest(text) <= 100
    near = tarawa("rule", "6.6.9")
    assert near.code == 2
    assert "6.6.1" in near.err


def test_the_lists_name_everything() -> None:
    rules, tables, scenarios = tarawa("rule").out, tarawa("table").out, tarawa("scenarios").out
    assert all(f" {number} " in rules for number in PARAGRAPHS)
    assert all(f" {id} " in tables for id in data.document("tables.toml"))
    assert "campaign — " in scenarios
    assert "free — " in scenarios
    assert widest(scenarios) <= 80
    assert "2/8" in tarawa("scenarios", "CAMP").out


def test_tables_say_where_they_come_from() -> None:
    assert tarawa("table", "japanese").code == 2, "there is japanese-collapse too"
    text = tarawa("table", "japanese-f").out
    assert text.startswith("Japanese Fire (6.6.1), one die; reconstruction")
    assert "course S*  (rulebook)" in text


def test_tables_of_a_damaged_save_are_not_guessed(game: Game) -> None:
    game.path.write_text("nonsense")
    assert game("table").code == 3
    assert game("rule").code == 0


@pytest.mark.parametrize("columns", ["²", "9" * 5000, "-3", "0", "wide", "٨٠"])
def test_a_width_that_is_no_number_is_not_heeded(columns: str, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    usual = game.do("map").out
    monkeypatch.setenv("COLUMNS", columns)
    assert game.do("map").out == usual
