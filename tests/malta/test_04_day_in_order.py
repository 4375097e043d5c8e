"""4.1, 4.21 to 4.23: every step of a morning, of a landing and of a jump in the order of the source, die by die."""

from collections.abc import Iterable
from typing import Any

from tarawa_cli.games.malta.invariants import invariants
from tarawa_cli.games.malta.model import codec
from tarawa_cli.games.malta.model.state import Setting, State, read_options
from tarawa_cli.kernel.engine.play import Event
from tests.malta.common import HELD, asked, order, scenario, table, told

BOX = "follow-up:south"


def rolled(events: Iterable[Event]) -> list[tuple[str, str]]:
    """Every roll: its paragraph, and what it was for."""
    return [(event.rule, str(event.facts.get("on", ""))) for event in events if event.type in ("roll", "throw")]


def types(events: Iterable[Event], *wanted: str) -> list[str]:
    return [event.type for event in events if event.type in wanted]


# ── 4.1


def test_4_1_the_morning_of_1_july_step_by_step() -> None:
    units: dict[str, Any] = {"i-33": "1513", "2rwk": "0810", "cg-benghisa": "2016", "adra": "air", "gua-30": "1514"}
    units |= {"gort": "lost", "hq-malta": "1710", "1d": {"at": "1810", "steps": 2}, "rn-2": "1810", "gorizia": "1320"}
    units |= {"re-24": "pool"}
    state = table(units, turn="30jun-night", phase="allied-combat", control={"axis": "1716"}, strongpoints="0807 0908")
    seen: list[Event] = []

    def go(phase: str, line: str, *dice: int) -> None:
        assert (state.phase, state.question) == (phase, None)
        seen.extend(order(state, line, *dice))

    go("allied-combat", "next")
    go("formations", "detach gua-30")
    go("formations", "next", 4, 5)
    assert state.weather == "cloudy"
    go("air-strikes", "strike cg-benghisa cg-benghisa", 1, 4)
    go("air-strikes", "next")
    go("plan-drops", "zone north 1414 --turn 3jul-am")
    go("plan-drops", "series north adra")
    go("plan-drops", "next")
    assert (state.units["gort"].at, state.units["gort"].steps) == ("1710", 1)
    go("absorb", "absorb rn-2 1d")
    go("absorb", "next", 3, 6)
    assert state.stock == 12 + 9
    go("dismantle", "dismantle 0807 0908")
    go("dismantle", "next", 6)
    assert rolled(seen) == [
        ("17.2", ""),
        ("17.5", "coast-gun-2016"),
        ("17.5", "coast-gun-2016"),
        ("12.54", "Axis"),
        ("17.6", ""),
    ]
    steps = "formation-changed weather-changed gun-silenced zone-planned series-planned aide-arrived security-absorbed"
    steps += " ammunition-landed strongpoint-dismantled engineers-arrived navy-came ship-left"
    assert list(dict.fromkeys(types(seen, *steps.split()))) == steps.split()
    assert (state.royal_navy, state.units["gorizia"].at) == (6, "lost")


def test_4_1_the_first_morning_has_no_weather_ammunition_or_dismantling() -> None:
    units: dict[str, Any] = {"i-87": BOX, "2rwk": "0810", "cg-benghisa": "2016", "gua-30": BOX, "adra": "air"}
    units |= {"1d": {"at": "1810", "steps": 2}, "rn-2": "1810", "gort": "lost", "hq-malta": "1710"}
    state = table(units, turn="29jun-am", phase="approach", control={"axis": "1716"}, strongpoints="0807 0908")
    seen = []
    while state.phase != "embark":
        seen.append(state.phase)
        order(state, "next")
    assert seen == ["approach", "formations", "air-strikes", "plan-drops", "absorb"]
    assert (state.weather, state.stock, state.units["gort"].at) == ("clear", 12, "1710")


# ── 4.21


