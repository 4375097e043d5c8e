"""Forecasts: exact chances of any number of dice, proved by playing out every sequence of them."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from tarawa_cli.kernel.board.tables import Modifier
from tarawa_cli.kernel.engine.chances import Foresight, added, ends
from tarawa_cli.kernel.engine.play import Event, Play, answer
from tests.kernel import toy
from tests.kernel.toy import GAME, Race
from tests.kit import chances

Begin = Callable[[Play[Race]], None]


def copied(race: Race) -> Race:
    return Race(race.length, dict(race.at), dict(race.cheers), list(race.stack))


def answer_short(play: Play[Race]) -> None:
    answer(play, "short")


def last_result(before: str, events: Sequence[Event]) -> str:
    return next((event.facts["result"] for event in reversed(events) if event.type == "roll"), before)


FORESIGHT = Foresight(copied, lambda race: str(GAME.dump(race)), answer_short, last_result)


def race(red: int = 0, blue: int = 0, cheered: bool = False) -> Race:
    return Race(10, {"red": red, "blue": blue}, {"red": "go"} if cheered else {})


def order(line: str) -> Begin:
    def begin(play: Play[Race]) -> None:
        GAME.resolve(play, GAME.read(play.state, line.split()))

    return begin


def foreseen(start: Race, begin: Begin) -> dict[str, Fraction]:
    return added((f"{node.label} {GAME.dump(node.state)}", node.chance) for node in ends(start, begin, FORESIGHT))


def by_hand(start: Race, begin: Begin) -> dict[str, Fraction]:
    """The chances as all dice give them."""
    ways = chances.ways(lambda: copied(start), begin, answer_short)
    return chances.counted(ways, lambda way: f"{last_result('', way.events)} {GAME.dump(way.state)}")


@pytest.mark.parametrize(
    ("line", "start"),
    [
        ("race red", race()),
        ("race red", race(3, cheered=True)),
        ("gust", race(4, 2)),
        ("duel red blue", race(2, 2)),
        ("duel red blue", race(5, 1)),
        ("duel red blue", race(5, 1, cheered=True)),
        ("duel red blue", race(0, 1)),
        ("cheer red go", race()),
    ],
)
def test_the_chances_of_an_order_are_those_of_all_dice(line: str, start: Race) -> None:
    before = GAME.dump(start)
    expected = by_hand(start, order(line))
    assert foreseen(start, order(line)) == expected
    assert GAME.dump(start) == before, "nothing is changed by looking"


def flak(play: Play[Race]) -> None:
    """Three dice, each read by itself: a 6 throws red back, two or more 1s leave blue ahead."""
    dice = play.throw(3, purpose="flak", rule="16.12").dice
    toy.moved(play, "16.12", runner="red", fields=-sum(die == 6 for die in dice))
    if dice[1] == 1:
        toy.moved(play, "16.12", runner="blue", fields=1)


def tide(play: Play[Race]) -> None:
    """Two dice for their total, with a modifier; then a die straight from the box, and one of two by dice."""
    total = play.throw(2, [Modifier(-4, "ebb", "1.7")], purpose="tide", rule="1.7").total
    toy.moved(play, "1.7", runner="red", fields=total)
    if play.dice.die("wind") > 4:
        toy.moved(play, "1.4", runner=play.pick(["red", "blue"], "gust", "1.4"), fields=1)


def storm(play: Play[Race]) -> None:
    """Rolls with dice modifiers and shifts, one after the other."""
    row, _ = play.roll(toy.GROUND, [Modifier(-1, "mud", "1.9")], rule="1.1")
    shift = Modifier(1 if row.result == "step" else -1, "mood", "1.9")
    toy.duel(play, "blue", "red")
    row, _ = play.roll(toy.DUEL, rule="1.5", column="2", shifts=[shift])
    toy.moved(play, "1.5", runner="red", fields=len(row.result))


@pytest.mark.parametrize("begin", [flak, tide, storm])
def test_throws_dice_and_picks_are_gone_through_too(begin: Begin) -> None:
    start = race(5, 5)
    expected = by_hand(start, begin)
    assert len(expected) > 3
    assert foreseen(start, begin) == expected


def test_two_dice_come_in_thirty_six_ways_by_their_total() -> None:
    def begin(play: Play[Race]) -> None:
        toy.moved(play, "1", runner="red", fields=play.throw(2, purpose="two", rule="1").total)

    found = added((node.state.at["red"], node.chance) for node in ends(Race(99, {"red": 0}), begin, FORESIGHT))
    assert {total: chance * 36 for total, chance in found.items()} == {n: 6 - abs(7 - n) for n in range(2, 13)}


def test_all_totals_of_a_row_are_taken_together() -> None:
    nodes = ends(race(2, 2), order("duel red blue"), FORESIGHT)
    rows = [("-", 9), ("-", 20), ("ahead", 1), ("back", 6)]
    assert sorted((node.label, node.chance * 36) for node in nodes) == rows


def test_ways_to_the_same_position_are_gone_on_with_together() -> None:
    asked: list[str] = []

    def answered(play: Play[Race]) -> None:
        asked.append(play.state.stack[-1].kind)
        answer_short(play)

    def begin(play: Play[Race]) -> None:
        play.throw(2, purpose="nothing", rule="1")
        play.push(toy.fork, runner="red")

    nodes = list(ends(race(2), begin, FORESIGHT._replace(go_on=answered)))
    assert sum(node.chance for node in nodes) == 1
    assert len(asked) == 6, "one position with a fork, and six faces of one die on from it"
