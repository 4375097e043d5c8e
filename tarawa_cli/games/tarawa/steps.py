"""What can be done next, phase by phase, as commands ready to type."""

from collections.abc import Callable

from tarawa_cli.games.tarawa.state import State


def steps(state: State) -> list[str]:
    """The player's choices now, the most useful first."""
    if state.question:
        from tarawa_cli.games.tarawa.questions import question

        asked = question(state)
        return [f"{asked.text}", *(f"decide {option}" for option in asked.options[:8])]
    tell = _STEPS.get(state.phase.rstrip("-123"))
    return tell(state) if tell else ["next"]


def _bombardment(state: State) -> list[str]:
    if state.chits_due:
        some = " ".join(list(state.board.areas)[: state.chits_due])
        return [f"chits AREA… — {state.chits_due} areas, one chit each, e.g. chits {some}"]
    if state.chits:
        return ["next"]
    return ["bombard", "bombard --delay 1 — gives up the first impulse for +1 (2 for +2)"]


_STEPS: dict[str, Callable[[State], list[str]]] = {
    "bombardment": _bombardment,
}
