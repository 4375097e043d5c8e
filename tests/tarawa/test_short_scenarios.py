"""The short scenarios (13.3): sound positions, introductions that keep their word, games that end and are proven."""

import re
from pathlib import Path

import pytest

from tarawa_cli.cli.commands import commands
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.listing import is_legal, legal
from tarawa_cli.games.tarawa.model import scenario
from tarawa_cli.games.tarawa.model.board import distance, neighbours
from tarawa_cli.games.tarawa.model.state import OUTCOMES, State
from tarawa_cli.games.tarawa.orders import ORDERS, check_order, read_order
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import head_sites
from tarawa_cli.games.tarawa.rules.ch12_13_victory_timetable import progress
from tarawa_cli.games.tarawa.views import library
from tarawa_cli.kernel.engine.play import Play, question
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.saves.history import prove
from tests.kit.fuzzing.game import RandomGame, Task
from tests.tarawa.fuzzed import TARAWA
from tests.tarawa.tools import members

SHORT = ("red-beach-3", "second-morning", "last-night")


def new(name: str, seed: int = 1) -> Match[State]:
    return Match(GAME, Setup(name), seed)


def introduction(name: str) -> str:
    return scenario.load(scenario.shipped()[name]).introduction


def opening(name: str) -> list[str]:
    """The orders that an introduction tells one to give, in their order."""
    return re.findall(r"^    tarawa (.+)$", introduction(name), re.MULTILINE)


def quoted(name: str) -> list[str]:
    """All that it names as something to type."""
    spans: list[str] = re.findall(r"`([^`]+)`", introduction(name))
    return [*opening(name), *(span.removeprefix("tarawa ") for span in spans)]


# ── The list


def test_the_first_game_comes_first_and_the_long_ones_last() -> None:
    assert [fact["id"] for fact in library.LIBRARY.scenarios_facts()] == [*SHORT, "campaign", "free"]


@pytest.mark.parametrize("name", SHORT)
def test_each_tells_its_goal_before_the_game(name: str) -> None:
    fact = library.LIBRARY.scenario_facts(name)
    text = library.LIBRARY.scenario_text(fact)
    assert f"Goal: {fact['goal']['text']}" in text.replace("\n  ", " ")
    for ground in fact["goal"]["ground"]:
        assert f"  {ground['name']}: {ground['needed']}\n" in text
    assert f"the end of turn {fact['length']} (" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("order", ["0", "100", "true", '"first"'])
