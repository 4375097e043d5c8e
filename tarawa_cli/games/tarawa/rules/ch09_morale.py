"""9: morale. The markers move at once; the operative levels follow in phase `morale`."""

from tarawa_cli.games.tarawa.model import apply
from tarawa_cli.games.tarawa.model.board import distance
from tarawa_cli.games.tarawa.model.charts import collapse_result
from tarawa_cli.games.tarawa.model.state import State
from tarawa_cli.games.tarawa.rulebook import rule
from tarawa_cli.games.tarawa.rules.ch07_actions.ground import standing
from tarawa_cli.games.tarawa.rules.ch08_supply import relieve
from tarawa_cli.games.tarawa.rules.ch12_victory import end_if_won
from tarawa_cli.kernel.board.hexes import Hex
from tarawa_cli.kernel.engine.play import Play
from tarawa_cli.kernel.hints import Iterator

LOWEST, HIGHEST = -5, 5


def move_marker(play: Play[State], track: str, by: int, why: str, rule: str) -> None:
    """Move a marker, up to the end of its track."""
    before = play.state.tracks[track]
    after = max(LOWEST, min(HIGHEST, before + by))
    if after == before:
        return
    apply.marker_moved(play, rule, track=track, to=after, by=after - before, why=why)
    if after == LOWEST and track not in ("japanese", "marines"):
        regiment_breaks(play, track)


@rule("9.2.1", "9.2.2")
def regiment_breaks(play: Play[State], regiment: str) -> None:
    """What happens each time a regiment reaches -3."""
    move_marker(play, "japanese", +1, f"the {regiment} Marines reach -3", "9.2.1")
    move_marker(play, "marines", -1, f"the {regiment} Marines reach -3", "9.2.2")


@rule("3.5.1")
def copy_levels(play: Play[State]) -> None:
    """The markers' levels become the operative ones."""
    state = play.state
    changed = {track: box for track, box in state.tracks.items() if state.operative[track] != box}
    if changed:
        apply.levels_copied(play, "3.5.1", levels=changed)


# ── 9.2.2, 11.31: ground won, and areas secured


@rule("9.2.2", "11.31")
def after_ground_won(play: Play[State]) -> None:
    """Areas secured for the first time raise morale, and the battle may be won."""
    state = play.state
    relieve(play)
    for area in state.board.areas if state.areas_secured - state.secured else ():
        if area not in state.secured and state.is_secured(area):
            apply.area_secured(play, "9.2.2", area=area)
            move_marker(play, "marines", +1, f"{state.board.areas[area].name} is secured", "9.2.2")
    end_if_won(play)


@rule("9.2.2", "7.2.5", "11.31")
def never_secured(state: State) -> Iterator[str]:
    """Why areas listed as once secured cannot have been, even if a banzai has retaken hexes since.

    Pillboxes of a cleared hex are never rebuilt, and an airstrip hex once entered stays entered.
    """
    for area in (area for area in state.board.areas if area in state.secured):
        standing = [at for at in sorted(state.board.around_area(area, 3)) if state.pillboxes_standing(at) > 0]
        unseen = sorted(state.board.airstrip(area) - state.occupied)
        if standing:
            yield f"secured: {area} never was: a pillbox stands in {standing[0]}, in it or within three hexes (9.2.2)"
        elif unseen:
            yield f"secured: {area} never was: no unit has entered the airstrip in {unseen[0]} (9.2.2)"


# ── 9.2.3: what happens to a side whose morale is on -3


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
