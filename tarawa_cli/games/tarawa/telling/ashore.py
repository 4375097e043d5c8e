"""Sentences for what happens ashore."""

from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.telling.sentences import tells, words
from tarawa_cli.kernel.visible import plural
from tarawa_cli.kernel.wording import Facts

words("digging-begun", "{unit} starts to dig in")
words("out-of-reach", "every unit next to {hex} is pinned: it cannot be cleared")
words("positions-improved", "{unit} has dug in: improved positions in {hex}")


@tells("moved")
def _moved(facts: Facts, state: State) -> str:
    return f"{facts['unit']} moves to {facts['to']} ({facts['cost']:g} AP)"


@tells("ap-spent")
def _fired(facts: Facts, state: State) -> str:
    return f"{facts['unit']} fires ({facts['cost']:g} AP)"


@tells("assaulted")
def _assaulted(facts: Facts, state: State) -> str:
    what = "attacks" if state.units[facts["unit"]].type.can("attacks") else "lays charges"
    return f"{facts['unit']} {what} ({facts['cost']:g} AP)"


@tells("hex-suppressed")
def _hex_suppressed(facts: Facts, state: State) -> str:
    return f"{facts['unit']} suppresses {facts['hex']}: {plural(facts['markers'], 'marker')} on it"


@tells("hex-cleared")
def _cleared(facts: Facts, state: State) -> str:
    pillboxes = state.board.pillboxes.get(facts["hex"], 0)
    fallen = f", and {'its pillbox is' if pillboxes == 1 else 'its pillboxes are'} gone" if pillboxes else ""
    return f"{facts['hex']} is cleared{fallen}"


@tells("recovery-begun")
def _recovering(facts: Facts, state: State) -> str:
    return f"{facts['unit']} tries to recover{', for a supply point' if facts['paid'] else ''}"


@tells("supported")
def _supported(facts: Facts, state: State) -> str:
    return f"{facts['unit']} supports ({facts['cost']:g} AP)"


@tells("shore-point-used")
def _shore_used(facts: Facts, state: State) -> str:
    return f"the ships fire: 1 shore point used, {facts['left'] or 'none'} left"


@tells("demolished")
def _demolished(facts: Facts, state: State) -> str:
    whole = state.whole_demolition(facts["hex"])
    return f"{plural(facts['steps'], 'demolition step')} in {facts['hex']}, {facts['total']} of {whole}"


@tells("area-secured")
def _secured(facts: Facts, state: State) -> str:
    return f"{state.board.areas[facts['area']].name} is secured"


@tells("assault-stopped")
def _stopped(facts: Facts, state: State) -> str:
    return f"stopped by fire: {', '.join(facts['units'])} pinned"
