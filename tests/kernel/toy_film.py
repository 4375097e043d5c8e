"""What a film of a race is made of: a piece for each runner, and how far the first one is."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tarawa_cli.kernel.engine.play import Event
from tarawa_cli.kernel.engine.session import Match
from tarawa_cli.kernel.exports.film import MOVE, Act, Chart, FilmPiece, Frame, Places, Said
from tarawa_cli.kernel.exports.svg import Markup, Point, element, escaped, picture


class Orders:
    """Takes no notes."""

    def __init__(self, state: Any) -> None:
        self.state = state

    def take(self, events: Iterable[Event]) -> None:
        pass


class RaceCamera:
    """Works for either race; it tells all that the position holds."""

    charts: Sequence[Chart] = (Chart("The race", {"first": "the first"}, {"first": "#123c7a"}),)
    names: Mapping[str, str] = {"first": "the first", "gone": "not on the track"}
    still: Frame = {"0": FilmPiece("track", Point(0, 0), Markup(""), {"line": "start"}, "the start")}

    def backdrop(self) -> Markup:
        layers = (element("g", Markup(""), id=name) for name in ("track", "runners"))
        return picture(Point(100, 20), *layers)

    def frame(self, state: Any) -> Frame:
        """A runner is off the track until he has moved."""
        return {runner: self._piece(state, runner, at) for runner, at in state.at.items()}

    def _piece(self, state: Any, runner: str, at: int) -> FilmPiece:
        drawn = element("circle", r=at) if at else Markup("")
        layer, place = ("runners", str(at)) if at else ("", "gone")
        return FilmPiece(layer, Point(at, 0), drawn, {"at": place}, f"{runner}: {state}")

    def figures(self, state: Any) -> dict[str, int]:
        return {"first": max(state.at.values())}

    def acts(self, events: Sequence[Event], places: Places, said: Said, earlier: Sequence[Act]) -> list[Act]:
        runners = [event.facts["runner"] for event in events if event.type == "moved"]
        return [Act(MOVE, runner, ("0",), " ".join(map(said, events))) for runner in runners]

    def course(self, state: Any) -> "Orders":
        return Orders(state)

    def turned(self, match: Match[Any], course: Any) -> dict[int, str]:
        return {0: str(match.state)}

    def highlight(self, events: Sequence[Event], state: Any) -> str:
        return escaped(f"somebody moves: {state}") if any(event.type == "moved" for event in events) else ""
