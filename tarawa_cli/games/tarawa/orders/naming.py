"""What the words of an order name: units, craft, a battalion, all units in a hex, or all."""

from tarawa_cli.games.tarawa.model import names
from tarawa_cli.games.tarawa.model.board import ABSENT, LOST, SCHEDULE
from tarawa_cli.games.tarawa.model.state import State, Unit
from tarawa_cli.kernel.engine.batch import ALL, Named, pieces
from tarawa_cli.kernel.hints import Callable, NamedTuple


class WordKind(NamedTuple):
    """What a position in an order takes, and how a word there is read."""

    one: Callable[[State, str], str]
    """The name that a word means; BadOrder if it means none."""
    fits: Callable[[Unit], bool] = lambda _: True
    """Which units can be meant by a battalion, a hex or all."""
    everybody: Callable[[State], list[Unit]] = lambda _: []
    """The units that `all` means; if there are none, all units in the game."""

    def all(self, state: State) -> list[str]:
        playing = (unit for unit in state.units.values() if unit.at not in (ABSENT, LOST))
        return [unit.id for unit in self.everybody(state) or playing]


UNITS = WordKind(lambda state, word: names.combat_unit(state, word).id, lambda unit: not unit.type.is_craft)
ASHORE = UNITS._replace(everybody=State.ashore)
WAITING = UNITS._replace(everybody=lambda state: [unit for unit in state.units.values() if unit.at == SCHEDULE])
CRAFT = WordKind(lambda state, word: names.craft(state, word).id, lambda unit: unit.type.is_craft)
MOVERS = WordKind(lambda state, word: names.unit(state, word).id, lambda unit: not unit.craft)


def named(state: State, words: list[str], kind: WordKind) -> list[Named]:
    """Everything that some words name, each once."""
    found: dict[str, Named] = {}
    for piece in pieces(words):
        for each in _named(state, piece, kind):
            found.setdefault(each.id, each)
    return list(found.values())


def _named(state: State, word: str, kind: WordKind) -> list[Named]:
    """An exact id wins; then come the groups; then the beginning of a name."""
    found = kind.all(state) if word.lower() == ALL else group(state, word) if is_group(state, word) else None
    if found is None:
        return [Named(kind.one(state, word), alone=True)]
    return [Named(id, alone=False) for id in dict.fromkeys(found) if kind.fits(state.units[id])]


def group(state: State, word: str) -> list[str] | None:
    """The units and their craft that a group word means; None if it is no such word."""
    if word.lower() == ALL:
        return list(state.units)
    if word.startswith("@"):
        at = names.hex(state, word[1:])
        return [unit.id for unit in state.units.values() if state.hex_of(unit) == at]
    if word not in state.charts.battalions:
        return None
    belonging = [unit for unit in state.units.values() if word in (unit.type.battalion, unit.supplies)]
    return [id for unit in belonging for id in (unit.id, unit.craft) if id]


def is_one(state: State, words: list[str]) -> bool:
    """Whether the words are one name, and that of one unit."""
    return len(words) == 1 and "," not in words[0] and not is_group(state, words[0])


def is_group(state: State, word: str) -> bool:
    """Whether a word means several units; an exact id never does."""
    return word not in state.units and group(state, word) is not None
