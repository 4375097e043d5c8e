"""Orders as classes with declared fields: read from words, written as words, and offered."""

import pickle
from typing import Annotated, Any

import pytest

from tarawa_cli.kernel.engine.grammar import Grammar, Option, Orders, Word
from tarawa_cli.kernel.engine.order import Order, Takes, one_of
from tarawa_cli.kernel.errors import BadOrder

State = dict[str, list[str]]
UNIT = one_of("unit", lambda state: state["units"])
HEX = one_of("hex", lambda state: state["hexes"])
STATE: State = {"units": ["alpha", "bravo"], "hexes": ["0101", "0202"]}
MARCH = Grammar(
    "march",
    "March.",
    (Word("UNIT…", "Who.", most=None), Word("HEX", "Where.")),
    (
        Option("--fast", "Fast."),
        Option("--by", "Guides.", "UNIT", many=True),
        Option("--times", "How often.", "N", default="1"),
    ),
)


class March(Order[Any], of=MARCH):
    units: Annotated[tuple[str, ...], Takes(UNIT.reads, once=True)]
    to: Annotated[str, HEX]
    fast: bool = False
    guides: Annotated[tuple[str, ...], Takes(UNIT.reads, "--by")] = ()
    times: Annotated[int, lambda state, word: int(word)] = 1


WAIT = Grammar("wait", "Wait.")


class Wait(Order[Any], of=WAIT):
    """It has no fields."""


ORDERS: Orders[Any] = Orders(lambda home: {"here:MARCH": MARCH, "here:March": March}[home], {"march": "here"})


def read(line: str) -> March:
    return March.read(STATE, MARCH.parse(line.split()))


@pytest.mark.parametrize(
    ("line", "order"),
    [
        ("march alpha 0101", March(("alpha",), "0101")),
        ("march al br 02", March(("alpha", "bravo"), "0202")),
        ("march alpha 0101 --fast --by br --by al", March(("alpha",), "0101", True, ("bravo", "alpha"))),
        ("march alpha 0101 --times 3", March(("alpha",), "0101", times=3)),
    ],
)
def test_words_and_fields_are_the_same_order(line: str, order: March) -> None:
    assert read(line) == order
    assert read(order.text()) == order
    assert order.in_words().text() == order.text()
    assert March.read(STATE, order.in_words()) == order, "words that are taken apart need not be parsed"


def test_options_are_written_in_the_order_of_the_grammar_and_defaults_are_left_out() -> None:
    assert (
        March(("alpha",), "0101", times=1, guides=("bravo",), fast=True).text() == "march alpha 0101 --fast --by bravo"
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("march 0101", "too few words"),
        ("march", "too few words"),
        ("march alpha alpha 0101", "alpha is named twice"),
        ("march charlie 0101", "there is no unit 'charlie'"),
        ("march alpha 0101 --times 2 --times 3", "only once"),
    ],
)
def test_words_that_mean_nothing(line: str, why: str) -> None:
    with pytest.raises(BadOrder, match=why):
        ORDERS.read(STATE, line.split())


def test_an_order_knows_its_name_is_never_false_and_does_not_change() -> None:
    order: Any = March(("alpha",), "0101")
    assert (order.name, Wait().name, bool(Wait()), repr(Wait())) == ("march", "wait", True, "<wait>")
    assert order._replace(fast=True) == March(("alpha",), "0101", True)
    assert pickle.loads(pickle.dumps(order)) == order
    with pytest.raises(AttributeError):
        order.fast = True


def test_what_fields_can_name_is_offered() -> None:
    patrol = Grammar("patrol", "Patrol.", (Word("UNIT", "Who."), Word("HEX", "Where.")))

    class Patrol(Order[Any], of=patrol):
        unit: Annotated[str, UNIT]
        to: Annotated[str, HEX]

    assert [order.text() for order in Patrol.offers(STATE)] == [
        f"patrol {unit} {to}" for unit in STATE["units"] for to in STATE["hexes"]
    ]
    assert [order.text() for order in Wait.offers(STATE)] == ["wait"]
