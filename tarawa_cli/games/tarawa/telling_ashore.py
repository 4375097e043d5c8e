"""Sentences for what happens ashore."""

from tarawa_cli.games.tarawa.state import State
from tarawa_cli.games.tarawa.view import Facts, plural, tells, words

words("hex-suppressed", "{unit} suppresses {hex}: {markers} on it now")
words("hex-cleared", "{hex} is cleared")
words("recovery-begun", "{unit} tries to recover")
words("digging-begun", "{unit} digs in")
words("positions-improved", "improved positions in {hex}")


@tells("moved")
def _moved(facts: Facts, state: State) -> str:
    return f"{facts['unit']} moves to {facts['to']} ({facts['cost']:g} AP)"


@tells("ap-spent", "assaulted")
def _spent(facts: Facts, state: State) -> str:
    return f"{facts['unit']} spends {facts['cost']:g} AP"


@tells("supported")
def _supported(facts: Facts, state: State) -> str:
    return f"{facts['unit']} supports ({facts['cost']:g} AP)"


@tells("shore-point-used")
def _shore_used(facts: Facts, state: State) -> str:
    return f"a shore point is used, {facts['left']} left"


@tells("demolished")
def _demolished(facts: Facts, state: State) -> str:
    return f"{plural(facts['steps'], 'demolition step')} in {facts['hex']}, {facts['total']} in all"


@tells("area-secured")
def _secured(facts: Facts, state: State) -> str:
    return f"{state.board.areas[facts['area']].name} is secured"


@tells("assault-stopped")
def _stopped(facts: Facts, state: State) -> str:
    return f"nobody of {', '.join(facts['units'])} is left unpinned: it comes to nothing"
