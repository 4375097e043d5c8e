"""A value of every key of a position and of a unit, for tests that try them all."""

from typing import Any

from tarawa_cli.games.tarawa.model import codec
from tarawa_cli.games.tarawa.model.board import betio
from tests.tarawa.tools import (
    new_state,
)

SAMPLES: dict[str, Any] = {
    "turn": 17,
    "phase": "actions",
    "outcome": "pyrrhic",
    "policy": {"hits": "morale", "empty-lvt": "wait"},
    "pending": [
        {"kind": "arrive"},
        {"kind": "anti-landing", "left": ["lvt-1", "2/8B"]},
        {"kind": "hit", "unit": "2/8A"},
    ],
    "tracks": {"japanese": -5, "marines": 5, "2nd": 0, "6th": 1, "8th": -1, "10th": 2},
    "operative": {"japanese": 5, "marines": -5, "2nd": 1, "6th": 0, "8th": 2, "10th": -1},
    "casualties": 3350,
    "shore": 2,
    "stock": 14,
    "delay": 2,
    "chits_due": 9,
    "chits": {"beak": -2, "red2": 0},
    "area_suppression": ["red2", "red3"],
    "suppression_tried": ["red3"],
    "raids": {"pocket": 2, "tail": 1},
    "secured": ["green", "takarongo"],
    "supply_loss": 2,
    "shore_loss": 2,
    "wreck": "occupied",
    "wreck_fire": 1,
    "pier_landings": 2,
    "pier_artillery": 1,
    "craft_lost": {"lvt": 1},
    "paid": ["2/6"],
    "plan": ["8th", "2nd"],
    "heavy_embarked": ["1/10", "sherman-1"],
    "direct_supply": ["2/8", "hawkins"],
    "heads": ["2732", "3039"],
    "improved": ["2531"],
    "demolished": {"2833": 1, "3330": 3},
    "suppressed": {"2835": 2},
    "occupied": ["2531", "3437"],
    "cleared": ["2631", "2731"],
}
BESIDE: dict[str, Any] = {
    "turn": {"phase": "actions"},
    "pending": {"phase": "anti-landing-2", "units": {"2/8A": {"at": "2327", "beach": "red3"}}},
    "improved": {"units": {"2/8A": {"at": "2531"}}},
    "secured": {"cleared": sorted(betio().pillboxes)},
}
UNIT_SAMPLES: dict[str, Any] = {
    "at": ["2327", "pier:1832", "pier:1532", "pier:1431", "in:lvt-1", "lost", "absent"],
    "beach": ["red3", "black2"],
    "steps": [7, 1],
    "ap": [0, 3.5, 7],
    "pins": [1, 2],
    "course": ["left", "right"],
    "load": ["supply:2/8", "supply:hawkins"],
    "landed": [3, 30],
    "supply": ["active", "none"],
    "group": ["2/8A", "hawkins@1"],
    "unsupplied": [1, 12],
    "fired": [["2631"], ["2731", "2631"]],
}


def is_flag(thing: object, name: str) -> bool:
    return isinstance(getattr(thing, name, None), bool)


def state_samples() -> dict[str, Any]:
    fresh = new_state()
    return SAMPLES | {name: True for name in codec.STATE if is_flag(fresh, name)}


def unit_samples() -> list[tuple[str, Any]]:
    fresh = new_state().units["2/8A"]
    flags = [(name, True) for name in codec.UNIT if is_flag(fresh, name)]
    return [*((name, value) for name, values in UNIT_SAMPLES.items() for value in values), *flags]
