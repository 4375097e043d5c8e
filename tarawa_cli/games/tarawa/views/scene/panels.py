"""What stands around the map: areas with bars, morale, key figures, the next step."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.hints import Iterator
from tarawa_cli.kernel.scene.model import Line, Panel, StyledText

_BAR = 4
_ROOM = 79
"""The cells of a line with the next steps."""


def figures(state: State) -> list[StyledText]:
    """The key figures of the title line, the most important first."""
    cleared = f"{len(state.cleared)}/{len(state.board.defended)}"
    return [
        *(StyledText("casualties "), StyledText(f"{state.casualties:,}", "bad")),
        *(StyledText("  cleared "), StyledText(cleared, "good")),
    ]


def panels(state: State) -> list[Panel]:
    told = [Panel("Cleared", [*_areas(state)]), Panel("Morale", [*_morale(state)])]
    markers = [[StyledText(line)] for line in _markers(state)]
    return [*told, *([Panel("Markers", markers)] if markers else [])]


def _areas(state: State) -> Iterator[Line]:
    for id, area in state.board.areas.items():
        defended = [at for at in area.hexes if at in state.board.defended]
        cleared = sum(at in state.cleared for at in defended)
        full = _BAR * cleared // len(defended) if defended else _BAR
        bar = [StyledText("━" * full, "good"), StyledText("─" * (_BAR - full), "dull")]
        yield [StyledText(f"{id:9} "), *bar, StyledText(f" {cleared:2}/{len(defended):<2}")]


def _markers(state: State) -> Iterator[str]:
    """Markers that lie on whole areas."""
    for id in state.board.areas:
        if id in state.chits:
            yield f"{id:9} chit {state.chits[id] or 'blank'}"
        if id in state.area_suppression:
            yield f"{id:9} suppressed"
        if id in state.raids:
            yield f"{id:9} raid, {state.raids[id]}"


def _morale(state: State) -> Iterator[Line]:
    for track in state.tracks:
        level = state.marker_level(track)
        yield [StyledText(f"{track.capitalize():9} "), StyledText(f"{level:+d}", "bad" if level < 0 else "good")]


def next_step(state: State) -> Line:
    """What can be done next, as commands, as many as a line holds."""
    from tarawa_cli.games.tarawa.narration.next_steps import commands  # start-up

    if state.outcome:
        return [StyledText(f"The game is over: {state.ending}.", "heading")]
    *first, last = commands(state) or ["next"]
    left = _ROOM - len(last) - 2
    shown: list[str] = []
    for command in first:
        if len(command) + 5 <= left:
            shown.append(command)
            left -= len(command) + 5
    return [StyledText("   ".join(f"→ {command}" for command in [*shown, last]), "good")]


def area_line(state: State, id: str) -> Line:
    """An area in a line: how much of it is cleared, and the markers on it."""
    area = state.board.areas[id]
    defended = [at for at in area.hexes if at in state.board.defended]
    cleared = sum(at in state.cleared for at in defended)
    told = [line[10:].strip() for line in _markers(state) if line.split()[0] == id]
    told += ["secured"] if state.is_secured(id) else []
    return [
        StyledText(f"{area.name} ({id}): cleared {cleared} of {len(defended)}{''.join(f', {word}' for word in told)}")
    ]
