"""What a player reads after an order: each die and modifier by its name, and the reason for what happens."""

import json
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal import api
from tarawa_cli.games.malta.legal.api import filtered
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.narration.turn_report import TurnEvents, why_over
from tarawa_cli.games.malta.views import reports
from tarawa_cli.games.malta.views.map_views import picture
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.narration.digest import changes, explained
from tarawa_cli.kernel.narration.visible import Screen, plural
from tarawa_cli.kernel.presentation import Asked
from tests.malta.common import HELD, order, table
from tests.malta.shell import done, malta
from tests.malta.test_reports import match_of


def told(state: State, line: str, *dice: int) -> list[str]:
    """An order, and what is told of it, without the paragraphs."""
    return words(order(state, line, *dice), state)


def words(events: list[Event], state: State) -> list[str]:
    return [text.strip().rpartition("  [")[0] for text in GAME.narration.summarize(events, state)]


def fight(**more: Any) -> State:
    return table({"i-33": "1513", "ii-33": "1612", "11lf": "1512"} | more, policy=HELD)


def test_a_fight_tells_the_strengths_that_make_its_column() -> None:
    state = fight()
    events = order(state, "attack i-33 ii-33 --on 1512", 3, 4)
    roll = next(line for line in words(events, state) if line.startswith("Combat at "))
    assert roll.startswith("Combat at 1512: 12 to 6, column 6"), roll
    rolled = next(event for event in events if event.type == "roll")
    assert "remark" not in rolled.as_json(), "programs get what is on record"
    why = explained(rolled, state.charts.table("crt"), dict.fromkeys("SDHX", "…"))
    assert "  12 to 6: column 6 at first" in why


def test_a_fort_that_spares_a_hit_says_so() -> None:
    state = table({"i-33": "2212", "ii-33": "2111", "3komr": "2112"}, policy=HELD)
    lines = told(state, "attack i-33 ii-33 --on 2112", 6, 5)
    decided = next(line for line in lines if line.startswith("attacker "))
    assert decided.endswith(", the fort spares 1 hit"), lines
    rolled = next(line for line in lines if line.startswith("Combat at "))
    hits = rolled.rpartition("/")[2].rstrip("DZ")
    assert f"defender {plural(int(hits) - 1, 'hit')}" in decided


def test_a_retreat_into_a_zone_of_control_says_what_it_costs() -> None:
    units = {"11lf": "1512", "i-33": "1513", "ii-33": "1612", "iii-33": "1410", "i-34": "1610"}
    state = table(units, policy=HELD | {"allied": {"hits": "retreat", "support": "never"}})
    lines = told(state, "attack i-33 ii-33 --on 1512", 3, 6)
    back = next(number for number, line in enumerate(lines) if "retreats to" in line)
    assert lines[back].endswith(", into an enemy zone of control, which costs a step"), lines
    assert lines[back + 1] == "11lf loses a step, 1 left"


def test_a_roll_that_does_nothing_says_so_and_words_are_words() -> None:
    state = table({"cg-rocco": "1911", "cg-delimara": "2214"}, phase="air-strikes", turn="30jun-am")
    assert told(state, "strike coast-gun-1911", 2) == ["Air Strike on coast-gun-1911: 2 → no effect"]
    jump = Event(
        "roll", "19.41", {"table": "jump", "dice": [4, 5], "modifiers": [], "total": 9, "result": "half-a-die"}
    )
    assert words([jump], state) == ["Jump: 4 + 5 = 9 → half a die"]


def test_a_wave_that_is_fired_at_is_told_in_words() -> None:
    state = table({"cg-rocco": "1911"})
    shot = {
        "table": "coast-guns",
        "on": "2212:1 by cg-rocco",
        "dice": [6],
        "modifiers": [],
        "total": 6,
        "result": "hit",
    }
    events = [
        Event("aimed", "16.56", {"by": "cg-rocco", "at": "2212:1"}),
        Event("gun-fired", "16.56", {"unit": "cg-rocco", "at": "2212:1"}),
        Event("roll", "16.56", shot),
    ]
    assert words(events, state) == [
        "cg-rocco aims at the first wave to 2212",
        "Coast Guns on the first wave to 2212 by cg-rocco: 6 → hit",
    ]


