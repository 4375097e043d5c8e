"""Words to come in an order: all that are offered lead to one that the law allows, and none of `legal` is missing."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.legal.completion import next_words
from tarawa_cli.games.tarawa.legal.listing import legal
from tarawa_cli.games.tarawa.model.state import PHASES, POLICIES, State
from tarawa_cli.games.tarawa.orders import ORDERS, passes, read_order
from tarawa_cli.kernel.errors import BadOrder, Refused
from tarawa_cli.kernel.game import Setup
from tests.tarawa.ground import ashore, give
from tests.tarawa.playing_night import at_night
from tests.tarawa.playing_night import do as do_at_night
from tests.tarawa.playing_reef import afloat, carried, do, match_on, new_match
from tests.tarawa.playing_supply import start
from tests.tarawa.tables import TABLES
from tests.tarawa.tools import new_state, position, random_state

SCRIPTS = Path(__file__).parent.parent / "scripts"
WITH_ORDERS = [p for p in PHASES if p.rstrip("-123") in ("embark", "impulse", "suppression", "supply-check", "actions")]
LVTS = [f"lvt-{number}" for number in range(1, 9)]
LCVPS = [f"lcvp-{number}" for number in range(1, 11)]
ENTRIES = [str(hex) for hex in range(1421, 1431)]


def after(state: State, line: str, begun: str = "") -> list[str]:
    """What is offered after the words of a line."""
    words = line.split()
    return next_words(state, words, begun)


def is_whole(state: State, words: list[str]) -> bool:
    """Whether that is an order, and the law allows it, or the first of those that it means."""
    try:
        grammar = ORDERS[words[0]]
        if grammar.macro:
            return passes(state, read_order(state, grammar.macro(state, grammar.read(words[1:])).order(state)))
        first = GAME.expand(state, words).orders[0] if grammar.several else words[:1] if grammar.ends else words
        return passes(state, read_order(state, first))
    except (BadOrder, Refused):
        return False


@pytest.fixture
def landing() -> State:
    """Turn 1, phase `embark`: nobody at sea yet."""
    return position(turn=1, phase="embark")


@pytest.fixture
def busy() -> State:
    """The worked turn's position: seventeen units ashore."""
    return GAME.begin(Setup("turn_4.toml", str(SCRIPTS), TABLES))


# ── Nothing leads nowhere, nothing is missing


def positions() -> Iterator[State]:
    """One in each phase that has orders, at random, and the worked turn's."""
    for seed, phase in enumerate(WITH_ORDERS * 2):
        state = random_state(seed)
        state.outcome, state.stack, state.phase = "", [], phase
        yield state
    yield GAME.begin(Setup("turn_4.toml", str(SCRIPTS), TABLES))


def walk(state: State, name: str, rng: Random) -> int:
    """Go on by words that are offered until there is none, or the line is long; how often it was a whole order."""
    words, whole = [name], 0
    while len(words) < 10:
        offered = next_words(state, words, "")
        assert offered or is_whole(state, words), f"a dead end: {' '.join(words)}"
        whole += is_whole(state, words)
        if not offered:
            break
        words.append(rng.choice(offered))
    return whole


@pytest.mark.long
def test_whoever_follows_what_is_offered_comes_to_a_legal_order() -> None:
    rng, ends = Random(1), dict.fromkeys(ORDERS, 0)
    for state in positions():
        for name in dict.fromkeys(command.split()[0] for command in legal(state)):
            ends[name] += sum(walk(state, name, rng) for _ in range(5))
    never = [name for name, count in ends.items() if not count and not ORDERS[name].macro]
    elsewhere = ["policy", "bombard", "chits", "wreck", "supply", "decide"]
    assert never == [*elsewhere, "resign"], "not in these positions: tried below; `resign` takes no words"


@pytest.mark.long
def test_whoever_follows_what_is_offered_after_land_can_land() -> None:
    rng = Random(1)
    able = [state for state in positions() if after(state, "land")]
    assert {state.phase.rstrip("-123") for state in able} == {"embark", "impulse", "suppression"}
    assert all(walk(state, "land", rng) for state in able for _ in range(5))


def test_every_word_of_every_legal_command_is_offered() -> None:
    rng, tried = Random(1943), set[str]()
    for state in positions():
        listed = legal(state)
        for command in rng.sample(listed, min(8, len(listed))):
            words = command.split()
            for place, word in enumerate(words[1:], 1):
                offered = next_words(state, words[:place], word)
                assert word in offered, f"{' '.join(words[:place])} [{word}]"
                tried.add(words[0])
    assert len(tried) >= 8


def test_an_order_of_another_phase_has_no_next_word(landing: State, busy: State) -> None:
    assert [name for name in ORDERS if after(landing, name)] == ["policy", "next", "embark", "land"]
    ashore_now = ["policy", "next", "move", "fire", "attack", "demolish", "recover", "dig"]
    assert [name for name in ORDERS if after(busy, name)] == ashore_now


def test_a_game_that_is_over_takes_only_a_policy(busy: State) -> None:
    busy.outcome = "victory"
    assert [name for name in ORDERS if after(busy, name)] == ["policy"]


