"""Sentences for events, the position in short, and names for stories."""

from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import AIR_MARKER, ENDINGS, State, Unit
from tarawa_cli.games.malta.model.unit import target_name
from tarawa_cli.games.malta.model.unit_types import UnitType
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import TYPE_CHECKING, Iterable, Sequence
from tarawa_cli.kernel.narration.digest import Facts, Sentences
from tarawa_cli.kernel.narration.visible import plural, wrapped

if TYPE_CHECKING:
    from tarawa_cli.kernel.narration.digest import DigestLine
    from tarawa_cli.kernel.presentation import Opening

# ── Names for stories: a few units by id, many by formation; places by name; numbers in words


FEW = 4
"""Up to this number, units are named one by one."""
DIVISIONS = {"livorno": "Livorno", "friuli": "Friuli", "folgore": "Folgore", "laspezia": "La Spezia"}
BRIGADES = {"northern": "Northern", "central": "Central", "southern": "Southern", "western": "Western"}
OTHERS = {"ramcke": "Ramcke's paratroops", "fortress": "the fortress troops", "none": "the corps troops"}
_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def both(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, thing: str, things: str = "") -> str:
    """`one step`, `three steps`."""
    return f"{number(count)} {thing if count == 1 else things or f'{thing}s'}"


def capitalised(text: str) -> str:
    """With a capital, unless it begins with the id of a unit or a number; and with a full stop."""
    first = text.split(" ")[0].strip(",")
    return f"{text if first in CHARTS.units else text[:1].upper() + text[1:]}."


def place(at: Hex) -> str:
    """`Luqa airfield (1613)`; of a hex without a name its number."""
    return malta().titled(at)


def type_of(id: str) -> UnitType | None:
    """The type of a unit; None for a coast gun known only by its hex."""
    return CHARTS.units.get(id)


def title(id: str) -> str:
    """A ship, a battery or a leader by the full name."""
    type = type_of(id)
    if type is None:
        return "a coast gun"
    name, _, guns = type.name.partition(" (")[0].partition(", ")
    if type.can("ship"):
        return f"the {name[:1].lower()}{name[1:]}"
    if type.can("coast-gun"):
        return f"the {guns.rpartition(' ')[2]} battery of {name}" if guns else f"the {name}"
    return name


def together(ids: Iterable[str]) -> list[str]:
    """Names, with the companies of a battalion together; if all are named, as the battalion."""
    found: dict[str, list[str]] = {}
    for id in dict.fromkeys(ids):
        type = type_of(id)
        found.setdefault(type.of or id if type else "a coast gun", []).append(id)
    return [_battalion(name, parts) for name, parts in found.items()]


def _battalion(name: str, parts: list[str]) -> str:
    whole = type_of(name)
    companies = len(whole.type.companies) if whole and whole.type else 0
    if len(parts) == 1:
        return parts[0] if type_of(parts[0]) else name
    return name if name in parts or len(parts) == companies else f"{companies_in_words(len(parts))} of {name}"


def companies_in_words(count: int) -> str:
    return counted(count, "company", "companies")


def troops(ids: Iterable[str], state: State) -> str:
    """A few names, or the number of units and their formations."""
    names = together(ids := list(ids))
    if len(names) <= FEW:
        return both(names)
    return f"{counted(len(names), 'unit')} of {formations(_formation(id, state) for id in ids if type_of(id))}"


def formations(ids: Iterable[str]) -> str:
    """`the Livorno and Friuli divisions and Ramcke's paratroops`."""
    found = [*dict.fromkeys(ids)]
    parts = [_of_a_kind(found, DIVISIONS, "Division"), _of_a_kind(found, BRIGADES, "Brigade")]
    return both([*filter(None, parts), *(name for id, name in OTHERS.items() if id in found)])


def _of_a_kind(found: list[str], names: dict[str, str], kind: str) -> str:
    some = [name for id, name in names.items() if id in found]
    if len(some) == len(names):
        return f"all {number(len(some))} {kind.lower()}s"
    return f"the {both(some)} {kind if len(some) == 1 else f'{kind.lower()}s'}" if some else ""


def _formation(id: str, state: State) -> str:
    """The current formation; a company has that of its battalion."""
    type = CHARTS.units[id]
    unit = state.units.get(type.of or id)
    return unit.formation if unit else type.formation


def are(names: str) -> str:
    """`was` or `were`, after some names."""
    return "were" if " and " in names or " units of " in names or "companies" in names else "was"


# ── Sentences for events


