"""What is legal, what comes of it, what TAB offers: none without the law."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.legal import odds, odds_report
from tarawa_cli.games.malta.legal.api import WORDS, remark
from tarawa_cli.games.malta.legal.completion import next_words
from tarawa_cli.games.malta.legal.offers import commands, legal_for, orders
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.orders import ORDERS
from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.errors import BadOrder, NeedDice, Refused
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.players import play_on
from tests.malta.common import HELD, cottonera, may, order, table


def positions(seed: int, every: int) -> Iterator[State]:
    """Positions of a random game, now and then."""
    from tarawa_cli.games.malta.players import player

    state = GAME.begin(Setup("cottonera"))
    for number, _ in enumerate(play_on(GAME, state, player("random", str(seed)), seed)):
        if number % every == 0 and not state.outcome:
            yield state


@pytest.mark.parametrize("seed", [1, 2])
def test_whatever_is_listed_passes_the_law_and_reads_back(seed: int) -> None:
    for state in positions(seed, 25):
        for found in orders(state):
            GAME.check(state, found)
            assert GAME.read(state, found.text().split()) == found


def test_every_single_move_that_the_law_allows_is_listed() -> None:
    state = cottonera()
    listed = set(commands(state))
    for unit in ("i-33", "i-28", "chirieleison", "s47", "fj-kroh"):
        for at in sorted(state.board.land):
            for line in (f"move {unit} {at}", f"infiltrate {unit} {at}"):
                assert (line in listed) == may(state, line), line


def test_legal_for_a_unit() -> None:
    state = cottonera()
    assert legal_for(state, state.units["2rwk"]) == []
    assert all("i-33" in command.split() for command in legal_for(state, state.units["i-33"]))


# ── Odds


def played_out(state: State, line: str) -> dict[tuple[Any, ...], Fraction]:
    """Every sequence of dice, by hand: who is left with what, and how likely that is."""
    found: dict[tuple[Any, ...], Fraction] = {}
    action = GAME.read(state, line.split())
    open_: list[tuple[int, ...]] = [()]
    while open_:
        dice = open_.pop()
        twin = odds.copied(state)
        play = Play(twin, GivenDice(dice))
        try:
            GAME.resolve(play, action)
        except NeedDice:
            open_ += [(*dice, face) for face in range(1, 7)]
            continue
        if twin.question:
            GAME.resolve(Play(twin, GivenDice(())), GAME.read(twin, ["decide", "none"]))
        end = tuple(
            (unit.id, unit.steps, unit.state) for unit in twin.units.values() if unit.type.steps and unit.at != "absent"
        )
        found[end] = found.get(end, Fraction(0)) + Fraction(1, 6 ** len(dice))
    return found


@pytest.mark.parametrize(
    "units",
    [
        {"i-33": "1513", "11lf": "1512"},
        {"i-33": "1513", "ii-33": "1612", "chirieleison": "1513", "11lf": "1512", "rn-1": "1512"},
        pytest.param(
            {"i-33": "1513", "chirieleison": "1513", "11lf": {"at": "1512", "steps": 1}, "beak": "1512"},
            marks=pytest.mark.long,
        ),
    ],
)
def test_odds_are_what_all_dice_give(units: dict[str, Any]) -> None:
    state = table(units, policy=HELD)
    attackers = " ".join(id for id in units if state.units[id].side == "axis" and state.units[id].can("combat"))
    line = f"attack {attackers} --on 1512"
    by_hand = played_out(state, line)
    found = odds.forecast(state, line.split()).outcomes
    assert sum(outcome.chance for outcome in found) == 1 == sum(by_hand.values())
    for unit in units:
        for steps in range(state.units[unit].steps + 1):
            hand = sum(chance for end, chance in by_hand.items() if (unit, steps) in [each[:2] for each in end])
            lost = state.units[unit].steps - steps
            assert sum(o.chance for o in found if o.losses.get(unit, 0) == lost) == hand, (unit, steps)


def test_odds_change_nothing_and_say_that_the_hex_falls() -> None:
    state = table({"i-33": "1513", "ii-33": "1513", "11lf": {"at": "1512", "steps": 2}}, policy=HELD)
    before = GAME.dump(state)
    found = odds.forecast(state, ["attack", "i-33", "ii-33", "--on", "1512"])
    assert GAME.dump(state) == before
    summary = odds_report.summary(found)
    assert 0.4 < summary["falls"] < 0.9
    assert summary["column"] == "7"
    first, *rest = odds_report.text(state, found).splitlines()
    falls = f"{summary['falls'] * 100:.1f} %"
    assert first.startswith(f"the hex falls: {falls}; steps lost on average: axis ")
    assert [line for line in rest if "%" in line and " %" not in line] == []


@pytest.mark.parametrize(("at", "near", "saved"), [("1512", "1513", 0), ("2112", "2012", 1)])
def test_9_42_odds_tell_the_hits_on_either_side(at: str, near: str, saved: int) -> None:
    """Column 5 in the open: 1.81 and 1.00 hits expected (23); a fort spares the defenders one of each."""
    state = table({"i-33": near, "ii-33": near, "11lf": at, "10komr": at} if not saved else {"i-33": near, "1d": at})
    found = odds.forecast(state, f"attack {'i-33 ii-33' if not saved else 'i-33'} --on {at}".split())
    spread = odds_report.summary(found)["hits"]
    assert [sum(rows.values()) for rows in spread.values()] == pytest.approx([1, 1])
    expected = [sum(int(number) * share for number, share in spread[role].items()) for role in odds.ROLES]
    if not saved:
        assert [round(number, 2) for number in expected] == [1.81, 1.0]
    else:
        assert "2" not in spread["defenders"], "column 3 has no more than 2, less one"
    table_ = [line.split() for line in odds_report.text(state, found).splitlines()]
    assert ["hits", "attackers", "defenders"] in table_


def test_odds_only_of_attacks_and_only_of_legal_ones() -> None:
    state = table({"i-33": "1513", "11lf": "1512"})
    with pytest.raises(BadOrder, match="has no odds"):
        odds.forecast(state, ["next"])
    with pytest.raises(Refused):
        odds.forecast(state, ["attack", "i-33", "--on", "1511"])


# ── TAB


def test_whatever_tab_offers_leads_to_an_order() -> None:
    state = cottonera()
    assert "i-33" in next_words(state, ["move"], "")
    assert set(next_words(state, ["move", "i-33"], "19")) >= {"1912", "1913"}
    assert next_words(state, ["attack"], "") == [], "not in this phase"
    order(state, "next")
    assert set(next_words(state, ["support", "1911"], "--")) == {"--by", "--air"}
    assert "i-28" in next_words(state, ["support", "1911", "--by"], "")
    assert {"i-28", "i-35", "1911"} <= set(next_words(state, ["support"], "")), "guns before the hex"
    assert {"i-35", "1911"} <= set(next_words(state, ["support", "i-28"], ""))
    assert "i-28" not in next_words(state, ["support", "i-28"], "")
    assert list(next_words(state, ["support", "i-28", "i-35", "1911"], "")) == ["--air"]
    order(state, "next")
    assert "ii-33" in next_words(state, ["attack", "i-33"], "")
    assert list(next_words(state, ["attack", "i-33", "ii-33", "--on"], "")) == ["1911", "2010"]
    assert list(next_words(state, ["policy", "axis", "hits"], "")) == ["ask", "hold", "retreat", "cheapest"]


@pytest.mark.sample(5)
@pytest.mark.parametrize("start", ["cottonera", "hal-far", "last-stand"])
def test_whoever_follows_what_tab_offers_comes_to_an_order(start: str) -> None:
    from random import Random

    from tarawa_cli.games.malta.players import player

    state, rng, followed = GAME.begin(Setup(start)), Random(start), 0
    for number, _ in enumerate(play_on(GAME, state, player("random", start), 5)):
        if number % 9 == 0 and not state.outcome:
            for name in dict.fromkeys(command.split()[0] for command in commands(state)):
                follow(state, name, rng)
                followed += 1
        if followed > 25:
            break


def follow(state: State, name: str, rng: Any) -> None:
    """Take offered words until the law allows the line; nothing may lead nowhere."""
    words = [name]
    while not (len(words) > 1 or name in ("next", "decide")) or not _stands(state, words):
        offered = list(next_words(state, words, ""))
        assert offered, f"nothing follows {' '.join(words)}"
        words.append(rng.choice(offered))
        assert len(words) < 20, " ".join(words)


def _stands(state: State, words: list[str]) -> bool:
    try:
        orders = [order.tokens for order in GAME.expand(state, words).orders] if ORDERS[words[0]].several else [words]
        return all(may(state, " ".join(order)) for order in orders)
    except (BadOrder, Refused):
        return False


def test_6_2_strategic_moves_to_hexes_near_by_are_legal_listed_and_offered() -> None:
    """They differ from tactical ones in effect: no attack this turn."""
    state = table({"i-33": "1716", "2rwk": "0605"}, phase="axis-movement")
    assert {"move i-33 1715", "move i-33 1715 --strategic"} <= set(commands(state))
    assert "--strategic" in next_words(state, ["move", "i-33", "1715"], "--")
    beside = table({"i-33": "1713", "raf-1": "1712"}, phase="axis-movement")
    assert not any("--strategic" in command for command in commands(beside))
    assert "--strategic" not in next_words(beside, ["move", "i-33", "1714"], "--")


def test_tab_offers_phases_to_go_on_to() -> None:
    offered = next_words(cottonera(), ["next"], "")
    assert {"axis-combat", "allied-movement", "turn", "--yes"} <= set(offered)
    assert list(next_words(cottonera(), ["next", "turn"], "")) == ["--yes"]


def test_names_for_tab_and_remarks_about_them() -> None:
    state = cottonera()
    for name, words in WORDS.items():
        assert words(state) or name == "foreseen", name
    assert remark(state, "i-33") == "infantry in 2011"
    assert remark(state, "1811") == "city, Dockyard and Corradino"
    assert remark(state, "harbour").startswith("Valletta")