@pytest.mark.parametrize("rest", ["nosuch", "2/8A nosuch", "2/8A lvt-1 nosuch", "2/8", "2/8A lvt-1 red3 9999", "-1"])
def test_what_is_unknown_leads_nowhere_at_sea(landing: State, rest: str) -> None:
    assert after(landing, f"embark {rest}") == []


@pytest.mark.parametrize(
    "line", ["attack nosuch", "attack 2/8A --on 9999", "move 2/8A nosuch", "move nosuch", "fire 2/8A 9999", "dig -1"]
)
def test_what_is_unknown_leads_nowhere_ashore(busy: State, line: str) -> None:
    assert after(busy, line) == []


def test_case_does_not_matter_and_beginnings_do(landing: State, busy: State) -> None:
    assert after(landing, "embark 2/8a LVT-7", "RE") == ["red3"]
    assert after(landing, "embark haw") == ["1431", "1432"]
    assert after(busy, "attack 2/8a --on") == ["2828"]
    assert after(busy, "attack", "2/8") == ["2/8A", "2/8B", "2/8"]


# ── Bombardment and landing


def test_bombardment() -> None:
    match = new_match()
    assert after(match.state, "bombard") == ["--delay"]
    assert after(match.state, "bombard --delay") == ["1", "2"]
    assert after(match.state, "bombard --delay 1") == []
    do(match, "bombard", 1)
    areas = list(match.state.board.areas)
    assert after(match.state, "chits") == areas
    assert after(match.state, "chits red3 red2") == [area for area in areas if area not in ("red3", "red2")]
    assert after(match.state, "chits red3 red2 green beak") == [], "four were won"


def test_embark_a_unit(landing: State) -> None:
    units = "2/2A 2/2B 3/2A 3/2B 2/8A 2/8B 2/2E 3/2E 2/8E hawkins sherman-1"
    assert after(landing, "embark") == [*units.split(), "none", "2/2", "3/2", "2/8", "all", "--due"]
    assert after(landing, "embark 2/8A") == LVTS + LCVPS
    assert after(landing, "embark 2/8A lvt-7") == ["red3"]
    assert after(landing, "embark 2/8A lvt-7 red3") == ENTRIES
    assert after(landing, "embark 2/8A lvt-7 red3 1424") == []
    assert after(landing, "embark hawkins") == ["1431", "1432"]


def test_embark_supplies_guns_and_empty_amtracs() -> None:
    state = position(turn=4, phase="embark", stock=1, units={"2/8A": {"at": "2531"}})
    assert {"supply", "none"} <= set(after(state, "embark"))
    assert after(state, "embark supply lvt-2 red3") == [*ENTRIES, "--for"]
    assert after(state, "embark supply lvt-2 red3 --for") == ["2/8"]
    assert after(state, "embark supply lvt-2 red3 1424 --for 2/8") == []
    assert after(state, "embark none") == LVTS
    assert after(state, "embark 1/10") == [*LVTS, "--bairiki"]
    assert after(state, "embark 1/10 --bairiki") == []


def test_what_has_put_to_sea_is_offered_no_more_but_can_be_withdrawn(landing: State) -> None:
    give(landing, "embark none lvt-1 red3 1424")
    assert after(landing, "embark 2/8A", "lvt") == LVTS[1:]
    assert "1424" not in after(landing, "embark 2/8A lvt-2 red3")
    assert after(landing, "withdraw") == ["lvt-1", "all"]


def test_over_the_reef() -> None:
    match = match_on(carried("2/8A", "lvt-1", "1424") | carried("2/8E", "lcvp-1", "1426") | {"2/8B": afloat("2028")})
    state = match.state
    assert after(state, "advance") == ["2/8A", "2/8B", "lvt-1", "2/8", "all", "--all"]
    assert after(state, "advance --all") == []
    far = after(state, "advance lvt-1")
    assert {"1523", "1524", "2127"} <= set(far), "the next hexes, and those at the end of its AP"
    assert after(state, "advance 2/8A") == far, "as its craft goes"
    assert after(state, "advance lvt-1 1523") == ["1623", "1624"]
    assert after(state, "unload") == ["lcvp-1", "2/8", "all", "--all"]
    assert after(state, "unload lcvp-1") == ["1426"]


def test_hawkins_is_taken_off_the_pier() -> None:
    match = match_on({"hawkins": {"at": "pier:1431"}, "lvt-1": afloat("1430")})
    assert "lvt-1" in after(match.state, "advance hawkins")
    assert after(match.state, "advance hawkins lvt-1") == []


def test_suppression() -> None:
    state = position(turn=1, phase="suppression-1", units=carried("2/8A", "lvt-1", "2127"))
    offered = after(state, "suppress")
    assert "red3" in offered
    assert offered == [*(area for area in state.board.areas if is_whole(state, ["suppress", area])), "all", "--all"]


# ── Ashore


def test_move_by_one_hex_or_by_a_route(busy: State) -> None:
    far = after(busy, "move 2/8A")
    assert far == sorted(at for at in busy.board.terrain if is_whole(busy, ["move", "2/8A", at]))
    assert after(busy, "move 2/8A", "32") == ["3234"]
    assert after(busy, "move 2/8A 2729 2830") == ["2729", "2730", "2829", "2831"]


