"""A turn told as in a battle report: who came ashore, what was taken, what it cost, how the night went."""

from collections import Counter

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.narration.sentences import track_row
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.hints import Callable, Iterable, Iterator, Sequence
from tarawa_cli.kernel.narration.visible import plural

_NAMED = 8
"""So many hexes or units are named; of more only the number is told."""
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

Tell = Callable[["TurnEvents"], Iterator[str]]


class TurnEvents:
    """The events of a turn by type, and the position that they led to."""

    def __init__(self, events: Iterable[Event], state: State) -> None:
        self.events = list(events)
        self.state = state

    def facts(self, type: str, fact: str) -> list[str]:
        return [event.facts[fact] for event in self.events if event.type == type]


def account(events: Sequence[Event], state: State) -> list[str]:
    """A paragraph each for landings, ground, losses, and what else there was."""
    turn = TurnEvents(events, state)
    parts = (
        (_opening, landings),
        (ground, secured, retaken),
        (_steps_lost, _gone, casualties, banzais),
        (heads, _others, morale, ended),
    )
    told = (" ".join(line for tell in tells for line in tell(turn)) for tells in parts)
    return [paragraph for paragraph in told if paragraph] or ["No ground changed hands, and no unit was lost."]


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
    """Where a track stands that has moved, and which way."""
    told = []
    for track, name in MORALE.items():
        moves = [event.facts for event in turn.events if event.type == "marker-moved" and event.facts["track"] == track]
        by = sum(move["by"] for move in moves)
        if by:
            box = moves[-1]["to"]
            at = f"{turn.state.charts.box_name(box)} ({track_row(turn.state.charts, box)})"
            told.append(f"{name} {'rose' if by > 0 else 'fell'} to {at}")
    if told:
        yield _sentence(_and(told))


def ended(turn: TurnEvents) -> Iterator[str]:
    if turn.facts("game-over", "outcome"):
        yield _sentence(turn.state.ending)