def test_4_21_supply_then_ammunition_then_leaders_then_stragglers() -> None:
    """The gun was out of supply until this very phase, and has its marker all the same."""
    units: dict[str, Any] = {"i-33": "1716", "hq-liv": "1716", "i-28": {"at": "1716", "supplied": False, "ammo": False}}
    units |= {"chirieleison": "track:2jul-noon", "fj-kroh": "pool", "fj-kroh-1": {"at": "1414", "reduced": True}}
    state = table(units | {"2rwk": "0810"}, turn="2jul-noon", phase="axis-status", control={"axis": "1716"}, stock=1)
    events = order(state, "next", 3)
    steps = ["supply-checked", "ammunition-given", "leader-back", "roll", "company-restored"]
    assert types(events, *steps) == steps
    assert (state.stock, state.units["i-28"].ammo, state.units["chirieleison"].at) == (0, True, "1716")


def delayed(units: dict[str, Any], **keys: Any) -> State:
    """A game with delayed landings, in the first status phase."""
    sheets = {id: {"at": it} if isinstance(it, str) else it for id, it in units.items()}
    doc = {"default": "absent", "turn": "29jun-am", "phase": "axis-status", "policy": HELD, "units": sheets, **keys}
    return codec.load(Setting(scenario(doc), read_options({"delayed": True})), doc, "the test", invariants)


def test_4_21_stragglers_before_delayed_landings() -> None:
    units: dict[str, Any] = {"fri-gen": BOX, "2rwk": "0810", "fj-kroh": "pool"}
    state = delayed(units | {"fj-kroh-1": {"at": "1414", "reduced": True}})
    assert rolled(order(state, "next", 4, 5)) == [("17.8", "fj-kroh-1"), ("22.39", "south")]
    assert (state.units["fj-kroh-1"].reduced, state.delayed) == (True, {"south"})


def test_4_31_the_allies_have_neither_stragglers_nor_delays() -> None:
    units: dict[str, Any] = {"fri-gen": BOX, "2rwk": "0810", "fj-kroh": "pool"}
    state = delayed(units | {"fj-kroh-1": {"at": "1414", "reduced": True}}, phase="allied-status")
    assert rolled(order(state, "next")) == []


# ── 4.22

WAVES: dict[str, Any] = {
    "i-87": "pool", "i-87-1": "wave:1516:1", "i-87-2": "wave:1516:1", "fri-gen": "wave:1416:1",
    "fri-cc": "wave:1516:2", "fri-mort": "wave:1416:2", "hq-fri": "wave:1416:2",
    "gorizia": "1820", "oriani": "1820", "cg-benghisa": "2016", "cg-ben6": "2016", "2d": "1615",
}  # fmt: skip


def test_4_22_a_and_b_units_embark_before_ships_are_placed_and_ships_before_the_guns() -> None:
    units = {"i-87": BOX, "gorizia": "pool", "cg-benghisa": "2016", "2d": "1615"}
    state = table(units, turn="29jun-am", phase="axis-status", policy=HELD)
    seen = order(state, "next")
    seen += order(state, "embark i-87 --to 1516") + order(state, "next")
    seen += order(state, "place gorizia 1820") + order(state, "next")
    assert types(seen, "embarked", "ship-placed") == ["embarked", "ship-placed"]
    begun = [facts["phase"] for facts in told(seen, "phase-begun")]
    assert begun == ["axis-status", "embark", "ships", "coast-fire"][-len(begun) :]


def test_4_22_b_ships_are_placed_on_the_first_turn_only() -> None:
    units = {"i-87": BOX, "gorizia": "pool", "2d": "0810"}
    state = table(units, turn="29jun-noon", phase="embark", policy=HELD)
    order(state, "next")
    assert (state.phase != "ships", state.units["gorizia"].at) == (True, "pool")


def test_4_22_c_to_l_die_by_die() -> None:
    """Exchange of fire, guns at waves; then for each wave: all land, all losses, each waterline, the one-hex move."""
    state = table(WAVES, turn="29jun-am", phase="coast-fire", policy=HELD)
    order(state, "shoot gorizia cg-ben6")
    order(state, "next")
    assert asked(state) == "coast"
    order(state, "shoot cg-benghisa oriani")
    exchange = order(state, "decide done", 4, 1, 1, 6)
    assert rolled(exchange) == [("16.79", "coast-gun-2016-2 by gorizia"), *[("16.55", "oriani by cg-benghisa")] * 3]
    assert (state.units["oriani"].at, asked(state)) == ("lost", "coast")
    first = order(state, "shoot cg-ben6 1516:1", 6, 1, 5, 1, 4, 1)
    assert rolled(first) == [
        *[("16.56", "1516:1 by cg-ben6")] * 2,
        ("18.5", "fri-gen"),
        ("18.5", "i-87-2"),
        ("18.6", "those who land in 1516, strength 6"),
        ("18.6", "1615 from 1516, strength 2"),
    ]
    assert [facts["at"] for facts in told(first, "landed")] == ["1416", "1516"]
    assert (state.phase, state.free, state.units["fri-cc"].at) == ("first-wave", {"fri-gen"}, "wave:1516:2")
    order(state, "step fri-gen 1415")
    second = order(state, "next", 4, 1, 4, 1)
    assert rolled(second) == [
        ("18.5", "fri-mort"),
        ("18.5", "fri-cc"),
        ("18.6", "those who land in 1516, strength 6"),
        ("18.6", "1615 from 1516, strength 1"),
    ]
    assert (state.phase, state.free) == ("second-wave", {"fri-mort", "hq-fri"})


