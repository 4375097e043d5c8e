"""`map --json`: besides the lines of the map, the hexes and counters on it."""

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.views.facts import area_facts
from tarawa_cli.games.tarawa.views.map_views import described
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.presentation import Asked
from tarawa_cli.kernel.scene import counter_facts, hex_facts
from tests.tarawa.maps import battle


def test_the_facts_of_a_map_are_its_hexes_and_counters() -> None:
    state = battle()
    scene, part = described(state, Asked(layer="units"))
    hexes, counters = hex_facts(scene, part), counter_facts(scene, part)
    assert hexes.keys() == {*state.board.terrain}
    assert hexes["2728"]["owner"] == "marines"
    assert hexes["2731"]["marks"] == {"head": "supply head"}
    assert counters.keys() == {unit.id for unit in state.units.values() if unit.on_map}
    assert counters["2/2A"] | {"marks": {}} == {
        "at": "2933", "side": "marines", "formation": "2nd", "kind": "infantry", "tag": "22", "numbers": "5",
        "steps": 5, "full": 8, "ready": False, "aboard": "", "cargo": "", "marks": {}, "pier": False,
    }  # fmt: skip
    assert counters["1/2B"]["aboard"] == "lvt-1"


def test_the_whole_map_tells_of_units_as_much_as_a_close_one() -> None:
    """The text from afar leaves out AP, supply and work; the facts do not."""
    state = battle()
    state.phase = "actions"
    scene, _ = described(state, Asked(layer="units"))
    near = described(state, Asked("2933", layer="units"))
    told = counter_facts(scene)["2/2A"]
    assert told == counter_facts(*near)["2/2A"]
    assert told["marks"]["pin"] == 2
    assert told["marks"]["ap"].endswith(" AP")


def test_a_close_map_has_only_its_own() -> None:
    scene, part = described(battle(), Asked("2731", layer="units", radius=1))
    assert hex_facts(scene, part).keys() == {*part}
    assert {one["at"] for one in counter_facts(scene, part).values()} <= {*part}


def test_the_answer_has_lines_hexes_and_counters() -> None:
    look = GAME.views.LOOKS["map"](Match(GAME, Setup("campaign"), 1), Asked())
    assert look.facts() == look.text().split("\n")
    assert {key: len(told()) for key, told in look.more.items()} == {"hexes": 1504, "counters": 0}


def test_an_area_lists_the_hexes_of_its_airstrip_that_nobody_has_entered() -> None:
    state = battle()
    id = next(id for id in state.board.areas if state.board.airstrip(id))
    strip = [at for at in state.board.areas[id].hexes if at in state.board.airstrip(id)]
    state.occupied = frozenset()
    assert area_facts(state, id)["airstrip_left"] == strip
    state.occupied = frozenset({strip[0]})
    assert area_facts(state, id)["airstrip_left"] == strip[1:]
