"""The names of units in three characters, for a small map: those of the Allies in capitals."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

from tarawa_cli.games.malta.model.charts import CHARTS

_ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4, "v": 5, "vi": 6, "vii": 7, "ix": 9, "x": 10, "xi": 11}
_HEADS = {
    "fj": "",
    "mt": "",
    "cg": "g",
    "laa": "l",
    "haa": "h",
    "re": "r",
    "26d": "d",
    "12f": "f",
    "lspz": "z",
    "liv": "l",
    "fri": "f",
    "folg": "f",
    "gua": "g",
    "raf": "ra",
    "moto": "mo",
}
"""What a short name begins with in place of a word before the dash."""
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def tag(id: str, at: str) -> str:
    """The short name of a unit; of a gun that is face down one for its hex."""
    if id in _tags():
        return _tags()[id]
    return "G" + "".join(_LETTERS[int(part) - 1].upper() for part in (at[:2], at[2:])) if at.isdigit() else "G??"


@cache
def _tags() -> dict[str, str]:
    found: dict[str, str] = {}
    used: set[str] = set()
    for unit in CHARTS.units.values():
        start = f"{found[unit.of]}{unit.id[-1]}" if unit.of else _short(unit.id)
        names = (name.upper() if unit.side == "allied" else name for name in _candidates(start, bool(unit.of)))
        found[unit.id] = next(name for name in names if name not in used and not name.isdecimal())
        used.add(found[unit.id])
    return found


def _short(id: str) -> str:
    head, dash, tail = id.partition("-")
    if not dash:
        return id
    if head in _ROMAN:
        return f"{tail}{_LETTERS[_ROMAN[head] - 1]}" if tail.isdigit() else f"{_ROMAN[head]}{tail}"
    return _HEADS.get(head, head) + tail


def _candidates(name: str, is_company: bool) -> Iterator[str]:
    """The first three characters, or others in the same order; of a company always its number."""
    if is_company:
        yield from (f"{''.join(pair)}{name[-1]}" for pair in combinations(name[:-1], 2))
        yield from (f"{name[0]}{sign}{name[-1]}" for sign in _LETTERS)
    yield from (name[:1] + "".join(rest) for rest in combinations(name[1:], 2))
    yield name[:3]
    yield from (f"{name[:2]}{sign}" for sign in _LETTERS)
