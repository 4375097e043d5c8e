"""Lists of names that shells offer to the looking commands, and remarks about them."""

from tarawa_cli.games.tarawa.model.board import is_hex
from tarawa_cli.games.tarawa.model.state import State


def told(state: State, word: str) -> str:
    """A few words about a name, for shells that show them."""
    unit = state.units.get(word.partition(":")[0])
    if unit:
        return f"{unit.kind} {unit.where}, steps {unit.steps}"
    if is_hex(word):
        return ", ".join(filter(None, [state.hex_status(word), state.board.area_of.get(word)]))
    beach = state.board.beaches.get(word.removeprefix("beach:"))
    area = state.board.areas.get(word)
    return area.name if area else beach.name if beach else ""


def units(state: State) -> list[str]:
    return list(state.units)


def hexes(state: State) -> list[str]:
    return sorted(state.board.terrain)


def areas(state: State) -> list[str]:
    """Areas, and beaches that no area has its name from."""
    return list(dict.fromkeys([*state.board.areas, *state.board.beaches]))


def places(state: State) -> list[str]:
    """What a close map can be centred on; any hex will do too, but nobody looks for one in a list of 1,546."""
    beaches = [f"beach:{id}" for id in state.board.beaches]
    on_map = [unit.id for unit in state.units.values() if state.hex_of(unit)]
    return [*areas(state), *beaches, *on_map]


def groups(state: State) -> list[str]:
    """What `units` can list."""
    from tarawa_cli.games.tarawa.legal.unit_filters import filters  # start-up

    return filters(state)


def able(state: State) -> list[str]:
    """Units that can do something now."""
    from tarawa_cli.games.tarawa.legal.listing import commands  # start-up

    named = {word for command in commands(state) for word in command.split()}
    return [unit.id for unit in state.units.values() if {unit.id, unit.craft} & named]


def foreseen(state: State) -> list[str]:
    """Legal orders that have odds."""
    from tarawa_cli.games.tarawa.legal.listing import commands  # start-up
    from tarawa_cli.games.tarawa.legal.odds import ANSWER, FORESEEN

    now = {command.split()[0] for command in commands(state)}
    return [name for name in (*FORESEEN, ANSWER) if name in now]


def turns(state: State) -> list[str]:
    """The turns that have been played."""
    return [str(turn) for turn in range(1, state.turn + 1)]
