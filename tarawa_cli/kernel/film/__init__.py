"""A game as a film: every step of its journal as the difference from the step before, on one page of HTML.

A game says what its pictures are made of (`Camera`); everything else is here: steps by replay, differences, the page
and its script, and the server that shows a game while it is played.
"""

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.film.acts import Act, Places, Said
from tarawa_cli.kernel.hints import Any, Iterable, Mapping, NamedTuple, Protocol, Sequence
from tarawa_cli.kernel.narration.ending import GameWatcher
from tarawa_cli.kernel.render.markup import Markup
from tarawa_cli.kernel.render.svg import Point


class FilmPiece(NamedTuple):
    """A thing in the picture that can change or be asked about: a counter, a hex with what lies on it, a name."""

    layer: str
    """The group of the backdrop in which it is drawn; nothing if it is not on the map."""
    at: Point
    """Where its origin lies."""
    drawn: Markup
    """Drawn around its origin."""
    facts: Mapping[str, str | int]
    """What it is, as the JSON object of a look says it; what is 0, false or empty is left out."""
    told: str
    """The same in words."""


def lying(piece: FilmPiece, depth: int) -> FilmPiece:
    """A counter with so many others above it in its stack."""
    return piece._replace(facts={**piece.facts, "below": depth}) if depth else piece


Frame = Mapping[str, FilmPiece]
"""The pieces of a position, by name. Names of hexes are numbers."""


class Chart(NamedTuple):
    """Figures that are drawn together over the course of a game."""

    title: str
    figures: Mapping[str, str]
    """Their names, and what they are called."""
    colours: Mapping[str, str]
    """The colour of each: that of its side on the map."""


class Camera(Protocol):
    """How a film of one game is made."""

    charts: Sequence[Chart]
    names: Mapping[str, str]
    """What figures, and places off the map, are called."""
    still: Frame
    """Pieces that never change."""

    def backdrop(self) -> Markup:
        """The picture without anything that changes; each layer is an empty group with its name as id."""

    def frame(self, state: Any) -> Frame:
        """All pieces that change."""

    def figures(self, state: Any) -> dict[str, int]:
        """All numbers, by name; those of the charts among them."""

    def highlight(self, events: Sequence[Event], state: Any) -> str:
        """Why nobody will forget what an order brought about, in a few words; nothing if it was nothing special."""

    def acts(self, events: Sequence[Event], places: Places, said: Said, earlier: Sequence[Act]) -> Iterable[Act]:
        """What is seen of an order on the map; `earlier` are the acts of the order before."""

    def course(self, state: Any) -> GameWatcher:
        """What takes down how the game went, from its first position on."""

    def turned(self, match: Match[Any], course: Any) -> Mapping[int, str]:
        """What the game turned on, by turn; `course` has been told of every step, or is None."""
