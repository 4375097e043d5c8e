"""The acts of a film: moves, drops and landings, fights with their support, guns, losses."""

import re

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.film.acts import ATTACK, DRIFT, FIRE, JUMP, MOVE, SUPPORT, Act, Places, Said, Trace
from tarawa_cli.kernel.hints import Iterator, Mapping, Sequence

_ONE = {"advanced": "to", "displaced": "to", "stepped": "to", "headquarters-back": "to", "leader-back": "to"}
_SHIPS = ("ship-placed", "ship-sailed")
_MANY = {"retreated": "to", "broken-through": "to", "landed": "at"}
_OUT_OF_THE_AIR = {"came-down": "to", "air-landed": "at"}
_OVER = re.compile(r" over (\d{4})$")
"""In the roll of a series: where it jumped."""
_BEGUN = ("attack-begun", "close-fight-begun")
_GOES_ON = ("defence-supported", "command-taken", "fight-decided", "hits-taken", "hit-spared", "fight-over")
_GUNS = {"gun-fired": ("unit", "at"), "fired-at-planes": ("gun", "at"), "aimed": ("by", "at")}


def acts(
    events: Sequence[Event], places: Places, said: Said, earlier: Sequence[Act], planned: Mapping[str, Hex]
) -> Iterator[Act]:
    """The acts of one order; a fight continued from the order before is shown again.

    `planned` is where the drop markers were planned to come down, by zone.
    """
    trace = Trace(places)
    if any(event.type in _GOES_ON for event in events) and not any(event.type in _BEGUN for event in events):
        trace.acts += [act._replace(words="") for act in earlier if act.kind in (ATTACK, SUPPORT)]
    over = ""
    for event in events:
        if event.type == "roll" and (found := _OVER.search(event.facts.get("on", ""))):
            over = found[1]
        elif event.type == "marker-down":
            _marker(trace, planned.get(event.facts["zone"], ""), event.facts["hex"])
        elif event.type in _OUT_OF_THE_AIR:
            at = event.facts[_OUT_OF_THE_AIR[event.type]]
            for unit in event.facts["units"]:
                trace.drop(unit, over if event.type == "came-down" else "", at)
        else:
            _one(trace, event, said)
    return trace.told()


def _marker(trace: Trace, planned: Hex, down: Hex) -> None:
    """A drop zone that the wind has moved."""
    if planned and down and planned != down:
        trace.acts.append(Act(DRIFT, "", (planned, down)))


def _one(trace: Trace, event: Event, said: Said) -> None:
    facts = event.facts
    if event.type == "moved":
        trace.move(facts["unit"], *facts["route"])
    elif event.type in _ONE:
        trace.move(facts["unit"], facts[_ONE[event.type]])
    elif event.type in _SHIPS:
        trace.move(facts["ship"], facts["to"])
    elif event.type in _MANY:
        for unit in facts["units"]:
            trace.move(unit, facts[_MANY[event.type]])
    elif event.type in _BEGUN:
        for unit in facts["by"]:
            trace.aim(SUPPORT, unit, facts["on"])
        for unit in facts["units"]:
            trace.aim(ATTACK, unit, facts["on"])
    elif event.type in ("bombarded", "support-given"):
        for unit in facts["by"]:
            trace.aim(SUPPORT if event.type == "support-given" else FIRE, unit, facts["hex"])
    elif event.type == "defence-supported":
        target = next((act.path[-1] for act in trace.acts if act.kind == ATTACK), "")
        for unit in facts["by"]:
            trace.aim(SUPPORT, unit, target)
    elif event.type in _GUNS:
        by, at = (facts[name] for name in _GUNS[event.type])
        trace.aim(FIRE, by, at if at.isdigit() else trace.at(at))
    elif event.type == "roll":
        _rolled(trace, event, said)
    elif event.type == "step-lost":
        trace.lose(facts["unit"], "\u22121")
    elif event.type == "unit-lost":
        trace.lose(facts["unit"], "lost")
    elif event.type == "state-changed" and facts["to"]:
        trace.lose(facts["unit"], facts["to"])


def _rolled(trace: Trace, event: Event, said: Said) -> None:
    """Its result beside the target of what was drawn last, or a strike of its own."""
    on = event.facts.get("on", "")
    found = re.search(r"\b\d{4}\b", on)
    target = trace.at(on) or (found[0] if found else "")
    for place in range(len(trace.acts) - 1, -1, -1):
        act = trace.acts[place]
        jumped = act.kind == JUMP and act.who == on
        if jumped or (act.kind not in (MOVE, JUMP, DRIFT) and act.path[-1] == target and not act.words):
            trace.acts[place] = act._replace(words=said(event))
            return
    if target:
        trace.aim(FIRE, "", target, said(event))