def test_the_dice_of_one_gun_are_told_in_one_line() -> None:
    state = table({"cg-rocco": "1911"})
    near = {"label": "within three hexes", "rule": "16.56", "value": 1}

    def shot(on: str, die: int, *modifiers: dict[str, Any]) -> Event:
        total = die + len(modifiers)
        facts = {"table": "coast-guns", "on": on, "dice": [die], "modifiers": [*modifiers], "total": total}
        return Event("roll", "16.56", facts | {"result": "hit" if total > 5 else "-"})

    by_rocco = [shot("2212:1 by cg-rocco", die, near) for die in (6, 1, 5)]
    by_ben6 = [shot("gorizia by cg-ben6", die) for die in (2, 3)]
    assert words([*by_rocco, *by_ben6, shot("gorizia by cg-rocco", 6)], state) == [
        "Coast Guns on the first wave to 2212 by cg-rocco: 6, 1, 5, each +1 within three hexes → 2 hits",
        "Coast Guns on gorizia by cg-ben6: 2, 3 → no effect",
        "Coast Guns on gorizia by cg-rocco: 6 → hit",
    ]


def test_a_wave_is_told_box_by_box() -> None:
    state = table({"i-33": "2212"})
    events = [
        Event("broken-up", "18.3", {"unit": "grado", "companies": ["grado-1", "grado-2"]}),
        Event("embarked", "18.3", {"units": ["grado-1", "grado-2"], "to": "wave:2213:1", "points": 2}),
        Event("embarked", "18.3", {"units": ["nuot"], "to": "wave:2212:2", "points": 1}),
        Event("embarked", "18.3", {"units": ["hq-liv"], "to": "wave:2212:2", "points": 0}),
    ]
    assert words(events, state) == [
        "grado-1, grado-2 in the first wave to 2213: 2 points of sealift",
        "nuot, hq-liv in the second wave to 2212: 1 point of sealift",
    ]
    assert events[2].facts["units"] == ["nuot"], "what is on record stays as it is"
    assert len(GAME.narration.sentences(events, state)) == 4


def test_a_phase_in_which_something_happened_was_not_passed_over() -> None:
    state = table({"i-33": "2212"})
    landing = [
        Event("phase-begun", "4", {"phase": "second-wave"}),
        Event("landed", "18.3", {"units": ["i-33"], "at": "2212"}),
        Event("phase-passed", "4", {"phase": "second-wave"}),
        Event("phase-passed", "4", {"phase": "axis-movement"}),
    ]
    assert GAME.narration.summarize(landing, state) == [
        "── Second wave",
        "  i-33 lands in 2212  [18.3]",
        "── Axis movement: skipped, nothing to do",
    ]


def given(command: str, *events: Event, why: str = "strong plays allied") -> list[Event]:
    return [Event("order-given", "", {"command": command, "why": why}), *events]


def moved(unit: str, *route: str) -> Event:
    return Event("moved", "6.3", {"unit": unit, "route": list(route), "how": "tactical"})


def test_the_computers_marches_are_told_by_where_they_lead() -> None:
    state = table({"2rif": "1613", "8m": "1811", "1d": "1613"})
    march = [
        *given("move 2rif 1613", moved("2rif", "1512", "1613")),
        *given("move 8m 1811", moved("8m", "1811")),
        *given("move 1d smith 1613", moved("1d", "1613"), moved("smith", "1613")),
    ]
    then = given("next", Event("phase-begun", "4", {"phase": "allied-support"}))
    assert GAME.narration.summarize([*march, *then], state) == [
        "── the computer moves 4 units  (strong plays allied)",
        "  to 1613: 2rif, 1d, smith  [6]",
        "  to 1811: 8m  [6]",
        "── Allied support",
    ], "and not that it ends its part"
    assert GAME.narration.sentences(march, state)[1] == "  2rif moves to 1613 by 1512  [6.3]", "-v tells each of them"


def test_marches_of_a_deputy_are_told_together_with_their_reason() -> None:
    state = table({"2rif": "1613", "8m": "1811", "1d": "1613"})
    march = [
        event
        for unit, at in (("2rif", "1613"), ("8m", "1811"), ("1d", "1613"))
        for event in given(f"move {unit} {at}", moved(unit, at), why=f"{unit} takes better ground")
    ]
    assert GAME.narration.summarize(march, state) == [
        "── the computer moves 3 units  (each takes better ground)",
        "  to 1613: 2rif, 1d  [6]",
        "  to 1811: 8m  [6]",
    ]


def test_a_move_of_which_more_comes_and_few_moves_are_told_one_by_one() -> None:
    state = table({"i-33": "1714", "raf-4": "lost"})
    overrun = given("move i-33 1714", moved("i-33", "1714"), Event("unit-lost", "9.7", {"unit": "raf-4"}))
    two = [*given("move 8m 1811", moved("8m", "1811")), *given("move 2rif 1613", moved("2rif", "1613"))]
    lines = GAME.narration.summarize([*two, *overrun], state)
    assert lines == GAME.narration.sentences([*two, *overrun], state)
    assert "  raf-4 is lost  [9.7]" in lines
    own = [moved("i-33", "1714"), moved("ii-33", "1714"), moved("iii-33", "1714")]
    assert GAME.narration.summarize(own, state)[0] == "  i-33 moves to 1714  [6.3]", "the player's own moves too"


