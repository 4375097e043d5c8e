"""Many at once: hexes, formations, regiments, all, and commas, wherever an order takes a unit."""

from pathlib import Path
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal import api
from tarawa_cli.games.malta.legal.completion import next_words
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.errors import BadOrder, Refused
from tests.malta.common import HELD, may, order, refused, table
from tests.malta.common import asked as pending
from tests.malta.test_cli import malta

MOVING: dict[str, Any] = {"phase": "axis-movement"}
STACK: dict[str, Any] = {"i-33": "1913", "ii-33": "1913", "chirieleison": "1913", "i-28": "1913"}


def plain(state: State, line: str) -> list[str]:
    """The plain orders; each of them is legal as the position is."""
    orders = [order.text() for order in GAME.expand(state, line.split()).orders]
    assert all(may(state, order) for order in orders), orders
    return orders


def left_out(state: State, line: str) -> list[str]:
    return GAME.expand(state, line.split()).left_out


def test_everybody_in_a_hex_moves_together() -> None:
    state = table(STACK | {"iii-33": "1914"}, **MOVING)
    assert plain(state, "move @1913 1912") == ["move i-33 ii-33 i-28 chirieleison 1912"]
    assert plain(state, "move i-33,ii-33 1912") == ["move i-33 ii-33 1912"]
    assert plain(state, "move iii-33 @1913 1812") == ["move iii-33 i-33 ii-33 i-28 chirieleison 1812"]
    assert plain(state, "move i-33 ii-33 1912") == ["move i-33 ii-33 1912"], "as it is"


def test_of_a_hex_only_those_move_who_can_and_the_others_are_told() -> None:
    state = table(STACK | {"ii-33": {"at": "1913", "moved": "tactical"}}, **MOVING)
    assert plain(state, "move @1913 1912") == ["move i-33 i-28 chirieleison 1912"]
    assert left_out(state, "move @1913 1912") == ["left out: ii-33 has already moved this turn"]
    assert left_out(state, "move all 1912") == []


def test_stacking_stops_a_formation_at_four_battalions() -> None:
    units = dict.fromkeys(("i-33", "ii-33", "iii-33", "i-34", "ii-34"), "1913")
    units["ii-34"] = "1914"
    state = table(units | {"i-87": "1914"}, **MOVING)
    assert plain(state, "move livorno 1912") == ["move i-33 ii-33 iii-33 i-34 1912"]
    assert plain(state, "move 33 1912") == ["move i-33 ii-33 iii-33 1912"]
    assert plain(state, "move friuli 1912") == ["move i-87 1912"]


def test_an_id_goes_before_a_group_and_a_sign_names_the_group() -> None:
    state = table({"ramcke": "1913", "fj-kroh": "1913"}, **MOVING)
    assert plain(state, "move ramcke 1912") == ["move ramcke 1912"]
    assert plain(state, "move @ramcke 1912") == ["move fj-kroh ramcke 1912"]


def test_an_attack_stays_one_order_of_those_who_can_take_part() -> None:
    units = {"i-33": "1513", "ii-33": "1612", "l3-2": "1513", "i-28": "1513", "iii-33": "1714", "11lf": "1512"}
    state = table(units)
    assert plain(state, "attack livorno --on 1512") == ["attack i-33 ii-33 l3-2 --on 1512"]
    assert plain(state, "attack @1513 --on 1512") == ["attack i-33 l3-2 --on 1512"], "the tankettes are weak alone"
    assert "left out: i-28 never attacks: artillery" in left_out(state, "attack @1513 --on 1512")


def test_guns_are_given_by_group() -> None:
    units: dict[str, Any] = {"i-33": "1513", "11lf": "1512", "ii-28": "1614"}
    units |= {id: {"at": "1614", "ammo": True} for id in ("i-28", "i-35")}
    state = table(units, phase="axis-support")
    assert plain(state, "support 1512 --by all --air") == ["support 1512 --by i-28 --by i-35 --air"]
    assert plain(state, "support 1512 --by i-28,i-35") == ["support 1512 --by i-28 --by i-35"]
    assert plain(state, "support 1512 --by livorno") == ["support 1512 --by i-28"]


