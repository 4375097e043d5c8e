"""One sentence an event, and the words that tell the player what comes next."""

from collections.abc import Callable, Iterable
from typing import Any

from tarawa_cli.games.tarawa.state import OUTCOMES, State
from tarawa_cli.kernel.play import Event

PHASE_NAMES = {
    "bombardment": "Pre-invasion bombardment",
    "support": "Shore support",
    "supply-points": "Supply points",
    "embark": "Embarking",
    "impulse": "Invasion impulse",
    "anti-landing": "Japanese anti-landing fire",
    "suppression": "Direct suppression",
    "beach-landing": "Beach landing",
    "traps": "Traps and snipers",
    "actions": "Marine actions",
    "offensive-fire": "Japanese offensive fire",
    "supply-check": "Supply check",
    "night": "Night events",
    "morale": "Morale",
    "final": "Final phase",
}


def phase_name(phase: str) -> str:
    name, _, number = phase.rpartition("-")
    return f"{PHASE_NAMES[name]} {number}" if number.isdigit() else PHASE_NAMES[phase]


def sentences(events: Iterable[Event], state: State) -> list[str]:
    """What happened, in the order in which it happened."""
    return [line for event in events if (line := sentence(event, state))]


def sentence(event: Event, state: State) -> str:
    """One event as a line with its paragraph."""
    tell = _SENTENCES.get(event.type)
    text = tell(event.facts, state) if tell else f"{event.type}: {_pairs(event.facts)}"
    if not text:
        return ""
    return f"── {text}" if event.type in ("phase-begun", "turn-begun") else f"  {text}  [{event.rule}]"


def _pairs(facts: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in facts.items())


def roll_text(facts: dict[str, Any], state: State) -> str:
    """A roll as a player works it out on paper."""
    table = state.charts.table(facts["table"])
    column = f", {facts['column']}" if facts.get("column") else ""
    on = f" on {facts['on']}" if facts.get("on") else ""
    sum_ = " ".join(f"{m['value']:+d} {m['label']}" for m in facts["modifiers"])
    total = f" {sum_} = {facts['total']}" if sum_ else ""
    return f"{table.name}{column}{on}: die {facts['dice'][0]}{total} → {facts['result']}"


def _pick_text(facts: dict[str, Any], state: State) -> str:
    dice = " ".join(map(str, facts["dice"]))
    return f"for {facts['purpose']}: dice {dice} → {facts['picked']} of {len(facts['among'])}"


def _chit(value: int) -> str:
    return f"{value}" if value else "blank"


def _aged(facts: dict[str, Any], state: State) -> str:
    left = ", ".join(f"{area} {chit}" for area, chit in facts["left"].items())
    return f"the bombardment's chits wear off; left: {left}" if left else "the bombardment's chits are taken off"


Teller = Callable[[dict[str, Any], State], str]
_SENTENCES: dict[str, Teller] = {
    "roll": roll_text,
    "pick": _pick_text,
    "phase-begun": lambda f, s: phase_name(f["phase"]),
    "turn-begun": lambda f, s: f"Turn {f['turn']}: {s.charts.turn(f['turn']).label}",
    "policy-set": lambda f, s: f"standing answer: {f['policy']} {f['value']}",
    "game-over": lambda f, s: f"the game is over: {OUTCOMES[f['outcome']]}",
    "bombarded": lambda f, s: (
        f"the fleet wins {f['chits']} chits"
        + (f", and {f['delay']} impulse{'s' if f['delay'] > 1 else ''} of turn 1 are given up" if f["delay"] else "")
    ),
    "chit-placed": lambda f, s: f"{f['area']}: chit {_chit(f['chit'])}",
    "chits-aged": _aged,
    "shore-points-set": lambda f, s: f"{f['points']} shore points this turn",
}


def headline(state: State) -> str:
    """Turn, date, phase."""
    return f"Turn {state.turn} · {state.charts.turn(state.turn).label} · {phase_name(state.phase)} (`{state.phase}`)"


def next_steps(state: State) -> str:
    """What the player can do now."""
    from tarawa_cli.games.tarawa.steps import steps

    lines = [headline(state)]
    if state.outcome:
        return f"The game is over: {OUTCOMES[state.outcome]}."
    return "\n".join([*lines, *(f"  → {step}" for step in steps(state))])
