"""What each answer to the pending question would do, in a few words."""

from tarawa_cli.games.malta.model.board import is_hex
from tarawa_cli.games.malta.model.state import DEFENDER, State, Unit
from tarawa_cli.games.malta.model.unit import in_words
from tarawa_cli.games.malta.rules.ch05_zones_of_control import HexIndex
from tarawa_cli.games.malta.rules.ch09_combat import Odds, combat_odds, defence, support
from tarawa_cli.games.malta.rules.ch09_combat.attacking import ALL, DONE, advancers, defensive
from tarawa_cli.games.malta.rules.ch09_combat.hits import (
    HOLD,
    RETREAT,
    cost_of_retreat,
    exposed,
    is_costly,
    open_hexes,
    stacks,
)
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import question
from tarawa_cli.kernel.hints import Any, Callable, Sequence
from tarawa_cli.kernel.narration.visible import plural

Tell = Callable[..., str]
"""Position, answer and subject of the question → the effect of the answer."""
_NONE = "none"


def stakes(state: State) -> dict[str, str]:
    """The effect of each answer, in the order of the answers; an answer without a known effect is left out."""
    if not state.question:
        return {}
    about, tell = state.question.facts, _KINDS[state.question.kind]
    return {option: tell(state, option, **about) for option in question(state).options}


# ── Guns that support a defence


def _guns(state: State, answer: str, **_: Any) -> str:
    """`+6, column 5 → 4; cap reached`."""
    fight = state.current_fight
    now = combat_odds(state, fight)
    if answer == DONE:
        return f"no more guns, column {now.start or 'none'}"
    guns = [gun.id for gun in defensive(state)] if answer == ALL else [answer]
    then = combat_odds(state, fight._replace(support=(*fight.support, *guns)))
    value = sum(support(state, state.units[gun], DEFENDER, fight.on, state.named(fight.defenders)) for gun in guns)
    moved = f"column {now.start} → {then.start}" if then.start != now.start else f"still column {now.start or 'none'}"
    return f"+{value}, {moved}{'; cap reached' if _is_full(then) else ''}"


def _is_full(odds: Odds) -> bool:
    """Whether supports count as much as they can (9.2)."""
    return sum(line.value for line in odds.defence.support) >= odds.defence.own


# ── Hits


def _hits(state: State, answer: str, role: int) -> str:
    """`i-33 loses a step`; `to 1612, gives up Luqa airfield (1613); 1 step lost on the way`."""
    fight = state.current_fight
    units, hits = exposed(state, role), fight.hits[role]
    if answer == HOLD:
        return _steps_lost(units, hits)
    hexes = int(answer.removeprefix(f"{RETREAT}-"))
    foes = fight.origins if role == DEFENDER else (fight.on,)
    to = [where for stack in stacks(units) if (where := _retreats_to(state, stack, foes, hexes))]
    price = cost_of_retreat(HexIndex(state), units, foes, hexes)
    given_up = fight.on if role == DEFENDER else ""
    told = [f"to {', '.join(dict.fromkeys(to))}" if to else "nowhere to go"]
    told += [f"gives up {state.board.titled(given_up)}"] if given_up else []
    told += [f"{', '.join(left)} lost"] if (left := [unit.id for unit in units if unit.is_static]) else []
    told += [_steps_lost(units, hits - hexes)] if hits > hexes else []
    told += [f"{plural(price, 'step')} lost on the way"] if price and not left else []
    return "; ".join(told)


def _steps_lost(units: list[Unit], steps: int) -> str:
    whole = sum(unit.steps for unit in units)
    names = ", ".join(unit.id for unit in units)
    if steps >= whole:
        return f"{names} {'is' if len(units) == 1 else 'are'} eliminated"
    if len(units) == 1:
        return f"{names} loses {'a step' if steps == 1 else plural(steps, 'step')}, {whole - steps} left"
    return f"{names} lose {plural(steps, 'step')} of {whole}"


