"""9.2.3: what happens to a side whose morale is on -3."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import distance
from tarawa_cli.games.tarawa.model.charts import collapse_result
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07_actions.assault import after_ground_won
from tarawa_cli.games.tarawa.rules.ch07_actions.ground import standing
from tarawa_cli.games.tarawa.rules.ch09_morale import LOWEST
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play


@rule("9.2.3")
def collapses(play: Play[State]) -> None:
    """Once per turn for each side at -3."""
    if play.state.tracks["japanese"] == LOWEST:
        japanese_collapse(play)
    if play.state.tracks["marines"] == LOWEST and not play.state.outcome:
        invasion_collapse(play)


@rule("9.2.3")
def japanese_collapse(play: Play[State]) -> None:
    row, _ = play.roll(play.state.charts.table("japanese-collapse"), rule="9.2.3")
    result = collapse_result(row.result)
    if result.area:
        _area_falls(play)
    elif dice := result.dice:
        number = sum(play.dice.die("hexes that fall") for _ in range(dice))
        play.note("hexes-give-up", "9.2.3", dice=play.dice.rolled[-dice:], number=number)
        _hexes_fall(play, number)


def _can_fall(state: State) -> dict[Hex, int]:
    """Uncleared hexes without a standing pillbox, with their distance to the nearest Marine unit ashore."""
    places = {standing(unit) for unit in state.ashore()}
    if not places:
        return {}
    able = sorted(hex for hex in state.uncleared if state.pillboxes_standing(hex) <= 0)
    return {hex: min(distance(hex, place) for place in places) for hex in able}


def _hexes_fall(play: Play[State], number: int) -> None:
    """The hexes nearest to Marine units fall first; a die decides ties."""
    able = _can_fall(play.state)
    for _ in range(min(number, len(able))):
        least = min(able.values())
        nearest = [hex for hex, far in able.items() if far == least]
        fallen = play.pick(nearest, "the hex that falls", "9.2.3")
        del able[fallen]
        _fall(play, fallen)
        if play.state.outcome:
            return


def _area_falls(play: Play[State]) -> None:
    """All such hexes of the area nearest to Marines fall."""
    able = _can_fall(play.state)
    if not able:
        return
    nearest = min(able, key=lambda hex: (able[hex], list(play.state.board.areas).index(play.state.board.area_of[hex])))
    area = play.state.board.area_of[nearest]
    for hex in [hex for hex in able if play.state.board.area_of[hex] == area]:
        if not play.state.outcome:
            _fall(play, hex)


def _fall(play: Play[State], at: Hex) -> None:
    apply.hex_cleared(play, "9.2.3", hex=at)
    after_ground_won(play)


@rule("9.2.3")
def invasion_collapse(play: Play[State]) -> None:
    row, _ = play.roll(play.state.charts.table("invasion-collapse"), rule="9.2.3")
    if row.result == "no embarking":
        apply.embarking_stopped(play, "9.2.3", stopped=True)
    elif row.result == "called off":
        apply.game_over(play, "9.2.3", outcome="called-off")
