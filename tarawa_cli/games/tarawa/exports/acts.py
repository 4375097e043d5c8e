"""What the film shows of the action: moves, assaults with their support, fire of either side, losses."""

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.film.acts import ATTACK, FIRE, SUPPORT, Act, Places, Said, Trace
from tarawa_cli.kernel.hints import Iterator, Sequence

_ROUTES = {"advanced": "unit", "walked": "unit"}
_STEPS = {"moved": ("unit", "to"), "landed": ("unit", "hex"), "went-homeward": ("craft", "to")}
_STEPS |= {"wades-on": ("unit", "hex"), "left-pier": ("unit", "to"), "retreated": ("unit", "to")}
_STEPS |= {"unloaded": ("unit", "to")}
_ASSAULTS = ("marine-attack", "demolition")


def acts(events: Sequence[Event], places: Places, said: Said) -> Iterator[Act]:
    """The acts of one order, in their order."""
    trace, fight = Trace(places), _Fight()
    for event in events:
        facts = event.facts
        if event.type in _ROUTES:
            trace.move(facts["unit"], *facts["route"])
        elif event.type in _STEPS:
            who, to = _STEPS[event.type]
            trace.move(facts[who], facts[to].rpartition(":")[2])
        elif event.type == "course-run":
            trace.drift(facts["unit"])
        elif event.type in ("assaulted", "ap-spent"):
            fight.attackers.append(facts["unit"])
        elif event.type == "supported":
            fight.supporters.append(facts["unit"])
        elif event.type == "roll":
            _rolled(trace, fight, event, said)
        elif event.type == "banzai-struck":
            trace.aim(ATTACK, "", facts["hex"])
        elif event.type == "steps-lost":
            trace.lose(facts["unit"], f"\u2212{facts['steps']}")
        elif event.type in ("unit-lost", "pinned"):
            trace.lose(facts["unit"], event.type.removeprefix("unit-"))
    fight.unanswered(trace)
    return trace.told()


class _Fight:
    """Who has come forward so far, and what the defenders have rolled."""

    def __init__(self) -> None:
        self.attackers: list[str] = []
        self.supporters: list[str] = []
        self.fired: list[tuple[str, str]] = []
        """At whom the defenders have fired, and what came of it."""

    def unanswered(self, trace: Trace, by: str = "") -> None:
        """Draw the defenders' fire, from their hex if that is known."""
        for unit, words in self.fired:
            at = trace.at(unit)
            if by and at and by != at:
                trace.acts.append(Act(FIRE, "", (by, at), words))
            else:
                trace.aim(FIRE, "", at, words)
        self.fired.clear()


def _rolled(trace: Trace, fight: _Fight, event: Event, said: Said) -> None:
    table, on = event.facts["table"], event.facts.get("on", "")
    if table == "japanese-fire":
        fight.fired.append((on, said(event)))
    elif table in _ASSAULTS:
        fight.unanswered(trace, by=on)
        for unit in fight.supporters:
            trace.aim(SUPPORT, unit, on)
        for place, unit in enumerate(fight.attackers):
            trace.aim(ATTACK, unit, on, said(event) if not place else "")
        fight.supporters.clear()
    elif table == "marine-fire":
        target = on if on.isdigit() else f"area {on}"
        trace.aim(FIRE, fight.attackers[-1] if fight.attackers else "", target, said(event))
    elif table in ("traps", "banzai") and on:
        trace.aim(FIRE, "", trace.at(on) or f"area {on}", said(event))