def test_fire(busy: State) -> None:
    assert after(busy, "fire 2/8B") == ["2726", "2827", "2828", "--support", "--shore", "--times"]
    assert after(busy, "fire 2/8B 2828 --support") == ["2/8A", "1/10"]
    assert after(busy, "fire 2/8B 2828 --support 1/10") == ["--shore", "--times"], "one supporter"
    assert "--shore" not in after(busy, "fire 2/8B 2828 --shore")
    busy.shore = 0
    assert "--shore" not in after(busy, "fire 2/8B 2828")


def test_attack(busy: State) -> None:
    units = "1/2A 1/2B 2/2A 2/2B 2/8A 2/8B 3/8A 3/8B 1/2 2/2 2/8 3/8 all"
    assert " ".join(after(busy, "attack")) == f"{units} --on --support --shore"
    assert after(busy, "attack 2/8B --on") == ["2726", "2827", "2828"]
    near, with_3_8a = ["2726", "2828"], ["2626", "2724", "2725"]
    assert after(busy, "attack 2/8B --on 2827 --on") == sorted(near + with_3_8a)
    assert is_whole(busy, ["attack", "2/8B", "3/8A", "--on", "2827", "--on", "2626"])
    assert after(busy, "attack 2/8B --on 2827 --on 2828", "--on") == []
    assert after(busy, "attack 2/8A --on 2828 --support") == ["2/8B", "1/10"]
    assert after(busy, "attack --on 2828", "2/8") == ["2/8A", "2/8B", "2/8"]


def test_an_attack_by_two_with_nothing_in_common_needs_two_targets(busy: State) -> None:
    assert "3/8A" in after(busy, "attack 2/8A")
    assert after(busy, "attack 2/8A 3/8A --on") == ["2626", "2724", "2725", "2828"]
    assert after(busy, "attack 2/8A 3/8A --on 2828 --on") == ["2626", "2724", "2725"]


def test_demolish(busy: State) -> None:
    assert after(busy, "demolish 2/8E") == ["3/8E", "2626", "--on", "--support"]
    assert after(busy, "demolish 2/8E --on") == ["2626"]
    assert after(busy, "demolish 2/8E --on 2626", "--on") == [], "only one"


def test_rest_and_dig(busy: State) -> None:
    busy.units["hawkins"].steps, busy.units["1/10"].steps = 1, 3
    assert after(busy, "recover") == ["hawkins", "1/10", "all"]
    assert after(busy, "recover hawkins") == ["1/10"]
    assert after(busy, "recover hawkins 1/10") == []
    busy.units["1/10"].hurt = True
    assert after(busy, "recover") == ["hawkins", "all"]
    assert "2/8A" not in after(busy, "dig 2/8A")


def test_the_wreck() -> None:
    state = ashore({"2/8A": "2627"}, wreck="occupied", shore=1)
    assert after(state, "wreck") == ["2/8A", "2/8", "all", "--shore"]
    assert after(state, "wreck 2/8A") == []
    assert after(state, "wreck --shore") == []


def test_supply_by_group_or_battalion() -> None:
    units = {"2/8A": "2727", "2/8B": "2728", "3/8A": "2531"}
    state = start(
        units, turn=8, phase="supply-points", stock=1, heads="2531", cleared=list(new_state().board.defended)
    ).state
    assert after(state, "supply") == ["2/8A", "3/8A", "2/8", "3/8", "all"]
    assert after(state, "supply 2/8") == []


def test_supply_heads() -> None:
    state = start({}, turn=8, phase="supply-check", cleared="2731").state
    assert after(state, "head") == ["2731"]
    assert after(state, "head 2731") == []


# ── Answers


def test_answers_to_a_question() -> None:
    state = ashore({"2/8A": {"at": "2627", "supply": "active"}}, tracks={"japanese": 5})
    give(state, "attack 2/8A --on 2726", 6)
    assert after(state, "decide") == ["step", "morale"]
    assert after(state, "decide step") == []
    assert after(state, "attack") == []


def test_hits_of_an_air_raid_are_shared_out_word_by_word() -> None:
    match = at_night({"2/8A": "2531", "2/8B": {"at": "2530", "steps": 1}, "sherman-1": {"at": "2529", "steps": 1}})
    do_at_night(match, "next", 1, 3)
    assert after(match.state, "decide") == ["2/8A:1", "2/8A:2", "2/8A:3", "2/8B:1", "sherman-1:1"]
    assert after(match.state, "decide 2/8A:1") == ["2/8B:1", "sherman-1:1"]
    assert after(match.state, "decide 2/8A:1 2/8B:1") == ["sherman-1:1"]
    assert after(match.state, "decide 2/8A:3") == []


def test_policies_whatever_the_phase(landing: State) -> None:
    assert after(landing, "policy") == [*POLICIES, "routine"]
    assert after(landing, "policy hits") == ["ask", "step", "morale"]
    assert after(landing, "policy empty-lvt") == ["pool", "wait"]
    assert after(landing, "policy hits ask") == []
