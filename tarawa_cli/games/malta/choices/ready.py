"""Who can still do something in this phase, by the law."""

from tarawa_cli.games.malta.model.state import State, Unit
from tarawa_cli.games.malta.rules.ch06.moving import movers


def ready(state: State) -> list[Unit]:
    """The active side's units that some legal order names; none while a question is open."""
    if state.question or state.outcome:
        return []
    if state.phase.endswith("-movement"):
        return movers(state)
    from tarawa_cli.games.malta.choices.legal import commands  # start-up

    named = {word for command in commands(state) for word in command.split()}
    return [unit for id, unit in state.units.items() if id in named and unit.side == state.active]
