"""What must hold in any position: each kind of break is found, and named by its key."""

from collections.abc import Callable

import pytest

from tarawa_cli.games.tarawa.invariants import invariants
from tarawa_cli.games.tarawa.model.state import Setting, State
from tarawa_cli.games.tarawa.model.work import HANDLERS
from tests.tarawa.tools import new_state, position

Break = Callable[[State], object]


def sound() -> State:
    """A battle under way: units ashore, afloat, on the pier, in craft, and a head."""
    state = position(
        turn=9,
        phase="impulse-1",
        casualties=1500,
        cleared="2631 2731 2728 2630",
        occupied="2531 2530",
        heads="2731",
        demolished={"2728": 2, "3330": 1},
        suppressed={"2833": 1},
        improved="2531",
        units={
            "2/8A": {"at": "2531"},
            "2/8B": {"at": "2531"},
            "2/8E": {"at": "2731"},
            "sherman-1": {"at": "2531"},
            "1/10": {"at": "bairiki"},
            "hawkins": {"at": "pier:2632"},
            "3/8A": {"at": "in:lvt-1"},
            "3/8B": {"at": "2327", "beach": "red3"},
            "3/8E": {"at": "lost"},
            "stuart-1": {"at": "2229", "beach": "red3"},
            "lvt-1": {"at": "2326", "beach": "red3"},
            "lvt-2": {"at": "2330", "beach": "red3", "load": "supply:2/8"},
            "lvt-3": {"at": "2327", "beach": "red3", "homeward": True},
            "lvt-4": {"at": "2530", "beach": "red3", "homeward": True},
            "lcm-1": {"at": "1428", "beach": "red3"},
            "lcm-2": {"at": "1427", "beach": "red3", "emptied": True},
        },
    )
    assert invariants(state) == []
    return state


def put(unit: str, at: str, **values: object) -> Break:
    """Move a counter somewhere by hand."""

    def change(state: State) -> None:
        state.units.put(state.units[unit], at)
        for name, value in values.items():
            setattr(state.units[unit], name, value)

    return change


def hexes(name: str, *, more: str = "", less: str = "") -> Break:
    """Change which hexes are cleared, or heads."""

    def change(state: State) -> None:
        setattr(state, name, getattr(state, name).union(more.split()).difference(less.split()))

    return change


def give(unit: str, **values: object) -> Break:
    def change(state: State) -> None:
        for name, value in values.items():
            setattr(state.units[unit], name, value)

    return change


def turn(number: int, phase: str) -> Break:
    def change(state: State) -> None:
        state.turn, state.phase = number, phase

    return change


def over_with_work(state: State) -> None:
    state.outcome = "victory"
    state.stack.append(HANDLERS.frame("sequence"))