def test_losses_of_a_landing_are_summed_up() -> None:
    state = table({"i-33": "2212"})

    def loss(unit: str, die: int, result: str) -> Event:
        facts = {"table": "landing-loss", "on": unit, "dice": [die], "modifiers": [], "total": die, "result": result}
        return Event("roll", "18.5", facts)

    rolls = [loss("grado-1", 3, "-"), loss("grado-2", 7, "eliminated"), Event("unit-lost", "18.5", {"unit": "grado-2"})]
    assert len(words(rolls, state)) == 3
    rolls.append(loss("grado-3", 2, "-"))
    assert words(rolls, state) == ["landing losses: 3 rolls; lost: grado-2"]
    assert words([rolls[0], rolls[0], rolls[-1]], state) == ["landing losses: 3 rolls; none lost"]


def test_odds_reckon_with_the_guns_of_a_standing_answer() -> None:
    units: dict[str, Any] = {"i-33": "1513", "ii-33": "1612", "11lf": "1512"}
    units |= {"12f-1": "1510", "26d-6": {"at": "1510"}}
    for answer, defence in (("ask", "defence 6: 11lf 6"), ("worthwhile", "12f-1"), ("always", "26d-6")):
        state = table(units, policy={"allied": {"support": answer}})
        found = api.odds(state, ["attack", "i-33", "ii-33", "--on", "1512"]).text()
        line = next(line for line in found.splitlines() if line.startswith("defence"))
        assert defence in line, answer
        fought = told(state, "attack i-33 ii-33 --on 1512", *([] if answer == "ask" else [3, 4]))
        if answer != "ask":
            roll = next(line for line in fought if line.startswith("Combat at "))
            assert f" to {line.split()[1].rstrip(':')}," in roll, "what was foretold is what is rolled"


def test_odds_of_a_hex_are_those_of_an_attack_by_all_who_can() -> None:
    state = fight()
    assert api.odds(state, ["1512"]).command == "odds attack i-33 ii-33 --on 1512"
    early = table({"i-33": "1513", "11lf": "1512"}, phase="axis-movement")
    assert "as if it were the `axis-combat` phase" in api.odds(early, ["1512"]).text()


def test_an_empty_city_says_why_nobody_has_entered_it() -> None:
    state = table({"i-33": "1812", "ii-33": "1812", "iii-33": "1912", "rn-1": "1811"}, policy=HELD)
    events = order(state, "attack i-33 ii-33 iii-33 --on 1811", 3, 4)
    lines = GAME.narration.outlook(state, events).splitlines()
    assert "  now 1811: empty, held by the Allies; no advance into a city  [9.8]" in lines
    open_ground = table({"i-33": "1513", "ii-33": "1612", "rn-1": "1512"}, policy=HELD)
    events = order(open_ground, "attack i-33 ii-33 --on 1512", 3, 4) + order(open_ground, "decide none")
    assert "  now 1512: empty, held by the Allies" in GAME.narration.outlook(open_ground, events).splitlines()


# ── What can be done next, and what is where


AT_SEA = {
    "i-33": {"at": "pool"},
    **{f"i-33-{number}": {"at": "wave:2212:1"} for number in (1, 2, 3)},
    "ii-33": {"at": "follow-up:east"},
    "3komr": {"at": "2112"},
}


def test_those_at_sea_stand_in_straight_columns_with_the_waves_among_them() -> None:
    state = table(AT_SEA, phase="embark", turn="29jun-noon")
    found = filtered(state, "at-sea")
    assert [unit.id for unit in found] == ["i-33-1", "i-33-2", "i-33-3", "ii-33"]
    head, *rows = reports.units(found).splitlines()
    assert {row.index("livorno") for row in rows} == {head.index("formation")}


def test_a_map_of_a_beach_names_the_waves_that_come_there() -> None:
    state = table(AT_SEA, phase="coast-fire", turn="29jun-noon")
    for word in ("zone:east", "east", "2212"):
        near = picture(state, Asked(word=word, layer="units", radius=1))
        assert "the first wave to 2212: i-33-1, i-33-2, i-33-3" in near, word
    far = picture(state, Asked(word="south", layer="units", radius=1))
    assert "wave" not in far


