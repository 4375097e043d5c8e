"""The strengths behind a roll, worked out again from the position in which its order was given."""

from tarawa_cli.games.malta.legal.odds_report import barrage_text, sum_text
from tarawa_cli.games.malta.model.state import Fight, State
from tarawa_cli.games.malta.rules import ch10_special_combat
from tarawa_cli.games.malta.rules.ch09_combat.attack import combat_odds, planned
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Sequence


def basis(state: State, events: Sequence[Event]) -> list[str]:
    """A line for each side of a fight, or for a bombardment; nothing if the position does not give the same sums."""
    *before, roll = events
    if roll.facts.get("table") == ch10_special_combat.TABLE:
        return _bombarded(state, before)
    fight = _fight(state, before) if roll.facts.get("table") == "crt" else None
    if fight is None:
        return []
    odds = combat_odds(state, fight)
    same = roll.remark == f"{odds.attack.total} to {odds.defence.total}"
    return [sum_text("attack", odds.attack), sum_text("defence", odds.defence)] if same else []


def _fight(state: State, events: Sequence[Event]) -> Fight | None:
    """The fight as it stood when the dice were thrown: begun by the order, or before it."""
    begun = [event.facts for event in events if event.type == "attack-begun"]
    fight = state.fight
    if begun:
        facts = begun[-1]
        fight = planned(state, state.named(facts["units"]), facts["on"])._replace(offence=tuple(facts["by"]))
    added = [gun for event in events if event.type == "defence-supported" for gun in event.facts["by"]]
    return fight._replace(support=(*fight.support, *added)) if fight else None


def _bombarded(state: State, events: Sequence[Event]) -> list[str]:
    for facts in (event.facts for event in reversed(events) if event.type == "bombarded"):
        found = ch10_special_combat.bombardment_odds(state, facts["hex"], facts["by"])
        return [barrage_text(found)] if found.total == facts["strength"] else []
    return []