BREAKS: dict[str, tuple[Break, str]] = {
    "7.4 casualties come in spaces of 50": (
        lambda state: setattr(state, "casualties", 1525),
        "casualties: 1525 is not a multiple of 50",
    ),
    "3 bombardment is in turn 1": (turn(2, "bombardment"), "phase: bombardment is only in turn 1"),
    "3 no support at night": (turn(15, "support"), "phase: there is no support at night"),
    "3 no night by day": (turn(9, "night"), "phase: there is no night phase by day"),
    "3 no supply points in turn 2": (turn(2, "supply-points"), "phase: supply-points begins with turn 3"),
    "3 no supply check in turn 2": (turn(2, "supply-check"), "phase: supply-check begins with turn 3"),
    "9 each track has an operative level": (
        lambda state: state.operative.pop("8th"),
        "operative: must name the same tracks as tracks",
    ),
    "13.2 only infantry regiments are planned": (
        lambda state: state.plan.extend(["2nd", "10th"]),
        "plan: must name infantry regiments",
    ),
    "13.2 the Japanese are not planned": (
        lambda state: state.plan.append("japanese"),
        "plan: must name infantry regiments",
    ),
    "13.2 two regiments are planned": (
        lambda state: state.plan.extend(["2nd", "6th", "8th"]),
        "plan: at most two different regiments",
    ),
    "13.2 no regiment is planned twice": (
        lambda state: state.plan.extend(["2nd", "2nd"]),
        "plan: at most two different regiments",
    ),
    "11.1 nobody digs in at sea": (
        lambda state: (put("3/8B", "2326")(state), give("3/8B", beach="red3", digging=True)(state)),
        "units.3/8B.digging: only a unit on land digs in",
    ),
    "7.2.6 nobody recovers who is lost": (
        put("3/6B", "lost", steps=0, recovering=True),
        "units.3/6B.recovering: only a unit ashore recovers",
    ),
    "6.5 only craft go home": (
        give("2/8E", homeward=True),
        "units.2/8E.homeward: only a craft on the map goes home",
    ),
    "6.3 no boat in the pool is on its way there": (
        give("lcvp-9", emptied=True),
        "units.lcvp-9.emptied: only a craft on the map goes home",
    ),
    "6.5 a craft that goes home is empty": (
        give("lvt-3", load="supply:2/8"),
        "units.lvt-3.homeward: a craft that goes home carries nothing",
    ),
    "12 a game that is over has no work left": (over_with_work, "pending: the game is over"),
    "8.3 a head is in a friendly hex": (hexes("heads", more="2833"), "heads: 2833 is not a friendly hex"),
    "8.3 a head at the pier needs its hex cleared": (
        lambda state: (hexes("cleared", less="2731")(state), put("2/8E", "2531")(state)),
        "heads: 2731 is not a friendly hex",
    ),
    "8.3 at most four heads": (
        hexes("heads", more="2529 2530 2629 2628"),
        "heads: at most 4",
    ),
    "7.2.5 two steps a pillbox": (
        lambda state: state.demolished.update({"2833": 3}),
        "demolished: 2833 has only 1 pillboxes",
    ),
    "11.37 four steps in a hex of two": (
        lambda state: state.demolished.update({"3330": 5}),
        "demolished: 3330 has only 2 pillboxes",
    ),
    "7.2.4 there is no pillbox in a cleared hex": (
        lambda state: state.demolished.update({"2728": 1}),
        "demolished: 2728 is cleared, so no pillbox stands there",
    ),
    "7.2.2 a cleared hex is not suppressed": (
        lambda state: state.suppressed.update({"2731": 1}),
        "suppressed: 2731 is cleared",
    ),
    "11.1 improved positions need somebody in them": (
        lambda state: state.improved.add("2630"),
        "improved: no unit is left in 2630",
    ),
    "2.1 no unit has more steps than it is printed with": (
        give("hawkins", steps=3),
        "units.hawkins.steps: it has at most 2",
    ),
    "7.3 a unit without steps is lost": (
        give("2/8A", steps=0),
        "units.2/8A.steps: a unit without steps is lost, and only such a unit",
    ),
    "7.3 a lost unit has no steps": (
        give("3/8E", steps=1),
        "units.3/8E.steps: a unit without steps is lost, and only such a unit",
    ),
    "6.4 only units on the reef change course": (
        give("2/8A", course="left"),
        "units.2/8A.course: it is not on the reef",
    ),
    "6.4 nobody on the pier changes course": (
        give("hawkins", course="left"),
        "units.hawkins.course: it is not on the reef",
    ),
    "8.3 only amtracs and boats carry supplies": (
        give("lcm-1", load="supply:2/8"),
        "units.lcm-1.load: it cannot carry 'supply:2/8'",
    ),
    "8.3 a combat unit carries no supplies": (
        give("2/8A", load="supply:2/8"),
        "units.2/8A.load: it cannot carry 'supply:2/8'",
    ),
    "8.3 supplies are for a battalion": (
        give("lvt-2", load="supply:4/8"),
        "units.lvt-2.load: it cannot carry 'supply:4/8'",
    ),
    "8.3 a load of something else": (give("lvt-2", load="beer:2/8"), "units.lvt-2.load: it cannot carry 'beer:2/8'"),
    **{
        f"8.2 {group} is no supply point": (
            give("2/8A", group=group),
            f"units.2/8A.group: {group!r} must be UNIT@TURN, with a turn that has begun",
        )
        for group in ("2/9A", "2/9A@1", "2/8A@", "2/8A@0", "2/8A@30", "2/8A@01", "2/8A@x", "@1", "2/8A@1@1")
    },
    "2.1 a craft is not on the schedule": (
        put("lvt-5", "schedule"),
        "units.lvt-5.at: a craft is on the water, in the pool or lost",
    ),
    "11.2 no craft goes to Bairiki": (
        put("lvt-5", "bairiki"),
        "units.lvt-5.at: a craft is on the water, in the pool or lost",
    ),
    "11.33 no craft enters the pier": (
        put("lvt-5", "pier:1832"),
        "units.lvt-5.at: a craft is on the water, in the pool or lost",
    ),
    "6.3 no craft is in a craft": (
        put("lvt-5", "in:lcm-1"),
        "units.lvt-5.at: a craft is on the water, in the pool or lost",
    ),
    "6.3 amtracs never go inland": (put("lvt-3", "2631"), "units.lvt-3.at: only an empty craft"),
    "6.5 a loaded craft does not stay in a landing hex": (put("lvt-2", "2530"), "units.lvt-2.at: only an empty craft"),
    "6.4 a craft on the water makes for a beach": (
        give("lvt-1", beach=""),
        "units.lvt-1.beach: a craft on the water makes for a beach",
    ),
    "11.34 craft cannot enter obstacles": (put("lvt-1", "2125"), "units.lvt-1.at: craft cannot enter obstacles"),
    "6.3 a craft in the pool carries nobody": (
        put("lvt-1", "pool"),
        "units.lvt-1.at: a craft that is not on the map carries nothing",
    ),
    "8.3 a lost craft carries nothing": (
        put("lvt-2", "lost", steps=0),
        "units.lvt-2.at: a craft that is not on the map carries nothing",
    ),
    "2.1 no combat unit is in the pool": (put("2/2A", "pool"), "units.2/2A.at: only craft are in the pool"),
    "11.2 only artillery goes to Bairiki": (put("2/2A", "bairiki"), "units.2/2A.at: only artillery goes to Bairiki"),
    "2.1 an amtrac carries no tank": (put("sherman-2", "in:lvt-1"), "units.sherman-2.at: lvt-1 cannot carry it"),
    "2.1 a tank lighter carries no infantry": (put("2/2A", "in:lcm-1"), "units.2/2A.at: lcm-1 cannot carry it"),
    "2.1 nobody is carried by a tank": (put("2/2A", "in:sherman-1"), "units.2/2A.at: sherman-1 cannot carry it"),
    "11.33 tanks cannot enter the pier": (
        put("stuart-1", "pier:2032"),
        "units.stuart-1.at: tanks cannot enter the pier",
    ),
    "6.6.1 a unit on the pier makes for a beach": (
        put("2/2A", "pier:2032"),
        "units.2/2A.beach: a unit on its way along the pier makes for a beach",
    ),
    "7.2.1 nobody stands in an uncleared hex": (put("2/2A", "2833"), "units.2/2A.at: 2833 is not cleared"),
    "6.4 a wader makes for a beach": (
        give("3/8B", beach=""),
        "units.3/8B.beach: a unit on the water makes for a beach",
    ),
    "6.3 artillery never wades": (put("2/10", "2228", beach="red3"), "units.2/10.at: artillery never wades"),
    "11.34 tanks cannot enter obstacles": (put("stuart-1", "2125"), "units.stuart-1.at: tanks cannot enter obstacles"),
    "6.2 a craft carries one unit": (put("3/8E", "in:lvt-1", steps=6), "in:lvt-1: a craft carries one load"),
    "6.2 a craft carries a unit or supplies": (put("3/8E", "in:lvt-2", steps=6), "in:lvt-2: a craft carries one load"),
    "7.6 a pier hex holds one unit": (put("2/2A", "pier:2632"), "pier:2632: a pier hex holds one unit"),
    "6.4 no stacking on the reef": (put("stuart-1", "2327"), "2327: no stacking on the reef: 3/8B, stuart-1"),
    "7.6 infantry of two battalions never stacks": (put("2/2A", "2531"), "2531: stacking (7.6): 2/2A, 2/8A"),
    "7.6 one tank or artillery a stack": (put("stuart-1", "2531"), "2531: stacking (7.6): 2/8A"),
}