def test_while_waves_embark_status_tells_once_who_is_at_sea() -> None:
    state = table(AT_SEA, phase="embark", turn="29jun-noon")
    told = reports.status(state, match_of(state))
    assert "  2212, wave 1: i-33-1 i-33-2 i-33-3" in told.splitlines()
    assert "wave:2212:1" not in told
    assert "follow-up:east" not in told
    state.phase = "coast-fire"
    assert "wave:2212:1 (3): i-33-1, i-33-2, i-33-3" in reports.status(state, match_of(state))


def test_whoever_is_not_to_act_is_shown_what_goes_on_and_no_arrows() -> None:
    state = table({"i-33": "1513", "ii-33": "1612", "11lf": "1512", "12f-1": "1510"})
    shown = reports.status(state, match_of(state, "allied")).split("\n\n")[0]
    assert shown.splitlines()[1:] == ["  Axis to move"]
    order(state, "attack i-33 ii-33 --on 1512")
    shown = reports.status(state, match_of(state, "axis")).split("\n\n")[0]
    assert shown.splitlines()[1:] == [
        "  Allied: Which guns support the defence of 1512? Name guns, `all` or `done`",
        "  Allies to move",
    ]
    assert "  → decide done — no more guns, column 6" in reports.status(state, match_of(state, "allied")).splitlines()
    assert "  → decide done — no more guns, column 6" in reports.status(state, match_of(state)).splitlines()


def test_strikes_that_are_left_would_be_wasted() -> None:
    morning: dict[str, Any] = {"phase": "air-strikes", "turn": "30jun-am"}
    assert GAME.narration.find_waste(table({"cg-rocco": "1911"}, **morning)) == ["4 air strikes left"]
    assert GAME.narration.find_waste(table({"cg-rocco": "1911"}, **morning, strikes=4)) == []
    assert GAME.narration.find_waste(table({"i-33": "1913"}, **morning)) == [], "there is nothing to strike"


def test_support_of_a_hex_that_nobody_can_attack_is_wasted_unless_it_bombards() -> None:
    units: dict[str, Any] = {"i-33": "1513", "11lf": "1512", "12f-1": "1510", "i-28": {"at": "1614", "ammo": True}}
    state = table(units, phase="axis-bombardment", given={"1510": ["i-28"], "1512": ["air"]})
    assert GAME.narration.find_waste(state) == ["i-28 assigned to 1510, which nobody can attack"]
    order(state, "bombard 1510", 3, 4)
    assert GAME.narration.find_waste(state) == []


def test_an_attack_by_companies_is_offered_by_the_name_of_their_battalion() -> None:
    units: dict[str, Any] = {"fj-heydte": {"at": "pool"}, "fj-kroh": {"at": "pool"}, "11lf": "1512", "i-33": "1513"}
    units |= {"fj-heydte-1": "1513", "fj-heydte-2": "1612", "fj-heydte-3": {"at": "lost"}}
    units |= {"fj-kroh-1": "1513", "fj-kroh-2": "1715", "fj-kroh-3": "1513"}
    state = table(units)
    shown = GAME.narration.next_steps(state).splitlines()[1]
    assert shown == "  → attack i-33 fj-kroh-1 fj-kroh-3 fj-heydte --on 1512", "one of Kroh's is elsewhere"
    (plain,) = GAME.expand(state, shown.removeprefix("  → ").split()).orders
    assert set(plain.tokens) >= {"i-33", "fj-kroh-1", "fj-kroh-3", "fj-heydte-1", "fj-heydte-2"}
    GAME.check(state, GAME.read(state, plain))


def test_warships_that_can_sail_are_counted_and_shown() -> None:
    state = table({"eugenio": "1420", "11lf": "1512"}, phase="axis-movement")
    assert "  → legal eugenio — list its orders" in GAME.narration.next_steps(state).splitlines()
    assert GAME.narration.outlook(state, []).endswith("ready: 1 warship can still sail")


def test_an_end_that_cannot_be_told_any_more_is_given_no_reason() -> None:
    """As after a change of the tables, when the last order cannot be played again."""
    state = table({"i-33": "1513", "11lf": "1512"}, goal=None, outcome="called-off")
    assert why_over(TurnEvents([], state)) == ""
    over = Event("game-over", "22", {"outcome": "called-off"})
    assert why_over(TurnEvents([over], state)) == ": no Axis troops are ashore and none are left to land"


