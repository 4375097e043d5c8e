"""What others have done in a few lines, the biggest first; and the highlights of a battle."""

from collections import Counter

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.narration import turn_report
from tarawa_cli.games.tarawa.narration.sentences import TRACK_NAMES, sentence
from tarawa_cli.games.tarawa.narration.turn_report import TurnEvents
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.digest import Digest, DigestLine, orders_given, some
from tarawa_cli.kernel.narration.visible import plural

# ── What others have done in a few lines


Tell = Callable[[Sequence[Event], State], Iterator[str]]

_SUMMED_UP = (
    *("phase-begun", "phase-passed", "phases-left-out", "turn-begun", "order-given", "roll", "pick", "die"),
    *("impulse-begun", "land-phase-begun", "suppression-lifted", "craft-loss-counted", "landing-turn-set", "pin-eased"),
    *("steps-lost", "unit-lost", "casualties-counted", "pinned", "pin-lasts", "hit-as-morale", "trapped"),
    *("course-changed", "course-kept", "course-run", "marker-moved", "levels-copied", "markers-cleaned"),
    *("landed", "embarked", "supply-embarked", "put-on-pier", "advanced", "walked", "left-pier", "unloaded"),
    *("wades-on", "craft-emptied", "craft-returned", "went-homeward", "back-in-pool", "waits-at-edge", "lvt-put-out"),
    *("pier-walked", "taken-aboard", "supply-moved-over", "ap-spent", "supported", "assaulted", "shore-point-used"),
    *("moved", "hex-suppressed", "hex-cleared", "demolished", "area-secured", "hex-lost", "assault-stopped"),
    *("suppression-fired", "supply-points-won", "shore-points-set", "supply-given", "free-marker-given"),
    *("supplied-directly", "markers-used", "landing-supply-over", "supply-status", "step-recovered"),
    *("recovery-begun", "recovery-failed", "digging-begun", "positions-improved", "out-of-reach"),
    *("banzai-struck", "banzai-repelled", "hex-held", "head-placed", "head-lost", "game-over"),
    *(
        "hexes-give-up",
        "ground-rolled-for",
        "bombarded",
        "chit-placed",
        "chits-aged",
        "raid-markers-fade",
        "policy-set",
    ),
)
"""Events that a line of many tells, or nobody wants to know; every other one has a line of its own."""


def digest(events: Sequence[Event], state: State) -> list[DigestLine]:
    return _DIGEST.lines(events, state)


def _told(*tells: turn_report.Tell) -> Tell:
    """Sentences of the account of a turn."""
    return lambda events, state: (line for tell in tells for line in tell(TurnEvents(events, state)))


def _lost(events: Sequence[Event], state: State) -> Iterator[str]:
    gone = [event.facts["unit"] for event in events if event.type == "unit-lost"]
    units = [unit for unit in gone if not state.units[unit].type.is_craft]
    craft = [unit for unit in gone if state.units[unit].type.is_craft]
    if units:
        yield f"Lost: {some(units)}."
    if craft:
        yield f"Sunk: {some(craft)}."


def _steps(events: Sequence[Event], state: State) -> Iterator[str]:
    """`Lost 4 steps: 2/8A 3, 2/8B 1. Casualties 300 (+100).`"""
    steps: Counter[str] = Counter()
    for event in events:
        if event.type == "steps-lost":
            steps[event.facts["unit"]] += event.facts["steps"]
    lost = [f"{unit} {count}" for unit, count in steps.most_common()]
    told = [f"Lost {plural(steps.total(), 'step')}: {some(lost)}."] if lost else []
    told += turn_report.casualties(TurnEvents(events, state))
    yield " ".join(told)


def _regiments(events: Sequence[Event], state: State) -> Iterator[str]:
    """`Regiments' morale: 8th Marines -2, to -1.`"""
    last = {event.facts["track"]: event.facts for event in events if event.type == "marker-moved"}
    told = []
    for track, facts in last.items():
        moves = [event.facts for event in events if event.type == "marker-moved" and event.facts["track"] == track]
        by = sum(move["by"] for move in moves)
        if by and track not in turn_report.MORALE:
            told.append(f"{TRACK_NAMES[track]} {by:+d}, to {state.charts.box_name(facts['to'])}")
    if told:
        yield f"Regiments' morale: {'; '.join(told)}."


def _pinned(events: Sequence[Event], state: State) -> Iterator[str]:
    for what, types in (("Pinned", ("pinned", "pin-lasts")), ("Off course", ("course-changed",))):
        units = dict.fromkeys(event.facts["unit"] for event in events if event.type in types)
        if units:
            yield f"{what}: {some(units)}."


def _embarked(events: Sequence[Event], state: State) -> Iterator[str]:
    units = [event.facts["unit"] for event in events if event.type in ("embarked", "put-on-pier", "sent-to-bairiki")]
    if units:
        yield f"Embarked: {some(units)}."
    coming = dict.fromkeys(event.facts["unit"] for event in events if event.type in ("advanced", "walked", "left-pier"))
    if coming:
        yield f"On the way in: {plural(len(coming), 'unit')} moved."