def test_battalions_break_and_join_one_after_the_other() -> None:
    state = table({"i-33": "1913", "ii-33": {"at": "1913", "moved": "tactical"}, "iii-33": "1914"}, **MOVING)
    assert plain(state, "break i-33 iii-33") == ["break i-33", "break iii-33"]
    assert plain(state, "break 33") == ["break i-33", "break iii-33"]
    units = {"i-33": {"at": "pool"}, "ii-33": {"at": "pool"}}
    units |= {f"{battalion}-{number}": {"at": "1913"} for battalion in units for number in (1, 2, 3)}
    state = table(units, **MOVING)
    assert plain(state, "join @1913") == plain(state, "join all") == ["join i-33", "join ii-33"]
    assert plain(state, "join i-33-1,i-33-2") == ["join i-33"]


def test_a_battalion_that_has_broken_up_means_its_companies() -> None:
    """Nobody types `fj-heydte-1 fj-heydte-2 fj-heydte-3` again and again."""
    units: dict[str, Any] = {"fj-heydte": {"at": "pool"}, "11lf": "1512"}
    units |= {"fj-heydte-1": "1513", "fj-heydte-2": "1612", "fj-heydte-3": {"at": "lost"}}
    fighting = table(units)
    assert plain(fighting, "attack fj-heydte --on 1512") == ["attack fj-heydte-1 fj-heydte-2 --on 1512"]
    assert refused(fighting, "attack fj-heydte --on 1512").rule == "9.1", "the law itself knows counters alone"
    assert next_words(fighting, ["attack"], "fj-heydte") == ["fj-heydte-1", "fj-heydte-2", "fj-heydte"]
    moving = table(units | {"11lf": "1911"}, **MOVING)
    assert plain(moving, "move fj-heydte 1613") == ["move fj-heydte-1 fj-heydte-2 1613"]
    together = table(units | {"fj-heydte-2": "1513", "11lf": "1911"}, **MOVING)
    assert plain(together, "join fj-heydte") == ["join fj-heydte"], "this order means the battalion"
    assert next_words(together, ["join"], "fj-h") == ["fj-heydte"]
    for line, why in (("break fj-heydte", "already"), ("replace fj-heydte", "only Italian")):
        broken = table(units, phase="axis-movement" if "break" in line else "replacements", turn="3jul-am")
        assert GAME.expand(broken, line.split()).orders == [line.split()]
        assert why in refused(broken, line).message
    whole = table({"fj-heydte": "1513"}, **MOVING)
    assert plain(whole, "move fj-heydte 1612") == ["move fj-heydte 1612"]


GUNS = {"cg-rocco": "1911", "cg-benghisa": "2016", "cg-ben6": "2016", "cg-delimara": "2214"}


def test_coast_guns_are_struck_by_group() -> None:
    morning: dict[str, Any] = {"phase": "air-strikes", "turn": "30jun-am"}
    state = table(GUNS | {"i-33": "1914"}, **morning)
    by_name = "coast-gun-1911 coast-gun-2016 coast-gun-2016-2 coast-gun-2214"
    for known in (state, GAME.sides.view(state, "axis")):
        assert plain(known, "strike all") == [f"strike {by_name}"]
        assert plain(known, "strike @2016") == plain(known, "strike 2016") == ["strike coast-gun-2016 coast-gun-2016-2"]
        assert plain(known, "strike coast-gun-1911 coast-gun-1911") == ["strike coast-gun-1911 coast-gun-1911"]
    few = table(GUNS, **morning, strikes=2)
    assert plain(few, "strike all") == ["strike coast-gun-1911 coast-gun-2016"], "as many as there are strikes"
    silent = table(GUNS, **morning, silenced="cg-rocco")
    last = "strike coast-gun-2016 coast-gun-2016-2 coast-gun-2214 coast-gun-1911"
    assert plain(silent, "strike all") == [last], "a silenced gun comes after those that are ready to fire"
    with pytest.raises(Refused, match="none of @2015 can strike"):
        GAME.expand(state, ["strike", "@2015"])


def test_a_side_that_does_not_know_all_can_give_several_orders_at_once() -> None:
    """What is tried out on a copy is what the side knows, which no save could hold."""
    state = table(GUNS | {"eugenio": "2118", "gorizia": "2018", "i-33": "1914", "ii-33": "1914"}, phase="coast-fire")
    known = GAME.sides.view(state, "axis")
    assert plain(known, "shoot all coast-gun-2214") == [
        "shoot gorizia coast-gun-2214",
        "shoot eugenio coast-gun-2214",
    ]
    known.phase = "axis-movement"
    assert plain(known, "break 33") == ["break i-33", "break ii-33"]
    assert known.units["i-33"].at == "1914", "it was tried out on a copy"


