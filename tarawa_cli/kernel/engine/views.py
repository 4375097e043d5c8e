"""What a game shows: reports, maps, pages of its library."""

from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.order_words import find_name, shown
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.engine.sides import is_free
from tarawa_cli.kernel.errors import BadOrder
from tarawa_cli.kernel.hints import TYPE_CHECKING, Any, Callable, Collection, Mapping, NamedTuple, Sequence
from tarawa_cli.kernel.narration.visible import Screen
from tarawa_cli.kernel.standard import cache

if TYPE_CHECKING:
    from tarawa_cli.kernel.scene.model import Scene

STILL, CHANGING = "still", "changing"


class Look(NamedTuple):
    """What is shown, as text or as facts under its key in the JSON object; only the form asked for is computed."""

    command: str
    """The command, with names in full."""
    key: str
    facts: Callable[[], Any]
    text: Callable[[], str]
    more: Mapping[str, Callable[[], Any]] = {}
    """Further keys of the JSON object."""


class Asked(NamedTuple):
    """What to look at: a word, or nothing; and how to draw a map."""

    word: str = ""
    radius: int | None = None
    """How far a close view reaches; None is as far as the game likes."""
    layer: str = ""
    before: Any = None
    """The state since which a map marks what has changed."""
    verbose: bool = False
    """Whether long lists are shown in full."""
    sea: bool = False
    """The whole sheet, with the sea around the land."""
    parts: str = ""
    """Of a picture only `STILL`, what is always the same, or only `CHANGING`, the rest; everything if empty."""
    pixels: int = 0
    """How wide a picture is; 0 if it scales to its page."""
    screen: Screen = Screen()
    """What a map is drawn for: its size and colours."""
    next_step: bool = True
    """Whether the map may end with the next step; not so where goal and next steps are printed below it.

    Either way a map for a screen of so many rows begins with a title that names turn and phase.
    """


class Situation(NamedTuple):
    """What a player needs to know besides the map, for the first screen."""

    goal: Sequence[str]
    """What wins, and how far it is: a line or two; nothing in a game that is over."""
    next: str
    """The headline, and what whoever looks can do now: each step indented by two, what belongs to it by more."""


Looks = Mapping[str, Callable[[Match[Any], Asked], Look]]
"""By the command's name."""
Pages = Mapping[str, Callable[[Any, str], Look]]
"""A page needs no match: it takes a state or None, and a word or nothing."""


def layer_of(asked: Asked, layers: Sequence[str]) -> str:
    """The layer of a map that is asked for, or the first."""
    try:
        return find_name(asked.layer or layers[0], layers, "choice")
    except BadOrder:
        raise BadOrder(f"--layer {shown(asked.layer)}: must be {' or '.join(layers)}") from None


def map_look(asked: Asked, text: str, described: "Callable[[], tuple[Scene, Collection[Hex]]]") -> Look:
    """A map: its text, and as facts the hexes and counters that it shows."""
    described = cache(described)

    def hexes() -> Any:
        from tarawa_cli.kernel.scene import model  # start-up

        return model.hex_facts(*described())

    def counters() -> Any:
        from tarawa_cli.kernel.scene import model  # start-up

        return model.counter_facts(*described())

    more = {"hexes": hexes, "counters": counters}
    return Look(f"map {asked.word}".rstrip(), "map", lambda: text.split("\n"), lambda: text, more)


def usual_looks(find: Callable[[str], Any]) -> Looks:
    """`status`, `map` and `unit` of a game with `views.facts`, `views.reports`, `views.map_views` and `model.names`."""

    def status(match: Match[Any], asked: Asked) -> Look:
        facts, text = find("views.facts:whole"), find("views.reports:status")
        return Look("status", "state", lambda: facts(match.state, match), lambda: text(match.state, match))

    def map(match: Match[Any], asked: Asked) -> Look:
        may_act = is_free(match.game.sides, match.state, match.side)
        layer = layer_of(asked, find("views.map_views:LAYERS"))
        asked = asked._replace(layer=layer, next_step=asked.next_step and may_act)
        described, text = find("views.map_views:described"), find("views.map_views:picture")
        return map_look(asked, text(match.state, asked), lambda: described(match.state, asked))

    def unit(match: Match[Any], asked: Asked) -> Look:
        it = find("model.names:unit")(match.state, asked.word)
        facts, text = find("views.facts:unit_in_full"), find("views.reports:unit")
        return Look(
            f"unit {it.id}", "unit", lambda: facts(match.state, it), lambda: text(match.state, it, asked.verbose)
        )

    return {"status": status, "map": map, "unit": unit}


def none(what: str) -> BadOrder:
    return BadOrder(f"this game has no {what}")
