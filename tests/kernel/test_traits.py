"""Traits of a unit: what follows from a declaration."""

import pytest

from tarawa_cli.kernel.board import units
from tarawa_cli.kernel.board.units import Sign, Traited, trait
from tarawa_cli.kernel.saves.readers import count, flag, text

WET = Sign("wet", "~", "is wet")
MOODS = (Sign("glad", "+", "is glad"), Sign("sad", "-", "is sad"))


class _Named(Traited):
    __slots__ = ("id",)

    def __init__(self, id: str) -> None:
        self.id = id


class Duck(_Named):
    weight: int = trait(count(1, 9), None, json=True)
    """As many pounds as its name has letters."""
    wet: bool = trait(flag, note="wet", signs=(WET,), change=("gets wet", "is dry"), json=True, ends=("sunrise",))
    mood: str = trait(text, "calm", note="{} duck", signs=MOODS, change=lambda old, new: f"{old.mood}, now {new.mood}")
    fed: bool = trait(flag, True, note="hungry", change=("hungry", ""), ends=("sunrise", "noon"))
    heavy: bool = trait(flag, when=lambda duck: duck.weight > 5, note=lambda duck: f"{duck.weight} pounds")

    def __init__(self, id: str) -> None:
        super().__init__(id)
        self.begin()
        self.weight = len(id)


def duck(**values: object) -> Duck:
    made = Duck("Daisy")
    for name, value in values.items():
        setattr(made, name, value)
    return made


def test_a_new_unit_has_the_value_of_each_declaration() -> None:
    made = duck()
    assert (made.weight, made.wet, made.mood, made.fed) == (5, False, "calm", True)


def test_traits_are_slots_in_the_order_of_their_declarations() -> None:
    assert list(Duck.traits) == ["weight", "wet", "mood", "fed", "heavy"]
    assert Duck.slots == ("id", *Duck.traits)
    with pytest.raises(AttributeError):
        duck(dry=True)


@pytest.mark.parametrize(
    ("values", "notes"),
    [
        ({}, []),
        ({"wet": True, "fed": False}, ["wet", "hungry"]),
        ({"mood": "sad"}, ["sad duck"]),
        ({"weight": 7}, ["7 pounds"]),
    ],
)
def test_a_note_is_about_what_is_not_usual(values: dict[str, object], notes: list[str]) -> None:
    assert [note for one in Duck.traits.values() if (note := one.note_on(duck(**values)))] == notes


def test_a_mark_is_the_one_named_after_the_value_if_there_are_several() -> None:
    assert units.signs(duck()) == []
    assert units.signs(duck(wet=True, mood="sad")) == [WET, MOODS[1]]
    assert units.signs(duck(mood="sleepy")) == []
    assert units.all_signs(Duck) == [WET, *MOODS]


def test_a_change_is_told_when_it_begins_and_when_it_ends() -> None:
    assert list(units.changes(duck(), duck(wet=True, fed=False), but=("mood",))) == ["gets wet", "hungry"]
    assert list(units.changes(duck(wet=True, fed=False), duck(), but=("mood",))) == ["is dry"]
    assert list(units.changes(duck(), duck(mood="glad"))) == ["calm, now glad"]


def test_everything_that_ends_at_a_moment_is_usual_again() -> None:
    one = duck(wet=True, fed=False, mood="sad")
    one.end("noon")
    assert (one.wet, one.fed, one.mood) == (True, True, "sad")
    one.end("sunrise")
    assert (one.wet, one.fed, one.mood) == (False, True, "sad")


def test_json_has_the_caller_s_order_first_and_the_rest_after_it() -> None:
    assert list(units.facts(duck(wet=True), ("id", "wet"), id="Daisy").items()) == [
        ("id", "Daisy"),
        ("wet", True),
        ("weight", 5),
    ]


class Swan(_Named):
    """It cannot be ringed without being tame; a wild one cannot be fed either."""

    tame: bool = trait(flag, True)
    ringed: bool = trait(flag, sound=lambda _, swan: swan.tame, wrong="it is wild")
    fed: bool = trait(flag, sound=lambda _, swan: swan.tame, wrong="it is shy")


def test_only_a_trait_that_a_unit_shows_can_be_wrong() -> None:
    wild = Swan("Leda")
    wild.begin()
    wild.tame, wild.ringed = False, True
    assert units.limits(Swan)(None, wild) == ["ringed: it is wild"]
    wild.tame = True
    assert units.limits(Swan)(None, wild) == []