def test_of_many_who_are_left_out_a_few_are_told() -> None:
    units: dict[str, Any] = dict.fromkeys(("i-33", "ii-33", "iii-33"), "1614")
    units |= {id: {"at": "1614", "ammo": True} for id in ("i-28",)} | {"s47": "1613", "l3-2": "1613", "11lf": "1512"}
    units |= {"i-34": "follow-up:east"}
    state = table(units, phase="axis-support")
    assert left_out(state, "support 1512 --by all") == []
    assert left_out(state, "support 1512 --by livorno") == [
        "left out: i-33 cannot fire: it is neither a gun nor a ship on the map",
        "left out: ii-33 cannot fire: it is neither a gun nor a ship on the map",
        "left out: iii-33 cannot fire: it is neither a gun nor a ship on the map",
        "left out as well: l3-2, s47",
    ], "and nobody who is at sea"


def test_a_gun_face_down_is_left_out_under_one_name() -> None:
    state = table({"cg-rocco": "1911", "2rwk": "1911"}, phase="allied-movement")
    assert left_out(state, "move @1911 1811") == ["left out: cg-rocco is static and never moves"]


def test_mornings_take_groups_too() -> None:
    guns = {id: {"at": "1913"} for id in ("i-28", "ii-28", "iii-28")}
    sharing = table(guns, phase="axis-status", stock=2, control={"axis": "1816"})
    assert plain(sharing, "ammo livorno") == ["ammo i-28 ii-28"], "there are two markers"
    weak = {id: {"at": "1913", "steps": 2} for id in ("i-33", "ii-33")}
    replacing = table(weak | {"iii-33": {"at": "1913"}}, phase="replacements", turn="3jul-am")
    assert plain(replacing, "replace 33") == ["replace i-33 ii-33"]
    forming = table(dict.fromkeys(("bafile", "grado", "i-33"), "1716"), phase="formations")
    assert plain(forming, "attach @1716 livorno") == ["attach bafile livorno"]
    assert plain(forming, "detach all") == ["detach bafile grado"]


def test_it_says_why_nobody_takes_part() -> None:
    state = table(STACK | {"11lf": "1512"}, **MOVING)
    for line, rule in (
        ("attack all --on 1512", "9.1"),
        ("move @1512 1511", ""),
        ("move livorno 0605", "6.3"),
        ("break @1512", ""),
    ):
        with pytest.raises(Refused) as caught:
            GAME.expand(state, line.split())
        assert (caught.value.rule, bool(caught.value.hint)) == (rule, True), line
    for line in ("move @9999 1912", "move i-33,nosuch 1912"):
        with pytest.raises(BadOrder):
            GAME.expand(state, line.split())


def test_the_other_side_is_never_meant() -> None:
    state = table({"i-33": "1513", "11lf": "1412", "2rwk": "1412"}, phase="allied-movement")
    assert plain(state, "move central 1411") == plain(state, "move all 1411") == ["move 2rwk 11lf 1411"]


def test_several_orders_are_taken_back_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert malta("new cottonera --seed 1").code == 0
    before = malta("log --commands").out
    done = malta("break 33")
    assert done.code == 0, done.err
    assert malta("log --commands").out.count("break ") == 3
    assert malta("undo").code == 0
    assert malta("log --commands").out == before
    assert malta("break 33 -n").code == 0
    assert malta("break i-33 cg-rocco").code == 1
    assert malta("log --commands").out == before, "all or nothing"


def test_odds_are_those_of_one_order() -> None:
    state = table({"i-33": "1513", "ii-33": "1612", "chirieleison": "1513", "11lf": "1512"})
    found = api.odds(state, ["attack", "livorno", "--on", "1512"])
    assert found.command == "odds attack i-33 ii-33 --on 1512"
    assert "  +1 command (chirieleison), at 50.0 % [14.2]" in found.text().splitlines()
    with pytest.raises(BadOrder, match="odds are for one order"):
        api.odds(table({"i-33": "1513", "ii-33": "1513"}, **MOVING), ["break", "33"])


# ── TAB


def test_tab_offers_groups_where_two_of_them_can_take_part() -> None:
    state = table(STACK | {"11lf": "1911", "i-87": "1914"}, **MOVING)
    words = next_words(state, ["move"], "")
    assert {"livorno", "33", "all", "i-33"} <= set(words)
    assert "friuli" not in words, "there is one of them"
    assert "1912" in next_words(state, ["move", "livorno"], "")
    assert "1912" in next_words(state, ["move", "@1913"], "19")
    assert next_words(state, ["move", "livorno", "i-87"], "1912") == ["1912"]
    fighting = table({"i-33": "1513", "ii-33": "1612", "11lf": "1512"})
    assert next_words(fighting, ["attack", "livorno"], "") == ["--on", "1512"]
    assert next_words(fighting, ["attack", "livorno", "--on"], "") == ["1512"]


