"""A turn as in a battle report, what others have done in a few lines, and the highlights of a battle."""

from collections import Counter

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.narration.sentences import TRACK_NAMES, sentence, track_row
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.digest import Digest, DigestLine, orders_given, some
from tarawa_cli.kernel.narration.visible import plural

_NAMED = 8
"""The most hexes that are listed; of more only the number is given."""
_OTHER = {
    "supply-ship-sunk": "A supply ship was sunk.",
    "supply-rolls-hurt": "The fleet was damaged: less supply from now on.",
    "shore-points-hurt": "The fleet was damaged: fewer shore points from now on.",
    "carrier-sunk": "A carrier was sunk: fewer shore points from now on.",
    "raid-marker-placed": "Bombs fell on {area}.",
}
_HEADS = {
    "head-placed": "A supply head was set up at {hex}.",
    "head-lost": "The supply head at {hex} fell.",
}
MORALE = {"japanese": "Japanese morale", "marines": "the Marines' general morale"}

TurnTeller = Callable[["TurnEvents"], Iterator[str]]


class TurnEvents:
    """The events of a turn by type, and the position that they led to."""

    def __init__(self, events: Iterable[Event], state: State) -> None:
        self.events = list(events)
        self.state = state

    def facts(self, type: str, fact: str) -> list[str]:
        return [event.facts[fact] for event in self.events if event.type == type]


def report_turn(events: Sequence[Event], state: State) -> list[str]:
    """A paragraph each for landings, ground, losses, and what else there was."""
    turn = TurnEvents(events, state)
    parts = (
        (_opening, landings),
        (ground, secured, retaken),
        (_steps_lost, _gone, casualties, banzais),
        (heads, _others, morale, ended),
    )
    paragraphs = (" ".join(line for teller in tellers for line in teller(turn)) for tellers in parts)
    return [paragraph for paragraph in paragraphs if paragraph] or ["No ground changed hands, and no unit was lost."]


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('!', '.')) else '.'}"


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


# ── Landings


def _opening(turn: TurnEvents) -> Iterator[str]:
    for chits in turn.facts("bombarded", "chits"):
        yield f"The fleet shelled the island: {plural(int(chits), 'chit')} for the landing."


def landings(turn: TurnEvents) -> Iterator[str]:
    """Who came ashore, by beach; craft are not counted."""
    board, units = turn.state.board, turn.state.units
    beaches: dict[str, list[str]] = {}
    for event in turn.events:
        if event.type == "landed" and not units[event.facts["unit"]].type.is_craft:
            beach = board.landing.get(event.facts["hex"], "")
            beaches.setdefault(board.beaches[beach].name if beach else "the pier", []).append(event.facts["unit"])
    if beaches:
        landed = (f"{_and(units)} on {beach}" for beach, units in beaches.items())
        yield f"Landed: {'; '.join(landed)}."


# ── Ground


def ground(turn: TurnEvents) -> Iterator[str]:
    taken = [event.facts["hex"] for event in turn.events if event.type == "hex-cleared" and event.rule != "9.2.3"]
    fallen = [event.facts["hex"] for event in turn.events if event.type == "hex-cleared" and event.rule == "9.2.3"]
    tried = sum(event.type == "roll" and event.facts["table"] == "marine-attack" for event in turn.events)
    if taken:
        attacks = f" ({plural(tried, 'attack')})" if tried else ""
        yield f"The Marines cleared {_hexes(turn, taken)}{attacks}."
    elif tried:
        yield f"{plural(tried, 'attack')} gained no ground."
    if fallen:
        yield f"The defenders gave up {_hexes(turn, fallen)} without a fight."
    blown = dict.fromkeys(turn.facts("demolished", "hex"))
    if blown:
        yield f"Engineers blew up pillboxes in {_and([*blown])}."


def _hexes(turn: TurnEvents, hexes: Sequence[Hex]) -> str:
    """`3 hexes: 2731 and 2833 in Red Beach 2, 2725 in Red Beach 3`; of many only how many in each area."""
    board = turn.state.board
    areas: dict[str, list[Hex]] = {}
    for at in hexes:
        areas.setdefault(board.areas[board.area_of[at]].name, []).append(at)
    few = len(hexes) <= _NAMED
    where = [f"{_and(found) if few else len(found)} in {area}" for area, found in areas.items()]
    if len(hexes) == 1:
        return where[0]
    if len(areas) == 1 and not few:
        return f"{len(hexes)} hexes in {next(iter(areas))}"
    return f"{len(hexes)} hexes: {', '.join(where)}"


def secured(turn: TurnEvents) -> Iterator[str]:
    areas = [turn.state.board.areas[area].name for area in turn.facts("area-secured", "area")]
    if areas:
        yield f"{_and(areas)} {'was' if len(areas) == 1 else 'were'} secured."


def retaken(turn: TurnEvents) -> Iterator[str]:
    if lost := turn.facts("hex-lost", "hex"):
        yield f"The Japanese retook {_and(lost)}."


# ── What it cost


def _steps_lost(turn: TurnEvents) -> Iterator[str]:
    steps: Counter[str] = Counter()
    for event in turn.events:
        if event.type == "steps-lost" and not turn.state.units[event.facts["unit"]].type.is_craft:
            steps[event.facts["unit"]] += event.facts["steps"]
    if steps:
        worst = [f"{unit} ({lost})" for unit, lost in steps.most_common(3)]
        hardest = f", worst hit {_and(worst)}" if len(steps) > 3 else f": {_and(worst)}"
        yield f"Lost {plural(steps.total(), 'step')}{hardest}."


