"""The books of a game balance as long as events and table agree, and say so when they do not."""

from collections.abc import Callable

import pytest

from tarawa_cli.games.malta.model import apply
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.kernel.board.dice import GivenDice
from tarawa_cli.kernel.engine.play import Play
from tests.malta.accounts import ACCOUNTS
from tests.malta.common import table

Happening = Callable[[Play[State]], object]
Tampering = Callable[[State], object]


def position() -> State:
    units = {
        "i-33": "1513",
        "ii-33": {"at": "1613", "steps": 2},
        "ii-33-3": {"at": "lost"},
        "iii-33": {"at": "1613", "steps": 2},
        "iii-33-3": "1614",
        "i-28": {"at": "1513", "ammo": True},
        "i-35": "1614",
        "11lf": "1512",
        "hq-central": "1511",
        "carboni": "1513",
    }
    return table(units, control={"axis": "1513 1613 1614"}, strongpoints="1516", stock=3)


def found(happens: Happening | None = None, tampers: Tampering | None = None) -> list[str]:
    """What does not balance after events, and after changes that no event tells of."""
    state = position()
    books = [account(state) for account in ACCOUNTS]
    play = Play(state, GivenDice(()))
    if happens:
        happens(play)
    if tampers:
        tampers(state)
    for book in books:
        for event in play.events:
            book.book(event)
    return [what for book in books for what in book.differences(state)]


HONEST: dict[str, Happening] = {
    "a move": lambda play: apply.moved(play, "6.3", unit="i-33", route=["1514", "1516"], how="tactical"),
    "a step": lambda play: apply.step_lost(play, "9.42", unit="i-33", left=2),
    "a unit": lambda play: apply.unit_lost(play, "9.7", unit="11lf"),
    "headquarters": lambda play: apply.displaced(play, "9.7", unit="hq-central", to="lost"),
    "a leader who moved and does not come back any more": lambda play: (
        apply.moved(play, "6.3", unit="carboni", route=["1613"], how="tactical"),
        apply.displaced(play, "14.43", unit="carboni", to="absent"),
    ),
    "a state": lambda play: apply.state_changed(play, "9.4", unit="i-33", to="disorganised"),
    "a shot": lambda play: apply.support_given(play, "9.2", hex="1512", by=["i-28", "air"]),
    "ammunition": lambda play: apply.ammunition_given(play, "12.56", units=["i-35"], stock=2),
    "a retreat takes nothing": lambda play: apply.retreated(play, "9.6", units=["i-33"], to="1411"),
    "a counter whose company lives": lambda play: (
        apply.moved(play, "6.3", unit="iii-33", route=["1613"], how="tactical"),
        apply.unit_lost(play, "9.7", unit="iii-33"),
    ),
    "a counter, and then its last company": lambda play: (
        apply.moved(play, "6.3", unit="iii-33", route=["1613"], how="tactical"),
        apply.unit_lost(play, "9.7", unit="iii-33"),
        apply.unit_lost(play, "9.7", unit="iii-33-3"),
    ),
    "a replacement": lambda play: apply.step_returned(play, "17.4", unit="ii-33"),
    "an advance": lambda play: apply.advanced(play, "9.8", unit="i-33", to="1412"),
}


@pytest.mark.parametrize("name", HONEST)
def test_what_is_told_balances(name: str) -> None:
    assert found(HONEST[name]) == []


def _set(unit: str, **values: object) -> Tampering:
    return lambda state: [setattr(state.units[unit], name, value) for name, value in values.items()]


TAMPERED: dict[str, tuple[Tampering, str]] = {
    "a place": (_set("i-33", at="1514"), "i-33: from 1513 to 1514, and no event reports it"),
    "steps": (_set("i-33", steps=2), "steps of i-33: 3 by what has happened, but 2 on the table"),
    "a lost unit with steps": (_set("11lf", at="lost"), "11lf: 3 steps, and its place is lost"),
    "a state": (_set("11lf", state="demoralised"), "state of 11lf: ok by what has happened, but demoralised"),
    "ammunition": (_set("i-28", ammo=False), "ammunition of i-28: True by what has happened, but False"),
    "stock": (lambda state: setattr(state, "stock", 4), "ammunition in stock: 3 by what has happened, but 4"),
    "control": (
        lambda state: state.control.add("1512"),
        "hexes of the Axis: ['1513', '1613', '1614'] by what",
    ),
    "a strongpoint": (lambda state: state.strongpoints.clear(), "strongpoints: ['1516'] by what has happened"),
    "who has fired": (_set("i-28", fired=True), "who has fired: [] by what has happened, but ['i-28']"),
    "who has moved": (_set("i-33", moved="tactical"), "who has moved: [] by what has happened, but ['i-33']"),
    "who has attacked": (_set("i-33", attacked=True), "who has attacked: [] by what has happened, but ['i-33']"),
    "the sea": (lambda state: state.control.add("0101"), "0101 is controlled, and is not land"),
}


@pytest.mark.parametrize("name", TAMPERED)
def test_what_nobody_tells_does_not_balance(name: str) -> None:
    tampers, told = TAMPERED[name]
    assert any(told in what for what in found(tampers=tampers))


def test_what_is_done_twice_is_noticed() -> None:
    def twice(play: Play[State]) -> None:
        apply.support_given(play, "9.2", hex="1512", by=["i-28"])
        apply.support_given(play, "9.2", hex="1512", by=["i-28"])
        apply.ammunition_given(play, "12.56", units=["i-35"], stock=2)
        apply.ammunition_given(play, "12.56", units=["i-35"], stock=1)

    told = found(twice)
    assert "i-28 has fired twice in a turn" in told
    assert "ammunition: i-28 fires without ammunition" in told
    assert "ammunition: i-35 has its marker already" in told
