"""A turn told as in a battle report: weather, sea and air, the attacks of each side, losses, the end of a day."""

from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.narration.sentences import (
    both,
    counted,
    formations,
    number,
    place,
    sentences,
    steps_lost,
    title,
    together,
    troops,
)
from tarawa_cli.games.malta.narration.turn_report import report_turn
from tarawa_cli.games.malta.players import player
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.narration.chronicle import bare_rows, replay
from tarawa_cli.kernel.narration.story import Story, markdown
from tests.malta.common import order, table

UNITS = {"i-33": "1513", "ii-33": "1514", "grado": "1514", "2rwk": "1911", "2d": "1714", "1h": "1714"}


def position(**keys: Any) -> State:
    return table(UNITS, **keys)


def happened(type: str, rule: str = "", **facts: Any) -> Event:
    return Event(type, rule, facts)


def attack(*units: str, on: str = "1911", defenders: tuple[str, ...] = ("2rwk",)) -> Event:
    return happened("attack-begun", "9.1", units=[*units], on=on, defenders=[*defenders], by=[])


def told(*events: Event, state: State | None = None) -> str:
    return "\n".join(report_turn(events, state or position()))


# ── Names


def test_a_few_are_named_and_many_are_counted_by_formation() -> None:
    state = position()
    assert troops(["i-33", "grado"], state) == "i-33 and grado"
    assert troops(["2rwk", "11lf", "1h", "1d", "2d"], state) == "five units of the Central and Southern brigades"


def test_companies_are_told_as_their_battalion() -> None:
    assert together(["i-33-1", "i-33-2", "i-33-3"]) == ["i-33"]
    assert together(["i-33-1", "i-33-3", "grado"]) == ["two companies of i-33", "grado"]
    assert together(["i-33-2"]) == ["i-33-2"]


def test_formations_of_a_kind_stand_together() -> None:
    assert formations(["livorno", "ramcke", "friuli"]) == "the Livorno and Friuli divisions and Ramcke's paratroops"
    assert formations(["northern"]) == "the Northern Brigade"
    assert formations(["northern", "central", "southern", "western"]) == "all four brigades"


def test_names_of_places_ships_guns_and_leaders() -> None:
    assert (place("1613"), place("1512")) == ("Luqa airfield (1613)", "1512")
    assert title("gorizia") == "the heavy cruiser Gorizia"
    assert title("cg-rocco") == "the 6-in battery of Fort San Rocco"
    assert title("cg-dummy") == "the dummy battery"
    assert title("coast-gun") == "a coast gun"
    assert title("smith") == "Brig K.P. Smith"


def test_numbers_and_lists() -> None:
    assert (number(12), number(13), counted(1, "step"), counted(3, "step")) == (
        "twelve",
        "13",
        "one step",
        "three steps",
    )
    assert (both(["a"]), both(["a", "b"]), both(["a", "b", "c"])) == ("a", "a and b", "a, b and c")


# ── Before the fighting


@pytest.mark.parametrize(
    ("weather", "says"), [("clear", "broke clear"), ("cloudy", "Clouds hung"), ("rain", "It rained")]
)
def test_17_2_the_weather(weather: str, says: str) -> None:
    assert says in told(happened("weather-changed", "17.2", weather=weather))


def test_17_5_strikes_on_coast_guns() -> None:
    flown = [happened("strike-flown", "17.5", gun=f"coast-gun-{at}") for at in ("1911", "2112", "2214")]
    assert told(*flown) == "Bombers attacked three coast batteries, without effect."
    lost = happened("unit-lost", "17.5", unit="cg-rocco")
    silenced = happened("gun-silenced", "17.5", gun="coast-gun-2112")
    assert told(*flown, lost, silenced) == (
        "Bombers attacked three coast batteries: "
        "they destroyed the 6-in battery of Fort San Rocco and silenced one for the day."
    )