def _supply(events: Sequence[Event], state: State) -> Iterator[str]:
    won = [event.facts["stock"] for event in events if event.type == "supply-points-won"]
    shore = [event.facts["points"] for event in events if event.type == "shore-points-set"]
    told = [f"supply points in stock {won[-1]}"] if won else []
    told += [f"shore points {shore[-1]}"] if shore else []
    if told:
        yield f"{', '.join(told).capitalize()}."
    given = ("supply-given", "free-marker-given", "supplied-directly")
    supplied = dict.fromkeys(unit for event in events if event.type in given for unit in event.facts["units"])
    if supplied:
        yield f"In active supply: {some(supplied)}."
    over = [unit for event in events if event.type == "landing-supply-over" for unit in event.facts["units"]]
    if over:
        yield f"Landing supply has run out: {some(over)}."
    last = {event.facts["unit"]: event.facts["supply"] for event in events if event.type == "supply-status"}
    out = [unit for unit, supply in last.items() if supply == "none"]
    if out:
        yield f"Unsupplied: {some(out)}."
    back = [f"{event.facts['unit']} ({event.facts['steps']})" for event in events if event.type == "step-recovered"]
    if back:
        yield f"Recovered a step: {some(back)}."


def _fire(events: Sequence[Event], state: State) -> Iterator[str]:
    tables = [event.facts["table"] for event in events if event.type == "roll"]
    shots, traps = tables.count("japanese-fire"), tables.count("traps")
    told = [plural(shots, "shot")] if shots else []
    told += [f"traps and snipers in {plural(traps, 'area')}"] if traps else []
    if told:
        yield f"Japanese fire: {', '.join(told)}."
    tried = {event.facts["area"]: event.facts["suppressed"] for event in events if event.type == "suppression-fired"}
    areas = [area for area, suppressed in tried.items() if suppressed]
    if tried:
        of_all = f" of {plural(len(tried), 'area')}"
        some_of_all = f"{some(areas)} ({len(areas)}{of_all})" if areas else f"none{of_all}"
        yield f"Suppressed: {some(areas) if len(areas) == len(tried) else some_of_all}."
    markers = {event.facts["hex"]: event.facts["markers"] for event in events if event.type == "hex-suppressed"}
    if markers:
        yield f"Suppression markers: {some(f'{at} ({count})' for at, count in markers.items())}."


def _moves(events: Sequence[Event], state: State) -> Iterator[str]:
    units = dict.fromkeys(event.facts["unit"] for event in events if event.type == "moved")
    if units:
        yield f"Moved: {some(units)}."
    works = {"Digging in": "digging-begun", "Dug in": "positions-improved", "Resting": "recovery-begun"}
    for what, type in works.items():
        units = dict.fromkeys(event.facts["unit"] for event in events if event.type == type)
        if units:
            yield f"{what}: {some(units)}."


def _others(events: Sequence[Event], state: State) -> Iterator[str]:
    """The sentence of every event that nothing else tells."""
    for event in events:
        if event.type not in _SUMMED_UP:
            yield sentence(event, state).strip()


def _orders(events: Sequence[Event], state: State) -> Iterator[str]:
    return orders_given(events)


_DIGEST: Digest[State] = Digest(
    _told(turn_report.ended),
    _told(turn_report.ground, turn_report.retaken, turn_report.secured, turn_report.heads),
    _lost,
    _told(turn_report.banzais),
    _steps,
    _told(turn_report.morale),
    _regiments,
    _pinned,
    _told(turn_report.landings),
    _others,
    _supply,
    _embarked,
    _fire,
    _moves,
    _orders,
)
"""Biggest first."""


# ── Highlights


_GREAT = (
    *("area-secured", "banzai-struck", "hex-lost", "hexes-give-up", "embarking-stopped", "wreck-taken"),
    *("supply-ship-sunk", "carrier-sunk", "game-over"),
)


def highlights(events: Iterable[Event], state: State) -> list[str]:
    """What of these events nobody will forget, in a few words each."""
    events = list(events)
    great = [event for event in events if event.type in _GREAT or _is_grave(event, state)]
    return [*_firsts(events, state), *filter(None, (_words(event, state) for event in great))]


def _is_grave(event: Event, state: State) -> bool:
    """Whether a unit is gone that was more than a craft."""
    return event.type == "unit-lost" and not state.units[event.facts["unit"]].type.is_craft


def _firsts(events: list[Event], state: State) -> Iterator[str]:
    ashore = sum(event.type == "landing-turn-set" for event in events)
    if ashore and ashore == sum(unit.landed > 0 for unit in state.units.values()):
        yield "the first Marines are ashore"
    cleared = [event.facts["hex"] for event in events if event.type == "hex-cleared"]
    if cleared and state.cleared <= set(cleared):
        yield f"{cleared[0]} is the first hex to be cleared"


def _words(event: Event, state: State) -> str:
    """The sentence without its paragraph."""
    return sentence(event, state).partition("  [")[0].strip()
