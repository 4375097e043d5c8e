"""What `odds` prints of an attack or a bombardment, as facts and as text, and the strengths behind a roll."""

from fractions import Fraction

from tarawa_cli.games.malta import rule
from tarawa_cli.games.malta.legal.odds import ASSUMED, NO_ROLL, ROLES, AnswerForecast, Forecast, Guns, Outcome, falls
from tarawa_cli.games.malta.model.charts import combat_result
from tarawa_cli.games.malta.model.state import AIR_MARKER, Fight, State
from tarawa_cli.games.malta.model.unit_types import SIDES, Side
from tarawa_cli.games.malta.rules import ch10_11_special_combat_morale
from tarawa_cli.games.malta.rules.ch09_combat import Odds, Sum, combat_odds, planned
from tarawa_cli.games.malta.rules.ch10_11_special_combat_morale import BombardmentOdds
from tarawa_cli.kernel.engine.chances import added, percent
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Any, Callable, Sequence


def summary(found: Forecast) -> dict[str, Any]:
    """Strengths, shifts, chances by result, by hits and of the hex, and what is lost on average."""
    outcomes = found.outcomes
    return {
        **_reckoning(found.odds),
        "falls": float(falls(outcomes)),
        **_guns_facts(found.guns),
        "expected_steps": {side: float(steps) for side, steps in _steps_by_side(outcomes, found.sides).items()},
        "results": _shares((outcome.result, outcome.chance) for outcome in outcomes),
        "hits": {role: {str(n): float(share) for n, share in rows.items()} for role, rows in hits(found).items()},
        "expected_losses": _losses(outcomes),
        "states": _states(outcomes),
        "outcomes": [outcome.as_json() for outcome in outcomes],
    }


def _guns_facts(guns: Guns | None) -> dict[str, Any]:
    if guns is None:
        return {}
    shares = {"without": float(guns.without), "with_all": float(guns.with_all)}
    return {"defenders_guns": {"guns": list(guns.able), "falls": shares}}


def _states(outcomes: list[Outcome]) -> dict[str, float]:
    return _shares((f"{id} {to}", o.chance) for o in outcomes for id, to in o.states.items())


def _reckoning(odds: Odds | BombardmentOdds) -> dict[str, Any]:
    if isinstance(odds, BombardmentOdds):
        strengths: dict[str, Any] = {"strength": odds.total, "by": {line.unit: line.value for line in odds.lines}}
        return strengths | _columns(odds)
    return {
        "attack": _sum_facts(odds.attack),
        "defence": _sum_facts(odds.defence),
        **_columns(odds),
    }


def _columns(odds: Odds | BombardmentOdds) -> dict[str, Any]:
    return {"heads": odds.heads, "column": odds.start, "shifts": [shift.facts() for shift in odds.shifts]}


def _sum_facts(side: Sum) -> dict[str, Any]:
    return {
        "total": side.total,
        "units": {line.unit: line.value for line in side.units},
        "support": {line.unit: line.value for line in side.support},
        "times": side.times,
    }


def _shares(chances: Any) -> dict[str, float]:
    found = sorted(added(chances).items(), key=lambda pair: (-pair[1], pair[0]))
    return {name: float(chance) for name, chance in found}


def _losses(outcomes: list[Outcome]) -> dict[str, float]:
    found = added((unit, o.chance * lost) for o in outcomes for unit, lost in o.losses.items())
    return {unit: float(lost) for unit, lost in found.items()}


@rule("9.42", "9.94")
def hits(found: Forecast) -> dict[str, dict[int, Fraction]]:
    """The chance of each number of hits on a side, with a fort counted; nothing for a bombardment."""
    if isinstance(found.odds, BombardmentOdds):
        return {}
    rolled = [(o.chance, _hits_of(o.result, found.saved)) for o in found.outcomes]
    return {
        role: dict(sorted(added((pair[number], chance) for chance, pair in rolled).items()))
        for number, role in enumerate(ROLES)
    }


def _hits_of(result: str, saved: int) -> tuple[int, int]:
    """Hits on attacker and defender; without a roll there are none."""
    if result == NO_ROLL:
        return 0, 0
    found = combat_result(result)
    return found.attacker.hits, max(0, found.defender.hits - saved)


def _steps_by_side(outcomes: list[Outcome], sides: dict[str, Side]) -> dict[str, Fraction]:
    """What each side loses on average, in steps."""
    lost = added((sides[unit], o.chance * steps) for o in outcomes for unit, steps in o.losses.items())
    return {side: lost.get(side, Fraction(0)) for side in SIDES}


def text(state: State, found: Forecast) -> str:
    """The answer first; then the strengths, and each shift with its paragraph; then the tables."""
    facts = summary(found)
    lines = [_answer(found, facts), *_strengths(found), *_shifted(state, found.odds), *_commanded(state, found)]
    lines += ["result     chance"]
    lines += [f"  {result:7} {percent(chance):>8}" for result, chance in facts["results"].items()]
    lines += _hits_table(found)
    lines += _table("steps lost on average", facts["expected_losses"], "{:.2f}".format)
    lines += _table("states", facts["states"], percent)
    return "\n".join([*lines, ASSUMED])


def _answer(found: Forecast, facts: dict[str, Any]) -> str:
    falls = "" if isinstance(found.odds, BombardmentOdds) else f"the hex falls: {percent(facts['falls'])}; "
    return f"{falls}{_guns_text(found.guns)}{_steps_text(facts)}"


def _steps_text(facts: dict[str, Any]) -> str:
    return "steps lost on average: " + ", ".join(f"{side} {lost:.2f}" for side, lost in facts["expected_steps"].items())