def test_17_6_the_royal_navy() -> None:
    table = position().charts.table("royal-navy")
    two = next(die for die in range(1, 7) if table.result(die, "1") == "two-ships-leave")
    none = next(die for die in range(1, 7) if table.result(die, "1") == "-")
    left = [happened("ship-left", "17.6", ship=ship) for ship in ("gorizia", "ascari")]
    assert told(happened("navy-came", "17.6", die=two), *left) == (
        "The Royal Navy put to sea: the heavy cruiser Gorizia and the destroyer Ascari had to leave."
    )
    assert told(happened("navy-came", "17.6", die=none)) == "There was no fighting."


def test_16_5_ships_and_coast_guns() -> None:
    aimed, over = happened("aimed", "16.55", by="cg-rocco", at="gorizia"), happened("coast-fire-over", "16.55")
    assert told(aimed) == "There was no fighting.", "nobody has fired yet"
    assert told(aimed, over) == "Warships and coast guns traded fire, without a hit."
    sunk = happened("unit-lost", "16.55", unit="garibaldi")
    silent = happened("unit-lost", "16.79", unit="cg-rocco")
    boats = [happened("unit-lost", "16.56", unit=f"i-33-{number}") for number in (1, 2, 3)]
    assert told(aimed, sunk, silent, *boats, over) == (
        "Warships and coast guns traded fire: the 6-in battery of Fort San Rocco was destroyed, "
        "the light cruiser Giuseppe Garibaldi was sunk and shells hit the boats of i-33."
    )


def test_18_landings_by_zone_with_their_losses() -> None:
    landed = [
        happened("landed", "18.3", units=["i-87-1", "i-87-2", "i-87-3"], at="1416"),
        happened("landed", "18.3", units=["bafile"], at="1516"),
        happened("landed", "18.3", units=["grado"], at="2212"),
    ]
    lost = happened("unit-lost", "18.5", unit="i-87-3")
    back = happened("thrown-back", "18.6", units=["grado"], to="follow-up:east")
    assert told(*landed, lost, back) == (
        "In the south i-87 and bafile came ashore at Ħaġar Qim (1416) and Wied iż-Żurrieq (1516). "
        "In the east grado came ashore at Marsaskala (2212). i-87-3 was lost in the surf. "
        "grado was thrown back to the ships."
    )


def test_19_jumps_and_what_became_of_those_who_jumped() -> None:
    jumped = [
        happened("came-down", "19.41", units=["fj-kroh-1", "fj-kroh-2", "fj-kroh-3"], to="1516", until=8),
        happened("came-down", "19.41", units=["fj-heydte-1"], to="1512", until=8),
        happened("fell-into-sea", "19.41", units=["folg-a1"]),
        happened("unit-lost", "19.41", unit="folg-a1"),
        happened("series-cancelled", "19.41", units=["adra"]),
        happened("company-reduced", "19.46", unit="fj-kroh-1"),
        happened("unit-lost", "19.46", unit="fj-kroh-2"),
    ]
    assert told(*jumped) == (
        "Paratroops dropped: fj-kroh came down at Wied iż-Żurrieq (1516) and fj-heydte-1 at 1512. "
        "folg-a1 fell into the sea. adra found only sea below and flew home. One company came down scattered. "
        "fj-kroh-2 was lost in the drop."
    )
    landed = happened("air-landed", "16.1", units=["lspz-1", "pizzolato"], at="1916", points=1, until=8)
    assert told(landed) == "Planes brought lspz-1 and pizzolato to Ħal Far airfield (1916)."


# ── Fights


def test_9_a_hex_that_is_taken_and_what_it_cost() -> None:
    into = happened("advanced", "9.8", unit="i-33", to="1911")
    own, other = (happened("step-lost", "9.42", unit=unit, left=1) for unit in ("i-33", "2rwk"))
    first = "The Axis attacked once. i-33 and ii-33 took The Three Cities (1911)"
    assert told(attack("i-33", "ii-33"), into) == f"{first}."
    assert told(attack("i-33", "ii-33"), own, other, other, into) == (
        f"{first}, losing one step and costing the enemy two."
    )


