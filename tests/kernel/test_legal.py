"""What may be ordered is listed as the law allows it, or drawn, each order as likely as any other."""

from collections.abc import Iterator
from fractions import Fraction

import pytest

from tarawa_cli.kernel.engine.legal import Offer, offer, sample
from tarawa_cli.kernel.errors import Refused
from tarawa_cli.kernel.players import Chance, play_on
from tests.kernel import toy
from tests.kernel.tools import new_match


def offers(race: toy.Race) -> Iterator[Offer]:
    """Those who have arrived may still be thought of; a cheer is thought of in more words than there are."""
    yield offer([toy.Order("decide", (way,)) for way in ("long", "short")])
    yield offer([toy.Order("race", (runner,)) for runner in race.at])
    yield Offer(5, lambda: (toy.Order("cheer", (runner, "go")) for runner in race.at))


def passes(race: toy.Race, order: toy.Order) -> bool:
    try:
        toy.GAME.check(race, order)
    except Refused:
        return False
    return True


def legal(race: toy.Race) -> list[str]:
    return [one.text() for offer in offers(race) for one in offer.legal(lambda order: passes(race, order))]


class EndOfNumbers(Exception):
    """A draw wants a number more than it was given."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def chances(race: toy.Race) -> dict[str, Fraction]:
    """How likely each order is drawn, by going through all numbers that a draw may ask for."""
    found, open_ = dict[str, Fraction](), [(list[int](), Fraction(1))]
    while open_:
        numbers, chance = open_.pop()
        left = iter(numbers)

        def below(count: int, left: Iterator[int] = left) -> int:
            number = next(left, None)
            if number is None:
                raise EndOfNumbers(count)
            return number

        try:
            order = sample(offers(race), lambda order: passes(race, order), below)
            found[order.text()] = found.get(order.text(), Fraction(0)) + chance
        except EndOfNumbers as end:
            open_ += [([*numbers, number], chance / end.count) for number in range(end.count)]
    return found


def test_only_what_the_law_allows_is_listed() -> None:
    race = toy.Race(10, {"red": 10, "blue": 0})
    assert legal(race) == ["race blue", "cheer red go", "cheer blue go"]


def test_what_is_sure_is_listed_without_asking_the_law() -> None:
    def never(order: object) -> bool:
        raise AssertionError("nobody need ask")

    assert list(Offer(2, lambda: ["a", "b"], sure=True).legal(never)) == ["a", "b"]
    assert sample([Offer(1, lambda: ["a"], sure=True)], never, lambda count: 0) == "a"


def test_one_of_an_offer_is_taken_by_its_number() -> None:
    cheers = Offer(5, lambda: iter("ab"))
    assert [cheers.order(number) for number in range(3)] == ["a", "b", None]


@pytest.mark.parametrize("at", [{"red": 10, "blue": 0}, {"red": 0, "blue": 0}])
def test_every_legal_order_is_drawn_as_likely_as_any_other(at: dict[str, int]) -> None:
    race = toy.Race(10, at)
    found = chances(race)
    assert sorted(found) == sorted(legal(race))
    assert set(found.values()) == {Fraction(1, len(found))}


def test_where_nothing_is_legal_nothing_is_drawn() -> None:
    assert sample([], lambda order: True, lambda count: 0) is None
    assert sample([offer(["a", "b"])], lambda order: False, lambda count: 0) is None


def test_one_who_plays_by_chance_plays_the_same_game_again_from_the_same_text() -> None:
    def chance(seed: str) -> Chance[toy.Race]:
        return Chance(lambda race, below: sample(offers(race), lambda order: passes(race, order), below), seed)

    def game(seed: str) -> list[str]:
        return [move.order.text() for move in play_on(toy.GAME, new_match().state, chance(seed), 7)]

    assert game("a") == game("a")
    assert game("a") != game("b")


def test_a_dead_end_is_an_error() -> None:
    with pytest.raises(LookupError, match="nothing is legal"):
        Chance[toy.Race](lambda race, below: None).choose(new_match().state)
