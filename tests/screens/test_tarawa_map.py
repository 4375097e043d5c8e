"""Maps of Tarawa on terminals: stored screens for positions of every phase, and every moment of recorded games."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from terminal_screen import difference, simulated

from tarawa_cli.games.tarawa.game import GAME
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.views.ground import PALETTE
from tarawa_cli.games.tarawa.views.map_views import picture
from tarawa_cli.kernel.engine.order_words import split_line
from tarawa_cli.kernel.engine.session import Match, perform
from tarawa_cli.kernel.narration.visible import TRUE
from tarawa_cli.kernel.narration.visible import Screen as Size
from tarawa_cli.kernel.presentation import Asked
from tests.kit.recorded import recorded, setup_of
from tests.screens.golden import TERMINALS, Screen, Terminal, check_fits, check_width, compare
from tests.tarawa.maps import battle

GAMES = sorted(path.stem for path in (Path(__file__).parents[1] / "games").glob("*.txt"))
COLOURS = {"true": TRUE, "256": 256, "16": 16, "none": 0}


class Moment(NamedTuple):
    """The first position of a recorded game from some turn on in a phase, or while a question waits; or its end."""

    name: str
    turn: int = 1
    phase: str = ""
    asks: str = ""

    def fits(self, state: State) -> bool:
        if state.turn < self.turn or not state.phase.startswith(self.phase):
            return False
        return bool(state.outcome) if not self.phase else self.asks == (state.stack[-1].kind if state.question else "")


MOMENTS = {
    "campaign-victory": [
        Moment("bombardment", 1, "bombardment"),
        Moment("embark", 3, "embark"),
        Moment("impulse", 1, "impulse"),
        Moment("landing-fire", 1, "anti-landing", "hit"),
        Moment("suppression", 3, "suppression"),
        Moment("actions", 14, "actions"),
        Moment("gain", 6, "actions", "gain"),
        Moment("clear", 1, "actions", "clear"),
        Moment("supply-check", 9, "supply-check"),
        Moment("supply-points", 9, "supply-points"),
        Moment("over"),
    ],
    "free-time": [
        Moment("offensive-fire", 8, "offensive-fire", "hit"),
        Moment("night", 1, "night", "way"),
        Moment("out-of-time"),
    ],
    "campaign-called-off": [Moment("called-off")],
}
VIEWS = {
    "red3": Asked("red3", layer="units"),
    "unit": Asked("2/8A", layer="units"),
    "hex": Asked("2731", layer="units", radius=2),
    "beach": Asked("beach:red1", layer="units"),
    **{layer: Asked(layer=layer) for layer in ("terrain", "areas", "control", "supply")},
    "supply-close": Asked("red3", layer="supply"),
}
WHOLE = Asked(layer="units")


def moments(name: str) -> Iterator[State]:
    """A recorded game after each of its orders."""
    game = recorded(Path(__file__).parents[1] / "games" / f"{name}.txt")
    own = game.path.parent / game.head["tables"] if "tables" in game.head else None
    match = Match(GAME, setup_of(game.head["scenario"], own), int(game.head["seed"]))
    for line in game.lines:
        perform(match, split_line(line))
        yield match.state


def on(terminal: Terminal, state: State, asked: Asked = WHOLE) -> Screen:
    size = Size(terminal.width, terminal.height - 1, COLOURS[terminal.colours], terminal.light)
    return Screen(terminal, f"{picture(state, asked._replace(screen=size))}\n", "")


@cache
def screens() -> dict[tuple[str, Terminal], Screen]:
    """The whole map in every phase on every terminal."""
    found = dict[tuple[str, Terminal], Screen]()
    for game, wanted in MOMENTS.items():
        left = list(wanted)
        for state in moments(game):
            for moment in [one for one in left if one.fits(state)]:
                left.remove(moment)
                found |= {(moment.name, terminal): on(terminal, state) for terminal in TERMINALS}
        assert not left
    return found


@pytest.mark.sample(5)
@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda terminal: terminal.name)
@pytest.mark.parametrize("moment", [moment.name for wanted in MOMENTS.values() for moment in wanted])
def test_the_whole_map_in_every_phase(moment: str, terminal: Terminal) -> None:
    screen = screens()[moment, terminal]
    check_fits(screen)
    compare(screen, "tarawa", f"map-{moment}")


@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda terminal: terminal.name)
@pytest.mark.parametrize("view", VIEWS)
def test_close_maps_and_layers(view: str, terminal: Terminal) -> None:
    state = battle()
    state.phase = "actions"
    screen = on(terminal, state, VIEWS[view])
    check_width(screen)
    compare(screen, "tarawa", f"map-{view}")


@pytest.mark.parametrize("terminal", TERMINALS, ids=lambda terminal: terminal.name)
def test_what_has_changed(terminal: Terminal) -> None:
    before, after = battle(), battle()
    after.cleared |= {"2729"}
    after.units.put(after.units["2/8A"], "2727")
    after.units["2/8A"].steps = 5
    screen = on(terminal, after, Asked(layer="units", before=before))
    check_fits(screen)
    compare(screen, "tarawa", "map-diff")


@pytest.mark.sample(13)
@pytest.mark.parametrize("name", GAMES)
def test_betio_fits_80_columns_and_24_rows_at_any_moment(name: str) -> None:
    """With title and next step; everybody is on it, and no column of land is left out."""
    for order, state in enumerate(moments(name)):
        if order % 7 == 0:
            screen = on(Terminal(80, 24, "none"), state)
            check_fits(screen)
            rows = {*re.findall(r"(?:^|\s)(\d\d) ", "\n".join(screen.lines[2:]))}
            folded = " ".join(" ".join(screen.lines).split())
            for unit in state.units.values():
                at = state.hex_of(unit)
                assert not at or unit.craft or at[:2] in rows or f"{unit.id} {at}" in folded, (order, unit.id)
            assert not any("columns" in line for line in screen.lines), order
            assert "→ " in screen.lines[-1] or state.outcome


def test_who_holds_the_ground_is_seen_by_the_colour_blind() -> None:
    """Ground of the enemy, in both its shades, beside that of the Marines: cleared, beachhead, airstrip entered."""
    for one in (PALETTE["enemy"].bg, PALETTE["enemy"].odd):
        for ink in ("cleared", "beachhead", "entered"):
            for other in (PALETTE[ink].bg, PALETTE[ink].odd):
                assert difference(_as_blind(one), _as_blind(other)) >= 20, (ink, one, other)


def _as_blind(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return simulated((red, green, blue), "deuteranopia")