@pytest.mark.parametrize("name", BREAKS)
def test_invariants_find_each_kind_of_break(name: str) -> None:
    change, sentence = BREAKS[name]
    state = sound()
    change(state)
    found = invariants(state)
    assert any(problem.startswith(sentence) for problem in found), found
    assert len(found) <= 2


def test_invariants_a_turn_beyond_the_scenario_is_found() -> None:
    state = sound()
    state.setting = Setting(state.setting.scenario._replace(length=8), state.charts)
    assert invariants(state) == ["turn: 9 is beyond the scenario's last, 8"]


def test_invariants_a_new_game_is_sound() -> None:
    assert invariants(new_state()) == []


def test_invariants_find_all_breaks_at_once() -> None:
    state = sound()
    for name in ("7.4 casualties come in spaces of 50", "8.3 at most four heads", "11.33 no craft enters the pier"):
        BREAKS[name][0](state)
    assert [problem.partition(":")[0] for problem in invariants(state)] == ["casualties", "heads", "units.lvt-5.at"]


ALLOWED: dict[str, Break] = {
    "11.33 on the pier is not in the reef hex of the same number": put("3/8E", "pier:1532", steps=6, beach="red3"),
    "11.33 Hawkins on the pier makes for no beach": put("hawkins", "pier:1431"),
    "7.6 a battalion and one tank": put("2/8E", "2531"),
    "7.6 engineers and one artillery unit": put("2/10", "2731"),
    "7.6 engineers of another battalion": put("2/2E", "2630"),
    "2.1 artillery in a lighter": put("1/10", "in:lcm-1"),
    "6.4 empty craft going home do not count": put("stuart-1", "1427"),
    "10.1.6 a hex lost again keeps its pillboxes destroyed": hexes("cleared", less="2728"),
    "7.2.6 a unit recovers to its full strength": give("2/8A", steps=8),
    "6.4 a unit on the reef changes course": give("3/8B", course="left"),
}


@pytest.mark.parametrize("name", ALLOWED)
def test_invariants_leave_alone_what_the_rules_allow(name: str) -> None:
    state = sound()
    ALLOWED[name](state)
    assert invariants(state) == []
