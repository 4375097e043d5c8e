"""Supply in words: the source of a unit's supply, for how long it has had none, and what that forbids (8.2 to 8.10)."""

from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.games.tarawa.rules.ch07_actions import is_isolated
from tarawa_cli.games.tarawa.rules.ch08_09_supply_morale import supplied_by
from tarawa_cli.kernel.hints import Iterable
from tarawa_cli.kernel.narration.visible import plural


def words(state: State, unit: Unit) -> str:
    """E.g. `active (marker)`, `general`, `unsupplied for 2 turns`."""
    if unit.supply == "none":
        without = f"unsupplied{_turns(' for ', unit)}"
        return f"isolated ({without})" if is_isolated(state, unit) else without
    landing = f"landing, turns {unit.landed}-{max(unit.landed + 1, state.turn)}" if unit.landed else "landing"
    why = {"marker": "marker", "landing": landing, "check": "no line"}.get(supplied_by(state, unit), "")
    return f"{unit.supply} ({why})" if why else unit.supply


def _turns(before: str, unit: Unit) -> str:
    return before + plural(unit.unsupplied, "turn") if unit.unsupplied else ""


def limits(state: State, unit: Unit) -> str:
    """What a unit without supply may not do; empty for other units."""
    if unit.supply != "none":
        return ""
    isolated = is_isolated(state, unit)
    *first, last = _barred(unit, isolated)
    fire = "; fires at -1" if unit.type.on_foot else ""
    return f"may not {', '.join(first)}{' or ' if first else ''}{last}{fire} [{'8.10' if isolated else '8.9'}]"


def _barred(unit: Unit, isolated: bool) -> list[str]:
    """The forbidden actions, of those that its kind can do at all."""
    can = unit.type.can
    still = ["move", *(["recover"] if can("recovers") else [])] if isolated else []
    fights = [*(["attack"] if can("attacks") else []), *(["demolish"] if can("demolishes") else [])]
    return [*still, *fights, "support"]


def by_words(state: State, units: Iterable[Unit]) -> dict[str, list[str]]:
    """Units grouped by the words for their supply."""
    groups: dict[str, list[str]] = {}
    for unit in units:
        groups.setdefault(words(state, unit), []).append(unit.id)
    return groups


def without(state: State, isolated: bool) -> str:
    """The units unsupplied or isolated, and for how long: `2/8A 2/8E (1 turn), 3/8B (2 turns)`."""
    groups: dict[str, list[str]] = {}
    for unit in state.ashore():
        if unit.supply == "none" and is_isolated(state, unit) == isolated:
            groups.setdefault(_turns("", unit), []).append(unit.id)
    return ", ".join(f"{' '.join(units)}{f' ({turns})' if turns else ''}" for turns, units in sorted(groups.items()))
