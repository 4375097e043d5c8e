"""Names for stories: a few units by id, many by formation; places by name; numbers in words."""

from tarawa_cli.games.malta.model.board import malta
from tarawa_cli.games.malta.model.charts import CHARTS
from tarawa_cli.games.malta.model.state import State
from tarawa_cli.games.malta.model.unit_types import UnitType
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.hints import Iterable, Sequence

FEW = 4
"""Up to this number, units are named one by one."""
DIVISIONS = {"livorno": "Livorno", "friuli": "Friuli", "folgore": "Folgore", "laspezia": "La Spezia"}
BRIGADES = {"northern": "Northern", "central": "Central", "southern": "Southern", "western": "Western"}
OTHERS = {"ramcke": "Ramcke's paratroops", "fortress": "the fortress troops", "none": "the corps troops"}
_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def both(names: Sequence[str]) -> str:
    """`a, b and c`."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def number(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def counted(count: int, thing: str, things: str = "") -> str:
    """`one step`, `three steps`."""
    return f"{number(count)} {thing if count == 1 else things or f'{thing}s'}"


def capitalised(text: str) -> str:
    """With a capital, unless it begins with the id of a unit or a number; and with a full stop."""
    first = text.split(" ")[0].strip(",")
    return f"{text if first in CHARTS.units else text[:1].upper() + text[1:]}."


def place(at: Hex) -> str:
    """`Luqa airfield (1613)`; of a hex without a name its number."""
    return malta().titled(at)


def type_of(id: str) -> UnitType | None:
    """The type of a unit; None for a coast gun known only by its hex."""
    return CHARTS.units.get(id)


def title(id: str) -> str:
    """A ship, a battery or a leader by the full name."""
    type = type_of(id)
    if type is None:
        return "a coast gun"
    name, _, guns = type.name.partition(" (")[0].partition(", ")
    if type.can("ship"):
        return f"the {name[:1].lower()}{name[1:]}"
    if type.can("coast-gun"):
        return f"the {guns.rpartition(' ')[2]} battery of {name}" if guns else f"the {name}"
    return name


def together(ids: Iterable[str]) -> list[str]:
    """Names, with the companies of a battalion together; if all are named, as the battalion."""
    found: dict[str, list[str]] = {}
    for id in dict.fromkeys(ids):
        type = type_of(id)
        found.setdefault(type.of or id if type else "a coast gun", []).append(id)
    return [_battalion(name, parts) for name, parts in found.items()]


def _battalion(name: str, parts: list[str]) -> str:
    whole = type_of(name)
    companies = len(whole.type.companies) if whole and whole.type else 0
    if len(parts) == 1:
        return parts[0] if type_of(parts[0]) else name
    return name if name in parts or len(parts) == companies else f"{companies_in_words(len(parts))} of {name}"


def companies_in_words(count: int) -> str:
    return counted(count, "company", "companies")


def troops(ids: Iterable[str], state: State) -> str:
    """A few names, or the number of units and their formations."""
    names = together(ids := list(ids))
    if len(names) <= FEW:
        return both(names)
    return f"{counted(len(names), 'unit')} of {formations(_formation(id, state) for id in ids if type_of(id))}"


def formations(ids: Iterable[str]) -> str:
    """`the Livorno and Friuli divisions and Ramcke's paratroops`."""
    found = [*dict.fromkeys(ids)]
    parts = [_of_a_kind(found, DIVISIONS, "Division"), _of_a_kind(found, BRIGADES, "Brigade")]
    return both([*filter(None, parts), *(name for id, name in OTHERS.items() if id in found)])


def _of_a_kind(found: list[str], names: dict[str, str], kind: str) -> str:
    some = [name for id, name in names.items() if id in found]
    if len(some) == len(names):
        return f"all {number(len(some))} {kind.lower()}s"
    return f"the {both(some)} {kind if len(some) == 1 else f'{kind.lower()}s'}" if some else ""


def _formation(id: str, state: State) -> str:
    """The current formation; a company has that of its battalion."""
    type = CHARTS.units[id]
    unit = state.units.get(type.of or id)
    return unit.formation if unit else type.formation


def are(names: str) -> str:
    """`was` or `were`, after some names."""
    return "were" if " and " in names or " units of " in names or "companies" in names else "was"