# ── Answers


def guns() -> State:
    """The Allies are asked which guns support the defence of 1512."""
    state = table({"i-33": "1513", "11lf": "1512", "12f-1": "1411", "26d-6": "1411"}, policy={"axis": HELD["axis"]})
    order(state, "attack i-33 --on 1512")
    assert pending(state) == "guns"
    return state


def advance() -> State:
    """The Axis are asked who advances into 1512: a battalion in companies, and another one."""
    companies = dict.fromkeys(("i-33-1", "i-33-2", "i-33-3"), "1513")
    policy = {"axis": HELD["axis"], "allied": {"hits": "retreat", "support": "never"}}
    state = table({"i-33": "pool", **companies, "ii-33": "1513", "11lf": {"at": "1512", "steps": 1}}, policy=policy)
    order(state, "attack i-33-1 i-33-2 i-33-3 ii-33 --on 1512", 3, 4)
    assert pending(state) == "follow"
    return state


def test_24_2_several_units_are_named_in_one_answer() -> None:
    assert plain(guns(), "decide 12f-1 26d-6") == ["decide 12f-1", "decide 26d-6"]
    assert plain(guns(), "decide 12f-1,26d-6") == ["decide 12f-1", "decide 26d-6"]
    assert plain(guns(), "decide 26d-6 done") == ["decide 26d-6", "decide done"]
    assert plain(guns(), "decide all") == ["decide all"], "an option of its own"
    with pytest.raises(Refused, match="the question was answered before 26d-6") as caught:
        plain(guns(), "decide done 26d-6")
    assert caught.value.hint == "decide done"
    with pytest.raises(BadOrder, match="no answer 'moby'"):
        plain(guns(), "decide 12f-1 moby")


def test_13_a_battalion_is_named_for_its_companies_in_an_answer() -> None:
    assert plain(advance(), "decide i-33") == ["decide i-33-1", "decide i-33-2", "decide i-33-3"]
    assert plain(advance(), "decide ii-33 i-33")[:2] == ["decide ii-33", "decide i-33-1"]
    state = advance()
    for line in plain(state, "decide i-33"):
        order(state, line)
    assert [state.units[id].at for id in ("i-33-1", "i-33-2", "i-33-3", "ii-33")] == ["1512"] * 3 + ["1513"]


def test_24_2_a_battalion_answers_only_as_long_as_the_same_is_asked() -> None:
    """One step is to be lost, so one company loses it, and the others take no part."""
    companies = dict.fromkeys(("i-33-1", "i-33-2", "i-33-3"), "1513")
    policy = {"axis": {"hits": "hold", "steps": "ask"}, "allied": HELD["allied"]}
    state = table({"i-33": "pool", **companies, "11lf": {"at": "1512", "steps": 3}}, policy=policy)
    order(state, "attack i-33-1 i-33-2 i-33-3 --on 1512", 4, 6)
    assert pending(state) == "step"
    found = GAME.expand(state, ["decide", "i-33"])
    assert found.orders == [["decide", "i-33-1"]]
    assert [text.partition(",")[0] for text in found.left_out] == ["left out: i-33-2", "left out: i-33-3"]


@pytest.mark.parametrize("side", ["axis", "allied"])
def test_24_3_several_answers_are_tried_out_on_what_a_side_knows(side: str) -> None:
    """Coast guns lie face down in the hex that is fought over, and the plan of the jumps is the other side's secret."""
    companies = dict.fromkeys(("i-33-1", "i-33-2", "i-33-3"), "1912")
    units = {"i-33": "pool", **companies, "11lf": "1911", "cg-rocco": "1911", "cg-dummy": "2016", "fj-pio": "air"}
    steps = {"hits": "hold", "support": "never", "steps": "ask"}
    plan = {"a": {"turn": "8jul-am", "marker": "1414", "nation": "german", "series": ["fj-pio"]}}
    state = table(units, policy={"axis": steps, "allied": steps}, plan=plan)
    order(state, "attack i-33-1 i-33-2 i-33-3 --on 1911", 5, 6)
    known = GAME.sides.view(state, side)
    assert (pending(state), question(known).side) == ("step", "axis")
    assert GAME.expand(known, ["decide", "i-33"]).orders[0] == ["decide", "i-33-1"]
