"""What the tests of the text map share: positions, and what a map shows where."""

import re
from typing import Any

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.looking.text_map import LOOKS
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.game import Setup
from tarawa_cli.kernel.hexes import Hex

WIDTHS = {80: 1, 130: 2, 200: 3}
LAYERS = tuple(LOOKS)
CLEARED = "2728 2727 2726 2626 2731 2631 2630 2832 2833 2835 2933 2934 2935 3032 3034 2844 2944 2943 3044 3045"


def put(state: State, id: str, at: str, **values: Any) -> None:
    unit = state.units[id]
    unit.at = at
    for name, value in values.items():
        setattr(unit, name, value)


def battle() -> State:
    """The second morning, more or less: every kind of unit and marker is on the map."""
    new = GAME.begin(Setup("campaign"))
    new.cleared |= set(CLEARED.split()) & new.board.defended
    new.heads |= {"2731", "2745"}
    put(new, "2/8A", "2629", steps=7)
    put(new, "2/8B", "2628", steps=5)
    put(new, "2/8E", "2628", steps=4)
    put(new, "sherman-1", "2728", steps=3)
    for id in ("3/8A", "3/8B", "3/8E", "stuart-1"):
        put(new, id, "2731")
    put(new, "hawkins", "pier:2632")
    put(new, "1/8A", "pier:1832", beach="red3")
    put(new, "1/8B", "pier:1732", beach="red3")
    put(new, "2/2A", "2933", steps=5, pins=2)
    put(new, "2/2B", "3034", steps=4, digging=True)
    put(new, "1/10", "2834")
    put(new, "lvt-1", "2127", beach="red3", steps=5)
    put(new, "1/2B", "in:lvt-1", steps=6)
    put(new, "lvt-3", "1924", beach="red3", homeward=True)
    put(new, "lvt-4", "2340", beach="red1", course="left", load="supply:3/2")
    put(new, "lcvp-10", "1426", beach="red3", emptied=True)
    put(new, "1/6B", "1426", beach="red3")
    put(new, "lcm-1", "1441", beach="red1")
    put(new, "sherman-2", "in:lcm-1")
    new.improved.add("3034")
    new.suppressed |= {"2828": 2, "3038": 1}
    new.demolished |= {"3330": 2, "3038": 1}
    new.chits = {"red2": -1, "pocket": -2}
    new.area_suppression = {"red3"}
    new.raids = {"green": 1}
    return new


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def seen(text: str, at: Hex) -> str:
    """What a whole map shows in a hex, found by the numbers on its edges."""
    lines = text.split("\n")
    legend = lines.index("")
    numbers = [line for line in lines[: legend // 2] if re.fullmatch(r"[ \d]+", line) and not line[:2].strip()]
    line = next(line for line in lines[len(numbers) :] if line.startswith(at[:2]))
    shifted = int(at[:2]) % 2
    if re.search(r"\d\d \d\d \d\d", numbers[0]):
        left = re.search(rf"\b{at[2:]}\b", numbers[0])
        assert left
        return line[left.start() - shifted :][:3]
    if len(numbers[0].split()) > 1:
        left = re.search(rf"\b{at[2:]}\b", numbers[int(at[2:]) % 2])
        assert left
        return line[left.start() - shifted :][:2]
    pairs = ["".join(pair) for pair in zip(*numbers, strict=True)]
    return line[pairs.index(at[2:])]


def below(text: str) -> str:
    """Everything under the picture."""
    return text[text.rindex("\n\n") :]


def place(text: str, word: str) -> tuple[int, int]:
    found = [(number, line.index(word)) for number, line in enumerate(text.split("\n")) if word in line]
    assert len(found) == 1, (word, found)
    return found[0]


def inside(text: str, at: Hex) -> list[str]:
    """The lines of text in a hex of a close view."""
    lines = text.split("\n")
    line, left = place(text, at)
    middle = left + 2
    found = []
    for row in lines[line + 1 :]:
        if row[middle : middle + 1] in ("'", "") or "'" in row:
            break
        west = max(row.rfind("|", 0, middle), row.rfind("#", 0, middle - 5))
        found.append(row[west + 1 : middle + (middle - west)].strip())
    return [row for row in found if row]
