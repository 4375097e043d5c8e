"""Scenarios (13, 14): who comes when, what a file may say, and everything wrong with it at once."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.model.board import betio
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.errors import BadFile
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves import toml
from tests.tarawa.tools import EXAMPLE, HEAD, members, problems, write_scenario, written

CAMPAIGN = scenario.load(scenario.shipped()["campaign"])
FREE = scenario.load(scenario.shipped()["free"])
TRACKS = ("japanese", "marines", "2nd", "6th", "8th", "10th")
ANY = ("red1", "red2", "red3", "green")


# ── Shipped

ARRIVALS: dict[int, dict[str, Any]] = {
    1: {"2/2": ("red2",), "3/2": ("red1",), "2/8": ("red3",), "hawkins": ANY, "sherman-1": ANY},
    2: {"1/2": ("red2",), "3/8": ("red3",), "1/10": ANY, "sherman-2": ANY, "sherman-3": ANY},
    3: {"2/10": ANY, "stuart-1": ANY, "stuart-2": ANY},
    4: {"3/10": ANY, "4/10": ANY},
    9: {"1/8": ("red2",), "stuart-3": ANY, "stuart-4": ANY},
    10: {"stuart-5": ANY},
    14: {"1/6": ("green",)},
    15: {"2/6": ANY},
    20: {"3/6": ANY},
}


@pytest.mark.parametrize("turn", ARRIVALS)
def test_13_1_who_may_come_from_a_turn_on_and_where(turn: int) -> None:
    assert {name: a.beaches for name, a in CAMPAIGN.schedule.items() if a.turn == turn} == ARRIVALS[turn]


def test_13_1_every_combat_unit_comes_once_and_nobody_else() -> None:
    names = [name for arrivals in ARRIVALS.values() for name in arrivals]
    assert sorted(CAMPAIGN.schedule) == sorted(names)
    charts = GAME.begin(Setup("campaign")).charts
    coming = [id for name in names for id in members(charts, name)]
    assert sorted(coming) == sorted(id for id, unit in charts.units.items() if not unit.is_craft)


def test_13_1_only_the_second_of_the_sixth_has_a_price() -> None:
    assert {name: a.price for name, a in CAMPAIGN.schedule.items() if a.price} == {"2/6": 2}


def test_13_1_the_campaign_lasts_30_turns_on_four_beaches() -> None:
    assert (CAMPAIGN.length, CAMPAIGN.plan, CAMPAIGN.beaches) == (30, "schedule", ANY)
    assert CAMPAIGN.position == {}


def test_13_2_the_free_plan_has_six_beaches_and_no_timetable() -> None:
    assert (FREE.length, FREE.plan, FREE.schedule) == (30, "free", {})
    assert FREE.beaches == (*ANY, "black1", "black2")


def test_9_all_tracks_start_on_the_first_plus_two() -> None:
    for shipped in (CAMPAIGN, FREE):
        assert shipped.tracks == dict.fromkeys(TRACKS, 3)
    state = GAME.begin(Setup("campaign"))
    assert state.tracks == state.operative == dict.fromkeys(TRACKS, 3)
    assert state.level("2nd") == state.marker_level("japanese") == 2


@pytest.mark.parametrize("name", scenario.shipped())
def test_13_every_shipped_scenario_is_sound_and_introduces_itself(name: str) -> None:
    state = GAME.begin(Setup(name))
    assert invariants(state) == []
    found = state.setting.scenario
    assert found.id == name
    assert found.name
    assert found.description
    assert len(found.introduction) > 200


def test_13_1_a_game_begins_with_the_bombardment_and_everybody_waiting() -> None:
    state = GAME.begin(Setup("campaign"))
    assert (state.turn, state.phase) == (1, "bombardment")
    assert {unit.at for unit in state.units.values() if unit.type.is_craft} == {"pool"}
    assert {unit.at for unit in state.units.values() if not unit.type.is_craft} == {"schedule"}
    assert all(unit.steps == unit.type.steps for unit in state.units.values())
    assert not state.cleared
    assert state.uncleared == state.board.defended


# ── Finding a scenario


def test_13_a_scenario_is_found_by_its_name_in_any_case_or_by_its_beginning() -> None:
    files = scenario.shipped()
    for word in ("campaign", "CAMPAIGN", "camp"):
        assert scenario.locate(word, "/nowhere") == files["campaign"]


def test_the_old_path_of_a_shipped_scenario_still_leads_to_it(tmp_path: Path) -> None:
    """Saves and players know `scenarios/free.toml` from before each game had a folder there."""
    free, old = scenario.shipped()["free"], Path(scenario.folder()).parent
    assert not (old / "free.toml").exists()
    assert scenario.locate(str(old / "free.toml"), "/nowhere") == free
    assert scenario.locate("scenarios/free.toml", str(old.parent)) == free
    assert GAME.complete(Setup("scenarios/free.toml", str(old.parent))).source == Path(free).read_text("utf-8")
    assert scenario.locate("free.toml", str(tmp_path)) == str(tmp_path / "free.toml")
    assert scenario.locate("nosuch.toml", str(old)) == str(old / "nosuch.toml")


def test_13_a_path_is_relative_to_the_save(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/one.toml").write_text(HEAD, encoding="utf-8")
    assert GAME.begin(Setup("mine/one.toml", str(tmp_path))).setting.scenario.id == "test"
    assert GAME.begin(Setup(str(tmp_path / "mine/one.toml"), "/nowhere")).setting.scenario.id == "test"


@pytest.mark.parametrize("name", ["no-such", "no-such.toml", "a/b", "", "x\0.toml", "."])
def test_13_a_scenario_that_is_not_there_is_a_bad_file(name: str, tmp_path: Path) -> None:
    with pytest.raises(BadFile):
        GAME.begin(Setup(name, str(tmp_path)))


@pytest.mark.parametrize("raw", [b"\xff\xfe", b"[scenario", b"scenario = 1", b"", b"[[scenario]]\n", b"a = 1\na = 2\n"])
def test_13_a_file_that_is_no_scenario_is_refused_by_name(raw: bytes, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_bytes(raw)
    with pytest.raises(BadFile, match=r"odd\.toml"):
        GAME.begin(Setup("odd.toml", str(tmp_path)))


def test_13_the_digest_knows_the_scenario_its_base_and_the_own_tables(tmp_path: Path) -> None:
    one = written(tmp_path, HEAD)
    two = written(tmp_path, HEAD + "length = 5\n")
    digests = {
        GAME.digest(Setup("campaign")),
        GAME.digest(Setup("free")),
        GAME.digest(Setup(one.name, str(tmp_path))),
        GAME.digest(Setup(two.name, str(tmp_path))),
        GAME.digest(Setup("campaign", tables={"values": {"heads": 5}})),
    }
    assert len(digests) == 5
    assert scenario.load(str(one)).content.endswith(CAMPAIGN.content)


def test_13_the_digest_does_not_know_the_words_of_the_introduction(tmp_path: Path) -> None:
    plain = GAME.digest(Setup(written(tmp_path, HEAD).name, str(tmp_path)))
    assert (
        GAME.digest(Setup(written(tmp_path, HEAD + 'introduction = "Mind the reef."\n').name, str(tmp_path))) == plain
    )


# ── Base


def test_base_gives_everything_that_a_scenario_leaves_out(tmp_path: Path) -> None:
    found = scenario.load(str(written(tmp_path, HEAD)))
    for key in ("length", "beaches", "plan", "tracks", "schedule"):
        assert getattr(found, key) == getattr(CAMPAIGN, key)
    assert (found.id, found.name, found.description, found.introduction) == ("test", "A test", "", "")


def test_base_is_overruled_by_what_a_scenario_says(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        HEAD
        + 'length = 5\nplan = "free"\ntracks = { japanese = 5, "2nd" = -5 }\n'
        + '[schedule]\n"2/8" = { turn = 2, beaches = ["green"], price = 1 }\n"1/10" = { turn = 3 }\n',
    )
    found = scenario.load(str(path))
    assert (found.length, found.plan) == (5, "free")
    assert found.tracks == {**dict.fromkeys(TRACKS, 3), "japanese": 5, "2nd": -5}
    assert found.schedule == {"2/8": (2, ("green",), 1), "1/10": (3, ANY, 0)}


def test_base_beaches_that_are_closed_are_closed_to_those_who_come_anywhere_too(tmp_path: Path) -> None:
    found = scenario.load(str(written(tmp_path, HEAD + 'beaches = ["red3"]\n')))
    assert {arrival.beaches for arrival in found.schedule.values()} == {("red3",), ()}
    assert found.schedule["2/8"].beaches == found.schedule["sherman-1"].beaches == ("red3",)
    assert found.schedule["2/2"].beaches == ()
    assert found.schedule["2/6"].price == 2


def test_base_beaches_that_are_opened_are_open_to_those_who_come_anywhere(tmp_path: Path) -> None:
    six = ", ".join(f'"{beach}"' for beach in FREE.beaches)
    found = scenario.load(str(written(tmp_path, HEAD + f"beaches = [{six}]\n")))
    assert found.schedule["3/6"].beaches == FREE.beaches
    assert found.schedule["1/6"].beaches == ("green",)


@pytest.mark.parametrize("base", ['"no-such"', "3", "[]", '""', "true"])
def test_base_that_is_missing_is_named_with_all_else_that_is_wrong(base: str, tmp_path: Path) -> None:
    found = problems(written(tmp_path, f'[scenario]\nid = "x"\nname = "X"\nbase = {base}\nlength = 31\n'))
    assert [what.split(":")[0] for what in found] == ["scenario.base", "scenario.length"]


def test_base_cannot_be_the_scenario_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "loop.toml"
    path.write_text('[scenario]\nid = "loop"\nname = "Loop"\nbase = "loop"\n', encoding="utf-8")
    monkeypatch.setattr(scenario.SHELF, "folder", lambda: tmp_path)
    with pytest.raises(BadFile, match=r"scenario\.base: there is no other scenario 'loop'"):
        scenario.load(str(path))


# ── Positions


def test_6_6_1_the_position_of_the_example_can_be_started_from(tmp_path: Path) -> None:
    path = written(tmp_path, EXAMPLE)
    state = GAME.begin(Setup(path.name, str(tmp_path)))
    assert (state.turn, state.phase, state.impulse) == (3, "impulse-2", 2)
    assert state.level("japanese") == 2
    assert (state.casualties, state.shore, state.stock) == (0, 0, 0)
    assert state.cleared == {"2728"}
    assert state.pillboxes_standing("2728") == 0
    assert state.area_suppression == {"red3"}
    assert (state.occupied, state.heads, state.improved, state.suppressed, state.chits) == (set(), set(), set(), {}, {})
    unit = state.units["3/8A"]
    assert (unit.at, unit.beach, unit.steps, unit.spent, unit.pins, unit.supply) == ("2327", "red3", 8, 0, 0, "active")
    assert {other.at for other in state.units.values() if other is not unit} == {"absent"}
    assert state.is_afloat(unit)
    assert not state.is_ashore(unit)


def test_6_6_1_the_position_of_the_example_is_saved_and_read_back(tmp_path: Path) -> None:
    path = written(tmp_path, EXAMPLE)
    setup = Setup(path.name, str(tmp_path))
    doc = GAME.dump(GAME.begin(setup))
    assert GAME.dump(GAME.load(setup, doc)) == doc
    assert doc["units"]["3/8A"] == {"at": "2327", "beach": "red3", "supply": "active"}


def test_position_units_not_named_are_as_in_a_new_game_unless_absent(tmp_path: Path) -> None:
    text = HEAD + '[position]\nturn = 2\nphase = "embark"\n'
    path = written(tmp_path, text)
    state = GAME.begin(Setup(path.name, str(tmp_path)))
    assert {unit.at for unit in state.units.values()} == {"pool", "schedule"}
    path = written(tmp_path, text + 'default = "gone"\n')
    assert problems(path) == ["default: must be \"absent\" or left out, not 'gone'"]


@pytest.mark.parametrize("values", ["steps = 3", "pins = 1", 'supply = "none"', ""])
def test_position_a_unit_that_is_not_in_this_game_is_so_in_its_save_too(values: str, tmp_path: Path) -> None:
    absent = f'[position.units."2/8A"]\nat = "absent"\n{values}\n[position.units."2/8B"]\nsteps = 2\n'
    setup = Setup(written(tmp_path, HEAD + f'[position]\ndefault = "absent"\n{absent}').name, str(tmp_path))
    match = Match(GAME, setup, 1)
    assert [match.state.units[id].at for id in ("2/8A", "2/8B", "3/8A")] == ["absent", "schedule", "absent"]
    doc = GAME.dump(match.state)
    assert GAME.dump(GAME.load(setup, doc)) == doc
    again = GAME.load(setup, doc).units
    assert [again[id].at for id in ("2/8A", "2/8B", "3/8A")] == ["absent", "schedule", "absent"]


# ── Areas secured once


def secured(tmp_path: Path, areas: list[str], **keys: list[str]) -> list[str]:
    """What is wrong with a start that lists these areas as secured."""
    lines = "\n".join(toml.lines({"turn": 24, "phase": "embark", "secured": areas, **keys}))
    return problems(written(tmp_path, f"{HEAD}[position]\n{lines}\n"))


def all_cleared_but(*hexes: str) -> dict[str, list[str]]:
    board = betio()
    return {"cleared": sorted(board.defended - set(hexes)), "occupied": sorted(board.free)}


def test_9_2_2_an_area_with_a_pillbox_within_three_hexes_never_was_secured(tmp_path: Path) -> None:
    assert secured(tmp_path, ["green", "red3"], **all_cleared_but("3140")) == [
        "secured: green, but a pillbox stands in 3140, in it or within three hexes (9.2.2)"
    ]


def test_9_2_2_an_area_whose_airstrip_nobody_has_entered_never_was_secured(tmp_path: Path) -> None:
    ground = all_cleared_but("4403")
    ground["occupied"].remove("3230")
    assert secured(tmp_path, ["triangle", "red3"], **ground) == [
        "secured: triangle, but no unit has entered the airstrip in 3230 (9.2.2)"
    ]


def test_9_2_2_an_area_may_have_been_secured_before_a_banzai_retook_a_hex(tmp_path: Path) -> None:
    position = {**all_cleared_but("3140", "3037", "4403"), "demolished": {"3140": 2}, "secured": ["green", "pocket"]}
    state = GAME.begin(write_scenario(tmp_path, {"turn": 24, "phase": "embark", **position}))
    assert state.secured == {"green", "pocket"}
    assert not state.is_secured("green")


def test_9_2_2_an_older_save_that_lists_too_many_areas_still_opens() -> None:
    assert GAME.load(Setup("last-night"), {"turn": 24, "phase": "embark", "secured": ["beak"]}).secured == {"beak"}


@pytest.mark.parametrize("name", scenario.shipped())
def test_9_2_2_a_shipped_scenario_lists_no_area_as_secured_that_cannot_be(name: str) -> None:
    state = GAME.begin(Setup(name))
    assert state.areas_secured == state.secured


def test_position_tracks_are_the_operative_levels_too_unless_those_are_given(tmp_path: Path) -> None:
    state = GAME.begin(Setup(written(tmp_path, HEAD + "[position]\ntracks = { japanese = -2 }\n").name, str(tmp_path)))
    assert (state.tracks["japanese"], state.operative["japanese"], state.tracks["2nd"]) == (-2, -2, 3)
    text = HEAD + "[position]\ntracks = { japanese = -2 }\noperative = { japanese = 1 }\n"
    state = GAME.begin(Setup(written(tmp_path, text).name, str(tmp_path)))
    assert (state.tracks["japanese"], state.operative["japanese"], state.operative["2nd"]) == (-2, 1, 3)


def test_7_2_4_a_pillbox_hex_given_as_cleared_has_no_pillbox_left(tmp_path: Path) -> None:
    path = written(tmp_path, HEAD + '[position]\ncleared = ["3330", "2728", "2731"]\n')
    state = GAME.begin(Setup(path.name, str(tmp_path)))
    assert state.demolished == {"3330": 4, "2728": 2}