def test_planes_that_can_land_are_shown_and_would_be_wasted() -> None:
    state = table(
        {"lspz-1": "air", "hq-lspz": "air", "i-33": {"at": "1716", "moved": "tactical"}},
        phase="axis-movement",
        control={"axis": "1714"},
    )
    shown = GAME.narration.next_steps(state).splitlines()
    assert "  planes can bring 3 points to 1714: lspz-1(3), hq-lspz(0)" in shown
    assert "  → airland lspz-1 1714" in shown
    assert GAME.narration.find_waste(state) == ["planes could bring 3 points more to 1714"]
    order(state, "airland lspz-1 1714")
    assert "  planes can bring 0 points to 1714: hq-lspz(0)" in GAME.narration.next_steps(state).splitlines()
    assert GAME.narration.find_waste(state) == []
    allied = table({"lspz-1": "air", "11lf": "1512"}, phase="allied-movement", control={"axis": "1714"})
    assert "planes" not in GAME.narration.next_steps(allied)


def test_every_phase_of_a_morning_says_what_its_end_means() -> None:
    places: dict[str, Any] = {"bafile": "1716", "i-33": {"at": "1913", "steps": 2}, "11lf": {"at": "1512", "steps": 2}}
    places |= {"raf-1": "1512"}
    for phase in ("formations", "replacements", "absorb", "dismantle"):
        state = table(places, phase=phase, turn="3jul-am", strongpoints="0710 0807")
        last = GAME.narration.next_steps(state).splitlines()[-1]
        assert last.startswith("  → next — "), phase


def test_a_wide_view_leaves_out_the_open_sea() -> None:
    state = table({"i-33": "1911", "eugenio": "2218"})
    drawn = picture(state, Asked(word="1911", layer="units", screen=Screen(200), radius=9))
    assert "eugenio" in drawn
    assert "2009" in drawn, "next to the coast"
    assert "2006" not in drawn, "open sea"
    at_sea = picture(state, Asked(word="eugenio", layer="units", radius=2))
    assert {"2217", "2219", "2318"} <= set(at_sea.split()), "around a ship"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("attack i-33", "usage: attack UNIT… HEX"),
        ("unit nosuch", "try: units all"),
        ("table nosuch", "try: table"),
        ("new nosuch", "try: scenarios"),
        ("new herkules --with nosuch", "choose one of: 8ko, "),
    ],
)
@pytest.mark.usefixtures("in_a_folder")
def test_whoever_mistypes_is_told_what_would_work(line: str, hint: str) -> None:
    done("new cottonera --seed 1")
    said = malta(line)
    assert said.code == 2
    assert said.err.splitlines()[1].strip().startswith(hint), said.err


# ── What has changed


def test_a_difference_is_told_in_words_and_not_in_keys() -> None:
    before = table(
        {"i-33": "follow-up:east", "eugenio": "pool", "cg-rocco": "1911", "adra": "air"},
        phase="embark",
        turn="30jun-am",
        plan={"adra": {"turn": "30jun-am", "marker": "1512", "nation": "italian", "series": ["adra"]}},
    )
    units = {"i-33": {"at": "pool"}, **{f"i-33-{number}": "wave:2212:1" for number in (1, 2, 3)}}
    after = table(
        units | {"eugenio": "1420", "cg-rocco": "1911", "adra": "air"},
        phase="coast-fire",
        turn="30jun-am",
        lifted=3,
        lost_steps=4,
        silenced="cg-rocco",
        aims={"eugenio": "cg-rocco"},
        royal_navy=2,
    )
    told = GAME.narration.changed(before, after, list(changes(GAME.dump(before), GAME.dump(after))))
    assert [line.strip() for line in told] == [
        "the Royal Navy has rolled 2",
        "coast guns silenced (1): cg-rocco",
        "drop zone adra: removed",
        "eugenio aims at cg-rocco",
        "Axis steps lost 0 → 4 (+4)",
        "i-33: at sea off the east beaches → as companies",
        "i-33-1: in its battalion → the first wave to 2212",
        "i-33-2: in its battalion → the first wave to 2212",
        "i-33-3: in its battalion → the first wave to 2212",
        "eugenio: not placed → 1420",
    ]


@pytest.mark.usefixtures("in_a_folder")
def test_24_2_decide_alone_shows_the_open_question_with_its_options() -> None:
    done("new cottonera --seed 1")
    assert done("decide").out == "no decision is pending\n"
    assert json.loads(done("decide --json").out)["pending"] is None
    done("next axis-combat")
    done("attack @1912 --on 1911")
    shown = done("decide")
    assert shown.out.startswith("Allied: Which guns support the defence of 1911?")
    assert "→ decide done — no more guns, column 3\n→ decide all — +" in shown.out
    pending = json.loads(done("decide --json").out)["pending"]
    assert (pending["kind"], pending["options"][:2]) == ("guns", ["done", "all"])
    assert shown.out.count("→ decide") == len(pending["options"])