def test_a_place_in_the_list_is_a_number(order: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(f'[scenario]\nid = "x"\nname = "X"\nbase = "campaign"\norder = {order}\n', encoding="utf-8")
    with pytest.raises(Exception, match=r"scenario\.order: must be a number from 1 to 99"):
        scenario.load(str(path))


# ── Positions


@pytest.mark.parametrize("name", SHORT)
def test_there_is_something_to_win_and_not_yet_won(name: str) -> None:
    state = new(name).state
    goal = state.setting.scenario.goal
    assert goal
    assert not all(part.met for part in progress(state))
    assert state.casualties < goal.casualties < state.charts.value("victory")
    assert state.turn < state.setting.scenario.length


@pytest.mark.parametrize("name", SHORT)
def test_whoever_is_ashore_has_landed_and_counts_as_entered(name: str) -> None:
    state = new(name).state
    for unit in state.units.values():
        if unit.at in state.board.land:
            assert 0 < unit.landed < state.turn, unit.id
            assert state.is_friendly(unit.at), unit.id
            assert unit.at in state.cleared | state.occupied, unit.id


@pytest.mark.parametrize("name", SHORT)
def test_whoever_still_comes_can_come_before_the_end(name: str) -> None:
    state = new(name).state
    here = state.setting.scenario
    coming = [who for who, arrival in here.schedule.items() if arrival.turn <= here.length and arrival.beaches]
    due = {id for who in coming for id in members(state.charts, who)}
    waiting = {unit.id for unit in state.units.values() if unit.at == "schedule"}
    assert waiting == due


def test_second_morning_only_the_western_point_is_without_supply() -> None:
    state = new("second-morning").state
    cut_off = {unit.id for unit in state.units.values() if unit.supply == "none"}
    assert cut_off == {"3/2A", "3/2B", "3/2E", "sherman-1"}
    assert 1500 <= state.casualties <= 1700


def test_last_night_the_line_is_manned_from_shore_to_shore() -> None:
    state = new("last-night").state
    front = {at for at in state.board.land - state.uncleared if state.board.area_of[at] in ("eastend", "black2")}
    front = {at for at in front if any(near in state.uncleared for near in neighbours(at))}
    line, *_ = progress(state)
    assert front == {"3119", "3220", "3320", "3420", "3520"}
    assert all(any(unit.kind in ("infantry", "engineer") for unit in state.units_at(at)) for at in front)
    assert (line.done, line.needed) == (5, 5)


# ── Introductions


@pytest.mark.parametrize("name", SHORT)
def test_an_introduction_is_a_page_that_names_only_commands_that_exist(name: str) -> None:
    lines = introduction(name).splitlines()
    assert 30 <= len(lines) <= 60
    assert max(map(len, lines)) <= 80
    for text in quoted(name):
        assert text.startswith("--") or text.split()[0] in commands(), text


@pytest.mark.parametrize("name", SHORT)
def test_every_whole_order_in_an_introduction_can_be_read(name: str) -> None:
    state = new(name).state
    orders = [text.split() for text in quoted(name) if len(text.split()) > 1 and text.split()[0] in ORDERS]
    assert len(orders) > 5
    for words in orders:
        plain = GAME.expand(state, words).orders[0] if "--due" in words else words
        assert read_order(state, plain).text().startswith(words[0])


@pytest.mark.parametrize("name", SHORT)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_opening_of_an_introduction_can_be_played_as_it_stands(name: str, seed: int) -> None:
    match = new(name, seed)
    perform(match, ["policy", "hits", "step"])
    for order in opening(name):
        perform(match, order.split())
    assert prove(match).reason == ""


def test_red_beach_3_what_the_introduction_says_of_2627_is_legal_there() -> None:
    ashore = {"at": "2627", "supply": "active", "landed": 1}
    doc = {"turn": 1, "phase": "actions", "units": {"2/8A": ashore, "2/8E": ashore}, "suppressed": {"2626": 2}}
    state = GAME.load(Setup("red-beach-3"), doc)
    for text in ("fire 2/8A 2626 --times 3", "fire 2/8E 2626 --times 3", "demolish 2/8E --on 2626 --support 2/8A"):
        assert text in quoted("red-beach-3")
        assert is_legal(state, text), text


def test_red_beach_3_the_boat_at_1430_unloads_on_the_pier_and_2731_takes_a_head() -> None:
    boat = {"3/8A": {"at": "in:lcvp-1", "beach": "red3"}, "lcvp-1": {"at": "1430", "beach": "red3"}}
    state = GAME.load(Setup("red-beach-3"), {"turn": 2, "phase": "impulse-1", "units": boat})
    assert is_legal(state, "unload lcvp-1 1431")
    state = GAME.load(Setup("red-beach-3"), {"turn": 3, "phase": "supply-check", "cleared": "2731"})
    assert is_legal(state, "head 2731")


def test_second_morning_the_two_ways_that_the_introduction_shows_are_there() -> None:
    start = new("second-morning").state
    doc = GAME.dump(start) | {"phase": "actions", "cleared": sorted(start.cleared | {"3132", "3232"})}
    doc["units"] = doc["units"] | {
        "1/2A": {"at": "3232", "landed": 2},
        "3/2E": {"at": "2744", "landed": 1, "supply": "active"},
    }
    state = GAME.load(Setup("second-morning"), doc)
    assert is_legal(state, "move 1/2A 3431")
    assert is_legal(state, "demolish 3/2E --on 2645")
    taken = GAME.load(Setup("second-morning"), doc | {"cleared": sorted(state.cleared | {"2645"})})
    assert "2645" in head_sites(taken)


# ── Whole games


@pytest.mark.parametrize(("name", "seed"), [("red-beach-3", 1), ("second-morning", 2), ("last-night", 3)])
def test_a_short_game_played_at_random_ends_sound_and_proven(name: str, seed: int) -> None:
    match = new(name, seed)
    RandomGame(TARAWA, Task(name, seed, "eager"), match).play_out()
    state = match.state
    met = all(part.met for part in progress(state))
    assert state.outcome in OUTCOMES
    assert state.outcome == "called-off" or met == (state.outcome != "time")
    assert state.turn <= state.setting.scenario.length
    assert GAME.dump(GAME.load(match.setup, GAME.dump(state))) == GAME.dump(state)
    assert prove(match).reason == ""


class Lucky:
    """Sixes for the Marines, ones for everything else."""

    def __init__(self) -> None:
        self.rolled: list[int] = []

    def die(self, purpose: str, subject: str = "-") -> int:
        self.rolled.append(6 if re.match("Marine|Demolition|Shore|Supply", purpose) else 1)
        return self.rolled[-1]


def give(state: State, text: str) -> None:
    order = read_order(state, text.split())
    check_order(state, order)
    order.resolve(Play(state, Lucky()))


RUNWAY = 3
"""Hexes to the goal from which a unit crosses the airstrip under fire."""


def straight_at_it(state: State) -> str:
    """Keep heads down, attack what can be attacked, go where the goal lies, and keep everybody supplied."""
    able = legal(state)
    wanted = [hex for part in progress(state) for hex in part.left if not part.met]

    def far(at: str) -> int:
        return min((distance(at, hex) for hex in wanted), default=0)

    def leads_on(text: str) -> bool:
        """A step nearer; the runway is only for those who have not far to go."""
        here, there = _standing(state, text), text.split()[2]
        open_ground = state.board.terrain[there] == "airstrip" and far(here) > RUNWAY
        return there in neighbours(here) and far(there) < far(here) and not open_ground

    nearer = [text for text in able if text.startswith("move ") and leads_on(text)]
    ranked = [
        *(text for text in able if re.fullmatch(r"fire \S+ \d+", text) and _worth_fire(state, text[-4:])),
        *(f"{text} --shore" for text in able if state.shore and text.startswith("attack ")),
        *(text for text in able if text.split()[0] in ("decide", "attack", "demolish", "supply", "head")),
        *sorted(nearer, key=lambda text: far(text.split()[2])),
        *(text for text in able if text.startswith("embark supply lvt") and _in_need(state, text.split()[-1])),
        *(text for text in able if text == "advance --all"),
    ]
    return (ranked or ["next"])[0]


def _worth_fire(state: State, hex: str) -> bool:
    """A marker makes defensive fire fail; at a pillbox every one is welcome."""
    return hex in state.board.pillboxes or hex not in state.suppressed


def _in_need(state: State, battalion: str) -> bool:
    """Cut off, and nothing on its way."""
    units = state.units.values()
    sent = any(unit.load == f"supply:{battalion}" for unit in units)
    return not sent and any(unit.type.battalion == battalion and unit.supply == "none" for unit in units)


def _standing(state: State, text: str) -> str:
    return state.units[text.split()[1]].hex


@pytest.mark.parametrize("name", SHORT)
def test_with_all_luck_a_short_game_can_be_won_in_time(name: str) -> None:
    state = new(name).state
    for text in opening(name):
        give(state, text)
    for _ in range(2000):
        if state.outcome:
            break
        give(state, straight_at_it(state))
    assert state.outcome == "victory"


@pytest.mark.parametrize("name", SHORT)
def test_whoever_does_nothing_loses(name: str) -> None:
    state = new(name).state
    for _ in range(200):
        if state.outcome:
            break
        give(state, f"decide {question(state).options[0]}" if state.question else "next")
    assert state.outcome == "time"


# ── What a save says


def test_a_save_names_only_the_units_that_are_in_the_game() -> None:
    match = new("red-beach-3")
    doc = GAME.dump(match.state)
    assert doc["default"] == "absent"
    assert len(doc["units"]) == 19
    assert GAME.dump(GAME.load(match.setup, doc)) == doc
    full = {id: {"at": unit.at} for id, unit in match.state.units.items()}
    older = {key: value for key, value in doc.items() if key != "default"} | {"units": full}
    assert GAME.dump(GAME.load(match.setup, older)) == doc, "a save that names them all is read as ever"
    assert "default" not in GAME.dump(new("campaign").state)
