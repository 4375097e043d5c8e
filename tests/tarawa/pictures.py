"""What the tests of the picture share: a picture taken apart."""

import xml.etree.ElementTree as ElementTree
from functools import cache
from typing import Any

from tarawa_cli.games.tarawa.exports.picture import svg
from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.kernel.exports.svg import NAMESPACE
from tarawa_cli.kernel.presentation import Asked
from tests.tarawa.tools import new_state, random_state

Element = ElementTree.Element
SEEDS = range(5)


class Picture:
    """A picture of the whole sheet, taken apart."""

    def __init__(self, state: State) -> None:
        self.text = svg(state, Asked(sea=True))
        root = ElementTree.fromstring(self.text)
        for part in root.iter():
            part.tag = part.tag.removeprefix(f"{{{NAMESPACE}}}")
        self.root = root

    def layer(self, id: str) -> Element:
        (found,) = [part for part in self.root.iter() if part.get("id") == id]
        return found

    def of_class(self, layer: str, *names: str) -> list[Element]:
        """The elements of a layer that are all of these."""
        return [part for part in self.layer(layer).iter() if set(names) <= set(part.get("class", "").split())]

    def unit(self, id: str) -> Element:
        (found,) = [part for part in self.layer("units").iter() if part.get("data-unit") == id]
        return found

    def hex(self, at: str) -> Element:
        return self.layer(f"hex-{at}")

    def hexes(self) -> dict[str, Element]:
        """The hexes of the ground by their numbers, the sea first."""
        found = (part for part in self.layer("ground").iter() if part.get("id", "").startswith("hex-"))
        return {part.get("id", "").removeprefix("hex-"): part for part in found}

    def marks(self, at: str) -> Element:
        """What lies on a hex; an empty group if nothing does."""
        found = [part for part in self.layer("markers") if part.get("data-hex") == at]
        assert len(found) <= 1
        return found[0] if found else Element("g")


@cache
def random_picture(seed: int) -> tuple[State, Picture]:
    """Some sound position, and the picture of it."""
    state = random_state(seed)
    before = GAME.dump(state)
    picture = Picture(state)
    assert GAME.dump(state) == before
    return state, picture


@cache
def bare() -> Picture:
    """The map as a campaign begins."""
    return Picture(new_state())


def classes(part: Element) -> set[str]:
    return {name for inner in part.iter() for name in inner.get("class", "").split()}


def words(part: Element) -> list[str]:
    return [inner.text or "" for inner in part.iter() if inner.tag == "text"]


def title(part: Element) -> str:
    found = part.find("title")
    assert found is not None
    return found.text or ""


def card(part: Element) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a counter."""
    (found,) = [inner for inner in part if inner.get("class") == "card"]
    x, y, wide, high = (float(found.get(name, "")) for name in ("x", "y", "width", "height"))
    return x, y, x + wide, y + high


def put(state: State, id: str, at: str, **values: Any) -> State:
    unit = state.units[id]
    state.units.put(unit, at)
    for name, value in values.items():
        setattr(unit, name, value)
    return state