def test_4_22_all_land_and_all_lose_before_the_first_waterline() -> None:
    state = table(WAVES, turn="29jun-am", phase="coast-fire", policy=HELD, silenced=["cg-benghisa", "cg-ben6"])
    events = order(state, "next", 1, 6, 6)
    kinds = [event.type if event.type != "roll" else event.rule for event in events]
    wanted = ["landed", "landed", "18.5", "18.5", "unit-lost", "18.5", "unit-lost"]
    assert [kind for kind in kinds if kind in {*wanted, "18.6"}] == wanted


# ── 4.23

ZONES = {
    "east": {
        "turn": "29jun-am", "marker": "1415", "nation": "german", "series": ["fj-kroh n1", "fj-pio fj-pak hq-ramcke s2"]
    },
    "west": {"turn": "29jun-am", "marker": "1213", "nation": "italian", "series": ["ii-folgore", "folg-gua nw1"]},
}  # fmt: skip


def test_4_23_b_to_f_die_by_die() -> None:
    """All markers, then series by series, then losses in the order of the units, then the fight, then the step."""
    names = ("fj-kroh", "fj-pio", "fj-pak", "hq-ramcke", "ii-folgore", "folg-gua")
    units: dict[str, Any] = dict.fromkeys(names, "air") | {"2rwk": "0605", "2d": {"at": "1414", "steps": 1}}
    state = table(units, turn="29jun-am", phase="airborne", plan=ZONES, policy=HELD)
    markers, series = (2, 2, 3, 3, 4), (3, 3, 2, 3, 2, 2)
    events = order(state, "next", *markers, *series, *[1] * 7, 3, 4)
    assert rolled(events) == [
        ("19.41", "east"),
        ("19.41", "west"),
        ("19.41", "west"),
        ("19.41", "fj-kroh over 1414"),
        ("19.41", "ii-folgore over 1214"),
        ("19.41", "folg-gua over 1114"),
        *[("19.46", f"fj-kroh-{n}") for n in (1, 2, 3)],
        *[("19.46", f"ii-folgore-{n}") for n in (1, 2, 3)],
        ("19.46", "folg-gua"),
        ("9.4", "1414"),
    ]
    assert told(events, "series-cancelled")[0]["units"] == ["fj-pio", "fj-pak", "hq-ramcke"]
    assert (state.units["fj-pio"].at, state.units["2d"].at) == ("air", "lost")
    assert state.free == {"ii-folgore-1", "ii-folgore-2", "ii-folgore-3", "folg-gua"}
    order(state, "step ii-folgore-1 1213")
    order(state, "next")
    assert state.phase != "airborne"


def test_4_23_a_the_axis_cancel_before_the_first_die() -> None:
    units = dict.fromkeys(("fj-kroh", "fj-pio", "fj-pak", "hq-ramcke", "ii-folgore", "folg-gua"), "air")
    state = table(units | {"2rwk": "0605"}, turn="29jun-am", phase="axis-status", plan=ZONES, policy=HELD)
    assert rolled(order(state, "next")) == []
    assert state.phase == "airborne"
    order(state, "cancel east")
    order(state, "cancel west ii-folgore")
    assert rolled(order(state, "next", 2, 2, 2, 2, 1)) == [
        ("19.41", "west"),
        ("19.41", "folg-gua over 1113"),
        ("19.46", "folg-gua"),
    ]
    assert {id for id in units if state.units[id].at == "air"} == set(units) - {"folg-gua"}