ELSEWHERE = {
    "reason": "narration.reasons:reason",
    "find_waste": "narration.summary:find_waste",
    "basis": "legal.odds_report:basis",
    "changed": "narration.digest:changed",
    "report_turn": "narration.turn_report:report_turn",
}
SIDE_NAMES = {"axis": "Axis", "allied": "Allied"}
PLAYERS = {"axis": "Axis", "allied": "Allies"}
_PARTS = {
    "status": "status",
    "movement": "movement",
    "support": "support",
    "bombardment": "bombardment",
    "combat": "combat",
    "breakthrough": "breakthrough",
}
_PHASES = {
    "setup-allied": "Allied set-up",
    "setup-axis": "Axis planning",
    "approach": "Approach",
    "formations": "Formations",
    "weather": "Weather",
    "air-strikes": "Air strikes on coast guns",
    "plan-drops": "Drop planning",
    "aides": "Aides",
    "replacements": "Replacements",
    "absorb": "Absorbing security companies",
    "ammunition": "Ammunition",
    "dismantle": "Dismantling strongpoints",
    "royal-navy": "Royal Navy",
    "embark": "Embarkation",
    "ships": "Warship placement",
    "coast-fire": "Ships and coast guns",
    "first-wave": "First wave",
    "second-wave": "Second wave",
    "airborne": "Drops",
    "surrender": "Surrender",
    "transition": "End of the turn",
}
TOLD = Sentences[State]("tarawa_cli.games.malta.narration.event_sentences")
tells, words, sentence, sentences = TOLD.tells, TOLD.words, TOLD.sentence, TOLD.sentences
_QUIET = ("axis-status", "allied-status", "surrender", "transition")
"""Phases without a line of their own."""


def phase_name(phase: str) -> str:
    side, _, part = phase.partition("-")
    return f"{SIDE_NAMES[side]} {_PARTS[part]}" if side in SIDE_NAMES else _PHASES[phase]


def summarize(events: Iterable[Event], state: State) -> list[str]:
    """The same with the rolls of many units summed up."""
    from tarawa_cli.games.malta.narration.summary import summarize  # start-up

    return summarize(events, state)


def digest(events: Sequence[Event], state: State) -> "list[DigestLine]":
    """What others have done, most important first."""
    from tarawa_cli.games.malta.narration.digest import digest  # start-up

    return digest(events, state)


def listed(names: Iterable[str]) -> str:
    """Guns and units by name; an air marker is planes."""
    return ", ".join("planes" if name == AIR_MARKER else name for name in names)


# ── Rolls and the sequence


@tells("roll")
def _roll(facts: Facts, state: State) -> str:
    """A roll as a player works it out on paper."""
    table = state.charts.table(facts["table"])
    target, *by = facts.get("on", "").split(" ", 1)
    on = " ".join([target_name(target), *by]) if target else ""
    dice = " + ".join(map(str, facts["dice"]))
    plus = "".join(f", {modifier['value']:+d} {modifier['label']}" for modifier in facts["modifiers"])
    total = f" = {facts['total']}" if plus or len(facts["dice"]) > 1 else ""
    head = f"{_subject(facts['table'], table.name, on)}{_column(facts)}"
    return f"{head}: {dice}{plus}{total} → {_result(facts['result'])}"


def _subject(table: str, name: str, on: str) -> str:
    """The subject of a roll."""
    who, over, where = on.partition(" over ")
    subjects = {"crt": f"Combat at {on}", "bombardment": f"Bombardment of {on}", "jump": f"{who}'s drop{over}{where}"}
    return subjects.get(table, f"{name} on {on}") if on else name


def _result(result: str) -> str:
    """The result of a table: words as words, combat results unchanged."""
    return "no effect" if result == "-" else result.replace("-", " ") if result[0].isalpha() else result


def _column(facts: Facts) -> str:
    """Where a roll starts, and where its shifts lead."""
    if "start" not in facts:
        return ""
    basis = f": {facts['remark']}" if facts.get("remark") else ""
    shifts = "".join(f", {shift['value']:+d} {shift['label']}" for shift in facts["shifts"])
    to = f" = column {facts['column']}" if shifts else ""
    return f"{basis}, column {facts['start']}{shifts}{to}"


@tells("throw")
def _throw(facts: Facts, state: State) -> str:
    plus = "".join(f", {modifier['value']:+d} {modifier['label']}" for modifier in facts["modifiers"])
    total = f" = {facts['total']}" if plus else ""
    on, purpose, thrown = facts["on"], facts["purpose"], facts["total"]
    if purpose.startswith("command, "):
        needed = purpose.removeprefix("command, ")
        end = "succeeds" if thrown <= int(needed.split()[0]) else "fails"
        return f"{on.capitalize()} needs {needed}: rolls {thrown}, {end}"
    if purpose.startswith("recovery, "):
        needed = purpose.removeprefix("recovery, ")
        return f"{on} needs {needed} to recover: rolls {' '.join(map(str, facts['dice']))}{plus}{total}"
    if purpose == "turns until he is back":
        return f"{on.capitalize()} returns in {plural(thrown, 'turn')}"
    if purpose == "hexes of drift":
        return f"{on} drifts {'1 hex' if thrown == 1 else f'{thrown} hexes'}"
    return f"{on}, {purpose}: {' '.join(map(str, facts['dice']))}{plus}{total}"