def test_9_defenders_who_are_driven_out_and_attacks_that_fail() -> None:
    back = happened("retreated", "9.6", units=["2rwk"], to="1810")
    own = happened("step-lost", "9.42", unit="i-33", left=1)
    assert "i-33 drove the defenders from The Three Cities (1911)." in told(attack("i-33"), back)
    assert "i-33 could not take The Three Cities (1911) and lost one step." in told(attack("i-33"), own)
    other = happened("step-lost", "9.42", unit="2rwk", left=1)
    assert "could not take The Three Cities (1911), but cost the enemy one step." in told(attack("i-33"), other)
    assert "(1911), lost one step and cost the enemy one step." in told(attack("i-33"), own, other)
    assert "Attacks on The Three Cities (1911) and 1512 had no effect." in told(
        attack("i-33"), attack("grado", on="1512")
    )
    over = happened("fight-over", "9.8", on="1911")
    assert "had no effect" in told(attack("i-33"), over, own), "what comes after a fight is not its doing"


def test_9_each_side_has_a_paragraph() -> None:
    lines = report_turn([attack("i-33"), attack("1h", "2d", on="1513", defenders=("i-33",))], position())
    assert lines[0].startswith("The Axis attacked once.")
    assert lines[1] == "The Allies hit back once. An attack on Tal-Ħandaq (1513) had no effect."


def test_9_attackers_who_go_back_are_told() -> None:
    back = happened("retreated", "9.6", units=["i-33"], to="1514")
    own = happened("step-lost", "9.42", unit="i-33", left=1)
    assert "i-33 was thrown back from The Three Cities (1911)." in told(attack("i-33"), back)
    assert "i-33 and ii-33 were thrown back from The Three Cities (1911) and lost one step." in told(
        attack("ii-33", "i-33"), own, back
    ).replace("ii-33 and i-33", "i-33 and ii-33")
    gone = happened("retreated", "9.6", units=["2rwk"], to="1810")
    assert "drove the defenders from The Three Cities (1911), but retreated." in told(attack("i-33"), gone, back)


def test_9_defenders_are_driven_out_only_if_somebody_came_away() -> None:
    dead = happened("unit-lost", "9.42", unit="2rwk")
    fled = happened("displaced", "14.4", unit="beak", to="1810")
    away = happened("retreated", "9.6", units=["2rwk"], to="1810")
    assert "i-33 wiped out the defenders of The Three Cities (1911)" in told(attack("i-33"), dead)
    led = attack("i-33", defenders=("2rwk", "beak"))
    assert "wiped out the defenders of" in told(led, dead, fled)
    assert "drove the defenders from" in told(led, away, fled)
    assert "could not take" in told(attack("i-33", defenders=("2rwk", "11lf")), dead), "the 11th are still there"


@pytest.mark.parametrize(("type", "rule"), [("hex-taken", "19.5"), ("beach-taken", "18.7")])
def test_18_6_19_5_who_came_down_or_landed_in_a_hex_has_taken_it(type: str, rule: str) -> None:
    began = happened("close-fight-begun", "19.5", units=["i-33"], on="1911", defenders=["2rwk"], by=[])
    away, taken = happened("retreated", "9.6", units=["2rwk"], to="1810"), happened(type, rule, hex="1911")
    assert "i-33 took The Three Cities (1911)." in told(began, away, taken)
    sea = happened("thrown-back", "18.6", units=["i-33"], to="follow-up:south")
    assert "i-33 was thrown back from The Three Cities (1911)." in told(began, sea)


def test_6_cities_and_objectives_that_are_taken_by_movement_are_told() -> None:
    state = table({"i-33": "1912", "ii-33": "1912", "grado": "1912", "11lf": "0605"}, phase="axis-movement")
    events = [*order(state, "move i-33 1911"), *order(state, "move ii-33 1911")]
    assert "i-33 moves to 1911, taking The Three Cities (1911)" in sentences(events, state)[0]
    assert "taking" not in sentences(events, state)[1], "it is theirs already"
    assert report_turn(events, state) == ["i-33 moved into The Three Cities (1911)."]
    assert "taking" not in sentences(order(state, "move grado 1913"), state)[0], "just a hex"


def test_16_5_a_gun_that_was_face_down_is_driven_out_too() -> None:
    """As the Axis know it: a gun is named only once it is lost."""
    lost = happened("unit-lost", "9.42", unit="cg-rocco")
    assert "wiped out the defenders" in told(attack("i-33", defenders=("coast-gun",)), lost)


