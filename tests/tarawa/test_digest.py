"""What the Japanese and the computer did, in a few lines: ground, units lost, losses, morale, and the rest."""

from tarawa_cli.games.tarawa.narration.sentences import TOLD
from tarawa_cli.games.tarawa.narration.turn_report import _SUMMED_UP, digest
from tarawa_cli.kernel.engine.play import Event
from tests.tarawa.tools import new_state


def event(type: str, rule: str = "7", **facts: object) -> Event:
    return Event(type, rule, facts)


LOST = [event("steps-lost", unit="2/8A", steps=2), event("unit-lost", unit="2/8A")]
MORALE = event("marker-moved", track="8th", to=1, by=-1, why="hit")
GROUND = [event("roll", table="marine-attack"), event("hex-cleared", hex="2833"), event("hex-lost", hex="2731")]


def told(*events: Event) -> list[str]:
    return [line.text for line in digest(events, new_state())]


def test_ground_comes_first_then_units_then_losses_then_morale() -> None:
    lines = told(event("pinned", unit="2/8B", pins=1), MORALE, *LOST, *GROUND)
    assert [line.partition(":")[0].partition(" in ")[0] for line in lines] == [
        "The Marines cleared 2833",
        "The Japanese retook 2731.",
        "Lost",
        "Lost 2 steps",
        "Regiments' morale",
        "Pinned",
    ]


def test_many_units_share_a_line() -> None:
    hits = [event("steps-lost", unit=f"2/8{half}", steps=1) for half in "AB"]
    assert told(*hits, *hits) == ["Lost 4 steps: 2/8A 2, 2/8B 2."]
    given = [event("order-given", command=f"embark {unit}", why="due") for unit in ("2/8A", "2/8B")]
    assert told(*given) == ["The computer gave 2 orders: 2 embark."]


def test_what_happens_once_has_its_own_sentence() -> None:
    assert told(event("carrier-sunk", rule="10.1.5", loss=1)) == [
        "a carrier is sunk: one shore point less each turn, 1 in all  [10.1.5]"
    ]
    assert told(event("nothing-happens", rule="10.1.2", why="it was sunk before")) == [
        "nothing happens: it was sunk before  [10.1.2]"
    ]


def test_every_event_that_is_summed_up_exists() -> None:
    assert set(_SUMMED_UP) <= TOLD.types()