def _guns_text(guns: Guns | None) -> str:
    """The best and the worst case."""
    if guns is None:
        return ""
    best, worst = percent(guns.without), percent(guns.with_all)
    return f"{best} if the defender adds no guns, {worst} with {' '.join(guns.able)}; "


def _hits_table(found: Forecast) -> list[str]:
    """The chances of hits on both sides, side by side."""
    by_role = hits(found)
    numbers = sorted({number for rows in by_role.values() for number in rows})
    if not numbers:
        return []
    rows = [[percent(by_role[role].get(number, 0)) for role in ROLES] for number in numbers]
    head = f"hits {' '.join(f'{role:>10}' for role in ROLES)}"
    return [head, *(f"  {n:<3}{' '.join(f'{cell:>10}' for cell in row)}" for n, row in zip(numbers, rows, strict=True))]


def _strengths(found: Forecast) -> list[str]:
    odds, leader = found.odds, found.leader
    if isinstance(odds, BombardmentOdds):
        return [barrage_text(odds)]
    rolls = [f"{leader.id} must roll {leader.rating} or less first [10.3]"] if leader else []
    return [*rolls, sum_text("attack", odds.attack), sum_text("defence", odds.defence)]


def _shifted(state: State, odds: Odds | BombardmentOdds) -> list[str]:
    """The first column, every shift by name and paragraph, and the final column."""
    if not odds.start:
        return []
    name = ch10_11_special_combat_morale.TABLE if isinstance(odds, BombardmentOdds) else "crt"
    table = state.charts.table(name)
    head = table.heads[odds.heads][int(odds.start) - 1]
    row = f"{odds.heads} in the hex" if isinstance(odds, BombardmentOdds) else odds.heads
    by = sum(shift.value for shift in odds.shifts)
    end = table.shifted(odds.start, by)
    shifts = [f"  {shift.value:+d} {shift.label} [{shift.rule}]" for shift in odds.shifts]
    cut = "" if int(end) == int(odds.start) + by else f": the {'last' if by > 0 else 'first'} one"
    return [f"column {odds.start} ({head}, {row})", *shifts, f"rolled in column {end}{cut}"]


def _commanded(state: State, found: Forecast) -> list[str]:
    """Leaders who may shift the column, with their chances."""
    signs = {leader.id: "+1" if leader.side == state.active else "-1" for leader in found.commanders}
    return [f"  {signs[him.id]} command ({him.id}), at {percent(him.rating / 6)} [14.2]" for him in found.commanders]


def _table(title: str, rows: dict[str, float], written: Callable[[float], str]) -> list[str]:
    return [title, *(f"  {name:28} {written(value):>8}" for name, value in rows.items())] if rows else []


def barrage_text(barrage: BombardmentOdds) -> str:
    by = " + ".join(f"{'planes' if line.unit == AIR_MARKER else line.unit} {line.value}" for line in barrage.lines)
    return f"bombardment {barrage.total}: {by}"


def sum_text(name: str, side: Sum) -> str:
    units = " + ".join(f"{line.unit} {line.value}" for line in side.units)
    doubled = f", times {side.times} for walls" if side.times > 1 else ""
    support = f"; support {' + '.join(f'{line.unit} {line.value}' for line in side.support)}" if side.support else ""
    given = sum(line.value for line in side.support)
    capped = f", of which only {side.own} counts, the units' own strength [9.2]" if given > side.own else ""
    return f"{name} {side.total}: {units}{doubled}{support}{capped}"


# ── Answers to a question


def answer_facts(found: AnswerForecast) -> dict[str, Any]:
    outcomes = found.outcomes
    return {
        "falls": float(falls(outcomes)),
        "expected_steps": {side: float(steps) for side, steps in _steps_by_side(outcomes, found.sides).items()},
        "expected_losses": _losses(outcomes),
        "states": _states(outcomes),
        "outcomes": [outcome.as_json() for outcome in outcomes],
    }


def answer_text(found: AnswerForecast) -> str:
    facts = answer_facts(found)
    lines = [f"{found.on} falls: {percent(facts['falls'])}; {_steps_text(facts)}"]
    lines += _table("steps lost on average", facts["expected_losses"], "{:.2f}".format)
    return "\n".join([*lines, *_table("states", facts["states"], percent), ASSUMED])


# ── The strengths behind a roll, worked out again from the position in which its order was given


def basis(state: State, events: Sequence[Event]) -> list[str]:
    """A line for each side of a fight, or for a bombardment; nothing if the position does not give the same sums."""
    *before, roll = events
    if roll.facts.get("table") == ch10_11_special_combat_morale.TABLE:
        return _bombarded(state, before)
    fight = _fight(state, before) if roll.facts.get("table") == "crt" else None
    if fight is None:
        return []
    odds = combat_odds(state, fight)
    same = roll.remark == f"{odds.attack.total} to {odds.defence.total}"
    return [sum_text("attack", odds.attack), sum_text("defence", odds.defence)] if same else []


def _fight(state: State, events: Sequence[Event]) -> Fight | None:
    """The fight as it was when the dice were rolled: begun by the order, or before it."""
    begun = [event.facts for event in events if event.type == "attack-begun"]
    fight = state.fight
    if begun:
        facts = begun[-1]
        fight = planned(state, state.named(facts["units"]), facts["on"])._replace(offence=tuple(facts["by"]))
    added = [gun for event in events if event.type == "defence-supported" for gun in event.facts["by"]]
    return fight._replace(support=(*fight.support, *added)) if fight else None


def _bombarded(state: State, events: Sequence[Event]) -> list[str]:
    for facts in (event.facts for event in reversed(events) if event.type == "bombarded"):
        found = ch10_11_special_combat_morale.bombardment_odds(state, facts["hex"], facts["by"])
        return [barrage_text(found)] if found.total == facts["strength"] else []
    return []