def _retreats_to(state: State, stack: list[Unit], foes: Sequence[Hex], hexes: int) -> str:
    """The hex a stack retreats to if it takes the first choice at each hex."""
    field, way = HexIndex(state), [stack[0].at]
    for left in range(hexes, 0, -1):
        found = open_hexes(field, stack, way[-1], way, foes, left)
        if not found:
            break
        way.append(found[0])
    return way[-1] if len(way) > 1 else ""


def _step(state: State, answer: str, **_: Any) -> str:
    """`3-4 → 1-2`."""
    unit = state.units.get(answer)
    if unit is None:
        return ""
    attack, defence_ = unit.strength
    if unit.steps < 2:
        return f"last step: {attack}-{defence_} eliminated"
    after = unit.strength_with(unit.steps - 1)
    return f"{attack}-{defence_} → {after[0]}-{after[1]}, {plural(unit.steps - 1, 'step')} left"


def _whole(state: State, answer: str, **_: Any) -> str:
    unit = state.units.get(answer)
    return f"{unit.strength[0]}-{unit.strength[1]} lost, {plural(unit.steps, 'step')}" if unit else ""


# ── Ways


def _way(state: State, answer: str, units: list[str], **_: Any) -> str:
    costly = is_costly(HexIndex(state), state.remaining(units), answer)
    return f"{_ground(state, answer)}; {'next to the enemy, costs a step' if costly else 'costs nothing'}"


def _ground(state: State, at: Hex) -> str:
    """`town, Luqa airfield, with 2dli`."""
    there = [unit.id for unit in state.units_at(at)]
    parts = [state.board.terrain[at], state.board.name_of(at) or "", f"with {', '.join(there)}" if there else ""]
    return ", ".join(filter(None, parts))


def _follow(state: State, answer: str, **_: Any) -> str:
    at, units = state.current_fight.on, advancers(state)
    if answer == _NONE:
        return f"{at} stays empty"
    going = units if answer == ALL else [state.units[answer]]
    left = [hex for hex in dict.fromkeys(unit.at for unit in going) if set(state.units_at(hex)) <= set(going)]
    strength = sum(map(defence, going))
    empty = f"; leaves {', '.join(left)} empty" if left else ""
    return f"defence {strength} in {state.board.titled(at)}{empty}"


def _mark(state: State, answer: str, **_: Any) -> str:
    return f"{_ground(state, answer)}; on a hit one of them loses a step"


def _home(state: State, answer: str, **_: Any) -> str:
    return _ground(state, answer) if is_hex(answer) else in_words(answer)


# ── The sea


def _coast(state: State, answer: str, stage: str) -> str:
    from tarawa_cli.games.malta.rules.ch16_special_units.coast_guns import able_guns  # start-up

    guns = [gun.id for gun in able_guns(state, stage)]
    if not guns:
        return "no gun can fire"
    s = "s" * (len(guns) == 1)
    return f"{plural(len(guns), 'gun')} {f'fire{s}' if answer == ALL else f'hold{s} fire'}: {', '.join(guns)}"


def _ship(state: State, answer: str, **_: Any) -> str:
    ship = state.units[answer].type
    return f"you lose its support {ship.offence} and bombardment {ship.bombard}"


def _said(text: str) -> Tell:
    return lambda state, answer, **about: text


_KINDS: dict[str, Tell] = {
    "guns": _guns,
    "hits": _hits,
    "step": _step,
    "way": _way,
    "shell-step": _step,
    "hide": _said("the Allies go without a dummy battery"),
    "unveil": _said("the fight continues"),
    "coast": _coast,
    "sunk": _whole,
    "mark": _mark,
    "sufferer": _step,
    "storm": _said("fight with the support assigned so far"),
    "follow": _follow,
    "plane-hit": _step,
    "crowd-loss": _whole,
    "home": _home,
    "ship": _ship,
}
