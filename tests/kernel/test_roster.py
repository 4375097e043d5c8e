"""The index of units by place."""

from random import Random

from tarawa_cli.kernel.board.units import Roster, cloner, rewritten, written


class Piece:
    __slots__ = ("at", "id", "steps")

    def __init__(self, id: str, at: str) -> None:
        self.id, self.at, self.steps = id, at, 3


def roster(**places: str) -> Roster[Piece]:
    return Roster([(id, Piece(id, at)) for id, at in places.items()])


def ids(units: tuple[Piece, ...]) -> list[str]:
    return [unit.id for unit in units]


def test_units_in_a_place_are_in_the_order_of_the_roster_however_they_came() -> None:
    units = roster(a="1", b="2", c="1", d="3")
    assert ids(units.at("1")) == ["a", "c"]
    units.put(units["d"], "1")
    units.put(units["a"], "2")
    units.put(units["a"], "1")
    assert ids(units.at("1")) == ["a", "c", "d"]
    assert (ids(units.at("2")), units.at("3"), units.at("nowhere")) == (["b"], (), ())


def test_whoever_goes_through_a_stack_is_not_disturbed_by_those_who_leave() -> None:
    units = roster(a="1", b="1", c="1")
    for unit in units.at("1"):
        units.put(unit, "2")
    assert (units.at("1"), ids(units.at("2"))) == ((), ["a", "b", "c"])


def test_after_any_moves_the_index_says_what_a_search_says() -> None:
    rng = Random(7)
    units = roster(**{f"u{number}": str(number % 4) for number in range(20)})
    for _ in range(300):
        units.put(rng.choice(list(units.values())), rng.choice("012345"))
        place = rng.choice("012345")
        assert units.at(place) == tuple(unit for unit in units.values() if unit.at == place)
    assert list(units.problems()) == []


def test_a_unit_that_was_moved_without_put_is_found() -> None:
    units = roster(a="1", b="2")
    units["a"].at = "2"
    assert ids(units.at("2")) == ["a", "b"], "before the first question nothing is indexed"
    units["a"].at = "1"
    assert list(units.problems()) == [f"{place}: a unit came or went without `put`" for place in "12"]


def test_a_clone_has_all_that_its_original_has_and_is_its_own() -> None:
    one = Piece("a", "1")
    other = cloner(Piece)(one)
    one.steps = 1
    assert (other.id, other.at, other.steps) == ("a", "1", 3)


def test_a_patch_of_units_names_those_that_changed_came_and_went() -> None:
    def write(unit: Piece, values: tuple[object, ...]) -> dict[str, object]:
        return {} if unit.steps == 3 else {"at": unit.at, "steps": unit.steps}

    def patch() -> dict[str, object]:
        return rewritten(units, ("at", "steps"), write, kept)

    units, kept = roster(a="1", b="2", c="3"), dict[str, object]()
    assert patch() == {}
    units["b"].steps, units["c"].steps = 2, 1
    assert patch() == {"b": {"at": "2", "steps": 2}, "c": {"at": "3", "steps": 1}}
    units["b"].steps = 1
    assert patch() == {"b": {"steps": 1}}
    units["b"].steps, gone = 3, units.pop("c")
    assert patch() == {"b": None, "c": None}
    units["c"] = gone
    assert patch() == {"c": {"at": "3", "steps": 1}}
    assert patch() == {}
    assert written(units, ("at", "steps"), write) == {"c": {"at": "3", "steps": 1}}
