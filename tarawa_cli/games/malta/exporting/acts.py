"""The acts of a film: moves, drops and landings, fights with their support, guns, losses."""

import re
from collections.abc import Iterator, Sequence

from tarawa_cli.kernel.film.acts import ATTACK, FIRE, MOVE, SUPPORT, Act, Places, Said, Trace
from tarawa_cli.kernel.play import Event

_ONE = {"advanced": "to", "displaced": "to", "stepped": "to", "headquarters-back": "to", "leader-back": "to"}
_SHIPS = ("ship-placed", "ship-sailed")
_MANY = {"retreated": "to", "broken-through": "to", "came-down": "to", "landed": "at", "air-landed": "at"}
_BEGUN = ("attack-begun", "close-fight-begun")
_GOES_ON = ("defence-supported", "command-taken", "fight-decided", "hits-taken", "hit-spared", "fight-over")
_GUNS = {"gun-fired": ("unit", "at"), "fired-at-planes": ("gun", "at"), "aimed": ("by", "at")}


def acts(events: Sequence[Event], places: Places, said: Said, earlier: Sequence[Act]) -> Iterator[Act]:
    """The acts of one order; a fight continued from the order before is shown again."""
    trace = Trace(places)
    if any(event.type in _GOES_ON for event in events) and not any(event.type in _BEGUN for event in events):
        trace.acts += [act._replace(words="") for act in earlier if act.kind in (ATTACK, SUPPORT)]
    for event in events:
        _one(trace, event, said)
    return trace.told()


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
        if act.kind != MOVE and act.path[-1] == target and not act.words:
            trace.acts[place] = act._replace(words=said(event))
            return
    if target:
        trace.aim(FIRE, "", target, said(event))
