"""What the other side did, in a few lines: ground, units lost, steps, morale, and the rest."""

from tarawa_cli.games.malta.game import GAME
from tarawa_cli.games.malta.narration.digest import _OWN_LINE, digest
from tarawa_cli.games.malta.narration.sentences import TOLD
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.game import Setup


def event(type: str, rule: str = "9", **facts: object) -> Event:
    return Event(type, rule, facts)


ATTACK = event("attack-begun", units=["i-33"], on="1613", defenders=["2rwk"], by=[])
TAKEN = [
    event("step-lost", unit="2rwk", left=0),
    event("advanced", unit="i-33", to="1613"),
    event("fight-over", on="1613"),
]


def told(*events: Event) -> list[str]:
    return [line.text for line in digest(events, Match(GAME, Setup("herkules"), 1).state)]


def test_ground_comes_first_then_units_then_steps_then_order() -> None:
    shaken = event("state-changed", unit="ii-33", to="demoralised")
    step = event("step-lost", unit="iii-33", left=1)
    moved = event("moved", unit="i-34", route=["1911"], how="")
    assert told(moved, shaken, step, ATTACK, *TAKEN) == [
        "i-33 took Luqa airfield (1613), costing the enemy one step.",
        "Lost: Allies 2rwk.",
        "Lost a step: Axis iii-33.",
        "Demoralised: Axis ii-33.",
        "1 unit moved: i-34.",
    ]


def test_attacks_for_nothing_share_a_line() -> None:
    assert told(ATTACK, event("fight-over", on="1613")) == ["An attack on Luqa airfield (1613) had no effect."]


def test_every_event_with_a_line_of_its_own_exists() -> None:
    assert set(_OWN_LINE) <= TOLD.types()