def _gone(turn: TurnEvents) -> Iterator[str]:
    gone = [unit for unit in turn.facts("unit-lost", "unit") if not turn.state.units[unit].type.is_craft]
    if gone:
        yield f"Eliminated: {_and(gone)}."


def casualties(turn: TurnEvents) -> Iterator[str]:
    if totals := turn.facts("casualties-counted", "total"):
        space = turn.state.charts.value("casualty-space")
        more = sum(map(int, turn.facts("casualties-counted", "spaces"))) * space
        yield (f"Casualties {int(totals[-1]):,} (+{more:,})." if more != int(totals[-1]) else f"{more:,} casualties.")


def banzais(turn: TurnEvents) -> Iterator[str]:
    repelled = set(turn.facts("banzai-repelled", "unit"))
    for unit, at in zip(turn.facts("banzai-struck", "unit"), turn.facts("banzai-struck", "hex"), strict=True):
        yield f"A banzai struck {unit} in {at}{', and was repelled' if unit in repelled else ''}."


# ── What else there was


def heads(turn: TurnEvents) -> Iterator[str]:
    yield from (_HEADS[event.type].format(**event.facts) for event in turn.events if event.type in _HEADS)


def _others(turn: TurnEvents) -> Iterator[str]:
    for event in turn.events:
        if event.type in _OTHER:
            yield _OTHER[event.type].format(**event.facts)
    for wreck in turn.facts("wreck-taken", "wreck"):
        yield "The Japanese occupied the wreck." if wreck == "occupied" else "The wreck was silenced."


def morale(turn: TurnEvents) -> Iterator[str]:
    """Each track that has moved: which way, and to which box."""
    parts = []
    for track, name in MORALE.items():
        moves = [event.facts for event in turn.events if event.type == "marker-moved" and event.facts["track"] == track]
        by = sum(move["by"] for move in moves)
        if by:
            box = moves[-1]["to"]
            at = f"{turn.state.charts.box_name(box)} ({track_row(turn.state.charts, box)})"
            parts.append(f"{name} {'rose' if by > 0 else 'fell'} to {at}")
    if parts:
        yield _sentence(_and(parts))


def ended(turn: TurnEvents) -> Iterator[str]:
    if turn.facts("game-over", "outcome"):
        yield _sentence(turn.state.ending)


# ── What others have done, in a few lines


EventTeller = Callable[[Sequence[Event], State], Iterator[str]]

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
"""Events that a summary line covers, or that nobody needs; every other one has its own line."""


def digest(events: Sequence[Event], state: State) -> list[DigestLine]:
    return _DIGEST.lines(events, state)


def _of_report(*tellers: TurnTeller) -> EventTeller:
    """Sentences of the report of a turn."""
    return lambda events, state: (line for teller in tellers for line in teller(TurnEvents(events, state)))


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
    parts = [f"Lost {plural(steps.total(), 'step')}: {some(lost)}."] if lost else []
    parts += casualties(TurnEvents(events, state))
    yield " ".join(parts)


def _regiments(events: Sequence[Event], state: State) -> Iterator[str]:
    """`Regiments' morale: 8th Marines -2, to -1.`"""
    last = {event.facts["track"]: event.facts for event in events if event.type == "marker-moved"}
    parts = []
    for track, facts in last.items():
        moves = [event.facts for event in events if event.type == "marker-moved" and event.facts["track"] == track]
        by = sum(move["by"] for move in moves)
        if by and track not in MORALE:
            parts.append(f"{TRACK_NAMES[track]} {by:+d}, to {state.charts.box_name(facts['to'])}")
    if parts:
        yield f"Regiments' morale: {'; '.join(parts)}."


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
    parts = [f"supply points in stock {won[-1]}"] if won else []
    parts += [f"shore points {shore[-1]}"] if shore else []
    if parts:
        yield f"{', '.join(parts).capitalize()}."
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
    parts = [plural(shots, "shot")] if shots else []
    parts += [f"traps and snipers in {plural(traps, 'area')}"] if traps else []
    if parts:
        yield f"Japanese fire: {', '.join(parts)}."
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


def _other_events(events: Sequence[Event], state: State) -> Iterator[str]:
    """The sentence of every event that no summary line covers."""
    for event in events:
        if event.type not in _SUMMED_UP:
            yield sentence(event, state).strip()


def _orders(events: Sequence[Event], state: State) -> Iterator[str]:
    return orders_given(events)


_DIGEST: Digest[State] = Digest(
    _of_report(ended),
    _of_report(ground, retaken, secured, heads),
    _lost,
    _of_report(banzais),
    _steps,
    _of_report(morale),
    _regiments,
    _pinned,
    _of_report(landings),
    _other_events,
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
    """The most memorable of these events, in a few words each."""
    events = list(events)
    lost = [event for event in events if event.type == "unit-lost"]
    grave = [event for event in lost if not state.units[event.facts["unit"]].type.is_craft]
    great = [event for event in events if event.type in _GREAT or event in grave]
    words = (sentence(event, state).partition("  [")[0].strip() for event in great)
    return [*_firsts(events, state), *filter(None, words)]


def _firsts(events: list[Event], state: State) -> Iterator[str]:
    ashore = sum(event.type == "landing-turn-set" for event in events)
    if ashore and ashore == sum(unit.landed > 0 for unit in state.units.values()):
        yield "the first Marines are ashore"
    cleared = [event.facts["hex"] for event in events if event.type == "hex-cleared"]
    if cleared and state.cleared <= set(cleared):
        yield f"{cleared[0]} is the first hex to be cleared"