@tells("pick")
def _pick(facts: Facts, state: State) -> str:
    dice = " ".join(map(str, facts["dice"]))
    return f"{facts['purpose']}: dice {dice} → {facts['picked']}, one of {len(facts['among'])}"


@tells("phase-begun")
def _phase(facts: Facts, state: State) -> str:
    return "" if facts["phase"] in _QUIET else phase_name(facts["phase"])


@tells("phase-passed")
def _passed(facts: Facts, state: State) -> str:
    return "" if facts["phase"] in _QUIET else f"{phase_name(facts['phase'])}: skipped, nothing to do"


@tells("turn-begun")
def _turn(facts: Facts, state: State) -> str:
    last = ", the last turn" if facts["turn"] == state.setting.scenario.last else ""
    return f"{state.charts.turn(facts['turn']).label}{last}"


@tells("counters-readied", "combat-phase-ended", "fight-over", "breakthroughs-ended")
def _silent(facts: Facts, state: State) -> str:
    return ""


words("order-given", "the computer: {command}  ({why})")
words("policy-set", "standing answer of {side}: {policy} {value}")


@tells("game-over")
def _over(facts: Facts, state: State) -> str:
    return f"The game is over: {ENDINGS[facts['outcome']]}{_score(state)}"


# ── Where the game stands


def headline(state: State) -> str:
    """The turn and the phase."""
    return f"{state.box.label} · {phase_name(state.phase)} (`{state.phase}`)"


_NEWS = ("phase-begun", "turn-begun", "jump-begun")
"""Events after which there is something else to do than before."""


def outlook(state: State, events: Iterable[Event]) -> str:
    """After an order: the new situation, the headline, what to do if something new has come up, who is ready.

    If nothing is left to do, the last line says how to continue.
    """
    from tarawa_cli.games.malta.narration.summary import now, ready  # start-up

    events = list(events)
    types = {event.type for event in events}
    begun = not types.isdisjoint(_NEWS) or (state.jumped and "fight-over" in types)
    new = begun or state.question or state.outcome
    if new:
        return "\n".join([*now(events, state), next_steps(state), *ready(state)])
    return "\n".join([*now(events, state), headline(state), *(ready(state) or [way_on(state)])])


def way_on(state: State) -> str:
    """The last of the next steps, which continues the game."""
    from tarawa_cli.games.malta.narration.next_steps import steps  # start-up

    return wrapped(f"  {steps(state)[-1]}", 4)


def next_steps(state: State) -> str:
    from tarawa_cli.games.malta.narration.next_steps import next_steps  # start-up

    return next_steps(state)


def opening(state: State) -> "Opening":
    from tarawa_cli.kernel.presentation import Opening  # start-up

    scenario = state.setting.scenario
    return Opening(scenario.id, scenario.name, scenario.introduction)


def dated(state: State, turn: int) -> tuple[str, str]:
    """A turn's title, and its day."""
    now = state.charts.turn(turn)
    return now.label, now.label.rpartition(", ")[0]


def score(state: State) -> str:
    lost = {side: steps_lost(state, side) for side in SIDE_NAMES}
    return f"steps lost: Axis {lost['axis']}, Allied {lost['allied']}{_score(state)}"


def steps_lost(state: State, side: str) -> int:
    """All that a side has lost since the scenario began."""
    return sum(lost_by(state, unit) for unit in state.units.values() if unit.side == side and not unit.type.of)


def goal_text(state: State) -> str:
    """The goal of a scenario and the holders of its hexes; nothing without a goal."""
    goal = state.setting.scenario.goal
    if not goal:
        return ""
    holders = ", ".join(f"{at} {PLAYERS[state.controller(at)]}" for at in dict.fromkeys((*goal.needed, *goal.hexes)))
    return f"Goal: {goal.text}: {holders}"


def lost_by(state: State, unit: Unit) -> int:
    """Steps that a unit has lost since the scenario began."""
    if unit.type.of:
        return 0
    position: Facts = state.setting.scenario.position
    began: int = position.get("units", {}).get(unit.id, {}).get("steps", unit.type.steps)
    return began - state.steps_left(unit)


def _score(state: State) -> str:
    goal = state.setting.scenario.goal
    if not goal:
        return ""
    from tarawa_cli.games.malta.rules.ch20_22_victory_scenarios import held, lost_equivalents  # start-up

    lost = f"; lost by the Axis: {lost_equivalents(state)} of {goal.losses} battalion equivalents"
    hexes = f"; goal hexes: Axis {held(state, 'axis')}, Allied {held(state, 'allied')}"
    return hexes + lost * (goal.losses is not None)