def test_losses_are_told_once_and_by_side() -> None:
    gone = [happened("step-lost", "9.42", unit="i-33", left=0), happened("unit-lost", "9.7", unit="haa-4")]
    at_sea = happened("unit-lost", "18.5", unit="fri-mort")
    lines = report_turn([*gone, at_sea, happened("unit-lost", "9.42", unit="hq-fri")], position())
    assert lines[-1] == "The Axis lost i-33; the Allies lost haa-4. Headquarters overrun: hq-fri."
    assert "\n".join(lines).count("fri-mort") == 1


def test_14_leaders_and_8_supply() -> None:
    state = table(UNITS | {"smith": "1714", "gort": "1810"})
    wounded = happened("displaced", "14.4", unit="smith", to="track:7jul-am")
    lost = happened("displaced", "14.4", unit="gort", to="lost")
    moved = happened("displaced", "14.4", unit="smith", to="1714")
    out = happened("supply-checked", "8.4", out=["i-33", "grado", "2rwk"], back=[])
    assert told(wounded, lost, moved, out, state=state) == (
        "Brig K.P. Smith was wounded. General Lord Gort VC was killed or taken. "
        "Out of supply: Axis i-33 and grado; Allies 2rwk."
    )
    state.units["gort"].rating -= 1
    assert "The aide of General Lord Gort VC was killed or taken." in told(lost, state=state)


# ── Ends


def test_a_day_ends_with_its_figures_and_other_turns_do_not() -> None:
    ready = happened("counters-readied", "4.42")
    assert "At the end of the day" not in told(ready, state=position(turn="6jul-noon"))
    state = position(turn="7jul-am")
    state.control = {"1513", "1911"}
    assert not steps_lost(state, "allied")
    assert told(ready, state=state) == (
        "At the end of the day, the Axis held two hexes of the island, among them The Three Cities. "
        f"They had lost {number(steps_lost(state, 'axis'))} steps so far, the Allies none."
    )


@pytest.mark.parametrize(
    ("outcome", "total", "says"),
    [
        ("surrender", 0, "Malta surrenders, the Axis have won: every city is in Axis hands."),
        ("surrender", 24, "made 24, and 24 was enough."),
        ("called-off", 0, "the Allies have won: no Axis troops are ashore and none are left to land."),
        ("called-off", 4, "made 4, and after such losses"),
        ("stands", 0, "Malta stands, the Allies have won: the last turn is over."),
        ("axis", 0, "The Axis have reached their goal: the last turn is over."),
    ],
)
def test_20_3_why_it_is_over(outcome: str, total: int, says: str) -> None:
    state = position()
    state.outcome = outcome
    rolled = [happened("throw", "20.3", purpose="", on="Malta", dice=[1, 1], modifiers=[], total=total)]
    end = told(*(rolled if total else []), happened("game-over", "20.3", outcome=outcome), state=state)
    assert says in end
    assert "When it was over, the Axis held" in end


# ── A whole game


@pytest.fixture(scope="module")
def match() -> Match[Any]:
    """With landings and jumps, played by chance to its end."""
    match: Match[Any] = Match(GAME, Setup("hal-far"), 3)
    chooser = player("random", "3")
    while not match.state.outcome:
        perform(match, chooser.choose(match.state).order.in_words())
    return match


def test_a_whole_game_is_told_in_sentences(match: Match[Any]) -> None:
    story = Story(match)
    told = [paragraph for chapter in story.chapters for paragraph in chapter.told]
    assert all(paragraph.endswith(".") and "  " not in paragraph for paragraph in told)
    rows = bare_rows(match)
    replay(match, rows)
    types = {event.type for row in rows for event in row.events}
    for type, words in {"landed": "came ashore", "came-down": "Paratroops dropped", "attack-begun": "attacked"}.items():
        assert (type in types) == any(words in paragraph for paragraph in told), type
    assert told[-1].endswith("the last turn is over.")
    diary = markdown(story)
    assert "| Axis: steps lost |" in diary
    assert diary.count("### ") == len(story.chapters)
